"""Choosing by chance."""

import random
from collections import Counter
from collections.abc import Callable

from tontafel.rules.chance import pick, shuffled
from tontafel.rules.outcome import Rng


def test_what_the_die_shows_is_picked(scripted: Callable[..., Rng]) -> None:
    assert [pick(scripted(face), "abc") for face in (0, 1, 2)] == ["a", "b", "c"]


def test_every_order_is_as_likely() -> None:
    rng = random.Random(3)
    orders = Counter("".join(shuffled(rng, "abc")) for _ in range(6000))
    assert len(orders) == 6
    assert all(900 < count < 1100 for count in orders.values())
    assert shuffled(rng, ()) == []
