"""The reader by what it is told: the seed page, tags and settings, another system's words."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tontafel.parsers.page import parse
from tontafel.parsers.reader import Marks, Result, fits, read
from tontafel.rules.mesopotamien import SYSTEM
from tontafel.rules.model import Stunt
from tontafel.rules.span import Span
from tontafel.rules.tables import Ladder, SkillTable, TrackTable
from tontafel.rules.vocabulary import Vocabulary, vocabulary

SEED = Path(__file__).parents[3] / "shared" / "seeds" / "000_cbc2e8efa7e8bbed.txt"
LYKOS = "== Werte\n|5 |Ringen |\n|4 |Athletik, Bogen |\n|Gesundheit |□□□ |\n"


def read_text(text: str, page: str = "Lykos", words: Vocabulary | None = None, **marks: Any) -> Result:
    known = Marks(edition="1", **marks)
    return read(parse(text), text, page, words or SYSTEM.vocabulary(), marks=known)


@pytest.fixture(scope="module")
def seed() -> tuple[str, Result]:
    if not SEED.exists():
        pytest.skip("the seed page is not part of the project")
    text = SEED.read_text("utf-8")
    return text, read_text(text, SEED.stem)


def test_seed_page_has_herakles(seed: tuple[str, Result]) -> None:
    herakles = seed[1].characters[0].character
    assert (herakles.name, herakles.kind, herakles.system) == ("Herakles", "pc", "mesopotamien")
    assert [aspect.text for aspect in herakles.aspects] == [
        "Sohn der Götter",
        "von Hera verfolgt",
        "jähzornig",
        "übernatürliche Kraft",
        "Mörder",
        "für den Pfad der Ehre entschieden",
    ]
    rows: dict[int | None, list[str]] = {}
    for skill in herakles.skills:
        rows.setdefault(skill.value, []).append(skill.name)
    assert rows == {
        5: ["Ringen"],
        4: ["Athletik", "Bogen"],
        3: ["Akrobatik", "Kurzschwert", "Keule"],
        2: ["Entschlossenheit", "Muse", "Streitwagen", "Überleben"],
        1: ["Rhetorik", "Mystik", "Schleichen"],
    }
    assert [skill.name for skill in herakles.skills if skill.new] == ["Keule"]
    assert [(s.name, s.specialisation) for s in herakles.skills if s.specialisation] == [("Muse", "Leier")]
    assert herakles.open_slots == {"1": 2}


def test_seed_page_has_the_tracks_and_stunts_of_herakles(seed: tuple[str, Result]) -> None:
    herakles = seed[1].characters[0].character
    assert [(track.name, track.boxes) for track in herakles.tracks] == [
        ("Gesundheit", [False] * 5),
        ("Fassung", [False] * 4),
        ("Vermögen", [False] * 3),
    ]
    first, second, third = herakles.stunts
    assert first == Stunt(kind="item", text="Bogen des Apollo", name="Bogen des Apollo")
    assert second == Stunt(kind="item", text="Schwert des Apollo", name="Schwert des Apollo")
    assert (third.kind, third.skill, third.replaces) == ("substitute", "Ringen", "Rhetorik")


def test_seed_page_has_the_bull_and_nobody_else(seed: tuple[str, Result]) -> None:
    text, result = seed
    herakles, bull = result.characters
    stier = bull.character
    assert (stier.name, stier.kind, stier.open_slots) == ("Stier", "npc", {})
    assert [(skill.name, skill.value) for skill in stier.skills] == [
        ("Hörner", 5),
        ("Trampeln", 4),
        ("Kraft", 4),
        ("Ausweichen", 3),
    ]
    assert [(track.name, track.boxes) for track in stier.tracks] == [("Gesundheit", [False] * 3)]
    assert [aspect.text for aspect in stier.aspects] == ["schweissnass"]
    span = bull.places["tracks", 0, "boxes", 0]
    assert text[span.start - 11 : span.end] == "Gesundheit □"
    assert {diagnostic.code for diagnostic in result.diagnostics} == {"prose-read"}
    assert {diagnostic.severity for diagnostic in result.diagnostics} == {"note"}
    assert herakles.part[0].end < bull.part[0].start


def test_seed_page_gives_its_rules(seed: tuple[str, Result]) -> None:
    tables = {type(table): table for table in seed[1].tables}
    skills = tables[SkillTable]
    assert isinstance(skills, SkillTable)
    assert [(group.name, len(group.skills)) for group in skills.groups] == [
        ("Grundwerte", 3),
        ("Kämpfen", 10),
        ("Zur Person", 10),
    ]
    assert skills.groups[1].skills[1].purpose == "Fernkampf"
    tracks = tables[TrackTable]
    assert isinstance(tracks, TrackTable)
    assert tracks.governing == {
        "Gesundheit": "Athletik",
        "Fassung": "Entschlossenheit",
        "Vermögen": "Mittel",
    }
    assert tables[Ladder] == Ladder(page=SEED.stem, counts={5: 1, 4: 2, 3: 3, 2: 4, 1: 5})


def test_a_tag_makes_an_npc_without_open_slots() -> None:
    ladder = {5: 1, 4: 2, 3: 3}
    (hero,) = read_text(LYKOS, ladder=ladder).characters
    (foe,) = read_text(LYKOS, kind="npc", ladder=ladder).characters
    assert (hero.character.kind, hero.character.open_slots) == ("pc", {"3": 3})
    assert (foe.character.kind, foe.character.open_slots) == ("npc", {})


def test_a_tag_makes_a_character_of_any_page() -> None:
    text = "Noch ohne Werte. Er mag Oliven."
    assert not read_text(text).characters
    (one,) = read_text(text, character=True).characters
    assert (one.character.name, one.character.other) == ("Lykos", [text])


def test_rules_pages_have_no_characters_but_examples() -> None:
    assert not read_text(LYKOS, "Beispiel", rules=True).characters


def test_names_are_spelled_as_the_campaign_spells_them() -> None:
    text = "== Skills\n|5 |Wrestling |\n|4 |Ueberleben |\n== Tracks\n|Health |□□ |\n"
    (german,) = read_text(text).characters
    (english,) = read_text(text, skills=("Wrestling", "UEBERLEBEN"), tracks=("Health",)).characters
    assert [skill.name for skill in german.character.skills] == ["Ringen", "Überleben"]
    assert [skill.name for skill in english.character.skills] == ["Wrestling", "UEBERLEBEN"]
    assert german.character.tracks[0].name == "Gesundheit"
    assert english.character.tracks[0].name == "Health"


@pytest.fixture(scope="module")
def other_words() -> Vocabulary:
    """A system of attributes and few words."""
    return vocabulary(
        {
            "sections": {"attributes": ["Attribute"], "skills": ["Fertigkeiten"]},
            "attributes": {"Kraft": ["Strength"], "Geschick": [], "Zähigkeit": ["Toughness"]},
            "skills": {"Nahkampf": [], "Fernkampf": []},
        },
        "anderes",
    )


@pytest.mark.parametrize(
    "line",
    [
        "Kraft 9, derzeit 7; Zähigkeit: 5, Geschick +4",
        "Kraft 9 (derzeit 7), Zaehigkeit 5, Geschick 4",
        "Strength 9, currently 7, Toughness 5, Geschick 4",
    ],
)
def test_another_system_brings_its_own_words(other_words: Vocabulary, line: str) -> None:
    text = f"== Fertigkeiten\n{line}\n\nNahkampf 6, Fernkampf 2\n"
    (one,) = read_text(text, words=other_words).characters
    assert one.character.system == "anderes"
    assert one.character.attributes == {"Kraft": 9, "Zähigkeit": 5, "Geschick": 4}
    assert one.character.details == {"current": {"Kraft": 7}}
    assert {skill.name: skill.value for skill in one.character.skills} == {"Nahkampf": 6, "Fernkampf": 2}


def test_the_vocabulary_that_fits_is_found(other_words: Vocabulary) -> None:
    own, other = fits(parse(LYKOS), LYKOS, [SYSTEM.vocabulary(), other_words])
    assert own > other


def test_a_finding_has_place_sentence_and_remedy() -> None:
    text = "== Zähler\n* Gesundheit: 5 (2 markiert)\n* Fassung: viele\n"
    first, second = read_text(text).diagnostics
    assert (first.code, first.severity, first.character) == ("boxes-counted", "note", "Lykos")
    assert str(first.message) == "The boxes of Gesundheit were counted from words: 5 (2 markiert)."
    assert str(first.hint) == "Draw them, so that everyone sees which are marked: ☒☒□□□"
    assert (second.code, second.severity) == ("row-unknown", "note")
    assert first.span == Span(text.index("Gesundheit"), text.index(")") + 1)


def test_an_unknown_table_in_the_words_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        vocabulary({"sections": {}, "sectoins": {}}, "anderes")
