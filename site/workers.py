"""Processes that share the work of a build: an `Executor` whose workers are forks of this process.

What this process had imported and computed when the executor was made costs its workers nothing. Where
there is no fork, or only one worker is wanted, the work is done here. Any other `Executor` will do, too.
"""

import gc
import os
import pickle
import signal
import struct
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from traceback import format_exception
from typing import Any, BinaryIO, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
_LENGTH = struct.Struct("!Q")


class WorkerDiedError(RuntimeError):
    """A worker process ended before its work was done, most likely for want of memory."""


def executor(jobs: int) -> Executor:
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


class Forked(Executor):
    """Hands calls to forked processes in turn, so that call n of every round meets the same worker."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        gc.collect()
        gc.freeze()
        self._workers: list[_Worker] = []
        for _ in range(workers):
            self._workers.append(_Worker([worker.writing for worker in self._workers]))
        gc.unfreeze()
        for worker in self._workers:
            worker.thread.start()
        self._next = 0

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Queue a call; function, arguments and result are pickled."""
        worker = self._workers[self._next % self.workers]
        self._next += 1
        future: Future[T] = Future()
        worker.queue.put((future, pickle.dumps((fn, args, kwargs), pickle.HIGHEST_PROTOCOL)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the workers once their queues are done; with `cancel_futures`, now."""
        for worker in self._workers:
            if cancel_futures:
                with suppress(ProcessLookupError):
                    os.kill(worker.process, signal.SIGTERM)
            worker.queue.put(None)
        if wait:
            for worker in self._workers:
                worker.thread.join()


class _Worker:
    """One forked process, and the thread here that talks to it."""

    def __init__(self, inherited: list[BinaryIO]) -> None:
        request, answer = os.pipe(), os.pipe()
        self.process = os.fork()
        if self.process == 0:
            for other in inherited:
                other.close()
            os.close(request[1])
            os.close(answer[0])
            _serve(os.fdopen(request[0], "rb"), os.fdopen(answer[1], "wb"))
        os.close(request[0])
        os.close(answer[1])
        self.writing: BinaryIO = os.fdopen(request[1], "wb")
        self._reading: BinaryIO = os.fdopen(answer[0], "rb")
        self.queue: SimpleQueue[tuple[Future[Any], bytes] | None] = SimpleQueue()
        self.thread = Thread(target=self._talk, daemon=True)

    def _talk(self) -> None:
        while (item := self.queue.get()) is not None:
            future, request = item
            try:
                _send(self.writing, request)
                good, value = pickle.loads(_receive(self._reading))  # noqa: S301 - our own fork wrote it
            except (OSError, EOFError):
                future.set_exception(WorkerDiedError())
            else:
                future.set_result(value) if good else future.set_exception(value)
        for stream in (self.writing, self._reading):
            with suppress(BrokenPipeError):
                stream.close()
        os.waitpid(self.process, 0)


def _serve(reading: BinaryIO, writing: BinaryIO) -> None:
    """Answer requests until there are no more, then leave without the parent's clean-up."""
    gc.disable()
    status = 1
    try:
        while request := _receive(reading):
            _send(writing, _answer(request))
        status = 0
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        status = 0
    finally:
        os._exit(status)


def _answer(request: bytes) -> bytes:
    function, args, kwargs = pickle.loads(request)  # noqa: S301 - our own parent wrote it
    try:
        answer = (True, function(*args, **kwargs))
    except Exception as error:
        error.add_note("".join(format_exception(error)))
        answer = (False, error)
    return pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)


def _send(stream: BinaryIO, data: bytes) -> None:
    stream.write(_LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def _receive(stream: BinaryIO) -> bytes:
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    return stream.read(_LENGTH.unpack(head)[0])
