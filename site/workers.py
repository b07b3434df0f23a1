"""Processes that share the work of a build: an `Executor` whose workers are forks of this process.

What this process had imported and computed when the executor was made costs its workers nothing. Where
there is no fork, or only one worker is wanted, the work is done here. Any other `Executor` will do, too.
"""

import gc
import os
import pickle
import signal
import struct
import sys
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from threading import Condition, Thread
from typing import Any, BinaryIO, NamedTuple, ParamSpec, TypeVar

from tontafel.rules.message import message
from tontafel.site.problem import Problem

P = ParamSpec("P")
T = TypeVar("T")
#: In a worker the process that it works for, which has forked it.
_MASTERS: list[int] = []
_LENGTH = struct.Struct("!Q")
#: After so many seconds of computing here a thread may talk to its worker, which has nothing to do till then.
_PATIENCE = 0.0005


class WorkerDiedError(Problem):
    """A worker process ended before its work was done, most likely for want of memory."""

    def __init__(self) -> None:
        super().__init__(
            message("A process that shared the work was ended from outside."),
            message("Most likely memory ran out: close other programs and try again."),
        )


def executor(jobs: int) -> "Forked | Here":
    """Make an executor of `jobs` workers; 0 means as many as there are processors."""
    if not jobs:
        jobs = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return Forked(jobs) if jobs > 1 and hasattr(os, "fork") else Here()


class Here(Executor):
    """Does the work at once, in this process."""

    workers = 1

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run the call and give its result in a finished future."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future

    def prepare(self, fn: Callable[P, object], /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Do nothing: what this process needs, it prepares when it comes to it."""


class _Call(NamedTuple):
    """A call for a worker: whom to tell, what to do, and whether it may as well be done by another."""

    future: Future[Any]
    request: bytes
    movable: bool


class Forked(Executor):
    """Hands calls to forked processes in turn, so that call n of every round is meant for the same worker.

    A worker that has nothing left to do takes the last call that waits for another.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        gc.freeze()
        self._workers: list[_Worker] = []
        for _ in range(workers):
            self._workers.append(_Worker([worker.writing for worker in self._workers]))
        gc.unfreeze()
        self._queues: list[deque[_Call]] = [deque() for _ in range(workers)]
        self._ended = False
        self._news = Condition()
        self._patience = sys.getswitchinterval()
        sys.setswitchinterval(_PATIENCE)
        self._threads = [Thread(target=self._employ, args=(place,), daemon=True) for place in range(workers)]
        for thread in self._threads:
            thread.start()
        self._next = 0

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Queue a call; function, arguments and result are pickled."""
        place = self._next % self.workers
        self._next += 1
        return self._queue(place, _pickled(fn, *args, **kwargs), movable=True)

    def prepare(self, fn: Callable[P, object], /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Let every worker make this call once it has done what it has; nobody hears what comes of it."""
        request = _pickled(fn, *args, **kwargs)
        for place in range(self.workers):
            self._queue(place, request, movable=False)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers once their queues are done; with `cancel_futures`, now."""
        if cancel_futures:
            for worker in self._workers:
                worker.stop()
        with self._news:
            self._ended = True
            self._news.notify_all()
        if wait:
            for thread, worker in zip(self._threads, self._workers, strict=True):
                thread.join()
                worker.wait()
            sys.setswitchinterval(self._patience)

    def _queue(self, place: int, request: bytes, *, movable: bool) -> Future[Any]:
        future: Future[Any] = Future()
        with self._news:
            self._queues[place].append(_Call(future, request, movable))
            self._news.notify_all()
        return future

    def _employ(self, place: int) -> None:
        """Talk to one worker until there is nothing more to do."""
        worker = self._workers[place]
        while call := self._take(place):
            worker.do(call)
        worker.dismiss()

    def _take(self, place: int) -> _Call | None:
        """Wait for a call that this worker can do: one of its own, else one of whoever has most to do."""
        with self._news:
            while True:
                if self._queues[place]:
                    return self._queues[place].popleft()
                longest = max(self._queues, key=len)
                if longest and longest[-1].movable:
                    return longest.pop()
                if self._ended:
                    return None
                self._news.wait()


class _Worker:
    """One forked process."""

    def __init__(self, inherited: list[BinaryIO]) -> None:
        request, answer = os.pipe(), os.pipe()
        master = os.getpid()
        self._process = os.fork()
        if self._process == 0:
            _MASTERS[:] = [master]
            for other in inherited:
                other.close()
            os.close(request[1])
            os.close(answer[0])
            _serve(os.fdopen(request[0], "rb"), os.fdopen(answer[1], "wb"))
        os.close(request[0])
        os.close(answer[1])
        self.writing: BinaryIO = os.fdopen(request[1], "wb")
        self._reading: BinaryIO = os.fdopen(answer[0], "rb")

    def do(self, call: _Call) -> None:
        """Let the process make a call, and wait for what comes of it."""
        try:
            _send(self.writing, call.request)
            answer = _receive(self._reading)
        except (OSError, EOFError):
            call.future.set_exception(WorkerDiedError())
            return
        try:
            good, value = _understood(answer)
        except Exception as error:
            good, value = False, error
        call.future.set_result(value) if good else call.future.set_exception(value)

    def stop(self) -> None:
        """End the process now."""
        if self._process:
            os.kill(self._process, signal.SIGTERM)

    def dismiss(self) -> None:
        """Let the process end, for it hears no more calls."""
        for stream in (self.writing, self._reading):
            with suppress(BrokenPipeError):
                stream.close()

    def wait(self) -> None:
        """Wait until the process has ended."""
        if self._process:
            os.waitpid(self._process, 0)
            self._process = 0


def leave_if_forsaken() -> None:
    """End this process if it is a worker whose master is gone: others may be at work there by now."""
    if _MASTERS and os.getppid() != _MASTERS[0]:
        os._exit(1)


def _pickled(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> bytes:
    return pickle.dumps((function, args, kwargs), pickle.HIGHEST_PROTOCOL)


def _serve(reading: BinaryIO, writing: BinaryIO) -> None:
    """Answer requests until there are no more, then leave without the parent's clean-up."""
    gc.disable()
    Thread(target=_leave_with_master, args=(reading.fileno(),), daemon=True).start()
    status = 1
    try:
        while request := _receive(reading):
            _send(writing, _answer(request))
        status = 0
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        status = 0
    finally:
        os._exit(status)


def _leave_with_master(place: int) -> None:
    """End this process as soon as nobody can send it anything more, whatever it is at.

    Whoever is killed closes this pipe, too, and nobody waits for what is still computed.
    """
    import select

    if hasattr(select, "poll"):
        watch = select.poll()
        watch.register(place, 0)
        watch.poll()
        os._exit(1)


def _answer(request: bytes) -> bytes:
    function, args, kwargs = pickle.loads(request)  # noqa: S301 - our own parent wrote it
    try:
        return pickle.dumps((True, function(*args, **kwargs)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        from traceback import format_exception

        error.add_note("".join(format_exception(error)))
        return _told(error)


def _told(error: Exception) -> bytes:
    """Encode an error; of one that nobody could make again from that, what it said."""
    with suppress(Exception):
        answer = pickle.dumps((False, error), pickle.HIGHEST_PROTOCOL)
        _understood(answer)
        return answer
    said = RuntimeError(f"{type(error).__name__}: {error}")
    said.add_note(error.__notes__[-1])
    return pickle.dumps((False, said), pickle.HIGHEST_PROTOCOL)


def _understood(answer: bytes) -> tuple[bool, Any]:
    """Whether a call went well, and its value or error; raises what unpickling raises."""
    good, value = pickle.loads(answer)  # noqa: S301 - our own fork wrote it
    return good, value


def _send(stream: BinaryIO, data: bytes) -> None:
    stream.write(_LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def _receive(stream: BinaryIO) -> bytes:
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    return stream.read(_LENGTH.unpack(head)[0])
