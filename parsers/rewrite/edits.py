"""Changes to a text by places: applied together, taken back, put one behind the other."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from tontafel.rules.span import Span


class Edit(Struct, frozen=True, gc=False):
    """What stands at a place is replaced; an empty place is where something is put in."""

    span: Span
    text: str


class OverlapError(ValueError):
    """Two edits claim the same place, so that nobody can say which of them counts."""


def put(at: int, text: str) -> Edit:
    """An edit that puts a text in at a place."""
    return Edit(Span(at, at), text)


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text after all the edits, whose places speak of the text before any of them.

    Raises:
        OverlapError: two edits overlap or begin at one place.
        ValueError: a place is not within the text.
    """
    parts: list[str] = []
    behind = 0
    for edit in _in_order(edits, len(text)):
        parts += (text[behind : edit.span.start], edit.text)
        behind = edit.span.end
    return "".join([*parts, text[behind:]])


def inverse(text: str, edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits that make `text` again of what `edits` made of it; raises as `apply_edits` does."""
    back: list[Edit] = []
    grown = 0
    for edit in _in_order(edits, len(text)):
        start, end = edit.span.start, edit.span.end
        back.append(Edit(Span(start + grown, start + grown + len(edit.text)), text[start:end]))
        grown += len(edit.text) - (end - start)
    return tuple(back)


class Piece(Struct, frozen=True, gc=False):
    """A stretch of the first text, kept (None) or replaced."""

    start: int
    end: int
    text: str | None = None


class Changes:
    """Edits put one behind the other, each speaking of the text that the one before left."""

    def __init__(self, text: str) -> None:
        self._first = text
        self._pieces: list[Piece] = [Piece(0, len(text))]
        #: The text as it stands now.
        self.text = text

    def apply(self, edits: Sequence[Edit]) -> None:
        """Make further edits; raises as `apply_edits` does."""
        self.text = apply_edits(self.text, edits)
        for edit in sorted(edits, key=lambda one: one.span.start, reverse=True):
            self._replace(edit)

    def edits(self) -> tuple[Edit, ...]:
        """All of them as edits of the first text, in order; what was changed back is none."""
        merged: list[Piece] = []
        for piece in self._pieces:
            last = merged[-1] if merged else None
            if last and last.text is not None and piece.text is not None:
                merged[-1] = Piece(last.start, piece.end, last.text + piece.text)
            else:
                merged.append(piece)
        return tuple(
            Edit(Span(one.start, one.end), one.text)
            for one in merged
            if one.text is not None and one.text != self._first[one.start : one.end]
        )

    def _replace(self, edit: Edit) -> None:
        """Split the pieces at the edit's place and put its text between them."""
        before, rest = _cut(self._pieces, edit.span.start)
        gone, after = _cut(rest, edit.span.end - edit.span.start)
        at = before[-1].end if before else 0
        until = max((piece.end for piece in gone), default=at)
        self._pieces = [*before, Piece(at, until, edit.text), *after]


def _in_order(edits: Iterable[Edit], length: int) -> list[Edit]:
    ordered = sorted(edits, key=lambda edit: (edit.span.start, edit.span.end))
    behind, before = 0, -1
    for edit in ordered:
        start, end = edit.span.start, edit.span.end
        if not 0 <= start <= end <= length:
            raise ValueError(f"no place in a text of {length} characters: {start} to {end}")
        if start < behind or start == before:
            raise OverlapError(f"two edits at {start}")
        behind, before = end, start
    return ordered


def _cut(pieces: Sequence[Piece], at: int) -> tuple[list[Piece], list[Piece]]:
    """The pieces before and behind so many letters of what they stand for now."""
    before: list[Piece] = []
    left = at
    for index, piece in enumerate(pieces):
        length = piece.end - piece.start if piece.text is None else len(piece.text)
        if length > left:
            one, other = _halves(piece, left)
            return [*before, *one], [*other, *pieces[index + 1 :]]
        before.append(piece)
        left -= length
    return before, []


def _halves(piece: Piece, at: int) -> tuple[list[Piece], list[Piece]]:
    if at == 0:
        return [], [piece]
    if piece.text is None:
        middle = piece.start + at
        return [Piece(piece.start, middle)], [Piece(middle, piece.end)]
    return [Piece(piece.start, piece.end, piece.text[:at])], [Piece(piece.end, piece.end, piece.text[at:])]
