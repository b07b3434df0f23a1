"""What few runs need of a package, imported when it is first asked for."""

from collections.abc import Callable
from importlib import import_module
from typing import Any


class Later:
    """The parts of a package by name: `trial.roll` is `roll` in its module `trial`."""

    def __init__(self, package: str) -> None:
        self._package = package

    def call(self, part: str) -> Callable[..., Any]:
        """A function of the package, imported when it is called."""

        def called(*arguments: Any, **options: Any) -> Any:
            return self._found(part)(*arguments, **options)

        return called

    def value(self, part: str) -> Callable[[], Any]:
        """A function that gives a constant of the package."""
        return lambda: self._found(part)

    def _found(self, part: str) -> Any:
        module, _, name = part.partition(".")
        return getattr(import_module(f"{self._package}.{module}"), name)
