"""The cells of a record of FHTAGN, read as people write them."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from msgspec import Struct

from tontafel.rules.fhtagn.dice import Degree
from tontafel.rules.fhtagn.edition import FOLDER
from tontafel.rules.names import fold
from tontafel.rules.rounds import Phrases, counted, phrases
from tontafel.rules.vocabulary import Vocabulary, load

#: Words for a degree, the more telling ones first.
_DEGREES: tuple[Degree, ...] = ("critical", "fumble", "failure", "success")
_ORDINALS = ("first", "second", "third")
_PERCENT = re.compile(r"(?<![\d+-])(\d{1,3})\s*%")
_SIGNED = re.compile(r"(?<!\w)([+-])\s*(\d{1,3})(?![\d%])")
_DIE = re.compile(r"(?<![\w+-])(\d{1,3})(?![\w]|\s*%)")
_ALONE = re.compile(r"^\D*?(?<![+-])(\d)\W*$")
_COUNT = re.compile(r"(\w+)\s+$")
_NAME = re.compile(r"\W*([^\W\d_]+)")


@cache
def words() -> Phrases:
    """The words, read when a record is first read."""
    return phrases(Path(__file__).with_name("words.toml"))


def vocabulary() -> Vocabulary:
    """The words of the system's pages."""
    return load(FOLDER, FOLDER.name)


class Roll(Struct, frozen=True, kw_only=True):
    """One side of a test as far as its cells say: die (00 is 100), degree, skill, value, modifiers."""

    die: int | None = None
    degree: Degree | None = None
    skill: str = ""
    value: int | None = None
    modifier: int | None = None
    shoots: bool = False


class Result(Struct, frozen=True, kw_only=True):
    """What a result claims.

    `steps` are those of this test and `ahead` all that someone is ahead; `bonus` is what a trick gives;
    `winner` is a word for whoever has them. A `number` alone may be either of the first two; a `degree` is
    that of whoever acts.
    """

    steps: int | None = None
    ahead: int | None = None
    bonus: int | None = None
    winner: str = ""
    caught: bool = False
    escaped: bool = False
    number: int | None = None
    degree: Degree | None = None


class Skills:
    """Names of skills, found in a text."""

    def __init__(self, names: Iterable[str]) -> None:
        """Take the names as they are to be called; ways to write them come from the vocabulary."""
        aliases = vocabulary().skills
        ways = {fold(name): name for name in names}
        ways |= {
            fold(way): ways[fold(name)] for name in aliases if fold(name) in ways for way in aliases[name]
        }
        self._ways = ways
        longest = sorted(ways, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest)) or '(?!)'})(?!\w)")

    def find(self, text: str) -> str:
        """The first skill that a text names, or nothing."""
        found = self._pattern.search(fold(text))
        return self._ways[found[0]] if found else ""


def read_roll(told: str, rolled: str, skills: Skills) -> Roll:
    """A side from the cell that tells its skill and the cell with its die; they may be one."""
    degree = next((one for one in _DEGREES if words().says(one, rolled)), None)
    percent = _PERCENT.search(told)
    signed = [int(sign + number) for sign, number in _SIGNED.findall(told)]
    die = _DIE.search(_PERCENT.sub(" ", rolled))
    return Roll(
        die=(int(die[1]) or 100) if die else None,
        degree=degree,
        skill=skills.find(told),
        value=int(percent[1]) if percent else None,
        modifier=sum(signed) if signed else None,
        shoots=words().says("shoots", told),
    )


def read_result(text: str) -> Result:
    """What came of it: `ein Schritt für ihn`, `+20 auf den nächsten Wurf`, `zweiter Schritt, eingeholt`."""
    step = words().find("steps", text)
    before = _COUNT.search(text, 0, step.start()) if step else None
    word = before[1] if before else ""
    ahead = next((place for place, one in enumerate(_ORDINALS, 1) if words().is_just(one, word)), None)
    bonus = _SIGNED.search(text)
    alone = _ALONE.search(text) if step is None else None
    return Result(
        steps=counted(word, vocabulary()) if word and ahead is None else None,
        ahead=ahead if word else None,
        bonus=int(bonus[2]) if bonus and bonus[1] == "+" else None,
        winner=_winner(text[step.end() :]) if step else "",
        caught=words().says("caught", text),
        escaped=words().says("escaped", text),
        number=int(alone[1]) if alone else None,
        degree=_own_degree(text),
    )


def _own_degree(text: str) -> Degree | None:
    """The degree that a cell begins with, unless it is somebody else's: `Erfolg für Jan`."""
    if words().around("for_whom", text):
        return None
    first = text.replace(";", ",").partition(",")[0].strip()
    return next((one for one in _DEGREES if words().is_just(one, first)), None)


def _winner(text: str) -> str:
    told = words().around("for_whom", text)
    name = _NAME.match(told[1]) if told else None
    return name[1] if name else ""


def read_length(text: str) -> int | None:
    """How many steps ahead end a chase, by the text above: `Zwei Schritte Vorsprung entscheiden`."""
    step = words().find("steps", text)
    before = _COUNT.search(text, 0, step.start()) if step else None
    return counted(before[1], vocabulary()) if before else None
