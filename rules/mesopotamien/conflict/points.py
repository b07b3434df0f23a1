"""Fate points, free uses, compels and new facts (seed 000, Schicksalspunkte)."""

from msgspec.structs import replace

from tontafel.rules.events import Illegal, insist
from tontafel.rules.inflection import said_otherwise
from tontafel.rules.mesopotamien import dice
from tontafel.rules.mesopotamien.conflict.events import Compelled, FactAdded, FreeUsed, PointSpent
from tontafel.rules.mesopotamien.conflict.rolls import check_dice
from tontafel.rules.mesopotamien.conflict.state import Circumstance, Conflict, Fighter
from tontafel.rules.mesopotamien.conflict.steps import in_round, on
from tontafel.rules.message import message


@on(PointSpent)
def point_spent(state: Conflict, event: PointSpent) -> Conflict:
    """One point less for +2 or a new roll; whether the aspect fits is for the table to say."""
    fighter = state.able(event.who)
    after = _spend(state, fighter, state.aspect(event.aspect), event.dice)
    return after.having(_paying(fighter))


@on(FreeUsed)
def free_used(state: Conflict, event: FreeUsed) -> Conflict:
    """A free use less for +2 or a new roll."""
    fighter = state.able(event.who)
    circumstance = _usable(state, fighter, event.aspect)
    after = _spend(state, fighter, circumstance.text, event.dice)
    return replace(
        after,
        circumstances=tuple(
            replace(one, free=one.free - 1) if one is circumstance else one for one in state.circumstances
        ),
    )


def usable(state: Conflict, fighter: Fighter) -> list[Circumstance]:
    """The aspects that a fighter may use for free."""
    return [one for one in state.circumstances if one.free > 0 and fighter.side in one.sides]


def _usable(state: Conflict, fighter: Fighter, aspect: str) -> Circumstance:
    free = usable(state, fighter)
    meant = said_otherwise(aspect, [one.text for one in free])
    if meant is None:
        raise Illegal(
            message("{who} has no free use of “{aspect}”.", who=fighter.name, aspect=aspect),
            message(
                "Pay a fate point, or use for free: {names}.",
                names=", ".join(one.text for one in free) or "–",
            ),
        )
    return next(one for one in free if one.text == meant)


def _spend(state: Conflict, fighter: Fighter, aspect: str, faces: tuple[int, ...] | None) -> Conflict:
    """Use an aspect on the roll that the fighter has on the table."""
    if faces is not None:
        check_dice(faces)
    attempt = state.attempt
    if attempt and attempt.who == fighter.name:
        changed = replace(attempt, roll=dice.spend(attempt.roll, aspect, faces))
    elif attempt and attempt.opponent == fighter.name and attempt.answer:
        changed = replace(attempt, answer=dice.spend(attempt.answer, aspect, faces))
    else:
        raise Illegal(
            message("{who} has no roll on the table.", who=fighter.name),
            message("Aspects are used after the roll and before it is settled."),
        )
    return replace(state, attempt=changed)


def _paying(fighter: Fighter) -> Fighter:
    insist(
        fighter.fate_points > 0,
        message("{who} has no fate point left.", who=fighter.name),
        message("Use an aspect that is free, or accept a compel to gain a point."),
    )
    return replace(fighter, fate_points=fighter.fate_points - 1)


@on(Compelled)
def compelled(state: Conflict, event: Compelled) -> Conflict:
    """Accepted or taken up, a compel gives a point; to refuse the game master's takes one."""
    fighter = state.able(event.who)
    if not event.accepted:
        return state.having(_refusing(fighter)) if event.by == "gm" else state
    gained = replace(fighter, fate_points=fighter.fate_points + 1)
    return state.having(_sitting_out(state, gained) if event.sits_out else gained)


def _refusing(fighter: Fighter) -> Fighter:
    # Decided: without a point a compel can't be refused (the source only says that it costs one).
    insist(
        fighter.fate_points > 0,
        message("{who} has no fate point left and can't refuse.", who=fighter.name),
        message("Accept it, and gain a point."),
    )
    return replace(fighter, fate_points=fighter.fate_points - 1)


def _sitting_out(state: Conflict, fighter: Fighter) -> Fighter:
    in_round(state)
    insist(
        not fighter.acted and not fighter.moved,
        message("{who} has already done something in round {round}.", who=fighter.name, round=state.round),
        message("Sit out the next round instead."),
    )
    return replace(fighter, acted=True, moved=state.rules.conflict.stride)


@on(FactAdded)
def fact_added(state: Conflict, event: FactAdded) -> Conflict:
    """A new fact costs a point and needs the game master."""
    text = event.text.strip()
    insist(bool(text), message("A new fact has to say something."), message("Write the fact in a few words."))
    insist(
        event.granted,
        message("The game master does not grant “{fact}”.", fact=text),
        message("Propose another fact; this one costs nothing."),
    )
    paid = state.having(_paying(state.able(event.who)))
    return replace(paid, facts=(*state.facts, text))
