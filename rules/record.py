"""What a page's record of a conflict comes to: what is wrong, and how everyone stood after each round."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct

from tontafel.rules.diagnostic import SEVERITIES, Diagnostic
from tontafel.rules.message import Message

T = TypeVar("T", bound="Record")


class Gauge(Struct, frozen=True, kw_only=True):
    """A track as it is shown: boxes, or a value in words such as `8/11`."""

    name: str
    boxes: tuple[bool, ...] = ()
    value: str = ""


class Stand(Struct, frozen=True, kw_only=True):
    """How someone stands: tracks, and what else is to be said."""

    who: str
    gauges: tuple[Gauge, ...] = ()
    notes: tuple[Message, ...] = ()


class Round(Struct, frozen=True, kw_only=True):
    """A round that has been played: what came of each roll, and how everyone stands at its end."""

    number: int
    told: tuple[Message, ...] = ()
    stands: tuple[Stand, ...] = ()


class Record(Struct, frozen=True, kw_only=True):
    """A record that has been replayed.

    Attributes:
        diagnostics: what is wrong; `where` is ("rows",), ("rows", row) or ("rows", row, column head).
        played: the rounds, as pages show them.
    """

    diagnostics: tuple[Diagnostic, ...] = ()
    played: tuple[Round, ...] = ()


def likeliest(attempts: Iterable[Callable[[], T]]) -> T:
    """The first replay in which least is wrong.

    A page tells how a character is today, a record how a conflict was once: so a record is replayed from
    more than one beginning, and believed where it fits.
    """
    best: T | None = None
    for attempt in attempts:
        found = attempt()
        if best is None or _faults(found) < _faults(best):
            best = found
        if not best.diagnostics:
            break
    if best is None:
        raise ValueError("nothing to attempt")
    return best


def _faults(record: Record) -> tuple[int, ...]:
    """How much is wrong, the gravest first."""
    return tuple(
        sum(one.severity == severity for one in record.diagnostics) for severity in reversed(SEVERITIES)
    )
