"""What sheets, cards and pages show of a character: rows of the ladder, tracks, what stays open."""

from collections.abc import Iterator

from msgspec import Struct

from tontafel.rules.details import number
from tontafel.rules.mesopotamien.case import Case
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.model import Character, ConsequenceSeverity, Skill, Stunt, Track
from tontafel.rules.names import fold

#: From mild to severe.
_SIZES: tuple[ConsequenceSeverity, ...] = ("mild", "medium", "severe")


class Brick(Struct, frozen=True, kw_only=True):
    """A place for a skill: an open one has no name, one beside the ladder a value of its own."""

    number: int
    name: str = ""
    specialisation: str = ""
    new: bool = False
    value: int | None = None


class Step(Struct, frozen=True):
    """All skills of one value."""

    value: int | None
    bricks: list[Brick]


class Box(Struct, frozen=True):
    """A box of a track; one that comes with a better skill is there `later`."""

    marked: bool
    later: bool = False


class TrackView(Struct, frozen=True, kw_only=True):
    """A track as it is drawn: `skill_value` is None where the character has no such skill."""

    name: str
    boxes: list[Box]
    skill: str = ""
    skill_value: int | None = None


class ConsequenceView(Struct, frozen=True, kw_only=True):
    """A consequence, or the line where one can be written; `boxes` is what it absorbs."""

    severity: ConsequenceSeverity
    boxes: int
    text: str = ""
    track: str = ""
    since: str = ""


class View(Struct, frozen=True, kw_only=True):
    """A character as it is shown: everything counted, nothing left to compute.

    Attributes:
        refresh: fate points an evening.
        fate: a token for each fate point there can be, true where the page says that it is there.
        unlisted: the value of every skill that is not shown.
        aspects: their texts.
        values: all skills by value, the highest first, those without one last.
        steps: the ladder with its open places, the highest first; `others` are skills beside it.
        tracks: those that the rules expect and those that only this character has.
        stunts: as on the page.
        open_aspects, open_stunts: the numbers of the lines that stay open.
        consequences: a line for each severity, and more where more are borne.
    """

    refresh: int
    fate: list[bool]
    unlisted: int
    aspects: list[str]
    values: list[Step]
    steps: list[Step]
    others: list[Brick]
    tracks: list[TrackView]
    stunts: list[Stunt]
    open_aspects: list[int]
    open_stunts: list[int]
    consequences: list[ConsequenceView]


def view(character: Character, rules: MesopotamienRules) -> View:
    """Arrange a character; without a name it is a blank sheet, whose tracks have their full length."""
    case = Case(character, rules)
    refresh = rules.refresh.points(len(case.aspects))
    steps, others = _ladder(character, rules)
    return View(
        refresh=refresh,
        fate=_fate(character, rules.refresh.maximum),
        unlisted=rules.unlisted,
        aspects=[aspect.text for aspect in character.aspects],
        values=_values(character),
        steps=steps,
        others=others,
        tracks=list(_tracks(case)),
        stunts=character.stunts,
        open_aspects=_open(character, len(character.aspects), rules.aspects.maximum),
        open_stunts=_open(character, len(character.stunts), rules.stunts.count),
        consequences=list(_consequences(character, rules)),
    )


def _open(character: Character, there: int, most: int) -> list[int]:
    """Number the lines that stay open; a non-player character is complete as it is."""
    return list(range(there + 1, most + 1 if character.kind == "pc" else 0))


def _values(character: Character) -> list[Step]:
    groups: dict[int | None, list[Brick]] = {}
    for skill in character.skills:
        bricks = groups.setdefault(skill.value, [])
        bricks.append(_brick(skill, len(bricks) + 1))
    order = sorted(groups, key=lambda value: (value is None, -(value or 0)))
    return [Step(value, groups[value]) for value in order]


def _brick(skill: Skill, number: int, value: int | None = None) -> Brick:
    special = skill.specialisation or ""
    return Brick(number=number, name=skill.name, specialisation=special, new=skill.new, value=value)


def _ladder(character: Character, rules: MesopotamienRules) -> tuple[list[Step], list[Brick]]:
    """Sort the skills onto the steps, the highest first; what fits no step comes last, with its value."""
    by_value: dict[int, list[Brick]] = {value: [] for value in sorted(rules.ladder, reverse=True)}
    others: list[Brick] = []
    for skill in character.skills:
        step = None if skill.value is None else by_value.get(skill.value)
        if step is None:
            others.append(_brick(skill, len(others) + 1, skill.value))
        else:
            step.append(_brick(skill, len(step) + 1))
    for value, bricks in by_value.items():
        free = max(rules.ladder[value], len(bricks) + character.open_slots.get(str(value), 0))
        bricks.extend(Brick(number=number) for number in _open(character, len(bricks), free))
    return [Step(value, bricks) for value, bricks in by_value.items() if bricks], others


def _tracks(case: Case) -> Iterator[TrackView]:
    """Give the tracks that the rules expect and, after them, those that only this character has."""
    character, rules = case.character, case.rules
    own = {fold(track.name): track for track in character.tracks}
    for name in rules.tracks.governing:
        track = own.pop(fold(name), None)
        if track is None and character.kind == "npc":
            continue
        skill = case.governing(name) or ""
        boxes = _expected_boxes(case, name) if track is None else _boxes(track)
        yield TrackView(name=name, boxes=boxes, skill=skill, skill_value=_skill_value(character, skill))
    for track in own.values():
        yield TrackView(name=track.name, boxes=_boxes(track))


def _expected_boxes(case: Case, track: str) -> list[Box]:
    rules = case.rules
    count = case.boxes(track) or rules.boxes_at(rules.unlisted)
    later = 0 if case.character.name else max(rules.boxes.values()) - count
    return [Box(marked=False)] * count + [Box(marked=False, later=True)] * later


def _boxes(track: Track) -> list[Box]:
    if isinstance(track.boxes, list):
        return [Box(marked) for marked in track.boxes]
    current = track.current if isinstance(track.current, int) else 0
    maximum = track.maximum if isinstance(track.maximum, int) else current
    return [Box(box >= current) for box in range(maximum)]


def _skill_value(character: Character, name: str) -> int | None:
    values = (skill.value for skill in character.skills if fold(skill.name) == fold(name))
    return next(values, None)


def _consequences(character: Character, rules: MesopotamienRules) -> Iterator[ConsequenceView]:
    """Give a line for each severity, filled where the character bears one, and more where it bears two."""
    for severity in (size for size in _SIZES if size in rules.consequences):
        boxes = rules.consequences[severity].absorbs
        borne = [one for one in character.consequences if one.severity == severity]
        for one in borne:
            yield ConsequenceView(
                severity=severity,
                boxes=boxes,
                text=one.text,
                track=one.track or "",
                since=one.since or "",
            )
        if not borne:
            yield ConsequenceView(severity=severity, boxes=boxes)


def _fate(character: Character, most: int) -> list[bool]:
    held = number(character.details, "fate_points") or 0
    return [token < held for token in range(max(most, held))]
