"""What a game system is, and where the systems are found.

A system is data and pure functions. It lives in a package with a `SYSTEM`, either beside this file or
anywhere behind the entry point group `tontafel.systems`; nothing else has to know of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from os.path import isdir
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, Concatenate, Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tontafel.rules.checks import Checks
from tontafel.rules.diagnostic import Diagnostic, Level, Severity, capped, judged
from tontafel.rules.message import Message, did_you_mean, message
from tontafel.rules.model import Character
from tontafel.rules.names import Names
from tontafel.rules.tables import KINDS, SkillTable, Table, TrackTable
from tontafel.rules.vocabulary import Vocabulary, load

if TYPE_CHECKING:
    from fractions import Fraction

    from tontafel.rules.chart import Charts
    from tontafel.rules.events import Advanced, Refusal
    from tontafel.rules.options import Option
    from tontafel.rules.outcome import Outcome, Rng
    from tontafel.rules.record import Record

ENTRY_POINTS = "tontafel.systems"
#: Where the built-in systems lie.
ROOM = Path(__file__).parent


class RulesError(Exception):
    """Something that the rules refuse to work with; `message` and `hint` are for people."""

    def __init__(self, said: Message, hint: Message | None = None) -> None:
        super().__init__(str(said))
        self.message = said
        self.hint = hint


class UnknownSystem(RulesError):  # noqa: N818 - reads as what happened
    """No system has this id."""


class UnknownEdition(RulesError):  # noqa: N818
    """The system has no such edition."""


class Rules(Struct, frozen=True, kw_only=True):
    """The figures that a campaign plays by: an edition's, overridden by the campaign's own pages.

    A system adds what only it has. `sources` names the page for each figure that a page has set.
    """

    edition: str
    #: The edition's name for people, as the rules book spells it.
    title: str
    skills: SkillTable
    tracks: TrackTable
    sources: dict[str, str] = {}

    def source(self, figure: str) -> str:
        """Whose rule a figure is: a page's name or the edition's title."""
        return self.sources.get(figure, self.title)

    @property
    def choices(self) -> Mapping[str, tuple[str, ...]]:
        """Key of `Character.details` → the names that a page may give there, as the rules spell them."""
        return {}


R = TypeVar("R", bound=Rules)

#: As strong as a player character, or as anybody in the street.
Strength = Literal["pc", "average"]
#: Says a sentence in the language of whoever reads it.
Say = Callable[[Message], str]


class System(Struct, Generic[R], frozen=True, kw_only=True):
    """A game system.

    Attributes:
        id: its name in settings and on the command line.
        title: its name for people.
        editions: the editions it knows, oldest first; a function, since they lie in files.
        default_edition: the edition played where settings name none.
        folder: where its own data lie: the words by which its characters and tables are recognised
            (`words.toml`), the catalogues of its sentences (`de.po`), and `templates/` with its
            `sheet.html`, `card.html` and `character.html` where they are not among the program's.
        ruleset: the rules of an edition with what the campaign's tables change;
            raises `UnknownEdition`.
        case: a character before its judge: what several checks and derived values need, worked out once.
        checks: what can be wrong with a case, each with its code and severity.
        derived: the values that follow from a case, JSON-ready (`Character.derived`).
        tables: the kinds of table that it takes from pages.
        view: a character as sheets, cards and pages show it, row by row: any structs for the templates
            of this system. Without it they have the character, `derive` and the rules.
        generate: a legal character by chance, as strong as a player character or as an average person.
        advance: a character after the end of an evening or scenario, given as JSON in the system's own
            form and a function that says its sentences in the campaign's language.
        roll: a test of a character's skill by name; further arguments are `roll_options`.
        answer: how the other side tests a skill against a test of another, which is named first: options
            of `roll` that it does not give itself.
        versus: two such tests against each other, seen from the first.
        odds: exact chances by degree; its arguments are `odds_options`.
        charts: the same chances as pictures.
        log: what a page's record of a conflict comes to: its rows as dicts of text by column head, the
            characters that it may name, the campaign's rules, and what stands between the heading above
            the table and the table itself.
        log_codes: the code of everything that can be wrong with a record, with its severity.
    """

    id: str
    title: str
    editions: Callable[[], tuple[str, ...]]
    default_edition: str
    folder: Path
    ruleset: Callable[[str, Iterable[Table]], R]
    case: Callable[[Character, R], Any]
    checks: Checks[Any]
    derived: Callable[[Any], dict[str, Any]]
    tables: Sequence[type[Table]] = KINDS
    view: Callable[[Character, R], object] | None = None
    generate: Callable[[Rng, R, Strength], Character] | None = None
    advance: Callable[[Character, R, Mapping[str, Any], Say], Advanced | Refusal] | None = None
    roll: Callable[Concatenate[Rng, Character, R, str, ...], Outcome] | None = None
    roll_options: Callable[[], Sequence[Option]] = tuple
    answer: Callable[[R, str, str], Mapping[str, str]] | None = None
    versus: Callable[[Any, Any], Outcome] | None = None
    odds: Callable[..., Mapping[str, Fraction]] | None = None
    odds_options: Callable[[], Sequence[Option]] = tuple
    charts: Callable[[], Charts[R]] | None = None
    log: Callable[[Sequence[Mapping[str, str]], Sequence[Character], R, str], Record] | None = None
    log_codes: Callable[[], Mapping[str, Severity]] = dict

    def vocabulary(self) -> Vocabulary:
        """The words of `words.toml`, read when a page is first searched for characters."""
        return load(self.folder, self.id)

    def check(
        self, character: Character, rules: R, severity: Mapping[str, Level] | None = None
    ) -> list[Diagnostic]:
        """All that breaks or strains the rules, with the character's name and `where` filled in.

        Args:
            character: as read from a page.
            rules: what `ruleset` gave.
            severity: what the campaign's settings say of single codes; an NPC's findings stay notes.
        """
        return self._findings(self.case(character, rules), character, severity or {})

    def derive(self, character: Character, rules: R) -> dict[str, Any]:
        """The values that follow from a character."""
        return self.derived(self.case(character, rules))

    def judged(
        self, character: Character, rules: R, severity: Mapping[str, Level]
    ) -> tuple[Character, list[Diagnostic]]:
        """The character with its derived values, and what `check` gives."""
        case = self.case(character, rules)
        whole = replace(character, derived=self.derived(case))
        return whole, self._findings(case, character, severity)

    def _findings(self, case: Any, character: Character, severity: Mapping[str, Level]) -> list[Diagnostic]:
        """Findings as the settings want them, an NPC's softened, with the character's name."""
        npc = character.kind == "npc"
        wanted = judged(self.checks.run(case, npc=npc), severity)
        softened = capped(wanted, "note") if npc else wanted
        return [replace(diagnostic, character=character.name) for diagnostic in softened]

    def codes(self) -> Mapping[str, Severity]:
        """The code of every check with its severity."""
        return self.checks.codes()


def system(name: str) -> System[Any]:
    """The system with this id.

    Raises:
        UnknownSystem: there is none; its hint names those that are near.
    """
    found = _built_in(name) or _installed(name)
    if found is None:
        said = message("There is no rule system “{name}”.", name=name)
        raise UnknownSystem(said, one_of(name, systems()))
    return found


def systems() -> dict[str, System[Any]]:
    """Every system by id: those beside this file, then those that other packages bring."""
    found: dict[str, System[Any]] = {}
    for one in _all():
        found.setdefault(one.id, one)
    return dict(sorted(found.items()))


def one_of(name: str, known: Iterable[str]) -> Message:
    """What to write instead of an unknown name: the one that is near, or all there are."""
    names = list(dict.fromkeys(known))
    named = Names(names)
    meant = named.spelled(name) or named.near(name)
    if meant:
        return did_you_mean(meant)
    return message("Known are: {names}.", names=", ".join(names))


def _all() -> Iterator[System[Any]]:
    """Built-in systems first, so that who needs no other never waits for the installed packages."""
    for module in iter_modules([str(ROOM)]):
        if module.ispkg and (one := _built_in(module.name)):
            yield one
    for entry in _entries():
        yield entry.load()


def _built_in(name: str) -> System[Any] | None:
    package = f"{__package__}.{name}"
    if not name.isidentifier() or not isdir(ROOM / name):  # noqa: PTH112 - of a name too long, too
        return None
    found = getattr(import_module(package), "SYSTEM", None)
    return found if isinstance(found, System) else None


def _installed(name: str) -> System[Any] | None:
    return next((entry.load() for entry in _entries() if entry.name == name), None)


def _entries() -> Any:
    from importlib.metadata import entry_points  # noqa: PLC0415 - 30 ms that most runs do without

    return entry_points(group=ENTRY_POINTS)
