"""Every sentence has its German, and no German is left of a sentence that is gone."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import read_po
from jinja2.ext import babel_extract

from tontafel.site.language import read_catalogue

ROOT = Path(__file__).parent.parent
KEYWORDS = {**DEFAULT_KEYWORDS, "message": None}
TEMPLATES = {".html", ".svg", ".xml", ".txt"}
PLACE = re.compile(r"\{(\w*)\}|%\((\w+)\)s")

CORE = "templates/translations/de.po"
#: Catalogue → the folders whose sentences it holds; a system has its own.
SYSTEMS = {str(path.relative_to(ROOT)): [path.parent] for path in sorted(ROOT.glob("rules/*/de.po"))}
PARTS = {CORE: [ROOT / room for room in ("rules", "parsers", "site", "templates")], **SYSTEMS}


def sources(catalogue: str) -> Iterator[Path]:
    """The files whose sentences a catalogue holds."""
    elsewhere = [folder for folders in SYSTEMS.values() for folder in folders] if catalogue == CORE else []
    for folder in PARTS[catalogue]:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not any(path.is_relative_to(other) for other in elsewhere):
                yield path


def sentences(path: Path) -> Iterator[str]:
    """The sentences of one file that are to be translated."""
    found: list[Any] = []
    if path.suffix == ".py":
        found = [texts for _, texts, _, _ in extract("python", BytesIO(path.read_bytes()), KEYWORDS)]
    elif path.suffix in TEMPLATES:
        options = {
            "silent": "false",
            "newstyle_gettext": "true",
            "trim_blocks": "true",
            "lstrip_blocks": "true",
        }
        lines = babel_extract(BytesIO(path.read_bytes()), list(DEFAULT_KEYWORDS), [], options)
        found = [texts for _, _, texts, _ in lines]
    for texts in found:
        first = texts if isinstance(texts, str) else texts[0]
        if first:
            yield first


def german(catalogue: str) -> Catalog:
    with (ROOT / catalogue).open("rb") as file:
        return read_po(file, locale="de", abort_invalid=True)


def translated(catalogue: str) -> dict[str, tuple[str, ...]]:
    """English sentence → German wordings, as Babel reads them."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in german(catalogue):
        key = entry.id if isinstance(entry.id, str) else entry.id[0]
        wordings = (
            (entry.string,) if isinstance(entry.string, str) else tuple(filter(None, entry.string or ()))
        )
        if key and all(wordings):
            found[key] = wordings
    return found


@pytest.mark.parametrize("catalogue", PARTS)
def test_german_is_complete_and_nothing_is_stale(catalogue: str) -> None:
    wanted = {sentence for path in sources(catalogue) for sentence in sentences(path)}
    there = set(translated(catalogue))
    assert sorted(wanted - there) == [], "sentences without German"
    assert sorted(there - wanted) == [], "German without a sentence"


@pytest.mark.parametrize("catalogue", PARTS)
def test_the_german_has_the_places_of_the_english(catalogue: str) -> None:
    for english, wordings in translated(catalogue).items():
        for wording in wordings:
            assert set(PLACE.findall(wording)) == set(PLACE.findall(english)), english


@pytest.mark.parametrize("catalogue", PARTS)
def test_the_program_reads_a_catalogue_as_babel_does(catalogue: str) -> None:
    assert read_catalogue((ROOT / catalogue).read_text("utf-8")) == translated(catalogue)
    assert not [entry.id for entry in german(catalogue) if entry.fuzzy]


def test_sentences_are_found_at_all() -> None:
    assert "Did you mean “{name}”?" in set(sentences(ROOT / "rules" / "message.py"))
