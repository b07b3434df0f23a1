"""Sheets: what they say, what can be filled in, what machines find in them."""

import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pypdf
import pytest
from PIL import Image
from tests.site.opened import Opened

from tontafel.rules.model import Aspect, Character, Consequence, Skill, Stunt, Track
from tontafel.rules.system import Rules, system
from tontafel.site import sheets, templating
from tontafel.site.language import Language
from tontafel.site.pdf import Look, NoSheet, Sheet, blank, sheet, sheet_pdf, unprintable
from tontafel.site.problem import Problem

GERMAN, ENGLISH = Look(Language("de")), Look(Language("en"))
CAMPAIGN = "Die Tafeln von Ur"
LICENCE, NOTICES = "Open Game License 1.0a", ("Der Geist Mesopotamiens © 2010 by Alex Schröder.",)

HERAKLES = Character(
    name="Herakles",
    system="mesopotamien",
    edition="1",
    aspects=[Aspect("Sohn der Götter"), Aspect("jähzornig"), Aspect("Mörder")],
    skills=[
        Skill(name="Ringen", value=5),
        Skill(name="Athletik", value=4),
        Skill(name="Bogen", value=4),
        Skill(name="Keule", value=3, new=True),
        Skill(name="Muse", value=2, specialisation="Leier"),
        Skill(name="Rhetorik", value=1),
    ],
    open_slots={"1": 2},
    tracks=[
        Track(name="Gesundheit", boxes=[False, False, True, False, False]),
        Track(name="Fassung", boxes=[False] * 4),
        Track(name="Vermögen", boxes=[False] * 3),
    ],
    stunts=[
        Stunt(kind="item", text="Bogen des Apollo", name="Bogen des Apollo"),
        Stunt(kind="substitute", text="Sein Anblick genügt.", skill="Ringen", replaces="Rhetorik"),
    ],
    consequences=[
        Consequence(severity="medium", text="im Würgegriff", track="Gesundheit", since="14. Abend")
    ],
    details={"fate_points": 2},
)


pytestmark = pytest.mark.usefixtures("silence")


def rules(edition: str = "1") -> Rules:
    found: Rules = system("mesopotamien").ruleset(edition, ())
    return found


def of(character: Character) -> Sheet:
    return sheet(character, rules(), campaign=CAMPAIGN, licence=LICENCE, notices=NOTICES)


def made(*characters: Character, look: Look = GERMAN) -> bytes:
    return sheet_pdf([of(character) for character in characters], look)


def read(data: bytes) -> Any:
    return pypdf.PdfReader(io.BytesIO(data))


def text(data: bytes) -> str:
    return Opened(data).text


def fields(data: bytes) -> dict[str, Any]:
    return Opened(data).fields


def structure(data: bytes) -> list[Any]:
    return Opened(data).structure


@pytest.fixture(scope="module")
def herakles() -> bytes:
    return made(HERAKLES)


def test_a_character_is_on_one_page_of_a4(herakles: bytes) -> None:
    pages = read(herakles).pages
    assert len(pages) == 1
    assert [round(float(side)) for side in pages[0].mediabox[2:]] == [595, 842]


def test_everything_is_on_the_sheet(herakles: bytes) -> None:
    words = text(herakles)
    expected = ["Der Geist Mesopotamiens", CAMPAIGN, "Herakles", "Aspekte", "Sohn der Götter", "jähzornig"]
    expected += ["Fertigkeiten", "Ringen", "Keule (neu)", "Muse (Leier)", "Alle übrigen Fertigkeiten −1"]
    expected += ["Zähler", "Gesundheit", "Athletik 4", "Fassung", "Entschlossenheit", "Vermögen", "Mittel"]
    expected += [
        "Tricks",
        "Bogen des Apollo",
        "Ringen statt Rhetorik. Sein Anblick genügt.",
        "Schicksalspunkte",
    ]
    expected += [
        "Konsequenzen",
        "mild 1",
        "im Würgegriff",
        "14. Abend",
        "schwer 4",
        "Notizen",
        "Gespielt von",
    ]
    expected += [LICENCE, *NOTICES]
    assert [part for part in expected if part not in words] == []


def test_small_capitals_read_as_words(herakles: bytes) -> None:
    assert "Gegenstand" in text(herakles)
    assert "Ersatzfertigkeit" in text(herakles)


def test_english_words_around_german_names() -> None:
    words = text(made(HERAKLES, look=ENGLISH))
    expected = ["Aspects", "Skills", "Keule (new)", "All other skills −1", "Tracks", "Stunts", "Fate points"]
    expected += ["Consequences", "Ringen for Rhetorik", "Notes", "Player", "jähzornig"]
    assert [part for part in expected if part not in words] == []


def test_words_are_divided_by_the_rules_of_the_campaigns_language() -> None:
    words = "Donaudampfschifffahrtsgesellschaft Überlebenskünstlerin Schlangenbeschwörer " * 9
    character = msgspec.structs.replace(HERAKLES, stunts=[Stunt(kind=None, text=words)])

    def divided(look: Look, language: str) -> set[str]:
        data = sheet_pdf([sheet(character, rules(), language=language)], look)
        assert read(data).trailer["/Root"]["/Lang"] == language
        lines = "\n".join(page.extract_text() for page in read(data).pages)
        return set(re.findall(r"(\w+)[-\u2010]\n(\w+)", lines))

    german = divided(GERMAN, "de")
    assert german
    assert divided(ENGLISH, "de") == german
    assert divided(ENGLISH, "en") != german


def test_open_places_are_fields_with_names_of_their_own(herakles: bytes) -> None:
    written = [name for name, field in fields(herakles).items() if field["/FT"] == "/Tx"]
    aspects = [f"aspect_{number}" for number in range(4, 11)]
    skills = ["skill_3_2", "skill_3_3", "skill_2_2", "skill_2_3", "skill_2_4"]
    skills += ["skill_1_2", "skill_1_3", "skill_1_4", "skill_1_5"]
    rest = ["stunt_3", "stunt_3_more", "consequence_mild", "consequence_severe", "player", "notes"]
    assert sorted(written) == sorted(aspects + skills + rest)
    assert len(read(herakles).trailer["/Root"]["/AcroForm"]["/Fields"]) == len(fields(herakles))
    assert all(field.get("/TU") for field in fields(herakles).values())


def test_boxes_are_ticked_as_the_character_has_them(herakles: bytes) -> None:
    boxes = {name: field["/V"] for name, field in fields(herakles).items() if field["/FT"] == "/Btn"}
    assert [name for name, value in boxes.items() if value == "/on"] == ["fate_1", "fate_2", "track_1_3"]
    tracks = [name for name in boxes if name.startswith("track")]
    assert len(tracks) == 5 + 4 + 3
    assert len(boxes) == len(tracks) + 10


def test_fields_bring_their_appearance_and_their_fonts(herakles: bytes) -> None:
    form = read(herakles).trailer["/Root"]["/AcroForm"]
    known = form["/DR"]["/Font"].keys()
    assert form["/NeedAppearances"] == False  # noqa: E712 - a PDF boolean
    for reference in form["/Fields"]:
        field = reference.get_object()
        used = re.match(r"(/\w+) [\d.]+ Tf", str(field["/DA"]))
        assert used
        assert used[1] in known
        states = field["/AP"]["/N"].get_object()
        if field["/FT"] == "/Btn":
            assert states.keys() == {"/on", "/Off"}
    typed = form["/DR"]["/Font"]["/Field"]
    assert (typed["/Subtype"], typed["/Encoding"]) == ("/TrueType", "/WinAnsiEncoding")
    assert len(typed["/Widths"]) == 224
    assert typed["/FontDescriptor"]["/FontFile2"].get_data()[:4] == b"\0\1\0\0"


def darkness(data: bytes, name: str, folder: Path) -> float:
    """How dark the inside of a box is when poppler shows it: 0 is white, 1 black."""
    page = read(data).pages[0]
    (rectangle,) = [
        [float(side) for side in note.get_object()["/Rect"]]
        for note in page["/Annots"]
        if note.get_object().get("/T") == name
    ]
    (folder / "sheet.pdf").write_bytes(data)
    command = ["pdftoppm", "-r", "144", "-gray", "-png", "-singlefile", "sheet.pdf", "sheet"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    image = Image.open(folder / "sheet.png")
    height = float(page.mediabox[3])
    left, right = sorted((rectangle[0], rectangle[2]))
    low, high = sorted((rectangle[1], rectangle[3]))
    sides = (left + 2, height - high + 2, right - 2, height - low - 2)
    inside = image.crop((2 * sides[0], 2 * sides[1], 2 * sides[2], 2 * sides[3]))
    greys = inside.tobytes()
    return 1 - sum(greys) / len(greys) / 255


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="needs poppler")
def test_poppler_shows_what_is_ticked(herakles: bytes, tmp_path: Path) -> None:
    assert darkness(herakles, "track_1_3", tmp_path) > 0.2
    assert darkness(herakles, "track_1_2", tmp_path) < 0.02
    assert darkness(herakles, "fate_2", tmp_path) > 0.2
    assert darkness(herakles, "fate_3", tmp_path) < 0.1


def test_every_font_is_ours_and_embedded(herakles: bytes) -> None:
    fonts = [font.get_object() for font in read(herakles).pages[0]["/Resources"]["/Font"].values()]
    assert {font["/BaseFont"].partition("+")[2] for font in fonts} == {
        "EB-Garamond",
        "EB-Garamond-Italic",
        "EB-Garamond-All-Small-Caps",
    }
    for font in fonts:
        descriptor = font["/DescendantFonts"][0].get_object()["/FontDescriptor"]
        assert descriptor["/FontFile2"].get_data()
        assert font["/Encoding"] == "/Identity-H", "WeasyPrint writes another one when letters are missing"


def test_the_document_says_what_it_is(herakles: bytes) -> None:
    reader = read(herakles)
    root = reader.trailer["/Root"]
    assert reader.metadata is not None
    assert reader.metadata.title == "Herakles"
    assert root["/Lang"] == "de"
    assert root["/MarkInfo"]["/Marked"]
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert b"pdfuaid" in root["/Metadata"].get_data()
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    assert titles == ["Herakles"]
    below = next(entry for entry in reader.outline if isinstance(entry, list))
    assert [entry.title for entry in below] == [
        "Aspekte",
        "Schicksalspunkte",
        "Zähler",
        "Fertigkeiten",
        "Tricks",
        "Konsequenzen",
        "Notizen",
    ]


def test_the_structure_is_complete(herakles: bytes) -> None:
    elements = structure(herakles)
    kinds = [element.get("/S") for element in elements]
    headers = [element for element in elements if element.get("/S") == "/TH"]
    assert len(headers) == 3 + 5 + 3, "tracks, steps of the pyramid, consequences"
    assert {header["/A"]["/Scope"] for header in headers} == {"/Row"}
    assert kinds.count("/Form") == len(fields(herakles))
    assert kinds.count("/H1") == 1
    assert kinds.count("/H2") == 7
    assert [element for element in elements if element.get("/S") == "/Figure" and "/Alt" not in element] == []


def test_the_character_can_be_read_back(herakles: bytes) -> None:
    (name, (data,)), *others = read(herakles).attachments.items()
    assert others == []
    assert name == "herakles.json"
    assert msgspec.json.decode(data, type=Character) == HERAKLES


def test_the_same_character_gives_the_same_bytes(herakles: bytes, tmp_path: Path) -> None:
    assert made(HERAKLES) == herakles
    script = (
        "import sys, msgspec\n"
        "from tontafel.rules.model import Character; from tontafel.rules.system import system\n"
        "from tontafel.site.language import Language; from tontafel.site.pdf import Look, sheet, sheet_pdf\n"
        "character = msgspec.json.decode(sys.stdin.buffer.read(), type=Character)\n"
        f"titles = dict(campaign={CAMPAIGN!r}, licence={LICENCE!r}, notices={NOTICES!r})\n"
        "one = sheet(character, system('mesopotamien').ruleset('1', ()), **titles)\n"
        "sys.stdout.buffer.write(sheet_pdf([one], Look(Language('de'))))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=msgspec.json.encode(HERAKLES),
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "7", "TONTAFEL_CACHE": str(tmp_path)},
    )
    assert done.stderr == b""
    assert done.stdout == herakles, "not even fresh fonts in another place make a difference"


def long_character() -> Character:
    """Twenty aspects, forty skills, endless stunts; every piece of text is one that can be found again."""
    return Character(
        name="Enheduanna, Tochter Sargons von Akkade, Hohepriesterin des Nanna zu Ur",
        system="mesopotamien",
        edition="1",
        aspects=[Aspect(f"a{number:03} b{number:03} c{number:03}") for number in range(20)],
        skills=[Skill(name=f"s{number:03}", value=number % 7 - 1) for number in range(40)],
        tracks=[Track(name="Gunst", boxes=[True] * 25)],
        stunts=[
            Stunt(kind="talent", text=" ".join(f"t{word:03}" for word in range(start, start + 130)))
            for start in range(0, 650, 130)
        ],
        consequences=[Consequence(severity="mild", text=f"k{number:03}") for number in range(4)],
    )


def test_a_long_character_flows_on_and_nothing_is_cut() -> None:
    character = long_character()
    data = made(character)
    pages = [page.extract_text() for page in read(data).pages]
    assert len(pages) >= 2
    assert "Fortsetzung" not in pages[0]
    assert all("Enheduanna" in page and "Fortsetzung" in page for page in pages[1:])
    words = text(data)
    wanted = [
        *(f"{letter}{number:03}" for letter in "abc" for number in range(20)),
        *(f"s{number:03}" for number in range(40)),
        *(f"t{number:03}" for number in range(650)),
        *(f"k{number:03}" for number in range(4)),
    ]
    assert [word for word in wanted if word not in words] == []
    boxes = [name for name in fields(data) if name.startswith("track")]
    assert len(boxes) == 25 + 3 * 3


def test_notes_have_the_rest_of_the_last_page_to_themselves(herakles: bytes) -> None:
    data = made(long_character())
    for one in (herakles, data):
        last = read(one).pages[-1]
        notes = [note.get_object() for note in last["/Annots"] if note.get_object().get("/T") == "notes"]
        assert len(notes) == 1
        assert notes[0]["/Ff"] == 1 << 12
        bottom = min(float(side) for side in (notes[0]["/Rect"][1], notes[0]["/Rect"][3]))
        assert 30 < bottom < 95


HOSTILE = [
    '<script>alert("1")</script><img src="https://example.org/x.png">',
    "x" * 500,
    "שלום עולם und العربية",
    "\u202egnorw\u202c \x00\x07\ufeff",
    "🐂👩‍🚀 𒀭𒂗𒆤",
    "\udc80\udcff",
    "{{ 7 * 7 }}{% include 'secret' %}",
    "a.b.c[0]/()\\<>",
    "&lt;b&gt; &amp;",
    "",
]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_only_text(name: str) -> None:
    character = Character(
        name=name or " ",
        system="mesopotamien",
        edition="1",
        aspects=[Aspect(name), Aspect("danach")],
        skills=[Skill(name=name, value=5), Skill(name=name, value=None, specialisation=name)],
        tracks=[Track(name=name, boxes=[True]), Track(name="leer", boxes=[])],
        stunts=[Stunt(kind=None, text=name), Stunt(kind="item", text="t", name=name, skill=name)],
        consequences=[Consequence(severity="severe", text=name, track=name, since=name)],
    )
    data = made(character)
    assert b"/JavaScript" not in data
    assert "danach" in text(data)
    assert b"example.org" not in re.sub(rb"stream.*?endstream", b"", data, flags=re.DOTALL)
    fonts = [font.get_object() for page in read(data).pages for font in page["/Resources"]["/Font"].values()]
    assert {font["/Encoding"] for font in fonts} == {"/Identity-H"}, "no letter is missing"


def test_markup_and_template_signs_are_printed() -> None:
    words = text(made(msgspec.structs.replace(HERAKLES, name="{{ 7 * 7 }} <b>&amp;")))
    assert "{{ 7 * 7 }} <b>&amp;" in words


def test_letters_of_other_alphabets_are_printed_and_missing_ones_reported() -> None:
    character = msgspec.structs.replace(
        HERAKLES, aspects=[Aspect("Ἀχιλλεύς Ḫammurapi Зевс 漢字"), Aspect("𒀭🐂")]
    )
    words = text(made(character))
    assert "Ἀχιλλεύς Ḫammurapi Зевс 漢字" in words
    assert "\ufffd" in words
    (found,) = unprintable(of(character))
    assert (found.code, found.severity, found.character) == ("glyph-missing", "note", "Herakles")
    assert found.message.values["letters"] == "𒀭 🐂"
    assert unprintable(of(HERAKLES)) == []


def test_a_blank_sheet_can_be_filled_from_the_first_line_to_the_last() -> None:
    data = sheet_pdf([blank("mesopotamien", rules(), campaign=CAMPAIGN)], GERMAN)
    assert len(read(data).pages) == 1
    names = set(fields(data))
    ladder = {1: 5, 2: 4, 3: 3, 4: 2, 5: 1}
    wanted = {f"skill_{value}_{number}" for value, count in ladder.items() for number in range(1, count + 1)}
    wanted |= {f"aspect_{number}" for number in range(1, 11)} | {"name", "player", "refresh", "notes"}
    wanted |= {f"stunt_{number}" for number in (1, 2, 3)}
    wanted |= {f"consequence_{severity}" for severity in ("mild", "medium", "severe")}
    wanted |= {f"track_{track}_{number}" for track in (1, 2, 3) for number in range(1, 7)}
    assert wanted - names == set()
    assert list(read(data).attachments) == []
    assert "Charakterbogen" in text(data)


def test_another_edition_is_another_sheet() -> None:
    data = sheet_pdf([blank("mesopotamien", rules("2"))], GERMAN)
    skills = [name for name in fields(data) if name.startswith("skill")]
    assert sorted(skills)[-1] == "skill_4_1"
    assert len(skills) == 1 + 2 + 3 + 4
    assert "mild 2" in text(data)


def test_an_npc_has_nothing_open() -> None:
    bull = Character(
        name="Stier",
        system="mesopotamien",
        edition="1",
        kind="npc",
        skills=[Skill(name="Hörner", value=5), Skill(name="Kraft", value=4)],
        tracks=[Track(name="Gesundheit", boxes=[False] * 3)],
    )
    data = made(bull)
    names = fields(data)
    assert [name for name in names if name.startswith(("aspect", "skill", "stunt", "player"))] == []
    assert len([name for name in names if name.startswith("track")]) == 3
    assert "Fassung" not in text(data)


def test_sheets_of_one_file_keep_their_fields_apart() -> None:
    data = made(HERAKLES, HERAKLES, msgspec.structs.replace(HERAKLES, name="Atalante"))
    reader = read(data)
    assert len(reader.pages) == 3
    names = [reference.get_object()["/T"] for reference in reader.trailer["/Root"]["/AcroForm"]["/Fields"]]
    assert len(set(names)) == len(names)
    assert {name.partition("_")[0] for name in names} == {"1", "2", "3"}
    assert list(reader.attachments) == ["atalante.json", "herakles-2.json", "herakles.json"]
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    assert titles == ["Herakles", "Herakles", "Atalante"]


def test_a_system_without_a_sheet_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    house = msgspec.structs.replace(system("mesopotamien"), id="küchentisch", folder=Path("nowhere"))
    found = {house.id: house}
    monkeypatch.setattr(sheets, "system", found.get)
    monkeypatch.setattr(templating, "system", found.get)
    with pytest.raises(NoSheet, match="no sheet for the rule system “küchentisch”") as refused:
        made(msgspec.structs.replace(HERAKLES, system=house.id))
    assert "systems/küchentisch/sheet.html" in str(refused.value.hint)


def test_a_campaign_overrides_templates_by_name(tmp_path: Path) -> None:
    own = tmp_path / "systems" / "mesopotamien"
    own.mkdir(parents=True)
    (own / "sheet.html").write_text("<h1>Eigen: {{ sheet.character.name }}</h1>", "utf-8")
    words = text(made(HERAKLES, look=Look(Language("de"), tmp_path)))
    assert "Eigen: Herakles" in words
    assert "Aspekte" not in words


def test_a_campaigns_templates_run_in_a_sandbox(tmp_path: Path) -> None:
    from jinja2.exceptions import SecurityError

    own = tmp_path / "sheets"
    own.mkdir()
    (own / "sheet.html").write_text("{{ ''.__class__.__mro__ }}", "utf-8")
    with pytest.raises(SecurityError):
        made(HERAKLES, look=Look(Language("de"), tmp_path))


@pytest.mark.parametrize("address", ["https://example.org/x.svg", "file:///etc/hostname", "../outside.svg"])
def test_a_template_gets_no_file_from_elsewhere(
    address: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    own = tmp_path / "own"
    (own / "sheets").mkdir(parents=True)
    shutil.copy(
        Path(sheets.__file__).parents[1] / "templates" / "sheets" / "box.svg", tmp_path / "outside.svg"
    )
    shutil.copy(tmp_path / "outside.svg", own / "inside.svg")
    page = '<html lang="de"><title>t</title><img src="inside.svg" alt="da"><img src="{}" alt="fort">'
    (own / "sheets" / "sheet.html").write_text(page.format(address), "utf-8")
    data = made(HERAKLES, look=Look(Language("de"), own))
    (refused,) = caplog.get_records("call")
    assert "only from its templates' folder" in refused.getMessage()
    caplog.clear()
    assert text(data).strip() == "fort", "the picture that was refused is only a word, the other one is seen"


#: Style that WeasyPrint takes and then fails at, by template.
UNLAYABLE = {
    "sheets/sheet.css": "h1 { font-size: 99999999pt }",
    "systems/mesopotamien/sheet.css": "h1 { width: calc(1px/0) }",
}


@pytest.mark.parametrize(("name", "style"), UNLAYABLE.items())
def test_what_cannot_be_laid_out_names_the_campaigns_templates(name: str, style: str, tmp_path: Path) -> None:
    (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / name).write_text(style)
    with pytest.raises(Problem) as caught:
        made(HERAKLES, look=Look(GERMAN.language, tmp_path))
    said = str(caught.value)
    assert f"With the campaign's own templates ({name}) no page can be laid out: " in said
    assert "\n" not in said
    assert caught.value.hint


def test_what_fails_without_templates_of_ones_own_is_a_fault_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr("tontafel.site.pdf.engine.layout", fails)
    with pytest.raises(ZeroDivisionError, match="ours"):
        made(HERAKLES)
