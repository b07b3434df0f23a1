"""Names in one line and their values in the next: `ST KO GE` above `11 12 10`, or `ST/KO/GE: 11/12/10`."""

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.units import Unit

_FEWEST = 3
_NAME = expression(r"[^\s;,/|:]+")
_NAMES = expression(r"\s*[^\W\d_][^\d:.!?]*")
_NUMBERS = expression(r"[\s;,/|]*(?:\d{1,3}\s*%?[\s;,/|]*){3,}")
_NUMBER = expression(r"\d{1,3}\s*%?")


def aligned(names: Slice, numbers: Slice, lexicon: Lexicon) -> tuple[Unit, Unit] | None:
    """The head and the row of values that two lines or two sides of a colon are; None if they are none."""
    if not lexicon.lists_values or not _NUMBERS.fullmatch(numbers.text) or not _NAMES.fullmatch(names.text):
        return None
    heads = _NAME.findall(names.text)
    cells = [numbers.cut(*match.span()) for match in _NUMBER.finditer(numbers.text)]
    if len(heads) < _FEWEST or len(heads) != len(cells) or not all(map(lexicon.named, heads)):
        return None
    columns = tuple(f"@{head}" for head in heads)
    return _row(names, [names], columns, header=True), _row(numbers, cells, columns, header=False)


def in_one_line(line: Slice, lexicon: Lexicon) -> tuple[Unit, Unit] | None:
    """The same of one line, where a colon stands between names and values."""
    before, colon, _ = line.text.partition(":")
    return aligned(line.cut(0, len(before)), line.cut(len(before) + 1), lexicon) if colon else None


def _row(words: Slice, cells: list[Slice], columns: tuple[str, ...], *, header: bool) -> Unit:
    unit = Unit("row", words, "", 0)
    unit.cells = cells
    unit.columns = columns
    unit.header = header
    unit.across = True
    return unit
