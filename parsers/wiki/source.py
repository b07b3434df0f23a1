"""A page's text as the rules want it, and the way back to the places in the text as it was given."""

from bisect import bisect_left
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from msgspec.structs import replace

from tontafel.parsers.tree import Document, Node
from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.span import Span

_BOM = "\ufeff"
#: Control characters are spaces.
_SPACES = dict.fromkeys([*range(9), 11, 12, *range(14, 32)], " ")
_CONTROL = "".join(map(chr, _SPACES))


class Source:
    """The text without byte-order mark, carriage returns, control characters and empty lines at its end."""

    def __init__(self, given: str) -> None:
        text = given.removeprefix(_BOM)
        self._skipped = len(given) - len(text)
        #: Where lines end that ended with two characters, counted with one.
        self._line_ends: list[int] = []
        if "\r\n" in text:
            lines = text.split("\r\n")
            ends = accumulate(len(line) + 1 for line in lines[:-1])
            self._line_ends = [end - 1 for end in ends]
            text = "\n".join(lines)
        if any(map(text.__contains__, _CONTROL)):
            text = text.translate(_SPACES)
        self.text = text.rstrip("\n")

    def place(self, document: Document) -> Document:
        """Give the document with all places in the text as it was given."""
        if not self._line_ends and not self._skipped:
            return document
        return replace(
            document,
            blocks=tuple(_moved(block, self._given) for block in document.blocks),
            diagnostics=tuple(self._moved_diagnostic(each) for each in document.diagnostics),
        )

    def _given(self, place: int) -> int:
        return place + self._skipped + bisect_left(self._line_ends, place)

    def _moved_diagnostic(self, each: Diagnostic) -> Diagnostic:
        span = each.span and Span(self._given(each.span.start), self._given(each.span.end))
        return replace(each, span=span)


def _moved(node: Node, given: Callable[[int], int]) -> Any:
    """Copy a node and all in it, with its places counted in the text as it was given."""
    values: list[Any] = [getattr(node, name) for name in node.__struct_fields__]
    values[:2] = [given(node.start), given(node.end)]
    for i, value in enumerate(values):
        if isinstance(value, tuple):
            values[i] = tuple(_moved(child, given) for child in value)
        elif isinstance(value, Node):
            values[i] = _moved(value, given)
    return type(node)(*values)
