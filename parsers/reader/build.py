"""From claims to a character: what is said twice counts once, and what nobody claimed is kept."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.claims import MATTER, WEAK, Claim, covered
from tontafel.parsers.reader.drafts import VALUED, Draft, Reading
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.records import with_events
from tontafel.parsers.reader.sentences import sentences
from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.message import message
from tontafel.rules.model import Character, Kind
from tontafel.rules.names import fold
from tontafel.rules.span import Path, Span

#: The number behind a slash.
_TOP = expression(r"/ ?(\d+)")
#: A word where the severity of a consequence should be, and what happened.
_GRADED = expression(r"\W*([^\W\d_]+)\s*(?:\([^()]*\)\s*)?[:|]\s*[^\s\d|]")
_LISTS = ("aspects", "skills", "tracks", "stunts", "consequences")


class Read(Struct, frozen=True, kw_only=True):
    """A character and where it stands.

    Attributes:
        character: what the page says; `derived` is empty.
        places: the place in the page of each part, by its path in the character; `()` is its heading, or
            where it begins; `("tracks", 0, "boxes", 2)` a single box.
        part: the stretches of the page that are the character's: each word in them is accounted for by
            `claimed` or kept in `Character.other`.
        claimed: the stretches that were understood.
    """

    character: Character
    places: dict[Path, Span]
    part: tuple[Span, ...]
    claimed: tuple[Span, ...]


class Builder:
    """Makes one character of one draft."""

    def __init__(self, draft: Draft, claims: Sequence[Claim], source: str, lexicon: Lexicon) -> None:
        """Take the draft with all its claims."""
        self._draft = draft
        self._claims = claims
        self._lexicon = lexicon
        self._source = source
        self._lists: dict[str, Any] = {field: [] for field in _LISTS}
        self._places: dict[Path, Span] = {}
        self._seen: dict[tuple[object, ...], int] = {}
        self._details: dict[str, Any] = {}
        self._attributes: dict[str, int] = {}
        self._open: dict[int, tuple[int, int]] = {}
        self._claimed: list[Span] = []
        #: What was understood and does not count: its words are kept like those that were not understood.
        self._left: list[Span] = []
        self.diagnostics: list[Diagnostic] = []

    def build(self, name: str, kind: Kind, system: str, edition: str, ladder: Mapping[int, int]) -> Read:
        """Put the character together."""
        self._collect()
        self._leave_scale()
        if self._left:
            self._claimed = _apart_from(self._claimed, covered(self._left))
        self._follow_history()
        units = self._draft.units()
        self._claimed += [unit.span() for unit in self._draft.titles]
        self._claimed += [unit.marks(unit.place) for unit in units if unit.place]
        claimed = covered(self._claimed, self._source)
        other = self._leftovers(claimed)
        for index, span in enumerate(other):
            self._places["other", index] = span
        part = covered([unit.span() for unit in units if unit.words.text])
        heading = self._draft.heading
        self._places[()] = heading.span() if heading else (part[0] if part else Span(0, 0))
        for field in _LISTS:
            if self._lists[field]:
                self._places[field,] = self._places[field, 0]
        if self._lists["skills"]:
            self._places["open_slots",] = self._places["skills", 0]
        character = Character(
            name=name,
            system=system,
            edition=edition,
            kind=kind,
            attributes=self._attributes,
            open_slots=self._slots(ladder) if kind == "pc" else {},
            details=self._details,
            other=[self._source[span.start : span.end] for span in other],
            **self._lists,
        )
        return Read(character=character, places=self._places, part=tuple(part), claimed=tuple(claimed))

    def _collect(self) -> None:
        guessed = not any(claim.field == "stunts" and claim.sure > WEAK for claim in self._claims)
        listed = {claim.field for claim in self._claims if claim.sure > WEAK and not claim.prose}
        for reading in self._draft.readings:
            for claim in reading.claims:
                field = claim.field
                if claim.sure > WEAK or (field == "stunts" and guessed):
                    self._claimed.append(claim.span)
                    # What sentences say of values is a report where they are listed as well.
                    superseded = claim.prose and field in VALUED and field in listed
                    if field and not superseded:
                        self._take(claim, reading.unit.block)

    def _follow_history(self) -> None:
        """Read the rows of the history, once it is known which aspects there are and were."""
        rows = self._details.get("history")
        if not rows:
            return
        known = {fold(aspect.text) for aspect in self._lists["aspects"]}
        for index in reversed(range(len(rows))):
            rows[index] = with_events(rows[index], self._lexicon, known)
            events = rows[index].get("events") or [rows[index]]
            known.update(fold(event["replaced"]) for event in events if event.get("replaced"))

    def _take(self, claim: Claim, block: int) -> None:
        field = claim.field
        if field in self._lists:
            self._append(claim, block)
        elif field == "attributes":
            self._take_attribute(claim)
        elif field == "open":
            row, count = claim.value
            before = self._open.get(row)
            if before is None or before[1] == block:
                self._open[row] = (count + (before[0] if before else 0), block)
                self._places["open_slots", str(row)] = claim.at
        elif field == "details":
            self._take_details(claim)
        elif field == "lists":
            self._list(claim)
        elif field == "history":
            rows = self._details.setdefault("history", [])
            self._places["details", "history", len(rows)] = claim.at
            rows.append(claim.value)
        elif field == "name":
            self._places.setdefault(("name",), claim.at)

    def _leave_scale(self) -> None:
        """Take `Kraft 6/10, Geschick 5/10` for 6 and 5: nobody has several at the end of the scale."""
        scale, current = self._lexicon.vocabulary.scale, self._details.get("current", {})
        if not scale or len(current) < 2:
            return
        places = {name: self._places["details", "current", name] for name in current}
        tops = {name: _TOP.findall(self._source, place.start, place.end) for name, place in places.items()}
        written = [top for some in tops.values() for top in some]
        if len(written) < 2 or set(written) != {str(scale)}:
            return
        for name in places:
            if tops[name] and self._attributes[name] == scale:
                self._attributes[name] = current.pop(name)
                del self._places["details", "current", name]
        if not current:
            del self._details["current"]

    def _take_details(self, claim: Claim) -> None:
        for key, value in claim.value.items():
            if not isinstance(value, dict):
                at = self._places.setdefault(("details", key), claim.at)
                if self._details.setdefault(key, value) != value and not claim.prose:
                    self._leave(claim, self._words(claim.at), self._words(at))
                continue
            named = self._details.setdefault(key, {})
            for name, one in value.items():
                named.setdefault(name, one)
                self._places.setdefault(("details", key, name), claim.at)

    def _list(self, claim: Claim) -> None:
        key, entry = claim.value
        entries = self._details.setdefault(key, [])
        if entry not in entries:
            self._places["details", key, len(entries)] = claim.at
            entries.append(entry)

    def _take_attribute(self, claim: Claim) -> None:
        name, value, now = claim.value
        if name not in self._attributes:
            self._attributes[name] = now if value is None else value
            self._places["attributes", name] = claim.at
        elif value not in {None, self._attributes[name]} and not claim.prose:
            self._leave(claim, f"{name} {value}", f"{name} {self._attributes[name]}")
        if now is not None and now != self._attributes[name]:
            current = self._details.setdefault("current", {})
            if name not in current:
                current[name] = now
                self._places["details", "current", name] = claim.at

    def _words(self, place: Span) -> str:
        return self._source[place.start : place.end]

    def _leave(self, claim: Claim, said: str, counts: str) -> None:
        """Leave what contradicts something before it where it stands, and say so once on each line."""
        self._left.append(claim.span)
        last = self.diagnostics[-1] if self.diagnostics else None
        told = last.span if last and last.code == "value-again" else None
        if told and "\n" not in self._source[told.start : claim.at.start]:
            return
        self.diagnostics.append(
            Diagnostic(
                code="value-again",
                severity="warning",
                message=message(
                    "“{text}” contradicts what stands before: {counts}.", text=said, counts=counts
                ),
                hint=message("What stands first counts; strike one of the two."),
                span=claim.at,
            )
        )

    def _append(self, claim: Claim, block: int) -> None:
        """Add to a list unless it is there already: said twice, or written out once more in another place."""
        field, value, at = claim.field, claim.value, claim.at
        values = self._lists[field]
        key = _key(claim)
        before = self._seen.get(key)
        again = before == block and (_is_listed_again(claim) or self._contradicts(claim))
        if not again and field == "tracks" and value.boxes is UNSET and self._complete(claim):
            return
        if before is not None and not again:
            return
        self._seen.setdefault(key, block)
        path: Path = (field, len(values))
        values.append(value)
        self._places[path] = at
        for inner, span in claim.inner:
            self._places[path + inner] = span
        if claim.doubt:
            code, said, hint = claim.doubt
            severity = "note" if code == "boxes-counted" else "warning"
            self.diagnostics.append(
                Diagnostic(code=code, severity=severity, message=said, hint=hint, span=at)  # type: ignore[arg-type]
            )

    def _contradicts(self, claim: Claim) -> bool:
        """Whether a track stands a second time in one list, and otherwise: with other boxes or numbers."""
        if claim.field != "tracks" or claim.prose:
            return False
        track = claim.value
        known = [one for one in self._lists["tracks"] if one.name == track.name]
        whole = track.boxes is not UNSET or track.maximum is not UNSET
        return whole and all(
            one != track and (one.boxes is UNSET) == (track.boxes is UNSET) and one.maximum is not UNSET
            if one.boxes is UNSET
            else one.boxes != track.boxes
            for one in known
        )

    def _complete(self, claim: Claim) -> bool:
        """Add a second number to a track of which one is known: its maximum, or what is left of it."""
        for index, track in enumerate(self._lists["tracks"]):
            if track.name == claim.value.name and track.boxes is UNSET:
                lacking = {
                    part: value
                    for part in ("current", "maximum")
                    if getattr(track, part) is UNSET and (value := getattr(claim.value, part)) is not UNSET
                }
                if lacking:
                    self._lists["tracks"][index] = replace(track, **lacking)
                return True
        return False

    def _slots(self, ladder: Mapping[int, int]) -> dict[str, int]:
        """Open slots by row: as many as the page says, else what the ladder has and the row lacks."""
        free = {row: count for row, (count, _) in self._open.items()}
        taken = [skill.value for skill in self._lists["skills"] if skill.value is not None]
        for row, count in ladder.items() if taken else ():
            if row not in free and count > taken.count(row):
                free[row] = count - taken.count(row)
        return {str(row): count for row, count in sorted(free.items(), reverse=True) if count}

    def _leftovers(self, claimed: list[Span]) -> list[Span]:
        starts = [span.start for span in claimed]
        left: list[Span] = []
        block = -1
        titles = {id(unit) for unit in self._draft.titles}
        for reading in self._draft.readings:
            plain = not reading.claims and id(reading.unit) not in titles
            if not plain and _is_within(reading.unit.words.span(), claimed, starts):
                continue
            for words in _pieces(reading):
                if (plain and MATTER.search(words.text)) or _has_matter_outside(words, claimed, starts):
                    span = words.outer() if reading.unit.kind == "prose" else reading.unit.span()
                    if reading.unit.block == block and _only_blank(self._source, left[-1], span):
                        left[-1] = Span(left[-1].start, span.end)
                    else:
                        left.append(span)
                    block = reading.unit.block if reading.unit.kind == "prose" else -1
        return left


def _is_listed_again(claim: Claim) -> bool:
    """Whether what one list has twice stands twice: the rules say what to do about it."""
    return claim.field == "skills" or (claim.field in {"aspects", "consequences"} and not claim.prose)


def _key(claim: Claim) -> tuple[object, ...]:
    value = claim.value
    if claim.field == "skills":
        return ("skills", fold(value.name), value.value, fold(value.specialisation or ""))
    if claim.field == "tracks":
        return ("tracks", fold(value.name))
    if claim.field == "consequences":
        return ("consequences", value.severity, value.text.casefold())
    if claim.field == "stunts":
        return ("stunts", value.kind, value.text.casefold())
    return (claim.field, value.text.casefold())


def _pieces(reading: Reading) -> Iterable[Slice]:
    """What is kept or dropped as a whole: a sentence where something else was understood, else the unit."""
    unit = reading.unit
    if unit.kind == "prose" and any(claim.field for claim in reading.claims):
        return sentences(unit.words)
    return iter((unit.words,)) if unit.words.text else iter(())


def _has_matter_outside(words: Slice, claimed: list[Span], starts: list[int]) -> bool:
    """Whether words stand outside the claimed stretches, which are in order and apart."""
    whole = words.span()
    if _is_within(whole, claimed, starts):
        return False
    near = claimed[max(0, bisect_right(starts, whole.start) - 1) : bisect_left(starts, whole.end)]
    for match in MATTER.finditer(words.text):
        place = words.span(*match.span())
        if not any(span.start <= place.start and place.end <= span.end for span in near):
            return True
    return False


def _apart_from(spans: Iterable[Span], left: list[Span]) -> list[Span]:
    """Those of the spans that have nothing in common with some that are in order and apart."""
    starts = [one.start for one in left]

    def is_apart(span: Span) -> bool:
        index = bisect_left(starts, span.end) - 1
        return index < 0 or left[index].end <= span.start

    return list(filter(is_apart, spans))


def _is_within(span: Span, claimed: list[Span], starts: list[int]) -> bool:
    """Whether a single claimed stretch has all of a span."""
    index = bisect_right(starts, span.start) - 1
    return index >= 0 and span.end <= claimed[index].end


def _only_blank(source: str, one: Span, other: Span) -> bool:
    return one.end <= other.start and not source[one.end : other.start].strip()


def prose_note(claims: Iterable[Claim], name: str) -> Diagnostic | None:
    """Say that sentences were read as data."""
    told = [
        claim
        for claim in claims
        if claim.prose and claim.sure > WEAK and (claim.field in _LISTS or claim.field in VALUED)
    ]
    if not told:
        return None
    return Diagnostic(
        code="prose-read",
        severity="note",
        message=message("{character} was read from sentences, at least in part.", character=name),
        hint=message("Write it as a list or a table if it was misunderstood."),
        span=told[0].at,
        character=name,
    )


def _unknown_severities(draft: Draft, name: str, kind: Kind, lexicon: Lexicon) -> Iterator[Diagnostic]:
    """Point at consequences whose severity is none: `tödlich: Pfeil im Hals`."""
    for reading in draft.readings:
        unit = reading.unit
        listed = unit.section == "consequences" and unit.kind in {"item", "row", "line"} and not unit.header
        if not listed or any(claim.field for claim in reading.claims):
            continue
        match = _GRADED.match(unit.words.text)
        if match and not lexicon.track(match[1]) and not lexicon.severity(match[1]):
            known = [words[0] for words in lexicon.vocabulary.consequences.values()]
            yield Diagnostic(
                code="consequence-unknown",
                severity="error" if kind == "pc" else "note",
                message=message("“{text}” is no severity of a consequence.", text=match[1]),
                hint=message("It has to be one of these: {names}.", names=", ".join(known)),
                span=unit.words.span(),
                character=name,
            )


def unread_rows(draft: Draft, name: str, kind: Kind, lexicon: Lexicon) -> Iterator[Diagnostic]:
    """Point at rows and items of skills, tracks and consequences that nobody understood."""
    yield from _unknown_severities(draft, name, kind, lexicon)
    for reading in draft.readings:
        unit = reading.unit
        if (
            unit.section in VALUED
            and unit.kind in {"row", "item"}
            and not unit.header
            and not any(claim.field for claim in reading.claims)
        ):
            whole = unit.words.span()
            if any(_is_within(whole, [one.span], [one.span.start]) for one in reading.claims):
                continue
            text = " ".join(unit.words.text.replace("|", " ").split())
            if " " in text:
                yield Diagnostic(
                    code="row-unknown",
                    severity="note",
                    message=message("“{text}” was not understood and is kept as it is.", text=text),
                    hint=message("A skill has a name and a number, a track a name and boxes."),
                    span=unit.words.span(),
                    character=name,
                )
