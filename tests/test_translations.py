"""Every sentence has its German, and no German is left of a sentence that is gone."""

import re
from collections import Counter
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
#: Catalogue → the folders whose sentences it holds; a system has its own, but for those that others share.
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


def wanted(catalogue: str) -> set[str]:
    """The sentences that a catalogue holds; one that stands in several parts is the program's."""
    parts = {part: {one for path in sources(part) for one in sentences(path)} for part in PARTS}
    counted = Counter(sentence for part in parts.values() for sentence in part)
    shared = {sentence for sentence, count in counted.items() if count > 1}
    return parts[CORE] | shared if catalogue == CORE else parts[catalogue] - shared


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
    needed, there = wanted(catalogue), set(translated(catalogue))
    assert sorted(needed - there) == [], "sentences without German"
    assert sorted(there - needed) == [], "German without a sentence, or of one that systems share"


def test_a_sentence_has_the_same_german_wherever_it_stands() -> None:
    """Whichever catalogue is read first, a fourth system's included."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for path in [ROOT / CORE, *ROOT.glob("rules/*/de.po"), *ROOT.glob("tests/rules/fourth/*/de.po")]:
        for sentence, wordings in translated(str(path.relative_to(ROOT))).items():
            found.setdefault(sentence, set()).add(wordings)
    assert {sentence: wordings for sentence, wordings in found.items() if len(wordings) > 1} == {}


#: How the program speaks to one player, in few letters: “Schreib”, not “Schreibe”.
LONG = re.compile(
    r"\b(?:fang|füg|führ|greif|hol|kopier|kürz|leg|mach|nenn|pack|prüf|sag|schaff|schlag|schließ|schreib|senk|"
    r"setz|streich|such|tausch|teil|trag|verlink|versuch|verteil|wähl|zahl|zieh)e\b"
)


@pytest.mark.parametrize("catalogue", PARTS)
def test_what_to_do_is_said_in_one_form(catalogue: str) -> None:
    told = [wording for wordings in translated(catalogue).values() for wording in wordings]
    beginnings = [
        part for wording in told for part in re.split(r"(?<=[.?!:;,]) (?:oder |und )?| oder ", wording)
    ]
    assert [part for part in beginnings if LONG.match(part[:1].lower() + part[1:])] == []


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
