import os
import signal

import pytest

from tontafel.site.workers import Forked, Here, WorkerDiedError, executor


def square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def fail(number: int) -> int:
    raise ValueError(number)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_calls_are_shared_in_turn_and_come_back_in_order() -> None:
    with Forked(2) as forked:
        first = list(forked.map(square, range(4)))
        second = list(forked.map(square, range(4)))
    assert [value for value, _ in first] == [0, 1, 4, 9]
    assert [process for _, process in first] == [process for _, process in second]
    assert len({process for _, process in first}) == 2
    assert os.getpid() not in {process for _, process in first}


def test_large_calls_do_not_block() -> None:
    with Forked(2) as forked:
        futures = [forked.submit(bytes.upper, b"x" * 1_000_000) for _ in range(6)]
        assert all(future.result() == b"X" * 1_000_000 for future in futures)


def test_failures_come_back() -> None:
    with Forked(1) as forked:
        with pytest.raises(ValueError, match="3"):
            forked.submit(fail, 3).result()
        assert forked.submit(square, 3).result()[0] == 9


def test_a_dead_worker_is_reported() -> None:
    with Forked(1) as forked:
        with pytest.raises(WorkerDiedError):
            forked.submit(die).result()
        with pytest.raises(WorkerDiedError):
            forked.submit(square, 3).result()


def test_one_worker_is_this_process() -> None:
    with executor(1) as here:
        assert isinstance(here, Here)
        assert here.submit(square, 3).result() == (9, os.getpid())
        with pytest.raises(ValueError, match="3"):
            here.submit(fail, 3).result()


def test_as_many_workers_as_processors() -> None:
    with executor(0) as some:
        assert isinstance(some, Forked | Here)
        assert some.workers == len(os.sched_getaffinity(0))
