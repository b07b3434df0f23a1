"""Labelled numbers, the character's name, and the history of its changes."""

from collections.abc import Container, Iterator
from typing import Any

from msgspec.structs import replace

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.boxes import BOX, BOXES_IN_CELLS, FILLED, is_marked
from tontafel.parsers.reader.claims import KNOWN, Claim, carrier
from tontafel.parsers.reader.events import told_events
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import NOBODY, Lexicon, Titles
from tontafel.parsers.reader.sentences import without_brackets
from tontafel.parsers.reader.units import Unit
from tontafel.parsers.reader.values import Value, detail, value_of

_TRIM = ' \t\n.,;:*_|–—-"„“”»«/'
_DATE = expression(r"\d{4}-\d{2}-\d{2}|\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4})?")
_DIGIT = expression(r"\d")
#: The sign of a number that stands behind a colon or a pipe, at the end of what is before it.
_NEGATIVE = expression(r"[:=|(]\s*-$")
_NUMBER_FIRST = expression(r"\W*(\d{1,2})\s+(?:\w{2,4}\s+(\d{1,2})\s+)?([^\W\d][\w ]*?)\W*")
#: A number in words: `Schicksalspunkte: sechs`.
_COUNTED = expression(r"\W*([^\W\d][\w ]*?)\s*[:|]\s*([^\W\d]+)\W*")
_LONGEST_LABEL = 40
_NAMED = expression(r"\W*([^\n:|]{2,30}?)\s*[:|]\s*(\S.*)")
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
    if BOX.search(text, 0, _LONGEST_LABEL):
        yield from _drawn(words, unit, lexicon)
        return
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
    now = lexicon.phrase("now")
    at -= _NEGATIVE.search(text, 0, at) is not None
    before = without_brackets(text[:at]) if ")" in text[:at] else text[:at]
    label = now.sub("", before).strip(_TRIM + "()=")
    key = lexicon.detail(label) if label else _here(unit, lexicon)
    match = lexicon.value.match(text, at) if key else None
    if match and key:
        value = value_of(match)
        present = value.present or now.search(text[:at]) is not None
        made = detail(key, replace(value, present=present), lexicon)
        yield Claim("details", made, words.span(0, match.end()), words.span(*match.span()), KNOWN)
        return
    if len(text) > _LONGEST_LABEL:
        return
    plain = now.sub(lambda word: " " * len(word[0]), text)
    backwards = _NUMBER_FIRST.fullmatch(plain) if at <= 1 or plain != text else None
    if backwards and (key := lexicon.detail(backwards[3])):
        top = int(backwards[2]) if backwards[2] else None
        value = Value(int(backwards[1]), top, present=plain != text)
        yield Claim("details", detail(key, value, lexicon), words.span(), words.span(), KNOWN)


def _here(unit: Unit, lexicon: Lexicon) -> str | None:
    return unit.section if unit.section in lexicon.vocabulary.details else None


def _drawn(words: Slice, unit: Unit, lexicon: Lexicon) -> Iterator[Claim]:
    """A number of the details in boxes: the filled ones are there, the crossed ones are used up."""
    drawn = BOXES_IN_CELLS.search(words.text)
    label = words.text[: drawn.start()].strip(_TRIM + "()=") if drawn else ""
    key = lexicon.detail(label) if label else _here(unit, lexicon)
    if drawn is None or key is None:
        return
    signs = [match[0] for match in BOX.finditer(drawn[0])]
    filled = sum(sign in FILLED for sign in signs)
    value = Value(filled or sum(not is_marked(sign) for sign in signs), present=True)
    yield Claim(
        "details", detail(key, value, lexicon), words.span(0, drawn.end()), words.span(*drawn.span()), KNOWN
    )


def read_history(unit: Unit, _lexicon: Lexicon, _titles: Titles = NOBODY) -> Iterator[Claim]:
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
            yield _entry(cells, unit.words)
    elif unit.kind in {"item", "line"}:
        date = _DATE.search(unit.body.text)
        what = unit.body.text[date.end() :] if date else unit.body.text
        yield _entry({"date": date[0] if date else "", "what": what.strip(_TRIM)}, unit.words)


def _roles(unit: Unit) -> tuple[str, ...]:
    if unit.columns:
        return tuple(_column(role) for role in unit.columns)
    return _PLACES.get(len(unit.cells), _COLUMNS)


def _column(role: str) -> str:
    return {"name": "what", "text": "what"}.get(role, role if role in _COLUMNS else "")


def _entry(cells: dict[str, str], words: Slice) -> Claim:
    row = {key: cells.get(key, "") for key in _COLUMNS}
    return Claim("history", row, words.span(), words.span(), KNOWN)


def with_events(row: dict[str, Any], lexicon: Lexicon, known: Container[str]) -> dict[str, Any]:
    """A row of the history with the events that it tells of: one as fields, several as a list of their own.

    Args:
        row: the row's cells.
        lexicon: the words.
        known: the folded texts of the character's aspects, to tell where one ends and the next begins.
    """
    dated = {"when": row["date"]} if row["date"] else {}
    told = told_events(row["what"], lexicon, known)
    events = [one.event | dated for one in told if one.event is not None]
    return row | (events[0] if len(events) == 1 else {"events": events} if events else {})
