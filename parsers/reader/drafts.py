"""Which units of a page belong to which character: by headings, until two of them list the same part."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from tontafel.parsers.reader.claims import KNOWN, SHAPED, WEAK, Claim
from tontafel.parsers.reader.columns import bearer
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.units import Segment, Unit
from tontafel.rules.names import fold
from tontafel.rules.span import Span

#: Parts that only one character has under one heading; phrases in prose may stand anywhere.
PARTS = ("aspects", "attributes", "skills", "tracks", "stunts", "consequences")
#: Those that have values.
VALUED = frozenset(["skills", "tracks", "attributes"])
#: What makes a character, where there is enough of it.
_COUNTED = frozenset([*PARTS, "details"])


class Reading:
    """What the recognisers say of one unit."""

    __slots__ = ("claims", "plain", "unit")

    def __init__(self, unit: Unit, claims: list[Claim], *, plain: bool = False) -> None:
        self.unit = unit
        self.claims = claims
        #: Whether there are values in it that are plainly somebody's.
        self.plain = plain


class Draft:
    """A character in the making: the units it is made of."""

    def __init__(self, heading: Unit | None, readings: Iterable[Reading], *, npc: bool) -> None:
        self.heading = heading
        self.readings = list(readings)
        self.npc = npc
        #: The character's name where it is not to be found by headings.
        self.name = ""
        #: Headings that say no more than the name, or that those below are NPCs.
        self.titles: list[Unit] = []

    def claims(self) -> list[Claim]:
        """Every claim, in the page's order."""
        return [claim for reading in self.readings for claim in reading.claims]

    def units(self) -> list[Unit]:
        """Every unit, in the page's order."""
        return [reading.unit for reading in self.readings]

    def is_empty(self) -> bool:
        """Whether nothing in it is understood."""
        return not any(claim.field for reading in self.readings for claim in reading.claims)

    def parts(self) -> set[str]:
        """The parts that are listed, not told in prose."""
        return {
            claim.field
            for claim in self.claims()
            if claim.field in PARTS and not claim.prose and claim.sure > WEAK
        }

    def is_character(self, lexicon: Lexicon) -> bool:
        """Whether there are parts enough: boxes, two known values, or two kinds of anything.

        A word or a list of the details is no kind of its own: peoples live in places, too.
        """
        if True in [reading.plain for reading in self.readings]:
            return True
        fields: set[str] = set()
        named: set[tuple[str, str]] = set()
        skills: list[Claim] = []
        for claim in (claim for reading in self.readings for claim in reading.claims):
            field = claim.field
            if claim.sure <= WEAK or field not in _COUNTED or (field == "tracks" and _is_told(claim)):
                continue
            if field == "tracks":
                if claim.value.boxes is not UNSET:
                    return True
                named.add((field, claim.value.name))
            elif field == "attributes":
                named.add((field, claim.value[0]))
            elif field == "skills" and claim.value.value is not None:
                skills.append(claim)
            if field != "details" or _is_numbered(claim):
                fields.add(field)
            if len(fields) > 1:
                return True
        known = len(named) + sum(lexicon.skill(claim.value.name) is not None for claim in skills)
        enough = 2 if skills else 3
        return known >= enough or bool(skills and known and any(claim.sure >= KNOWN for claim in skills))


def _is_told(track: Claim) -> bool:
    """Whether it is of a sentence outside a section on tracks: a report of what happened, perhaps."""
    return track.prose and track.sure < KNOWN


def _is_numbered(detail: Claim) -> bool:
    """Whether a detail is a number or has numbers by name."""
    return any(isinstance(value, int | dict) for value in detail.value.values())


def believed(readings: Sequence[Reading]) -> None:
    """Drop weak claims that nothing in the same list or table bears out.

    Skills and tracks need a surer one beside them, consequences a second severity.
    """
    doubtful = [reading for reading in readings for claim in reading.claims if claim.sure <= WEAK]
    if not doubtful:
        return
    sure: set[int] = set()
    harms: dict[int, set[str]] = {}
    for reading in readings:
        for claim in reading.claims:
            if claim.field in VALUED and claim.sure > WEAK:
                sure.add(reading.unit.block)
            elif claim.field == "consequences":
                harms.setdefault(reading.unit.block, set()).add(claim.value.severity)
    sure |= {block for block, severities in harms.items() if len(severities) > 1}
    for reading in doubtful:
        if reading.unit.block in sure:
            reading.claims = [_raised(claim) for claim in reading.claims]
        else:
            reading.claims = [claim for claim in reading.claims if not _is_weak_value(claim)]


def respelled(readings: Sequence[Reading], lexicon: Lexicon) -> None:
    """Take unknown names for attributes that are misspelled and stand among attributes."""
    if not lexicon.vocabulary.attributes:
        return
    among = {one.unit.block for one in readings for claim in one.claims if claim.field == "attributes"}
    for reading in readings:
        if reading.unit.block in among or reading.unit.section == "attributes":
            reading.claims = [_as_attribute(claim, lexicon) for claim in reading.claims]


def _as_attribute(claim: Claim, lexicon: Lexicon) -> Claim:
    if claim.field != "skills" or claim.value.value is None or not lexicon.almost_attribute(claim.value.name):
        return claim
    spans = [claim.at, *(span for _, span in claim.inner)]
    at = Span(min(span.start for span in spans), max(span.end for span in spans))
    value = (claim.value.name, claim.value.value, None)
    return replace(claim, field="attributes", value=value, at=at, inner=())


def _is_weak_value(claim: Claim) -> bool:
    return claim.sure <= WEAK and claim.field in {"skills", "tracks", "open", "consequences"}


def _raised(claim: Claim) -> Claim:
    return replace(claim, sure=SHAPED) if _is_weak_value(claim) else claim


def by_headings(segment: Segment, readings: dict[int, Reading], lexicon: Lexicon) -> list[Draft]:
    """The drafts below a heading, the heading's own first; a page that is one character gives one draft.

    Where two headings each have enough for a character and list the same part, they are two characters.
    """
    own = Draft(
        segment.heading,
        [reading for unit in segment.units if (reading := readings.get(id(unit)))],
        npc=segment.npc,
    )
    below = [draft for child in segment.children for draft in by_headings(child, readings, lexicon)]
    if not below:
        return [own]
    filled = [draft for draft in (own, *below) if not draft.is_empty()]
    if len(filled) > 1:
        complete = [draft for draft in filled if draft.is_character(lexicon)]
        if len(complete) > 1 and _overlap(complete):
            return _apart(own, below, complete)
    return [_together(own, [draft for draft in filled if draft is not own], below)]


def _overlap(drafts: Sequence[Draft]) -> bool:
    seen: set[str] = set()
    for draft in drafts:
        parts = draft.parts()
        if seen & parts:
            return True
        seen |= parts
    return False


def _apart(own: Draft, below: list[Draft], complete: list[Draft]) -> list[Draft]:
    """Several characters: what is nobody's own belongs to the one above it, or to the page."""
    kept: list[Draft] = [own]
    for draft in below:
        if draft in complete:
            kept.append(draft)
        else:
            kept[-1].readings += draft.readings
    return kept


def _together(own: Draft, filled: Sequence[Draft], below: Sequence[Draft]) -> Draft:
    """One character: its name is the heading that has all its parts below it, the only one `filled`."""
    heading = own.heading
    npc = own.npc
    if len(filled) == 1 and not own.parts():
        heading = filled[0].heading
        npc = npc or filled[0].npc
    return Draft(heading, [reading for draft in (own, *below) for reading in draft.readings], npc=npc)


def hand_out(drafts: Sequence[Draft], named: Callable[[Draft], str]) -> None:
    """Give each row of a history that several share to the one it names.

    Args:
        drafts: everybody on the page.
        named: the name of a draft.
    """
    if not any(_names_bearer(reading.unit) for draft in drafts for reading in draft.readings):
        return
    owners = {fold(named(draft)): draft for draft in reversed(drafts)}
    for draft in drafts:
        kept: list[Reading] = []
        for reading in draft.readings:
            owner = owners.get(fold(bearer(reading.unit))) if _names_bearer(reading.unit) else None
            (owner.readings if owner and owner is not draft else kept).append(reading)
        draft.readings = kept


def _names_bearer(unit: Unit) -> bool:
    return unit.section == "history" and unit.kind == "row" and not unit.header and bearer(unit) != ""
