"""Tables of rounds, the records of conflicts: which table is one, and what its cells have in common."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path as FilePath

from msgspec import Struct, toml

from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.inflection import names_thing
from tontafel.rules.message import message
from tontafel.rules.model import Character
from tontafel.rules.names import fold
from tontafel.rules.vocabulary import Vocabulary, Words

#: A table without these columns is no record.
NEEDED = frozenset({"round", "who", "skill", "roll"})
#: The words of `rounds.toml`.
FILE = FilePath(__file__).with_name("rounds.toml")

_MINUS = str.maketrans(dict.fromkeys("−–‐‑—", "-"))
#: A name is looked for among the first words of a cell, and has so many words itself.
_MOST_WORDS, _LONGEST_NAME = 40, 4


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


def phrases(file: FilePath) -> Phrases:
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


def counted(word: str, vocabulary: Vocabulary) -> int | None:
    """A number in figures or as a word: `2`, `zwei`."""
    return _numbers(vocabulary).get(fold(word)) if not word.isdecimal() else int(word[:6])


@lru_cache(maxsize=16)
def _numbers_of(words: tuple[tuple[int, Words], ...]) -> dict[str, int]:
    return {fold(word): number for number, ways in words for word in ways}


def _numbers(vocabulary: Vocabulary) -> dict[str, int]:
    return _numbers_of(tuple(vocabulary.general.numbers.items()))


class People:
    """The characters that a record may name, as it calls them."""

    def __init__(self, characters: Iterable[Character]) -> None:
        self._characters = list(characters)

    def called(self, written: str) -> Character | None:
        """The character of that name, or the only one whose name has these words in it."""
        exact = [one for one in self._characters if fold(one.name) == fold(written)]
        likely = [one for one in self._characters if names_thing(written, one.name)]
        return exact[0] if exact else likely[0] if len(likely) == 1 else None

    def mentioned(self, text: str) -> Character | None:
        """The character whom a text names first."""
        words = re.findall(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*", text)[:_MOST_WORDS]
        for start in range(len(words)):
            for end in range(min(len(words), start + _LONGEST_NAME), start, -1):
                found = self.called(" ".join(words[start:end]))
                if found:
                    return found
        return None


class Line(Struct, frozen=True, kw_only=True):
    """A row that says something: its place in the table, its round, its cells and their heads by role."""

    place: int
    round: int
    cells: dict[str, str]
    heads: dict[str, str]

    def cell(self, role: str) -> str:
        """What a cell says, with the minus of the keyboard; nothing where it says that there is nothing."""
        return self.cells.get(role, "")


def lines(
    rows: Sequence[Mapping[str, str]], vocabulary: Vocabulary, said: Phrases
) -> tuple[dict[str, str], list[Line]]:
    """The heads of the columns by role, and the rows that say anything.

    A row without a round or a name has those of the row before.
    """
    heads = columns(rows[0], vocabulary) if rows else {}
    found: list[Line] = []
    number, who = 1, ""
    for place, row in enumerate(rows):
        raw = {role: row.get(head, "").strip() for role, head in heads.items()}
        cells = {role: "" if said.empty(cell) else plain_signs(cell) for role, cell in raw.items()}
        if any(cells.values()):
            number = read_round(cells.get("round", "")) or number
            who = cells["who"] = cells.get("who") or who
            found.append(Line(place=place, round=number, cells=cells, heads=heads))
    return heads, found


def no_record(heads: Iterable[str]) -> Diagnostic:
    """The finding for a table that lacks columns of a record."""
    return Diagnostic(
        code="log-columns",
        severity="error",
        message=message("This table lacks columns of a conflict's record."),
        hint=message("Head the columns: {names}.", names=", ".join(heads)),
        where=("rows",),
    )
