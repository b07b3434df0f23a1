"""Tests in percent: degrees, modifiers, luck, opposed tests and tests without dice (seed 003, Proben)."""

from typing import Literal

from msgspec import Struct

from tontafel.rules.message import Message, message
from tontafel.rules.outcome import (
    CannotTryError,
    Modifier,
    Outcome,
    Rng,
    Versus,
    demand,
    fill,
    signed,
    versus,
)

Degree = Literal["critical", "success", "failure", "fumble"]

#: Best first.
DEGREES: tuple[Degree, ...] = ("critical", "success", "failure", "fumble")
SUCCESSES: tuple[Degree, ...] = ("critical", "success")

SIDES = 100
LOWEST_CHANCE, HIGHEST_CHANCE = 1, 99
ATTRIBUTE_FACTOR = 5
#: An attribute of this much fails only on 00 (seed 003, Proben für hohe Attribute).
SURE_ATTRIBUTE = 20
#: Willpower points at which everything becomes harder (seed 003, Niedrige Willenskraftpunkte).
LOW_WILLPOWER = 2
#: Decided as an option: two related skills of the first value stand for one of the second.
RELATED_SKILLS = (40, 60)

BREAKDOWN = Modifier(-20, message("two willpower points or fewer"))
EXHAUSTION = Modifier(-20, message("exhaustion"))


_PLAIN = message("The chance is {chance}%.")
_ADDED = message("{value}% with modifiers of {added} are a chance of {chance}%.")
_BOUNDED = message(
    "{value}% with modifiers of {added} are a chance of {chance}%: it stays between 1 and 99%."
)
_VERDICTS: dict[Degree, Message] = {
    "critical": message("{die} is a double within {chance}%: a critical success."),
    "success": message("{die} is within {chance}%: a success."),
    "failure": message("{die} is above {chance}%: a failure."),
    "fumble": message("{die} is a double above {chance}%: a fumble."),
}
#: Dice whose degree has a reason of its own.
_SPECIAL: dict[tuple[int, Degree], Message] = {
    (1, "critical"): message("01 is always a critical success."),
    (100, "fumble"): message("00 counts as 100 and is always a fumble."),
}
_OPPOSED: dict[Versus, Message] = {
    "win": message("The higher of the successes wins, a critical one before all others: yours."),
    "tie": message("Neither side gets ahead of the other: nothing changes."),
    "lose": message("The higher of the successes wins, a critical one before all others: theirs."),
}
_RELATED = message("Two related skills at 40% stand for one at 60%.")
_ENOUGH = message("{value} reaches the {threshold} that are needed.")
_TOO_LITTLE = message("{value} falls short of the {threshold} that are needed.")


class Trial(Struct, frozen=True, kw_only=True):
    """What is tested: a value in percent, what it is the value of, and what makes it easier or harder.

    `willpower` are the points left, or None where they do not matter. `skill`, `attribute` and `LUCK`
    make trials that fit together.
    """

    value: int
    kind: Literal["skill", "attribute", "luck"]
    modifiers: tuple[Modifier, ...] = ()
    willpower: int | None = None


class Target(Struct, frozen=True):
    """What a die must not exceed, the modifiers that counted and why; 0 where no die can succeed."""

    chance: int
    modifiers: tuple[Modifier, ...]
    why: Message


class PercentRoll(Outcome, frozen=True, kw_only=True):
    """A test against `chance` percent; its one die shows 1 to 100."""

    value: int
    chance: int


#: A test of pure chance: never modified by anything (seed 003, Glückswürfe).
LUCK = Trial(value=50, kind="luck")


def skill(value: int, *modifiers: Modifier, willpower: int | None = None) -> Trial:
    """A test of a skill, its value in percent, 0 or more."""
    return Trial(value=value, kind="skill", modifiers=modifiers, willpower=willpower)


def attribute(points: int, *modifiers: Modifier, willpower: int | None = None) -> Trial:
    """A test of an attribute, five percent a point."""
    value = points * ATTRIBUTE_FACTOR
    return Trial(value=value, kind="attribute", modifiers=modifiers, willpower=willpower)


def target(trial: Trial) -> Target:
    """Work out the chance.

    Raises:
        CannotTryError: a value of 0, which nobody may even try.
        ValueRangeError: a value or willpower below 0.
    """
    demand(trial.value >= 0, message("A value in percent is 0 or more, not {value}.", value=trial.value))
    demand(
        trial.willpower is None or trial.willpower >= 0,
        message("Willpower is 0 or more, not {value}.", value=trial.willpower or 0),
    )
    if trial.value == 0:
        raise CannotTryError(
            message("A value of 0% can't even be tried."),
            message("Another skill, or someone who has learnt this one, may do."),
        )
    if trial.kind == "luck":
        return Target(trial.value, (), message("Luck is {value}%, whatever else holds.", value=trial.value))
    if trial.willpower == 0:
        return Target(0, (), message("With 0 willpower points no test can succeed."))
    if trial.kind == "attribute" and trial.value >= SURE_ATTRIBUTE * ATTRIBUTE_FACTOR:
        points = trial.value // ATTRIBUTE_FACTOR
        return Target(
            HIGHEST_CHANCE, (), message("An attribute of {points} fails only on 00.", points=points)
        )
    return _modified(trial)


def _modified(trial: Trial) -> Target:
    low = trial.willpower is not None and trial.willpower <= LOW_WILLPOWER
    modifiers = (*trial.modifiers, BREAKDOWN) if low else trial.modifiers
    # Decided: modifiers and penalties add up.
    added = sum(modifier.value for modifier in modifiers)
    chance = min(max(trial.value + added, LOWEST_CHANCE), HIGHEST_CHANCE)
    sentence = _BOUNDED if chance != trial.value + added else _ADDED if modifiers else _PLAIN
    why = fill(sentence, value=trial.value, added=signed(added), chance=chance)
    return Target(chance, modifiers, why)


def degree(die: int, chance: int) -> Degree:
    """How well a die of 1 to 100 does against a chance of 0 to 99 percent."""
    success = die <= chance
    double = die % 11 == 0 or die == SIDES
    if success:
        return "critical" if double or die == 1 else "success"
    return "fumble" if double else "failure"


def resolve(die: int, trial: Trial) -> PercentRoll:
    """Judge a die; 00 is 100.

    Raises:
        CannotTryError, ValueRangeError: as in `target`, or a die outside 1 to 100.
    """
    demand(1 <= die <= SIDES, message("This die shows 1 to 100, not {die}.", die=die))
    aim = target(trial)
    found = degree(die, aim.chance)
    return PercentRoll(
        degree=found,
        success=found in SUCCESSES,
        dice=(die,),
        modifiers=aim.modifiers,
        why=(aim.why, _verdict(die, found, aim.chance)),
        value=trial.value,
        chance=aim.chance,
    )


def _verdict(die: int, found: Degree, chance: int) -> Message:
    sentence = _SPECIAL.get((die, found), _VERDICTS[found])
    return fill(sentence, die=f"{die % SIDES:02d}", chance=chance)


def roll(rng: Rng, trial: Trial) -> PercentRoll:
    """Roll d100 for a trial; exceptions as in `target`."""
    target(trial)
    return resolve(rng.randint(1, SIDES), trial)


def rank(die: int, degree: Degree) -> int:
    """How far a roll gets in an opposed test: the higher wins, equal ones change nothing.

    The highest roll that still succeeds wins. Decided: a critical success beats a plain one, and two
    failures change nothing, fumbles among them.
    """
    if degree not in SUCCESSES:
        return 0
    return die + SIDES if degree == "critical" else die


def opposed(mine: PercentRoll, theirs: PercentRoll) -> Outcome:
    """Judge two rolls against each other; degrees are `win`, `tie` and `lose`, seen from `mine`."""
    found = versus(_rank(mine), _rank(theirs))
    return Outcome(
        degree=found,
        success=found == "win",
        dice=mine.dice,
        modifiers=mine.modifiers,
        why=(_OPPOSED[found],),
    )


def _rank(rolled: PercentRoll) -> int:
    return rank(rolled.dice[0], degree(rolled.dice[0], rolled.chance))


def suffices(value: int, threshold: int, related: int | None = None) -> Outcome:
    """Judge a value against the game master's threshold without dice.

    With a `related` skill's value two skills at 40 stand for one at 60.
    """
    each, together = RELATED_SKILLS
    combined = related is not None and value < threshold and min(value, related) >= each
    counted = max(value, together) if combined else value
    success = counted >= max(threshold, 1)
    why = fill(_ENOUGH if success else _TOO_LITTLE, value=counted, threshold=threshold)
    reasons = (_RELATED, why) if counted != value else (why,)
    return Outcome(degree="success" if success else "failure", success=success, dice=(), why=reasons)
