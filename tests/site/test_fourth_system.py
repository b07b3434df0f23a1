"""A fourth system from a folder of its own prints its sheets and cards by the templates that it brings."""

import datetime
import io
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pypdf
import pytest

from tontafel.rules.model import Character
from tontafel.rules.system import Rules, system
from tontafel.site import templating
from tontafel.site.language import Language
from tontafel.site.new import make_campaign
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


def made(tmp_path: Path) -> dict[str, bytes]:
    """A new campaign by the system: name → content."""
    files = make_campaign(tmp_path / "neu", "kuechentisch", "Am „Herd“", datetime.date(2024, 1, 14))
    return {path.name: path.read_bytes() for path in files}


@pytest.mark.usefixtures("rules")
def test_a_new_campaign_begins_with_the_pages_for_every_game(
    tmp_path: Path, tontafel: Callable[..., Any]
) -> None:
    assert b'system = "kuechentisch"' in made(tmp_path)["campaign.toml"]
    assert tontafel("check", tmp_path / "neu").out == "Nothing found in 3 pages.\n"


@pytest.mark.usefixtures("rules")
def test_a_new_campaign_begins_with_pages_that_the_system_brings(tmp_path: Path) -> None:
    starter = tmp_path / "installed" / "kuechentisch" / "templates" / "starter"
    (starter / "unfertig").mkdir(parents=True)
    picture = b"\x89PNG \xff@title@"
    brought = {
        "campaign.toml": b'title = "@title@"\nsystem = "@system@"\n',
        "@date@ Suppe.md": b"# @title@\n",
        "Topf.png": picture,
    }
    for name, content in brought.items():
        (starter / name).write_bytes(content)
    assert made(tmp_path) == {
        "2024-01-14 Suppe.md": "# Am „Herd“\n".encode(),
        "Topf.png": picture,
        "campaign.toml": 'title = "Am „Herd“"\nsystem = "kuechentisch"\n'.encode(),
    }


@pytest.mark.usefixtures("rules")
@pytest.mark.parametrize("wish", [("--change", "Mut: 4"), ("--aspect", "x"), ()])
def test_a_system_without_evenings_says_so_whatever_is_asked(
    tmp_path: Path, tontafel: Callable[..., Any], wish: tuple[str, ...]
) -> None:
    page = tmp_path / "Liesel.txt"
    page.write_text("= Liesel\nMut: 3\n\n[[tag:Figur]]\n", "utf-8")
    done = tontafel("advance", page, *wish, "--system", "kuechentisch")
    assert done.status == 2
    assert "Küchentisch has no rules for the end of an evening." in done.err
