"""Values without figures: `Kraft ●●●○○`, `Kraft drei`, and boxes behind what else has a number by name."""

import re
from collections.abc import Iterator

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.boxes import BOXES, BOXES_IN_CELLS, dots, has_box
from tontafel.parsers.reader.claims import KNOWN, Claim, carrier
from tontafel.parsers.reader.entries import skill_claim
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import NOBODY, Lexicon, Titles
from tontafel.parsers.reader.skill_names import TRIM, Name, name_of
from tontafel.parsers.reader.units import Unit
from tontafel.parsers.reader.values import Found, Value, claim, name_before

#: What drawn or spelled values may be of; tracks are boxes themselves.
_VALUED = frozenset(["attributes", "figures", "skills"])
_PIECE = expression(r"[^,;\n|]+")
_SPELLED = expression(r"([^\W\d].{0,39}?)\s*[:=–-]?\s*\b([^\W\d]+)\s*(?:%|Prozent|percent)?\W*")
_JOINT = expression(r"[\s:=|]*")


def read_worded(unit: Unit, lexicon: Lexicon, _titles: Titles = NOBODY) -> Iterator[Claim]:
    """Claims on values drawn as dots or boxes, or spelled out as words."""
    if unit.kind == "heading" or unit.header or unit.lists("tracks"):
        return
    if has_box(unit.body.text):
        yield from _counts(unit.body, lexicon)
        yield from _drawn(unit, lexicon)
    elif lexicon.number_words.search(unit.body.text):
        yield from _spelled(unit.body, lexicon)


def _counts(words: Slice, lexicon: Lexicon) -> Iterator[Claim]:
    """Several boxes behind a name that without them would need a label: `Gewalt ☒☒□`."""
    for key in lexicon.vocabulary.bound:
        for match in lexicon.names_in(key).finditer(words.text):
            joint = _JOINT.match(words.text, match.end())
            boxes = BOXES.match(words.text, joint.end() if joint else match.end())
            name = lexicon.name_in(key, match[0])
            count = dots(boxes[0]) if boxes else None
            if boxes and name and count is not None:
                span = words.span(*boxes.span())
                yield Claim("details", {key: {name: count}}, span, span, KNOWN)
                yield carrier(words.span(match.start(), boxes.end()))


def _drawn(unit: Unit, lexicon: Lexicon) -> Iterator[Claim]:
    words, behind = unit.body, 0
    for match in (BOXES_IN_CELLS if unit.kind == "row" else BOXES).finditer(words.text):
        count = dots(match[0].replace("|", ""))
        low, behind = behind, match.end()
        if not count:
            continue
        stretch = words.cut(low, behind)
        found = name_before(words.text, low, match.start(), lexicon)
        if found and _has_dots(found, lexicon):
            yield _claim(found, count, words.cut(found.start, behind), lexicon)
        elif not found and unit.lists("skills") and not lexicon.vocabulary.marks:
            name = name_of(words.text[low : match.start()].strip(TRIM + ","), lexicon)
            if name and not lexicon.track(name.name):
                yield skill_claim(name, count, stretch, KNOWN)


def _has_dots(found: Found, lexicon: Lexicon) -> bool:
    """Whether a name can have a value in dots: no track, nor a skill whose box is a mark."""
    if found.named.field not in _VALUED or lexicon.track(found.named.name):
        return False
    return found.named.field != "skills" or not lexicon.vocabulary.marks


def _claim(found: Found, value: int, words: Slice, lexicon: Lexicon) -> Claim:
    if found.named.field == "skills":
        return skill_claim(Name(found.named.name, True, found.special or None), value, words, KNOWN)
    return claim(found.named, Value(value), words, (0, len(words.text)), lexicon)


def _spelled(words: Slice, lexicon: Lexicon) -> Iterator[Claim]:
    """`Kraft drei, Geschick: vier`: a name and the word for a number, from one separator to the next."""
    text = lexicon.conjunction.sub(lambda match: ",".ljust(len(match[0])), words.text)
    every = [one for piece in _PIECE.finditer(text) if (one := _named_word(words, piece, lexicon))]
    yield from every
    if every and len(every) == len(_PIECE.findall(text)):
        yield carrier(words.span())


def _named_word(words: Slice, piece: re.Match[str], lexicon: Lexicon) -> Claim | None:
    match = _SPELLED.fullmatch(piece[0].strip())
    number = lexicon.plain_number(match[2]) if match else None
    named = lexicon.named(match[1].strip(TRIM)) if match and number is not None else None
    if named is None or number is None or named.field not in _VALUED:
        return None
    start = piece.end() - len(piece[0].lstrip())
    return claim(named, Value(number), words, (start, piece.end()), lexicon)
