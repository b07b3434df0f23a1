"""Values of attributes and the like in sentences: `mit Kraft 4`, `ein Instinkt von 5`, `17 TP`."""

from collections.abc import Iterator

from msgspec.structs import replace

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.claims import KNOWN, Claim
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.sentences import sentences, tokens
from tontafel.parsers.reader.skill_names import name_of
from tontafel.parsers.reader.values import STATED, Found, Value, claim, found_values
from tontafel.rules.model import Skill

_DIGIT = expression(r"[0-9]")
#: A number before what it is of.
_BEFORE = expression(r"(?:([0-9]{1,3})\s*(?:/|von|of|out of)\s*)?([0-9]{1,3})\s+([^\W\d_]{2,})")
_SHORT = 3


def told_values(words: Slice, lexicon: Lexicon) -> Iterator[Claim]:
    """Claims on the values that sentences tell of, without those in which something happens."""
    if not _DIGIT.search(words.text):
        return
    for sentence in sentences(words):
        if _DIGIT.search(sentence.text):
            found = [*_behind_names(sentence, lexicon), *_before_names(sentence, lexicon)]
            if found and not any(lexicon.within(word, "happening") for word in tokens(sentence.text)):
                yield from found


def _behind_names(words: Slice, lexicon: Lexicon) -> Iterator[Claim]:
    for one in found_values(words.text, lexicon, STATED, told=True):
        name = words.text[one.start : one.start + _SHORT + 1].split()[0].strip(":=")
        if len(name) <= _SHORT and not name.isupper():
            continue
        if one.named.field == "skills":
            yield _skill(words, one, lexicon)
        else:
            yield replace(claim(one.named, one.value, words, (one.start, one.end), lexicon), prose=True)


def _before_names(words: Slice, lexicon: Lexicon) -> Iterator[Claim]:
    """`17 TP`, `9 von 12 TP`, and what is left of them by the same sentence."""
    for match in _BEFORE.finditer(words.text):
        named = lexicon.named(match[3])
        before = words.text[match.start() - 1 : match.start()]
        if named is None or named.field != "tracks" or not match[3].isupper() or before.isalnum():
            continue
        if named.name in lexicon.vocabulary.gauges:
            left = None if match[1] else lexicon.left.search(words.text, match.end())
            now = match[1] or (left[1] if left else None)
            value = Value(int(match[2]), now=int(now) if now else None)
            stretch = (match.start(), left.end() if left else match.end())
            yield replace(claim(named, value, words, stretch, lexicon), prose=True)


def _skill(words: Slice, one: Found, lexicon: Lexicon) -> Claim:
    name = name_of(f"{one.named.name} ({one.special})" if one.special else one.named.name, lexicon)
    skill = Skill(
        name=one.named.name,
        value=one.value.number,
        specialisation=name.specialisation if name else None,
        marked=name.marked if name else False,
    )
    span = words.span(one.start, one.end)
    return Claim("skills", skill, span, span, KNOWN, prose=True)
