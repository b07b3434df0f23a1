"""A page about to be changed: its text, its tree, where things stand, and how they are written around it."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path as File
from typing import Literal, TypeVar

from msgspec import Struct, toml

from tontafel.parsers.page import Dialect
from tontafel.parsers.reader import Read
from tontafel.parsers.tree import Document, Node
from tontafel.rules.model import Character
from tontafel.rules.span import Span
from tontafel.rules.vocabulary import Vocabulary

Tongue = Literal["de", "en"]
N = TypeVar("N", bound=Node)

#: Marks of emphasis and quotation that may stand right around words.
_AROUND = {
    "/": "/",
    "*": "*",
    "_": "_",
    "'": "'",
    '"': '"',
    "„": "“”",
    "“": "”",
    "»": "«",
    "«": "»",
}
_WORD = re.compile(r"[^\W\d_]+")
_INNER = ("children", "items", "rows", "cells")


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    """What is written in one language."""

    telling: tuple[str, ...]
    history: str
    columns: dict[str, str]
    aspects: str
    names: tuple[str, ...]
    new: str
    conjunction: str
    now: str
    since: str
    open: tuple[str, ...]
    value: str
    base: str
    mark: str
    present: tuple[str, ...]


@cache
def words(tongue: Tongue) -> Words:
    """The words of a language."""
    known = toml.decode(File(__file__).with_name("words.toml").read_bytes(), type=dict[Tongue, Words])
    return known[tongue]


def tongue_of(text: str, usual: Tongue) -> Tongue:
    """The language that a page is written in, by its small words; `usual` where nothing tells.

    `IN` is an abbreviation.
    """
    found = [word.casefold() for word in _WORD.findall(text) if len(word) == 1 or not word.isupper()]
    counts: dict[Tongue, int] = {
        tongue: sum(found.count(word.casefold()) for word in words(tongue).telling) for tongue in ("de", "en")
    }
    if counts["de"] == counts["en"]:
        return usual
    return "de" if counts["de"] > counts["en"] else "en"


class Manner(Struct, frozen=True, kw_only=True):
    """How a page is written: the words by which it is read, its language and its markup."""

    vocabulary: Vocabulary
    tongue: Tongue = "de"
    dialect: Dialect = "wiki"


class Page:
    """A page as it stands at one moment.

    Attributes:
        text, document: the source and its tree.
        reads: the characters on it; `read` is the one that changes, at `index`.
        manner: how it is written.
        words: what is written into it, in its language.
    """

    def __init__(
        self, text: str, document: Document, reads: Sequence[Read], index: int, manner: Manner
    ) -> None:
        self.text = text
        self.document = document
        self.reads = reads
        self.index = index
        self.read = reads[index]
        self.manner = manner
        self.words = words(manner.tongue)
        self.newline = "\r\n" if "\r\n" in text else "\n"

    @property
    def character(self) -> Character:
        """The character that changes, as it is read now."""
        return self.read.character

    def place(self, *path: str | int) -> Span | None:
        """Where a part of the character stands; None where the page has no place for it."""
        return self.read.places.get(path)

    def said(self, span: Span) -> str:
        """What stands at a place."""
        return self.text[span.start : span.end]

    def line(self, at: int) -> Span:
        """The line that a place is on, without its end."""
        start = self.text.rfind("\n", 0, at) + 1
        end = self.text.find("\n", at)
        end = len(self.text) if end < 0 else end
        return Span(start, end - (self.text[start:end].endswith("\r")))

    def whole_line(self, at: int) -> Span:
        """The line that a place is on, with its end; of a last line without one the end before it."""
        line = self.line(at)
        behind = line.end + len(self.text[line.end : line.end + 2].partition("\n")[0]) + 1
        if behind <= len(self.text):
            return Span(line.start, behind)
        before = self.text[: line.start].removesuffix("\n").removesuffix("\r")
        return Span(len(before), len(self.text))

    def same_lines(self, line: Span) -> list[Span]:
        """The lines of the character's part that say the same as a line."""
        said = self.said(line)
        found: list[Span] = []
        for part in self.read.part if said.strip() else ():
            at = self.text.find(said, self.line(part.start).start)
            while 0 <= at < part.end:
                if self.line(at) == Span(at, at + len(said)) and at != line.start:
                    found.append(Span(at, at + len(said)))
                at = self.text.find(said, at + 1)
        return list(dict.fromkeys(found))

    def outer(self, span: Span) -> Span:
        """The place with the marks of emphasis and quotation right around it."""
        start, end = span.start, span.end
        while start and end < len(self.text):
            closing = _AROUND.get(self.text[start - 1])
            if closing is None or self.text[end] not in closing:
                break
            start, end = start - 1, end + 1
        return Span(start, end)

    def around(self, span: Span, kind: type[N]) -> N | None:
        """The innermost node of a kind that a place lies in."""
        found = None
        nodes: Sequence[object] = self.document.blocks
        while nodes:
            inside = next((node for node in nodes if _holds(node, span)), None)
            if isinstance(inside, kind):
                found = inside
            nodes = _children(inside)
        return found

    def nodes(self, kind: type[N]) -> list[N]:
        """All blocks of a kind that stand in no other block."""
        return [block for block in self.document.blocks if isinstance(block, kind)]


def _holds(node: object, span: Span) -> bool:
    return isinstance(node, Node) and node.start <= span.start and span.end <= node.end


def _children(node: object) -> Sequence[object]:
    return [child for name in _INNER for child in getattr(node, name, ())]
