"""Finds the place in the page of each line that mistune hands on.

mistune cuts list markers, quote marks and indentation off its lines and keeps no offsets, but it leaves
the rest of each line as it was and keeps the order. So the next line of a block stands in the first
coming line of the page that ends with it and has nothing but such marks before it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

#: What may stand before a line's own text: quote marks, bullets, numbers, cell borders.
_MARKS = re.compile(r"\ufeff?[\s>*+\-\d.)|]*")
#: Lines that give no text: marks alone, underlines of headings, borders of tables, fences, definitions.
_SILENT = re.compile(r"[\s>*+\-\d.)#=|:`~_]*|[\s>*+\-\d.)]*\[[^\]]*\]:.*")
_BLANKS = " \t\r\f"
#: How many lines may be passed over in search of one, and how many of them with text of their own.
_WINDOW, _TEXT_WINDOW = 5000, 50


class Line(NamedTuple):
    """A line's text without indentation, its offset in the page, and how much of it is known to be there."""

    text: str
    at: int
    length: int


class PageLines:
    """The lines of a page, taken one after the other."""

    def __init__(self, source: str) -> None:
        self._starts = [0]
        self._lines: list[str] = []
        for found in re.finditer(r"\r\n|\n|\r", source):
            self._lines.append(source[self._starts[-1] : found.start()])
            self._starts.append(found.end())
        self._lines.append(source[self._starts[-1] :])
        self._next = 0
        #: Pattern -> the lines among which it was sought in vain, so that nobody looks there again.
        self._in_vain: dict[re.Pattern[str], tuple[int, int]] = {}

    def text(self) -> str:
        """Give the page with one kind of line end, as mistune will read it."""
        return "\n".join(self._lines) + "\n"

    @property
    def here(self) -> int:
        """The offset of the next line."""
        return self._starts[min(self._next, len(self._starts) - 1)]

    def take(self, line: str) -> Line:
        """Pass on to the line that holds `line` without its indentation; give its text and place.

        In the rare case that mistune hands on blocks in another order, the line is found behind the
        present one; a line that is nowhere gets a place without length.
        """
        body = line.strip(_BLANKS)
        # Two spaces at the end are a line break.
        text = body + "  " if line.endswith("  ") else body
        for number in self._ahead():
            at = self._holds(number, body)
            if at is not None:
                self._next = number + 1
                return Line(text, at, len(body))
        for number in range(self._next - 1, max(self._next - _TEXT_WINDOW, -1), -1):
            at = self._holds(number, body)
            if at is not None:
                return Line(text, at, len(body))
        return Line(text, self.here, 0)

    def _ahead(self) -> Iterator[int]:
        """Give the numbers of the lines that may come next."""
        passed = 0
        for number in range(self._next, min(self._next + _WINDOW, len(self._lines))):
            yield number
            passed += not _SILENT.fullmatch(self._lines[number])
            if passed > _TEXT_WINDOW:
                return

    def _holds(self, number: int, body: str) -> int | None:
        """Give where a line's own text begins if that is `body`."""
        line = self._lines[number].rstrip(_BLANKS)
        at = len(line) - len(body)
        if body and line.endswith(body) and _MARKS.fullmatch(line, 0, at):
            return self._starts[number] + at
        return None

    def take_matching(self, pattern: re.Pattern[str]) -> tuple[int, int] | None:
        """Pass on to the line that `pattern` is found in, over silent lines only; give where it was found."""
        first, end = self._in_vain.get(pattern, (0, -1))
        if first <= self._next <= end:
            return None
        number = self._next
        while number < len(self._lines):
            found = pattern.search(self._lines[number])
            if found:
                self._next = number + 1
                return self._starts[number] + found.start(), self._starts[number] + found.end()
            if not _SILENT.fullmatch(self._lines[number]):
                break
            number += 1
        self._in_vain[pattern] = (self._next, number)
        return None

    def skip_if(self, pattern: re.Pattern[str]) -> int | None:
        """Pass over the next line if `pattern` is found in it; give the offset of the line's end."""
        if self._next < len(self._lines) and pattern.search(self._lines[self._next]):
            self._next += 1
            return self._starts[self._next - 1] + len(self._lines[self._next - 1].rstrip(_BLANKS))
        return None

    def find(self, text: str, at: int) -> Line:
        """Give where `text` stands on the line of the offset `at`, not before it."""
        number = bisect_right(self._starts, at) - 1
        found = self._lines[number].find(text, at - self._starts[number])
        return Line(text, self._starts[number] + found, len(text)) if found >= 0 else Line(text, at, 0)

    def skip(self, count: int) -> int:
        """Pass over lines whatever they hold; give the offset of the last one's end."""
        self._next = min(self._next + count, len(self._lines))
        last = max(self._next - 1, 0)
        return self._starts[last] + len(self._lines[last].rstrip(_BLANKS))

    def before(self, offset: int, pattern: re.Pattern[str]) -> int:
        """Give where a mark right before `offset`, on the same line, begins, or `offset` itself."""
        number = bisect_right(self._starts, offset) - 1
        start = self._starts[number]
        found = pattern.search(self._lines[number][: offset - start])
        return start + found.start() if found else offset
