"""A conflict's record on a session page: replayed row by row, and what is wrong with it.

Each row is one action of `Wer`: an attack with its dice, whom it is against and how that defends, and what is
left; or any other test. Who has acted before others is taken for the order of the round.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from tontafel.rules.events import Illegal
from tontafel.rules.message import Message, message
from tontafel.rules.model import Character
from tontafel.rules.record import Gauge, Record, Round, Stand, likeliest
from tontafel.rules.replaying import RoundEnd
from tontafel.rules.rounds import Line, People, is_record, lines, no_record
from tontafel.rules.tarua.conflict import Conflict, Fighter, begin, enter
from tontafel.rules.tarua.edition import TaruaRules
from tontafel.rules.tarua.log.cells import vocabulary, words
from tontafel.rules.tarua.log.play import CODES, Play, Told

__all__ = ["CODES", "LogRecord", "RoundEnd", "Told", "verify"]

#: How the columns are usually headed.
_HEADS = ("Runde", "Wer", "Fertigkeit", "Wurf", "Gegen", "Ergebnis")
_STANDINGS = {"down": message("lies on the ground"), "end": message("is at the end")}


class LogRecord(Record, frozen=True, kw_only=True):
    """What a record comes to: every action, and the conflict after each round."""

    actions: tuple[Told, ...] = ()
    rounds: tuple[RoundEnd[Conflict], ...] = ()


def verify(
    rows: Sequence[Mapping[str, str]],
    characters: Sequence[Character],
    rules: TaruaRules,
    before: str = "",
) -> LogRecord:
    """Replay a record and compare it with what it claims.

    Args:
        rows: the table's rows, each with its cells as text under the head of their column.
        characters: those that the record may name; others are strangers, whose rolls nobody can check.
        rules: the campaign's.
        before: the text above the table; it may say why somebody acts first.
    """
    if rows and not is_record(rows[0], vocabulary()):
        return LogRecord(diagnostics=(no_record(_HEADS),))
    found = lines(rows, vocabulary(), words())[1]
    healthy = [replace(one, details={**one.details, "current": {}}) for one in characters]
    return likeliest(partial(_replayed, found, cast, rules, before) for cast in (healthy, characters))


def _replayed(
    found: list[Line], characters: Sequence[Character], rules: TaruaRules, before: str
) -> LogRecord:
    people = People(characters)
    fighters, lacking = _fighters(found, people, rules)
    play = Play(begin(rules, fighters), people, found, before, lacking)
    play.play()
    return LogRecord(
        diagnostics=tuple(play.found),
        actions=tuple(play.told),
        rounds=tuple(play.ends),
        played=tuple(_shown(play)),
    )


def _fighters(
    found: Sequence[Line], people: People, rules: TaruaRules
) -> tuple[list[Fighter], dict[str, Illegal]]:
    """All whom the rows name, and why some of them can't take part."""
    named = (people.called(line.cell("who")) or people.mentioned(line.cell("who")) for line in found)
    against = (people.mentioned(line.cell("against")) for line in found)
    fighters: list[Fighter] = []
    lacking: dict[str, Illegal] = {}
    for character in {one.name: one for one in (*named, *against) if one}.values():
        try:
            fighters.append(enter(character, rules))
        except Illegal as error:
            lacking[character.name] = error
    return fighters, lacking


def _shown(play: Play) -> Iterator[Round]:
    """The rounds as pages show them."""
    for end in play.ends:
        told = tuple(_action(one) for one in play.told if one.round == end.round)
        stands = tuple(_stand(one, end) for one in end.state.fighters.values())
        yield Round(number=end.round, told=told, stands=stands)


def _action(told: Told) -> Message:
    exchange = told.exchange
    if not told.target:
        return message("{who}: successes {count}", who=told.who, count=exchange.successes)
    return message(
        "{who} {mine} against {target} {theirs}: {left} left, damage {damage}",
        who=told.who,
        mine=exchange.attack.successes,
        target=told.target,
        theirs=exchange.defence.successes if exchange.defence else 0,
        left=exchange.successes,
        damage=exchange.damage,
    )


def _stand(fighter: Fighter, end: RoundEnd[Conflict]) -> Stand:
    """The attributes that can be wounded."""
    conflict = end.state.rules.conflict
    wounded = [one.wounds for one in conflict.attacks.values() if one.wounds != "physical"]
    names = dict.fromkeys((*end.state.rules.attributes.physical, *wounded))
    gauges = tuple(Gauge(name=name, value=str(fighter.attributes.get(name, 0))) for name in names)
    notes = (_STANDINGS[fighter.standing],) if fighter.standing in _STANDINGS else ()
    return Stand(who=fighter.name, gauges=gauges, notes=notes)
