"""The end of an evening in Tarua Katoc: points, healing, growth, and what the rules refuse."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace

from tontafel.rules.events import Advanced, Event, Refusal
from tontafel.rules.model import Character, Skill
from tontafel.rules.system import system
from tontafel.rules.tarua.edition import TaruaRules
from tontafel.rules.tarua.evening import Evening, advance
from tontafel.rules.tarua.generate import generate
from tontafel.rules.tarua.history import Healed, PointsGained, Raised, Wounded, cost
from tontafel.rules.tarua.tables import PeopleTable
from tontafel.site.language import Language

SYSTEM = system("tarua")
RULES: TaruaRules = SYSTEM.ruleset(
    "1",
    [
        PeopleTable(
            rows={
                "Flussleute": {
                    "Kraft": 6,
                    "Geschick": 8,
                    "Zähigkeit": 6,
                    "Klugheit": 8,
                    "Instinkt": 8,
                    "D/Evolution": 7,
                    "Zivilisation": 6,
                }
            }
        )
    ],
)
NESSA = Character(
    name="Nessa",
    system="tarua",
    edition="1",
    attributes={"Kraft": 5, "Geschick": 6, "Zähigkeit": 4, "Klugheit": 6, "Instinkt": 7},
    skills=[
        Skill(name="Nahkampf", value=6),
        Skill(name="Bewegung", value=7),
        Skill(name="Ausdruck", value=5),
        Skill(name="Handwerk", value=4),
    ],
    details={"people": "Flussleute", "current": {"Kraft": 3}},
)


def advanced(character: Character, *events: Event, **evening: Any) -> Character:
    after = advance(character, RULES, Evening(events=events, **evening))  # type: ignore[arg-type]
    assert isinstance(after, Advanced), str(after.reason)
    return after.character


def refused(character: Character, *events: Event, **evening: Any) -> str:
    after = advance(character, RULES, Evening(events=events, **evening))  # type: ignore[arg-type]
    assert isinstance(after, Refusal)
    for sentence in (after.reason, after.hint):
        assert sentence
        assert Language("de").say(sentence) != str(sentence)
    return str(after.reason)


def test_an_evening_is_one_entry_with_its_events() -> None:
    after = advance(
        NESSA,
        RULES,
        Evening(
            when="1207-03-02",
            session="Der Steg",
            why="hat den Mund gehalten",
            events=(PointsGained(points=9), Healed(name="Kraft", new=4), Raised(name="Schriften", new=2)),
        ),
        Language("de").say,
    )
    assert isinstance(after, Advanced)
    [row] = after.character.details["history"]
    assert row == {
        "date": "1207-03-02",
        "session": "Der Steg",
        "why": "hat den Mund gehalten",
        "what": "Entwicklungspunkte: 9; Heilung: Kraft von 3 auf 4 (Punkte: 1); "
        "Steigerung: Schriften von 0 auf 2 (Punkte: 3)",
        "events": [
            {"event": "points_gained", "points": 9, "when": "1207-03-02"},
            {"event": "healed", "name": "Kraft", "old": 3, "new": 4, "when": "1207-03-02"},
            {"event": "raised", "name": "Schriften", "old": 0, "new": 2, "when": "1207-03-02"},
        ],
    }
    assert after.character.details["current"] == {"Kraft": 4}
    assert after.character.skills[-1] == Skill(name="Schriften", value=2)
    assert after.events[1] == Healed(
        name="Kraft", old=3, new=4, when="1207-03-02", session="Der Steg", why="hat den Mund gehalten"
    )


def test_the_next_evening_spends_what_the_last_one_left() -> None:
    saved = advanced(NESSA, PointsGained(points=6), Healed(name="Kraft", new=5), when="1207-03-02")
    assert "current" not in saved.details
    later = {"when": "1207-03-09"}
    assert refused(saved, Raised(name="Handwerk", new=5), **later) == (
        "This takes 5 development points; 4 are left."
    )
    raised = advanced(saved, Raised(name="schriften", new=2), **later)
    assert raised.skills[-1] == Skill(name="Schriften", value=2)
    again = PointsGained(points=4), Raised(name="handwerk", new=5)
    assert advanced(raised, *again, when="1207-03-16").skills[3] == Skill(name="Handwerk", value=5)


@pytest.mark.parametrize(
    ("event", "old", "points"),
    [
        (Healed(name="Kraft", new=6), 3, 3),
        (Raised(name="Kraft", new=7), 6, 7),
        (Raised(name="Magie", new=3), 0, 6),
        (Wounded(name="Kraft", new=2), 5, 0),
        (PointsGained(points=4), 0, 0),
    ],
)
def test_what_a_change_costs(event: Any, old: int, points: int) -> None:
    assert cost(event, old) == points


def test_points_on_the_page_are_counted_down() -> None:
    rich = replace(NESSA, details=NESSA.details | {"development_points": 7})
    after = advanced(rich, Healed(name="Kraft", new=5), PointsGained(points=2), Raised(name="Kraft", new=6))
    assert after.attributes["Kraft"] == 6
    assert after.details["development_points"] == 1
    assert refused(rich, Raised(name="Klugheit", new=8)) == "This takes 15 development points; 7 are left."


def test_where_nobody_counts_points_the_table_does() -> None:
    after = advanced(NESSA, Raised(name="Klugheit", new=8))
    assert after.attributes["Klugheit"] == 8
    assert "development_points" not in after.details


def test_a_wound_keeps_the_old_value() -> None:
    after = advanced(NESSA, Wounded(name="Geschick", new=0))
    assert after.attributes["Geschick"] == 6
    assert after.details["current"] == {"Kraft": 3, "Geschick": 0}
    assert SYSTEM.check(after, RULES) == SYSTEM.check(NESSA, RULES)


def test_names_are_spelled_as_on_the_page() -> None:
    odd = replace(
        NESSA,
        attributes={"kraft" if name == "Kraft" else name: value for name, value in NESSA.attributes.items()},
    )
    after = advanced(odd, Healed(name="KRAFT", new=5), Raised(name="KRAFT", new=6))
    assert after.attributes["kraft"] == 6
    assert "current" not in after.details


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (Raised(name="Kraft", new=6), "Kraft is wounded: 3 of 5."),
        (Raised(name="Zähigkeit", new=7), "Zähigkeit can't rise from 4 to 7; 6 is its cap."),
        (Raised(name="Zähigkeit", new=4), "Zähigkeit can't rise from 4 to 4; 6 is its cap."),
        (Raised(name="Bewegung", new=8), "Bewegung can't rise from 7 to 8; 7 is its cap."),
        (Raised(name="Bewegung", old=5, new=7), "Bewegung stands at 7, not at 5."),
        (Raised(name="Kochen", new=1), "There is no attribute or skill “Kochen”."),
        (Healed(name="Kraft", new=6), "Kraft at 3 of 5 can't be healed to 6."),
        (Healed(name="Geschick", new=6), "Geschick at 6 of 6 can't be healed to 6."),
        (Healed(name="Nahkampf", new=6), "There is no attribute “Nahkampf”."),
        (Wounded(name="Kraft", new=3), "Kraft can't fall from 3 to 3."),
        (Wounded(name="Kraft", new=-1), "Kraft can't fall from 3 to -1."),
        (PointsGained(points=0), "Points gained are 1 or more."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_the_rules_do_not_allow(event: Event, reason: str) -> None:
    assert refused(NESSA, event) == reason


def test_one_evening_is_entered_once() -> None:
    after = advanced(NESSA, PointsGained(points=2), when="1207-03-02")
    assert (
        refused(after, PointsGained(points=2), when="1207-03-02")
        == "The evening 1207-03-02 has been entered already."
    )


def test_the_system_takes_an_evening_as_json() -> None:
    assert SYSTEM.advance
    written = {"when": "1207-03-02", "events": [{"event": "healed", "name": "Kraft", "new": 5}]}
    after = SYSTEM.advance(NESSA, RULES, written, str)
    assert isinstance(after, Advanced)
    assert "current" not in after.character.details
    wrong = SYSTEM.advance(NESSA, RULES, {"events": [{"event": "healed"}]}, str)
    assert isinstance(wrong, Refusal)
    assert str(wrong.reason).startswith("This evening can't be understood: ")


RAISES = st.lists(
    st.tuples(st.sampled_from([*RULES.attributes.names, *RULES.skills.names()]), st.integers(1, 10)),
    max_size=6,
)


@settings(deadline=None, max_examples=100)
@given(st.integers(0, 10**6), st.lists(RAISES, max_size=3))
def test_whatever_grows_the_character_stays_legal(seed: int, evenings: list[list[tuple[str, int]]]) -> None:
    character = replace(generate(Random(seed), RULES), kind="pc")
    made = SYSTEM.derive(character, RULES)["points"]
    for number, raises in enumerate(evenings):
        events: list[Any] = [PointsGained(points=30)]
        for name, new in raises:
            trial = advance(character, RULES, Evening(events=(*events, Raised(name=name, new=new))))
            if isinstance(trial, Advanced):
                events.append(Raised(name=name, new=new))
        character = advanced(character, *events, when=f"1207-03-{number + 1:02d}")
    assert SYSTEM.check(character, RULES) == []
    assert SYSTEM.derive(character, RULES)["points"] == made
    assert json.decode(json.encode(character), type=Character) == character
