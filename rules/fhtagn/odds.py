"""Exact odds of tests and opposed tests."""

from collections import Counter
from fractions import Fraction
from functools import cache

from tontafel.rules import distribution
from tontafel.rules.distribution import Distribution
from tontafel.rules.fhtagn.dice import DEGREES, SIDES, Trial, degree, rank, target
from tontafel.rules.outcome import versus


def odds(trial: Trial) -> dict[str, Fraction]:
    """The chances of `critical`, `success` (without criticals), `failure` (without fumbles) and `fumble`.

    Exceptions as in `dice.target`.
    """
    return dict(_degrees(target(trial).chance))


@cache
def _degrees(chance: int) -> tuple[tuple[str, Fraction], ...]:
    ways = Counter(degree(die, chance) for die in range(1, SIDES + 1))
    return tuple((kind, Fraction(ways[kind], SIDES)) for kind in DEGREES)


def opposed_odds(mine: Trial, theirs: Trial) -> dict[str, Fraction]:
    """The chances to `win`, `tie` and `lose` an opposed test, seen from `mine`.

    Exceptions as in `dice.target`.
    """
    lead = _ranks(mine) - _ranks(theirs)
    chances = lead.chances(lambda difference: versus(difference, 0))
    return {kind: chances.get(kind, Fraction(0)) for kind in ("win", "tie", "lose")}


def _ranks(trial: Trial) -> Distribution:
    chance = target(trial).chance
    return distribution.dice(1, SIDES).map(lambda die: rank(die, degree(die, chance)))
