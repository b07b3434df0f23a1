"""Changes as events: applying one to a state gives the next state, or a refusal that says why not.

A system's `apply(state, event) -> state | Refusal` is pure. Chance is part of the event (the faces that
fell), so that a log of events replays without dice; whoever plays makes the event by rolling first.
"""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tontafel.rules.message import Message
from tontafel.rules.model import Character
from tontafel.rules.system import RulesError

S = TypeVar("S")
E = TypeVar("E")


class Event(Struct, frozen=True, kw_only=True, tag_field="event", omit_defaults=True):
    """Something that happens; its JSON names the kind as `event` and leaves out what is as usual."""


K = TypeVar("K", bound=Event)


class Dated(Event, frozen=True, kw_only=True):
    """An event of the table Verlauf: `when` (a date), `session` and `why` are what the page says of it."""

    when: str = ""
    session: str = ""
    why: str = ""


class Change(Dated, frozen=True, kw_only=True):
    """A value by this name went from `old` to `new`; None is the value that it has at that moment."""

    name: str
    new: int
    old: int | None = None


class Refusal(Struct, frozen=True):
    """An event that the rules do not allow in this state, which stays as it is."""

    reason: Message
    hint: Message | None = None


class Replay(Struct, Generic[S], frozen=True):
    """The state at first and after each event, and why the next event was refused, if one was."""

    states: tuple[S, ...]
    refusal: Refusal | None = None

    @property
    def state(self) -> S:
        """The state after the last event that was allowed."""
        return self.states[-1]


def replay(apply: Callable[[S, E], S | Refusal], state: S, events: Iterable[E]) -> Replay[S]:
    """Apply events one after the other, up to the first that is refused."""
    states = [state]
    for event in events:
        after = apply(states[-1], event)
        if isinstance(after, Refusal):
            return Replay(tuple(states), after)
        states.append(after)
    return Replay(tuple(states))


class Advanced(Struct, frozen=True):
    """A character after the end of an evening, and the events that its history now records."""

    character: Character
    events: tuple[Event, ...]


class Illegal(RulesError):  # noqa: N818 - reads as what happened
    """What a step raises where the rules do not allow it; `Steps.apply` turns it into a `Refusal`."""


def insist(condition: bool, otherwise: Message, hint: Message | None = None) -> None:
    """Raise `Illegal` with the sentence `otherwise` unless the condition holds."""
    if not condition:
        raise Illegal(otherwise, hint)


class Steps(Generic[S]):
    """What each kind of event does to a state: small functions, registered by decorator."""

    def __init__(self) -> None:
        self._by_kind: dict[type[Event], Callable[[S, Any], S]] = {}

    def on(self, kind: type[K]) -> Callable[[Callable[[S, K], S]], Callable[[S, K], S]]:
        """Register the decorated function for events of this kind; it raises `RulesError` to refuse.

        Raises:
            ValueError: the kind has a step.
        """

        def register(step: Callable[[S, K], S]) -> Callable[[S, K], S]:
            if kind in self._by_kind:
                raise ValueError(f"two steps for {kind.__name__}")
            self._by_kind[kind] = step
            return step

        return register

    def apply(self, state: S, event: Event) -> S | Refusal:
        """The state after an event of a registered kind, or why the rules do not allow it."""
        try:
            return self._by_kind[type(event)](state, event)
        except RulesError as error:
            return Refusal(error.message, error.hint)


class Trace(Struct, frozen=True):
    """Values by name before and after recorded changes, and where the record breaks off.

    `broken` has the place of a change that does not start where the one before ended, and that end; `last`
    the place of the last change of each name.
    """

    before: dict[str, int]
    after: dict[str, int]
    broken: dict[int, int]
    last: dict[str, int]


def trace(changes: Iterable[tuple[int, str, Change]], step: int = 0) -> Trace:
    """Follow changes, each with its place and the name of what changed.

    A change that does not say its `old` starts where the one before ended, or `step` below its `new`.
    """
    before: dict[str, int] = {}
    after: dict[str, int] = {}
    broken: dict[int, int] = {}
    last: dict[str, int] = {}
    for place, name, change in changes:
        stood = after.get(name, change.new - step)
        old = stood if change.old is None else change.old
        if old != after.get(name, old):
            broken[place] = stood
        before.setdefault(name, old)
        after[name] = change.new
        last[name] = place
    return Trace(before, after, broken, last)
