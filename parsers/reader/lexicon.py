"""A vocabulary made ready for looking up: which word means what, however it is spelled."""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any

from tontafel.rules.names import fold, near
from tontafel.rules.vocabulary import Vocabulary

_TRIM = " \t\n:;,.–—-=*_/|!?\"'‘’„“”»«()[]…"
_NUMBERING = re.compile(r"^\W*\d+[.)]\s*|^[IVX]+\.\s+")
_NUMBERED = re.compile(r"(?<=\w)\s+\d{1,2}\W*$")
_WORD = re.compile(r"[^\W\d_]+")
#: A word that is shorter has too many neighbours to be taken for a misspelling.
_LONG = 6
#: No heading that announces a part is longer.
_LONGEST = 60
#: The same few hundred words are looked up on every page.
folded = lru_cache(maxsize=4096)(fold)
#: The folded words of a character's name, by which sentences speak of it.
Titles = frozenset[str]
NOBODY: Titles = frozenset()
#: Parts of which a page that holds a character shows a word.
TELLING = ("skills", "tracks", "stunts", "consequences")


class Lexicon:
    """Lookups for one vocabulary and the names that one campaign's rules know."""

    def __init__(self, vocabulary: Vocabulary, skills: tuple[str, ...], tracks: tuple[str, ...]) -> None:
        self.vocabulary = vocabulary
        self.general = vocabulary.general
        self._skills = _index(vocabulary.skills, skills)
        self._tracks = _index(vocabulary.tracks, tracks)
        self._attributes = _index(vocabulary.attributes, ())
        self._sections = _index(vocabulary.sections, ())
        self._details = _index(vocabulary.details, ())
        self._severities = _index(vocabulary.consequences, ())
        self._numbers = {
            folded(word): number for number, words in self.general.numbers.items() for word in words
        }
        self.sets = {role: frozenset(map(fold, words)) for role, words in self.general.words.items()}
        self._phrases: dict[str, re.Pattern[str]] = {}

    def skill(self, name: str) -> str | None:
        """The skill as the campaign's rules spell it, or None if it is unknown."""
        return self._skills.get(folded(name))

    def track(self, name: str) -> str | None:
        """The track as the campaign's rules spell it, or None if it is unknown."""
        return self._tracks.get(folded(name))

    def attribute(self, name: str) -> str | None:
        """The attribute's name, or None if it is unknown."""
        return self._attributes.get(folded(name))

    def detail(self, label: str) -> str | None:
        """The key of `details` that a label stands for."""
        return self._details.get(folded(label))

    def severity(self, word: str) -> str | None:
        """The severity of a consequence."""
        return self._severities.get(folded(word))

    def number(self, word: str) -> int | None:
        """A figure or the word for one."""
        return int(word) if word.isdecimal() else self._numbers.get(folded(word))

    def is_kind(self, word: str) -> bool:
        """Whether a word only says that somebody is a player's character or an NPC."""
        return self.within(word, "npc") or self.within(word, "pc")

    def is_label(self, text: str) -> bool:
        """Whether a text before a colon labels a stunt, a consequence or an aspect."""
        key = folded(text.strip(_TRIM))
        tables = (self.stunt_kinds, self._severities, self.origins, self._numbers, self.steps)
        return any(key in table for table in tables)

    def is_column(self, head: str, role: str) -> bool:
        """Whether a column's head or a row's label is a word of a role (`value`, `boxes` …)."""
        return folded(head) in self.columns[role]

    def within(self, word: str, role: str) -> bool:
        """Whether a word has this role in sentences (`articles`, `new`, `npc` …)."""
        return folded(word) in self.sets[role]

    def section(self, text: str) -> str | None:
        """The part of a character that a label or a column's head announces.

        `background` is a heading that belongs to a character's page and is nobody's name. The other
        language may stand in brackets or behind a slash; `Die Fertigkeiten`, `3. Fertigkeiten` and
        `Fertigkeiten von Lykos` are understood.
        """
        if len(text) > _LONGEST or not any(
            folded(word) in self._section_words for word in _WORD.findall(text)
        ):
            return None
        bare = _NUMBERED.sub("", _NUMBERING.sub("", text)).strip(_TRIM)
        if folded(bare) in self.stunt_kinds:
            return None
        for piece in (bare, *self._alternatives.split(bare)):
            if folded(piece) in self.stunt_kinds:
                continue
            found = self._part(piece.strip(_TRIM)) or self._qualified(piece)
            if found:
                return found
        return None

    @cached_property
    def _alternatives(self) -> re.Pattern[str]:
        """Finds what stands between two headings in one."""
        return re.compile(rf"\s*[()/|–—:;,+&]\s*|\s+-\s+|{self.conjunction.pattern}", re.IGNORECASE)

    def heading(self, text: str) -> str | None:
        """The part that a heading announces, a slip of the pen forgiven."""
        return self.section(text) or self._misspelled(text.strip(_TRIM))

    @cached_property
    def _section_words(self) -> frozenset[str]:
        known = (*self._sections, *self._details, *self.sets["background"])
        return frozenset(folded(word) for name in known for word in _WORD.findall(name))

    def _part(self, word: str) -> str | None:
        key = folded(word)
        part = self._sections.get(key)
        if part is None and key in self.sets["background"]:
            part = "background"
        return part or self._details.get(key)

    def _qualified(self, text: str) -> str | None:
        """The part in `Seine Fertigkeiten`, `Fertigkeiten von Lykos` or `Lykos' Fertigkeiten`."""
        words = text.split()
        if not 1 < len(words) <= 5:
            return None
        if self.within(words[1], "particles"):
            return self._part(words[0])
        leading = words[0].casefold()
        if self.within(leading, "articles") or self.within(leading, "possessives") or leading[-1] in "s'’":
            return self._part(" ".join(words[1:]))
        return None

    def _misspelled(self, text: str) -> str | None:
        if len(text) < _LONG or not _WORD.fullmatch(text):
            return None
        initial = folded(text)[:1]
        likely = [word for word in self._sections if word[:1] == initial and abs(len(word) - len(text)) <= 2]
        meant = near(text, likely)
        return self._sections[meant] if meant else None

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

    @cached_property
    def words(self) -> frozenset[str]:
        """Every single word of the system, folded: what tells systems apart."""
        vocabulary = self.vocabulary
        tables: tuple[Mapping[Any, Iterable[str]], ...] = (
            vocabulary.sections,
            vocabulary.tracks,
            vocabulary.stunts,
            vocabulary.skills,
            vocabulary.attributes,
        )
        names = [word for table in tables for words in table.values() for word in words]
        names += [*vocabulary.skills, *vocabulary.tracks, *vocabulary.attributes]
        return frozenset(folded(name) for name in names if " " not in name)

    @cached_property
    def stunt_kind(self) -> re.Pattern[str]:
        """Finds the words for kinds of stunt, the longest first."""
        return phrases(word for words in self.vocabulary.stunts.values() for word in words)

    @cached_property
    def stunt_kinds(self) -> dict[str, str]:
        """Folded word → kind of stunt."""
        return {folded(word): kind for kind, words in self.vocabulary.stunts.items() for word in words}

    @cached_property
    def skill_names(self) -> re.Pattern[str]:
        """Finds the campaign's skills in a sentence, in any spelling that the vocabulary has."""
        return phrases(
            [*self._skills.values(), *(w for words in self.vocabulary.skills.values() for w in words)]
        )

    @cached_property
    def track_names(self) -> re.Pattern[str]:
        """Finds tracks in a sentence."""
        return phrases(
            [*self._tracks.values(), *(w for words in self.vocabulary.tracks.values() for w in words)]
        )

    def phrase(self, role: str) -> re.Pattern[str]:
        """Finds the words of a role in `general.words`, `general.replacing` or the system's `phrases`."""
        found = self._phrases.get(role)
        if found is None:
            tables = (self.general.words, self.general.replacing, self.vocabulary.phrases)
            found = phrases(word for table in tables for word in table.get(role, ()))
            self._phrases[role] = found
        return found

    @cached_property
    def counted(self) -> re.Pattern[str]:
        """Reads `5`, `5 Kästchen`, `5 (2 markiert)`: boxes, and how many of them are marked."""
        box, marked, of_them = (self.phrase(role).pattern for role in ("box", "marked", "of_them"))
        rest = rf"[(,;/–-]?\s*(?:{of_them})?\s*(\w+)\s*(?:{box})?\s*(?:{marked})\W*"
        return re.compile(rf"(\w+)\s*(?:{box})?\s*(?:{rest})?", re.IGNORECASE)

    @cached_property
    def separator(self) -> re.Pattern[str]:
        """Finds a comma, `und`, or both between two phrases."""
        words = "|".join(map(re.escape, self.general.words["conjunctions"]))
        return re.compile(rf",\s*(?:(?:{words})\s+)?|\s+(?:{words})\s+", re.IGNORECASE)

    @cached_property
    def amount(self) -> re.Pattern[str]:
        """Reads `6`, `4/6` or `4 von 6`."""
        slash = self.phrase("slashes").pattern
        return re.compile(rf"\W*(\d{{1,2}})\b(?:\s*(?:/|{slash})\s*(\d{{1,2}})\b)?", re.IGNORECASE)

    @cached_property
    def now(self) -> re.Pattern[str]:
        """Finds the present value behind a wounded attribute: `Kraft 9, derzeit 7`."""
        return re.compile(rf"\W{{0,3}}(?:{self.phrase('now').pattern})\s*:?\s*(\d+)\)?", re.IGNORECASE)

    @cached_property
    def conjunction(self) -> re.Pattern[str]:
        """Finds `und` between two names."""
        return re.compile(
            rf"\s+(?:{'|'.join(map(re.escape, self.general.words['conjunctions']))})\s+", re.IGNORECASE
        )

    @cached_property
    def column_roles(self) -> dict[str, str]:
        """Folded head → role of the column."""
        roles: dict[str, str] = {}
        for role, words in self.general.columns.items():
            for word in words:
                roles.setdefault(folded(word), role)
        return roles

    @cached_property
    def columns(self) -> dict[str, frozenset[str]]:
        """Role of a column → folded heads."""
        return {role: frozenset(map(fold, words)) for role, words in self.general.columns.items()}

    @cached_property
    def origins(self) -> frozenset[str]:
        """Folded words for where an aspect comes from."""
        return frozenset(folded(word) for words in self.vocabulary.origins.values() for word in words)

    @cached_property
    def steps(self) -> dict[str, int]:
        """Folded name of a step → value."""
        return {folded(word): value for value, words in self.vocabulary.ladder.items() for word in words}

    @cached_property
    def events(self) -> dict[str, str]:
        """Folded label of a row of the history → event."""
        return {folded(word): event for event, words in self.vocabulary.events.items() for word in words}


@lru_cache(maxsize=64)
def lexicon(vocabulary: Vocabulary, skills: tuple[str, ...] = (), tracks: tuple[str, ...] = ()) -> Lexicon:
    """The lexicon of a vocabulary and the names on a campaign's rules pages."""
    return Lexicon(vocabulary, skills, tracks)


def phrases(words: Iterable[str]) -> re.Pattern[str]:
    """Find any of the words or phrases as whole words; ä may be spelled ae, a blank may be wider."""
    patterns = sorted({_phrase(word) for word in words}, key=lambda pattern: (-len(pattern), pattern))
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(patterns) or '(?!)'})(?![^\W_])", re.IGNORECASE)


def _phrase(word: str) -> str:
    pattern = r"\s+".join(map(re.escape, word.split()))
    for umlaut, spelled in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        pattern = pattern.replace(umlaut, f"(?:{umlaut}|{spelled})")
        pattern = pattern.replace(umlaut.upper(), f"(?:{umlaut}|{spelled})") if umlaut != "ß" else pattern
    return pattern


def _index(names: Mapping[Any, Iterable[str]], campaign: tuple[str, ...]) -> dict[str, str]:
    """Folded spelling → name; what the campaign's own rules call a thing comes before the system's word."""
    index = {folded(word): name for name, words in names.items() for word in words}
    index |= {folded(name): name for name in names}
    spelled = {folded(name): name for name in campaign}
    for key, name in index.items():
        index[key] = spelled.get(folded(name), name)
    return index | spelled
