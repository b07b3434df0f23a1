"""Consequences: `leicht: verstauchter Knöchel (Gesundheit, seit 2016-09-18)`, in lists and tables."""

import re
from collections.abc import Iterator

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.claims import KNOWN, SHAPED, WEAK, Claim, carrier
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import NOBODY, Lexicon, Titles
from tontafel.parsers.reader.sentences import tokens
from tontafel.parsers.reader.units import Unit
from tontafel.rules.model import Consequence
from tontafel.rules.names import fold

_TRIM = ' \t\n.,;:*_|–—-"„“”»«/'
#: `leicht:`, `mittlere Konsequenz (-2):`, `eine schwere –`.
_LABEL = expression(
    r"[\W\d]*(?:(\w+)\s+)?([^\W\d_]+)(?:\s+([^\W\d_]+))?\s*(?:\(-?\d\))?\s*(?:[:–|-]\s*|$|(?=\())"
)
_BRACKET = expression(r"\(([^()]*)\)\W*$")
_DATE = expression(r"\d{4}-\d{2}-\d{2}|\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4})?")
_PIECE = expression(r"(?:(?!\s[–—-]\s)[^,;()|])+")
#: Before the next consequence: a semicolon and its severity, or a comma behind the severity of this one.
_SEMICOLON = expression(r";\s*(\w+)|\(([^()]*)\)\s*,")
_FIRST = expression(r"[\W\d]*([^\W\d]\w*)(?:\s+(\w+))?")
#: Stands for what was taken out of a text, with the commas and brackets that go with it.
_GONE = "\0"
_AROUND_GONE = expression(rf"[\s,;|(–-]*{_GONE}[{_GONE}\s,;|)–-]*")
#: Columns that may hold what happened.
_WHAT = ("consequences", "text", "what", "name")
_MOST_WORDS = 10


def read_consequences(unit: Unit, lexicon: Lexicon, _titles: Titles = NOBODY) -> Iterator[Claim]:
    """Claims on the consequences of a row, an item or a line; outside their section only with the word."""
    inside = unit.lists("consequences")
    if unit.kind == "heading" or unit.header:
        if inside and unit.header:
            yield carrier(unit.words.span())
    elif unit.columns and inside:
        yield from _in_columns(unit, lexicon)
    elif inside or unit.kind == "row" or ":" in unit.body.text:
        for words in _harms(unit, lexicon):
            if inside or _begins(words.text, lexicon):
                yield from _one(words, unit, lexicon, inside)


def _begins(text: str, lexicon: Lexicon) -> bool:
    """Whether a text begins with a severity, or with a word and then a severity."""
    words = _FIRST.match(text)
    return words is not None and any(word and lexicon.severity(word) for word in words.groups())


def _harms(unit: Unit, lexicon: Lexicon) -> Iterator[Slice]:
    """The lines of a unit, cut where one consequence ends and the next begins."""
    for line in unit.body.lines() if unit.kind == "prose" else [unit.body]:
        at = 0
        for match in _SEMICOLON.finditer(line.text):
            if match[1] and lexicon.severity(match[1]):
                yield line.cut(at, match.start())
                at = match.start(1)
            elif match[2] and any(lexicon.severity(word) for word in tokens(match[2])):
                yield line.cut(at, match.end())
                at = match.end()
        yield line.cut(at)


def _one(words: Slice, unit: Unit, lexicon: Lexicon, inside: bool) -> Iterator[Claim]:
    severity, named, rest = _labelled(words, lexicon)
    if severity is None and inside:
        severity, rest = _in_bracket(words, lexicon)
    if severity is None or not (inside or named or unit.kind == "row"):
        if inside and _is_nothing(words.text, lexicon):
            yield carrier(words.span())
        return
    harm, track, since = _parts(rest, lexicon)
    if _is_nothing(harm, lexicon):
        if inside:
            yield carrier(words.span())
    elif any(letter.isalpha() for letter in harm) and (inside or len(tokens(harm)) <= _MOST_WORDS):
        value = Consequence(severity=severity, text=harm, track=track, since=since)  # type: ignore[arg-type]
        sure = KNOWN if inside else SHAPED if named else WEAK
        yield Claim("consequences", value, words.span(), rest.span(), sure)


def _labelled(words: Slice, lexicon: Lexicon) -> tuple[str | None, bool, Slice]:
    """The severity at the start, whether the word `Konsequenz` is with it, and what follows."""
    match = _LABEL.match(words.text)
    if not match:
        return None, False, words
    leading = [word for word in match.groups()[:2] if word and not lexicon.within(word, "articles")]
    said = [*leading, *([match[3]] if match[3] else [])]
    severity = lexicon.severity(said[0]) if said else None
    named = len(said) == 2 and lexicon.section(said[1]) == "consequences"
    if len(said) > 1 and not named:
        return None, False, words
    return severity, named, words.cut(match.end())


def _in_bracket(words: Slice, lexicon: Lexicon) -> tuple[str | None, Slice]:
    """The severity in a bracket at the end, and the words before it."""
    bracket = _BRACKET.search(words.text)
    for word in tokens(bracket[1]) if bracket else ():
        severity = lexicon.severity(word)
        if severity and bracket:
            return severity, words
    return None, words


def _is_nothing(text: str, lexicon: Lexicon) -> bool:
    bare = text.strip(_TRIM + "()")
    return not bare or fold(bare) in lexicon.sets["nothing"]


def _in_columns(unit: Unit, lexicon: Lexicon) -> Iterator[Claim]:
    """A row of a table with heads: severity, what, which track, since when."""
    cells = {role: cell for role, cell in zip(unit.columns, unit.cells, strict=False) if cell.text}
    graded = cells.get("severity") or next((c for c in cells.values() if lexicon.severity(c.text)), None)
    severity = lexicon.severity(graded.text) if graded else None
    words = next((cells[role] for role in _WHAT if role in cells and cells[role] is not graded), None)
    if words and severity:
        harm, track, since = _parts(words, lexicon)
        if _is_nothing(harm, lexicon):
            yield carrier(unit.words.span())
            return
        if "tracks" in cells:
            track = lexicon.track(cells["tracks"].text) or cells["tracks"].text
        since = cells["since"].text if "since" in cells else since
        value = Consequence(severity=severity, text=harm, track=track, since=since)  # type: ignore[arg-type]
        yield Claim("consequences", value, unit.words.span(), words.span(), KNOWN)
    elif severity:
        yield carrier(unit.words.span())


def _parts(words: Slice, lexicon: Lexicon) -> tuple[str, str | None, str | None]:
    """A consequence's text, its track and since when; these stand in a bracket, a cell or behind a comma."""
    text = words.text
    track: str | None = None
    since: str | None = None
    for match in list(_PIECE.finditer(text)):
        known = lexicon.track(match[0].strip(_TRIM))
        graded = lexicon.severity(match[0].strip(_TRIM))
        dated = _since(match[0], lexicon)
        start = match.start()
        if known and start:
            track = known
        elif dated:
            start += dated[0]
            since = dated[1]
        elif not (graded and start):
            continue
        text = text[:start] + _GONE * (match.end() - start) + text[match.end() :]
    italics = next(words.runs("i"), None)
    harm = (
        words.text[slice(*italics)] if italics else " ".join(_AROUND_GONE.sub(" ", text).strip(_TRIM).split())
    )
    return harm + ")" * (harm.count("(") - harm.count(")")), track, since


def _since(piece: str, lexicon: Lexicon) -> tuple[int, str] | None:
    """Where `seit …` begins, and what it says; a bare date says it, too."""
    for match in re.finditer(r"\w+", piece):
        if lexicon.within(match[0], "since"):
            rest = piece[match.end() :].strip(_TRIM)
            return (match.start(), rest) if rest else None
    date = _DATE.fullmatch(piece.strip())
    return (0, date[0]) if date else None
