"""How likely each total is, exactly: whole numbers that count the ways, never floating point."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import reduce
from typing import TypeVar

from msgspec import Struct

from tontafel.rules.dice import BUDGET, Budget, Dice, DiceBudgetError, Expression, Number, Sum, text
from tontafel.rules.message import message
from tontafel.rules.span import Span

K = TypeVar("K", bound=Hashable)


class Distribution(Struct, frozen=True):
    """The ways to reach each total from `low` upwards; their sum is the common denominator.

    `counts` begins and ends with a number above zero; totals between may have no way at all.
    """

    low: int
    counts: tuple[int, ...]

    @property
    def high(self) -> int:
        """The highest total that can be reached."""
        return self.low + len(self.counts) - 1

    @property
    def ways(self) -> int:
        """All ways together: the common denominator."""
        return sum(self.counts)

    def items(self) -> list[tuple[int, int]]:
        """Each total that can be reached and its ways, lowest first."""
        return [(total, ways) for total, ways in enumerate(self.counts, self.low) if ways]

    def chance(self, total: int) -> Fraction:
        """The probability of exactly this total."""
        inside = self.low <= total <= self.high
        return Fraction(self.counts[total - self.low], self.ways) if inside else Fraction(0)

    def mean(self) -> Fraction:
        """The average total."""
        return Fraction(sum(total * ways for total, ways in self.items()), self.ways)

    def __add__(self, other: "Distribution | int") -> "Distribution":
        if isinstance(other, int):
            return Distribution(self.low + other, self.counts)
        return Distribution(self.low + other.low, _convolve(self.counts, other.counts))

    def __neg__(self) -> "Distribution":
        return Distribution(-self.high, self.counts[::-1])

    def __sub__(self, other: "Distribution | int") -> "Distribution":
        return self + -other

    def map(self, function: Callable[[int], int]) -> "Distribution":
        """Turn every total into another one; totals that become the same add their ways."""
        return from_ways(self._gather(function))

    def chances(self, classify: Callable[[int], K]) -> dict[K, Fraction]:
        """The probability of each class that totals fall into, in the order of their lowest total."""
        ways = self.ways
        return {kind: Fraction(count, ways) for kind, count in self._gather(classify).items()}

    def _gather(self, classify: Callable[[int], K]) -> dict[K, int]:
        gathered: dict[K, int] = {}
        for total, ways in self.items():
            kind = classify(total)
            gathered[kind] = gathered.get(kind, 0) + ways
        return gathered


def from_ways(ways: Mapping[int, int]) -> Distribution:
    """Make a distribution from the ways of each total; at least one has to be above zero."""
    reached = [total for total, count in ways.items() if count]
    low, high = min(reached), max(reached)
    return Distribution(low, tuple(ways.get(total, 0) for total in range(low, high + 1)))


def constant(total: int) -> Distribution:
    """A total that is certain."""
    return Distribution(total, (1,))


def dice(count: int, sides: int, low: int = 1) -> Distribution:
    """The sum of equal dice that show `low` to `low + sides - 1`; no dice at all make 0.

    The ways are the coefficients p of (1 + x + … + x^(s-1))^n. That power P satisfies
    (1 - x - x^s + x^(s+1)) P' = n (1 - s x^(s-1) + (s-1) x^s) P, so each coefficient follows from
    three earlier ones and the work grows with their number only.
    """
    ways = [1]
    for k in range(1, count * (sides - 1) + 1):
        total = (k - 1 + count) * ways[k - 1]
        if k >= sides:
            total += (k - sides - count * sides) * ways[k - sides]
        if k > sides:
            total += (count * (sides - 1) - k + sides + 1) * ways[k - sides - 1]
        ways.append(total // k)
    return Distribution(count * low, tuple(ways))


def of(expression: Expression, budget: Budget = BUDGET) -> Distribution:
    """The distribution of a dice notation's total.

    Raises `DiceBudgetError` where the counts would take more bits than the budget has.
    """
    groups: Counter[int] = Counter()
    offset = _collect(expression, 1, groups)
    spread = 1 + sum(count * (sides - 1) for sides, count in groups.items())
    if spread * sum(count * sides.bit_length() for sides, count in groups.items()) > budget.bits:
        raise DiceBudgetError(
            message("The exact odds of so many dice with so many sides would take too long."),
            Span(0, len(text(expression))),
        )
    sums = (dice(count, sides) for sides, count in sorted(groups.items()))
    return reduce(Distribution.__add__, sums, constant(0)) + offset


def _collect(expression: Expression, sign: int, groups: Counter[int]) -> int:
    """Gather dice by their sides and return what must be added to their sum.

    A run of equally likely faces looks the same from both ends, so a subtracted die is an added one
    moved down, and so is a Fudge die.
    """
    match expression:
        case Number(value):
            return sign * value
        case Dice(count, sides, low):
            groups[sides] += count
            return count * (low - 1 if sign == 1 else -low - sides)
        case Sum(terms):
            return sum(_collect(term.expression, sign * term.sign, groups) for term in terms)


def _convolve(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    """Multiply two polynomials by one multiplication of long integers, a coefficient every `width` bytes."""
    width = ((sum(left) * sum(right)).bit_length() + 7) // 8
    length = len(left) + len(right) - 1
    product = (_pack(left, width) * _pack(right, width)).to_bytes(width * length, "little")
    return tuple(int.from_bytes(product[i : i + width], "little") for i in range(0, len(product), width))


def _pack(counts: tuple[int, ...], width: int) -> int:
    return int.from_bytes(b"".join(count.to_bytes(width, "little") for count in counts), "little")
