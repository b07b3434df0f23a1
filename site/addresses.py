"""The address of every page: readable, stable, and never the same twice.

An address is a file name without its ending, in the letters `a-z 0-9 -` only; so the names of the files
that the program makes itself may hold a dot (`tag.held.html`) and never meet a page's.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import blake2b

#: The generated pages, by what they list.
HOME = "index"
ALL_PAGES = "all-pages"
CHARACTERS = "all-characters"
TAGS = "all-tags"
WANTED = "wanted-pages"
FINDINGS = "findings"
#: Names that Windows keeps for devices.
DEVICES = frozenset(
    {"con", "prn", "aux", "nul"}
    | {f"{device}{number}" for device in ("com", "lpt") for number in range(1, 10)}
)
#: Names that a page's address must not take: generated pages, and those of devices.
RESERVED = DEVICES | {HOME, ALL_PAGES, CHARACTERS, TAGS, WANTED, FINDINGS}
#: German spells its umlauts out; letters that Unicode does not take apart follow their languages.
_SPELLED = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "oe"}
    | {"å": "a", "ð": "d", "đ": "d", "þ": "th", "ł": "l", "ı": "i", "’": "", "'": ""}
)
#: What keeps the words of an address apart: all of ASCII but letters and digits.
_APART = {code: " " for code in range(128) if not chr(code).isalnum()}
_LONGEST = 100


@lru_cache(maxsize=65536)
def slug(name: str) -> str:
    """Give the address that a name asks for; never empty."""
    if name.isascii():
        lowered = name.lower().replace("'", "")
    else:
        composed = unicodedata.normalize("NFC", name).lower().translate(_SPELLED)
        lowered = "".join(map(_latin, unicodedata.normalize("NFKD", composed))).lower()
    words = lowered.translate(_APART).split()
    return _shortened("-".join(words) or "-".join(f"{ord(c):x}" for c in name) or "0", name)


def _latin(character: str) -> str:
    """Keep what is ASCII, drop accents, write letters of other scripts as their code points."""
    if character.isascii():
        return character
    kind = unicodedata.category(character)
    if kind.startswith("M"):
        return ""
    return f" {ord(character):x} " if kind[0] in "LN" else " "


def _shortened(address: str, name: str) -> str:
    if len(address) <= _LONGEST:
        return address
    mark = blake2b(name.encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()
    return f"{address[:_LONGEST]}-{mark}"


def assign(names: Iterable[str], home: str = "") -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Give every name its address, and the pairs (name, the name or generated page it made way for).

    The first by code point order keeps the address both want; the next gets `-2`, and so on. The
    home page is `index`.
    """
    front = {home: HOME} if home else {}
    more, clashes = assign_more(set(names) - set(front), front)
    return front | more, clashes


def assign_more(
    names: Iterable[str], taken: Mapping[str, str]
) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Give more names their addresses beside those that others have."""
    owners: dict[str, str] = dict.fromkeys(RESERVED, "")
    owners |= {address: name for name, address in taken.items()}
    found: dict[str, str] = {}
    waiting = []
    for name in sorted(names):
        wanted = slug(name)
        if wanted in owners:
            waiting.append((name, wanted))
        else:
            owners[wanted], found[name] = name, wanted
    clashes: list[tuple[str, str]] = []
    counts: dict[str, int] = {}
    for name, wanted in waiting:
        number = counts.get(wanted, 2)
        while f"{wanted}-{number}" in owners:
            number += 1
        counts[wanted] = number + 1
        found[name] = f"{wanted}-{number}"
        owners[found[name]] = name
        clashes.append((name, owners[wanted]))
    return found, clashes
