"""Tables: rows of cells between bars."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tontafel.parsers.tree import Cell, Row, Table
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
    start = m.end()
    scanner.edge, scanner.in_table = _at_edge, True
    rows, resume = _rows(scanner, start)
    scanner.edge, scanner.in_table = None, False
    end = rows[-1].end if rows else start + 1
    scanner.blocks.append(Table(start, end, tuple(rows)))
    return resume


def _rows(scanner: Scanner, p: int) -> tuple[list[Row], int]:
    rows: list[Row] = []
    cells: list[Cell] = []
    start = end = p
    while True:
        edge = _edge(scanner.text, p)
        if edge is None or (edge.lastindex == _CELL and scanner.cells_left <= 0):
            break
        if edge.lastindex == _CELL:
            cells.append(_cell(scanner, edge))
            p, end = scanner.resume, cells[-1].end
            if scanner.found is None or scanner.found.read is not read_table:
                break
            scanner.found = None
            continue
        if cells:
            bar = scanner.text.find("|", p, edge.end())
            rows.append(Row(start, max(end, bar + 1), tuple(cells)))
            cells = []
        p = start = end = edge.end()
        if edge.lastindex == _END:
            return rows, p
    if cells:
        rows.append(Row(start, end, tuple(cells)))
    return rows, p


def _cell(scanner: Scanner, edge: Match) -> Cell:
    """Read a cell; its alignment is told by the spaces at the bars on its line."""
    text, p = scanner.text, edge.end()
    bar, line_end = scanner.next("|", p), scanner.next("\n", p)
    left = p < bar and text[bar - 1] in " \t" and not 0 <= line_end < bar
    align = _ALIGN[left, edge.end(5) > edge.start(5)]
    header, columns = edge.end(4) > edge.start(4), _columns(scanner, edge)
    found = scanner.block_at(p) if text[p - 1] == "\n" else None
    if found:
        scanner.resume, scanner.found = p, found
        return Cell(p, p, header, columns, align, ())
    children = scanner.inline(p)
    if not children:
        return Cell(p, p, header, columns, align, ())
    return Cell(children[0].start, children[-1].end, header, columns, align, children)


def _columns(scanner: Scanner, edge: Match) -> int:
    start, end = edge.span(3)
    columns, most = end - start, scanner.budget.columns
    if columns > most:
        scanner.note(
            "budget-cells", message("A cell spans {columns} columns at most.", columns=most), start, end
        )
        columns = most
    scanner.cells_left -= columns
    if scanner.cells_left <= 0:
        text = message("A page may have {cells} table cells; the rest is text.", cells=scanner.budget.cells)
        scanner.note("budget-cells", text, start, end)
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
