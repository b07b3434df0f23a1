"""Tables: rows of cells between bars."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tontafel.parsers.tree import Cell, Row, Table, Text
from tontafel.parsers.wiki.scanner import Found
from tontafel.rules.message import message

if TYPE_CHECKING:
    from tontafel.parsers.tree import Align
    from tontafel.parsers.wiki.scanner import Match, Scanner

#: In this order: the next row, the end of the table, a new cell with its bars, `=` and padding.
_edge = re.compile(
    r"(?:[ \t]*\|)?[ \t]*\n(?=[ \t]*\|)()"
    r"|[ \t]*(?:\|[ \t]*(?:\n|\Z)|\n\n)()"
    r"|[ \t]*(\|++)(=?)\n?([ \t]*)"
).match
_ROW, _END, _CELL = 1, 2, 5
_row_or_end = re.compile(r"\n(?:[ \t]*\||\n)").match
#: A cell in which no inline rule could find anything, closed by a bar.
_plain_cell = re.compile(r"(\|++)(=?)([ \t]*+)([^\n|{~*/&\[:<\\.\-=+#%_\"']*+)(?=\|)").match
_PADDING = (" ", "\t")
_ALIGN: dict[tuple[bool, bool], Align] = {
    (False, False): "",
    (True, False): "left",
    (False, True): "right",
    (True, True): "center",
}


def may_begin(scanner: Scanner, _m: Match) -> bool:
    """Tell whether a table may begin: not within another, and not beyond the budget."""
    return not scanner.in_table and scanner.cells_left > 0


def read_table(scanner: Scanner, m: Match) -> int:
    """Read a table from its first bar and return where it ends."""
    scanner.edge, scanner.in_table = _at_edge, True
    start = m.end()
    reading = _Reading(scanner, start)
    while reading.step():
        pass
    scanner.edge, scanner.in_table = None, False
    reading.end_row(reading.p)
    rows = tuple(reading.rows)
    scanner.blocks.append(Table(start, rows[-1].end if rows else start + 1, rows))
    return reading.p


class _Reading:
    """The rows of a table so far, and where its reader stands."""

    __slots__ = ("cells", "p", "row_start", "rows", "scanner")

    def __init__(self, scanner: Scanner, p: int) -> None:
        self.scanner = scanner
        self.rows: list[Row] = []
        self.cells: list[Cell] = []
        self.p = self.row_start = p

    def step(self) -> bool:
        """Read plain cells and then one edge; tell whether the table goes on."""
        scanner = self.scanner
        self.plain_cells()
        edge = _edge(scanner.text, self.p)
        if edge is None:
            return False
        if edge.lastindex != _CELL:
            self.end_row(edge.end())
            self.p = self.row_start = edge.end()
            return edge.lastindex == _ROW
        if scanner.cells_left <= 0:
            return False
        self.cells.append(_cell(scanner, edge))
        self.p = scanner.resume
        if scanner.found is None or scanner.found.read is not read_table:
            return False
        scanner.found = None
        return True

    def plain_cells(self) -> None:
        """Read the cells that hold but words and end on their line, as most do."""
        scanner, append = self.scanner, self.cells.append
        text = scanner.text
        m = _plain_cell(text, self.p)
        while m is not None and scanner.cells_left > 0:
            bars, header, padding, inside = m.groups()
            columns = _columns(scanner, m.start(), len(bars))
            start, self.p = m.span(4)
            words = inside.rstrip(" \t\r")
            align = _ALIGN[inside[-1:] in _PADDING, padding != ""]
            end = start + len(words)
            children = (Text(start, end, words),) if words else ()
            append(Cell(start, end, header != "", columns, align, children))
            m = _plain_cell(text, self.p)

    def end_row(self, limit: int) -> None:
        """End the row; its closing bar stands before `limit` if anywhere."""
        if self.cells:
            bar = self.scanner.text.find("|", self.p, limit)
            end = max(self.cells[-1].end, bar + 1)
            self.rows.append(Row(self.row_start, end, tuple(self.cells)))
            self.cells = []


def _cell(scanner: Scanner, edge: Match) -> Cell:
    """Read a cell of any kind; its alignment is told by the spaces at the bars on its line."""
    text, p = scanner.text, edge.end()
    bar, line_end = scanner.next("|", p), scanner.next("\n", p)
    left = p < bar and text[bar - 1] in " \t" and not 0 <= line_end < bar
    align = _ALIGN[left, edge.end(5) > edge.start(5)]
    header, columns = edge.end(4) > edge.start(4), _columns(scanner, edge.start(3), len(edge[3]))
    found = scanner.block_at(p) if text[p - 1] == "\n" else None
    if found:
        scanner.resume, scanner.found = p, found
        return Cell(p, p, header, columns, align, ())
    children = scanner.inline(p)
    if not children:
        return Cell(p, p, header, columns, align, ())
    return Cell(children[0].start, children[-1].end, header, columns, align, children)


def _columns(scanner: Scanner, start: int, columns: int) -> int:
    """Count a cell of so many bars on the budget and give the columns that it may span."""
    most = scanner.budget.columns
    if columns > most:
        text = message("A cell spans {columns} columns at most.", columns=most)
        scanner.note("budget-cells", text, start, start + columns)
        columns = most
    scanner.cells_left -= columns
    if scanner.cells_left <= 0:
        text = message("A page may have {cells} table cells; the rest is text.", cells=scanner.budget.cells)
        scanner.note("budget-cells", text, start, start + columns)
    return columns


def _at_edge(scanner: Scanner, s: int, start: int) -> bool:
    """Tell whether the line end at `s` ends a cell in the way of tables."""
    m = _row_or_end(scanner.text, s)
    if m is None:
        return False
    scanner.stop(start, s, s, Found(read_table, m))
    return True


def pipe(scanner: Scanner, m: Match, start: int) -> int | None:
    """End a cell; outside tables a bar is a bar."""
    s = m.start()
    if not scanner.in_table:
        return ~(s + 1)
    scanner.stop(start, s, s, Found(read_table, m))
    return None
