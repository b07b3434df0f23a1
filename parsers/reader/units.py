"""The pieces of a page that recognisers look at, and the headings that they stand under."""

from collections.abc import Iterator
from typing import Literal

from tontafel.parsers.reader.flat import Slice
from tontafel.rules.span import Span

UnitKind = Literal["heading", "prose", "line", "item", "row", "code"]

#: Columns that may stand left of the one that says what a table is about.
_BESIDE = frozenset(["value", "source", "kind", "severity", "marked"])
#: Columns of names: whose values stand in the row.
BEARERS = frozenset(["name", "bearer"])
#: What a table can be about, as far as a character is made of it.
_LISTED = frozenset(
    ["aspects", "attributes", "skills", "tracks", "stunts", "consequences", "history", "name"]
)


class Unit:
    """A piece of a page that recognisers look at.

    Attributes:
        kind: a heading or label, a paragraph, a line of one, a list item, a table row, a block of code.
        words: all of it; `label` and `body` are what stands before and behind a colon.
        cells, columns: a row's cells, and the roles of the columns by the table's head: a part, `value` and
            the like, `=5` for a value, `@Ringen` for the name of something that has a value.
        section: the part of a character it stands under, or empty.
        value: the value of the skills in a list below a value, if it is one.
        skill: the skill whose fields are listed, if they are.
        block: which units come from one paragraph, list or table.
        across: whether the heads above a row name what its cells are the values of.
        header: a heading, label or table head that means a part, and nothing else.
        rule: part of a table of rules.
        place: the place with a heading's, an item's or a row's own marks, where it has any.
    """

    __slots__ = (
        "across",
        "block",
        "body",
        "cells",
        "columns",
        "header",
        "kind",
        "label",
        "place",
        "rule",
        "section",
        "skill",
        "value",
        "words",
    )

    def __init__(self, kind: UnitKind, words: Slice, section: str, block: int) -> None:
        self.kind = kind
        self.words = words
        self.body = words
        self.label: Slice | None = None
        self.section = section
        self.value: int | None = None
        self.skill = ""
        self.block = block
        self.cells: list[Slice] = []
        self.columns: tuple[str, ...] = ()
        self.across = False
        self.header = False
        self.rule = False
        self.place: Span | None = None

    def lists(self, part: str) -> bool:
        """Whether the unit stands where this part is listed: below its heading, or in a table of its own."""
        if self.section == part:
            return True
        columns = self.columns
        return part in columns and (columns[0] == part or columns[0] in _BESIDE)

    @property
    def is_foreign(self) -> bool:
        """Whether the unit is of a table whose heads say that it is about something else."""
        if not self.columns or self.section or self.columns[0] == "name":
            return False
        return not any(role in _LISTED and self.lists(role) for role in self.columns)

    def shape(self) -> tuple[object, ...]:
        """All that recognisers look at but the place in the source, which is counted from `Flat.base`."""
        words, body, label = self.words, self.body, self.label
        shape = (
            *words.flat.shape(),
            self.kind,
            self.section,
            self.value,
            self.skill,
            self.header,
            self.across,
            self.columns,
            words.start,
            words.end,
            body.start,
            body.end,
            (label.start, label.end) if label else None,
        )
        return (*shape, *[(cell.start, cell.end) for cell in self.cells]) if self.cells else shape

    def span(self) -> Span:
        """The place of the unit in the source, with the marks that belong to it."""
        return self.place or self.words.outer()

    def marks(self, place: Span) -> Span:
        """The marks before the words within the unit's `place`: a bullet, a number, pipes."""
        start = self.words.span().start
        return Span(min(place.start, start), start)


class Segment:
    """A heading that announces no part, all units below it, and the segments of the headings below it."""

    __slots__ = ("children", "heading", "level", "npc", "parent", "units")

    def __init__(self, heading: Unit | None, level: int, parent: "Segment | None", npc: bool) -> None:
        self.heading = heading
        self.level = level
        self.parent = parent
        self.npc = npc
        self.units: list[Unit] = []
        self.children: list[Segment] = []

    def walk(self) -> "Iterator[Segment]":
        """This segment and all below it, in the page's order."""
        yield self
        for child in self.children:
            yield from child.walk()


def take_label(unit: Unit, label: Slice, cells: list[Slice]) -> None:
    """Make a row of its label and what it lists; one cell is read like a line."""
    unit.label = label
    unit.cells = cells
    if len(cells) == 1:
        unit.kind = "line"
        unit.body = cells[0]
