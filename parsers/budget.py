"""How much a page may hold before the rest of it stays plain text."""

from msgspec import Struct


class Budget(Struct, frozen=True):
    """Limits of one page, passed to the parser; what lies beyond them is kept as text, with a note."""

    #: How deep lists, quotes and emphasis may nest; deeper items of the wiki's lists are of the last level.
    depth: int = 20
    #: How many table cells a page may have, spanned columns counted.
    cells: int = 100_000
    #: How many columns a single cell may span; browsers stop at this number, too.
    columns: int = 1000
