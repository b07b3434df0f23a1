"""What a label of a word or two, a box or a sentence says: people, profession, losses, hardened or not."""

import re
from collections.abc import Iterator

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.boxes import BOX, BOXES, dots, is_marked
from tontafel.parsers.reader.claims import KNOWN, WEAK, Claim, carrier
from tontafel.parsers.reader.entries import entries
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import NOBODY, Lexicon, Titles
from tontafel.parsers.reader.sentences import is_about, sentences, tokens
from tontafel.parsers.reader.units import Unit
from tontafel.parsers.reader.values import LISTED, found_values

_TRIM = " \t\n.,;:|*_–—-"
_NUMBER = expression(r"(?:[^\w-]|-(?=\s)){0,4}(-?\d{1,2})\b")
_SEPARATOR = expression(r"\s*[;|(·•/]\s*|,\s+|\s+[–—-]+\s+|[.!?]\s+|\s+(?=[^\W\d_]+:)")
#: What separates the things that a line says of somebody: `Tümpler, Durchschnittsperson`, `Hask (Tamuri)`.
_APART = expression(r"[^,;()|·•/]+")
#: The full stop of `Dr.` ends no text.
_ABBREVIATED = expression(r"(?:^|[^\w])[A-ZÄÖÜ]?[a-zäöü]{0,3}$")
_SIGN = expression(rf"\W{{0,3}}?({BOX.pattern})")
#: A text of a word or two.
_LONGEST, _SHORT_LINE = 80, 60


def read_texts(unit: Unit, lexicon: Lexicon, _titles: Titles = NOBODY) -> Iterator[Claim]:
    """Claims on `Volk: Orrag` and `Beruf: Hafenwache, früher Soldat`."""
    key = unit.section
    if key not in lexicon.vocabulary.texts:
        return
    if unit.kind == "heading" or unit.header:
        if unit.header:
            yield carrier(unit.words.span())
        return
    lines = unit.body.lines()
    if lines:
        yield from _text(key, lines[0], lexicon)


def _text(key: str, line: Slice, lexicon: Lexicon) -> Iterator[Claim]:
    """The text at the start of a line, and what follows behind another label or with a value."""
    end = _end_of_text(key, line, lexicon)
    words = line.cut(0, end)
    text = " ".join(words.text.strip(_TRIM).split())
    if not text or len(text) > _LONGEST:
        return
    value = {key: lexicon.choice(key, text)}
    yield Claim("details", value, words.span(), words.span(), KNOWN)
    rest = line.cut(end).text.lstrip(_TRIM + "(·•/")
    if not rest or not _says_more(rest, lexicon):
        return
    words = line.cut(len(line.text) - len(rest))
    label, colon, _ = words.text.partition(":")
    named = lexicon.named(label.strip(_TRIM)) if colon else None
    if named and named.field == "texts":
        yield carrier(words.span(0, len(label) + 1))
        yield from _text(named.key, words.cut(len(label) + 1), lexicon)
        return
    if colon and lexicon.section(label) in lexicon.vocabulary.labels:
        yield carrier(words.span(0, len(label) + 1))
        words = words.cut(len(label) + 1)
    yield from (one for one in entries(words, lexicon, inside=False) if one.sure > WEAK)


def _end_of_text(key: str, words: Slice, lexicon: Lexicon) -> int:
    """Where a sentence ends, or a separator stands behind which a label, a value or a flag begins.

    A bracket behind one of the campaign's names is no part of it.
    """
    for match in _SEPARATOR.finditer(words.text):
        rest = words.text[match.end() :]
        before = words.text[: match.start()]
        ends = match[0][0] in ".!?" and not _ABBREVIATED.search(before)
        whole = "(" in match[0] and lexicon.is_choice(key, before.strip(_TRIM))
        if ends or whole or _says_more(rest, lexicon):
            return match.start()
    return len(words.text)


def _says_more(rest: str, lexicon: Lexicon) -> bool:
    """Whether what stands behind a separator begins with a label, a value or a flag."""
    label, colon, _ = rest.partition(":")
    value = next(found_values(rest, lexicon, LISTED), None)
    flagged = lexicon.flag_words is not None and lexicon.flag_words.match(rest) is not None
    return (
        (value is not None and value.start == 0) or flagged or (colon != "" and bool(lexicon.section(label)))
    )


def read_figures(unit: Unit, lexicon: Lexicon, _titles: Titles = NOBODY) -> Iterator[Claim]:
    """Claims on `Weggesteckt, Gewalt: ☒☒□` and `Weggesteckt: Gewalt 2, Hilflosigkeit 1`."""
    key = unit.section
    if key not in lexicon.vocabulary.bound:
        return
    if unit.header:
        yield carrier(unit.words.span())
        return
    text = unit.words.text
    found = list(lexicon.names_in(key).finditer(text))
    if not found:
        return
    for match, behind in zip(found, [*(match.start() for match in found[1:]), len(text)], strict=True):
        count, end = _count(text, match.end(), behind)
        name = lexicon.name_in(key, match[0])
        if count is not None and name:
            start = 0 if len(found) == 1 else match.start()
            span = unit.words.span(start, end)
            yield Claim("details", {key: {name: count}}, span, span, KNOWN)


def _count(text: str, start: int, end: int) -> tuple[int | None, int]:
    """How many boxes are marked between two places, or the number there; and where that ends."""
    signs = list(BOX.finditer(text, start, end))
    if signs:
        return sum(is_marked(sign[0]) for sign in signs), signs[-1].end()
    number = _NUMBER.match(text, start, end)
    return (int(number[1]), end if end == len(text) else number.end()) if number else (None, start)


def read_flags(unit: Unit, lexicon: Lexicon, titles: Titles = NOBODY) -> Iterator[Claim]:
    """Claims on `Abgehärtet gegen: Gewalt`, `☒ abgehärtet gegen Gewalt`, `Sie ist erschöpft.`"""
    if unit.kind == "heading" or unit.header:
        if unit.header and unit.section in lexicon.vocabulary.flags:
            yield carrier(unit.words.span())
        return
    pattern = lexicon.flag_words
    if unit.section in lexicon.vocabulary.flags:
        yield from _listed_flags(unit.section, unit.words, 0, lexicon)
        return
    if pattern is None or not pattern.search(unit.words.text):
        return
    for key, names in lexicon.vocabulary.flags.items():
        if key in lexicon.vocabulary.labels:
            yield from _named_flags(key, unit, lexicon, titles)
        elif "" in names:
            yield from _flag(key, unit, lexicon, titles)


def _named_flags(key: str, unit: Unit, lexicon: Lexicon, titles: Titles) -> Iterator[Claim]:
    """A label with its names, in one line or sentence."""
    for sentence in sentences(unit.words):
        label = lexicon.label_of(key).search(sentence.text)
        names = list(lexicon.names_in(key).finditer(sentence.text))
        if label is None or not names:
            continue
        short = len(sentence.text) <= _SHORT_LINE
        if short:
            yield from _listed_flags(key, sentence, label.start(), lexicon)
        elif is_about(sentence.text[: min(label.start(), names[0].start())], lexicon, titles):
            value = {name: True for match in names if (name := lexicon.name_in(key, match[0]))}
            span = sentence.span(min(label.start(), names[0].start()), max(label.end(), names[-1].end()))
            yield Claim("details", {key: value}, span, span, KNOWN, prose=True)


def _listed_flags(key: str, words: Slice, start: int, lexicon: Lexicon) -> Iterator[Claim]:
    """The names in a short line, each with a sign or a word that says whether it is so."""
    found = list(lexicon.names_in(key).finditer(words.text))
    for match in found:
        name = lexicon.name_in(key, match[0])
        if name:
            span = words.span(*match.span())
            value = _is_true(words.text, start, match, lexicon)
            yield Claim("details", {key: {name: value}}, span, span, KNOWN)
    if found:
        yield carrier(words.span())


def _is_true(text: str, start: int, name: re.Match[str], lexicon: Lexicon) -> bool:
    """Whether a name is ticked, or at least not denied."""
    before, behind = _SIGN.match(text[:start][-4:] or " "), _SIGN.match(text, name.end())
    several = BOXES.match(text, behind.start(1)) if behind else None
    if several and (count := dots(several[0])) is not None:
        return count == len(BOX.findall(several[0]))
    sign = behind or before
    if sign:
        return is_marked(sign[1])
    said = [*tokens(text[: name.start()]), *tokens(text[name.end() : name.end() + 12])[:1]]
    return not any(lexicon.within(word, "denied") for word in said)


def _flag(key: str, unit: Unit, lexicon: Lexicon, titles: Titles) -> Iterator[Claim]:
    for sentence in sentences(unit.words):
        match = lexicon.flag(key).search(sentence.text)
        if match is None:
            continue
        denied = any(lexicon.within(word, "denied") for word in tokens(sentence.text[: match.start()])[-3:])
        said = _apart(sentence, match)
        short = len(tokens(said.text)) <= 4 and unit.section not in {"aspects", "stunts"}
        answer = sentence.text[match.end() :].partition(":")[2]
        if short and any(lexicon.within(word, "denied") for word in tokens(answer)[:1]):
            yield carrier(said.span())
        elif not denied and (short or is_about(sentence.text[: match.start()], lexicon, titles)):
            span = said.span() if short else sentence.span(*match.span())
            yield Claim("details", {key: True}, span, span, KNOWN, prose=not short)


def _apart(words: Slice, match: re.Match[str]) -> Slice:
    """The piece between commas, brackets and the like that a match stands in."""
    pieces = (one for one in _APART.finditer(words.text) if one.end() >= match.end())
    piece = next(pieces, None)
    return words.cut(*piece.span()) if piece and piece.start() <= match.start() else words


def read_told(unit: Unit, lexicon: Lexicon, titles: Titles = NOBODY) -> Iterator[Claim]:
    """Claims on `vom Volk der Tamuri`, `Er gehört zu den Tümplern`, `Sie ist eine Orrag.` in sentences."""
    words = unit.body
    if unit.kind not in {"prose", "line", "item", "heading"} or unit.section:
        return
    if unit.kind == "heading":
        yield from _in_heading(words, lexicon)
        return
    for key, pattern in lexicon.told.items():
        match = pattern.search(words.text)
        if match:
            span = words.span(*match.span())
            value = {key: lexicon.choice(key, match["name"])}
            yield Claim("details", value, span, words.span(*match.span("name")), KNOWN, prose=True)
        elif key in lexicon.choices:
            yield from _stated(key, words, lexicon, titles)


def _stated(key: str, words: Slice, lexicon: Lexicon, titles: Titles) -> Iterator[Claim]:
    """`Er ist ein Orrag.`, `Tümpler, Durchschnittsperson`: one of the campaign's names, of the character."""
    if not lexicon.choices[key].search(words.text):
        return
    if alone := _alone(key, words, lexicon):
        value = {key: lexicon.choice(key, alone.text)}
        yield Claim("details", value, alone.span(), alone.span(), KNOWN)
        return
    for sentence in sentences(words):
        match = lexicon.choices[key].search(sentence.text)
        if match and is_about(sentence.text[: match.start()], lexicon, titles):
            span = sentence.span(*match.span())
            value = {key: lexicon.choice(key, match["name"])}
            yield Claim("details", value, span, span, KNOWN, prose=True)
            return


def _in_heading(words: Slice, lexicon: Lexicon) -> Iterator[Claim]:
    """`Hask (Tamuri)`, `Omrisch, Durchschnittsperson`: behind the name, where it stays."""
    for key, names in lexicon.vocabulary.flags.items():
        match = lexicon.flag(key).search(words.text) if "" in names else None
        if match and (piece := _apart(words, match)).start > words.start:
            yield Claim("details", {key: True}, piece.span(), piece.span(), KNOWN)
    for key in lexicon.choices:
        alone = _alone(key, words, lexicon)
        if alone and alone.start > words.start:
            value = {key: lexicon.choice(key, alone.text)}
            yield Claim("details", value, alone.span(), alone.span(), KNOWN)


def _alone(key: str, words: Slice, lexicon: Lexicon) -> Slice | None:
    """One of the campaign's names that stands for itself between commas or brackets of a short line."""
    if len(words.text) > _LONGEST:
        return None
    pieces = [words.cut(*match.span()) for match in _APART.finditer(words.text)]
    named = [piece for piece in pieces if lexicon.is_choice(key, piece.text)]
    return named[0] if len(named) == 1 else None
