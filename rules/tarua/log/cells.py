"""The cells of a record of Tarua Katoc, read as people write them."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

from tontafel.rules.names import fold
from tontafel.rules.rounds import Phrases, counted, phrases
from tontafel.rules.tarua.edition import FOLDER, TaruaRules
from tontafel.rules.vocabulary import Vocabulary, load

_WORD = re.compile(r"[^\W\d_]+|\d+")
#: The last word before something, a word for successes left aside.
_COUNT = re.compile(r"(\w+)(?:\s+(?:Erfolge?|success(?:es)?))?\s+$", re.IGNORECASE)
_DIE = re.compile(r"(?<![\w+-])\d{1,3}(?![\w%])")
#: The first word, behind an article, if it could be a name.
_CAPITAL = re.compile(r"(?:(?i:der|die|das|den|the)\s+)?([^\W\d_][^\W\d_'’-]*)")
#: A number that stands for itself.
_ALONE = re.compile(r"\s*(\d{1,4})\s*(?:[,;]|$)")
_EQUALS = re.compile(r"=\s*(\d{1,4})")
_LESS = re.compile(r"(\d{1,4})\s*-\s*(\d{1,4})")


@cache
def words() -> Phrases:
    """The words, read when a record is first read."""
    return phrases(Path(__file__).with_name("words.toml"))


def vocabulary() -> Vocabulary:
    """The words of the system's pages."""
    return load(FOLDER, FOLDER.name)


def attribute_called(word: str, rules: TaruaRules) -> str | None:
    """The attribute that a word means, in any language that the system knows."""
    return rules.known_attributes.spelled(word) or _aliases("attributes").get(fold(word))


def skill_called(word: str, rules: TaruaRules) -> str | None:
    """The skill that a word means."""
    return rules.known_skills.spelled(word) or _aliases("skills").get(fold(word))


@cache
def _aliases(kind: str) -> dict[str, str]:
    known: dict[str, tuple[str, ...]] = getattr(vocabulary(), kind)
    return {fold(way): name for name, ways in known.items() for way in ways}


class Throw(Struct, frozen=True, kw_only=True):
    """Dice in a cell, and how many of them succeed if the cell says so."""

    dice: tuple[int, ...] = ()
    successes: int | None = None


class Test(Struct, frozen=True, kw_only=True):
    """What is rolled against, as far as a cell says: names as the rules spell them, and values."""

    attribute: str = ""
    skill: str = ""
    values: dict[str, int] = {}


class Share(Struct, frozen=True):
    """What an attribute loses: the value before if that is said, and points or the value after."""

    attribute: str
    before: int | None
    after: int | None
    points: int | None


class Result(Struct, frozen=True, kw_only=True):
    """What a result claims: successes that are left, the damage, how it is shared, how somebody ends."""

    left: int | None = None
    damage: int | None = None
    shares: tuple[Share, ...] = ()
    nothing: bool = False
    down: bool = False
    end: bool = False


def read_throw(text: str) -> Throw:
    """Dice and successes: `3 und 4, zwei Erfolge`, `10 und 5, keiner`, `7/2`; a 0 is a ten."""
    successes = _before("successes", text)
    plain = text
    if successes:
        plain = text[: successes[0]] + text[successes[1] :]
    elif words().says("none_succeeds", text):
        successes = (0, 0, 0)
    dice = tuple(int(die) or 10 for die in _DIE.findall(plain))
    return Throw(dice=dice, successes=successes[2] if successes else None)


def _before(phrase: str, text: str) -> tuple[int, int, int] | None:
    """A number right before a phrase, in figures or as a word: where both stand, and the number."""
    match = words().find(phrase, text)
    before = _COUNT.search(text, 0, match.start()) if match else None
    number = counted(before[1], vocabulary()) if before else None
    return (
        None if match is None or before is None or number is None else (before.start(), match.end(), number)
    )


def read_test(text: str, rules: TaruaRules) -> Test:
    """Attribute and skill with their values: `Kraft + Nahkampf`, `Nahkampf 4`."""
    attribute = skill = last = ""
    values: dict[str, int] = {}
    for word in _WORD.findall(text):
        known, able = attribute_called(word, rules), skill_called(word, rules)
        attribute, skill = attribute or known or "", skill or able or ""
        if word.isdecimal() and last:
            values.setdefault(last, int(word[:4]))
        last = known or able or ""
    return Test(attribute=attribute, skill=skill, values=values)


def stranger_in(text: str, rules: TaruaRules) -> str:
    """The name that a cell against somebody begins with, if it is one that no page has; else nothing."""
    first = _CAPITAL.match(text)
    name = first[1] if first else ""
    if not name[:1].isupper() or words().says("undefended", text):
        return ""
    said = any(words().says(phrase, name) for phrase in ("defends", "none_succeeds", "successes"))
    return "" if said or attribute_called(name, rules) or skill_called(name, rules) else name


def read_result(text: str, rules: TaruaRules) -> Result:
    """What came of it: `einer bleibt: 8 - 6 = 2, Kraft 6 auf 4`, `nichts`, `alles steht auf null`."""
    left = _before("left", text)
    return Result(
        left=left[2] if left else None,
        damage=_damage(text),
        shares=tuple(_shares(text, rules)),
        nothing=words().is_just("nothing", text),
        down=words().says("down", text),
        end=words().says("end", text),
    )


def _damage(text: str) -> int | None:
    """`8 - 6 = 2`, `Schaden 2`, or a number alone at the beginning: `2, Kraft 6 auf 4`."""
    equals, less = _EQUALS.search(text), _LESS.search(text)
    if equals:
        return int(equals[1])
    if less:
        return max(0, int(less[1]) - int(less[2]))
    told = words().around("damage", text)
    if told is None:
        alone = _ALONE.match(text)
        return int(alone[1]) if alone else None
    before, behind = _DIE.findall(told[0]), re.match(r"\W{0,3}(\d{1,4})\b", told[1])
    return int(behind[1]) if behind else int(before[-1]) if before else None


def _shares(text: str, rules: TaruaRules) -> Iterator[Share]:
    """What each attribute loses: `Kraft 6 auf 4`, `die Kraft, 6 auf 4`, `Kraft -2`, `Kraft auf 4`."""
    becomes = "|".join(map(re.escape, sorted(words().phrases["becomes"], key=len, reverse=True)))
    pattern = re.compile(
        rf"(?P<name>[^\W\d_]+)\W{{0,3}}(?:"
        rf"(?P<before>\d{{1,2}})\s*(?:{becomes})\s*(?P<after>\d{{1,2}})"
        rf"|(?:{becomes})\s*(?P<then>\d{{1,2}})|-\s*(?P<points>\d{{1,2}}))",
        re.IGNORECASE,
    )
    for found in pattern.finditer(text):
        name = attribute_called(found["name"], rules)
        if name:
            after = found["after"] or found["then"]
            yield Share(
                name,
                int(found["before"]) if found["before"] else None,
                int(after) if after else None,
                int(found["points"]) if found["points"] else None,
            )
