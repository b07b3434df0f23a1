"""The cells of a conflict's record, read as people write them; whose they are is for `rows` to say."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct, toml

from tontafel.rules.mesopotamien.edition import FOLDER
from tontafel.rules.model import ConsequenceSeverity
from tontafel.rules.names import fold
from tontafel.rules.vocabulary import load

_MINUS = str.maketrans(dict.fromkeys("−–‐‑—", "-"))
_FUDGE = re.compile(r"[\s,]*(?:[+\-0][\s,]*){4}")
_NOTATION = re.compile(r"\d*dF\b|\d*[WD]6\s*-\s*\d*[WD]6", re.IGNORECASE)
_AGAIN = re.compile(r"\s*(?:->|→|⇒|,|;|/|\bdann\b|\bneu\b|\bthen\b)\s*", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?\s*\d{1,6}")
_STATED = re.compile(r"=\s*(-?\s*\d{1,6})")
_TOLD = re.compile(
    r"(-?\d{1,6})\s*(?:gegen|vs\.?|against|zu|:)\s*(-?\d{1,6})"
    r"(?:\s*(?:=|sind|ist|macht|is|makes)\s*(-?\d{1,6}))?",
    re.IGNORECASE,
)
_BOXES = re.compile(r"[□☐◯○❏☒☑●■]{2,}")
_MARKED = "☒☑●■"
_BRACKET = re.compile(r"\(([^()]*)\)")
_OUTSIDE = re.compile(r"[;,](?![^()]*\))")


class Words(Struct, frozen=True):
    """What the words of `words.toml` mean: column → heads, phrase → ways to say it, and sizes of harm."""

    columns: dict[str, tuple[str, ...]]
    phrases: dict[str, tuple[str, ...]]
    severities: dict[str, ConsequenceSeverity] = {}

    def role(self, head: str) -> str | None:
        """What stands in a column with this head."""
        return next((role for role, heads in self.columns.items() if fold(head) in map(fold, heads)), None)

    def around(self, phrase: str, text: str) -> tuple[str, str] | None:
        """What stands before and behind the first way to say a phrase, or None where none is said."""
        ways = "|".join(map(re.escape, sorted(self.phrases[phrase], key=len, reverse=True)))
        match = re.search(rf"(?<!\w)(?:{ways})(?!\w)", text, re.IGNORECASE)
        return (text[: match.start()], text[match.end() :]) if match else None

    def says(self, phrase: str, text: str) -> bool:
        """Whether the text has one of the ways to say it, as whole words."""
        return self.around(phrase, text) is not None

    def is_just(self, phrase: str, text: str) -> bool:
        """Whether the text is one of the ways to say it and nothing else."""
        return fold(text.strip(" .!")) in map(fold, self.phrases[phrase])

    def empty(self, text: str) -> bool:
        """Whether a cell says nothing."""
        return not text.strip() or fold(text.strip()) in map(fold, self.phrases["none"])


@cache
def words() -> Words:
    """The words, read when a record is first read."""
    plain = toml.decode(Path(__file__).with_name("words.toml").read_bytes(), type=Words)
    sizes = load(FOLDER / "words.toml", FOLDER.name).consequences
    severities = {fold(way): size for size, ways in sizes.items() for way in ways}
    return Words(plain.columns, plain.phrases, severities)


class Dice(Struct, frozen=True, kw_only=True):
    """A cell with dice: the sums that fell one after the other, what is added, and the total as written."""

    falls: tuple[int, ...] = ()
    added: tuple[int, ...] = ()
    stated: int | None = None

    @property
    def alone(self) -> bool:
        """Whether there is one number and nothing else."""
        return len(self.falls) == 1 and not self.added and self.stated is None


class Use(Struct, frozen=True, kw_only=True):
    """An aspect in a cell: whose roll it was for, if that is said, and what it did."""

    text: str
    who: str = ""
    free: bool = False
    again: bool = False


class Outcome(Struct, frozen=True, kw_only=True):
    """What a result cell claims: both totals, a difference, boxes."""

    mine: int | None = None
    theirs: int | None = None
    number: int | None = None
    boxes: tuple[bool, ...] | None = None


class Harm(Struct, frozen=True):
    """A consequence in a cell; None where its size is not said."""

    text: str
    severity: ConsequenceSeverity | None


def by_role(row: Mapping[str, str]) -> dict[str, str]:
    """The column for each role that a row has; of two columns for one role the first counts."""
    found: dict[str, str] = {}
    for head in row:
        role = words().role(head)
        if role:
            found.setdefault(role, head)
    return found


def read_round(text: str) -> int | None:
    """The number of a round: `2`, `Runde 2`, `2.`."""
    number = re.search(r"\d{1,4}", text)
    return int(number[0]) if number else None


def read_dice(text: str) -> Dice:
    """Dice: `−1`, `−1, −3, 2`, `0 + 5 + 2 = 7`, or the four faces `+ 0 − −`."""
    plain = _NOTATION.sub(" ", text.translate(_MINUS))
    if _FUDGE.fullmatch(plain):
        return Dice(falls=(plain.count("+") - plain.count("-"),))
    sums = [numbers for part in _AGAIN.split(plain) if (numbers := _numbers(part))]
    stated = _STATED.findall(plain)
    return Dice(
        falls=tuple(numbers[0] for numbers in sums),
        added=tuple(sums[-1][1:]) if sums else (),
        stated=_whole(stated[-1]) if stated else None,
    )


def _numbers(text: str) -> list[int]:
    """The numbers of a sum before it says what it comes to; letters between them do not count."""
    return [
        _whole(found[0]) for found in _NUMBER.finditer(re.sub(r"[^\d+\-\s]", " ", text.partition("=")[0]))
    ]


def _whole(text: str) -> int:
    return int("".join(text.split()))


def read_uses(text: str, known: Iterable[str], fighters: Iterable[str]) -> list[Use]:
    """The aspects of a cell, between semicolons or commas; a known one may hold commas itself."""
    if words().empty(text):
        return []
    names = {fold(name): name for name in fighters}
    return [_use(piece, names) for piece in _pieces(text, {fold(aspect) for aspect in known}) if piece]


def _pieces(text: str, known: set[str]) -> list[str]:
    """The parts of a list; parts that together make a known aspect are one."""
    parts = [part.strip() for part in _OUTSIDE.split(text)]
    found: list[str] = []
    while parts:
        length = next((n for n in range(len(parts), 1, -1) if fold(_bare(", ".join(parts[:n]))) in known), 1)
        found.append(", ".join(parts[:length]))
        parts = parts[length:]
    return found


def _bare(text: str) -> str:
    return " ".join(_BRACKET.sub(" ", text).split()).strip(" /*„“\"'")


def _use(piece: str, names: Mapping[str, str]) -> Use:
    head, colon, rest = piece.partition(":")
    who = names.get(fold(head.strip()), "") if colon else ""
    told = rest if who else piece
    marks = " ".join(_BRACKET.findall(told))
    return Use(
        text=_bare(told), who=who, free=words().says("free", marks), again=words().says("again", marks)
    )


def read_outcome(text: str) -> Outcome:
    """What a result claims: `7`, `10 gegen 3 = 7`, `☒□☒`."""
    plain = text.translate(_MINUS)
    boxes = _BOXES.search(text)
    drawn = tuple(sign in _MARKED for sign in boxes[0]) if boxes else None
    told = _TOLD.search(plain)
    if told:
        margin = int(told[3]) if told[3] else None
        return Outcome(mine=int(told[1]), theirs=int(told[2]), number=margin, boxes=drawn)
    number = re.search(r"(?<!\w)[+-]?\d{1,6}", plain)
    return Outcome(number=int(number[0]) if number else None, boxes=drawn)


def read_harms(text: str) -> list[Harm]:
    """Consequences: `schwer: die Hörner brechen, mittel (Würgegriff)`."""
    if words().empty(text):
        return []
    return [_harm(piece.strip()) for piece in _OUTSIDE.split(text) if piece.strip()]


def _harm(piece: str) -> Harm:
    """Its size is the first word for one, wherever it stands; the text is what else is said."""
    for found in re.finditer(r"[^\W\d_]+", piece):
        severity = words().severities.get(fold(found[0]))
        if severity:
            rest = piece[: found.start()] + piece[found.end() :]
            rest = re.sub(
                r"(?i)\bkonsequenz(?:en)?\b|\bconsequences?\b|\(\s*[-−–]?\s*\d*\s*\)|[-−–]\d", " ", rest
            )
            return Harm(" ".join(rest.split()).strip(" :()-–—,./*„“\"'"), severity)
    return Harm(piece.strip(" :()-–—,./*„“\"'"), None)


def names_in(text: str) -> list[str]:
    """The words of a cell between its numbers and punctuation: `Stier, Ausweichen −1+3` has two pieces."""
    plain = text.translate(_MINUS)
    pieces = re.split(r"[,;:()=/]|(?<!\w)[+-]?\s*\d+|[+]", plain)
    return [piece.strip() for piece in pieces if re.search(r"[^\W\d_]", piece)]


def numbers_in(text: str) -> str:
    """What a cell says in numbers: from the first one on."""
    plain = text.translate(_MINUS)
    first = re.search(r"(?<!\w)[+-]?\s*\d", plain)
    return plain[first.start() :] if first else ""
