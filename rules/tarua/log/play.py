"""Playing a record of Tarua Katoc: every row becomes events, and what the rules refuse becomes a finding."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from tontafel.rules.diagnostic import Severity
from tontafel.rules.events import Illegal
from tontafel.rules.message import message
from tontafel.rules.names import fold
from tontafel.rules.replaying import Player
from tontafel.rules.rounds import Line, People
from tontafel.rules.tarua.conflict import Conflict, Fighter, apply
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
from tontafel.rules.tarua.conflict.state import Exchange
from tontafel.rules.tarua.dice import SIDES, dice_needed
from tontafel.rules.tarua.log import claims
from tontafel.rules.tarua.log.cells import (
    Result,
    Share,
    Test,
    Throw,
    read_result,
    read_test,
    read_throw,
    stranger_in,
    words,
)

#: What can be wrong with a record, and how grave it is.
CODES: dict[str, Severity] = {
    "log-columns": "error",
    "log-successes": "error",
    "log-result": "error",
    "log-points": "error",
    "log-dice": "error",
    "log-refused": "error",
    "log-round": "warning",
    "log-open": "warning",
    "log-order": "note",
    "log-value": "note",
    "log-unclear": "note",
    "log-stranger": "note",
}


class Told(Struct, frozen=True, kw_only=True):
    """An action of the record, and what it came to; a test has no target."""

    round: int
    who: str
    target: str
    exchange: Exchange


class _Blow(Struct, frozen=True):
    """An attack that a row tells of."""

    who: str
    target: str
    way: str
    test: Test
    result: Result


class Play(Player[Conflict]):
    """Goes through the rows of one record."""

    def __init__(
        self, state: Conflict, people: People, lines: list[Line], before: str, lacking: Mapping[str, Illegal]
    ) -> None:
        """Take the conflict before it begins, and why some characters can't take part in it."""
        super().__init__(state, apply, CODES)
        self._lacking = lacking
        self.told: list[Told] = []
        self._people = people
        self._lines = lines
        self._surprising = words().says("first", before)
        self._targets: dict[str, str] = {}
        #: Attributes whose values the record has shown, by fighter.
        self._seen: dict[str, set[str]] = {}
        self._strange: set[str] = set()

    def play(self) -> None:
        """Play all rows."""
        for line in self._lines:
            if line.round < self.state.round:
                self.backwards(line, self.state.round)
            elif line.round > self.state.round:
                self._begin(line)
            self._row(line)
        if self.state.round:
            self.ended(self.state.round)

    # Rounds

    @cached_property
    def _orders(self) -> dict[int, list[str]]:
        """Who acts in each round, in the order of the rows."""
        found: dict[int, dict[str, None]] = {}
        for line in self._lines:
            name = self._name(line)
            if name in self.state.fighters:
                found.setdefault(line.round, {})[name] = None
        return {number: [*names] for number, names in found.items()}

    def _begin(self, line: Line) -> None:
        """Begin the row's round: all who have not used up their turn in the one before pass."""
        if self.state.round:
            self.ended(self.state.round)
        order = self._orders.get(line.round, [])
        self.state = replace(
            self.state, round=line.round - 1, turn={}, waiting=(), first=(), assault=None, wound=None
        )
        first = tuple((name,) for name in order)
        refusal = self.attempt(RoundStarted(first=first))
        if refusal:
            standing = [name for name, one in self.state.fighters.items() if one.standing == "up"]
            if len(standing) < len(self.state.fighters):
                self.note(line, "round", "log-refused", refusal.reason, refusal.hint)
            self.state = replace(self.state, first=first, waiting=tuple(standing)).settled()
        self.state = replace(self.state, round=line.round)
        if not self._surprising:
            self.doubt(line, "who", *claims.order(self.state, order))

    def _take_turn(self, who: str) -> None:
        """Whoever else still has a turn before this one has ended it."""
        for _ in range(len(self.state.fighters)):
            if who in self.state.turn or who not in self.state.waiting:
                return
            for other in list(self.state.turn):
                self.attempt(Passed(who=other))

    # Rows

    def _name(self, line: Line) -> str:
        cell = line.cell("who")
        found = self._people.called(cell) or self._people.mentioned(cell)
        return found.name if found else cell

    def _row(self, line: Line) -> None:
        who = self._name(line)
        if not who:
            self.nobody(line)
        elif who not in self.state.fighters:
            self._strangers(line, "who", who)
        else:
            self._played(line, who)

    def _played(self, line: Line, who: str) -> None:
        rules = self.state.rules
        test = read_test(line.cell("skill"), rules)
        told = [cell for cell in (line.cell("result"), line.cell("consequence")) if cell]
        result = read_result("; ".join(told), rules)
        self._adopt(line, who, test)
        self._take_turn(who)
        way = self._way(test, line)
        target = self._target(line, who) if way else ""
        if way and target:
            self._attack(line, _Blow(who, target, way, test, result))
        elif line.cell("roll") and not way:
            self._act(line, who, test)
        self._standing(line, target or who, result)

    def _adopt(self, line: Line, who: str, test: Test) -> None:
        """Let the values that the row gives count, and note where they are not those of the page."""
        fighter = self.state.fighters[who]
        self.doubt(line, "skill", *claims.values(fighter, test.values))
        attributes = {name: value for name, value in test.values.items() if name in fighter.attributes}
        skills = {name: value for name, value in test.values.items() if name not in attributes}
        if test.values:
            self._set(
                replace(fighter, attributes=fighter.attributes | attributes, skills=fighter.skills | skills)
            )

    def _set(self, fighter: Fighter) -> None:
        """Change a fighter, in its own turn, too."""
        turn = self.state.turn
        if fighter.name in turn:
            acting = replace(turn[fighter.name], attributes=fighter.attributes, skills=fighter.skills)
            turn = turn | {fighter.name: acting}
        self.state = replace(self.state.having(fighter), turn=turn)

    def _way(self, test: Test, line: Line) -> str:
        """The way to attack that the row tells of, if it does; words need somebody to wound."""
        ways = self.state.rules.conflict.attacks
        fitting = [name for name, way in ways.items() if test.skill and way.skill == test.skill]
        if not fitting or not line.cell("roll"):
            return ""
        by_words = ways[fitting[0]].wounds != "physical"
        return "" if by_words and not self._people.mentioned(line.cell("against")) else fitting[0]

    def _target(self, line: Line, who: str) -> str:
        """Whom an attack is meant for: named, else the one before, else the only opponent.

        Nothing where that is nobody of whom a page tells: then it is a note, and the row is left aside.
        """
        named = self._people.mentioned(line.cell("against"))
        name = named.name if named else stranger_in(line.cell("against"), self.state.rules)
        found = name if name != who else ""
        if not found:
            others = [one.name for one in self.state.fighters.values() if one.name != who]
            likely = [self._targets.get(who, ""), *reversed(self._targets.values())]
            standing = [one for one in others if self.state.fighters[one].standing != "end"]
            found = next(
                (one for one in likely if one not in ("", who)), standing[0] if len(standing) == 1 else ""
            )
        if not found:
            said = message("Round {round}: whom {who} attacks is not said.", who=who)
            self.note(line, "against", "log-unclear", said, message("Write a name."))
        elif found not in self.state.fighters:
            self._strangers(line, "against", found)
        self._targets[who] = found
        return found if found in self.state.fighters else ""

    def _strangers(self, line: Line, role: str, name: str) -> None:
        """Note once that nobody knows someone."""
        if fold(name) not in self._strange:
            self.doubt(line, role, claims.stranger(name, self._lacking.get(name)))
        self._strange.add(fold(name))

    def _act(self, line: Line, who: str, test: Test) -> None:
        """A test that is no attack."""
        usual = self.state.rules.attribute_for(test.skill) if test.skill else None
        attribute = test.attribute or usual
        throw = read_throw(line.cell("roll"))
        dice = self._dice(line, "roll", (who, test.skill), throw) if attribute and throw.dice else None
        if not dice or not attribute:
            return
        if self.must(line, "skill", Acted(who=who, attribute=attribute, skill=test.skill, dice=dice)):
            last = self.state.last
            if last:
                self.doubt(line, "roll", *claims.successes(who, last.attack, throw))
                self.told.append(Told(round=line.round, who=who, target="", exchange=last))

    # Attacks

    def _attack(self, line: Line, blow: _Blow) -> None:
        if not self._announced(line, blow):
            return
        throw = read_throw(line.cell("roll"))
        parry = self._defence(line, blow)
        assault = self.state.assault
        dice = self._dice(line, "roll", (blow.who, assault.test.skill if assault else ""), throw)
        parried: tuple[int, ...] | None = ()
        if parry and assault and self.state.assault and self.state.assault.defence:
            parried = self._dice(line, "against", (blow.target, self.state.assault.defence.skill), parry)
        rolled = dice is not None and parried is not None
        if rolled and self.must(line, "roll", AttackRolled(dice=dice or (), defence=parried or ())):
            self._struck(line, blow, throw, parry)
        else:
            self.state = replace(self.state, assault=None).settled()

    def _announced(self, line: Line, blow: _Blow) -> bool:
        """Announce the attack; what the rules refuse happens all the same, if it can at all."""
        attack = AttackAnnounced(
            who=blow.who,
            target=blow.target,
            way=blow.way,
            attribute=blow.test.attribute,
            skill=blow.test.skill,
        )
        if self.must(line, "who", attack):
            return True
        fighter = replace(self.state.fighters[blow.who], used=0)
        turn = {blow.who: fighter}
        self.state = replace(self.state.having(fighter), turn=turn, assault=None, wound=None)
        return self.attempt(attack) is None

    def _defence(self, line: Line, blow: _Blow) -> Throw | None:
        """What the target rolls, once it has announced that; None where it does not defend."""
        cell, assault = line.cell("against"), self.state.assault
        throw = read_throw(_without_name(cell, blow.target))
        defends = bool(throw.dice) and not words().says("undefended", cell)
        if assault is None or (assault.answered and not defends):
            return None
        test = read_test(cell, self.state.rules)
        announced = DefenceAnnounced(
            who=blow.target, defends=defends, attribute=test.attribute, skill=test.skill
        )
        if not self.must(line, "against", announced):
            fighter = self.state.fighters[blow.target]
            free = self.state.having(replace(fighter, used=fighter.used - 1))
            self.state = replace(free, assault=replace(assault, answered=False))
            self.attempt(announced)
        return throw if defends else None

    def _dice(self, line: Line, role: str, rolls: tuple[str, str], throw: Throw) -> tuple[int, ...] | None:
        """The dice that somebody's test of a skill takes, or None where the row has none such."""
        who, skill = rolls
        needed = dice_needed(self.state.fighters[who].skills.get(skill, 0))
        dice = throw.dice[:needed]
        possible = len(dice) == needed and all(1 <= die <= SIDES for die in dice)
        if not possible or len(throw.dice) != needed:
            self.doubt(line, role, claims.dice(who, needed, throw))
        return dice if possible else None

    def _struck(self, line: Line, blow: _Blow, throw: Throw, parry: Throw | None) -> None:
        """Compare with what the row claims, and share the damage."""
        last = self.state.last
        if last is None:
            return
        self.told.append(Told(round=line.round, who=blow.who, target=blow.target, exchange=last))
        self.doubt(line, "roll", *claims.successes(blow.who, last.attack, throw))
        if last.defence and parry:
            self.doubt(line, "against", *claims.successes(blow.target, last.defence, parry))
        self.doubt(line, "result", *claims.results(blow.result, last))
        if self.state.wound:
            self._share(line, blow.target, self.state.wound.points, blow.result)
        elif blow.result.shares and last.damage:
            self._lost(line, self.state.fighters[blow.target], blow.result.shares)

    # Wounds

    def _share(self, line: Line, target: str, points: int, result: Result) -> None:
        """The target's physical attributes lose what the row says, or as much as can be known."""
        taken = {one.attribute: self._points(line, target, one) for one in result.shares}
        if taken and self.must(line, "result", DamageTaken(who=target, points=taken)):
            return
        if not taken and not result.nothing:
            self.doubt(line, "result", claims.unshared(target, points))
        self.attempt(DamageTaken(who=target, points=dict(self._likely(target, points))))

    def _likely(self, target: str, points: int) -> Iterator[tuple[str, int]]:
        """Points where nobody says how they are shared: on the strongest first."""
        attributes = self.state.fighters[target].attributes
        for name in sorted(self.state.rules.attributes.physical, key=lambda name: -attributes[name]):
            share = min(points, attributes[name])
            points -= share
            yield name, share

    def _points(self, line: Line, target: str, share: Share) -> int:
        """What an attribute loses; its value before that is as the record left it, or as on the page."""
        fighter = self.state.fighters[target]
        current = fighter.attributes.get(share.attribute, 0)
        seen = self._seen.setdefault(target, set())
        if share.before is not None and share.before != current:
            known = share.attribute in seen
            self.doubt(line, "result", claims.stands(fighter, share, share.before, seen=known))
            if not known:
                self._set(replace(fighter, attributes=fighter.attributes | {share.attribute: share.before}))
                current = share.before
        seen.add(share.attribute)
        lost = current - share.after if share.after is not None else share.points or 0
        return max(0, lost)

    def _lost(self, line: Line, fighter: Fighter, shares: Iterable[Share]) -> None:
        """The one attribute that words wound has lost its points already."""
        for share in shares:
            if share.after is not None and share.after != fighter.attributes.get(share.attribute):
                doubt = claims.stands(fighter, share, share.after, seen=True)
                self.doubt(line, "result", doubt)

    def _standing(self, line: Line, who: str, result: Result) -> None:
        """How somebody ends, by the row and by the rules."""
        fighter = self.state.fighters[who]
        if result.end and fighter.standing != "end":
            physical = self.state.rules.attributes.physical
            self.doubt(line, "result", claims.not_at_the_end(fighter, physical))
        elif result.down and fighter.standing == "up":
            self.must(line, "result", WentDown(who=who))


def _without_name(cell: str, name: str) -> str:
    """A cell without a name, whose numbers are no dice: `Räuber 2: 3 und 8`."""
    before, colon, behind = cell.partition(":")
    return behind if colon and name.casefold() in before.casefold() else cell
