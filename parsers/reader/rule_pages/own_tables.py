"""Tables of a system's own kinds: peoples, professions, base values; known by the heads of their columns."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any

from msgspec import ValidationError, convert

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.sentences import without_brackets
from tontafel.parsers.reader.units import Unit
from tontafel.rules.names import fold
from tontafel.rules.tables import Table
from tontafel.rules.vocabulary import TableWords

#: A number in a column's head, and the words before what is to be chosen in a cell.
_COUNT = expression(r"(?<!\w)(\d{1,2})(?!\w)")
_CHOSEN = expression(r"\s*(\d{1,2}|[^\W\d_]+)\s+([^\W\d_]+)\b\s*:?\s*")
_NUMBER = expression(r"\W*(\d{1,3})\s*%?\W*")


def own_table(
    rows: Sequence[Unit], lexicon: Lexicon, kinds: Collection[type[Table]], *, rules: bool
) -> Table | None:
    """The table of a kind of the system's own that rows are, or None.

    Its first column has the names, on a page of rules any other may; further ones what the kind has by
    name; a column of values makes it somebody's. A head may lack its marks if it names two columns at
    least, and on a page of rules names and columns may have changed places. A cell that is no number where
    one is wanted leaves its row out.
    """
    tables = lexicon.vocabulary.tables
    grid = [words for unit in rows if len(words := _words(unit)) > 1] if tables and kinds else ()
    if not grid:
        return None
    marked = any(unit.header and len(unit.cells) > 1 for unit in rows)
    for kind in kinds:
        heads = tables.get(str(kind.__struct_config__.tag))
        if heads is None:
            continue
        for told in (grid, turned(grid)) if rules and (marked or rows[0].label) else (grid,):
            cells = _names_first(told, heads) if rules else told
            first, counted = _without_counts(cells[0], heads)
            counting = partial(_counting, words=heads, counted=counted, lexicon=lexicon)
            keys = _keys(first, heads, lexicon)
            enough = keys is not None and (marked or len([key for key in keys if key]) > 1)
            if keys and enough and (found := _made(kind, keys, cells[1:], counting, lexicon)):
                return found
    return None


def _words(unit: Unit) -> list[str]:
    """A row's words; its first ones may have been taken for a label."""
    label = [] if unit.label is None or unit.label in unit.cells else [unit.label]
    return [" ".join(cell.text.split()) for cell in (*label, *unit.cells)]


def _names_first(grid: Sequence[list[str]], words: TableWords) -> Sequence[list[str]]:
    """The rows with the column of names before all others."""
    known = set(map(fold, words.heads))
    at = next((at for at, head in enumerate(grid[0]) if fold(head.strip(" *:")) in known), 0)
    return grid if at == 0 else [[*row[at : at + 1], *row[:at], *row[at + 1 :]] for row in grid]


def turned(grid: Sequence[Sequence[str]]) -> list[list[str]]:
    """Rows for columns; short rows are filled up."""
    return [list(column) for column in zip_longest(*grid, fillvalue="")]


def _without_counts(heads: Sequence[str], words: TableWords) -> tuple[Sequence[str], Mapping[str, int]]:
    """Heads without the numbers beside them, and these by key: `Wahlfertigkeiten (2)`, `2 zur Wahl`."""
    found: dict[str, int] = {}
    bare = list(heads)
    known = {fold(word): count for key, count in words.counts.items() for word in words.columns[key]}
    for index, head in enumerate(heads if known else ()):
        number = _COUNT.search(head)
        rest = _COUNT.sub(" ", head).strip(" *:()×") if number else ""
        if number and (key := known.get(fold(rest))):
            found[key] = int(number[1])
            bare[index] = rest
    return bare, found


def _keys(heads: Sequence[str], words: TableWords, lexicon: Lexicon) -> list[str | None] | None:
    """What each column holds by the words for the table's columns; None where it is another table."""
    bare = [fold(head.strip(" *:")) for head in heads]
    if bare[0] not in set(map(fold, words.heads)):
        return None
    known = {fold(word): key for key, names in words.columns.items() for word in names}
    keys: list[str | None] = [None]
    for one, head in zip(bare[1:], heads[1:], strict=True):
        plain = fold(without_brackets(head).strip(" *:"))
        attribute = lexicon.attribute(plain) or ""
        keys.append(known.get(one) or known.get(plain) or (attribute if attribute in words.columns else None))
    others = [one for one, key in zip(bare[1:], keys[1:], strict=True) if key is None]
    if not any(keys) or any(
        lexicon.column_roles.get(one) in {"value", "marked", "current", "total"} for one in others
    ):
        return None
    return keys


def _made(
    kind: type[Table],
    keys: Sequence[str | None],
    rows: Sequence[Sequence[str]],
    completed: Callable[[dict[str, str]], dict[str, str]],
    lexicon: Lexicon,
) -> Table | None:
    found: dict[str, Mapping[str, Any]] = {}
    for name, *cells in rows:
        said = {key: cell for key, cell in zip(keys[1:], cells, strict=False) if key and cell}
        row = {key: _plain(cell, lexicon) for key, cell in completed(said).items()}
        if name and row and _fits(kind, {name: row}):
            found[name] = row
    return convert({"kind": kind.__struct_config__.tag, "rows": found}, kind, strict=False) if found else None


def _counting(
    row: dict[str, str], words: TableWords, counted: Mapping[str, int], lexicon: Lexicon
) -> dict[str, str]:
    """Add how many are to be chosen, by the head or by the words before them: `zwei aus Fahren 40, …`."""
    found = {key: str(number) for key, number in counted.items()}
    for key, count in words.counts.items():
        lead = _CHOSEN.match(row.get(key, ""))
        number = lexicon.number(lead[1]) if lead else None
        if lead and number is not None and lexicon.within(lead[2], "chosen_from"):
            row = {**row, key: row[key][lead.end() :]}
            found[count] = str(number)
    return found | row


def _fits(kind: type[Table], rows: Mapping[str, Mapping[str, Any]]) -> bool:
    try:
        convert({"kind": kind.__struct_config__.tag, "rows": rows}, kind, strict=False)
    except ValidationError:
        return False
    return True


def _plain(text: str, lexicon: Lexicon) -> int | str:
    """A cell's number without a percent sign, or its words."""
    number = _NUMBER.fullmatch(text)
    value = int(number[1]) if number else lexicon.number(text)
    return text if value is None else value
