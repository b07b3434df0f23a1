"""Pages as players write them: each golden file holds a page, a line of dots and what is read from it."""

import json
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tontafel.parsers.page import parse
from tontafel.parsers.reader import Marks, Result, fits, read
from tontafel.rules.model import Character
from tontafel.rules.system import System, system, systems

FOLDER = Path(__file__).parent / "characters"
GOLDEN = sorted(FOLDER.glob("*.txt"))
#: What each system's rules know that the reader is told.
RULES: dict[str, dict[str, Any]] = {
    "mesopotamien": {"ladder": {5: 1, 4: 2, 3: 3, 2: 4, 1: 5}},
    "tarua": {"choices": {"people": ("Orrag", "Tamuri", "Weißhäusler", "Nachsager")}},
    "fhtagn": {},
}
TAGS = {
    "Figur": Marks(character=True),
    "NSC": Marks(character=True, kind="npc"),
    "Regeln": Marks(rules=True),
}


def golden(file: Path) -> tuple[str, str, dict[str, Any]]:
    """The page's name, its text and what is expected; the file's name is a topic and the page's name."""
    with file.open(encoding="utf-8", newline="") as opened:
        text, _, expected = opened.read().partition("\n....")
    return file.stem.partition(".")[2], text + "\n", json.loads(expected.lstrip("."))


def system_of(file: Path) -> System[Any]:
    """The system that a file's name begins with; most are of the first."""
    name = file.name.partition("-")[0]
    return system(name if name in RULES else "mesopotamien")


def read_page(page: str, text: str, by: System[Any]) -> Result:
    marks = next((marks for tag, marks in TAGS.items() if f"[[tag:{tag}]]" in text), Marks())
    marks = msgspec.structs.replace(marks, edition="1", kinds=by.tables, **RULES[by.id])
    return read(parse(text), text, page, by.vocabulary(), marks=marks)


def as_json(result: Result) -> dict[str, Any]:
    return {
        "characters": [msgspec.to_builtins(one.character) for one in result.characters],
        "tables": [{k: v for k, v in msgspec.to_builtins(t).items() if k != "page"} for t in result.tables],
        "diagnostics": [diagnostic.code for diagnostic in result.diagnostics],
    }


def complete(expected: dict[str, Any], by: System[Any]) -> dict[str, Any]:
    """The expectation with every key that it leaves out because the value is the usual one."""
    characters = msgspec.convert(expected.get("characters", []), list[Character])
    kinds = reduce(or_, by.tables)
    tables = msgspec.convert(expected.get("tables", []), list[kinds], strict=False)  # type: ignore[valid-type]
    whole = {
        "characters": [msgspec.to_builtins(one) for one in characters],
        "tables": [{k: v for k, v in msgspec.to_builtins(t).items() if k != "page"} for t in tables],
        "diagnostics": expected.get("diagnostics", []),
    }
    assert is_part(expected, json.loads(json.dumps(whole))), "a key of the golden file is unknown"
    return whole


def is_part(some: Any, whole: Any) -> bool:
    if isinstance(some, dict):
        return all(key in whole and is_part(value, whole[key]) for key, value in some.items())
    if isinstance(some, list):
        return len(some) == len(whole) and all(map(is_part, some, whole))
    return bool(some == whole)


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_page_is_read(file: Path) -> None:
    page, text, expected = golden(file)
    by = system_of(file)
    assert as_json(read_page(page, text, by)) == complete(expected, by)


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_system_is_told_by_the_words(file: Path) -> None:
    """Only of a page that shows something of a character, or rules."""
    _, text, expected = golden(file)
    if any(one["name"] and len(one) > 5 for one in expected["characters"]) or expected.get("tables"):
        known = systems()
        fitting = fits(parse(text), text, [one.vocabulary() for one in known.values()])
        others = dict(zip(known, fitting, strict=True))
        best = others.pop(system_of(file).id)
        assert best > max(others.values()), (best, others)
