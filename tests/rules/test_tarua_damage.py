"""Attacks in conflicts of Tarua Katoc: what a defence cancels, and what damage takes from whom."""

import pytest
from msgspec.structs import replace
from tests.rules.tarua_fights import (
    GROLL,
    HIT,
    NESSA,
    SPLITT,
    START,
    attack,
    body,
    conflict,
    played,
    refused,
    rolled,
)

from tontafel.rules.tarua.conflict.events import (
    DamageTaken,
    DefenceAnnounced,
    RoundStarted,
)


@pytest.mark.parametrize(
    ("dice", "defence", "left", "damage"),
    [
        ((9, 9), None, 0, 0),
        ((9, 5), None, 1, 0),  # 5 less Zähigkeit 5
        ((1, 1), None, 2, 5),
        ((1, 1), (4, 9), 2, 5),
        ((1, 1), (2, 9), 1, 0),
        ((1, 1), (2, 1), 0, 0),
        ((9, 9), (2, 1), 0, 0),
    ],
)
def test_each_success_in_defence_cancels_one(
    dice: tuple[int, ...], defence: tuple[int, ...] | None, left: int, damage: int
) -> None:
    announced = DefenceAnnounced(who="Groll", defends=defence is not None)
    state = played(
        conflict(), START, attack("Nessa", "Groll"), announced, rolled(*dice, defence=defence or ())
    )
    assert state.last
    assert (state.last.successes, state.last.damage) == (left, damage)
    assert bool(state.wound) == (damage > 0)


def test_a_skill_or_attribute_other_than_usual() -> None:
    state = played(
        conflict(),
        START,
        attack("Nessa", "Groll", attribute="Geschick", skill="Bewegung"),
        DefenceAnnounced(who="Groll", attribute="Kraft", skill=""),
    )
    assert state.assault
    assert (state.assault.test.attribute, state.assault.test.skill) == ("Geschick", "Bewegung")
    assert state.assault.defence
    assert (state.assault.defence.attribute, state.assault.defence.skill) == ("Kraft", "Nahkampf")


def test_without_a_skill_there_is_one_die() -> None:
    state = played(conflict(), RoundStarted(first=(("Groll",),)), attack("Groll", "Nessa", way="words"))
    state = played(state, DefenceAnnounced(who="Nessa", defends=False))
    assert refused(state, rolled(1, 1)) == "This test takes 1 ten-sided dice."
    state = played(state, rolled(2))
    assert state.last
    assert state.last.successes == 1


def test_words_wound_instinkt_down_to_nothing() -> None:
    mocked = (
        attack("Nessa", "Groll", way="words"),
        DefenceAnnounced(who="Groll", defends=False),
        rolled(1, 1),
    )
    state = played(conflict(), START, *mocked)
    assert state.fighters["Groll"].attributes["Instinkt"] == 0
    assert state.wound is None
    assert body(state, "Groll") == (7, 2, 5)


def test_one_success_in_words_is_met_by_klugheit() -> None:
    mocked = (
        attack("Nessa", "Groll", way="words"),
        DefenceAnnounced(who="Groll", defends=False),
        rolled(1, 9),
    )
    state = played(conflict(), START, *mocked)
    assert state.fighters["Groll"].attributes["Instinkt"] == 0  # 6 less 2 is 4
    state = played(
        conflict(NESSA, replace(GROLL, attributes={**GROLL.attributes, "Klugheit": 5})), START, *mocked
    )
    assert state.fighters["Groll"].attributes["Instinkt"] == 3


def test_damage_never_exceeds_what_is_left() -> None:
    weak = replace(
        SPLITT, details={"people": "Ascheleute", "current": {"Kraft": 1, "Geschick": 1, "Zähigkeit": 0}}
    )
    hit = (START, attack("Nessa", "Splitt"), DefenceAnnounced(who="Splitt", defends=False), rolled(1, 1))
    state = played(conflict(NESSA, weak), *hit)
    assert state.wound
    assert state.wound.points == 2
    state = played(state, DamageTaken(who="Splitt", points={"Kraft": 1, "Geschick": 1}))
    assert state.fighters["Splitt"].standing == "end"


def test_the_end_ends_the_part_in_it() -> None:
    hit = (attack("Nessa", "Splitt"), DefenceAnnounced(who="Splitt", defends=False), rolled(1, 1))
    taken = (
        DamageTaken(who="Splitt", points={"Kraft": 3, "Geschick": 2}),
        DamageTaken(who="Splitt", points={"Geschick": 2, "Zähigkeit": 2}),
    )
    state = played(conflict(), START, *hit, taken[0], *hit)
    assert state.wound
    assert state.wound.points == 4
    state = played(state, taken[1])
    assert state.fighters["Splitt"].standing == "end"
    assert state.waiting == ("Groll",)
    assert refused(state, attack("Nessa", "Splitt")) == "Nessa can't attack Splitt."


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ({"Kraft": 4, "Geschick": 1}, "Kraft at 3 can't lose 4."),
        ({"Kraft": 3, "Geschick": 1}, "Splitt takes 5 damage, not 4."),
        ({"Klugheit": 3, "Kraft": 2}, "Klugheit takes no damage."),
        ({"Kraft": -1, "Geschick": 4, "Zähigkeit": 2}, "Kraft at 3 can't lose -1."),
    ],
)
def test_damage_is_shared_fairly(points: dict[str, int], reason: str) -> None:
    assert refused(conflict(), *HIT, DamageTaken(who="Splitt", points=points)) == reason


# Refusals
