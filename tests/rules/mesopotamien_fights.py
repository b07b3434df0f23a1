"""Who fights in conflicts of Der Geist Mesopotamiens that tests play, and what they ask of the state."""

from typing import Any

from msgspec.structs import replace

from tontafel.rules.events import Event, Refusal, replay
from tontafel.rules.mesopotamien.conflict import Conflict, Fighter, apply, begin
from tontafel.rules.mesopotamien.conflict.events import (
    RoundStarted,
    Settled,
)
from tontafel.rules.mesopotamien.dice import faces
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.system import system
from tontafel.site.language import Language

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
    """The state after events that are all allowed."""
    played = replay(apply, state, events)
    assert played.refusal is None, str(played.refusal.reason)
    return played.state


def refused(state: Conflict, event: Event) -> tuple[str, str]:
    """Why an event is not allowed and what to do instead, which can be said in both languages."""
    found = apply(state, event)
    assert isinstance(found, Refusal)
    assert found.hint is not None
    for sentence in (found.reason, found.hint):
        assert Language("de").say(sentence) != Language("en").say(sentence)
    return str(found.reason), str(found.hint)
