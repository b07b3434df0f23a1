"""What has changed since creation: the events of the page's table Verlauf (see `rules.evening`)."""

from typing import Any

from tontafel.rules.evening import recorded
from tontafel.rules.events import Dated


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


def events(details: dict[str, Any]) -> list[AnyEvent] | None:
    """The recorded events, oldest first; None if the page records no growth at all."""
    found = recorded(details, AnyEvent)
    return None if found is None else [event for _, event in found]
