from collections.abc import Callable
from fractions import Fraction
from itertools import product

import icepool  # type: ignore[import-untyped]
import pytest

from tontafel.rules.outcome import Rng, ValueRangeError
from tontafel.rules.tarua.dice import resolve, roll
from tontafel.rules.tarua.odds import odds, successes_odds


def percent(number: int) -> Fraction:
    return Fraction(number, 100)


@pytest.mark.parametrize("stage", range(6, 11))
def test_worked_chances_of_a_favourable_stage(stage: int) -> None:
    assert odds(6, 4, stage) == {"success": percent(84), "outstanding": percent(32)}


@pytest.mark.parametrize("stage", range(1, 6))
def test_worked_chances_of_an_unfavourable_stage(stage: int) -> None:
    assert odds(6, 4, stage) == {"success": percent(68), "outstanding": percent(16)}


def test_worked_chances_of_an_attribute_alone() -> None:
    assert odds(6) == {"success": percent(60), "outstanding": 0}


def test_a_skill_of_0_is_no_skill(scripted: Callable[..., Rng]) -> None:
    for stage in (None, *range(1, 11)):
        assert odds(6, 0, stage) == odds(6)
    assert roll(scripted(7), 6, 0, 3).dice == (7,)


@pytest.mark.parametrize("attribute", range(11))
def test_all_pairs_of_dice_in_both_orders(attribute: int) -> None:
    for skill in range(1, 11):
        least: list[int] = []
        most: list[int] = []
        for a, b in product(range(1, 11), repeat=2):
            orders = [(a <= attribute) + (b <= skill), (b <= attribute) + (a <= skill)]
            least.append(min(orders))
            most.append(max(orders))
        for stage, counts in ((5, least), (6, most)):
            assert successes_odds(attribute, skill, stage) == tuple(
                Fraction(counts.count(number), 100) for number in range(3)
            )


@pytest.mark.parametrize("attribute", range(11))
@pytest.mark.parametrize("skill", range(1, 11))
def test_agrees_with_icepool(attribute: int, skill: int) -> None:
    die = icepool.d(10)
    low, high = sorted((attribute, skill))
    throw = icepool.map(lambda a, b: (min(a, b), max(a, b)), die, die)

    def chance(holds: Callable[[int, int], bool]) -> Fraction:
        found: Fraction = throw.map(lambda small, large: int(holds(small, large))).probability("==", 1)
        return found

    assert odds(attribute)["success"] == die.probability("<=", attribute)
    # Dealt well, the smaller die meets the smaller value; dealt badly, the larger one does.
    assert odds(attribute, skill, 10) == {
        "success": chance(lambda small, _: small <= high),
        "outstanding": chance(lambda small, large: small <= low and large <= high),
    }
    assert odds(attribute, skill, 1) == {
        "success": chance(lambda small, large: large <= high or small <= low),
        "outstanding": chance(lambda _, large: large <= low),
    }


def test_10_always_succeeds_and_0_always_fails() -> None:
    assert odds(10) == {"success": 1, "outstanding": 0}
    assert odds(0) == {"success": 0, "outstanding": 0}
    for stage in range(1, 11):
        assert odds(10, 10, stage) == {"success": 1, "outstanding": 1}
        assert odds(10, 3, stage)["success"] == 1
        assert odds(0, 4, stage)["outstanding"] == 0


@pytest.mark.parametrize(
    ("dice", "stage", "degree", "successes"),
    [
        ((6, 5), 6, "success", 1),
        ((3, 6), 6, "outstanding", 2),
        ((3, 6), 5, "success", 1),
        ((5, 7), 5, "failure", 0),
        ((5, 7), 6, "success", 1),
        ((4, 4), 1, "outstanding", 2),
        ((7, 7), 10, "failure", 0),
    ],
)
def test_the_stage_deals_the_dice(dice: tuple[int, int], stage: int, degree: str, successes: int) -> None:
    for thrown in (dice, dice[::-1]):
        outcome = resolve(thrown, 6, 4, stage)
        assert (outcome.degree, outcome.successes) == (degree, successes)
        assert outcome.success is (successes > 0)
        assert outcome.dice == thrown


@pytest.mark.parametrize(
    ("stage", "reasons"),
    [
        (
            5,
            [
                "Stage 5 deals the dice as badly as possible: 7 against attribute 6, 5 against skill 4.",
                "No die succeeds.",
            ],
        ),
        (
            6,
            [
                "Stage 6 deals the dice as well as possible: 5 against attribute 6, 7 against skill 4.",
                "One die succeeds: a success.",
            ],
        ),
    ],
)
def test_the_reason_names_the_deal(scripted: Callable[..., Rng], stage: int, reasons: list[str]) -> None:
    for faces in ((5, 7), (7, 5)):
        outcome = roll(scripted(*faces), 6, 4, stage)
        assert [str(why) for why in outcome.why] == reasons


def test_one_die_against_the_attribute() -> None:
    assert [resolve((die,), 6).degree for die in (1, 6, 7, 10)] == [
        "success",
        "success",
        "failure",
        "failure",
    ]
    assert str(resolve((6,), 6).why[0]) == "6 against attribute 6."


@pytest.mark.parametrize(
    ("attribute", "skill", "stage", "says"),
    [
        (11, 0, None, "An attribute is between 0 and 10, not 11"),
        (-1, 0, None, "An attribute is between 0 and 10, not -1"),
        (5, 11, 3, "A skill is between 0 and 10, not 11"),
        (5, 3, 0, "A stage is between 1 and 10, not 0"),
        (5, 3, 11, "A stage is between 1 and 10, not 11"),
        (5, 3, None, "needs the stage"),
    ],
)
def test_values_that_nobody_has_are_refused(
    scripted: Callable[..., Rng], attribute: int, skill: int, stage: int | None, says: str
) -> None:
    with pytest.raises(ValueRangeError, match=says):
        odds(attribute, skill, stage)
    with pytest.raises(ValueRangeError, match=says):
        roll(scripted(), attribute, skill, stage)


@pytest.mark.parametrize(("dice", "skill"), [((), 0), ((1, 2), 0), ((1,), 4), ((0, 1), 4), ((1, 11), 4)])
def test_the_wrong_dice_are_refused(dice: tuple[int, ...], skill: int) -> None:
    with pytest.raises(ValueRangeError, match=r"takes \d ten-sided dice"):
        resolve(dice, 6, skill, 7)
