"""Cards for the game master's screen: each is laid out as a small page, and eight go on a sheet of A4."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

#: Millimetres, as CSS pixels and on paper.
_MM = 96 / 25.4
_PAPER = (210 * _MM, 297 * _MM)
#: Cards side by side and one above the other.
_ACROSS, _DOWN = 2, 4
#: A crop mark: its distance from the card, its length, how it is drawn.
_GAP, _LENGTH = 1.5 * _MM, 5 * _MM
_STROKE = ".4 w .45 G"

#: Smaller sizes of type, for cards that hold more: each is tried in turn.
_SMALLER = (1, 2)

#: Lay out the cards: some, by their numbers, in one of the smaller sizes.
Layout = Callable[[Mapping[int, int]], Any]


def lay_out(layout: Layout, count: int) -> Any:
    """Return the document of `count` cards: smaller type where that saves a card, else one to follow.

    The card number n has the anchor `card-n`.
    """
    sizes: dict[int, int] = {}
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


def _long(document: Any, cards: Iterable[int]) -> set[int]:
    """Say which cards take more than one page; a card's anchor is on each of them."""
    pages = Counter(anchor for page in document.pages for anchor in page.anchors)
    return {number for number in cards if pages[f"card-{number}"] > 1}


def impose(document: Any) -> Any:
    """Return a document with the small pages of this one on sheets of A4, with crop marks."""
    step = _ACROSS * _DOWN
    pages = document.pages
    return document.copy([Imposed(pages[start : start + step]) for start in range(0, len(pages), step)])


class Imposed:
    """A sheet of paper with small pages on it, in the form of WeasyPrint's `Page`."""

    def __init__(self, cards: Sequence[Any]) -> None:
        self.width, self.height = _PAPER
        self.bleed = dict.fromkeys(("top", "right", "bottom", "left"), 0)
        self._cards = [(card, *place) for card, place in zip(cards, _places(cards[0]), strict=False)]
        self._page_box = cards[0]._page_box.copy_with_children([card._page_box for card in cards])
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
            marks = " ".join(
                f"{a:.2f} {b:.2f} m {c:.2f} {d:.2f} l" for a, b, c, d in _marks(self._cards[0][0])
            )
            stream.stream.append(f"/Artifact BMC {_STROKE} {marks} S EMC")


def _places(card: Any) -> Iterator[tuple[float, float]]:
    """Give the left and upper edge of each place on the sheet, row by row."""
    left = (_PAPER[0] - _ACROSS * card.width) / 2
    top = (_PAPER[1] - _DOWN * card.height) / 2
    for row in range(_DOWN):
        for column in range(_ACROSS):
            yield left + column * card.width, top + row * card.height


def _marks(card: Any) -> Iterator[tuple[float, float, float, float]]:
    """Give the lines from (x, y) to (x, y) at the end of each cut."""
    width, height = _ACROSS * card.width, _DOWN * card.height
    left, top = (_PAPER[0] - width) / 2, (_PAPER[1] - height) / 2
    for column in range(_ACROSS + 1):
        x = left + column * card.width
        yield x, top - _GAP, x, top - _GAP - _LENGTH
        yield x, top + height + _GAP, x, top + height + _GAP + _LENGTH
    for row in range(_DOWN + 1):
        y = top + row * card.height
        yield left - _GAP, y, left - _GAP - _LENGTH, y
        yield left + width + _GAP, y, left + width + _GAP + _LENGTH, y
