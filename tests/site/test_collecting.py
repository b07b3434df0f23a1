"""The garbage collector rests while something is made, and is as it was before afterwards."""

import gc

import pytest

from tontafel.site.collecting import paused


@pytest.mark.parametrize("collecting", [True, False])
def test_the_collector_is_as_it_was_before(collecting: bool) -> None:
    before = gc.isenabled()
    try:
        (gc.enable if collecting else gc.disable)()
        with pytest.raises(ValueError, match="in between"), paused():
            assert not gc.isenabled()
            raise ValueError("in between")
        assert gc.isenabled() == collecting
    finally:
        (gc.enable if before else gc.disable)()
