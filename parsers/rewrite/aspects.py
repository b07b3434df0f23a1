"""Aspects: a new one behind the last, one in place of another, one that is gone."""

import re
from collections.abc import Iterator

from tontafel.parsers.page import Dialect, parse
from tontafel.parsers.reader.aspects import phrase_claim
from tontafel.parsers.reader.claims import KNOWN
from tontafel.parsers.reader.flat import flatten, stretch
from tontafel.parsers.rewrite.edits import Edit, put
from tontafel.parsers.rewrite.history import end_of_part
from tontafel.parsers.rewrite.lists import Edits, extended, removed
from tontafel.parsers.rewrite.page import Page
from tontafel.parsers.tree import Paragraph
from tontafel.rules.span import Span

#: Parts that stand behind the aspects.
_LISTED = frozenset(["attributes", "skills", "tracks", "stunts", "consequences"])
#: What the wiki takes for a pair of marks around words: letters at first, no other signs in between.
_LETTER = r"[A-Za-z\x80-\ufffd]"
_PAIRED = re.compile(rf"{_LETTER}(?:[A-Za-z\x80-\ufffd0-9 \-%.,:;'\"!?]*(?<! ))?")
#: Marks that hold everything, for those that don't.
_STRONGER = {"/": "//", "_": "//", "*": "**"}


def added(page: Page, text: str) -> Iterator[Edits]:
    """Ways to write an aspect behind the others."""
    places = _places(page)
    if not places:
        yield from _first(page, text)
        return
    spans = [page.outer(place) for place in places]
    for marks in _styles(page, places, spans):
        yield from extended(page, spans, emphasised(text, page.manner.dialect, marks))


def exchanged(page: Page, index: int, text: str) -> Iterator[Edits]:
    """Ways to write another aspect in the place of one."""
    place = page.place("aspects", index)
    if place is None:
        return
    outer = page.outer(place)
    marks = _marks(page, place, outer)
    yield (Edit(outer, emphasised(text, page.manner.dialect, marks)),)
    yield (Edit(place, text),)


def taken_away(page: Page, index: int) -> Iterator[Edits]:
    """Ways to take an aspect off the page."""
    yield from removed(page, [page.outer(place) for place in _places(page)], index)


def _places(page: Page) -> list[Span]:
    found = (page.place("aspects", index) for index in range(len(page.character.aspects)))
    return [place for place in found if place is not None]


def _marks(page: Page, place: Span, outer: Span) -> tuple[str, str]:
    """The marks before and behind an aspect."""
    return page.text[outer.start : place.start], page.text[place.end : outer.end]


def _styles(page: Page, places: list[Span], spans: list[Span]) -> list[tuple[str, str]]:
    """The marks of the aspects, those of the last first, and none at all."""
    own = [_marks(page, place, span) for place, span in zip(places, spans, strict=True)]
    return list(dict.fromkeys([*reversed(own), ("", "")]))


def emphasised(text: str, dialect: Dialect, marks: tuple[str, str] = ("/", "/")) -> str:
    """A phrase between marks, or between stronger ones where those would not hold it."""
    opening, closing = marks
    stronger = _STRONGER.get(opening)
    if dialect == "markdown":
        opening, closing = ("*", "*") if opening == "/" else marks
    elif stronger and not _PAIRED.fullmatch(text):
        opening = closing = stronger
    return f"{opening}{text}{closing}"


def _first(page: Page, text: str) -> Iterator[Edits]:
    """The first aspect of a character: below a heading of its own or behind a label.

    It comes before the first part that the page lists, or at the end of the character's part.
    """
    mark, end = "##" if page.manner.dialect == "markdown" else "==", page.newline
    section = f"{mark} {page.words.aspects}{end}{end * (mark == '##')}* {text}{end}"
    line = f"{page.words.aspects}: {emphasised(text, page.manner.dialect)}{end}"
    for at in dict.fromkeys(_beginnings(page, mark)):
        for new in (section, line):
            yield (put(at, new + end),)
    at = end_of_part(page)
    lead = end if at == len(page.text) else ""
    for new in (section, line):
        yield (put(at, f"{lead}{new}{end * (not lead)}"),)


def _beginnings(page: Page, mark: str) -> Iterator[int]:
    """Where the first listed part begins: at its heading, if there is one, and at its own line."""
    listed = [place.start for path, place in page.read.places.items() if path and path[0] in _LISTED]
    if listed:
        title = page.place() or Span(0, 0)
        above = page.text.rfind(f"\n{mark}", 0, min(listed)) + 1
        if above > title.start:
            yield above
        yield page.line(min(listed)).start


def as_read(text: str) -> str:
    """A phrase as a page gives it back: without markup, with the wiki's own quotation marks and dashes."""
    source = " ".join(text.split())
    block = next(iter(parse(source, dialect="wiki").blocks), None)
    if not isinstance(block, Paragraph):
        return source
    flat = flatten(block.children, source)
    phrase: str = phrase_claim(stretch(flat, 0, len(flat.text)), KNOWN).value.text
    return phrase
