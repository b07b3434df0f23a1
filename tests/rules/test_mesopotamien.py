"""Herakles and the bull of seed 000, the editions' figures, a campaign's own, and random characters."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, json
from msgspec.structs import replace
from tests.rules.mesopotamien_heroes import HERAKLES

from tontafel.rules.mesopotamien.edition import MesopotamienRules, house_rules
from tontafel.rules.model import Aspect, Character, Skill, Stunt, Track
from tontafel.rules.system import UnknownEdition, system
from tontafel.rules.tables import BoxTable, Ladder, Limits, SkillEntry, SkillGroup, SkillTable, TrackTable

SYSTEM = system("mesopotamien")
FIRST: MesopotamienRules = SYSTEM.ruleset("1", [])
SECOND: MesopotamienRules = SYSTEM.ruleset("2", [])
BULL = Character(
    name="Stier",
    system="mesopotamien",
    edition="1",
    kind="npc",
    aspects=[Aspect("schweissnass")],
    skills=[
        Skill(name=name, value=value)
        for name, value in {"Hörner": 5, "Trampeln": 4, "Kraft": 4, "Ausweichen": 3}.items()
    ],
    tracks=[Track(name="Gesundheit", boxes=[False, False, False])],
)


def codes(character: Character, rules: MesopotamienRules = FIRST) -> list[str]:
    return [diagnostic.code for diagnostic in SYSTEM.check(character, rules)]


def texts(character: Character, rules: MesopotamienRules) -> str:
    return "\n".join(str(diagnostic.message) for diagnostic in SYSTEM.check(character, rules))


# The seed's characters


def test_herakles_has_two_open_slots_and_no_faults() -> None:
    [diagnostic] = SYSTEM.check(HERAKLES, FIRST)
    assert (diagnostic.code, diagnostic.severity) == ("skill-row-open", "note")
    assert diagnostic.where == ("open_slots", "1")
    assert str(diagnostic.message) == "Row 1 has room for 2 more of 5 (Der Geist Mesopotamiens 1)."


def test_what_follows_for_herakles() -> None:
    derived = SYSTEM.derive(HERAKLES, FIRST)
    assert derived["refresh"] == 6
    assert derived["boxes"] == {"Gesundheit": 5, "Fassung": 4, "Vermögen": 3}
    assert derived["open_slots"] == {"1": 2}
    assert list(derived["skills"])[:2] == ["Ringen", "Athletik"]
    assert [derived["skills"][name] for name in ("Ringen", "Keule", "Muse", "Mittel", "Reiten")] == [
        5,
        3,
        2,
        -1,
        -1,
    ]
    assert len(derived["skills"]) == 24
    assert json.decode(json.encode(derived)) == derived


def test_herakles_at_the_end_of_the_evening() -> None:
    swapped = {"Mystik": 2, "Muse": 1}
    history = [
        {"event": "aspect_added", "text": "vergiftete Pfeile"},
        {"event": "skills_swapped", "skills": ["Mystik", "Muse"]},
    ]
    later = replace(
        HERAKLES,
        aspects=[*HERAKLES.aspects, Aspect("vergiftete Pfeile")],
        skills=[replace(skill, value=swapped.get(skill.name, skill.value)) for skill in HERAKLES.skills],
        details={"history": history},
    )
    assert codes(later) == ["skill-row-open"]
    assert SYSTEM.derive(later, FIRST)["refresh"] == 7


def test_the_bull_is_judged_by_notes_about_unlisted_skills_alone() -> None:
    diagnostics = SYSTEM.check(BULL, FIRST)
    assert {(each.code, each.severity) for each in diagnostics} == {("skill-unknown", "note")}
    assert SYSTEM.derive(BULL, FIRST)["open_slots"] == {}


def test_boxes_of_an_npc_are_those_of_the_tracks_on_its_page() -> None:
    assert SYSTEM.derive(BULL, FIRST)["boxes"] == {"Gesundheit": 3}
    talker = replace(BULL, tracks=[Track(name="Fasung", boxes=[False] * 3), Track(name="Mut", boxes=[])])
    assert SYSTEM.derive(talker, FIRST)["boxes"] == {"Fassung": 3}
    assert SYSTEM.derive(replace(BULL, tracks=[]), FIRST)["boxes"] == {}
    assert len(SYSTEM.derive(replace(BULL, tracks=[], kind="pc"), FIRST)["boxes"]) == 3


def test_a_track_may_be_a_number_against_a_maximum() -> None:
    counted = Track(name="Gesundheit", current=2, maximum=4)
    character = replace(HERAKLES, tracks=[counted, *HERAKLES.tracks[1:]])
    assert "track-boxes" in codes(character)
    assert "track-boxes" not in codes(replace(character, tracks=[Track(name="Gesundheit", boxes=UNSET)]))


def test_the_remedy_for_a_track_keeps_its_marks() -> None:
    marked = Track(name="Gesundheit", boxes=[False, True, False, True])
    hints = [
        each.hint for each in SYSTEM.check(replace(HERAKLES, tracks=[marked, *HERAKLES.tracks[1:]]), FIRST)
    ]
    assert "Write □☒□☒□, or mend the skill." in map(str, hints)


def test_a_slot_said_open_on_a_row_that_is_none() -> None:
    assert "skill-slots-otherwise" in codes(replace(HERAKLES, open_slots={"1": 2, "oben": 1}))


# Editions


def test_a_character_without_skills_is_told_so_once() -> None:
    assert codes(Character(name="Öz", system="mesopotamien", edition="1")).count("skill-row-open") == 1
    beginner = Character(
        name="Öz", system="mesopotamien", edition="1", skills=[Skill(name="Ringen", value=5)]
    )
    assert codes(beginner).count("skill-row-open") == 4


def test_the_figures_of_the_first_edition() -> None:
    assert FIRST.ladder == {5: 1, 4: 2, 3: 3, 2: 4, 1: 5}
    assert FIRST.unlisted == -1
    assert [FIRST.boxes_at(value) for value in (-2, -1, 1, 2, 3, 4, 5, 6)] == [3, 3, 4, 4, 5, 5, 6, 6]
    assert [FIRST.refresh.points(count) for count in (0, 6, 10, 11)] == [0, 6, 10, 10]
    assert {name: harm.absorbs for name, harm in FIRST.consequences.items()} == {
        "mild": 1,
        "medium": 2,
        "severe": 4,
    }
    assert len(FIRST.skills.names()) == 23
    assert FIRST.tracks.governing == {
        "Gesundheit": "Athletik",
        "Fassung": "Entschlossenheit",
        "Vermögen": "Mittel",
    }


def test_the_figures_of_the_second_edition() -> None:
    assert SECOND.ladder == {4: 1, 3: 2, 2: 3, 1: 4}
    assert SECOND.unlisted == 0
    assert [SECOND.boxes_at(value) for value in (0, 1, 2, 3, 4)] == [2, 3, 3, 4, 4]
    assert [SECOND.refresh.points(count) for count in (2, 5)] == [3, 3]
    assert {name: harm.absorbs for name, harm in SECOND.consequences.items()} == {
        "mild": 2,
        "medium": 4,
        "severe": 6,
    }
    assert (SECOND.aspects.creation, SECOND.aspects.maximum) == (2, 5)
    assert set(FIRST.stunts.kinds) - set(SECOND.stunts.kinds) == {"artifact"}


def test_an_edition_is_one_file_of_data() -> None:
    assert SYSTEM.editions() == ("1", "2")
    with pytest.raises(UnknownEdition) as refused:
        SYSTEM.ruleset("3", [])
    assert str(refused.value.hint) == "Known are: 1, 2."


def test_a_house_edition_needs_no_file_here() -> None:
    data: dict[str, Any] = {
        "title": "Geist am Küchentisch",
        "aspects": {"creation": 1, "maximum": 1},
        "refresh": {"base": 1, "per_aspect": 0, "maximum": 1},
        "skills": {"unlisted": 0, "ladder": {"1": 1}, "groups": {"Alles": ["Kochen"]}},
        "tracks": {"governing": {"Hunger": "Kochen"}, "boxes": {"0": 1, "1": 2}},
        "stunts": {"count": 0, "kinds": {}},
        "consequences": {},
    }
    rules = house_rules("küche", data)
    cook = Character(
        name="Koch",
        system="mesopotamien",
        edition="küche",
        aspects=[Aspect("satt")],
        skills=[Skill(name="Kochen", value=1)],
        tracks=[Track(name="Hunger", boxes=[True, False])],
    )
    assert codes(cook, rules) == []


# A campaign's own pages


def test_pages_override_figures_and_findings_say_whose_rule_it_is() -> None:
    rules = SYSTEM.ruleset(
        "1",
        [
            Ladder(counts={6: 1, 5: 1}, page="Halbgötter"),
            Limits(
                values={"aspects.maximum": 5, "stunts.count": 2, "skills.ladder": 3, "no.such": 1},
                page="Haus",
            ),
            BoxTable(boxes={-1: 9}, page="Zähler"),
        ],
    )
    assert rules.ladder == {6: 1, 5: 1}
    said = texts(HERAKLES, rules)
    assert "Aspects: 6; 5 at most (Haus)." in said
    assert "Stunts: 3; 2 at most (Haus)." in said
    assert "Athletik stands at 4; the ladder goes from 5 to 6 (Halbgötter)." in said
    assert "Boxes of Fassung: 4; Entschlossenheit at 2 makes 9 (Zähler)." in said


def test_boxes_below_the_lowest_step_of_a_page_are_the_editions() -> None:
    rules = SYSTEM.ruleset("1", [BoxTable(boxes={1: 4, 3: 7})])
    assert [rules.boxes_at(value) for value in (-1, 1, 3, 5)] == [3, 4, 7, 7]


def test_a_skill_table_replaces_the_list_and_two_add_up() -> None:
    first = SkillTable(groups=(SkillGroup("Kampf", (SkillEntry("Keule", "Nahkampf"),)),), page="Regeln")
    second = SkillTable(groups=(SkillGroup("Reise", (SkillEntry("Segeln"),)),), page="Mehr")
    rules = SYSTEM.ruleset("1", [first, second])
    assert rules.skills.names() == ("Keule", "Segeln")
    assert rules.source("skills.groups") == "Mehr"
    unknown = [each for each in SYSTEM.check(HERAKLES, rules) if each.code == "skill-unknown"]
    assert "Athletik" not in [each.message.values["written"] for each in unknown], "it governs a track"
    assert "Bogen" in [each.message.values["written"] for each in unknown]


def test_a_track_table_gives_tracks_and_their_skills() -> None:
    rules = SYSTEM.ruleset("1", [TrackTable(governing={"Ruhm": "Ringen"}, page="Ruhm und Ehre")])
    famous = replace(HERAKLES, tracks=[Track(name="Ruhm", boxes=[False] * 6)])
    assert codes(famous, rules) == ["skill-row-open"]
    assert SYSTEM.derive(famous, rules)["boxes"] == {"Ruhm": 6}


@pytest.mark.parametrize("table", [SkillTable(), TrackTable(), Ladder(), BoxTable(), Limits()])
def test_an_empty_table_changes_nothing(table: Any) -> None:
    assert SYSTEM.ruleset("1", [table]) == FIRST


# Any character


def _boxes(value: int) -> int:
    return 3 + (value >= 1) + (value >= 3) + (value >= 5)


@st.composite
def legal(draw: st.DrawFn, *, full: bool = False) -> Character:
    """A character as the rule book makes them, with open slots unless it is to be full."""
    names = draw(st.permutations(FIRST.skills.names()))
    skills: list[Skill] = []
    for value, allowed in FIRST.ladder.items():
        count = allowed if full else draw(st.integers(0, allowed))
        skills += [Skill(name=name, value=value) for name in names[len(skills) : len(skills) + count]]
    if not skills:
        skills = [Skill(name=names[0], value=5)]
    values = {skill.name: skill.value or 0 for skill in skills}
    tracks = [
        Track(name=track, boxes=draw(st.lists(st.booleans(), min_size=size, max_size=size)))
        for track, governing in FIRST.tracks.governing.items()
        for size in [_boxes(values.get(governing, -1))]
    ]
    return Character(
        name="jemand",
        system="mesopotamien",
        edition="1",
        aspects=[Aspect(f"Aspekt {number}") for number in range(draw(st.integers(6 if full else 0, 10)))],
        skills=draw(st.permutations(skills)),
        tracks=tracks,
        stunts=[Stunt(kind="talent", text="x")] * (3 if full else draw(st.integers(0, 3))),
    )


@settings(deadline=None, max_examples=100)
@given(legal())
def test_a_legal_character_has_open_slots_at_most(character: Character) -> None:
    assert set(codes(character)) <= {"skill-row-open", "aspects-open", "stunts-open"}
    derived = SYSTEM.derive(character, FIRST)
    assert derived["refresh"] == len(character.aspects)
    assert sum(derived["open_slots"].values()) == 15 - len(character.skills)
    assert codes(replace(character, kind="npc")) == []


@settings(deadline=None, max_examples=100)
@given(legal(full=True), st.sampled_from([1, 2, 3, 4, 5]), st.data())
def test_one_more_on_a_full_row_is_exactly_that_error(
    character: Character, row: int, data: st.DataObject
) -> None:
    assert codes(character) == []
    taken = {skill.name for skill in character.skills} | set(FIRST.tracks.governing.values())
    name = data.draw(st.sampled_from(sorted(set(FIRST.skills.names()) - taken)))
    crowded = replace(character, skills=[*character.skills, Skill(name=name, value=row)])
    [diagnostic] = SYSTEM.check(crowded, FIRST)
    assert (diagnostic.code, diagnostic.severity) == ("skill-row-full", "error")
    assert diagnostic.where == ("skills", 15)


@settings(deadline=None, max_examples=100)
@given(legal(full=True), st.sampled_from([0, 1, 2]), st.booleans())
def test_one_box_more_or_less_is_exactly_that_error(character: Character, index: int, more: bool) -> None:
    track = character.tracks[index]
    assert isinstance(track.boxes, list)
    wrong = replace(track, boxes=[*track.boxes, False] if more else track.boxes[1:])
    tracks = [wrong if each is track else each for each in character.tracks]
    [diagnostic] = SYSTEM.check(replace(character, tracks=tracks), FIRST)
    assert (diagnostic.code, diagnostic.where) == ("track-boxes", ("tracks", index))


@settings(deadline=None, max_examples=100)
@given(legal(full=True), st.data())
def test_a_recorded_swap_leaves_a_character_legal(character: Character, data: st.DataObject) -> None:
    governing = set(FIRST.tracks.governing.values())
    free = [skill for skill in character.skills if skill.name not in governing]
    one, other = data.draw(st.permutations(free))[:2]
    values = {one.name: other.value, other.name: one.value}
    swapped = [replace(skill, value=values.get(skill.name, skill.value)) for skill in character.skills]
    history = [{"event": "skills_swapped", "skills": [one.name, other.name]}]
    later = replace(character, aspects=character.aspects[:6], skills=swapped, details={"history": history})
    assert codes(later) == []


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from(
    ["Ringen", "Rinken", "Muse (Leier)", "", "Athletik", "Fassung", "Fasung", "ß", "(", "ÄÖÜ"]
) | st.text(max_size=8)


@settings(deadline=None, max_examples=200)
@given(
    st.builds(
        Character,
        name=st.text(),
        system=st.just("mesopotamien"),
        edition=st.just("1"),
        kind=st.sampled_from(["pc", "npc"]),
        aspects=st.lists(st.builds(Aspect, NAMES), max_size=12),
        skills=st.lists(
            st.builds(
                Skill,
                name=NAMES,
                value=st.none() | st.integers(-3, 7),
                specialisation=st.none() | NAMES,
                new=st.booleans(),
            ),
            max_size=20,
        ),
        open_slots=st.dictionaries(st.sampled_from(["1", "5", "-1", "x", "²"]), st.integers(-1, 9)),
        tracks=st.lists(st.builds(Track, name=NAMES, boxes=st.lists(st.booleans(), max_size=8)), max_size=5),
        stunts=st.lists(
            st.builds(
                Stunt,
                kind=st.sampled_from([None, *FIRST.stunts.kinds]),
                text=st.text(max_size=60),
                name=st.none() | NAMES,
                skill=st.none() | NAMES,
                replaces=st.none() | NAMES,
                track=st.none() | NAMES,
            ),
            max_size=5,
        ),
        details=st.dictionaries(st.sampled_from(["history", "refresh", "fate_points"]), JSON),
    ),
    st.sampled_from([FIRST, SECOND]),
)
def test_any_character_is_judged_and_never_refused(character: Character, rules: MesopotamienRules) -> None:
    for diagnostic in SYSTEM.check(character, rules):
        assert str(diagnostic.message)
        assert character.kind == "pc" or diagnostic.severity == "note"
    json.encode(SYSTEM.derive(character, rules))
