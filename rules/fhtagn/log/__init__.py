"""A record of tests on a session page: a chase, replayed test by test, and any tests by themselves.

Each row is one test: `Wer` rolls a skill, and where `Gegen` tells of another roll, the two are opposed and
one step of a chase. There are no rules for fights (seed 003 has none).
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from tontafel.rules.fhtagn.case import Case
from tontafel.rules.fhtagn.chase import LENGTHS, Chase, Part, Side, begin, side
from tontafel.rules.fhtagn.derive import derived
from tontafel.rules.fhtagn.dice import PercentRoll
from tontafel.rules.fhtagn.edition import FhtagnRules
from tontafel.rules.fhtagn.log.cells import Skills, read_length, vocabulary, words
from tontafel.rules.fhtagn.log.play import CODES, Play, Told, name_of
from tontafel.rules.message import Message, message
from tontafel.rules.model import Character
from tontafel.rules.outcome import fill, signed
from tontafel.rules.record import Record, Round, Stand, likeliest
from tontafel.rules.replaying import RoundEnd
from tontafel.rules.rounds import Line, People, is_record, lines, no_record

__all__ = ["CODES", "LogRecord", "RoundEnd", "Told", "verify"]

#: How the columns are usually headed.
_HEADS = ("Runde", "Wer", "Fertigkeit", "Wurf", "Gegen", "Ergebnis")
#: What somebody is called whom nobody names.
_NAMELESS = "…"
_NAME = re.compile(r"^\W*(?:(?:der|die|das|the)\s+)?([^\W\d_][^\d,:;]*?)\s*(?=[,:;\d]|$)", re.IGNORECASE)
_ENDS = {"escaped": message("has escaped"), "caught": message("has caught up")}
_DEGREES = {
    "critical": message("{who} {die} at {chance}%: critical success"),
    "success": message("{who} {die} at {chance}%: success"),
    "failure": message("{who} {die} at {chance}%: failure"),
    "fumble": message("{who} {die} at {chance}%: fumble"),
}


class LogRecord(Record, frozen=True, kw_only=True):
    """What a record comes to: every test, and the chase after each round."""

    tests: tuple[Told, ...] = ()
    rounds: tuple[RoundEnd[Chase], ...] = ()


def verify(
    rows: Sequence[Mapping[str, str]],
    characters: Sequence[Character],
    rules: FhtagnRules,
    before: str = "",
) -> LogRecord:
    """Replay a record and compare it with what it claims.

    Args:
        rows: the table's rows, each with its cells as text under the head of their column.
        characters: those that the record may name; others have the values that the record gives.
        rules: the campaign's.
        before: the text above the table; it may say how many steps ahead end the chase.
    """
    if rows and not is_record(rows[0], vocabulary()):
        return LogRecord(diagnostics=(no_record(_HEADS),))
    found = lines(rows, vocabulary(), words())[1]
    people = People(characters)
    return likeliest(_attempts(found, people, rules, before)) if found else LogRecord()


def _attempts(
    found: list[Line], people: People, rules: FhtagnRules, before: str
) -> Iterator[Callable[[], LogRecord]]:
    """Every beginning that the page leaves open: how tired one was, who ran after whom, how far."""
    told = read_length(before)
    lengths = [told] if told in LENGTHS else sorted(LENGTHS, reverse=True)
    for rested in (True, False):
        known = _known(found, people, rules, rested=rested)
        mine, theirs = _sides(found, people, known)
        way = _way(found, [mine, theirs], rules)
        for pursuer, pursued in ((mine, theirs), (theirs, mine)):
            for needed in lengths:
                chase = begin(rules, pursuer, pursued, way=way, needed=needed or max(LENGTHS))
                yield partial(_replayed, found, people, known, chase)


def _replayed(found: list[Line], people: People, known: Mapping[str, Side], chase: Chase) -> LogRecord:
    play = Play(chase, people, known)
    play.play(found)
    return LogRecord(
        diagnostics=tuple(play.found),
        tests=tuple(play.told),
        rounds=tuple(play.ends),
        played=tuple(_shown(play)),
    )


# Who takes part


def _known(found: list[Line], people: People, rules: FhtagnRules, *, rested: bool) -> dict[str, Side]:
    """Everyone whom the rows name and a page tells of."""
    cells = [line.cell(role) for line in found for role in ("who", "against")]
    named = [people.called(cell) or people.mentioned(cell) for cell in cells]
    known: dict[str, Side] = {}
    for character in {one.name: one for one in named if one}.values():
        one = side(character, rules)
        tests: dict[str, int] = derived(Case(character, rules))["tests"]
        one = replace(one, skills=tests | one.skills)
        known[one.name] = replace(one, willpower=None, exhausted=False) if rested else one
    return known


def _sides(found: list[Line], people: People, known: Mapping[str, Side]) -> tuple[Side, Side]:
    """The two sides of a chase: whoever rolls first, and the first one who is somebody else."""
    first = name_of(found[0].cell("who"), people)
    acting = [name_of(line.cell("who"), people) for line in found]
    against = [_opponent(line.cell("against"), people) for line in found]
    other = next((name for name in (*against, *acting) if name not in ("", first)), _NAMELESS)
    mine, theirs = (known.get(name, Side(name=name, skills={})) for name in (first or _NAMELESS, other))
    return mine, theirs


def _opponent(cell: str, people: People) -> str:
    character = people.mentioned(cell)
    name = _NAME.match(cell)
    return character.name if character else name[1] if name else ""


def _way(found: list[Line], sides: Sequence[Side], rules: FhtagnRules) -> str:
    """The way that most rolls go by."""
    skills = Skills(dict.fromkeys([*rules.skills.names(), *(name for one in sides for name in one.skills)]))
    rolled = [
        skills.find(line.cell(role)).partition("(")[0].strip()
        for line in found
        for role in ("skill", "against")
    ]
    ways = rules.chase.skills
    return max(ways, key=lambda way: sum(name in ways[way] for name in rolled))


# What pages show


def _shown(play: Play) -> Iterator[Round]:
    """The rounds as pages show them."""
    for end in play.ends:
        told = [line for one in play.told if one.round == end.round for line in _lines(one)]
        chased = any(one.chase for one in play.told if one.round == end.round)
        stands = tuple(_stands(end.state)) if chased else ()
        yield Round(number=end.round, told=tuple(told), stands=stands)


def _lines(told: Told) -> Iterator[Message]:
    yield from (_roll(name, roll) for name, roll in told.rolls.items())
    last = told.chase.last if told.chase else None
    if told.chase is None or last is None:
        return
    if last.winner is None:
        yield last.why[-1]
    elif last.steps:
        yield message("{who} gains steps: {steps}", who=told.chase.sides[last.winner].name, steps=last.steps)
    else:
        bonus = signed(told.chase.sides[last.winner].ahead)
        yield message(
            "The trick of {who} works: {bonus} on the next roll",
            who=told.chase.sides[last.winner].name,
            bonus=bonus,
        )


def _roll(name: str, roll: PercentRoll) -> Message:
    return fill(_DEGREES[roll.degree], who=name, die=f"{roll.dice[0] % 100:02d}", chance=roll.chance)


def _stands(chase: Chase) -> Iterator[Stand]:
    """Who is ahead, and how it ended."""
    leader: Part | None = "pursued" if chase.lead > 0 else "pursuer" if chase.lead < 0 else None
    for part, one in chase.sides.items():
        notes = (
            [message("ahead by {steps} of {needed}", steps=abs(chase.lead), needed=chase.needed)]
            if part == leader
            else []
        )
        if part == leader and chase.outcome:
            notes.append(_ENDS[chase.outcome])
        if notes:
            yield Stand(who=one.name, notes=tuple(notes))
