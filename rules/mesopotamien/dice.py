"""Tests with 4dF or W6−W6: against a difficulty, against an opponent, and what fate points do to a roll.

Seed 000, Fertigkeiten and Schicksalspunkte.
"""

from msgspec import Struct
from msgspec.structs import replace

from tontafel.rules import dice as notation
from tontafel.rules.message import Message, message
from tontafel.rules.names import fold
from tontafel.rules.outcome import Modifier, Outcome, Rng, Versus, fill, signed, versus
from tontafel.rules.system import RulesError, one_of

FUDGE = notation.parse("4dF")
SIXES = notation.parse("W6-W6")

#: The dice that the rules know, by the name that options and settings use; the first is usual.
DICE: dict[str, notation.Expression] = {"4dF": FUDGE, "W6-W6": SIXES}

USUAL = next(iter(DICE))

#: The faces of each die of 4dF and of W6−W6, negative where it is subtracted.
_FACES: tuple[tuple[range, ...], ...] = ((range(-1, 2),) * 4, (range(1, 7), range(-6, 0)))

#: What an aspect adds to a roll, whether paid for with a fate point or free.
ASPECT_BONUS = 2


_VERDICTS: dict[Versus, Message] = {
    "win": message("{mine} beats {theirs} by {margin}."),
    "tie": message("{mine} and {theirs} are equal, which helps nobody."),
    "lose": message("{mine} loses to {theirs} by {margin}."),
}


class UsedAspectError(RulesError):
    """An aspect that has already had its say in this roll."""


class Throw(Struct, frozen=True, kw_only=True):
    """Dice on the table with what is added to them; `aspects` are those spent on this roll so far.

    `dice` are signed: 4dF shows four of −1, 0 and 1, W6−W6 a positive and a negative number.
    """

    dice: tuple[int, ...]
    skill: int
    modifiers: tuple[Modifier, ...] = ()
    aspects: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Dice, skill and modifiers together."""
        return sum(self.dice) + self.skill + sum(modifier.value for modifier in self.modifiers)


class Total(Outcome, frozen=True, kw_only=True):
    """A roll by itself."""

    total: int


class Comparison(Total, frozen=True, kw_only=True):
    """A total against a difficulty or an opponent's total; the margin is negative where it falls short."""

    against: int

    @property
    def margin(self) -> int:
        """By how much the total is above what it had to reach."""
        return self.total - self.against


def known_dice(name: str) -> notation.Expression:
    """The dice of that name; raises `RulesError` for any that these rules don't know."""
    found = {known.casefold(): dice for known, dice in DICE.items()}.get(
        name.strip().replace("−", "-").casefold()
    )
    if found is None:
        raise RulesError(message("These rules don't roll “{dice}”.", dice=name), one_of(name, DICE))
    return found


def possible(dice: tuple[int, ...]) -> bool:
    """Whether these are faces that dice of the rules can show."""
    return any(
        len(dice) == len(ranges) and all(face in range_ for face, range_ in zip(dice, ranges, strict=True))
        for ranges in _FACES
    )


def faces(total: int) -> tuple[int, ...] | None:
    """Faces that come to a total, for a record that gives no more than that: 4dF, or W6−W6 for ±5."""
    if abs(total) <= 4:
        sign = 1 if total > 0 else -1
        return (sign,) * abs(total) + (0,) * (4 - abs(total))
    return {5: (6, -1), -5: (1, -6)}.get(total)


def throw(
    rng: Rng, skill: int, modifiers: tuple[Modifier, ...] = (), dice: notation.Expression = FUDGE
) -> Throw:
    """Roll the dice for a skill."""
    return Throw(dice=notation.roll(dice, rng).dice, skill=skill, modifiers=modifiers)


def spend(thrown: Throw, aspect: str, dice: tuple[int, ...] | None = None) -> Throw:
    """Use an aspect after the roll: +2, or new `dice` in place of the old ones.

    What other aspects have added before stays. Raises `UsedAspectError` where the aspect has been used
    in this roll.
    """
    # Decided: each aspect once a roll (the source does not say).
    if fold(aspect) in map(fold, thrown.aspects):
        raise UsedAspectError(
            message("“{aspect}” has already been used in this roll.", aspect=aspect),
            message("Each aspect counts once a roll; use another one."),
        )
    aspects = (*thrown.aspects, aspect)
    if dice is not None:
        return replace(thrown, dice=dice, aspects=aspects)
    bonus = Modifier(ASPECT_BONUS, message("aspect “{aspect}”", aspect=aspect))
    return replace(thrown, modifiers=(*thrown.modifiers, bonus), aspects=aspects)


def resolve(thrown: Throw, difficulty: int) -> Comparison:
    """Judge a roll against a difficulty that the game master has set: reach it to succeed."""
    total = thrown.total
    reached = total >= difficulty
    if reached:
        verdict = message("{total} reaches the difficulty {difficulty}.", total=total, difficulty=difficulty)
    else:
        verdict = message(
            "{total} misses the difficulty {difficulty} by {short}.",
            total=total,
            difficulty=difficulty,
            short=difficulty - total,
        )
    return _compared(thrown, difficulty, "success" if reached else "failure", verdict)


def roll(
    rng: Rng,
    skill: int,
    difficulty: int,
    modifiers: tuple[Modifier, ...] = (),
    dice: notation.Expression = FUDGE,
) -> Comparison:
    """Roll for a skill against a difficulty."""
    return resolve(throw(rng, skill, modifiers, dice), difficulty)


def resolve_opposed(mine: Throw, theirs: Throw) -> Comparison:
    """Judge two rolls against each other; degrees are `win`, `tie` and `lose`, seen from `mine`.

    Decided: after a tie everything stays as it was (the source does not say).
    """
    degree, verdict = _verdict(mine.total, theirs.total)
    compared = _compared(mine, theirs.total, degree, verdict)
    return replace(compared, why=(made(mine), made(theirs), verdict))


def opposed(mine: Total, theirs: Total) -> Comparison:
    """Judge two rolls, each of which has been explained already; see `resolve_opposed`."""
    degree, verdict = _verdict(mine.total, theirs.total)
    return Comparison(
        degree=degree,
        success=degree == "win",
        dice=mine.dice,
        modifiers=mine.modifiers,
        why=(verdict,),
        total=mine.total,
        against=theirs.total,
    )


def _verdict(mine: int, theirs: int) -> tuple[Versus, Message]:
    degree = versus(mine, theirs)
    return degree, fill(_VERDICTS[degree], mine=mine, theirs=theirs, margin=abs(mine - theirs))


def _compared(thrown: Throw, against: int, degree: str, verdict: Message) -> Comparison:
    return Comparison(
        degree=degree,
        success=degree in ("success", "win"),
        dice=thrown.dice,
        modifiers=thrown.modifiers,
        why=(made(thrown), verdict),
        total=thrown.total,
        against=against,
    )


def made(thrown: Throw) -> Message:
    """How a roll's total comes about."""
    added = signed(sum(modifier.value for modifier in thrown.modifiers))
    dice, skill = signed(sum(thrown.dice)), signed(thrown.skill)
    if thrown.modifiers:
        return message(
            "Dice {dice}, skill {skill} and modifiers {added} make {total}.",
            dice=dice,
            skill=skill,
            added=added,
            total=thrown.total,
        )
    return message("Dice {dice} and skill {skill} make {total}.", dice=dice, skill=skill, total=thrown.total)
