"""Tracks: rows of boxes in any of the signs that people use, or their number."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.boxes import BOX, BOXES, BOXES_IN_CELLS, FREE, MARKED, drawn, has_box, is_marked
from tontafel.parsers.reader.claims import KNOWN, SHAPED, WEAK, Claim, carrier
from tontafel.parsers.reader.flat import Slice, stretch
from tontafel.parsers.reader.lexicon import NOBODY, Lexicon, Titles
from tontafel.parsers.reader.units import Unit, UnitKind
from tontafel.rules.message import message
from tontafel.rules.model import Track
from tontafel.rules.span import Path, Span

#: Letters for boxes; only where a row says that it is a track.
_LETTERS = expression(r"[oOxX](?:\s*\|?\s*[oOxX])*")
#: A line that could end in such letters, or in a number of boxes.
_LETTERS_BEHIND = expression(r"[oOxX]\W*$|\d", re.MULTILINE)
#: Parts below whose heading a plain number of boxes is believed.
_COUNTED_IN = frozenset(["tracks", "skills"])
_LETTER = expression(r"[oOxX]")
_NUMBER = expression(r"[0-9]")
_SIGNS = FREE + MARKED + " "
_LABEL = expression(r"[^\W\d][\w' .-]*")
_STOP = expression(r"[.,;|\n]|(?<=\w)[:=](?=.*\w)")
_BRACKET = expression(r"\([^()]*\)")
_BEHIND_NAME = r"\s*(?:\([^()\d]*\))?\s*[:=|–—]?\s*"
_WORD = r"[^\W\d_][\w'-]*"
#: A name of one word or of two at the start of a line.
_NAMES = tuple(expression(rf"\W*({name}){_BEHIND_NAME}") for name in (_WORD, rf"{_WORD} {_WORD}"))
_TRIM = " \t:=|.,;*_–—-'\"/"
#: A box in a column of boxes may be these, too: a letter, or nothing at all.
_IN_CELL = frozenset(["", *"xX×oO"])
#: In a column of boxes: this track has none there.
_NO_BOX = expression(r"[–—-]+")
#: Columns of numbers: how many boxes are free or marked; with one of these, how many there are at all.
_COUNTING = frozenset(["free", "marked"])
_COUNTS = _COUNTING | {"tracks", "boxes", "total", "maximum", "value"}
#: More boxes than that are no track but an ornament.
_MOST = 40
#: Where another track may begin in a line.
_NEXT = expression(r"\s*[,;/]\s*(?=[^\W\d])")
#: `2/5`: so many are left of so many.
_LEFT_OF = expression(r"(\d{1,2})\s*/\s*(\d{1,2})\W*")
_LONGEST_LINE, _LONGEST_LIST = 60, 600
#: A name stands no farther before its boxes.
_FAR = 80


def read_tracks(unit: Unit, lexicon: Lexicon, _titles: Titles = NOBODY) -> Iterator[Claim]:
    """Claims on the tracks of a row, an item, a line or a sentence."""
    inside = unit.lists("tracks")
    if unit.header and inside:
        yield carrier(unit.words.span())
    if unit.header or unit.kind == "heading":
        return
    if unit.columns and (own := _by_columns(unit, lexicon, inside)):
        yield own
        return
    if has_box(unit.body.text):
        if unit.kind == "row" and (own := _simple_row(unit, lexicon, inside)):
            yield own
            return
        if listed := _listed(unit, lexicon):
            yield from listed
            return
        if (
            unit.kind == "row"
            and unit.cells
            and lexicon.track(_BRACKET.sub("", unit.cells[0].text).strip(_TRIM))
        ):
            yield carrier(unit.cells[0].span())
        prose = unit.kind in {"prose", "line"} and not _is_listing(unit.body.text, lexicon)
        yield from boxed(unit.body, lexicon, inside=inside, row=unit.kind == "row", prose=prose)
    else:
        yield from _without_signs(unit, lexicon, inside)


def _simple_row(unit: Unit, lexicon: Lexicon, inside: bool) -> Claim | None:
    """A row of a known track's name and nothing but its boxes."""
    if len(unit.cells) != 2 or unit.cells[1].text.strip(_SIGNS):
        return None
    name, signs = unit.cells
    known = lexicon.track(name.text)
    if known is None:
        return None
    own = stretch(name.flat, name.start, signs.end)
    return drawn_track(known, own, list(BOX.finditer(own.text)), KNOWN if inside else SHAPED)


def _in_columns(unit: Unit, lexicon: Lexicon, inside: bool) -> Claim | None:
    """A row below `1`, `2`, `3`: a track with a box in each column, empty or marked."""
    numbers = unit.columns[1:]
    known = lexicon.track(unit.cells[0].text.strip(_TRIM))
    if known is None or numbers != tuple(f"={at}" for at in range(1, len(numbers) + 1)):
        return None
    cells = [cell for cell in unit.cells[1:] if not _NO_BOX.fullmatch(cell.text)]
    if not all(cell.text in _IN_CELL or BOX.fullmatch(cell.text) for cell in cells):
        return None
    inner: list[tuple[Path, Span]] = [
        (("boxes", index), cell.span()) for index, cell in enumerate(cells) if cell.text
    ]
    lacking = len(numbers) - len(unit.cells[1:])
    marks = [cell.text != "" and is_marked(cell.text) for cell in cells] + [False] * lacking
    span = unit.words.span()
    track = Track(name=known, boxes=marks)
    return Claim("tracks", track, span, span, KNOWN if inside else SHAPED, inner=tuple(inner))


def _by_columns(unit: Unit, lexicon: Lexicon, inside: bool) -> Claim | None:
    """A row below heads that number boxes, or that count them."""
    if not _COUNTING.isdisjoint(unit.columns) and (own := _counted_in_columns(unit, lexicon, inside)):
        return own
    return _in_columns(unit, lexicon, inside) if unit.columns[1:2] == ("=1",) else None


def _counted_in_columns(unit: Unit, lexicon: Lexicon, inside: bool) -> Claim | None:
    """A row below `frei` and `markiert`, or below one of them and how many there are at all."""
    cells = zip(unit.columns[1:], unit.cells[1:], strict=False)
    numbers = {role: lexicon.number(cell.text) for role, cell in cells if cell.text and role in _COUNTS}
    free, marked = numbers.get("free"), numbers.get("marked")
    every = next((number for role, number in numbers.items() if role not in _COUNTING), None)
    known = lexicon.track(unit.cells[0].text.strip(_TRIM))
    if known is None or known in lexicon.vocabulary.gauges or len(numbers) < 2 or None in numbers.values():
        return None
    if marked is None and every is not None and free is not None:
        marked = every - free
    count = every if every is not None else (free or 0) + (marked or 0)
    if marked is None or not 0 <= marked <= count <= _MOST or not count:
        return None
    return _of_number(known, unit.words, (count, marked), unit.words.text, KNOWN if inside else SHAPED)


def boxed(words: Slice, lexicon: Lexicon, *, inside: bool, prose: bool, row: bool = False) -> Iterator[Claim]:
    """Claims on every row of boxes that has a track's name before it."""
    behind = 0
    for match in (BOXES_IN_CELLS if row else BOXES).finditer(words.text):
        label, start = _name_before(words, max(behind, match.start() - _FAR), match.start(), lexicon)
        behind = match.end()
        known = lexicon.track(label) if label else None
        if known is None and label and "." in words.text[start : match.start()]:
            known = lexicon.shortened_track(label)
        if label and (known or (inside and not prose) or row):
            sure = WEAK if not (known or inside) else SHAPED if (prose and not inside) or not known else KNOWN
            own = words.cut(start, match.end())
            signs = list(BOX.finditer(own.text))
            claim = drawn_track(known or " ".join(label.split()), own, signs, sure)
            yield replace(claim, prose=prose)


def drawn_track(name: str, words: Slice, boxes: list[re.Match[str]], sure: int) -> Claim:
    """A track of these signs; `words` are the signs, and its name if it stands with them."""
    drawn_boxes = boxes[:_MOST]
    inner: list[tuple[Path, Span]] = [
        (("boxes", index), words.span(*match.span())) for index, match in enumerate(drawn_boxes)
    ]
    track = Track(name=name, boxes=[is_marked(match[0]) for match in drawn_boxes])
    return Claim("tracks", track, words.span(), words.span(), sure, inner=tuple(inner))


def _is_listing(text: str, lexicon: Lexicon) -> bool:
    """Whether a paragraph is nothing but tracks: names, boxes and what separates them."""
    if len(text) > _LONGEST_LIST:
        return False
    names = _BRACKET.sub(" ", BOXES.sub("|", text))
    pieces = [piece for part in re.split(r"[|,;.\n]", names) if (piece := part.strip(_TRIM))]
    pieces = [rest for piece in pieces if (rest := lexicon.conjunction.sub(" ", f" {piece} ").strip())]
    words = [piece.split() for piece in pieces]
    return "|" in names and all(
        len(some) <= 2 and some[0][0].isalpha() and not lexicon.within(some[0], "possessives")
        for some in words
    )


def _name_before(words: Slice, begin: int, end: int, lexicon: Lexicon) -> tuple[str, int]:
    """The track's name right before its boxes, and where it starts."""
    text = words.text[begin:end]
    plain = _BRACKET.sub(lambda bracket: " " * len(bracket[0]), text)
    stops = [match.end() for match in _STOP.finditer(plain.rstrip(_TRIM + "(["))]
    start = stops[-1] if stops else 0
    label = _BRACKET.sub("", text[start:]).strip(_TRIM + "()[]")
    first = _BRACKET.sub("", text.partition("|")[0]).strip(_TRIM)
    if "|" in text and not lexicon.track(label) and lexicon.track(first):
        return first, end
    if not lexicon.track(label) and " " in label:
        label = _without_verb(label, lexicon)
        last = label.split()[-1].lstrip("(") if label else ""
        if lexicon.track(last):
            return last, begin + text.rindex(last)
    if not _LABEL.fullmatch(label) or len(label.split()) > 3:
        return "", begin
    return label, begin + start + len(text[start:]) - len(text[start:].lstrip(_TRIM))


def _without_verb(label: str, lexicon: Lexicon) -> str:
    """What is left of `Gesundheit steht auf`."""
    for match in lexicon.phrase("at").finditer(label):
        if match.end() == len(label):
            return label[: match.start()].strip()
    return label


def _without_signs(unit: Unit, lexicon: Lexicon, inside: bool) -> Iterator[Claim]:
    """Claims on a row or line labelled as a track whose boxes are letters or a number."""
    text = unit.body.text
    believed = inside or unit.section in _COUNTED_IN
    if not believed and (len(text) > _LONGEST_LIST or not _LETTERS_BEHIND.search(text)):
        return
    listed = _listed(unit, lexicon)
    if listed or not (believed or len(text) <= _LONGEST_LINE):
        yield from listed
        return
    for words in _apart(unit, lexicon, inside):
        yield from _without_sign(words, unit.kind, lexicon, inside)


def _without_sign(words: Slice, kind: UnitKind, lexicon: Lexicon, inside: bool) -> Iterator[Claim]:
    """Claims on one track whose boxes are letters or a number."""
    name, known, end = _leading_name(words.text, lexicon)
    if not name or not (known or inside):
        return
    named = lexicon.named(name)
    if known in lexicon.vocabulary.gauges or (named and named.field != "tracks"):
        return
    rest = words.text[end:].strip(_TRIM)
    at = words.text.find(rest, end) if rest else end
    if known and _LETTERS.fullmatch(rest):
        yield drawn_track(known, words, list(_LETTER.finditer(words.text, at)), KNOWN)
    elif rest and (known or kind in {"row", "item"}):
        yield from counted(known or name, words, rest, lexicon, inside=inside)


def _listed(unit: Unit, lexicon: Lexicon) -> list[Claim]:
    """Claims on several tracks that fill a line or a row, counted or drawn: `Gesundheit □□☒, Fassung 3/4`."""
    text = unit.body.text
    if len(text) > _LONGEST_LIST or not _NUMBER.search(text):
        return []
    claims: list[Claim] = []
    for words in _pieces(unit, lexicon):
        found = list(
            boxed(words, lexicon, inside=True, prose=False)
            if has_box(words.text)
            else _without_sign(words, unit.kind, lexicon, inside=True)
        )
        if len(found) != 1:
            return []
        claims += found
    return claims


def _pieces(unit: Unit, lexicon: Lexicon) -> list[Slice]:
    """The tracks in a line or a row, a piece each; none where anything else stands there, too."""
    if unit.kind == "row":
        filled = [cell for cell in unit.cells if cell.text]
        names, values = filled[::2], filled[1::2]
        if len(names) < 2 or len(names) != len(values):
            return []
        pieces = [stretch(one.flat, one.start, value.end) for one, value in zip(names, values, strict=True)]
        return pieces if all(lexicon.track(one.text.strip(_TRIM)) for one in names) else []
    pieces = _cut(unit.body)
    return pieces if len(pieces) > 1 and all(_leading_name(one.text, lexicon)[1] for one in pieces) else []


def _cut(words: Slice) -> list[Slice]:
    """A line in the pieces between which another track may begin."""
    cuts = [match.span() for match in _NEXT.finditer(words.text)]
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(words.text)]
    return [words.cut(*cut) for cut in zip(starts, ends, strict=True)]


def _apart(unit: Unit, lexicon: Lexicon, inside: bool) -> list[Slice]:
    """The lines of a unit, or the tracks in one: `Gesundheit 5, Fassung 3`."""
    lines = unit.body.lines() if unit.kind == "prose" else [unit.body]
    if not inside or len(lines) > 1 or unit.kind == "row":
        return lines
    pieces = _cut(unit.body)
    return pieces if all(_leading_name(piece.text, lexicon)[1] for piece in pieces) else lines


def _leading_name(text: str, lexicon: Lexicon) -> tuple[str, str | None, int]:
    """The name at the start of a line, the track it stands for, and where it ends; one word or two."""
    for pattern in _NAMES:
        match = pattern.match(text)
        if match and (known := lexicon.track(match[1])):
            return match[1], known, match.end()
    match = _NAMES[0].match(text)
    return (match[1], None, match.end()) if match else ("", None, 0)


def counted(name: str, words: Slice, rest: str, lexicon: Lexicon, *, inside: bool) -> Iterator[Claim]:
    """`5`, `5 Kästchen`, `5 (2 markiert)`: so many boxes, of which the lowest are marked."""
    match = lexicon.counted.fullmatch(rest.rstrip(")").strip())
    part = lexicon.marked_of.fullmatch(rest) if match is None else None
    count = lexicon.number(match[1]) if match else lexicon.number(part[2]) if part else None
    marked = lexicon.number(match[2]) if match and match[2] else lexicon.number(part[1]) if part else 0
    left = _LEFT_OF.fullmatch(rest)
    if left:
        count, marked = int(left[2]), max(0, int(left[2]) - int(left[1]))
    if count is None or marked is None or not 0 < count <= _MOST or marked > count:
        return
    if not inside and not re.search(r"\D", rest):
        return
    yield _of_number(name, words, (count, marked), rest, KNOWN)


def _of_number(name: str, words: Slice, boxes: tuple[int, int], said: str, sure: int) -> Claim:
    """A track of so many boxes, of which so many are marked: the lowest, with a note."""
    count, marked = boxes
    span = words.span()
    drawn_boxes = [index < marked for index in range(count)]
    note = message("The boxes of {track} were counted from words: {text}.", track=name, text=said)
    hint = message("Draw them, so that everyone sees which are marked: {boxes}", boxes=drawn(drawn_boxes))
    track = Track(name=name, boxes=drawn_boxes)
    return Claim("tracks", track, span, span, sure, doubt=("boxes-counted", note, hint))
