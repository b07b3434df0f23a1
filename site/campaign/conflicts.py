"""Records of conflicts on pages: whom they name, what they come to, and what is wrong where."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from tontafel.parsers.expression import expression
from tontafel.parsers.reader import Log
from tontafel.rules.diagnostic import Diagnostic, Level, judged
from tontafel.rules.inflection import same_word
from tontafel.rules.model import Character
from tontafel.rules.names import fold
from tontafel.rules.record import Record
from tontafel.rules.rounds import columns
from tontafel.site.campaign.figures import Figure, Figures, Game

#: So many pages are read for one record.
_MOST_PAGES = 30
#: A word says whom it names by so many letters; words that begin otherwise are other words.
_TELLING = 3
_WORD = expression(r"[^\W\d_]{3,}")
_ANY = expression(r"[^\W\d_]+")
#: What stands between numbers and punctuation in a cell.
_PHRASE = expression(r"[^\W\d_]+(?:[ '’-]+[^\W\d_]+)*")


class Library(Protocol):
    """The pages of a campaign that somebody may know."""

    def names(self) -> Iterable[str]:
        """Give the names of all pages that tell a story."""

    def led(self, name: str) -> str:
        """Give the page that a link of this name leads to, or an empty text."""

    def aliases(self) -> Mapping[str, str]:
        """Give the other names that lead to pages."""

    def figures(self, name: str) -> Sequence[Figure]:
        """Give the characters on a page."""


class Conflict(Struct, frozen=True, kw_only=True):
    """A record of a conflict with what it comes to; `asked` are the pages that tell of those it names."""

    log: Log
    record: Record
    findings: tuple[Diagnostic, ...]
    asked: tuple[str, ...]


class Names:
    """Pages by the words in their names, in whatever case and declension."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_stem: dict[str, list[tuple[str, str]]] = {}
        #: Pages with a name too short to be told by a part of it.
        self._short: dict[str, str] = {}
        for name in names:
            if len(name) < _TELLING:
                self._short[fold(name)] = name
            for word in _words(name):
                self._by_stem.setdefault(word[:_TELLING], []).append((word, name))

    def like(self, text: str) -> Iterator[str]:
        """Give the pages that share a word with a text, once for each word that they share."""
        if self._short:
            yield from (self._short[word] for word in _ANY.findall(fold(text)) if word in self._short)
        for word in _words(text):
            for other, name in self._by_stem.get(word[:_TELLING], ()):
                if word == other or same_word(word, other):
                    yield name


def _words(text: str) -> set[str]:
    return set(_WORD.findall(fold(text)))


class Replayer:
    """Replays the records on the pages of a campaign."""

    def __init__(self, library: Library, severity: Mapping[str, Level]) -> None:
        """Take the campaign's pages, and what its settings say of single codes."""
        self._library = library
        self._severity = severity

    @cached_property
    def _names(self) -> Names:
        return Names(self._library.names())

    def replay(self, page: str, figures: Figures) -> tuple[Conflict, ...]:
        """Replay the records on a page with the characters that it and the pages it names tell of."""
        return tuple(self._replayed(page, log, figures) for log in figures.logs)

    def _replayed(self, page: str, log: Log, figures: Figures) -> Conflict:
        called = dict(self._called(log))
        asked = [name for name in self._pages(log, called.values()) if name != page]
        there = {name: self._library.figures(name) for name in asked}
        meant = {text: _meant(text, name, there.get(name, ())) for text, name in called.items()}
        names = {text: one for text, one in meant.items() if one}
        known = [*figures.figures, *(one for some in there.values() for one in some)]
        rows = _spelled([_renamed(row, names) for row in log.rows], known, figures.game)
        record = _record(rows, log, known, figures)
        placed = (replace(one, page=page, span=log.place(one.where)) for one in record.diagnostics)
        return Conflict(
            log=log,
            record=record,
            findings=tuple(judged(placed, self._severity)),
            asked=tuple(sorted({page, *asked})),
        )

    def _called(self, log: Log) -> Iterator[tuple[str, str]]:
        """What the record calls somebody, and the page that tells of them: by links and by other names."""
        for text, target in log.links:
            if page := self._library.led(target):
                yield text, page
        said = "\n".join(log.names)
        for alias, page in self._library.aliases().items():
            if alias in said and _whole(alias).search(said):
                yield alias, page

    def _pages(self, log: Log, called: Iterable[str]) -> list[str]:
        """The pages that a record names: for sure, by their whole names, by words that they share."""
        certain = [*called, *(self._library.led(name) for name in log.names)]
        shared: dict[str, int] = {}
        for text in log.names:
            for name in self._names.like(text):
                shared[name] = shared.get(name, 0) + 1
        likely = sorted(shared, key=lambda name: (-shared[name], name))
        found = dict.fromkeys(name for name in (*certain, *likely) if name)
        return list(found)[:_MOST_PAGES]


def _meant(text: str, page: str, figures: Sequence[Figure]) -> str:
    """The character on a page that is meant by a link: the one so called, else the one it is about."""
    names = [one.character.name for one in figures]
    called = [name for name in names if fold(name) == fold(text)]
    words = _words(text)
    likely = [name for name in names if words and words <= _words(name)]
    about = [name for name in names if fold(name) == fold(page)]
    return next(iter([*called, *(likely if len(likely) == 1 else ()), *about, *names]), "")


def _renamed(row: Mapping[str, str], names: Mapping[str, str]) -> Mapping[str, str]:
    """A row in which everyone bears the name of the own page."""
    renamed = dict(row)
    for text, name in names.items():
        if fold(text) not in fold(name):
            renamed = {head: _whole(text).sub(partial(_said, name), cell) for head, cell in renamed.items()}
    return renamed


def _spelled(
    rows: Sequence[Mapping[str, str]], known: Sequence[Figure], game: Game | None
) -> list[Mapping[str, str]]:
    """The rows with skills and attributes as the rules call them, where nobody is called so."""
    if game is None or not rows:
        return list(rows)
    heads = columns(rows[0], game.system.vocabulary())
    told = [heads[role] for role in ("skill", "against") if role in heads]
    own = {fold(skill.name) for one in known for skill in one.character.skills}
    taken = own | {fold(row.get(heads.get("who", ""), "").strip()) for row in rows}

    def meant(match: re.Match[str]) -> str:
        return match[0] if fold(match[0]) in taken else game.called(match[0])

    return [{**row, **{head: _PHRASE.sub(meant, row[head]) for head in told if head in row}} for row in rows]


def _said(name: str, _: re.Match[str]) -> str:
    return name


def _whole(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")


def _record(rows: Sequence[Mapping[str, str]], log: Log, known: Sequence[Figure], figures: Figures) -> Record:
    game = figures.game
    if game is None or game.system.log is None:
        return Record()
    cast: dict[str, Character] = {}
    for one in known:
        if one.character.system == game.system.id:
            cast.setdefault(fold(one.character.name), one.character)
    return game.system.log(rows, list(cast.values()), game.rules, log.before)
