"""The character as every system sees it; its JSON is the public form (`tontafel show --format json`)."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

Kind = Literal["pc", "npc"]
StuntKind = Literal[
    "talent",
    "item",
    "artifact",
    "substitute",
    "substitute_for_others",
    "bonus_for_others",
    "extra_box",
    "track_skill",
]
ConsequenceSeverity = Literal["mild", "medium", "severe"]


class Aspect(Struct, frozen=True):
    """A short phrase that is true of the character."""

    text: str


class Skill(Struct, frozen=True, kw_only=True):
    """A skill and its value: steps of the ladder, points or percent, as the system counts."""

    name: str
    value: int | None
    specialisation: str | None = None
    new: bool = False
    marked: bool = False
    base: int | None = None


class Track(Struct, frozen=True, kw_only=True):
    """A row of boxes, each marked or free, or a current value against a maximum."""

    name: str
    boxes: list[bool] | UnsetType = UNSET
    current: int | UnsetType = UNSET
    maximum: int | UnsetType = UNSET


class Stunt(Struct, frozen=True, kw_only=True):
    """An advantage; the fields that its kind needs are filled, the rest is null.

    `skill` is the skill that is used, `replaces` the one it stands in for, `name` the thing's name.
    """

    kind: StuntKind | None
    text: str
    name: str | None = None
    skill: str | None = None
    replaces: str | None = None
    track: str | None = None


class Consequence(Struct, frozen=True, kw_only=True):
    """A lasting harm, the track it was taken for and the date or evening it began."""

    severity: ConsequenceSeverity
    text: str
    track: str | None = None
    since: str | None = None


class Character(Struct, frozen=True, kw_only=True):
    """A player character or NPC of any system; every field is there for every system."""

    name: str
    system: str
    edition: str
    kind: Kind = "pc"
    aspects: list[Aspect] = []
    attributes: dict[str, int] = {}
    skills: list[Skill] = []
    open_slots: dict[str, int] = {}
    tracks: list[Track] = []
    stunts: list[Stunt] = []
    consequences: list[Consequence] = []
    details: dict[str, Any] = {}
    derived: dict[str, Any] = {}
    other: list[str] = []
