"""How a character changed since creation: the events of the page's table Verlauf, and what they cost.

They stand in `Character.details["history"]`, oldest first, as JSON objects such as
`{"event": "raised", "name": "Schriften", "old": 2, "new": 3, "when": "2018-03-16"}`.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from tontafel.rules.events import Event, recorded
from tontafel.rules.names import Names


class Change(Event, frozen=True, kw_only=True):
    """A change of one value; `when`, `session` and `why` are what the page says of it.

    An `old` of None is the value that the character has when the event is applied.
    """

    name: str
    new: int
    old: int | None = None
    when: str = ""
    session: str = ""
    why: str = ""


class Wounded(Change, frozen=True, kw_only=True, tag="wounded"):
    """An attribute lost points; its old value stays on record."""


class Healed(Change, frozen=True, kw_only=True, tag="healed"):
    """A wounded attribute rose by development points, up to its old value at most."""


class Raised(Change, frozen=True, kw_only=True, tag="raised"):
    """An attribute or a skill rose by development points beyond what it ever was."""


class PointsGained(Event, frozen=True, kw_only=True, tag="points_gained"):
    """Development points were handed out."""

    points: int
    when: str = ""
    session: str = ""
    why: str = ""


AnyEvent = Wounded | Healed | Raised | PointsGained


def events(details: dict[str, Any]) -> dict[int, AnyEvent] | None:
    """The recorded changes by their place in the list, oldest first; None if the page records none."""
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
    """What the recorded events say of each value: at first, now, and where the record breaks off.

    Attributes:
        before: values at creation, of what was raised.
        values: values after the last event, of what was raised.
        current: current values after the last event, of what was wounded or healed.
        broken: place in the list → the value that the record had at that point.
        spent, gained: development points.
    """

    before: dict[str, int]
    values: dict[str, int]
    current: dict[str, int]
    broken: dict[int, int]
    spent: int
    gained: int


def growth(history: Mapping[int, AnyEvent], known: Names) -> Growth:
    """Follow the events from creation on; a name is spelled as the rules do."""
    before: dict[str, int] = {}
    values: dict[str, int] = {}
    current: dict[str, int] = {}
    broken: dict[int, int] = {}
    spent = gained = 0
    for place, event in history.items():
        if isinstance(event, PointsGained):
            gained += event.points
            continue
        name = known.spelled(event.name) or event.name
        there = values if isinstance(event, Raised) else current
        old = event.old if event.old is not None else there.get(name, event.new)
        if isinstance(event, Raised):
            before.setdefault(name, old)
            current.update({name: event.new} if name in current else {})
        if there.get(name, old) != old:
            broken[place] = there[name]
        there[name] = event.new
        spent += cost(event, old)
    return Growth(before, values, current, broken, spent, gained)
