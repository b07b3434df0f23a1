"""Writes changes of a character back into its page's text, changing only what must change.

    rewrite(text, change, reread, manner) -> Rewritten
    as_read(text) -> str
    apply_edits(text, edits) -> str
    inverse(text, edits) -> tuple[Edit, ...]

`rewrite` goes from the character that the page gives now to the one wanted in small steps. For each step
it tries the ways in which the page's own writing could go on, and keeps the first after which reading the
page again gives what is meant; where there is none it raises `CannotRewrite`.
"""

from tontafel.parsers.rewrite.aspects import as_read
from tontafel.parsers.rewrite.edits import Edit, OverlapError, apply_edits, inverse
from tontafel.parsers.rewrite.engine import CannotRewrite, Change, Reread, Rewritten, rewrite
from tontafel.parsers.rewrite.history import Entry
from tontafel.parsers.rewrite.page import Manner, tongue_of

__all__ = [
    "CannotRewrite",
    "Change",
    "Edit",
    "Entry",
    "Manner",
    "OverlapError",
    "Reread",
    "Rewritten",
    "apply_edits",
    "as_read",
    "inverse",
    "rewrite",
    "tongue_of",
]
