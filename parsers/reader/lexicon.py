"""A vocabulary made ready for looking up: which word means what, however it is spelled."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Literal, TypeVar

from msgspec import Struct

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.boxes import MARKED
from tontafel.parsers.reader.patterns import Patterns, by_letters, phrases
from tontafel.rules.names import fold, near
from tontafel.rules.remembered import Remembered, remembering
from tontafel.rules.vocabulary import Vocabulary

_TRIM = " \t\n:;,.–—-=*_/|!?\"'‘’„“”»«()[]…"
_NUMBERING = expression(r"^\W*\d+[.)]\s*|^[IVX]+\.\s+")
_NUMBERED = expression(r"(?<=\w)\s+\d{1,2}\W*$")
_WORD = expression(r"[^\W\d_]+")
#: A word that is shorter has too many neighbours to be taken for a misspelling.
_LONG = 6
#: No word is shortened to fewer letters.
_SHORTENED = 3
#: A shorter word tells a system apart only if it is written in the same letters: `IN`, and not `in`.
_TELLING = 4
#: No heading that announces a part is longer.
_LONGEST = 60
#: The folded words of a character's name, by which sentences speak of it.
Titles = frozenset[str]
NOBODY: Titles = frozenset()
#: What a name with a value behind it can be.
Field = Literal["attributes", "skills", "tracks", "figures", "details", "texts"]
#: Words that are more often these than numbers.
_NO_NUMBER = ("articles", "nothing", "denied")
T = TypeVar("T")
_BRACKETED = expression(r"\s*\(([^()]*)\)$")


class Named(Struct, frozen=True, gc=False):
    """What a name before a value stands for: a part of the character, the name there, the key of details."""

    field: Field
    name: str
    key: str = ""


class Lexicon(Patterns):
    """Lookups for one vocabulary and the names that one campaign's rules know."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        skills: tuple[str, ...],
        tracks: tuple[str, ...],
        choices: tuple[tuple[str, tuple[str, ...]], ...],
    ) -> None:
        self._choices = dict(choices)
        super().__init__(vocabulary)
        self._skills = _index(vocabulary.skills, skills)
        self._tracks = _index(vocabulary.tracks, tracks)
        self._attributes = _index(vocabulary.attributes, ())
        self._sections = _index(vocabulary.sections, ())
        self._details = _index(vocabulary.details, ())
        self._severities = _index(vocabulary.consequences, ())
        self._numbers = {
            fold(word): number for number, words in self.general.numbers.items() for word in words
        }
        self.sets = {role: frozenset(map(fold, words)) for role, words in self.general.words.items()}
        self._told = {
            **_index(vocabulary.labels, ()),
            **_index(vocabulary.lists, ()),
            **_index(vocabulary.texts, ()),
            **self._details,
        }
        self._named = self._all_named()
        self._understood: dict[object, Remembered[Any]] = {}

    @remembering
    def skill(self, name: str) -> str | None:
        """The skill as the campaign's rules spell it, or None if it is unknown."""
        return self._skills.get(fold(name))

    def shortened_track(self, name: str) -> str | None:
        """The one track that begins with so many letters: `Ges.`."""
        start = fold(name)
        found = {track for key, track in self._tracks.items() if key.startswith(start)}
        return found.pop() if len(found) == 1 and len(start) >= _SHORTENED else None

    def lists(self, text: str, part: str) -> bool:
        """Whether what seems a heading is listed: `Kindheit – stumm`, `arm (Familie)` are aspects."""
        pieces = self.alternatives.split(text) if part == "aspects" else ()
        return part == "skills" or any(piece.strip() and self.section(piece) is None for piece in pieces)

    def _shortened_section(self, text: str) -> str | None:
        """The one part whose words begin with so many letters: `Fert.`."""
        start = fold(text.rstrip("."))
        found = {part for word, part in self._sections.items() if word.startswith(start)}
        return found.pop() if len(found) == 1 and len(start) >= _SHORTENED else None

    def shortened(self, name: str) -> str | None:
        """The one skill that begins with so many letters: `Bew.`."""
        start = fold(name)
        found = {skill for key, skill in self._skills.items() if key.startswith(start)}
        return found.pop() if len(found) == 1 and len(start) >= _SHORTENED else None

    @remembering
    def track(self, name: str) -> str | None:
        """The track as the campaign's rules spell it, or None if it is unknown."""
        return self._tracks.get(fold(name))

    @remembering
    def almost_attribute(self, name: str) -> bool:
        """Whether an unknown name is a misspelling of exactly one attribute."""
        own = [*self.vocabulary.attributes, *self._spelled_out]
        return len(name) >= _SHORTENED and near(name, own) is not None and self.skill(name) is None

    @cached_property
    def _spelled_out(self) -> list[str]:
        """What each attribute is called in full where its name is an abbreviation."""
        names = self.vocabulary.attributes.items()
        return [words[0] for name, words in names if words and len(name) < _SHORTENED]

    @remembering
    def attribute(self, name: str) -> str | None:
        """The attribute's name, or None if it is unknown."""
        return self._attributes.get(fold(name))

    @remembering
    def detail(self, label: str) -> str | None:
        """The key of `details` that a label stands for."""
        return self._details.get(fold(label))

    @remembering
    def named(self, name: str) -> Named | None:
        """What a name before a value stands for; `Stärke (ST)` and `Stärke ST` are the attribute as well."""
        found = self._named.get(fold(name))
        if found is None and name.endswith(")") and (bracket := _BRACKETED.search(name)):
            outer = self._named.get(fold(name[: bracket.start()]))
            return outer if outer and outer == self._named.get(fold(bracket[1])) else None
        if found is None and name.count(" ") == 1:
            one, other = (self._named.get(fold(word)) for word in name.split(" "))
            return one if one == other else None
        return found

    @cached_property
    def lists_values(self) -> bool:
        """Whether the system has names that stand in one line with others: attributes and the like."""
        words = self.vocabulary
        return bool(words.attributes or words.gauges or words.figures)

    @cached_property
    def in_percent(self) -> bool:
        """Whether the system's values are percentages."""
        return any("%" in unit for unit in self.vocabulary.phrases.get("unit", ()))

    @cached_property
    def valued(self) -> re.Pattern[str] | None:
        """Finds attributes and tracks, as the vocabulary spells them, with a number behind them.

        None without such names. That the pattern begins with a letter is what makes it quick.
        """
        names = sorted({*self._names("attributes", "figures"), *self._gauges()}, key=len, reverse=True)
        if not names:
            return None
        any_name = by_letters(names)
        value = rf"[ :=(|*_/'+.…–-]{{0,12}}(?:\d|[●○]|{self.number_words.pattern})"
        return re.compile(rf"({any_name})(?:{value}|[ ;,/|\t]{{1,2}}(?:{any_name})[ ;,/|\t])")

    def _names(self, *fields: str) -> list[str]:
        """The names of some parts in every spelling that the vocabulary has."""
        words = self.vocabulary
        tables: dict[str, Sequence[Mapping[str, Iterable[str]]]] = {
            "attributes": (words.attributes,),
            "skills": (words.skills, dict.fromkeys(self._skills.values(), ())),
            "details": (words.details,),
            "figures": [names for key, names in words.figures.items() if key not in words.bound],
        }
        chosen = [table for field in fields for table in tables[field]]
        return [word for table in chosen for name, others in table.items() for word in (name, *others)]

    def _gauges(self) -> list[str]:
        """The names of tracks that are a number against a maximum."""
        tracks = self.vocabulary.tracks
        return [word for name in self.vocabulary.gauges for word in (name, *tracks.get(name, ()))]

    def is_mark(self, text: str) -> bool:
        """Whether a sign or word beside a skill marks it."""
        bare = text.strip(_TRIM) or text.strip(" ()[]")
        return bool(self._marks) and (fold(bare) in self._marks or (len(bare) == 1 and bare in MARKED))

    @cached_property
    def _marks(self) -> frozenset[str]:
        return frozenset(map(fold, self.vocabulary.marks))

    def names_in(self, key: str) -> re.Pattern[str]:
        """Finds the names of a figure or a flag."""
        return self._cached(f"names {key}", self._own_names(key))

    def name_in(self, key: str, word: str) -> str | None:
        """The name of a figure or a flag that a word stands for."""
        return self._own_names(key).get(fold(word))

    def label_of(self, key: str) -> re.Pattern[str]:
        """Finds the labels of all names of a figure or a flag."""
        return self._cached(f"label {key}", self.vocabulary.labels[key])

    def flag(self, key: str) -> re.Pattern[str]:
        """Finds the words that say that a flag without names is so."""
        return self._cached(f"flag {key}", self.vocabulary.flags[key][""])

    @cached_property
    def flag_words(self) -> re.Pattern[str] | None:
        """Finds any word that says that a flag is so; None where there are no flags."""
        flags, labels = self.vocabulary.flags, self.vocabulary.labels
        words = [word for key, names in flags.items() for word in (*labels.get(key, ()), *names.get("", ()))]
        return phrases(words) if words else None

    @cached_property
    def telling(self) -> re.Pattern[str] | None:
        """Finds words that say something without a number: of flags and texts; None where there are none."""
        told = [pattern.pattern for pattern in (*self.told.values(), *self.choices.values())]
        flags = [self.flag_words.pattern] if self.flag_words else []
        if not (told or flags):
            return None
        found = [re.sub(r"\(\?P<\w+>", "(?:", pattern) for pattern in told] + [f"(?i:{one})" for one in flags]
        return re.compile("|".join(found))

    def _own_names(self, key: str) -> dict[str, str]:
        return _index(self.vocabulary.figures.get(key) or self.vocabulary.flags[key], ())

    @cached_property
    def choices(self) -> dict[str, re.Pattern[str]]:
        """Key of details → finds the campaign's names for it, declined or not."""
        return {
            key: re.compile(rf"(?<![^\W_])(?P<name>{'|'.join(map(re.escape, names))})(?:e?[ns]|e)?(?![^\W_])")
            for key, names in self._choices.items()
            if names
        }

    def is_choice(self, key: str, name: str) -> bool:
        """Whether a name is one of those that the campaign has for a text."""
        return any(fold(one) == fold(name) for one in self._choices.get(key, ()))

    def choice(self, key: str, name: str) -> str:
        """A name as the campaign's rules spell it."""
        return next((one for one in self._choices.get(key, ()) if fold(one) == fold(name)), name)

    @cached_property
    def told(self) -> dict[str, re.Pattern[str]]:
        """Key of a text → finds it in a sentence by what stands before it.

        Where the campaign has names for it, one of them must follow; else any name does behind a word for
        what it is.
        """
        found: dict[str, re.Pattern[str]] = {}
        for key, words in self.vocabulary.told.items():
            names = self.choices.get(key)
            labels = phrases(self.vocabulary.texts[key])
            before = [word for word in words if names or labels.search(word)]
            following = names.pattern if names else r"(?P<name>[^\W\d_a-zäöüß][\w-]+)"
            found[key] = re.compile(rf"(?i:{phrases(before).pattern})\s+{following}")
        return found

    def understood(self, find: Callable[[str, "Lexicon"], T]) -> Remembered[T]:
        """What a function says of texts by this lexicon, each asked once."""
        known = self._understood.get(find)
        if known is None:
            known = self._understood[find] = Remembered(lambda text: find(text, self))
        return known

    def _all_named(self) -> dict[str, Named]:
        """Folded name → what it stands for; where a word has several meanings, the last one counts."""
        words = self.vocabulary
        found = {key: Named("texts", name, name) for key, name in _index(words.texts, ()).items()}
        found |= {key: Named("details", name, name) for key, name in self._details.items()}
        for group, names in words.figures.items():
            own = {} if group in words.bound else _index(names, ())
            found |= {key: Named("figures", name, group) for key, name in own.items()}
        found |= {key: Named("tracks", name) for key, name in self._tracks.items()}
        found |= {key: Named("skills", name) for key, name in self._skills.items()}
        return found | {key: Named("attributes", name) for key, name in self._attributes.items()}

    @remembering
    def severity(self, word: str) -> str | None:
        """The severity of a consequence."""
        return self._severities.get(fold(word))

    def number(self, word: str) -> int | None:
        """A figure or the word for one."""
        return int(word) if word.isdecimal() else self._numbers.get(fold(word))

    def plain_number(self, word: str) -> int | None:
        """The number that a word is and nothing else: no article, no `keine`."""
        key = fold(word)
        return self._numbers.get(key) if self.number_words.fullmatch(word) else None

    @cached_property
    def number_words(self) -> re.Pattern[str]:
        """Finds the words for numbers that mean nothing else: `drei`, and neither `ein` nor `keine`."""
        words = [word for several in self.general.numbers.values() for word in several]
        return phrases(word for word in words if not any(self.within(word, role) for role in _NO_NUMBER))

    def is_kind(self, word: str) -> bool:
        """Whether a word only says that somebody is a player's character or an NPC."""
        return self.within(word, "npc") or self.within(word, "pc")

    @remembering
    def is_label(self, text: str) -> bool:
        """Whether a text before a colon labels a stunt, a consequence or an aspect."""
        key = fold(text.strip(_TRIM))
        tables = (self.stunt_kinds, self._severities, self.origins, self._numbers, self.steps)
        return any(key in table for table in tables)

    def is_flag(self, text: str) -> bool:
        """Whether a text before a colon begins with a word that says that something is so."""
        return self.flag_words is not None and self.flag_words.match(text) is not None

    def is_column(self, head: str, role: str) -> bool:
        """Whether a column's head or a row's label is a word of a role (`value`, `boxes` …)."""
        return fold(head) in self.columns[role]

    def within(self, word: str, role: str) -> bool:
        """Whether a word has this role in sentences (`articles`, `new`, `npc` …)."""
        return fold(word) in self.sets[role]

    @remembering
    def section(self, text: str) -> str | None:
        """The part of a character that a label or a column's head announces.

        `background` is a heading that belongs to a character's page and is nobody's name. The other
        language may stand in brackets or behind a slash; `Die Fertigkeiten`, `3. Fertigkeiten` and
        `Fertigkeiten von Lykos` are understood.
        """
        if len(text) > _LONGEST:
            return None
        if not any(fold(word) in self._section_words for word in _WORD.findall(text)):
            return self._shortened_section(text) if text.endswith(".") else None
        numbering = _NUMBERING.match(text)
        bare = text[numbering.end() :] if numbering else text
        bare = (_NUMBERED.sub("", bare) if bare[-3:].strip(_TRIM)[-1:].isdigit() else bare).strip(_TRIM)
        if fold(bare) in self.stunt_kinds:
            return None
        for piece in (bare, *self.alternatives.split(bare)):
            if fold(piece) in self.stunt_kinds:
                continue
            found = self._part(piece.strip(_TRIM)) or self._qualified(piece)
            if found:
                return found
        return None

    def is_told(self, part: str) -> bool:
        """Whether a part is a text or a number of the details."""
        return part in self.vocabulary.texts or part in self.vocabulary.details

    def is_labelled(self, part: str) -> bool:
        """Whether a part is a text, a list, a figure or a flag of the details, which have labels."""
        words = self.vocabulary
        return part in words.texts or part in words.lists or part in words.labels

    def heading(self, text: str) -> str | None:
        """The part that a heading announces, a slip of the pen forgiven."""
        return self.section(text) or self._misspelled(text)

    @cached_property
    def _section_words(self) -> frozenset[str]:
        known = (*self._sections, *self._told, *self.sets["background"])
        return frozenset(fold(word) for name in known for word in _WORD.findall(name))

    def _part(self, word: str) -> str | None:
        key = fold(word)
        part = self._sections.get(key) or self._told.get(key)
        return "background" if part is None and key in self.sets["background"] else part

    def _qualified(self, text: str) -> str | None:
        """The part in `Seine Fertigkeiten`, `Liste der Skills`, `Fertigkeiten von Lykos`, `Lykos' Tricks`."""
        words = text.split()
        if not 1 < len(words) <= 5:
            return None
        if self.within(" ".join(words[:-1]), "listing"):
            return self._part(words[-1])
        if self.within(words[1], "particles"):
            return self._part(words[0])
        leading = words[0].casefold()
        if self.within(leading, "articles") or self.within(leading, "possessives") or leading[-1] in "s'’":
            return self._part(" ".join(words[1:]))
        return None

    @remembering
    def _misspelled(self, heading: str) -> str | None:
        text = heading.strip(_TRIM)
        if len(text) < _LONG or not _WORD.fullmatch(text):
            return None
        initial = fold(text)[:1]
        likely = [word for word in self._sections if word[:1] == initial and abs(len(word) - len(text)) <= 2]
        meant = near(text, likely)
        return self._sections[meant] if meant else None

    @cached_property
    def words(self) -> frozenset[str]:
        """Every single word of the system, folded: what tells systems apart. Short ones stand as written."""
        vocabulary = self.vocabulary
        headings = (
            *(vocabulary.sections, vocabulary.stunts, vocabulary.details),
            *(vocabulary.texts, vocabulary.lists, vocabulary.labels),
        )
        named = (vocabulary.skills, vocabulary.tracks, vocabulary.attributes, *vocabulary.figures.values())
        names = [word for table in (*headings, *named) for words in table.values() for word in words]  # type: ignore[attr-defined]
        names += [name for table in named for name in table]
        return frozenset(name if len(name) < _TELLING else fold(name) for name in names if " " not in name)

    @cached_property
    def stunt_kind(self) -> re.Pattern[str]:
        """Finds the words for kinds of stunt, the longest first."""
        return phrases(word for words in self.vocabulary.stunts.values() for word in words)

    @cached_property
    def stunt_kinds(self) -> dict[str, str]:
        """Folded word → kind of stunt."""
        return {fold(word): kind for kind, words in self.vocabulary.stunts.items() for word in words}

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

    @cached_property
    def column_roles(self) -> dict[str, str]:
        """Folded head → role of the column."""
        roles: dict[str, str] = {}
        for role, words in self.general.columns.items():
            for word in words:
                roles.setdefault(fold(word), role)
        return roles

    @cached_property
    def columns(self) -> dict[str, frozenset[str]]:
        """Role of a column → folded heads."""
        return {role: frozenset(map(fold, words)) for role, words in self.general.columns.items()}

    @cached_property
    def origins(self) -> frozenset[str]:
        """Folded words for where an aspect comes from."""
        return frozenset(fold(word) for words in self.vocabulary.origins.values() for word in words)

    @cached_property
    def steps(self) -> dict[str, int]:
        """Folded name of a step → value."""
        return {fold(word): value for value, words in self.vocabulary.ladder.items() for word in words}

    @cached_property
    def events(self) -> dict[str, str]:
        """Folded label of a row of the history → event."""
        return {fold(word): event for event, words in self.vocabulary.events.items() for word in words}


def understood(find: Callable[[str, Lexicon], T]) -> Callable[[str, Lexicon], T]:
    """Makes a function of a text and a lexicon remember what it said of short texts."""

    def ask(text: str, lexicon: Lexicon) -> T:
        return lexicon.understood(find)[text]

    return ask


@lru_cache(maxsize=64)
def lexicon(
    vocabulary: Vocabulary,
    skills: tuple[str, ...] = (),
    tracks: tuple[str, ...] = (),
    choices: tuple[tuple[str, tuple[str, ...]], ...] = (),
) -> Lexicon:
    """The lexicon of a vocabulary and the names on a campaign's rules pages; `choices` by key of details."""
    return Lexicon(vocabulary, skills, tracks, choices)


def _index(names: Mapping[Any, Iterable[str]], campaign: tuple[str, ...]) -> dict[str, str]:
    """Folded spelling → name; what the campaign's own rules call a thing comes before the system's word."""
    index = {fold(word): name for name, words in names.items() for word in words}
    index |= {fold(name): name for name in names}
    spelled = {fold(name): name for name in campaign}
    for key, name in index.items():
        index[key] = spelled.get(fold(name), name)
    return index | spelled
