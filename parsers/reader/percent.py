"""The words for a percent sign: `60 v.H.`, `60 vom Hundert` are read as `60 %`."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.tree import Document, Text

#: What a node may have below it.
_WITHIN = ("children", "items", "rows", "cells")
_SIGN = "%"


def in_signs(document: Document, text: str, lexicon: Lexicon) -> tuple[Document, str]:
    """A page and its text with the sign in the place of words that mean it.

    In the page every node keeps its place; the text, which is the given one if there are no such words, is
    only good for looking something up.
    """
    if not any(word in text for word in lexicon.unit_words):
        return document, text
    words = lexicon.unit
    return replace(document, blocks=tuple(_all(document.blocks, words))), words.sub(_SIGN, text)


def _all(nodes: Iterable[Any], words: re.Pattern[str]) -> Iterator[Any]:
    for node in nodes:
        if type(node) is Text:
            yield from _parts(node, words)
            continue
        below = next((name for name in _WITHIN if getattr(node, name, None)), None)
        yield replace(node, **{below: tuple(_all(getattr(node, below), words))}) if below else node


def _parts(node: Text, words: re.Pattern[str]) -> Iterator[Text]:
    """The words before, the sign, and the words behind; a text that was rewritten stays as it is."""
    at = 0
    if len(node.text) == node.end - node.start:
        for match in words.finditer(node.text):
            if at < match.start():
                yield Text(node.start + at, node.start + match.start(), node.text[at : match.start()])
            yield Text(node.start + match.start(), node.start + match.end(), _SIGN)
            at = match.end()
    if at < len(node.text):
        yield Text(node.start + at, node.end, node.text[at:]) if at else node
