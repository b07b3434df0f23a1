"""Herakles against lion and bull, replayed from the dice of the seed to exactly its states."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace
from tests.rules.mesopotamien_fights import after, fall

from tontafel.rules import dice as notation
from tontafel.rules.events import Event, replay
from tontafel.rules.mesopotamien.conflict import AnyEvent, Conflict, apply, begin, enter, leave
from tontafel.rules.mesopotamien.conflict.events import (
    Answered,
    Attacked,
    BoxMarked,
    Conceded,
    ConsequenceTaken,
    FreeUsed,
    PointSpent,
    RoundStarted,
    Settled,
    Tried,
)
from tontafel.rules.mesopotamien.dice import FUDGE
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.model import Aspect, Character, Consequence, Skill, Stunt, Track
from tontafel.rules.outcome import Rng
from tontafel.rules.system import system

SYSTEM = system("mesopotamien")
RULES: MesopotamienRules = SYSTEM.ruleset("1", [])


def character(name: str, skills: dict[str, int], **parts: Any) -> Character:
    return Character(
        name=name,
        system="mesopotamien",
        edition="1",
        skills=[Skill(name=skill, value=value) for skill, value in skills.items()],
        **parts,
    )


def boxes(**counts: int) -> list[Track]:
    return [Track(name=name, boxes=[False] * count) for name, count in counts.items()]


HERAKLES = character(
    "Herakles",
    {
        "Ringen": 5,
        "Athletik": 4,
        "Bogen": 4,
        "Akrobatik": 3,
        "Kurzschwert": 3,
        "Entschlossenheit": 2,
        "Rhetorik": 1,
    },
    aspects=[
        Aspect("Sohn der Götter"),
        Aspect("von Hera verfolgt"),
        Aspect("jähzornig"),
        Aspect("übernatürliche Kraft"),
        Aspect("Mörder"),
        Aspect("für den Pfad der Ehre entschieden"),
    ],
    tracks=boxes(Gesundheit=5, Fassung=4, Vermögen=3),
    stunts=[
        Stunt(kind="item", text="Bogen des Apollo", name="Bogen des Apollo"),
        Stunt(kind="substitute", text="Ringen anstelle von Rhetorik", skill="Ringen", replaces="Rhetorik"),
    ],
)
LION = character("Löwe", {"Pranken": 3}, kind="npc")
BULL = character(
    "Stier",
    {"Hörner": 5, "Trampeln": 4, "Kraft": 4, "Ausweichen": 3},
    kind="npc",
    aspects=[Aspect("schweissnass")],
    tracks=boxes(Gesundheit=3),
)
SUN = "die Sonne brennt vom Himmel"


# The worked example


def test_herakles_wrestles_the_lion(scripted: Callable[..., Rng]) -> None:
    table = scripted(1, 1, 1, 0, 0, 1, -1, 0)

    def thrown() -> tuple[int, ...]:
        return notation.roll(FUDGE, table).dice

    herakles = enter(HERAKLES, RULES, "Helden")
    state = begin(RULES, [herakles, enter(LION, RULES, "Ungeheuer")])
    assert herakles.fate_points == 6
    state = after(state, Tried(who="Löwe", skill="Pranken", dice=thrown(), against="Herakles"))
    state = after(state, Answered(who="Herakles", skill="Ringen", dice=thrown()))
    assert state.attempt is not None
    assert state.attempt.answer is not None
    assert (state.attempt.roll.total, state.attempt.answer.total) == (6, 5)
    state = after(state, PointSpent(who="Herakles", aspect="übernatürliche Kraft"), Settled())
    assert state.last is not None
    assert (state.last.total, state.last.against, state.last.degree) == (6, 7, "lose")
    assert str(state.last.why[-1]) == "6 loses to 7 by 1."
    assert state.fighter("Herakles").fate_points == 5


def drawn(state: Conflict, name: str, track: str = "Gesundheit") -> str:
    return "".join("☒" if marked else "□" for marked in state.fighter(name).tracks[track])


def seen(state: Conflict) -> str:
    """What lies on the table, the hit to take, the bull's boxes and Herakles' points."""
    parts = []
    if state.attempt:
        answer = state.attempt.answer
        parts.append(f"{state.attempt.roll.total}:{answer.total if answer else '?'}")
    if state.hit:
        parts.append(f"hit {state.hit.left}")
    return " ".join([*parts, drawn(state, "Stier"), str(state.fighter("Herakles").fate_points)])


#: The faces still to fall: for the whole fight they come from the script below.
FALLS: tuple[int, ...] = ()
SCRIPT = [0, -1, 1, -1, -3, 2, 1, -1, -1, 0, -2, 3]
WRESTLES = Attacked(who="Herakles", skill="Ringen", dice=FALLS, target="Stier")
DODGES = Answered(who="Herakles", skill="Akrobatik", dice=FALLS)
SETTLED = Settled()

#: The seed's three rounds, and what has to be seen after each event.
BULLFIGHT: list[tuple[Any, str]] = [
    (RoundStarted(), "□□□ 5"),
    (WRESTLES, "5:? □□□ 5"),
    (Answered(who="Stier", skill="Ausweichen", dice=FALLS), "5:2 □□□ 5"),
    (SETTLED, "hit 3 □□□ 5"),
    (BoxMarked(who="Stier"), "□□☒ 5"),
    (Attacked(who="Stier", skill="Hörner", dice=FALLS, target="Herakles"), "6:? □□☒ 5"),
    (DODGES, "6:2 □□☒ 5"),
    (PointSpent(who="Herakles", aspect="Sohn der Götter", dice=FALLS), "6:0 □□☒ 4"),
    (PointSpent(who="Herakles", aspect="jähzornig", dice=FALLS), "6:5 □□☒ 3"),
    (PointSpent(who="Herakles", aspect="übernatürliche Kraft"), "6:7 □□☒ 2"),
    (SETTLED, "□□☒ 2"),
    (RoundStarted(), "□□☒ 2"),
    (WRESTLES, "6:? □□☒ 2"),
    (PointSpent(who="Herakles", aspect="die Sonne vom Himmel brennt"), "8:? □□☒ 1"),
    (PointSpent(who="Herakles", aspect="übernatürliche Kraft"), "10:? □□☒ 0"),
    (Answered(who="Stier", skill="Kraft", dice=FALLS), "10:3 □□☒ 0"),
    (SETTLED, "hit 7 □□☒ 0"),
    (ConsequenceTaken(who="Stier", severity="severe", text="die Hörner brechen"), "hit 3 □□☒ 0"),
    (ConsequenceTaken(who="Stier", severity="medium", text="Würgegriff"), "hit 1 □□☒ 0"),
    (BoxMarked(who="Stier"), "☒□☒ 0"),
    (Attacked(who="Stier", skill="Trampeln", dice=FALLS, target="Herakles"), "3:? ☒□☒ 0"),
    (DODGES, "3:3 ☒□☒ 0"),
    (SETTLED, "☒□☒ 0"),
    (RoundStarted(), "☒□☒ 0"),
    (WRESTLES, "3:? ☒□☒ 0"),
    (FreeUsed(who="Herakles", aspect="die Hörner brechen", dice=FALLS), "8:? ☒□☒ 0"),
    (FreeUsed(who="Herakles", aspect="Würgegriff"), "10:? ☒□☒ 0"),
    (Conceded(who="Stier", offer="Gefangenschaft"), "☒□☒ 0"),
]


def bullfight(table: Rng) -> list[tuple[Event, Conflict]]:
    """Every event with the faces that fell, and the state after it."""
    fighters = [enter(HERAKLES, RULES, "Helden", fate_points=5), enter(BULL, RULES, "Ungeheuer")]
    state = begin(RULES, fighters, aspects=[SUN])
    played = []
    for event, _ in BULLFIGHT:
        rolls = getattr(event, "dice", None) == FALLS
        happened = replace(event, dice=notation.roll(FUDGE, table).dice) if rolls else event
        state = after(state, happened)
        played.append((happened, state))
    return played


@pytest.fixture
def fought(scripted: Callable[..., Rng]) -> list[tuple[Event, Conflict]]:
    return bullfight(scripted(*(face for total in SCRIPT for face in fall(total))))


def test_herakles_wrestles_the_bull_step_by_step(fought: list[tuple[Event, Conflict]]) -> None:
    assert [seen(state) for _, state in fought] == [after for _, after in BULLFIGHT]


def test_how_the_fight_with_the_bull_ends(fought: list[tuple[Event, Conflict]]) -> None:
    state = fought[-1][1]
    assert state.over
    assert state.round == 3
    assert (drawn(state, "Herakles"), drawn(state, "Herakles", "Fassung")) == ("□□□□□", "□□□□")
    assert [(one.text, one.bearer, one.free) for one in state.circumstances] == [
        (SUN, "", 0),
        ("die Hörner brechen", "Stier", 0),
        ("Würgegriff", "Stier", 0),
    ]
    taken = leave(BULL, state.fighter("Stier"), RULES, when="2010-05-16")
    assert taken.tracks == [Track(name="Gesundheit", boxes=[True, False, True])]
    assert taken.consequences == [
        Consequence(severity="severe", text="die Hörner brechen", track="Gesundheit", since="2010-05-16"),
        Consequence(severity="medium", text="Würgegriff", track="Gesundheit", since="2010-05-16"),
    ]
    assert leave(HERAKLES, state.fighter("Herakles"), RULES) == replace(HERAKLES, details={"fate_points": 0})


def test_a_fight_replays_from_its_json(fought: list[tuple[Event, Conflict]]) -> None:
    events = [event for event, _ in fought]
    read = json.decode(json.encode(events), type=list[AnyEvent])
    assert read == events
    fighters = [enter(HERAKLES, RULES, "Helden", fate_points=5), enter(BULL, RULES, "Ungeheuer")]
    assert replay(apply, begin(RULES, fighters, aspects=[SUN]), read).states[1:] == tuple(
        state for _, state in fought
    )
