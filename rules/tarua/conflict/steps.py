"""What each event does to a conflict, and what has to hold before (seed 001, conflicts)."""

from msgspec.structs import replace

from tontafel.rules.events import Illegal, Steps, insist
from tontafel.rules.message import Message, message
from tontafel.rules.names import Names
from tontafel.rules.outcome import Rng
from tontafel.rules.system import one_of
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
from tontafel.rules.tarua.conflict.state import Assault, Conflict, Exchange, Fighter, Pairing, Wound
from tontafel.rules.tarua.dice import SIDES, TaruaRoll, dice_needed, resolve
from tontafel.rules.tarua.edition import Attack

STEPS: Steps[Conflict] = Steps()
on = STEPS.on


@on(RoundStarted)
def round_started(state: Conflict, event: RoundStarted) -> Conflict:
    """Everyone has all actions again; the order is made as the round goes, by current initiative."""
    _at_rest(state)
    insist(
        not state.turn and not state.waiting,
        message("Round {round} is not over: {names}.", round=state.round, names=", ".join(_still(state))),
        message("Let them act or pass."),
    )
    groups = tuple(tuple(state.fighter(name).name for name in group) for group in event.first)
    fresh = [replace(one, used=0) for one in state.fighters.values()]
    up = tuple(one.name for one in fresh if one.standing == "up")
    insist(len(up) > 1, message("This conflict is over."), message("Begin another one."))
    first = tuple(kept for group in groups if (kept := tuple(name for name in group if name in up)))
    return replace(state.having(*fresh), round=state.round + 1, first=first, waiting=up).settled()


@on(AttackAnnounced)
def attack_announced(state: Conflict, event: AttackAnnounced) -> Conflict:
    """An attack in one's turn, with an action; who cannot defend is not asked."""
    fighter, target = _actor(state, event.who), state.fighter(event.target)
    insist(
        target.name != fighter.name and target.standing != "end",
        message("{who} can't attack {target}.", who=fighter.name, target=target.name),
        message("Choose somebody else."),
    )
    way = _way(state, event.way)
    spent = state.having(replace(fighter, used=fighter.used + 1))
    assault = Assault(
        who=fighter.name,
        target=target.name,
        way=event.way,
        test=_test(state, event.attribute or way.attribute, event.skill or way.skill),
        answered=spent.actions(target.name) == 0,
    )
    return replace(spent, assault=assault, last=None)


@on(DefenceAnnounced)
def defence_announced(state: Conflict, event: DefenceAnnounced) -> Conflict:
    """The target says whether it defends, at any time in the round, with an action."""
    assault = _assault(state)
    fighter = state.fighter(event.who)
    insist(
        fighter.name == assault.target,
        message("{who} is not attacked.", who=fighter.name),
        message("{target} is.", target=assault.target),
    )
    insist(
        not assault.answered,
        message("{who} has no action left, or has said already what happens.", who=fighter.name),
        message("Roll the attack."),
    )
    if not event.defends:
        return replace(state, assault=replace(assault, answered=True))
    usual = _way(state, assault.way).defence
    test = _test(state, event.attribute or usual.attribute, event.skill or usual.skill)
    spent = state.having(replace(fighter, used=fighter.used + 1))
    return replace(spent, assault=replace(assault, answered=True, defence=test))


@on(AttackRolled)
def attack_rolled(state: Conflict, event: AttackRolled) -> Conflict:
    """Successes cancel; one left does damage less resistance, two all of it."""
    assault = _assault(state)
    insist(
        assault.answered,
        message("{target} has not said whether to defend.", target=assault.target),
        message("That is announced before the attack is rolled."),
    )
    attacker, target = state.counted(assault.who), state.counted(assault.target)
    attack = _rolled(attacker, assault.test, event.dice)
    insist(
        bool(assault.defence) or not event.defence,
        message("{who} does not defend.", who=target.name),
        message("Leave the dice of the defence out."),
    )
    defence = _rolled(target, assault.defence, event.defence) if assault.defence else None
    exchange = _exchange(state, attack, defence)
    return _struck(replace(state, assault=None, last=exchange), assault, exchange).settled()


@on(DamageTaken)
def damage_taken(state: Conflict, event: DamageTaken) -> Conflict:
    """The target shares the damage among its physical attributes; all three at 0 are the end."""
    wound = state.wound
    if wound is None:
        raise Illegal(message("There is no damage to take."), message("Roll an attack first."))
    fighter = state.fighter(event.who)
    insist(
        fighter.name == wound.target,
        message("{who} was not hit.", who=fighter.name),
        message("{target} was.", target=wound.target),
    )
    physical = Names(state.rules.attributes.physical)
    shares = {physical.spelled(name) or name: points for name, points in event.points.items()}
    _fair(state, fighter, shares, wound.points)
    return _weakened(replace(state, wound=None), fighter, shares).settled()


@on(WentDown)
def went_down(state: Conflict, event: WentDown) -> Conflict:
    """Whoever has a physical attribute at 0 may go down."""
    _at_rest(state)
    fighter = state.fighter(event.who)
    empty = any(fighter.attributes[name] <= 0 for name in state.rules.attributes.physical)
    insist(
        fighter.standing == "up" and empty,
        message("{who} has no reason to go down.", who=fighter.name),
        message("That takes a physical attribute at 0."),
    )
    waiting = tuple(name for name in state.waiting if name != fighter.name)
    return replace(state.having(replace(fighter, standing="down")), waiting=waiting).settled()


@on(Acted)
def acted(state: Conflict, event: Acted) -> Conflict:
    """Anything else in one's turn takes an action as well."""
    fighter = _actor(state, event.who)
    last = None
    if event.attribute:
        roll = _rolled(state.counted(fighter.name), _test(state, event.attribute, event.skill), event.dice)
        last = Exchange(attack=roll, successes=roll.successes, why=roll.why)
    else:
        insist(
            not event.dice,
            message("Dice need an attribute to be rolled against."),
            message("Name the attribute, or leave the dice out."),
        )
    return replace(state.having(replace(fighter, used=fighter.used + 1)), last=last).settled()


@on(Passed)
def passed(state: Conflict, event: Passed) -> Conflict:
    """A turn ends; what is left of it defends."""
    fighter = _actor(state, event.who)
    turn = {name: one for name, one in state.turn.items() if name != fighter.name}
    return replace(state, turn=turn).settled()


def _at_rest(state: Conflict) -> None:
    if state.assault:
        raise Illegal(
            message("The attack of {who} is not rolled yet.", who=state.assault.who),
            message("Let {target} say whether to defend, and roll.", target=state.assault.target),
        )
    if state.wound:
        raise Illegal(
            message(
                "{who} has yet to share {points} damage.", who=state.wound.target, points=state.wound.points
            ),
            message("Share it among the physical attributes."),
        )


def _still(state: Conflict) -> list[str]:
    return [*state.turn, *state.waiting]


def _actor(state: Conflict, who: str) -> Fighter:
    """The fighter, whose turn it is and who has an action left."""
    _at_rest(state)
    insist(state.round > 0, message("No round has begun."), message("Begin a round first."))
    fighter = state.fighter(who)
    insist(
        fighter.name in state.turn,
        message("It is not the turn of {who}.", who=fighter.name),
        message("It is the turn of: {names}.", names=", ".join(state.turn))
        if state.turn
        else message("Begin the next round."),
    )
    return fighter


def _assault(state: Conflict) -> Assault:
    if state.assault is None:
        raise Illegal(message("No attack is announced."), message("Announce one first."))
    return state.assault


def _way(state: Conflict, name: str) -> Attack:
    attacks = state.rules.conflict.attacks
    if name not in attacks:
        raise Illegal(message("There is no way to attack called “{name}”.", name=name), one_of(name, attacks))
    return attacks[name]


def _test(state: Conflict, attribute: str, skill: str) -> Pairing:
    """What is rolled, spelled as the rules do."""
    attributes, skills = state.rules.known_attributes, state.rules.known_skills
    found = attributes.spelled(attribute)
    if found is None:
        names = state.rules.attributes.names
        raise Illegal(message("There is no attribute “{name}”.", name=attribute), one_of(attribute, names))
    if skill and skills.spelled(skill) is None:
        names = state.rules.skills.names()
        raise Illegal(message("There is no skill “{name}”.", name=skill), one_of(skill, names))
    return Pairing(found, skills.spelled(skill) or "")


def _rolled(fighter: Fighter, test: Pairing, dice: tuple[int, ...]) -> TaruaRoll:
    skill = fighter.skills.get(test.skill, 0)
    stage = fighter.stages.get(test.skill) if skill else None
    return resolve(dice, fighter.attributes[test.attribute], skill, stage)


def throw(state: Conflict, rng: Rng) -> AttackRolled:
    """Roll the attack that is announced, and the defence if there is one.

    Raises:
        Illegal: no attack is announced.
    """
    assault = _assault(state)
    dice = _thrown(state.counted(assault.who), assault.test, rng)
    if assault.defence is None:
        return AttackRolled(dice=dice)
    return AttackRolled(dice=dice, defence=_thrown(state.counted(assault.target), assault.defence, rng))


def _thrown(fighter: Fighter, test: Pairing, rng: Rng) -> tuple[int, ...]:
    return tuple(rng.randint(1, SIDES) for _ in range(dice_needed(fighter.skills.get(test.skill, 0))))


def _exchange(state: Conflict, attack: TaruaRoll, defence: TaruaRoll | None) -> Exchange:
    """What is left of the attack, and the damage that this makes."""
    assault = _assault(state)
    way = _way(state, assault.way)
    parried = defence.successes if defence else 0
    left = max(0, attack.successes - parried)
    force = state.counted(assault.who).attributes[way.damage]
    resisted = state.counted(assault.target).attributes[way.resisted] if left == 1 else 0
    damage = max(0, force - resisted) if left else 0
    why: tuple[Message, ...] = (*attack.why, *(defence.why if defence else ()))
    said = message(
        "Attack {attack}, defence {defence}: successes left: {left}; damage {damage}.",
        attack=attack.successes,
        defence=parried,
        left=left,
        damage=damage,
    )
    return Exchange(attack=attack, defence=defence, successes=left, damage=damage, why=(*why, said))


def _struck(state: Conflict, assault: Assault, exchange: Exchange) -> Conflict:
    """The damage waits to be shared, or falls on the one attribute that this way of attacking wounds."""
    target, wounded = state.fighters[assault.target], _way(state, assault.way).wounds
    if wounded != "physical":
        points = min(exchange.damage, target.attributes[wounded])
        return _weakened(state, target, {wounded: points})
    left = sum(target.attributes[name] for name in state.rules.attributes.physical)
    points = min(exchange.damage, left)
    return replace(state, wound=Wound(target.name, points) if points else None)


def _fair(state: Conflict, fighter: Fighter, shares: dict[str, int], points: int) -> None:
    """Every point falls on a physical attribute that can bear it."""
    physical = state.rules.attributes.physical
    for name, share in shares.items():
        insist(
            name in physical,
            message("{name} takes no damage.", name=name),
            message("Share it among: {names}.", names=", ".join(physical)),
        )
        insist(
            0 <= share <= fighter.attributes[name],
            message(
                "{name} at {value} can't lose {points}.",
                name=name,
                value=fighter.attributes[name],
                points=share,
            ),
            message("No attribute falls below 0."),
        )
    total = sum(shares.values())
    insist(
        total == points,
        message("{who} takes {points} damage, not {total}.", who=fighter.name, points=points, total=total),
        message("Share out exactly {points}.", points=points),
    )


def _weakened(state: Conflict, fighter: Fighter, shares: dict[str, int]) -> Conflict:
    attributes = {name: value - shares.get(name, 0) for name, value in fighter.attributes.items()}
    ended = all(attributes[name] <= 0 for name in state.rules.attributes.physical)
    after = replace(fighter, attributes=attributes, standing="end" if ended else fighter.standing)
    waiting = tuple(name for name in state.waiting if not ended or name != fighter.name)
    return replace(state.having(after), waiting=waiting)
