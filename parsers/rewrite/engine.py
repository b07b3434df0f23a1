"""Writing a character's changes into its page, step by step, each proved by reading the page again."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from tontafel.parsers.reader import Read
from tontafel.parsers.rewrite.edits import Changes, Edit, OverlapError, apply_edits
from tontafel.parsers.rewrite.history import Entry
from tontafel.parsers.rewrite.lists import Edits
from tontafel.parsers.rewrite.page import Manner, Page
from tontafel.parsers.rewrite.steps import Step, steps
from tontafel.parsers.tree import Document
from tontafel.rules.message import Message, message
from tontafel.rules.model import Character
from tontafel.rules.span import Path, Span

#: Reads a page's text: its tree and the characters on it.
Reread = Callable[[str], tuple[Document, Sequence[Read]]]
#: More ways to write one thing nobody has.
_MOST = 60


class CannotRewrite(Exception):  # noqa: N818 - reads as what happened
    """The page is written in a way that can't be changed so that it then says what is meant.

    `span` is the place in the text before any change, `where` the part of the character.
    """

    def __init__(self, said: Message, hint: Message, where: Path, span: Span) -> None:
        super().__init__(str(said))
        self.message = said
        self.hint = hint
        self.where = where
        self.span = span


class Rewritten(Struct, frozen=True):
    """A page after a change: the edits of the text before, the text now, the character as it reads now."""

    edits: tuple[Edit, ...]
    text: str
    character: Character


class Change(Struct, frozen=True, kw_only=True):
    """What is to be written.

    Attributes:
        index: which of the characters on the page has changed.
        after: the character that reading the new text has to give; `derived` does not count.
        entry: the line for the table Verlauf, if its history has grown.
    """

    index: int
    after: Character
    entry: Entry | None = None


def rewrite(text: str, change: Change, reread: Reread, manner: Manner) -> Rewritten:
    """Write what has changed in a character into its page, and nothing else.

    Args:
        text: the page's source.
        change: the character as it is now.
        reread: reads a text as the page was read.
        manner: how the page is written.

    Raises:
        CannotRewrite: there is no way to write it so that the page reads as meant.
    """
    changes = Changes(text)
    document, reads = reread(text)
    page = first = Page(text, document, reads, change.index, manner)
    after = change.after
    for step in steps(page.character, after, change.entry):
        found = _written(page, step, reread)
        if found is None:
            raise _refusal(first, step)
        edits, page = found
        changes.apply(edits)
    if not is_alike(page.character, after) or page.character.open_slots != after.open_slots:
        raise _refusal(first, Step((), after, lambda _: iter(())))
    return Rewritten(changes.edits(), page.text, page.character)


def _written(page: Page, step: Step, reread: Reread) -> tuple[Edits, Page] | None:
    """The first way by which the page reads as meant."""
    for edits, text in _tries(page, step):
        document, reads = reread(text)
        if len(reads) == len(page.reads):
            after = Page(text, document, reads, page.index, page.manner)
            if _is_as_meant(page, after, step):
                return edits, after
    return None


def _tries(page: Page, step: Step) -> Iterator[tuple[Edits, str]]:
    """The ways of a step with the text that each leads to, every text once."""
    ways = list(islice(step.ways(page), _MOST))
    again = (more for edits in ways if (more := _said_again(page, edits)))
    seen = {page.text}
    for edits in (*ways, *again):
        try:
            text = apply_edits(page.text, edits)
        except OverlapError:
            continue
        if text not in seen:
            seen.add(text)
            yield edits, text


def _said_again(page: Page, edits: Edits) -> Edits:
    """The edits with the same ones where the character's part of the page has the same lines once more."""
    own = {page.line(edit.span.start).start for edit in edits}
    more: list[Edit] = []
    for edit in edits:
        line = page.line(edit.span.start)
        for other in page.same_lines(line):
            if other.start not in own and edit.span.end <= line.end:
                shift = other.start - line.start
                more.append(Edit(Span(edit.span.start + shift, edit.span.end + shift), edit.text))
    return (*edits, *more) if more else ()


def _is_as_meant(before: Page, after: Page, step: Step) -> bool:
    """Whether the character reads as expected and all others on the page as before.

    A sentence that holds more than an aspect is kept as `other`, and grows with an aspect put into it.
    """
    kept = len(after.character.other) == len(before.character.other)
    if not kept or not is_alike(after.character, step.expected):
        return False
    others = (index for index in range(len(before.reads)) if index != before.index)
    return all(before.reads[index].character == after.reads[index].character for index in others)


def is_alike(found: Character, expected: Character) -> bool:
    """Whether a page says what it should, but for what follows from the rest and what was not understood.

    Of the last entry of the history, a page without columns for them need not tell session and reason.
    """
    return _told(found) == _told(expected) and _is_entered(found, expected)


def _told(character: Character) -> Character:
    details = {key: value for key, value in character.details.items() if key != "history"}
    return replace(character, details=details, derived={}, open_slots={}, other=[])


def _is_entered(found: Character, expected: Character) -> bool:
    read, wanted = (one.details.get("history") or [] for one in (found, expected))
    if not wanted or read == wanted:
        return bool(read == wanted)
    if len(read) != len(wanted) or read[:-1] != wanted[:-1]:
        return False
    spare = {key for key in ("session", "why") if not read[-1].get(key)}
    row = {key: value for key, value in wanted[-1].items() if key not in spare}
    return row == {key: value for key, value in read[-1].items() if key not in spare}


def _refusal(page: Page, step: Step) -> CannotRewrite:
    said = message(
        "The page of {who} is written in a way that this change can't be written into: it would not read as "
        "meant afterwards.",
        who=page.character.name,
    )
    hint = message("Change this part by hand, or write it as a list or a table first.")
    lengths = range(len(step.where), -1, -1)
    known = (page.place(*step.where[:length]) for length in lengths)
    return CannotRewrite(said, hint, step.where, next(filter(None, known), Span(0, 0)))
