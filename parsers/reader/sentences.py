"""Prose: sentences, who they are about, and whether the words around something only carry it."""

from collections.abc import Iterator, Sequence

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import Lexicon, understood
from tontafel.rules.names import fold

#: A full stop ends a sentence where a capital, a quotation or boxes follow; also at the end of a line that
#: stands for itself. That of `max. 7` ends none.
_END = expression(
    r"[.!?…\n](?:(?<=[^\s.][.!?…])(?<![Mm]ax\.)(?<![Aa]kt\.)(?<![Cc]a\.)(?<!Nr\.)[\"“”»')\]]*(?:\s+(?=[\"„“»(\[]?[A-ZÄÖÜ0-9])|\s*$)|(?<=[:.!?]\n))"
)
_WORD = expression(r"[^\W_][\w'’-]*")
_FEWEST, _FEW = 2, 4
_BRACKET = expression(r"\([^()]*\)")


def sentences(words: Slice) -> Iterator[Slice]:
    """The sentences of a stretch of text, with their punctuation."""
    at = 0
    for match in _END.finditer(words.text):
        if words.text[at : match.end()].strip():
            yield words.cut(at, match.end())
        at = match.end()
    if words.text[at:].strip():
        yield words.cut(at)


def up_to(words: Slice, place: int) -> Slice:
    """The words as far as the sentence that reaches this place in the source."""
    for sentence in sentences(words):
        if sentence.span().end >= place:
            return words.cut(0, sentence.end - words.start)
    return words


def tokens(text: str) -> list[str]:
    """The words of a text."""
    return _WORD.findall(text)


def without_brackets(text: str) -> str:
    """The text without what stands in round brackets."""
    return _BRACKET.sub(" ", text)


def carries(text: str, lexicon: Lexicon, titles: frozenset[str]) -> bool:
    """Whether a text says nothing by itself: articles, verbs like `ist`, `und`, the character's own name."""
    return all(_is_carrier(word, lexicon, titles) for word in tokens(text))


def is_about(lead: str, lexicon: Lexicon, titles: frozenset[str]) -> bool:
    """Whether the beginning of a sentence says `is` or `has` of the character, right before what follows.

    `Er ist ein`, `Kassandra ist eine`, `Als wir kamen, war er`, `Er ist ein Mann mit`; not `Sein Bruder ist`.
    """
    words = tokens(without_brackets(lead))
    verb = next((i for i in range(len(words) - 1, -1, -1) if lexicon.within(words[i], "copulas")), None)
    rest = words[verb + 1 :] if verb is not None else []
    if verb is None or not (
        _is_somebody(rest, lexicon) or all(_is_carrier(one, lexicon, titles) for one in rest)
    ):
        return False
    near = words[max(0, verb - 6) :]
    return any(lexicon.within(word, "pronouns") or is_title(word, titles) for word in near)


def _is_somebody(words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether words are `ein alter Mann mit`: a noun with its article, and that it has what follows."""
    return (
        len(words) > _FEWEST
        and lexicon.within(words[-1], "having")
        and lexicon.within(words[0], "articles")
        and words[-2][0].isupper()
        and all(word[0].islower() for word in words[1:-2])
    )


def goes_on(gap: str, lexicon: Lexicon) -> bool:
    """Whether a few small words go on about the same one: `und darf seither`."""
    words = tokens(gap)
    return (
        0 < len(words) <= _FEW
        and (lexicon.within(words[0], "conjunctions") or lexicon.within(words[0], "connectors"))
        and all(word[0].islower() for word in words)
        and not any(lexicon.within(word, role) for word in words for role in ("articles", "denied"))
    )


def is_title(word: str, titles: frozenset[str]) -> bool:
    """Whether a word is one of the character's name, a genitive included."""
    key = fold(word).rstrip("'’")
    return key in titles or (len(key) > 3 and key.endswith("s") and key[:-1].rstrip("'’") in titles)


@understood
def title_words(name: str, lexicon: Lexicon) -> frozenset[str]:
    """The words of a name by which a sentence may speak of its bearer."""
    return frozenset(
        fold(word) for word in tokens(name) if len(word) > 1 and not lexicon.within(word, "particles")
    )


def _is_carrier(word: str, lexicon: Lexicon, titles: frozenset[str]) -> bool:
    key = fold(word)
    return any(
        key in lexicon.sets[role] for role in ("articles", "copulas", "connectors", "pronouns")
    ) or is_title(word, titles)
