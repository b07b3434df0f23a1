"""What a hit does, and how one leaves a conflict (seed 000, Angreifen)."""

from msgspec.structs import replace

from tontafel.rules.events import Illegal, insist
from tontafel.rules.mesopotamien.conflict.events import BoxMarked, Conceded, ConsequenceTaken, TakenOut
from tontafel.rules.mesopotamien.conflict.state import Circumstance, Conflict, Fighter, Hit, Standing
from tontafel.rules.mesopotamien.conflict.steps import on
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.message import Message, message
from tontafel.rules.model import Consequence


@on(ConsequenceTaken)
def consequence_taken(state: Conflict, event: ConsequenceTaken) -> Conflict:
    """A lasting harm lowers the hit, and opponents use it once for free."""
    fighter, hit = _hit(state, event.who)
    text = event.text.strip()
    insist(bool(text), message("A consequence is an aspect."), message("Say what it is in a few words."))
    absorbs = _absorbs(state.rules, fighter, event)
    # Decided: a consequence is noted to the track that was hit.
    taken = Consequence(severity=event.severity, text=text, track=hit.tracks[0])
    made = Circumstance(text=text, bearer=fighter.name, sides=state.opponents_of(fighter.side), free=1)
    left = hit.left - absorbs
    return replace(
        state.having(replace(fighter, consequences=(*fighter.consequences, taken))),
        circumstances=(*state.circumstances, made),
        hit=replace(hit, left=left) if left > 0 else None,
    )


def _absorbs(rules: MesopotamienRules, fighter: Fighter, event: ConsequenceTaken) -> int:
    """By how much a consequence lowers the hit; each one is taken once."""
    harm = rules.consequences.get(event.severity)
    if harm is None:
        words = ", ".join(one.word for one in rules.consequences.values())
        raise Illegal(
            message("These rules have no consequence “{severity}”.", severity=event.severity),
            message("The sizes are: {names}.", names=words or "–"),
        )
    if event.severity not in _free_consequences(rules, fighter):
        raise Illegal(
            message(
                "{who} bears a consequence “{word}” already; each is taken once.",
                who=fighter.name,
                word=harm.word,
            ),
            _remedy(rules, fighter),
        )
    return harm.absorbs


@on(BoxMarked)
def box_marked(state: Conflict, event: BoxMarked) -> Conflict:
    """Mark box n, or the next higher free one, on every track that the hit marks."""
    fighter, hit = _hit(state, event.who)
    tracks = dict(fighter.tracks)
    for track in hit.tracks:
        box = free_box(fighter, track, hit.left)
        if box is None:
            raise Illegal(
                message(
                    "{who} has no free box from {box} on: {track}.",
                    who=fighter.name,
                    box=hit.left,
                    track=track,
                ),
                _remedy(state.rules, fighter),
            )
        tracks[track] = tuple(marked or place == box for place, marked in enumerate(tracks[track]))
    return replace(state.having(replace(fighter, tracks=tracks)), hit=None)


def free_box(fighter: Fighter, track: str, number: int) -> int | None:
    """The place of the lowest free box from this number on; boxes count from 1, places from 0."""
    boxes = fighter.tracks.get(track, ())
    return next((place for place in range(number - 1, len(boxes)) if not boxes[place]), None)


@on(TakenOut)
def taken_out(state: Conflict, event: TakenOut) -> Conflict:
    """Leave the conflict because nothing absorbs the hit any more."""
    fighter, hit = _hit(state, event.who)
    insist(
        not can_absorb(state.rules, fighter, hit),
        message("{who} can still absorb this hit of {left}.", who=fighter.name, left=hit.left),
        message("Mark a box, take a consequence, or concede."),
    )
    return _leave(state, fighter, "out")


def can_absorb(rules: MesopotamienRules, fighter: Fighter, hit: Hit) -> bool:
    """Whether boxes and the consequences not yet taken are enough for a hit."""
    absorbed = sum(rules.consequences[severity].absorbs for severity in _free_consequences(rules, fighter))
    left = hit.left - absorbed
    return left <= 0 or all(free_box(fighter, track, left) is not None for track in hit.tracks)


@on(Conceded)
def conceded(state: Conflict, event: Conceded) -> Conflict:
    """Give up, whatever lies on the table."""
    return _leave(state, state.able(event.who), "conceded")


def _leave(state: Conflict, fighter: Fighter, standing: Standing) -> Conflict:
    """Out of the conflict; a roll or a hit that concerns the fighter is void."""
    attempt, hit = state.attempt, state.hit
    return replace(
        state.having(replace(fighter, standing=standing)),
        attempt=None if attempt and fighter.name in (attempt.who, attempt.opponent) else attempt,
        hit=None if hit and hit.target == fighter.name else hit,
    )


def _hit(state: Conflict, who: str) -> tuple[Fighter, Hit]:
    """The fighter and the hit that they have yet to take."""
    fighter = state.able(who)
    if state.hit is None or state.hit.target != fighter.name:
        raise Illegal(
            message("{who} has no hit to take.", who=fighter.name), message("Settle an attack first.")
        )
    return fighter, state.hit


def _free_consequences(rules: MesopotamienRules, fighter: Fighter) -> list[str]:
    taken = {consequence.severity for consequence in fighter.consequences}
    return [severity for severity in rules.consequences if severity not in taken]


def _remedy(rules: MesopotamienRules, fighter: Fighter) -> Message:
    words = [rules.consequences[severity].word for severity in _free_consequences(rules, fighter)]
    if words:
        return message("Take one of these consequences: {names}; or concede.", names=", ".join(words))
    return message("{who} is taken out, or concedes.", who=fighter.name)
