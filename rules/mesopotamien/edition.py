"""The figures that a campaign plays by: an edition's data, overridden by the campaign's pages."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, convert

from tontafel.rules.editions import load, names
from tontafel.rules.names import Names, fold
from tontafel.rules.system import Rules
from tontafel.rules.tables import (
    BoxTable,
    Ladder,
    Limits,
    SkillEntry,
    SkillGroup,
    SkillTable,
    Table,
    TrackTable,
    limits,
)

FOLDER = Path(__file__).parent
TITLE = "Der Geist Mesopotamiens"
#: The sections of an edition that are figures of the rules as they stand.
_SECTIONS = ("aspects", "refresh", "stunts", "consequences", "conflict")


class Aspects(Struct, frozen=True):
    """How many aspects a character has when made, and how many ever."""

    creation: int
    maximum: int


class Refresh(Struct, frozen=True):
    """Fate points at the start of an evening: a fixed part and one for each aspect."""

    base: int
    per_aspect: int
    maximum: int

    def points(self, aspects: int) -> int:
        """The fate points for so many aspects."""
        return min(self.maximum, self.base + self.per_aspect * aspects)


class StuntRule(Struct, frozen=True):
    """What one kind of stunt asks for and gives; see the comment in `edition1.toml`."""

    word: str
    needs: tuple[Literal["name", "skill", "replaces", "track"], ...] = ()
    replaces: tuple[int, int] | None = None
    higher: bool = False
    minimum: int | None = None
    companions: int | None = None
    boxes: int = 0
    governs: bool = False
    aspect: Literal["character", "thing"] | None = None
    bonus: int = 0
    free: int | None = None

    @property
    def for_others(self) -> bool:
        """Whether companions have the use of it."""
        return self.companions is not None or self.minimum is not None


class Stunts(Struct, frozen=True):
    """How many stunts a character has, and of which kinds."""

    count: int
    kinds: dict[str, StuntRule]


class Harm(Struct, frozen=True):
    """A size of consequence; see the comment in `edition1.toml`."""

    word: str
    absorbs: int
    evenings: int = 0
    unhurt: bool = False


class Prey(Struct, frozen=True):
    """Who is easy prey: the track attacked while others attack the other one, and the aspect for it."""

    aspect: str
    attacks: str
    others: str


class Fighting(Struct, frozen=True, kw_only=True):
    """The figures of a conflict; see the comments in `edition1.toml`."""

    stride: int = 1
    nimble: str = ""
    tracks: tuple[str, ...] = ()
    lead: int = 3
    momentum: int = 1
    prey: Prey | None = None


class MesopotamienRules(Rules, frozen=True, kw_only=True, dict=True):
    """The rules of one campaign."""

    aspects: Aspects
    refresh: Refresh
    #: How many skills at each value.
    ladder: dict[int, int]
    #: The value of a skill that stands on no row.
    unlisted: int
    #: Boxes of a track from this value of its governing skill on.
    boxes: dict[int, int]
    stunts: Stunts
    consequences: dict[str, Harm]
    conflict: Fighting = Fighting()

    @cached_property
    def known_skills(self) -> Names:
        """The campaign's skills; one that governs a track is known even where the list lacks it."""
        return Names([*self.tracks.governing.values(), *self.skills.names()])

    @cached_property
    def listed_skills(self) -> dict[str, str]:
        """The campaign's skills by their folded names, in the order of the list."""
        listed: dict[str, str] = {}
        for name in self.skills.names():
            listed.setdefault(fold(name), name)
        return listed

    @cached_property
    def known_tracks(self) -> Names:
        """The campaign's tracks."""
        return Names(self.tracks.governing)

    def boxes_at(self, value: int) -> int:
        """A track's boxes when its governing skill stands at `value`."""
        reached = [start for start in self.boxes if start <= value]
        return self.boxes[max(reached) if reached else min(self.boxes)]


def editions() -> tuple[str, ...]:
    """Every edition there is a file for, oldest first."""
    return names(FOLDER)


def ruleset(edition: str, tables: Iterable[Table] = ()) -> MesopotamienRules:
    """The rules of an edition as the campaign's pages change them.

    Tables of one kind replace what the edition has; of two ladders the later counts, two lists of
    skills or of tracks add up.

    Raises:
        UnknownEdition: there is no such edition.
    """
    return house_rules(edition, load(FOLDER, edition, TITLE), tables)


def house_rules(edition: str, data: Mapping[str, Any], tables: Iterable[Table] = ()) -> MesopotamienRules:
    """The rules that data in the form of `edition1.toml` describe, as the campaign's pages change them."""
    sources: dict[str, str] = {}
    changed = {section: dict(figures) for section, figures in data.items() if isinstance(figures, dict)}
    skills, tracks = changed["skills"], changed["tracks"]
    skills["groups"] = tuple(
        SkillGroup(group, tuple(map(SkillEntry, names))) for group, names in skills["groups"].items()
    )
    for section, figure, value, page in _figures(tables):
        if type(changed.get(section, {}).get(figure)) is type(value):
            changed[section][figure] = value
            sources[f"{section}.{figure}"] = page
    aspects = changed["aspects"]
    aspects["creation"] = min(aspects["creation"], aspects["maximum"])
    plain: dict[str, Any] = {
        "edition": edition,
        "title": data["title"],
        "sources": sources,
        "skills": SkillTable(groups=skills["groups"]),
        "tracks": TrackTable(governing=tracks["governing"]),
        "ladder": skills["ladder"],
        "unlisted": skills["unlisted"],
        "boxes": _with_lower_steps(data["tracks"]["boxes"], tracks["boxes"]),
        **{section: changed[section] for section in _SECTIONS if section in changed},
    }
    return convert(plain, MesopotamienRules, strict=False)


def _with_lower_steps(base: Mapping[str, int], boxes: Mapping[Any, int]) -> dict[int, int]:
    """The boxes by value, completed by the edition's below: pages often give only what a skill adds."""
    steps = {int(value): count for value, count in boxes.items()}
    return {int(value): count for value, count in base.items() if int(value) < min(steps)} | steps


def _figures(tables: Iterable[Table]) -> Iterator[tuple[str, str, Any, str]]:
    """What the tables set: section, figure, value, page. An empty table sets nothing."""
    groups: tuple[SkillGroup, ...] = ()
    governing: dict[str, str] = {}
    for table in tables:
        match table:
            case SkillTable() if table.names():
                groups += table.groups
                yield "skills", "groups", groups, table.page
            case TrackTable() if table.governing:
                governing = governing | table.governing
                yield "tracks", "governing", governing, table.page
            case Ladder() if table.counts:
                yield "skills", "ladder", table.counts, table.page
            case BoxTable() if table.boxes:
                yield "tracks", "boxes", table.boxes, table.page
            case Limits():
                yield from limits([table])
