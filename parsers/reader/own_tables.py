"""Tables of a system's own kinds: peoples, professions, base values; known by the heads of their columns."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import ValidationError, convert

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.lexicon import Lexicon, folded
from tontafel.parsers.reader.units import Unit
from tontafel.rules.tables import Table
from tontafel.rules.vocabulary import TableWords

_NUMBER = expression(r"\W*(\d{1,3})\s*%?\W*")


def own_table(rows: Sequence[Unit], lexicon: Lexicon, kinds: Iterable[type[Table]]) -> Table | None:
    """The table of a kind of the system's own that rows are, or None.

    Its first column has the names, further ones what the kind has by name; a column of values makes it
    somebody's. A cell that is no number where one is wanted leaves its row out.
    """
    tables = lexicon.vocabulary.tables
    head = next((unit for unit in rows if unit.header and len(unit.cells) > 1), None)
    if not tables or head is None:
        return None
    for kind in kinds:
        words = tables.get(str(kind.__struct_config__.tag))
        keys = _keys(head, words, lexicon) if words else None
        if keys and (found := _made(kind, keys, rows)):
            return found
    return None


def _keys(head: Unit, words: TableWords, lexicon: Lexicon) -> list[str | None] | None:
    """What each column holds by the words for the table's columns; None where it is another table."""
    heads = [folded(cell.text.strip(" *:")) for cell in head.cells]
    if heads[0] not in set(map(folded, words.heads)):
        return None
    known = {folded(word): key for key, names in words.columns.items() for word in names}
    keys: list[str | None] = [None, *(known.get(one) for one in heads[1:])]
    others = [one for one, key in zip(heads[1:], keys[1:], strict=True) if key is None]
    if not any(keys) or any(
        lexicon.column_roles.get(one) in {"value", "marked", "current"} for one in others
    ):
        return None
    return keys


def _made(kind: type[Table], keys: Sequence[str | None], rows: Sequence[Unit]) -> Table | None:
    found: dict[str, Mapping[str, Any]] = {}
    for unit in rows:
        cells = unit.cells
        if unit.header or len(cells) < 2 or not cells[0].text:
            continue
        row = {key: _plain(cell.text) for key, cell in zip(keys, cells, strict=False) if key and cell.text}
        name = " ".join(cells[0].text.split())
        if row and _fits(kind, {name: row}):
            found[name] = row
    return convert({"kind": kind.__struct_config__.tag, "rows": found}, kind, strict=False) if found else None


def _fits(kind: type[Table], rows: Mapping[str, Mapping[str, Any]]) -> bool:
    try:
        convert({"kind": kind.__struct_config__.tag, "rows": rows}, kind, strict=False)
    except ValidationError:
        return False
    return True


def _plain(text: str) -> int | str:
    """A cell's number without a percent sign, or its words."""
    number = _NUMBER.fullmatch(text)
    return int(number[1]) if number else " ".join(text.split())
