from collections import Counter
from fractions import Fraction
from itertools import product
from time import process_time

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tontafel.rules import distribution
from tontafel.rules.dice import Budget, Dice, DiceBudgetError, Expression, Number, Sum, Term, parse
from tontafel.rules.distribution import Distribution


def faces(dice: Dice) -> range:
    return range(dice.low, dice.low + dice.sides)


def counted(*dice: Dice) -> Distribution:
    """The ways of every total, by going through every throw."""
    each = [faces(one) for one in dice for _ in range(one.count)]
    return distribution.from_ways(Counter(sum(throw) for throw in product(*each)))


@pytest.mark.parametrize("count", range(6))
@pytest.mark.parametrize("sides", range(1, 7))
@pytest.mark.parametrize("low", [-1, 0, 1])
def test_equal_dice_agree_with_every_throw(count: int, sides: int, low: int) -> None:
    found = distribution.dice(count, sides, low)
    assert found == counted(Dice(count, sides, low))
    assert found.ways == sides**count


@pytest.mark.parametrize(
    ("notation", "throws"),
    [
        ("4dF+5", Counter(sum(throw) + 5 for throw in product((-1, 0, 1), repeat=4))),
        ("W6-W6", Counter(a - b for a, b in product(range(1, 7), repeat=2))),
        ("3d6+2d4-1", Counter(sum(t) - 1 for t in product(*[range(1, 7)] * 3, *[range(1, 5)] * 2))),
        (
            "-(W8-2dF)+W3",
            Counter(-a + b + c + d for a, b, c, d in product(range(1, 9), (-1, 0, 1), (-1, 0, 1), (1, 2, 3))),
        ),
        ("7-9", Counter({-2: 1})),
    ],
)
def test_notation_agrees_with_every_throw(notation: str, throws: Counter[int]) -> None:
    assert distribution.of(parse(notation)) == distribution.from_ways(throws)


def test_the_shape_of_the_two_kinds_of_fate_dice() -> None:
    assert distribution.of(parse("4dF")) == Distribution(-4, (1, 4, 10, 16, 19, 16, 10, 4, 1))
    assert distribution.of(parse("W6-W6")) == Distribution(-5, (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1))


@pytest.mark.parametrize(
    ("notation", "peer"),
    [
        ("200W10", 200 @ icepool.d(10)),
        ("W6-W6", icepool.d(6) - icepool.d(6)),
        ("4dF+5", 4 @ icepool.Die([-1, 0, 1]) + 5),
        ("30W6-20W12+10W4-3", 30 @ icepool.d(6) - 20 @ icepool.d(12) + 10 @ icepool.d(4) - 3),
        ("3W100+W7", 3 @ icepool.d(100) + icepool.d(7)),
    ],
)
def test_agrees_with_icepool(notation: str, peer: "icepool.Die[int]") -> None:
    found = distribution.of(parse(notation))
    assert dict(found.items()) == dict(peer.items())
    assert found.mean() == peer.mean()


def test_two_hundred_ten_sided_dice_take_less_than_50_ms() -> None:
    def seconds() -> float:
        start = process_time()
        assert distribution.of(parse("200W10")).ways == 10**200
        return process_time() - start

    assert min(seconds() for _ in range(5)) < 0.05


def test_convolving_is_as_exact_as_counting_again() -> None:
    assert distribution.dice(70, 10) + distribution.dice(130, 10) == distribution.dice(200, 10)


def test_counts_that_are_too_many_are_refused() -> None:
    for notation in ("1000W1000", "500W999+500W1000"):
        with pytest.raises(DiceBudgetError, match="take too long"):
            distribution.of(parse(notation))
    with pytest.raises(DiceBudgetError):
        distribution.of(parse("3W6"), Budget(bits=100))


def test_probabilities_at_and_beyond_the_ends() -> None:
    die = distribution.dice(1, 6)
    assert [die.chance(total) for total in (0, 1, 6, 7)] == [0, Fraction(1, 6), Fraction(1, 6), 0]
    assert die.mean() == Fraction(7, 2)


def test_constants_are_certain() -> None:
    assert distribution.constant(-3).items() == [(-3, 1)]
    assert distribution.dice(0, 6) == distribution.constant(0)


def test_totals_turn_into_others_and_into_classes() -> None:
    die = distribution.dice(1, 6)
    assert die.map(lambda total: total // 4 * 100).items() == [(0, 3), (100, 3)]
    assert die.chances(lambda total: "six" if total == 6 else "less") == {
        "less": Fraction(5, 6),
        "six": Fraction(1, 6),
    }


small_dice = st.lists(
    st.builds(Dice, st.integers(1, 2), st.integers(1, 5), st.sampled_from([-1, 1])), min_size=1, max_size=3
)


@settings(deadline=None, max_examples=150)
@given(small_dice, small_dice, st.integers(-20, 20))
def test_sums_differences_and_shifts_agree_with_every_throw(
    left: list[Dice], right: list[Dice], shift: int
) -> None:
    one, other = counted(*left), counted(*right)
    pairs = list(product(one.items(), other.items()))
    plus: Counter[int] = Counter()
    minus: Counter[int] = Counter()
    for (a, ways_a), (b, ways_b) in pairs:
        plus[a + b] += ways_a * ways_b
        minus[a - b + shift] += ways_a * ways_b
    assert one + other == distribution.from_ways(plus)
    assert one - other + shift == distribution.from_ways(minus)
    negated = -one
    assert -negated == one
    assert one.map(lambda total: -total) == negated


@settings(deadline=None, max_examples=100)
@given(small_dice, small_dice, st.integers(0, 9))
def test_an_expression_is_the_sum_of_its_parts(left: list[Dice], right: list[Dice], number: int) -> None:
    terms: list[Term] = [Term(1, Sum(tuple(Term(-1, dice) for dice in left)))]
    parts: list[Expression] = [*right, Number(number)]
    terms += [Term(1, part) for part in parts]
    assert distribution.of(Sum(tuple(terms))) == counted(*right) - counted(*left) + number
