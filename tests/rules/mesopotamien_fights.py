"""Who fights in conflicts of Der Geist Mesopotamiens that tests play, and what they ask of the state."""

from typing import Any

from msgspec.structs import replace
from tests.rules.playing import allowed, refusal

from tontafel.rules.events import Event
from tontafel.rules.mesopotamien.conflict import Conflict, Fighter, apply, begin
from tontafel.rules.mesopotamien.conflict.events import (
    Answered,
    Attacked,
    RoundStarted,
    Settled,
)
from tontafel.rules.mesopotamien.dice import faces
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.system import system

RULES: MesopotamienRules = system("mesopotamien").ruleset("1", [])
SECOND: MesopotamienRules = system("mesopotamien").ruleset("2", [])
SETTLED = Settled()
BARE = Fighter(name="A", side="1", skills={"Ringen": 3, "Akrobatik": 2, "Rhetorik": 1}, unlisted=-1)
TRACKS = {"Gesundheit": (False,) * 4, "Fassung": (False,) * 3}
SIDES = {"A": "1", "B": "2", "C": "1", "D": "2"}


def fall(total: int) -> tuple[int, ...]:
    found = faces(total)
    assert found is not None
    return found


def met(*changes: dict[str, Any], rules: MesopotamienRules = RULES, **setting: Any) -> Conflict:
    """A and C against B and D, each with the changes given; the first round has begun."""
    own = [*changes, {}, {}, {}, {}]
    usual: dict[str, Any] = {"tracks": TRACKS, "fate_points": 3}
    fighters = [
        replace(BARE, **(usual | {"name": name, "side": side} | change))
        for (name, side), change in zip(SIDES.items(), own, strict=False)
    ]
    return after(begin(rules, fighters, **setting), RoundStarted())


def after(state: Conflict, *events: Event) -> Conflict:
    return allowed(apply, state, *events)


def refused(state: Conflict, event: Event) -> tuple[str, str]:
    reason, hint = refusal(apply, state, event)
    assert hint
    return reason, hint


def hits(who: str, total: int, target: str, track: str = "") -> Attacked:
    """An attack of which only the total is known."""
    return Attacked(who=who, skill="", dice=(total,), target=target, track=track)


def defends(who: str, total: int) -> Answered:
    return Answered(who=who, skill="", dice=(total,))


def struck(state: Conflict, margin: int, track: str = "") -> Conflict:
    """B has been hit by A and has yet to take it."""
    return after(state, hits("A", margin, "B", track), defends("B", 0), SETTLED)
