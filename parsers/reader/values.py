"""Names with their values: what a number belongs to, and what stands besides it: a maximum, what is left."""

import re
from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.claims import KNOWN, Claim
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import Lexicon, Named, understood
from tontafel.rules.model import Skill, Track

_NUMBER = expression(r"[0-9]+")
_PLAIN = expression(r"([0-9]{1,3})(?: ?%)?")
#: What an attribute is in percent.
_TIMES = expression(r"[\s(,;/]{0,3}(?:[x×*]\s?5\s*)?[=:]?\s*(\d{2})(?!\d)\s*%?\)?")
#: Between values in a line there may be this, and nothing else.
_BETWEEN = expression(r"[\s,;.|/·•()–—-]*")
#: What may stand between a name and its value, and what a name is made of besides letters.
_JOINTS, _WITHIN = " \t:=|….(", "/'’.-"
_MOST_WORDS, _LONGEST_BRACKET, _SHORTHAND = 3, 40, 3
#: A line that begins with a value has it by then.
_NEAR = 60
#: What a line lists besides skills: `Lexicon.named` says which part each is of.
LISTED = frozenset(["attributes", "figures", "details", "tracks"])
#: What sentences may give a value to.
STATED = frozenset(["attributes", "figures", "skills", "tracks"])


class Value(Struct, frozen=True, gc=False):
    """A number, the maximum behind it, what is left of it; whether it is of the moment, marked, a maximum.

    `most` is the word before the maximum, `first` the number that stands first.
    """

    number: int
    top: int | None = None
    now: int | None = None
    present: bool = False
    marked: bool = False
    highest: bool = False
    most: str = ""
    first: int | None = None


class Found(Struct, frozen=True, gc=False):
    """A name with its value: where it begins and ends, what the name is, a bracket behind it, the value."""

    start: int
    end: int
    named: Named
    special: str
    value: Value


def found_values(
    text: str, lexicon: Lexicon, fields: Collection[str], *, told: bool = False
) -> Iterator[Found]:
    """Every number with the name before it that it is the value of.

    Args:
        text: a line or sentence.
        lexicon: the words.
        fields: what the names may stand for.
        told: whether words like `liegt bei` may stand between them.
    """
    behind = 0
    for match in _NUMBER.finditer(text):
        start = match.start()
        if start < behind or (start and text[start - 1] in ".,"):
            continue
        if start and text[start - 1].isalnum() and not _clings(text, behind, start, lexicon):
            continue
        start -= _is_negative(text, start)
        match_value = lexicon.value_at.match(text, start)
        changed = match_value is not None and match_value["fall"] is not None
        end = _before_from(text, behind, start, lexicon) if changed else start
        found = name_before(text, behind, end, lexicon, told=told)
        if found is None or found.named.field not in fields or not _is_listed(found.named, lexicon):
            continue
        if match_value:
            behind = match_value.end()
            said = found.value
            value = value_of(match_value)
            behind = _behind_times(text, behind, found.named, value)
            value = replace(value, present=value.present or said.present, highest=said.highest)
            yield replace(found, end=behind, value=value)


def _is_negative(text: str, at: int) -> bool:
    """Whether a minus stands right before a number, and no word before it."""
    return text[at - 1 : at] == "-" and text[at - 2 : at - 1] in {" ", ":", "=", "|"}


def begins_with_value(text: str, lexicon: Lexicon) -> bool:
    """Whether a line, or what stands behind its label, begins with a value of an attribute or track."""
    if not lexicon.lists_values or not _NUMBER.search(text, 0, _NEAR):
        return False
    first = next(found_values(text[:_NEAR], lexicon, LISTED), None)
    before = text[: first.start].strip() if first else text
    return not before or (before.endswith(":") and before.count(" ") < _MOST_WORDS)


def _behind_times(text: str, end: int, named: Named, value: Value) -> int:
    """Where a value ends with what it is times five: `ST 11 55`, `ST 11 x5 = 55 %`."""
    times = _TIMES.match(text, end) if named.field == "attributes" else None
    return times.end() if times and int(times[1]) == value.number * 5 else end


def _is_listed(named: Named, lexicon: Lexicon) -> bool:
    return named.field != "tracks" or named.name in lexicon.vocabulary.gauges


def _clings(text: str, low: int, at: int, lexicon: Lexicon) -> bool:
    """Whether a number stands right behind a short name in capitals: `ST11`."""
    name = text[_word(text, low, at) : at]
    named = lexicon.named(name) if name.isupper() and len(name) <= _SHORTHAND else None
    return named is not None and named.field in LISTED


def _before_from(text: str, low: int, at: int, lexicon: Lexicon) -> int:
    """Where `von` begins right before a number that changes, or the number's own place."""
    end = _skip(text, low, at)
    start = _word(text, low, end)
    return start if start < end and lexicon.within(text[start:end], "from_value") else at


def name_before(text: str, low: int, at: int, lexicon: Lexicon, *, told: bool = False) -> Found | None:
    """The name right before a number, with the joints between them left aside.

    Args:
        text: a line or sentence.
        low: where the name may begin at the earliest.
        at: where the number begins.
        lexicon: the words.
        told: whether words like `liegt bei` may stand between them.
    """
    end = _skip(text, low, at - 1 if text[at - 1 : at] == "+" else at)
    start = _word(text, low, end)
    word = text[start:end].strip(".")
    present = lexicon.within(word, "now") if word else False
    highest = bool(word) and lexicon.within(word, "most") and not lexicon.within(word, "from_value")
    if present or highest:
        end = _skip(text, low, start)
    elif told:
        end = _skip(text, low, _before_verb(text, low, end, lexicon))
    special = ""
    if text[end - 1 : end] == ")" and end > low:
        opening = text.rfind("(", max(low, end - _LONGEST_BRACKET), end)
        if opening < 0 or any(letter.isdigit() for letter in text[opening:end]):
            return None
        special = text[opening + 1 : end - 1].strip()
        present = present or lexicon.within(special, "now")
        highest = highest or lexicon.within(special.strip("."), "most")
        end = _skip(text, low, opening)
    for start in _starts(text, low, end):
        named = lexicon.named(text[start:end])
        if named:
            return Found(start, end, named, special, Value(0, present=present, highest=highest))
    return None


def _skip(text: str, low: int, at: int) -> int:
    """Back over blanks, colons and the like; a dash counts if a blank follows it."""
    while at > low and (text[at - 1] in _JOINTS or (text[at - 1] in "–—-" and text[at : at + 1] == " ")):
        at -= 1
    return at


def _word(text: str, low: int, end: int) -> int:
    """Where the word begins that ends here."""
    while end > low and (text[end - 1].isalnum() or text[end - 1] in _WITHIN):
        end -= 1
    return end


def _starts(text: str, low: int, end: int) -> list[int]:
    """Where the last words begin, of most words first."""
    starts: list[int] = []
    at = end
    for _ in range(_MOST_WORDS):
        start = _word(text, low, at)
        if start == at:
            break
        starts.append(start)
        at = start - 1 if start > low and text[start - 1] == " " else start
    return starts[::-1]


def _before_verb(text: str, low: int, end: int, lexicon: Lexicon) -> int:
    """Where `liegt bei` or `von` begins that ends here, or the end itself."""
    starts = _starts(text, low, end)[-2:]
    return next((start for start in starts if lexicon.within(text[start:end], "at")), end)


def owned(words: Slice, lexicon: Lexicon) -> list[tuple[int, int, Claim]]:
    """Attributes, tracks and figures with their values, each with where it begins and ends in the words."""
    if not lexicon.lists_values:
        return []
    return [
        (one.start, one.end, claim(one.named, one.value, words, (one.start, one.end), lexicon))
        for one in found_values(words.text, lexicon, LISTED)
    ]


def is_filled(words: Slice, found: list[tuple[int, int, Claim]], lexicon: Lexicon) -> bool:
    """Whether there is nothing between and around some stretches but separators."""
    at = 0
    for start, end, _ in [*found, (len(words.text), len(words.text), None)]:
        gap = words.text[at:start]
        said = gap.strip(" ,;")
        if said and not (_BETWEEN.fullmatch(lexicon.conjunction.sub(" ", gap)) or _labels(said, lexicon)):
            return False
        at = end
    return True


def _labels(gap: str, lexicon: Lexicon) -> bool:
    """Whether what stands between values is a label of such: `; Geistige Attribute:`."""
    return gap.endswith(":") and lexicon.section(gap[:-1]) in LISTED


def value_of(match: re.Match[str]) -> Value:
    """The value in a match of `Lexicon.value` or `Lexicon.value_at`."""
    found = match.groupdict()
    number = int(found["number"])
    top = int(found["top"]) if found["top"] else None
    now = _now(number, top, found)
    if found["fall"] and top is None and now is not None and now >= number:
        number, now = now, None
    return Value(
        number if now is None or top is None else max(number, top),
        top if now is None else None,
        now,
        present=bool(found.get("present") or found["after"]),
        marked=bool(found.get("mark")),
        most=found["most"] or "",
        first=int(found["number"]),
    )


def _now(number: int, top: int | None, found: Mapping[str, str | None]) -> int | None:
    """What is left of a number: said itself, or by what is lost unless the number is below its maximum."""
    left = found["fall"] or found["left"] or found["rest"] or found["sum"]
    if left:
        return int(left)
    lost = found["minus"] or found["gone"] or found["spent"]
    if lost and (top is None or top == number):
        return max(0, number - int(lost))
    return None


@understood
def read_value(text: str, lexicon: Lexicon) -> Value | None:
    """The value that a text is, from one end to the other."""
    plain = _PLAIN.fullmatch(text)
    if plain:
        return Value(int(plain[1]))
    match = lexicon.value.fullmatch(text)
    return value_of(match) if match else None


def claim(named: Named, value: Value, words: Slice, stretch: tuple[int, int], lexicon: Lexicon) -> Claim:
    """A claim on a value.

    Args:
        named: what it is a value of.
        value: the number and what stands besides it.
        words: where it stands.
        stretch: the part of the words that it accounts for.
        lexicon: the words.
    """
    span = words.span(*stretch)
    if named.field == "attributes":
        if value.first is not None and lexicon.within(value.most, "cap"):
            value = replace(value, number=value.first, top=None)
        if value.now is not None and value.number == lexicon.vocabulary.scale and value.first is not None:
            value = replace(value, number=value.first)
        if lexicon.in_percent and value.top == value.number * 5:
            value = replace(value, top=None)
        return Claim("attributes", (named.name, *_lowered(value)), span, span, KNOWN)
    if named.field == "tracks":
        return Claim("tracks", _gauge(named.name, value, lexicon), span, span, KNOWN)
    if named.field == "skills":
        skill = Skill(name=named.name, value=value.number, marked=value.marked)
        return Claim("skills", skill, span, span, KNOWN)
    if named.field == "figures":
        return Claim("details", {named.key: {named.name: value.number}}, span, span, KNOWN)
    return Claim("details", detail(named.key, value, lexicon), span, span, KNOWN)


def detail(key: str, value: Value, lexicon: Lexicon) -> dict[str, int | bool]:
    """A number of the details, with the one behind its slash and whether it is of the moment."""
    words = lexicon.vocabulary
    found: dict[str, int | bool] = {key: value.number if value.now is None else value.now}
    pool = words.pools.get(key)
    present = words.present.get(key)
    most = value.top if value.now is None else value.number
    if most is not None and pool:
        found[pool] = most
    elif value.present and present:
        found[present] = True
    return found


def _lowered(value: Value) -> tuple[int | None, int | None]:
    """The old value of an attribute and what is left of it; of two numbers the higher one is the old one.

    None for the old one where the page gives the present one alone.
    """
    if value.present:
        return None, value.number
    if value.now is not None:
        return value.number, value.now if value.now != value.number else None
    if value.top is not None and value.top != value.number:
        return max(value.number, value.top), min(value.number, value.top)
    return value.number, None


def _gauge(name: str, value: Value, lexicon: Lexicon) -> Track:
    """A track as numbers; one number alone means that nothing is lost, unless the track has no maximum."""
    if value.now is not None:
        return Track(name=name, current=value.now, maximum=value.number)
    if value.top is not None:
        return Track(name=name, current=value.number, maximum=value.top)
    if value.highest and name not in lexicon.vocabulary.levels:
        return Track(name=name, maximum=value.number)
    if value.present or name in lexicon.vocabulary.levels:
        return Track(name=name, current=value.number)
    return Track(name=name, current=value.number, maximum=value.number)
