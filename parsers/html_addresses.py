"""Addresses within a wiki: in Markdown's links, and in raw HTML that has been cleaned."""

import re
from collections.abc import Callable, Iterator
from html import escape, unescape
from typing import NamedTuple
from urllib.parse import unquote

from tontafel.parsers.expression import expression

_PAGE_ENDING = expression(r"\.(?:md|txt|wiki|html)$", re.IGNORECASE)
#: An attribute as it is written when HTML has been cleaned, with an address that has neither scheme nor host.
_ATTRIBUTE = expression(r' (src|href)="(?!#|\?|/|[A-Za-z][A-Za-z0-9+.-]*:)([^"]+)"')


class Address(NamedTuple):
    """The page that an address means, the place on it, and whether a picture is to be shown."""

    name: str
    fragment: str
    is_picture: bool


def name_in(path: str) -> str:
    """Give the page that a relative address means: its last part without ending, `_` being spaces."""
    name = unquote(path.rstrip("/").rpartition("/")[2])
    return " ".join(_PAGE_ENDING.sub("", name).replace("_", " ").split())


def addresses_in(html: str) -> Iterator[Address]:
    """Give the addresses within this wiki in a piece of cleaned HTML."""
    return map(_address, _ATTRIBUTE.finditer(html))


def with_addresses(html: str, find: Callable[[Address], str | None]) -> str:
    """Give cleaned HTML with the addresses that `find` knows, and without those of which it gives none."""

    def replaced(found: re.Match[str]) -> str:
        address = find(_address(found))
        if address is None:
            return found[0]
        return f' {found[1]}="{escape(address)}"' if address else ""

    return _ATTRIBUTE.sub(replaced, html)


def _address(found: re.Match[str]) -> Address:
    path, _, fragment = unescape(found[2]).partition("#")
    return Address(name_in(path), unquote(fragment), found[1] == "src")
