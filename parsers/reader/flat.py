"""Inline nodes as one run of plain words that still knows where each letter stands in the source."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import attrgetter, itemgetter
from unicodedata import is_normalized, normalize

from msgspec import Struct

from tontafel.parsers.expression import expression
from tontafel.parsers.tree import Break, Cell, Heading, Html, InterLink, Link, OutLink, Styled, Text
from tontafel.rules.span import Span

#: Styles that mark an aspect; the other emphasis marks a label or a kind.
_ITALIC = frozenset(["i", "em"])
_BOLD = frozenset(["b", "strong"])
_LINKS = (Link, InterLink, OutLink)
#: Every kind of blank becomes a space of one character; a minus sign becomes the one on the keyboard.
_PLAIN = str.maketrans(
    dict.fromkeys("\t`\r\x0b\x0c\xa0\u2007\u2008\u2009\u200a\u202f\u3000", " ") | {"−": "-"}
)
_ODD = expression("[" + "".join(map(chr, _PLAIN)) + "]")
#: HTML that a wiki shows as it stands, and slashes that the wiki did not take for italics.
_HTML = expression(r"<!(?:--|–|—).*?(?:--|–|—)?(?:>|→)|</?[A-Za-z][^<>|\n]{0,120}>", re.DOTALL)
_SLASHES = expression(r"(?<![\w/:.<])/(?=[^\W\d_])([^/|\n]{2,80}?)(?<=[\w!?.)…])/(?![\w/])")
#: A number struck through before the one that counts now, as a wiki without such a mark shows it.
_STRUCK = expression(
    r"(?:--|~~?)(\d{1,3})(?:--|–|~~?)(?=\s*\d)|<(del|s|strike)>(\d{1,3})</(?:del|s|strike)>(?=\s*\d)"
)
#: One of these must stand in a text for any of that, and seldom does.
_UNUSUAL = expression("[" + "".join(map(chr, _PLAIN)) + "~/<]|--")
_ENDS_STRIKE = frozenset(["</del>", "</s>", "</strike>"])
#: Tabs between words: cells of a spreadsheet.
_TABS = expression(r"(?<=\S)\t+(?=\S)")
#: A line that lists values between commas has no cells.
_LISTS = expression(r"[^\n]*[0-9]\s*%?[,;][^\n]*[0-9][^\n]*")
_BLANKS = expression(r"\s*")
#: What stands between the cells of a row.
_BETWEEN = " | "
#: How far ahead a rewritten text is searched for the letter that follows.
_AHEAD = 12
#: So many styled stretches are looked at sooner than searched.
_MANY_RUNS = 12
_RUN_START = attrgetter("start")


class Run(Struct, frozen=True, gc=False):
    """A styled or linked stretch of a flat text, and its place in the source with its marks."""

    style: str
    start: int
    end: int
    place: Span


class Flat(Struct, eq=False):
    """The words of some inline nodes: `text`, and the `runs` of italics, bold type and links in it.

    A line's end in the source is a line's end here, wherever the markup makes a space of it. `base` is the
    place in the source of the first letter; the other places are counted from there.
    """

    text: str = ""
    base: int = 0
    #: In the order of their beginnings.
    runs: list[Run] = []
    #: Of each piece of the text: where it begins, and where it begins and ends in the source.
    pieces: list[tuple[int, int, int]] = []
    #: Of each run, if there are many: where the last of it and those before it ends.
    reach: list[int] = []

    def span(self, start: int, end: int) -> Span:
        """The place in the source of a stretch of the text; an empty stretch has an empty place."""
        pieces, base = self.pieces, self.base
        if not pieces:
            return Span(0, 0)
        most = len(pieces) - 1
        index = bisect_right(pieces, (start + 1,)) - 1 if most else 0
        at, source, stop = pieces[index] if index > 0 else pieces[0]
        first = min(source + start - at if start > at else source, stop)
        if end <= start:
            return Span(base + first, base + first)
        behind = pieces[index + 1][0] if index < most else len(self.text)
        if end > behind and index < most:
            index = bisect_right(pieces, (end,)) - 1
            at, source, stop = pieces[index]
            behind = pieces[index + 1][0] if index < most else len(self.text)
        last = min(source + end - at, stop) if end < behind else stop
        return Span(base + first, base + (last if last > first else first))

    def runs_at(self, start: int, end: int) -> list[Run]:
        """The runs that may have to do with a stretch of the text; of many, no more than those that do."""
        if not self.reach:
            return self.runs
        first = bisect_left(self.reach, start)
        return self.runs[first : bisect_left(self.runs, end, lo=first, key=_RUN_START)]

    def shape(self) -> tuple[object, ...]:
        """All of it but its place in the source: texts of one shape differ in `base` alone."""
        shape = (self.text, *self.pieces)
        if not self.runs:
            return shape
        base = self.base
        return (*shape, *[(one.style, one.start, one.end, *_apart(one.place, base)) for one in self.runs])

    def offset(self, place: int) -> int:
        """Where the first letter of the text is that stands at a place in the source or behind it."""
        place -= self.base
        index = bisect_right(self.pieces, place, key=itemgetter(1)) - 1
        if index < 0:
            return 0
        at, source, stop = self.pieces[index]
        behind = self.pieces[index + 1][0] if index + 1 < len(self.pieces) else len(self.text)
        return behind if place >= stop else at + place - source

    def line_break(self, source: str, start: int) -> int:
        """Where a line of the source ends within the text, from `start` on; -1 if it does not."""
        at = self.text.find("\n", start)
        while at >= 0 and source[self.span(at, at + 1).start] not in "\r\n":
            at = self.text.find("\n", at + 1)
        return at

    def add(self, at: int, source: int, end: int) -> None:
        """Note that the letters from `at` on stand in the source from `source` to `end`."""
        if not self.pieces:
            self.base = source
        base = self.base
        self.pieces.append((at, source - base, end - base))


class Slice(Struct, eq=False):
    """A stretch of a flat text; what recognisers look at. `text` is `flat.text[start:end]`."""

    flat: Flat
    start: int
    end: int
    text: str
    _whole: Span | None = None

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The place in the source of `text[start:end]`."""
        if start or end is not None:
            return self.flat.span(self.start + start, self.end if end is None else self.start + end)
        if self._whole is None:
            self._whole = self.flat.span(self.start, self.end)
        return self._whole

    def outer(self) -> Span:
        """The place in the source, with the marks of emphasis and links that belong to these words."""
        span = self.span()
        if not self.flat.runs:
            return span
        first, last = span.start, span.end
        for run in self.flat.runs_at(self.start, self.end):
            if self.start <= run.start < self.end:
                first = min(first, run.place.start)
            if self.start < run.end <= self.end:
                last = max(last, run.place.end)
        return Span(first, last)

    def cut(self, start: int, end: int | None = None) -> "Slice":
        """`text[start:end]` without the white space around it."""
        if end is None or self.start + end >= self.end:
            if start == 0 and self.text.strip() is self.text:
                return self
            return trimmed(self.flat, self.start + start, self.end)
        return trimmed(self.flat, self.start + start, self.start + end)

    def runs(self, style: str) -> Iterator[tuple[int, int]]:
        """The stretches of a style within this one, relative to it: `i`, `b`, `u`, `code` or `link`."""
        if not self.flat.runs:
            return iter(())
        return (
            (run.start - self.start, run.end - self.start)
            for run in self.flat.runs_at(self.start, self.end)
            if run.style == style and run.start >= self.start and run.end <= self.end and run.end > run.start
        )

    def lines(self) -> "list[Slice]":
        """The lines that are not blank."""
        if "\n" not in self.text:
            only = self.cut(0)
            return [only] if only.text else []
        found = []
        at = 0
        for line in self.text.split("\n"):
            if line.strip():
                found.append(self.cut(at, at + len(line)))
            at += len(line) + 1
        return found


def _apart(place: Span, base: int) -> tuple[int, int]:
    return place.start - base, place.end - base


def stretch(flat: Flat, start: int, end: int) -> Slice:
    """A stretch of a text as it stands."""
    return Slice(flat, start, end, flat.text[start:end])


def trimmed(flat: Flat, start: int, end: int) -> Slice:
    """A stretch of a text without the white space around it."""
    text = flat.text[start:end]
    bare = text.strip()
    if bare is not text:
        start += len(text) - len(text.lstrip())
    return Slice(flat, start, start + len(bare), bare)


def plain(node: Cell | Heading) -> str:
    """The words of a cell or heading that have no markup within."""
    return "".join([child.text for child in node.children if type(child) is Text])


def flatten(nodes: Sequence[object], source: str) -> Flat:
    """Make one flat text of inline nodes; blocks among them are left out."""
    if len(nodes) == 1 and type(only := nodes[0]) is Text:
        text, start, end = only.text, only.start, only.end
        if len(text) == end - start > 1 and text.isascii() and not _UNUSUAL.search(text):
            return Flat(text, start, [], [(0, 0, len(text))])
    flat = Flat()
    parts: list[str] = []
    _collect(nodes, source, flat, parts, 0)
    return _finished(flat, parts)


def side_by_side(cells: Iterable[Sequence[object]], source: str) -> tuple[Flat, list[Slice]]:
    """Make one flat text of several, ` | ` between them; also gives the stretch of each."""
    flat = Flat()
    parts: list[str] = []
    places: list[tuple[int, int]] = []
    at = 0
    for nodes in cells:
        if places:
            parts.append(_BETWEEN)
            at += len(_BETWEEN)
        start = at
        if nodes:
            at = _collect(nodes, source, flat, parts, at)
        places.append((start, at))
    _finished(flat, parts)
    return flat, [trimmed(flat, start, end) for start, end in places]


def _finished(flat: Flat, parts: list[str]) -> Flat:
    """Set the text; HTML tags in it become blanks, and slashes around words are italics after all."""
    flat.text = text = "".join(parts)
    if _UNUSUAL.search(text):
        _mend(flat, text)
    if len(flat.runs) > 1:
        flat.runs.sort(key=_RUN_START)
    if len(flat.runs) > _MANY_RUNS:
        flat.reach = list(accumulate((run.end for run in flat.runs), max))
    return flat


def _mend(flat: Flat, text: str) -> None:
    """Take for what it means what no wiki knows: tabs, numbers struck through, tags, slashes."""
    if "\t" in text:
        text = "\n".join(map(_in_cells, text.split("\n")))
    if _ODD.search(text):
        text = text.translate(_PLAIN)
    if "--" in text or "~" in text or "</" in text:
        text = _STRUCK.sub(_replaced, text)
    if "<" in text:
        text = _HTML.sub(_blank, text)
    flat.text = text
    if "/" in text:
        known = {(run.start, run.end) for run in flat.runs}
        found = [match for match in _SLASHES.finditer(text) if match.span(1) not in known]
        flat.runs += [Run("i", *match.span(1), flat.span(*match.span())) for match in found]


def _in_cells(line: str) -> str:
    """A line with pipes for the tabs between its cells."""
    return line if _LISTS.fullmatch(line) else _TABS.sub(lambda tabs: "|" * len(tabs[0]), line)


def literal(source: str, start: int, end: int) -> Flat:
    """A stretch of the source as it stands, HTML tags blanked."""
    flat = Flat()
    flat.add(0, start, end)
    flat.text = _HTML.sub(_blank, source[start:end].translate(_PLAIN))
    return flat


def _collect(nodes: Iterable[object], source: str, flat: Flat, parts: list[str], at: int) -> int:
    """Append the words of the nodes to `parts`, from offset `at`; gives the offset behind them."""
    for node in nodes:
        kind = type(node)
        if kind is Text:
            at = _add_text(node, source, flat, parts, at)  # type: ignore[arg-type]
        elif kind is Styled:
            start = at
            at = _collect(node.children, source, flat, parts, at)  # type: ignore[attr-defined]
            flat.runs.append(Run(_style(node.style), start, at, Span(node.start, node.end)))  # type: ignore[attr-defined]
            at = _strike(parts, flat, at, node.end) if node.style == "s" else at  # type: ignore[attr-defined]
        elif kind in _LINKS:
            start = at
            at = _collect(node.children, source, flat, parts, at)  # type: ignore[attr-defined]
            flat.runs.append(Run("link", start, at, Span(node.start, node.end)))  # type: ignore[attr-defined]
        elif kind is Break or (kind is Html and node.html[:3].lower() == "<br"):  # type: ignore[attr-defined]
            parts.append("\n")
            flat.add(at, node.start, node.end)  # type: ignore[attr-defined]
            at += 1
        elif kind is Html and node.html.lower() in _ENDS_STRIKE:  # type: ignore[attr-defined]
            at = _strike(parts, flat, at, node.end)  # type: ignore[attr-defined]
    return at


def _strike(parts: list[str], flat: Flat, at: int, end: int) -> int:
    """Behind a number that is struck through, say that it changes to what follows."""
    if not parts or not parts[-1][-1:].isdigit():
        return at
    parts.append("→")
    flat.add(at, end, end)
    return at + 1


def _style(style: str) -> str:
    return "i" if style in _ITALIC else "b" if style in _BOLD else style


def _add_text(node: Text, source: str, flat: Flat, parts: list[str], at: int) -> int:
    text, start, end = node.text, node.start, node.end
    if not (text.isascii() or is_normalized("NFC", text)):
        text = normalize("NFC", text)
    if len(text) == end - start:
        flat.add(at, start, end)
        parts.append("\n" if text == " " and source[start] == "\n" else text)
        return at + len(text)
    written = source[start:end]
    if "\r" in written and written.replace("\r\n", "\n") == text:
        _add_lines(text, source, start, flat, at)
    else:
        text = _align(text, written, start, flat, at)
    parts.append(text)
    return at + len(text)


def _add_lines(text: str, source: str, start: int, flat: Flat, at: int) -> None:
    """Note the places of lines that end in two characters in the source, at least some of them."""
    for line in text.splitlines(keepends=True):
        end = start + len(line)
        flat.add(at, start, end)
        at += len(line)
        start = end + (line.endswith("\n") and source[end - 1] == "\r")


def _align(text: str, written: str, start: int, flat: Flat, at: int) -> str:
    """Find the letters of a rewritten text in what was written, one after the other."""
    letters = []
    here = 0
    for i, letter in enumerate(text):
        behind = _behind(text, i, written, here)
        is_break = letter == " " and "\n" in written[here:behind]
        letters.append("\n" if is_break else letter)
        flat.add(at + i, start + here, start + max(behind, min(here + 1, len(written))))
        here = behind
    return "".join(letters)


def _behind(text: str, index: int, written: str, here: int) -> int:
    """Where a letter of a rewritten text ends in what was written."""
    if written[here : here + 1] == text[index]:
        return here + 1
    if text[index] == " ":
        blank = _BLANKS.match(written, here)
        return blank.end() if blank else here
    following = text[index + 1 : index + 3]
    found = written.find(following, here, here + _AHEAD) if following else len(written)
    return found if found >= 0 else here


def _replaced(match: re.Match[str]) -> str:
    """A number struck through as one that changes to what follows, in as many letters."""
    number = match[1] or match[3]
    start = match.start(1 if match[1] else 3) - match.start()
    return f"{' ' * start}{number}→".ljust(len(match[0]))


def _blank(match: re.Match[str]) -> str:
    tag = match[0]
    return ("\n" + " " * (len(tag) - 1)) if tag[:3].lower() == "<br" else " " * len(tag)
