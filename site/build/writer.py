"""Who does the work of a build, and which files it has made."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from typing import Any, TypeVar

from tontafel.site.build.job import Written
from tontafel.site.build.output import put
from tontafel.site.cache import Output
from tontafel.site.workers import Forked, Here, executor

T = TypeVar("T")
#: No part of what there is for each process is larger than one of so many.
_ROUNDS = 4
#: The last parts become smaller and smaller down to this, so that all processes end at about the same time.
_LEAST = 8


class Crew:
    """The processes of a build; they are forked when there is enough to do for the first time."""

    def __init__(self, jobs: int, worth: int = 48, load: Callable[[], object] = bool) -> None:
        """Take the number of processes, 0 for one a processor; fewer than `worth` things are not shared.

        `load` loads what every process will need, before there are several.
        """
        self._jobs = jobs
        self._load = load
        self._worth = worth
        self._executor: Forked | Here = Here()
        #: Which process has a path.
        self._places: dict[str, int] = {}

    def share(
        self,
        things: Sequence[T],
        path: Callable[[T], str],
        work: Callable[[list[T]], tuple[Callable[..., Any], tuple[Any, ...]]],
    ) -> "list[Future[Any]]":
        """Divide things among the processes, which begin at once; one that had a path before gets it again.

        `work` turns some of the things into a call; the results come in no particular order.
        """
        if isinstance(self._executor, Here) and len(things) >= self._worth and self._jobs != 1:
            self._load()
            self._executor = executor(self._jobs)
            self._places = {}
        workers = self._executor.workers
        shares: list[list[T]] = [[] for _ in range(workers)]
        for thing in things:
            shares[self._places.setdefault(path(thing), len(self._places) % workers)].append(thing)
        calls = [work(share[part]) for part in _parts(max(map(len, shares))) for share in shares]
        return [self._executor.submit(function, *arguments) for function, arguments in calls]

    def prepare(self, work: Callable[..., object], *arguments: Any) -> None:
        """Let every process make a call that spares it time later, while it has nothing else to do."""
        self._executor.prepare(work, *arguments)

    def dismiss(self) -> None:
        """Let the processes end when they have done what they have."""
        self._executor.shutdown(wait=False)

    def end(self) -> None:
        """Send the processes home; those still at work are stopped."""
        self._executor.shutdown(cancel_futures=True)
        self._executor = Here()


def _parts(count: int) -> Iterator[slice]:
    """Divide so many things into parts."""
    most = -(-count // _ROUNDS)
    start = 0
    while start < count:
        size = min(most, max(_LEAST, (count - start) // 3))
        yield slice(start, start + size)
        start += size


class Writer:
    """The files of the site: those that are as they should be, and those written anew."""

    def __init__(self, out: str, before: dict[str, Output], there: dict[str, tuple[int, int]]) -> None:
        self.out = out
        self.made: dict[str, Output] = {}
        self.written = 0
        self._before = before
        self._there = there

    def is_fresh(self, name: str, key: bytes) -> bool:
        """Say whether a file is there, untouched, and made from the same; then it stays."""
        was = self._before.get(name)
        if was is None or was.key != key or self._there.get(name) != (was.size, was.stamp):
            return False
        self.made[name] = was
        return True

    def note(self, file: Written, key: bytes) -> None:
        """Remember a file that was written."""
        self.made[file.name] = Output(file.size, file.stamp, key)
        self.written += self._there.get(file.name) != (file.size, file.stamp)

    def put(self, name: str, key: bytes, make: Callable[[], bytes]) -> None:
        """Write a file if it is not fresh."""
        if not self.is_fresh(name, key):
            self.note(Written(name, *put(self.out, name, make())), key)
