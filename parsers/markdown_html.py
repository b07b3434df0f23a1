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
#: A browser overlooks these in addresses, and takes a backslash for a slash.
_OVERLOOKED = re.compile(r"[\x00-\x20]+")
_HOST = re.compile(r"[/\\]{2}")
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)")
#: Tags that end without a closing one when the next of their family begins, whose rank is no higher.
_FAMILIES = {"p": ("p", 0), "li": ("item", 0), "dt": ("term", 0), "dd": ("term", 0), "tr": ("cell", 1)}
_FAMILIES |= dict.fromkeys(("caption", "thead", "tbody", "tfoot"), ("cell", 0))
_FAMILIES |= dict.fromkeys(("td", "th"), ("cell", 2))
_OPENING_OR_CLOSING = re.compile(r"<(/)?([A-Za-z][A-Za-z0-9]*)(?(1)[^>]*>?)")
_FLAT = _VOID | {"hr", "col"}
#: A piece with more tags is put in order first, for cleaning takes as long as its tags are many and deep.
_FEW_TAGS, _DEEPEST = 2000, 100


def clean(html: str) -> str:
    """Give what is harmless of a piece of HTML, every tag closed; tags nested too deep become text."""
    if html.count("<") > _FEW_TAGS:
        html = _OPENING_OR_CLOSING.sub(_Nesting().tag, html)
    return nh3.clean(
        html,
        tags=_INLINE | _VOID | _BLOCK,
        attributes=_ATTRIBUTES,
        attribute_filter=_with_scheme,
        url_schemes=_SCHEMES,
        link_rel="noopener",
    )


def _with_scheme(_tag: str, name: str, value: str) -> str:
    """Give an attribute's value; an address without a scheme but with a host would mean a machine nearby."""
    if name not in {"href", "src"}:
        return value
    bare = _OVERLOOKED.sub("", value)
    return "https://" + bare.lstrip("/\\") if _HOST.match(bare) else value


class _Nesting:
    """Puts tags in order: each is closed within the one around it, and none lies too deep."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._names: Counter[str] = Counter()

    def tag(self, found: re.Match[str]) -> str:
        """Give what stands for a closing tag or the beginning of one: what it closes, or text if too deep."""
        closing, written = found.groups()
        name = written.lower()
        if name in _FLAT:
            return found[0]
        if not closing:
            return self._siblings(name) + self._opened(name, written)
        if not self._names[name]:
            return ""
        return self._closed(len(self._open) - 1 - self._open[::-1].index(name))

    def _opened(self, name: str, written: str) -> str:
        if len(self._open) >= _DEEPEST:
            return f"&lt;{written}"
        self._open.append(name)
        self._names[name] += 1
        return f"<{written}"

    def _siblings(self, name: str) -> str:
        """Close what ends where `name` begins."""
        if name not in _BLOCK:
            return ""
        family, rank = _FAMILIES.get(name, ("", 0))
        kept = len(self._open)
        while kept:
            other, level = _FAMILIES.get(self._open[kept - 1], ("none", 0))
            if other != "p" and (other != family or level < rank):
                break
            kept -= 1
        return self._closed(kept)

    def _closed(self, kept: int) -> str:
        return "".join(f"</{self._pop()}>" for _ in range(len(self._open) - kept))

    def _pop(self) -> str:
        name = self._open.pop()
        self._names[name] -= 1
        return name


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
