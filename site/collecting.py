"""The garbage collector, kept from looking for circles where none are left, or the process is soon over."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused() -> Iterator[None]:
    """Let nothing be collected meanwhile; afterwards it is as it was before."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            # What is left counts as old, or all of it would be looked through at once.
            gc.freeze()
            gc.unfreeze()
            gc.enable()
