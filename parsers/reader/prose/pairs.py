"""Capitalised words with a number behind them, in sentences: `Hörner 5, Trampeln 4 und Kraft 4`."""

import re

from msgspec import Struct

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.lexicon import Lexicon

#: A year, a date or a percentage is no value, but `3/10` is. A bracket may follow, or stand before.
_VALUE = expression(r"[0-9]{1,2}(?:/10)?(?![\w%/]|\.\d)(\s\([^()\d]*\))?")
#: Where values are percentages, these are some.
_PERCENT = expression(r"[0-9]{1,3}(?:\s?%|(?![\w%/]|\.\d))(\s\([^()\d]*\))?")
_LONGEST_BRACKET = 60


class Pair(Struct, frozen=True, gc=False):
    """A name, with a bracket behind it or behind its value, and the value."""

    start: int
    end: int
    name: str
    value: int
    behind: str


def runs(text: str, lexicon: Lexicon, start: int = 0) -> list[list[Pair]]:
    """The pairs in a text, those together that commas or `und` join.

    Numbers are looked for first: they are rare in prose, and a name is then quickly found.
    """
    found: list[list[Pair]] = []
    behind = start
    for match in (_PERCENT if lexicon.in_percent else _VALUE).finditer(text, start):
        pair = _pair(text, behind, match)
        if pair is None:
            continue
        if found and _joins(text[behind : pair.start], lexicon):
            found[-1].append(pair)
        else:
            found.append([pair])
        behind = pair.end
    return found


def _pair(text: str, low: int, match: re.Match[str]) -> Pair | None:
    at = match.start()
    end = _bare(text, low, at - 1 if text[at - 1 : at] == "+" else at)
    if text[end - 1 : end] == ":" and end > low:
        end = _bare(text, low, end - 1)
    last = end
    if text[end - 1 : end] == ")" and end > low:
        opening = text.rfind("(", max(low, end - _LONGEST_BRACKET), end)
        if opening <= low or any(letter.isdigit() for letter in text[opening:end]):
            return None
        last = opening - text[opening - 1].isspace()
        if last == opening:
            return None
    first = last
    while first > low and (text[first - 1].isalnum() or text[first - 1] in "_'’-"):
        first -= 1
    if first == last or not text[first].isalpha() or (first == low and low and text[low - 1].isalnum()):
        return None
    value = match[0][: len(match[0]) - len(match[1] or "")].rstrip(" %").partition("/")[0]
    return Pair(first, match.end(), text[first:end], int(value), match[1] or "")


def _bare(text: str, low: int, at: int) -> int:
    """Back over blanks."""
    while at > low and text[at - 1].isspace():
        at -= 1
    return at


def _joins(gap: str, lexicon: Lexicon) -> bool:
    word = gap.strip()
    return word in {",", ";"} or (
        gap[:1].isspace() and gap[-1:].isspace() and lexicon.within(word, "conjunctions")
    )
