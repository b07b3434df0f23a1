"""Words of any length stay on the paper, whoever's they are."""

import io
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pypdf
import pytest
from msgspec.structs import replace
from tests.site.sample_sheets import CHARACTERS, GERMAN, RULES
from tests.site.test_pdf import HERAKLES, rules

from tontafel.rules.model import Aspect, Character, Consequence, Skill, Stunt, Track
from tontafel.site.pdf import Look, Sheet, cards_pdf, sheet, sheet_pdf

pytestmark = [
    pytest.mark.usefixtures("silence"),
    pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs poppler"),
]

WORD = "Donaudampfschifffahrtsgesellschaft" * 6
TOLD = {"date": "2018-02-16", "session": WORD, "what": WORD, "why": WORD}
EVERYBODY = {"mesopotamien": HERAKLES, **CHARACTERS}
#: A page of A4 and how near to its edges words may come (points).
WIDTH, HEIGHT, EDGE = 595, 842, 9


def off_paper(data: bytes, folder: Path) -> list[str]:
    """The words that do not stand on the paper."""
    (folder / "one.pdf").write_bytes(data)
    said = subprocess.run(
        ["pdftotext", "-bbox", folder / "one.pdf", "-"], capture_output=True, text=True, check=True
    )
    places = re.findall(r'xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*)</word>', said.stdout)
    assert places
    return [
        word
        for *place, word in places
        for left, top, right, bottom in [map(float, place)]
        if min(left, top) < EDGE or right > WIDTH - EDGE or bottom > HEIGHT - EDGE
    ]


def at_length(one: Character) -> Character:
    """The same character, at great length everywhere."""
    return replace(
        one,
        name=WORD,
        aspects=[Aspect(WORD)],
        skills=[Skill(name=WORD, value=3, specialisation=WORD), *one.skills],
        tracks=[*one.tracks, Track(name=WORD, current=1, maximum=3), Track(name="Magie", boxes=[False] * 30)],
        stunts=[Stunt(kind="item", text=WORD, name=WORD), Stunt(kind=None, text=WORD)],
        consequences=[Consequence(severity="mild", text=WORD, track=WORD, since=WORD)],
        details={
            **one.details,
            **dict.fromkeys(["people", "profession"], WORD),
            **{key: [WORD] for key in ("motivations", "disorders", "training", "facets")},
            "bonds": [{"name": WORD, "value": 9}],
            "history": [TOLD],
        },
    )


@pytest.mark.parametrize("make", [sheet_pdf, cards_pdf], ids=["sheet", "cards"])
@pytest.mark.parametrize("system_id", EVERYBODY)
def test_long_words_stay_on_the_paper(
    system_id: str, make: Callable[[Sequence[Sheet], Look], bytes], tmp_path: Path
) -> None:
    one = at_length(EVERYBODY[system_id])
    titles = {"campaign": WORD, "licence": "Lizenz", "notices": [WORD, WORD]}
    made = make([sheet(one, {"mesopotamien": rules(), **RULES}[system_id], **titles)], GERMAN)  # type: ignore[arg-type]
    assert not off_paper(made, tmp_path)


@pytest.mark.parametrize("length", [300, 700, 1500])
@pytest.mark.parametrize("words", ["Dieses Werk steht unter der Open Game License ", "Donaudampfschiff"])
def test_a_licence_of_any_length_stays_on_the_paper(words: str, length: int, tmp_path: Path) -> None:
    made = cards_pdf([sheet(HERAKLES, rules(), licence=(words * 100)[:length])], GERMAN)
    assert not off_paper(made, tmp_path)


@pytest.mark.parametrize("system_id", EVERYBODY)
def test_a_licence_is_divided_at_the_foot_of_a_sheet(system_id: str, tmp_path: Path) -> None:
    own = {"mesopotamien": rules(), **RULES}[system_id]
    made = sheet_pdf([sheet(EVERYBODY[system_id], own, licence="Donaudampfschiff" * 25)], GERMAN)
    assert not off_paper(made, tmp_path)


@pytest.mark.parametrize("letters", ["W", "Wort "])
@pytest.mark.parametrize("system_id", EVERYBODY)
def test_a_sheet_begins_on_its_first_page_whatever_the_name(
    system_id: str, letters: str, tmp_path: Path
) -> None:
    own = {"mesopotamien": rules(), **RULES}[system_id]
    whole = replace(EVERYBODY[system_id], name=(letters * 5000)[:5000].strip())
    data = sheet_pdf([sheet(whole, own)], GERMAN)
    reader = pypdf.PdfReader(io.BytesIO(data))
    first = reader.pages[0].extract_text()
    assert "Fertigkeiten" in first
    assert first.count(letters[0]) >= (letters * 400)[:400].count(letters[0])
    (kept,) = next(iter(reader.attachments.values()))
    assert json.loads(kept)["name"] == whole.name
    assert not off_paper(data, tmp_path)
