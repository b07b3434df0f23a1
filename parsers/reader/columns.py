"""Tables whose heads name what stands below: attributes across, or one character in each row."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from tontafel.parsers.reader.boxes import BOX, BOXES_IN_CELLS, dots, has_box
from tontafel.parsers.reader.claims import KNOWN, Claim, carrier
from tontafel.parsers.reader.entries import names, skill_claim
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import Lexicon, Named
from tontafel.parsers.reader.listing import listed_entries
from tontafel.parsers.reader.skill_names import name_of
from tontafel.parsers.reader.tracks import counted, drawn_track
from tontafel.parsers.reader.units import BEARERS, Unit
from tontafel.parsers.reader.values import Value, claim, read_value
from tontafel.rules.model import Track
from tontafel.rules.names import fold

#: Cells of these columns are read as if they stood below a heading of their own.
_PARTS = frozenset(["aspects", "skills", "tracks", "stunts", "consequences"])
#: Says which of two numbers a row has: the one of the moment or the highest.
_SIDES = ("current", "maximum")

#: Reads a part of a row as if it stood below a heading.
Reread = Callable[[Unit], list[Claim]]


def read_columns(unit: Unit, lexicon: Lexicon, reread: Reread) -> Iterator[Claim]:
    """Claims on the cells of a row by the heads above them."""
    if unit.header:
        yield carrier(unit.words.span())
        return
    side = _side(unit, lexicon)
    for cell, role in zip(unit.cells, unit.columns, strict=False):
        if not cell.text:
            continue
        if role[:1] == "@":
            yield from _below(role[1:], cell, side, lexicon)
        elif role[:1] == "=":
            yield from names(cell, int(role[1:]), lexicon, inside=True)
        elif role in _PARTS:
            yield from reread(Unit("line", cell, role, unit.block))
        elif role in BEARERS:
            yield Claim("name", " ".join(cell.text.split()), cell.span(), cell.span(), KNOWN)
        elif role in lexicon.vocabulary.lists:
            yield from listed_entries(role, cell, lexicon)
    if side or (
        unit.columns[0] in {"", "value", "attributes"} and lexicon.is_column(unit.cells[0].text, "value")
    ):
        yield carrier(unit.cells[0].span())


def bearer(unit: Unit) -> str:
    """Whose values a row has, by the cell below `Wer` or `Name`; empty where there is none."""
    for cell, role in zip(unit.cells, unit.columns, strict=False):
        if role in BEARERS:
            return " ".join(cell.text.split())
    return ""


def _side(unit: Unit, lexicon: Lexicon) -> str:
    """Whether the row has the numbers of the moment or the highest ones, by its first cell."""
    if unit.columns[0][:1] == "@":
        return ""
    head = fold(unit.cells[0].text.strip(" .:"))
    return next((side for side in _SIDES if head in lexicon.columns[side]), "")


def _below(head: str, cell: Slice, side: str, lexicon: Lexicon) -> Iterator[Claim]:
    """A cell below the name of something that has a value."""
    named = lexicon.named(head)
    if named and named.field != "skills":
        yield from _cell(cell, named, side, lexicon)
        return
    name = name_of(head, lexicon)
    count = None if lexicon.vocabulary.marks else dots(cell.text)
    value = Value(count) if count is not None else read_value(cell.text, lexicon)
    if name and value:
        marked = name.marked or value.marked
        yield skill_claim(replace(name, marked=marked), value.number, cell, KNOWN)


def _cell(cell: Slice, named: Named, side: str, lexicon: Lexicon) -> Iterator[Claim]:
    if named.field == "texts":
        text = " ".join(cell.text.split())
        yield Claim("details", {named.key: text}, cell.span(), cell.span(), KNOWN)
        return
    count = dots(cell.text) if named.field in {"attributes", "figures"} else None
    if count:
        yield claim(named, Value(count), cell, (0, len(cell.text)), lexicon)
        return
    if has_box(cell.text):
        yield from _boxes(cell, named)
        return
    value = read_value(cell.text, lexicon)
    if value is None:
        return
    if named.field == "tracks" and named.name not in lexicon.vocabulary.gauges:
        yield from counted(named.name, cell, cell.text, lexicon, inside=True)
    elif named.field == "tracks" and side == "maximum":
        track = Track(name=named.name, maximum=value.number)
        yield Claim("tracks", track, cell.span(), cell.span(), KNOWN)
    else:
        value = replace(value, present=True) if side == "current" else value
        yield claim(named, value, cell, (0, len(cell.text)), lexicon)


def _boxes(cell: Slice, named: Named) -> Iterator[Claim]:
    signs = list(BOX.finditer(cell.text))
    if named.field == "tracks" and BOXES_IN_CELLS.fullmatch(cell.text.strip()):
        yield drawn_track(named.name, cell, signs, KNOWN)
