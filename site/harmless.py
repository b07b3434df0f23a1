"""Words and addresses that come from wiki pages, as they may stand in HTML."""

import re

from tontafel.parsers.wiki.grammar import SCHEMES

#: A browser overlooks control characters and line ends in addresses, so they hide no scheme here.
_OVERLOOKED = re.compile(r"[\x00-\x20]+")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_SAFE = SCHEMES | {"tel"}
#: From where pictures are fetched without being asked for; never from a reader's own disk or network.
PICTURE_SCHEMES = frozenset({"http", "https", "ftp"})
#: An address without a scheme but with a host; opened from a disk it would mean a machine nearby.
_HOST = re.compile(r"[/\\]{2}")
_PERCENT = re.compile("(?<=[0-9]) (?=%)")


def together(text: str) -> str:
    """Let no line end between a number and its percent sign."""
    return _PERCENT.sub("\xa0", text) if " %" in text else text


def escape(text: str) -> str:
    """Write text so that HTML shows it."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def attribute(text: str) -> str:
    """Write text so that it can stand between double quotes."""
    return escape(text).replace('"', "&quot;")


def is_safe(url: str, schemes: frozenset[str] = _SAFE) -> bool:
    """Tell whether an address may be linked to: none that runs a script."""
    scheme = _SCHEME.match(_OVERLOOKED.sub("", url))
    return scheme is None or scheme[1].lower() in schemes


def with_host(url: str) -> str:
    """Give an address that means the same wherever the site is opened from."""
    bare = _OVERLOOKED.sub("", url)
    return "https://" + bare.lstrip("/\\") if _HOST.match(bare) else url
