"""Markdown pages: mistune's blocks and inline constructs as the same tree that wiki markup gives.

Pages of this kind know wiki links (`[[Page]]`, `[[Page|text]]`, `[[tag:x]]`), aspects in `*asterisks*`,
and boxes (`[ ][x]`, □☒) that stay text.
"""

import re
from collections.abc import Callable
from typing import Any

import mistune

from tontafel.parsers.markdown_blocks import block_parser
from tontafel.parsers.markdown_html import clean
from tontafel.parsers.markdown_inline import InlineText, Token
from tontafel.parsers.markdown_lines import Line, PageLines
from tontafel.parsers.markdown_table import CellText, split_row
from tontafel.parsers.tree import (
    Align,
    Block,
    Cell,
    Document,
    Heading,
    Html,
    Inline,
    Item,
    List,
    Paragraph,
    Preformatted,
    Quote,
    Row,
    Separator,
    Table,
)
from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.message import message
from tontafel.rules.span import Span

#: The first line by which a page of the wiki says that it is Markdown.
MARKER = "#MARKDOWN"

#: How many empty cells a page's short rows get, so that a small page can't become a large table.
_MOST_PADDING = 20_000

_BOM = "\ufeff"
_SURROGATES = re.compile("[\ud800-\udfff]")
_REDIRECT = re.compile(r"\ufeff?\s*#REDIRECT\s*\[\[([^\[\]|\n]+)\]\]")
_RULE = re.compile(r"(?:[-_*][ \t]*){3,}$")
_UNDERLINE = re.compile(r"^[\s>*+\-\d.)]*(?:=+|-+)\s*$")
_BORDER = re.compile(r"-")
_FENCE = re.compile(r"(`{3,}|~{3,})")
_CLOSING_FENCE = re.compile(r"^[\s>]*(?:`{3,}|~{3,})\s*$")
_QUOTE_MARK = re.compile(r">[ \t]?$")
_ITEM_MARK = re.compile(r"(?:[*+-]|\d{1,9}[.)])[ \t]*$")
_EMPTY_ITEM = re.compile(r"(?:[*+-]|\d{1,9}[.)])\s*(?=$|\[[^\]]*\]:)")


def parse_markdown(text: str, depth: int = 20, sites: frozenset[str] = frozenset()) -> Document:
    """Parse a Markdown page; never raises, whatever the text.

    Bytes that were no text (lone surrogates) become replacement characters, one for one.
    `depth` is how deep quotes, lists and emphasis may nest; what is deeper stays text.
    `sites` are the names that stand before a colon in links to other wikis and namespaces.
    """
    if not text.isascii():
        text = _SURROGATES.sub("\ufffd", text)
    redirect = _REDIRECT.match(text)
    if redirect:
        return Document((), redirect=" ".join(redirect[1].replace("_", " ").split()))
    return _Builder(text, depth, sites).document()


class _Builder:
    """Makes the tree of one page."""

    def __init__(self, text: str, depth: int, sites: frozenset[str]) -> None:
        self._lines = PageLines(text)
        self._depth = depth
        self._inline = InlineText(depth, sites)
        self._diagnostics: list[Diagnostic] = []
        self._references: dict[str, Any] = {}
        self._padding = _MOST_PADDING
        self._marked = text.removeprefix(_BOM).startswith(MARKER)

    def document(self) -> Document:
        state = mistune.BlockState()
        text = self._lines.text().removeprefix(_BOM)
        if self._marked:
            self._lines.skip(1)
            text = text.partition("\n")[2]
        state.process(text)
        block_parser(self._depth).parse(state)
        self._references = dict(state.env)
        return Document(self._blocks(state.tokens), diagnostics=tuple(self._diagnostics))

    def _blocks(self, tokens: list[Token]) -> tuple[Block, ...]:
        made = []
        for token in tokens:
            make = _MAKERS.get(token["type"])
            if make:
                made.append(make(self, token))
        return tuple(made)

    def _inlines(self, text: str) -> tuple[tuple[Inline, ...], int, int]:
        """Parse a block's text; give its nodes and its range in the page."""
        lines = [self._lines.take(line) for line in text.strip(" \r\n\t\f").split("\n")]
        nodes = self._inline.nodes(lines, self._references)
        return nodes, lines[0].at, max(lines[-1].at + lines[-1].length, lines[0].at)

    def paragraph(self, token: Token) -> Block:
        nodes, start, end = self._inlines(token["text"])
        return Paragraph(start, end, nodes)

    def heading(self, token: Token) -> Block:
        level = token["attrs"]["level"]
        if token["style"] == "setext":
            nodes, start, end = self._inlines(token["text"])
            return Heading(start, self._lines.skip_if(_UNDERLINE) or end, level, nodes)
        marks = self._lines.take_matching(re.compile(rf"(?<![^\s>*+\-\d.)\ufeff])#{{{level}}}(?!#)"))
        start, at = marks or (self._lines.here, self._lines.here)
        end = self._lines.skip(0)
        words = self._lines.find(token["text"], at)
        return Heading(start, max(end, start), level, self._inline.nodes([words], self._references))

    def separator(self, _token: Token) -> Block:
        return Separator(*(self._lines.take_matching(_RULE) or (self._lines.here, self._lines.here)))

    def code(self, token: Token) -> Block:
        text = token["raw"].removesuffix("\n")
        count = token["raw"].count("\n") + (not token["raw"].endswith("\n"))
        if token["style"] == "fenced":
            opening = self._lines.take_matching(_FENCE)
            start = opening[0] if opening else self._lines.here
            end = self._lines.skip(count if token["raw"] else 0)
            end = self._lines.skip_if(_CLOSING_FENCE) or end
        else:
            start = self._lines.take(text.partition("\n")[0]).at
            end = self._lines.skip(count - 1)
        return Preformatted(start, max(start, end), "code", text)

    def html(self, token: Token) -> Block:
        raw = token["raw"].strip("\n")
        start = self._lines.take(raw.partition("\n")[0]).at
        end = self._lines.skip(raw.count("\n"))
        return Html(start, max(start, end), clean(raw))

    def quote(self, token: Token) -> Block:
        at = self._lines.here
        children = self._blocks(token["children"])
        start = self._lines.before(children[0].start, _QUOTE_MARK) if children else at
        return Quote(start, children[-1].end if children else at, children)

    def listing(self, token: Token) -> Block:
        items = tuple(self._item(item) for item in token["children"])
        # An item without words may have no place of its own.
        start, end = min(item.start for item in items), max(item.end for item in items)
        return List(start, end, token["attrs"]["ordered"], items)

    def _item(self, token: Token) -> Item:
        children: list[Inline | Block] = []
        for part in token["children"]:
            if part["type"] == "block_text":
                children.extend(self._inlines(part["text"])[0])
            else:
                children.extend(self._blocks([part]))
        if not children:
            start, end = self._lines.take_matching(_EMPTY_ITEM) or (self._lines.here, self._lines.here)
            return Item(start, end, ())
        start = self._lines.before(children[0].start, _ITEM_MARK)
        return Item(start, children[-1].end, tuple(children))

    def table(self, token: Token) -> Block:
        aligns: list[Align] = token["aligns"]
        rows = [split_row(line) for line in token["rows"]]
        made = []
        for number, (line, row) in enumerate(zip(token["rows"], rows, strict=True)):
            made.append(self._row(line, row, aligns, header=number == 0))
            if number == 0:
                self._lines.take_matching(_BORDER)
            if len(row) != len(aligns):
                self._note_row(made[-1], len(row), len(aligns))
        return Table(made[0].start, made[-1].end, tuple(made))

    def _row(self, line: str, cells: list[CellText], aligns: list[Align], *, header: bool) -> Row:
        indent = len(line) - len(line.lstrip())
        body = line.strip()
        found = self._lines.take(body)
        start, end = found.at, found.at + found.length
        made = []
        for number, cell in enumerate(cells):
            align = aligns[number] if number < len(aligns) else ""
            at = min(start + cell.at - indent, end)
            place = Line(cell.text, at, min(len(cell.text), end - at))
            nodes = self._inline.nodes([place], self._references)
            made.append(Cell(at, at + place.length, header, 1, align, nodes))
        missing = min(max(len(aligns) - len(cells), 0), self._padding)
        self._padding -= missing
        made += [Cell(end, end, header, 1, align, ()) for align in aligns[len(cells) :][:missing]]
        return Row(start, end, tuple(made))

    def _note_row(self, row: Row, cells: int, columns: int) -> None:
        few = message("Empty cells fill the gap; count the pipes.")
        many = message("A pipe within a cell is written “\\|”.")
        self._diagnostics.append(
            Diagnostic(
                code="table-cells",
                severity="note",
                message=message(
                    "Cells in this row: {cells}, in the table: {columns}.", cells=cells, columns=columns
                ),
                hint=few if cells < columns else many,
                span=Span(row.start, row.end),
            )
        )


_MAKERS: dict[str, Callable[[_Builder, Token], Block]] = {
    "paragraph": _Builder.paragraph,
    "block_text": _Builder.paragraph,
    "heading": _Builder.heading,
    "thematic_break": _Builder.separator,
    "block_code": _Builder.code,
    "block_html": _Builder.html,
    "block_quote": _Builder.quote,
    "list": _Builder.listing,
    "table": _Builder.table,
}
