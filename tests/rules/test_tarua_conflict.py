"""Conflicts of Tarua Katoc: one fight from its dice to its states, who acts when, and what is refused."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace
from tests.rules.tarua_fights import (
    GROLL,
    HIT,
    NESSA,
    RULES,
    SPLITT,
    START,
    attack,
    body,
    conflict,
    played,
    refused,
    rolled,
)

from tontafel.rules.events import Event, Illegal, Refusal, replay
from tontafel.rules.tarua.conflict import AnyEvent, Conflict, apply, enter, throw, wounds
from tontafel.rules.tarua.conflict.events import (
    Acted,
    AttackAnnounced,
    AttackRolled,
    DamageTaken,
    DefenceAnnounced,
    Passed,
    RoundStarted,
    WentDown,
)
from tontafel.rules.tarua.history import Wounded

FIGHT: tuple[AnyEvent, ...] = (
    START,
    # Nessa is first (Instinkt 7): 6 and 5 fit Kraft 5 and Nahkampf 6 as well as can be: two successes.
    AttackAnnounced(who="Nessa", target="Groll"),
    # Groll defends with Geschick 2 and Nahkampf 4: 4 and 9 fall as badly as can be: none.
    DefenceAnnounced(who="Groll"),
    AttackRolled(dice=(6, 5), defence=(4, 9)),
    DamageTaken(who="Groll", points={"Kraft": 2, "Zähigkeit": 3}),
    # 2 and 8: one success; Groll does not defend: 5 less Zähigkeit 2.
    AttackAnnounced(who="Nessa", target="Groll"),
    DefenceAnnounced(who="Groll", defends=False),
    AttackRolled(dice=(2, 8)),
    DamageTaken(who="Groll", points={"Kraft": 2, "Geschick": 1}),
    Passed(who="Nessa"),
    # Groll and Splitt have Instinkt 4 and act together. Groll's one action is spent (Geschick 1, one used).
    AttackAnnounced(who="Splitt", target="Nessa", way="ranged"),
    # Nessa's last action: Geschick 3 and Bewegung 5 against 1 and 3: two of Splitt's two are cancelled.
    DefenceAnnounced(who="Nessa"),
    AttackRolled(dice=(2, 1), defence=(5, 3)),
    # Splitt mocks her: Klugheit 3 and Ausdruck 2 with 2 and 3, as badly as can be: one. Nobody answers.
    AttackAnnounced(who="Splitt", target="Nessa", way="words"),
    AttackRolled(dice=(2, 3)),
    # Fernkampf once more: one success, Kraft 3 less Zähigkeit 4 is nothing.
    AttackAnnounced(who="Splitt", target="Nessa", way="ranged"),
    AttackRolled(dice=(4, 9)),
    Passed(who="Splitt"),
    START,
    # Nessa: 1 and 2, two successes, 5 unreduced; Groll has Kraft 3, Geschick 1 and Zähigkeit 2 left.
    AttackAnnounced(who="Nessa", target="Groll"),
    DefenceAnnounced(who="Groll", defends=False),
    AttackRolled(dice=(1, 2)),
    DamageTaken(who="Groll", points={"Kraft": 2, "Geschick": 1, "Zähigkeit": 2}),
    WentDown(who="Groll"),
)


def test_the_fight_replays_to_exactly_these_states() -> None:
    found = replay(apply, conflict(), FIGHT)
    assert found.refusal is None
    states = found.states
    assert body(states[0], "Groll") == (7, 2, 5)
    assert [tuple(state.turn) for state in states[1:3]] == [("Nessa",), ("Nessa",)]
    exchange = states[4].last
    assert exchange
    assert (exchange.successes, exchange.damage) == (2, 5)
    assert states[4].wound
    assert states[4].wound.points == 5
    assert body(states[5], "Groll") == (5, 2, 2)
    assert states[8].last
    assert states[8].last.damage == 3
    assert body(states[9], "Groll") == (3, 1, 2)
    assert tuple(states[10].turn) == ("Splitt",)
    assert states[13].last
    assert (states[13].last.attack.successes, states[13].last.successes) == (2, 0)
    assert states[15].last
    assert (states[15].last.successes, states[15].last.damage) == (1, 0)
    assert states[15].fighters["Nessa"].attributes["Instinkt"] == 7
    assert body(states[19], "Nessa") == (5, 3, 4)
    assert states[19].round == 2
    end = found.state
    assert body(end, "Groll") == (1, 0, 0)
    assert [one.standing for one in end.fighters.values()] == ["up", "down", "up"]
    assert [one.used for one in end.fighters.values()] == [1, 0, 0]
    assert tuple(end.turn) == ("Nessa",)
    assert end.waiting == ("Splitt",)


def test_the_same_fight_from_scripted_dice(scripted: Callable[..., Any]) -> None:
    dice = scripted(6, 5, 4, 9, 2, 8, 2, 1, 5, 3, 2, 3, 4, 9, 1, 2)
    state = conflict()
    for event in FIGHT:
        state = played(state, throw(state, dice) if isinstance(event, AttackRolled) else event)
    assert state == replay(apply, conflict(), FIGHT).state


def test_a_log_is_json() -> None:
    assert json.decode(json.encode(FIGHT), type=tuple[AnyEvent, ...]) == FIGHT
    assert json.decode(json.encode(FIGHT[1])) == {
        "event": "attack_announced",
        "who": "Nessa",
        "target": "Groll",
    }


def test_what_the_fight_has_taken_goes_into_the_history() -> None:
    end = replay(apply, conflict(), FIGHT).state
    assert wounds(GROLL, end.fighters["Groll"], RULES, "1207-03-02") == (
        Wounded(name="Kraft", old=7, new=1, when="1207-03-02"),
        Wounded(name="Geschick", old=2, new=0, when="1207-03-02"),
        Wounded(name="Zähigkeit", old=5, new=0, when="1207-03-02"),
    )
    assert wounds(NESSA, end.fighters["Nessa"], RULES) == ()


# Entering


def test_wounds_and_stages_enter_with_the_character() -> None:
    hurt = replace(NESSA, details={"people": "Flussleute", "current": {"Kraft": 2}})
    fighter = enter(hurt, RULES)
    assert fighter.attributes["Kraft"] == 2
    assert fighter.stages == {"Nahkampf": 7, "Bewegung": 7, "Ausdruck": 6}


def test_whoever_lacks_an_attribute_or_a_stage_cannot_enter() -> None:
    with pytest.raises(Illegal, match="Instinkt"):
        enter(replace(NESSA, attributes={"Kraft": 1, "Geschick": 1, "Zähigkeit": 1, "Klugheit": 1}), RULES)
    with pytest.raises(Illegal, match="Ausdruck"):
        enter(replace(NESSA, details={"stages": {"D/Evolution": 3}}), RULES)


def test_two_of_one_name_cannot_enter() -> None:
    with pytest.raises(Illegal, match="nessa"):
        conflict(NESSA, GROLL, replace(SPLITT, name="nessa"))


# Order and actions


def test_the_highest_initiative_acts_first_and_ties_together() -> None:
    state = played(conflict(), START)
    assert (tuple(state.turn), state.waiting) == (("Nessa",), ("Groll", "Splitt"))
    state = played(state, Passed(who="Nessa"))
    assert (set(state.turn), state.waiting) == ({"Groll", "Splitt"}, ())


def test_the_situation_may_put_someone_first() -> None:
    state = played(conflict(), RoundStarted(first=(("Splitt",), ("Groll",))))
    assert tuple(state.turn) == ("Splitt",)
    state = played(state, Passed(who="Splitt"))
    assert tuple(state.turn) == ("Groll",)
    assert tuple(played(state, Passed(who="Groll")).turn) == ("Nessa",)


def test_as_many_actions_as_geschick() -> None:
    state = played(conflict(), START)
    assert [state.actions(name) for name in ("Nessa", "Groll", "Splitt")] == [3, 2, 4]
    acted = [Acted(who="Nessa", text="zieht das Boot heran")] * 3
    assert "Nessa" not in played(state, *acted).turn
    assert refused(state, *acted, Acted(who="Nessa")) == "It is not the turn of Nessa."


def test_lost_geschick_takes_actions_at_once() -> None:
    hit = (START, attack("Nessa", "Splitt"), DefenceAnnounced(who="Splitt", defends=False), rolled(1, 1))
    state = played(conflict(), *hit, DamageTaken(who="Splitt", points={"Geschick": 4, "Kraft": 1}))
    assert state.actions("Splitt") == 0
    assert tuple(played(state, Passed(who="Nessa")).turn) == ("Groll",)


def test_lost_instinkt_comes_later_in_the_same_round() -> None:
    slow = replace(GROLL, attributes={**GROLL.attributes, "Instinkt": 5})
    mocked = (
        START,
        attack("Nessa", "Groll", way="words"),
        DefenceAnnounced(who="Groll", defends=False),
        rolled(1, 1),
        Passed(who="Nessa"),
    )
    state = played(conflict(NESSA, slow, SPLITT), *mocked)
    assert state.fighters["Groll"].attributes["Instinkt"] == 0
    assert tuple(state.turn) == ("Splitt",)


def test_whoever_acts_together_is_not_weakened_before_having_acted() -> None:
    twins = [replace(GROLL, name=name) for name in ("Rechts", "Links")]
    first = (
        START,
        attack("Rechts", "Links"),
        DefenceAnnounced(who="Links", defends=False),
        rolled(1, 1),
        DamageTaken(who="Links", points={"Kraft": 5, "Geschick": 2}),
    )
    state = played(conflict(*twins), *first)
    assert body(state, "Links") == (2, 0, 5)
    assert state.actions("Links") == 2
    back = (attack("Links", "Rechts"), DefenceAnnounced(who="Rechts", defends=False), rolled(1, 1))
    state = played(state, *back)
    assert state.last
    assert state.last.damage == 7
    assert state.wound
    assert state.wound.target == "Rechts"


def test_a_defence_takes_an_action_at_any_time() -> None:
    state = played(conflict(), START, attack("Nessa", "Groll"), DefenceAnnounced(who="Groll"))
    assert state.actions("Groll") == 1
    state = played(
        state, rolled(9, 9, defence=(9, 9)), attack("Nessa", "Groll"), DefenceAnnounced(who="Groll")
    )
    state = played(state, rolled(9, 9, defence=(9, 9)), attack("Nessa", "Groll"))
    assert state.assault
    assert state.assault.answered
    assert tuple(played(state, rolled(9, 9)).turn) == ("Splitt",)


# What a hit does


@pytest.mark.parametrize(
    ("events", "reason"),
    [
        ([attack("Nessa", "Groll")], "No round has begun."),
        ([START, START], "Round 1 is not over: Nessa, Groll, Splitt."),
        ([START, attack("Groll", "Nessa")], "It is not the turn of Groll."),
        ([START, attack("Nessa", "Nessa")], "Nessa can't attack Nessa."),
        ([START, attack("Nessa", "Gröll")], "Nobody here is called “Gröll”."),
        ([START, attack("Nessa", "Groll", way="bite")], "There is no way to attack called “bite”."),
        ([START, attack("Nessa", "Groll", skill="Kochen")], "There is no skill “Kochen”."),
        ([START, attack("Nessa", "Groll", attribute="Mut")], "There is no attribute “Mut”."),
        ([START, attack("Nessa", "Groll"), rolled(1, 1)], "Groll has not said whether to defend."),
        ([START, attack("Nessa", "Groll"), Passed(who="Nessa")], "The attack of Nessa is not rolled yet."),
        ([START, attack("Nessa", "Groll"), DefenceAnnounced(who="Splitt")], "Splitt is not attacked."),
        (
            [START, attack("Nessa", "Groll"), DefenceAnnounced(who="Groll"), DefenceAnnounced(who="Groll")],
            "Groll has no action left, or has said already what happens.",
        ),
        ([START, DefenceAnnounced(who="Groll")], "No attack is announced."),
        ([START, rolled(1, 1)], "No attack is announced."),
        (
            [
                START,
                attack("Nessa", "Groll"),
                DefenceAnnounced(who="Groll", defends=False),
                rolled(1, 1, defence=(1,)),
            ],
            "Groll does not defend.",
        ),
        ([*HIT, Passed(who="Nessa")], "Splitt has yet to share 5 damage."),
        ([*HIT, DamageTaken(who="Groll", points={"Kraft": 5})], "Groll was not hit."),
        ([START, DamageTaken(who="Groll", points={"Kraft": 5})], "There is no damage to take."),
        ([START, WentDown(who="Groll")], "Groll has no reason to go down."),
        ([START, Acted(who="Nessa", dice=(1,))], "Dice need an attribute to be rolled against."),
        ([START, Acted(who="Nessa", attribute="Kraft", dice=(11,))], "This test takes 1 ten-sided dice."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_the_rules_do_not_allow(events: list[Event], reason: str) -> None:
    assert refused(conflict(), *events) == reason


def test_a_fight_of_one_is_over() -> None:
    assert refused(conflict(NESSA), START) == "This conflict is over."


def test_whoever_is_down_neither_acts_nor_defends() -> None:
    down = (*HIT, DamageTaken(who="Splitt", points={"Kraft": 3, "Zähigkeit": 2}), WentDown(who="Splitt"))
    state = played(conflict(), *down, attack("Nessa", "Splitt"))
    assert state.assault
    assert state.assault.answered
    assert tuple(played(state, rolled(9, 9), Passed(who="Nessa")).turn) == ("Groll",)


def test_another_action_may_be_a_test() -> None:
    state = played(
        conflict(), START, Acted(who="Nessa", attribute="Instinkt", skill="Heimlichkeit", dice=(7,))
    )
    assert state.last
    assert state.last.attack.degree == "success"


EVENTS = st.one_of(
    st.builds(RoundStarted),
    st.builds(Passed, who=st.sampled_from(["Nessa", "Groll", "Splitt"])),
    st.builds(
        AttackAnnounced,
        who=st.sampled_from(["Nessa", "Groll", "Splitt"]),
        target=st.sampled_from(["Nessa", "Groll", "Splitt"]),
        way=st.sampled_from(["melee", "ranged", "words"]),
    ),
    st.builds(DefenceAnnounced, who=st.sampled_from(["Nessa", "Groll", "Splitt"]), defends=st.booleans()),
    st.builds(WentDown, who=st.sampled_from(["Nessa", "Groll", "Splitt"])),
)


@settings(deadline=None, max_examples=60)
@given(st.lists(EVENTS, max_size=40), st.randoms(use_true_random=False))
def test_whatever_happens_values_stay_in_bounds(events: list[Event], rng: Any) -> None:
    state = conflict()
    for event in events:
        after = apply(state, event)
        if not isinstance(after, Refusal):
            state = _resolved(after, rng)
        for fighter in state.fighters.values():
            assert min(fighter.attributes.values()) >= 0
            assert fighter.used <= 10
        assert all(state.actions(name) for name in state.turn)


def _resolved(state: Conflict, rng: Any) -> Conflict:
    """Roll an attack that is answered and share its damage, from the first attribute on."""
    if state.assault and state.assault.answered:
        state = played(state, throw(state, rng))
    if state.wound:
        fighter, points, left = state.fighters[state.wound.target], {}, state.wound.points
        for name in RULES.attributes.physical:
            points[name] = min(left, fighter.attributes[name])
            left -= points[name]
        state = played(state, DamageTaken(who=fighter.name, points=points))
    return state
