"""Sheets and cards of Tarua Katoc and FHTAGN: what they say, what can be filled in, nothing lost."""

import msgspec
import pytest
from tests.site.opened import Opened
from tests.site.sample_sheets import (
    BRASK,
    CHARACTERS,
    GERMAN,
    HINNERK,
    RULES,
    TITLES,
    absent,
    empty,
    made,
    of,
    printed,
)

from tontafel.rules.model import Aspect, Character, Skill, Track
from tontafel.site.pdf import cards_pdf

pytestmark = pytest.mark.usefixtures("silence")

BOTH = pytest.mark.parametrize("character", [BRASK, HINNERK], ids=lambda one: one.system)
SYSTEMS = pytest.mark.parametrize("system_id", ["tarua", "fhtagn"])


# What every sheet has to keep


@BOTH
def test_a_character_is_on_one_page_and_can_be_read_back(character: Character) -> None:
    found = printed(character.system)
    assert len(found.reader.pages) == 1
    ((_, (data,)),) = found.reader.attachments.items()
    assert msgspec.json.decode(data, type=Character) == character
    assert absent([character.name, "Unsere Runde", TITLES["licence"], *TITLES["notices"]], found.text) == []


@BOTH
def test_fields_have_names_of_their_own_and_room_to_write(character: Character) -> None:
    for found in (printed(character.system), empty(character.system)):
        assert len(found.reader.trailer["/Root"]["/AcroForm"]["/Fields"]) == len(found.fields)
        assert all(field.get("/TU") for field in found.fields.values())
        small = {name: size for name, size in found.rectangles.items() if min(size) < 7 or max(size) < 9}
        assert {name for name in small if not name.startswith(("mark", "wound"))} == set()
        assert all(min(size) > 7 for size in small.values())


@BOTH
def test_the_structure_is_complete(character: Character) -> None:
    found = printed(character.system)
    kinds = [element.get("/S") for element in found.structure]
    assert kinds.count("/Form") == len(found.fields)
    assert kinds.count("/H1") == 1
    assert kinds.count("/H2") >= 6
    assert [one for one in found.structure if one.get("/S") == "/Figure" and "/Alt" not in one] == []
    assert [one for one in found.structure if one.get("/S") == one["parent"] == "/Table"] == []
    headers = [one for one in found.structure if one.get("/S") == "/TH"]
    assert {header["/A"]["/Scope"] for header in headers} <= {"/Row", "/Column"}
    root = found.reader.trailer["/Root"]
    assert root["/Lang"] == "de"
    assert b"pdfuaid" in root["/Metadata"].get_data()


@BOTH
def test_every_font_is_embedded_and_has_every_letter(character: Character) -> None:
    fonts = printed(character.system).reader.pages[0]["/Resources"]["/Font"].values()
    families = {font.get_object()["/BaseFont"].partition("+")[2] for font in fonts}
    assert {name.partition("-")[0] for name in families} <= {"EB", "Gentium", "Source"}
    assert {font.get_object()["/Encoding"] for font in fonts} == {"/Identity-H"}


@BOTH
def test_the_same_character_gives_the_same_bytes(character: Character) -> None:
    assert made(character) == printed(character.system).data


@BOTH
def test_a_sheet_is_read_as_xml(character: Character, monkeypatch: pytest.MonkeyPatch) -> None:
    from tontafel.site.pdf.engine import engine

    def never(*_: object, **__: object) -> None:
        raise AssertionError("read as HTML, which takes ten times as long")

    monkeypatch.setattr(engine().HTML, "__init__", never)
    assert made(character)
    assert cards_pdf([of(character)], GERMAN)


@BOTH
def test_a_non_player_character_is_complete_as_it_is(character: Character) -> None:
    npc = msgspec.structs.replace(character, kind="npc")
    names = Opened(made(npc)).fields
    assert [name for name in names if name.startswith(("player", "history", "bond_3", "motivation"))] == []
    assert "notes" in names
    bare = Opened(made(Character(name="Nichts", system=npc.system, edition="1", kind="npc")))
    assert set(bare.fields) == {"notes"}


@SYSTEMS
def test_sheets_of_one_file_keep_their_fields_apart(system_id: str) -> None:
    character = CHARACTERS[system_id]
    found = Opened(made(character, character))
    names = [one.get_object()["/T"] for one in found.reader.trailer["/Root"]["/AcroForm"]["/Fields"]]
    assert len(set(names)) == len(names)
    assert {name.partition("_")[0] for name in names} == {"1", "2"}


def hostile(system_id: str, name: str) -> Character:
    return Character(
        name=name,
        system=system_id,
        edition="1",
        aspects=[Aspect(name), Aspect("danach")],
        attributes={"Kraft": 10**9, "ST": -(10**9), name: 5},
        skills=[Skill(name=name, value=-5, specialisation=name), Skill(name="Kunst", value=None)],
        tracks=[Track(name=name, boxes=[True] * 3), Track(name="TP", current=10**9, maximum=0)],
        details={
            "people": name,
            "profession": name,
            "current": 3,
            "stages": {"Zivilisation": 400},
            "bonds": [name, {"name": name, "value": "viele"}, 3],
            "motivations": name,
            "disorders": {"a": 1},
            "hardened": 7,
            "shrugged_off": {"violence": 10**9, "helplessness": -1},
            "history": [1, {"event": "boo"}, {"what": name, "why": name}],
            "development_points": "viele",
        },
    )


@SYSTEMS
@pytest.mark.parametrize(
    "name",
    [
        '<script>alert("1")</script>',
        "x" * 400,
        "שלום \u202egnorw\u202c \x00",
        "🐂 \udc80",
        "{{ 7 * 7 }}",
        "a.b[0]/()\\<>&",
    ],
    ids=range(6),
)
def test_hostile_text_is_only_text(system_id: str, name: str) -> None:
    found = Opened(made(hostile(system_id, name)))
    assert b"/JavaScript" not in found.data
    assert "danach" in found.text
    assert cards_pdf([of(hostile(system_id, name))], GERMAN)


# Tarua Katoc


def test_a_sheet_of_tarua_says_everything() -> None:
    found = printed("tarua")
    words = [
        "Tarua Katoc",
        "Ofenleute",
        "Volk",
        "Attribute, körperlich",
        "Kraft",
        "Zähigkeit",
        "bis 8",
        "bis 5",
    ]
    words += [
        "Fertigkeiten, kulturell",
        "D/Evolution",
        "so schlecht wie möglich",
        "Zivilisation",
        "so gut wie möglich",
    ]
    words += ["Handwerk", "Löten (neu) 2", "Initiative", "Handlungen je Runde", "Verteidigung"]
    words += [
        "Kraft 4 + Nahkampf 4",
        "Geschick 6 + Nahkampf 4",
        "Kraft 4 gegen Zähigkeit",
        "Klugheit 6 + Ausdruck –",
    ]
    words += ["erschaffen mit 42 von 50 Punkten", "Eigenheiten", "glaubt, dass alles einmal heil war"]
    words += ["Wunde: Kraft von 6 auf 4", "der Kalk schlug zurück", "2018-02-16, Der Wächter"]
    assert absent(words, found.text) == []


def test_wounds_are_ticked_and_current_values_filled_in() -> None:
    found = printed("tarua")
    assert found.ticked == ["wound_body_1_1", "wound_body_1_2"]
    assert found.values == {"body_1_now": "4", "development_points": "3"}
    wounds = [name for name in found.fields if name.startswith("wound_")]
    assert len(wounds) == 8 + 7 + 8 + 8 + 5, "boxes up to what the people allows"
    assert {"skill_1_2", "skill_1_3", "skill_1_4", "skill_2_1", "skill_2_4"} < set(found.fields)
    assert {"skill_1_1", "skill_2_2", "skill_2_3"} & set(found.fields) == set()


def test_what_is_filled_in_is_seen() -> None:
    (field,) = [
        note.get_object()
        for note in printed("tarua").reader.pages[0]["/Annots"]
        if note.get_object()["/T"] == "body_1_now"
    ]
    drawn = field["/AP"]["/N"].get_object()
    assert b"<34> Tj" in drawn.get_data(), "a 4"
    assert "/Field" in drawn["/Resources"]["/Font"]
    assert field["/Q"] == 1


def test_a_blank_sheet_of_tarua_is_open_from_end_to_end() -> None:
    found = empty("tarua")
    assert len(found.reader.pages) == 1
    wanted = {
        "name",
        "people",
        "player",
        "stage_1",
        "stage_2",
        "actions",
        "initiative",
        "development_points",
        "notes",
    }
    wanted |= {
        f"{group}_{n}{what}"
        for group, most in (("body", 3), ("mind", 2))
        for n in range(1, most + 1)
        for what in ("", "_now", "_cap")
    }
    wanted |= {f"skill_{kind}_{number}" for kind in (1, 2) for number in range(1, 5)}
    wanted |= {f"wound_mind_2_{number}" for number in range(1, 11)}
    assert wanted - set(found.fields) == set()
    assert found.values == {}
    assert absent(["Charakterbogen", "Kraft + Nahkampf", "erschaffen mit 50 Punkten"], found.text) == []


# FHTAGN


def test_a_sheet_of_fhtagn_says_everything() -> None:
    found = printed("fhtagn")
    words = [
        "FHTAGN",
        "Kämpfer (Soldat)",
        "Beruf",
        "ST Stärke 14 70",
        "CH Charisma 9 45",
        "TP Trefferpunkte 15",
    ]
    words += [
        "Steuern (Seefahrt) 41",
        "Athletik 52",
        "Suchen 63",
        "Waffenloser Kampf 40",
        "Unnatürliches Wissen 0",
    ]
    words += [
        "Spezialtraining: Tauchen",
        "Beke, seine Tochter",
        "keinen mehr liegen lassen",
        "schläft nur bei Licht",
    ]
    words += ["Gewalt", "abgehärtet", "Narbe am Kinn", "Willenskraft gering: −20 auf alle Proben."]
    words += ["Arbeitgeber", "Ausrüstung", "Notizen"]
    assert absent(words, found.text) == []


def test_marks_losses_and_what_is_left_stand_in_fields() -> None:
    found = printed("fhtagn")
    ticked = ["exhausted", "violence_1", "violence_2", "violence_3", "violence_hardened", "helplessness_1"]
    assert sorted(found.ticked) == sorted([*ticked, "mark_4"])
    values = {
        "attribute_1_now": "9",
        "now_1": "12",
        "now_2": "2",
        "now_3": "46",
        "now_4": "44",
        "bond_1_value": "9",
    }
    assert found.values == values
    width, height = found.rectangles["now_1"]
    assert (width > 70, height > 20) == (True, True), "room for a pencil"
    assert {"motivation_3", "motivation_4", "motivation_5", "employer", "equipment"} < set(found.fields)
    assert {"motivation_2", "motivation_6"} & set(found.fields) == set()


def test_a_blank_sheet_of_fhtagn_has_every_skill_with_its_base() -> None:
    found = empty("fhtagn")
    assert len(found.reader.pages) == 1
    skills = RULES["fhtagn"].skills.names()
    assert absent(list(skills), found.text) == []
    assert absent(["Athletik 30", "Träumen EN", "Waffenloser Kampf 40", "Wachsamkeit 20"], found.text) == []
    values = [name for name in found.fields if name.startswith("skill_") and not name.endswith("_field")]
    fields = [name for name in found.fields if name.endswith("_field")]
    assert (len(values), len(fields)) == (len(skills) + 5, 10)
    wanted = {"name", "profession", "employer", "born", "residence", "nationality", "education", "player"}
    wanted |= {f"attribute_{n}{what}" for n in range(1, 7) for what in ("", "_test", "_now")}
    wanted |= {"highest_1", "now_1", "now_4", "bond_4", "bond_4_value", "motivation_5", "disorder_3", "notes"}
    assert wanted - set(found.fields) == set()
    assert "highest_4" not in found.fields, "the breaking point has no maximum"


def test_a_long_life_flows_on_and_nothing_is_cut() -> None:
    words = [f"w{number:04}" for number in range(1600)]
    bonds = [{"name": " ".join(words[start : start + 10])} for start in range(0, 200, 10)]
    history = [
        {"what": " ".join(words[start : start + 10]), "why": " ".join(words[start + 10 : start + 20])}
        for start in range(200, 800, 20)
    ]
    character = msgspec.structs.replace(
        HINNERK,
        skills=[
            Skill(name=f"s{number:03}", value=number % 99, specialisation=f"z{number:03}")
            for number in range(300)
        ],
        aspects=[Aspect(" ".join(words[800:1000]))],
        details={
            "bonds": bonds,
            "motivations": [" ".join(words[start : start + 20]) for start in range(1000, 1400, 20)],
            "disorders": words[1400:1600],
            "history": history,
        },
    )
    found = Opened(made(character))
    pages = [page.extract_text() for page in found.reader.pages]
    assert len(pages) > 2
    assert all("Hinnerk Voss, Fortsetzung" in page for page in pages[1:])
    assert absent(words, found.text) == []
    assert absent([f"s{number:03}" for number in range(300)], found.text) == []
    assert absent([f"z{number:03}" for number in range(300)], found.text) == []


def test_a_long_history_of_tarua_flows_on() -> None:
    words = [f"w{number:04}" for number in range(1200)]
    character = msgspec.structs.replace(
        BRASK,
        aspects=[Aspect(" ".join(words[start : start + 12])) for start in range(0, 600, 12)],
        details={
            "history": [
                {"what": " ".join(words[start : start + 10]), "why": " ".join(words[start + 10 : start + 20])}
                for start in range(600, 1200, 20)
            ]
        },
    )
    found = Opened(made(character))
    assert len(found.reader.pages) > 1
    assert "Brask, Fortsetzung" in found.reader.pages[1].extract_text()
    assert absent(words, found.text) == []


# Cards and words


@BOTH
def test_a_card_says_what_the_game_master_needs(character: Character) -> None:
    npc = msgspec.structs.replace(character, kind="npc")
    found = Opened(cards_pdf([of(npc)], GERMAN))
    words = {
        "tarua": [
            "Brask",
            "Ofenleute",
            "Kraft",
            "4/6",
            "Zivilisation 8",
            "Handwerk 8",
            "Nahkampf 4 + 4 6 + 4 4",
        ],
        "fhtagn": [
            "Hinnerk Voss",
            "Soldat",
            "ST",
            "9 45",
            "TP 12/15",
            "WP 2/11",
            "Athletik 52",
            "Seefahrt",
            "Beke",
        ],
    }[character.system]
    assert absent([*words, TITLES["licence"]], found.text) == []
    assert found.fields == {}


@BOTH
def test_english_words_around_german_names(character: Character) -> None:
    found = printed(character.system, "en")
    words = {
        "tarua": [
            "Attributes, physical",
            "Skills, cultural",
            "Actions a round",
            "Handwerk",
            "Development points",
        ],
        "fhtagn": [
            "Derived values",
            "Employer",
            "Losses shrugged off",
            "Suchen 63",
            "Trefferpunkte",
            "Notes",
        ],
    }[character.system]
    assert absent(words, found.text) == []
