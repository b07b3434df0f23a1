"""Lines that end between a name and its value: `Ringen 5, Bogen` above `4, Athletik 3`."""

import re
from functools import lru_cache

from msgspec import Struct

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.flat import Slice, stretch
from tontafel.parsers.reader.lexicon import Lexicon

#: Few lines go on with any of these.
_BREAK = expression(r"\n *(?=[0-9+%(])")
_VALUE = r"[+(]?\d{1,3}(?: ?/ ?\d{1,3})?(?:\s?%)?\)?(?: \([^()\n]{1,40}\))?"
_NAME = r"[^\W\d][^\d,;|\n]{1,50}"
#: A list that goes on with further values behind this one: `4, Athletik 3`.
_LIST = expression(rf"{_VALUE}[,;] +[^\W\d][^,;|\n]{{0,40}}?[\s:=(]+[+]?\d")
_NAMED = expression(r"(?:^|[\s(])[^\W\d_a-zäöüß][\w'’.-]+(?: \([^()\d]*\))?[ :=]*$")
#: A bracket behind a name or a value, and the list's next sign.
_BRACKET = expression(r"\([^()\n|]{1,40}\)(?:\s*\d|[,;])")
_FIELD = expression(r"\([^()\d\n|]{1,40}\)\s+\d{1,3}(?: ?%)?(?:[,;]|\s*$)")
_VALUED = expression(rf"[,;] +{_NAME}{_VALUE}$")
#: Short names in capitals with nothing between the values: `ST 11 KO` above `12 GE 13`.
_SHORT_WAITS = expression(r"(?:^|\d )[A-ZÄÖÜ]{2,3}$")
_SHORT_LIST = expression(r"\d{1,3}(?: ?/ ?\d{1,3})?(?:$| [A-ZÄÖÜ]{2,3}(?:\s+\d|$))")
_NUMBER = expression(r"\d$")
_NUMBERED = expression(r" *\d{1,2}[.)] ")
_LONGEST = 120


class _Patterns(Struct, frozen=True):
    """The end of a line that waits for a value, and a value with what may stand behind it."""

    waits: re.Pattern[str]
    value: re.Pattern[str]


@lru_cache(maxsize=16)
def _patterns(lexicon: Lexicon) -> _Patterns:
    words = "|".join(map(re.escape, lexicon.general.words["conjunctions"]))
    joint = rf"(?:[,;]|(?:[,;]? (?:{words})))"
    return _Patterns(
        waits=re.compile(rf"(?:\d ?%?\)?|^%?)(?: ?\([^()]*\))?{joint} +{_NAME}$"),
        value=re.compile(rf"{_VALUE}(?:[).]|{joint}|\s*\n|\s*$)"),
    )


def mended(words: Slice, lexicon: Lexicon) -> Slice:
    """The words with a blank for each line's end between a name and its value in a list of values."""
    if not _BREAK.search(words.text):
        return words
    words.flat.text = _mended(words.flat.text, _patterns(lexicon))
    return stretch(words.flat, words.start, words.end)


def _mended(text: str, patterns: _Patterns) -> str:
    at = begin = 0
    parts: list[str] = []
    for found in _BREAK.finditer(text):
        start, end = found.span()
        endings = _endings(text, end, patterns)
        if not endings:
            continue
        own = text.rfind("\n", 0, start) + 1
        if not at or own > at:
            begin = own
        before = text[max(begin, start - _LONGEST) : start].replace("\n", " ")
        numbered = _NUMBERED.match(text, begin) and _NUMBERED.match(text, end)
        if "|" not in before and not numbered and any(ending.search(before) for ending in endings):
            parts += text[at:start], " " * (end - start)
            at = end
    return "".join([*parts, text[at:]]) if parts else text


def _endings(text: str, at: int, patterns: _Patterns) -> list[re.Pattern[str]]:
    """How a line may end if what stands at a place, where the next one begins, belongs to its last entry."""
    if text[at] == "%":
        return [_NUMBER]
    if text[at] == "(" and not text[at + 1 : at + 2].isdigit():
        listed = [patterns.waits, _VALUED] if _BRACKET.match(text, at) else []
        return [*listed, _NAMED] if _FIELD.match(text, at) else listed
    found = [patterns.waits] if patterns.value.match(text, at) else []
    if _SHORT_LIST.match(text, at):
        found.append(_SHORT_WAITS)
    if _LIST.match(text, at):
        found.append(_NAMED)
    return found
