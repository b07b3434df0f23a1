"""The end of an evening, and the evenings that a page records in its table Verlauf.

The table stands in `Character.details["history"]`, oldest row first, as JSON objects with the row's cells
(`date`, `session`, `what`, `why`). A row that tells of one event has its fields as well (`event` says
which), a row that tells of several has them in a list `events`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Self, TypeVar

from msgspec import Struct, ValidationError, convert, json
from msgspec.structs import replace

from tontafel.rules.events import Advanced, Change, Dated, Illegal, Refusal, insist
from tontafel.rules.message import Message, message
from tontafel.rules.model import Character
from tontafel.rules.names import fold
from tontafel.rules.system import Rules, Say

D = TypeVar("D", bound=Dated)
V = TypeVar("V", bound="Evening")
R = TypeVar("R", bound=Rules)

_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_GERMAN = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")


class Evening(Struct, frozen=True, kw_only=True):
    """An evening that ends; a system adds the `events`, what changes then. It becomes one entry.

    Attributes:
        when: the date.
        session: the evening's name.
        why: what led to it, in the player's words.
    """

    when: str = ""
    session: str = ""
    why: str = ""


class Closing(Struct, frozen=True, kw_only=True):
    """A character at the end of an evening: what is `done` so far, each change with its old value."""

    character: Character
    done: tuple[Any, ...] = ()

    def after(self, event: Dated, **parts: Any) -> Self:
        """The same after an event that changes these parts of the character."""
        return replace(self, character=replace(self.character, **parts), done=(*self.done, event))


class Ended(Struct, frozen=True):
    """An evening that the page records, by its date and name as written."""

    when: str
    session: str


def recorded(details: dict[str, Any], kind: Any) -> list[tuple[int, Any]] | None:
    """The recorded events with the place of their row, oldest first; None if the page records no growth.

    Those that are not of the `kind` (an event or a union of events) are left out: a history may tell
    more than the rules ask for.
    """
    history = details.get("history")
    if not isinstance(history, list):
        return None
    return [(place, event) for place, row in enumerate(history) for event in _readable(_told(row), kind)]


def _told(row: Any) -> list[Any]:
    """The events of a row, each with the row's evening and reason."""
    several = row.get("events") if isinstance(row, dict) else None
    if not isinstance(several, list):
        return [row]
    shared = {key: row[key] for key in ("session", "why") if key in row}
    return [shared | event for event in several if isinstance(event, dict)]


def _readable(told: Iterable[Any], kind: Any) -> Iterator[Any]:
    for entry in told:
        try:
            event = convert(entry, kind)
        except ValidationError:
            continue
        yield event


def given(written: Mapping[str, Any], kind: type[V]) -> V:
    """An evening in a system's own form, from JSON.

    Raises:
        Illegal: it is not of that form.
    """
    try:
        return convert(dict(written), kind)
    except ValidationError as error:
        raise Illegal(
            message("This evening can't be understood: {fault}.", fault=str(error)),
            message("Each event names its kind as “event” and has the fields of that kind."),
        ) from error


def from_json(
    kind: type[V], advance: Callable[[Character, R, V, Say], Advanced | Refusal]
) -> Callable[[Character, R, Mapping[str, Any], Say], Advanced | Refusal]:
    """Make what a system offers as `System.advance` of what it does with an evening of its own kind."""

    def told(
        character: Character, rules: R, written: Mapping[str, Any], say: Say = str
    ) -> Advanced | Refusal:
        try:
            ended = given(written, kind)
        except Illegal as error:
            return Refusal(error.message, error.hint)
        return advance(character, rules, ended, say)

    return told


def _dated(events: Iterable[D], evening: Evening) -> tuple[D, ...]:
    """The events with the evening that they belong to."""
    parts = {"when": evening.when, "session": evening.session, "why": evening.why}
    return tuple(replace(event, **parts) for event in events)


def closed(
    character: Character, done: Iterable[D], evening: Evening, told: Callable[[D], Message], say: Say
) -> Advanced:
    """The character with an entry for what was done, which `told` says in words."""
    events = _dated(done, evening)
    what = "; ".join(say(told(event)) for event in events)
    return Advanced(_entered(character, evening, events, what), events)


def _entered(character: Character, evening: Evening, events: Iterable[Dated], what: str) -> Character:
    """The character with one more entry in its history; `what` are the events in words."""
    plain = [json.decode(json.encode(replace(event, session="", why=""))) for event in events]
    row: dict[str, Any] = {
        "date": evening.when,
        "session": evening.session,
        "what": what,
        "why": evening.why,
    }
    row |= plain[0] if len(plain) == 1 else {"events": plain} if plain else {}
    history = character.details.get("history")
    rows = [*history, row] if isinstance(history, list) else [row]
    return replace(character, details=character.details | {"history": rows})


def insist_old(name: str, stands: int, event: Change) -> None:
    """Raise `Illegal` unless a change begins where the value stands, if it says where it begins."""
    insist(
        event.old is None or event.old == stands,
        message("{name} stands at {value}, not at {old}.", name=name, value=stands, old=event.old or 0),
        message("Start from {value}.", value=stands),
    )


def insist_new(character: Character, evening: Evening) -> None:
    """Raise `Illegal` if the evening has its entry already: one evening is one."""
    this = Ended(evening.when.strip(), evening.session.strip())
    for ended in evenings(character.details):
        same = is_evening(ended, this.when) if this.when else is_evening(ended, this.session)
        insist(
            not same,
            message("The evening {evening} has been entered already.", evening=this.when or this.session),
            message("Undo that entry first, or wait for the next evening."),
        )


def evenings(details: dict[str, Any]) -> list[Ended]:
    """The evenings that the page records: rows of one date and name that follow each other are one."""
    history = details.get("history")
    found: list[Ended] = []
    for row in history if isinstance(history, list) else []:
        if not isinstance(row, dict):
            continue
        ended = Ended(_text(row, "date") or _text(row, "when"), _text(row, "session"))
        if not found or ended != found[-1] or ended == Ended("", ""):
            found.append(ended)
    return found


def _text(row: dict[str, Any], key: str) -> str:
    value = row.get(key)
    return value.strip() if isinstance(value, str) else ""


def ended_since(details: dict[str, Any], since: str) -> int:
    """How many recorded evenings have ended from the one on that `since` names, by date or by name."""
    found = evenings(details)
    start = moment(since)
    if start:
        return sum((moment(one.when) or (0, 0, 0)) >= start for one in found)
    named = [place for place, one in enumerate(found) if is_evening(one, since)]
    return len(found) - named[0] if named else 0


def is_evening(ended: Ended, name: str) -> bool:
    """Whether an evening has this date or name."""
    same_day = moment(name) is not None and moment(name) == moment(ended.when)
    return same_day or fold(name) in {fold(ended.when), fold(ended.session)} - {""}


def moment(date: str) -> tuple[int, int, int] | None:
    """Year, month and day of `2010-03-28` or `28. 3. 2010`; None for anything else."""
    if iso := _ISO.fullmatch(date.strip()):
        year, month, day = map(int, iso.groups())
    elif german := _GERMAN.fullmatch(date.strip()):
        day, month, year = map(int, german.groups())
    else:
        return None
    return year, month, day
