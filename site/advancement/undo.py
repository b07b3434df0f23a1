"""What was last entered on each page, so that it can be taken back.

The record lies beside that of the builds, in the campaign's `.tontafel/` or in the user's cache folder. The
table Verlauf says what changed, but not which boxes were marked or how a line was worded before; so each
entry keeps the page as it was and the edits that were made.
"""

import os
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from msgspec import DecodeError, Struct, msgpack

from tontafel.parsers.page import decode, encode
from tontafel.parsers.rewrite import Edit, OverlapError, apply_edits, inverse
from tontafel.rules.span import Span
from tontafel.site.cache import cache_folder, digest
from tontafel.site.files import replace_file

#: As many evenings of one page can be taken back, one after the other.
_KEPT = 20


class Entered(Struct, frozen=True, kw_only=True):
    """An entry: whose it was, what it said, the page before it, and its edits as (start, end, text)."""

    character: str
    what: str
    before: bytes
    edits: tuple[tuple[int, int, bytes], ...]

    @property
    def text(self) -> str:
        """The page's text before the entry."""
        return decode(self.before)

    def changes(self) -> tuple[Edit, ...]:
        """The edits of that text."""
        return tuple(Edit(Span(start, end), decode(text)) for start, end, text in self.edits)


def entered(character: str, what: str, before: str, edits: Iterable[Edit]) -> Entered:
    """Make the record of an entry."""
    kept = tuple((edit.span.start, edit.span.end, encode(edit.text)) for edit in edits)
    return Entered(character=character, what=what, before=encode(before), edits=kept)


class Journal:
    """The entries of one campaign's pages; without a place to write nothing can be taken back."""

    def __init__(self, campaign: Path) -> None:
        folder = cache_folder(campaign)
        self._folder = folder / "entries" if folder else None

    def entries(self, path: str) -> list[Entered]:
        """Give what was entered on the page in a file of the campaign, oldest first."""
        file = self._file(path)
        try:
            return msgpack.decode(file.read_bytes(), type=list[Entered]) if file else []
        except (OSError, DecodeError):
            return []

    def keep(self, path: str, entries: Sequence[Entered]) -> bool:
        """Keep the last entries of a page; says whether there was a place for them."""
        file = self._file(path)
        if file is None:
            return False
        try:
            file.parent.mkdir(exist_ok=True)
            replace_file(file, msgpack.encode(list(entries)[-_KEPT:]))
        except OSError:
            return False
        return True

    def _file(self, path: str) -> Path | None:
        return self._folder / f"{digest(os.fsencode(path)).hex()}.msgpack" if self._folder else None


def taken_back(text: str, entry: Entered) -> str | None:
    """Give a page's text without an entry; None where what it changed has been changed again.

    Where nothing else has changed since, it is the text before the entry to the byte.
    """
    before = entry.text
    back = inverse(before, entry.changes())
    after = apply_edits(before, entry.changes())
    if text == after:
        return before
    moved = [_moved(edit, after, text) for edit in back]
    if any(edit is None for edit in moved):
        return None
    try:
        return apply_edits(text, [edit for edit in moved if edit])
    except OverlapError:
        return None


def _moved(edit: Edit, after: str, text: str) -> Edit | None:
    """An edit of one text as one of another, if the lines that it touches are the same there."""
    start = after.rfind("\n", 0, edit.span.start) + 1
    end = after.find("\n", edit.span.end)
    end = len(after) if end < 0 else end + 1
    old, new = ([line + "\n" for line in one.split("\n")] for one in (after, text))
    first, last = after.count("\n", 0, start), after.count("\n", 0, end)
    # At the very end there is no line; what stands there goes behind the last one.
    first -= start == len(after) and first > 0
    for match in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        if match.a <= first and max(last, first + 1) <= match.a + match.size:
            shift = sum(map(len, new[: match.b])) - sum(map(len, old[: match.a]))
            return Edit(Span(edit.span.start + shift, edit.span.end + shift), edit.text)
    return None
