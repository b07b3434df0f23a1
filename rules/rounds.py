"""Tables of rounds, the records of conflicts: which table is one, and what its cells have in common."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path

from msgspec import Struct, toml

from tontafel.rules.names import fold
from tontafel.rules.vocabulary import Vocabulary, Words

#: A table without these columns is no record.
NEEDED = frozenset({"round", "who", "skill", "roll"})
#: The words of `rounds.toml`.
FILE = Path(__file__).with_name("rounds.toml")

_MINUS = str.maketrans(dict.fromkeys("−–‐‑—", "-"))
_WHOLE = re.compile(r"\d{1,6}")


class Phrases(Struct, frozen=True, dict=True):
    """Ways to say things in cells: phrase → words."""

    phrases: dict[str, Words]

    @cached_property
    def _patterns(self) -> dict[str, re.Pattern[str]]:
        """Each phrase as whole words, the longest ways first."""
        return {
            phrase: re.compile(
                rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(ways, key=len, reverse=True)))})(?!\w)",
                re.IGNORECASE,
            )
            for phrase, ways in self.phrases.items()
        }

    def find(self, phrase: str, text: str) -> re.Match[str] | None:
        """The first way to say a phrase in a text."""
        return self._patterns[phrase].search(text)

    def around(self, phrase: str, text: str) -> tuple[str, str] | None:
        """What stands before and behind the first way to say a phrase, or None where none is said."""
        match = self.find(phrase, text)
        return (text[: match.start()], text[match.end() :]) if match else None

    def says(self, phrase: str, text: str) -> bool:
        """Whether the text has one of the ways to say it, as whole words."""
        return self.find(phrase, text) is not None

    def is_just(self, phrase: str, text: str) -> bool:
        """Whether the text is one of the ways to say it and nothing else."""
        return fold(text.strip(" .!")) in map(fold, self.phrases[phrase])

    def empty(self, text: str) -> bool:
        """Whether a cell says nothing."""
        return not text.strip() or fold(text.strip()) in map(fold, self.phrases["none"])


class _General(Struct, frozen=True, forbid_unknown_fields=True):
    columns: dict[str, Words]
    phrases: dict[str, Words]


@cache
def _general() -> _General:
    return toml.decode(FILE.read_bytes(), type=_General)


def phrases(file: Path) -> Phrases:
    """A system's ways to say things in cells (`phrases` in its file), and those that no game owns."""
    return Phrases(_general().phrases | toml.decode(file.read_bytes(), type=Phrases).phrases)


@lru_cache(maxsize=16)
def _heads(own: tuple[tuple[str, Words], ...]) -> dict[str, str]:
    """Folded head → what stands in the column; a system's own words come first."""
    pairs = [(fold(head), role) for role, heads in (*own, *_general().columns.items()) for head in heads]
    return dict(reversed(pairs))


def columns(heads: Iterable[str], vocabulary: Vocabulary) -> dict[str, str]:
    """What stands in a table's columns: role → head; of two columns for one role the first counts."""
    known = _heads(tuple(vocabulary.rounds.items()))
    found: dict[str, str] = {}
    for head in heads:
        role = known.get(fold(head))
        if role:
            found.setdefault(role, head)
    return found


def is_record(heads: Iterable[str], vocabulary: Vocabulary) -> bool:
    """Whether a table with these column heads is the record of a conflict."""
    return columns(heads, vocabulary).keys() >= NEEDED


def plain_signs(text: str) -> str:
    """A cell in which every minus is the one on the keyboard."""
    return text.translate(_MINUS)


def read_round(text: str) -> int | None:
    """The number of a round: `2`, `Runde 2`, `2.`."""
    number = re.search(r"\d{1,4}", text)
    return int(number[0]) if number else None


def wholes(text: str) -> list[int]:
    """The numbers without a sign in a text."""
    return [int(found[0]) for found in _WHOLE.finditer(text)]


def counted(text: str, vocabulary: Vocabulary) -> int | None:
    """The first number in a text, in figures or as a word."""
    said = {fold(word): number for number, words in vocabulary.general.numbers.items() for word in words}
    for word in re.findall(r"\w+", text):
        if word.isdecimal() and len(word) < 7:
            return int(word)
        if fold(word) in said:
            return said[fold(word)]
    return None


def cells(row: Mapping[str, str], roles: Mapping[str, str]) -> dict[str, str]:
    """A row's cells by what stands in them, given the columns by role."""
    return {role: row.get(head, "").strip() for role, head in roles.items()}


def named(text: str, names: Sequence[str]) -> str | None:
    """The one of some names that is written earliest in a text, as whole words, in full or in part."""
    found = [(place, name) for name in names if (place := _place(text, name)) is not None]
    return min(found, key=lambda one: one[0])[1] if found else None


def _place(text: str, name: str) -> int | None:
    words = re.findall(r"[^\W\d_]+", name)
    telling = [word for word in words if len(word) > 3 or len(words) == 1] or words
    for way in (name, *telling):
        match = re.search(rf"(?<!\w){re.escape(way)}(?:s|es|n|en)?(?!\w)", text, re.IGNORECASE)
        if match:
            return match.start()
    return None
