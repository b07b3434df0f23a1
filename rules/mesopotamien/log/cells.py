"""The cells of a conflict's record, read as people write them; whose they are is for `rows` to say."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct

from tontafel.rules.mesopotamien.edition import FOLDER
from tontafel.rules.model import ConsequenceSeverity
from tontafel.rules.names import fold
from tontafel.rules.rounds import Phrases, columns, phrases, plain_signs
from tontafel.rules.vocabulary import Vocabulary, load

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


class Words(Phrases, frozen=True):
    """Ways to say things in cells, and the words for sizes of harm."""

    severities: dict[str, ConsequenceSeverity]


@cache
def words() -> Words:
    """The words, read when a record is first read."""
    said = phrases(Path(__file__).with_name("words.toml")).phrases
    severities = {fold(way): size for size, ways in vocabulary().consequences.items() for way in ways}
    return Words(said, severities)


def vocabulary() -> Vocabulary:
    """The words of the system's pages."""
    return load(FOLDER, FOLDER.name)


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
    """The column for each role that a row has."""
    return columns(row, vocabulary())


def read_dice(text: str) -> Dice:
    """Dice: `−1`, `−1, −3, 2`, `0 + 5 + 2 = 7`, or the four faces `+ 0 − −`."""
    plain = _NOTATION.sub(" ", plain_signs(text))
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


def read_scene(text: str) -> list[str]:
    """The aspects that a text names for the scene: `Aspekte der Gegend: die Sonne brennt; Staub`."""
    found: list[str] = []
    for line in text.splitlines():
        label, colon, told = line.partition(":")
        if colon and words().is_just("scene", label.strip(" *_-•")):
            found += [bare for part in _OUTSIDE.split(told) if (bare := _bare(part).strip(" ."))]
    return found


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
    plain = plain_signs(text)
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
    plain = plain_signs(text)
    pieces = re.split(r"[,;:()=/]|(?<!\w)[+-]?\s*\d+|[+]", plain)
    return [piece.strip() for piece in pieces if re.search(r"[^\W\d_]", piece)]


def numbers_in(text: str) -> str:
    """What a cell says in numbers: from the first one on."""
    plain = plain_signs(text)
    first = re.search(r"(?<!\w)[+-]?\s*\d", plain)
    return plain[first.start() :] if first else ""
