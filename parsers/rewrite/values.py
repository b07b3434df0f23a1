"""Numbers: attributes, tracks against a maximum, points; each in the place where the page has it."""

import re
from collections.abc import Iterator, Mapping

from msgspec import UNSET

from tontafel.parsers.reader.boxes import BOX, FILLED, has_box, is_marked
from tontafel.parsers.reader.lexicon import lexicon
from tontafel.parsers.rewrite.edits import Edit, put
from tontafel.parsers.rewrite.lists import Edits
from tontafel.parsers.rewrite.page import Page
from tontafel.rules.model import Track
from tontafel.rules.span import Span

_FREE, _CROSSED = "□", "☒"
_NUMBER = re.compile(r"(?<![\w.])\d{1,3}(?!\w)")


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
            yield (put(place.end, f"{between}{page.words.now} {current}{closing}"),)


def gauge(page: Page, index: int, new: Track) -> Iterator[Edits]:
    """Ways to write the current value and the maximum of a track."""
    old = page.character.tracks[index]
    place = page.place("tracks", index)
    if place is None:
        return
    numbers = [span for span, _ in _numbers(page, place)]
    wanted = [value for value in (new.current, new.maximum) if value is not UNSET]
    had = [value for value in (old.current, old.maximum) if value is not UNSET]
    if len(numbers) == len(wanted) == len(had):
        yield tuple(
            Edit(span, str(value))
            for span, value, before in zip(numbers, wanted, had, strict=True)
            if value != before
        )


def detail(page: Page, key: str, value: int) -> Iterator[Edits]:
    """Ways to write a number of the details, in figures or in boxes."""
    old = page.character.details.get(key)
    place = page.place("details", key)
    if isinstance(old, int):
        pools = page.manner.vocabulary.pools.values()
        yield from renumbered(page, place, old, value, last=key in pools)
    if place and has_box(page.said(place)):
        yield from _counted(page, place, value)


def _counted(page: Page, place: Span, value: int) -> Iterator[Edits]:
    """The boxes with so many that count: the filled ones, else those that are not crossed."""
    signs = [match[0] for match in BOX.finditer(page.said(place))]
    filled = next((sign for sign in signs if sign in FILLED), None)
    free = next((sign for sign in signs if not is_marked(sign)), None)
    crossed = next((sign for sign in signs if is_marked(sign) and sign not in FILLED), None)
    there, gone = (filled, free or _FREE) if filled else (free or _FREE, crossed or _CROSSED)
    used = gone * (max(value, len(signs)) - value)
    yield (Edit(place, there * value + used if filled else used + there * value),)


def pair(page: Page, keys: tuple[str, str], values: Mapping[str, int]) -> Iterator[Edits]:
    """Ways to write two numbers of the details that share a place: `4/6`."""
    places = [page.place("details", key) for key in keys]
    if places[0] is None or places[0] != places[1]:
        return
    numbers = [span for span, _ in _numbers(page, places[0])]
    if len(numbers) == len(keys):
        yield tuple(Edit(span, str(values[key])) for span, key in zip(numbers, keys, strict=True))


def _numbers(page: Page, place: Span) -> list[tuple[Span, int]]:
    return [
        (Span(place.start + match.start(), place.start + match.end()), int(match[0]))
        for match in _NUMBER.finditer(page.said(place))
    ]
