"""What is wrong on many pages, looked for by several processes: what they find is what one would."""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING

from tontafel.rules.diagnostic import Diagnostic
from tontafel.site.workers import Forked, Here, executor

if TYPE_CHECKING:
    from tontafel.site.desk import Desk

#: Fewer pages are looked at sooner by one process.
WORTH = 300
#: So many pages are looked at before there are several processes: what they teach, all of them know.
_FIRST = 16
#: Into so many parts the pages are divided for each process, since some take longer than others.
_ROUNDS = 8

#: The desk whose pages the processes look at; they are forks of the one that has set it.
_DESKS: "list[Desk]" = []


def look(desk: "Desk", names: Sequence[str], jobs: int) -> list[Diagnostic]:
    """Give what is wrong on some pages, page by page.

    Args:
        desk: the campaign; its own findings about games are completed by those of other processes.
        names: the pages.
        jobs: how many processes share them; 0 is one for each processor.
    """
    if jobs == 1 or len(names) < WORTH:
        return desk.look(names)
    found = desk.look(names[:_FIRST])
    _DESKS.append(desk)
    crew = executor(jobs)
    try:
        return found + _shared(desk, names[_FIRST:], crew)
    finally:
        _DESKS.pop()
        crew.shutdown(cancel_futures=True)


def _shared(desk: "Desk", names: Sequence[str], crew: Forked | Here) -> list[Diagnostic]:
    size = -(-len(names) // (crew.workers * _ROUNDS))
    parts = [crew.submit(_look, names[start : start + size]) for start in range(0, len(names), size)]
    return [one for part in parts for one in _heard(desk, part)]


def _heard(desk: "Desk", part: "Future[tuple[list[Diagnostic], list[Diagnostic]]]") -> list[Diagnostic]:
    on_pages, of_games = part.result()
    desk.games.findings += [one for one in of_games if one not in desk.games.findings]
    return on_pages


def _look(names: Sequence[str]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Look at some pages in one of the processes; also gives what it knows to be wrong with the games."""
    desk = _DESKS[-1]
    return desk.look(names), desk.games.findings
