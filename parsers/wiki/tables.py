"""Tables: rows of cells between bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tontafel.parsers.expression import expression
from tontafel.parsers.tree import Cell, Row, Table, Text
from tontafel.parsers.wiki.grammar import PLAIN
from tontafel.rules.message import message

if TYPE_CHECKING:
    from tontafel.parsers.tree import Align
    from tontafel.parsers.wiki.scanner import Match, Scanner

#: In this order: the next row, the end of the table, a new cell with its bars, `=` and padding.
_EDGE = expression(
    r"(?:[ \t]*\|)?[ \t]*\n(?=[ \t]*\|)()"
    r"|[ \t]*(?:\|[ \t]*(?:\n|\Z)|\n\n)()"
    r"|[ \t]*(\|++)(=?)\n?([ \t]*)"
)
_ROW, _END, _CELL = 1, 2, 5
#: Cells of one bar each that are plain, and the end of their row if they end it.
_PLAIN_CELLS = expression(rf"((?:\|(?![ \t]*\n)=?+{PLAIN})+)(?:(\|?[ \t]*\n)(?=[ \t]*\|)|(?=\|))")
_ROW_OF_THEM = 2
_ROW_OR_END = expression(r"\n(?:[ \t]*\||\n)")
_PADDING = " \t"
_ENDS = (" ", "\t")
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
        scanner, p = self.scanner, self.p
        plain = _PLAIN_CELLS.match(scanner.text, p) if scanner.text.startswith("|", p) else None
        if plain and self.plain_cells(plain.end(1)) and plain.lastindex == _ROW_OF_THEM:
            self.end_row(plain.end())
            return True
        edge = _EDGE.match(scanner.text, self.p)
        if edge is None:
            return False
        if edge.lastindex != _CELL:
            self.end_row(edge.end())
            return edge.lastindex == _ROW
        if scanner.cells_left <= 0:
            return False
        self.cells.append(_cell(scanner, edge))
        self.p = scanner.resume
        return not scanner.in_cell

    def plain_cells(self, end: int) -> bool:
        """Read the cells up to `end`, which hold but words; tell whether the budget lasts for all of them."""
        p, text, append = self.p, self.scanner.text, self.cells.append
        cells = text[p + 1 : end].split("|")
        del cells[max(self.scanner.cells_left - 1, 0) :]
        self.scanner.cells_left -= len(cells)
        closed = text[end] == "|"
        for cell in cells:
            p += 1 + len(cell)
            header = cell[0] == "="
            padded = cell[1:] if header else cell
            inside = padded.lstrip(_PADDING)
            words = inside.rstrip(" \t\r")
            start = p - len(inside)
            stop = start + len(words)
            align = _ALIGN[inside[-1:] in _ENDS and (closed or p < end), inside != padded]
            append(Cell(start, stop, header, 1, align, (Text(start, stop, words),) if words else ()))
        self.p = p
        return p == end

    def end_row(self, limit: int) -> None:
        """End the row, whose closing bar stands before `limit` if anywhere; the next begins there."""
        if self.cells:
            bar = self.scanner.text.find("|", self.p, limit)
            end = bar + 1 if bar >= 0 else self.cells[-1].end
            self.rows.append(Row(self.row_start, end, tuple(self.cells)))
            self.cells = []
        self.p = self.row_start = limit


def _cell(scanner: Scanner, edge: Match) -> Cell:
    """Read a cell of any kind; its alignment is told by the spaces at the bars on its line."""
    text, p = scanner.text, edge.end()
    bars, equals, padding = edge.group(3, 4, 5)
    bar = text.find("|", p)
    left = p < bar and text[bar - 1] in _ENDS and text.find("\n", p, bar) < 0
    align = _ALIGN[left, padding != ""]
    columns = _columns(scanner, edge.start(3), len(bars))
    scanner.in_cell = True
    scanner.found = scanner.block_at(p) if text[p - 1] == "\n" else None
    if scanner.found:
        scanner.resume = p
        return Cell(p, p, equals != "", columns, align, ())
    children = scanner.inline(p)
    start, end = (children[0].start, children[-1].end) if children else (p, p)
    return Cell(start, end, equals != "", columns, align, children)


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
    if scanner.text[s + 1] not in "|\n" and not _ROW_OR_END.match(scanner.text, s):
        return False
    scanner.in_cell = False
    scanner.stop(start, s, s)
    return True


def pipe(scanner: Scanner, m: Match, start: int) -> int | None:
    """End a cell; outside tables a bar is a bar."""
    s = m.start()
    if not scanner.in_table:
        return ~(s + 1)
    scanner.in_cell = False
    scanner.stop(start, s, s)
    return None
