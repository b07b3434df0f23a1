"""Which pages a journal shows: those whose names begin with a date, or fit its pattern."""

import os
import re
import warnings
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime

from tontafel.parsers.expression import expression
from tontafel.parsers.tree import Journal

_DATED = expression(r"\d\d\d\d-\d\d-\d\d")
_LONGEST_PATTERN = 200
_MOST_REPETITIONS = 2
_REPEATED_GROUP = expression(r"\)[*+?{]")
_REPETITION = expression(r"[*+{]")
_WORDS = expression(r'"([^"]+)"|(\S+)')


def today() -> str:
    """Give the day on which journals are read: that of SOURCE_DATE_EPOCH if set, else the present one."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    day = datetime.fromtimestamp(int(epoch), UTC).date() if epoch.isdecimal() else date.today()
    return day.isoformat()


def select(names: Iterable[str], journal: Journal, day: str) -> list[str]:
    """Give the names that a journal shows on a day, in its order, whatever its limit."""
    fits = _pattern(journal.pattern)
    chosen = sorted((name for name in names if fits(_id(name))), key=_id, reverse=not journal.reverse)
    if journal.when == "past":
        return [name for name in chosen if name < day]
    if journal.when == "future":
        return [name for name in chosen if name > day]
    return chosen


def _id(name: str) -> str:
    return name.replace(" ", "_")


def holds(text: str, words: str) -> bool:
    """Tell whether all of the words are in a text, in any case; quotation marks keep several together."""
    text = text.casefold()
    return all(word in text for pair in _WORDS.findall(words.casefold()) for word in pair)


def _pattern(written: str) -> Callable[[str], object]:
    """Give the test that a pattern stands for; one that could take for ever is read as plain words."""
    if not written:
        return _DATED.match
    costly = len(_REPETITION.findall(written)) > _MOST_REPETITIONS or _REPEATED_GROUP.search(written)
    if not costly and len(written) <= _LONGEST_PATTERN:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter(
                    "ignore", FutureWarning
                )  # Brackets may mean more one day: no news for players.
                return re.compile(written).search
        except (re.error, OverflowError, RecursionError):
            pass
    return re.compile(re.escape(written)).search
