"""Tables with a character in each column: names above, what has a value at the left."""

from collections.abc import Sequence

from tontafel.parsers.reader.boxes import has_box
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.heads import role_of
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.titles import is_name
from tontafel.parsers.reader.units import BEARERS, Unit
from tontafel.parsers.reader.values import read_value

#: What may stand above the names of what has a value.
_CORNER = frozenset(["", "skills", "attributes", "value", *BEARERS])
_FEWEST = 2


def named(head: Sequence[str], lexicon: Lexicon) -> list[int]:
    """The columns that have a name above them, if all have but the first; else none."""
    if len(head) <= _FEWEST or role_of(head[0], lexicon) not in _CORNER:
        return []
    names = [index for index, text in enumerate(head) if index and text]
    everyone = len(names) >= _FEWEST and all(_is_person(head[index], lexicon) for index in names)
    return names if everyone else []


def are_people(rows: Sequence[Sequence[Slice]], names: Sequence[int], lexicon: Lexicon) -> bool:
    """Whether the named columns have values of the same things below them."""
    return sum(_has_values(row, names, lexicon) for row in rows[1:]) >= _FEWEST


def column(rows: Sequence[Sequence[Slice]], index: int, lexicon: Lexicon, block: int) -> list[Unit]:
    """The cells of a character, each with what it is the value of."""
    found = []
    for row in rows[1:]:
        if index < len(row) and row[index].text:
            unit = Unit("row", row[index], "", block)
            unit.cells = [row[index]]
            unit.columns = (role_of(row[0].text, lexicon),)
            unit.across = True
            found.append(unit)
    return found


def corner(rows: Sequence[Sequence[Slice]], block: int) -> list[Unit]:
    """The first column, which only says what the others are."""
    found = []
    for row in rows:
        if row[0].text:
            unit = Unit("row", row[0], "", block)
            unit.cells = [row[0]]
            unit.header = unit.across = True
            found.append(unit)
    return found


def _is_person(text: str, lexicon: Lexicon) -> bool:
    return not role_of(text, lexicon) and lexicon.section(text) is None and is_name(text, lexicon)


def _has_values(row: Sequence[Slice], names: Sequence[int], lexicon: Lexicon) -> bool:
    """Whether a row has numbers or boxes in several columns, behind a name that has a value."""
    cells = [row[index] for index in names if index < len(row)]
    valued = sum(has_box(cell.text) or read_value(cell.text, lexicon) is not None for cell in cells)
    return valued >= _FEWEST and role_of(row[0].text, lexicon)[:1] == "@"
