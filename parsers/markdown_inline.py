"""What stands within a line of Markdown, with the place of every piece.

mistune resolves links, code and emphasis; this module notes where each piece of text came from and then
walks through mistune's tokens with those notes in hand.
"""

import html
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import unquote

import mistune
from mistune.core import InlineState

from tontafel.parsers.html_addresses import name_in
from tontafel.parsers.markdown_html import clean_tags
from tontafel.parsers.markdown_lines import Line
from tontafel.parsers.tree import (
    Anchor,
    Break,
    Html,
    Image,
    Inline,
    InterLink,
    Link,
    OutLink,
    Style,
    Styled,
    Tag,
    Text,
)

Token = dict[str, Any]

#: Where anything but plain text may begin; the rules below then say whether it does.
_TRIGGER = re.compile(r"[\\`\[\]<\n&]|!\[|~~|https?://")
_WIKI_LINK = r"\[\[(?P<wiki_name>[^\[\]|\n]+)(?:\|(?P<wiki_text>[^\[\]]*))?\]\]"
_ENTITY = r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
_ADDRESS = r"https?://[^\s<>\[\]|`]+"
_TRAILING = ".,:;!?\"'*_~)“”„‘’»«"
_TAG = re.compile(r"\s*tag:\s*", re.IGNORECASE)
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):|//")
_SAFE_SCHEMES = {"http", "https", "ftp", "mailto", "irc", "news", "gopher", "gophers", "tel"}

_STYLES: dict[str, tuple[Style, int]] = {"emphasis": ("em", 1), "strong": ("strong", 2)}
_MARKS = re.compile(r"[*_]+")
#: Over how many marks and other pieces emphasis may reach; the time to find it grows with their product.
_MOST_MARKS, _MOST_TOKENS = 400, 2000
_FEW_MARKS = 20


class Piece(NamedTuple):
    """Some text as it goes into mistune's tokens, and its range in the inline text."""

    raw: str
    start: int
    end: int


class _State(InlineState):
    """mistune's state, with the pieces in order and what lies before this text in the outer one."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.pieces: list[Piece] = []
        self.shift = 0


class _Inline(mistune.InlineParser):
    """mistune's inline rules, each token marked with its range (`at`), and the rules that are ours."""

    state_cls = _State

    def __init__(self, depth: int) -> None:
        super().__init__(max_nested_level=depth)
        single = {"escape": r"\\[!-/:-@\[-`{-~]", "link_close": r"\]", "linebreak": r"\\\n[ \t]*"}
        self.specification.update(single)
        self.rules.remove("softbreak")
        self.register("wiki_link", _WIKI_LINK, _parse_wiki_link, before="link")
        self.register("strikethrough", r"~~(?=[^\s~])", _parse_strikethrough, before="link")
        self.register("address", _ADDRESS, _parse_address)
        self.register("entity", _ENTITY, _parse_entity)
        self.register("auto_link", None, _parse_angled)
        self.register("auto_email", None, _parse_angled)

    def parse(self, state: Any) -> list[Token]:
        """Fill the state's tokens and pieces."""
        rules, text, at = self.compile_sc(), state.src, 0
        while at < len(text):
            trigger = _TRIGGER.search(text, at)
            start = trigger.start() if trigger else len(text)
            if start == at:
                at = self._construct(rules, state, at)
            elif text.startswith("\n", start):
                at = self._line_end(state, at, start)
            else:
                at = self._text(state, at, start)
        state.tokens = self.finalize_tokens(state.tokens, state.depth)
        tokens: list[Token] = state.tokens
        return tokens

    def finalize_tokens(self, tokens: list[Token], depth: int) -> list[Token]:
        """Find the emphasis among some tokens, not over too many at once.

        How deep it may nest is left to who walks through it: mistune looks at all it holds for every mark.
        """
        if depth >= self.max_nested_level or _are_few(tokens):
            return super().finalize_tokens(tokens, depth)
        deepest = depth - len(tokens) - _MOST_MARKS
        found = (super(_Inline, self).finalize_tokens(some, deepest) for some in _parted(tokens))
        return [token for some in found for token in some]

    def _construct(self, rules: re.Pattern[str], state: Any, at: int) -> int:
        """Parse what begins here; if nothing does, its first character is text."""
        if state.src[at] == "\n":
            return self._line_end(state, at, at)
        found = rules.match(state.src, at)
        end = self.parse_method(found, state) if found else None
        if not end:
            return self._text(state, at, at + 1)
        token = state.tokens[-1]
        token["at"] = (at, end)
        if token["type"] == "text":
            # A character behind its backslash stands where it stands.
            start = at + 1 if text_is_escaped(state.src, at, token["raw"]) else at
            state.pieces.append(Piece(token["raw"], start, end))
        return end

    def _text(self, state: Any, start: int, end: int) -> int:
        self.process_text(state.src[start:end], state)
        state.pieces.append(Piece(state.src[start:end], start, end))
        return end

    def _line_end(self, state: Any, start: int, newline: int) -> int:
        """Take the text up to a newline, the blanks before that being part of the line's end."""
        text = state.src[start:newline].rstrip(" \t\f")
        if text:
            self._text(state, start, start + len(text))
        hard = state.src.endswith("  ", start + len(text), newline)
        state.append_token(
            {"type": "linebreak" if hard else "softbreak", "at": (start + len(text), newline + 1)}
        )
        return newline + 1


def _are_few(tokens: list[Token]) -> bool:
    """Say whether some tokens hold few marks of emphasis."""
    texts: list[str] = [token["raw"] for token in tokens if token["type"] == "text"]
    return sum(raw.count("*") + raw.count("_") for raw in texts) < _FEW_MARKS


def _parted(tokens: list[Token]) -> Iterator[list[Token]]:
    """Part tokens so that none of the parts holds too many."""
    part: list[Token] = []
    left = _MOST_MARKS
    for token in tokens:
        for raw, marks in _pieces(token["raw"]) if token["type"] == "text" else [(token.get("raw", ""), 0)]:
            if marks > left or len(part) >= _MOST_TOKENS:
                yield part
                part, left = [], _MOST_MARKS
            part.append({**token, "raw": raw} if raw != token.get("raw", raw) else token)
            left -= marks
    yield part


def _pieces(raw: str) -> Iterator[tuple[str, int]]:
    """Part a text before marks, behind a space if possible, so that no piece holds too many; count them."""
    start = marks = 0
    for run in _MARKS.finditer(raw):
        many = marks > 2 * _MOST_MARKS or (marks > _MOST_MARKS and raw[run.start() - 1].isspace())
        if many:
            yield raw[start : run.start()], marks
            start, marks = run.start(), 0
        marks += len(run[0])
    yield raw[start:], marks


def text_is_escaped(source: str, at: int, raw: str) -> bool:
    """Say whether a text of one character came with a backslash."""
    return len(raw) == 1 and source[at] == "\\" and source.startswith(raw, at + 1)


def _parse_wiki_link(_inline: Any, found: re.Match[str], state: Any) -> int:
    state.append_token({"type": "wiki_link", "name": found["wiki_name"], "spans": _wiki_spans(found)})
    return found.end()


def _wiki_spans(found: re.Match[str]) -> tuple[int, int]:
    """Give where the words of the link are; those of a bare tag are its name."""
    if found["wiki_text"]:
        return found.span("wiki_text")
    start, end = found.span("wiki_name")
    found_tag = _TAG.match(found["wiki_name"])
    return start + (found_tag.end() if found_tag else 0), end


def _parse_address(_inline: Any, found: re.Match[str], state: Any) -> int:
    address = found[0].rstrip(_TRAILING)
    if found[0].startswith(address + ")") and address.count("(") > address.count(")"):
        address += ")"
    end = found.start() + len(address)
    state.append_token({"type": "address", "url": address, "spans": (found.start(), end)})
    return end


def _parse_angled(_inline: Any, found: re.Match[str], state: Any) -> int:
    address = found[0][1:-1]
    url = address if ":" in address else f"mailto:{address}"
    state.append_token({"type": "address", "url": url, "spans": (found.start() + 1, found.end() - 1)})
    return found.end()


def _parse_entity(inline: Any, found: re.Match[str], state: Any) -> int:
    inline.process_text(html.unescape(found[0]), state, parse_emphasis=False)
    return found.end()


def _parse_strikethrough(inline: Any, found: re.Match[str], state: Any) -> int | None:
    close = state.delimiters.find("~~", found.end(), formatting=True)
    if close is None or state.depth >= inline.max_nested_level:
        return None
    inner = state.copy()
    inner.src = state.src[found.end() : close]
    inner.shift = state.shift + found.end()
    inline.render(inner)
    state.append_token({"type": "strikethrough", "inner": inner})
    end: int = close + 2
    return end


class InlineText:
    """Makes tree nodes of a block's inline text."""

    def __init__(self, depth: int, sites: frozenset[str]) -> None:
        self._parser = _Inline(depth)
        self._depth = depth
        self._sites = sites

    def nodes(self, lines: list[Line], references: dict[str, Any]) -> tuple[Inline, ...]:
        """Parse lines; `references` is mistune's environment with the page's link definitions."""
        state = _State(references)
        state.src = "\n".join(line.text for line in lines).rstrip()
        self._parser.parse(state)
        return _Walk(state, _place(lines), self._sites, self._depth).nodes(state.tokens)


def _place(lines: list[Line]) -> Callable[[int], int]:
    """Make the function from offsets in the joined lines to offsets in the page."""
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.text) + 1)

    def place(offset: int) -> int:
        number = min(bisect_right(starts, offset) - 1, len(lines) - 1)
        return lines[number].at + min(offset - starts[number], lines[number].length)

    return place


class _Walk:
    """One pass over the tokens of a text, using up its pieces in order."""

    def __init__(self, state: _State, place: Callable[[int], int], sites: frozenset[str], depth: int) -> None:
        self._state = state
        self._depth_left = depth
        self._place_of = place
        self._sites = sites
        self._pieces = state.pieces
        self._piece = 0
        self._used = 0
        self._in_link = False

    def nodes(self, tokens: list[Token]) -> tuple[Inline, ...]:
        """Make the nodes of a list of tokens; HTML tags without a partner among them are left out."""
        made: list[Inline] = []
        tokens = tokens if self._depth_left > 0 else list(_flat(tokens))
        for is_text, run in groupby(tokens, key=lambda token: bool(token["type"] == "text")):
            if is_text:
                made.extend(_joined([text for token in run for text in self._texts(token)]))
            else:
                made.extend(node for token in run for node in _MAKERS[token["type"]](self, token))
        return clean_tags(made)

    def _place(self, offset: int) -> int:
        return self._place_of(self._state.shift + offset)

    def _span(self, token: Token) -> tuple[int, int]:
        start, end = token["at"]
        return self._place(start), self._place(end)

    def _use(self, length: int) -> list[Piece]:
        """Use up that many characters of text."""
        taken = []
        while length > 0 and self._piece < len(self._pieces):
            raw, start, end = self._pieces[self._piece]
            part = raw[self._used : self._used + length]
            if len(part) == len(raw):
                taken.append(Piece(raw, start, end))
            else:
                taken.append(Piece(part, start + self._used, start + self._used + len(part)))
            self._used += len(part)
            length -= len(part)
            if self._used == len(raw):
                self._piece += 1
                self._used = 0
        return taken

    def _texts(self, token: Token) -> list[Text]:
        pieces = self._use(len(token["raw"]))
        return [Text(self._place(start), self._place(end), raw) for raw, start, end in pieces]

    def space(self, token: Token) -> list[Inline]:
        return [Text(*self._span(token), " ")]

    def line_break(self, token: Token) -> list[Inline]:
        return [Break(*self._span(token))]

    def code(self, token: Token) -> list[Inline]:
        start, end = token["at"]
        at = self._state.src.find(token["raw"], start, end)
        inside = (at, at + len(token["raw"])) if at >= 0 else (start, end)
        text = Text(self._place(inside[0]), self._place(inside[1]), token["raw"])
        return [Styled(*self._span(token), "code", (text,))]

    def styled(self, token: Token) -> list[Inline]:
        style, marks = _STYLES[token["type"]]
        opening = self._use(marks)
        self._depth_left -= 1
        children = self.nodes(token["children"])
        self._depth_left += 1
        closing = self._use(marks)
        start, end = self._place(opening[0].start), self._place(closing[-1].end)
        return [Styled(start, end, style, children)]

    def strikethrough(self, token: Token) -> list[Inline]:
        inner: _State = token["inner"]
        walk = _Walk(inner, self._place_of, self._sites, self._depth_left - 1)
        walk._in_link = self._in_link
        return [Styled(*self._span(token), "s", walk.nodes(inner.tokens))]

    def html(self, token: Token) -> list[Inline]:
        return [Html(*self._span(token), token["raw"])]

    def link(self, token: Token) -> list[Inline]:
        opening = self._use(1)
        outer, self._in_link = self._in_link, True
        children = self.nodes(token["children"])
        self._in_link = outer
        start, end = self._place(opening[0].start), self._span(token)[1]
        made = None if outer else link_to(start, end, token["attrs"]["url"], children)
        return [made] if made else list(children)

    def image(self, token: Token) -> list[Inline]:
        opening = self._use(2)
        children = self.nodes(token["children"])
        start, end = self._place(opening[0].start), self._span(token)[1]
        url = token["attrs"]["url"]
        outside = _SCHEME.match(url)
        if outside and (outside[1] or "https").lower() not in {"http", "https"}:
            return list(children)
        source = url if outside else name_in(url)
        return [Image(start, end, source, outside is not None, plain(children), None, self._in_link)]

    def wiki_link(self, token: Token) -> list[Inline]:
        start, end = token["spans"]
        text = Text(self._place(start), self._place(end), self._state.src[start:end].replace("\n", " "))
        if self._in_link:
            return [text]
        return [wiki_link_to(self._span(token), token["name"], text, self._sites)]

    def address(self, token: Token) -> list[Inline]:
        start, end = token["spans"]
        text = Text(self._place(start), self._place(end), self._state.src[start:end])
        made = None if self._in_link else link_to(*self._span(token), token["url"], (text,))
        return [made or text]


def _flat(tokens: list[Token]) -> Iterator[Token]:
    """Give tokens with the marks of all emphasis as text."""
    waiting = [iter(tokens)]
    while waiting:
        token = next(waiting[-1], None)
        if token is None:
            waiting.pop()
        elif token["type"] in _STYLES:
            marks = {"type": "text", "raw": "*" * _STYLES[token["type"]][1]}
            waiting.append(iter([marks, *token["children"], marks]))
        else:
            yield token


def _joined(texts: list[Text]) -> list[Text]:
    """Join neighbours of text that stand in the page as they are."""
    joined: list[Text] = []
    for text in texts:
        last = joined[-1] if joined else None
        if last and last.end == text.start and _is_verbatim(last) and _is_verbatim(text):
            joined[-1] = Text(last.start, text.end, last.text + text.text)
        else:
            joined.append(text)
    return joined


def _is_verbatim(text: Text) -> bool:
    return text.end - text.start == len(text.text)


_MAKERS: dict[str, Callable[[_Walk, Token], list[Inline]]] = {
    "softbreak": _Walk.space,
    "linebreak": _Walk.line_break,
    "codespan": _Walk.code,
    "emphasis": _Walk.styled,
    "strong": _Walk.styled,
    "strikethrough": _Walk.strikethrough,
    "inline_html": _Walk.html,
    "link": _Walk.link,
    "image": _Walk.image,
    "wiki_link": _Walk.wiki_link,
    "address": _Walk.address,
}


def wiki_link_to(span: tuple[int, int], name: str, words: Text, sites: frozenset[str]) -> Inline:
    """Make the node for `[[name]]`: a page, a tag, or a page behind the InterMap.

    Before a colon that is no site's, a name says nothing: the rest is the page, as in wiki markup.
    """
    target, _, fragment = " ".join(name.replace("_", " ").split()).partition("#")
    site, colon, rest = target.partition(":")
    if colon and site.casefold() == "tag":
        return Tag(*span, rest.strip(), (words,))
    if colon and site in sites:
        return InterLink(*span, site, rest.strip(), (words,))
    return Link(*span, rest.strip() if colon else target.strip(), fragment.strip(), (words,))


def link_to(start: int, end: int, url: str, children: tuple[Inline, ...]) -> Link | OutLink | None:
    """Make the node for an address: outside, or a page of this wiki; None if it must not be followed."""
    outside = _SCHEME.match(url.strip())
    if outside:
        safe = (outside[1] or "https").lower() in _SAFE_SCHEMES
        return OutLink(start, end, url.strip(), children) if safe else None
    path, _, fragment = url.partition("#")
    return Link(start, end, name_in(path), unquote(fragment), children)


def plain(nodes: tuple[Inline, ...]) -> str:
    """Give the words of inline nodes."""
    words = []
    for node in nodes:
        if isinstance(node, Text):
            words.append(node.text)
        elif not isinstance(node, (Break, Anchor, Html, Image)):
            words.append(plain(node.children))
    return "".join(words)
