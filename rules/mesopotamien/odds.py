"""Exact odds of tests, with fate points spent as well as they can be."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from tontafel.rules import distribution
from tontafel.rules.dice import Expression
from tontafel.rules.distribution import Distribution
from tontafel.rules.mesopotamien.dice import ASPECT_BONUS, FUDGE
from tontafel.rules.message import message
from tontafel.rules.outcome import demand, versus

#: Far more than the ten of an evening; only keeps a slip of the pen from counting for hours.
MOST_FATE_POINTS = 100

#: What a roll is worth or may be expected to be, the most important figure first.
Worth = tuple[Fraction | int, ...]


def odds(skill: int, difficulty: int, fate_points: int = 0, dice: Expression = FUDGE) -> dict[str, Fraction]:
    """The chance to reach a difficulty with up to so many fate points: `{"success": …}`.

    Each point takes an aspect of its own, so there are as many aspects as points.
    """
    return {"success": successes(skill, difficulty, fate_points, dice)[-1]}


def successes(skill: int, difficulty: int, fate_points: int = 0, dice: Expression = FUDGE) -> list[Fraction]:
    """The chances of success with 0, 1, … `fate_points` fate points."""
    lead = distribution.of(dice) + (skill - difficulty)
    return list(_successes(lead, fate_points))


@lru_cache(maxsize=256)
def _successes(lead: Distribution, fate_points: int) -> tuple[Fraction, ...]:
    return tuple(success for (success,) in spent_well(lead, fate_points, _reached))


def opposed_odds(
    skill: int, opponent: int, fate_points: int = 0, dice: Expression = FUDGE
) -> dict[str, Fraction]:
    """The chances to `win`, `tie` and `lose` against an opponent's skill.

    Both roll the same dice. One's own fate points are spent once the opponent's total is known: to win
    most often, and where that is all the same, to lose least often. The opponent has none.
    """
    own = distribution.of(dice)
    theirs = own + opponent
    win = not_lost = Fraction(0)
    for total, ways in theirs.items():
        won, stood = spent_well(own + (skill - total), fate_points, _standing)[-1]
        win += Fraction(ways, theirs.ways) * won
        not_lost += Fraction(ways, theirs.ways) * stood
    return {"win": win, "tie": not_lost - win, "lose": 1 - not_lost}


def spent_well(
    lead: Distribution, fate_points: int, worth: Callable[[int], Worth]
) -> list[tuple[Fraction, ...]]:
    """The greatest worth to be expected with 0, 1, … `fate_points` points, each +2 or a new roll.

    After each roll there are two plans to compare: spend all that is left on +2, or roll again with one
    point less. Nothing else can be better. A +2 before a new roll may as well wait until after it, when
    more is known, whether or not it would outlast the new roll. Worth is compared figure by figure.

    Args:
        lead: the dice with what is added to them, against what they have to reach.
        fate_points: as many aspects as that can be spent.
        worth: what a lead is worth; never less for a higher one.
    """
    demand(
        0 <= fate_points <= MOST_FATE_POINTS,
        message(
            "Fate points are between 0 and {most}, not {points}.", most=MOST_FATE_POINTS, points=fate_points
        ),
    )
    best: list[tuple[Fraction, ...]] = []
    for left in range(fate_points + 1):
        again: Worth = best[-1] if best else ()
        plans = [(max(worth(roll + ASPECT_BONUS * left), again), ways) for roll, ways in lead.items()]
        best.append(_expected(plans, lead.ways))
    return best


def _expected(plans: list[tuple[Worth, int]], ways: int) -> tuple[Fraction, ...]:
    weighted = ([figure * weight for figure in worth] for worth, weight in plans)
    return tuple(Fraction(sum(column)) / ways for column in zip(*weighted, strict=True))


def _reached(lead: int) -> Worth:
    return (int(lead >= 0),)


def _standing(lead: int) -> Worth:
    """Won, and not lost."""
    degree = versus(lead, 0)
    return int(degree == "win"), int(degree != "lose")
