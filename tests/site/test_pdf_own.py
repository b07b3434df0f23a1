"""Templates of a campaign's own may use all of CSS: what is kept of one sheet does not show in the next."""

from pathlib import Path

import pytest
from tests.site.opened import Opened
from tests.site.test_pdf import HERAKLES, rules

from tontafel.site.language import Language
from tontafel.site.pdf import Look, sheet, sheet_pdf

pytestmark = pytest.mark.usefixtures("silence")

LONG = "Gilgamesch baute die Mauern von Uruk, und niemand weiß mehr, wie hoch sie waren. " * 12
#: What a sheet is made of → how it looks.
PAGES = {
    "attributes": (
        '<p data-n="eins">x</p><p data-n="zwei">x</p><a href="https://a.example">a</a>',
        "p::before { content: attr(data-n) } a::after { content: attr(href) }",
    ),
    "counters": ("<h2>A</h2><h2>B</h2>", "h2 { counter-increment: h } h2::before { content: counter(h) }"),
    "columns": (f"<div><p>{LONG}</p></div>", "div { columns: 3; column-rule: 1pt solid red }"),
    "flex": (
        "<div><p>a</p><p>lang und breit</p></div><div><p>b</p></div>",
        "div { display: flex; gap: 9pt } p { flex: 1; border: 1pt solid }",
    ),
    "floats": (
        f'<p class="side">links</p><p>{LONG}</p>',
        ".side { float: left; width: 30%; padding: 5%; border: 2pt solid blue }",
    ),
    "footnotes": (
        '<p>Text<i>eine Fußnote</i> und<i>noch eine</i>.</p><p>Mehr<i>dritte</i>.</p>',
        "i { float: footnote }",
    ),
    "grid": (
        '<div><p>a</p><p>b</p><p>c</p><p style="grid-column: 1/3">d</p></div>',
        "div { display: grid; grid-template-columns: 1fr 2fr } p { border: 1pt solid; background: #efe }",
    ),
    "heads": (
        f"<div>Kopf</div><h1>Eins</h1><p>{LONG * 6}</p>",
        "div { position: running(h) } h1 { string-set: t content() }"
        "@page { @top-left { content: element(h) } @top-right { content: string(t) } }",
    ),
    "letters": (f"<p>{LONG}</p>", "p::first-letter { float: left } p::first-line { color: red }"),
    "links": (
        f'<p id="a"><a href="#b">b</a></p><p>{LONG * 6}</p><p id="b"><a href="#a">a</a></p>',
        "a::after { content: target-counter(attr(href), page) }",
    ),
    "overflow": (
        "<div>breit</div><p>schmal</p>",
        "html { overflow: hidden } div { width: 900pt; margin-left: -200pt; border: 3pt solid }",
    ),
    "tables": (
        f"<table><tr><th>a</th><td>{LONG}</td></tr></table><table><tr><th>b</th><td>1</td></tr></table>",
        "table { border-collapse: collapse; width: 80% } td, th { border: 2pt solid red; padding: 2% }",
    ),
    "variables": (
        '<div style="--c: red"><p>rot</p></div><div style="--c: blue; --w: 40%"><p>blau</p></div>',
        "p { color: var(--c); border: 1pt solid var(--c); width: var(--w, 80%) }",
    ),
}  # fmt: skip


def look(folder: Path, body: str, style: str = "") -> Look:
    (folder / "sheets").mkdir()
    page = f'<html lang="de"><head><title>t</title></head><body>{body}</body></html>'
    (folder / "sheets" / "sheet.html").write_text(page, "utf-8")
    (folder / "sheets" / "sheet.css").write_text(style, "utf-8")
    return Look(Language("de"), folder)


@pytest.mark.parametrize("way", PAGES)
def test_a_sheet_that_is_made_again_is_the_same(way: str, tmp_path: Path) -> None:
    own = look(tmp_path, *PAGES[way])
    first, second = (sheet_pdf([sheet(HERAKLES, rules())], own) for _ in range(2))
    assert first == second


def test_fields_of_other_kinds_are_left_as_they_are(tmp_path: Path) -> None:
    fields = (
        '<input type="text" name="a" class="text" value="x"/><textarea name="b" class="ruled">y</textarea>'
        '<input type="checkbox" name="c" checked="checked"/>'
    )
    made = Opened(sheet_pdf([sheet(HERAKLES, rules())], look(tmp_path, fields)))
    assert {name: field["/FT"] for name, field in made.fields.items()} == {
        "a": "/Tx",
        "b": "/Tx",
        "c": "/Btn",
    }
    assert (made.values, made.ticked) == ({"a": "x", "b": "y"}, ["c"])


def test_what_stands_in_the_margin_leads_back(tmp_path: Path) -> None:
    body = "<p>Text<i>am Rand</i> und<i>darunter</i></p>"
    style = """
    i { position: note(n) } i::note-callback { content: "oben" }
    @page { margin-right: 6cm; @right-middle { content: element(n) } }
    """
    own = look(tmp_path, body, style)
    for _ in range(2):
        made = Opened(sheet_pdf([sheet(HERAKLES, rules())], own))
        assert "am Randoben" in made.text
        assert "call-0" in [note["/Dest"] for note in made.reader.pages[0].annotations or ()]
