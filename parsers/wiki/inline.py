"""Inline constructs other than links: emphasis, code, escapes, entities, quotes and arrows."""

from __future__ import annotations

import unicodedata
from functools import cache, partial
from typing import TYPE_CHECKING

from tontafel.parsers.expression import expression
from tontafel.parsers.tree import Break, Html, Inline, Preformatted, Search, Styled, Text
from tontafel.parsers.wiki.grammar import BLANK, NO_STEP, PATH_END, PLAIN, URL, is_letter, is_plane
from tontafel.parsers.wiki.scanner import Found, Frame

if TYPE_CHECKING:
    from tontafel.parsers.tree import Style
    from tontafel.parsers.wiki.scanner import Act, Maker, Match, Scanner


def styled_pair(style: Style) -> Maker:
    """Make `/x/` and the like: the words between are plain."""

    def make(scanner: Scanner, m: Match) -> Styled | None:
        start, end = m.span()
        words = scanner.text[start + 1 : end - 1]
        return Styled(start, end, style, (Text(start + 1, end - 1, words),)) if is_plane(words) else None

    return make


_NO_STEP = expression(NO_STEP)
_PATH_END = expression(PATH_END)


def path(scanner: Scanner, m: Match) -> Text | None:
    """Keep `/usr/share/` and the like as they are: steps without spaces, then words up to a slash."""
    end = -1
    stop = scanner.next_match(_NO_STEP, m.start())
    last = scanner.next_match(_PATH_END, m.end())
    while last is not None and (stop is None or last.start() < stop.start()):
        if is_plane(last[0]):
            end = last.end()
        last = scanner.next_match(_PATH_END, last.start() + 1)
    return None if end < 0 else Text(m.start(), end, scanner.text[m.start() : end])


#: Plain words between two toggles.
_AT_ONCE = {"strong": expression(rf"\*\*{PLAIN}\*\*"), "em": expression(f"//{PLAIN}//")}


def toggle(style: Style) -> Act:
    """Open `style`, or close it with all that was opened since; most often both, around plain words."""

    def act(scanner: Scanner, m: Match, start: int) -> int:
        s, end = m.span()
        scanner.flush(start, s)
        at_once = None if scanner.frames else _AT_ONCE[style].match(scanner.text, s, scanner.limit)
        if at_once:
            close = at_once.end()
            words = scanner.text[end : close - 2]
            scanner.out.append(Styled(s, close, style, (Text(end, close - 2, words),)))
            return close
        depth = scanner.depth_of(style)
        if depth < 0:
            scanner.open(Frame(style, scanner.out, partial(_styled, s, style)))
        elif scanner.frames[depth].outer is None:
            scanner.forget(depth, s)
        else:
            scanner.close(depth, s, end)
        return end

    return act


def _styled(start: int, style: Style, end: int, children: tuple[Inline, ...]) -> Styled:
    return Styled(start, end, style, children)


def raw_pair(style: Style, mark: str) -> Maker:
    """Make `##x##` and the like: raw text over several lines, none of them empty; `####` is text."""
    closing = expression(rf"(?<!\n){mark}")

    def make(scanner: Scanner, m: Match) -> Inline:
        text = scanner.text
        start, inside = m.span()
        if text.startswith(mark, inside):
            return Text(start, inside + 2, mark + mark)
        closer = None if text.startswith("\n", inside) else scanner.next_match(closing, inside + 1)
        if closer is None or 0 <= scanner.next("\n\n", inside) < closer.start():
            return Text(start, inside, mark)
        end = closer.start()
        return Styled(start, closer.end(), style, (Text(inside, end, text[inside:end]),))

    return make


#: What is shown instead of what is written.
_SHOWN = {
    "...": "…", "---": "—", "-- ": "– ", "+/-": "±",
    "-->": "→", "-> ": "→\u00a0", "<-": "←", "=>": "⇒", "<=>": "⇔",
}  # fmt: skip


def replaced(_scanner: Scanner, m: Match) -> Text:
    """Show something else than what is written: arrows, dashes."""
    return Text(m.start(), m.end(), _SHOWN[m[0]])


def code(scanner: Scanner, m: Match) -> Styled | None:
    """Make `{{{x}}}` within a line; of more than three closing braces the last three close."""
    inside = m.end()
    end = scanner.next("}}}", inside)
    if end < 0 or end + 3 > scanner.horizon() or 0 <= scanner.next("\n", inside) < end:
        return None
    text, last = scanner.text, scanner.horizon()
    while end + 3 < last and text[end + 3] == "}":
        end += 1
    return Styled(m.start(), end + 3, "code", (Text(inside, end, text[inside:end]),) if end > inside else ())


_LAST_PLAIN = 0xD7FF


def entity(_scanner: Scanner, m: Match) -> Inline:
    """Make an entity: its character, or the entity itself where its name means nothing."""
    start, end = m.span()
    name = m[0][1:]
    known = _numbered(name[1:-1]) if name[0] == "#" else _entities().get(name)
    return Html(start, end, m[0]) if known is None else Text(start, end, known)


@cache
def _entities() -> dict[str, str]:
    from html.entities import html5  # noqa: PLC0415 - a millisecond that most pages do without

    return html5


def _numbered(digits: str) -> str | None:
    try:
        number = int(digits[1:], 16) if digits[0] == "x" else int(digits)
    except ValueError:
        return None
    visible = 0x20 <= number < 0x7F or 0xA0 <= number <= _LAST_PLAIN or 0xE000 <= number <= 0x10FFFF
    return chr(number) if visible else None


_URL = expression(URL)


def escape(scanner: Scanner, m: Match) -> Text:
    """Show the character after `~`, or a whole address, as it is."""
    start = m.start()
    url = _URL.match(scanner.text, start + 1)
    end = url.end() if url else start + 2
    return Text(start, end, scanner.text[start + 1 : end])


_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")


def _is_punctuation(character: str) -> bool:
    if character < "\x80":
        return character in _PUNCTUATION
    return unicodedata.category(character)[0] == "P"


def double_quote(scanner: Scanner, m: Match) -> Text | None:
    """Turn a quotation mark by what stands around it; between letters it stays."""
    text, s = scanner.text, m.start()
    before = text[s - 1] if s else " "
    if before.isspace():
        return Text(s, s + 1, "“")
    after = text[s + 1] if s + 1 < scanner.end else " "
    if after.isspace() or _is_punctuation(after):
        return Text(s, s + 1, "”")
    return Text(s, s + 1, "“") if _is_punctuation(before) else None


def single_quote(scanner: Scanner, m: Match) -> Text:
    """Open a quotation after space, else close one or leave a letter out."""
    s = m.start()
    return Text(s, s + 1, "’" if s and not scanner.text[s - 1].isspace() else "‘")


_SPACES = expression(r"\s*")


def line_break(scanner: Scanner, m: Match, start: int) -> int | None:
    """Break the line and skip all space after it; then a block may begin."""
    s, end = m.span()
    scanner.flush(start, s)
    scanner.out.append(Break(s, end))
    space = _SPACES.match(scanner.text, end)
    return _go_on(scanner, space.end() if space else end)


def _go_on(scanner: Scanner, p: int) -> int | None:
    """Go on at `p`, where a block may begin if a line does."""
    found = scanner.block_at(p) if scanner.text[p - 1] == "\n" else None
    if found is None:
        return p
    scanner.stop(p, p, p, found)
    return None


_ASCII_SPACES = frozenset(" \t\r")
_BLANK_LINES = expression(rf"\n(?:{BLANK})+")


def _kept_before_blank(text: str, start: int, s: int) -> int:
    """Give where spaces beyond ASCII begin that belong to the blank lines at `s`: those behind no word."""
    words = text[start:s].rstrip()
    spaces = text[start + len(words) : s]
    behind_word = words != "" and is_letter(words[-1]) and spaces[:1] not in _ASCII_SPACES
    return s if spaces.isascii() or behind_word else s - len(spaces)


def newline(scanner: Scanner, m: Match, start: int) -> int | None:
    """End the block at a blank line or before another block, or go on."""
    s, text = m.start(), scanner.text
    spaces = text[s + 1].isspace()
    blank = _BLANK_LINES.match(text, s) if spaces else None
    kept = _kept_before_blank(text, start, s) if blank and text[s - 1].isspace() else s
    if kept == s and scanner.edge is not None and scanner.edge(scanner, s, start):
        return None
    if spaces:
        if blank is None:
            return ~(s + 1)
        scanner.stop(start, kept, blank.end())
        return None
    found = scanner.block_at(s + 1)
    if found is None:
        return ~(s + 1)
    scanner.stop(start, s + 1, s + 1, found)
    return None


_AFTER_BRACES = expression(r"\}\}\}[ \t]*\n?")


def loose_code(scanner: Scanner, m: Match, start: int) -> int | None:
    """End the block at code between braces that begins in the middle of a line."""
    s, inside = m.span()
    scanner.flush(start, s)
    closer = scanner.next("}}}", inside)
    if closer > inside:
        scanner.stop(s, s, s, Found(read_loose_code, m))
        return None
    nothing_inside = _AFTER_BRACES.match(scanner.text, inside) if closer == inside else None
    kept, went = (inside + 3, nothing_inside.end()) if nothing_inside else (inside, inside)
    scanner.flush(s, kept)
    return _go_on(scanner, went)


def read_loose_code(scanner: Scanner, m: Match) -> int:
    """Read code between braces up to the first ones that close."""
    start, inside = m.span()
    closer = scanner.next("}}}", inside)
    after = _AFTER_BRACES.match(scanner.text, closer)
    scanner.blocks.append(Preformatted(start, closer + 3, "code", scanner.text[inside:closer]))
    return after.end() if after else closer + 3


def search(scanner: Scanner, m: Match, start: int) -> int | None:
    """End the block at `<search words>`."""
    s, inside = m.span()
    if scanner.next(">", inside) < 0:
        return ~(s + 1)
    scanner.stop(start, s, s, Found(read_search, m))
    return None


def read_search(scanner: Scanner, m: Match) -> int:
    """Read `<search words>`; the words may stand on several lines."""
    start, inside = m.span()
    closer = scanner.next(">", inside)
    scanner.blocks.append(Search(start, closer + 1, scanner.text[inside:closer]))
    return closer + 1
