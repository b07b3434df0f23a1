"""Units that stand on page after page: understood once, and put in their place every time."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from tontafel.parsers.reader.claims import Claim
from tontafel.parsers.reader.lexicon import Titles
from tontafel.parsers.reader.units import Unit
from tontafel.rules.model import Track
from tontafel.rules.span import Span

#: So many units are remembered, of texts so long; headings and rows come again and again, sentences do not.
_MOST, _LONGEST = 4096, 80


class Readings:
    """What the recognisers of one lexicon said of short units, by all that they look at but the place."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], list[Claim]] = {}

    def claims(self, unit: Unit, titles: Titles, read: Callable[[Unit, Titles], list[Claim]]) -> list[Claim]:
        """The claims on a unit; `read` is asked for them unless they are known, whoever's page it was.

        What depends on whose page it is, since a word of the bearer's name was looked for, is not kept.
        """
        flat = unit.words.flat
        if len(flat.text) > _LONGEST:
            return read(unit, titles)
        base, shape = flat.base, unit.shape()
        known = self._known.get(shape)
        if known is not None:
            return [_moved(claim, base) for claim in known]
        asked = _Asked(titles)
        claims = read(unit, asked)
        if not asked.used:
            if len(self._known) >= _MOST:
                self._known.clear()
            self._known[shape] = [_moved(claim, -base) for claim in claims]
        return claims


class _Asked(frozenset[str]):
    """Words of a name that know whether anybody has looked for one."""

    used = False

    def __contains__(self, word: object) -> bool:
        self.used = True
        return super().__contains__(word)


def _moved(claim: Claim, by: int) -> Claim:
    """The same claim so many letters further on, with a value of its own."""
    span, at, value, inner = claim.span, claim.at, claim.value, claim.inner
    moved = Span(span.start + by, span.end + by)
    there = moved if at is span else Span(at.start + by, at.end + by)
    if inner:
        inner = tuple((path, Span(one.start + by, one.end + by)) for path, one in inner)
    if claim.field in _COPIES:
        value = _COPIES[claim.field](value)
    return Claim(claim.field, value, moved, there, claim.sure, claim.prose, inner, claim.doubt)


def _copied_track(track: Track) -> Track:
    return track if track.boxes is UNSET else replace(track, boxes=list(track.boxes))


def _copied_entry(entry: tuple[str, Any]) -> tuple[str, Any]:
    key, value = entry
    return key, dict(value) if isinstance(value, dict) else value


#: How values are copied that somebody may write into.
_COPIES: dict[str, Callable[[Any], Any]] = {
    "tracks": _copied_track,
    "lists": _copied_entry,
    "history": dict,
}
