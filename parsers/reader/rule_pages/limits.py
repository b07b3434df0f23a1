"""Single figures that a page of rules sets: rows and items that say one of them and nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.units import Unit
from tontafel.rules.names import fold
from tontafel.rules.tables import Limits
from tontafel.rules.vocabulary import Vocabulary

_WORD = expression(r"[-−–]?\d{1,3}(?!\w)|[^\W\d_]+")
_BETWEEN = expression(r"[\s:=*.,!]+")
#: Stands for the number in a phrase of the vocabulary.
_PLACE = "#"
#: A figure's name and its value; what stands in further cells is a remark.
_CELLS = 2


def limits(block: Sequence[Unit], lexicon: Lexicon) -> Limits | None:
    """The figures that rows of a table or items of a list give; those are marked as rules."""
    values: dict[str, int] = {}
    for unit in block:
        for figure, value in _said(_text(unit), lexicon):
            values[figure] = value
            unit.rule = True
    return Limits(values=values) if values else None


def _text(unit: Unit) -> str:
    if unit.kind == "row":
        return " ".join([cell.text for cell in unit.cells if cell.text.strip()][:_CELLS])
    return unit.words.text if unit.kind == "item" else ""


def _said(text: str, lexicon: Lexicon) -> Iterator[tuple[str, int]]:
    """The figure that a text sets, and its value: `höchstens acht Aspekte`, `Aspekte höchstens: 8`."""
    for word in _WORD.finditer(text):
        value = _number(word[0], lexicon)
        if value is not None:
            phrase = _plain(f"{text[: word.start()]} {_PLACE} {text[word.end() :]}")
            if figure := _figures(lexicon.vocabulary).get(phrase):
                yield figure, value


def _number(word: str, lexicon: Lexicon) -> int | None:
    sign, digits = (-1, word[1:]) if word[0] in "-−–" else (1, word)
    return sign * int(digits) if digits.isdecimal() else lexicon.plain_number(word)


def _plain(text: str) -> str:
    return fold(_BETWEEN.sub(" ", text).strip())


@lru_cache(maxsize=16)
def _figures(vocabulary: Vocabulary) -> Mapping[str, str]:
    """Folded phrase → figure; a phrase without a place for its number ends in one."""
    return {
        _plain(phrase if _PLACE in phrase else f"{phrase} {_PLACE}"): figure
        for figure, phrases in vocabulary.limits.items()
        for phrase in phrases
    }
