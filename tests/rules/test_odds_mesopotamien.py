from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest

from tontafel.rules.mesopotamien import trial
from tontafel.rules.mesopotamien.dice import (
    DICE,
    FUDGE,
    SIXES,
    Throw,
    UsedAspectError,
    resolve,
    resolve_opposed,
    roll,
    spend,
    throw,
)
from tontafel.rules.mesopotamien.odds import odds, opposed_odds, successes
from tontafel.rules.message import message
from tontafel.rules.options import OptionError
from tontafel.rules.outcome import Modifier, Rng, ValueRangeError

THROWS = {
    "4dF": Counter(sum(faces) for faces in product((-1, 0, 1), repeat=4)),
    "W6-W6": Counter(plus - minus for plus, minus in product(range(1, 7), repeat=2)),
}
KINDS = list(THROWS)


def chances(kind: str) -> dict[int, Fraction]:
    throws = THROWS[kind]
    return {total: Fraction(ways, throws.total()) for total, ways in throws.items()}


@cache
def best_play(
    kind: str, lead: int, points: int, outlasts: bool, wins_at: int = 0
) -> tuple[Fraction, Fraction]:
    """The chances to win and not to lose before the roll, by trying every use of every point.

    `outlasts` says whether a +2 stays when the dice are thrown again: the source does not.
    """

    @cache
    def after(roll: int, bonus: int, left: int) -> tuple[Fraction, Fraction]:
        reached = lead + roll + bonus
        plans = [(Fraction(reached >= wins_at), Fraction(reached >= 0))]
        if left:
            kept = bonus if outlasts else 0
            plans.append(after(roll, bonus + 2, left - 1))
            plans.append(average(kept, left - 1))
        return max(plans)

    @cache
    def average(bonus: int, left: int) -> tuple[Fraction, Fraction]:
        each = [(chance, after(total, bonus, left)) for total, chance in chances(kind).items()]
        won = sum((chance * result[0] for chance, result in each), Fraction(0))
        stood = sum((chance * result[1] for chance, result in each), Fraction(0))
        return won, stood

    return average(0, points)


def test_the_rules_know_two_kinds_of_dice() -> None:
    assert DICE == {"4dF": FUDGE, "W6-W6": SIXES}


def test_worked_chances_without_fate_points() -> None:
    assert odds(5, 4) == {"success": Fraction(22, 27)}
    assert odds(5, 4, dice=SIXES) == {"success": Fraction(26, 36)}
    assert odds(-1, 3) == {"success": Fraction(1, 81)}
    assert odds(0, 5) == {"success": 0}
    assert odds(5, 1) == {"success": 1}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("skill", range(-1, 6))
def test_every_throw_counts_once(kind: str, skill: int) -> None:
    throws = THROWS[kind]
    for difficulty in range(-7, 13):
        reached = sum(ways for total, ways in throws.items() if total + skill >= difficulty)
        assert odds(skill, difficulty, dice=DICE[kind])["success"] == Fraction(reached, throws.total())


def test_one_fate_point_by_hand() -> None:
    # Skill 0 against 3: from 1 up +2 is enough (31 of 81), all else is thrown again for 3 or more (5 of 81).
    assert odds(0, 3, 1)["success"] == Fraction(31, 81) + Fraction(50, 81) * Fraction(5, 81)
    # Against 5, +2 is enough from 3 up; a new throw alone never reaches 5.
    assert odds(0, 5, 1)["success"] == Fraction(5, 81)
    # Against 8 three points reach from 2 up, and all others are thrown again with two points left.
    two = odds(0, 8, 2)["success"]
    assert two == Fraction(1, 81)
    assert odds(0, 8, 3)["success"] == Fraction(15, 81) + Fraction(66, 81) * two


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("outlasts", [True, False])
def test_points_are_spent_as_well_as_the_best_of_all_plans(kind: str, outlasts: bool) -> None:
    for difficulty in range(-6, 13):
        found = successes(0, difficulty, 3, DICE[kind])
        assert found == [best_play(kind, -difficulty, points, outlasts)[0] for points in range(4)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_point_never_hurts_and_difficulty_never_helps(kind: str) -> None:
    table = [successes(2, difficulty, 3, DICE[kind]) for difficulty in range(-4, 13)]
    for row in table:
        assert row == sorted(row)
    for column in zip(*table, strict=True):
        assert list(column) == sorted(column, reverse=True)


def test_fate_points_that_are_held_back_are_as_if_they_were_not_there() -> None:
    assert successes(3, 5, 2) == [odds(3, 5, points)["success"] for points in range(3)]


def _add_or_again(peer: Any, needed: int) -> Callable[[int], Any]:
    return lambda total: total + 2 if total + 2 >= needed else peer


@pytest.mark.parametrize(
    ("kind", "peer"), [("4dF", 4 @ icepool.Die([-1, 0, 1])), ("W6-W6", icepool.d(6) - icepool.d(6))]
)
def test_agrees_with_icepool(kind: str, peer: "icepool.Die[int]") -> None:
    for difficulty in range(-6, 11):
        plain = peer + 3
        assert odds(3, difficulty, dice=DICE[kind])["success"] == plain.probability(">=", difficulty)
        once = peer.map(_add_or_again(peer, difficulty - 3), star=False) + 3
        assert odds(3, difficulty, 1, DICE[kind])["success"] == once.probability(">=", difficulty)
    lead = (peer + 5) - (peer + 3)
    assert opposed_odds(5, 3, dice=DICE[kind]) == {
        "win": lead.probability(">", 0),
        "tie": lead.probability("==", 0),
        "lose": lead.probability("<", 0),
    }


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("skill", "opponent"), [(5, 3), (3, 3), (-1, 5), (0, 12)])
def test_opposed_tests_count_every_pair_of_throws(kind: str, skill: int, opponent: int) -> None:
    pairs: Counter[str] = Counter()
    for (mine, ways), (theirs, others) in product(THROWS[kind].items(), repeat=2):
        lead = mine + skill - theirs - opponent
        pairs["win" if lead > 0 else "tie" if lead == 0 else "lose"] += ways * others
    expected = {degree: Fraction(pairs[degree], pairs.total()) for degree in ("win", "tie", "lose")}
    assert opposed_odds(skill, opponent, dice=DICE[kind]) == expected


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("outlasts", [True, False])
@pytest.mark.parametrize("points", [1, 2, 3])
def test_opposed_points_win_most_often_then_lose_least(kind: str, outlasts: bool, points: int) -> None:
    won = stood = Fraction(0)
    for theirs, chance in chances(kind).items():
        best = best_play(kind, 2 - theirs - 4, points, outlasts, wins_at=1)
        won += chance * best[0]
        stood += chance * best[1]
    assert opposed_odds(2, 4, points, DICE[kind]) == {"win": won, "tie": stood - won, "lose": 1 - stood}


@pytest.mark.parametrize("points", [-1, 101])
def test_absurd_fate_points_are_refused(points: int) -> None:
    with pytest.raises(ValueRangeError, match="Fate points are between 0 and 100"):
        odds(0, 0, points)


# Rolls


def showing(total: int, skill: int) -> Throw:
    return Throw(dice=(total,), skill=skill)


def test_the_lion_is_beaten_by_one_fate_point() -> None:
    lion, herakles = showing(3, 3), showing(0, 5)
    assert resolve_opposed(herakles, lion).degree == "lose"
    outcome = resolve_opposed(spend(herakles, "übernatürliche Kraft"), lion)
    assert (outcome.degree, outcome.total, outcome.against, outcome.margin) == ("win", 7, 6, 1)
    assert outcome.modifiers[0].value == 2
    assert [str(why) for why in outcome.why] == [
        "Dice 0, skill +5 and modifiers +2 make 7.",
        "Dice +3 and skill +3 make 6.",
        "7 beats 6 by 1.",
    ]


def test_the_bull_is_held_off_by_three() -> None:
    bull, herakles = showing(1, 5), showing(-1, 3)
    for aspect, dice in [("Sohn der Götter", (-3,)), ("jähzornig", (2,)), ("übernatürliche Kraft", None)]:
        herakles = spend(herakles, aspect, dice)
    assert herakles.aspects == ("Sohn der Götter", "jähzornig", "übernatürliche Kraft")
    assert resolve_opposed(herakles, bull).margin == 1
    assert resolve_opposed(showing(0, 5), showing(-1, 3)).margin == 3


def test_two_free_aspects_make_ten() -> None:
    herakles = spend(showing(-2, 5), "die Hörner brechen ab", (3,))
    assert spend(herakles, "im Würgegriff").total == 10


def test_equal_totals_help_nobody() -> None:
    outcome = resolve_opposed(showing(0, 3), showing(-1, 4))
    assert (outcome.degree, outcome.success, outcome.margin) == ("tie", False, 0)
    assert str(outcome.why[-1]) == "3 and 3 are equal, which helps nobody."


def test_an_aspect_counts_once_a_roll_however_it_is_spelt() -> None:
    thrown = spend(showing(0, 3), "Übernatürliche Kraft")
    with pytest.raises(UsedAspectError, match="already been used in this roll"):
        spend(thrown, "uebernatürliche kraft", (4,))


def test_a_difficulty_is_reached_not_passed() -> None:
    reached, missed = resolve(showing(-1, 5), 4), resolve(showing(-2, 5), 4)
    assert (reached.degree, reached.success, reached.margin) == ("success", True, 0)
    assert (missed.degree, missed.success, missed.margin) == ("failure", False, -1)
    assert str(reached.why[-1]) == "4 reaches the difficulty 4."
    assert str(missed.why[-1]) == "3 misses the difficulty 4 by 1."


def test_rolls_show_signed_dice_and_their_modifiers(scripted: Callable[..., Rng]) -> None:
    boost = Modifier(1, message("boost"))
    outcome = roll(scripted(1, 0, -1, 1), 3, 5, (boost,))
    assert (outcome.dice, outcome.total, outcome.modifiers) == ((1, 0, -1, 1), 5, (boost,))
    assert throw(scripted(2, 6), 5, dice=SIXES).total == 1
    assert throw(scripted(2, 6), 5, dice=SIXES).dice == (2, -6)


def test_a_difficulty_and_an_opponent_exclude_each_other() -> None:
    with pytest.raises(OptionError, match="not both"):
        trial.odds(skill=5, difficulty=4, against=3)
