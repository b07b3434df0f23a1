"""A fourth system from a folder of its own: found by its entry point, it touches nothing of ours."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert, json

from tontafel.rules.model import Character
from tontafel.rules.system import System, system, systems
from tontafel.rules.tables import Table
from tontafel.site.language import Language

LIESEL = Character(name="Liesel", system="kuechentisch", edition="1", attributes={"Mut": 3})


@pytest.fixture
def fourth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[System[Any]]:
    """The system, installed in a temporary folder as a package installer would leave it."""
    shutil.copytree(Path(__file__).parent / "fourth", tmp_path / "installed")
    monkeypatch.syspath_prepend(str(tmp_path / "installed"))
    yield system("kuechentisch")
    sys.modules.pop("kuechentisch", None)


def table(of: System[Any], kind: str, **fields: Any) -> Table:
    """A table as the reader makes it: the kind that a system names, filled from a page's cells."""
    [found] = [one for one in of.tables if one.__struct_config__.tag == kind]
    return convert({"kind": kind, **fields}, found, strict=False)


def test_it_stands_beside_ours(fourth: System[Any], tmp_path: Path) -> None:
    assert {"fhtagn", "kuechentisch", "mesopotamien", "tarua"} <= set(systems())
    assert fourth.folder.is_relative_to(tmp_path)


def test_it_has_words_of_its_own_and_those_that_no_game_owns(fourth: System[Any]) -> None:
    words = fourth.vocabulary()
    assert words.attributes == {"Mut": ("Courage",)}
    assert words.tables["weather"].heads == ("Wetter", "Weather")
    assert words.general.numbers[3] == ("drei", "three")


def test_it_takes_tables_of_its_own_kind(fourth: System[Any]) -> None:
    weather = table(
        fourth, "weather", page="Wetterkunde", rows={"Sturm": {"Mut": "4"}, "Regen": {"Mut": "2"}}
    )
    rules = fourth.ruleset("1", [weather])
    [diagnostic] = fourth.check(LIESEL, rules)
    assert str(diagnostic.message) == "Stays at home in Sturm (Wetterkunde)."
    assert fourth.derive(LIESEL, rules) == {"out": ["Regen"]}
    assert json.decode(json.encode(weather))["kind"] == "weather"


def test_it_speaks_german_from_its_own_catalogue(fourth: System[Any]) -> None:
    bold = Character(name="Franz", system="kuechentisch", edition="1", attributes={"Mut": 9})
    [diagnostic] = fourth.check(bold, fourth.ruleset("1", []), {"weather-bad": "off"})
    assert Language("de").say(diagnostic.message) == "Mut 9 hat keiner."
    assert diagnostic.severity == "error"
