"""Tables in Markdown: rows of any length, and no pipe splits code, a link or what is escaped.

mistune's own tables become a paragraph when one row is too short, so this is a block rule of ours.
"""

import re
from typing import Any

import mistune
from msgspec import Struct

from tontafel.parsers.tree import Align

#: A line with a pipe, and below it the border: dashes, colons and at least one pipe.
_START = (
    r"^ {0,3}(?=[^\n]*\|)(?P<table_head>[^\n]+)\n"
    r" {0,3}(?=[^\n]*-)(?=[^\n]*\|)(?P<table_border>[ \t:|-]+)(?:\n|$)"
)
_BORDER_CELL = re.compile(r"[ \t]*(:?)-+(:?)[ \t]*|[ \t]*")
_ALIGNMENTS: dict[tuple[bool, bool], Align] = {
    (False, False): "",
    (True, False): "left",
    (False, True): "right",
    (True, True): "center",
}
_SPLIT = re.compile(r"\\.|`+|\[\[[^\[\]]*\]\]|\|")


class CellText(Struct, frozen=True):
    """A cell's text without padding, and where it begins in its line."""

    text: str
    at: int


def add_tables(block: mistune.BlockParser) -> None:
    """Teach a block parser tables, within quotes and lists, too."""
    block.register("table", _START, _parse, before="ref_link")
    for rules in (block.block_quote_rules, block.list_rules):
        block.insert_rule(rules, "table", before="ref_link")


def _parse(block: Any, found: re.Match[str], state: Any) -> int | None:
    border = found["table_border"].strip()
    cells = [_BORDER_CELL.fullmatch(cell.text) for cell in split_row(border)]
    if not all(cells):
        return None
    aligns = [_ALIGNMENTS[bool(cell[1]), bool(cell[2])] for cell in cells if cell]
    rows = [found["table_head"].rstrip()]
    ends = block.compile_sc([rule for rule in block.rules if rule not in {"table", "ref_link"}])
    at = found.end()
    while at < state.cursor_max:
        line = state.get_line(at)
        if not line.strip() or ends.match(state.src, at):
            break
        rows.append(line.rstrip())
        at += len(line)
    state.append_token({"type": "table", "rows": rows, "aligns": aligns})
    return at


def split_row(line: str) -> list[CellText]:
    """Split a row at its pipes; the first and the last pipe may be missing."""
    start = len(line) - len(line.lstrip())
    edges = _pipes(line)
    if edges and edges[0] == start:
        edges.pop(0)
        start += 1
    end = len(line.rstrip())
    if edges and edges[-1] == end - 1:
        end = edges.pop()
    starts = [start, *(edge + 1 for edge in edges)]
    return [_cell(line, first, last) for first, last in zip(starts, [*edges, end], strict=True)]


def _cell(line: str, start: int, end: int) -> CellText:
    text = line[start:end]
    return CellText(text.strip(), start + len(text) - len(text.lstrip()) if text.strip() else start)


def _pipes(line: str) -> list[int]:
    """Find the pipes that split cells."""
    runs: dict[int, list[int]] = {}
    for run in reversed(list(re.finditer("`+", line))):
        runs.setdefault(len(run[0]), []).append(run.start())
    pipes = []
    at = 0
    while found := _SPLIT.search(line, at):
        at = found.end()
        if found[0] == "|":
            pipes.append(found.start())
        elif found[0].startswith("`"):
            at = _code_end(runs.get(len(found[0]), []), at, len(found[0]))
    return pipes


def _code_end(starts: list[int], at: int, length: int) -> int:
    """Give where code that began before `at` ends, or `at` when it never does."""
    while starts and starts[-1] < at:
        starts.pop()
    return starts[-1] + length if starts else at
