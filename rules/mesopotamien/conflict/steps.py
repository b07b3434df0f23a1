"""What each event does to a conflict, and what has to hold before anything is done at all."""

from tontafel.rules.events import Illegal, Steps, insist
from tontafel.rules.mesopotamien.conflict.state import Conflict, Fighter
from tontafel.rules.message import message

STEPS: Steps[Conflict] = Steps()
on = STEPS.on


def at_rest(state: Conflict) -> None:
    """Nothing may begin while a roll is open or a hit has yet to be taken."""
    if state.attempt:
        raise Illegal(
            message("The roll of {who} is not settled yet.", who=state.attempt.who),
            message("Let the opponent answer, and settle it."),
        )
    if state.hit:
        raise Illegal(
            message("{who} has yet to take a hit of {left}.", who=state.hit.target, left=state.hit.left),
            message("Mark a box, take a consequence, or concede."),
        )


def in_round(state: Conflict) -> None:
    """Moves and actions belong to a round."""
    insist(state.round > 0, message("No round has begun."), message("Begin a round first."))


def turn(state: Conflict, who: str) -> Fighter:
    """The fighter whose one action of this round this is."""
    at_rest(state)
    in_round(state)
    fighter = state.able(who)
    insist(
        not fighter.acted,
        message("{who} has already acted in round {round}.", who=fighter.name, round=state.round),
        message("One action a round; begin the next round."),
    )
    return fighter
