"""What a campaign's pages give to the rules: lists and figures that override the system's own.

Each table names its kind in JSON and the page it stands on, so that a finding can say whose rule it is.
A system may add kinds of its own (`System.tables`).
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct


class Table(Struct, frozen=True, kw_only=True, tag_field="kind", tag="table"):
    """Figures or names from a page; `page` is empty for the system's own."""

    page: str = ""


class SkillEntry(Struct, frozen=True):
    """A skill that the campaign knows, and what it is for in a few words."""

    name: str
    purpose: str = ""


class SkillGroup(Struct, frozen=True):
    """Skills under one heading, in the page's order; the name is empty where there is no heading."""

    name: str
    skills: tuple[SkillEntry, ...]


class SkillTable(Table, frozen=True, kw_only=True, tag="skills"):
    """The campaign's skills (seed 000, Mögliche Fertigkeiten)."""

    groups: tuple[SkillGroup, ...] = ()

    def names(self) -> tuple[str, ...]:
        """Every skill's name, in order."""
        return tuple(entry.name for group in self.groups for entry in group.skills)


class TrackTable(Table, frozen=True, kw_only=True, tag="tracks"):
    """Which skill governs which track (seed 000, Zähler)."""

    governing: dict[str, str] = {}


class Ladder(Table, frozen=True, kw_only=True, tag="ladder"):
    """How many skills a character has at each value."""

    counts: dict[int, int] = {}


class BoxTable(Table, frozen=True, kw_only=True, tag="boxes"):
    """Boxes of a track, each from this value of the governing skill on."""

    boxes: dict[int, int] = {}


class Limits(Table, frozen=True, kw_only=True, tag="limits"):
    """Single figures by the system's word for them, such as `aspects.maximum` or `stunts.count`."""

    values: dict[str, int] = {}


def limits(tables: Iterable[Table]) -> Iterator[tuple[str, str, int, str]]:
    """The single figures that pages set: section, figure, value, page."""
    for table in tables:
        if isinstance(table, Limits):
            for name, value in table.values.items():
                section, _, figure = name.partition(".")
                yield section, figure, value, table.page


def listed(tables: Iterable[Table]) -> SkillTable | None:
    """All lists of skills as one, on the page of the last; None where there is none."""
    lists = [table for table in tables if isinstance(table, SkillTable) and table.names()]
    groups = tuple(group for table in lists for group in table.groups)
    return SkillTable(groups=groups, page=lists[-1].page) if lists else None


#: The kinds that every system may be given.
AnyTable = SkillTable | TrackTable | Ladder | BoxTable | Limits
KINDS: tuple[type[Table], ...] = (SkillTable, TrackTable, Ladder, BoxTable, Limits)
