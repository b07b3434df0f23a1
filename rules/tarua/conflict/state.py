"""A conflict at one moment: who fights, what each can still do, and what is being rolled."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tontafel.rules.events import Illegal, insist
from tontafel.rules.message import Message, message
from tontafel.rules.model import Character
from tontafel.rules.names import Names, fold
from tontafel.rules.system import one_of
from tontafel.rules.tarua.case import Case
from tontafel.rules.tarua.dice import TaruaRoll
from tontafel.rules.tarua.edition import TaruaRules
from tontafel.rules.tarua.history import Wounded

#: down: out of it by choice, with a physical attribute at 0; end: all of them are.
Standing = Literal["up", "down", "end"]


class Fighter(Struct, frozen=True, kw_only=True):
    """Someone in a conflict.

    Attributes:
        attributes: their current values, which alone count (decided).
        skills: those at 1 or more.
        stages: skill → the stage that deals its dice.
        used: actions of this round, defences among them.
    """

    name: str
    attributes: dict[str, int]
    skills: dict[str, int] = {}
    stages: dict[str, int] = {}
    used: int = 0
    standing: Standing = "up"


class Pairing(Struct, frozen=True):
    """An attribute and a skill that are going to be rolled; an empty skill is none."""

    attribute: str
    skill: str


class Assault(Struct, frozen=True, kw_only=True):
    """An attack that is announced and not yet rolled; `answered` once the target has said what it does."""

    who: str
    target: str
    way: str
    test: Pairing
    answered: bool
    defence: Pairing | None = None


class Wound(Struct, frozen=True):
    """Damage that the target has yet to share among its physical attributes."""

    target: str
    points: int


class Exchange(Struct, frozen=True, kw_only=True):
    """How the last roll came out: the successes that are left, the damage, and why."""

    attack: TaruaRoll
    defence: TaruaRoll | None = None
    successes: int
    damage: int = 0
    why: tuple[Message, ...] = ()


class Conflict(Struct, frozen=True, kw_only=True):
    """A conflict at one moment.

    Attributes:
        fighters: name → fighter, in the order in which they entered.
        round: 0 before the first.
        first: groups that act before the rest of the round, whatever their initiative.
        waiting: those whose turn has yet to come.
        turn: those whose turn it is, as they were when it began: ties act together, so that none of
            them weakens another before all have acted (decided).
        last: how the last roll came out.
    """

    rules: TaruaRules
    fighters: dict[str, Fighter]
    round: int = 0
    first: tuple[tuple[str, ...], ...] = ()
    waiting: tuple[str, ...] = ()
    turn: dict[str, Fighter] = {}
    assault: Assault | None = None
    wound: Wound | None = None
    last: Exchange | None = None

    def fighter(self, name: str) -> Fighter:
        """The fighter of this name; raises `Illegal` if nobody has it."""
        found = self.fighters.get(Names(self.fighters).spelled(name) or "")
        if found is None:
            raise Illegal(message("Nobody here is called “{name}”.", name=name), one_of(name, self.fighters))
        return found

    def counted(self, name: str) -> Fighter:
        """A fighter with the values that its rolls have: in its own turn those at the turn's beginning."""
        return self.turn.get(name) or self.fighters[name]

    def actions(self, name: str) -> int:
        """The actions that someone has left in this round."""
        fighter, counted = self.fighters[name], self.counted(name)
        able = counted.standing == "up" and fighter.standing != "down"
        most = counted.attributes.get(self.rules.conflict.actions, 0)
        return max(0, most - fighter.used) if able else 0

    def having(self, *fighters: Fighter) -> "Conflict":
        """The same conflict with these fighters as they are now."""
        return replace(self, fighters=self.fighters | {one.name: one for one in fighters})

    def settled(self) -> "Conflict":
        """The conflict with the turn passed on, once nobody whose turn it is has actions left."""
        state = self
        while not state.assault and not state.wound:
            acting = {name: one for name, one in state.turn.items() if state.actions(name)}
            state = replace(state, turn=acting)
            if acting or not state.waiting:
                break
            state = _next(state)
        return state


def _next(state: Conflict) -> Conflict:
    """The turn of those who come first, by the situation or by initiative."""
    if state.first:
        group, first = tuple(name for name in state.first[0] if name in state.waiting), state.first[1:]
    else:
        initiative = state.rules.conflict.initiative
        values = {name: state.fighters[name].attributes.get(initiative, 0) for name in state.waiting}
        highest = max(values.values())
        group, first = tuple(name for name, value in values.items() if value == highest), ()
    return replace(
        state,
        first=first,
        waiting=tuple(name for name in state.waiting if name not in group),
        turn={name: state.fighters[name] for name in group},
    )


def enter(character: Character, rules: TaruaRules) -> Fighter:
    """A character as it enters a conflict, wounds included.

    Raises:
        Illegal: an attribute is missing, or the stage of a skill.
    """
    case = Case(character, rules)
    missing = [name for name in rules.attributes.names if name not in case.current]
    insist(
        not missing,
        message("{who} has no value for: {names}.", who=character.name, names=", ".join(missing)),
        message("Write it on the page before the conflict."),
    )
    skills = {name: value for name, value in case.skill_values.items() if value > 0}
    stages = {name: case.skill_cap(name) for name in skills}
    lacking = [name for name, stage in stages.items() if stage is None]
    insist(
        not lacking,
        message(
            "Nothing says which stage {who} has for: {names}.", who=character.name, names=", ".join(lacking)
        ),
        message("Write the people or the stages on the page."),
    )
    known = {name: stage for name, stage in stages.items() if stage is not None}
    return Fighter(name=character.name, attributes=case.current, skills=skills, stages=known)


def begin(rules: TaruaRules, fighters: Iterable[Fighter]) -> Conflict:
    """A conflict before its first round.

    Raises:
        Illegal: two fighters have one name.
    """
    entered: dict[str, Fighter] = {}
    for fighter in fighters:
        insist(
            fold(fighter.name) not in map(fold, entered),
            message("Two fighters are called “{name}”.", name=fighter.name),
            message("Number them: “{name} 1”, “{name} 2”.", name=fighter.name),
        )
        entered[fighter.name] = fighter
    return Conflict(rules=rules, fighters=entered)


def wounds(character: Character, fighter: Fighter, rules: TaruaRules, when: str = "") -> tuple[Wounded, ...]:
    """What the conflict has taken from a character, as events of its history.

    Args:
        character: as it entered.
        fighter: as the conflict left it.
        rules: the campaign's.
        when: the evening's date.
    """
    before = Case(character, rules).current
    return tuple(
        Wounded(name=name, old=before[name], new=value, when=when)
        for name, value in fighter.attributes.items()
        if value < before.get(name, value)
    )
