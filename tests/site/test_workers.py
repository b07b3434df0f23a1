import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tontafel.site.workers import Forked, Here, WorkerDiedError, executor


def square(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


READY: list[bool] = []


def make_ready() -> None:
    READY.append(True)


def prepared(_number: int) -> bool:
    return bool(READY)


def fail(number: int) -> int:
    raise ValueError(number)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class TwoReasonsError(Exception):
    """Is pickled by what it says, and made from more."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} and {other}")


class Unsayable:
    """A value that cannot be made again from what is sent of it."""

    def __reduce__(self) -> tuple[Callable[[], object], tuple[()]]:
        return fail_twice, ()


def fail_twice() -> None:
    raise TwoReasonsError("memory", "time")


def fail_unsent() -> None:
    error = ValueError("with a function")
    error.made_by = lambda: None  # type: ignore[attr-defined]
    raise error


def give_function() -> Callable[[], None]:
    return lambda: None


def wait(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def test_calls_are_shared_and_come_back_in_order() -> None:
    with Forked(2) as forked:
        done = list(forked.map(square, range(8)))
    assert [value for value, _ in done] == [number * number for number in range(8)]
    assert os.getpid() not in {process for _, process in done}


def test_calls_meet_the_worker_that_they_are_meant_for() -> None:
    with Forked(2) as forked:
        rounds = [list(forked.map(wait, (0.05, 0.05))) for _ in range(3)]
    assert len(set(rounds[0])) == 2
    assert rounds[0] == rounds[1] == rounds[2]


def wait_for(marks: Path, number: int) -> int:
    """Wait until there are so many marks; a minute at most."""
    for _ in range(6000):
        if len(list(marks.iterdir())) >= number:
            break
        time.sleep(0.01)
    return os.getpid()


def be_busy(marks: Path, number: int) -> int:
    (marks / "busy").touch()
    return wait_for(marks, number)


def leave_mark(marks: Path, number: int) -> int:
    (marks / str(number)).touch()
    return os.getpid()


def test_who_has_nothing_to_do_takes_what_waits_for_another(tmp_path: Path) -> None:
    with Forked(2) as forked:
        busy = forked.submit(be_busy, tmp_path, 5)
        wait_for(tmp_path, 1)
        others = [forked.submit(leave_mark, tmp_path, number) for number in range(4)]
        assert busy.result() not in {other.result() for other in others}


def test_everyone_is_prepared_once_its_calls_are_done() -> None:
    with Forked(2) as forked:
        before = list(forked.map(prepared, range(2)))
        forked.prepare(make_ready)
        list(forked.map(wait, (0.05, 0.05)))
        after = [forked.submit(prepared, number).result() for number in range(2)]
    assert before == [False, False]
    assert after == [True, True]


def test_large_calls_do_not_block() -> None:
    with Forked(2) as forked:
        futures = [forked.submit(bytes.upper, b"x" * 1_000_000) for _ in range(6)]
        assert all(future.result() == b"X" * 1_000_000 for future in futures)


def test_failures_come_back() -> None:
    with Forked(1) as forked:
        with pytest.raises(ValueError, match="3"):
            forked.submit(fail, 3).result()
        assert forked.submit(square, 3).result()[0] == 9


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (fail_twice, "TwoReasonsError: memory and time"),
        (fail_unsent, "ValueError: with a function"),
        (give_function, "pickle"),
        (Unsayable, "memory and time"),
    ],
)
def test_what_cannot_be_sent_is_an_error_and_nobody_waits_for_ever(
    call: Callable[[], object], said: str
) -> None:
    with Forked(1) as forked:
        with pytest.raises(Exception, match=said):
            forked.submit(call).result(timeout=20)
        assert forked.submit(square, 3).result(timeout=20)[0] == 9


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


#: Shares out work that nobody finishes, tells who does it, and waits.
ENDLESS = """
import os, sys, time
from pathlib import Path
from tontafel.site.workers import Forked

def compute(folder):
    (Path(folder) / str(os.getpid())).touch()
    while True:
        sum(range(1000))

team = Forked(3)
for _ in range(6):
    team.submit(compute, sys.argv[1])
time.sleep(600)
"""


def is_alive(process: int) -> bool:
    """Whether a process computes; one that has ended and that nobody asked about does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks Linux who is alive")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_workers_end_with_whom_they_work_for(how: signal.Signals, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / ".src")}
    command = [sys.executable, "-c", ENDLESS, str(tmp_path)]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as master:
        deadline = time.monotonic() + 60
        while len(list(tmp_path.iterdir())) < 3 and time.monotonic() < deadline:
            time.sleep(0.01)
        workers = [int(path.name) for path in tmp_path.iterdir()]
        assert len(workers) == 3
        assert all(map(is_alive, workers))
        master.send_signal(how)
    deadline = time.monotonic() + 10
    while any(map(is_alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.01)
    left = list(filter(is_alive, workers))
    for process in left:
        os.kill(process, signal.SIGKILL)
    assert not left
