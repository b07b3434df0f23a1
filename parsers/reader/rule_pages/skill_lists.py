"""The campaign's skills and what they are for, in groups: a table or, on a page of rules, a list."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.boxes import has_box
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.sentences import tokens
from tontafel.parsers.reader.units import Unit
from tontafel.rules.tables import SkillEntry, SkillGroup, SkillTable

_VALUE = expression(r"\W*\d{1,3}\W*|\w*\s*\(?[+]\d{1,2}\W*")
_ITEM = expression(r"([^\W\d_][^\d:–(]{0,40}?)\s*(?:(?::|\s[–-])\s*(.*)|\(([^()]*)\)\W*)?", re.DOTALL)
#: `Kampf: Ringen, Speer`, without a number.
_GROUP = expression(r"([^\W\d_][^\d:,;]{0,40}?)\s*:\s*([^\d:]*,[^\d:]*)", re.DOTALL)
#: A list of skills has at least so many; below the word for skills on a page of rules so many do.
_SKILLS, _FEW = 5, 3
_PURPOSES = frozenset(["purpose", "text"])
_MOST_WORDS = 3


class _Entry(Struct, frozen=True, gc=False):
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


def skill_items(items: Sequence[Unit], lexicon: Lexicon, heads: Sequence[str] = ()) -> SkillTable | None:
    """A list of skills, each with what it is for behind a colon, a dash or in brackets, or without.

    An item may also be the head of a group with its skills behind a colon; `heads` are what the groups of
    the items are called where each has its own heading.
    """
    if groups := _grouped(items, lexicon):
        return groups
    matches = [_ITEM.fullmatch(unit.words.text.strip()) for unit in items]
    entries = [
        _Entry(head, match[1].strip(), match[2] or match[3] or "")
        for match, head in zip(matches, heads or [""] * len(matches), strict=True)
        if match
    ]
    if any(_VALUE.fullmatch(entry.purpose) for entry in entries):
        return None
    known = sum(lexicon.skill(entry.name) is not None for entry in entries)
    short = all(len(tokens(entry.name)) <= _MOST_WORDS for entry in entries)
    headed = all(unit.section == "skills" for unit in items) and all(entry.purpose for entry in entries)
    least = _FEW if all(unit.section == "skills" for unit in items) else _SKILLS
    if len(entries) < max(least, len(items)) or not short or not (headed or known * 2 >= len(entries)):
        return None
    return _table(entries)


def _grouped(units: Sequence[Unit], lexicon: Lexicon) -> SkillTable | None:
    """Groups with their skills: `Kampf: Ringen, Speer, Bogen`."""
    groups = [_GROUP.fullmatch(unit.words.text.strip()) for unit in units]
    if not all(groups) or not groups:
        return None
    entries = [
        _Entry(group[1].strip(), name, "")
        for group in groups
        if group
        for part in lexicon.separator.split(group[2].rstrip(" ."))
        if (name := part.strip())
    ]
    known = sum(lexicon.skill(entry.name) is not None for entry in entries)
    short = all(len(tokens(entry.name)) <= _MOST_WORDS and entry.name[0].isalpha() for entry in entries)
    if any(lexicon.skill(entry.group) for entry in entries) or not short:
        return None
    if len(entries) < max(_SKILLS, len(groups) + 1) or known * 2 < len(entries):
        return None
    return _table(entries)


def skills_in_line(unit: Unit, lexicon: Lexicon) -> SkillTable | None:
    """`Mögliche Fertigkeiten: Athletik, Ringen, Segeln …`, a line of names without values."""
    label, colon, _ = unit.words.text.partition(":")
    if not colon or not any(lexicon.section(word) == "skills" for word in tokens(label)):
        return None
    found = _grouped([unit], lexicon)
    return SkillTable(groups=(replace(found.groups[0], name=""),)) if found else None


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
