"""The characters of a campaign: read by its system's words, judged by its rules."""

import re
from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tontafel.parsers.reader import Log, Marks, Read, Result, fits, read
from tontafel.parsers.reader.lexicon import lexicon
from tontafel.parsers.tree import Document
from tontafel.rules.diagnostic import Diagnostic, judged
from tontafel.rules.model import Character
from tontafel.rules.names import fold
from tontafel.rules.skills import UNREADABLE, WITHOUT_VALUE
from tontafel.rules.span import Path, Span
from tontafel.rules.system import Rules, RulesError, System, system, systems
from tontafel.rules.tables import Table
from tontafel.site.cache import digest
from tontafel.site.campaign.contradictions import contradictions
from tontafel.site.campaign.settings import SETTINGS_FILE, Settings, TagNames

#: Ends of words in the name or title of a page that holds rules, where neither settings nor tags name any.
_RULES = re.compile(r"(?:regeln|regelwerk|rules|fertigkeiten|skills)(?!\S)")

#: The parts of a character that people call by other words, too.
_SPELLED = frozenset(["attributes", "skills", "tracks"])


class RulesPage(Struct, frozen=True):
    """A page whose tables change the rules."""

    name: str
    document: Document
    text: str


class Game(Struct, frozen=True):
    """What is played on a page: a system by the campaign's rules."""

    system: System[Any]
    rules: Rules

    def marks(self, page: "Marks") -> Marks:
        """Complete what is known of a page by the names that the rules know."""
        skills = self.rules.skills.names() if self.rules.sources.get("skills.groups") else ()
        return replace(
            page,
            edition=self.rules.edition,
            skills=skills,
            tracks=tuple(self.rules.tracks.governing),
            ladder=getattr(self.rules, "ladder", {}),
            choices=self.rules.choices,
            kinds=tuple(self.system.tables),
        )

    def read(self, name: str, document: Document, text: str, marks: Marks) -> Result:
        """Read a page by the system's words and what the rules know."""
        return read(document, text, name, self.system.vocabulary(), marks=self.marks(marks))

    def spelled(self, written: str, character: Character) -> str:
        """Give what people call a skill, an attribute or a track as the character's page was read.

        What the character or nobody calls so stays as it is written.
        """
        own = [*character.attributes, *(track.name for track in character.tracks)]
        own += [skill.name for skill in character.skills]
        return written if fold(written) in set(map(fold, own)) else self.called(written)

    def called(self, written: str) -> str:
        """Give a skill, an attribute or a track as the rules call it; other words stay as they are."""
        marks = self.marks(Marks())
        words = lexicon(
            self.system.vocabulary(), marks.skills, marks.tracks, tuple(sorted(marks.choices.items()))
        )
        name, bracket, special = written.partition(" (")
        named = words.named(name.strip())
        return f"{named.name}{bracket}{special}" if named and named.field in _SPELLED else written


class Figure(Struct, frozen=True):
    """A character with what follows from it by the rules, where it begins on its page, and what is wrong."""

    character: Character
    place: Span
    findings: tuple[Diagnostic, ...]
    game: Game


class Figures(Struct, frozen=True):
    """All that a page gives to the game; findings have page and span and include those of characters.

    `logs` are records of conflicts, not yet replayed, and `game` is what is played on the page.
    """

    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    logs: tuple[Log, ...] = ()
    game: Game | None = None


class Games:
    """The rules of one campaign, and the reader and judge of its pages."""

    def __init__(self, settings: Settings, pages: Iterable[RulesPage] = (), *, system: str = "") -> None:
        """Take the settings and the pages that hold rules; `system` overrides what the settings say."""
        self._settings = settings
        self._pages = list(pages)
        self.findings: list[Diagnostic] = []
        self._chosen = self._known_system(system or settings.system)
        self._games: dict[str, Game] = {}
        self._tags = _folded_tags(settings.tags)

    def read(
        self, name: str, document: Document, text: str, tags: Sequence[str] = (), *, rules: bool = False
    ) -> Figures:
        """Read and judge the characters of a page; `rules` says that the page holds rules."""
        if document.redirect:
            return Figures()
        return self._judged(name, *self.found(name, document, text, tags, rules=rules))

    def found(
        self, name: str, document: Document, text: str, tags: Sequence[str] = (), *, rules: bool = False
    ) -> tuple[Game, Result]:
        """Read a page as `read` does, and give what is played there and where everything stands."""
        marks = self._marks(tags, rules=rules)
        game = self.game(document, text)
        found = game.read(name, document, text, marks)
        if found.tables and not self._pages:
            game = Game(game.system, game.system.ruleset(game.rules.edition, found.tables))
            found = game.read(name, document, text, marks)
        return game, found

    def game(self, document: Document, text: str) -> Game:
        """Tell what is played on a page: the campaign's system, or the one whose words fit best."""
        chosen = self._chosen or self._best(document, text)
        if chosen.id not in self._games:
            self._games[chosen.id] = self._made(chosen)
        return self._games[chosen.id]

    def rules_digest(self) -> bytes:
        """Give what changes when the rules do, for the one system of the campaign; nothing for several."""
        if not self._chosen:
            return b""
        if self._chosen.id not in self._games:
            self._games[self._chosen.id] = self._made(self._chosen)
        return digest(msgspec.json.encode(self._games[self._chosen.id].rules))

    def _known_system(self, name: str) -> System[Any] | None:
        if not name:
            return None
        try:
            return system(name)
        except RulesError as error:
            self.findings.append(_refused("system-unknown", "system", error))
            return None

    @cached_property
    def _systems(self) -> list[System[Any]]:
        return list(systems().values())

    def _best(self, document: Document, text: str) -> System[Any]:
        """Choose the system whose words fit a page best; of equals the first by name."""
        fitting = fits(document, text, [one.vocabulary() for one in self._systems])
        return self._systems[fitting.index(max(fitting))]

    def _made(self, chosen: System[Any]) -> Game:
        tables: list[Table] = []
        vocabulary = chosen.vocabulary()
        for page in self._pages:
            if self._chosen or self._best(page.document, page.text).id == chosen.id:
                marks = Marks(rules=True, kinds=tuple(chosen.tables))
                tables += read(page.document, page.text, page.name, vocabulary, marks=marks).tables
        self.findings += judged(list(contradictions(tables)), self._settings.severity)
        edition = self._settings.edition or chosen.default_edition
        try:
            return Game(chosen, chosen.ruleset(edition, tables) if tables else _unchanged(chosen, edition))
        except RulesError as error:
            self.findings.append(_refused("edition-unknown", "edition", error))
            return Game(chosen, chosen.ruleset(chosen.default_edition, tables))

    def _marks(self, tags: Sequence[str], *, rules: bool) -> Marks:
        meant = {role for tag in tags for role in self._tags.get(fold(tag), ())}
        return Marks(
            character=bool(meant & {"character", "npc"}),
            kind="npc" if "npc" in meant else None,
            rules=rules or "rules" in meant,
        )

    def _judged(self, name: str, game: Game, found: Result) -> Figures:
        severity = self._settings.severity
        here = [replace(one, page=name) for one in judged(found.diagnostics, severity)]
        unreadable = {finding.span for finding in here if finding.code == UNREADABLE}
        figures = []
        for one in found.characters:
            whole, broken = game.system.judged(one.character, game.rules, severity)
            placed = [replace(finding, page=name, span=place(one, finding.where)) for finding in broken]
            placed = [one for one in placed if one.code != WITHOUT_VALUE or one.span not in unreadable]
            placed += [finding for finding in here if finding.character == whole.name]
            figures.append(Figure(whole, place(one, ()), tuple(placed), game))
        broken = [finding for figure in figures for finding in figure.findings if finding not in here]
        return Figures(tuple(figures), tuple(found.tables), (*here, *broken), tuple(found.logs), game)


@cache
def _unchanged(played: System[Any], edition: str) -> Rules:
    """Give the rules of an edition as no table changes them, read once."""
    rules: Rules = played.ruleset(edition, ())
    return rules


def place(one: Read, where: Path) -> Span:
    """Give the place of a part of a character, or of the nearest whole that has one."""
    for length in range(len(where), -1, -1):
        known = one.places.get(where[:length])
        if known is not None:
            return known
    return one.part[0] if one.part else Span(0, 0)


def public(character: Character) -> Character:
    """Give a character as players may see it."""
    return replace(character, other=[])


def is_rules_page(name: str, title: str) -> bool:
    """Guess by name and title whether a page holds rules."""
    return _RULES.search(f"{fold(name)} {fold(title)}") is not None


def _folded_tags(tags: TagNames) -> dict[str, tuple[str, ...]]:
    roles: dict[str, tuple[str, ...]] = {}
    for role in ("character", "npc", "rules"):
        for name in getattr(tags, role):
            roles[fold(name)] = (*roles.get(fold(name), ()), role)
    return roles


def _refused(code: str, key: str, error: RulesError) -> Diagnostic:
    return Diagnostic(
        code=code,
        severity="error",
        message=error.message,
        hint=error.hint,
        page=SETTINGS_FILE,
        where=(key,),
    )
