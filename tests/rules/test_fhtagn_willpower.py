"""Willpower, exhaustion, stimulants, sleep: three nights from dice to states, and each rule."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace
from tests.rules.playing import allowed, refusal

from tontafel.rules.events import Event, Illegal, Refusal, replay
from tontafel.rules.fhtagn import dice
from tontafel.rules.fhtagn.edition import FhtagnRules
from tontafel.rules.fhtagn.willpower import (
    AnyEvent,
    BreakingPointSet,
    Condition,
    ControlLost,
    Exhausted,
    HoursPassed,
    MotivationPlayed,
    Slept,
    StabilityLost,
    StimulantTaken,
    Strained,
    WillpowerLost,
    WillpowerSpent,
    apply,
    condition,
    leave,
    night,
    trial,
)
from tontafel.rules.model import Character, Track
from tontafel.rules.system import system

RULES: FhtagnRules = system("fhtagn").ruleset("1", [])

#: A night watchman who has seen something in the lock.
FRESH = Condition(willpower=11, willpower_maximum=11, stability=55, stability_maximum=99, breaking_point=44)


def played(state: Condition, *events: Event) -> Condition:
    return allowed(apply, state, *events)


def refused(state: Condition, *events: Event) -> str:
    """Why the last of the events is refused."""
    return refusal(apply, state, *events)[0]


# Three nights at the lock


NIGHTS: tuple[AnyEvent, ...] = (
    StabilityLost(points=6),  # 49, above the breaking point
    WillpowerSpent(points=3, on="fear"),  # 8
    Exhausted(die=2),  # 6, awake all night
    StimulantTaken(hours=(4,)),  # coffee: the penalty waits four hours
    HoursPassed(hours=3),
    StimulantTaken(hours=(5, 6), hard=True, cost=2),  # 4; one hour left and eleven more
    StabilityLost(points=5),  # 44: the breaking point, on stimulants
    HoursPassed(hours=12),
    Strained(die=3, by="fighting"),  # 1: a breakdown
    Slept(test=30, sedatives=True),  # 44 + 20 − 20 − 20 = 24: no sleep, and unwell
    HoursPassed(hours=16),  # the next evening, 39 hours on
    Slept(die=4),  # nothing troubles this sleep: 5, all is well again
    MotivationPlayed(motivation="Heimkehr"),  # 6
)


def test_three_nights_replay_to_exactly_these_states() -> None:
    found = replay(apply, FRESH, NIGHTS)
    assert found.refusal is None
    states = found.states
    assert [state.willpower for state in states] == [11, 11, 8, 6, 6, 6, 4, 4, 4, 1, 1, 1, 5, 6]
    assert [state.hour for state in states] == [0, 0, 0, 0, 0, 3, 3, 3, 15, 15, 23, 39, 47, 47]
    assert states[6].relief_until == 15
    assert (states[7].stability, states[7].troubled, states[7].addiction) == (44, True, "stimulants")
    assert [state.standing for state in states[8:11]] == ["well", "breakdown", "breakdown"]
    assert states[10].last
    assert (states[10].last.chance, states[10].last.success) == (24, False)
    assert (states[10].exhausted, states[10].unwell, states[10].barred_until) == (True, True, 39)
    assert states[-1] == replace(
        FRESH,
        willpower=6,
        stability=44,
        hour=47,
        relief_until=15,
        barred_until=39,
        returned=39,
        addiction="stimulants",
    )


def test_a_log_is_json() -> None:
    assert json.decode(json.encode(NIGHTS), type=tuple[AnyEvent, ...]) == NIGHTS


def test_a_night_rolls_what_it_needs(scripted: Callable[..., Any]) -> None:
    assert night(FRESH, scripted(5)) == Slept(die=5)
    troubled = replace(FRESH, troubled=True)
    assert night(troubled, scripted(20, 6)) == Slept(test=20, die=6)
    assert night(troubled, scripted(97), sedatives=True) == Slept(test=97, sedatives=True)
    assert night(replace(FRESH, returned=0, hour=23), scripted()) == Slept()


# Willpower


@pytest.mark.parametrize(
    ("left", "standing"), [(3, "well"), (2, "breakdown"), (1, "breakdown"), (0, "incapacitated")]
)
def test_how_low_willpower_shows(left: int, standing: str) -> None:
    state = played(FRESH, WillpowerLost(points=11 - left))
    assert state.standing == standing


def test_low_willpower_burdens_every_test() -> None:
    low = replace(FRESH, willpower=2)
    assert dice.target(trial(low, dice.skill(50))).chance == 30
    assert dice.target(trial(replace(low, exhausted=True), dice.attribute(12))).chance == 20
    assert dice.target(trial(replace(FRESH, willpower=0), dice.skill(90))).chance == 0
    assert dice.target(trial(low, dice.LUCK)).chance == 50


def test_willpower_never_falls_below_nothing() -> None:
    assert played(FRESH, WillpowerLost(points=30)).willpower == 0
    assert played(replace(FRESH, willpower=2), Exhausted(die=6)).willpower == 0


def test_without_willpower_others_decide() -> None:
    empty = replace(FRESH, willpower=0)
    reason = "With 0 willpower points everything is in the hands of the game master."
    assert refused(empty, WillpowerSpent(points=1)) == reason
    assert refused(empty, MotivationPlayed()) == reason
    assert played(empty, Slept(die=2)).standing == "breakdown"


@pytest.mark.parametrize("points", [0, -1, 12])
def test_only_what_is_there_can_be_spent(points: int) -> None:
    assert refused(FRESH, WillpowerSpent(points=points)) == f"{points} of 11 willpower points can't be spent."


def test_a_motivation_returns_one_up_to_the_maximum() -> None:
    state = played(replace(FRESH, willpower=10), MotivationPlayed())
    assert state.willpower == 11
    assert refused(state, MotivationPlayed()) == "Willpower is at its maximum of 11."


# Nights


def test_a_night_returns_a_die_but_never_more_than_the_maximum() -> None:
    assert played(replace(FRESH, willpower=4), Slept(die=6)).willpower == 10
    assert played(replace(FRESH, willpower=9), Slept(die=6)).willpower == 11
    assert played(replace(FRESH, willpower=13), Slept(die=6)).willpower == 13


def test_willpower_returns_once_in_24_hours() -> None:
    state = played(replace(FRESH, willpower=2), Slept(die=3), HoursPassed(hours=10))
    assert refused(state, Slept(die=3)) == "No willpower returns after this night."
    again = played(state, Slept())
    assert (again.willpower, again.hour) == (5, 26)
    assert refused(again, Slept()) == "Willpower returns after this night."
    assert played(again, Slept(die=1)).willpower == 6


def test_a_full_night_ends_exhaustion() -> None:
    state = played(FRESH, Exhausted(die=1), StimulantTaken(hours=(1,)), HoursPassed(hours=1), Slept(die=1))
    assert (state.exhausted, state.doses, state.penalties) == (False, 0, ())


# Exhaustion and stimulants


def test_exhaustion_takes_a_die_at_once_and_with_every_strain() -> None:
    state = played(FRESH, Exhausted(die=3), Strained(die=2, by="work"), Strained(die=1, by="night"))
    assert state.willpower == 5
    assert [modifier.value for modifier in state.penalties] == [-20]


def test_exhaustion_comes_once_and_strains_only_the_exhausted() -> None:
    assert refused(FRESH, Exhausted(die=1), Exhausted(die=1)) == "Exhaustion is there already."
    assert refused(FRESH, Strained(die=1)) == "Only exhaustion makes this a strain."


def test_stimulants_put_the_penalty_off_and_then_it_is_back() -> None:
    state = played(FRESH, Exhausted(die=1), StimulantTaken(hours=(3,)))
    assert state.penalties == ()
    assert played(state, HoursPassed(hours=2)).penalties == ()
    assert played(state, HoursPassed(hours=3)).penalties == (dice.EXHAUSTION,)


def test_every_dose_after_the_first_costs_willpower() -> None:
    first = played(FRESH, StimulantTaken(hours=(6, 6), hard=True))
    assert (first.willpower, first.relief_until) == (11, 12)
    second = played(first, StimulantTaken(hours=(1,), cost=4))
    assert (second.willpower, second.relief_until, second.doses) == (7, 13, 2)
    wrong = "The first dose costs no willpower, every other one does."
    assert refused(first, StimulantTaken(hours=(1,))) == wrong
    assert refused(FRESH, StimulantTaken(hours=(1,), cost=2)) == wrong


def test_nobody_sleeps_on_stimulants() -> None:
    state = played(FRESH, StimulantTaken(hours=(5,)), HoursPassed(hours=2))
    assert refused(state, Slept(die=1)) == "Nobody sleeps on stimulants: 3 more hours."
    assert played(state, HoursPassed(hours=3), Slept(die=1)).hour == 13


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (StimulantTaken(hours=(1, 2)), "This dose takes 1 dice of hours."),
        (StimulantTaken(hours=(1,), hard=True), "This dose takes 2 dice of hours."),
        (StimulantTaken(hours=(7,)), "This die shows 1 to 6, not 7."),
        (Exhausted(die=0), "This die shows 1 to 6, not 0."),
        (Slept(die=7), "This die shows 1 to 6, not 7."),
        (HoursPassed(hours=0), "Time passes forwards only."),
        (WillpowerLost(points=0), "A loss is 1 point or more."),
        (StabilityLost(points=-3), "A loss is 1 point or more."),
        (Slept(die=1, test=30), "This sleep needs no test."),
        (BreakingPointSet(value=55), "The breaking point lies below the stability of 55."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_the_rules_do_not_allow(event: Event, reason: str) -> None:
    assert refused(FRESH, event) == reason


# Troubled sleep


@pytest.mark.parametrize("trouble", [ControlLost(), StabilityLost(points=11)])
def test_the_first_sleep_after_it_needs_a_test(trouble: Event) -> None:
    state = played(FRESH, trouble)
    assert state.troubled
    assert refused(state, Slept(die=1)) == "The first sleep after this needs a test of stability."
    slept = played(state, Slept(test=40, die=2))
    assert (slept.troubled, slept.hour) == (False, 8)
    assert refused(slept, Slept(test=40)) == "This sleep needs no test."


def test_a_troubled_night_returns_nothing_for_24_hours() -> None:
    state = played(replace(FRESH, willpower=5, exhausted=True), ControlLost(), Slept(test=90))
    assert (state.willpower, state.exhausted, state.unwell) == (5, True, False)
    assert refused(state, MotivationPlayed()) == "No willpower returns for 16 more hours."
    assert refused(state, Slept(die=2)) == "No willpower returns after this night."
    assert played(state, HoursPassed(hours=16), MotivationPlayed(), Slept(die=2)).willpower == 8


def test_sedatives_help_or_make_it_worse() -> None:
    state = played(FRESH, ControlLost())
    helped = played(state, Slept(test=74, die=1, sedatives=True))
    assert helped.last
    assert (helped.last.chance, helped.unwell) == (75, False)
    worse = played(state, Slept(test=76, sedatives=True))
    assert [modifier.value for modifier in worse.penalties] == [-20]
    assert played(worse, HoursPassed(hours=16), Slept(die=1)).penalties == ()


def test_without_stability_sleep_fails_of_itself() -> None:
    state = played(FRESH, StabilityLost(points=80))
    assert (state.stability, state.troubled) == (0, True)
    assert refused(state, Slept(test=1)) == "This sleep needs no test."
    assert played(state, Slept()).barred_until == 24


def test_an_addiction_suggests_itself_on_the_drug_in_use() -> None:
    reached = StabilityLost(points=11)
    assert played(FRESH, reached).addiction is None
    assert played(FRESH, StimulantTaken(hours=(2,)), reached).addiction == "stimulants"
    assert played(FRESH, Slept(die=1, sedatives=True), reached).addiction == "sedatives"
    assert played(FRESH, StimulantTaken(hours=(2,)), HoursPassed(hours=2), reached).addiction is None


def test_the_breaking_point_is_reached_once_until_a_new_one_is_set() -> None:
    state = played(FRESH, StabilityLost(points=11), Slept(test=1, die=1), StabilityLost(points=1))
    assert not state.troubled
    assert played(state, BreakingPointSet(value=30), StabilityLost(points=13)).troubled


# From a page and back


WATCHMAN = Character(
    name="Jelle",
    system="fhtagn",
    edition="1",
    attributes={"ST": 12, "KO": 12, "GE": 12, "IN": 12, "EN": 11, "CH": 13},
    tracks=[
        Track(name="TP", current=9, maximum=12),
        Track(name="WP", current=7, maximum=11),
        Track(name="BG", current=40),
    ],
    details={"exhausted": True},
)


def test_a_condition_is_what_the_page_says_or_what_follows() -> None:
    state = condition(WATCHMAN, RULES)
    assert (state.willpower, state.willpower_maximum, state.exhausted) == (7, 11, True)
    assert (state.stability, state.stability_maximum, state.breaking_point) == (55, 99, 40)
    with pytest.raises(Illegal, match="Jelle has no WP"):
        condition(replace(WATCHMAN, attributes={}, tracks=[]), RULES)


def test_it_goes_back_to_the_page() -> None:
    state = played(condition(WATCHMAN, RULES), StabilityLost(points=5), Slept(die=2))
    after = leave(WATCHMAN, state, RULES)
    assert after.tracks == [
        Track(name="TP", current=9, maximum=12),
        Track(name="WP", current=9, maximum=11),
        Track(name="BG", current=40),
        Track(name="STA", current=50),
    ]
    assert after.details == {}


EVENTS = st.one_of(
    st.builds(HoursPassed, hours=st.integers(1, 30)),
    st.builds(WillpowerSpent, points=st.integers(1, 4)),
    st.builds(Exhausted, die=st.integers(1, 6)),
    st.builds(Strained, die=st.integers(1, 6)),
    st.builds(StabilityLost, points=st.integers(1, 20)),
    st.builds(ControlLost),
    st.builds(MotivationPlayed),
    st.builds(StimulantTaken, hours=st.tuples(st.integers(1, 6)), cost=st.none() | st.integers(1, 6)),
    st.just("night"),
)


@settings(deadline=None, max_examples=100)
@given(st.lists(EVENTS, max_size=40), st.randoms(use_true_random=False), st.booleans())
def test_whatever_happens_values_stay_in_bounds(events: list[Any], rng: Any, sedatives: bool) -> None:
    state = FRESH
    for event in events:
        after = apply(state, night(state, rng, sedatives=sedatives) if event == "night" else event)
        if event == "night" and state.hour >= state.relief_until:
            assert not isinstance(after, Refusal)
        state = state if isinstance(after, Refusal) else after
        assert 0 <= state.willpower <= state.willpower_maximum
        assert 0 <= state.stability <= 55
