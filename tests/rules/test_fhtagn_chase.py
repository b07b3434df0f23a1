"""Chases of FHTAGN: one from its dice to its states, every rule of a tie, tricks, help and shooting."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace
from tests.rules.playing import allowed, refusal

from tontafel.rules.events import Event, Illegal, Refusal, replay
from tontafel.rules.fhtagn.chase import (
    AdvantageSet,
    AnyEvent,
    Chase,
    Contested,
    Move,
    PassengerShot,
    Side,
    apply,
    begin,
    side,
    throw,
)
from tontafel.rules.fhtagn.edition import FhtagnRules
from tontafel.rules.model import Character, Skill, Track
from tontafel.rules.system import system
from tontafel.site.language import Language

RULES: FhtagnRules = system("fhtagn").ruleset("1", [])

#: A constable in a motor car after a messenger in another, along the Alster.
CONSTABLE = Side(name="Wachtmeister Kröger", skills={"Fahren": 50, "Suchen": 40}, passengers=("Ida", "Jost"))
MESSENGER = Side(name="Der Bote", skills={"Fahren": 60, "Heimlichkeit": 44, "Navigation": 30})


def chase(needed: int = 2, way: str = "vehicle", **changes: Any) -> Chase:
    pursued = replace(MESSENGER, **changes)
    return begin(RULES, CONSTABLE, pursued, way=way, needed=needed)


def drive(die: int | None, **more: Any) -> Move:
    return Move(skill="Fahren", die=die, **more)


def trick(die: int | None, skill: str = "Heimlichkeit") -> Move:
    return Move(kind="trick", skill=skill, die=die)


SHOOT = Move(kind="shoot")


def contest(pursuer: Move, pursued: Move) -> Contested:
    return Contested(pursuer=pursuer, pursued=pursued)


def played(state: Chase, *events: Event) -> Chase:
    return allowed(apply, state, *events)


def refused(state: Chase, *events: Event) -> str:
    """Why the last of the events is refused."""
    reason, hint = refusal(apply, state, *events)
    assert hint
    return reason


# Along the Alster


ALSTER: tuple[AnyEvent, ...] = (
    # 45 within 50 beats 31 within 60: the constable is one step nearer.
    contest(drive(45), drive(31)),
    # He radios ahead; Ida shoots from the car before the next test.
    AdvantageSet(side="pursuer", value=20),
    PassengerShot(who="Ida"),
    # The messenger turns into a yard: 40 within Heimlichkeit 44 beats 35 within 70.
    contest(drive(35), trick(40)),
    # With the head start 80 is the chance: 66 is a double, a critical success, and counts twice.
    contest(drive(62), drive(66)),
    # Both fail: 81 is the lower failure: the lead grows to two, and the messenger is gone.
    contest(drive(91), drive(81)),
)


def test_the_chase_along_the_alster_replays_to_exactly_these_states() -> None:
    found = replay(apply, chase(), ALSTER)
    assert found.refusal is None
    assert [state.lead for state in found.states] == [0, -1, -1, -1, -1, 1, 2]
    assert [state.outcome for state in found.states[-2:]] == [None, "escaped"]
    assert [state.sides["pursued"].ahead for state in found.states] == [0, 0, 0, 0, 20, 0, 0]
    assert found.states[3].sides["pursuer"].shot == ("Ida",)
    assert found.state.sides["pursuer"].shot == ()
    assert found.state.tests == 4
    last = found.states[5].last
    assert last
    assert {part: roll.chance for part, roll in last.rolls.items()} == {"pursuer": 70, "pursued": 80}
    assert last.steps == 2


def test_the_same_chase_from_scripted_dice(scripted: Callable[..., Any]) -> None:
    dice = scripted(45, 31, 35, 40, 62, 66, 91, 81)
    bare = [
        replace(event, pursuer=replace(event.pursuer, die=None), pursued=replace(event.pursued, die=None))
        if isinstance(event, Contested)
        else event
        for event in ALSTER
    ]
    thrown = [throw(event, dice) if isinstance(event, Contested) else event for event in bare]
    assert tuple(thrown) == ALSTER
    assert json.decode(json.encode(thrown), type=tuple[AnyEvent, ...]) == ALSTER


# Who has the test


@pytest.mark.parametrize(
    ("pursuer", "pursued", "lead"),
    [
        (45, 31, -1),  # the higher success
        (31, 45, 1),
        (31, 97, -1),  # a success against a failure
        (97, 31, 1),
        (33, 58, -2),  # a critical success before a higher plain one, counting twice
        (22, 33, 2),  # of two critical ones the higher
        (1, 58, -2),
        (91, 81, 1),  # both fail: the lower
        (81, 91, -1),
        (99, 98, 2),  # a failure against a fumble, which counts as two failures
        (98, 99, -2),
        (45, 99, -2),  # a success against a fumble
        (44, 99, -2),  # a critical success against a fumble is two still
        (99, 88, 1),  # two fumbles: the lower, neither counts more
        (88, 100, -1),
        (45, 45, 0),  # equal: again
        (97, 97, 0),
        (99, 99, 0),
    ],
)
def test_one_side_always_wins_unless_both_are_equal(pursuer: int, pursued: int, lead: int) -> None:
    state = played(chase(needed=3), contest(drive(pursuer), drive(pursued)))
    assert state.lead == lead
    assert state.tests == (lead != 0)
    assert state.last
    assert (state.last.winner is None) == (lead == 0)


def test_equal_rolls_change_nothing_but_are_told() -> None:
    ahead = played(chase(), contest(drive(97), trick(40)))
    again = played(ahead, contest(drive(20), drive(20)))
    assert again.sides == ahead.sides
    assert again.last
    assert str(again.last.why[-1]) == "Both are equal: the test is rolled again."


def test_successes_cancel() -> None:
    state = played(chase(), contest(drive(45), drive(31)), contest(drive(31), drive(45)))
    assert (state.lead, state.outcome) == (0, None)


@pytest.mark.parametrize(("needed", "tests"), [(1, 1), (2, 2), (3, 3)])
def test_the_game_master_says_how_long_it_takes(needed: int, tests: int) -> None:
    state = chase(needed=needed)
    for _ in range(tests):
        assert state.outcome is None
        state = played(state, contest(drive(45), drive(31)))
    assert state.outcome == "caught"
    assert refused(state, contest(drive(45), drive(31))) == "This chase is over."


# Tricks


def test_a_trick_gives_a_bonus_instead_of_a_step() -> None:
    state = played(chase(), contest(drive(97), trick(40)))
    assert (state.lead, state.sides["pursued"].ahead) == (0, 20)
    state = played(state, contest(drive(51), drive(79)))
    assert (state.lead, state.sides["pursued"].ahead) == (1, 0)


def test_a_critical_trick_gives_twice_the_bonus() -> None:
    assert played(chase(), contest(drive(97), trick(33))).sides["pursued"].ahead == 40


def test_a_lost_trick_gives_the_other_side_its_step() -> None:
    state = played(chase(), contest(drive(45), trick(31)))
    assert (state.lead, state.sides["pursued"].ahead) == (-1, 0)
    assert played(chase(needed=3), contest(drive(45), trick(88))).lead == -2


def test_of_two_tricks_one_works() -> None:
    search = trick(20, "Suchen")
    state = played(chase(), contest(search, trick(40)))
    assert (state.lead, state.sides["pursuer"].ahead, state.sides["pursued"].ahead) == (0, 0, 20)


def test_another_skill_makes_a_trick_and_the_usual_one_does_not() -> None:
    assert refused(chase(), contest(drive(1), trick(1, "Fahren"))) == "Fahren does not do for that."
    assert refused(chase(), contest(Move(skill="Suchen", die=1), drive(1))) == "Suchen does not do for that."


# Help, passengers, shooting


def test_overwhelming_help_gives_forty_on_every_roll() -> None:
    state = played(chase(needed=3), AdvantageSet(side="pursuer", value=40))
    for _ in range(2):
        state = played(state, contest(drive(89), drive(97)))
        assert state.last
        assert state.last.rolls["pursuer"].chance == 90
    assert state.lead == -2
    assert played(state, AdvantageSet(side="pursuer", value=0)).sides["pursuer"].advantage == 0


def test_passengers_shoot_once_a_round() -> None:
    state = played(chase(), PassengerShot(who="ida"), PassengerShot(who="Jost"))
    assert state.sides["pursuer"].shot == ("Ida", "Jost")
    assert refused(state, PassengerShot(who="Ida")) == "Ida has already shot in this round."
    again = played(state, contest(drive(45), drive(31)), PassengerShot(who="Ida"))
    assert again.sides["pursuer"].shot == ("Ida",)


def test_whoever_drives_and_shoots_hands_over_the_test() -> None:
    assert played(chase(), contest(SHOOT, drive(None))).lead == 1
    assert played(chase(), contest(drive(None), SHOOT)).lead == -1
    assert played(chase(), contest(SHOOT, SHOOT)).lead == 0
    assert played(chase(), contest(SHOOT, trick(None))).sides["pursued"].ahead == 20


def test_a_head_start_waits_for_a_roll() -> None:
    state = played(chase(needed=3), contest(drive(97), trick(40)), contest(SHOOT, drive(None)))
    assert (state.lead, state.sides["pursued"].ahead) == (1, 20)


def test_weariness_and_low_willpower_burden_the_rolls() -> None:
    state = played(chase(exhausted=True, willpower=2), contest(drive(45), drive(15)))
    assert state.last
    assert state.last.rolls["pursued"].chance == 20
    broken = played(chase(willpower=0), contest(drive(97), drive(1)))
    assert broken.last
    assert broken.last.rolls["pursued"].success is False


# Beginning


@pytest.mark.parametrize(
    ("way", "skill"),
    [("foot", "Athletik"), ("water", "Schwimmen"), ("riding", "Reiten"), ("vehicle", "Steuern (Seefahrt)")],
)
def test_each_way_has_its_skill(way: str, skill: str) -> None:
    runner = Side(name="Läufer", skills={skill: 50, "Wachsamkeit": 40})
    state = begin(RULES, runner, replace(runner, name="Flüchtige"), way=way)
    after = played(state, contest(Move(skill=skill, die=45), Move(skill=skill, die=20)))
    assert after.outcome == "caught"
    assert "does not do" in refused(
        state, contest(Move(skill="Wachsamkeit", die=1), Move(skill=skill, die=2))
    )


def test_special_training_drives_what_it_is_for() -> None:
    trucker = Side(name="Fuhrmann", skills={"Schwere Fahrzeuge": 40}, training=("Schwere Fahrzeuge",))
    state = begin(RULES, trucker, MESSENGER, way="vehicle")
    assert played(state, contest(Move(skill="Schwere Fahrzeuge", die=39), drive(20))).outcome == "caught"


@pytest.mark.parametrize(("way", "needed"), [("balloon", 1), ("foot", 0), ("foot", 4)])
def test_chases_there_are_not(way: str, needed: int) -> None:
    with pytest.raises(Illegal):
        begin(RULES, CONSTABLE, MESSENGER, way=way, needed=needed)


def test_a_character_enters_with_base_values_willpower_and_training() -> None:
    hinnerk = Character(
        name="Hinnerk",
        system="fhtagn",
        edition="1",
        skills=[Skill(name="Fahren", value=60), Skill(name="Steuern", specialisation="Seefahrt", value=40)],
        tracks=[Track(name="WP", current=2, maximum=12)],
        details={"training": ["Schwere Fahrzeuge"], "exhausted": True},
    )
    entered = side(hinnerk, RULES, passengers=["Grete"])
    assert (entered.skills["Fahren"], entered.skills["Steuern (Seefahrt)"], entered.skills["Athletik"]) == (
        60,
        40,
        30,
    )
    assert (entered.willpower, entered.exhausted, entered.passengers) == (2, True, ("Grete",))
    assert entered.training == ("Schwere Fahrzeuge",)


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (contest(drive(None), drive(1)), "Wachtmeister Kröger has no die in this test."),
        (contest(drive(1), SHOOT), "Wachtmeister Kröger does not roll in this test."),
        (contest(Move(skill="Fliegen", die=1), drive(1)), "Wachtmeister Kröger has no skill “Fliegen”."),
        (contest(drive(101), drive(1)), "This die shows 1 to 100, not 101."),
        (
            AdvantageSet(side="pursuer", value=30),
            "An advantage in a chase is 20, or 40 if it is overwhelming, not 30.",
        ),
        (PassengerShot(who="Wachtmeister Kröger"), "Wachtmeister Kröger is no passenger."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_the_rules_do_not_allow(event: Event, reason: str) -> None:
    after = apply(chase(), event)
    assert isinstance(after, Refusal)
    assert str(after.reason) == reason
    assert Language("de").say(after.reason) != reason


def test_a_skill_of_nothing_cannot_be_tried() -> None:
    state = begin(RULES, replace(CONSTABLE, skills={"Fahren": 0}), MESSENGER, way="vehicle")
    assert refused(state, contest(drive(1), drive(1))) == "A value of 0% can't even be tried."


@settings(deadline=None, max_examples=100)
@given(st.lists(st.tuples(st.integers(1, 100), st.integers(1, 100), st.booleans()), max_size=30))
def test_a_chase_is_fair_and_ends_where_it_should(dice: list[tuple[int, int, bool]]) -> None:
    state = begin(RULES, MESSENGER, replace(MESSENGER, name="Spiegel"), way="vehicle", needed=3)
    mirror = state
    for mine, theirs, tricky in dice:
        if state.outcome:
            break
        move = trick(theirs) if tricky else drive(theirs)
        state = played(state, contest(drive(mine), move))
        mirror = played(mirror, contest(move, drive(mine)))
        assert mirror.lead == -state.lead
        assert state.sides["pursued"].ahead == mirror.sides["pursuer"].ahead
        assert abs(state.lead) < 3 + 2


def test_a_trick_is_seen_through_by_any_skill() -> None:
    watchful = Move(kind="resist", skill="Suchen", die=38)
    state = played(chase(), contest(watchful, trick(20)))
    assert (state.lead, state.sides["pursuer"].ahead, state.sides["pursued"].ahead) == (-1, 0, 0)
    state = played(chase(), contest(replace(watchful, die=77), trick(20)))
    assert (state.lead, state.sides["pursued"].ahead) == (0, 20)


def test_without_a_trick_there_is_nothing_to_see_through() -> None:
    after = apply(chase(), contest(Move(kind="resist", skill="Suchen", die=38), drive(20)))
    assert isinstance(after, Refusal)
    assert str(after.reason) == "There is no trick to see through."
