"""A conflict's record on a session page: replayed row by row, and what is wrong with it.

Each row is one roll: an attack, a manoeuvre or a test of `Wer`, or the answer to the row before it. `Gegen`
names the opponent, and the opponent's roll unless that has a row of its own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from tontafel.rules.mesopotamien.conflict import Conflict, Fighter, begin
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.mesopotamien.log.cells import read_scene, vocabulary
from tontafel.rules.mesopotamien.log.play import CODES, Play, Told
from tontafel.rules.mesopotamien.log.rows import Cast, assemble, entries
from tontafel.rules.message import Message, message
from tontafel.rules.model import Character, Track
from tontafel.rules.outcome import minus, signed
from tontafel.rules.record import Gauge, Record, Round, Stand, likeliest
from tontafel.rules.replaying import RoundEnd
from tontafel.rules.rounds import is_record, no_record

__all__ = ["CODES", "LogRecord", "RoundEnd", "Told", "verify"]

#: How the columns are usually headed.
_HEADS = ("Runde", "Wer", "Fertigkeit", "Wurf", "Gegen", "Aspekt", "Ergebnis", "Konsequenz")
_STANDINGS = {"conceded": message("has conceded"), "out": message("is taken out")}


class LogRecord(Record, frozen=True, kw_only=True):
    """What a record comes to: every roll with its totals, and the conflict after each round."""

    rolls: tuple[Told, ...] = ()
    rounds: tuple[RoundEnd[Conflict], ...] = ()


def verify(
    rows: Sequence[Mapping[str, str]],
    characters: Sequence[Character],
    rules: MesopotamienRules,
    before: str = "",
) -> LogRecord:
    """Replay a record and compare it with what it claims.

    Args:
        rows: the table's rows, each with its cells as text under the head of their column.
        characters: those that the record may name; others count as strangers with unknown skills.
        rules: the campaign's.
        before: the text above the table; a line of it may name the aspects of the scene and the area.
    """
    if rows and not is_record(rows[0], vocabulary()):
        return LogRecord(diagnostics=(no_record(_HEADS),))
    rested = [replace(one, tracks=[*map(_cleared, one.tracks)], consequences=[]) for one in characters]
    return likeliest(
        partial(_replayed, rows, assemble(rows, cast, rules), rules, read_scene(before))
        for cast in (rested, characters)
    )


def _cleared(track: Track) -> Track:
    if isinstance(track.boxes, list):
        return replace(track, boxes=[False] * len(track.boxes))
    return replace(track, current=track.maximum)


def _replayed(
    rows: Sequence[Mapping[str, str]], cast: Cast, rules: MesopotamienRules, scene: Sequence[str]
) -> LogRecord:
    fighters = cast.fighters()
    state = begin(rules, fighters, aspects=scene)
    known = [*(one.text for one in state.circumstances), *(text for one in fighters for text in one.aspects)]
    play = Play(state, cast)
    for entry in entries(rows, cast, known):
        play.row(entry)
    play.close()
    return LogRecord(
        diagnostics=tuple(play.found),
        rolls=tuple(play.told),
        rounds=tuple(play.ends),
        played=tuple(_shown(play)),
    )


def _shown(play: Play) -> Iterator[Round]:
    """The rounds as pages show them."""
    shown = {one.name: _touched(one.name, play) for one in play.state.fighters.values()}
    for end in play.ends:
        rolls = tuple(_roll(told) for told in play.told if told.round == end.round)
        stands = (_stand(one, shown[one.name], end) for one in end.state.fighters.values())
        there = tuple(stand for stand in stands if stand.gauges or stand.notes)
        yield Round(number=end.round, told=rolls, stands=there)


def _touched(name: str, play: Play) -> list[str]:
    """The tracks of someone that were attacked or have a mark at the end of any round, else the first."""
    own = play.state.fighters[name].tracks
    attacked = {told.track for told in play.told if told.opponent == name}
    ends = [end.state.fighters[name].tracks for end in play.ends]
    marked = {track for tracks in ends for track, boxes in tracks.items() if any(boxes)}
    return [track for track in own if track in attacked | marked] or [*own][:1]


def _roll(told: Told) -> Message:
    values = {"who": told.who, "total": minus(told.total), "against": minus(told.against)}
    values["margin"] = signed(told.margin)
    if told.opponent:
        return message(
            "{who} {total} against {opponent} {against}: {margin}", opponent=told.opponent, **values
        )
    return message("{who} {total} against difficulty {against}: {margin}", **values)


def _stand(fighter: Fighter, tracks: Iterable[str], end: RoundEnd[Conflict]) -> Stand:
    gauges = tuple(Gauge(name=name, boxes=fighter.tracks[name]) for name in tracks)
    words = end.state.rules.consequences
    notes = [
        message("{severity} consequence: {text}", severity=words[harm.severity].word, text=harm.text)
        for harm in fighter.consequences
        if harm.severity in words
    ]
    if fighter.standing in _STANDINGS:
        notes.append(_STANDINGS[fighter.standing])
    return Stand(who=fighter.name, gauges=gauges, notes=tuple(notes))
