"""Actions and tests: what is rolled for, who answers, and what comes of it (seed 000, Kampfrunden)."""

from collections.abc import Callable

from msgspec.structs import replace

from tontafel.rules.events import Illegal, insist
from tontafel.rules.mesopotamien.conflict.events import Answered, Attacked, Manoeuvred, Settled, Tried
from tontafel.rules.mesopotamien.conflict.rolls import is_nimble, rolled
from tontafel.rules.mesopotamien.conflict.state import (
    Attempt,
    Circumstance,
    Conflict,
    Fighter,
    Hit,
    Purpose,
    Strike,
)
from tontafel.rules.mesopotamien.conflict.steps import at_rest, on, turn
from tontafel.rules.mesopotamien.dice import Comparison, resolve, resolve_opposed
from tontafel.rules.mesopotamien.edition import Prey
from tontafel.rules.message import message
from tontafel.rules.names import Names
from tontafel.rules.outcome import Modifier


@on(Manoeuvred)
def manoeuvred(state: Conflict, event: Manoeuvred) -> Conflict:
    """Begin to make a temporary aspect."""
    turn(state, event.who)
    insist(bool(event.text.strip()), message("A manoeuvre makes an aspect."), message("Say which one."))
    fighter, throw = rolled(state, event, action=True)
    attempt = Attempt(
        purpose="manoeuvre",
        who=fighter.name,
        roll=throw,
        opponent=_opponent(state, fighter, event.against, event.difficulty),
        difficulty=event.difficulty,
        text=event.text.strip(),
        bearer=state.fighter(event.on).name if event.on else "",
    )
    return replace(state.having(replace(fighter, acted=True)), attempt=attempt)


@on(Tried)
def tried(state: Conflict, event: Tried) -> Conflict:
    """Roll outside of rounds and actions."""
    at_rest(state)
    fighter, throw = rolled(state, event, action=False)
    attempt = Attempt(
        purpose="test",
        who=fighter.name,
        roll=throw,
        opponent=_opponent(state, fighter, event.against, event.difficulty),
        difficulty=event.difficulty,
    )
    return replace(state.having(fighter), attempt=attempt)


def _opponent(state: Conflict, fighter: Fighter, against: str, difficulty: int | None) -> str:
    """Whoever answers, if it is not the game master who has set a difficulty."""
    insist(
        bool(against) != (difficulty is not None),
        message("A roll goes against a difficulty or against an opponent."),
        message("Give one of the two."),
    )
    if not against:
        return ""
    opponent = state.able(against)
    _not_oneself(fighter, opponent)
    return opponent.name


def _not_oneself(fighter: Fighter, opponent: Fighter) -> None:
    insist(
        fighter.name != opponent.name,
        message("{who} can't be the opponent of {who}.", who=fighter.name),
        message("Choose somebody else."),
    )


@on(Attacked)
def attacked(state: Conflict, event: Attacked) -> Conflict:
    """Begin an attack; a defence that was rolled earlier in this round counts against it as well."""
    turn(state, event.who)
    target = state.able(event.target)
    _not_oneself(state.fighter(event.who), target)
    track = _track(state, target, event.track)
    fighter, throw = rolled(state, event, action=True)
    attempt = Attempt(
        purpose="attack",
        who=fighter.name,
        roll=replace(throw, modifiers=throw.modifiers + _range(state, fighter, target)),
        opponent=target.name,
        answer=target.defence,
        track=track,
    )
    strikes = (*state.strikes, Strike(fighter.name, target.name, track))
    after = replace(state.having(replace(fighter, acted=True)), attempt=attempt, strikes=strikes)
    return _easy_prey(after, before=state.strikes)


def _track(state: Conflict, target: Fighter, wanted: str) -> str:
    """The track that an attack is meant for; who has no track at all is hit on any."""
    usual = state.rules.conflict.tracks
    there = [track for track in usual if track in target.tracks] or [*target.tracks] or [*usual]
    track = Names(there).spelled(wanted) if wanted else next(iter(there), "")
    if track is None:
        raise Illegal(
            message("{who} can't be hit on the track {track}.", who=target.name, track=wanted),
            message("An attack is meant for {names}.", names=", ".join(there)),
        )
    return track


def _range(state: Conflict, fighter: Fighter, target: Fighter) -> tuple[Modifier, ...]:
    """What the zones between attacker and target take from the roll."""
    zones = state.distance(fighter.zone, target.zone)
    if zones is None:
        raise Illegal(
            message("No way leads from {start} to {end}.", start=fighter.zone, end=target.zone),
            message("Attack somebody who can be reached."),
        )
    return (Modifier(-zones, message("zones between")),) if zones else ()


def _easy_prey(state: Conflict, before: tuple[Strike, ...]) -> Conflict:
    """Who attacks an opponent's Fassung while others attack that one's Gesundheit bears an aspect."""
    prey = state.rules.conflict.prey
    if prey is None:
        return state
    made = []
    for who, _ in sorted(_alone(prey, state.strikes) - _alone(prey, before)):
        sides = state.opponents_of(state.fighter(who).side)
        made.append(Circumstance(text=prey.aspect, bearer=who, sides=sides, free=1))
    return replace(state, circumstances=(*state.circumstances, *made))


def _alone(prey: Prey, strikes: tuple[Strike, ...]) -> set[tuple[str, str]]:
    """Who attacks the one track of whom while others attack the other one."""
    return {
        (strike.who, strike.target)
        for strike in strikes
        for other in strikes
        if (strike.track, other.track) == (prey.attacks, prey.others)
        and strike.target == other.target
        and strike.who != other.who
    }


@on(Answered)
def answered(state: Conflict, event: Answered) -> Conflict:
    """The opponent rolls; who dodges an attack with Akrobatik is slow next time."""
    attempt = _open(state)
    insist(
        bool(attempt.opponent),
        message("The roll of {who} goes against no opponent.", who=attempt.who),
        message("Settle it."),
    )
    insist(
        state.fighter(event.who).name == attempt.opponent,
        message("It is {opponent} who answers, not {who}.", opponent=attempt.opponent, who=event.who),
        message("Roll for {opponent}.", opponent=attempt.opponent),
    )
    insist(
        attempt.answer is None,
        message(
            "{who} has rolled; one defence counts against all attacks of the round.", who=attempt.opponent
        ),
        message("Add aspects to that roll, or settle it."),
    )
    fighter, throw = rolled(state, event, action=False)
    if attempt.purpose == "attack" and is_nimble(state, fighter.last_skill):
        fighter = replace(fighter, slowed=state.round + fighter.acted)
    return replace(state.having(fighter), attempt=replace(attempt, answer=throw))


def _open(state: Conflict) -> Attempt:
    if state.attempt is None:
        raise Illegal(message("No roll lies on the table."), message("Attack, manoeuvre or move first."))
    return state.attempt


@on(Settled)
def settled(state: Conflict, _: Settled) -> Conflict:
    """Compare, and let the purpose of the roll say what comes of it."""
    attempt = _open(state)
    insist(
        not attempt.opponent or attempt.answer is not None,
        message("{opponent} has not answered {who} yet.", opponent=attempt.opponent, who=attempt.who),
        message("Roll for {opponent}.", opponent=attempt.opponent),
    )
    compared = _compared(attempt)
    after = replace(state, attempt=None, last=compared)
    return _COMES_OF[attempt.purpose](after, attempt, compared)


def _compared(attempt: Attempt) -> Comparison:
    if attempt.answer is not None:
        return resolve_opposed(attempt.roll, attempt.answer)
    return resolve(attempt.roll, attempt.difficulty or 0)


def _attack(state: Conflict, attempt: Attempt, compared: Comparison) -> Conflict:
    """A hit by the margin, nothing, or momentum for a defence that was far ahead."""
    target = replace(state.fighter(attempt.opponent), defence=attempt.answer)
    if compared.success:
        hit = Hit(
            target=target.name,
            tracks=_marked_by(state, target, attempt.track),
            margin=compared.margin,
            left=compared.margin,
        )
        return replace(state.having(replace(target, hit=True)), hit=hit)
    fighting = state.rules.conflict
    if -compared.margin >= fighting.lead:
        target = replace(target, momentum=fighting.momentum)
    return state.having(target)


def _marked_by(state: Conflict, target: Fighter, track: str) -> tuple[str, ...]:
    """The track that was attacked; for the first hit of a conflict all that a hit can mark."""
    others = () if target.hit else state.rules.conflict.tracks
    return (track, *(other for other in others if other != track and other in target.tracks))


def _manoeuvre(state: Conflict, attempt: Attempt, compared: Comparison) -> Conflict:
    if not compared.success:
        return state
    side = state.fighter(attempt.who).side
    made = Circumstance(text=attempt.text, bearer=attempt.bearer, sides=(side,), free=1)
    return replace(state, circumstances=(*state.circumstances, made))


def _move(state: Conflict, attempt: Attempt, compared: Comparison) -> Conflict:
    fighter = state.fighter(attempt.who)
    return replace(state.having(replace(fighter, reach=max(0, compared.total))), last=None)


def _test(state: Conflict, _attempt: Attempt, _compared: Comparison) -> Conflict:
    return state


_COMES_OF: dict[Purpose, Callable[[Conflict, Attempt, Comparison], Conflict]] = {
    "attack": _attack,
    "manoeuvre": _manoeuvre,
    "move": _move,
    "test": _test,
}
