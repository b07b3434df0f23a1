"""Characters by chance: legal, complete, in the campaign's skills, and quick."""

import random
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tontafel.rules.mesopotamien.edition import MesopotamienRules, house_rules
from tontafel.rules.mesopotamien.generate import generate, stock
from tontafel.rules.model import Character
from tontafel.rules.names import fold
from tontafel.rules.system import system
from tontafel.rules.tables import BoxTable, Ladder, Limits, SkillEntry, SkillGroup, SkillTable, TrackTable

SYSTEM = system("mesopotamien")
EDITIONS: dict[str, MesopotamienRules] = {edition: SYSTEM.ruleset(edition, []) for edition in ("1", "2")}
SEEDS = 2000


def found(character: Character, rules: MesopotamienRules) -> list[str]:
    """What is wrong with a character if it is read as a player's."""
    return [each.code for each in SYSTEM.check(replace(character, kind="pc"), rules)]


@pytest.fixture(scope="module", params=["1", "2"])
def many(request: pytest.FixtureRequest) -> tuple[MesopotamienRules, list[Character]]:
    rules = EDITIONS[request.param]
    return rules, [generate(random.Random(seed), rules) for seed in range(SEEDS)]


def test_nothing_is_wrong_with_any_of_them(many: tuple[MesopotamienRules, list[Character]]) -> None:
    rules, characters = many
    assert [(one.name, found(one, rules)) for one in characters if found(one, rules)] == []
    assert not any(SYSTEM.check(one, rules) for one in characters)


def test_every_part_is_filled(many: tuple[MesopotamienRules, list[Character]]) -> None:
    rules, characters = many
    for one in characters:
        assert one.kind == "npc"
        assert len(one.aspects) == rules.aspects.creation
        assert len(one.skills) == sum(rules.ladder.values())
        assert len(one.stunts) == rules.stunts.count
        assert [track.name for track in one.tracks] == list(rules.tracks.governing)
        assert one.details == {"fate_points": rules.refresh.points(len(one.aspects))}
        assert {skill.name for skill in one.skills} <= set(rules.skills.names())
        assert not any("{" in text for text in [one.name, *(aspect.text for aspect in one.aspects)])


def test_they_differ_and_every_kind_of_stunt_comes_up(
    many: tuple[MesopotamienRules, list[Character]],
) -> None:
    rules, characters = many
    assert len({one.name for one in characters[:1000]}) > 900
    assert {stunt.kind for one in characters for stunt in one.stunts} == set(rules.stunts.kinds)
    assert {skill.name for one in characters for skill in one.skills} == set(rules.skills.names())
    texts = {aspect.text for one in characters for aspect in one.aspects}
    assert len(texts) > 130


def test_stunts_of_one_character_are_not_alike(many: tuple[MesopotamienRules, list[Character]]) -> None:
    _, characters = many
    for one in characters:
        assert len({stunt.kind for stunt in one.stunts}) == len(one.stunts)


def test_the_same_seed_gives_the_same_character() -> None:
    rules = EDITIONS["1"]
    assert generate(random.Random(5), rules) == generate(random.Random(5), rules)
    assert generate(random.Random(5), rules) != generate(random.Random(6), rules)


@pytest.mark.parametrize("edition", ["1", "2"])
def test_an_average_person_has_less_of_everything(edition: str) -> None:
    rules = EDITIONS[edition]
    ladder = {"1": [3, 2, 2, 1, 1, 1], "2": [2, 1, 1]}[edition]
    aspects = {"1": 3, "2": 2}[edition]
    for seed in range(500):
        one = generate(random.Random(seed), rules, "average")
        assert [skill.value for skill in one.skills] == ladder
        assert (len(one.aspects), len(one.stunts)) == (aspects, 1)
        assert SYSTEM.check(one, rules) == []
        assert set(found(one, rules)) <= {"skill-row-open", "aspects-open", "stunts-open"}


def test_two_milliseconds_each_or_better() -> None:
    rules = EDITIONS["1"]
    generate(random.Random(0), rules)
    start = time.process_time()
    for seed in range(300):
        generate(random.Random(seed), rules)
    assert (time.process_time() - start) / 300 < 0.002


# The words


def test_there_are_words_enough() -> None:
    words = stock()
    assert set(words.cultures) == {"greek", "sumerian", "babylonian"}
    for culture in words.cultures.values():
        assert min(len(culture.men), len(culture.women)) >= 24
    assert all(len(texts) >= 40 for texts in words.aspects.values())
    texts = [fold(text) for texts in words.aspects.values() for text in texts]
    assert len(texts) == len(set(texts))
    assert set(words.stunts) == set(EDITIONS["1"].stunts.kinds)
    assert not set(words.skills["new"]) & set(EDITIONS["1"].skills.names())


def test_no_aspect_is_the_name_of_a_thing() -> None:
    """Otherwise it would count as the thing's own, where things have aspects."""
    from tontafel.rules.inflection import names_thing

    words = stock()
    texts = [text for texts in words.aspects.values() for text in texts]
    assert not [(thing, text) for thing in words.things for text in texts if names_thing(thing, text)]
    assert all(names_thing(name, aspect) for name, aspect in words.artifacts.items())


# Campaigns of their own


def skills(*names: str) -> SkillTable:
    return SkillTable(groups=(SkillGroup("", tuple(map(SkillEntry, names))),), page="Haus")


def test_a_short_list_of_skills_is_filled_up_with_new_ones() -> None:
    rules = SYSTEM.ruleset("1", [skills("Ringen", "Segeln", "Keule")])
    for seed in range(200):
        one = generate(random.Random(seed), rules)
        assert found(one, rules) == []
        new = {skill.name for skill in one.skills if skill.new}
        assert {skill.name for skill in one.skills} - new <= {
            "Ringen", "Segeln", "Keule", "Athletik", "Entschlossenheit", "Mittel",
        }  # fmt: skip
        assert "Keule" not in new


@pytest.mark.parametrize(
    "tables",
    [
        [TrackTable(governing={"Ruhm": "Ringen"})],
        [Ladder(counts={7: 1, 6: 1, 5: 2})],
        [Ladder(counts={3: 2})],
        [Limits(values={"stunts.count": 0, "aspects.creation": 1})],
        [Limits(values={"stunts.count": 8, "aspects.creation": 10})],
        [Limits(values={"aspects.creation": 0})],
        [Limits(values={"aspects.maximum": 4})],
        [BoxTable(boxes={-1: 1, 4: 9})],
    ],
)
def test_a_campaigns_own_figures(tables: list[Any]) -> None:
    rules = SYSTEM.ruleset("1", tables)
    for seed in range(100):
        assert found(generate(random.Random(seed), rules), rules) == []
        assert SYSTEM.check(generate(random.Random(seed), rules, "average"), rules) == []


def test_a_house_edition_without_known_kinds_of_stunt() -> None:
    data: dict[str, Any] = {
        "title": "Geist am Küchentisch",
        "aspects": {"creation": 1, "maximum": 1},
        "refresh": {"base": 1, "per_aspect": 0, "maximum": 1},
        "skills": {"unlisted": 0, "ladder": {"1": 1}, "groups": {"Alles": ["Kochen"]}},
        "tracks": {"governing": {"Hunger": "Kochen"}, "boxes": {"0": 1, "1": 2}},
        "stunts": {"count": 1, "kinds": {"secret": {"word": "Geheimnis"}}},
        "consequences": {},
    }
    rules = house_rules("küche", data)
    one = generate(random.Random(1), rules)
    assert one.stunts == [], "nobody has words for it"
    assert found(one, rules) == ["stunts-open"]


@settings(deadline=None, max_examples=100)
@given(
    st.integers(0, 2**32),
    st.lists(st.sampled_from(EDITIONS["1"].skills.names()), min_size=1, unique=True),
    st.dictionaries(st.integers(1, 8), st.integers(1, 4), min_size=1, max_size=5),
    st.integers(0, 8),
)
def test_any_campaign(seed: int, names: list[str], ladder: dict[int, int], stunts: int) -> None:
    rules = SYSTEM.ruleset(
        "1", [skills(*names), Ladder(counts=ladder), Limits(values={"stunts.count": stunts})]
    )
    assert set(found(generate(random.Random(seed), rules), rules)) <= {"stunts-open"}
