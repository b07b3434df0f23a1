"""Consequences that have healed, off the page."""

import re
from collections.abc import Iterator

from tontafel.parsers.rewrite.edits import Edit
from tontafel.parsers.rewrite.lists import Edits, removed
from tontafel.parsers.rewrite.page import Page
from tontafel.parsers.tree import Item, Row, Table
from tontafel.rules.span import Span

#: The signs of an empty place.
_NOTHING = re.compile(r"(?:[:)][ \t]*)([–—?-]|\.\.\.|…|[Kk]eine[r]?|none)[ \t]*(?:\||\r?$)", re.MULTILINE)
_LABEL = re.compile(r"[ \t]*[*#|•-]*[ \t]*[^:|\n]*[:|][ \t]*")


def struck(page: Page, index: int) -> Iterator[Edits]:
    """Ways to take a consequence off the page: an empty place where the page keeps those, else its line."""
    place = page.place("consequences", index)
    if place is None:
        return
    line = page.line(place.start)
    row = page.around(place, Row)
    if row and any(not cell.children for other in _rows(page, row) for cell in other.cells[1:2]):
        yield tuple(Edit(Span(cell.start, cell.end), "") for cell in row.cells[1:] if cell.children)
    empty = _empty_sign(page, line)
    label = _LABEL.match(page.text, line.start, line.end)
    if empty and label and not row:
        yield (Edit(Span(label.end(), line.end), empty),)
    item = page.around(place, Item)
    if item and page.text[item.start : item.end].count("\n") > 1:
        yield (Edit(Span(item.start, item.end), ""),)
    spans = [page.outer(span) for span in _places(page)]
    yield from removed(page, spans, index)


def _places(page: Page) -> list[Span]:
    found = (page.place("consequences", index) for index in range(len(page.character.consequences)))
    return [place for place in found if place is not None]


def _rows(page: Page, row: Row) -> list[Row]:
    table = page.around(Span(row.start, row.end), Table)
    return [one for one in table.rows if one is not row] if table else []


def _empty_sign(page: Page, line: Span) -> str:
    """The sign for nothing on a line near by."""
    near = page.text[max(0, line.start - 400) : line.end + 400]
    found = _NOTHING.search(near)
    return found[1] if found else ""
