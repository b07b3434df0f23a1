"""Findings for people and programs: text as a good compiler prints it, JSON, and GitHub's annotations."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from tontafel.parsers.lines import LineIndex
from tontafel.rules.diagnostic import SEVERITIES, Diagnostic, Severity
from tontafel.rules.message import PLAIN, Message, message
from tontafel.site.console import Console, shortened

#: Columns of a source line that are shown.
_WIDTH = 100
_LEVELS = {"note": "notice", "warning": "warning", "error": "error"}
_WORDS: dict[Severity, Message] = {
    "note": message("note"),
    "warning": message("warning"),
    "error": message("error"),
}


class Page(Struct, frozen=True):
    """A page as findings show it: its file's path for people, and its text's lines if it could be read."""

    path: str
    lines: LineIndex | None


class Place(Struct, frozen=True):
    """A line and column from 1, and the column behind the last one that is meant."""

    line: int
    column: int
    end: int


def place_of(diagnostic: Diagnostic, page: Page) -> Place | None:
    """Give the place of a finding; what spans several lines is meant up to the end of its first one."""
    span = diagnostic.span
    if span is None or page.lines is None:
        return None
    line, column = page.lines.place(span.start)
    last_line, end = page.lines.place(span.end)
    if last_line != line:
        end = len(page.lines.line(line)) + 1
    return Place(line, column, max(end, column + 1))


def as_json(diagnostic: Diagnostic, page: Page, console: Console) -> dict[str, Any]:
    """Give a finding in the form that programs read."""
    place = place_of(diagnostic, page)
    say = console.language.say
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": say(diagnostic.message),
        "page": diagnostic.page,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "hint": say(diagnostic.hint) if diagnostic.hint else None,
        "character": diagnostic.character or None,
    }


def as_annotation(diagnostic: Diagnostic, page: Page, console: Console) -> str:
    """Give a finding as a line that GitHub shows beside the page's source."""
    place = place_of(diagnostic, page)
    where = {"file": page.path, "title": diagnostic.code}
    if place:
        where |= {"line": str(place.line), "col": str(place.column), "endColumn": str(place.end)}
    fields = ",".join(f"{key}={_escaped(value, ',:')}" for key, value in where.items())
    return f"::{_LEVELS[diagnostic.severity]} {fields}::{_escaped(_sentence(diagnostic, console))}"


def _escaped(text: str, more: str = "") -> str:
    for letter in "%\r\n" + more:
        text = text.replace(letter, f"%{ord(letter):02X}")
    return text


def _sentence(diagnostic: Diagnostic, console: Console) -> str:
    hint = f" {_said(diagnostic.hint, console)}" if diagnostic.hint else ""
    who = f"{_said(_named(diagnostic), console)}: " if diagnostic.character else ""
    return f"{who}{_said(diagnostic.message, console)}{hint}"


def _said(message: Message, console: Console) -> str:
    return console.language.say(shortened(message))


def _named(diagnostic: Diagnostic) -> Message:
    return Message(PLAIN, {"text": diagnostic.character})


def as_text(diagnostic: Diagnostic, page: Page, console: Console, *, to_err: bool = False) -> str:
    """Give a finding as lines for people: place, code, message, the source with a mark, the hint."""
    place = place_of(diagnostic, page)

    def paint(text: str, kind: str) -> str:
        return console.paint(text, kind, to_err=to_err)

    where = f"{page.path}:{place.line}:{place.column}" if place else page.path
    level = console.language.say(_WORDS[diagnostic.severity])
    who = f" ({_said(_named(diagnostic), console)})" if diagnostic.character else ""
    head = f"{paint(where, 'place')}: {paint(level, diagnostic.severity)} {diagnostic.code}"
    lines = [f"{head}: {_said(diagnostic.message, console)}{who}"]
    if place and page.lines:
        source, mark = _marked(page.lines.line(place.line), place)
        gutter = " " * len(str(place.line))
        lines += [f" {paint(f'{place.line} |', 'faint')} {source}"] if source.strip() else []
        lines += [f" {gutter} {paint('|', 'faint')} {paint(mark, 'mark')}"] if source.strip() else []
    if diagnostic.hint:
        lines.append(f"   = {_said(diagnostic.hint, console)}")
    return "\n".join(lines)


def _marked(line: str, place: Place) -> tuple[str, str]:
    """Give the shown part of a source line, and the line below it with marks under the place."""
    first = 0
    if place.column > _WIDTH * 3 // 4:
        first = place.column - 1 - _WIDTH // 2
    shown = line[first : first + _WIDTH]
    before = shown[: place.column - 1 - first]
    under = shown[place.column - 1 - first : place.end - 1 - first]
    ahead = "…" if first else ""
    behind = "…" if first + _WIDTH < len(line) else ""
    mark = " " * (len(ahead) + _width(before)) + "^" * max(_width(under), 1)
    return ahead + _printable(shown) + behind, mark


def _printable(text: str) -> str:
    return text if text.isprintable() else "".join(_shown(letter) for letter in text)


def _shown(letter: str) -> str:
    """Give what a terminal is sent for a letter: nothing that moves its cursor or changes its state."""
    if letter == "\t":
        return "    "
    return letter if unicodedata.category(letter)[0] != "C" else "\N{REPLACEMENT CHARACTER}"


def _width(text: str) -> int:
    """Give how many columns of a terminal some text takes."""
    return sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> int:
    if letter == "\t":
        return 4
    if unicodedata.category(letter) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def summary(diagnostics: Iterable[Diagnostic], pages: int, console: Console) -> str:
    """Give the line that closes a check."""
    counts = Counter(diagnostic.severity for diagnostic in diagnostics)
    ngettext = console.language.ngettext
    words = {
        "error": ngettext("{n} error", "{n} errors", counts["error"]),
        "warning": ngettext("{n} warning", "{n} warnings", counts["warning"]),
        "note": ngettext("{n} note", "{n} notes", counts["note"]),
    }
    read = ngettext("{n} page", "{n} pages", pages).format(n=pages)
    found = ", ".join(words[level].format(n=counts[level]) for level in reversed(SEVERITIES) if counts[level])
    if not found:
        return console.language.say(message("Nothing found in {pages}.", pages=read))
    return console.language.say(message("{found} in {pages}.", found=found, pages=read))
