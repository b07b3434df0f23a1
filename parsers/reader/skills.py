"""Skills and attributes, in every order of names and values that people write."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tontafel.parsers.reader.claims import KNOWN, SHAPED, WEAK, Claim, carrier
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import NOBODY, Lexicon, Titles
from tontafel.parsers.reader.steps import step_value
from tontafel.parsers.reader.units import Unit
from tontafel.rules.message import message
from tontafel.rules.model import Skill

#: Names in a row, a bracket kept together with what it belongs to.
_PIECE = re.compile(r"(?:[^,;•·\n()/]|\([^()\n]*\)|(?<=\w)/(?=\w)|[()](?![^()\n]*\)))+")
_BRACKET = re.compile(r"\s*[\[(]([^()\[\]]*)[\])]")
_VALUE = re.compile(r"[+]?(-?\d{1,3})\s*%?\s*[:.)]?")
_VALUE_FIRST = re.compile(
    r"(?P<step>(?:[^\W\d][\w ]{1,24}?[\s(]+)?[+]?\d{1,2}\)?)\s*(?:[:=]|[.–-]\s|(?<=\d)\)|\s)\s*(?=[^\W\d])"
)
_PAIR = re.compile(
    r"(?P<name>[^\W\d][^\d\n]*?)\s*(?P<sep>[:=(]|[.…]{2,}|…|\s[–-]{1,2}\s|\s)\s*(?P<value>[+]?(?:(?<![\w)])-)?\d{1,3})\s*%?\)?"
    r"(?P<rest>\s*\([^()]*\))*\W*"
)
_RUN_ON = re.compile(r"(?:[^\W\d][^\d,;:\n]*?\s+[+]?\d{1,2}(?:\s+|$)){2,}")
_RUN_ON_VALUES = re.compile(r"(?:[+]?\d{1,2}\s+[^\W\d][^\d,;:\n]*){2,}")
_VALUE_OF_RUN = re.compile(r"[+]?(\d{1,2})\s+([^\W\d][^\d,;:\n+]*)")
_ONE_OF_RUN = re.compile(r"([^\W\d][^\d,;:\n]*?)\s+[+]?(\d{1,2})(?=\s|$)")
_SLOT = re.compile(r"[?_….–—-]+")
_TRIM = " \t\n.…:;*_'\"„“”‘’–—-=|"
_DIGIT = re.compile(r"\d")
_NO_NAME = re.compile(r"[:=|?!]")
#: `Mystik ?`, `Mystik: viel`: a word where a number should be.
_NO_VALUE = re.compile(r"(.{2,40}?)\s*[:=–-]?\s+(\?+|[^\W\d]\w{0,11})\W*")
_LONGEST, _MOST_WORDS, _LONGEST_PAIR = 40, 4, 80
#: A paragraph is a list of skills if so much of it is skills; else it is prose.
_MOSTLY = 0.7
#: So many letters there are at most for each number in a list of skills.
_FOR_ONE = 60


class Name(NamedTuple):
    """A skill's name as written, taken apart."""

    name: str
    known: bool
    specialisation: str | None
    new: bool


class Listed(NamedTuple):
    """One thing in a list of names: a skill, or so many open slots."""

    name: Name | None
    slots: int
    words: Slice


def read_skills(unit: Unit, lexicon: Lexicon, _titles: Titles = NOBODY) -> Iterator[Claim]:
    """Claims on the skills of a row, a list item or a line."""
    inside = unit.lists("skills")
    if unit.header:
        if inside:
            yield carrier(unit.words.span())
        return
    if unit.kind == "row":
        yield from _read_row(unit, lexicon, inside)
    elif unit.kind == "prose":
        if unit.value is None and len(_DIGIT.findall(unit.body.text)) * _FOR_ONE < len(unit.body.text):
            return
        found = list(entries(unit.body, lexicon, inside=inside, value=unit.value if inside else None))
        if sum(claim.span.end - claim.span.start for claim in found) >= _MOSTLY * len(unit.body.text):
            yield from found
    elif unit.kind != "heading":
        yield from entries(unit.body, lexicon, inside=inside, value=unit.value if inside else None)


def entries(words: Slice, lexicon: Lexicon, *, inside: bool, value: int | None = None) -> Iterator[Claim]:
    """Claims on a line such as `5: Ringen`, `Ringen 5, Athletik 4` or `Ringen +5`.

    Args:
        words: the line without its label.
        lexicon: the words.
        inside: whether the line stands where skills are listed.
        value: the value of the names, given above them.
    """
    if value is None and not _DIGIT.search(words.text):
        step, rest = _named_step(words, lexicon)
        if step is None:
            if inside:
                yield from _without_values(words, lexicon)
            return
        yield carrier(words.span(0, rest.start - words.start))
        value, words = step, rest
    if value is not None:
        yield from _names(words, value, lexicon, inside)
        return
    pieces = _with_present_values(list(_pieces(words)), lexicon)
    if all(_DIGIT.search(piece.text) for piece in pieces):
        found = [claim for piece in pieces for claim in _pairs(piece, lexicon, inside)]
        if len(found) >= len(pieces):
            yield from found
            return
    first = _VALUE_FIRST.match(words.text)
    if first and (step := step_value(first["step"], lexicon)) is not None:
        yield carrier(words.span(0, first.end()))
        yield from _names(words.cut(first.end()), step, lexicon, inside)
        return
    for piece in pieces:
        yield from _pairs(piece, lexicon, inside)


def name_of(text: str, lexicon: Lexicon) -> Name | None:
    """Take a skill's name apart: `Keule (neu)`, `Muse (Leier)`, `Muse: Leier`; None if it is no name."""
    name = text.strip(_TRIM)
    first, blank, rest = name.partition(" ")
    if blank and lexicon.within(first, "conjunctions"):
        name = rest.strip(_TRIM)
    known = lexicon.skill(name)
    if known:
        return Name(known, True, None, False)
    new = False
    special = None
    for bracket in _BRACKET.findall(name):
        if lexicon.within(bracket.strip(_TRIM), "new"):
            new = True
        elif bracket.strip(_TRIM):
            special = bracket.strip(_TRIM)
    name = _BRACKET.sub("", name).strip(_TRIM)
    first, colon, after = name.partition(":")
    if colon and after.strip() and lexicon.skill(first):
        name, special = first, after.strip(_TRIM)
    known = lexicon.skill(name)
    if _NO_NAME.search(name):
        return None
    if not name or len(name) > _LONGEST or len(name.split()) > _MOST_WORDS or not name[0].isalpha():
        return None
    return Name(known or " ".join(name.split()), known is not None, special, new)


def listed(words: Slice, lexicon: Lexicon) -> Iterator[Listed]:
    """The names in a row of names, and its open slots."""
    for piece in _pieces(words):
        known = lexicon.skill(piece.text)
        if known:
            yield Listed(Name(known, True, None, False), 0, piece)
            continue
        slots = open_slots(piece.text, lexicon)
        if slots:
            yield Listed(None, slots, piece)
            continue
        for part in _and_parts(piece, lexicon):
            name = name_of(part.text, lexicon)
            free = open_slots(name.specialisation or "", lexicon) if name else 0
            if name and free:
                bracket = part.text.rindex("(")
                yield Listed(name._replace(specialisation=None), 0, part.cut(0, bracket))
                yield Listed(None, free, part.cut(bracket))
            elif name:
                yield Listed(name, 0, part)


def open_slots(text: str, lexicon: Lexicon) -> int:
    """How many slots a piece of a row says are open: `und zwei bleiben noch offen`, `noch eine frei`, `?`."""
    if _SLOT.fullmatch(text):
        return 1 if text[0] in "?_….." else 0
    if not lexicon.phrase("open").search(text) or lexicon.skill_names.search(text):
        return 0
    numbers = [number for word in re.findall(r"\w+", text) if (number := lexicon.number(word)) is not None]
    return numbers[0] if numbers else 1


def _as_pair(text: str) -> re.Match[str] | None:
    """A name and its value from one end of the text to the other."""
    return _PAIR.fullmatch(text) if len(text) <= _LONGEST_PAIR and _DIGIT.search(text) else None


def _read_row(unit: Unit, lexicon: Lexicon, inside: bool) -> Iterator[Claim]:
    cells = unit.cells
    filled = [cell for cell in cells if cell.text]
    if unit.columns and any(role.startswith("=") for role in unit.columns):
        for cell, role in zip(cells, unit.columns, strict=False):
            if role.startswith("=") and cell.text:
                yield from _names(cell, int(role[1:]), lexicon, inside)
        return
    if unit.is_foreign:
        return
    if len(filled) == 1 or all(_as_pair(cell.text) for cell in filled):
        for cell in filled:
            yield from entries(cell, lexicon, inside=inside)
        return
    if filled and step_value(filled[0].text, lexicon) is not None:
        yield from _value_first(filled, lexicon, inside)
    else:
        yield from _name_first(filled, lexicon, inside)


def _value_first(cells: list[Slice], lexicon: Lexicon, inside: bool) -> Iterator[Claim]:
    value = None
    for cell in cells:
        step = step_value(cell.text, lexicon)
        if step is not None:
            value = step
            yield carrier(cell.span())
        elif value is not None:
            yield from _names(cell, value, lexicon, inside)


def _name_first(cells: list[Slice], lexicon: Lexicon, inside: bool) -> Iterator[Claim]:
    name: Slice | None = None
    for cell in cells:
        value = _VALUE.fullmatch(cell.text.strip("() *"))
        if name is None:
            name = cell if cell.text[0].isalpha() else None
        elif value:
            yield from _names(name, int(value[1]), lexicon, inside, cell)
            yield carrier(cell.span())
            name = None
        elif inside and len(cells) == 2:
            yield from _unreadable(name, cell, lexicon)
            name = None
        else:
            return


def _unreadable(name: Slice, cell: Slice, lexicon: Lexicon) -> Iterator[Claim]:
    number = lexicon.number(cell.text)
    found = name_of(name.text, lexicon)
    if found is None or len(cell.text) > _LONGEST:
        return
    doubt = None
    if number is None:
        said = message("“{text}” is no value for the skill {skill}.", text=cell.text, skill=found.name)
        doubt = ("value-unreadable", said, message("Write a number."))
    yield _claim(found, number, name, KNOWN if found.known else SHAPED)._replace(doubt=doubt)
    yield carrier(cell.span())


def _without_values(words: Slice, lexicon: Lexicon) -> Iterator[Claim]:
    """Known skills with a word where their value should be."""
    for piece in _pieces(words):
        match = _NO_VALUE.fullmatch(piece.text)
        if match and lexicon.skill(match[1]):
            yield from _unreadable(piece.cut(*match.span(1)), piece.cut(*match.span(2)), lexicon)


def _names(
    words: Slice, value: int, lexicon: Lexicon, inside: bool, at: Slice | None = None
) -> Iterator[Claim]:
    before: Claim | None = None
    for name, slots, piece in listed(words, lexicon):
        if name is None:
            yield Claim("open", (value, slots), piece.span(), piece.span(), KNOWN if inside else SHAPED)
            continue
        if lexicon.within(name.name, "new") and before:
            yield before._replace(value=Skill(name=before.value.name, value=value, new=True), sure=KNOWN + 1)
            yield carrier(piece.span())
            continue
        own = _as_pair(piece.text)
        pair = name_of(own["name"], lexicon) if own else None
        before = _claim(
            pair or name, int(own["value"]) if own and pair else value, piece, _sure(name, inside), at
        )
        yield before
    if words.text:
        yield from (carrier(words.span(*m.span())) for m in lexicon.conjunction.finditer(words.text))


def _pairs(piece: Slice, lexicon: Lexicon, inside: bool) -> Iterator[Claim]:
    """Claims on `Ringen 5`, `5 Ringen`, `Ringen (5)`, or several of them without commas."""
    text = piece.text
    if _RUN_ON.fullmatch(text):
        for match in _ONE_OF_RUN.finditer(text):
            yield from _pair(piece.cut(*match.span()), match[1], (int(match[2]), None), lexicon, inside)
        return
    if _RUN_ON_VALUES.fullmatch(text):
        for match in _VALUE_OF_RUN.finditer(text):
            yield from _pair(piece.cut(*match.span()), match[2], (int(match[1]), None), lexicon, inside)
        return
    word, blank, _ = text.partition(" ")
    if blank and lexicon.within(word, "conjunctions"):
        piece = piece.cut(len(word))
        text = piece.text
    now = lexicon.now.search(text) if lexicon.vocabulary.attributes else None
    pair = _as_pair(text[: now.start()] if now else text)
    first = _VALUE_FIRST.match(text)
    if pair:
        present = int(now[1]) if now else None
        name = pair["name"] + (pair["rest"] or "")
        yield from _pair(piece, name, (int(pair["value"]), present), lexicon, inside)
    elif first and (step := step_value(first["step"], lexicon)) is not None:
        yield from _pair(piece, text[first.end() :], (step, None), lexicon, inside)


def _pair(
    piece: Slice, name: str, values: tuple[int, int | None], lexicon: Lexicon, inside: bool
) -> Iterator[Claim]:
    """A name with its value, and with what is left of it where an attribute is wounded."""
    attribute = lexicon.attribute(name.strip(_TRIM))
    found = name_of(name, lexicon)
    if attribute:
        yield Claim("attributes", (attribute, *values), piece.span(), piece.span(), KNOWN)
    elif found and not lexicon.detail(found.name) and (found.known or not lexicon.track(found.name)):
        yield _claim(found, values[0], piece, _sure(found, inside))


def _claim(name: Name, value: int | None, words: Slice, sure: int, at: Slice | None = None) -> Claim:
    skill = Skill(name=name.name, value=value, specialisation=name.specialisation, new=name.new)
    inner = ((("value",), at.span()),) if at else ()
    span = words.span()
    return Claim("skills", skill, span, span, sure, inner=inner)


def _sure(name: Name, inside: bool) -> int:
    if inside:
        return KNOWN
    return SHAPED if name.known else WEAK


def _pieces(words: Slice) -> Iterator[Slice]:
    for match in _PIECE.finditer(words.text):
        if match[0].strip():
            yield words.cut(*match.span())


def _with_present_values(pieces: list[Slice], lexicon: Lexicon) -> list[Slice]:
    """The pieces, `derzeit 7` joined to the value that it lowers."""
    if not lexicon.vocabulary.attributes:
        return pieces
    together: list[Slice] = []
    for piece in pieces:
        if together and lexicon.now.fullmatch(piece.text):
            together[-1] = Slice(piece.flat, together[-1].start, piece.end)
        else:
            together.append(piece)
    return together


def _and_parts(piece: Slice, lexicon: Lexicon) -> Iterator[Slice]:
    """The names that `und` joins; a name that is known as a whole stays whole."""
    if lexicon.skill(piece.text.strip(_TRIM)):
        yield piece
        return
    at = 0
    for match in lexicon.conjunction.finditer(piece.text):
        yield piece.cut(at, match.start())
        at = match.end()
    yield piece.cut(at)


def _named_step(words: Slice, lexicon: Lexicon) -> tuple[int | None, Slice]:
    """`Großartig: Ringen` or `fünf: Ringen`: a step by its name."""
    label, colon, _ = words.text.partition(":")
    if not colon:
        return None, words
    step = step_value(label, lexicon)
    value = lexicon.number(label.strip(_TRIM)) if step is None else step
    return value, words.cut(len(label) + 1)
