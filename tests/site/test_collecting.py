"""The garbage collector rests while something is made, and is as it was before afterwards."""

import gc

import pytest

from tontafel.site.collecting import paused


def broken_off() -> None:
    with paused():
        assert not gc.isenabled()
        raise ValueError("in between")


@pytest.mark.parametrize("collecting", [True, False])
def test_the_collector_is_as_it_was_before(collecting: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if collecting else gc.disable)()
        with pytest.raises(ValueError, match="in between"):
            broken_off()
        assert gc.isenabled() == collecting
    finally:
        (gc.enable if before else gc.disable)()


def _collections() -> int:
    return sum(one["collections"] for one in gc.get_stats())


def test_what_is_left_is_not_looked_through_at_once() -> None:
    with paused():
        kept = [[number] for number in range(10_000)]
        before = _collections()
    assert _collections() == before
    assert len(kept) == 10_000
