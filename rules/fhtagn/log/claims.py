"""What a record claims against what the rules make of it: each doubt in words, with a remedy."""

from collections.abc import Iterator

from tontafel.rules.fhtagn.chase import Chase, Part
from tontafel.rules.fhtagn.dice import Degree, PercentRoll
from tontafel.rules.fhtagn.log.cells import Result
from tontafel.rules.message import message
from tontafel.rules.outcome import fill, signed
from tontafel.rules.replaying import Doubt

_DEGREES = {
    "critical": message("Round {round}: {die} of {who} is a critical success at {chance}%."),
    "success": message("Round {round}: {die} of {who} is a success at {chance}%."),
    "failure": message("Round {round}: {die} of {who} is a failure at {chance}%."),
    "fumble": message("Round {round}: {die} of {who} is a fumble at {chance}%."),
}
_RECORD_COUNTS = message("The record counts here; mend one of the two if they should agree.")
_MEND = message("Mend the rolls or the result.")


def unknown_skill(who: str) -> Doubt:
    """A roll on nothing that anybody knows."""
    said = message("Round {round}: which skill {who} rolls is not said.", who=who)
    return Doubt("log-skill", said, message("Name it as on the list of skills."))


def unknown_value(who: str, skill: str) -> Doubt:
    """A skill of somebody of whom no page tells and whose value the row does not give."""
    said = message("Round {round}: how high {skill} of {who} is, nobody knows.", who=who, skill=skill)
    return Doubt(
        "log-stranger",
        said,
        message("Write the percentage behind the skill, or link to the page that says it."),
    )


def other_value(who: str, skill: str, values: tuple[int, int]) -> Doubt:
    """A value on the page and another one in the record."""
    said = message(
        "Round {round}: {skill} of {who}: {known}% on the page, {value}% in the record.",
        skill=skill,
        who=who,
        known=values[0],
        value=values[1],
    )
    return Doubt("log-value", said, _RECORD_COUNTS)


def forgotten(who: str, bonus: int) -> Doubt:
    """A bonus that the rules give and the row does not mention."""
    said = message(
        "Round {round}: {who} has {bonus} here by what went before.",
        who=who,
        bonus=signed(bonus),
    )
    return Doubt("log-value", said, message("Write it behind the value: “50 % +20”."))


def impossible(die: int) -> Doubt:
    """A die that no percentile dice show."""
    said = message("Round {round}: no percentile dice show {die}.", die=die)
    return Doubt("log-dice", said, message("They show 1 to 99, and 00 for 100."))


def degrees(who: str, claimed: Degree | None, roll: PercentRoll) -> Iterator[Doubt]:
    """A degree that this roll does not have."""
    if claimed and claimed != roll.degree:
        die = f"{roll.dice[0] % 100:02d}"
        said = fill(_DEGREES[roll.degree], who=who, die=die, chance=roll.chance)
        yield Doubt("log-degree", said, message("Mend the roll, the value or the degree."))


def outcome(who: str, claimed: Degree | None, roll: PercentRoll) -> Iterator[Doubt]:
    """A degree in the result that this roll does not have; a critical success is a success, too."""
    if claimed in {"success", "failure"} and (claimed == "success") == roll.success:
        return
    yield from degrees(who, claimed, roll)


def results(result: Result, chase: Chase, names: dict[Part, str]) -> Iterator[Doubt]:
    """Steps, an end or a bonus that are not so, after a test."""
    last = chase.last
    if last is None:
        return
    fits = result.number in {None, last.steps, abs(chase.lead)}
    steps = result.steps if fits else result.number
    if steps is not None and steps != last.steps:
        said = message(
            "Round {round}: this test is worth steps: {steps}; the record says {said}.",
            steps=last.steps,
            said=steps,
        )
        yield Doubt("log-result", said, last.why[-1])
    if result.ahead is not None and result.ahead != abs(chase.lead):
        said = message(
            "Round {round}: the lead is {lead}; the record says {said}.",
            lead=abs(chase.lead),
            said=result.ahead,
        )
        yield Doubt("log-result", said, _MEND)
    yield from _winner(result, chase, names)
    yield from _bonus(result, chase)
    yield from _end(result, chase)


def _winner(result: Result, chase: Chase, names: dict[Part, str]) -> Iterator[Doubt]:
    winner = chase.last.winner if chase.last else None
    meant = next((part for part, name in names.items() if result.winner and result.winner in name), None)
    if meant and winner and meant != winner:
        said = message(
            "Round {round}: {who} wins this test; the record says {said}.",
            who=names[winner],
            said=names[meant],
        )
        yield Doubt("log-result", said, chase.last.why[-1] if chase.last else None)


def _bonus(result: Result, chase: Chase) -> Iterator[Doubt]:
    winner = chase.last.winner if chase.last else None
    bonus = chase.sides[winner].ahead if winner else 0
    if result.bonus is not None and chase.last and not chase.last.steps and result.bonus != bonus:
        said = message(
            "Round {round}: the trick gives {bonus}; the record says {said}.",
            bonus=signed(bonus),
            said=signed(result.bonus),
        )
        yield Doubt("log-result", said, _MEND)


def _end(result: Result, chase: Chase) -> Iterator[Doubt]:
    claimed = "caught" if result.caught else "escaped" if result.escaped else None
    if claimed and claimed != chase.outcome:
        said = message(
            "Round {round}: the chase is not at that end: the lead is {lead} of {needed}.",
            lead=abs(chase.lead),
            needed=chase.needed,
        )
        yield Doubt("log-result", said, _MEND)
