"""Rounds and movement on the map (seed 000, Kampfrunden)."""

from msgspec.structs import replace

from tontafel.rules.events import Illegal, insist
from tontafel.rules.mesopotamien.conflict.events import Hurried, Moved, RoundStarted
from tontafel.rules.mesopotamien.conflict.rolls import is_nimble, rolled
from tontafel.rules.mesopotamien.conflict.state import Attempt, Conflict, Fighter
from tontafel.rules.mesopotamien.conflict.steps import at_rest, in_round, on, turn
from tontafel.rules.message import Message, message
from tontafel.rules.names import Names
from tontafel.rules.system import one_of


@on(RoundStarted)
def round_started(state: Conflict, _: RoundStarted) -> Conflict:
    """Everyone may move and act again, and rolls another defence."""
    at_rest(state)
    insist(not state.over, message("This conflict is over."), message("Begin another one."))
    fresh = (replace(one, acted=False, moved=0, reach=0, defence=None) for one in state.fighters.values())
    return replace(state.having(*fresh), round=state.round + 1, strikes=())


@on(Moved)
def moved(state: Conflict, event: Moved) -> Conflict:
    """One zone a round, and those that the action *move* has added."""
    at_rest(state)
    in_round(state)
    fighter = state.able(event.who)
    zone = _zone(state, event.to)
    steps = state.distance(fighter.zone, zone)
    if steps is None:
        raise Illegal(
            message("No way leads from {start} to {end}.", start=fighter.zone, end=zone),
            _beside(state, fighter),
        )
    left = zones_left(state, fighter)
    if steps > left:
        raise _too_far(state, fighter, zone, steps, left)
    return state.having(replace(fighter, zone=zone, moved=fighter.moved + steps))


@on(Hurried)
def hurried(state: Conflict, event: Hurried) -> Conflict:
    """The action *move*: roll for more zones than one."""
    turn(state, event.who)
    _zone(state, "")
    fighter, throw = rolled(state, event, action=True)
    nimble = state.rules.conflict.nimble
    insist(
        not nimble or not event.skill or is_nimble(state, fighter.last_skill),
        message("Whoever moves further rolls {skill}.", skill=nimble),
        message("Roll {skill}, or choose another action.", skill=nimble),
    )
    if fighter.slowed == state.round:
        raise _slowed(state, fighter)
    after = state.having(replace(fighter, acted=True))
    return replace(after, attempt=Attempt(purpose="move", who=fighter.name, roll=throw))


def zones_left(state: Conflict, fighter: Fighter) -> int:
    """How many zones a fighter may still move in this round."""
    stride = state.rules.conflict.stride
    return (stride if fighter.slowed == state.round else stride + fighter.reach) - fighter.moved


def _zone(state: Conflict, name: str) -> str:
    """The zone of this name; any map at all does for no name."""
    insist(bool(state.zones), message("There is no map here."), message("Say where things happen in words."))
    zone = Names(state.zones).spelled(name) if name else ""
    if zone is None:
        raise Illegal(message("There is no zone “{zone}”.", zone=name), one_of(name, state.zones))
    return zone


def _too_far(state: Conflict, fighter: Fighter, zone: str, steps: int, left: int) -> Illegal:
    if fighter.slowed == state.round:
        return _slowed(state, fighter)
    return Illegal(
        message(
            "{who} may move {left} more zones in this round; {zone} is {steps} away.",
            who=fighter.name,
            left=left,
            zone=zone,
            steps=steps,
        ),
        message("The action “move” with {skill} adds zones.", skill=state.rules.conflict.nimble),
    )


def _slowed(state: Conflict, fighter: Fighter) -> Illegal:
    skill, stride = state.rules.conflict.nimble, state.rules.conflict.stride
    return Illegal(
        message(
            "{who} dodged with {skill} and moves {stride} zone at most next time.",
            who=fighter.name,
            skill=skill,
            stride=stride,
        ),
        _beside(state, fighter),
    )


def _beside(state: Conflict, fighter: Fighter) -> Message:
    return message(
        "Beside {zone} are: {names}.", zone=fighter.zone, names=", ".join(state.zones[fighter.zone])
    )
