"""The figures that a campaign plays by: an edition's data and the facts, overridden by its pages."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, convert, toml
from msgspec.structs import replace

from tontafel.rules.editions import load, names
from tontafel.rules.fhtagn.professions import Profession, Professions, profession
from tontafel.rules.fhtagn.tables import BaseTable, ProfessionRow, ProfessionTable
from tontafel.rules.names import Names, fold
from tontafel.rules.system import Rules
from tontafel.rules.tables import SkillEntry, SkillGroup, SkillTable, Table, TrackTable, limits, listed

FOLDER = Path(__file__).parent
TITLE = "FHTAGN"
#: Parts of a profession that a page seldom gives.
_WORDS = ("masculine", "also", "variants", "recommended")
_GROUPS = {"physical": "Körper", "mental": "Kopf", "social": "Umgang"}


class Creation(Struct, frozen=True):
    """Points for attributes, of a character and of an average person, their range, and motivations."""

    points: int
    average: int
    lowest: int
    highest: int
    motivations: int


class Derived(Struct, frozen=True):
    """A value that follows from attributes; see the comment in `edition1.toml`."""

    word: str
    factors: dict[str, int]
    divisor: int = 1

    def value(self, attributes: Mapping[str, int]) -> int | None:
        """The value, rounded up; None where an attribute is missing."""
        total = 0
        for name, factor in self.factors.items():
            if name not in attributes:
                return None
            total += attributes[name] * factor
        return -(-total // self.divisor)


class Stability(Struct, frozen=True):
    """Which tracks are stability and its breaking point, and what keeps it below its ceiling."""

    track: str
    breaking_point: str
    ceiling: int
    lowered_by: str


class Willpower(Struct, frozen=True):
    """Which track is willpower."""

    track: str


class ChaseRules(Struct, frozen=True):
    """The skills of each way to chase."""

    skills: dict[str, tuple[str, ...]]


class SkillFact(Struct, frozen=True):
    """A skill: its base in percent or the name of what it equals, and its kind; see `facts.toml`."""

    base: int | str
    kind: Literal["physical", "mental", "social"] = "mental"
    specialised: bool = False
    unnatural: bool = False


_UNKNOWN = SkillFact(base=0)


class FhtagnRules(Rules, frozen=True, kw_only=True, dict=True):
    """The rules of one campaign."""

    creation: Creation
    highest_skill: int
    derived: dict[str, Derived]
    stability: Stability
    willpower: Willpower
    chase: ChaseRules
    #: Short name → long name.
    attributes: dict[str, str]
    facts: dict[str, SkillFact]
    professions: dict[str, Profession]
    profession_rows: dict[str, ProfessionRow]
    facets: tuple[str, ...]

    @cached_property
    def known_attributes(self) -> Names:
        """The attributes by their short names, found again by the long ones."""
        return Names(self.attributes, {word: name for name, word in self.attributes.items()})

    @cached_property
    def known_skills(self) -> Names:
        """The campaign's skills."""
        return Names(self.skills.names())

    @cached_property
    def known_facets(self) -> Names:
        """The facets."""
        return Names(self.facets)

    @cached_property
    def bases(self) -> list[tuple[str, str, int | str]]:
        """The campaign's skills in the order of the list: folded name, name, and base; see `SkillFact`."""
        return [(fold(name), name, self.fact(name).base) for name in self.skills.names()]

    @cached_property
    def known_tracks(self) -> Names:
        """The derived values that have a track."""
        return Names(self.derived)

    def derived_from(self, attributes: Mapping[str, int]) -> dict[str, int]:
        """The derived values by name, as far as the attributes are there."""
        values = {name: derived.value(attributes) for name, derived in self.derived.items()}
        return {name: value for name, value in values.items() if value is not None}

    @cached_property
    def known_professions(self) -> Professions:
        """The professions by any word for them."""
        return Professions(
            {name: (self.profession_rows[name], self.professions[name]) for name in self.professions}
        )

    @cached_property
    def _facts(self) -> dict[str, SkillFact]:
        return {fold(name): fact for name, fact in self.facts.items()}

    def fact(self, skill: str) -> SkillFact:
        """What is known of a skill; of one that only the campaign has, that its base is 0."""
        return self.facts.get(skill) or self._facts.get(fold(skill), _UNKNOWN)


def editions() -> tuple[str, ...]:
    """Every edition there is a file for, oldest first."""
    return names(FOLDER)


def ruleset(edition: str, tables: Iterable[Table] = ()) -> FhtagnRules:
    """The rules of an edition as the campaign's pages change them.

    A list of skills takes the place of the facts'; base values and professions add to them.

    Raises:
        UnknownEdition: there is no such edition.
    """
    facts = toml.decode((FOLDER / "facts.toml").read_bytes())
    return house_rules(edition, {**load(FOLDER, edition, TITLE), "facts": facts}, tuple(tables))


def house_rules(edition: str, data: Mapping[str, Any], tables: tuple[Table, ...] = ()) -> FhtagnRules:
    """The rules of data in the form of `edition1.toml`, with `facts`, as the pages change them."""
    sources: dict[str, str] = {}
    creation, highest = dict(data["creation"]), data["skills"]["highest"]
    for section, figure, value, page in limits(tables):
        if section == "creation" and figure in creation:
            creation[figure] = value
            sources[f"creation.{figure}"] = page
        if (section, figure) == ("skills", "highest"):
            highest = value
            sources["skills.highest"] = page
    facts = _facts(data["facts"]["skills"], tables, sources)
    skills = _skills(facts, tables, sources)
    rows, pages = _profession_rows(data["facts"]["professions"], tables, sources)
    known = Names(skills.names())
    plain = {
        "edition": edition,
        "title": data["title"],
        "sources": sources,
        "skills": skills,
        "tracks": TrackTable(),
        "creation": creation,
        "highest_skill": highest,
        "attributes": data["facts"]["attributes"],
        "facts": facts,
        "professions": {name: profession(name, row, known, pages[name]) for name, row in rows.items()},
        "profession_rows": rows,
        "facets": data["facts"]["facets"]["names"],
        **{section: data[section] for section in ("derived", "stability", "willpower", "chase")},
    }
    return convert(plain, FhtagnRules)


def _facts(own: Mapping[str, Any], tables: Iterable[Table], sources: dict[str, str]) -> dict[str, SkillFact]:
    """The facts about skills, with the base values that pages give."""
    facts = convert(own, dict[str, SkillFact])
    known = Names(facts)
    for table in tables:
        if isinstance(table, BaseTable) and table.rows:
            sources["skills.base"] = table.page
            for written, row in table.rows.items():
                name = known.spelled(written) or written
                old = facts.get(name, SkillFact(0))
                facts[name] = SkillFact(_base(row.base), old.kind, old.specialised, old.unnatural)
    return facts


def _base(written: int | str) -> int | str:
    """The base value in "30 %", "30" or "wie EN"."""
    if isinstance(written, int):
        return written
    text = written.strip()
    number = text.removesuffix("%").strip()
    if number.isdecimal():
        return int(number)
    for article in ("wie ", "as ", "like "):
        text = text.removeprefix(article)
    return text.strip()


def _skills(facts: Mapping[str, SkillFact], tables: Iterable[Table], sources: dict[str, str]) -> SkillTable:
    """The campaign's list of skills, or the facts'."""
    if found := listed(tables):
        sources["skills"] = found.page
        return found
    return SkillTable(
        groups=tuple(
            SkillGroup(title, tuple(SkillEntry(name) for name, fact in facts.items() if fact.kind == kind))
            for kind, title in _GROUPS.items()
        )
    )


def _profession_rows(
    own: Mapping[str, Any], tables: Iterable[Table], sources: dict[str, str]
) -> tuple[dict[str, ProfessionRow], dict[str, str]]:
    """The professions, with those of pages, and the page of each."""
    rows = convert(own, dict[str, ProfessionRow])
    pages = dict.fromkeys(rows, "")
    known = Names(rows)
    for table in tables:
        if isinstance(table, ProfessionTable) and table.rows:
            sources["professions"] = table.page
            for written, row in table.rows.items():
                name = known.spelled(written) or written
                rows[name], pages[name] = _with_words(row, rows.get(name)), table.page
    return rows, pages


def _with_words(row: ProfessionRow, old: ProfessionRow | None) -> ProfessionRow:
    """A page's row, with the words for the profession that it does not change."""
    if old is None:
        return row
    words = {name: getattr(row, name) or getattr(old, name) for name in _WORDS}
    return replace(row, **words)
