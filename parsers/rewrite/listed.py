"""Lists of texts among the details: one more at the end."""

from collections.abc import Iterator

from tontafel.parsers.rewrite.history import section
from tontafel.parsers.rewrite.lists import Edits, extended
from tontafel.parsers.rewrite.page import Page
from tontafel.rules.details import items


def added(page: Page, key: str, text: str) -> Iterator[Edits]:
    """Ways to write a text behind the others under a key of the details, or below a heading of its own."""
    places = [page.place("details", key, index) for index, _ in items(page.character.details, key)]
    spans = [page.outer(place) for place in places if place is not None]
    if spans:
        yield from extended(page, spans, text)
        return
    labels = page.manner.vocabulary.lists.get(key, (key,))
    label = next((word for word in labels if word in page.words.names), labels[0])
    yield from section(page, label, text)
