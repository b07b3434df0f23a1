"""What has changed since creation: the evenings and events of the page's table Verlauf.

They stand in `Character.details["history"]`, oldest first, as JSON objects with the row's cells (`date`,
`session`, `what`, `why`). A row that tells of one event has its fields as well (`event` says which), a row
that tells of several has them in a list `events`.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct, ValidationError, convert

from tontafel.rules.events import Dated
from tontafel.rules.names import fold

_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_GERMAN = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})")


class AspectAdded(Dated, frozen=True, kw_only=True, tag="aspect_added"):
    """An aspect was added below the maximum."""

    text: str


class AspectExchanged(Dated, frozen=True, kw_only=True, tag="aspect_exchanged"):
    """An aspect took another's place."""

    text: str
    replaced: str


class SkillsSwapped(Dated, frozen=True, kw_only=True, tag="skills_swapped"):
    """Two skills changed their rows."""

    skills: tuple[str, str]


class BoxesCleared(Dated, frozen=True, kw_only=True, tag="boxes_cleared"):
    """All boxes of all tracks were cleared."""


class ConsequenceStruck(Dated, frozen=True, kw_only=True, tag="consequence_struck"):
    """A consequence had healed."""

    text: str


AnyEvent = AspectAdded | AspectExchanged | SkillsSwapped | BoxesCleared | ConsequenceStruck


class Ended(Struct, frozen=True):
    """An evening that the page records, by its date and name as written."""

    when: str
    session: str


def events(details: dict[str, Any]) -> list[AnyEvent] | None:
    """The recorded events, oldest first; None if the page records no growth at all."""
    history = details.get("history")
    if not isinstance(history, list):
        return None
    told = (inner for row in history for inner in _told(row))
    return list(_readable(told))


def _told(row: Any) -> list[Any]:
    """The events of a row, each with the row's evening and reason."""
    several = row.get("events") if isinstance(row, dict) else None
    if not isinstance(several, list):
        return [row]
    shared = {key: row[key] for key in ("session", "why") if key in row}
    return [shared | event for event in several if isinstance(event, dict)]


def _readable(told: Iterable[Any]) -> Iterator[AnyEvent]:
    for entry in told:
        try:
            event: AnyEvent = convert(entry, AnyEvent)
        except ValidationError:
            continue
        yield event


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
    recorded = evenings(details)
    start = moment(since)
    if start:
        return sum((moment(one.when) or (0, 0, 0)) >= start for one in recorded)
    named = [place for place, one in enumerate(recorded) if is_evening(one, since)]
    return len(recorded) - named[0] if named else 0


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
