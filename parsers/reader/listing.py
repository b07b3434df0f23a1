"""Lists of the details: bonds, motivations and the like, below a heading or behind a label."""

import re
from collections.abc import Iterator
from typing import Any

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.boxes import BOX
from tontafel.parsers.reader.claims import KNOWN, Claim, carrier
from tontafel.parsers.reader.clauses import TOGETHER, joined
from tontafel.parsers.reader.described import read_flags
from tontafel.parsers.reader.flat import Slice, stretch
from tontafel.parsers.reader.lexicon import NOBODY, Lexicon, Titles
from tontafel.parsers.reader.sentences import tokens
from tontafel.parsers.reader.units import Unit
from tontafel.rules.names import fold

_TRIM = " \t\n.,;:|–—-"
_SEMICOLON = expression(rf"(?:{TOGETHER}|[^;\n])+")
_COMMA = expression(rf"(?:{TOGETHER}|[^,;\n])+")
_NUMBERED = expression(r"\(?(?:\d{1,2}|[a-h])[.)]\s+")
#: What it was before: `9 von 11`, `9/11`.
_OF_MOST = r"(?:\s*(?:/|von|of)\s*\d{1,2})?"
#: A number at the end: `Schwester Grete 12`, `Grete: 12`, `Grete (12)`.
_RATED = expression(
    r"(.*?[^\W\d].*?)(?:\s*[:=(]\s*(?=-\d)|[\s:=(–-]+)(?:\d{1,2}\s*(?:→|⇒|->|=>)\s*)*(-?\d{1,2})\s*%?"
    rf"{_OF_MOST}\s*\)?\.?"
)
_RATING = expression(rf"(?:(?:{BOX.pattern})\s*)?(?:\d{{1,2}}\s*(?:→|⇒|->|=>)\s*)*(\d{{1,2}})\s*%?{_OF_MOST}")
#: An initial at the end keeps its full stop.
_INITIAL = expression(r"\b[A-ZÄÖÜ]\.$")
_SENTENCE = expression(r"[.!?]\s")
_QUOTES = '"“”„«»'
#: An entry of a list without bullets is no story.
_LONGEST, _SHORT = 60, 3
#: An entry with a number is no longer.
_LONGEST_RATED = 400


def read_lists(unit: Unit, lexicon: Lexicon, titles: Titles = NOBODY) -> Iterator[Claim]:
    """Claims on the entries of a list of the details."""
    key = unit.section
    if key not in lexicon.vocabulary.lists:
        return
    if unit.kind == "heading" or unit.header:
        if unit.header:
            yield carrier(unit.words.span())
    elif (
        unit.kind != "row"
        and _is_flag(unit.body.text, lexicon)
        and (flags := list(read_flags(unit, lexicon, titles)))
    ):
        yield from flags
    elif unit.kind == "row" and unit.label and not any(_RATING.fullmatch(cell.text) for cell in unit.cells):
        for cell in unit.cells:
            yield from listed_entries(key, cell, lexicon)
    elif unit.kind == "row":
        yield from _row(key, unit, lexicon)
    elif unit.kind == "item" and not unit.label:
        yield from entry(key, unit.body, lexicon)
    elif unit.label or not _is_story(unit.body.text):
        yield from listed_entries(key, unit.body, lexicon)


def _is_flag(text: str, lexicon: Lexicon) -> bool:
    """Whether a line of a list says whether something is so: `Erschöpft: ja`, `abgehärtet gegen Gewalt`."""
    short = len(text) <= _LONGEST and lexicon.is_flag(text)
    return short and (":" in text or len(tokens(text)) <= _SHORT)


def listed_entries(key: str, words: Slice, lexicon: Lexicon) -> Iterator[Claim]:
    """The entries of a line: between semicolons or lines, else between commas that separate no clauses."""
    pieces = _split(words, lexicon)
    if key in lexicon.vocabulary.rated:
        pieces = [rated for piece in pieces for rated in _rated_apart(piece)]
    for piece in pieces:
        numbered = _NUMBERED.match(piece.text)
        yield from entry(key, piece.cut(numbered.end()) if numbered else piece, lexicon)
    yield from (carrier(words.span(*match.span())) for match in lexicon.conjunction.finditer(words.text))


def entry(key: str, words: Slice, lexicon: Lexicon, rating: Slice | None = None) -> Iterator[Claim]:
    """One entry, with the number that it may have in some lists, at its end or in a cell of its own."""
    text = " ".join(words.text.split())
    if _says_nothing(text, lexicon):
        yield carrier(words.span())
        return
    value: Any = _bare(text)
    if key in lexicon.vocabulary.rated:
        value = _rated(text, rating)
    yield Claim("lists", (key, value), words.span(), words.span(), KNOWN)
    if rating:
        yield carrier(rating.span())


def _rated(text: str, rating: Slice | None) -> dict[str, Any]:
    if rating:
        number = _RATING.fullmatch(rating.text)
        return {"name": _bare(text)} | ({"value": int(number[1])} if number else {})
    match = _rating_behind(text)
    return {"name": _bare(match[1]), "value": int(match[2])} if match else {"name": _bare(text)}


def _rating_behind(text: str) -> re.Match[str] | None:
    """The name and the number at the end of an entry that has one."""
    ends = len(text) <= _LONGEST_RATED and text.rstrip(" .)%")[-1:].isdigit()
    return _RATED.fullmatch(text) if ends else None


def _bare(text: str) -> str:
    bare = text.strip(_TRIM) + "." * bool(_INITIAL.search(text))
    if bare[:1] in _QUOTES and bare[-1:] in _QUOTES and not any(quote in bare[1:-1] for quote in _QUOTES):
        return bare[1:-1]
    return bare + ")" * (bare.count("(") - bare.count(")"))


def _row(key: str, unit: Unit, lexicon: Lexicon) -> Iterator[Claim]:
    """A row: its first words are the entry, a number is its value; further words belong to the entry."""
    cells = [cell for cell in unit.cells if cell.text]
    if cells and cells[0].text.rstrip(".").isdecimal() and len(cells) > 1:
        yield carrier(cells[0].span())
        cells = cells[1:]
    texts = [cell for cell in cells if not _RATING.fullmatch(cell.text)]
    numbers = [cell for cell in cells if cell not in texts]
    if texts:
        words = stretch(texts[0].flat, texts[0].start, texts[-1].end)
        told = words if len(texts) == 1 else texts[0]
        yield from entry(key, told, lexicon, numbers[0] if numbers else None)


def _split(words: Slice, lexicon: Lexicon) -> list[Slice]:
    lines = words.lines()
    if ";" in words.text:
        return [words.cut(*match.span()) for match in _SEMICOLON.finditer(words.text) if match[0].strip()]
    if len(lines) > 1:
        return lines
    pieces = [words.cut(*match.span()) for match in _COMMA.finditer(words.text) if match[0].strip()]
    pieces = [_without_and(piece, lexicon) for piece in joined(pieces, lexicon, appositions=True)]
    return [*pieces[:-1], *_last(pieces[-1], lexicon)] if len(pieces) > 1 else pieces


def _rated_apart(piece: Slice) -> list[Slice]:
    """The entries between commas where each has a number: `Vater 11, Schwester Ida (9)`."""
    pieces = [piece.cut(*match.span()) for match in _COMMA.finditer(piece.text) if match[0].strip()]
    rated = len(pieces) > 1 and all(_rating_behind(" ".join(one.text.split())) for one in pieces)
    return pieces if rated else [piece]


def _without_and(piece: Slice, lexicon: Lexicon) -> Slice:
    """The last of several entries without `und` between a comma and itself."""
    word, _, rest = piece.text.partition(" ")
    return piece.cut(len(word)) if rest and lexicon.within(word, "conjunctions") else piece


def _last(piece: Slice, lexicon: Lexicon) -> Iterator[Slice]:
    """The last two entries, which `und` joins."""
    found = list(lexicon.conjunction.finditer(piece.text))
    quoted = any(quote in piece.text for quote in _QUOTES)
    if (
        len(found) == 1
        and not quoted
        and all(len(tokens(part)) <= _SHORT for part in lexicon.conjunction.split(piece.text))
    ):
        yield piece.cut(0, found[0].start())
        yield piece.cut(found[0].end())
    else:
        yield piece


def _is_story(text: str) -> bool:
    """Whether a paragraph below a heading is no list: sentences, or one with a full stop."""
    bare = text.strip()
    if _SENTENCE.search(bare):
        return True
    return bare.endswith((".", "!", "?")) and len(tokens(bare)) > _SHORT * 2


def _says_nothing(text: str, lexicon: Lexicon) -> bool:
    bare = text.strip(_TRIM + "()?…")
    words = tokens(bare)
    return (
        not words
        or fold(bare) in lexicon.sets["nothing"]
        or (len(words) <= _SHORT and lexicon.phrase("open").search(bare) is not None)
    )
