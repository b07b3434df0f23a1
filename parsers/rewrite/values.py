"""Numbers: attributes, tracks against a maximum, points; each in the place where the page has it."""

import re
from collections.abc import Iterator, Sequence

from msgspec import UNSET

from tontafel.parsers.reader.boxes import BOX, FILLED, has_box, is_marked
from tontafel.parsers.reader.lexicon import lexicon
from tontafel.parsers.rewrite.edits import Edit, put
from tontafel.parsers.rewrite.lists import Edits
from tontafel.parsers.rewrite.page import Page
from tontafel.parsers.tree import Row
from tontafel.rules.details import numbers as numbers_of
from tontafel.rules.model import Track
from tontafel.rules.span import Span

_FREE, _CROSSED = "□", "☒"
_NUMBER = re.compile(r"(?:^-|(?<=[:=|(])-|(?<=[:=|(] )-|(?<![\w.]))\d{1,3}(?!\w)")


def renumbered(page: Page, place: Span | None, old: int, new: int, *, last: bool = False) -> Iterator[Edits]:
    """Ways to write a new number for an old one that stands within a place; `last`: the rear ones first."""
    if place is None:
        return
    found = [span for span, number in _numbers(page, place) if number == old]
    for span in reversed(found) if last else found:
        yield (Edit(span, str(new)),)


def attribute(page: Page, name: str, value: int) -> Iterator[Edits]:
    """Ways to write an attribute's value."""
    yield from renumbered(page, page.place("attributes", name), page.character.attributes[name], value)


def wounded(page: Page, name: str, current: int | None) -> Iterator[Edits]:
    """Ways to write what is left of an attribute; None: it is whole again."""
    place = page.place("attributes", name)
    if place is None:
        return
    said = page.said(place)
    yield from _in_cell(page, name, place, current)
    yield from _behind(page, name, place, current)
    now = lexicon(page.manner.vocabulary).now.search(said)
    if now and current is not None:
        yield (Edit(Span(place.start + now.start(1), place.start + now.end(1)), str(current)),)
    elif now:
        start = len(said[: now.start()].rstrip(" ,;("))
        yield (Edit(Span(place.start + start, place.start + now.end()), ""),)
        yield (Edit(Span(place.start + now.start(), place.start + now.end()), ""),)
    elif current is not None:
        for between in (", ", " (", " "):
            closing = ")" if between == " (" else ""
            for at in dict.fromkeys([place.end, *_behind_value(page, name, place)]):
                yield (put(at, f"{between}{page.words.now} {current}{closing}"),)


def _in_cell(page: Page, name: str, place: Span, current: int | None) -> Iterator[Edits]:
    """Ways to change the cell behind an attribute's own that says what is left of it."""
    row = page.around(place, Row)
    spans, numbers = _apart(page, place)
    value = page.character.attributes[name]
    left = numbers_of(page.character.details, "current").get(name, value)
    if row is None or not numbers or numbers[0] != value:
        return
    cells = [cell for cell in row.cells if cell.start >= spans[0].end]
    for span in (Span(cell.start, cell.end) for cell in cells):
        if page.said(span).strip() == str(left):
            yield (Edit(span, str(value if current is None else current)),)
        elif span.start == span.end and current is not None:
            yield (put(span.start, f"{current} "),)


def _behind_value(page: Page, name: str, place: Span) -> list[int]:
    """Where an attribute's own value ends, with others behind it: `Kraft 6 (max. 7)`."""
    value = page.character.attributes[name]
    return [span.end for span, number in _numbers(page, place) if number == value][:1]


def _behind(page: Page, name: str, place: Span, current: int | None) -> Iterator[Edits]:
    """Ways to change the second number behind an attribute's own: `5 → 3`, `5 (verletzt: 2)`, `5/3`."""
    spans, numbers = _apart(page, place)
    value = page.character.attributes[name]
    old = numbers_of(page.character.details, "current").get(name)
    if len(numbers) != 2 or numbers[0] != value or old is None:
        return
    if current is None:
        yield (Edit(Span(spans[0].end, place.end), ""),)
        return
    if numbers[1] == old:
        yield (Edit(spans[1], str(current)),)
    if numbers[1] == value - old:
        yield (Edit(spans[1], str(value - current)),)


def gauge(page: Page, index: int, new: Track) -> Iterator[Edits]:
    """Ways to write the current value and the maximum of a track."""
    old = page.character.tracks[index]
    place = page.place("tracks", index)
    if place is None:
        return
    wanted = [value for value in (new.current, new.maximum) if value is not UNSET]
    had = [value for value in (old.current, old.maximum) if value is not UNSET]
    spans, numbers = _apart(page, place)
    if len(wanted) == len(had) == 2:
        for order in (1, -1):
            if numbers == had[::order]:
                yield _changed(spans, had[::order], wanted[::order])
        lost = [had[1], had[1] - had[0]]
        if numbers == lost:
            yield _changed(spans, lost, [wanted[1], wanted[1] - wanted[0]])
        if numbers == had[:1]:
            yield (Edit(spans[0], f"{wanted[0]}/{wanted[1]}"),)
    elif len(numbers) == len(wanted) == len(had):
        yield _changed(spans, had, wanted)


def _changed(spans: Sequence[Span], had: Sequence[int], wanted: Sequence[int]) -> Edits:
    """The edits of those numbers that are other than they were."""
    found = zip(spans, had, wanted, strict=True)
    return tuple(Edit(span, str(value)) for span, before, value in found if value != before)


def _apart(page: Page, place: Span) -> tuple[list[Span], list[int]]:
    """The numbers within a place: where each stands, and each by itself."""
    found = _numbers(page, place)
    return [span for span, _ in found], [number for _, number in found]


def detail(page: Page, key: str, value: int) -> Iterator[Edits]:
    """Ways to write a number of the details, in figures or in boxes."""
    old = page.character.details.get(key)
    place = page.place("details", key)
    if isinstance(old, int):
        pools = page.manner.vocabulary.pools
        yield from renumbered(page, place, old, value, last=key in pools.values())
        most = page.character.details.get(pools.get(key, ""))
        if isinstance(most, int):
            yield from renumbered(page, place, most - old, most - value, last=True)
        yield from _pool(page, key, old, value)
    if place and has_box(page.said(place)):
        yield from _counted(page, place, value)


def _pool(page: Page, key: str, old: int, value: int) -> Iterator[Edits]:
    """Ways to write a new whole where the page says how much of it is gone: `6 (2 ausgegeben)`."""
    place = page.place("details", key)
    parts = [part for part, pool in page.manner.vocabulary.pools.items() if pool == key]
    left = page.character.details.get(parts[0]) if parts else None
    if place is None or not isinstance(left, int):
        return
    spans, numbers = _apart(page, place)
    if numbers == [old, old - left]:
        yield Edit(spans[0], str(value)), Edit(spans[1], str(value - left))


def _counted(page: Page, place: Span, value: int) -> Iterator[Edits]:
    """The boxes with so many that count: the filled ones, else those that are not crossed."""
    signs = [match[0] for match in BOX.finditer(page.said(place))]
    filled = next((sign for sign in signs if sign in FILLED), None)
    free = next((sign for sign in signs if not is_marked(sign)), None)
    crossed = next((sign for sign in signs if is_marked(sign) and sign not in FILLED), None)
    there, gone = (filled, free or _FREE) if filled else (free or _FREE, crossed or _CROSSED)
    used = gone * (max(value, len(signs)) - value)
    yield (Edit(place, there * value + used if filled else used + there * value),)


def _numbers(page: Page, place: Span) -> list[tuple[Span, int]]:
    return [
        (Span(place.start + match.start(), place.start + match.end()), int(match[0]))
        for match in _NUMBER.finditer(page.said(place))
    ]
