"""Values in a sentence that are plainly somebody's, though unknown: `Bock (Bocken 3, Gesundheit □□)`."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.boxes import BOXES, SIGN, has_box
from tontafel.parsers.reader.claims import Claim
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.prose.pairs import Pair, runs
from tontafel.parsers.reader.tracks import boxed
from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.message import message
from tontafel.rules.names import fold

#: Boxes right behind values, with the name of a track before them.
_BOXES_BEHIND = expression(rf"[\s,;.:/–-]*(?:(?:und|and|&)\s+)?([^\W\d_][\w'’-]*\s*:?\s*)?(?={SIGN})")
#: What may stand between boxes and the values behind them.
_BETWEEN = " \t\n,;:/"
_PIECES = expression(r"[,;]")
#: No value that a skill has at a table is higher; a page's number or a price soon is.
_HIGHEST = 10


def values_start(text: str, at: int, lexicon: Lexicon) -> int:
    """Where values begin whose first pair stands at `at`: boxes may come first in the same bracket.

    So may what somebody is: `(Orrag; Kraft 7, …)`.
    """
    opening = text.rfind("(", 0, at) + 1
    before = text[opening:at]
    if not opening or ")" in before or not before.strip():
        return at
    if has_box(before):
        names = BOXES.sub(",", before).strip(_BETWEEN)
        known = all(lexicon.track(name.strip(_BETWEEN)) for name in names.split(",") if name.strip(_BETWEEN))
    else:
        known = all(says_what(piece, lexicon) for piece in _PIECES.split(before) if piece.strip())
    return opening if known else at


def says_what(text: str, lexicon: Lexicon) -> bool:
    """Whether a text is nothing but what somebody is: `Durchschnittsperson`, one of the peoples."""
    bare = text.strip()
    if lexicon.flag_words is not None and lexicon.flag_words.fullmatch(bare):
        return True
    return any(lexicon.is_choice(key, bare) for key in lexicon.choices)


def is_plain(words: Slice, values: int, label: str, lexicon: Lexicon) -> bool:
    """Whether values behind a name can be nothing but its bearer's.

    A value needs boxes beside it; two need no more than a bracket around them. What is numbered (`Seite 3,
    Kapitel 4`) or kept (`Proviant (Brote 4, Krüge 2)`) is no skill. Where the rules of the game close the
    list of skills, nobody invents one.
    """
    if not label or lexicon.lists_values or not _is_somebody(label, lexicon):
        return False
    found = runs(words.text, lexicon, values)
    pairs = found[0] if found else []
    if not pairs or not all(_is_skill(pair, lexicon) for pair in pairs):
        return False
    bracket = words.text[:values].rstrip().endswith("(") and not _is_store(label, lexicon)
    if bracket and len(pairs) > 1:
        return True
    return _has_boxes(words, values, pairs, lexicon, bracket=bracket)


def unnamed_boxes(words: Slice, claims: Iterable[Claim], name: str, lexicon: Lexicon) -> Iterator[Diagnostic]:
    """Point at boxes beside somebody's values that have no track's name before them: `(Bocken 3, □□)`."""
    drawn = [claim.span for claim in claims if claim.field == "tracks"]
    for match in BOXES.finditer(words.text):
        place = words.span(*match.span())
        if not any(span.start <= place.start and place.end <= span.end for span in drawn):
            example = next(iter(lexicon.vocabulary.tracks), "")
            yield Diagnostic(
                code="boxes-unnamed",
                severity="note",
                message=message("{boxes} belongs to no track that is named.", boxes=match[0]),
                hint=message("Write the name before the boxes: {example}", example=f"{example} {match[0]}"),
                span=place,
                character=name,
            )


def _is_somebody(label: str, lexicon: Lexicon) -> bool:
    """Whether a label may be somebody's name: no place, no part of a text or game, and no sentence.

    `Die Abstimmung endete knapp (Uruk 3, Ur 2)`: small words behind a noun are a sentence's.
    """
    words = label.split()
    small = [word for before, word in pairwise(words) if before[0].isupper() and word[0].islower()]
    return not (
        lexicon.within(words[0], "prepositions")
        or any(lexicon.section(word) or lexicon.within(word, "numbered") for word in words)
        or any(not lexicon.within(word, "particles") for word in small)
    )


def _is_store(label: str, lexicon: Lexicon) -> bool:
    """Whether a label is what holds things: `Reiseproviant`, `Die Beute der Orrag`."""
    stores = tuple(lexicon.sets["stores"])
    return any(fold(word).endswith(stores) for word in label.split() if word[0].isupper() or word == label)


def _is_skill(pair: Pair, lexicon: Lexicon) -> bool:
    named = lexicon.named(pair.name)
    return (
        pair.value <= _HIGHEST
        and pair.name[0].isupper()
        and (named is None or named.field == "skills")
        and not lexicon.within(pair.name, "numbered")
        and lexicon.number(pair.name) is None
    )


def _has_boxes(words: Slice, values: int, pairs: list[Pair], lexicon: Lexicon, *, bracket: bool) -> bool:
    """Whether a track's boxes stand right before or behind the values; in a bracket any boxes behind them."""
    text = words.text
    if not has_box(text):
        return False
    behind = _BOXES_BEHIND.match(text, pairs[-1].end)
    if bracket and behind and not behind[1]:
        return True
    beside = bool(behind) or has_box(text[values : pairs[0].start])
    return beside and any(boxed(words.cut(values), lexicon, inside=False, prose=True))
