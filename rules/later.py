"""What few runs need of a system, imported when it is first asked for."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

#: A function of `System` → where our systems have it, as a module and a name in it.
CALLED = {
    "generate": "generate.generate",
    "advance": "evening.advance_told",
    "roll": "trial.roll",
    "versus": "dice.opposed",
    "odds": "trial.odds",
    "log": "log.verify",
}
#: The same of functions that only give a constant.
GIVEN = {
    "roll_options": "trial.ROLL",
    "odds_options": "trial.ODDS",
    "charts": "charts.CHARTS",
    "log_codes": "log.CODES",
}


def parts(package: str, **more: str) -> dict[str, Any]:
    """The arguments of `System` that are imported when they are called, from the modules of a package.

    Args:
        package: the system's package.
        more: further functions that only this system has, and where.
    """
    called = {name: _called(package, place) for name, place in (CALLED | more).items()}
    return called | {name: _given(package, place) for name, place in GIVEN.items()}


def part(package: str, place: str) -> Any:
    """What a package has in a place."""
    module, _, name = place.partition(".")
    return getattr(import_module(f"{package}.{module}"), name)


def _called(package: str, place: str) -> Callable[..., Any]:
    def called(*arguments: Any, **options: Any) -> Any:
        return part(package, place)(*arguments, **options)

    return called


def _given(package: str, place: str) -> Callable[[], Any]:
    return lambda: part(package, place)
