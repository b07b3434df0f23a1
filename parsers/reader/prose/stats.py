"""Values in sentences: `Dieser verwüstet die Insel: Hörner 5, Trampeln 4. Gesundheit □□□.`"""

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.aspects import in_prose, is_scene, phrase_claim
from tontafel.parsers.reader.boxes import has_box
from tontafel.parsers.reader.claims import KNOWN, Claim, carrier, chosen
from tontafel.parsers.reader.flat import Slice, stretch
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.prose.pairs import runs
from tontafel.parsers.reader.prose.plain_stats import is_plain, says_what, values_start
from tontafel.parsers.reader.prose.told import told_values
from tontafel.parsers.reader.sentences import carries, sentences, title_words, tokens, without_brackets
from tontafel.parsers.reader.skill_names import name_of
from tontafel.parsers.reader.titles import clean, is_name
from tontafel.parsers.reader.tracks import boxed
from tontafel.parsers.reader.units import Unit
from tontafel.rules.model import Skill

_NOUN = r"([A-ZÄÖÜ][\w'’-]+)"
_LAST_NOUNS = expression(rf"{_NOUN}(?:(?:\s+(?:der|des|of the|of))?\s+{_NOUN})*\s*$")
#: `stark wie ein Ochse` is nobody.
_COMPARED = expression(r"(?<!\w)(?:wie|like|as)\s+(?:(?:ein|eine|a|an|der|die|das|the)\s+)?$")
_DIGIT = expression(r"[0-9]")
_BEGINS = expression(r"[.!?:]\s")
_ENDINGS = (". ", "! ", "? ")
_ENDS_SENTENCE = expression(r"[.!?]\s|\n")
#: Two values one after the other, or near it; without them and without boxes there is nobody.
_LISTED = expression(r"[0-9]\s*%?\s*(?:[,;]|[^\W\d]+\s)\s*\w")
_DIGIT = expression("[0-9]")
#: Two words before a number: the first may be a name, the second that of a value.
_NAMING = expression(r"[\W\d_]*[^\W\d_][\w'’-]*[^\w'’-][\W\d_]*[^\W\d_][^0-9]*[0-9]")
#: A name before what its bearer is, and an English noun before whose it is.
_SAID_OF = expression(rf"(?P<who>{_NOUN}(?:\s+{_NOUN})*),?\s+(?:eine?|an?)\s+(?P<choice>[^\W\d_]+)\W*$")
_ONE_OF = expression(
    r"\b(?:an?|the)\s+(?P<who>[a-z]+(?:\s[a-z]+)?\s+of\s+(?:the\s+)?(?P<choice>[^\W\d_]+))\W*$"
)
_BEHIND_NAME = expression(r"\s*[–—,(-]")
_TRIM = " \t\n,;:.(–—-*_"
_ABBREVIATED = expression(r"(?:^|[^\w])[A-ZÄÖÜ][a-zäöü]{0,3}$")
_MOST_WORDS, _SHORT = 6, 5


class StatLine(Struct):
    """Values that stand in a sentence: whose they are, the words about them, what they say.

    `label` is the name right before the values; empty where there is none. A `plain` line is somebody's
    though nobody knows the names in it.
    """

    label: str
    words: Slice
    claims: list[Claim]
    plain: bool = False


def stat_lines(unit: Unit, lexicon: Lexicon, *, own: bool, named: bool) -> list[StatLine]:
    """The values in the sentences of a unit; a name before values begins a new line.

    Values without boxes count only behind a name, a colon or a bracket, and only if half of them are
    skills that the campaign knows, or if they are plainly somebody's; a number alone is nobody. On a
    character's own page (`own`) known names count anywhere. Only lines behind a name are given where only
    these are wanted (`named`).
    """
    text = unit.words.text
    if named and not (_DIGIT.search(text) and (_NAMING.match(text) or any(unit.words.runs("b")))):
        return []
    starts = _starts(unit.words, lexicon)
    if starts and not starts[0][2] and not unit.section and (name := _in_bold(unit.words, lexicon)):
        starts[0] = (0, starts[0][1], name)
    if named and not any(label for _, _, label in starts):
        return []
    stated = list(told_values(unit.words, lexicon)) if own else []
    if not (stated or _LISTED.search(text) or has_box(text)):
        return []
    if not starts:
        return [StatLine("", unit.words, stated)] if stated else []
    ends = [start for start, _, _ in starts[1:]] + [len(text)]
    lines = []
    for (start, values, label), end in zip(starts, ends, strict=True):
        words = stretch(unit.words.flat, unit.words.start + start, unit.words.start + end)
        plain = is_plain(words, values - start, label, lexicon)
        claims = _claims(words, values - start, label, lexicon, plain=plain) if label or not named else []
        if claims:
            lines.append(StatLine(label, words, claims, plain))
    if stated and not any(line.label for line in lines):
        every = [claim for line in lines for claim in line.claims]
        return [] if named else [StatLine("", unit.words, chosen([*stated, *every]))]
    return lines


def _starts(words: Slice, lexicon: Lexicon) -> list[tuple[int, int, str]]:
    """Where lines begin, where their values do, and the name before these; the first may have none."""
    starts: list[tuple[int, int, str]] = []
    for run in runs(words.text, lexicon):
        values = values_start(words.text, run[0].start, lexicon)
        label, start = _explained(words.text[:values], lexicon) or _label(words, values, lexicon)
        label, start = _bearer(words.text[:values], label, start, lexicon)
        label = "" if label and _means_value(label, lexicon) else label
        repeated = starts and starts[-1][::2] == (start, label)
        if (label or not starts) and not repeated:
            starts.append((start, values, label))
    return starts


def _in_bold(words: Slice, lexicon: Lexicon) -> str:
    """The name in bold type that a paragraph begins with: `**Damiq** – wach, dünn. Bogen 4 …`."""
    bold = next(words.runs("b"), None)
    if bold is None or bold[0] or not _BEHIND_NAME.match(words.text, bold[1]):
        return ""
    name = words.text[slice(*bold)].strip(_TRIM)
    return name if is_name(name, lexicon) and not _means_value(name, lexicon) else ""


def antecedent(words: Slice, before: Slice, lexicon: Lexicon) -> str:
    """Whom values are about that have no name before them; empty: the page's own character.

    `Der Stier ist …` somewhere in the paragraph, or `… mit dem Stier. Dieser …: …`.

    Args:
        words: the paragraph.
        before: the part of it before the values.
        lexicon: the words.
    """
    noun, stated, _ = _subjects(lexicon)
    last = list(sentences(before))[-1:]
    pointing = [
        word
        for sentence in last
        for word in tokens(sentence.text)[:1]
        if lexicon.within(word, "demonstratives")
    ]
    nouns = reversed(list(noun.finditer(before.text))) if pointing else ()
    begins = [0, *(match.end() for match in _BEGINS.finditer(words.text))]
    for match in [*filter(None, (stated.match(words.text, begin) for begin in begins)), *nouns]:
        if not lexicon.section(match[1]) and not lexicon.skill(match[1]) and not lexicon.track(match[1]):
            return str(match[1])
    return ""


def about(line: StatLine, name: str, lexicon: Lexicon) -> Iterator[Claim]:
    """Claims on the aspects in the words of a line, once its bearer's name is known."""
    yield from in_prose(line.words, lexicon, title_words(name, lexicon))


@lru_cache(maxsize=16)
def _subjects(lexicon: Lexicon) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """An article, adjectives and a noun; the same with `ist` or `hat` behind it; a noun in small letters."""
    articles = "|".join(lexicon.general.words["articles"])
    copulas = "|".join(lexicon.general.words["copulas"])
    noun = rf"(?<!\w)(?i:{articles})\s+(?:[a-zäöüß][\w-]*\s+){{0,2}}{_NOUN}"
    stated = rf"{noun}\s+(?:{copulas})\b"
    small = rf"(?<!\w)(?i:{articles})\s+([^\W\d_]+(?:\s[^\W\d_]+){{0,2}})\s*$"
    return re.compile(noun), re.compile(stated), re.compile(small)


def _claims(words: Slice, values: int, label: str, lexicon: Lexicon, *, plain: bool) -> list[Claim]:
    """The claims of a line, or none if it is no character's."""
    stated = list(told_values(words, lexicon))
    skills = [*stated, *_skills(words, values, lexicon)]
    if not skills or (len(skills) == 1 and not label):
        return []
    known = sum(claim.field != "skills" or lexicon.skill(claim.value.name) is not None for claim in skills)
    introduced = (
        bool(label) or not words.text[:values].strip(_TRIM) or words.text[:values].rstrip()[-1:] in ":("
    )
    listed = len(skills) > 1 and known * 2 >= len(skills) and introduced
    tracks = list(boxed(words, lexicon, inside=False, prose=True)) if has_box(words.text) else []
    if not (tracks or listed or plain):
        return []
    return chosen(
        [
            *tracks,
            *skills,
            *_italics(words, values, lexicon),
            *_intro(words, values, label, lexicon),
            *_chosen(words, values, lexicon),
        ]
    )


def _chosen(words: Slice, values: int, lexicon: Lexicon) -> Iterator[Claim]:
    """One of the campaign's names before values: `Grom (Orrag): Kraft 6`, `ein Späher der Orrag (Kraft 6`.

    And what else somebody is: `drei Diebe, Durchschnittspersonen (Kraft 4`.
    """
    if lexicon.flag_words and lexicon.flag_words.search(words.text):
        for key, names in lexicon.vocabulary.flags.items():
            if "" in names and (match := lexicon.flag(key).search(words.text)):
                span = words.span(*match.span())
                yield Claim("details", {key: True}, span, span, KNOWN, prose=True)
    number = _DIGIT.search(words.text, values)
    for key, pattern in lexicon.choices.items():
        if match := pattern.search(words.text, 0, number.start() if number else values):
            span = words.span(*match.span("name"))
            yield Claim("details", {key: lexicon.choice(key, match["name"])}, span, span, KNOWN, prose=True)


def _bearer(text: str, label: str, start: int, lexicon: Lexicon) -> tuple[str, int]:
    """Whom one of the campaign's names is said of: `Grom, an Orrag: …`, `a spearman of the Orrag (…`."""
    if not any(lexicon.is_choice(key, label) for key in lexicon.choices):
        return label, start
    for pattern in (_SAID_OF, _ONE_OF):
        if (match := pattern.search(text, _begin(text))) and match["choice"] == label:
            return _undetermined(match["who"], lexicon), match.start("who")
    return label, start


def _intro(words: Slice, values: int, label: str, lexicon: Lexicon) -> Iterator[Claim]:
    """Account for a name right before values, and for what its bearer is."""
    told = [words.text[:values], label]
    for pattern in lexicon.choices.values():
        told = [pattern.sub(" ", text) for text in told]
    said, name = ([word for word in tokens(text) if not _is_determiner(word, lexicon)] for text in told)
    if label and said == name:
        yield carrier(words.span(0, values))


def _skills(words: Slice, values: int, lexicon: Lexicon) -> Iterator[Claim]:
    for pair in (pair for run in runs(words.text, lexicon, values) for pair in run):
        name = name_of(pair.name + pair.behind, lexicon)
        named = lexicon.named(pair.name)
        if name and (named is None or named.field == "skills") and pair.name[0].isupper():
            skill = Skill(name=name.name, value=pair.value, specialisation=name.specialisation, new=name.new)
            span = words.span(pair.start, pair.end)
            yield Claim("skills", skill, span, span, KNOWN, prose=True)


def _italics(words: Slice, values: int, lexicon: Lexicon) -> Iterator[Claim]:
    """Italics in the same sentence as the values, with nothing but `Aspekte:` before them."""
    end = _ENDS_SENTENCE.search(words.text, values)
    behind = values
    for start, stop in words.runs("i"):
        if start < values or (end and start > end.end() and not words.text[end.end() : start].strip()):
            continue
        gap = without_brackets(words.text[behind:start])
        said = [word for word in tokens(gap[-40:]) if lexicon.section(word) != "aspects"]
        near = carries(" ".join(said[-2:]), lexicon, frozenset()) or not said or _is_value(said[-1], gap)
        if near and not is_scene(words.text[stop:], lexicon) and not (end and start > end.end()):
            yield phrase_claim(words.cut(start, stop), KNOWN, prose=True)
        behind = stop


def _is_value(word: str, gap: str) -> bool:
    return word.isdecimal() or gap.rstrip()[-1:] in ",;:"


def _label(words: Slice, values: int, lexicon: Lexicon) -> tuple[str, int]:
    """The name right before values, and where it or its sentence starts; empty where there is none."""
    text = words.text[:values]
    begin = _begin(text)
    closed = text.rfind(")", begin) + 1
    if closed and text.rstrip().endswith((":", "(")):
        begin = closed
    intro = text[begin:]
    bare = intro.strip(_TRIM)
    ending = intro.rstrip()[-1:]
    if not bare:
        return "", begin
    if bold := next((run for run in words.runs("b") if begin <= run[0] and run[1] <= values), None):
        said = words.text[slice(*bold)].strip(_TRIM)
        if is_name(said, lexicon) and not lexicon.named(said):
            return clean(said, lexicon), begin
    verb = tokens(bare)[-1] if tokens(bare) else ""
    if lexicon.within(verb, "copulas"):
        return _named(bare[: -len(verb)], lexicon), begin
    if ending == "(":
        return _before_bracket(text, begin, lexicon)
    if ending in ":,–—-" or _is_emphasised(words, begin, values):
        name = _named(_without_kind(bare, lexicon), lexicon)
        return (name, begin) if name or ending != ":" else _last_noun(text, begin, lexicon)
    return "", begin


def _without_kind(text: str, lexicon: Lexicon) -> str:
    """A name without what its bearer is behind it: `Greta, eine Soldatin`, `Greta (Soldatin)`."""
    name, sign, kind = text.partition("," if "," in text else " (")
    several = "," in kind or lexicon.conjunction.search(kind)
    return name if sign and kind.strip() and not several and is_name(name, lexicon) else text


def _explained(text: str, lexicon: Lexicon) -> tuple[str, int] | None:
    """The name right before values that has a bracket behind it: `Grom (Orrag): …`."""
    bare = text.rstrip()
    if not bare.endswith("):"):
        return None
    begin = _begin(text)
    opening = text.rfind("(", begin)
    return (_named(text[begin:opening], lexicon), begin) if opening > begin else None


def _means_value(name: str, lexicon: Lexicon) -> bool:
    """Whether what stands before values is no name but a word for one: `Klugheit hat sie 3`, `Volk Orrag`."""
    return any(lexicon.named(words) is not None for words in (name, name.partition(" ")[0]))


def _begin(text: str) -> int:
    """Where the last sentence of a text begins; the full stop of `Dr.` ends none."""
    begin = text.rfind("\n") + 1
    for end in _ENDINGS:
        at = text.rfind(end)
        while at >= 0 and end == ". " and _ABBREVIATED.search(text, max(0, at - _SHORT), at):
            at = text.rfind(end, 0, at)
        begin = max(begin, at + len(end) if at >= 0 else 0)
    return begin


def _last_noun(text: str, begin: int, lexicon: Lexicon) -> tuple[str, int]:
    """The noun with `ein` or `eine` right before a colon: `Oben wartet ein Bär: …`."""
    found = [
        match for match in _subjects(lexicon)[0].finditer(text, begin) if not text[match.end() :].strip(": ")
    ]
    plain = found and lexicon.number(found[-1][0].split()[0]) == 1 and not lexicon.named(found[-1][1])
    return (found[-1][1], begin + found[-1].start() - begin) if plain else ("", begin)


def _before_bracket(text: str, begin: int, lexicon: Lexicon) -> tuple[str, int]:
    """The noun right before a bracket with values: `zwei Wachen (Speer 2, …`."""
    bare = _without_flag(text[begin:].rstrip(_TRIM), lexicon)
    last = _LAST_NOUNS.search(bare)
    if last and _COMPARED.search(bare, 0, last.start()):
        return "", begin
    if last:
        first, _, rest = last[0].partition(" ")
        if lexicon.within(last[0], "pronouns"):
            return "", begin
        aside = any(lexicon.within(first, role) for role in ("possessives", "conjunctions"))
        name = rest if rest and (aside or lexicon.number(first) is not None) else last[0]
        return clean(name, lexicon), begin + last.start()
    noun = _subjects(lexicon)[2].search(bare)
    return (noun[1], begin + noun.start(1)) if noun else ("", begin)


def _without_flag(text: str, lexicon: Lexicon) -> str:
    """A text without what is said at its end of whom it names: `drei Diebe, Durchschnittspersonen`."""
    name, comma, said = text.rpartition(",")
    return name.rstrip(_TRIM) if comma and says_what(said, lexicon) else text


def _is_emphasised(words: Slice, begin: int, end: int) -> bool:
    return any(begin <= a and b <= end and b > a for style in ("b", "link") for a, b in words.runs(style))


def _is_plain_noun(words: list[str], lexicon: Lexicon) -> bool:
    """Whether words behind an article are a noun as English writes it: `guard`, `old temple guard`."""
    roles = ("copulas", "pronouns", "prepositions")
    small = 0 < len(words) <= 3 and all(word.isalpha() for word in words)
    return (
        small
        and not any(lexicon.within(word, role) for word in words for role in roles)
        and not (lexicon.section(" ".join(words)))
    )


def _is_determiner(word: str, lexicon: Lexicon) -> bool:
    return (
        lexicon.number(word) is not None
        or lexicon.within(word, "articles")
        or lexicon.within(word, "possessives")
    )


def _undetermined(text: str, lexicon: Lexicon) -> str:
    """Words without the article or the number before them."""
    words = text.split()
    while words and _is_determiner(words[0], lexicon):
        words = words[1:]
    return " ".join(words)


def _named(text: str, lexicon: Lexicon) -> str:
    """A name without article and number: `Die Wache`, `Zwei Wachen`; empty if it is none."""
    words = text.strip(_TRIM).split()
    if words and lexicon.within(words[0], "conjunctions"):
        words = words[1:]
    words = _undetermined(" ".join(words), lexicon).split()
    name = clean(" ".join(words), lexicon)
    if len(words) < len(text.split()) and _is_plain_noun(words, lexicon):
        return name
    digits = any(letter.isdigit() for letter in name)
    return name if name and not digits and len(words) <= _MOST_WORDS and is_name(name, lexicon) else ""
