"""Links, pictures, anchors and tags: the constructs in square and curly brackets, and bare addresses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from tontafel.parsers.expression import expression
from tontafel.parsers.tree import Anchor, Image, InterLink, Link, OutLink, Tag, Text
from tontafel.parsers.wiki.grammar import (
    BARE_SITE_PAGE,
    BARE_URL,
    FREE_SITE_PAGE,
    NAME,
    SCHEMES,
    SITE,
    SITE_PAGE_BEFORE_SPACE,
    URL,
    is_letter,
    is_picture,
    is_plane,
    page_name,
)
from tontafel.parsers.wiki.scanner import Frame

if TYPE_CHECKING:
    from collections.abc import Callable

    from tontafel.parsers.tree import Inline
    from tontafel.parsers.wiki.scanner import Act, Closer, Match, Patterns, Scanner

#: Files of the reader's own machine are named, never linked.
_LOCAL_FILE = "file:///"


class Labelled(Struct, frozen=True):
    """A link whose text is markup in a range; `after` is where the link ends."""

    close: Closer
    start: int
    end: int
    after: int


class LinkRule(Struct, frozen=True):
    """One way to write a link."""

    name: str
    pattern: str
    make: Callable[[Scanner, Match], Inline | Labelled | None]


# -- pieces ---------------------------------------------------------------------------------------------


def _words(m: Match, group: int) -> tuple[Text]:
    return (Text(m.start(group), m.end(group), m[group]),)


def _label(scanner: Scanner, bar: int, p: int, closer: str) -> tuple[int, int] | None:
    """Give the range of a text that begins at `p` after its bar and has at least one character."""
    end = scanner.next(closer, p + 1)
    if end >= 0 and end + len(closer) <= scanner.horizon():
        return p, end
    if p > bar + 1 and scanner.text.startswith(closer, p):
        return p - 1, p
    return None


def _raw_label(scanner: Scanner, p: int, closer: str) -> tuple[Text] | None:
    """Give the plain text from `p` to the first bracket, which must begin `closer`."""
    end = scanner.next("]", p)
    if end <= p or not scanner.text.startswith(closer, end):
        return None
    return (Text(p, end, scanner.text[p:end]),)


_PICTURE_LABEL = expression(rf"\{{\{{(?:({URL})|({NAME}))(?:\}}\}}\]\]|\s*(\|)\s*)")


def _picture_link(scanner: Scanner, m: Match, link: Link | OutLink, name: str) -> Image | None:
    """Make `[[Page|{{picture}}]]` and its kin."""
    p = _PICTURE_LABEL.match(scanner.text, m.end())
    if p is None:
        return None
    alt, end = name, p.end()
    if p[3]:
        label = _label(scanner, p.start(3), p.end(), "}}]]")
        if label is None:
            return None
        alt, end = scanner.text[slice(*label)], label[1] + 4
    return Image(m.start(), end, p[1] or page_name(p[2]), bool(p[1]), alt, link)


# -- [[…]] with marked-up text ----------------------------------------------------------------------------


def _page(scanner: Scanner, m: Match) -> Inline | Labelled | None:
    start, target = m.start(), page_name(m[1])
    if not m[2]:
        return Link(start, m.end(), target, "", _words(m, 1))
    if scanner.text.startswith("{{", m.end()):
        picture = _picture_link(scanner, m, Link(m.start(1), m.end(1), target, "", ()), m[1])
        if picture:
            return picture
    return _labelled(scanner, m, lambda end, children: Link(start, end, target, "", children))


def _labelled(scanner: Scanner, m: Match, close: Closer) -> Labelled | None:
    label = _label(scanner, m.start(m.lastindex or 0), m.end(), "]]")
    return label and Labelled(close, label[0], label[1], label[1] + 2)


def _address(scanner: Scanner, m: Match) -> Inline | Labelled | None:
    start, url = m.start(), m[1]
    if not m[2]:
        return _out(start, m.end(), url, _words(m, 1))
    if scanner.text.startswith("{{", m.end()):
        picture = _picture_link(scanner, m, OutLink(m.start(1), m.end(1), url, ()), url)
        if picture:
            return picture
    return _labelled(scanner, m, lambda end, children: _out(start, end, url, children))


def _out(start: int, end: int, url: str, children: tuple[Inline, ...], numbered: bool = False) -> Inline:
    if url.startswith(_LOCAL_FILE):
        return Text(start, end, url)
    return OutLink(start, end, url, children, numbered)


def _site_page(scanner: Scanner, m: Match) -> Inline | Labelled | None:
    start, site, target = m.start(), m[1], m[2]

    def close(end: int, children: tuple[Inline, ...]) -> Inline:
        if site in scanner.sites:
            return InterLink(start, end, site, target, children)
        return Link(start, end, page_name(target), "", children)

    if m[3]:
        return _labelled(scanner, m, close)
    return close(m.end(), (Text(m.start(1), m.end(2), f"{site}:{target}"),))


# -- [url text], [Site:Page text] and the other forms with plain text ---------------------------------------


def _address_with_text(scanner: Scanner, m: Match) -> Inline | None:
    closer = "]]" if m[0].startswith("[[") else "]"
    words = _raw_label(scanner, m.end(), closer)
    return words and _out(m.start(), words[0].end + len(closer), m[1], words)


def _address_numbered(_scanner: Scanner, m: Match) -> Inline:
    return _out(m.start(), m.end(), m[1], _words(m, 1), numbered=True)


def _site_page_with_text(scanner: Scanner, m: Match) -> Inline | None:
    words = _raw_label(scanner, m.end(), "]")
    if words is None:
        return None
    end = words[0].end + 1
    if m[1] in scanner.sites:
        return InterLink(m.start(), end, m[1], m[2], words, literal=True)
    return None if m[3] == " " else Text(m.start(), end, f"[{m[1]}:{m[2]} {words[0].text}]")


def _site_page_numbered(scanner: Scanner, m: Match) -> Inline | None:
    literal = not m[0].startswith("[[[")
    if m[1] in scanner.sites:
        words = (Text(m.start(1), m.end(2), f"{m[1]}:{m[2]}"),)
        return InterLink(m.start(), m.end(), m[1], m[2], words, numbered=True, literal=literal)
    return None if literal else Text(m.start(), m.end(), m[0][2:-2])


def _page_numbered(_scanner: Scanner, m: Match) -> Link:
    return Link(m.start(), m.end(), page_name(m[1]), "", _words(m, 1), numbered=True)


def _upload(scanner: Scanner, m: Match) -> Image | None:
    alt, end = page_name(m[1]), m.end()
    if m[2]:
        words = _raw_label(scanner, m.end(), "]]")
        if words is None or "|" in words[0].text:
            return None
        alt, end = words[0].text, words[0].end + 2
    return Image(m.start(), end, page_name(m[1]), False, alt, literal=True)


# -- anchors and tags --------------------------------------------------------------------------------------


def _anchor(_scanner: Scanner, m: Match) -> Anchor:
    return Anchor(m.start(), m.end(), page_name(m[1]))


def _to_anchor(scanner: Scanner, m: Match) -> Link | None:
    page, fragment = page_name(m[1] or ""), page_name(m[2])
    if not m[3]:
        words = (Text(m.start(1) if m[1] else m.start(2), m.end(2), f"{m[1]}#{m[2]}" if m[1] else m[2]),)
        return Link(m.start(), m.end(), page, fragment, words, m[0].startswith("[[["))
    label = _raw_label(scanner, m.end(), "]]")
    return label and Link(m.start(), label[0].end + 2, page, fragment, label)


def _tag(scanner: Scanner, m: Match) -> Tag | None:
    if not m[2]:
        return Tag(m.start(), m.end(), page_name(m[1]), _words(m, 1))
    label = _raw_label(scanner, m.end(), "]]")
    if label is None or "|" in label[0].text:
        return None
    return Tag(m.start(), label[0].end + 2, page_name(m[1]), label)


#: What can begin with one, two or three square brackets, in the engine's order; but what most links are
#: comes first where no other rule could match.
LINKS = {
    "[": (
        LinkRule("address, text", rf"\[({URL})[|\s]", _address_with_text),
        LinkRule("address, number", rf"\[({URL})\]", _address_numbered),
        LinkRule("site, text", rf"\[({SITE}):({SITE_PAGE_BEFORE_SPACE})(\s+)(?!\])", _site_page_with_text),
        LinkRule("site, number", rf"\[({SITE}):({BARE_SITE_PAGE})\]", _site_page_numbered),
        LinkRule("anchor", rf"\[:({NAME})\]", _anchor),
    ),
    "[[": (
        LinkRule("page", rf"\[\[({NAME})(?:\]\]|\s*(\|)\s*)", _page),
        LinkRule("address", rf"\[\[({URL})(?:\]\]|\s*(\|)\s*)", _address),
        LinkRule("site", rf"\[\[({SITE}):({FREE_SITE_PAGE})(?:\]\]|\s*(\|)\s*)", _site_page),
        LinkRule("address, text", rf"\[\[({URL})[|\s]", _address_with_text),
        LinkRule("upload", rf"\[\[image:({NAME})(?:\]\]|(\|))", _upload),
        LinkRule("to an anchor", rf"\[\[()#({NAME})(?:\]\]|(\|))", _to_anchor),
        LinkRule("to a page's anchor", rf"\[\[({NAME})#({NAME})(?:\]\]|(\|))", _to_anchor),
        LinkRule("tag", rf"\[\[tag:({NAME})(?:\]\]|(\|))", _tag),
    ),
    "[[[": (
        LinkRule("page, number", rf"\[\[\[({NAME})\]\]\]", _page_numbered),
        LinkRule("site, number", rf"\[\[\[({SITE}):({FREE_SITE_PAGE})\]\]\]", _site_page_numbered),
        LinkRule("anchor, number", rf"\[\[\[({NAME})#({NAME})\]\]\]()", _to_anchor),
    ),
}
_CLOSERS = {"[": "]", "[[": "]]", "[[[": "]]]"}
_RULES = {
    opener: [(expression(rule.pattern), rule.make) for rule in rules] for opener, rules in LINKS.items()
}


def _read(scanner: Scanner, opener: str, s: int) -> Inline | Labelled | None:
    """Read what begins with the square brackets at `s`; nothing does that has no closing ones ahead."""
    if scanner.next(_CLOSERS[opener], s) >= 0:
        for pattern, make in _RULES[opener]:
            head = pattern.match(scanner.text, s)
            node = head and make(scanner, head)
            if node:
                return node
    return None


def plain_link(scanner: Scanner, m: Match) -> Link | None:
    """Make `[[Page]]` or `[[Page|words]]`."""
    start, end = m.span()
    inside = scanner.text[start + 2 : end - 2]
    name, bar, words = inside.partition("|")
    if not is_plane(name):
        return None
    words = words if bar else name
    shown = (Text(end - 2 - len(words), end - 2, words),)
    return Link(start, end, page_name(name), "", shown)


def plain_address(scanner: Scanner, m: Match) -> Inline | None:
    """Make `[url words]`."""
    start, end = m.span()
    url, _, words = scanner.text[start + 1 : end - 1].partition(" ")
    if url.partition(":")[0] not in SCHEMES:
        return None
    return _out(start, end, url, (Text(end - 1 - len(words), end - 1, words),))


def link(opener: str, label_patterns: Callable[[], Patterns]) -> Act:
    """Make what begins with some square brackets; texts of links obey `label_patterns`."""

    def act(scanner: Scanner, m: Match, start: int) -> int:
        s = m.start()
        node = _read(scanner, opener, s)
        if node is None:
            return ~(s + 1)
        scanner.flush(start, s)
        if isinstance(node, Labelled):
            return _enter(scanner, node, label_patterns())
        scanner.out.append(node)
        return node.end

    return act


def _enter(scanner: Scanner, label: Labelled, patterns: Patterns) -> int:
    start, end = label.start, label.end
    if patterns[0](scanner.text, start, end):
        scanner.enter_region(patterns, end, label.after, Frame("a", scanner.out, label.close))
        return start
    words = (Text(start, end, scanner.text[start:end]),)
    scanner.out.append(label.close(label.after, words))
    return label.after


# -- pictures ----------------------------------------------------------------------------------------------

_PICTURE = expression(rf"\{{\{{(?:({URL})|({NAME}))(?:\}}\}}|\s*(\|)\s*)")


def picture(scanner: Scanner, m: Match) -> Image | None:
    """Make `{{picture}}` or `{{picture|text}}`, of this wiki or from elsewhere."""
    if scanner.next("}}", m.start()) < 0:
        return None
    p = _PICTURE.match(scanner.text, m.start())
    if p is None or p.end() > scanner.horizon():
        return None
    alt, end = p[2] or "", p.end()
    if p[3]:
        label = _label(scanner, p.start(3), p.end(), "}}")
        if label is None:
            return None
        alt, end = scanner.text[slice(*label)], label[1] + 2
    return Image(m.start(), end, p[1] or page_name(p[2]), bool(p[1]), alt)


def is_picture_outside(scanner: Scanner, m: Match) -> bool:
    """Tell whether a picture from elsewhere stands here; it gets a paragraph of its own."""
    image = picture(scanner, m)
    return image is not None and image.outside


def is_picture_link(scanner: Scanner, m: Match) -> bool:
    """Tell whether a picture that links stands here; it gets a paragraph of its own."""
    node = _read(scanner, "[[", m.start())
    return isinstance(node, Image) and node.link is not None


# -- bare addresses ----------------------------------------------------------------------------------------

_BARE_URL = expression(BARE_URL)
_BARE_SITE_PAGE = expression(rf"{SITE}:({BARE_SITE_PAGE})")


def address(scanner: Scanner, m: Match, start: int) -> int | None:
    """Make a bare address or `Site:Page` of the word before a colon and what follows."""
    text, s = scanner.text, m.start()
    word = s
    while word > start and s - word <= scanner.longest_site and is_letter(text[word - 1]):
        word -= 1
    node = _bare(scanner, text[word:s], word)
    if node is None:
        return ~(s + 1)
    scanner.flush(start, word)
    scanner.out.append(node)
    return node.end


def _bare(scanner: Scanner, prefix: str, p: int) -> Inline | None:
    if prefix in SCHEMES:
        m = _BARE_URL.match(scanner.text, p)
        return m and _shown(p, m.end(1), m[1])
    if prefix not in scanner.sites:
        return None
    m = _BARE_SITE_PAGE.match(scanner.text, p)
    if m is None:
        return None
    words = (Text(p, m.end(), m[0]),)
    return InterLink(p, m.end(), prefix, m[1], words, literal=True)


def _shown(start: int, end: int, url: str) -> Inline:
    if is_picture(url):
        return Image(start, end, url, outside=True, alt=url, bare=True)
    return _out(start, end, url, (Text(start, end, url),))
