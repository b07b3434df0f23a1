"""What follows for characters of Tarua Katoc, a campaign's own figures, and random characters."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import convert, json
from msgspec.structs import replace

from tontafel.rules.model import Character, Skill
from tontafel.rules.system import RulesError, UnknownEdition, system
from tontafel.rules.tables import Limits, SkillEntry, SkillGroup, SkillTable
from tontafel.rules.tarua.edition import TaruaRules
from tontafel.rules.tarua.generate import generate, stock
from tontafel.rules.tarua.tables import PeopleTable
from tontafel.rules.tarua.trial import odds, roll

SYSTEM = system("tarua")
FIGURES = ("Kraft", "Geschick", "Zähigkeit", "Klugheit", "Instinkt", "D/Evolution", "Zivilisation")
PEOPLES = {
    "Moorleute": (8, 5, 9, 5, 7, 4, 3),
    "Turmvolk": (5, 7, 5, 10, 5, 6, 9),
    "Federn": (4, 10, 4, 7, 9, 9, 5),
    "Schlote": (8, 7, 8, 8, 5, 5, 8),
    "Kiesel": (3, 3, 3, 3, 3, 2, 2),
}
TABLE = PeopleTable(
    rows={name: dict(zip(FIGURES, row, strict=True)) for name, row in PEOPLES.items()}, page="Völker"
)
PLAIN: TaruaRules = SYSTEM.ruleset("1", [])
RULES: TaruaRules = SYSTEM.ruleset("1", [TABLE])

BORKA = Character(
    name="Borka",
    system="tarua",
    edition="1",
    attributes={"Kraft": 8, "Geschick": 5, "Zähigkeit": 7, "Klugheit": 4, "Instinkt": 7},
    skills=[
        Skill(name=name, value=value)
        for name, value in {
            "Nahkampf": 4,
            "Bewegung": 4,
            "Heimlichkeit": 3,
            "Ausdruck": 3,
            "Handwerk": 3,
            "Magie": 2,
        }.items()
    ],
    details={"people": "Moorleute", "current": {"Geschick": 3}},
)


def texts(character: Character, rules: TaruaRules) -> list[str]:
    return [str(found.message) for found in SYSTEM.check(character, rules)]


# What follows


def test_what_follows_for_borka() -> None:
    assert texts(BORKA, RULES) == []
    derived = SYSTEM.derive(BORKA, RULES)
    assert (derived["actions"], derived["initiative"]) == (3, 7)
    assert derived["attacks"]["melee"] == {"attribute": 8, "skill": 4, "stage": 4}
    assert derived["attacks"]["ranged"] == {"attribute": 3, "skill": 0, "stage": 4}
    assert derived["attacks"]["words"] == {"attribute": 4, "skill": 3, "stage": 3}
    assert derived["defences"]["ranged"] == {"attribute": 3, "skill": 4, "stage": 4}
    assert derived["current"] == BORKA.attributes | {"Geschick": 3}
    assert derived["points"] == {"spent": 50, "available": 50, "open": 0}
    assert derived["stages"] == {"D/Evolution": 4, "Zivilisation": 3}
    assert derived["caps"]["Kraft"] == 8
    assert derived["caps"]["Schriften"] == 3
    assert derived["standing"] == "up"
    assert json.decode(json.encode(derived)) == derived


@pytest.mark.parametrize(
    ("current", "standing"),
    [
        ({"Kraft": 1}, "up"),
        ({"Kraft": 0}, "may_fall"),
        ({"Kraft": 0, "Geschick": 0, "Zähigkeit": 0}, "end"),
        ({"Klugheit": 0, "Instinkt": 0}, "up"),
    ],
)
def test_a_physical_attribute_at_nothing(current: dict[str, int], standing: str) -> None:
    hurt = replace(BORKA, details={"people": "Moorleute", "current": current})
    assert SYSTEM.derive(hurt, RULES)["standing"] == standing


def test_without_figures_there_is_little_to_say() -> None:
    nobody = Character(name="Nobody", system="tarua", edition="1")
    derived = SYSTEM.derive(nobody, PLAIN)
    assert (derived["actions"], derived["caps"], derived["stages"]) == (None, {}, {})


def test_growth_is_no_part_of_creation() -> None:
    history = [{"event": "raised", "name": "Magie", "old": 2, "new": 3}]
    grown = replace(
        BORKA,
        skills=[replace(skill, value=3) if skill.name == "Magie" else skill for skill in BORKA.skills],
        details={"people": "Moorleute", "history": history},
    )
    assert SYSTEM.derive(grown, RULES)["points"]["spent"] == 50
    assert texts(grown, RULES) == []


# A campaign's own figures


def test_there_is_one_edition() -> None:
    assert SYSTEM.editions() == ("1",)
    with pytest.raises(UnknownEdition, match="Tarua Katoc has no edition “2”"):
        SYSTEM.ruleset("2", [])


def test_a_page_sets_points_and_caps_and_is_named() -> None:
    limits = Limits(
        values={"points.creation": 40, "skills.at_cap": 1, "attributes.nonsense": 3}, page="Hausregeln"
    )
    found = texts(BORKA, SYSTEM.ruleset("1", [TABLE, limits]))
    assert set(found) == {
        "Points: 50; a character is made with 40 (Hausregeln).",
        "Skills at their cap (körperlich): 2; 1 at most (Hausregeln).",
        "Skills at their cap (kulturell): 2; 1 at most (Hausregeln).",
    }


def test_peoples_add_up_and_the_later_row_counts() -> None:
    later = PeopleTable(
        rows={"Moorleute": {"kraft": 7, "D/Evolution": 4}, "Riesen": {"Kraft": 10}}, page="Nachtrag"
    )
    rules = SYSTEM.ruleset("1", [TABLE, later])
    assert list(rules.peoples) == [*PEOPLES, "Riesen"]
    assert "Kraft stands at 8; Moorleute reach 7 at most (Nachtrag)." in texts(BORKA, rules)


def test_the_table_comes_from_text_as_well() -> None:
    written = {"kind": "peoples", "rows": {"Moorleute": {"Kraft": "8"}}}
    assert convert(written, PeopleTable, strict=False).rows == {"Moorleute": {"Kraft": 8}}


def test_a_list_of_skills_takes_the_place_of_the_editions() -> None:
    groups = (
        SkillGroup("Körperlich", tuple(map(SkillEntry, ("Nahkampf", "Bewegung", "Heimlichkeit", "Tauchen")))),
        SkillGroup("Was man lernt", (SkillEntry("Ausdruck"), SkillEntry("Rechnen"))),
    )
    rules = SYSTEM.ruleset("1", [TABLE, SkillTable(groups=groups, page="Liste")])
    assert rules.kinds["physical"].skills == ("Nahkampf", "Bewegung", "Heimlichkeit", "Tauchen")
    assert rules.kinds["cultural"].skills == ("Ausdruck",)
    assert rules.stage_of("Tauchen") == "D/Evolution"
    assert rules.stage_of("Rechnen") is None
    found = texts(replace(BORKA, skills=[*BORKA.skills, Skill(name="Tauchen", value=5)]), rules)
    assert "There is no skill “Handwerk” (Liste)." in found
    assert "Tauchen stands at 5; D/Evolution 4 is its cap (Völker)." in found


# Rolls and odds


def test_a_roll_takes_the_usual_attribute_or_another(scripted: Callable[..., Any]) -> None:
    assert roll(scripted(4, 8), BORKA, RULES, "Nahkampf").degree == "success"
    assert roll(scripted(8, 4), BORKA, RULES, "nahkampf").dice == (8, 4)
    assert roll(scripted(3, 3), BORKA, RULES, "Bewegung").degree == "outstanding"
    assert roll(scripted(4, 4), BORKA, RULES, "Ausdruck").degree == "success"
    assert roll(scripted(7, 7), BORKA, RULES, "Ausdruck", attribute="Instinkt").degree == "success"
    assert roll(scripted(3), BORKA, RULES, "Fernkampf").dice == (3,)
    assert roll(scripted(4), BORKA, RULES, "Geschick").success is False


@pytest.mark.parametrize(
    ("character", "skill", "more", "reason"),
    [
        (BORKA, "Kochen", {}, "There is no attribute or skill “Kochen”."),
        (BORKA, "Magie", {"attribute": "Mut"}, "There is no attribute “Mut”."),
        (replace(BORKA, attributes={}), "Magie", {}, "Borka has no value for: Klugheit."),
        (replace(BORKA, details={}), "Magie", {}, "Nothing says which stage Borka has for: Magie."),
        (
            replace(BORKA, skills=[Skill(name="Kochen", value=3, new=True)]),
            "Kochen",
            {},
            "Nothing says which attribute is rolled with Kochen.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_roll_that_cannot_be(character: Character, skill: str, more: dict[str, str], reason: str) -> None:
    with pytest.raises(RulesError) as refused:
        roll(Random(1), character, RULES, skill, **more)
    assert str(refused.value.message) == reason
    assert refused.value.hint


def test_odds_as_a_command_asks_for_them() -> None:
    assert {key: str(value) for key, value in odds(attribute=6, skill=4, stage=7).items()} == {
        "success": "21/25",
        "outstanding": "8/25",
    }
    assert SYSTEM.odds
    assert str(SYSTEM.odds(attribute=6)["success"]) == "3/5"


# Generated and random characters


@pytest.mark.parametrize("strength", ["pc", "average"])
@pytest.mark.parametrize("rules", [PLAIN, RULES], ids=["without peoples", "with peoples"])
def test_generated_characters_are_legal_to_the_last_point(rules: TaruaRules, strength: Any) -> None:
    for seed in range(400):
        character = generate(Random(seed), rules, strength)
        assert character.kind == "npc"
        for kind in ("pc", "npc"):
            assert SYSTEM.check(replace(character, kind=kind), rules) == [], (seed, character)
        points = SYSTEM.derive(character, rules)["points"]
        assert points["available"] == (50 if strength == "pc" else 25)


def test_generated_characters_have_every_part_filled() -> None:
    for seed in range(50):
        character = generate(Random(seed), RULES)
        assert character.name
        assert len(character.aspects) == len(stock().aspects)
        assert len(character.attributes) == 5
        assert character.details["people"] in PEOPLES
        assert not any(
            "{" in text for text in (character.name, *(aspect.text for aspect in character.aspects))
        )


def test_a_seed_gives_the_same_character_again() -> None:
    assert SYSTEM.generate
    assert SYSTEM.generate(Random(7), RULES, "pc") == generate(Random(7), RULES)
    assert len({generate(Random(seed), RULES).name for seed in range(100)}) > 50


def test_generated_characters_play_by_the_campaigns_figures() -> None:
    skills = SkillTable(
        groups=(
            SkillGroup("körperlich", (SkillEntry("Tauchen"),)),
            SkillGroup("kulturell", (SkillEntry("Rechnen"),)),
        )
    )
    rules = SYSTEM.ruleset("1", [TABLE, skills, Limits(values={"points.creation": 30})])
    for seed in range(50):
        character = generate(Random(seed), rules)
        assert {skill.name for skill in character.skills} == {"Tauchen", "Rechnen"}
        assert [found.code for found in SYSTEM.check(replace(character, kind="pc"), rules)] == []


@settings(deadline=None, max_examples=100)
@given(
    st.integers(0, 10**6), st.sampled_from(["Kraft", "Klugheit", "Nahkampf", "Schriften"]), st.integers(1, 3)
)
def test_one_point_too_many_is_found(seed: int, name: str, more: int) -> None:
    character = replace(generate(Random(seed), PLAIN), kind="pc")
    value = {**character.attributes, **{skill.name: skill.value or 0 for skill in character.skills}}.get(
        name, 0
    )
    if name in character.attributes:
        changed = replace(character, attributes=character.attributes | {name: value + more})
    else:
        others = [skill for skill in character.skills if skill.name != name]
        changed = replace(character, skills=[*others, Skill(name=name, value=value + more)])
    assert "points-over" in {found.code for found in SYSTEM.check(changed, PLAIN)}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from(["Kraft", "Krafft", "Geschick", "Nahkampf", "Magie", "", "ß", "Moorleute"]) | st.text(
    max_size=8
)
CHANGES = st.fixed_dictionaries(
    {"event": st.sampled_from(["raised", "healed", "wounded"]), "name": NAMES, "new": st.integers(-2, 12)},
    optional={"old": st.integers(-2, 12)},
)


@settings(deadline=None, max_examples=200)
@given(
    st.builds(
        Character,
        name=st.text(),
        system=st.just("tarua"),
        edition=st.just("1"),
        kind=st.sampled_from(["pc", "npc"]),
        attributes=st.dictionaries(NAMES, st.integers(-3, 15), max_size=7),
        skills=st.lists(
            st.builds(Skill, name=NAMES, value=st.none() | st.integers(-3, 15), new=st.booleans()),
            max_size=12,
        ),
        details=st.dictionaries(
            st.sampled_from(
                ["people", "stages", "current", "points", "average", "history", "development_points"]
            ),
            JSON | st.dictionaries(NAMES, st.integers(-3, 15)) | st.lists(CHANGES, max_size=4) | NAMES,
        ),
    ),
    st.sampled_from([PLAIN, RULES]),
)
def test_any_character_is_judged_and_never_refused(character: Character, rules: TaruaRules) -> None:
    for diagnostic in SYSTEM.check(character, rules):
        assert str(diagnostic.message)
        assert character.kind == "pc" or diagnostic.severity == "note"
    json.encode(SYSTEM.derive(character, rules))
