"""How many boxes a track has by the value of its skill, as rules say it: a list, a table, a sentence."""

import re
from collections.abc import Sequence

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.sentences import tokens
from tontafel.parsers.reader.units import Unit

_RANGE = expression(r"(?<![\w-])(\d{1,2})\s*[-–]\s*(\d{1,2})(?![\w-])|(?<![\w-])(\d{1,2})(?![\w-])")
#: Boxes are said for so many values at least; no line about one is longer.
_STEPS, _LONGEST = 2, 160


def boxes_of(block: Sequence[Unit], lexicon: Lexicon) -> tuple[dict[int, int], list[Unit]]:
    """Value from which on → boxes, from the lines of a list or paragraph, and the units it is made of."""
    lines = [
        unit
        for unit in block
        if (unit.kind in {"item", "line"} or (unit.kind == "prose" and len(block) == 1))
        and len(unit.words.text) <= _LONGEST
    ]
    found = {unit: step for unit in lines if (step := _step(unit.words.text, lexicon))}
    return (dict(sorted(found.values())), list(found)) if len(found) >= _STEPS else ({}, [])


def _step(text: str, lexicon: Lexicon) -> tuple[int, int] | None:
    """(value from which on, boxes) of `mit Wert 3-4 sind es fünf Kästchen`."""
    span = _RANGE.search(text)
    if not span or not lexicon.phrase("box").search(text):
        return None
    behind = [number for word in tokens(text[span.end() :]) if (number := lexicon.number(word)) is not None]
    return (int(span[1] or span[3]), behind[-1]) if behind else None


def boxes_in_rows(rows: Sequence[Unit], lexicon: Lexicon) -> dict[int, int]:
    """Value from which on → boxes, from rows below `Wert` or `Fertigkeit` and `Kästchen`."""
    columns = next((row.columns for row in rows if row.columns), ())
    if len(columns) < 2 or columns[0] not in {"value", "skills"} or columns[1] not in {"tracks", "boxes"}:
        return {}
    found = [_row(row, lexicon) for row in rows if not row.header]
    steps = dict(sorted(step for step in found if step))
    return steps if len(steps) == len(found) >= _STEPS else {}


def _row(row: Unit, lexicon: Lexicon) -> tuple[int, int] | None:
    """(value from which on, boxes); the value may be a range, or a word for none."""
    if len(row.cells) < 2:
        return None
    value, words = row.cells[0].text.strip(), tokens(row.cells[1].text)
    boxes = lexicon.number(words[0]) if words else None
    span = _RANGE.search(value)
    if span:
        start = int(span[1] or span[3])
    elif lexicon.within(value, "nothing") or lexicon.phrase("without").match(value) or value in {"-1", "−1"}:
        start = -1
    else:
        return None
    return (start, boxes) if boxes is not None else None


def without_skill(units: Sequence[Unit], lexicon: Lexicon) -> int | None:
    """How many boxes a track has without its skill: `Ohne die passende Fertigkeit sind es drei.`"""
    return next(
        (number for unit in units if unit.kind == "prose" and (number := _plain_boxes(unit, lexicon))), None
    )


def _plain_boxes(unit: Unit, lexicon: Lexicon) -> int | None:
    for sentence in re.split(r"(?<=[.!?:])\s+", unit.words.text):
        if any(letter.isdigit() for letter in sentence) or not lexicon.phrase("plain_boxes").search(sentence):
            continue
        numbers = [lexicon.number(word) for word in tokens(sentence)]
        plain = [number for number in numbers if number and number > 1]
        if len(plain) == 1:
            return plain[0]
    return None
