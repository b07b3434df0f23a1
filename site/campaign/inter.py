"""Links out of a campaign by name: the InterMap, the LocalNames, and campaigns side by side."""

import re
from collections.abc import Iterator
from urllib.parse import quote

from tontafel.parsers.expression import expression
from tontafel.parsers.tree import Document, InterLink, OutLink, text_of
from tontafel.parsers.wiki.grammar import SITE

#: The prefix that means this very campaign.
SELF = "Self"
_LINE = expression(rf"^ ({SITE})[ \t]+([^ \n]+)$", re.MULTILINE)
_UNQUOTED = "-_.!~*'()#/"


def inter_map(text: str) -> dict[str, str]:
    """Read the lines of an InterMap: prefix -> address, with `%s` where the page's name goes."""
    return dict(_LINE.findall(text.replace("\r\n", "\n")))


def inter_address(base: str, link: InterLink) -> str:
    """Give the address of a page by the InterMap; `%s` is where its name goes, else the end."""
    target = link.target if link.literal else percent(link.target)
    return base.replace("%s", target) if "%s" in base else base + target


def percent(text: str) -> str:
    """Encode a page's name as the wiki does: with small letters in the codes."""
    return re.sub("%[0-9A-F]{2}", lambda m: m[0].lower(), quote(text, safe=_UNQUOTED, errors="replace"))


def local_names(document: Document) -> dict[str, str]:
    """Read the LocalNames: the words of each link out -> its address."""
    return {" ".join(text_of(link.children).split()): link.url for link in _out_links(document.blocks)}


def _out_links(nodes: object) -> Iterator[OutLink]:
    if isinstance(nodes, tuple):
        for node in nodes:
            yield from _out_links(node)
    elif isinstance(nodes, OutLink):
        yield nodes
    else:
        for part in ("children", "items", "rows", "cells"):
            yield from _out_links(getattr(nodes, part, ()))
