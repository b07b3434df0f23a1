"""Which aspect a record means by words of its own."""

import re
from collections.abc import Iterable

from tontafel.rules.inflection import said_otherwise
from tontafel.rules.names import fold

#: Shorter words, and shorter beginnings of words, say nothing about which aspect is meant.
_TELLING = 4
_WORD = re.compile(r"[^\W\d_]+")


def nearest(text: str, known: Iterable[str]) -> str | None:
    """The one known aspect that shares most with a text, word by word; `Jähzorn` is near to `jähzornig`."""
    aspects = list(dict.fromkeys(known))
    found = said_otherwise(text, aspects)
    if found:
        return found
    shared = {aspect: _shared(text, aspect) for aspect in aspects}
    most = max(shared.values(), default=0)
    best = [aspect for aspect, count in shared.items() if count == most]
    return best[0] if most and len(best) == 1 else None


def _shared(text: str, aspect: str) -> int:
    """How many words of a text begin like a word of the aspect."""
    mine, theirs = _words(text), _words(aspect)
    return sum(any(_alike(one, other) for other in theirs) for one in mine)


def _words(text: str) -> list[str]:
    return [word for word in _WORD.findall(fold(text)) if len(word) >= _TELLING]


def _alike(one: str, other: str) -> bool:
    length = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        len(min(one, other, key=len)),
    )
    return length >= _TELLING and 2 * length > max(len(one), len(other))
