"""What is kept from one sheet to the next, and done quicker than WeasyPrint does it, changes no sheet."""

import io
import shutil
import subprocess
import sys
from pathlib import Path

import pypdf
import pytest
from PIL import Image, ImageChops, ImageStat
from tests.site.opened import Opened
from tests.site.sample_sheets import CHARACTERS, GERMAN, RULES, TITLES, made, of
from tests.site.test_pdf import HERAKLES, long_character, rules

from tontafel.rules.model import Character
from tontafel.site.language import Language
from tontafel.site.pdf import Look, blank, cards_pdf, kept, sheet, sheet_pdf

pytestmark = pytest.mark.usefixtures("silence")

#: Every kind of line around a box, straight and round, in a row, across two pages, hidden, and none.
BORDERS = """
<html lang="de"><head><title>t</title></head><body>
<p class="one">eine Seite</p><p class="four">alle</p><p class="round">rund</p><p class="two">zwei Farben</p>
<p class="dots">Punkte</p><p class="clear">durchscheinend</p><p class="current">wie der Text</p>
<p class="hidden">verborgen</p><p class="half">in Prozenten</p><table class="close"><tr><td>a</td><td>b</td>
</tr></table><p class="back">gefärbt</p><p class="just">Hier steht ein langer Absatz im Blocksatz, damit die
Abstände zwischen den Wörtern wachsen müssen, und zwar in jeder Zeile außer der letzten Zeile.</p>
<ul><li>Liste</li><li>ohne</li></ul><div class="long">geht weiter</div></body></html>
"""
STYLE = """
p { margin: 4pt; width: 200pt } .one { border-bottom: 2pt solid #123456 } .four { border: 1pt solid red }
.round { border: 1pt solid blue; border-radius: 4pt } .two { border: 2pt solid red; border-top-color: blue }
.dots { border: 2pt dotted green } .clear { border: 3pt solid rgba(0, 0, 255, .4) }
.current { border-left: 3pt solid; color: #a5482a } .hidden { border: 3pt solid; visibility: hidden }
.half { width: 50%; padding: 2%; box-sizing: border-box; border: 1pt solid } .back { background: #fc8 }
.close { border-collapse: collapse } .close td { border: 1pt solid } .just { text-align: justify }
.long { height: 700pt; border: 3pt solid #484 }
"""
#: Makes the PDFs that are named on its command line by WeasyPrint alone.
PLAIN = """
import sys
from pathlib import Path
from tontafel.site.pdf import kept, quick
kept.keep_styles = lambda: None
kept.Pictures = dict
quick.hasten = lambda weasyprint: None
from tests.site.test_pdf_quick import several
for name, data in several(Path(sys.argv[1]) / "own"):
    (Path(sys.argv[1]) / f"plain-{name}.pdf").write_bytes(data)
"""


def several(own: Path) -> list[tuple[str, bytes]]:
    """PDFs of all kinds, some of them twice: the second one is made of what is kept."""
    own_look = Look(Language("de"), own)
    sheets = [sheet(one, rules(), **TITLES) for one in (HERAKLES, long_character())]
    sheets += [of(CHARACTERS[system_id]) for system_id in ("tarua", "fhtagn")]
    sheets += [blank(system_id, RULES[system_id], **TITLES) for system_id in ("tarua", "fhtagn")]
    return [
        *((f"sheet-{number}", sheet_pdf([one], GERMAN)) for number, one in enumerate(sheets)),
        *((f"again-{number}", sheet_pdf([one], GERMAN)) for number, one in enumerate(sheets)),
        ("cards", cards_pdf(sheets[:4], GERMAN)),
        ("borders", sheet_pdf(sheets[:1], own_look)),
        ("borders-again", sheet_pdf(sheets[:1], own_look)),
    ]


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own" / "sheets"
    folder.mkdir(parents=True)
    (folder / "sheet.html").write_text(BORDERS, "utf-8")
    (folder / "sheet.css").write_text(STYLE, "utf-8")
    return folder.parent


def pictures(data: bytes, folder: Path) -> list[Image.Image]:
    (folder / "one.pdf").write_bytes(data)
    subprocess.run(["pdftoppm", "-r", "96", "-gray", "one.pdf", "one"], cwd=folder, check=True)
    found = sorted(folder.glob("one-*.pgm"))
    images: list[Image.Image] = [Image.open(io.BytesIO(path.read_bytes())) for path in found]
    for path in found:
        path.unlink()
    return images


def difference(one: Image.Image, other: Image.Image) -> float:
    return float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0])


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="needs poppler")
def test_sheets_are_what_weasyprint_makes_of_them(own: Path, tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", PLAIN, str(tmp_path)], cwd=root, check=True, timeout=300)
    for name, data in several(own):
        plain, quick = Opened((tmp_path / f"plain-{name}.pdf").read_bytes()), Opened(data)
        assert quick.text == plain.text, name
        assert quick.rectangles == plain.rectangles, name
        assert [one.get("/S") for one in quick.structure] == [one.get("/S") for one in plain.structure], name
        for one, other in zip(pictures(quick.data, tmp_path), pictures(plain.data, tmp_path), strict=True):
            assert difference(one, other) < 1.2, f"{name}: a line is the same but for its edges"


def test_a_sheet_like_another_one_needs_no_new_style() -> None:
    made(CHARACTERS["tarua"])
    known = len(kept._styles)
    made(CHARACTERS["tarua"])
    assert len(kept._styles) == known > 50


def test_styles_that_are_too_many_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    before = made(CHARACTERS["fhtagn"])
    monkeypatch.setattr(kept, "_styles", {})
    monkeypatch.setattr(kept, "_MOST_STYLES", 20)
    assert made(CHARACTERS["fhtagn"]) == before
    assert 0 < len(kept._styles) <= 20


def test_another_style_sheet_has_styles_of_its_own(tmp_path: Path) -> None:
    def red(look: Look) -> bool:
        data = sheet_pdf([sheet(HERAKLES, rules())], look)
        contents = pypdf.PdfReader(io.BytesIO(data)).pages[0].get_contents()
        return contents is not None and b"1 0 0 rg" in contents.get_data()

    before = sheet_pdf([sheet(HERAKLES, rules())], GERMAN)
    folder = tmp_path / "systems" / "mesopotamien"
    folder.mkdir(parents=True)
    (folder / "sheet.css").write_text("h2 { color: red }", "utf-8")
    assert red(Look(Language("de"), tmp_path))
    assert not red(GERMAN)
    assert sheet_pdf([sheet(HERAKLES, rules())], GERMAN) == before


@pytest.mark.parametrize(
    "drawing",
    [
        '<text y="9" font-size="9">Wort</text>',
        '<rect width="9" height="9" opacity=".5"/>',
        '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>'
        '<rect width="9" height="9" fill="url(#g)"/>',
        '<rect width="9" height="9" fill="red" fill-opacity=".25"/>',
        '<path d="M0 0H9V9z" fill="#123456"/>',
    ],
    ids=["text", "group", "gradient", "state", "path"],
)
def test_a_drawing_is_complete_in_every_file(drawing: str, tmp_path: Path) -> None:
    (tmp_path / "sheets").mkdir()
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10">{drawing}</svg>'
    (tmp_path / "sheets" / "own.svg").write_text(picture, "utf-8")
    style = """p { height: 40pt; background: url("{{ 'sheets/own.svg' | image }}") }"""
    page = f'<html lang="de"><head><title>t</title><style>{style}</style></head><body><p>da</p></body></html>'
    (tmp_path / "sheets" / "sheet.html").write_text(page, "utf-8")
    look = Look(Language("de"), tmp_path)
    character = Character(name="Herakles", system="mesopotamien", edition="1")
    first, second, third = (sheet_pdf([sheet(character, rules())], look) for _ in range(3))
    assert first == second == third


def test_a_picture_is_drawn_for_its_values(tmp_path: Path) -> None:
    (tmp_path / "sheets").mkdir()
    drawing = '<text y="9" font-size="9">Wert{{ value }}</text>'
    picture = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 10">{drawing}</svg>'
    (tmp_path / "sheets" / "own.svg").write_text(picture, "utf-8")
    shown = """<img alt="{{ n }}" src="{{ 'sheets/own.svg' | image(value=n) }}"/>"""
    pictures = f"{{% for n in range(2) %}}{shown}{{% endfor %}}"
    page = f'<html lang="de"><head><title>t</title></head><body>{pictures}</body></html>'
    (tmp_path / "sheets" / "sheet.html").write_text(page, "utf-8")
    character = Character(name="Herakles", system="mesopotamien", edition="1")
    words = Opened(sheet_pdf([sheet(character, rules())], Look(Language("de"), tmp_path))).text
    assert ("Wert0" in words, "Wert1" in words, "Wert2" in words) == (True, True, False)


def test_another_weasyprint_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from types import SimpleNamespace

    from tontafel.site.pdf import quick

    monkeypatch.setattr(quick, "_replace", lambda *_: pytest.fail("replaced"))
    quick.hasten(SimpleNamespace(__version__="71.0"))
