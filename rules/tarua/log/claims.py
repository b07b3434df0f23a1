"""What a record claims against what the rules make of it: each doubt in words, with a remedy."""

from collections.abc import Iterator, Mapping, Sequence

from tontafel.rules.events import Illegal
from tontafel.rules.message import message
from tontafel.rules.replaying import Doubt
from tontafel.rules.tarua.conflict import Conflict, Fighter
from tontafel.rules.tarua.conflict.state import Exchange
from tontafel.rules.tarua.dice import TaruaRoll
from tontafel.rules.tarua.log.cells import Result, Share, Throw

_MEND = message("Mend the record or the page.")


def order(state: Conflict, names: Sequence[str]) -> Iterator[Doubt]:
    """By initiative the highest comes first, unless the situation says otherwise."""
    initiative = state.rules.conflict.initiative
    values = [state.fighters[name].attributes.get(initiative, 0) for name in names]
    for place in range(1, len(names)):
        if values[place] > values[place - 1]:
            said = message(
                "Round {round}: {who} ({mine}) acts before {other} ({theirs}).",
                who=names[place - 1],
                mine=values[place - 1],
                other=names[place],
                theirs=values[place],
            )
            hint = message(
                "The highest {attribute} comes first, unless the situation says otherwise: "
                "then say so above the table.",
                attribute=initiative,
            )
            yield Doubt("log-order", said, hint)
            return


def stranger(name: str, lacking: Illegal | None) -> Doubt:
    """Somebody of whom no page tells, or whose page lacks something."""
    if lacking:
        return Doubt("log-stranger", lacking.message, lacking.hint)
    said = message("No page is called like {name}, and no link leads to one.", name=name)
    hint = message(
        "Link to the page with attributes, skills and stage, or write one, so that the rolls can be checked."
    )
    return Doubt("log-stranger", said, hint)


def values(fighter: Fighter, given: Mapping[str, int]) -> Iterator[Doubt]:
    """Values that a row gives and the page does not."""
    for name, value in given.items():
        known = fighter.skills.get(name, fighter.attributes.get(name, 0))
        if value != known:
            said = message(
                "Round {round}: {name} of {who}: {known} on the page, {value} in the record.",
                name=name,
                who=fighter.name,
                known=known,
                value=value,
            )
            hint = message("The record counts here; mend one of the two if they should agree.")
            yield Doubt("log-value", said, hint)


def dice(who: str, needed: int, throw: Throw) -> Doubt:
    """Dice that this test does not take."""
    said = message(
        "Round {round}: {who} rolls ten-sided dice here: {count}; the record has: {dice}.",
        who=who,
        count=needed,
        dice=", ".join(map(str, throw.dice)) or "–",
    )
    return Doubt("log-dice", said, message("One die without a skill, two with one, each 1 to 10."))


def successes(who: str, roll: TaruaRoll, throw: Throw) -> Iterator[Doubt]:
    """A number of successes that these dice do not have."""
    if throw.successes is not None and throw.successes != roll.successes:
        said = message(
            "Round {round}: successes of {who}: {count}; the record says {said}.",
            who=who,
            count=roll.successes,
            said=throw.successes,
        )
        yield Doubt("log-successes", said, roll.why[0] if roll.why else None)


def results(result: Result, last: Exchange) -> Iterator[Doubt]:
    """Successes that are left and damage that are not so."""
    why = last.why[-1] if last.why else None
    if result.left is not None and result.left != last.successes:
        said = message(
            "Round {round}: successes left: {left}; the record says {said}.",
            left=last.successes,
            said=result.left,
        )
        yield Doubt("log-result", said, why)
    if result.damage is not None and result.damage != last.damage:
        said = message(
            "Round {round}: the damage is {damage}; the record says {said}.",
            damage=last.damage,
            said=result.damage,
        )
        yield Doubt("log-result", said, why)
    elif result.nothing and last.damage:
        said = message(
            "Round {round}: the damage is {damage}; the record says that nothing happens.",
            damage=last.damage,
        )
        yield Doubt("log-result", said, why)


def unshared(who: str, points: int) -> Doubt:
    """Damage of which nobody says what it hurts."""
    said = message("Round {round}: how {who} shares {points} damage is not said.", who=who, points=points)
    return Doubt("log-open", said, message("Write what each attribute falls to: “Kraft 6 auf 4”."))


def stands(fighter: Fighter, share: Share, said: int, *, seen: bool) -> Doubt:
    """An attribute that does not stand where a row says; the first time the page may be another day's."""
    told = message(
        "Round {round}: {attribute} of {who} stands at {current}; the record says {said}.",
        attribute=share.attribute,
        who=fighter.name,
        current=fighter.attributes.get(share.attribute, 0),
        said=said,
    )
    return Doubt("log-points" if seen else "log-value", told, _MEND)


def not_at_the_end(fighter: Fighter, physical: Sequence[str]) -> Doubt:
    """An end that has not come."""
    left = ", ".join(f"{name} {fighter.attributes[name]}" for name in physical)
    said = message("Round {round}: {who} is not at the end: {values}.", who=fighter.name, values=left)
    return Doubt("log-result", said, message("That takes all physical attributes at 0."))
