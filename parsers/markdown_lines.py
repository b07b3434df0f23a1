"""Finds the place in the page of each line that mistune hands on.

mistune cuts list markers, quote marks and indentation off its lines and keeps no offsets, but it leaves
the rest of each line as it was and keeps the order. So the next line of a block stands in the first
coming line of the page that ends with it and has nothing but such marks before it.
"""

import re
from bisect import bisect_left, bisect_right
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

#: What may stand before a line's own text: quote marks, bullets, numbers, cell borders.
_MARKS = re.compile(r"\ufeff?[\s>*+\-\d.)|]*")
#: Lines that give no text: marks alone, underlines of headings, borders of tables, fences, definitions.
_SILENT = re.compile(r"[\s>*+\-\d.)#=|:`~_]*|[\s>*+\-\d.)]*\[[^\]]*\]:.*")
_BLANKS = " \t\r\f"
#: How many lines with text of their own may be passed over in search of one, and how many are looked at.
_TEXT_WINDOW, _TRIES = 50, 50
#: So many lines are looked at before all are sorted.
_NEAR = 4


class Line(NamedTuple):
    """A line's text without indentation, its offset in the page, and how much of it is known to be there."""

    text: str
    at: int
    length: int


def _core(text: str) -> str:
    """Give a text without the marks before it; of marks alone the last one."""
    return _MARKS.sub("", text, count=1) or text[-1:]


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
        number = self._number_of(body) if body else None
        if number is None:
            return Line(text, self.here, 0)
        self._next = max(self._next, number + 1)
        return Line(text, self._starts[number] + self._at(number, body), len(body))

    def _number_of(self, body: str) -> int | None:
        """Give the number of the next line that holds `body`, or of one shortly before, if there is any."""
        for number in range(self._next, min(self._next + _NEAR, len(self._lines))):
            if self._at(number, body) >= 0:
                return number
        numbers = self._by_core.get(_core(body), [])
        behind = bisect_left(numbers, self._next)
        ahead = numbers[behind : behind + _TRIES]
        before = numbers[max(behind - _TRIES, 0) : behind][::-1]
        for number in (*filter(self._is_near, ahead), *before):
            if self._next - number <= _TEXT_WINDOW and self._at(number, body) >= 0:
                return number
        return None

    def _is_near(self, number: int) -> bool:
        """Say whether few lines with text of their own lie before a line that comes next."""
        here = min(self._next, len(self._lines))
        return self._texts_before[number] - self._texts_before[here] <= _TEXT_WINDOW

    def _at(self, number: int, body: str) -> int:
        """Give where in a line its own text begins if that is `body`, else -1."""
        line = self._lines[number].rstrip(_BLANKS)
        at = len(line) - len(body)
        return at if line.endswith(body) and _MARKS.fullmatch(line, 0, at) else -1

    @cached_property
    def _by_core(self) -> dict[str, list[int]]:
        """The numbers of lines by what they say without any marks."""
        found: dict[str, list[int]] = {}
        for number, line in enumerate(self._lines):
            found.setdefault(_core(line.rstrip(_BLANKS)), []).append(number)
        return found

    @cached_property
    def _texts_before(self) -> list[int]:
        """How many lines with text of their own there are before each line."""
        return list(accumulate((not _SILENT.fullmatch(line) for line in self._lines), initial=0))

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
