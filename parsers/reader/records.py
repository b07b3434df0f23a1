"""Labelled numbers, the character's name, and the history of its changes."""

import re
from collections.abc import Iterator

from tontafel.parsers.reader.claims import KNOWN, Claim, carrier
from tontafel.parsers.reader.events import told_events
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import NOBODY, Lexicon, Titles
from tontafel.parsers.reader.units import Unit

_TRIM = ' \t\n.,;:*_|–—-"„“”»«/'
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4})?")
_DIGIT = re.compile(r"\d")
_NUMBER_FIRST = re.compile(r"\W*(\d{1,2})\s+([^\W\d][\w ]*?)\W*")
#: A number in words: `Schicksalspunkte: sechs`.
_COUNTED = re.compile(r"\W*([^\W\d][\w ]*?)\s*[:|]\s*([^\W\d]+)\W*")
_LONGEST_LABEL = 40
_NAMED = re.compile(r"\W*([^\n:|]{2,30}?)\s*[:|]\s*(\S.*)")
_COLUMNS = ("date", "session", "what", "why")
_PLACES = {4: _COLUMNS, 3: ("date", "what", "why"), 2: ("date", "what"), 1: ("what",)}


def read_details(unit: Unit, lexicon: Lexicon, _titles: Titles = NOBODY) -> Iterator[Claim]:
    """Claims on labelled numbers (`Schicksalspunkte: 4/6`) and on the name (`Name: Lykos`)."""
    if unit.kind == "heading" or unit.header:
        if unit.section in lexicon.vocabulary.details and unit.header:
            yield carrier(unit.words.span())
            yield from _detail(unit.words, unit, lexicon)
        return
    for words in unit.words.lines() if unit.kind == "prose" else [unit.words]:
        yield from _detail(words, unit, lexicon)


def _detail(words: Slice, unit: Unit, lexicon: Lexicon) -> Iterator[Claim]:
    text = words.text
    number = _DIGIT.search(text, 0, _LONGEST_LABEL)
    if number:
        yield from _amount(words, number.start(), unit, lexicon)
        return
    counted = _COUNTED.fullmatch(text) if len(text) <= _LONGEST_LABEL else None
    key = lexicon.detail(counted[1]) if counted else None
    value = lexicon.number(counted[2]) if counted and key else None
    if key and value is not None:
        yield Claim("details", {key: value}, words.span(), words.span(), KNOWN)
        return
    named = _NAMED.fullmatch(text) if len(text) <= _LONGEST_LABEL * 2 else None
    if named and lexicon.within(named[1].strip(_TRIM), "name") and len(named[2]) <= 60:
        yield Claim("name", named[2].strip(_TRIM), words.span(), words.span(*named.span(2)), KNOWN)


def _amount(words: Slice, at: int, unit: Unit, lexicon: Lexicon) -> Iterator[Claim]:
    """A labelled number, or a number alone below a heading that labels it."""
    text = words.text
    label = text[:at].strip(_TRIM + "()=")
    here = unit.section if unit.section in lexicon.vocabulary.details else None
    key = lexicon.detail(label) if label else here
    match = lexicon.amount.match(text, at) if key else None
    if match and key:
        value: dict[str, int] = {key: int(match[1])}
        pool = lexicon.vocabulary.pools.get(key)
        if match[2] and pool:
            value[pool] = int(match[2])
        yield Claim("details", value, words.span(0, match.end()), words.span(*match.span()), KNOWN)
        return
    backwards = _NUMBER_FIRST.fullmatch(text) if at <= 1 else None
    if backwards and (key := lexicon.detail(backwards[2])):
        yield Claim("details", {key: int(backwards[1])}, words.span(), words.span(), KNOWN)


def read_history(unit: Unit, lexicon: Lexicon, _titles: Titles = NOBODY) -> Iterator[Claim]:
    """Claims on the rows and items below `Verlauf`: when, which evening, what changed, why."""
    if unit.section != "history":
        return
    if unit.kind == "heading" or unit.header:
        if unit.header:
            yield carrier(unit.words.span())
    elif unit.kind == "row":
        roles = _roles(unit)
        cells = {role: " ".join(c.text.split()) for role, c in zip(roles, unit.cells, strict=False) if role}
        if any(cells.values()):
            yield _entry(cells, unit.words, lexicon)
    elif unit.kind in {"item", "line"}:
        date = _DATE.search(unit.body.text)
        what = unit.body.text[date.end() :] if date else unit.body.text
        yield _entry({"date": date[0] if date else "", "what": what.strip(_TRIM)}, unit.words, lexicon)


def _roles(unit: Unit) -> tuple[str, ...]:
    if unit.columns:
        return tuple(_column(role) for role in unit.columns)
    return _PLACES.get(len(unit.cells), _COLUMNS)


def _column(role: str) -> str:
    return {"name": "what", "text": "what"}.get(role, role if role in _COLUMNS else "")


def _entry(cells: dict[str, str], words: Slice, lexicon: Lexicon) -> Claim:
    row: dict[str, object] = {key: cells.get(key, "") for key in _COLUMNS}
    row |= _told(cells.get("what", ""), cells.get("date", ""), lexicon)
    return Claim("history", row, words.span(), words.span(), KNOWN)


def _told(what: str, when: str, lexicon: Lexicon) -> dict[str, object]:
    """The events that a row tells of: one as fields of the row, several as a list of their own."""
    dated = {"when": when} if when else {}
    events = [told.event | dated for told in told_events(what, lexicon) if told.event is not None]
    return events[0] if len(events) == 1 else {"events": events} if events else {}
