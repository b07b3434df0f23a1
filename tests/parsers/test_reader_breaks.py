"""Values that a line's end keeps apart from their names: nothing else is read than without it."""

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tontafel.parsers.page import parse
from tontafel.parsers.reader import Marks, read
from tontafel.rules.model import Character
from tontafel.rules.system import system

PAGES = [
    ("mesopotamien", "Fertigkeiten: Ringen 5, Bogen 4, Muse (Leier) 3, Keule (neu) 3, Athletik 3"),
    ("mesopotamien", "Fertigkeiten: Ringen +5, Bogen +4; Muse (Leier) +3, Keule 3 (neu) und Athletik 3"),
    ("mesopotamien", "Fertigkeiten: Ringen (5), Bogen (4), Athletik (3)"),
    ("mesopotamien", "* Ringen: 5, Bogen: 4, Athletik: 3 und Keule: 2."),
    ("mesopotamien", "Am Tor steht ein Wächter (Speer 5, Bogen 4, Athletik 3, Gesundheit □□□)."),
    ("mesopotamien", "#MARKDOWN\nFertigkeiten: Ringen 5, Bogen 4, Athletik 3"),
    ("tarua", "Böro hat Kraft 4, Geschick 5, Zähigkeit 3, Klugheit 2, Instinkt 6."),
    ("tarua", "* Kraft 4, Geschick 5, Zähigkeit 3, Klugheit 2, Instinkt 6\n* Nahkampf 3, Fernkampf 2"),
    ("tarua", "Grom (Orrag): Kraft 4, Geschick 5, Zähigkeit 3, Klugheit 2, Nahkampf 3, Fernkampf 2"),
    ("fhtagn", "ST 11 KO 12 GE 13 IN 12 EN 10 CH 14"),
    ("fhtagn", "ST: 11, KO: 12, GE: 13, IN: 12, EN: 10, CH: 14"),
    ("fhtagn", "TP 8/12, WP 10/13, STA 51/65, BG 52"),
    ("fhtagn", "Athletik 50 %, Heimlichkeit 40 %, Navigation 50 % (x), Naturwissenschaft (Botanik) 40 %"),
    ("fhtagn", "Oben steht eine Wächterin (ST 12, KO 13, Schusswaffen 50 %, Athletik 40 %)."),
]
#: The blank before a value, a bracket or a percent sign.
BLANK = re.compile(r"(?<=[\w):]) (?=[+(]?\d)|(?<=\d) (?=%)|(?<=[^\W\d]) (?=\([^()]*\) \d)")


def characters(name: str, text: str) -> list[Character]:
    by = system(name)
    choices = {"people": ("Orrag",)} if name == "tarua" else {}
    marks = Marks(character=True, edition="1", kinds=tuple(by.tables), choices=choices)
    found = read(parse(text), text, "Böro", by.vocabulary(), marks=marks).characters
    return [
        replace(one.character, other=[" ".join(left.split()) for left in one.character.other])
        for one in found
    ]


def broken(text: str) -> Iterator[str]:
    blanks = list(BLANK.finditer(text))
    assert len(blanks) > 2
    for blank in blanks:
        for end in ("\n", "\n  ", "\r\n"):
            yield text[: blank.start()] + end + text[blank.end() :]
    yield BLANK.sub("\n", text)


@pytest.mark.parametrize(("name", "text"), PAGES, ids=[text[:30] for _, text in PAGES])
def test_lines_may_end_before_any_value(name: str, text: str) -> None:
    whole = characters(name, text)
    assert any(one.skills or one.attributes or one.tracks for one in whole)
    for page in broken(text):
        assert characters(name, page) == whole, page


@pytest.mark.parametrize(
    "text",
    [
        "5 Ringen\n4 Bogen, Athletik\n3 Keule, Muse",
        "5: Ringen\n4: Bogen, Athletik\n3: Keule, Muse",
        "1. Ringen 5, Bogen 4, Athletik 4\n2. Keule 3, Muse 3",
    ],
)
def test_rows_that_begin_with_their_value_stay_rows(text: str) -> None:
    (one,) = characters("mesopotamien", f"== Fertigkeiten\n\n{text}\n")
    values = {skill.name: skill.value for skill in one.skills}
    assert values == {"Ringen": 5, "Bogen": 4, "Athletik": 4, "Keule": 3, "Muse": 3}
