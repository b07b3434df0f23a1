"""The state of one parse: where the scanner stands, what is open, what was found.

The engine is one loop over an ordered list of rules. Here one regular expression (in `rules`) jumps from
one interesting character to the next; what lies between is one slice of plain text. A rule either *makes*
one node or *acts*: it opens or closes what is open, or ends the block.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from tontafel.parsers.tree import Block, Inline, Text
from tontafel.parsers.wiki.grammar import SCHEMES, is_letter
from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.message import Message
from tontafel.rules.span import Span

if TYPE_CHECKING:
    from tontafel.parsers.budget import Budget

Match = re.Match[str]
#: Makes the node of a match, or declines: then the character is plain.
Maker = Callable[["Scanner", Match], Inline | None]
#: Does something about a match, given the start of the plain text before it. Returns where to go on; the
#: complement of a place where it declines, and None where the block ends (see `Scanner.stop`).
Act = Callable[["Scanner", Match, int], int | None]
#: Reads a block from a match at its start and returns where the block ends.
BlockReader = Callable[["Scanner", Match], int]
#: Adds what an inline node is made of once its end is known.
Closer = Callable[[int, tuple[Inline, ...]], Inline]
#: Tells whether a block whose pattern matches really begins here.
Check = Callable[["Scanner", Match], bool]
#: How a block may begin: its pattern, what reads it, and a check. (Plain tuples are unpacked fastest.)
BlockStart = tuple[re.Pattern[str], BlockReader, Check | None]
#: Compiled inline rules: what finds them and, by the number of the rule, who deals with them.
Patterns = tuple[Callable[[str, int, int], Match | None], list[Maker | None], list[Act | None]]


class Found(Struct, frozen=True):
    """A block's start."""

    read: BlockReader
    match: Match


class Frame(Struct, frozen=True):
    """Something open: its name, its start, the nodes before it, and what makes it a node.

    Without `outer` it is only remembered: the engine still believes it open, readers see it closed.
    """

    name: str
    outer: list[Inline] | None
    close: Closer


class Region(Struct, frozen=True):
    """The surroundings of a link's text, to go back to after it."""

    patterns: Patterns
    limit: int
    window: int
    after: int
    frame: Frame


#: What `Scanner.next` knows before it is asked: nothing, from wherever.
_UNKNOWN = (sys.maxsize, -1)
_LONGEST_SCHEME = max(map(len, SCHEMES))


class Scanner:
    """One parse of one text."""

    __slots__ = (
        "_ahead",
        "_matches",
        "_starts",
        "blocks",
        "budget",
        "cells_left",
        "diagnostics",
        "edge",
        "end",
        "found",
        "frames",
        "in_cell",
        "in_table",
        "limit",
        "line_end",
        "longest_site",
        "out",
        "patterns",
        "regions",
        "resume",
        "sites",
        "text",
        "window",
    )

    def __init__(
        self,
        text: str,
        patterns: Patterns,
        starts: dict[str, tuple[BlockStart, ...]],
        sites: frozenset[str],
        budget: Budget,
    ) -> None:
        self.text = text
        self._starts = starts
        self.end = len(text)
        self.sites = sites
        self.longest_site = max(map(len, sites), default=0) + _LONGEST_SCHEME
        self.budget = budget
        self.cells_left = budget.cells
        self.blocks: list[Block] = []
        self.diagnostics: list[Diagnostic] = []
        #: The inline nodes collected so far, and what is open around them.
        self.out: list[Inline] = []
        self.frames: list[Frame] = []
        self.regions: list[Region] = []
        #: Inline text ends at `limit`; patterns may look as far as `window`.
        self.patterns = patterns
        self.limit = self.window = self.end
        #: What the newline rule asks in the block that is being read: may it end here in a way of its own?
        self.edge: Callable[[Scanner, int, int], bool] | None = None
        #: Within a cell neither a bar nor the end of its row has been met yet.
        self.in_table = self.in_cell = False
        #: In a heading the end of its line.
        self.line_end: int | None = None
        #: Where the block ended, and the block that was seen there.
        self.resume = 0
        self.found: Found | None = None
        self._ahead: dict[str, tuple[int, int]] = {}
        self._matches: dict[re.Pattern[str], tuple[int, Match | None]] = {}

    # -- blocks -----------------------------------------------------------------------------------------

    def block_at(self, p: int) -> Found | None:
        """Give the block that begins at `p`, the start of a line."""
        if p < self.end:
            text, starts = self.text, self._starts
            for pattern, read, check in starts.get(text[p : p + 2]) or starts.get(text[p], ()):
                m = pattern.match(text, p)
                if m and (check is None or check(self, m)):
                    return Found(read, m)
        return None

    def note(self, code: str, text: Message, start: int, end: int) -> None:
        """Tell what the budget kept from being read; the same thing once for many places in a row."""
        if self.diagnostics and self.diagnostics[-1].message == text:
            return
        self.diagnostics.append(Diagnostic(code=code, severity="note", message=text, span=Span(start, end)))

    # -- inline text ------------------------------------------------------------------------------------

    def inline(self, p: int) -> tuple[Inline, ...]:
        """Read inline text from `p` to the end of its block; `resume` then says where that is."""
        text = self.text
        start = p
        search, makers, acts = self.patterns
        limit, window = self.limit, self.window
        append = self.out.append
        while True:
            m = search(text, p, window)
            if m is None or (limit < window and m.start() >= limit):
                back = self.leave(start)
                if back is None:
                    break
                start = p = back
                search, makers, acts = self.patterns
                limit, window = self.limit, self.window
                append = self.out.append
                continue
            rule: int = m.lastindex  # type: ignore[assignment]
            make = makers[rule]
            if make is not None:
                node = make(self, m)
                if node is None:
                    p = m.start() + 1
                    continue
                s = node.start
                if s > start:
                    append(Text(start, s, text[start:s]))
                append(node)
                start = p = node.end
                continue
            went = acts[rule](self, m, start)  # type: ignore[misc]
            if went is None:
                break
            if went < 0:
                p = ~went
                continue
            start = p = went
            search, makers, acts = self.patterns
            limit, window = self.limit, self.window
            append = self.out.append
        children = tuple(self.out)
        self.out = []
        return children

    def horizon(self) -> int:
        """Give the end of what an inline construct may reach."""
        return self.limit if self.regions else self.end

    def leave(self, start: int) -> int | None:
        """Come to the end of a link's text or of the block; give where to go on, or None."""
        if self.regions:
            self.flush(start, self.limit)
            return self._leave_region()
        if self.line_end is None:
            if self.frames:
                self.flush(start, self.end)
                start = self.end
            self.stop(start, self.end, self.end)
            return None
        if start > self.line_end:
            self.bound(start)
            return start
        end = max(self.limit, start)
        while end < self.end and self.text[end] in " \t":
            end += 1
        self.stop(start, end, self.window)
        return None

    def bound(self, p: int) -> None:
        """Let inline text end with the line of `p`, before spaces and the `=` that end a heading."""
        line_end = self.next("\n", p)
        if line_end < 0:
            line_end = self.end
        kept = self.text[p:line_end].rstrip(" \t").rstrip("=").rstrip(" \t")
        self.line_end = line_end
        self.limit = p + len(kept)
        self.window = min(line_end + 1, self.end)

    def unbound(self) -> None:
        """Let inline text go on to the end of its block again."""
        self.line_end = None
        self.limit = self.window = self.end

    def flush(self, start: int, end: int) -> None:
        """Keep the plain text of a range."""
        if end > start:
            self.out.append(Text(start, end, self.text[start:end]))

    def stop(self, start: int, end: int, resume: int, found: Found | None = None) -> None:
        """End the block at `end`: keep the plain text before it, close what is open.

        Spaces at its end are lost, but within emphasis those stay that follow a word or end with a line.
        """
        plain = self.text[start:end].rstrip(" \t\r\n")
        if self.frames:
            kept = self.text.endswith("\n", start, end) or (plain and is_letter(plain[-1]))
            self.flush(start, end if kept else start + len(plain))
            self.close(0, end)
        elif plain:
            self.out.append(Text(start, start + len(plain), plain))
        self.resume = resume
        self.found = found

    # -- what is open -----------------------------------------------------------------------------------

    def open(self, frame: Frame) -> None:
        """Open something: nodes go into it from now on."""
        self.frames.append(frame)
        self.out = []

    def close(self, depth: int, end: int, last: int | None = None) -> None:
        """Close all but the outermost `depth` things at `end`; the outermost closed ends at `last`."""
        frames = self.frames
        while len(frames) > depth:
            frame = frames.pop()
            if frame.outer is not None:
                at = end if last is None or len(frames) > depth else last
                node = frame.close(at, tuple(self.out))
                self.out = frame.outer
                self.out.append(node)

    def forget(self, depth: int, end: int) -> None:
        """Close, at `end`, what was opened since something that readers already see closed.

        The text of a link goes on, unless the link itself stands in what is closed.
        """
        for inner in range(depth + 1, len(self.frames)):
            if self.frames[inner].outer is not None and self.frames[inner].name != "a":
                self.close(inner, end)
                break
        self.frames[depth:] = [frame for frame in self.frames[depth:] if frame.outer is not None]

    def depth_of(self, name: str) -> int:
        """Tell how many things are open around the outermost one of this name; -1 where none is."""
        for depth, frame in enumerate(self.frames):
            if frame.name == name:
                return depth
        return -1

    # -- links' texts -----------------------------------------------------------------------------------

    def enter_region(self, patterns: Patterns, end: int, after: int, frame: Frame) -> None:
        """Read up to `end` by other rules into `frame`, then go on at `after`."""
        self.regions.append(Region(self.patterns, self.limit, self.window, after, frame))
        self.open(frame)
        self.patterns = patterns
        self.limit = self.window = end

    def _leave_region(self) -> int:
        region = self.regions.pop()
        depth = next((d for d, frame in enumerate(self.frames) if frame is region.frame), -1)
        if depth >= 0:
            still_open = [Frame(f.name, None, f.close) for f in self.frames[depth + 1 :]]
            self.close(depth, self.limit, region.after)
            self.frames += still_open
        self.patterns, self.limit, self.window = region.patterns, region.limit, region.window
        return region.after

    # -- looking ahead ----------------------------------------------------------------------------------

    def next(self, closer: str, p: int) -> int:
        """Give the next place of `closer` at or after `p`, or -1; all calls together cost one pass."""
        asked, at = self._ahead.get(closer, _UNKNOWN)
        if p < asked or -1 < at < p:
            at = self.text.find(closer, p)
            self._ahead[closer] = (p, at)
        return at

    def next_match(self, pattern: re.Pattern[str], p: int) -> Match | None:
        """Do the same with a pattern."""
        known = self._matches.get(pattern)
        if known is not None:
            asked, found = known
            if p >= asked and (found is None or found.start() >= p):
                return found
        found = pattern.search(self.text, p)
        self._matches[pattern] = (p, found)
        return found
