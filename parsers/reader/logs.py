"""Finds the records of conflicts on a page: tables of rounds, as plain rows that know where they stand.

Which words head the columns is for the system's vocabulary to say; what the cells mean is for its rules.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tontafel.parsers.tree import Cell, Document, Heading, Link, Row, Table, text_of
from tontafel.rules.rounds import NEEDED, columns, is_record
from tontafel.rules.span import Path, Span
from tontafel.rules.vocabulary import Vocabulary

#: What stands in the cells that name somebody.
_NAMING = ("who", "against")


class Log(Struct, frozen=True, kw_only=True):
    """The record of a conflict as it stands on a page.

    Attributes:
        table: its table.
        rows: the text of each cell below the heads, by the head as it is written.
        places: where each of these cells stands, by row and head.
        row_places: where each row stands.
        before: the words between the heading above the table and the table, a line for each block.
        names: what the cells say that name somebody.
        links: the words of links in these cells, and the pages that they lead to.
    """

    table: Table
    rows: tuple[dict[str, str], ...]
    places: tuple[dict[str, Span], ...]
    row_places: tuple[Span, ...]
    before: str
    names: tuple[str, ...]
    links: tuple[tuple[str, str], ...]

    def place(self, where: Path) -> Span:
        """The place in the source of ("rows", row, head), or of the row or the table around it."""
        row = where[1] if len(where) > 1 else None
        if not isinstance(row, int) or row >= len(self.rows):
            return Span(self.table.start, self.table.end)
        head = where[2] if len(where) > 2 else None
        place = self.places[row].get(head) if isinstance(head, str) else None
        return place or self.row_places[row]


def logs(document: Document, vocabulary: Vocabulary) -> list[Log]:
    """The records on a page, in its order."""
    found = []
    for index, block in enumerate(document.blocks):
        if type(block) is Table and is_log(block, vocabulary):
            found.append(_log(block, _before(document.blocks[:index]), vocabulary))
    return found


def without(document: Document, found: Sequence[Log]) -> Document:
    """The page without its records: nothing in them is a character's."""
    tables = {id(log.table) for log in found}
    kept = tuple(block for block in document.blocks if id(block) not in tables)
    return Document(kept, document.redirect, document.diagnostics)


def is_log(table: Table, vocabulary: Vocabulary) -> bool:
    """Whether a table is the record of a conflict, by the heads of its columns."""
    first = table.rows[0] if table.rows else None
    return first is not None and len(first.cells) >= len(NEEDED) and is_record(_heads(first), vocabulary)


def _heads(row: Row) -> list[str]:
    return [_text(cell) for cell in _columns(row) if cell]


def _text(cell: Cell) -> str:
    return " ".join(text_of(cell.children).split())


def _columns(row: Row) -> Iterator[Cell | None]:
    """The cell that begins in each column; None where a wider one goes on."""
    for cell in row.cells:
        yield cell
        yield from [None] * (max(1, cell.colspan) - 1)


def _log(table: Table, before: str, vocabulary: Vocabulary) -> Log:
    heads = [_text(cell) if cell else "" for cell in _columns(table.rows[0])]
    rows = [dict(_named(heads, row)) for row in table.rows[1:]]
    roles = columns(heads, vocabulary)
    naming = [
        cell
        for row in rows
        for role in _NAMING
        if role in roles and (cell := row.get(roles[role])) is not None
    ]
    return Log(
        table=table,
        rows=tuple({head: "" for head in heads if head} | _texts(row) for row in rows),
        places=tuple({head: Span(cell.start, cell.end) for head, cell in row.items()} for row in rows),
        row_places=tuple(Span(row.start, row.end) for row in table.rows[1:]),
        before=before,
        names=tuple(dict.fromkeys(text for cell in naming if (text := _text(cell)))),
        links=tuple(dict.fromkeys(link for cell in naming for link in _links(cell.children))),
    )


def _named(heads: Sequence[str], row: Row) -> Iterator[tuple[str, Cell]]:
    """The cells of a row by the heads above them; of two columns of one head the first counts."""
    seen = {""}
    for head, cell in zip(heads, _columns(row), strict=False):
        if cell and head not in seen:
            seen.add(head)
            yield head, cell


def _texts(row: dict[str, Cell]) -> dict[str, str]:
    return {head: _text(cell) for head, cell in row.items()}


def _links(nodes: Sequence[object]) -> Iterator[tuple[str, str]]:
    for node in nodes:
        if type(node) is Link and node.target:
            yield " ".join(text_of(node.children).split()), node.target
        yield from _links(getattr(node, "children", ()))


def _before(blocks: Sequence[object]) -> str:
    """The words of the blocks since the last heading, tables left aside."""
    lines: list[str] = []
    for block in reversed(blocks):
        if type(block) is Heading:
            break
        if type(block) is not Table:
            lines.append("\n".join(_lines(block)))
    return "\n".join(reversed(lines))


def _lines(block: object) -> Iterator[str]:
    """The words of a block; an item of a list is a line."""
    items = getattr(block, "items", None)
    if items is None:
        yield text_of([block])  # type: ignore[list-item]
        return
    for item in items:
        yield text_of(item.children)
