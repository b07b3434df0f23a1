"""Marks of skills that failed in play: a cross behind the value or in a column of its own."""

import re
from collections.abc import Callable, Iterator

from tontafel.parsers.reader.boxes import BOX, is_marked
from tontafel.parsers.reader.lexicon import lexicon
from tontafel.parsers.rewrite.boxes import sign
from tontafel.parsers.rewrite.edits import Edit, put
from tontafel.parsers.rewrite.lists import Edits
from tontafel.parsers.rewrite.page import Page
from tontafel.parsers.tree import Cell, Row
from tontafel.rules.span import Span

#: A cross behind a value, in brackets or not, or a box.
_CROSS = re.compile(r"[ \t]*(?:\([xX×✗✘✓]\)|\[[xX×]\]|[xX×✗✘✓*☒☑●■](?!\w))")
_SIGN = re.compile(r"\(?\[?[xX×✗✘✓*☒☑●■]\]?\)?")
_CLEAR = re.compile(r"[^,;|\n]*")
#: A word in brackets: `(marked)`.
_WORD = re.compile(r"[ \t]*\(([^\W\d]+)\)")
_USUAL = " (x)"


def ways(marked: bool) -> Callable[..., Iterator[Edits]]:
    """The ways to set a mark, or to clear it."""
    return _set if marked else _cleared


def _set(page: Page, index: int) -> Iterator[Edits]:
    place = _whole(page, index)
    if place is None:
        return
    cell = _cell_for(page, place)
    if cell:
        sample, empty = cell
        if empty.start < empty.end:
            yield (Edit(Span(empty.start, empty.end), sample),)
        else:
            yield (put(empty.start, sample + " " * page.text.startswith("|", empty.start)),)
    behind = _behind(page, place)
    for mark in dict.fromkeys([*(page.said(found) for found in _marks(page)), _USUAL]):
        yield (put(behind.start, mark),)


def _cleared(page: Page, index: int) -> Iterator[Edits]:
    place = _whole(page, index)
    if place is None:
        return
    row = page.around(place, Row)
    for cell in row.cells[1:] if row else ():
        said = page.text[cell.start : cell.end]
        if BOX.fullmatch(said):
            yield (Edit(Span(cell.start, cell.end), sign(page, Span(cell.start, cell.end), marked=False)),)
        if _SIGN.fullmatch(said):
            yield (Edit(_with_blank(page, cell), ""),)
    mark = _mark(page, place)
    if mark:
        yield (Edit(mark, ""),)
    for word in _WORD.finditer(page.text, place.start, _behind(page, place).end):
        if lexicon(page.manner.vocabulary).is_mark(word[1]):
            yield (Edit(Span(word.start(), word.end()), ""),)


def _with_blank(page: Page, cell: Cell) -> Span:
    """A cell's text with the blank behind it, where there is one before it as well."""
    both = page.text[cell.start - 1 : cell.start] == page.text[cell.end : cell.end + 1] == " "
    return Span(cell.start, cell.end + both)


def _whole(page: Page, index: int) -> Span | None:
    """A skill's place with its value, if that stands in another cell."""
    place, value = page.place("skills", index), page.place("skills", index, "value")
    if place is None or value is None:
        return place
    return Span(min(place.start, value.start), max(place.end, value.end))


def _marks(page: Page) -> list[Span]:
    """The crosses of skills that are marked."""
    marked = [index for index, skill in enumerate(page.character.skills) if skill.marked]
    wholes = (_whole(page, index) for index in marked)
    return [mark for whole in wholes if whole and (mark := _mark(page, whole))]


def _mark(page: Page, place: Span) -> Span | None:
    """The cross within or behind a skill's place."""
    reach = _behind(page, place)
    inside = [match for match in _CROSS.finditer(page.text, place.start, reach.end) if match[0].strip()]
    last = inside[-1] if inside else None
    return Span(last.start(), last.end()) if last else None


def _behind(page: Page, place: Span) -> Span:
    """What stands behind a skill up to the next one."""
    match = _CLEAR.match(page.text, place.end)
    end = match.end() if match else place.end
    if page.said(place).rstrip().endswith("%") or not page.text.startswith((" %", "%"), place.end):
        return Span(place.end, end)
    return Span(page.text.index("%", place.end) + 1, end)


def _cell_for(page: Page, place: Span) -> tuple[str, Cell] | None:
    """How marked skills are crossed in a column, and the cell of that column in a skill's row."""
    row = page.around(place, Row)
    for index, skill in enumerate(page.character.skills):
        whole = _whole(page, index) if skill.marked else None
        other = page.around(whole, Row) if whole and row else None
        for column, cell in enumerate(other.cells[1:] if other else (), 1):
            said = page.text[cell.start : cell.end]
            if row and _SIGN.fullmatch(said) and column < len(row.cells):
                return said, row.cells[column]
    free = [cell for cell in (row.cells if row else ()) if BOX.fullmatch(page.text[cell.start : cell.end])]
    if free and not is_marked(page.text[free[-1].start : free[-1].end]):
        return sign(page, Span(free[-1].start, free[-1].end), marked=True), free[-1]
    empty = [cell for cell in (row.cells[2:] if row else ()) if cell.start == cell.end]
    return ("x", empty[-1]) if empty else None
