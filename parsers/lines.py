"""From offsets to lines and columns, as people count them."""

from bisect import bisect_right
from itertools import accumulate


class LineIndex:
    """The lines of one text; offsets are code points, lines and columns count from 1.

    The mark that some editors put at a text's beginning is no column: no editor shows it.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
        starts[0] = int(text.startswith("\ufeff"))
        self._starts = starts[:-1]

    def place(self, offset: int) -> tuple[int, int]:
        """Give (line, column) of an offset."""
        offset = max(offset, self._starts[0])
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Give the text of a line without its end."""
        start = self._starts[number - 1]
        end = self._starts[number] - 1 if number < len(self._starts) else len(self._text)
        return self._text[start:end].removesuffix("\r")
