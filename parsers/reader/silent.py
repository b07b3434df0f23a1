"""What need not be looked at: units outside a section that can be no part of a character."""

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.boxes import FREE, MARKED, has_box
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.units import Unit

#: Without any of these a paragraph or item outside a section says nothing of a character.
_SIGNIFICANT = expression(rf"[0-9:{FREE}{MARKED}]")
_LETTERS = expression(r"[oOxX][oOxX]+(?![^\W_])")
_BRACKETS = expression(r"\[[ xX×_]?\]")


def is_silent(unit: Unit, words: Lexicon) -> bool:
    """Whether nothing in a unit outside a section can be part of a character."""
    text = unit.words.text
    if unit.kind == "row" and unit.columns:
        return unit.is_foreign and not unit.across and not has_box(text)
    if words.telling and words.telling.search(text):
        return False
    if unit.kind == "row" or _SIGNIFICANT.search(text) or any(unit.words.runs("i")):
        return False
    if words.lists_values and words.number_words.search(text):
        return False
    letters = any(not text[match.start() - 1 : match.start()].isalnum() for match in _LETTERS.finditer(text))
    return not letters and not ("[" in text and _BRACKETS.search(text))
