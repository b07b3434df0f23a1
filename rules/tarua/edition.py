"""The figures that a campaign plays by: an edition's data, overridden by the campaign's pages."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from msgspec import Struct, convert
from msgspec.structs import replace

from tontafel.rules.editions import load, names
from tontafel.rules.names import Names, fold
from tontafel.rules.system import Rules
from tontafel.rules.tables import SkillEntry, SkillGroup, SkillTable, Table, TrackTable, limits, listed
from tontafel.rules.tarua.tables import PeopleTable

FOLDER = Path(__file__).parent
TITLE = "Tarua Katoc"


class Points(Struct, frozen=True):
    """Points to make a character with, and an average person."""

    creation: int
    average: int


class Attributes(Struct, frozen=True):
    """The range of an attribute and the names of both kinds; the physical ones take damage."""

    lowest: int
    highest: int
    physical: tuple[str, ...]
    mental: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """All attributes, physical ones first."""
        return self.physical + self.mental


class Stages(Struct, frozen=True):
    """The range of a stage of development."""

    lowest: int
    highest: int


class SkillKind(Struct, frozen=True):
    """A kind of skill; see the comments in `edition1.toml`."""

    word: str
    stage: str
    attribute: str
    heads: tuple[str, ...]
    skills: tuple[str, ...]


class Defence(Struct, frozen=True):
    """What a defender usually rolls."""

    attribute: str
    skill: str


class Attack(Struct, frozen=True):
    """A way to attack; see the comments in `edition1.toml`."""

    word: str
    attribute: str
    skill: str
    defence: Defence
    damage: str
    resisted: str
    wounds: str


class ConflictRules(Struct, frozen=True):
    """Who is first, how often one acts, and the ways to attack."""

    initiative: str
    actions: str
    attacks: dict[str, Attack]


class People(Struct, frozen=True):
    """A people: caps by attribute, stages by name, and the page that says so."""

    name: str
    caps: dict[str, int]
    stages: dict[str, int]
    page: str


class TaruaRules(Rules, frozen=True, kw_only=True, dict=True):
    """The rules of one campaign."""

    points: Points
    attributes: Attributes
    stages: Stages
    #: The highest value of a skill, whatever the stage.
    highest_skill: int
    #: How many skills of one kind may stand at their cap.
    at_cap: int
    kinds: dict[str, SkillKind]
    peoples: dict[str, People]
    conflict: ConflictRules

    @cached_property
    def known_attributes(self) -> Names:
        """The five attributes."""
        return Names(self.attributes.names)

    @cached_property
    def known_stages(self) -> Names:
        """The two stages."""
        return Names(kind.stage for kind in self.kinds.values())

    @cached_property
    def known_skills(self) -> Names:
        """The campaign's skills."""
        return Names(self.skills.names())

    @cached_property
    def known_peoples(self) -> Names:
        """The campaign's peoples."""
        return Names(self.peoples)

    @property
    def choices(self) -> Mapping[str, tuple[str, ...]]:
        """The campaign's peoples."""
        return {"people": tuple(self.peoples)}

    @cached_property
    def _kinds_by_skill(self) -> dict[str, str]:
        return {fold(skill): name for name, kind in self.kinds.items() for skill in kind.skills}

    def kind_of(self, skill: str) -> str | None:
        """The kind of a skill, or None if the campaign's list has it under no heading of a kind."""
        return self._kinds_by_skill.get(fold(skill))

    def attribute_for(self, skill: str) -> str | None:
        """The attribute that is usually rolled with a skill: its way to attack has it, else its kind."""
        kind = self.kind_of(skill)
        ways = (way.attribute for way in self.conflict.attacks.values() if fold(way.skill) == fold(skill))
        return next(ways, self.kinds[kind].attribute if kind else None)

    @cached_property
    def stages_of_skills(self) -> dict[str, str]:
        """The campaign's skills in the order of the list, as far as a stage governs them: name → stage."""
        return {name: stage for name in self.skills.names() if (stage := self.stage_of(name))}

    def stage_of(self, skill: str) -> str | None:
        """The name of the stage that governs a skill."""
        kind = self.kind_of(skill)
        return self.kinds[kind].stage if kind else None


def editions() -> tuple[str, ...]:
    """Every edition there is a file for, oldest first."""
    return names(FOLDER)


def ruleset(edition: str, tables: Iterable[Table] = ()) -> TaruaRules:
    """The rules of an edition as the campaign's pages change them.

    Tables of peoples and lists of skills add up; a list of skills takes the place of the edition's.

    Raises:
        UnknownEdition: there is no such edition.
    """
    return house_rules(edition, load(FOLDER, edition, TITLE), tuple(tables))


def house_rules(edition: str, data: Mapping[str, Any], tables: tuple[Table, ...] = ()) -> TaruaRules:
    """The rules that data in the form of `edition1.toml` describe, as the campaign's pages change them."""
    sources: dict[str, str] = {}
    changed = {section: dict(figures) for section, figures in data.items() if isinstance(figures, dict)}
    for section, figure, value, page in limits(tables):
        if type(changed.get(section, {}).get(figure)) is int:
            changed[section][figure] = value
            sources[f"{section}.{figure}"] = page
    kinds = convert(changed["skills"]["kinds"], dict[str, SkillKind])
    skills, kinds = _skills(kinds, tables, sources)
    plain = {
        "edition": edition,
        "title": data["title"],
        "sources": sources,
        "skills": skills,
        "tracks": TrackTable(),
        "highest_skill": changed["skills"]["highest"],
        "at_cap": changed["skills"]["at_cap"],
        "kinds": kinds,
        "peoples": _peoples(tables, changed["attributes"], kinds, sources),
        **{section: changed[section] for section in ("points", "attributes", "stages", "conflict")},
    }
    return convert(plain, TaruaRules)


def _skills(
    kinds: dict[str, SkillKind], tables: Iterable[Table], sources: dict[str, str]
) -> tuple[SkillTable, dict[str, SkillKind]]:
    """The campaign's list of skills, or the edition's, and the kinds with the skills on that list."""
    found = listed(tables)
    if not found:
        groups = (SkillGroup(kind.word, tuple(map(SkillEntry, kind.skills))) for kind in kinds.values())
        return SkillTable(groups=tuple(groups)), kinds
    sources["skills"] = found.page
    by_kind: dict[str, list[str]] = {name: [] for name in kinds}
    for group in found.groups:
        for entry in group.skills:
            kind = _kind(kinds, group.name, entry.name)
            if kind:
                by_kind[kind].append(entry.name)
    return found, {name: replace(kind, skills=tuple(by_kind[name])) for name, kind in kinds.items()}


def _kind(kinds: Mapping[str, SkillKind], heading: str, skill: str) -> str | None:
    """The kind that a heading names, else the one that the edition puts the skill into."""
    head, wanted = fold(heading), fold(skill)
    named = (name for name, kind in kinds.items() if head.startswith(tuple(map(fold, kind.heads))))
    usual = (name for name, kind in kinds.items() if wanted in map(fold, kind.skills))
    return next(named, next(usual, None))


def _peoples(
    tables: Iterable[Table],
    attributes: Mapping[str, Any],
    kinds: Mapping[str, SkillKind],
    sources: dict[str, str],
) -> dict[str, People]:
    """The campaign's peoples; of two rows for one people the later counts."""
    known = Names([*attributes["physical"], *attributes["mental"]])
    stages = Names(kind.stage for kind in kinds.values())
    found: dict[str, People] = {}
    for table in tables:
        if not isinstance(table, PeopleTable) or not table.rows:
            continue
        sources["peoples"] = table.page
        for name, row in table.rows.items():
            found[name] = People(name, _spelled(row, known), _spelled(row, stages), table.page)
    return found


def _spelled(row: Mapping[str, int], known: Names) -> dict[str, int]:
    pairs = ((known.spelled(name), value) for name, value in row.items())
    return {name: value for name, value in pairs if name is not None}
