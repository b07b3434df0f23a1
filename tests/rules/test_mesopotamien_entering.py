"""Stunts in a conflict of Der Geist Mesopotamiens, and how characters enter and leave one."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.rules.mesopotamien_fights import (
    BARE,
    RULES,
    SETTLED,
    after,
    fall,
    met,
    refused,
)

from tontafel.rules.events import Illegal
from tontafel.rules.mesopotamien.conflict import begin, enter, leave
from tontafel.rules.mesopotamien.conflict.events import (
    Answered,
    Attacked,
    BoxMarked,
    ConsequenceTaken,
    RoundStarted,
)
from tontafel.rules.model import Aspect, Character, Consequence, Skill, Stunt, Track

# Stunts

SWORD = Stunt(kind="artifact", text="Schwert des Apollo, leuchtet", name="Schwert des Apollo")
GAZE = Stunt(kind="substitute", text="Ringen statt Rhetorik", skill="Ringen", replaces="Rhetorik")
PILOT = Stunt(kind="substitute_for_others", text="Steuermann, mit Gebrüll", skill="Steuermann")
WHISPER = Stunt(kind="bonus_for_others", text="Mystik, flüstert vor", skill="Mystik")
CLIMBER = Stunt(kind="talent", text="klettert ohne Hände")
STEERS = {"stunts": (PILOT, WHISPER), "skills": {"Steuermann": 5, "Mystik": 3}}


@pytest.mark.parametrize(
    ("skill", "stunt", "full", "total", "points"),
    [
        ("Akrobatik", "Schwert des Apollo", False, 3, 3),
        ("Ringen", "Ringen statt Rhetorik", False, 3, 3),
        ("Ringen", "Ringen statt Rhetorik", True, 5, 2),
        ("Steuermann", "Steuermann", False, 3, 3),
        ("Rhetorik", "Mystik", False, 2, 3),
    ],
)
def test_what_a_stunt_does_for_a_roll(skill: str, stunt: str, full: bool, total: int, points: int) -> None:
    own = {"skills": {"Ringen": 5, "Akrobatik": 2, "Rhetorik": 1}, "stunts": (SWORD, GAZE, CLIMBER)}
    event = Attacked(who="A", skill=skill, dice=fall(0), target="B", stunt=stunt, full=full)
    state = after(met(own, {}, STEERS), event)
    assert state.attempt is not None
    assert state.attempt.roll.total == total
    assert state.fighter("A").fate_points == points


@pytest.mark.parametrize(
    ("skill", "stunt", "said"),
    [
        ("Ringen", "Mütze", "A has no stunt “Mütze” to use."),
        ("Ringen", "klettert ohne Hände", "“klettert ohne Hände” changes no roll."),
        ("Akrobatik", "Ringen statt Rhetorik", "“Ringen statt Rhetorik” is for rolls of Ringen."),
        ("Ringen", "Steuermann", "“Steuermann, mit Gebrüll” is for rolls of Steuermann."),
    ],
)
def test_what_a_stunt_does_not(skill: str, stunt: str, said: str) -> None:
    state = met({"stunts": (GAZE, CLIMBER)}, {}, STEERS)
    assert refused(state, Attacked(who="A", skill=skill, dice=fall(0), target="B", stunt=stunt))[0] == said


def test_stunts_for_others_are_not_for_oneself_nor_for_opponents() -> None:
    attack = Attacked(who="C", skill="Steuermann", dice=fall(0), target="B", stunt="Steuermann")
    assert refused(met({}, {}, STEERS), attack)[0] == "C has no stunt “Steuermann” to use."
    attack = Attacked(who="B", skill="Steuermann", dice=fall(0), target="A", stunt="Steuermann")
    assert refused(met({}, {}, STEERS), attack)[0] == "B has no stunt “Steuermann” to use."


def test_the_full_value_takes_a_point() -> None:
    poor = met({"stunts": (GAZE,), "fate_points": 0})
    attack = Attacked(
        who="A", skill="Ringen", dice=fall(0), target="B", stunt="Ringen statt Rhetorik", full=True
    )
    assert refused(poor, attack) == (
        "A has no fate point left for “Ringen statt Rhetorik”.",
        "Without a fate point the skill counts less.",
    )


# Entering and leaving


def someone(**parts: Any) -> Character:
    usual: dict[str, Any] = {
        "name": "Kydon",
        "system": "mesopotamien",
        "edition": "1",
        "aspects": [Aspect("singt bei Sturm"), Aspect("verstauchter Knöchel")],
        "skills": [
            Skill(name="Atletik", value=3),
            Skill(name="Muse", value=2, specialisation="Leier"),
            Skill(name="Muse", value=1, specialisation="Leier"),
            Skill(name="Mystik", value=None),
        ],
        "consequences": [Consequence(severity="mild", text="verstauchter Knöchel", track="Gesundheit")],
    }
    return Character(**(usual | parts))


def test_how_a_character_enters() -> None:
    fighter = enter(someone(), RULES, "Helden", zone="Deck")
    assert fighter.skills == {"Athletik": 3, "Muse (Leier)": 2}
    assert fighter.aspects == ("singt bei Sturm",), "the consequence is in play on its own"
    assert fighter.tracks == {
        "Gesundheit": (False,) * 5,
        "Fassung": (False,) * 3,
        "Vermögen": (False,) * 3,
    }
    assert (fighter.fate_points, fighter.zone, fighter.unlisted) == (1, "Deck", -1)
    assert enter(someone(kind="npc"), RULES, "").fate_points == 0
    assert enter(someone(kind="npc"), RULES, "").tracks == {}
    assert enter(someone(details={"fate_points": 4}), RULES, "").fate_points == 4
    assert enter(someone(details={"fate_points": 4}), RULES, "", fate_points=2).fate_points == 2


def test_a_track_that_is_a_number_becomes_boxes_and_a_number_again() -> None:
    counted = someone(tracks=[Track(name="Gesundheit", current=3, maximum=5)])
    fighter = enter(counted, RULES, "")
    assert fighter.tracks == {"Gesundheit": (True, True, False, False, False)}
    left = leave(counted, replace(fighter, tracks={"Gesundheit": (True,) * 3 + (False,) * 2}), RULES)
    assert left.tracks == [Track(name="Gesundheit", current=2, maximum=5)]


def test_who_leaves_takes_marks_points_and_new_consequences_along() -> None:
    entering = someone(details={"origin": "Kreta"})
    state = after(
        begin(RULES, [enter(entering, RULES, "1"), replace(BARE, name="A", side="2")]),
        RoundStarted(),
        Attacked(who="A", skill="", dice=(3,), target="Kydon"),
        Answered(who="Kydon", skill="", dice=(0,)),
        SETTLED,
        ConsequenceTaken(who="Kydon", severity="medium", text="Kopf verloren"),
        BoxMarked(who="Kydon"),
    )
    left = leave(entering, state.fighter("Kydon"), RULES, when="2016-09-18")
    assert [(track.name, track.boxes) for track in left.tracks] == [
        ("Gesundheit", [True, False, False, False, False]),
        ("Fassung", [True, False, False]),
        ("Vermögen", [False] * 3),
    ]
    assert left.consequences[0] == entering.consequences[0]
    assert left.consequences[1] == Consequence(
        severity="medium", text="Kopf verloren", track="Gesundheit", since="2016-09-18"
    )
    assert left.details == {"origin": "Kreta", "fate_points": 1}
    npc = someone(kind="npc")
    assert leave(npc, enter(npc, RULES, ""), RULES) == npc


def test_two_of_one_name_are_numbered() -> None:
    with pytest.raises(Illegal, match="Two fighters are called “a”"):
        begin(RULES, [BARE, replace(BARE, name="a")])
