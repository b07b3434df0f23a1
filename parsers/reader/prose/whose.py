"""Whose values a page's sentences tell of: of the page's own character, or of somebody beside it."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from tontafel.parsers.reader.claims import WEAK, Claim
from tontafel.parsers.reader.drafts import Draft, Reading
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.prose.stats import StatLine
from tontafel.parsers.reader.sentences import sentences, tokens, up_to
from tontafel.parsers.reader.titles import introduced, mentions
from tontafel.parsers.reader.units import Segment
from tontafel.rules.span import Span

#: What stands in the values of somebody.
_VALUES = frozenset(["attributes", "skills", "tracks"])


class Told(Struct, frozen=True, gc=False):
    """Values of somebody by this name, and the unit in which they stand."""

    name: str
    line: StatLine
    reading: Reading


def happens(words: Slice, place: int, lexicon: Lexicon) -> bool:
    """Whether the sentence that reaches a place in the source tells what happened: `Sie würfelt 3 …`."""
    sentence = list(sentences(up_to(words, place)))[-1:]
    return any(lexicon.within(word, "happening") for one in sentence for word in tokens(one.text))


def describes(readings: Iterable[Reading], lexicon: Lexicon) -> bool:
    """Whether a page's first paragraph says who somebody is, and has boxes in it."""
    first = next((one for one in readings if one.unit.kind in {"prose", "line"}), None)
    drawn = first is not None and any(claim.field == "tracks" for claim in first.claims)
    return first is not None and drawn and introduced(first.unit.words, lexicon) != ""


def may_be_told(readings: Iterable[Reading], lexicon: Lexicon) -> bool:
    """Whether values may stand in sentences alone: where skills are all that has one, none is listed."""
    if lexicon.vocabulary.attributes:
        return True
    claims = (claim for reading in readings for claim in reading.claims)
    return not any(claim.field == "skills" and claim.sure > WEAK and not claim.prose for claim in claims)


def is_the_pages(told: Told, page: str, readings: Iterable[Reading], lexicon: Lexicon) -> bool:
    """Whether the only one with values on a page of an NPC is the page's own, though called otherwise.

    `Am Tor steht ein Hüne (Speer 4, Schild 3)` on the page `Torwächter`: the page begins with it, nothing
    else on it is a character's, and it says nothing of a Torwächter.
    """
    known = list(readings)
    prose = [reading for reading in known if reading.unit.kind in {"prose", "line", "item"}]
    if not prose or prose[0] is not told.reading or _is_possessed(told, lexicon):
        return False
    first = next(sentences(told.reading.unit.words), told.reading.unit.words)
    return (
        told.line.words.start < first.end
        and not mentions(page, [reading.unit.words for reading in prose], lexicon)
        and not Draft(None, known, npc=True).is_character(lexicon)
    )


def is_of_its_kind(told: Told, root: Segment, listed: Mapping[int, Reading], *, marked: bool) -> bool:
    """Whether the word before values says what the page's own character is: `Soldatin, ST 14, KO 12`.

    A comma stands behind it, and the rest of the character, which has none of these, stands below the same
    heading. A companion has values that the character has, too, or stands in a list.

    Args:
        told: the values, and what is before them.
        root: the page.
        listed: the page's units by id, but those with values of somebody else's.
        marked: whether the page is known to be a character's.
    """
    values = [claim for claim in told.line.claims if claim.field in _VALUES]
    words, own = told.line.words, told.reading.unit
    start = min(words.flat.offset(claim.span.start) for claim in values) if values else words.start
    if own.kind == "item" or not words.flat.text[words.start : start].rstrip().endswith(","):
        return False
    ids = next((ids for one in root.walk() if id(own) in (ids := list(map(id, one.units)))), [])
    beside = [listed[key] for key in ids if key in listed and key != id(own)]
    known = {_part(claim) for one in beside for claim in one.claims if claim.field in _VALUES}
    return (marked or bool(known)) and known.isdisjoint(map(_part, values))


def _part(claim: Claim) -> str:
    """What somebody has once: each attribute, skills, tracks."""
    return f"@{claim.value[0]}" if claim.field == "attributes" else claim.field


def _is_possessed(told: Told, lexicon: Lexicon) -> bool:
    """Whether somebody is called another's: `sein Hund (Beißen 3, Laufen 2)`."""
    words = told.line.words
    behind = words.start + max(0, words.text.find(told.name))
    before = tokens(words.flat.text[:behind])[-1:]
    return any(lexicon.within(word, "possessives") for word in before)


def first_of_each(claims: Iterable[Claim]) -> Iterator[Claim]:
    """The claims without tracks that stand further down once more: what became of them is a report."""
    seen: set[str] = set()
    for claim in claims:
        if claim.field != "tracks" or claim.value.name not in seen:
            yield claim
        if claim.field == "tracks":
            seen.add(claim.value.name)


def lies_in(claim: Claim, place: Span) -> bool:
    """Whether a claim on a part of somebody stands in a place."""
    return bool(claim.field) and place.start <= claim.span.start and claim.span.end <= place.end
