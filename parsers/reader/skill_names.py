"""The names in a row of names: skills with their fields and marks, and open slots."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import Lexicon, understood
from tontafel.rules.names import fold

#: Names in a row, a bracket kept together with what it belongs to.
_PIECE = expression(r"(?:[^,;•·\n()/]++|\([^()\n]*\)|(?<=\w)/(?=\w)|[()](?![^()\n]*\)))++")
_SEPARATING = expression(r"[,;•·\n()/]")
_BRACKET = expression(r"\s*[\[(]([^()\[\]]*)[\])]")
_SLOT = expression(r"[?_….–—-]+")
TRIM = " \t\n.…:;*_'\"„“”‘’–—-=|"
#: `+3`: a bracket with a number names no field.
_NO_FIELD = expression(r"[+-]?\d{1,3}\s*%?|(?P<most>[^\W\d]+)\.?:?\s*\d{1,3}\s*%?")
_NO_NAME = expression(r"[:=|?!]")
#: What may stand between a skill and its field.
_BEFORE_FIELD = expression(r"\s*:\s*|\s+[–-]\s+|/|\s+")
_WORD = expression(r"\w+")
_LONGEST, _MOST_WORDS = 40, 4


class Name(Struct, frozen=True, gc=False):
    """A skill's name as written, taken apart."""

    name: str
    known: bool
    specialisation: str | None = None
    new: bool = False
    marked: bool = False


class Listed(Struct, frozen=True, gc=False):
    """One thing in a list of names: a skill, or so many open slots."""

    name: Name | None
    slots: int
    words: Slice


@understood
def name_of(text: str, lexicon: Lexicon) -> Name | None:
    """Take a skill's name apart: `Keule (neu)`, `Muse (Leier)`, `Muse: Leier`; None if it is no name."""
    name = text.strip(TRIM)
    first, blank, rest = name.partition(" ")
    if blank and lexicon.within(first, "conjunctions"):
        name = rest.strip(TRIM)
    known = lexicon.skill(name)
    if known:
        return Name(known, True)
    new = marked = False
    special = None
    for bracket in _BRACKET.findall(name) if "(" in name or "[" in name else ():
        word = bracket.strip(TRIM)
        if lexicon.within(word, "new"):
            new = True
        elif lexicon.is_mark(bracket):
            marked = True
        elif word and not _is_number(word, lexicon):
            special = word
    bare = _BRACKET.sub("", text).rstrip(" :")
    name = _BRACKET.sub("", name).strip(TRIM)
    known = lexicon.skill(name) or _led(name, lexicon)
    known = known or (lexicon.shortened(name) if bare.endswith(".") else None)
    if known is None and special is None and (fielded := _with_field(name, lexicon)):
        name, special = fielded
        known = lexicon.skill(name)
    if _NO_NAME.search(name) or lexicon.within(name.partition(" ")[0], "now"):
        return None
    if not name or len(name) > _LONGEST or len(name.split()) > _MOST_WORDS or not name[0].isalpha():
        return None
    if known is None and lexicon.within(name, "aside"):
        return None
    return Name(known or " ".join(name.split()), known is not None, special, new, marked)


def _is_number(bracket: str, lexicon: Lexicon) -> bool:
    """Whether a bracket has a number in it, or the highest one that is possible."""
    number = _NO_FIELD.fullmatch(bracket)
    word = number["most"] if number else None
    return number is not None and (
        not word or lexicon.within(word, "most") or lexicon.is_column(word, "base")
    )


def _led(name: str, lexicon: Lexicon) -> str | None:
    """The known skill behind words of a sentence: `Sie kann Athletik`, `dazu Schwimmen`."""
    words = name.split()
    first = words[0] if len(words) > 1 else ""
    if not first or _NO_NAME.search(name) or not (first[0].islower() or lexicon.within(first, "pronouns")):
        return None
    behind = next((at for at in range(1, len(words)) if not words[at][0].islower()), len(words))
    return lexicon.skill(" ".join(words[behind:]))


def _with_field(name: str, lexicon: Lexicon) -> tuple[str, str] | None:
    """A known skill and its field behind it: `Muse: Leier`, `Fremdsprache Latein`, `Kunst – Malerei`."""
    for match in _BEFORE_FIELD.finditer(name):
        skill, field = name[: match.start()], name[match.end() :].strip(TRIM)
        if field and lexicon.skill(skill) and (":" in match[0] or _is_field(field, skill, lexicon)):
            return skill, field
    return None


def _is_field(text: str, skill: str, lexicon: Lexicon) -> bool:
    """Whether words right behind a skill's name may be its field: a noun that means nothing else."""
    words = text.split()
    return (
        (text[0].isupper() or skill[0].islower())
        and len(words) < _MOST_WORDS
        and not any(lexicon.named(word) or fold(word) in lexicon.column_roles for word in (text, *words))
    )


def listed(words: Slice, lexicon: Lexicon) -> Iterator[Listed]:
    """The names in a row of names, and its open slots."""
    for piece in pieces(words):
        known = lexicon.skill(piece.text)
        if known:
            yield Listed(Name(known, True), 0, piece)
            continue
        slots = open_slots(piece.text, lexicon)
        if slots:
            yield Listed(None, slots, piece)
            continue
        for part in _parts(piece, lexicon):
            if part is not piece and (slots := open_slots(part.text, lexicon)):
                yield Listed(None, slots, part)
                continue
            name = name_of(part.text, lexicon)
            free = open_slots(name.specialisation or "", lexicon) if name else 0
            if name and free:
                bracket = part.text.rindex("(")
                yield Listed(replace(name, specialisation=None), 0, part.cut(0, bracket))
                yield Listed(None, free, part.cut(bracket))
            elif name:
                yield Listed(name, 0, part)


def is_vacant(text: str, lexicon: Lexicon) -> bool:
    """Whether a row lists nobody's skill and does not say how many are open: `-`, `keine`, `noch frei`."""
    if "," in text or lexicon.skill(text):
        return False
    bare = text.strip(TRIM)
    if lexicon.within(bare, "others"):
        return True
    if not bare or lexicon.within(bare, "nothing"):
        return "?" not in text and "_" not in text
    return open_slots(bare, lexicon) == 1 and not any(map(lexicon.number, _WORD.findall(bare)))


def open_slots(text: str, lexicon: Lexicon) -> int:
    """How many slots a piece of a row says are open: `und zwei bleiben noch offen`, `noch eine frei`, `?`."""
    if not text or _SLOT.fullmatch(text):
        return 1 if text and text[0] in "?_" else 0
    if not lexicon.phrase("open").search(text) or lexicon.skill_names.search(text):
        return 0
    numbers = [number for word in _WORD.findall(text) if (number := lexicon.number(word)) is not None]
    return numbers[0] if numbers else 1


def pieces(words: Slice) -> Iterator[Slice]:
    """What commas, semicolons and the like separate."""
    if not _SEPARATING.search(words.text):
        if words.text:
            yield words.cut(0)
        return
    for match in _PIECE.finditer(words.text):
        if match[0].strip():
            yield words.cut(*match.span())


def _parts(piece: Slice, lexicon: Lexicon) -> Iterator[Slice]:
    """The names that `und` or a blank joins: `Athletik Reiten` are two that are known."""
    for part in _and_parts(piece, lexicon):
        words = [match.span() for match in _WORD.finditer(part.text)]
        if len(words) > 1 and all(lexicon.skill(part.text[slice(*word)]) for word in words):
            yield from (part.cut(*word) for word in words)
        else:
            yield part


def _and_parts(piece: Slice, lexicon: Lexicon) -> Iterator[Slice]:
    """The names that `und` joins; a name that is known as a whole stays whole."""
    at = 0
    if " " in piece.text and not lexicon.skill(piece.text.strip(TRIM)):
        for match in lexicon.conjunction.finditer(piece.text):
            yield piece.cut(at, match.start())
            at = match.end()
    yield piece.cut(at)
