"""File names for pages that are safe on every system, and the way back to the page's name.

What a system forbids is written as in addresses: `Was ist Hybris?` lies in `Was_ist_Hybris%3F.txt`.
"""

import re
import unicodedata
from collections.abc import Iterable

from tontafel.parsers.expression import expression

#: Forbidden somewhere, or with a meaning of its own: `<>:"/\\|?*`, control characters, bytes that are no
#: text, `%` before two digits.
_FORBIDDEN = expression(r'[<>:"/\\|?*\x00-\x1f\x7f\ud800-\udfff]|%(?=[0-9A-F]{2})|^[.~-]|[. ]$')
#: Names of devices on Windows, whatever their ending.
_DEVICE = expression(r"(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)", re.IGNORECASE)
_CODES = expression(r"(?:%[0-9A-F]{2})+")


def encode_name(name: str) -> str:
    """Give the safe form of a name, without an ending; `decode_name` gives the name back."""
    safe = _FORBIDDEN.sub(lambda found: _code(found[0]), name)
    return _code(safe[0]) + safe[1:] if _DEVICE.match(safe) else safe


def decode_name(stem: str) -> str:
    """Give the name that a safe form stands for; codes that are no UTF-8 stay as they are."""
    return _CODES.sub(_decoded, stem) if "%" in stem else stem


def distinct(names: Iterable[str]) -> dict[str, str]:
    """Give each name a safe form that no disk confuses with another: some know no case or no accents' form.

    Of names that differ only so, the later ones have letters written as codes.
    """
    forms: dict[str, str] = {}
    taken: set[str] = set()
    for name in sorted(names):
        form = encode_name(name)
        letters = [place for place, letter in enumerate(form) if letter.isalpha() or not letter.isascii()]
        while _folded(form) in taken and letters:
            place = letters.pop()
            form = form[:place] + _code(form[place]) + form[place + 1 :]
        taken.add(_folded(form))
        forms[name] = form
    return forms


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _code(letter: str) -> str:
    return "".join(f"%{byte:02X}" for byte in letter.encode("utf-8", "surrogateescape"))


def _decoded(codes: re.Match[str]) -> str:
    try:
        return bytes.fromhex(codes[0].replace("%", "")).decode("utf-8")
    except UnicodeDecodeError:
        return codes[0]
