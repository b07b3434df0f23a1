"""What is wrong on many pages, looked for by several processes: what they find is what one would."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from msgspec import msgpack

from tontafel.rules.diagnostic import Diagnostic
from tontafel.site.campaign.survey import Record
from tontafel.site.workers import Forked, Here, executor

if TYPE_CHECKING:
    from concurrent.futures import Future

    from tontafel.site.campaign.desk import Desk

#: Fewer pages are looked at sooner by one process.
WORTH = 300
#: So many pages are read before there are several processes: what they teach, all of them know.
_FIRST = 4
#: Into so many parts the pages are divided for each process, since some take longer than others.
_ROUNDS = 8

#: The desk whose pages the processes look at; they are forks of the one that has set it.
_DESKS: "list[Desk]" = []


@contextmanager
def together(desk: "Desk", jobs: int) -> "Iterator[Callable[[Sequence[str]], list[Diagnostic]]]":
    """Share the pages of a large campaign among processes; gives who says what is wrong on some of them.

    Args:
        desk: the campaign; its records are filled in, and its findings about games completed by those of
            other processes.
        jobs: how many processes share the pages; 0 is one for each processor.
    """
    if jobs == 1 or desk.campaign.focus or len(desk.campaign.pages) < WORTH:
        yield desk.look
        return
    desk.practise(sorted(desk.campaign.pages)[:_FIRST])
    _DESKS.append(desk)
    crew = executor(jobs)
    try:
        desk.records = _records(desk, crew)
        yield partial(_look_at_all, desk, crew)
    finally:
        _DESKS.pop()
        crew.shutdown(cancel_futures=True)


def _records(desk: "Desk", crew: Forked | Here) -> dict[str, Record]:
    """What each page says of itself; every process keeps the trees of its own pages and hears of all."""
    parts = [crew.submit(_survey, names) for names in _parts(sorted(desk.campaign.pages), crew)]
    found: dict[str, Record] = {}
    for part in parts:
        found |= _decoded(part.result())
    records = {name: found[name] for name in desk.campaign.pages if name in found}
    crew.prepare(_hear, msgpack.encode(records))
    return records


def _look_at_all(desk: "Desk", crew: Forked | Here, names: Sequence[str]) -> list[Diagnostic]:
    parts = [crew.submit(_look, some) for some in _parts(names, crew)]
    return [one for part in parts for one in _heard(desk, part)]


def _parts(names: Sequence[str], crew: Forked | Here) -> Iterator[Sequence[str]]:
    """Names in parts, in order; with the same names every process is meant to get the same parts again."""
    size = max(1, -(-len(names) // (crew.workers * _ROUNDS)))
    return (names[start : start + size] for start in range(0, len(names), size))


def _heard(desk: "Desk", part: "Future[tuple[list[Diagnostic], list[Diagnostic]]]") -> list[Diagnostic]:
    on_pages, of_games = part.result()
    desk.games.findings += [one for one in of_games if one not in desk.games.findings]
    return on_pages


# In each of the processes


def _survey(names: Sequence[str]) -> bytes:
    """Survey some pages; gives the encoded records by name."""
    return msgpack.encode(_DESKS[-1].survey(names))


def _hear(records: bytes) -> None:
    """Take what all pages say of themselves from the encoded records."""
    _DESKS[-1].records = _decoded(records)


def _look(names: Sequence[str]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Look at some pages; also gives what is known here to be wrong with the games."""
    desk = _DESKS[-1]
    return desk.look(names), desk.games.findings


def _decoded(records: bytes) -> dict[str, Record]:
    return msgpack.decode(records, type=dict[str, Record])
