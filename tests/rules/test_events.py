"""Events in general: replaying, refusing, and reading what a page records."""

import pytest
from msgspec import json

from tontafel.rules.events import (
    Change,
    Event,
    Refusal,
    Replay,
    Steps,
    Trace,
    insist,
    replay,
    trace,
)
from tontafel.rules.message import message

LEAST = message("Nothing is left of {count}.", count=0)


class Taken(Event, frozen=True, kw_only=True, tag="taken"):
    count: int
    when: str = ""


class Given(Event, frozen=True, kw_only=True, tag="given"):
    count: int


STEPS: Steps[int] = Steps()
apply = STEPS.apply


@STEPS.on(Taken)
def take(state: int, event: Taken) -> int:
    insist(event.count <= state, LEAST, message("Take {count}.", count=state))
    return state - event.count


def test_a_replay_keeps_every_state() -> None:
    assert replay(apply, 7, [Taken(count=2), Taken(count=5)]) == Replay((7, 5, 0))
    assert replay(apply, 7, []).state == 7


def test_a_replay_ends_where_the_rules_refuse() -> None:
    played = replay(apply, 7, [Taken(count=2), Taken(count=6), Taken(count=1)])
    assert played.states == (7, 5)
    assert played.refusal == Refusal(LEAST, message("Take {count}.", count=5))


def test_an_event_names_its_kind_in_json() -> None:
    assert json.decode(json.encode(Taken(count=2))) == {"event": "taken", "count": 2}


class Grown(Change, frozen=True, kw_only=True, tag="grown"):
    pass


def _grown(*changes: tuple[int | None, int]) -> list[tuple[int, str, Change]]:
    return [
        (place, "Kraft", Grown(name="Kraft", old=old, new=new)) for place, (old, new) in enumerate(changes)
    ]


def test_a_trace_follows_a_value_through_its_changes() -> None:
    assert trace(_grown((2, 3), (3, 5))) == Trace({"Kraft": 2}, {"Kraft": 5}, {}, {"Kraft": 1})
    assert trace([]) == Trace({}, {}, {}, {})


def test_a_trace_notes_where_a_change_starts_elsewhere() -> None:
    assert trace(_grown((2, 3), (4, 5), (5, 6))) == Trace({"Kraft": 2}, {"Kraft": 6}, {1: 3}, {"Kraft": 2})


def test_a_change_without_its_old_value_is_taken_for_one_step() -> None:
    assert trace(_grown((None, 3), (None, 4)), step=1) == Trace({"Kraft": 2}, {"Kraft": 4}, {}, {"Kraft": 1})
    assert trace(_grown((None, 3))) == Trace({"Kraft": 3}, {"Kraft": 3}, {}, {"Kraft": 0})


@STEPS.on(Given)
def give(state: int, event: Given) -> int:
    return state + event.count


def test_steps_are_registered_by_the_kind_of_event_and_refuse_alike() -> None:
    assert give(1, Given(count=2)) == 3
    assert replay(apply, 7, [Given(count=1), Taken(count=8)]).states == (7, 8, 0)
    assert apply(7, Taken(count=9)) == Refusal(LEAST, message("Take {count}.", count=7))
    with pytest.raises(ValueError, match="Taken"):
        STEPS.on(Taken)(take)
