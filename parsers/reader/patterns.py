"""Regular expressions made of a vocabulary's words, each built when it is first asked for."""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property

from tontafel.rules.vocabulary import Vocabulary

#: A cross or a marked box beside a value.
_MARK = r"\(?\[?(?:[xX×](?!\w)|[✗✘✓☒☑●■*])\]?\)?"
_SPELLED = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}
#: Parts of which a page that holds a character shows a word.
TELLING = ("skills", "tracks", "stunts", "consequences", "attributes")


class Patterns:
    """What finds the words of one vocabulary in a text."""

    vocabulary: Vocabulary

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.general = vocabulary.general
        self._phrases: dict[str, re.Pattern[str]] = {}

    @cached_property
    def alternatives(self) -> re.Pattern[str]:
        """Finds what stands between two headings in one."""
        return re.compile(rf"\s*[()/|–—:;,+&]\s*|\s+-\s+|{self.conjunction.pattern}", re.IGNORECASE)

    @cached_property
    def beginning(self) -> re.Pattern[str]:
        """Finds a line that begins with a word for a part."""
        words = {word for part in TELLING for word in self.vocabulary.sections.get(part, ())}
        short = sorted(word for word in words if not any(o != word and word.startswith(o) for o in words))
        pairs = [(word[0] + word[0].lower(), re.escape(word[1:])) for word in short]
        # Most lines are done with at their first letter.
        first = "".join(sorted({letter for initials, _ in pairs for letter in initials}))
        rest = "|".join(f"[{initials}]{rest}" for initials, rest in pairs)
        return re.compile(rf"\n[^\w\n]{{0,6}}+(?:<\w{{1,6}}>)?(?=[{first or '∅'}])(?:{rest})")

    def phrase(self, role: str) -> re.Pattern[str]:
        """Finds the words of a role in `general.words`, `general.replacing` or the system's `phrases`."""
        found = self._phrases.get(role)
        if found is None:
            tables = (self.general.words, self.general.replacing, self.vocabulary.phrases)
            found = self._cached(role, [word for table in tables for word in table.get(role, ())])
        return found

    def _cached(self, name: str, words: Iterable[str]) -> re.Pattern[str]:
        """The pattern of a name, made of its words when it is first asked for."""
        if name not in self._phrases:
            self._phrases[name] = phrases(words)
        return self._phrases[name]

    @cached_property
    def counted(self) -> re.Pattern[str]:
        """Reads `5`, `5 Kästchen`, `5 (2 markiert)`: boxes, and how many of them are marked."""
        box, marked, of_them = (self.phrase(role).pattern for role in ("box", "marked", "of_them"))
        rest = rf"[(,;/–-]?\s*(?:{of_them})?\s*(\w+)\s*(?:{of_them})?\s*(?:{box})?\s*(?:{marked})\W*"
        return re.compile(rf"(\w+)\s*(?:{box})?\s*(?:{rest})?", re.IGNORECASE)

    @cached_property
    def marked_of(self) -> re.Pattern[str]:
        """Reads `2 von 5 Kästchen abgestrichen`."""
        box, marked = (self.phrase(role).pattern for role in ("box", "marked"))
        return re.compile(rf"(\w+)\s*(?:von|of|/)\s*(\w+)\s*(?:{box})?\s*{marked}\W*", re.IGNORECASE)

    @cached_property
    def unit_words(self) -> tuple[str, ...]:
        """The words that mean the sign behind values."""
        words = [word.strip() for word in self.vocabulary.phrases.get("unit", ())]
        return tuple(word for word in words if word[:1].isalpha())

    @cached_property
    def unit(self) -> re.Pattern[str]:
        """Finds these words behind a number."""
        return re.compile(rf"(?:(?<=[0-9])|(?<=[0-9] ))(?:{by_letters(self.unit_words)})(?!\w)")

    @cached_property
    def separator(self) -> re.Pattern[str]:
        """Finds a comma, `und`, or both between two phrases."""
        words = "|".join(map(re.escape, self.general.words["conjunctions"]))
        return re.compile(rf",\s*(?:(?:{words})\s+)?|\s+(?:{words})\s+", re.IGNORECASE)

    @cached_property
    def now(self) -> re.Pattern[str]:
        """Finds the present value behind a wounded attribute: `Kraft 9, derzeit 7`."""
        now = self.phrase("now").pattern
        return re.compile(rf"\W{{0,3}}(?:{now}\s*){{1,2}}:?\s*(\d+)\)?", re.IGNORECASE)

    @cached_property
    def value(self) -> re.Pattern[str]:
        """Reads a value: `50 %`, `8/11`, `8 (max. 11)`, `9, derzeit 7`, `9 → 7`, `noch 3`, with a mark."""
        mark = rf"(?:\s*(?P<mark>{_MARK}))?" if self.vocabulary.marks else "(?P<mark>(?!))?"
        present = rf"(?:(?P<present>{self.phrase('now').pattern})\s*:?\s*)?"
        present += rf"(?:{self.phrase('from_value').pattern}\s+)?"
        return re.compile(rf"[^\w+-]{{0,3}}{present}{self._value}{mark}\W*", re.IGNORECASE)

    @cached_property
    def value_at(self) -> re.Pattern[str]:
        """Reads a value where one begins."""
        return re.compile(self._value, re.IGNORECASE)

    @cached_property
    def left(self) -> re.Pattern[str]:
        """Finds what is left of a number further on in its sentence: `sind noch 2 da`."""
        return re.compile(rf"{self.phrase('now').pattern}\s+(\d{{1,2}})\b(?!\s*[%/])", re.IGNORECASE)

    @cached_property
    def _value(self) -> str:
        now, most, lost = (self.phrase(role).pattern for role in ("now", "most", "lost"))
        points = rf"(?:\s*{self.phrase('points').pattern})?"
        number = r"\d{1,3})(?!\w|[.,]\d)"
        between = rf"[\s,;/|([–-]{{1,3}}(?:{self.phrase('of_them').pattern}\s+)?"
        top = (
            rf"(?:\s*/\s*|\s*[,/(]?\s*(?P<most>{most})\.?:?\s*(?:{most}\.?\s*)?|\s*\(\s*)"
            rf"(?P<top>\d{{1,3}})(?!\w|\s*%|{points}\s*{lost}|\s*{now}\s*\))\s*\)?"
        )
        ways = (
            rf"(?:\s*{self.phrase('changed_to').pattern}\s*(?P<fall>-?{number}(?:\s*%)?)+",
            rf"{between}(?:{lost}[\s,:]*)?(?:{now}\.?\s*){{1,2}}:?\s*(?P<left>-?\d{{1,3}})[)\]]?",
            rf"{between}(?P<rest>{number}{points}\s*{now}(?:\s*[)\]])?(?!\s*\d)",
            rf"\s*\(\s*[-–]\s*(?P<minus>{number}{points}\s*(?:{lost})?\s*\)",
            rf"{between}[-–]?(?P<gone>{number}{points}\s*{lost}(?:\s*[)\]])?",
            rf"{between}{lost}\s*:?\s*[-–]?(?P<spent>{number}{points}(?:\s*[)\]])?",
            rf"(?:\s*[-–]\s*\d{{1,3}})+\s*=\s*(?P<sum>{number}",
        )
        return (
            rf"[+]?(?P<number>-?\d{{1,3}})(?!\w|[.,]\d)(?:\s*%)?"
            rf"(?:{top})?(?:\s*[,/(]?\s*\d{{2}}\s*%\)?)?(?:{'|'.join(ways)})?(?P<after>\s*\(?{now}\)?)?"
        )

    @cached_property
    def conjunction(self) -> re.Pattern[str]:
        """Finds `und` between two names."""
        return re.compile(
            rf"\s+(?:{'|'.join(map(re.escape, self.general.words['conjunctions']))})\s+", re.IGNORECASE
        )


def by_letters(names: Iterable[str]) -> str:
    """Alternatives in the order given, behind their first letters: most places are done with at once."""
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(name[:1], []).append(re.escape(name[1:]))
    return "|".join(f"{re.escape(letter)}(?:{'|'.join(rest)})" for letter, rest in groups.items())


def phrases(words: Iterable[str]) -> re.Pattern[str]:
    """Find any of the words or phrases as whole words; ä may be spelled ae, a blank may be wider.

    Signs are found anywhere.
    """
    every = list(words)
    signs = [word for word in every if not any(map(str.isalnum, word))]
    whole = rf"(?<![^\W_])(?:{_by_first_letters(set(every) - set(signs)) or '(?!)'})(?![^\W_])"
    return re.compile(f"(?:{'|'.join([*map(re.escape, signs), whole])})" if signs else whole, re.IGNORECASE)


def _by_first_letters(words: Iterable[str]) -> str:
    """Alternatives, the longest first, behind their first letter: in most places that is all there is to do.

    The letter stands as a class of both cases, which is looked at before anything else is tried.
    """
    spelled = {way for word in words for way in _ways(" ".join(word.split()))}
    groups: dict[str, list[str]] = {}
    for word in sorted(spelled, key=lambda word: (-len(word), word)):
        groups.setdefault(word[:1].lower(), []).append(_phrase(word[1:]))
    return "|".join(
        rf"(?-i:{_letter(letter)}){'' if rest == [''] else f'(?:{chr(124).join(rest)})'}"
        for letter, rest in sorted(groups.items())
    )


def _ways(word: str) -> Iterator[str]:
    """A word, and the same with an umlaut at its start spelled out."""
    yield word
    if word[:1].lower() in _SPELLED:
        yield _SPELLED[word[0].lower()] + word[1:]


def _letter(letter: str) -> str:
    both = sorted({letter, letter.upper()} if len(letter.upper()) == 1 else {letter})
    return f"[{''.join(map(re.escape, both))}]"


def _phrase(word: str) -> str:
    pattern = re.sub(r"(?:\\ )+", r"\\s+", re.escape(word))
    for umlaut, spelled in _SPELLED.items():
        for letter in {umlaut, umlaut.upper()} if umlaut != "ß" else {umlaut}:
            pattern = pattern.replace(letter, f"(?:{umlaut}|{spelled})")
    return pattern
