"""Tests with one or two ten-sided dice (seed 001)."""

from typing import Literal

from tontafel.rules.message import Message, message
from tontafel.rules.outcome import Outcome, Rng, Versus, demand, fill, versus

SIDES = 10
HIGHEST = 10

#: From this stage on dice are dealt as well as possible, below it as badly as possible.
FAVOURABLE_STAGE = 6

#: By the number of dice that succeed.
DEGREES: tuple[Literal["failure", "success", "outstanding"], ...] = ("failure", "success", "outstanding")

_VERDICTS = (
    message("No die succeeds."),
    message("One die succeeds: a success."),
    message("Both dice succeed: an outstanding success."),
)
_OPPOSED: dict[Versus, Message] = {
    "win": message("Successes: {mine} against {theirs}; {left} left."),
    "tie": message("Successes: {mine} against {theirs}; they cancel each other."),
    "lose": message("Successes: {mine} against {theirs}; the other side has {left} left."),
}
_FAVOURABLE = message(
    "Stage {stage} deals the dice as well as possible: "
    "{first} against attribute {attribute}, {second} against skill {skill}."
)
_UNFAVOURABLE = message(
    "Stage {stage} deals the dice as badly as possible: "
    "{first} against attribute {attribute}, {second} against skill {skill}."
)


class TaruaRoll(Outcome, frozen=True, kw_only=True):
    """A test; in a conflict each of its `successes` (0 to 2) counts on its own."""

    successes: int


def resolve(dice: tuple[int, ...], attribute: int, skill: int = 0, stage: int | None = None) -> TaruaRoll:
    """Judge dice against an attribute, and against a skill if there is one.

    Args:
        dice: one die without a skill, two with one, each 1 to 10, in the order thrown.
        attribute: its current value, 0 to 10.
        skill: 0 to 10; 0 is no skill (decided, the source does not say).
        stage: 1 to 10, the one that governs the skill; needed with a skill only.

    Raises:
        ValueRangeError: a number outside these ranges, or not the right number of dice.
    """
    check_values(attribute, skill, stage)
    wanted = dice_needed(skill)
    demand(
        len(dice) == wanted and all(1 <= die <= SIDES for die in dice),
        message("This test takes {count} ten-sided dice.", count=wanted),
    )
    order = deal(dice, attribute, skill, stage)
    successes = _count(order, attribute, skill)
    return TaruaRoll(
        degree=DEGREES[successes],
        success=successes > 0,
        dice=dice,
        why=(_dealt(order, attribute, skill, stage), _VERDICTS[successes]),
        successes=successes,
    )


def roll(rng: Rng, attribute: int, skill: int = 0, stage: int | None = None) -> TaruaRoll:
    """Roll as many dice as the test takes; arguments and exceptions as in `resolve`."""
    check_values(attribute, skill, stage)
    dice = tuple(rng.randint(1, SIDES) for _ in range(dice_needed(skill)))
    return resolve(dice, attribute, skill, stage)


def opposed(mine: TaruaRoll, theirs: TaruaRoll) -> TaruaRoll:
    """Judge two rolls against each other: each success of one side cancels one of the other's."""
    degree = versus(mine.successes, theirs.successes)
    left = abs(mine.successes - theirs.successes)
    why = fill(_OPPOSED[degree], mine=mine.successes, theirs=theirs.successes, left=left)
    return TaruaRoll(
        degree=degree,
        success=degree == "win",
        dice=mine.dice,
        why=(why,),
        successes=left if degree == "win" else 0,
    )


def dice_needed(skill: int) -> int:
    """Two dice with a skill, one without."""
    return 2 if skill else 1


def deal(dice: tuple[int, ...], attribute: int, skill: int, stage: int | None) -> tuple[int, ...]:
    """Put the dice into order: the first is for the attribute, the second for the skill.

    The stage says whether they are dealt for the fewest successes or for the most.
    """
    if stage is None or len(dice) == 1:
        return dice
    choose = max if stage >= FAVOURABLE_STAGE else min
    return choose((dice, dice[::-1]), key=lambda order: _count(order, attribute, skill))


def successes_of(dice: tuple[int, ...], attribute: int, skill: int, stage: int | None) -> int:
    """How many dice succeed once they are dealt, without a word about why."""
    return _count(deal(dice, attribute, skill, stage), attribute, skill)


def check_values(attribute: int, skill: int, stage: int | None) -> None:
    """Raise `ValueRangeError` for values that no character can have, or a skill without its stage."""
    demand(
        0 <= attribute <= HIGHEST,
        message("An attribute is between 0 and {highest}, not {value}.", highest=HIGHEST, value=attribute),
    )
    demand(
        0 <= skill <= HIGHEST,
        message("A skill is between 0 and {highest}, not {value}.", highest=HIGHEST, value=skill),
    )
    demand(
        stage is None or 1 <= stage <= HIGHEST,
        message("A stage is between 1 and {highest}, not {value}.", highest=HIGHEST, value=stage or 0),
    )
    demand(
        not skill or stage is not None,
        message("A test with a skill needs the stage that governs the skill."),
    )


def _count(order: tuple[int, ...], attribute: int, skill: int) -> int:
    return sum(die <= value for die, value in zip(order, (attribute, skill), strict=False))


def _dealt(order: tuple[int, ...], attribute: int, skill: int, stage: int | None) -> Message:
    if stage is None or len(order) == 1:
        return message("{die} against attribute {attribute}.", die=order[0], attribute=attribute)
    sentence = _FAVOURABLE if stage >= FAVOURABLE_STAGE else _UNFAVOURABLE
    first, second = order
    return fill(sentence, stage=stage, first=first, attribute=attribute, second=second, skill=skill)
