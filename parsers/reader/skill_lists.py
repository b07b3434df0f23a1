"""The campaign's skills and what they are for, in groups: a table or, on a page of rules, a list."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.boxes import has_box
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.sentences import tokens
from tontafel.parsers.reader.units import Unit
from tontafel.rules.tables import SkillEntry, SkillGroup, SkillTable

_VALUE = expression(r"\W*\d{1,3}\W*|\w*\s*\(?[+]\d{1,2}\W*")
_ITEM = expression(r"([^\W\d_][^\d:–(]{0,40}?)\s*(?:(?::|\s[–-])\s*(.*)|\(([^()]*)\)\W*)?", re.DOTALL)
#: A list of skills has at least so many; below the word for skills on a page of rules so many do.
_SKILLS, _FEW = 5, 3
_PURPOSES = frozenset(["purpose", "text"])
_MOST_WORDS = 3


class _Entry(NamedTuple):
    group: str
    name: str
    purpose: str


def skill_list(
    rows: Sequence[Unit], lexicon: Lexicon, *, purposes: Sequence[str] = (), rules: bool = False
) -> SkillTable | None:
    """A table of skills and what they are for, in groups with a head each or in a column.

    Args:
        rows: the table's.
        lexicon: the words.
        purposes: the columns of a table that has numbers besides.
        rules: whether the page is one of rules.
    """
    columns = purposes or next((row.columns for row in rows if "skills" in row.columns), ())
    if not purposes and any(_has_value(row, columns) for row in rows):
        return None
    headed = "skills" in columns or _is_one_column(rows)
    entries = list(_headed(rows, columns) if headed else _plain(rows))
    known = sum(lexicon.skill(entry.name) is not None for entry in entries)
    least = _FEW if headed and rules else _SKILLS
    if len(entries) < least or not (headed or known * 2 >= len(entries)):
        return None
    return _table(entries)


def skill_items(items: Sequence[Unit], lexicon: Lexicon) -> SkillTable | None:
    """A list of skills, each with what it is for behind a colon, a dash or in brackets, or without."""
    matches = [_ITEM.fullmatch(unit.words.text.strip()) for unit in items]
    entries = [_Entry("", match[1].strip(), match[2] or match[3] or "") for match in matches if match]
    known = sum(lexicon.skill(entry.name) is not None for entry in entries)
    short = all(len(tokens(entry.name)) <= _MOST_WORDS for entry in entries)
    headed = all(unit.section == "skills" for unit in items) and all(entry.purpose for entry in entries)
    if len(entries) < max(_SKILLS, len(items)) or not short or not (headed or known * 2 >= len(entries)):
        return None
    return _table(entries)


def _table(entries: Sequence[_Entry]) -> SkillTable:
    groups = groupby(entries, key=lambda entry: entry.group)
    return SkillTable(
        groups=tuple(
            SkillGroup(name, tuple(SkillEntry(one.name, one.purpose) for one in members))
            for name, members in groups
        )
    )


def _is_one_column(rows: Sequence[Unit]) -> bool:
    """Whether one cell a row stands below the word for skills."""
    return rows[0].section == "skills" and rows[0].header and all(len(row.cells) <= 1 for row in rows)


def _headed(rows: Sequence[Unit], columns: Sequence[str]) -> Iterator[_Entry]:
    """Rows below a head: the skill's column is known, a column of kinds before it has the groups."""
    at = columns.index("skills") if "skills" in columns else 0
    purpose = next((i for i, role in enumerate(columns) if role in _PURPOSES), at + 1)
    grouping = at - 1 if at and columns[at - 1] in {"", "kind"} else -1
    group = ""
    for row in rows:
        texts = [" ".join(cell.text.split()) for cell in row.cells]
        filled = [text for text in texts if text]
        if row.header and len(texts) > 1 and len(filled) > 1:
            continue
        if len(columns) > 1 and len(filled) == 1 and (row.header or len(texts) == 1):
            group = filled[0]
        elif not row.header and at < len(texts) and texts[at]:
            numbered = grouping >= 0 and not texts[grouping].strip(" .").isdecimal()
            group = texts[grouping] or group if numbered else group
            yield _Entry(group, texts[at], texts[purpose] if purpose < len(texts) else "")


def _plain(rows: Sequence[Unit]) -> Iterator[_Entry]:
    """Rows without a head: the skill first, what it is for behind it; a row of one cell begins a group."""
    group = ""
    for row in rows:
        cells = [cell.text for cell in row.cells if cell.text]
        if len(cells) == 1 and (row.header or len(row.cells) == 1):
            group = cells[0]
        elif cells and not row.header:
            yield _Entry(group, cells[0], cells[1] if len(cells) > 1 else "")


def _has_value(row: Unit, columns: Sequence[str]) -> bool:
    """Whether a row gives somebody's value or boxes; a number in front of all is the row's own."""
    if row.header or len(row.cells) < 2:
        return False
    if "value" in columns or has_box(row.words.text):
        return True
    numbered = "skills" in columns[1:]
    return any(_VALUE.fullmatch(cell.text) for cell in row.cells[numbered:])
