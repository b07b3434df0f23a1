"""The end of an evening and of a scenario in FHTAGN: marks, skills that rise, lasting changes, refusals."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace

from tontafel.rules.events import Advanced, Event, Refusal
from tontafel.rules.fhtagn.edition import FhtagnRules
from tontafel.rules.fhtagn.evening import Evening, advance, scenario
from tontafel.rules.fhtagn.generate import generate
from tontafel.rules.fhtagn.history import (
    AttributeChanged,
    DisorderGained,
    Marked,
    Raised,
    ScenarioEnded,
    TrackChanged,
)
from tontafel.rules.model import Character, Skill, Track
from tontafel.rules.system import system
from tontafel.site.language import Language

SYSTEM = system("fhtagn")
RULES: FhtagnRules = SYSTEM.ruleset("1", [])

JELLE = Character(
    name="Jelle",
    system="fhtagn",
    edition="1",
    attributes={"ST": 13, "KO": 12, "GE": 12, "IN": 12, "EN": 12, "CH": 11},
    skills=[
        Skill(name="Suchen", value=50, marked=True),
        Skill(name="Kunst", specialisation="Fotografie", value=40, marked=True),
        Skill(name="Schwimmen", value=60),
        Skill(name="Medizin", value=0),
        Skill(name="Unnatürliches Wissen", value=38, new=True),
    ],
    tracks=[
        Track(name="TP", current=9, maximum=13),
        Track(name="WP", current=12, maximum=12),
        Track(name="STA", current=60, maximum=60),
        Track(name="BG", current=48),
    ],
    details={"disorders": ["Schlafwandeln"]},
)


def advanced(character: Character, *events: Event, **evening: Any) -> Character:
    after = advance(character, RULES, Evening(events=events, **evening))  # type: ignore[arg-type]
    assert isinstance(after, Advanced), str(after.reason)
    return after.character


def refused(character: Character, *events: Event, **evening: Any) -> str:
    after = advance(character, RULES, Evening(events=events, **evening))  # type: ignore[arg-type]
    assert isinstance(after, Refusal)
    sentences = [after.reason, *([after.hint] if after.hint else [])]
    for sentence in sentences:
        assert Language("de").say(sentence) != str(sentence)
    return str(after.reason)


def skill(character: Character, name: str) -> Skill:
    return next(one for one in character.skills if one.name == name)


def track(character: Character, name: str) -> Track:
    return next(one for one in character.tracks if one.name == name)


# The end of a scenario


def test_marked_skills_rise_by_a_die_less_one() -> None:
    ended = ScenarioEnded(dice={"Suchen": 4, "Kunst (Fotografie)": 1})
    after = advance(
        JELLE, RULES, Evening(when="1926-10-30", session="Die Schleuse", events=(ended,)), Language("de").say
    )
    assert isinstance(after, Advanced)
    assert skill(after.character, "Suchen") == Skill(name="Suchen", value=53)
    assert skill(after.character, "Kunst") == Skill(name="Kunst", specialisation="Fotografie", value=40)
    [row] = after.character.details["history"]
    assert (
        row["what"]
        == "Steigerung: Suchen von 50 auf 53 (1W4: 4); Steigerung: Kunst (Fotografie) von 40 auf 40 (1W4: 1)"
    )
    assert row["events"][0] == {
        "event": "raised",
        "name": "Suchen",
        "old": 50,
        "new": 53,
        "die": 4,
        "when": "1926-10-30",
    }
    assert "skill-above" not in {found.code for found in SYSTEM.check(after.character, RULES)}


def test_a_seed_rolls_the_dice(scripted: Callable[..., Any]) -> None:
    assert scenario(JELLE, RULES, scripted(2, 3)) == ScenarioEnded(
        dice={"Suchen": 2, "Kunst (Fotografie)": 3}
    )
    once = advanced(JELLE, ScenarioEnded(), seed=7)
    assert once == advanced(JELLE, ScenarioEnded(), seed=7)
    assert not any(one.marked for one in once.skills)
    assert (
        len({skill(advanced(JELLE, ScenarioEnded(), seed=seed), "Suchen").value for seed in range(40)}) == 4
    )


def test_no_skill_rises_above_the_highest() -> None:
    master = replace(JELLE, skills=[Skill(name="Suchen", value=98, marked=True)])
    assert skill(advanced(master, ScenarioEnded(dice={"Suchen": 4})), "Suchen").value == 99


def test_knowledge_lowers_stability() -> None:
    knowing = replace(
        JELLE,
        skills=[Skill(name="Unnatürliches Wissen", value=38, new=True, marked=True)],
    )
    after = advance(knowing, RULES, Evening(events=(ScenarioEnded(dice={"Unnatürliches Wissen": 4}),)))
    assert isinstance(after, Advanced)
    assert track(after.character, "STA") == Track(name="STA", current=58, maximum=58)
    assert [type(event) for event in after.events] == [Raised, TrackChanged]


def test_a_history_replays() -> None:
    after = advanced(JELLE, Raised(name="kunst (fotografie)", old=40, new=42, die=3))
    assert skill(after, "Kunst") == Skill(name="Kunst", specialisation="Fotografie", value=42)
    assert skill(after, "Suchen").marked


def test_without_marks_a_scenario_just_ends() -> None:
    quiet = replace(JELLE, skills=[])
    assert advanced(quiet, ScenarioEnded()).skills == []


# The rest


def test_a_failed_test_leaves_a_mark() -> None:
    after = advanced(JELLE, Marked(name="schwimmen"), Marked(name="Athletik"))
    assert skill(after, "Schwimmen").marked
    assert skill(after, "Athletik") == Skill(name="Athletik", value=30, marked=True)
    assert after.details["history"][0]["what"] == "Marked: Schwimmen; Marked: Athletik"


def test_a_changed_attribute_moves_maxima_and_never_current_values() -> None:
    after = advanced(JELLE, AttributeChanged(name="KO", new=6), AttributeChanged(name="EN", new=14))
    assert after.attributes["KO"] == 6
    assert track(after, "TP") == Track(name="TP", current=9, maximum=10)
    assert track(after, "WP") == Track(name="WP", current=12, maximum=14)
    assert track(after, "STA") == Track(name="STA", current=60, maximum=70)
    assert track(after, "BG") == track(JELLE, "BG")
    lower = advanced(JELLE, AttributeChanged(name="KO", new=3))
    assert track(lower, "TP") == Track(name="TP", current=9, maximum=8)
    errors = [found.code for found in SYSTEM.check(lower, RULES) if found.severity == "error"]
    assert errors == []


def test_points_of_a_track_and_a_new_breaking_point() -> None:
    after = advanced(JELLE, TrackChanged(name="TP", new=11), TrackChanged(name="BG", new=36))
    assert (track(after, "TP").current, track(after, "BG").current) == (11, 36)
    [row] = after.details["history"]
    assert row["what"] == "Track: TP from 9 to 11; Track: BG from 48 to 36"


def test_a_disorder_is_added() -> None:
    after = advanced(JELLE, DisorderGained(text=" Angst vor Spiegeln "))
    assert after.details["disorders"] == ["Schlafwandeln", "Angst vor Spiegeln"]
    assert advanced(replace(JELLE, details={}), DisorderGained(text="Zittern")).details["disorders"] == [
        "Zittern"
    ]


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (
            ScenarioEnded(),
            "A scenario's end takes one die for each marked skill: Suchen, Kunst (Fotografie).",
        ),
        (
            ScenarioEnded(dice={"Suchen": 1}),
            "A scenario's end takes one die for each marked skill: Suchen, Kunst (Fotografie).",
        ),
        (ScenarioEnded(dice={"Suchen": 5, "Kunst (Fotografie)": 1}), "This die shows 1 to 4, not 5."),
        (Marked(name="Suchen"), "Suchen is marked already."),
        (Marked(name="Medizin"), "Medizin at 0 can't be tried, so no test of it has failed."),
        (Marked(name="Forensik"), "Forensik at 0 can't be tried, so no test of it has failed."),
        (Marked(name="Kochen"), "There is no skill “Kochen”."),
        (AttributeChanged(name="MU", new=3), "There is no attribute “MU”."),
        (AttributeChanged(name="ST", new=19), "ST can't go from 13 to 19."),
        (AttributeChanged(name="ST", old=12, new=11), "ST stands at 13, not at 12."),
        (TrackChanged(name="TP", new=14), "TP can't go from 9 to 14."),
        (TrackChanged(name="TP", new=-1), "TP can't go from 9 to -1."),
        (TrackChanged(name="Mut", new=1), "Jelle has no track “Mut”."),
        (
            DisorderGained(text="schlafwandeln"),
            "The disorder “schlafwandeln” is there already, or says nothing.",
        ),
        (Raised(name="Suchen", new=53, die=3), "Suchen can't go from 50 to 53."),
        (Raised(name="Suchen", old=49, new=51, die=3), "Suchen stands at 50, not at 49."),
        (Raised(name="Suchen", new=52), "Nothing says by which die Suchen rises."),
        (Raised(name="Schwimmen", new=62, die=3), "Schwimmen is not marked."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_the_rules_do_not_allow(event: Event, reason: str) -> None:
    assert refused(JELLE, event) == reason


def test_one_evening_is_entered_once() -> None:
    after = advanced(JELLE, Marked(name="Schwimmen"), when="1926-10-30")
    assert refused(after, Marked(name="Athletik"), when="30. 10. 1926") == (
        "The evening 30. 10. 1926 has been entered already."
    )


def test_the_system_takes_an_evening_as_json() -> None:
    assert SYSTEM.advance
    after = SYSTEM.advance(
        JELLE, RULES, {"when": "1926-10-30", "events": [{"event": "scenario_ended"}], "seed": 3}, str
    )
    assert isinstance(after, Advanced)
    assert not any(one.marked for one in after.character.skills)
    assert isinstance(SYSTEM.advance(JELLE, RULES, {"events": "none"}, str), Refusal)


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 10**6), st.integers(1, 4), st.randoms(use_true_random=False))
def test_however_often_skills_rise_the_character_stays_legal(seed: int, scenarios: int, rng: Any) -> None:
    character = replace(generate(Random(seed), RULES), kind="pc")
    for number in range(scenarios):
        marks = [Marked(name=one.name) for one in character.skills if one.specialisation is None][
            : rng.randint(0, 5)
        ]
        ended = ScenarioEnded()
        character = advanced(character, *marks, ended, seed=seed + number, when=f"1926-11-{number + 1:02d}")
    assert SYSTEM.check(character, RULES) == []
    assert json.decode(json.encode(character), type=Character) == character
