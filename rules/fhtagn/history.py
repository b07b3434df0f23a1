"""How a character changed since creation: the events of the page's table Verlauf.

They stand in `Character.details["history"]`, oldest first, as JSON objects such as
`{"event": "raised", "name": "Kunst (Fotografie)", "old": 60, "new": 62, "die": 3, "when": "2019-12-13"}`.
A skill with a field of its own is named with it, in brackets.
"""

from typing import Any

from msgspec import field

from tontafel.rules.evening import recorded
from tontafel.rules.events import Change, Dated


class Marked(Dated, frozen=True, kw_only=True, tag="marked"):
    """A test of a skill failed, so that it may rise at the end of the scenario."""

    name: str


class Raised(Change, frozen=True, kw_only=True, tag="raised"):
    """A marked skill rose at the end of a scenario; `die` is the 1W4 that fell."""

    die: int | None = None


class AttributeChanged(Change, frozen=True, kw_only=True, tag="attribute_changed"):
    """An attribute rose or fell for good; current values of tracks stay as they are."""


class TrackChanged(Change, frozen=True, kw_only=True, tag="track_changed"):
    """The current value of a track (TP, WP, STA) or the breaking point changed."""


class DisorderGained(Dated, frozen=True, kw_only=True, tag="disorder_gained"):
    """The character has a disorder from now on."""

    text: str


class ScenarioEnded(Dated, frozen=True, kw_only=True, tag="scenario_ended"):
    """A scenario is over: each marked skill rises by its 1W4 less one, named with its field in `dice`.

    In a history stand the skills that rose instead, each as `raised`.
    """

    dice: dict[str, int] = field(default_factory=dict)


AnyEvent = Marked | Raised | AttributeChanged | TrackChanged | DisorderGained


def events(details: dict[str, Any]) -> list[tuple[int, AnyEvent]] | None:
    """The recorded changes with the place of their row, oldest first; None if the page records none."""
    return recorded(details, AnyEvent)
