"""A bar for work that takes more than a second, where there is a terminal to show it."""

import sys
import time
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any

#: Seconds of work before the bar appears.
_PATIENCE = 1.0


class Bar(AbstractContextManager["Bar"]):
    """Called with how much of how much is done; closed at the end."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._began = time.monotonic()
        self._shown: Any = None
        self._task: Any = None

    def __call__(self, done: int, total: int) -> None:
        """Show how far the work is."""
        if self._shown is None and self._is_wanted():
            from rich.console import Console
            from rich.progress import Progress

            self._shown = Progress(console=Console(stderr=True), transient=True)
            self._task = self._shown.add_task(self._label, total=total)
            self._shown.start()
        if self._shown is not None:
            self._shown.update(self._task, completed=done, total=total)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        if self._shown is not None:
            self._shown.stop()

    def _is_wanted(self) -> bool:
        return sys.stderr.isatty() and time.monotonic() - self._began > _PATIENCE
