"""What follows for characters of FHTAGN, the facts, a campaign's own figures, and random characters."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import convert, json
from msgspec.structs import replace

from tontafel.rules.fhtagn.edition import FhtagnRules
from tontafel.rules.fhtagn.generate import generate
from tontafel.rules.fhtagn.professions import Offer, offers
from tontafel.rules.fhtagn.tables import BaseRow, BaseTable, ProfessionRow, ProfessionTable
from tontafel.rules.fhtagn.trial import odds, roll, trial
from tontafel.rules.model import Character, Skill, Track
from tontafel.rules.names import Names
from tontafel.rules.system import RulesError, UnknownEdition, system
from tontafel.rules.tables import Limits, SkillEntry, SkillGroup, SkillTable

SYSTEM = system("fhtagn")
RULES: FhtagnRules = SYSTEM.ruleset("1", [])

LOTTE = Character(
    name="Lotte Brandt",
    system="fhtagn",
    edition="1",
    attributes={"ST": 9, "KO": 10, "GE": 12, "IN": 15, "EN": 13, "CH": 13},
    skills=[
        Skill(name="Bürokratie", value=50),
        Skill(name="Fremdsprache", specialisation="Dänisch", value=50),
        Skill(name="Kunst", specialisation="Schriftstellerei", value=60),
        Skill(name="Psychologie", value=30),
        Skill(name="Suchen", value=40, marked=True),
        Skill(name="Überzeugen", value=50),
        Skill(name="Wachsamkeit", value=40),
        Skill(name="Unnatürliches Wissen", value=4, new=True),
    ],
    tracks=[
        Track(name="TP", current=7, maximum=10),
        Track(name="WP", current=2, maximum=13),
        Track(name="STA", current=48, maximum=65),
        Track(name="BG", current=52),
    ],
    details={
        "profession": "Reporterin",
        "bonds": [{"name": "Emil", "value": 13}, "die Redaktion", {"name": "Mutter"}],
        "motivations": ["1", "2", "3", "4", "5"],
    },
)


def codes(character: Character, rules: FhtagnRules = RULES) -> set[str]:
    return {found.code for found in SYSTEM.check(character, rules)}


def texts(character: Character, rules: FhtagnRules) -> list[str]:
    return [str(found.message) for found in SYSTEM.check(character, rules)]


def test_a_history_that_ends_otherwise_is_told_where_it_ends() -> None:
    history = [{"event": "raised", "name": "geschichte", "old": old, "new": old + 2} for old in (40, 42)]
    told = replace(LOTTE, details=LOTTE.details | {"history": history})
    told = replace(told, skills=[*LOTTE.skills, Skill(name="Geschichte", value=50)])
    [found] = [one for one in SYSTEM.check(told, RULES) if one.code == "history-otherwise"]
    assert found.where == ("details", "history", 1)
    assert "Geschichte stands at 44" in str(found.message)


# What follows


def test_what_follows_for_lotte() -> None:
    assert codes(LOTTE) == {"breaking-point-reached", "skill-above"}
    derived = SYSTEM.derive(LOTTE, RULES)
    assert derived["tests"] == {"ST": 45, "KO": 50, "GE": 60, "IN": 75, "EN": 65, "CH": 65}
    assert derived["tracks"] == {"TP": 10, "WP": 13, "STA": 65, "BG": 52}
    assert derived["stability_maximum"] == 95
    assert derived["skills"]["Fremdsprache (Dänisch)"] == 50
    assert [derived["skills"][name] for name in ("Athletik", "Medizin", "Träumen", "Traumlandwissen")] == [
        30,
        0,
        13,
        4,
    ]
    assert derived["points"] == {"spent": 72, "available": 72, "open": 0}
    assert (derived["willpower"], derived["modifier"]) == ("breakdown", -20)
    assert derived["breaking_point_reached"] is True
    assert derived["profession"] == "Journalistin"
    assert json.decode(json.encode(derived)) == derived


@pytest.mark.parametrize(
    ("strength", "constitution", "points"), [(10, 10, 10), (10, 11, 11), (3, 3, 3), (18, 17, 18)]
)
def test_hit_points_are_half_of_two_rounded_up(strength: int, constitution: int, points: int) -> None:
    body = replace(LOTTE, attributes=LOTTE.attributes | {"ST": strength, "KO": constitution})
    assert SYSTEM.derive(body, RULES)["tracks"]["TP"] == points


@pytest.mark.parametrize(("left", "standing"), [(3, "well"), (1, "breakdown"), (0, "incapacitated")])
def test_willpower_left(left: int, standing: str) -> None:
    tired = replace(LOTTE, tracks=[Track(name="WP", current=left, maximum=13)])
    assert SYSTEM.derive(tired, RULES)["willpower"] == standing


def test_without_figures_there_is_little_to_say() -> None:
    nobody = Character(name="Nobody", system="fhtagn", edition="1")
    derived = SYSTEM.derive(nobody, RULES)
    assert (derived["tracks"], derived["willpower"], derived["profession"]) == ({}, None, None)
    assert derived["skills"]["Waffenloser Kampf"] == 40


def test_boxes_count_as_points_left() -> None:
    boxed = replace(LOTTE, tracks=[Track(name="WP", boxes=[True] * 12 + [False])])
    assert SYSTEM.derive(boxed, RULES)["willpower"] == "breakdown"


# The facts


def test_the_facts_are_whole() -> None:
    assert len(RULES.facts) == len(RULES.skills.names()) == 43
    assert len(RULES.professions) == 21
    assert len(RULES.facets) == 11
    assert {name for name, fact in RULES.facts.items() if fact.specialised} == {
        "Fremdsprache",
        "Handwerk",
        "Kunst",
        "Naturwissenschaft",
        "Steuern",
    }
    assert RULES.facts["Träumen"].base == "EN"
    soldier = RULES.professions["Kämpferin"]
    assert (soldier.bonds, soldier.choose, len(soldier.skills), len(soldier.options)) == (2, 6, 8, 18)


@pytest.mark.parametrize("profession", RULES.professions.values(), ids=lambda one: one.name)
def test_a_profession_gives_what_can_be_had(profession: Any) -> None:
    assert 2 <= profession.bonds <= 4
    assert 1 <= profession.choose <= len(profession.options)
    assert set(profession.recommended) <= set(RULES.attributes)
    for offer in profession.skills + profession.options:
        for skill in offer.skills:
            fact = RULES.facts[skill]
            assert isinstance(fact.base, int)
            assert fact.base < offer.value <= 60
            assert not fact.unnatural


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Journalistin", ["Journalistin"]),
        ("journalist", ["Journalistin"]),
        ("Kriegsberichterstatter", ["Journalistin"]),
        ("Müßiggängerin", ["Müssiggängerin"]),
        ("Hafenwache, früher Soldat", ["Kämpferin"]),
        ("Ärztin und Forscherin", ["Medizinerin"]),
        ("Meeresbiologin", ["Wissenschaftlerin"]),
        ("Landarzt", ["Medizinerin"]),
        ("Feldforscherin", ["Wissenschaftlerin", "Überlebenskünstlerin"]),
        ("police officer", ["Gesetzeshüterin"]),
        ("Bäckerin", []),
        ("", []),
    ],
)
def test_a_profession_goes_by_many_words(written: str, meant: list[str]) -> None:
    assert [one.name for one in RULES.known_professions.meant(written)] == meant


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("Bürokratie 40", [Offer(("Bürokratie",), 40)]),
        ("buerokratie: 40 %; Erste Hilfe 30%", [Offer(("Bürokratie",), 40), Offer(("Erste Hilfe",), 30)]),
        ("Kunst (Fotografie) 60", [Offer(("Kunst",), 60, False, "Fotografie")]),
        ("Fahren oder Reiten 50", [Offer(("Fahren", "Reiten"), 50)]),
        ("Fahren/Reiten 50", [Offer(("Fahren", "Reiten"), 50)]),
        ("Athletik und Schwimmen 50", [Offer(("Athletik", "Schwimmen"), 50, True)]),
        ("Suchen", []),
        ("", []),
    ],
)
def test_offers_are_read_as_people_write_them(written: str, found: list[Offer]) -> None:
    assert list(offers(written, Names(RULES.facts))) == found


# A campaign's own figures


def test_there_is_one_edition() -> None:
    assert SYSTEM.editions() == ("1",)
    with pytest.raises(UnknownEdition, match="FHTAGN has no edition “2”"):
        SYSTEM.ruleset("2", [])


def test_a_page_sets_points_and_motivations_and_is_named() -> None:
    limits = Limits(
        values={"creation.points": 70, "creation.motivations": 4, "skills.highest": 55}, page="Hausregeln"
    )
    found = texts(LOTTE, SYSTEM.ruleset("1", [limits]))
    assert "Attributes: 72 points; a character is made with 70 (Hausregeln)." in found
    assert "Motivations: 5; 4 at most (Hausregeln)." in found
    assert "Kunst (Schriftstellerei) stands at 60; skills go from 0 to 55 (Hausregeln)." in found


def test_a_page_sets_base_values() -> None:
    table = BaseTable(
        rows={
            "psychologie": BaseRow(base="35 %"),
            "Angeln": BaseRow(base=5),
            "Träumen": BaseRow(base="wie CH"),
            "Kochen": BaseRow(base="?"),
        },
        page="Fertigkeiten",
    )
    rules = SYSTEM.ruleset("1", [table])
    assert "Psychologie stands at 30; everyone has 35 (Fertigkeiten)." in texts(LOTTE, rules)
    derived = SYSTEM.derive(LOTTE, rules)["skills"]
    assert [derived[name] for name in ("Angeln", "Träumen", "Kochen")] == [5, 13, 0]


def test_a_list_of_skills_takes_the_place_of_the_facts() -> None:
    names = ("Suchen", "Psychologie", "Angeln")
    table = SkillTable(groups=(SkillGroup("", tuple(map(SkillEntry, names))),), page="Liste")
    rules = SYSTEM.ruleset("1", [table])
    assert rules.skills.names() == names
    assert "There is no skill “Bürokratie” (Liste)." in texts(LOTTE, rules)
    assert [offer.skills for offer in rules.professions["Journalistin"].skills] == [
        ("Psychologie",),
        ("Suchen",),
    ]


def test_a_page_brings_professions_or_changes_them() -> None:
    rows = {
        "Lotsin": ProfessionRow(
            skills="Steuern (Seefahrt) 60, Navigation 50", choose=1, options="Suchen 40, Fahren 40", bonds=1
        ),
        "journalistin": ProfessionRow(skills="Suchen 60", bonds=3),
    }
    rules = SYSTEM.ruleset("1", [ProfessionTable(rows=rows, page="Berufe")])
    assert "Journalistin has more than the page says (Berufe): Suchen 60." in texts(LOTTE, rules)
    pilot = replace(LOTTE, details=LOTTE.details | {"profession": "Lotsin"})
    assert "Lotsin has more than the page says (Berufe): Steuern (Seefahrt) 60, Navigation 50." in texts(
        pilot, rules
    )
    assert "Bonds: 3; Lotsin has 1 (Berufe)." in texts(pilot, rules)


def test_what_is_above_names_the_pages_that_say_so() -> None:
    row = ProfessionRow(skills="Suchen 40", bonds=3)
    tables = [
        ProfessionTable(rows={"Lotsin": row}, page="Berufe"),
        BaseTable(rows={"Schwimmen": BaseRow(base=25)}, page="Werte"),
    ]
    pilot = replace(
        LOTTE, skills=[Skill(name="Suchen", value=70)], details=LOTTE.details | {"profession": "Lotsin"}
    )
    (above,) = [one for one in texts(pilot, SYSTEM.ruleset("1", tables)) if one.startswith("Suchen stands")]
    assert above == "Suchen stands at 70; base and profession give 40 (Lotsin, Berufe, Werte)."


def test_tables_come_from_text_as_well() -> None:
    written = {
        "kind": "professions",
        "rows": {"Lotsin": {"skills": "Suchen 40", "choose": "2", "bonds": "1"}},
    }
    found = convert(written, ProfessionTable, strict=False)
    assert (found.rows["Lotsin"].choose, found.rows["Lotsin"].bonds) == (2, 1)
    bases = {"kind": "bases", "rows": {"Suchen": {"base": "20 %"}, "Träumen": {"base": "wie EN"}}}
    assert SYSTEM.ruleset("1", [convert(bases, BaseTable, strict=False)]).facts["Suchen"].base == 20


# Rolls and odds


def test_a_roll_knows_skills_attributes_stability_and_luck(scripted: Callable[..., Any]) -> None:
    well = replace(LOTTE, tracks=[Track(name="STA", current=48)])
    assert roll(scripted(50), well, RULES, "bürokratie").degree == "success"
    assert roll(scripted(50), LOTTE, RULES, "Bürokratie").degree == "failure"  # two points of willpower left
    assert trial(well, RULES, "Fremdsprache (Dänisch)").value == 50
    assert trial(well, RULES, "Athletik").value == 30
    assert trial(well, RULES, "Stärke").value == trial(well, RULES, "st").value == 45
    assert trial(well, RULES, "STA").value == 48
    assert roll(scripted(50), well, RULES, "Glück").success
    assert roll(scripted(70), well, RULES, "Bürokratie", modifier=20).success
    tired = replace(well, details={"exhausted": True})
    assert roll(scripted(31), tired, RULES, "Bürokratie").success is False


@pytest.mark.parametrize(
    ("skill", "reason"),
    [
        ("Kochen", "There is no attribute or skill “Kochen”."),
        ("Medizin", "A value of 0% can't even be tried."),
    ],
)
def test_a_roll_that_cannot_be(skill: str, reason: str) -> None:
    with pytest.raises(RulesError) as refused:
        roll(Random(1), LOTTE, RULES, skill)
    assert str(refused.value.message) == reason
    assert refused.value.hint


def test_odds_as_a_command_asks_for_them() -> None:
    assert {key: str(value) for key, value in odds(value=50).items()} == {
        "critical": "1/20",
        "success": "9/20",
        "failure": "11/25",
        "fumble": "3/50",
    }
    assert SYSTEM.odds
    assert sum(SYSTEM.odds(value=50, modifier=-20).values()) == 1


# Generated and random characters


@pytest.mark.parametrize("strength", ["pc", "average"])
def test_generated_characters_are_legal_to_the_last_point(strength: Any) -> None:
    for seed in range(400):
        character = generate(Random(seed), RULES, strength)
        assert character.kind == "npc"
        for kind in ("pc", "npc"):
            assert SYSTEM.check(replace(character, kind=kind), RULES) == [], (seed, character)
        assert sum(character.attributes.values()) == (72 if strength == "pc" else 60)


def test_generated_characters_have_every_part_filled() -> None:
    seen = set()
    for seed in range(200):
        character = generate(Random(seed), RULES)
        said = json.encode(character).decode()
        assert "{man" not in said
        assert "|" not in said
        assert [track.name for track in character.tracks] == ["TP", "WP", "STA", "BG"]
        assert {"profession", "bonds", "motivations", "facets"} == set(character.details)
        assert character.aspects
        seen.add(SYSTEM.derive(character, RULES)["profession"])
    assert seen == set(RULES.professions)


def test_a_seed_gives_the_same_character_again() -> None:
    assert SYSTEM.generate
    assert SYSTEM.generate(Random(7), RULES, "pc") == generate(Random(7), RULES)
    assert len({generate(Random(seed), RULES).name for seed in range(100)}) > 80


def test_generated_characters_play_by_the_campaigns_pages() -> None:
    rows = {"Lotsin": ProfessionRow(skills="Steuern (Seefahrt) 60", choose=1, options="Suchen 40", bonds=1)}
    names = ("Steuern", "Suchen", "Athletik")
    tables = [
        ProfessionTable(rows=rows, page="Berufe"),
        SkillTable(groups=(SkillGroup("", tuple(map(SkillEntry, names))),), page="Liste"),
        Limits(values={"creation.motivations": 3}),
    ]
    rules = SYSTEM.ruleset("1", tables)
    for seed in range(100):
        character = replace(generate(Random(seed), rules), kind="pc")
        assert {skill.name for skill in character.skills} <= set(names)
        assert len(character.details["motivations"]) == 3
        assert codes(character, rules) == set()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from(
    [
        "ST",
        "EN",
        "TP",
        "STA",
        "BG",
        "Suchen",
        "Kunst",
        "Träumen",
        "Traumlandwissen",
        "Unnatürliches Wissen",
        "Reporterin",
        "",
        "ß",
    ]
) | st.text(max_size=8)
CHANGES = st.fixed_dictionaries(
    {
        "event": st.sampled_from(["raised", "attribute_changed", "track_changed"]),
        "name": NAMES,
        "new": st.integers(-2, 120),
    },
    optional={"old": st.integers(-2, 120)},
)
KEYS = [
    "profession",
    "bonds",
    "motivations",
    "disorders",
    "facets",
    "training",
    "hardened",
    "shrugged_off",
    "current",
]


@settings(deadline=None, max_examples=200)
@given(
    st.builds(
        Character,
        name=st.text(),
        system=st.just("fhtagn"),
        edition=st.just("1"),
        kind=st.sampled_from(["pc", "npc"]),
        attributes=st.dictionaries(NAMES, st.integers(-3, 25), max_size=7),
        skills=st.lists(
            st.builds(
                Skill,
                name=NAMES,
                value=st.none() | st.integers(-3, 120),
                specialisation=st.none() | NAMES,
                new=st.booleans(),
                marked=st.booleans(),
                base=st.none() | st.integers(0, 50),
            ),
            max_size=12,
        ),
        tracks=st.lists(
            st.builds(Track, name=NAMES, current=st.integers(-3, 120), maximum=st.integers(-3, 120)),
            max_size=6,
        ),
        details=st.dictionaries(
            st.sampled_from([*KEYS, "average", "points", "history"]),
            JSON | st.lists(CHANGES, max_size=4) | NAMES,
        ),
    )
)
def test_any_character_is_judged_and_never_refused(character: Character) -> None:
    for diagnostic in SYSTEM.check(character, RULES):
        assert str(diagnostic.message)
        assert character.kind == "pc" or diagnostic.severity == "note"
    json.encode(SYSTEM.derive(character, RULES))
