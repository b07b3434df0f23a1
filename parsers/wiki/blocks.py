"""Blocks that are no list and no table: headings, rules, raw text, and what a page takes from others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from tontafel.parsers.expression import expression
from tontafel.parsers.tree import (
    Contents,
    Heading,
    Include,
    Journal,
    OutLink,
    Paragraph,
    Preformatted,
    Separator,
    Text,
)
from tontafel.parsers.wiki.grammar import NAME, URL, page_name

if TYPE_CHECKING:
    from tontafel.parsers.tree import Inline
    from tontafel.parsers.wiki.scanner import Match, Scanner


def paragraph(scanner: Scanner, p: int) -> int:
    """Read a paragraph from `p` and return where it ends."""
    text, end = scanner.text, scanner.end
    while p < end and text[p] in " \t\r":
        p += 1
    children = scanner.inline(p)
    if children:
        scanner.blocks.append(Paragraph(children[0].start, children[-1].end, children))
    return scanner.resume


def read_blank(_scanner: Scanner, m: Match) -> int:
    """Skip blank lines."""
    return m.end()


def read_picture(scanner: Scanner, m: Match) -> int:
    """Begin a new paragraph with a picture."""
    return paragraph(scanner, m.start())


def read_rule(scanner: Scanner, m: Match) -> int:
    """Read `----`."""
    start = m.start(1)
    scanner.blocks.append(Separator(start, start + 4))
    return m.end()


_CODE_END = expression(r"\n\}\}\}[ \t]*(?:\n|\Z)")


def has_code_end(scanner: Scanner, m: Match) -> bool:
    """Tell whether braces at the start of a line are closed at the start of another."""
    return scanner.next_match(_CODE_END, m.end()) is not None


def read_code(scanner: Scanner, m: Match) -> int:
    """Read the lines between `{{{` and `}}}`."""
    inside = m.end()
    closer = scanner.next_match(_CODE_END, inside)
    assert closer is not None  # noqa: S101 - `has_code_end` has been asked
    text = scanner.text[inside : closer.start()]
    scanner.blocks.append(Preformatted(m.start(), closer.start() + 4, "code", text))
    return closer.end()


def read_plain_heading(scanner: Scanner, m: Match) -> int:
    """Read a heading without markup; spaces and `=` at its end are lost."""
    start, end = m.start(), m.end(2)
    words = m[2].rstrip(" \t").rstrip("=").rstrip(" \t\r")
    inside = m.start(2)
    children = (Text(inside, inside + len(words), words),) if words else ()
    scanner.blocks.append(Heading(start, end, m.end(1) - start, children))
    return m.end()


def read_heading(scanner: Scanner, m: Match) -> int:
    """Read a heading: the rest of its line, or more where the line is broken on purpose."""
    start, inside = m.span()
    scanner.bound(inside)
    children = scanner.inline(inside)
    end = min(scanner.line_end or scanner.end, scanner.resume)
    if children:
        end = max(end, children[-1].end)
    scanner.unbound()
    scanner.blocks.append(Heading(start, end, len(m[1]), children))
    return scanner.resume


def read_quote(scanner: Scanner, m: Match) -> int:
    """Read lines that begin with `>`; they stay as they are."""
    start, end = m.span()
    scanner.blocks.append(Preformatted(start, end, "quote", m[0]))
    return min(end + 1, scanner.end)


_MOST_CONFLICT_LINES = 100


def read_conflict(scanner: Scanner, m: Match) -> int:
    """Read the marks of an edit conflict up to its end, or to the last whole line."""
    start = m.start()
    end = _conflict_end(scanner.text, start)
    scanner.blocks.append(Preformatted(start, end, "conflict", scanner.text[start:end]))
    return end


def _conflict_end(text: str, start: int) -> int:
    p = start + 8
    for _ in range(_MOST_CONFLICT_LINES):
        line_end = text.find("\n", p)
        if line_end < 0:
            return p
        last = text.startswith(">>>>>>> ", p)
        p = line_end + 1
        if last:
            return p
    return -1


def is_conflict(scanner: Scanner, m: Match) -> bool:
    """Tell whether a conflict has few enough lines to be one."""
    return _conflict_end(scanner.text, m.start()) > 0


def read_include(scanner: Scanner, m: Match) -> int:
    """Read `<include "Page">`; addresses of other sites are shown as links."""
    name = m["name"]
    start, end = m.span()
    if _URL.match(name):
        return _links(scanner, m, name)
    verbatim = (m["kind"] or "").lower() == "text"
    scanner.blocks.append(Include(start, end, page_name(name), verbatim))
    return end


_URL = expression(URL)
_WHEN: dict[str, Literal["", "past", "future"]] = {"past": "past", "future": "future"}


def read_journal(scanner: Scanner, m: Match) -> int:
    """Read `<journal 10 "regexp" reverse>` or `<titles …>`; `10,0` leads to no more of them."""
    mode = (m["mode"] or "").lower()
    scanner.blocks.append(
        Journal(
            m.start(),
            m.end(),
            int((m["limit"] or "0")[:6]) or 10,
            m["pattern"] or "",
            mode in ("reverse", "future"),
            m["kind"].lower() == "titles",
            _WHEN.get(mode, ""),
            m["search"] or "",
            int((m["more"] or "1")[:6]) > 0,
        )
    )
    return m.end()


_FEED = expression(r"<rss(?:\s+\d*)?\s+([^>]*)>[ \t]*\n?", re.IGNORECASE)


def has_feed(scanner: Scanner, m: Match) -> bool:
    """Tell whether `<rss` is a whole mark."""
    return scanner.next(">", m.end()) >= 0 and _FEED.match(scanner.text, m.start()) is not None


def read_feed(scanner: Scanner, m: Match) -> int:
    """Read `<rss address>` as a link to the feed."""
    whole = _FEED.match(scanner.text, m.start())
    assert whole is not None  # noqa: S101 - `has_feed` has been asked
    return _links(scanner, whole, whole[1])


def _links(scanner: Scanner, m: Match, written: str) -> int:
    """Show the addresses in a mark as links."""
    children: list[Inline] = []
    for url in _URL.finditer(scanner.text[m.start() : m.end()]):
        s, e = (m.start() + place for place in url.span())
        shown = scanner.text[s:e].rstrip('">')
        if shown in written:
            children.append(OutLink(s, s + len(shown), shown, (Text(s, s + len(shown), shown),)))
    if children:
        scanner.blocks.append(Paragraph(m.start(), m.end(), tuple(children)))
    return m.end()


def read_contents(scanner: Scanner, m: Match) -> int:
    """Read `<toc/style "Title">`."""
    start, end = m.span()
    style = " ".join(part for part in ((m["path"] or "").strip("/"), m["style"] or "") if part)
    scanner.blocks.append(Contents(start, end, m["title"] or "", style.replace("/", " ")))
    return end


_REDIRECT = expression(rf"#REDIRECT\s+\[\[({NAME})\]\]")


def redirect_of(text: str) -> str:
    """Give the page that a text sends its readers to, or nothing."""
    m = _REDIRECT.match(text) if text.startswith("#REDIRECT") else None
    return page_name(m[1]) if m else ""
