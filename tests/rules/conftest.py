"""Dice that fall as a test says."""

from collections.abc import Callable

import pytest

from tontafel.rules.outcome import Rng


class Scripted:
    """Shows one face after the other; a face that the die does not have is the script's mistake."""

    def __init__(self, *faces: int) -> None:
        self._faces = iter(faces)

    def randint(self, a: int, b: int, /) -> int:
        face = next(self._faces)
        assert a <= face <= b
        return face


@pytest.fixture
def scripted() -> Callable[..., Rng]:
    """Make a source of dice from the faces given."""
    return Scripted
