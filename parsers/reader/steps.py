"""The value of a row of skills, from its label."""

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.lexicon import Lexicon, understood

#: `5`, `+5`, `Stufe 5`, `Großartig (+5)`, `Wert 5:`, `+5 Großartig`, `(5)`.
_STEP = expression(
    r"(?:(?P<word>[^\W\d][\w ]{1,24}?)[\s(:]+)?\(?[+]?(?P<value>-?\d{1,2})\)?"
    r"(?:\s+\(?(?P<after>[^\W\d][\w ]{1,24}?)\)?)?\s*[:.–-]?"
)
_DIGIT = expression(r"\d")
_LONGEST = 40
_TRIM = " \t\n.:;*_'\"„“”–—-=|"


@understood
def step_value(text: str, lexicon: Lexicon) -> int | None:
    """The value of a row from its label: `5`, `Stufe 5`, `Großartig (+5)`, or the name of a step alone."""
    match = _STEP.fullmatch(text.strip(" *_")) if _DIGIT.search(text) and len(text) <= _LONGEST else None
    if match:
        words = match["word"] or match["after"] or ""
        return None if words and _is_thing(words, lexicon) else int(match["value"])
    return lexicon.steps.get(text.strip(_TRIM).casefold())


def is_step(text: str, lexicon: Lexicon) -> bool:
    """Whether a line that stands alone is the label of a row: a number, or a step's own name with it."""
    match = _STEP.fullmatch(text.strip(" *_"))
    words = (match["word"] or match["after"] or "") if match else text
    known = not words or words.strip(_TRIM).casefold() in lexicon.steps or lexicon.is_column(words, "value")
    return known and step_value(text, lexicon) is not None


def _is_thing(words: str, lexicon: Lexicon) -> bool:
    """Whether a number beside words is theirs: `Ringen 5`, or `2 offen` for places that are free."""
    if lexicon.within(words, "open"):
        return True
    return any(find(words) for find in (lexicon.skill, lexicon.track, lexicon.attribute, lexicon.detail))
