"""The heads of tables: what stands below a column, and the rows that name whom those below them are about."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.boxes import has_box
from tontafel.parsers.reader.flat import plain
from tontafel.parsers.reader.lexicon import Lexicon, understood
from tontafel.parsers.reader.units import BEARERS
from tontafel.parsers.tree import Cell, Row, Table
from tontafel.rules.names import fold

_LONGEST_HEAD = 30
#: What stands behind the first of several names.
_FIRST = expression(r"[,;(]")
#: What rows can be about that are somebody's.
_PARTS = frozenset(
    ["aspects", "attributes", "skills", "tracks", "stunts", "consequences", "texts", "details"]
)
#: Columns of numbers besides the value.
_SEVERAL = frozenset(["current", "maximum", "base"])


def roles_of(heads: Sequence[str], lexicon: Lexicon) -> tuple[str, ...]:
    """What stands below each head; the first column has names where numbers of several kinds follow."""
    roles = tuple(role_of(head, lexicon) for head in heads)
    if any(role[:1] == "@" and lexicon.attribute(role[1:]) for role in roles):
        roles = tuple(
            role or (f"@{head.strip()}" if lexicon.almost_attribute(head.strip()) else "")
            for role, head in zip(roles, heads, strict=True)
        )
    several = _SEVERAL.intersection(roles[1:])
    if "total" in roles and roles[0] == "skills":
        return tuple("added" if role[:1] in {"", "@"} else role for role in roles)
    return ("name", *roles[1:]) if several and roles[0] in {"", "value"} else roles


@understood
def role_of(head: str, lexicon: Lexicon) -> str:
    """What stands below a column's head: a part, a column's role, the value itself, or a name's value."""
    if len(head) > _LONGEST_HEAD:
        return ""
    text = head.strip(" *:+").strip()
    if text.isdecimal():
        return f"={int(text)}"
    named = lexicon.named(text) if text else None
    if named and named.field == "attributes":
        return f"@{text}"
    part = lexicon.section(head) if head else None
    if part in lexicon.vocabulary.labels:
        return "name"
    if part and part != "background" and not lexicon.is_told(part):
        return part
    role = lexicon.column_roles.get(fold(text), "")
    special = lexicon.skill(text.partition(" (")[0]) if text.endswith(")") else None
    return role or (f"@{text}" if named or special else "")


def is_data(texts: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether a row that is marked as a head holds values: Markdown has no table without one.

    `| 5 | Speer |` and `| Ringen | 5 |` are values beside names, `| Gesundheit | □□□ |` has boxes.
    """
    if has_box("".join(texts[1:])) and lexicon.track(texts[0]):
        return True
    names = [text for text in texts if not text.strip(" +").isdecimal()]
    if len(names) == len(texts) or not names:
        return False
    return all(lexicon.named(_FIRST.split(name, maxsplit=1)[0].strip()) is not None for name in names)


def names_values(roles: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether an unmarked head may name values: attributes, or anything behind a column of names."""
    if roles[0] in BEARERS:
        return True
    names = [lexicon.named(role[1:]) for role in roles if role[:1] == "@"]
    known = all(one is not None and one.field == "attributes" for one in names)
    return known and not any(role[:1] == "=" for role in roles)


@lru_cache(maxsize=256)
def is_across(roles: tuple[str, ...]) -> bool:
    """Whether heads name what the cells below are the values of, or are values of the names below."""
    signs = {role[:1] for role in roles}
    return "@" in signs or ("=" in signs and not BEARERS.isdisjoint(roles))


def is_history(roles: Sequence[str]) -> bool:
    """Whether heads say when and what: a history of changes, whatever stands above the table."""
    return "date" in roles and not {"what", "name", "text"}.isdisjoint(roles)


def told_by(roles: Sequence[str], section: str, lexicon: Lexicon) -> str:
    """The part that all rows below heads tell of where it is another than the one that stands above them."""
    lists = lexicon.vocabulary.lists
    if not section:
        return "history" if is_history(roles) else roles[0] if roles[0] in lists else ""
    return roles[0] if section in lists and (roles[0] in _PARTS or roles[0] in lists) else ""


def bearers(block: Table, lexicon: Lexicon) -> list[Row]:
    """The rows of one cell that name whom the rows below are about: those tell of several parts."""
    found: list[Row] = []
    if all(len(row.cells) > 1 for row in block.rows):
        return found
    parts: set[str] = set()
    for row in reversed(block.rows):
        cells = [text for cell in row.cells if (text := plain(cell))]
        if not cells:
            continue
        part = lexicon.section(cells[0])
        if len(cells) > 1 or part:
            named = lexicon.named(cells[0])
            parts.add(part or (named.field if named else ""))
            continue
        is_head = row.cells[0].header or row.cells[0].colspan > 1
        if is_head and len(parts & _PARTS) > 1:
            found.append(row)
        parts = set()
    return found


def rows_of(row: Row, source: str) -> Iterator[Sequence[Cell]]:
    """A row's cells; a line's end right behind a cell that closes with two pipes begins another row."""
    cells = row.cells
    if "\n" not in source[row.start : cells[-1].start if cells else row.start]:
        yield cells
        return
    begin = 0
    for index in range(1, len(cells)):
        start = cells[index].start
        if "\n" in source[cells[index - 1].end : start]:
            yield cells[begin:index]
            doubled = not cells[index].children and source[start : start + 2] == "||"
            begin = index + doubled
    yield cells[begin:]


def is_head_row(texts: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether a row further down can be nothing but a head: a part, and the word for its values."""
    return lexicon.section(texts[0]) is not None and lexicon.is_column(texts[-1], "value")
