"""Events in general: replaying, refusing, and reading what a page records."""

from msgspec import json

from tontafel.rules.events import Event, Refusal, Replay, insist, recorded, refusing, replay
from tontafel.rules.message import message

LEAST = message("Nothing is left of {count}.", count=0)


class Taken(Event, frozen=True, kw_only=True, tag="taken"):
    count: int
    when: str = ""


class Given(Event, frozen=True, kw_only=True, tag="given"):
    count: int


def _step(state: int, event: Taken) -> int:
    insist(event.count <= state, LEAST, message("Take {count}.", count=state))
    return state - event.count


apply = refusing(_step)


def test_a_replay_keeps_every_state() -> None:
    assert replay(apply, 7, [Taken(count=2), Taken(count=5)]) == Replay((7, 5, 0))
    assert replay(apply, 7, []).state == 7


def test_a_replay_ends_where_the_rules_refuse() -> None:
    played = replay(apply, 7, [Taken(count=2), Taken(count=6), Taken(count=1)])
    assert played.states == (7, 5)
    assert played.refusal == Refusal(LEAST, message("Take {count}.", count=5))


def test_history_is_read_as_events_and_the_rest_left_out() -> None:
    entries = [
        {"event": "taken", "count": 2, "when": "1928"},
        {"event": "feast"},
        {"event": "given", "count": 1},
        7,
    ]
    assert recorded({"history": entries}, Taken | Given) == {
        0: Taken(count=2, when="1928"),
        2: Given(count=1),
    }
    assert recorded({"history": entries}, Given) == {2: Given(count=1)}
    assert recorded({}, Taken) is None
    assert recorded({"history": "long ago"}, Taken) is None


def test_an_event_names_its_kind_in_json() -> None:
    assert json.decode(json.encode(Taken(count=2))) == {"event": "taken", "count": 2}
