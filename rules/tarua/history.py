"""How a character changed since creation: the events of the page's table Verlauf, and what they cost.

They stand in `Character.details["history"]`, oldest first, as JSON objects such as
`{"event": "raised", "name": "Schriften", "old": 2, "new": 3, "when": "2018-03-16"}`.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from tontafel.rules.evening import recorded
from tontafel.rules.events import Change, Dated, Trace, trace
from tontafel.rules.names import Names


class Wounded(Change, frozen=True, kw_only=True, tag="wounded"):
    """An attribute lost points; its old value stays on record."""


class Healed(Change, frozen=True, kw_only=True, tag="healed"):
    """A wounded attribute rose by development points, up to its old value at most."""


class Raised(Change, frozen=True, kw_only=True, tag="raised"):
    """An attribute or a skill rose by development points beyond what it ever was."""


class PointsGained(Dated, frozen=True, kw_only=True, tag="points_gained"):
    """Development points were handed out."""

    points: int


AnyEvent = Wounded | Healed | Raised | PointsGained


def events(details: dict[str, Any]) -> list[tuple[int, AnyEvent]] | None:
    """The recorded changes with the place of their row, oldest first; None if the page records none."""
    return recorded(details, AnyEvent)


def cost(event: AnyEvent, old: int) -> int:
    """The development points that a change from `old` takes.

    Decided: healing takes one each; beyond, and for skills, every step takes its new value.
    """
    match event:
        case Healed():
            return max(0, event.new - old)
        case Raised():
            return sum(range(old + 1, event.new + 1))
        case _:
            return 0


class Growth(Struct, frozen=True):
    """What the recorded events say: of values that were raised, of wounds, and of development points."""

    values: Trace
    current: Trace
    spent: int
    gained: int


def growth(history: Iterable[tuple[int, AnyEvent]], known: Names) -> Growth:
    """Follow the events from creation on; names are spelled as the rules do."""
    told = list(history)
    changes = [
        (place, known.spelled(event.name) or event.name, event)
        for place, event in told
        if isinstance(event, Change)
    ]
    spent = sum(cost(event, event.new - 1 if event.old is None else event.old) for _, _, event in changes)
    gained = sum(event.points for _, event in told if isinstance(event, PointsGained))
    raised = (change for change in changes if isinstance(change[2], Raised))
    return Growth(trace(raised, step=1), trace(_wounds(changes)), spent, gained)


def _wounds(changes: list[tuple[int, str, Any]]) -> Iterator[tuple[int, str, Change]]:
    """Wounds and healing; of growth, what lifts an attribute that was wounded before."""
    wounded: set[str] = set()
    for place, name, event in changes:
        if not isinstance(event, Raised):
            wounded.add(name)
        if name in wounded:
            yield place, name, event
