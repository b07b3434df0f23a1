"""Raw HTML in Markdown pages, cleaned: no script, no style, no handlers, no addresses that run."""

import re
from collections import Counter

import nh3

from tontafel.parsers.tree import Html, Inline

#: Tags that may stand within a line.
_INLINE = {
    *("a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q"),
    *("s", "samp", "small", "span", "strong", "sub", "sup", "u", "var"),
}
_VOID = {"br", "wbr", "img"}
_BLOCK = {
    *("blockquote", "caption", "center", "col", "colgroup", "dd", "details", "div", "dl", "dt", "figcaption"),
    *("figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "ruby", "rt", "rp"),
    *("summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul"),
}
_ATTRIBUTES = {
    "*": {"lang", "title", "dir"},
    "a": {"href"},
    "img": {"src", "alt", "width", "height"},
    "ol": {"start"},
    "td": {"colspan", "rowspan", "align"},
    "th": {"colspan", "rowspan", "align", "scope"},
    "details": {"open"},
}
_SCHEMES = {"http", "https", "mailto", "ftp"}
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)")


def clean(html: str) -> str:
    """Give what is harmless of a piece of HTML, every tag closed."""
    return nh3.clean(
        html, tags=_INLINE | _VOID | _BLOCK, attributes=_ATTRIBUTES, url_schemes=_SCHEMES, link_rel="noopener"
    )


def clean_tags(nodes: list[Inline]) -> tuple[Inline, ...]:
    """Clean the single tags among inline nodes; a tag without its partner and comments are left out."""
    if not any(isinstance(node, Html) for node in nodes):
        return tuple(nodes)
    partners = _partners(nodes)
    kept: list[Inline] = []
    for number, node in enumerate(nodes):
        if not isinstance(node, Html):
            kept.append(node)
        elif number in partners:
            kept.append(Html(node.start, node.end, partners[number]))
    return tuple(kept)


def _partners(nodes: list[Inline]) -> dict[int, str]:
    """Give the clean form of every tag that may stay, by its number."""
    tags = _Tags()
    for number, node in enumerate(nodes):
        found = _TAG.match(node.html) if isinstance(node, Html) else None
        if found and isinstance(node, Html):
            tags.meet(number, node.html, found[2].lower(), closing=bool(found[1]))
    return tags.kept


class _Tags:
    """The tags met so far: those still open, and the clean form of those that may stay."""

    def __init__(self) -> None:
        self.kept: dict[int, str] = {}
        self._open: list[tuple[int, str, str]] = []
        self._names: Counter[str] = Counter()

    def meet(self, number: int, html: str, name: str, *, closing: bool) -> None:
        if name in _VOID:
            self.kept[number] = clean(html)
        elif name in _INLINE and not closing:
            self._open.append((number, html, name))
            self._names[name] += 1
        elif self._names[name]:
            self._close(number, name)

    def _close(self, number: int, name: str) -> None:
        """Pair a closing tag with its opening one; those opened in between stay without a partner."""
        while True:
            opened, html, other = self._open.pop()
            self._names[other] -= 1
            if other == name:
                break
        cleaned = clean(html)
        end = f"</{name}>"
        if cleaned.endswith(end):
            self.kept[opened] = cleaned.removesuffix(end)
            self.kept[number] = end
