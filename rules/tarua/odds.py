"""Exact odds of tests."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product

from tontafel.rules.tarua.dice import SIDES, check_values, dice_needed, successes_of


def odds(attribute: int, skill: int = 0, stage: int | None = None) -> dict[str, Fraction]:
    """The chances of `success` (outstanding ones among them) and of `outstanding` success.

    Arguments and exceptions as in `dice.resolve`.
    """
    counts = successes_odds(attribute, skill, stage)
    return {"success": counts[1] + counts[2], "outstanding": counts[2]}


def successes_odds(
    attribute: int, skill: int = 0, stage: int | None = None
) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that none, exactly one and both dice succeed, as conflicts count them."""
    check_values(attribute, skill, stage)
    return _counted(attribute, skill, stage)


@lru_cache(maxsize=1024)
def _counted(attribute: int, skill: int, stage: int | None) -> tuple[Fraction, Fraction, Fraction]:
    throws = list(product(range(1, SIDES + 1), repeat=dice_needed(skill)))
    ways = Counter(successes_of(throw, attribute, skill, stage) for throw in throws)
    none, one, both = (Fraction(ways[count], len(throws)) for count in range(3))
    return none, one, both
