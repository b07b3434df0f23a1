"""What attacks, hits, aspects and fate points do in a conflict of Der Geist Mesopotamiens."""

from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import replace
from tests.rules.mesopotamien_fights import (
    BARE,
    RULES,
    SECOND,
    SETTLED,
    TRACKS,
    after,
    defends,
    fall,
    hits,
    met,
    refused,
    struck,
)

from tontafel.rules.mesopotamien.conflict import Conflict, begin
from tontafel.rules.mesopotamien.conflict.events import (
    Answered,
    Attacked,
    BoxMarked,
    Compelled,
    Conceded,
    ConsequenceTaken,
    FactAdded,
    FreeUsed,
    Manoeuvred,
    Moved,
    PointSpent,
    RoundStarted,
    TakenOut,
    Tried,
)
from tontafel.rules.model import Consequence
from tontafel.rules.outcome import Modifier


def marks(state: Conflict, who: str = "B") -> dict[str, str]:
    tracks = state.fighter(who).tracks
    return {name: "".join("☒" if marked else "□" for marked in boxes) for name, boxes in tracks.items()}


def takes(severity: Any, text: str = "gebrochener Arm", who: str = "B") -> ConsequenceTaken:
    return ConsequenceTaken(who=who, severity=severity, text=text)


# Attack and defence


def test_zones_between_are_taken_from_the_attack() -> None:
    zones = [("Hof", "Tor"), ("Tor", "Straße")]
    state = met({"zone": "Hof"}, {"zone": "Straße"}, {"zone": "Hof"}, {"zone": "Hof"}, zones=zones)
    far = after(state, Attacked(who="A", skill="Ringen", dice=fall(1), target="B"))
    assert far.attempt is not None
    assert far.attempt.roll.total == 1 + 3 - 2
    near = after(state, Moved(who="A", to="Tor"), Attacked(who="A", skill="Ringen", dice=fall(1), target="B"))
    assert near.attempt is not None
    assert near.attempt.roll.total == 1 + 3 - 1


def test_the_table_may_add_what_it_likes() -> None:
    dark = (Modifier(-1),)
    state = after(met(), Attacked(who="A", skill="Ringen", dice=fall(0), target="B", modifiers=dark))
    assert state.attempt is not None
    assert state.attempt.roll.total == 2


@pytest.mark.parametrize(
    ("margin", "hit", "momentum"), [(1, 1, 0), (0, None, 0), (-2, None, 0), (-3, None, 1), (-5, None, 1)]
)
def test_only_a_higher_attack_hits_and_a_defence_by_three_gives_momentum(
    margin: int, hit: int | None, momentum: int
) -> None:
    state = struck(met(), margin)
    assert (state.hit and state.hit.left) == hit
    assert state.fighter("B").momentum == momentum


def test_momentum_is_for_the_next_action_and_not_for_a_defence() -> None:
    state = after(struck(met(), -3), hits("D", 0, "A"), defends("A", 0), SETTLED, RoundStarted())
    state = after(state, hits("A", 0, "B"), Answered(who="B", skill="Akrobatik", dice=fall(0)))
    assert state.attempt is not None
    assert state.attempt.answer is not None
    assert state.attempt.answer.total == 2
    state = after(state, SETTLED, Attacked(who="B", skill="Ringen", dice=fall(0), target="A"))
    assert state.attempt is not None
    assert state.attempt.roll.total == 4
    assert state.fighter("B").momentum == 0


def test_one_defence_counts_against_all_attacks_of_the_round() -> None:
    state = after(met(), hits("A", 1, "B"), Answered(who="B", skill="Ringen", dice=fall(0)), SETTLED)
    state = after(state, hits("C", 5, "B"))
    assert state.attempt is not None
    assert state.attempt.answer is not None
    assert state.attempt.answer.total == 3
    said, remedy = refused(state, defends("B", 4))
    assert said == "B has rolled; one defence counts against all attacks of the round."
    assert remedy == "Add aspects to that roll, or settle it."
    state = after(state, PointSpent(who="B", aspect="zäh"), SETTLED)
    assert state.hit is None, "the aspect lifts the same roll to 5"
    state = after(state, RoundStarted(), hits("A", 1, "B"))
    assert state.attempt is not None
    assert state.attempt.answer is None, "another round, another roll"


def test_a_defence_once_rolled_does_not_stop_the_own_action() -> None:
    state = after(met(), hits("A", 0, "B"), Answered(who="B", skill="Akrobatik", dice=fall(0)), SETTLED)
    state = after(
        state, Attacked(who="B", skill="Ringen", dice=fall(0), target="A"), defends("A", 9), SETTLED
    )
    state = after(state, hits("C", 3, "B"), SETTLED)
    assert state.hit is not None
    assert state.hit.left == 1


def test_who_answers() -> None:
    state = after(met(), hits("A", 1, "B"))
    assert refused(state, defends("D", 1)) == ("It is B who answers, not D.", "Roll for B.")
    assert refused(met(), defends("B", 1))[0] == "No roll lies on the table."
    assert refused(met(), SETTLED)[0] == "No roll lies on the table."
    state = after(met(), Tried(who="A", skill="Ringen", dice=fall(0), difficulty=2))
    assert refused(state, defends("B", 1))[0] == "The roll of A goes against no opponent."
    assert refused(met(), hits("A", 1, "A"))[0] == "A can't be the opponent of A."


def test_a_test_stands_outside_of_rounds() -> None:
    state = begin(RULES, [BARE, replace(BARE, name="B", side="2")])
    state = after(state, Tried(who="A", skill="Ringen", dice=fall(-1), difficulty=2), SETTLED)
    assert state.last is not None
    assert state.last.degree == "success"
    state = after(state, Tried(who="A", skill="Ringen", dice=fall(0), against="B"), defends("B", 3), SETTLED)
    assert state.last is not None
    assert state.last.degree == "tie"
    assert state.fighter("A").last_skill == ""


@pytest.mark.parametrize("both", [{}, {"difficulty": 1, "against": "B"}])
def test_a_roll_has_one_thing_to_go_against(both: dict[str, Any]) -> None:
    said = "A roll goes against a difficulty or against an opponent."
    assert refused(met(), Tried(who="A", skill="Ringen", dice=fall(0), **both))[0] == said
    assert refused(met(), Manoeuvred(who="A", skill="Ringen", dice=fall(0), text="x", **both))[0] == said


# Hits


@pytest.mark.parametrize(
    ("before", "margin", "marked"),
    [("□□□□", 2, "□☒□□"), ("□☒□□", 2, "□☒☒□"), ("□☒☒□", 2, "□☒☒☒"), ("☒□□□", 1, "☒☒□□"), ("□□□□", 4, "□□□☒")],
)
def test_a_hit_marks_its_box_or_the_next_higher_free_one(before: str, margin: int, marked: str) -> None:
    track = tuple(box == "☒" for box in before)
    state = struck(met({}, {"tracks": {"Gesundheit": track}}), margin)
    assert marks(after(state, BoxMarked(who="B"))) == {"Gesundheit": marked}


def test_lower_boxes_are_no_way_out() -> None:
    state = struck(met({}, {"tracks": {"Gesundheit": (False, False, True)}}), 3)
    said, remedy = refused(state, BoxMarked(who="B"))
    assert said == "B has no free box from 3 on: Gesundheit."
    assert remedy == "Take one of these consequences: milde, mittlere, schwere; or concede."
    assert marks(after(state, takes("mild"), BoxMarked(who="B"))) == {"Gesundheit": "□☒☒"}


def test_the_first_hit_of_a_conflict_marks_both_tracks() -> None:
    state = after(struck(met(), 2), BoxMarked(who="B"))
    assert marks(state) == {"Gesundheit": "□☒□□", "Fassung": "□☒□"}
    state = after(state, RoundStarted(), hits("A", 1, "B", "Fassung"), defends("B", 0), SETTLED)
    assert marks(after(state, BoxMarked(who="B"))) == {"Gesundheit": "□☒□□", "Fassung": "☒☒□"}


def test_a_track_that_is_not_there_is_not_marked() -> None:
    state = struck(met({}, {"tracks": {"Gesundheit": (False,) * 3, "Vermögen": (False,) * 3}}), 1)
    assert marks(after(state, BoxMarked(who="B"))) == {"Gesundheit": "☒□□", "Vermögen": "□□□"}


def test_what_an_attack_can_be_meant_for() -> None:
    state = met({}, {"tracks": TRACKS | {"Vermögen": (False,) * 3}})
    said, remedy = refused(state, hits("A", 1, "B", "Vermögen"))
    assert said == "B can't be hit on the track Vermögen."
    assert remedy == "An attack is meant for Gesundheit, Fassung."
    state = met({}, {"tracks": {"Gesundheit": (False,) * 3}})
    assert refused(state, hits("A", 1, "B", "Fassung"))[1] == "An attack is meant for Gesundheit."
    attempt = after(met(), hits("A", 1, "B", "fassung")).attempt
    assert attempt is not None
    assert attempt.track == "Fassung"


def test_consequences_lower_a_hit_each_once_and_are_noted_to_the_track() -> None:
    state = after(struck(met(), 8, "Fassung"), takes("severe", "die Hörner brechen"), takes("medium"))
    assert state.hit is not None
    assert state.hit.left == 2
    said, remedy = refused(state, takes("medium"))
    assert said == "B bears a consequence “mittlere” already; each is taken once."
    assert remedy == "Take one of these consequences: milde; or concede."
    state = after(state, BoxMarked(who="B"))
    assert marks(state) == {"Gesundheit": "□☒□□", "Fassung": "□☒□"}
    assert [(one.severity, one.track) for one in state.fighter("B").consequences] == [
        ("severe", "Fassung"),
        ("medium", "Fassung"),
    ]


def test_a_consequence_may_be_taken_though_boxes_are_free_and_absorb_it_all() -> None:
    state = after(struck(met(), 2), takes("severe"))
    assert state.hit is None
    assert marks(state) == {"Gesundheit": "□□□□", "Fassung": "□□□"}
    assert refused(state, BoxMarked(who="B"))[0] == "B has no hit to take."


def test_a_consequence_says_what_it_is_and_is_one_that_the_rules_have() -> None:
    state = struck(met(), 2)
    assert refused(state, takes("mild", " "))[0] == "A consequence is an aspect."
    assert refused(state, takes("deadly")) == (
        "These rules have no consequence “deadly”.",
        "The sizes are: milde, mittlere, schwere.",
    )
    assert refused(state, takes("mild", who="A"))[0] == "A has no hit to take."


def test_what_cant_be_absorbed_takes_out() -> None:
    worn = {
        "tracks": {"Gesundheit": (True,) * 3},
        "consequences": (harm("mild"), harm("medium"), harm("severe")),
    }
    state = struck(met({}, worn), 1)
    assert refused(state, BoxMarked(who="B"))[1] == "B is taken out, or concedes."
    state = after(state, TakenOut(who="B"))
    assert state.fighter("B").standing == "out"
    assert state.hit is None
    assert not state.over, "D still stands"


def test_nobody_is_taken_out_who_can_absorb() -> None:
    said = "B can still absorb this hit of 7."
    assert refused(struck(met({}, {"tracks": {"Gesundheit": (True,) * 3}}), 7), TakenOut(who="B"))[0] == said
    hard = struck(met({}, {"tracks": {"Gesundheit": (True,) * 3}}), 8)
    assert after(hard, takes("mild"), takes("medium"), takes("severe"), TakenOut(who="B")).hit is None
    assert refused(met(), TakenOut(who="B"))[0] == "B has no hit to take."


def test_who_has_no_track_at_all_can_only_take_consequences() -> None:
    state = struck(met({}, {"tracks": {}}), 2)
    assert refused(state, BoxMarked(who="B"))[0] == "B has no free box from 2 on: Gesundheit."
    assert after(state, takes("medium")).hit is None


def test_one_concedes_at_any_time() -> None:
    for state in (met(), after(met(), hits("A", 9, "B")), struck(met(), 9), after(met(), hits("B", 9, "A"))):
        conceded = after(state, Conceded(who="B", offer="Lösegeld"))
        assert conceded.fighter("B").standing == "conceded"
        assert conceded.attempt is None
        assert conceded.hit is None
    others = after(met(), hits("A", 9, "B"), Conceded(who="D"))
    assert others.attempt is not None


def harm(severity: Any, text: str = "alte Wunde") -> Consequence:
    return Consequence(severity=severity, text=f"{text} {severity}", track="Gesundheit")


# Aspects


def test_a_consequence_is_free_once_for_the_opponents_of_its_bearer() -> None:
    state = after(struck(met(), 1), takes("mild"), RoundStarted())
    attack = after(state, Attacked(who="C", skill="Ringen", dice=fall(0), target="B"))
    attack = after(attack, FreeUsed(who="C", aspect="Gebrochener Arm"))
    assert attack.attempt is not None
    assert attack.attempt.roll.total == 5
    assert attack.fighter("C").fate_points == 3
    attack = after(
        attack, defends("B", 9), SETTLED, Attacked(who="A", skill="Ringen", dice=fall(0), target="B")
    )
    said, remedy = refused(attack, FreeUsed(who="A", aspect="gebrochener Arm"))
    assert said == "A has no free use of “gebrochener Arm”."
    assert remedy == "Pay a fate point, or use for free: –."
    assert after(attack, PointSpent(who="A", aspect="gebrochener Arm")).fighter("A").fate_points == 2
    own = after(state, hits("D", 0, "A"))
    assert "no free use" in refused(own, FreeUsed(who="D", aspect="gebrochener Arm"))[0]


def test_a_consequence_that_someone_brings_along_is_free_once() -> None:
    state = after(met({}, {"consequences": (harm("mild"),)}), hits("A", 0, "B"))
    assert after(state, FreeUsed(who="A", aspect="alte Wunde mild")).attempt is not None


def test_a_manoeuvre_makes_an_aspect_that_is_free_once_for_its_side() -> None:
    sand = Manoeuvred(
        who="A", skill="Akrobatik", dice=fall(0), text="Sand in den Augen", on="b", difficulty=2
    )
    state = after(met(), sand, SETTLED)
    [made] = state.circumstances
    assert (made.text, made.bearer, made.sides, made.free) == ("Sand in den Augen", "B", ("1",), 1)
    assert refused(state, hits("A", 1, "B"))[0] == "A has already acted in round 1."
    enemy = after(state, hits("D", 0, "A"))
    assert "no free use" in refused(enemy, FreeUsed(who="D", aspect="Sand in den Augen"))[0]
    friend = after(state, hits("C", 0, "B"), FreeUsed(who="C", aspect="Sand in den Augen"))
    assert friend.circumstances[0].free == 0


@pytest.mark.parametrize(("difficulty", "made"), [(2, 1), (3, 0)])
def test_a_manoeuvre_has_to_reach_its_difficulty(difficulty: int, made: int) -> None:
    event = Manoeuvred(who="A", skill="Akrobatik", dice=fall(0), text="Lärm", difficulty=difficulty)
    assert len(after(met(), event, SETTLED).circumstances) == made


@pytest.mark.parametrize(("answer", "made"), [(1, 1), (2, 0), (3, 0)])
def test_a_manoeuvre_against_an_opponent_needs_the_higher_total(answer: int, made: int) -> None:
    event = Manoeuvred(who="A", skill="Akrobatik", dice=fall(0), text="Griff", on="B", against="B")
    state = after(met(), event, defends("B", answer), SETTLED)
    assert len(state.circumstances) == made
    state = after(state, hits("C", 5, "B"))
    assert state.attempt is not None
    assert state.attempt.answer is None, "that roll was no defence"


def test_a_manoeuvre_says_what_it_makes() -> None:
    event = Manoeuvred(who="A", skill="Akrobatik", dice=fall(0), text=" ", difficulty=1)
    assert refused(met(), event)[0] == "A manoeuvre makes an aspect."


@pytest.mark.parametrize("mind_first", [True, False])
def test_who_attacks_fassung_while_others_attack_gesundheit_is_easy_prey(mind_first: bool) -> None:
    attacks = [hits("A", 0, "B", "Fassung"), hits("C", 0, "B", "Gesundheit")]
    first, second = attacks if mind_first else attacks[::-1]
    state = after(met(), first, defends("B", 0), SETTLED)
    assert state.circumstances == ()
    state = after(state, second)
    [prey] = state.circumstances
    assert (prey.text, prey.bearer, prey.sides, prey.free) == ("Gefundenes Fressen", "A", ("2",), 1)
    state = after(state, FreeUsed(who="B", aspect="Gefundenes Fressen"))
    assert state.circumstances[0].free == 0


def test_nobody_is_easy_prey_alone_or_for_another_target() -> None:
    state = after(met(), hits("A", 0, "B", "Fassung"), defends("B", 0), SETTLED)
    assert after(state, hits("C", 0, "D", "Gesundheit")).circumstances == ()
    state = after(state, RoundStarted(), hits("C", 0, "B", "Gesundheit"))
    assert state.circumstances == (), "in another round"


def test_each_aspect_once_a_roll_whether_free_or_paid() -> None:
    state = after(struck(met(), 1), takes("mild"), RoundStarted(), hits("A", 0, "B"))
    state = after(state, FreeUsed(who="A", aspect="gebrochener Arm"), PointSpent(who="A", aspect="flink"))
    for aspect in ("gebrochener Arm", "Flink"):
        said, remedy = refused(state, PointSpent(who="A", aspect=aspect))
        assert said.endswith("has already been used in this roll.")
        assert remedy == "Each aspect counts once a roll; use another one."


def test_an_aspect_is_the_same_in_other_cases_and_another_order() -> None:
    state = met({"aspects": ("die Sonne brennt vom Himmel",)})
    state = after(state, hits("A", 0, "B"), PointSpent(who="A", aspect="die Sonne vom Himmel brennt"))
    assert state.attempt is not None
    assert state.attempt.roll.aspects == ("die Sonne brennt vom Himmel",)


def test_a_point_buys_two_more_or_a_new_roll_on_the_own_roll() -> None:
    state = after(met(), Attacked(who="A", skill="Ringen", dice=fall(-2), target="B"))
    state = after(
        state, PointSpent(who="A", aspect="flink"), PointSpent(who="A", aspect="wild", dice=fall(4))
    )
    assert state.attempt is not None
    assert state.attempt.roll.total == 4 + 3 + 2, "what was added before stays"
    assert state.fighter("A").fate_points == 1
    assert refused(state, PointSpent(who="C", aspect="flink"))[0] == "C has no roll on the table."
    assert refused(state, PointSpent(who="B", aspect="flink"))[0] == "B has no roll on the table."
    assert refused(met(), FreeUsed(who="A", aspect="x"))[0] == "A has no free use of “x”."


def test_without_a_point_there_is_none_to_spend() -> None:
    state = after(met({"fate_points": 0}), hits("A", 0, "B"))
    assert refused(state, PointSpent(who="A", aspect="flink"))[0] == "A has no fate point left."
    assert refused(state, FactAdded(who="A", text="Hier steht ein Karren."))[0] == "A has no fate point left."


# Compels and facts


@pytest.mark.parametrize(
    ("by", "accepted", "points"),
    [("gm", True, 4), ("gm", False, 2), ("player", True, 4), ("player", False, 3)],
)
def test_what_a_compel_pays(by: Any, accepted: bool, points: int) -> None:
    event = Compelled(who="A", by=by, accepted=accepted, aspect="jähzornig")
    assert after(met(), event).fighter("A").fate_points == points


def test_without_a_point_a_compel_cant_be_refused() -> None:
    state = met({"fate_points": 0})
    said = "A has no fate point left and can't refuse."
    assert refused(state, Compelled(who="A", accepted=False)) == (said, "Accept it, and gain a point.")
    assert after(state, Compelled(who="A", accepted=True)).fighter("A").fate_points == 1
    assert after(state, Compelled(who="A", accepted=False, by="player")).fighter("A").fate_points == 0


def test_a_point_for_sitting_out_the_round() -> None:
    zones = [("Hof", "Tor")]
    state = met(*[{"zone": "Hof"}] * 4, zones=zones)
    state = after(state, Compelled(who="A", accepted=True, sits_out=True))
    assert refused(state, hits("A", 1, "B"))[0] == "A has already acted in round 1."
    assert "0 more zones" in refused(state, Moved(who="A", to="Tor"))[0]
    assert after(
        state, hits("B", 1, "A"), defends("A", 1), SETTLED, RoundStarted(), hits("A", 1, "B")
    ).attempt
    moved = after(met(*[{"zone": "Hof"}] * 4, zones=zones), Moved(who="A", to="Tor"))
    said, remedy = refused(moved, Compelled(who="A", accepted=True, sits_out=True))
    assert said == "A has already done something in round 1."
    assert remedy == "Sit out the next round instead."


def test_a_new_fact_costs_a_point_and_needs_the_game_master() -> None:
    state = after(met(), FactAdded(who="A", text=" Hier steht ein Karren. "))
    assert state.facts == ("Hier steht ein Karren.",)
    assert state.fighter("A").fate_points == 2
    denied = FactAdded(who="A", text="Ich bin König", granted=False)
    assert refused(state, denied)[0] == "The game master does not grant “Ich bin König”."
    assert refused(state, FactAdded(who="A", text=" "))[0] == "A new fact has to say something."


# Editions


def test_the_second_edition_absorbs_more() -> None:
    state = after(struck(met(rules=SECOND), 9), takes("severe"), takes("mild"))
    assert state.hit is not None
    assert state.hit.left == 1


def test_a_house_edition_without_figures_for_conflicts_still_plays() -> None:
    rules = replace(RULES, conflict=type(RULES.conflict)(), consequences={})
    state = met({}, {"tracks": {"Hunger": (False, False)}}, rules=rules)
    state = after(struck(state, 1), BoxMarked(who="B"))
    assert marks(state) == {"Hunger": "☒□"}
    assert refused(struck(met(rules=rules), 1), takes("mild"))[1] == "The sizes are: –."


def test_events_are_read_from_json_with_their_severity() -> None:
    event = convert(
        {"event": "consequence_taken", "who": "B", "severity": "mild", "text": "x"}, ConsequenceTaken
    )
    assert event == takes("mild", "x")
