"""Boxes of tracks, in the page's own signs."""

import re
from collections.abc import Iterator, Sequence

from msgspec import UNSET

from tontafel.parsers.reader.boxes import drawn as drawn_boxes
from tontafel.parsers.reader.boxes import is_marked
from tontafel.parsers.rewrite.edits import Edit, put
from tontafel.parsers.rewrite.lists import Edits
from tontafel.parsers.rewrite.page import Page
from tontafel.rules.model import Track
from tontafel.rules.span import Span

#: A marked sign and the free one that goes with it.
_PAIRS = (
    "☒□",
    "☒☐",
    "☑☐",
    "●○",
    "◉◯",
    "■□",
    "◼◻",
    "◆◇",
    "▣▢",
    "⬛⬜",
    "✗□",
    "✘□",
    "✓□",
    "✔□",
    "▪▫",
    "⊠□",
    "⊗○",
)
_BRACKETED = {"[x]": "[ ]", "[X]": "[ ]", "(x)": "( )", "(X)": "( )"}
_LETTERS = {"x": "o", "X": "O"}
#: A number of boxes in words, up to where it says how many of them are marked.
_COUNT = re.compile(r"\d+")
_MARKED = re.compile(r"[ \t]*[(,;/–-][^|\n]*$")


def drawn(page: Page, index: int, boxes: Sequence[bool]) -> Iterator[Edits]:
    """Ways to show a track's boxes as they are now."""
    track = page.character.tracks[index]
    places = _places(page, index)
    if places and len(places) < len(track.boxes or ()):
        yield from _in_cells(page, index, boxes)
    elif places:
        yield _changed(page, track, places, boxes)
    else:
        yield from _counted(page, index, boxes)


def _places(page: Page, index: int) -> list[Span]:
    boxes = page.character.tracks[index].boxes
    found = (page.place("tracks", index, "boxes", box) for box in range(len(boxes) if boxes else 0))
    return [place for place in found if place is not None]


def _changed(page: Page, track: Track, places: list[Span], boxes: Sequence[bool]) -> Edits:
    now = track.boxes if track.boxes is not UNSET else []
    edits = [
        Edit(place, sign(page, place, marked=new))
        for place, old, new in zip(places, now, boxes, strict=False)
        if old != new
    ]
    if len(boxes) > len(places):
        gap = page.text[places[-2].end : places[-1].start] if len(places) > 1 else ""
        more = [gap + sign(page, places[-1], marked=box) for box in boxes[len(places) :]]
        edits.append(put(places[-1].end, "".join(more)))
    elif len(boxes) < len(places):
        last = places[len(boxes) - 1] if boxes else Span(places[0].start, places[0].start)
        kept = [edit for edit in edits if edit.span.end <= last.end]
        edits = [*kept, Edit(Span(last.end, places[-1].end), "")]
    return tuple(edits)


def _in_cells(page: Page, index: int, boxes: Sequence[bool]) -> Iterator[Edits]:
    """Boxes with a cell each, free ones empty: these stay, or all are drawn in the first one."""
    before = page.character.tracks[index].boxes or ()
    if len(boxes) == len(before):
        changed = [at for at, (old, new) in enumerate(zip(before, boxes, strict=True)) if old != new]
        places = [page.place("tracks", index, "boxes", at) for at in changed]
        # Two pipes side by side would be another table.
        yield tuple(
            Edit(place, "x" if boxes[at] else " ") for at, place in zip(changed, places, strict=True) if place
        )
    row = page.place("tracks", index)
    name, pipe, _ = page.said(row).partition("|") if row else ("", "", "")
    if row and pipe:
        yield (Edit(row, f"{name}|{drawn_boxes(list(boxes))}"),)


def sign(page: Page, place: Span, *, marked: bool) -> str:
    """A box as this page draws it: the sign that goes with the one that stands there."""
    own = page.said(place)
    if is_marked(own) == marked:
        return own
    drawn = {page.said(span) for path, span in page.read.places.items() if path[2:3] == ("boxes",)}
    fitting = sorted(sign for sign in drawn if is_marked(sign) == marked and len(sign) == len(own))
    matching = _counterparts(own)
    return next(
        (sign for sign in matching if sign in fitting), (fitting or matching or ["☒" if marked else "□"])[0]
    )


def _counterparts(sign: str) -> list[str]:
    back = {free: full for full, free in (_BRACKETED | _LETTERS).items()}
    table = back | _BRACKETED | _LETTERS
    if sign in table:
        return [table[sign]]
    return [pair[1 - pair.index(sign)] for pair in _PAIRS if sign in pair]


def _counted(page: Page, index: int, boxes: Sequence[bool]) -> Iterator[Edits]:
    """A number of boxes in words: without those that were marked, with as many as there are."""
    place = page.place("tracks", index)
    if place is None:
        return
    said = page.said(place)
    yield from _in_columns(place, said, boxes)
    if any(boxes):
        yield from _instead(place, said, boxes)
        return
    marked = _MARKED.search(said)
    end = marked.start() if marked else len(said)
    gone = (Edit(Span(place.start + end, place.end), ""),) if marked else ()
    if gone:
        yield gone
    for count in _COUNT.finditer(said, 0, end):
        yield Edit(Span(place.start + count.start(), place.start + count.end()), str(len(boxes))), *gone
    for count in _COUNT.finditer(said, end):
        yield (Edit(Span(place.start + count.start(), place.start + count.end()), "0"),)
    yield from _instead(place, said, boxes)


def _in_columns(place: Span, said: str, boxes: Sequence[bool]) -> Iterator[Edits]:
    """How many are free, marked or there at all, as two numbers in cells of their own."""
    cells = [Span(place.start + one.start(), place.start + one.end()) for one in _COUNT.finditer(said)]
    if "|" not in said or len(cells) != 2:
        return
    count, marked = len(boxes), sum(boxes)
    for numbers in ((count - marked, marked), (count, marked), (count, count - marked)):
        yield tuple(Edit(cell, str(number)) for cell, number in zip(cells, numbers, strict=True))
        yield tuple(Edit(cell, str(number)) for cell, number in zip(cells, numbers[::-1], strict=True))


def _instead(place: Span, said: str, boxes: Sequence[bool]) -> Iterator[Edits]:
    """Boxes in place of the words that count them."""
    for count in _COUNT.finditer(said):
        yield (Edit(Span(place.start + count.start(), place.end), drawn_boxes(list(boxes))),)
