"""Chases: a row of opposed tests until one side is far enough ahead (seed 003, Verfolgungsjagden)."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tontafel.rules.events import Event, Illegal, Steps, insist
from tontafel.rules.fhtagn.case import Case
from tontafel.rules.fhtagn.derive import derived
from tontafel.rules.fhtagn.dice import EXHAUSTION, SIDES, Degree, PercentRoll, resolve, skill, target
from tontafel.rules.fhtagn.edition import FhtagnRules
from tontafel.rules.message import Message, message
from tontafel.rules.model import Character
from tontafel.rules.names import Names
from tontafel.rules.outcome import Modifier, Rng
from tontafel.rules.system import one_of

Part = Literal["pursuer", "pursued"]
#: run: catch up or escape; trick: gain an advantage by another skill; resist: see through a trick by
#: whatever skill does; shoot: attack instead of any.
Kind = Literal["run", "trick", "resist", "shoot"]
#: How many steps ahead ends a chase; the game master chooses.
LENGTHS = (1, 2, 3)
#: What help, sight, radio, air support or a better vehicle gives, and overwhelming superiority.
ADVANTAGES = (0, 20, 40)
#: What a trick gives on the next roll, and a critical one.
TRICK, CRITICAL_TRICK = 20, 40

_ORDER: tuple[Degree, ...] = ("fumble", "failure", "success", "critical")
_ADVANTAGE = message("help or a better vehicle")
_AHEAD = message("a head start")


class Side(Struct, frozen=True, kw_only=True):
    """One side of a chase: whoever runs or drives, and who comes along.

    Attributes:
        skills: title → percent, base values included.
        training: special training that a vehicle may ask for.
        advantage: what every roll of this side gets.
        ahead: what a trick gives on its next roll.
        shot: the passengers who have shot since the last test.
    """

    name: str
    skills: dict[str, int]
    training: tuple[str, ...] = ()
    passengers: tuple[str, ...] = ()
    advantage: int = 0
    ahead: int = 0
    willpower: int | None = None
    exhausted: bool = False
    shot: tuple[str, ...] = ()


class Move(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a side does in one test; without a die where it shoots or the other side does."""

    kind: Kind = "run"
    skill: str = ""
    die: int | None = None
    modifiers: tuple[Modifier, ...] = ()


class Contested(Event, frozen=True, kw_only=True, tag="contested"):
    """One opposed test, which is one combat round."""

    pursuer: Move
    pursued: Move


class PassengerShot(Event, frozen=True, kw_only=True, tag="passenger_shot"):
    """A passenger shoots before the test, by the fighting rules."""

    who: str


class AdvantageSet(Event, frozen=True, kw_only=True, tag="advantage_set"):
    """A side has help or a better vehicle from now on, or no longer."""

    side: Part
    value: int


AnyEvent = Contested | PassengerShot | AdvantageSet


class Result(Struct, frozen=True, kw_only=True):
    """How a test came out: the winner (None: again), the steps that it is worth, the rolls and why."""

    winner: Part | None
    steps: int
    rolls: dict[Part, PercentRoll]
    why: tuple[Message, ...]


class Chase(Struct, frozen=True, kw_only=True):
    """A chase at one moment.

    Attributes:
        way: foot, vehicle, water or riding.
        needed: how many steps ahead ends it.
        lead: steps that the pursued is ahead; below 0 the pursuer is.
        tests: how many tests have been decided.
    """

    rules: FhtagnRules
    sides: dict[Part, Side]
    way: str
    needed: int
    lead: int = 0
    tests: int = 0
    last: Result | None = None

    @property
    def outcome(self) -> Literal["escaped", "caught"] | None:
        """How it ended, or None while it goes on."""
        if abs(self.lead) < self.needed:
            return None
        return "escaped" if self.lead > 0 else "caught"


STEPS: Steps[Chase] = Steps()
on = STEPS.on
#: The chase after an event, or the rule that forbids it and a remedy.
apply = STEPS.apply


def side(character: Character, rules: FhtagnRules, passengers: Sequence[str] = ()) -> Side:
    """A character as one side of a chase."""
    case = Case(character, rules)
    willpower = case.gauge.get(rules.willpower.track)
    training = character.details.get("training")
    return Side(
        name=character.name,
        skills=derived(case)["skills"],
        training=tuple(map(str, training)) if isinstance(training, list) else (),
        passengers=tuple(passengers),
        willpower=willpower.current if willpower else None,
        exhausted=character.details.get("exhausted") is True,
    )


def begin(rules: FhtagnRules, pursuer: Side, pursued: Side, *, way: str = "foot", needed: int = 1) -> Chase:
    """A chase before its first test.

    Args:
        rules: the campaign's.
        pursuer: whoever wants to catch up.
        pursued: whoever wants to get away.
        way: foot, vehicle, water or riding.
        needed: how many steps ahead end it: 1, 2 or 3.

    Raises:
        Illegal: there is no such way or length.
    """
    ways = rules.chase.skills
    if way not in ways:
        raise Illegal(message("There is no chase by “{way}”.", way=way), one_of(way, ways))
    insist(
        needed in LENGTHS,
        message("A chase takes 1, 2 or 3 steps ahead, not {needed}.", needed=needed),
        message("One for a short, three for an especially hard one."),
    )
    return Chase(rules=rules, sides={"pursuer": pursuer, "pursued": pursued}, way=way, needed=needed)


@on(AdvantageSet)
def advantage_set(state: Chase, event: AdvantageSet) -> Chase:
    """Help, sight, radio, air support or a clearly better vehicle +20, overwhelming +40."""
    _running(state)
    insist(
        event.value in ADVANTAGES,
        message(
            "An advantage in a chase is 20, or 40 if it is overwhelming, not {value}.", value=event.value
        ),
        message("Write 0, 20 or 40."),
    )
    return _having(state, event.side, replace(state.sides[event.side], advantage=event.value))


@on(PassengerShot)
def passenger_shot(state: Chase, event: PassengerShot) -> Chase:
    """A passenger may shoot first; one test is one combat round."""
    _running(state)
    for part, one in state.sides.items():
        name = Names(one.passengers).spelled(event.who)
        if name:
            insist(
                name not in one.shot,
                message("{who} has already shot in this round.", who=name),
                message("One test is one combat round: test first."),
            )
            return _having(state, part, replace(one, shot=(*one.shot, name)))
    passengers = [name for one in state.sides.values() for name in one.passengers]
    raise Illegal(
        message("{who} is no passenger.", who=event.who),
        message("Whoever runs or drives and shoots gives the test up.")
        if not passengers
        else message("The passengers are: {names}.", names=", ".join(passengers)),
    )


@on(Contested)
def contested(state: Chase, event: Contested) -> Chase:
    """One opposed test; one side always wins it, or it is rolled again."""
    _running(state)
    moves: dict[Part, Move] = {"pursuer": event.pursuer, "pursued": event.pursued}
    rolls = _rolls(state, moves)
    result = _result(moves, rolls)
    if result.winner is None and rolls:
        return replace(state, last=result)
    sides = {part: _after(one, moves[part], part in rolls) for part, one in state.sides.items()}
    lead = state.lead + (result.steps if result.winner == "pursued" else -result.steps)
    after = replace(state, sides=sides, lead=lead, tests=state.tests + 1, last=result)
    return _tricked(after, moves, rolls)


def throw(event: Contested, rng: Rng) -> Contested:
    """The test with the dice that it needs and does not have yet."""
    moves: dict[Part, Move] = {"pursuer": event.pursuer, "pursued": event.pursued}
    for part in _rolling(moves):
        if moves[part].die is None:
            moves[part] = replace(moves[part], die=rng.randint(1, SIDES))
    return replace(event, pursuer=moves["pursuer"], pursued=moves["pursued"])


def _running(state: Chase) -> None:
    insist(state.outcome is None, message("This chase is over."), message("Begin another chase."))


def _having(state: Chase, part: Part, one: Side) -> Chase:
    return replace(state, sides=state.sides | {part: one})


def _rolling(moves: dict[Part, Move]) -> list[Part]:
    """Both roll, unless one of them shoots."""
    return [] if any(move.kind == "shoot" for move in moves.values()) else ["pursuer", "pursued"]


def _rolls(state: Chase, moves: dict[Part, Move]) -> dict[Part, PercentRoll]:
    kinds = [move.kind for move in moves.values()]
    insist(
        "resist" not in kinds or "trick" in kinds,
        message("There is no trick to see through."),
        message("Catch up or escape, or try a trick."),
    )
    rolls: dict[Part, PercentRoll] = {}
    rolling = _rolling(moves)
    for part, move in moves.items():
        one = state.sides[part]
        if move.kind != "shoot":
            name = _skill(state, one, move)
            if part in rolling:
                rolls[part] = _roll(one, move, name)
        insist(
            move.die is None or part in rolling,
            message("{who} does not roll in this test.", who=one.name),
            message("Whoever shoots gives the test up: the other side has it without dice."),
        )
    return rolls


def _skill(state: Chase, one: Side, move: Move) -> str:
    """The skill as the side's list spells it: what the way asks for, or another one for a trick."""
    usual = Names(state.rules.chase.skills[state.way])
    plain = move.skill.partition("(")[0].strip()
    trained = state.way == "vehicle" and Names(one.training).spelled(move.skill)
    running = usual.spelled(plain) or trained
    name = Names(one.skills).spelled(move.skill)
    insist(
        name is not None,
        message("{who} has no skill “{skill}”.", who=one.name, skill=move.skill),
        message("Name one that is on the page or on the list of skills."),
    )
    insist(
        move.kind == "resist" or bool(running) == (move.kind == "run"),
        message("{skill} does not do for that.", skill=name or move.skill),
        message(
            "Catch up or escape with {skills}; another skill makes a trick.",
            skills=", ".join(state.rules.chase.skills[state.way]),
        ),
    )
    return name or move.skill


def _roll(one: Side, move: Move, name: str) -> PercentRoll:
    modifiers = [
        *move.modifiers,
        *([Modifier(one.advantage, _ADVANTAGE)] if one.advantage else []),
        *([Modifier(one.ahead, _AHEAD)] if one.ahead else []),
        *([EXHAUSTION] if one.exhausted else []),
    ]
    trial = skill(one.skills[name], *modifiers, willpower=one.willpower)
    target(trial)
    if move.die is None:
        raise Illegal(message("{who} has no die in this test.", who=one.name), message("Roll 1 to 100."))
    return resolve(move.die, trial)


def _result(moves: dict[Part, Move], rolls: dict[Part, PercentRoll]) -> Result:
    """Who has the test and how many steps: shooting gives it away, else the better roll has it."""
    if not rolls:
        return _given_up(moves)
    mine, theirs = rolls["pursuer"], rolls["pursued"]
    why = (*mine.why, *theirs.why)
    if _rank(mine) == _rank(theirs):
        again = message("Both are equal: the test is rolled again.")
        return Result(winner=None, steps=0, rolls=rolls, why=(*why, again))
    winner: Part = "pursuer" if _rank(mine) > _rank(theirs) else "pursued"
    if moves[winner].kind == "trick":
        said = message("The trick works.")
        return Result(winner=winner, steps=0, rolls=rolls, why=(*why, said))
    loser: Part = "pursued" if winner == "pursuer" else "pursuer"
    steps = _steps(rolls[winner].degree, rolls[loser].degree)
    said = message("Steps gained: {steps}.", steps=steps)
    return Result(winner=winner, steps=steps, rolls=rolls, why=(*why, said))


def _given_up(moves: dict[Part, Move]) -> Result:
    winners: list[Part] = [part for part, move in moves.items() if move.kind != "shoot"]
    if not winners:
        return Result(winner=None, steps=0, rolls={}, why=(message("Both shoot: nobody gets ahead."),))
    steps = 0 if moves[winners[0]].kind == "trick" else 1
    said = message("The other side shoots and hands over the test.")
    return Result(winner=winners[0], steps=steps, rolls={}, why=(said,))


def _rank(roll: PercentRoll) -> tuple[int, int]:
    """How a roll compares: by degree, then the higher success, but the lower failure or fumble (decided)."""
    degree = _ORDER.index(_degree(roll))
    return degree, roll.dice[0] if roll.success else -roll.dice[0]


def _degree(roll: PercentRoll) -> Degree:
    return next(degree for degree in _ORDER if degree == roll.degree)


def _steps(winner: str, loser: str) -> int:
    """A critical success counts twice, a fumble as two failures; both at once stay two (decided).

    Of two fumbles neither counts more than the other, so that the lower gains one step.
    """
    return 2 if winner == "critical" or (loser == "fumble" and winner != "fumble") else 1


def _after(one: Side, move: Move, rolled: bool) -> Side:
    """A head start is used up by the roll; the next round begins."""
    return replace(one, ahead=0 if rolled and move.kind != "shoot" else one.ahead, shot=())


def _tricked(state: Chase, moves: dict[Part, Move], rolls: dict[Part, PercentRoll]) -> Chase:
    """A trick that was won gives, instead of a step, a bonus on the next roll."""
    winner = state.last.winner if state.last else None
    if winner is None or moves[winner].kind != "trick":
        return state
    critical = winner in rolls and rolls[winner].degree == "critical"
    bonus = CRITICAL_TRICK if critical else TRICK
    return _having(state, winner, replace(state.sides[winner], ahead=bonus))
