"""From a character to a fighter, and back after the conflict."""

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from tontafel.rules import details
from tontafel.rules.events import Illegal, insist
from tontafel.rules.mesopotamien.case import Case
from tontafel.rules.mesopotamien.conflict.state import Circumstance, Conflict, Fighter
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.message import message
from tontafel.rules.model import Character, Consequence, Track
from tontafel.rules.names import Names, fold
from tontafel.rules.skills import titled
from tontafel.rules.system import one_of


def enter(
    character: Character,
    rules: MesopotamienRules,
    side: str,
    *,
    fate_points: int | None = None,
    zone: str = "",
) -> Fighter:
    """A character as it enters a conflict.

    Args:
        character: as read from a page; unknown parts count as not there.
        rules: the campaign's.
        side: whoever enters for another side is an opponent.
        fate_points: those at hand; without, the page's, else those of an evening for a player character.
        zone: where on the map.
    """
    case = Case(character, rules)
    counted = [judged for judged in case.skills if judged.earlier is None and judged.skill.value is not None]
    return Fighter(
        name=character.name,
        side=side,
        skills={titled(one.meant.name, one.skill.specialisation): one.skill.value or 0 for one in counted},
        unlisted=rules.unlisted,
        aspects=tuple(character.aspects[place].text for place in case.aspects.values()),
        stunts=tuple(character.stunts),
        tracks=_tracks(case),
        consequences=tuple(character.consequences),
        fate_points=_points(case) if fate_points is None else fate_points,
        zone=zone,
    )


def _points(case: Case) -> int:
    usual = 0 if case.character.kind == "npc" else case.rules.refresh.points(len(case.aspects))
    at_hand = details.number(case.character.details, "fate_points")
    return usual if at_hand is None else max(0, at_hand)


def _tracks(case: Case) -> dict[str, tuple[bool, ...]]:
    """The page's tracks; a player character without any has what the rules give."""
    found: dict[str, tuple[bool, ...]] = {}
    for meant, track in case.tracks:
        found.setdefault(meant.name, _boxes(track))
    if not found and case.character.kind == "pc":
        found = {name: (False,) * (case.boxes(name) or 0) for name in case.rules.tracks.governing}
    return found


def _boxes(track: Track) -> tuple[bool, ...]:
    """Boxes as drawn; of a number against a maximum the lowest ones are marked."""
    if isinstance(track.boxes, list):
        return tuple(track.boxes)
    maximum = track.maximum if isinstance(track.maximum, int) else 0
    current = track.current if isinstance(track.current, int) else maximum
    return tuple(place < maximum - current for place in range(maximum))


def begin(
    rules: MesopotamienRules,
    fighters: Iterable[Fighter],
    *,
    aspects: Iterable[str] = (),
    zones: Iterable[tuple[str, str]] = (),
) -> Conflict:
    """A conflict before its first round.

    Args:
        rules: the campaign's.
        fighters: all who take part, each under a name of their own.
        aspects: those of the scene and the area.
        zones: the map, as pairs of zones that lie side by side; none without a map.

    Raises:
        Illegal: two fighters have one name, or one stands outside of the map.
    """
    entered = list(fighters)
    beside = _beside(zones)
    _distinct(entered)
    for fighter in entered:
        _on_map(fighter, beside)
    conflict = Conflict(rules=rules, fighters={one.name: one for one in entered}, zones=beside)
    scene = [Circumstance(text=text) for text in aspects]
    # Decided: a consequence that someone brings along has its free use still.
    brought = [
        Circumstance(text=harm.text, bearer=one.name, sides=conflict.opponents_of(one.side), free=1)
        for one in entered
        for harm in one.consequences
    ]
    return replace(conflict, circumstances=(*scene, *brought))


def _beside(zones: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    beside: dict[str, tuple[str, ...]] = {}
    for one, other in zones:
        beside[one] = (*beside.get(one, ()), other)
        beside[other] = (*beside.get(other, ()), one)
    return beside


def _distinct(fighters: list[Fighter]) -> None:
    seen: set[str] = set()
    for fighter in fighters:
        insist(
            fold(fighter.name) not in seen,
            message("Two fighters are called “{name}”.", name=fighter.name),
            message("Number them: “{name} 1”, “{name} 2”.", name=fighter.name),
        )
        seen.add(fold(fighter.name))


def _on_map(fighter: Fighter, beside: dict[str, tuple[str, ...]]) -> None:
    if beside and fighter.zone not in beside:
        raise Illegal(message("There is no zone “{zone}”.", zone=fighter.zone), one_of(fighter.zone, beside))


def leave(character: Character, fighter: Fighter, rules: MesopotamienRules, when: str = "") -> Character:
    """The character after a conflict: marks, consequences and fate points as the fighter has them.

    Args:
        character: as it entered.
        fighter: as the conflict left it.
        rules: the campaign's.
        when: the evening's date, noted to new consequences.
    """
    case = Case(character, rules)
    known = Names(fighter.tracks)
    written = {meant.name for meant, _ in case.tracks}
    tracks = [_marked(track, fighter.tracks[known.spelled(meant.name) or ""]) for meant, track in case.tracks]
    new = [Track(name=name, boxes=[*boxes]) for name, boxes in fighter.tracks.items() if name not in written]
    before = len(character.consequences)
    taken = [_since(harm, when) for harm in fighter.consequences[before:]]
    kept: dict[str, Any] = character.details
    if character.kind == "pc" or "fate_points" in kept:
        kept = kept | {"fate_points": fighter.fate_points}
    return replace(
        character, tracks=tracks + new, consequences=[*character.consequences, *taken], details=kept
    )


def _marked(track: Track, boxes: tuple[bool, ...]) -> Track:
    if isinstance(track.boxes, list):
        return replace(track, boxes=list(boxes))
    return replace(track, boxes=UNSET, current=boxes.count(False)) if boxes else track


def _since(harm: Consequence, when: str) -> Consequence:
    return replace(harm, since=when or None)
