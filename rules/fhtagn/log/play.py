"""Playing a record of FHTAGN: a chase test by test, and every other test by itself."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from tontafel.rules.diagnostic import Severity
from tontafel.rules.fhtagn.chase import Chase, Contested, Move, Part, Side, apply
from tontafel.rules.fhtagn.dice import EXHAUSTION, SIDES, PercentRoll, resolve, skill
from tontafel.rules.fhtagn.log import claims
from tontafel.rules.fhtagn.log.cells import Roll, Skills, read_result, read_roll
from tontafel.rules.names import Names, fold
from tontafel.rules.outcome import Modifier
from tontafel.rules.replaying import Player
from tontafel.rules.rounds import Line, People
from tontafel.rules.system import RulesError

#: What can be wrong with a record, and how grave it is.
CODES: dict[str, Severity] = {
    "log-columns": "error",
    "log-degree": "error",
    "log-result": "error",
    "log-dice": "error",
    "log-refused": "error",
    "log-round": "warning",
    "log-skill": "warning",
    "log-value": "note",
    "log-stranger": "note",
    "log-unclear": "note",
}


class Told(Struct, frozen=True, kw_only=True):
    """A test of the record: the rolls by name, and the chase after it if it is one of a chase."""

    round: int
    rolls: dict[str, PercentRoll]
    chase: Chase | None = None


class Play(Player[Chase]):
    """Goes through the rows of one record."""

    def __init__(self, state: Chase, people: People, known: Mapping[str, Side]) -> None:
        """Take the chase before its first test, and everyone whose skills are known, by name."""
        super().__init__(state, apply, CODES)
        self.told: list[Told] = []
        self._people = people
        self._known = dict(known)
        self._round = 0

    def play(self, lines: Iterable[Line]) -> None:
        """Play all rows."""
        for line in lines:
            if line.round < self._round:
                self.backwards(line, self._round)
            elif line.round > self._round:
                self._close()
                self._round = line.round
            self._row(line)
        self._close()

    def _close(self) -> None:
        if self._round:
            self.ended(self._round)

    # Rows

    def _row(self, line: Line) -> None:
        who = name_of(line.cell("who"), self._people)
        if not who:
            self.nobody(line)
            return
        mine_part = self._part(who)
        one = self.state.sides[mine_part] if mine_part else self._known.get(who, Side(name=who, skills={}))
        cell = line.cell("against")
        other = self.state.sides[_against(mine_part)] if mine_part else None
        mine = read_roll(line.cell("skill"), line.cell("roll"), self._skills(one))
        theirs = read_roll(cell, cell, self._skills(other)) if other else Roll()
        if mine_part and other and (theirs.die is not None or mine.shoots or theirs.shoots):
            self._contest(line, mine_part, mine, theirs)
        elif mine.die is not None:
            self._test(line, one, mine)

    def _part(self, name: str) -> Part | None:
        parts: tuple[Part, ...] = ("pursuer", "pursued")
        return next((part for part in parts if fold(self.state.sides[part].name) == fold(name)), None)

    def _skills(self, one: Side | None) -> Skills:
        names = [
            *(one.skills if one else ()),
            *(one.training if one else ()),
            *self.state.rules.skills.names(),
        ]
        return Skills(dict.fromkeys(names))

    def _test(self, line: Line, one: Side, claimed: Roll) -> None:
        """A test by itself."""
        side = self._informed(line, "skill", one, claimed)
        if side is None or not self._possible(line, "roll", claimed):
            return
        modifiers = [Modifier(claimed.modifier)] if claimed.modifier else []
        tired = [EXHAUSTION] if side.exhausted else []
        try:
            trial = skill(side.skills[claimed.skill], *modifiers, *tired, willpower=side.willpower)
            roll = resolve(claimed.die or SIDES, trial)
        except RulesError as error:
            self.note(line, "roll", "log-refused", error.message, error.hint)
            return
        self.doubt(line, "roll", *claims.degrees(one.name, claimed.degree, roll))
        degree = read_result(line.cell("result")).degree
        self.doubt(line, "result", *claims.outcome(one.name, degree, roll))
        self.told.append(Told(round=line.round, rolls={one.name: roll}))

    # Chases

    def _contest(self, line: Line, part: Part, mine: Roll, theirs: Roll) -> None:
        """One opposed test of the chase."""
        claimed = {part: mine, _against(part): theirs}
        moves: dict[Part, Move] = {}
        for one, roll in claimed.items():
            role = "skill" if one == part else "against"
            move = self._move(line, role, (one, roll), claimed[_against(one)])
            if move is None:
                return
            moves[one] = move
        refusal = self.attempt(Contested(pursuer=moves["pursuer"], pursued=moves["pursued"]))
        if refusal:
            self.note(line, "skill", "log-refused", refusal.reason, refusal.hint)
            return
        self._compared(line, part, claimed)

    def _compared(self, line: Line, part: Part, claimed: dict[Part, Roll]) -> None:
        last = self.state.last
        names = {one: side.name for one, side in self.state.sides.items()}
        for one, roll in (last.rolls if last else {}).items():
            role = "roll" if one == part else "against"
            self.doubt(line, role, *claims.degrees(names[one], claimed[one].degree, roll))
        result = read_result(line.cell("result"))
        if last and part in last.rolls:
            degrees = claims.outcome(names[part], result.degree, last.rolls[part])
            self.doubt(line, "result", *degrees)
        self.doubt(line, "result", *claims.results(result, self.state, names))
        rolls = {names[one]: roll for one, roll in (last.rolls if last else {}).items()}
        self.told.append(Told(round=line.round, rolls=rolls, chase=self.state))

    def _move(self, line: Line, role: str, side: tuple[Part, Roll], other: Roll) -> Move | None:
        """What a side does in a test; None where that can't be known."""
        part, claimed = side
        if claimed.shoots:
            return Move(kind="shoot")
        informed = self._informed(line, role, self.state.sides[part], claimed)
        if informed is None:
            return None
        self.state = replace(self.state, sides=self.state.sides | {part: informed})
        running = self._runs(claimed.skill, informed)
        tricked = role == "against" and not self._runs(other.skill, informed) and not other.shoots
        if other.shoots:
            return Move(kind="run" if running else "trick", skill=claimed.skill)
        if not self._possible(line, "roll" if role == "skill" else role, claimed):
            return None
        extra = self._extra(line, role, informed, claimed)
        return Move(
            kind="run" if running else "resist" if tricked else "trick",
            skill=claimed.skill,
            die=claimed.die,
            modifiers=(Modifier(extra),) if extra else (),
        )

    def _runs(self, name: str, one: Side) -> bool:
        usual = Names(self.state.rules.chase.skills[self.state.way])
        plain = name.partition("(")[0].strip()
        trained = self.state.way == "vehicle" and Names(one.training).spelled(name)
        return bool(usual.spelled(plain) or trained)

    def _extra(self, line: Line, role: str, one: Side, claimed: Roll) -> int:
        """What the row adds beyond what the rules give by themselves."""
        given = one.advantage + one.ahead + (EXHAUSTION.value if one.exhausted else 0)
        if claimed.modifier is not None:
            return claimed.modifier - given
        if given and claimed.value != one.skills[claimed.skill] + given:
            self.doubt(line, role, claims.forgotten(one.name, given))
        return 0

    def _informed(self, line: Line, role: str, one: Side, claimed: Roll) -> Side | None:
        """The side with the value that the row gives; None where nobody knows what is rolled."""
        name, known = claimed.skill, one.skills.get(claimed.skill)
        if not name:
            self.doubt(line, role, claims.unknown_skill(one.name))
            return None
        if claimed.value is None:
            if known is None:
                self.doubt(line, role, claims.unknown_value(one.name, name))
                return None
            return one
        given = one.advantage + one.ahead
        if known is not None and claimed.value not in (known, known + given):
            values = (known, claimed.value)
            if one.name in self._known:
                self.doubt(line, role, claims.other_value(one.name, name, values))
        if known is not None and given and claimed.value == known + given:
            return one
        return replace(one, skills=one.skills | {name: claimed.value})

    def _possible(self, line: Line, role: str, claimed: Roll) -> bool:
        if claimed.die is not None and not 1 <= claimed.die <= SIDES:
            self.doubt(line, role, claims.impossible(claimed.die))
            return False
        return claimed.die is not None


def name_of(cell: str, people: People) -> str:
    """The name of whoever a cell names: the character's, or as it is written."""
    found = people.called(cell) or people.mentioned(cell)
    return found.name if found else cell


def _against(part: Part) -> Part:
    return "pursued" if part == "pursuer" else "pursuer"
