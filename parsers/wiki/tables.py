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
_PLAIN_CELLS = expression(rf"(?:\|(?![ \t]*\n)=?+{PLAIN})+(?:(\|?[ \t]*\n)(?=[ \t]*\|)|(?=\|))")
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
    start = p = m.end()
    rows: list[Row] = []
    goes_on = True
    while goes_on:
        row_start = p
        cells: list[Cell] = []
        behind, ending = _read_cells(scanner, p, cells)
        p = ending.end() if ending else behind
        if cells:
            bar = scanner.text.find("|", behind, p)
            rows.append(Row(row_start, bar + 1 if bar >= 0 else cells[-1].end, tuple(cells)))
        goes_on = ending is not None and ending.lastindex == _ROW
    scanner.edge, scanner.in_table = None, False
    scanner.blocks.append(Table(start, rows[-1].end if rows else start + 1, tuple(rows)))
    return p


def _read_cells(scanner: Scanner, p: int, cells: list[Cell]) -> tuple[int, Match | None]:
    """Read the cells of a row from `p`; give where the last one ends, and what ends the row if anything."""
    text = scanner.text
    while True:
        plain = _PLAIN_CELLS.match(text, p) if text.startswith("|", p) else None
        if plain:
            row_ends = plain.lastindex == _ROW
            end = plain.start(1) if row_ends else plain.end()
            p = _plain_cells(scanner, p, end, cells)
            if row_ends and p == end:
                return p, plain
        edge = _EDGE.match(text, p)
        if edge is None or edge.lastindex != _CELL:
            return p, edge
        if scanner.cells_left <= 0:
            return p, None
        cells.append(_cell(scanner, edge))
        p = scanner.resume
        if scanner.in_cell:
            return p, None


def _plain_cells(scanner: Scanner, p: int, end: int, cells: list[Cell]) -> int:
    """Read the cells up to `end`, which hold but words, as far as the budget lasts; give where they end."""
    text, append = scanner.text, cells.append
    found = text[p + 1 : end].split("|")
    del found[max(scanner.cells_left - 1, 0) :]
    scanner.cells_left -= len(found)
    closed = text[end] == "|"
    for cell in found:
        p += 1 + len(cell)
        header = cell[0] == "="
        padded = cell[1:] if header else cell
        inside = padded.lstrip(_PADDING)
        words = inside.rstrip(" \t\r")
        start = p - len(inside)
        stop = start + len(words)
        align = _ALIGN[inside[-1:] in _ENDS and (closed or p < end), inside != padded]
        append(Cell(start, stop, header, 1, align, (Text(start, stop, words),) if words else ()))
    return p


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
