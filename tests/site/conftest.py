"""What tests of the command and of PDFs share."""

import json
import logging
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tontafel.site.cli import run


class Done(NamedTuple):
    """A finished command: its status, and what it wrote to standard output and standard error."""

    status: int
    data: bytes
    err: str

    @property
    def out(self) -> str:
        return self.data.decode("utf-8")

    @property
    def json(self) -> Any:
        return json.loads(self.data)


@pytest.fixture
def tontafel(
    capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Done]:
    """Run the command in this process, in English unless a test wants it otherwise."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: str | Path) -> Done:
        status = run([str(argument) for argument in arguments])
        sys.stdout.flush()
        out, err = capfdbinary.readouterr()
        return Done(status, out, err.decode("utf-8"))

    return call


@pytest.fixture
def silence(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail on any line that WeasyPrint or fontTools has to say."""
    caplog.set_level(logging.WARNING)
    yield
    assert [record.getMessage() for record in caplog.get_records("call")] == []
