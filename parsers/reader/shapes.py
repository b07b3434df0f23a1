"""The shapes of lines: bold ones, those that go on, those with pipes that are no table row."""

import re
from collections.abc import Callable

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.flat import Flat, Slice, stretch, trimmed
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.sentences import sentences
from tontafel.parsers.reader.values import begins_with_value

_LABELLED = expression(r"\s*([^\n:=]{2,60}?)\s*(?::(?!\S*//)|=(?!>))\s*(?:['’‘]{2,3}(?!\S)\s*)?")
_NAME = r"[^\W\d][^\d\n.!?,;:=]{0,40}?"
_PAIR = rf"{_NAME}\s*(?:[:=(–-]|\.{{3,}})?\s*[+-]?\d{{1,2}}\)?(?:\s?%)?(?:\s*\([^()]*\))?"
#: A line that is `5: Ringen` or `Ringen 5, Athletik 4` from one end to the other.
_ENTRY = expression(
    rf"\s*(?:{_NAME}[\s(])?[+]?\d{{1,2}}\)?\s*[:=–-]\s*\S[^.!?]*$"
    rf"|\s*[+]?\d{{1,2}}\s+[^\W\d][^.!?]*$"
    rf"|\s*{_PAIR}(?:(?:\s*[,;]\s*|\s{{2,}}){_PAIR})*\W*$"
)


def labelled(text: str) -> re.Match[str] | None:
    """The label that a line begins with, before a colon or an equals sign, and all up to what follows."""
    return _LABELLED.match(text) if ":" in text or "=" in text else None


def is_entry(text: str) -> bool:
    """Whether a text is names with their values from one end to the other."""
    return _ENTRY.match(text) is not None


def unbroken(lines: list[Slice], is_structural: Callable[[Slice], bool]) -> list[Slice]:
    """The lines; one that ends in a comma goes on with the next, unless that is structure of its own."""
    joined: list[Slice] = []
    for line in lines:
        if joined and joined[-1].text.endswith(",") and not is_structural(line):
            joined[-1] = stretch(line.flat, joined[-1].start, line.end)
        else:
            joined.append(line)
    return joined


def apart(line: Slice, lexicon: Lexicon) -> list[Slice]:
    """The sentences of a line that begins with a value, for they say one thing each; else the line."""
    if ". " in line.text and begins_with_value(line.text, lexicon):
        return list(sentences(line))
    return [line]


def is_bold_line(line: Slice) -> bool:
    """Whether a short line is bold from one end to the other."""
    text = line.text.strip(" :")
    return 1 < len(text) <= 40 and any(end - start >= len(text) for start, end in line.runs("b"))


def piped(line: Slice) -> list[Slice]:
    """The cells of a line that has pipes although it is no table row."""
    if "|" not in line.text:
        return []
    cells = []
    at = 0
    for piece in line.text.split("|"):
        cells.append(line.cut(at, at + len(piece)))
        at += len(piece) + 1
    return [cell for index, cell in enumerate(cells) if cell.text or 0 < index < len(cells) - 1]


def whole(flat: Flat) -> Slice:
    """All of a flat text but the white space around it."""
    return trimmed(flat, 0, len(flat.text))
