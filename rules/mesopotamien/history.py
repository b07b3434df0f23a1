"""What a character has gained since creation: the events of the page's table Verlauf.

They stand in `Character.details["history"]` as a list of JSON objects; `event` says which, and events
that change neither aspects nor skills (boxes cleared, a consequence struck) have no part here.
"""

from collections.abc import Iterable
from typing import Any

from msgspec import ValidationError, convert

from tontafel.rules.events import Event


class Recorded(Event, frozen=True, kw_only=True):
    """Something that changed at the end of an evening; `when` is its date as the page has it."""

    when: str = ""


class AspectAdded(Recorded, frozen=True, kw_only=True, tag="aspect_added"):
    """An aspect was added below the maximum."""

    text: str


class AspectExchanged(Recorded, frozen=True, kw_only=True, tag="aspect_exchanged"):
    """An aspect took another's place."""

    text: str
    replaced: str


class SkillsSwapped(Recorded, frozen=True, kw_only=True, tag="skills_swapped"):
    """Two skills changed their rows."""

    skills: tuple[str, str]


AnyEvent = AspectAdded | AspectExchanged | SkillsSwapped


def events(details: dict[str, Any]) -> list[AnyEvent] | None:
    """The events that count for aspects and skills, oldest first; None if the page records no growth."""
    recorded = details.get("history")
    return list(_readable(recorded)) if isinstance(recorded, list) else None


def _readable(recorded: Iterable[Any]) -> Iterable[AnyEvent]:
    for entry in recorded:
        try:
            event: AnyEvent = convert(entry, AnyEvent)
        except ValidationError:
            continue
        yield event
