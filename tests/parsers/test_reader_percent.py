"""Values in percent may be written out: nothing else is read than with the sign."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from tontafel.parsers.page import parse
from tontafel.parsers.reader import Marks, Read, read
from tontafel.rules.fhtagn import SYSTEM

FOLDER = Path(__file__).parent / "characters"
PAGES = {
    file.stem: text
    for file in sorted(FOLDER.glob("fhtagn-*.txt"))
    if len(re.findall(r"\d ?%", text := file.read_text("utf-8").partition("\n....")[0])) > 2
}


def characters(text: str) -> list[Read]:
    marks = Marks(character=True, edition="1", kinds=tuple(SYSTEM.tables))
    return read(parse(text), text, "Töpfer", SYSTEM.vocabulary(), marks=marks).characters


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("unit", ["v.H.", "v. H.", "vom Hundert", "Prozent"])
def test_percent_is_a_sign_or_words(page: str, unit: str) -> None:
    text = PAGES[page]
    spelled = re.sub(r"(?<=\d) ?%", f" {unit}", text)
    signs = [replace(one.character, other=[]) for one in characters(text)]
    found = characters(spelled)
    assert [replace(one.character, other=[]) for one in found] == signs
    kept = [left for one in found for left in one.character.other]
    assert all(left in spelled for left in kept)


def test_places_hold_the_words() -> None:
    text = "* Suchen 60 vom Hundert\n* Athletik 40 v.H.\n"
    (one,) = characters(text)
    places = [one.places["skills", index] for index in range(2)]
    said = [text[place.start : place.end] for place in places]
    assert said == ["Suchen 60 vom Hundert", "Athletik 40 v.H."]
    assert one.character.other == []
