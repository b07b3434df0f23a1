"""A conflict at one moment: who fights, what each has left, and what is being rolled."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tontafel.rules.events import Illegal, insist
from tontafel.rules.inflection import said_otherwise
from tontafel.rules.mesopotamien.dice import Comparison, Throw
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.message import message
from tontafel.rules.model import Consequence, Stunt
from tontafel.rules.names import fold
from tontafel.rules.system import one_of

Standing = Literal["fighting", "conceded", "out"]
#: What a roll is for; a `test` stands outside of rounds and actions.
Purpose = Literal["attack", "manoeuvre", "move", "test"]


class Fighter(Struct, frozen=True, kw_only=True):
    """Someone in a conflict.

    Attributes:
        side: whoever is on another side is an opponent.
        skills: title ("Muse (Leier)") → value; every other skill has the value `unlisted`.
        tracks: name → boxes from the lowest, true where marked.
        consequences: those brought along and those taken.
        zone: where they stand on the map; empty without one.
        last_skill: the skill that can't be used next.
        momentum: what the next action gets for a strong defence.
        acted, moved, reach: this round's action, zones moved, and zones that a move has added.
        slowed: the round in which they move no further than the stride, after dodging.
        defence: the roll that counts against all attacks of this round.
        hit: whether they have been hit in this conflict.
    """

    name: str
    side: str
    skills: dict[str, int] = {}
    unlisted: int = 0
    aspects: tuple[str, ...] = ()
    stunts: tuple[Stunt, ...] = ()
    tracks: dict[str, tuple[bool, ...]] = {}
    consequences: tuple[Consequence, ...] = ()
    fate_points: int = 0
    zone: str = ""
    last_skill: str = ""
    momentum: int = 0
    acted: bool = False
    moved: int = 0
    reach: int = 0
    slowed: int = 0
    defence: Throw | None = None
    hit: bool = False
    standing: Standing = "fighting"


class Circumstance(Struct, frozen=True, kw_only=True):
    """An aspect of the scene, a consequence, or what a manoeuvre has made.

    `bearer` is a fighter, or empty for the scene; `sides` are those that may use it `free` more times.
    """

    text: str
    bearer: str = ""
    sides: tuple[str, ...] = ()
    free: int = 0


class Attempt(Struct, frozen=True, kw_only=True):
    """A roll on the table, not yet settled: against an `opponent`'s answer, or against a difficulty.

    An attack has the `track` that it is meant for, a manoeuvre the aspect `text` that it is to make and
    its `bearer`.
    """

    purpose: Purpose
    who: str
    roll: Throw
    opponent: str = ""
    answer: Throw | None = None
    difficulty: int | None = None
    track: str = ""
    text: str = ""
    bearer: str = ""


class Hit(Struct, frozen=True, kw_only=True):
    """A hit that its target has yet to take: the margin, what is left of it, and the tracks to mark."""

    target: str
    tracks: tuple[str, ...]
    margin: int
    left: int


class Strike(Struct, frozen=True):
    """An attack of this round: who attacked whom, on which track."""

    who: str
    target: str
    track: str


class Conflict(Struct, frozen=True, kw_only=True):
    """A conflict at one moment.

    Attributes:
        fighters: name → fighter, in the order in which they entered.
        zones: zone → the zones beside it; empty without a map.
        round: 0 before the first.
        last: how the last roll came out.
        facts: what players have made true for a fate point.
    """

    rules: MesopotamienRules
    fighters: dict[str, Fighter]
    circumstances: tuple[Circumstance, ...] = ()
    zones: dict[str, tuple[str, ...]] = {}
    round: int = 0
    attempt: Attempt | None = None
    hit: Hit | None = None
    strikes: tuple[Strike, ...] = ()
    last: Comparison | None = None
    facts: tuple[str, ...] = ()

    @property
    def sides(self) -> tuple[str, ...]:
        """Every side that someone entered for, in order."""
        return tuple(dict.fromkeys(fighter.side for fighter in self.fighters.values()))

    @property
    def over(self) -> bool:
        """Whether all who still fight are on one side."""
        fighting = {one.side for one in self.fighters.values() if one.standing == "fighting"}
        return len(fighting) < 2

    def opponents_of(self, side: str) -> tuple[str, ...]:
        """The sides that stand against this one."""
        return tuple(other for other in self.sides if other != side)

    def fighter(self, name: str) -> Fighter:
        """The fighter of this name; raises `Illegal` if nobody has it."""
        found = self.fighters.get(name) or next(
            (one for one in self.fighters.values() if fold(one.name) == fold(name)), None
        )
        if found is None:
            raise Illegal(message("Nobody here is called “{name}”.", name=name), one_of(name, self.fighters))
        return found

    def able(self, name: str) -> Fighter:
        """The fighter of this name; raises `Illegal` if they are out of the conflict or unknown."""
        found = self.fighter(name)
        insist(
            found.standing == "fighting",
            message("{name} is out of this conflict.", name=found.name),
            message("Still fighting: {names}.", names=", ".join(self._fighting())),
        )
        return found

    def _fighting(self) -> list[str]:
        return [one.name for one in self.fighters.values() if one.standing == "fighting"]

    def having(self, *fighters: Fighter) -> "Conflict":
        """The same conflict with these fighters as they are now."""
        return replace(self, fighters=self.fighters | {one.name: one for one in fighters})

    def distance(self, start: str, end: str) -> int | None:
        """How many zones one has to move from one zone to another; None where no way leads there."""
        reached, frontier, steps = {start}, [start], 0
        while frontier and end not in reached:
            frontier = [zone for near in frontier for zone in self.zones.get(near, ()) if zone not in reached]
            reached.update(frontier)
            steps += 1
        return steps if end in reached else None

    def aspect(self, text: str) -> str:
        """The aspect in play that is meant, as it is spelled there; an unknown one stays as it is."""
        known = [circumstance.text for circumstance in self.circumstances]
        known += [aspect for fighter in self.fighters.values() for aspect in fighter.aspects]
        return said_otherwise(text, known) or text
