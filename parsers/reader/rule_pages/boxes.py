"""How many boxes a track has by the value of its skill, as rules say it: a list, a table, a sentence."""

from collections.abc import Sequence

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.boxes import BOX
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.sentences import sentences, tokens
from tontafel.parsers.reader.units import Unit

_RANGE = expression(r"(?<![\w-])(\d{1,2})\s*[-–]\s*(\d{1,2})(?![\w-])|(?<![\w-])(\d{1,2})(?![\w-])")
_ENDED = expression(r"(?<=[.!?:])\s+")
_CLAUSE = expression(r"[,;]")
#: Where no skill governs.
_NONE = frozenset(["-1", "−1", "-", "–", "—"])
#: Boxes are said for so many values at least; no line about one is longer.
_STEPS, _LONGEST = 2, 160


def boxes_of(block: Sequence[Unit], lexicon: Lexicon) -> tuple[dict[int, int], list[Unit]]:
    """Value from which on → boxes, from the lines of a list or paragraph, and the units it is made of."""
    names_box = lexicon.phrase("box").search
    told = [unit for unit in block if names_box(unit.words.text)]
    lines = [
        unit
        for unit in told
        if (unit.kind in {"item", "line"} or (unit.kind == "prose" and len(block) == 1))
        and len(unit.words.text) <= _LONGEST
    ]
    found = {unit: step for unit in lines if (step := _first_step(unit, lexicon))}
    if len(found) >= _STEPS:
        return dict(sorted(found.values())), list(found)
    alone = told and len(block) == 1 and block[0].kind == "prose"
    steps = _in_a_sentence(block[0], lexicon) if alone else {}
    return steps, list(block[:1]) if steps else []


def _first_step(unit: Unit, lexicon: Lexicon) -> tuple[int, int] | None:
    """What a line says of boxes; a sentence right below the last item of a list is a part of that item."""
    steps = (_step(part.text, lexicon) for part in (*unit.words.lines()[:1], *sentences(unit.words)))
    return next(filter(None, steps), None)


def _step(text: str, lexicon: Lexicon) -> tuple[int, int] | None:
    """(value from which on, boxes) of `mit Wert 3-4 sind es fünf Kästchen`."""
    return _value_and_boxes(text, lexicon) if lexicon.phrase("box").search(text) else None


def _value_and_boxes(text: str, lexicon: Lexicon) -> tuple[int, int] | None:
    span = _RANGE.search(text)
    if span is None:
        return None
    behind = [number for word in tokens(text[span.end() :]) if (number := lexicon.number(word)) is not None]
    return (int(span[1] or span[3]), behind[-1]) if behind else None


def _in_a_sentence(unit: Unit, lexicon: Lexicon) -> dict[int, int]:
    """`Ohne Fertigkeit sind es drei Kästchen, mit 1 oder 2 vier, ab 3 fünf.`: what its clauses say."""
    for sentence in sentences(unit.words):
        clauses = [clause for clause in _CLAUSE.split(sentence.text) if clause.strip(" .")]
        steps = [step for clause in clauses if (step := _clause(clause, lexicon))]
        if len(steps) == len(clauses) >= _STEPS and lexicon.phrase("box").search(sentence.text):
            return dict(sorted(steps))
    return {}


def _clause(text: str, lexicon: Lexicon) -> tuple[int, int] | None:
    """(value from which on, boxes) of a clause; the word for boxes may stand in another one."""
    if not lexicon.phrase("without").search(text):
        return _value_and_boxes(text, lexicon)
    numbers = [int(word) if word.isdecimal() else lexicon.plain_number(word) for word in tokens(text)]
    said = [number for number in numbers if number is not None]
    return (-1, said[0]) if len(said) == 1 else None


def boxes_in_rows(rows: Sequence[Unit], lexicon: Lexicon) -> dict[int, int]:
    """Value from which on → boxes, from rows below `Wert` or `Fertigkeit` and `Kästchen`."""
    if steps := _across(rows, lexicon):
        return steps
    columns = next((row.columns for row in rows if row.columns), ())
    if len(columns) < 2 or columns[0] not in {"value", "skills"} or columns[1] not in {"tracks", "boxes"}:
        return {}
    found = [_row(row, lexicon) for row in rows if not row.header]
    steps = dict(sorted(step for step in found if step))
    return steps if len(steps) == len(found) >= _STEPS else {}


def _across(rows: Sequence[Unit], lexicon: Lexicon) -> dict[int, int]:
    """Two rows, one of values and one of boxes, each behind its label."""
    if len(rows) != 2 or len(rows[0].cells) != len(rows[1].cells) or len(rows[0].cells) <= _STEPS:
        return {}
    label = rows[1].cells[0].text.strip(" *:")
    if not (lexicon.is_column(label, "boxes") or lexicon.phrase("box").search(label)):
        return {}
    pairs = zip(rows[0].cells[1:], rows[1].cells[1:], strict=True)
    steps = [_pair(value.text, boxes.text, lexicon) for value, boxes in pairs]
    return dict(sorted(step for step in steps if step)) if all(steps) else {}


def _row(row: Unit, lexicon: Lexicon) -> tuple[int, int] | None:
    return _pair(row.cells[0].text, row.cells[1].text, lexicon) if len(row.cells) > 1 else None


def _pair(value: str, told: str, lexicon: Lexicon) -> tuple[int, int] | None:
    """(value from which on, boxes); the value may be a range, a word or a sign for none."""
    value, words = value.strip(), tokens(told)
    boxes = lexicon.number(words[0]) if words else len(BOX.findall(told)) or None
    span = _RANGE.search(value)
    if span:
        start = int(span[1] or span[3])
    elif lexicon.within(value, "nothing") or lexicon.phrase("without").match(value) or value in _NONE:
        start = -1
    else:
        return None
    return (start, boxes) if boxes is not None else None


def without_skill(units: Sequence[Unit], lexicon: Lexicon) -> int | None:
    """How many boxes a track has without its skill: `Ohne die passende Fertigkeit sind es drei.`"""
    return next(
        (
            number
            for unit in units
            if unit.kind in {"prose", "item"} and (number := _plain_boxes(unit, lexicon))
        ),
        None,
    )


def _plain_boxes(unit: Unit, lexicon: Lexicon) -> int | None:
    texts = [line.text for line in unit.words.lines()] if unit.kind == "item" else [unit.words.text]
    for sentence in (sentence for text in texts for sentence in _ENDED.split(text)):
        if any(letter.isdigit() for letter in sentence) or not lexicon.phrase("plain_boxes").search(sentence):
            continue
        numbers = [lexicon.number(word) for word in tokens(sentence)]
        plain = [number for number in numbers if number and number > 1]
        if len(plain) == 1:
            return plain[0]
    return None
