"""Aspects: listed, in a table, separated by commas, or in italics within sentences."""

import re
from collections.abc import Iterator
from itertools import pairwise

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.boxes import FREE, MARKED
from tontafel.parsers.reader.claims import KNOWN, SHAPED, Claim, carrier
from tontafel.parsers.reader.clauses import TOGETHER, joined
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import NOBODY, Lexicon, Titles
from tontafel.parsers.reader.sentences import carries, goes_on, is_about, sentences, tokens, without_brackets
from tontafel.parsers.reader.units import Unit
from tontafel.rules.model import Aspect
from tontafel.rules.names import fold

_LABEL = expression(r"([^\n:]{1,60}?)\s*(?::|\s[–—-]{1,2})\s+(?=\S)")
_NUMBERED = expression(r"\(?(?:\d{1,2}|[a-h])[.)]\s+")
_QUOTED = expression(r"[\"“„»']([^\"“”„«»\n]{3,80}?)[\"”“«'](?!\w)")
_LISTED = expression(rf"(?:{TOGETHER}|[^,;•·|\n])+")
#: Aspects between slashes instead of commas, or at least three between dashes.
_SLASHED = ((expression(r" / "), 0), (expression(r" [–—-]{1,2} "), 1))
_SIGNS = frozenset(",:–—-")
#: A number that begins one of several aspects in a line.
_NUMBER = expression(r"(?<!\S)\(?(\d{1,2})[.)]\s+")
_FEWEST = 2
_BETWEEN = expression(r"[^;]*[^\s;][^;]*")
#: `Krallen 4, Gesundheit □□□□.`: values that end before what stands behind them.
_VALUES_END = expression(rf"[\d{FREE}{MARKED}\])]\s*[.;,–—-]?\s*$")
_BEFORE = expression(r"\(([^()]*)\)\s+(?=\S)")
_BEHIND = expression(r"\s*\(([^()]*)\)\s*$")
_FOLLOWING = expression(r"[\"”“'»]*\s*\(([^()]*)\)")
_TRIM = " \t\n.,;:/*_|\"'“”„‘’»«–—-"

#: A phrase, not a story.
_MOST_WORDS, _LONGEST, _SHORT = 10, 120, 6
_WORDS = expression(r"[^\W_]+")


def read_aspects(unit: Unit, lexicon: Lexicon, titles: Titles) -> Iterator[Claim]:
    """Claims on the aspects of a unit.

    Args:
        unit: a piece of the page.
        lexicon: the words.
        titles: folded words of the character's name, by which sentences speak of it.
    """
    inside = unit.lists("aspects")
    if unit.kind == "heading" or unit.header:
        if inside and unit.header:
            yield carrier(unit.words.span())
    elif not inside:
        if unit.kind in {"prose", "line", "item"} and unit.section in {"", "tracks"}:
            yield from in_prose(unit.words, lexicon, titles)
    elif unit.kind == "row":
        yield from _in_row(unit, lexicon)
    elif unit.kind == "item":
        yield from _listed(unit, unit.body, unit.words, lexicon)
    else:
        yield from _in_paragraph(unit, lexicon, titles)


def in_prose(words: Slice, lexicon: Lexicon, titles: Titles) -> Iterator[Claim]:
    """Italics that sentences say of the character: `Sie ist /hellsichtig/, aber /verflucht/.`"""
    italics = list(words.runs("i"))
    if not italics:
        return
    if len(italics) > 1 and not tokens(lexicon.conjunction.sub(" ", _outside(words.text, italics))):
        yield from (phrase_claim(words.cut(start, end), KNOWN) for start, end in italics)
        yield carrier(words.span())
        return
    for sentence in sentences(words):
        offset = sentence.start - words.start
        within = [
            (a - offset, b - offset) for a, b in italics if a >= offset and b <= offset + len(sentence.text)
        ]
        if within:
            yield from _in_sentence(sentence, within, lexicon, titles)


def _in_sentence(
    words: Slice, italics: list[tuple[int, int]], lexicon: Lexicon, titles: Titles
) -> Iterator[Claim]:
    text = words.text
    first = italics[0][0]
    rest = lexicon.conjunction.sub(" ", _outside(text, italics)[first:])
    if not tokens(rest) and (_VALUES_END.search(text, 0, first) or _is_named(text[:first], lexicon, titles)):
        yield from (phrase_claim(words.cut(start, end), KNOWN, prose=True) for start, end in italics)
        return
    behind = 0
    going = False
    complete = True
    for start, end in italics:
        gap = text[behind:start]
        going = is_about(gap, lexicon, titles) or (
            going and (carries(without_brackets(gap), lexicon, titles) or goes_on(gap, lexicon))
        )
        complete = complete and going and carries(without_brackets(gap), lexicon, titles)
        if going and not is_scene(text[end:], lexicon):
            yield phrase_claim(words.cut(start, end), KNOWN, prose=True)
        behind = end
    if complete and carries(without_brackets(text[behind:]), lexicon, titles):
        yield carrier(words.span())


def _is_named(lead: str, lexicon: Lexicon, titles: Titles) -> bool:
    """Whether the character's name stands before aspects, and a sign between them: `Damiq –`, `Damiq:`."""
    return lead.rstrip()[-1:] in _SIGNS and tokens(lead) != [] and carries(lead, lexicon, titles)


def is_scene(following: str, lexicon: Lexicon) -> bool:
    """Whether a bracket behind an aspect says that it is the scene's: `(ein Aspekt der Gegend)`."""
    bracket = _FOLLOWING.match(following)
    return bracket is not None and lexicon.phrase("scene").search(bracket[1]) is not None


def phrase_claim(words: Slice, sure: int, *, prose: bool = False, span: Slice | None = None) -> Claim:
    """A claim on an aspect, without the punctuation around it; `span` is what else it accounts for."""
    text = words.text
    numbered = _NUMBERED.match(text)
    start = numbered.end() if numbered else len(text) - len(text.lstrip(_TRIM))
    inner = words.cut(start, max(start, len(text.rstrip(_TRIM))))
    place = (span or words).span()
    return Claim("aspects", Aspect(" ".join(inner.text.split())), place, inner.span(), sure, prose)


def _listed(unit: Unit, words: Slice, whole: Slice, lexicon: Lexicon) -> Iterator[Claim]:
    """One item of a list: its italics, or what stands behind its label, or all of it."""
    if unit.label and _is_plural(unit.label.text):
        yield from _in_paragraph(unit, lexicon, NOBODY)
        return
    label = _LABEL.match(words.text)
    if label and fold(label[1].strip(_TRIM)) in lexicon.stunt_kinds:
        return
    italics = list(words.runs("i"))
    if italics:
        yield from _marked(words, italics, lexicon)
        return
    if ";" in words.text and whole.text == words.text:
        for match in _BETWEEN.finditer(words.text):
            yield from _plain(words.cut(*match.span()), words.cut(*match.span()), lexicon)
        return
    if label and _is_origin(label[1], lexicon):
        words = words.cut(label.end())
    elif (bold := next(words.runs("b"), None)) and bold[1] < len(words.text) - 1:
        yield from _bold(words, bold, lexicon)
        return
    yield from _plain(words, whole, lexicon)


def _marked(words: Slice, italics: list[tuple[int, int]], lexicon: Lexicon) -> Iterator[Claim]:
    text = words.text
    for start, end in italics:
        if not is_scene(text[end:], lexicon):
            yield phrase_claim(words.cut(start, end), KNOWN)
    if italics[0][0] <= 1 and len(italics) == 1 and italics[0][1] >= len(text) - 1:
        return
    before = text[: italics[0][0]].strip()
    between = "".join(text[a:b] for (_, a), (b, _) in pairwise(italics))
    if (
        before.endswith((":", "–", "-", "("))
        or _is_origin(before, lexicon)
        or carries(before, lexicon, NOBODY)
    ):
        yield carrier(words.span(0, italics[0][0]))
    if carries(between, lexicon, NOBODY):
        yield carrier(words.span(italics[0][0], italics[-1][1]))
    if _is_origin(text[italics[-1][1] :], lexicon):
        yield carrier(words.span(italics[-1][1]))


def _bold(words: Slice, bold: tuple[int, int], lexicon: Lexicon) -> Iterator[Claim]:
    """Bold type is a label if it says where the aspect is from, else the aspect itself."""
    text = words.text
    rest = text[bold[1] :].lstrip()
    colon = text[: bold[1]].rstrip().endswith(":") or rest.startswith(":")
    if colon and _is_origin(text[slice(*bold)], lexicon):
        yield phrase_claim(words.cut(bold[1]), KNOWN, span=words)
    else:
        yield phrase_claim(words.cut(*bold), KNOWN)


def _plain(words: Slice, whole: Slice, lexicon: Lexicon) -> Iterator[Claim]:
    text = words.text
    before = _BEFORE.match(text)
    if before and _is_origin(before[1], lexicon):
        words = words.cut(before.end())
        text = words.text
    behind = _BEHIND.search(text)
    if behind and _is_origin(behind[1], lexicon):
        words = words.cut(0, behind.start())
    if _says_nothing(words.text, lexicon):
        yield carrier(whole.span())
    elif len(words.text) <= _LONGEST:
        yield phrase_claim(words, KNOWN, span=whole)


def _says_nothing(text: str, lexicon: Lexicon) -> bool:
    """An empty place: `?`, `noch offen`, `keine`."""
    words = tokens(text)
    small = len(words) <= 4 and not any(len(word) > 9 for word in words)
    return (
        not words
        or all(word.isdecimal() for word in words)
        or (small and (lexicon.phrase("open").search(text) is not None and carries_open(words, lexicon)))
        or (fold(text.strip(_TRIM)) in lexicon.sets["nothing"])
    )


def carries_open(words: list[str], lexicon: Lexicon) -> bool:
    """Whether words only say that something is open."""
    roles = ("open", "connectors", "copulas", "articles")
    return all(
        lexicon.number(word) is not None or any(lexicon.within(word, role) for role in roles)
        for word in words
    )


def _is_origin(text: str, lexicon: Lexicon) -> bool:
    """Whether a label or bracket says where an aspect comes from: `Aspekt aus der Kindheit`, `Beruf`, `3.`"""
    bare = text.strip(_TRIM + "()")
    if not bare or bare.isdecimal():
        return True
    return lexicon.section(bare) == "aspects" or any(
        fold(word) in lexicon.origins for word in (bare, *tokens(bare))
    )


def _is_plural(label: str) -> bool:
    first = tokens(label)[:1]
    return bool(first) and first[0].casefold().endswith(("e", "s"))


def _in_row(unit: Unit, lexicon: Lexicon) -> Iterator[Claim]:
    cells = [cell for cell in unit.cells if cell.text]
    if "aspects" in unit.columns:
        yield from _in_columns(unit, lexicon)
        return
    if unit.label and len(cells) > 1:
        yield carrier(cells[0].span())
        cells = cells[1:]
    marked = [cell for cell in cells if next(cell.runs("i"), None)]
    labels = [cell for cell in cells if _is_origin(cell.text, lexicon) and len(cells) > 1]
    yield from (carrier(cell.span()) for cell in labels if cell not in marked)
    for cell in marked or [cell for cell in cells if cell not in labels][:1]:
        yield from _listed(unit, cell, cell, lexicon)


def _in_columns(unit: Unit, lexicon: Lexicon) -> Iterator[Claim]:
    for cell, role in zip(unit.cells, unit.columns, strict=False):
        if role == "aspects" and cell.text:
            yield from _listed(unit, cell, cell, lexicon)
        elif role in {"source", "kind"} and cell.text:
            yield carrier(cell.span())


def _in_paragraph(unit: Unit, lexicon: Lexicon, titles: Titles) -> Iterator[Claim]:
    words = unit.body
    if counted := _counted(words):
        for piece in counted:
            italics = list(piece.runs("i"))
            yield from _marked(piece, italics, lexicon) if italics else _plain(piece, piece, lexicon)
        return
    for style in ("i", "b"):
        marked = list(words.runs(style))
        if marked and style == "i" and unit.label and _are_whole(words, marked, lexicon):
            break
        if marked and (style == "i" or carries(_outside(words.text, marked), lexicon, titles)):
            yield from _among_words(words, marked, lexicon, titles)
            return
    if _is_list(words.text, lexicon):
        yield from _separated(unit, lexicon)
        return
    quoted = [match.span(1) for match in _QUOTED.finditer(words.text)]
    if quoted:
        yield from _among_words(words, quoted, lexicon, titles)
        return
    for sentence in sentences(words):
        yield from _predicates(sentence, lexicon, titles)


def _counted(words: Slice) -> list[Slice]:
    """The aspects of a line that numbers them: `1. stur 2. schnell`; none if the numbers are others."""
    found = list(_NUMBER.finditer(words.text)) if words.text[:2].lstrip("(")[:1] == "1" else []
    if len(found) < _FEWEST or [int(match[1]) for match in found] != list(range(1, len(found) + 1)):
        return []
    ends = [*(match.start() for match in found[1:]), len(words.text)]
    return [words.cut(match.end(), end) for match, end in zip(found, ends, strict=True)]


def _are_whole(words: Slice, marked: list[tuple[int, int]], lexicon: Lexicon) -> bool:
    """Whether italics are some of the phrases between commas, and the others stand plain beside them."""
    text = words.text
    if not _is_list(text, lexicon):
        return False
    pieces = joined([words.cut(*cut) for cut in _cuts(text)], lexicon)
    bounds = [(piece.start - words.start, piece.end - words.start) for piece in pieces]
    full = [
        any(a <= start and end <= b and not (text[a:start] + text[end:b]).strip(_TRIM) for a, b in bounds)
        for start, end in marked
    ]
    return len(marked) < len(pieces) and all(full)


def _predicates(sentence: Slice, lexicon: Lexicon, titles: Titles) -> Iterator[Claim]:
    """`Lykos ist stur, schnell und treu.`: what a sentence without emphasis says of the character."""
    text = sentence.text
    verb = next((m for m in _WORDS.finditer(text) if lexicon.within(m[0], "copulas")), None)
    if verb is None or not tokens(text[: verb.start()]) or not carries(text[: verb.start()], lexicon, titles):
        return
    cuts = [
        (verb.end(), verb.end()),
        *(m.span() for m in lexicon.separator.finditer(text, verb.end())),
        (len(text),) * 2,
    ]
    phrases = [sentence.cut(before[1], behind[0]) for before, behind in pairwise(cuts)]
    if all(0 < len(tokens(phrase.text)) <= _SHORT for phrase in phrases):
        yield from (phrase_claim(phrase, SHAPED, prose=True) for phrase in phrases)
        yield carrier(sentence.span())


def _outside(text: str, marked: list[tuple[int, int]]) -> str:
    ends = [0, *(end for _, end in marked)]
    starts = [*(start for start, _ in marked), len(text)]
    return " ".join(text[end:start] for end, start in zip(ends, starts, strict=True))


def _among_words(
    words: Slice, marked: list[tuple[int, int]], lexicon: Lexicon, titles: Titles
) -> Iterator[Claim]:
    """Every marked phrase of a paragraph on aspects; sentences that hold nothing else are accounted for."""
    for sentence in sentences(words):
        offset = sentence.start - words.start
        within = [
            (a - offset, b - offset) for a, b in marked if a >= offset and b <= offset + len(sentence.text)
        ]
        outside = without_brackets(_outside(sentence.text, within))
        told = _is_told(outside, lexicon)
        for start, end in within:
            if _is_phrase(sentence.text[start:end]) and not is_scene(sentence.text[end:], lexicon):
                yield phrase_claim(sentence.cut(start, end), KNOWN, prose=told)
        if within and (carries(outside, lexicon, titles) or _is_origin(_label_of(outside, lexicon), lexicon)):
            yield carrier(sentence.span())


def _is_told(outside: str, lexicon: Lexicon) -> bool:
    """Whether there is more around aspects than a label, commas and `und`."""
    words = tokens(_label_of(outside, lexicon))
    return any(lexicon.within(word, "copulas") for word in words) or not (
        _is_origin(_label_of(outside, lexicon), lexicon) or carries(" ".join(words), lexicon, NOBODY)
    )


def _label_of(outside: str, lexicon: Lexicon) -> str:
    """The label of a sentence that has nothing but a label, commas and `und` around its aspects."""
    label, colon, rest = outside.partition(":")
    return label if colon and all(lexicon.within(word, "conjunctions") for word in tokens(rest)) else outside


def _is_phrase(text: str) -> bool:
    return 0 < len(tokens(text)) <= _MOST_WORDS + 4


def _is_list(text: str, lexicon: Lexicon) -> bool:
    """Whether a paragraph without emphasis is a list of phrases: no sentences, nothing too long."""
    if re.search(r"[.!?]\s", text):
        return False
    pieces = [text[slice(*cut)] for cut in _cuts(text)]
    said = any(_states(word, lexicon) for piece in pieces for word in tokens(piece)[1:3])
    return (
        bool(pieces) and not (said and len(pieces) < 3) and all(len(tokens(p)) <= _MOST_WORDS for p in pieces)
    )


def _cuts(text: str) -> list[tuple[int, int]]:
    """Where the phrases of a list begin and end: between commas, else between slashes or dashes."""
    found = [match.span() for match in _LISTED.finditer(text) if tokens(match[0])]
    for sign, fewest in _SLASHED if len(found) == 1 else ():
        between = [match.span() for match in sign.finditer(text)]
        if len(between) > fewest:
            starts = [0, *(end for _, end in between)]
            return list(zip(starts, [*(start for start, _ in between), len(text)], strict=True))
    return found


def _states(word: str, lexicon: Lexicon) -> bool:
    """Whether a word is `ist` or the like; `am` is seldom the English one."""
    return lexicon.within(word, "copulas") and not lexicon.within(word, "prepositions")


def _separated(unit: Unit, lexicon: Lexicon) -> Iterator[Claim]:
    words = unit.body
    lines = words.lines()
    pieces = (
        lines if len(lines) > 1 and not any("," in line.text or ";" in line.text for line in lines) else None
    )
    between = [words.cut(*cut) for cut in _cuts(words.text)]
    for piece in pieces or joined(between, lexicon):
        label = _LABEL.match(piece.text)
        inner = piece.cut(label.end()) if label and _is_origin(label[1], lexicon) else piece
        if tokens(inner.text):
            yield from (claim for claim in _plain(inner, piece, lexicon))
