"""Names as people write them: spelled-out umlauts, slips of the pen, and which known name is meant."""

from collections.abc import Iterable, Mapping
from unicodedata import normalize

from tontafel.rules.remembered import answers

#: German spellings of one sound (Rethorik, Atletik, Prophet and Profet): a slip between them costs nothing.
_SOUNDS = (("th", "t"), ("rh", "r"), ("ph", "f"))
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
#: From four letters on one slip is still the same word, from ten on two; a sentence is no name.
_ONE_SLIP, _TWO_SLIPS, _SENTENCE = 4, 10, 60


@answers
def fold(name: str) -> str:
    """The form in which two spellings of one name are equal.

    Case, composed or decomposed letters, spelled-out umlauts, ß and runs of white space do not count:
    `fold("Ueberleben") == fold("Überleben") == "ueberleben"`.
    """
    plain = _plain(name)
    return plain if plain.isascii() else plain.translate(_SPELLED_OUT)


def distance(a: str, b: str, limit: int) -> int:
    """Letters to insert, drop, replace or swap with a neighbour to make `a` of `b`; `limit + 1` if more.

    Damerau's distance without edits inside a swapped pair.
    """
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    # Each letter that only one of them has takes an edit of its own: most pairs are done with here.
    ours, theirs = set(a), set(b)
    if len(ours - theirs) > limit or len(theirs - ours) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i in range(1, len(a) + 1):
        before, row = row, _next_row(a[max(0, i - 2) : i], b, before, row)
        if min(row) > limit and min(before) > limit:
            return limit + 1
    return min(row[-1], limit + 1)


class Names:
    """Known names, found again whatever the spelling; `also` is spelling → name."""

    def __init__(self, known: Iterable[str], also: Mapping[str, str] = {}) -> None:
        self._by_fold = {fold(word): name for word, name in also.items()}
        self._by_fold |= {fold(name): name for name in known}

    def spelled(self, name: str) -> str | None:
        """The name as the rules spell it, or None if it is unknown."""
        return self._by_fold.get(fold(name))

    def near(self, name: str) -> str | None:
        """The one known name that `name` is a misspelling of, or None if there is none or more than one.

        A name that is known itself is near to nothing.
        """
        slips = _slips(name)
        folded = fold(name)
        if not slips or folded in self._by_fold:
            return None
        found = [known for key, known in self._by_fold.items() if _is_near(folded, key, slips)]
        return found[0] if len(found) == 1 else None


def near(name: str, known: Iterable[str]) -> str | None:
    """The one known name that `name` is a misspelling of; see `Names.near`."""
    return Names(known).near(name)


def _plain(name: str) -> str:
    if name.isascii():
        return " ".join(name.casefold().split())
    return normalize("NFC", " ".join(normalize("NFC", name).casefold().split()))


def _is_near(one: str, other: str, slips: int) -> bool:
    if distance(one, other, slips) <= slips:
        return True
    heard = _sound(one), _sound(other)
    return heard != (one, other) and distance(*heard, slips) <= slips


def _sound(folded: str) -> str:
    if "h" not in folded:
        return folded
    for written, spoken in _SOUNDS:
        folded = folded.replace(written, spoken)
    return folded


def _slips(name: str) -> int:
    length = len(_plain(name))
    return 0 if length > _SENTENCE else (length >= _ONE_SLIP) + (length >= _TWO_SLIPS)


def _next_row(ending: str, b: str, before: list[int], row: list[int]) -> list[int]:
    """Distances from one more letter of a word, whose last two are `ending`, to each beginning of `b`."""
    letter = ending[-1]
    new = [row[0] + 1]
    for j, other in enumerate(b, 1):
        cost = min(row[j] + 1, new[j - 1] + 1, row[j - 1] + (letter != other))
        if before and j > 1 and ending == other + b[j - 2]:
            cost = min(cost, before[j - 2] + 1)
        new.append(cost)
    return new
