"""What a page gives to the rules: skills, the ladder, which skill governs a track, boxes by value."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.boxes import has_box
from tontafel.parsers.reader.ladders import ladder_in_rows, ladder_of
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.own_tables import own_table
from tontafel.parsers.reader.sentences import tokens
from tontafel.parsers.reader.units import Unit
from tontafel.rules.tables import BoxTable, Ladder, SkillEntry, SkillGroup, SkillTable, Table, TrackTable

_RANGE = re.compile(r"(?<![\w-])(\d{1,2})\s*[-–]\s*(\d{1,2})(?![\w-])|(?<![\w-])(\d{1,2})(?![\w-])")
_VALUE = re.compile(r"\W*\d{1,3}\W*|\w*\s*\(?[+]\d{1,2}\W*")
_DIGIT = re.compile(r"\d")
#: A list of skills has at least so many rows, a ladder and a table of boxes so many steps.
_SKILLS, _STEPS = 5, 2
_LONGEST = 160


def read_tables(units: Sequence[Unit], lexicon: Lexicon, kinds: Iterable[type[Table]] = ()) -> list[Table]:
    """The tables on a page; the units that they are made of are marked as rules.

    Args:
        units: all of the page.
        lexicon: the words.
        kinds: the kinds that the system takes, its own ones among them.
    """
    tables: list[Table] = []
    for _, group in groupby(units, key=lambda unit: unit.block):
        block = list(group)
        if block[-1].kind != "row":
            tables += _in_lines(block, lexicon)
            continue
        rows = [unit for unit in block if unit.kind == "row"]
        own = own_table(rows, lexicon, kinds)
        tables += _own(own, rows, lexicon) if own else _in_rows(block, units, lexicon)
    return [table for table in tables if not isinstance(table, BoxTable)] + _boxes(tables, units, lexicon)


def _boxes(tables: Sequence[Table], units: Sequence[Unit], lexicon: Lexicon) -> list[Table]:
    """The boxes by value, with those of a track whose skill is unlisted; half of the rule is no rule."""
    steps = [table for table in tables if isinstance(table, BoxTable)]
    plain = without_skill(units, lexicon) if steps else None
    return [BoxTable(boxes={-1: plain} | steps[0].boxes)] if plain else []


def _own(own: Table, rows: list[Unit], lexicon: Lexicon) -> Iterator[Table]:
    """A table of the system's own kind, and the list of skills that it is besides if it has most of them."""
    _mark(rows)
    yield own
    if rows[0].columns[:1] == ("skills",):
        skills = _skill_list(rows, lexicon, purposes=rows[0].columns)
        if skills and len(skills.names()) * 2 >= len(lexicon.vocabulary.skills):
            yield skills


def _in_rows(block: list[Unit], units: Sequence[Unit], lexicon: Lexicon) -> Iterator[Table]:
    rows = [unit for unit in block if unit.kind == "row"]
    governing = {unit: pair for unit in rows if (pair := _governs(unit, lexicon))}
    if any(has_box(unit.words.text) for unit in governing) and _has_own_skills(rows, units, lexicon):
        governing = {}
    if governing and len(governing) >= len([unit for unit in rows if not unit.header]) - 1:
        _mark(rows)
        yield TrackTable(governing=dict(governing.values()))
    elif steps := ladder_in_rows(block, lexicon):
        _mark(block)
        yield Ladder(counts=steps)
    elif skills := _skill_list(rows, lexicon):
        _mark(rows)
        yield skills


def _has_own_skills(rows: list[Unit], units: Sequence[Unit], lexicon: Lexicon) -> bool:
    """Whether tracks with boxes and their skills are somebody's: by the head, or since there are values."""
    headed = any(unit.columns[:2] == ("tracks", "skills") for unit in rows)
    lines = [unit.words.text for unit in units if unit.section == "skills" and unit.kind != "heading"]
    return not headed or any(_DIGIT.search(line) and lexicon.skill_names.search(line) for line in lines)


def _mark(units: Sequence[Unit]) -> None:
    for unit in units:
        unit.rule = True


def _governs(unit: Unit, lexicon: Lexicon) -> tuple[str, str] | None:
    """(track, skill) of a row that names both and has no value."""
    if unit.header or len(unit.cells) < 2:
        return None
    headed = unit.columns[:2] == ("tracks", "skills")
    if not headed and not lexicon.track(unit.cells[0].text):
        return None
    cells = [cell.text for cell in unit.cells if cell.text]
    if len(cells) < 2 or _DIGIT.search(cells[1]):
        return None
    track = lexicon.track(cells[0])
    skill = lexicon.skill(cells[1]) or (cells[1] if headed and len(tokens(cells[1])) <= 2 else None)
    if headed and skill and not track:
        track = cells[0]
    return (track, skill) if track and skill else None


def _skill_list(rows: list[Unit], lexicon: Lexicon, purposes: Sequence[str] = ()) -> SkillTable | None:
    """A table of skills and what they are for, in groups with a head each.

    `purposes` are the columns of a table that has numbers besides.
    """
    groups: list[tuple[str, list[SkillEntry]]] = []
    known = total = 0
    for unit in rows:
        cells = [cell.text for cell in unit.cells if cell.text]
        if len(cells) == 1 and (unit.header or len(unit.cells) == 1):
            groups.append((cells[0], []))
        elif unit.header or not cells:
            continue
        elif purposes:
            total += 1
            groups = groups or [("", [])]
            groups[-1][1].append(SkillEntry(cells[0], _purpose(unit, purposes)))
        elif len(cells) > 1 and (any(map(_VALUE.fullmatch, cells)) or has_box(unit.words.text)):
            return None
        else:
            known += lexicon.skill(cells[0]) is not None
            total += 1
            groups = groups or [("", [])]
            groups[-1][1].append(SkillEntry(cells[0], cells[1] if len(cells) > 1 else ""))
    headed = rows[0].columns[:1] == ("skills",) or (len(rows) > 1 and rows[1].columns[:1] == ("skills",))
    if total < _SKILLS or not (headed or known * 2 >= total):
        return None
    return SkillTable(groups=tuple(SkillGroup(name, tuple(skills)) for name, skills in groups if skills))


def _purpose(unit: Unit, columns: Sequence[str]) -> str:
    cells = (
        cell.text for cell, role in zip(unit.cells, columns, strict=False) if role in {"purpose", "text"}
    )
    return next(cells, "")


def _in_lines(block: list[Unit], lexicon: Lexicon) -> Iterator[Table]:
    if any(_DIGIT.search(unit.words.text) for unit in block):
        steps, told = ladder_of(block, lexicon)
        _mark(told)
        yield from [Ladder(counts=steps)] if steps else ()
    lines = [
        unit
        for unit in block
        if (unit.kind in {"item", "line"} or (unit.kind == "prose" and len(block) == 1))
        and len(unit.words.text) <= _LONGEST
        and _DIGIT.search(unit.words.text)
    ]
    if len(lines) < _STEPS:
        return
    boxes = {unit: steps for unit in lines if (steps := _boxes_at(unit.words.text, lexicon))}
    if len(boxes) >= _STEPS:
        _mark(list(boxes))
        yield BoxTable(boxes=dict(sorted(boxes.values())))


def _boxes_at(text: str, lexicon: Lexicon) -> tuple[int, int] | None:
    """(value from which on, boxes) of `mit Wert 3-4 sind es fünf Kästchen`."""
    span = _RANGE.search(text)
    if not span or not lexicon.phrase("box").search(text):
        return None
    behind = [number for word in tokens(text[span.end() :]) if (number := lexicon.number(word)) is not None]
    return (int(span[1] or span[3]), behind[-1]) if behind else None


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
