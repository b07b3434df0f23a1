"""Lines of names with values: skills, attributes and all else that a number belongs to."""

import re
from collections.abc import Iterator
from itertools import pairwise

from msgspec.structs import replace

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.claims import KNOWN, SHAPED, WEAK, Claim, carrier
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.skill_names import TRIM, Name, is_vacant, listed, name_of, open_slots, pieces
from tontafel.parsers.reader.steps import step_value
from tontafel.parsers.reader.values import Value, claim, is_filled, owned
from tontafel.rules.message import message
from tontafel.rules.model import Skill
from tontafel.rules.span import Path, Span

_VALUE_FIRST = expression(
    r"(?P<step>(?:[^\W\d][\w ]{1,24}?[\s(]+)?[+]?\d{1,2}\)?)\s*%?"
    r"\s*(?:[:=]|[.–-]\s|(?<=\d)\)|\s)\s*(?=[^\W\d])"
)
_PAIR = expression(
    r"(?P<name>[^\W\d][^\d\n]*?)\s*(?P<sep>[:=(]|[.…]{2,}|…|\s[–-]{1,2}\s|\s)\s*(?P<value>[+]?(?:(?<![\w)])-)?\d{1,3})(?:/100?(?!\d))?\s*%?\)?"
    r"(?:(?:\s*(?:→|⇒|->|=>)\s*|(?:\s*\(?\+\s*\d{1,3}(?!\d)\s*%?\)?)+\s*=?\s*)(?P<risen>\d{1,3})\s*%?)*"
    r"(?P<sum>(?:\s*\+\s*\d{1,3}(?!\d)\s*%?)*)"
    r"(?P<rest>(?:\s*\([^()]*\))*)(?:\s*(?P<mark>\[?[xX×✗✘✓☒☑●■*]\]?))?\W*"
)
_RUN_ON = expression(r"(?:[^\W\d][^\d,;:\n]*?\s*(?:\s[+]?\d{1,3}|\(\d{1,3}\))\s*%?(?:\s+|$)){2,}")
_RUN_ON_VALUES = expression(r"(?:[+]?\d{1,2}\s+[^\W\d][^\d,;:\n]*){2,}")
_VALUE_OF_RUN = expression(r"[+]?(\d{1,2})\s+([^\W\d][^\d,;:\n+]*)")
_ONE_OF_RUN = expression(r"([^\W\d][^\d,;:\n]*?)\s*(?:\s[+]?|\()(\d{1,3})\)?(?=\s|%|$)\s*%?")
_BETWEEN_SEMICOLONS = expression(r"[^;]+")
_ROWS = expression(r"(?:[+]?\d{1,2}[:)=]?\s+[A-ZÄÖÜ](?:[^\d\n(]|\([^()\n]*\))*){2,}")
_ROW = expression(r"(?<![(\w+])[+]?\d{1,2}[:)=]?\s+(?=[A-ZÄÖÜ])")
#: A row's value without a word for it.
_BARE_STEP = expression(r"[+]?(\d{1,2})\s*(?:[:=)]|[–-]\s)\s*")
_DIGIT = expression(r"[0-9]")
_NUMBERS = expression(r"[0-9]+")
#: A sign before a skill that marks it, or a free box in its place.
_MARK_BEFORE = expression(
    r"\W{0,2}(?:\(([xX× ])\)|\[([xX×_ ]?)\]|([☒☑●■✗✘□☐○❏])|([xX×])(?=\s))\s*(?=[^\W\d])"
)
#: `Mystik ?`, `Mystik: viel`: a word where a number should be.
_NO_VALUE = expression(r"(.{2,40}?)\s*[:=–-]?\s+(\?+|[^\W\d]\w{0,11})\W*")
#: `Suchen 40 (+20)`: nobody knows what it is for.
_MODIFIER = expression(r"\(\s*(?:[+-]\d|\d{1,3}\s*%?\s*\))")
#: What everyone has of a skill: `Athletik 50 % (Basis 30)`.
_BASE = expression(r"\(\s*([^\W\d]+)\s*:?\s*(\d{1,3})\s*%?\s*\)")
_DASH = expression(r"\s[–—-]\s")
#: `Bewegung 5 – läuft den ganzen Tag`: what is said of a value behind a dash.
_REMARK = expression(r"([^\n]{2,40}?[0-9]\s*%?)\s+[–—-]{1,2}\s+[^\W\d]")
#: `Schriften: –`: nothing at all.
_NOTHING = expression(r"(.{2,40}?)\s*[:=]?\s*[–—-]+\s*")
_LONGEST, _LONGEST_PAIR = 40, 80
#: Words that no skill's name begins with.
_SAYING = ("articles", "pronouns", "possessives", "copulas", "connectors", "at")


def entries(words: Slice, lexicon: Lexicon, *, inside: bool, value: int | None = None) -> Iterator[Claim]:
    """Claims on a line such as `5: Ringen`, `Ringen 5, Athletik 4`, `ST 11 KO 13` or `Suchen 40 % (x)`.

    Args:
        words: the line without its label.
        lexicon: the words.
        inside: whether the line stands where skills are listed.
        value: the value of the names, given above them.
    """
    if value is None and not _DIGIT.search(words.text):
        step, rest = _named_step(words, lexicon)
        if step is None:
            if inside:
                yield from _without_values(words, lexicon)
            return
        yield carrier(words.span(0, rest.start - words.start))
        value, words = step, rest
    if value is not None:
        yield from names(words, value, lexicon, inside)
        return
    found = _owned(words, lexicon)
    if not found:
        yield from _line(words, lexicon, inside)
        return
    at = 0
    for start, end, one in [*found, (len(words.text), 0, None)]:
        if _DIGIT.search(words.text, at, start):
            yield from _line(words.cut(at, start), lexicon, inside)
        if one:
            yield one
        at = end
    if is_filled(words, found, lexicon):
        yield carrier(words.span())


def _owned(words: Slice, lexicon: Lexicon) -> list[tuple[int, int, Claim]]:
    """Attributes and the like with their values; short names in small letters only in a row of them."""
    if not lexicon.lists_values or words.text[0] in "+0123456789":
        return []
    found = owned(words, lexicon)
    sure = [one for one in found if not _is_small(words.text[one[0] : one[1]])]
    return found if len(found) > 1 and is_filled(words, found, lexicon) else sure


def _is_small(text: str) -> bool:
    """Whether a short name is in small letters: `in 5`."""
    return text[:1].islower() and text[2:3] in " :="


def _line(words: Slice, lexicon: Lexicon, inside: bool) -> Iterator[Claim]:
    bare = _BARE_STEP.match(words.text) if inside else None
    if bare and _is_open(words.cut(bare.end()), lexicon):
        rest = words.cut(bare.end())
        yield carrier(words.span(0, None if is_vacant(rest.text, lexicon) else bare.end()))
        yield from names(rest, int(bare[1]), lexicon, inside)
        return
    behind = _behind_label(words, lexicon) if inside and _has_label(words.text) else None
    if behind:
        yield carrier(words.span(0, behind.start - words.start))
        words = behind
    rows = _rows(words, lexicon)
    if len(rows) > 1:
        for row in rows:
            yield from _line(row, lexicon, inside)
        return
    parts = list(pieces(words))
    if ":" in words.text and (fields := list(_fields(parts, lexicon, inside))):
        yield from fields
        return
    if all(_DIGIT.search(piece.text) for piece in parts) and not _lists_skills(words, lexicon):
        found = [claim for piece in parts for claim in _pairs(piece, lexicon, inside)]
        if len(found) >= len(parts):
            yield from found
            return
    first = _VALUE_FIRST.match(words.text)
    if first and (step := step_value(first["step"], lexicon)) is not None:
        yield carrier(words.span(0, first.end()))
        yield from names(words.cut(first.end()), step, lexicon, inside)
        return
    for piece in parts:
        yield from _pairs(piece, lexicon, inside)


def _has_label(text: str) -> bool:
    """Whether a text could begin with a label; costs next to nothing where it cannot."""
    return ":" in text or " – " in text or " - " in text or " — " in text


def _behind_label(words: Slice, lexicon: Lexicon) -> Slice | None:
    """The values behind a label that names a group of skills: `Körperlich: Athletik 50 %, Reiten 40 %`."""
    label, sign, rest = words.text.partition(":")
    if not sign:
        dash = _DASH.search(words.text)
        label, rest = (words.text[: dash.start()], words.text[dash.end() :]) if dash else ("", "")
        if not label or lexicon.section(label) != "skills":
            return None
    if _DIGIT.search(label) or lexicon.named(label.strip(TRIM)) or step_value(label, lexicon) is not None:
        return None
    if lexicon.within(label.strip(TRIM).partition(" ")[0], "pronouns"):
        return None
    behind = words.cut(len(words.text) - len(rest))
    first = as_pair(next(pieces(behind), words).text) if rest.strip() else None
    known = name_of(first["name"], lexicon) if first else None
    return behind if known and known.known else None


def _fields(parts: list[Slice], lexicon: Lexicon, inside: bool) -> Iterator[Claim]:
    """Fields of one skill that stands before all of them: `Fremdsprachen: Latein 40 %, Englisch 50 %`."""
    label, colon, _ = parts[0].text.partition(":")
    found = [(parts[0].cut(len(label) + 1), parts[0]), *((part, part) for part in parts[1:])]
    pairs = [as_pair(words.text) for words, _ in found]
    if not colon or len(parts) == 1 or not lexicon.skill(label.strip(TRIM)):
        return
    if not all(pair and not lexicon.named(pair["name"].strip(TRIM)) for pair in pairs):
        return
    for words, piece in found:
        for made in _marked_pair(words, lexicon, inside=True):
            field = as_field(made, lexicon.skill(label.strip(TRIM)) or label, lexicon)
            yield replace(field, span=piece.span(), sure=KNOWN if inside else SHAPED)


def _is_open(words: Slice, lexicon: Lexicon) -> bool:
    """Whether a row begins with places that nobody has: `3 offen, Speer`, `keine`, `-`."""
    first = next(pieces(words), None)
    return first is None or is_vacant(words.text, lexicon) or open_slots(first.text, lexicon) > 0


def as_field(made: Claim, skill: str, lexicon: Lexicon) -> Claim:
    """A claim on a skill that nobody knows as one on the field of another: `Latein 40 %`, of Fremdsprache."""
    if made.field != "skills" or lexicon.skill(made.value.name):
        return made
    own = made.value
    field = f"{own.name} ({own.specialisation})" if own.specialisation else own.name
    return replace(made, value=replace(own, name=skill, specialisation=field))


def _lists_skills(words: Slice, lexicon: Lexicon) -> bool:
    """Whether a line is a value and several known skills without commas: `+2 Athletik Ringen Reiten`."""
    first = _VALUE_FIRST.match(words.text)
    names = words.text[first.end() :].split() if first else []
    return len(names) > 1 and all(map(lexicon.skill, names))


def _rows(words: Slice, lexicon: Lexicon) -> list[Slice]:
    """Several rows in one line, each of which begins with its value: `5: Ringen; 4: Athletik, Bogen`."""
    if ";" in words.text:
        cuts = [match.span() for match in _BETWEEN_SEMICOLONS.finditer(words.text)]
        rows = [words.cut(*cut) for cut in cuts if words.text[slice(*cut)].strip()]
        return rows if all(_step_before(row.text, lexicon) is not None for row in rows) else []
    if words.text[:1] not in "+0123456789" or not _ROWS.fullmatch(words.text):
        return []
    starts = [match.start() for match in _ROW.finditer(words.text)]
    return [words.cut(start, end) for start, end in pairwise([*starts, len(words.text)])]


def _step_before(text: str, lexicon: Lexicon) -> int | None:
    """The value that a row begins with."""
    first = _VALUE_FIRST.match(text)
    return step_value(first["step"], lexicon) if first else None


def pair_value(pair: re.Match[str]) -> int:
    """The value of a pair; of `40 → 43` and `30 + 20 = 50` the one that it has become."""
    return int(pair["risen"] or pair["value"]) + sum(map(int, _NUMBERS.findall(pair["sum"])))


def as_pair(text: str) -> re.Match[str] | None:
    """A name and its value from one end of the text to the other."""
    return _PAIR.fullmatch(text) if len(text) <= _LONGEST_PAIR and _DIGIT.search(text) else None


def names(
    words: Slice, value: int, lexicon: Lexicon, inside: bool, at: Slice | None = None
) -> Iterator[Claim]:
    """Claims on a row of names that share a value, which may stand in a cell of its own (`at`)."""
    before: Claim | None = None
    if inside and is_vacant(words.text, lexicon):
        yield carrier(words.span())
        return
    for one in listed(words, lexicon):
        name, piece = one.name, one.words
        if name is None:
            yield Claim("open", (value, one.slots), piece.span(), piece.span(), KNOWN if inside else SHAPED)
            continue
        if lexicon.within(name.name, "new") and before:
            yield replace(before, value=Skill(name=before.value.name, value=value, new=True), sure=KNOWN + 1)
            yield carrier(piece.span())
            continue
        named = None if name.known else lexicon.named(name.name)
        if named and named.field == "attributes":
            yield claim(named, Value(value), piece, (0, len(piece.text)), lexicon)
            continue
        own = as_pair(piece.text)
        pair = name_of(own["name"], lexicon) if own else None
        number = pair_value(own) if own and pair else value
        if pair and _is_gauge(pair.name, lexicon):
            continue
        before = skill_claim(pair or name, number, piece, certainty(name, inside), at)
        yield before
    if words.text:
        yield from (carrier(words.span(*m.span())) for m in lexicon.conjunction.finditer(words.text))


def skill_claim(name: Name, value: int | None, words: Slice, sure: int, at: Slice | None = None) -> Claim:
    """A claim on a skill; `at` is the cell of its value."""
    skill = Skill(
        name=name.name,
        value=value,
        specialisation=name.specialisation,
        new=name.new,
        marked=name.marked,
    )
    inner: tuple[tuple[Path, Span], ...] = ((("value",), at.span()),) if at else ()
    span = words.span()
    return Claim("skills", skill, span, span, sure, inner=inner)


def certainty(name: Name, inside: bool) -> int:
    """How sure a skill with a value is: where skills are listed, or known elsewhere."""
    if inside:
        return KNOWN
    return SHAPED if name.known else WEAK


def unreadable(name: Slice, cell: Slice, lexicon: Lexicon) -> Iterator[Claim]:
    """A skill with something else where its value should be."""
    number = lexicon.number(cell.text)
    found = name_of(name.text, lexicon)
    if found is None or len(cell.text) > _LONGEST:
        return
    doubt = None
    if number is None:
        said = message("“{text}” is no value for the skill {skill}.", text=cell.text, skill=found.name)
        doubt = ("value-unreadable", said, message("Write a number."))
    yield replace(skill_claim(found, number, name, KNOWN if found.known else SHAPED), doubt=doubt)
    yield carrier(cell.span())


def _without_values(words: Slice, lexicon: Lexicon) -> Iterator[Claim]:
    """Known skills with a word where their value should be."""
    for piece in pieces(words):
        nothing = _NOTHING.fullmatch(piece.text)
        if nothing and lexicon.skill(nothing[1]):
            yield carrier(piece.span())
            continue
        match = _NO_VALUE.fullmatch(piece.text)
        if match and lexicon.skill(match[1]):
            yield from unreadable(piece.cut(*match.span(1)), piece.cut(*match.span(2)), lexicon)


def _pairs(piece: Slice, lexicon: Lexicon, inside: bool) -> Iterator[Claim]:
    """Claims on `Ringen 5`, `5 Ringen`, `Ringen (5)`, or several of them without commas."""
    text = piece.text
    several = len(_NUMBERS.findall(text)) > 1
    if several and _RUN_ON.fullmatch(text):
        for match in _ONE_OF_RUN.finditer(text):
            yield from _pair(piece.cut(*match.span()), match[1], int(match[2]), lexicon, inside)
        return
    if several and _RUN_ON_VALUES.fullmatch(text):
        for match in _VALUE_OF_RUN.finditer(text):
            yield from _pair(piece.cut(*match.span()), match[2], int(match[1]), lexicon, inside)
        return
    behind = _behind_label(piece, lexicon) if inside and _has_label(text) else None
    if behind:
        yield carrier(piece.span(0, behind.start - piece.start))
        piece = behind
    word, blank, _ = piece.text.partition(" ")
    if blank and lexicon.within(word, "conjunctions"):
        piece = piece.cut(len(word))
    yield from _marked_pair(piece, lexicon, inside)


def _marked_pair(piece: Slice, lexicon: Lexicon, inside: bool) -> Iterator[Claim]:
    """A name and its value, with a mark before or behind them where skills have marks."""
    text, start, marked = piece.text, 0, False
    before = _MARK_BEFORE.match(text) if lexicon.vocabulary.marks else None
    if before:
        start, marked = before.end(), lexicon.is_mark(before[0])
        text = text[start:]
    pair = as_pair(text)
    if pair is None and (remark := _REMARK.match(text)):
        marked = marked or lexicon.is_mark(text[remark.end(1) :])
        piece = piece if lexicon.is_mark(text[remark.end(1) :]) else piece.cut(0, start + remark.end(1))
        pair = as_pair(text[: remark.end(1)])
    if pair:
        marked = marked or (bool(lexicon.vocabulary.marks) and pair["name"].endswith("*"))
        marked = marked or (bool(lexicon.vocabulary.marks) and pair["mark"] is not None)
        name = pair["name"] + pair["rest"] + ("(x)" if marked else "")
        if _MODIFIER.search(pair["rest"]):
            piece = piece.cut(0, start + pair.start("rest"))
        base = _BASE.search(pair["rest"])
        told = int(base[2]) if base and lexicon.is_column(base[1], "base") else None
        for made in _pair(piece, name, pair_value(pair), lexicon, inside):
            skill = made.value if made.field == "skills" and told is not None else None
            yield replace(made, value=replace(skill, base=told)) if skill else made
        return
    first = _VALUE_FIRST.match(text)
    if first and (step := step_value(first["step"], lexicon)) is not None:
        name = text[first.end() :] + ("(x)" if marked else "")
        rest = piece.cut(start + first.end())
        several = lexicon.conjunction.split(rest.text)
        if len(several) > 1 and all(map(lexicon.skill, several)):
            yield carrier(piece.span())
            yield from names(rest, step, lexicon, inside)
            return
        for made in _pair(piece, name, step, lexicon, inside):
            if made.sure > WEAK and first["step"][0].isalpha():
                yield carrier(piece.span())
                yield replace(made, span=rest.span(), at=rest.span())
            else:
                yield made


def _pair(piece: Slice, name: str, value: int, lexicon: Lexicon, inside: bool) -> Iterator[Claim]:
    """A claim on a name with its value."""
    named = lexicon.named(name.strip(TRIM))
    if named is None and lexicon.within(name.strip(TRIM), "others"):
        # `Alle anderen: -1`
        yield carrier(piece.span())
        return
    if named and (_is_gauge(name, lexicon) or named.field in {"attributes", "figures"}):
        yield claim(named, Value(value), piece, (0, len(piece.text)), lexicon)
        return
    found = name_of(name, lexicon)
    if found and not found.known and " " in name:
        found = _at_its_end(name, lexicon) or found
    if found and not lexicon.detail(found.name) and (found.known or not lexicon.track(found.name)):
        yield skill_claim(found, value, piece, certainty(found, inside))


def _at_its_end(name: str, lexicon: Lexicon) -> Name | None:
    """The known skill that `Er kann Ringen` or `ein wenig Athletik` ends with."""
    words = name.split()
    for at in range(1, len(words)):
        known = name_of(" ".join(words[at:]), lexicon)
        if known and known.known:
            said = [lexicon.within(word, role) for word in words[:at] for role in _SAYING]
            small = all(word[0].islower() or lexicon.within(word, "pronouns") for word in words[:at])
            return known if small and any(said) else None
    return None


def _is_gauge(name: str, lexicon: Lexicon) -> bool:
    named = lexicon.named(name.strip(TRIM))
    return named is not None and named.field == "tracks" and named.name in lexicon.vocabulary.gauges


def _named_step(words: Slice, lexicon: Lexicon) -> tuple[int | None, Slice]:
    """`Großartig: Ringen` or `fünf: Ringen`: a step by its name."""
    label, colon, _ = words.text.partition(":")
    if not colon:
        return None, words
    step = step_value(label, lexicon)
    value = lexicon.number(label.strip(TRIM)) if step is None else step
    return value, words.cut(len(label) + 1)
