"""What a sheet shows: a character and its rules' numbers, laid out as rows, bricks and boxes."""

from collections.abc import Iterator

from msgspec import Struct

from tontafel.rules.mesopotamien.case import Case
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.message import message
from tontafel.rules.model import Character, ConsequenceSeverity, Skill, Stunt, Track
from tontafel.rules.names import fold
from tontafel.rules.system import Rules, RulesError

#: From so many letters on a name is set smaller, twice smaller, and so on.
_NAME_SIZES = (24, 48, 100)
#: The head of a further page has room for so many letters.
_SHORT_NAME = 50
#: A step of the skill pyramid wider than this goes on in another row of bricks.
WIDEST_STEP = 5


#: From mild to severe.
SIZES: tuple[ConsequenceSeverity, ...] = ("mild", "medium", "severe")


class NoSheet(RulesError):  # noqa: N818 - reads as what happened
    """There is no template for the sheets of this system."""


class TrackNumbers(Struct, frozen=True, kw_only=True):
    """A track that everyone has: its boxes for this character, and the skill that governs it."""

    name: str
    boxes: int
    skill: str = ""


class Numbers(Struct, frozen=True, kw_only=True):
    """What the rules expect of one character's sheet.

    `ladder` maps a skill's value to the number of skills on it, `unlisted` is the value of every other
    skill; `aspects` and `stunts` are the most there may be; `refresh` is the number of fate points an
    evening, `most_fate` the most there can be; `consequences` maps a severity to the boxes it is worth.
    `growing` is the length to which a blank sheet draws its tracks.
    """

    ladder: dict[int, int]
    unlisted: int
    aspects: int
    stunts: int
    refresh: int
    most_fate: int
    tracks: tuple[TrackNumbers, ...]
    consequences: dict[ConsequenceSeverity, int]
    growing: int = 0


class Sheet(Struct, frozen=True, kw_only=True):
    """All that one printed sheet says.

    `game` and `campaign` are titles, `licence` and `notices` stand at the foot. A blank sheet has a
    character without a name.
    """

    character: Character
    numbers: Numbers
    game: str = ""
    campaign: str = ""
    licence: str = ""
    notices: tuple[str, ...] = ()

    @property
    def blank(self) -> bool:
        """Whether this sheet waits for a character."""
        return not self.character.name


class Brick(Struct, frozen=True, kw_only=True):
    """A place in the skill pyramid: an open one has no name, one beside the ladder a value of its own."""

    number: int
    name: str = ""
    specialisation: str = ""
    new: bool = False
    value: int | None = None


class Value(Struct, frozen=True):
    """All skills of one value, whether it is on the ladder or not."""

    value: int | None
    bricks: list[Brick]


class Row(Struct, frozen=True):
    """Bricks side by side, with the half bricks that stay free on each side."""

    bricks: list[Brick]
    margin: int


class Step(Struct, frozen=True):
    """All skills of one value, in one row or more."""

    value: int
    rows: list[Row]


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
    """A consequence, or the line where one can be written."""

    severity: ConsequenceSeverity
    boxes: int
    text: str = ""
    track: str = ""
    since: str = ""


class View(Struct, frozen=True, kw_only=True):
    """A sheet ready for its template: everything counted, nothing left to compute.

    `number` stands before the names of fields; `size` tells how small the name is set, from 0 to 3;
    `short_name` fits the head of a further page.
    """

    sheet: Sheet
    character: Character
    number: str
    size: int
    short_name: str
    foot: str
    aspects: list[str]
    values: list[Value]
    steps: list[Step]
    others: list[Brick]
    tracks: list[TrackView]
    stunts: list[Stunt]
    open_aspects: range
    open_stunts: range
    consequences: list[ConsequenceView]
    fate: list[bool]


def numbers(character: Character, rules: Rules) -> Numbers:
    """Return what the rules expect of a character; raises `NoSheet` for a system that has no sheet."""
    if not isinstance(rules, MesopotamienRules):
        raise NoSheet(message("There is no sheet for the rule system “{system}”.", system=character.system))
    case = Case(character, rules)
    least = rules.boxes_at(rules.unlisted)
    tracks = (
        TrackNumbers(name=track, boxes=case.boxes(track) or least, skill=case.governing(track) or "")
        for track in rules.tracks.governing
    )
    return Numbers(
        ladder=rules.ladder,
        unlisted=rules.unlisted,
        aspects=rules.aspects.maximum,
        stunts=rules.stunts.count,
        refresh=rules.refresh.points(len(case.aspects)),
        most_fate=rules.refresh.maximum,
        tracks=tuple(tracks),
        consequences={size: rules.consequences[size].absorbs for size in SIZES if size in rules.consequences},
        growing=max(rules.boxes.values()),
    )


def view(sheet: Sheet, number: str = "") -> View:
    """Arrange a sheet; `number` stands before its fields' names and tells sheets of one file apart."""
    character, expected = sheet.character, sheet.numbers
    steps, others = _pyramid(character, expected)
    return View(
        sheet=sheet,
        character=character,
        number=number,
        size=sum(len(character.name) > length for length in _NAME_SIZES),
        short_name=_shortened(character.name),
        foot=" · ".join(filter(None, (sheet.licence, *sheet.notices))),
        aspects=[aspect.text for aspect in character.aspects],
        values=_values(character),
        steps=steps,
        others=others,
        tracks=list(_tracks(sheet)),
        stunts=character.stunts,
        open_aspects=_open(character, len(character.aspects), expected.aspects),
        open_stunts=_open(character, len(character.stunts), expected.stunts),
        consequences=list(_consequences(character, expected)),
        fate=_fate(character, expected),
    )


def _shortened(name: str) -> str:
    return name if len(name) <= _SHORT_NAME else f"{name[:_SHORT_NAME].rstrip()} …"


def _open(character: Character, there: int, most: int) -> range:
    """Number the lines that stay open; a non-player character is complete as it is."""
    return range(there + 1, most + 1 if character.kind == "pc" else 0)


def _values(character: Character) -> list[Value]:
    """Group the skills by value, the highest first, those without one last."""
    groups: dict[int | None, list[Brick]] = {}
    for skill in character.skills:
        bricks = groups.setdefault(skill.value, [])
        bricks.append(_brick(skill, len(bricks) + 1))
    order = sorted(groups, key=lambda value: (value is None, -(value or 0)))
    return [Value(value, groups[value]) for value in order]


def _brick(skill: Skill, number: int, value: int | None = None) -> Brick:
    special = skill.specialisation or ""
    return Brick(number=number, name=skill.name, specialisation=special, new=skill.new, value=value)


def _pyramid(character: Character, expected: Numbers) -> tuple[list[Step], list[Brick]]:
    """Sort the skills onto the steps, the highest first; what fits no step comes last, with its value."""
    by_value: dict[int, list[Brick]] = {value: [] for value in sorted(expected.ladder, reverse=True)}
    others: list[Brick] = []
    for skill in character.skills:
        step = None if skill.value is None else by_value.get(skill.value)
        if step is None:
            others.append(_brick(skill, len(others) + 1, skill.value))
        else:
            step.append(_brick(skill, len(step) + 1))
    for value, bricks in by_value.items():
        free = max(expected.ladder[value], len(bricks) + character.open_slots.get(str(value), 0))
        bricks.extend(Brick(number=number) for number in _open(character, len(bricks), free))
    return [Step(value, _rows(bricks)) for value, bricks in by_value.items() if bricks], others


def _rows(bricks: list[Brick]) -> list[Row]:
    """Divide a step's bricks into rows of nearly equal length, the longer ones below."""
    count = -(-len(bricks) // WIDEST_STEP)
    length, longer = divmod(len(bricks), count)
    rows, start = [], 0
    for row in range(count):
        end = start + length + (row >= count - longer)
        rows.append(Row(bricks[start:end], WIDEST_STEP - (end - start)))
        start = end
    return rows


def _tracks(sheet: Sheet) -> Iterator[TrackView]:
    """Give the tracks that the rules expect and, after them, those that only this character has."""
    character = sheet.character
    own = {fold(track.name): track for track in character.tracks}
    for expected in sheet.numbers.tracks:
        track = own.pop(fold(expected.name), None)
        if track is None and character.kind == "npc":
            continue
        boxes = [Box(marked=False)] * expected.boxes if track is None else _boxes(track)
        if sheet.blank:
            boxes += [Box(marked=False, later=True)] * (sheet.numbers.growing - len(boxes))
        value = _skill_value(character, expected.skill)
        yield TrackView(name=expected.name, boxes=boxes, skill=expected.skill, skill_value=value)
    for track in own.values():
        yield TrackView(name=track.name, boxes=_boxes(track))


def _boxes(track: Track) -> list[Box]:
    if isinstance(track.boxes, list):
        return [Box(marked) for marked in track.boxes]
    current = track.current if isinstance(track.current, int) else 0
    maximum = track.maximum if isinstance(track.maximum, int) else current
    return [Box(box >= current) for box in range(maximum)]


def _skill_value(character: Character, name: str) -> int | None:
    values = (skill.value for skill in character.skills if fold(skill.name) == fold(name))
    return next(values, None)


def _consequences(character: Character, expected: Numbers) -> Iterator[ConsequenceView]:
    """Give a line for each severity, filled where the character bears one, and more where it bears two."""
    for severity, boxes in expected.consequences.items():
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


def _fate(character: Character, expected: Numbers) -> list[bool]:
    """Give one token for each fate point there can be, ticked where the page says that it is there."""
    points = character.details.get("fate_points")
    held = points if isinstance(points, int) else 0
    return [token < held for token in range(max(expected.most_fate, held))]
