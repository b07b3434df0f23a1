"""Where things stand: in a page's text, and inside a character."""

from msgspec import Struct


class Span(Struct, frozen=True, gc=False):
    """A half-open range of code points in a page's text as decoded."""

    start: int
    end: int


#: The way to a part of a character: `("skills", 3)`, `("tracks", 0, "boxes", 2)`; `()` is all of it.
Path = tuple[str | int, ...]
