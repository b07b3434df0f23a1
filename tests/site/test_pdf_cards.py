"""Cards: eight on a page, none of them cut off, marks to cut along."""

import io
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pypdf
import pytest

from tontafel.rules.model import Aspect, Character, Consequence, Skill, Stunt, Track
from tontafel.rules.system import system
from tontafel.site.language import Language
from tontafel.site.pdf import Look, cards_pdf, sheet

GERMAN = Look(Language("de"))

BULL = Character(
    name="Stier",
    system="mesopotamien",
    edition="1",
    kind="npc",
    aspects=[Aspect("schweissnass")],
    skills=[
        Skill(name="Hörner", value=5),
        Skill(name="Trampeln", value=4),
        Skill(name="Kraft", value=4),
        Skill(name="Ausweichen", value=3),
    ],
    tracks=[Track(name="Gesundheit", boxes=[False, False, True])],
    consequences=[Consequence(severity="severe", text="die Hörner brechen")],
)


pytestmark = pytest.mark.usefixtures("silence")


def dealt(*characters: Character) -> Any:
    rules = system("mesopotamien").ruleset("1", ())
    data = cards_pdf([sheet(character, rules) for character in characters], GERMAN)
    return pypdf.PdfReader(io.BytesIO(data))


def test_the_licence_stands_once_on_every_sheet_of_paper() -> None:
    rules = system("mesopotamien").ruleset("1", ())
    licence = "Open Game License 1.0a"
    sheets = [sheet(BULL, rules, licence=licence, notices=["© 2010 by Alex Schröder."])] * 9
    pages = pypdf.PdfReader(io.BytesIO(cards_pdf(sheets, GERMAN))).pages
    assert len(pages) == 2
    for page in pages:
        assert page.extract_text().count(licence) == 1
        ((x, y),) = positions(page, licence)
        assert x < 40
        assert 10 < y < 842 - (9 + 4 * 69) * 72 / 25.4, "below the cards"


def test_a_licence_too_long_for_that_is_a_card() -> None:
    rules = system("mesopotamien").ruleset("1", ())
    notices = [f"n{number:03} " * 3 for number in range(120)]
    pages = pypdf.PdfReader(io.BytesIO(cards_pdf([sheet(BULL, rules, notices=notices)], GERMAN))).pages
    words = " ".join(page.extract_text() for page in pages)
    assert len(pages) == 1
    assert [number for number in range(120) if words.count(f"n{number:03}") != 3] == []


def npc(name: str, words: int, letter: str = "w") -> Character:
    """An NPC with a stunt of so many words, each of which can be found again."""
    text = " ".join(f"{letter}{number:03}" for number in range(words))
    return Character(
        name=name, system="mesopotamien", edition="1", kind="npc", stunts=[Stunt(kind="talent", text=text)]
    )


def positions(page: Any, word: str) -> list[tuple[float, float]]:
    """Where a word stands on a page of A4, in points from the lower left corner."""
    found: list[tuple[float, float]] = []

    def visit(text: str, cm: list[float], tm: list[float], *_: object) -> None:
        if word in text:
            x = cm[0] * tm[4] + cm[2] * tm[5] + cm[4]
            y = cm[1] * tm[4] + cm[3] * tm[5] + cm[5]
            found.append((x, y))

    page.extract_text(visitor_text=visit)
    return found


def test_a_card_says_what_is_on_the_page() -> None:
    (page,) = dealt(BULL).pages
    words = re.sub(r"\s+", " ", page.extract_text())
    expected = [
        "Stier",
        "schweissnass",
        "Hörner 5",
        "Trampeln, Kraft 4",
        "Ausweichen 3",
        "Gesundheit",
        "mild 1",
    ]
    assert [
        part for part in [*expected, "Gesundheit", "mild 1", "die Hörner brechen"] if part not in words
    ] == []


def test_boxes_are_pictures_with_words() -> None:
    reader = dealt(BULL)
    waiting = [reader.trailer["/Root"]["/StructTreeRoot"]["/K"]]
    alts = []
    while waiting:
        one = waiting.pop(0)
        one = one.get_object() if hasattr(one, "get_object") else one
        if isinstance(one, list):
            waiting[:0] = one
        elif isinstance(one, dict):
            if one.get("/S") == "/Figure":
                alts.append(one["/Alt"])
            waiting.insert(0, one.get("/K"))
    assert alts == ["frei", "frei", "angekreuzt"]


def test_eight_cards_fill_a_page() -> None:
    reader = dealt(*[BULL] * 9)
    assert [len(positions(page, "schweissnass")) for page in reader.pages] == [8, 1]
    assert all([round(float(side)) for side in page.mediabox[2:]] == [595, 842] for page in reader.pages)
    places = positions(reader.pages[0], "schweissnass")
    columns = {round(x) for x, _ in places}
    rows = {round(y) for _, y in places}
    assert (len(columns), len(rows)) == (2, 4)
    left, right = sorted(columns)
    assert right - left == pytest.approx(97 * 72 / 25.4, abs=1)


def test_there_are_marks_to_cut_along() -> None:
    reader = dealt(BULL)
    drawn = reader.pages[0].get_contents()
    assert drawn is not None
    marks = re.search(rb"/Artifact BMC\s+\.4 w \.45 G (.*?) S\s+EMC", drawn.get_data(), re.DOTALL)
    assert marks
    lines = re.findall(rb"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l", marks[1])
    assert len(lines) == 2 * 3 + 2 * 5
    for line in lines:
        x1, y1, x2, y2 = map(float, line)
        assert x1 == x2 or y1 == y2
        assert all(0 < x < 794 for x in (x1, x2))
        assert all(0 < y < 1123 for y in (y1, y2))


def test_a_full_card_is_set_smaller_before_it_needs_another() -> None:
    def sizes(words: int) -> tuple[int, int]:
        reader = dealt(npc("Voll", words))
        words_seen = [f"w{number:03}" for number in range(words)]
        text = " ".join(page.extract_text() for page in reader.pages)
        assert [word for word in words_seen if word not in text] == []
        return len(positions(reader.pages[0], "Fortsetzung")), len(reader.pages)

    assert [sizes(words) for words in (60, 130, 165)] == [(0, 1), (0, 1), (0, 1)]
    assert sizes(260) == (1, 1), "too much for the smallest type"


def test_a_card_too_full_goes_on_on_as_many_as_it_takes() -> None:
    reader = dealt(npc("Kurz", 3, "k"), npc("Lang", 1500), npc("Danach", 3, "d"))
    text = " ".join(page.extract_text() for page in reader.pages)
    assert [word for word in (f"w{number:03}" for number in range(1500)) if word not in text] == []
    assert text.index("k000") < text.index("w000") < text.index("w1499"[:4]) < text.index("d000")
    assert text.count("Lang, Fortsetzung") >= 5
    assert "Kurz, Fortsetzung" not in text
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    assert titles == ["Kurz", "Lang", "Danach"]


def test_cards_bring_their_data_and_repeat_byte_for_byte() -> None:
    rules = system("mesopotamien").ruleset("1", ())
    sheets = [sheet(BULL, rules), sheet(npc("Löwe", 4), rules)]
    data = cards_pdf(sheets, GERMAN)
    assert cards_pdf(sheets, GERMAN) == data
    assert list(pypdf.PdfReader(io.BytesIO(data)).attachments) == ["loewe.json", "stier.json"]


@pytest.mark.parametrize("name", ["x" * 500, "<script>", "🐂" * 80, "W W " * 60])
def test_a_hostile_name_stays_on_its_card(name: str) -> None:
    character = Character(
        name=name, system="mesopotamien", edition="1", kind="npc", aspects=[Aspect("danach")]
    )
    reader = dealt(character, BULL)
    assert len(reader.pages) == 1
    (place,) = positions(reader.pages[0], "danach")
    assert place[0] < 100


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="needs poppler")
def test_boxes_keep_their_distance_from_the_words(tmp_path: Path) -> None:
    file = tmp_path / "cards.pdf"
    rules = system("mesopotamien").ruleset("1", ())
    file.write_bytes(cards_pdf([sheet(BULL, rules)], GERMAN))
    boxes = subprocess.run(["pdftotext", "-bbox", file, "-"], capture_output=True, text=True, check=True)
    place = re.search(r'xMax="([\d.]+)" yMax="([\d.]+)">Gesundheit<', boxes.stdout)
    assert place is not None
    right, bottom = float(place[1]), float(place[2])
    corner = ["-x", str(round(right * 2) + 1), "-y", str(round(bottom * 2) - 12), "-W", "4", "-H", "4"]
    drawn = subprocess.run(["pdftoppm", "-r", "144", "-gray", *corner, file], capture_output=True, check=True)
    assert drawn.stdout.endswith(b"\xff" * 16)
