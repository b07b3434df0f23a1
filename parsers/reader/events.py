"""What changed, in the words of the table Verlauf: `Aspekt neu: …`, `Tausch: … und …`, one or several."""

import re
from collections.abc import Callable, Container, Iterator, Mapping
from typing import Any

from msgspec import Struct

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.rules.names import fold

#: An event as JSON: its kind as `event`, and the fields of that kind.
Event = dict[str, Any]

_TRIM = ' \t\n.,;:*_|–—-"„“”»«/'
_QUOTED = expression(r"[\"„“»]([^\"„“”»«]+)[\"“”«]")
_NUMBER = expression(r"\s*(\d{1,3})\s*%?\s*")
#: `Schriften von 2`, where the value that was is part of what stands before the new one.
_OLD = expression(r"(.*?)\s+(\d{1,3})\s*%?\s*")
_NEW = expression(r"\s*(\d{1,3})\s*%?\s*(?:\((.*)\))?\s*")
_DIE = expression(r"\d*[WD]\d+\s*:?\s*(\d{1,2})", re.IGNORECASE)


class Told(Struct, frozen=True):
    """A stretch of words about a change, and the event that they mean; None if nobody knows."""

    words: str
    event: Event | None


def told_events(what: str, lexicon: Lexicon, known: Container[str] = ()) -> list[Told]:
    """The changes in a cell or an item, one after the other; a semicolon begins another one.

    `known` are the folded texts that the character has or had, which may themselves have a word like `durch`.
    """
    return [Told(words, _event(words, lexicon, known)) for words in _several(what, lexicon)]


def _several(what: str, lexicon: Lexicon) -> Iterator[str]:
    """The stretches between semicolons, each of which begins with the words for a kind of change."""
    together = ""
    for piece in what.split(";"):
        if together and _kind(piece, lexicon)[0] is None:
            together += ";" + piece
            continue
        if together.strip():
            yield together.strip()
        together = piece
    if together.strip():
        yield together.strip()


def _kind(words: str, lexicon: Lexicon) -> tuple[str | None, str]:
    """The kind of change and the rest of the words."""
    label, _, rest = words.partition(":")
    kind = lexicon.events.get(fold(label.strip(_TRIM)))
    return kind, rest.strip()


def _event(words: str, lexicon: Lexicon, known: Container[str]) -> Event | None:
    kind, rest = _kind(words, lexicon)
    if kind is None:
        return None
    form = lexicon.vocabulary.forms.get(kind, "text")
    if form == "exchange":
        fields = _exchange(rest, lexicon, known)
    else:
        read = _FORMS.get(form)
        fields = read(rest, lexicon) if read else None
    return None if fields is None else {"event": kind, **fields}


def _text(rest: str, _: Lexicon) -> Mapping[str, Any] | None:
    text = rest.strip(_TRIM)
    return {"text": text} if text else None


def _name(rest: str, _: Lexicon) -> Mapping[str, Any] | None:
    name = rest.strip(_TRIM)
    return {"name": name} if name else None


def _nothing(rest: str, _: Lexicon) -> Mapping[str, Any] | None:
    return None if rest.strip(_TRIM) else {}


def _points(rest: str, _: Lexicon) -> Mapping[str, Any] | None:
    number = _NUMBER.fullmatch(rest.strip(_TRIM))
    return {"points": int(number[1])} if number else None


def _exchange(rest: str, lexicon: Lexicon, known: Container[str]) -> Mapping[str, Any] | None:
    """`dies durch das`, where either may have such a word itself.

    Quotation marks tell them apart, else what is known: both, the new one, or the old one; else the last such
    word counts.
    """
    ways = [_QUOTED.findall(rest)] if len(_QUOTED.findall(rest)) == 2 else []
    matches = lexicon.phrase("exchanged_by").finditer(rest)
    ways = ways or [[rest[: match.start()], rest[match.end() :]] for match in matches]
    pairs = [(one.strip(_TRIM), other.strip(_TRIM)) for one, other in ways]
    pairs = [pair for pair in pairs if all(pair)]
    if not pairs:
        return None
    best = max(range(len(pairs)), key=lambda at: (_known(pairs[at], known), at))
    return {"text": pairs[best][1], "replaced": pairs[best][0]}


def _known(pair: tuple[str, str], known: Container[str]) -> int:
    """How well a text and the one in its place are known."""
    return 2 * (fold(pair[1]) in known) + (fold(pair[0]) in known)


def _swap(rest: str, lexicon: Lexicon) -> Mapping[str, Any] | None:
    one, other = _two(rest, lexicon.phrase("swapped_with"))
    return {"skills": [lexicon.skill(one) or one, lexicon.skill(other) or other]} if one and other else None


def _two(rest: str, between: re.Pattern[str]) -> tuple[str, str]:
    quoted = _QUOTED.findall(rest)
    parts = quoted if len(quoted) == 2 else between.split(rest)
    if len(parts) != 2:
        return "", ""
    one, other = (part.strip(_TRIM) for part in parts)
    return one, other


def _change(rest: str, lexicon: Lexicon) -> Mapping[str, Any] | None:
    """`Schriften von 2 auf 3 (3 Punkte)`, `Schriften auf 3`, `Suchen 40 → 42 (1W4: 3)`."""
    for to in reversed(list(lexicon.phrase("to").finditer(rest))):
        new = _NEW.fullmatch(rest, to.end())
        if new:
            fields = _named(rest[: to.start()], lexicon) | {"new": int(new[1])}
            die = _DIE.search(new[2] or "")
            return fields | ({"die": int(die[1])} if die else {}) if fields.get("name") else None
    return None


def _named(words: str, lexicon: Lexicon) -> dict[str, Any]:
    """The name of what changed, and its value before where that is said."""
    old = _OLD.fullmatch(words)
    if old is None:
        return {"name": words.strip(_TRIM)}
    name = old[1]
    starts = [
        match.start() for match in lexicon.phrase("from_value").finditer(name) if match.end() == len(name)
    ]
    return {"name": name[: starts[-1] if starts else None].strip(_TRIM), "old": int(old[2])}


_FORMS: dict[str, Callable[[str, Lexicon], Mapping[str, Any] | None]] = {
    "text": _text,
    "name": _name,
    "nothing": _nothing,
    "points": _points,
    "swap": _swap,
    "change": _change,
    "rise": _change,
}
