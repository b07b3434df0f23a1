"""Stunts: with a word for their kind, as a sentence, or in italics within prose."""

import re
from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.claims import KNOWN, SHAPED, WEAK, Claim, carrier, overlap
from tontafel.parsers.reader.flat import Slice, stretch
from tontafel.parsers.reader.lexicon import NOBODY, Lexicon, Titles
from tontafel.parsers.reader.sentences import carries, sentences, tokens
from tontafel.parsers.reader.skill_names import name_of
from tontafel.parsers.reader.units import Unit
from tontafel.rules.model import Stunt
from tontafel.rules.names import fold

_TRIM = " \t\n.,;:*_|–—-"
_BEHIND_KIND = expression(r"[\s*_'’‘]*(?:[:=–—|-]|\((?![^()]*\)\s*[:–]))[\s*_'’‘]*|[)'’‘]{0,3}\s+")
_QUALIFIER = expression(r"\s*\([^()]*\)(?=\s*[:–-])")
_ENDS_NAME = expression(r"[,;:()|\n]|\s[–—-]\s|\.\s+(?=[A-ZÄÖÜ„“])|\.$")
_QUOTED = expression(r"[\"„“»]([^\"“”„«»\n]{2,60})[\"”“«]")
_PLUS = expression(r"\s*[\"”“]?\s*\(\+\d\b|\s+\+\d\b")
#: What is left of `Begabung (Bogen): auch im Nahkampf`.
#: Where another kind may begin in a line, and what makes a label of it.
_AND_KIND = expression(r"[,;.)]\s+(?=[^\W\d_])")
_BETWEEN = expression(r"[^;]*[^\s;][^;]*")
_LABELS = expression(r"(?:\s+[^\W\d_]+){0,3}?[*_/]{0,2}\s*[:(=–]")
_UNOPENED = expression(r"^\(?([^()]*)\)\s*:")
_FOR_ONESELF = expression(r"(?:\s+\w+){0,4}?\s*:")
_SEVERAL = 2
_ONE_MORE = expression(r"\+\s?1\b")
#: What names a track in passing has no more words.
_FEW = 4
#: A skill that is meant stands no farther behind `statt`.
_FAR = 30
_LONGEST_NAME, _LONGEST_WEAK, _LONGEST_LABEL = 8, 200, 50


class _Start(Struct, frozen=True, gc=False):
    """Where a stunt begins in prose: at a thing in italics, or at the word for a kind and what follows it."""

    at: int
    kind: str
    told: int
    thing: Slice | None


class Kind(Struct, frozen=True, gc=False):
    """The word for a kind in a text, and where what it says begins and ends."""

    kind: str
    start: int
    end: int
    #: Whether the word is a label for what follows it.
    label: bool


def read_stunts(unit: Unit, lexicon: Lexicon, titles: Titles = NOBODY) -> Iterator[Claim]:
    """Claims on the stunts of a row, an item, a line or a paragraph; `titles` name the bearer."""
    inside = unit.lists("stunts")
    if unit.kind == "heading" or unit.header:
        if inside and unit.header:
            yield carrier(unit.words.span())
    elif inside and _only_names_kinds(unit.body, lexicon):
        return
    elif unit.kind == "row":
        if inside:
            yield from _in_row(unit, lexicon)
    elif inside and (several := _in_a_row(unit.body, lexicon)):
        for words in several:
            yield from _one(words, words, lexicon, inside)
    elif unit.kind in {"item", "line"} or (inside and _is_one(unit.body, lexicon)):
        yield from _one(unit.words, unit.body, lexicon, inside)
    elif inside:
        yield from in_prose(unit.body, lexicon, titles)
    elif unit.section == "":
        yield from _one(unit.words, unit.body, lexicon, inside=False)


def _in_a_row(words: Slice, lexicon: Lexicon) -> list[Slice]:
    """Several stunts in one line, each behind its kind: `Begabung (Ringen), Gegenstand: ein Seil`."""
    if not _AND_KIND.search(words.text):
        return []
    if ";" in words.text:
        found = [words.cut(*match.span()) for match in _BETWEEN.finditer(words.text)]
        if len(found) > 1 and all(kind_of(one, lexicon) or stunt(None, one, lexicon).kind for one in found):
            return [piece for one in found for piece in _in_a_row(one, lexicon) or [one]]
    cuts = [0]
    for match in _AND_KIND.finditer(words.text):
        kind = lexicon.stunt_kind.match(words.text, match.end())
        if kind and _LABELS.match(words.text, kind.end()):
            cuts.append(match.end())
    first = lexicon.stunt_kind.match(words.text)
    ends = [len(words.text[:cut].rstrip(" ,;")) for cut in [*cuts[1:], len(words.text)]]
    pieces = [words.cut(start, end) for start, end in zip(cuts, ends, strict=True)]
    return pieces if len(pieces) > 1 and first else []


def _only_names_kinds(words: Slice, lexicon: Lexicon) -> bool:
    """Whether words name kinds and say nothing of any: `Möglich sind Begabung, Gegenstand oder Artefakt.`"""
    kinds = list(lexicon.stunt_kind.finditer(words.text))
    if len(kinds) < _SEVERAL or next(words.runs("i"), None) or ":" in words.text[kinds[0].end() :]:
        return False
    gaps = [words.text[one.end() : other.start()] for one, other in pairwise(kinds)]
    behind = tokens(words.text[kinds[-1].end() :])
    return len(behind) < _SEVERAL and all(carries(gap, lexicon, NOBODY) for gap in gaps)


def _is_one(words: Slice, lexicon: Lexicon) -> bool:
    """Whether a paragraph is one stunt: a single sentence with one word for a kind, or one thing at most."""
    found = list(sentences(words))
    if len(found) != 1 or kind_of(words, lexicon) is None:
        return False
    kinds = list(lexicon.stunt_kind.finditer(words.text))
    return len(kinds) == 1 and len(list(words.runs("i"))) <= 1


def stunt(kind: str | None, words: Slice, lexicon: Lexicon) -> Stunt:
    """A stunt with what its kind needs, found in its words.

    A kind that nobody names is guessed only where one known skill stands in for another, or companions
    have something of a known skill.
    """
    text = " ".join(_UNOPENED.sub(r"\1:", words.text).replace(" | ", ", ").split()).strip(" |;,")
    skill, replaces = _exchanged(words.text, lexicon)
    if kind not in {"substitute", None} and not (_is_skill(skill, lexicon) and _is_skill(replaces, lexicon)):
        # `Reiten: auch durch Sandsturm`
        skill = replaces = None
    if kind is None:
        kind = "substitute" if skill and replaces else _for_others(words.text, lexicon)
    made = Stunt(kind=kind, text=text)  # type: ignore[arg-type]
    if kind in {"item", "artifact"}:
        return replace(made, name=_thing(words, lexicon))
    track = lexicon.track_names.search(words.text)
    named = lexicon.track(track[0]) if track and kind in {"extra_box", "track_skill"} else None
    if kind in {"talent", "bonus_for_others", "substitute_for_others", "track_skill"}:
        skill = skill or _skill(words.text, lexicon, leading=kind != "track_skill")
    if kind == "substitute" and not (skill or replaces):
        known = {lexicon.skill(found[0]) for found in lexicon.skill_names.finditer(words.text)}
        skill = known.pop() if len(known) == 1 else None
    if named is None and (kind == "extra_box" or (kind == "track_skill" and skill)):
        named = _unknown_track(words.text, lexicon)
    if kind in {"extra_box", None}:
        skill = replaces = None
    return replace(made, skill=skill, replaces=replaces, track=named)


def _for_others(text: str, lexicon: Lexicon) -> str | None:
    """The kind of `Meine Gefährten bekommen +1 auf Handeln` and `Ihre Freunde dürfen Reiten mitbenutzen`."""
    if not (lexicon.phrase("companions").search(text) and lexicon.skill_names.search(text)):
        return None
    if _ONE_MORE.search(text):
        return "bonus_for_others"
    return "substitute_for_others" if lexicon.phrase("using").search(text) else None


def in_prose(words: Slice, lexicon: Lexicon, titles: Titles) -> Iterator[Claim]:
    """Stunts in sentences: things in italics, and from a word for a kind on to the next one."""
    starts: list[_Start] = []
    for sentence in sentences(words):
        starts += _starts(words, sentence, lexicon)
    if not starts:
        guessed = [one for one in sentences(words) if stunt(None, one, lexicon).kind]
        for sentence in guessed if len(guessed) > 1 else [words]:
            yield from _sentence(sentence, lexicon)
        return
    starts.sort(key=lambda start: start.at)
    ends = [_end(words, start.at, behind.at) for start, behind in pairwise(starts)] + [len(words.text)]
    claims = []
    for start, end in zip(starts, ends, strict=True):
        told = start.thing or words.cut(start.told, max(end, start.told))
        whole = start.thing or words.cut(start.at, max(end, start.told))
        if carries(told.text, lexicon, NOBODY):
            # The word for the kind ends its sentence: `Ihre Fassung hat ein weiteres Kästchen.`
            own = _alone(words, start.at, starts)
            if own is None or carries(_without(own, lexicon), lexicon, titles):
                continue
            told = whole = own
        claims.append(_claim(stunt(start.kind, told, lexicon), whole, told, KNOWN, prose=True))
    claims += [
        _claim(made, sentence, sentence, KNOWN, prose=True)
        for sentence in sentences(words)
        if not any(overlap(one.span, sentence.span()) for one in claims)
        and (made := stunt(None, sentence, lexicon)).kind
    ]
    yield from claims
    yield from _carried(words, claims, lexicon, titles)


def _alone(words: Slice, at: int, starts: list[_Start]) -> Slice | None:
    """The sentence around a place, if only one stunt begins there."""
    for sentence in sentences(words):
        first, last = sentence.start - words.start, sentence.end - words.start
        if first <= at < last:
            return sentence if sum(first <= start.at < last for start in starts) == 1 else None
    return None


def _without(sentence: Slice, lexicon: Lexicon) -> str:
    return lexicon.stunt_kind.sub(" ", sentence.text, count=1)


def _end(words: Slice, start: int, behind: int) -> int:
    """Where a stunt ends before the next one: with its sentence, if the next one has another."""
    for sentence in sentences(words):
        first = sentence.start - words.start
        if start < first <= behind <= sentence.end - words.start:
            return first
    return behind


def _starts(words: Slice, sentence: Slice, lexicon: Lexicon) -> Iterator[_Start]:
    offset = sentence.start - words.start
    things = list(_things(sentence, lexicon))
    for at, kind, thing in things:
        yield _Start(offset + at, kind, offset + at, thing)
    for match in lexicon.stunt_kind.finditer(sentence.text):
        kind = lexicon.stunt_kinds[fold(match[0])]
        if not (things and kind in {"item", "artifact"}):
            end = offset + match.end()
            oneself = _FOR_ONESELF.match(words.text, end)
            yield _Start(offset + match.start(), kind, oneself.end() if oneself else end, None)


def _carried(words: Slice, claims: list[Claim], lexicon: Lexicon, titles: frozenset[str]) -> Iterator[Claim]:
    """Account for what only connects the stunts of a sentence: `Herakles hat den … und das …, sowie eine`."""
    for sentence in sentences(words):
        rest = []
        for match in re.finditer(r"\w+", sentence.text):
            place = sentence.span(*match.span())
            if not any(claim.span.start <= place.start and place.end <= claim.span.end for claim in claims):
                rest.append(match[0])
        if rest and len(rest) < len(tokens(sentence.text)) and carries(" ".join(rest), lexicon, titles):
            yield carrier(sentence.span())


def _sentence(words: Slice, lexicon: Lexicon) -> Iterator[Claim]:
    found = stunt(None, words, lexicon)
    if found.kind:
        yield _claim(found, words, words, KNOWN, prose=True)
    elif _says_nothing(words.text, lexicon):
        yield carrier(words.span())
    elif len(words.text) <= _LONGEST_WEAK:
        yield _claim(found, words, words, WEAK, prose=True)


def _things(sentence: Slice, lexicon: Lexicon) -> Iterator[tuple[int, str, Slice]]:
    """Things in italics: `den /Bogen des Apollo/`; one with `(+1)` behind it is an artifact."""
    kinds = [lexicon.stunt_kinds[fold(m[0])] for m in lexicon.stunt_kind.finditer(sentence.text)]
    for start, end in sentence.runs("i"):
        text = sentence.text[start:end]
        if lexicon.stunt_kind.fullmatch(text) or lexicon.skill(text):
            continue
        before = kinds and lexicon.stunt_kind.search(sentence.text[:start])
        artifact = _PLUS.match(sentence.text[end:]) or (before and "artifact" in kinds)
        yield start, "artifact" if artifact else "item", sentence.cut(start, end)


def _one(whole: Slice, words: Slice, lexicon: Lexicon, inside: bool) -> Iterator[Claim]:
    """The stunt that an item or a line is; `words` are what stands behind a label in the `whole`."""
    if not inside and (
        ":" not in words.text[:_LONGEST_LABEL] or not lexicon.stunt_kind.search(words.text, 0, _LONGEST_LABEL)
    ):
        return
    kind = kind_of(words, lexicon)
    if kind is None:
        if inside and tokens(words.text) and not _says_nothing(words.text, lexicon):
            yield _claim(stunt(None, words, lexicon), whole, words, KNOWN)
        elif inside:
            yield carrier(whole.span())
    elif carries(lexicon.stunt_kind.sub(" ", words.text, count=1), lexicon, NOBODY):
        yield carrier(whole.span())
    elif inside or kind.label:
        told = _told(words, kind)
        yield _claim(stunt(kind.kind, told, lexicon), whole, told, KNOWN if inside else SHAPED)


def _says_nothing(text: str, lexicon: Lexicon) -> bool:
    bare = text.strip(_TRIM + "()?…")
    small = len(tokens(bare)) <= 4
    return (
        not bare
        or fold(bare) in lexicon.sets["nothing"]
        or (small and lexicon.phrase("open").search(bare) is not None)
    )


def kind_of(words: Slice, lexicon: Lexicon) -> Kind | None:
    """The word for a kind: as a label at the start, in a bracket at the end, or anywhere."""
    text = words.text
    found = lexicon.stunt_kind.search(text)
    if not found:
        return None
    kind = lexicon.stunt_kinds[fold(found[0])]
    start, end = found.span()
    leading = not [word for word in tokens(text[:start]) if not lexicon.within(word, "articles")]
    if leading:
        if _QUALIFIER.match(text, end):
            return Kind(kind, start, text.index("(", end) + 1, label=True)
        behind = _BEHIND_KIND.match(text, end)
        emphasised = any(a <= start and b >= end for style in "bi" for a, b in words.runs(style))
        colon = behind is not None and behind[0].strip(" *_") != ""
        rest = text[behind.end() :].split() if behind else []
        thing = bool(rest) and (rest[0][0].isupper() or lexicon.within(rest[0], "articles"))
        label = emphasised or colon or thing or end == len(text)
        return Kind(kind, start, behind.end() if behind else end, label)
    return Kind(kind, start, end, label=False)


def _told(words: Slice, kind: Kind) -> Slice:
    """What a stunt says besides the word for its kind, if that word is a label or in a bracket."""
    text = words.text
    rest = text[kind.end :].strip(_TRIM + "()")
    if kind.label and rest:
        end = len(text)
        opening = text[: kind.end].rstrip().endswith("(")
        return words.cut(kind.end, end - 1 if opening and text.endswith(")") else end)
    if text[: kind.start].rstrip().endswith("(") and text[kind.end :].lstrip()[:1] == ")":
        return words.cut(0, text.rindex("(", 0, kind.start))
    return words


def _claim(made: Stunt, whole: Slice, at: Slice, sure: int, *, prose: bool = False) -> Claim:
    return Claim("stunts", made, whole.span(), at.span(), sure, prose)


def _in_row(unit: Unit, lexicon: Lexicon) -> Iterator[Claim]:
    cells = [cell for cell in unit.cells if cell.text]
    kinds = {index: kind for index, cell in enumerate(cells) if (kind := kind_of(cell, lexicon))}
    if not cells or (len(cells) == 1 and _says_nothing(cells[0].text, lexicon)):
        return
    if len(cells) == 1:
        yield from _one(unit.words, unit.body, lexicon, inside=True)
        return
    if cells[0].text.rstrip(".").isdecimal() or (unit.label and not kinds.get(0)):
        cells = cells[1:]
        kinds = {index - 1: kind for index, kind in kinds.items()}
    pure = next((i for i, k in kinds.items() if 0 <= i < len(cells) and not _told_besides(cells[i], k)), None)
    rest = [cell for index, cell in enumerate(cells) if index != pure]
    told = stretch(rest[0].flat, rest[0].start, rest[-1].end) if rest else cells[0]
    if pure is not None and 0 < pure < len(cells) - 1:
        told = rest[0]
    word = kinds[pure].kind if pure is not None else next((k.kind for k in kinds.values()), None)
    yield _claim(stunt(word, told, lexicon), unit.words, told, KNOWN)


def _told_besides(cell: Slice, kind: Kind) -> bool:
    return bool((cell.text[: kind.start] + cell.text[kind.end :]).strip(_TRIM + "()"))


def _thing(words: Slice, lexicon: Lexicon) -> str | None:
    """A thing's name: in italics, in quotation marks, or the words up to a comma or bracket, no article."""
    emphasis = next((run for style in "ib" for run in words.runs(style)), None)
    quoted = _QUOTED.search(words.text)
    if emphasis:
        name = words.text[slice(*emphasis)]
    elif quoted:
        name = quoted[1]
    else:
        end = _ENDS_NAME.search(words.text)
        name = words.text[: end.start()] if end else words.text
    parts = name.strip(_TRIM).split()
    if parts and not emphasis and lexicon.within(parts[0], "articles"):
        parts = parts[1:]
    sentence = any(lexicon.within(word, "copulas") or lexicon.within(word, "pronouns") for word in parts[:2])
    return " ".join(parts) if parts and len(parts) <= _LONGEST_NAME and not sentence else None


def _exchanged(text: str, lexicon: Lexicon) -> tuple[str | None, str | None]:
    """(used, replaced) of `Mystik statt Rhetorik`, `Rhetorik durch Mystik` or `Mystik für Rhetorik`."""
    for role in ("used_first", "replaced_first", "used_for"):
        for match in lexicon.phrase(role).finditer(text):
            before = _last_skill(text[: match.start()], lexicon)
            after = _first_skill(text[match.end() :], lexicon)
            if role == "used_first" and not before and (pair := _both_behind(text[match.end() :], lexicon)):
                return pair
            before, after = (None if name and lexicon.track(name) else name for name in (before, after))
            if before and after:
                return (after, before) if role == "replaced_first" else (before, after)
    return None, None


def _both_behind(text: str, lexicon: Lexicon) -> tuple[str | None, str | None] | None:
    """(used, replaced) behind `statt`: `statt Rhetorik nimmt sie Ringen`."""
    found = [match for match in lexicon.skill_names.finditer(text) if not lexicon.track(match[0])]
    if len(found) < _SEVERAL or found[0].start() >= _FAR:
        return None
    return lexicon.skill(found[1][0]), lexicon.skill(found[0][0])


def _last_skill(text: str, lexicon: Lexicon) -> str | None:
    found = list(lexicon.skill_names.finditer(text))
    if found:
        return lexicon.skill(found[-1][0])
    words = text.split()
    return _capitalised(words[-1]) if words and len(words) <= 2 else None


def _first_skill(text: str, lexicon: Lexicon) -> str | None:
    found = lexicon.skill_names.search(text)
    if found and found.start() < _FAR:
        return lexicon.skill(found[0])
    words = tokens(text)
    return _capitalised(words[0]) if words and not lexicon.within(words[0], "articles") else None


def _is_skill(name: str | None, lexicon: Lexicon) -> bool:
    return name is not None and lexicon.skill(name) is not None


def _unknown_track(text: str, lexicon: Lexicon) -> str | None:
    """The one noun of a few words that is no skill: `für Ruhm`, `Ruhm durch Speer`."""
    end = _ENDS_NAME.search(text)
    words = tokens(text[: end.start()] if end else text)
    nouns = [word for word in words if word[0].isupper() and not lexicon.skill(word)]
    return nouns[0] if len(nouns) == 1 and len(words) <= _FEW else None


def _capitalised(word: str) -> str | None:
    bare = word.strip(_TRIM + "()\"'„“”")
    return bare if bare[:1].isupper() else None


def _skill(text: str, lexicon: Lexicon, *, leading: bool) -> str | None:
    """The skill of a stunt: the first known one, else what stands alone before a comma."""
    found = lexicon.skill_names.search(text)
    if found:
        return lexicon.skill(found[0])
    end = _ENDS_NAME.search(text)
    first = text[: end.start()] if end else text
    name = name_of(first, lexicon) if leading and len(first.split()) <= 2 else None
    return name.name if name and first[:1].isupper() else None
