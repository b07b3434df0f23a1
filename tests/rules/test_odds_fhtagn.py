from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import icepool  # type: ignore[import-untyped]
import pytest

from tontafel.rules.fhtagn.dice import (
    EXHAUSTION,
    LUCK,
    Trial,
    attribute,
    opposed,
    resolve,
    roll,
    skill,
    suffices,
    target,
)
from tontafel.rules.fhtagn.odds import odds, opposed_odds
from tontafel.rules.outcome import CannotTryError, Modifier, Rng, ValueRangeError

BONUS, MALUS = Modifier(20), Modifier(-20)


def percents(trial: Trial) -> list[Fraction]:
    return [chance * 100 for chance in odds(trial).values()]


def as_read(die: int, chance: int) -> str:
    """The degree as the book has it, from the two digits on the table."""
    digits = "00" if die == 100 else f"{die:02}"
    success = die <= chance
    if digits == "01" and success:
        return "critical"
    if digits == "00":
        return "fumble"
    if digits[0] == digits[1]:
        return "critical" if success else "fumble"
    return "success" if success else "failure"


def test_worked_chances_at_50_percent() -> None:
    assert percents(skill(50)) == [5, 45, 44, 6]
    assert list(odds(skill(50))) == ["critical", "success", "failure", "fumble"]
    assert [die for die in range(1, 101) if resolve(die, skill(50)).degree == "critical"] == [
        1,
        11,
        22,
        33,
        44,
    ]
    assert [die for die in range(1, 101) if resolve(die, skill(50)).degree == "fumble"] == [
        55,
        66,
        77,
        88,
        99,
        100,
    ]


@pytest.mark.parametrize("value", range(1, 100))
def test_every_die_counts_once(value: int) -> None:
    degrees = Counter(as_read(die, value) for die in range(1, 101))
    assert odds(skill(value)) == {
        degree: Fraction(degrees[degree], 100) for degree in ("critical", "success", "failure", "fumble")
    }
    assert all(resolve(die, skill(value)).degree == as_read(die, value) for die in range(1, 101))


def test_modifiers_add_up_and_the_chance_stays_between_1_and_99() -> None:
    assert target(skill(50, MALUS)).chance == 30
    assert target(skill(50, BONUS, BONUS, MALUS)).chance == 70
    assert target(skill(50, MALUS, EXHAUSTION)).chance == 10
    assert target(skill(30, Modifier(-40))).chance == 1
    assert target(skill(70, Modifier(40))).chance == 99
    assert target(skill(120)).chance == 99
    assert percents(skill(30, Modifier(-40))) == [1, 0, 89, 10]
    assert percents(skill(70, Modifier(40))) == [10, 89, 0, 1]


def test_a_skill_of_0_cannot_be_tried(scripted: Callable[..., Rng]) -> None:
    for trial in (skill(0), skill(0, Modifier(40)), skill(0, willpower=0)):
        with pytest.raises(CannotTryError, match="even be tried"):
            odds(trial)
        with pytest.raises(CannotTryError):
            roll(scripted(), trial)
        with pytest.raises(CannotTryError):
            opposed_odds(skill(50), trial)


def test_an_attribute_is_tested_at_five_times_its_value() -> None:
    assert target(attribute(11)).chance == 55
    assert target(attribute(18)).chance == 90
    assert target(attribute(19, BONUS)).chance == 99


@pytest.mark.parametrize("points", [20, 21, 40])
def test_an_attribute_of_20_fails_only_on_00(points: int) -> None:
    for trial in (
        attribute(points),
        attribute(points, Modifier(-40)),
        attribute(points, EXHAUSTION, willpower=1),
    ):
        assert percents(trial) == [10, 89, 0, 1]
        assert [die for die in range(1, 101) if not resolve(die, trial).success] == [100]


@pytest.mark.parametrize("willpower", [1, 2])
def test_low_willpower_makes_everything_harder(willpower: int) -> None:
    assert target(skill(50, willpower=willpower)).chance == 30
    assert target(attribute(10, MALUS, willpower=willpower)).chance == 10
    assert len(resolve(30, skill(50, BONUS, willpower=willpower)).modifiers) == 2


@pytest.mark.parametrize("willpower", [None, 3, 12])
def test_enough_willpower_changes_nothing(willpower: int | None) -> None:
    assert odds(skill(50, willpower=willpower)) == odds(skill(50))


def test_without_willpower_nothing_succeeds() -> None:
    for trial in (skill(99, BONUS, willpower=0), attribute(25, willpower=0)):
        assert percents(trial) == [0, 0, 90, 10]
        assert resolve(1, trial).degree == "failure"
        assert str(resolve(1, trial).why[0]) == "With 0 willpower points no test can succeed."


def test_luck_is_never_modified() -> None:
    burdened = Trial(value=50, kind="luck", modifiers=(BONUS, EXHAUSTION), willpower=0)
    assert odds(LUCK) == odds(burdened) == odds(skill(50))
    assert resolve(50, burdened).modifiers == ()


def test_values_that_nobody_has_are_refused() -> None:
    with pytest.raises(ValueRangeError, match="not -5"):
        odds(skill(-5))
    with pytest.raises(ValueRangeError, match="Willpower is 0 or more, not -1"):
        odds(skill(50, willpower=-1))
    for die in (0, 101):
        with pytest.raises(ValueRangeError, match="shows 1 to 100"):
            resolve(die, skill(50))


@pytest.mark.parametrize(
    ("die", "degree", "reasons"),
    [
        (1, "critical", ["The chance is 50%.", "01 is always a critical success."]),
        (33, "critical", ["The chance is 50%.", "33 is a double within 50%: a critical success."]),
        (50, "success", ["The chance is 50%.", "50 is within 50%: a success."]),
        (51, "failure", ["The chance is 50%.", "51 is above 50%: a failure."]),
        (55, "fumble", ["The chance is 50%.", "55 is a double above 50%: a fumble."]),
        (100, "fumble", ["The chance is 50%.", "00 counts as 100 and is always a fumble."]),
    ],
)
def test_a_roll_says_why(scripted: Callable[..., Rng], die: int, degree: str, reasons: list[str]) -> None:
    outcome = roll(scripted(die), skill(50))
    assert (outcome.degree, outcome.dice, outcome.chance) == (degree, (die,), 50)
    assert [str(why) for why in outcome.why] == reasons


def test_modified_and_bounded_chances_say_why() -> None:
    assert str(target(skill(50, MALUS)).why) == "50% with modifiers of −20 are a chance of 30%."
    assert str(target(skill(90, BONUS)).why).endswith("a chance of 99%: it stays between 1 and 99%.")
    assert str(target(attribute(20)).why) == "An attribute of 20 fails only on 00."


@pytest.mark.parametrize(
    ("mine", "theirs", "degree"),
    [
        (40, 30, "win"),  # the higher success
        (30, 40, "lose"),
        (7, 61, "win"),  # the only success
        (61, 7, "lose"),
        (33, 40, "win"),  # a critical success beats a plain one
        (40, 1, "lose"),
        (22, 11, "win"),
        (40, 40, "tie"),
        (33, 33, "tie"),
        (51, 99, "tie"),  # two failures, fumbles among them
        (100, 100, "tie"),
    ],
)
def test_opposed_tests(mine: int, theirs: int, degree: str) -> None:
    outcome = opposed(resolve(mine, skill(50)), resolve(theirs, skill(50)))
    assert (outcome.degree, outcome.success, outcome.dice) == (degree, degree == "win", (mine,))


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (skill(50), skill(50)),
        (skill(70), skill(20)),
        (skill(30, MALUS), attribute(20)),
        (skill(60, willpower=0), skill(1)),
        (LUCK, skill(99)),
    ],
)
def test_opposed_odds_count_every_pair_of_dice(mine: Trial, theirs: Trial) -> None:
    wins: Counter[str] = Counter()
    best, other = target(mine).chance, target(theirs).chance
    order = ["critical", "success"]
    for a, b in product(range(1, 101), repeat=2):
        me, you = as_read(a, best), as_read(b, other)
        # Sorted worst first: a failure, then plain successes by their roll, then critical ones.
        keys = [(2 - order.index(d), n) if d in order else (0, 0) for d, n in ((me, a), (you, b))]
        wins["win" if keys[0] > keys[1] else "lose" if keys[0] < keys[1] else "tie"] += 1
    assert opposed_odds(mine, theirs) == {
        degree: Fraction(wins[degree], 10_000) for degree in ("win", "tie", "lose")
    }


def test_opposed_odds_mirror_each_other() -> None:
    one, other = opposed_odds(skill(65), skill(40)), opposed_odds(skill(40), skill(65))
    assert (one["win"], one["tie"], one["lose"]) == (other["lose"], other["tie"], other["win"])
    assert sum(one.values()) == 1


def test_agrees_with_icepool() -> None:
    die = icepool.d(100)
    for value in range(1, 100):
        peer = die.map(lambda face, value=value: as_read(face, value))
        assert odds(skill(value)) == {degree: peer.probability("==", degree) for degree in odds(skill(value))}

    def standing(face: int, value: int) -> int:
        return {"critical": 1000 + face, "success": face}.get(as_read(face, value), 0)

    lead = die.map(lambda face: standing(face, 62)) - die.map(lambda face: standing(face, 35))
    assert opposed_odds(skill(62), skill(35)) == {
        "win": lead.probability(">", 0),
        "tie": lead.probability("==", 0),
        "lose": lead.probability("<", 0),
    }


@pytest.mark.parametrize(
    ("value", "threshold", "related", "success"),
    [
        (60, 60, None, True),
        (40, 60, None, False),
        (40, 60, 40, True),
        (39, 60, 80, False),
        (40, 60, 39, False),
        (40, 61, 90, False),
        (70, 65, 40, True),
        (0, 0, None, False),
        (13, 13, None, True),
    ],
)
def test_without_dice_the_value_decides(
    value: int, threshold: int, related: int | None, success: bool
) -> None:
    outcome = suffices(value, threshold, related)
    assert (outcome.success, outcome.dice) == (success, ())
    assert outcome.degree == ("success" if success else "failure")


def test_two_related_skills_say_so() -> None:
    assert [str(why) for why in suffices(45, 60, 40).why] == [
        "Two related skills at 40% stand for one at 60%.",
        "60 reaches the 60 that are needed.",
    ]
