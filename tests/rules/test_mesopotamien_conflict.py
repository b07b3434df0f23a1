"""Conflicts of Der Geist Mesopotamiens, rule by rule and refusal by refusal."""

import random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules import mesopotamien_fights as fights
from tests.rules.mesopotamien_fights import BARE, RULES, SETTLED, TRACKS, after, defends, fall, hits

from tontafel.rules import dice as notation
from tontafel.rules.events import Event, Illegal
from tontafel.rules.mesopotamien.conflict import Conflict, begin
from tontafel.rules.mesopotamien.conflict.events import (
    Answered,
    Attacked,
    BoxMarked,
    Conceded,
    Hurried,
    Manoeuvred,
    Moved,
    PointSpent,
    RoundStarted,
    Tried,
)
from tontafel.rules.mesopotamien.dice import FUDGE, SIXES, faces, possible


def refused(state: Conflict, event: Event) -> str:
    return fights.refused(state, event)[0]


# Rounds and actions


def met(*changes: dict[str, Any], started: bool = True, **setting: Any) -> Conflict:
    """A and B on two sides, C beside A, each with the changes given; the first round has begun."""
    own = [*changes, {}, {}, {}]
    fighters = [
        replace(BARE, **({"tracks": TRACKS, "fate_points": 3} | {"name": name, "side": side} | change))
        for (name, side), change in zip([("A", "1"), ("B", "2"), ("C", "1")], own, strict=False)
    ]
    state = begin(RULES, fighters, **setting)
    return after(state, RoundStarted()) if started else state


def test_nothing_is_done_before_the_first_round() -> None:
    state = met(started=False)
    assert refused(state, hits("A", 3, "B")) == "No round has begun."
    assert refused(state, Moved(who="A", to="Hof")) == "No round has begun."


def test_one_action_a_round() -> None:
    state = after(met(), hits("A", 0, "B"), defends("B", 0), SETTLED)
    assert refused(state, hits("A", 3, "B")) == "A has already acted in round 1."
    assert after(state, RoundStarted(), hits("A", 3, "B")).attempt is not None


def test_nothing_begins_while_a_roll_or_a_hit_is_open() -> None:
    state = after(met(), hits("A", 3, "B"))
    for event in (
        hits("B", 3, "A"),
        RoundStarted(),
        Tried(who="B", skill="Ringen", dice=fall(0), difficulty=0),
    ):
        assert refused(state, event) == "The roll of A is not settled yet."
    assert refused(state, SETTLED) == "B has not answered A yet."
    state = after(state, defends("B", 0), SETTLED)
    assert refused(state, RoundStarted()) == "B has yet to take a hit of 3."


def test_nobody_uses_a_skill_twice_in_a_row() -> None:
    state = after(met(), Attacked(who="A", skill="Ringen", dice=fall(0), target="B"))
    state = after(state, Answered(who="B", skill="ringen", dice=fall(0)), SETTLED)
    said = "B has just used Ringen; nobody uses a skill twice in a row."
    assert refused(state, Attacked(who="B", skill="Ringen", dice=fall(0), target="A")) == said
    assert refused(state, Manoeuvred(who="B", skill="Ringen", dice=fall(0), text="x", difficulty=1)) == said
    state = after(state, RoundStarted())
    assert refused(state, Attacked(who="B", skill="Ringen", dice=fall(0), target="A")) == said
    state = after(state, Attacked(who="B", skill="Rhetorik", dice=fall(0), target="A"), defends("A", 0))
    assert after(state, SETTLED, BoxMarked(who="A")).fighter("B").last_skill == "Rhetorik"


def test_a_skill_that_one_lacks_counts_as_unlisted_and_a_slip_is_pointed_out() -> None:
    state = after(met(), Attacked(who="A", skill="Reiten", dice=fall(1), target="B"))
    assert state.attempt is not None
    assert state.attempt.roll.total == 0
    attack = Attacked(who="A", skill="Rinken", dice=fall(1), target="B")
    assert refused(met(), attack) == "A has no skill “Rinken”."
    muse = met({"skills": {"Muse (Leier)": 2}})
    muse = after(muse, Attacked(who="A", skill="Muse", dice=fall(0), target="B"))
    assert muse.fighter("A").last_skill == "Muse (Leier)"


def test_dice_that_no_rules_know() -> None:
    for wrong in ((2, 0, 0, 0), (0, 0, 0), (6, 1), (7, -1), ()):
        attack = Attacked(who="A", skill="Ringen", dice=wrong, target="B")
        assert refused(met(), attack).startswith("No dice of these rules show ")
        spend = PointSpent(who="A", aspect="x", dice=wrong)
        assert refused(after(met(), hits("A", 3, "B")), spend).startswith("No dice")
    assert after(met(), Attacked(who="A", skill="Ringen", dice=(6, -1), target="B")).attempt is not None
    assert refused(met(), Attacked(who="A", skill="", dice=(1, 2), target="B")) == (
        "A roll without a skill is one number, the total."
    )


@pytest.mark.parametrize("total", range(-5, 6))
def test_faces_for_a_total(total: int) -> None:
    found = fall(total)
    assert sum(found) == total
    assert possible(found)
    assert faces(6) is None


@pytest.mark.parametrize("dice", [FUDGE, SIXES])
def test_what_the_dice_show_is_possible(dice: notation.Expression) -> None:
    rng = random.Random(7)
    assert all(possible(notation.roll(dice, rng).dice) for _ in range(200))


def test_unknown_and_absent_fighters() -> None:
    assert refused(met(), hits("Herkules", 3, "B")) == "Nobody here is called “Herkules”."
    state = after(
        met(),
        Conceded(who="B"),
    )
    assert refused(state, hits("A", 3, "B")) == "B is out of this conflict."
    assert refused(state, Conceded(who="B")) == "B is out of this conflict."
    assert after(met(), hits("a", 3, "b")).attempt is not None, "case does not count"


def test_a_round_does_not_begin_when_the_conflict_is_over() -> None:
    assert refused(after(met(), Conceded(who="B")), RoundStarted()) == "This conflict is over."


# Movement

MAP = [("Hof", "Tor"), ("Tor", "Straße"), ("Straße", "Fluss"), ("Insel", "Klippe")]
YARD = {"zone": "Hof"}


def test_one_zone_a_round_beside_the_action() -> None:
    state = after(met(YARD, YARD, YARD, zones=MAP), Moved(who="A", to="tor"))
    assert state.fighter("A").zone == "Tor"
    assert refused(state, Moved(who="A", to="Straße")) == (
        "A may move 0 more zones in this round; Straße is 1 away."
    )
    state = after(
        state, hits("A", 0, "B"), defends("B", 0), SETTLED, RoundStarted(), Moved(who="A", to="Straße")
    )
    assert state.fighter("A").zone == "Straße"


def test_two_zones_are_too_far_without_the_action() -> None:
    said = "A may move 1 more zones in this round; Straße is 2 away."
    assert refused(met(YARD, YARD, YARD, zones=MAP), Moved(who="A", to="Straße")) == said


@pytest.mark.parametrize(("total", "reach"), [(0, 2), (-4, 0), (-2, 0), (-1, 1)])
def test_the_action_move_adds_zones_by_akrobatik_and_never_takes_any(total: int, reach: int) -> None:
    state = met(YARD, YARD, YARD, zones=MAP)
    state = after(state, Hurried(who="A", skill="Akrobatik", dice=fall(total)), SETTLED)
    assert state.fighter("A").reach == reach
    zones = ["Tor", "Straße", "Fluss"]
    assert after(state, Moved(who="A", to=zones[reach])).fighter("A").zone == zones[reach]
    if reach < 2:
        assert "away" in refused(state, Moved(who="A", to=zones[reach + 1]))
    assert refused(state, hits("A", 1, "B")) == "A has already acted in round 1."


def test_moving_further_takes_akrobatik_and_aspects_help() -> None:
    state = met(YARD, YARD, YARD, zones=MAP)
    wrong = Hurried(who="A", skill="Ringen", dice=fall(0))
    assert refused(state, wrong) == "Whoever moves further rolls Akrobatik."
    state = after(
        state, Hurried(who="A", skill="Akrobatik", dice=fall(-2)), PointSpent(who="A", aspect="flink")
    )
    assert after(state, SETTLED).fighter("A").reach == 2


def test_without_a_map_nobody_counts_zones() -> None:
    for event in (Moved(who="A", to="Tor"), Hurried(who="A", skill="Akrobatik", dice=fall(0))):
        assert refused(met(), event) == "There is no map here."


def test_zones_that_are_not_there_or_not_to_be_reached() -> None:
    state = met(YARD, {"zone": "Insel"}, YARD, zones=MAP)
    assert refused(state, Moved(who="A", to="Turm")) == "There is no zone “Turm”."
    assert refused(state, Moved(who="A", to="Insel")) == "No way leads from Hof to Insel."
    assert refused(state, hits("A", 1, "B")) == "No way leads from Hof to Insel."
    with pytest.raises(Illegal, match="There is no zone “Turm”"):
        met(YARD, {"zone": "Turm"}, YARD, zones=MAP)


def dodging(before: bool) -> Conflict:
    """A has dodged B's attack with Akrobatik, before or after the own action of the round."""
    state = met(YARD, YARD, YARD, zones=MAP)
    own = [hits("A", 0, "C"), defends("C", 0), SETTLED]
    dodge = [hits("B", 0, "A"), Answered(who="A", skill="Akrobatik", dice=fall(0)), SETTLED]
    return after(state, *(dodge if before else [*own, *dodge]))


def test_who_dodges_with_akrobatik_moves_one_zone_at_most_next_time() -> None:
    said = "A dodged with Akrobatik and moves 1 zone at most next time."
    state = dodging(before=True)
    assert refused(state, Moved(who="A", to="Straße")) == said
    state = after(state, Moved(who="A", to="Tor"), RoundStarted())
    assert state.fighter("A").slowed == 1, "it counted for the round of the dodge"

    state = after(dodging(before=False), RoundStarted())
    hurry = Hurried(who="A", skill="Akrobatik", dice=fall(0))
    assert "twice in a row" in refused(state, hurry)
    state = after(state, hits("B", -9, "A"), Answered(who="A", skill="Ringen", dice=fall(0)), SETTLED)
    assert refused(state, hurry) == said, "another skill between does not make it faster"
    assert refused(state, Moved(who="A", to="Straße")) == said
    state = after(
        state, Moved(who="A", to="Tor"), RoundStarted(), Hurried(who="A", skill="Akrobatik", dice=fall(0))
    )
    assert after(state, SETTLED, Moved(who="A", to="Fluss")).fighter("A").zone == "Fluss"
