"""Cards for the game master's screen: each is laid out as a small page, and eight go on a sheet of A4."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

#: Millimetres, as CSS pixels and on paper.
_MM = 96 / 25.4
_PAPER = (210 * _MM, 297 * _MM)
#: Cards side by side and one above the other; they start so far below the upper edge of the paper.
_ACROSS, _DOWN = 2, 4
_TOP = 9 * _MM
#: The anchor of the small page with the licence, which stands below the cards of every sheet.
_IMPRINT = "imprint"
#: A crop mark: its distance from the card, its length, how it is drawn.
_GAP, _LENGTH = 1.5 * _MM, 5 * _MM
_STROKE = ".4 w .45 G"

#: Smaller sizes of type, for cards that hold more: each is tried in turn.
_SMALLER = (1, 2)

#: Cards in a smaller size, by their numbers; under `_IMPRINT` that the licence is a card of its own.
Sizes = dict[int | str, int]
Layout = Callable[[Mapping[int | str, int]], Any]


def lay_out(layout: Layout, count: int) -> Any:
    """Return the document of `count` cards: smaller type where that saves a card, else one to follow.

    The card number n has the anchor `card-n`, the licence the anchor `imprint` unless it is a card.
    """
    sizes: Sizes = {}
    document = layout(sizes)
    if _pages(document)[_IMPRINT] > 1:
        sizes[_IMPRINT] = 1
        document = layout(sizes)
    long = _long(document, range(count))
    for size in _SMALLER:
        if not long:
            break
        document = layout(sizes | dict.fromkeys(long, size))
        still_long = _long(document, long)
        sizes |= dict.fromkeys(long - still_long, size)
        long = still_long
    return layout(sizes) if long else document


def _pages(document: Any) -> Counter[str]:
    """Count the pages of each card and of the licence: an anchor is on each of them."""
    return Counter(anchor for page in document.pages for anchor in page.anchors)


def _long(document: Any, cards: Iterable[int]) -> set[int]:
    """Say which cards take more than one page."""
    pages = _pages(document)
    return {number for number in cards if pages[f"card-{number}"] > 1}


def impose(document: Any) -> Any:
    """Return a document with the small pages of this one on sheets of A4, with crop marks and licence."""
    step = _ACROSS * _DOWN
    cards = [page for page in document.pages if _IMPRINT not in page.anchors]
    imprints = [page for page in document.pages if _IMPRINT in page.anchors]
    sheets = (cards[start : start + step] for start in range(0, len(cards), step))
    return document.copy([Imposed(sheet, imprints) for sheet in sheets])


class Imposed:
    """A sheet of paper with small pages on it, in the form of WeasyPrint's `Page`."""

    def __init__(self, cards: Sequence[Any], imprints: Sequence[Any] = ()) -> None:
        self.width, self.height = _PAPER
        self.bleed = dict.fromkeys(("top", "right", "bottom", "left"), 0)
        self._first = cards[0]
        left, _, below = _grid(self._first)
        places = [*zip(cards, _places(self._first), strict=False)]
        places += [(imprint, (left, below + _GAP)) for imprint in imprints]
        self._cards = [(card, *place) for card, place in places]
        boxes = [card._page_box for card, _ in places]
        self._page_box = self._first._page_box.copy_with_children(boxes)
        self.bookmarks = [
            (level, label, (x + left, y + top), state)
            for card, left, top in self._cards
            for level, label, (x, y), state in card.bookmarks
        ]
        self.anchors = {
            name: (x1 + left, y1 + top, x2 + left, y2 + top)
            for card, left, top in self._cards
            for name, (x1, y1, x2, y2) in card.anchors.items()
        }
        self.links: list[Any] = []
        self.forms: dict[Any, list[Any]] = {None: []}

    def paint(self, stream: Any, scale: float = 1) -> None:
        """Draw the cards and the marks to cut them along."""
        from importlib import import_module

        draw_page = import_module("weasyprint.draw").draw_page
        with stream.stacked():
            stream.transform(a=scale, d=scale)
            for card, left, top in self._cards:
                with stream.stacked():
                    stream.transform(e=left, f=top)
                    draw_page(card._page_box, stream)
            marks = " ".join(f"{a:.2f} {b:.2f} m {c:.2f} {d:.2f} l" for a, b, c, d in _marks(self._first))
            stream.stream.append(f"/Artifact BMC {_STROKE} {marks} S EMC")


def _grid(card: Any) -> tuple[float, float, float]:
    """Give the left, upper and lower edge of all cards together."""
    return (_PAPER[0] - _ACROSS * card.width) / 2, _TOP, _TOP + _DOWN * card.height


def _places(card: Any) -> Iterator[tuple[float, float]]:
    """Give the left and upper edge of each place on the sheet, row by row."""
    left, top, _ = _grid(card)
    for row in range(_DOWN):
        for column in range(_ACROSS):
            yield left + column * card.width, top + row * card.height


def _marks(card: Any) -> Iterator[tuple[float, float, float, float]]:
    """Give the lines from (x, y) to (x, y) at the end of each cut."""
    width, height = _ACROSS * card.width, _DOWN * card.height
    left, top, _ = _grid(card)
    for column in range(_ACROSS + 1):
        x = left + column * card.width
        yield x, top - _GAP, x, top - _GAP - _LENGTH
        yield x, top + height + _GAP, x, top + height + _GAP + _LENGTH
    for row in range(_DOWN + 1):
        y = top + row * card.height
        yield left - _GAP, y, left - _GAP - _LENGTH, y
        yield left + width + _GAP, y, left + width + _GAP + _LENGTH, y
