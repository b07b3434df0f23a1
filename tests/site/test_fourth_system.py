"""A fourth system from a folder of its own prints its sheets and cards by the templates that it brings."""

import io
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdf
import pytest

from tontafel.rules.model import Character
from tontafel.rules.system import Rules, system
from tontafel.site import templating
from tontafel.site.language import Language
from tontafel.site.pdf import Look, Sheet, blank, cards_pdf, sheet, sheet_pdf

SYSTEM = Path(__file__).parent.parent / "rules" / "fourth"
GERMAN = Look(Language("de"))
LIESEL = Character(name="Liesel", system="kuechentisch", edition="1", attributes={"Mut": 3})


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rules]:
    """The rules of the system, installed in a temporary folder as a package installer would leave it."""
    shutil.copytree(SYSTEM, tmp_path / "installed")
    monkeypatch.syspath_prepend(str(tmp_path / "installed"))
    fourth = system("kuechentisch")
    weather: Any = next(kind for kind in fourth.tables if kind.__name__ == "WeatherTable")
    yield fourth.ruleset("1", [weather(rows={"Sturm": {"Mut": 4}, "Regen": {"Mut": 2}})])
    sys.modules.pop("kuechentisch", None)


def read(data: bytes) -> Any:
    return pypdf.PdfReader(io.BytesIO(data))


def test_its_sheet_is_filled_and_fillable(rules: Rules) -> None:
    reader = read(sheet_pdf([sheet(LIESEL, rules)], GERMAN))
    words = reader.pages[0].extract_text()
    assert [part for part in ("Liesel", "Küchentisch", "Mut 3", "Sturm", "Regen") if part not in words] == []
    assert {name: field["/V"] for name, field in reader.get_fields().items()} == {
        "weather_1": "/Off",
        "weather_2": "/on",
    }
    assert list(reader.attachments) == ["liesel.json"]


def test_its_blank_sheet_is_in_our_words_where_it_uses_them(rules: Rules) -> None:
    reader = read(sheet_pdf([blank("kuechentisch", rules)], GERMAN))
    assert "Charakterbogen" in reader.pages[0].extract_text()
    assert "mut" in reader.get_fields()


def test_its_style_is_taken(rules: Rules) -> None:
    drawn = read(sheet_pdf([sheet(LIESEL, rules)], GERMAN)).pages[0].get_contents().get_data()
    assert b".070588 .203922 .337255" in drawn or b"0.070588 0.203922 0.337255" in drawn


def test_its_cards_are_dealt_beside_ours(rules: Rules) -> None:
    ours = system("mesopotamien")
    bull = Character(name="Stier Ἀχ", system="mesopotamien", edition="1", kind="npc")
    sheets: list[Sheet] = [sheet(LIESEL, rules), sheet(bull, ours.ruleset("1", ())), sheet(LIESEL, rules)]
    words = " ".join(page.extract_text() for page in read(cards_pdf(sheets, GERMAN)).pages)
    assert words.count("Mut 3") == 2
    assert "Stier Ἀχ" in words
    pages = read(sheet_pdf(sheets, GERMAN)).pages
    assert ["Liesel" in page.extract_text() for page in pages] == [True, False, True]


def test_its_view_is_there_for_pages(rules: Rules) -> None:
    template = templating.environment(Language("de")).get_template("systems/kuechentisch/character.html")
    assert "<h2>Liesel</h2><p>Mut 3</p>" in template.render(sheet=sheet(LIESEL, rules), anchor="liesel")
