"""A conflict's record on a session page: replayed row by row, and what is wrong with it.

Each row is one roll: an attack, a manoeuvre or a test of `Wer`, or the answer to the row before it. `Gegen`
names the opponent, and the opponent's roll unless that has a row of its own.
"""

from collections.abc import Iterable, Mapping, Sequence

from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.mesopotamien.conflict import begin
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.mesopotamien.log.cells import by_role
from tontafel.rules.mesopotamien.log.play import CODES, Play, RoundEnd, Told
from tontafel.rules.mesopotamien.log.rows import assemble, entries
from tontafel.rules.message import message
from tontafel.rules.model import Character
from tontafel.rules.system import Record

__all__ = ["CODES", "LogRecord", "RoundEnd", "Told", "verify"]

#: Without these columns a table is no record.
_NEEDED = ("round", "who", "roll")


class LogRecord(Record, frozen=True, kw_only=True):
    """What a record comes to: every roll with its totals, and the conflict after each round."""

    rolls: tuple[Told, ...] = ()
    rounds: tuple[RoundEnd, ...] = ()


def verify(
    rows: Sequence[Mapping[str, str]],
    characters: Iterable[Character],
    rules: MesopotamienRules,
    aspects: Iterable[str] = (),
) -> LogRecord:
    """Replay a record and compare it with what it claims.

    Args:
        rows: the table's rows, each with its cells as text under the head of their column.
        characters: those that the record may name; others count as strangers with unknown skills.
        rules: the campaign's.
        aspects: those of the scene and the area.
    """
    columns = by_role(rows[0]) if rows else {}
    if rows and not set(_NEEDED) <= set(columns):
        return LogRecord(diagnostics=(_no_record(),))
    cast = assemble(rows, characters, rules)
    fighters = cast.fighters()
    state = begin(rules, fighters, aspects=aspects)
    known = [*(one.text for one in state.circumstances), *(text for one in fighters for text in one.aspects)]
    play = Play(state, cast)
    for entry in entries(rows, cast, known):
        play.row(entry)
    play.close()
    return LogRecord(diagnostics=tuple(play.found), rolls=tuple(play.told), rounds=tuple(play.ends))


def is_record(columns: Iterable[str]) -> bool:
    """Whether a table with these column heads is the record of a conflict."""
    return {*_NEEDED, "skill"} <= set(by_role(dict.fromkeys(columns, "")))


def _no_record() -> Diagnostic:
    return Diagnostic(
        code="log-columns",
        severity=CODES["log-columns"],
        message=message("This table lacks columns of a conflict's record."),
        hint=message("Head the columns: Runde, Wer, Fertigkeit, Wurf, Gegen, Aspekt, Ergebnis, Konsequenz."),
        where=("rows",),
    )
