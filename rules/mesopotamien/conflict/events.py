"""What happens in a conflict, each with the dice that fell, so that it replays without any."""

from typing import Literal

from tontafel.rules.events import Event
from tontafel.rules.model import ConsequenceSeverity
from tontafel.rules.outcome import Modifier


class RoundStarted(Event, frozen=True, kw_only=True, tag="round_started"):
    """A round begins: everyone may move and act again."""


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """Someone moved to another zone: one a round, and as many more as an action `Hurried` has given."""

    who: str
    to: str


class Rolled(Event, frozen=True, kw_only=True):
    """A roll of a skill.

    Attributes:
        dice: the faces, as in `Throw.dice`. Where only a total is known, `skill` is empty and the total
            is the one face.
        stunt: the stunt that has its say in this roll, one's own or a companion's.
        full: whether a fate point buys a substitute skill's full value.
        modifiers: what the table adds besides.
    """

    who: str
    skill: str
    dice: tuple[int, ...]
    stunt: str = ""
    full: bool = False
    modifiers: tuple[Modifier, ...] = ()


class Hurried(Rolled, frozen=True, kw_only=True, tag="hurried"):
    """The action *move*: the total says how many more zones, at least 0."""


class Manoeuvred(Rolled, frozen=True, kw_only=True, tag="manoeuvred"):
    """The action *manoeuvre*: a temporary aspect `text` on a fighter or, without `on`, on the scene.

    Against the game master's `difficulty`, or against an opponent's roll.
    """

    text: str
    on: str = ""
    difficulty: int | None = None
    against: str = ""


class Attacked(Rolled, frozen=True, kw_only=True, tag="attacked"):
    """The action *attack*, meant for one of the target's tracks; without one for the first there is."""

    target: str
    track: str = ""


class Tried(Rolled, frozen=True, kw_only=True, tag="tried"):
    """A test outside of rounds, against a difficulty or an opponent."""

    difficulty: int | None = None
    against: str = ""


class Answered(Rolled, frozen=True, kw_only=True, tag="answered"):
    """The opponent's roll against what is being attempted: the defence, if it is an attack."""


class PointSpent(Event, frozen=True, kw_only=True, tag="point_spent"):
    """A fate point and an aspect, after one's roll: +2, or new `dice`."""

    who: str
    aspect: str
    dice: tuple[int, ...] | None = None


class FreeUsed(Event, frozen=True, kw_only=True, tag="free_used"):
    """The free use of an aspect, after one's roll: +2, or new `dice`."""

    who: str
    aspect: str
    dice: tuple[int, ...] | None = None


class Settled(Event, frozen=True, kw_only=True, tag="settled"):
    """Nobody adds anything any more: what was attempted succeeds or fails."""


class ConsequenceTaken(Event, frozen=True, kw_only=True, tag="consequence_taken"):
    """The target of a hit takes a consequence, which lowers it."""

    who: str
    severity: ConsequenceSeverity
    text: str


class BoxMarked(Event, frozen=True, kw_only=True, tag="box_marked"):
    """The target marks what is left of a hit."""

    who: str


class TakenOut(Event, frozen=True, kw_only=True, tag="taken_out"):
    """What is left of a hit can't be absorbed."""

    who: str


class Conceded(Event, frozen=True, kw_only=True, tag="conceded"):
    """Someone gives up, at any time, on the terms of the `offer` that the other side takes."""

    who: str
    offer: str = ""


class Compelled(Event, frozen=True, kw_only=True, tag="compelled"):
    """Something to a fighter's own harm was proposed, by the game master or by the player.

    `accepted` by the player, or taken up by the game master. `sits_out`: it costs this round.
    """

    who: str
    accepted: bool
    by: Literal["gm", "player"] = "gm"
    aspect: str = ""
    sits_out: bool = False


class FactAdded(Event, frozen=True, kw_only=True, tag="fact_added"):
    """A player makes something true, which the game master has to grant."""

    who: str
    text: str
    granted: bool = True


#: For reading a conflict's events from JSON.
AnyEvent = (
    RoundStarted
    | Moved
    | Hurried
    | Manoeuvred
    | Attacked
    | Tried
    | Answered
    | PointSpent
    | FreeUsed
    | Settled
    | ConsequenceTaken
    | BoxMarked
    | TakenOut
    | Conceded
    | Compelled
    | FactAdded
)
