"""Whether a German phrase names a thing, whatever article and case ending the thing wears there."""

import re
from collections.abc import Iterable
from functools import lru_cache

from tontafel.rules.names import fold

#: Words that say nothing about which thing is meant.
_SMALL = re.compile(
    r"d(?:er|ie|as|en|em|es)|(?:m?ein|dein|sein|ihr|unser|eue?r)(?:e[mnrs]?)?|[ai]m|vo[mn]|zu[mr]|und"
    r"|the|an?|of|and|my|your|his|her|its|our|their"
)
#: What declension adds to a noun, an adjective or a name.
_ENDINGS = frozenset(["", "e", "em", "en", "ens", "er", "ern", "ers", "es", "n", "ns", "s"])
#: A stem has at least so many letters.
_STEM = 3
_WORD = re.compile(r"[^\W\d_]+|\d+")
_APOSTROPHE = re.compile(r"(?<=\w)['’ʼ`](?:s\b)?")
#: Before an ending, `dunkel` may lose its e: `dunkle`, `dunkler`.
_ELIDED = re.compile(r"e([lr](?:e[mnrs]?)?)$")


def names_thing(name: str, phrase: str) -> bool:
    """Whether every word of a thing's name is in the phrase, in any case and order.

    "Bogen des Apollo" is named by "trägt den Bogen Apollos", not by "Bogen". A name without words
    is named by nothing.
    """
    wanted = _words(name)
    said = _words(phrase)
    return bool(wanted) and all(any(same_word(word, other) for other in said) for word in wanted)


def other_words(name: str, phrase: str) -> list[str]:
    """The words of a phrase that are not of a thing's name, articles left aside."""
    wanted = _words(name)
    return [word for word in _words(phrase) if not any(same_word(word, other) for other in wanted)]


def said_otherwise(phrase: str, known: Iterable[str]) -> str | None:
    """The known phrase with these words, in whatever case, order and declension; None if there is none."""
    phrases = list(known)
    exact = (one for one in phrases if fold(one) == fold(phrase))
    likely = (one for one in phrases if names_thing(phrase, one) and names_thing(one, phrase))
    return next(exact, next(likely, None))


def same_word(a: str, b: str) -> bool:
    """Whether two words differ in their declension at most; umlauts may be spelled out."""
    one, other = fold(a), fold(b)
    if one == other:
        return True
    if one[:1] != other[:1] and "e" not in {one[:1], other[:1]}:
        return False
    return any(
        form == another or _same_stem(form, another) for form in _forms(one) for another in _forms(other)
    )


@lru_cache(maxsize=2048)
def _words(phrase: str) -> tuple[str, ...]:
    words = _WORD.findall(_APOSTROPHE.sub("", phrase))
    return tuple(word for word in words if not _SMALL.fullmatch(fold(word)))


def _forms(word: str) -> set[str]:
    return {word, _ELIDED.sub(r"\1", word)} if len(word) > _STEM else {word}


def _same_stem(a: str, b: str) -> bool:
    for length in range(_common(a, b), _STEM - 1, -1):
        if a[length:] in _ENDINGS and b[length:] in _ENDINGS:
            return True
    return False


def _common(a: str, b: str) -> int:
    length = 0
    for one, other in zip(a, b, strict=False):
        if one != other:
            break
        length += 1
    return length
