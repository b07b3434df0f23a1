"""Choosing by chance, with nothing but the dice that a caller passes in."""

import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

from tontafel.rules.outcome import Rng

T = TypeVar("T")

_GENDERED = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")


def pick(rng: Rng, things: Sequence[T]) -> T:
    """One of some things, each as likely as the others; there has to be one."""
    return things[rng.randint(0, len(things) - 1)]


def shuffled(rng: Rng, things: Iterable[T]) -> list[T]:
    """The same things in an order that chance has chosen."""
    found = list(things)
    for place in range(len(found) - 1, 0, -1):
        other = rng.randint(0, place)
        found[place], found[other] = found[other], found[place]
    return found


def gendered(text: str, woman: bool) -> str:
    """A text from a table as it is said of a woman or of a man: `{Sohn|Tochter}` is one of both words."""
    return _GENDERED.sub(lambda found: found[2 if woman else 1], text)
