"""Commas that separate nothing: before a clause, in brackets, between quotation marks."""

import re
from collections.abc import Sequence

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.flat import Slice, stretch
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.sentences import tokens

#: What belongs together: brackets, and words between quotation marks.
TOGETHER = r"\([^()\n]*\)|\[[^\[\]\n]*\]|\"[^\"\n]*\"|[„“][^„“”\"\n]*[“”\"]|»[^»«\n]*«|«[^»«\n]*»"
#: `die Welt zu sehen` depends on what stands before it.
_INFINITIVE = expression(r".*\s(?:zu\s+[a-zäöüß]+n|[a-zäöüß]*zu[a-zäöüß]{3,}n)\W*", re.DOTALL)
_FEW = 2


def joined(pieces: Sequence[Slice], lexicon: Lexicon, *, appositions: bool = False) -> list[Slice]:
    """The pieces between commas, those put together that are one phrase.

    Args:
        pieces: what stands between commas, in order.
        lexicon: the words.
        appositions: whether `ihre Schwester` belongs to the name before it.
    """
    found: list[Slice] = []
    infinitives = bool(pieces) and _INFINITIVE.fullmatch(pieces[0].text) is not None
    for piece in pieces:
        own = tokens(piece.text)
        belongs = _begins_clause(own, lexicon) or (
            not infinitives and _INFINITIVE.fullmatch(piece.text) is not None
        )
        if appositions and len(own) >= _FEW and lexicon.within(own[0], "possessives"):
            belongs = True
        if found and own and belongs:
            found[-1] = stretch(piece.flat, found[-1].start, piece.end)
        else:
            found.append(piece)
    return found


def _begins_clause(words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether words behind a comma are a clause: `wenn es regnet`, `die ihn liebt`, `mit der er spielt`.

    An article or a preposition begins one only if it ends with a verb and not with a noun.
    """
    if not words or not lexicon.within(words[0], "clauses"):
        return (
            len(words) > _FEW
            and lexicon.within(words[0], "prepositions")
            and lexicon.within(words[1], "clauses")
            and words[1][0].islower()
            and words[-1][0].islower()
        )
    if lexicon.within(words[0], "articles"):
        return len(words) > _FEW - 1 and words[1][0].islower() and words[-1][0].islower()
    return True
