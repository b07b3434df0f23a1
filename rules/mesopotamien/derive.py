"""What follows from a character: fate points each evening, boxes, every skill's value, open slots."""

from typing import Any

from tontafel.rules.mesopotamien.case import Case


def derived(case: Case) -> dict[str, Any]:
    """The values that the rules give, JSON-ready.

    Returns:
        `refresh`: fate points at the start of an evening; `boxes`: track → boxes, of an NPC those of the
        page alone; `skills`: every skill of the campaign and of the character → value, the unlisted one
        included; `open_slots`: row → places.
    """
    rules = case.rules
    there = {meant.name for meant, _ in case.tracks}
    tracks = [name for name in rules.tracks.governing if case.character.kind == "pc" or name in there]
    boxes = {track: case.boxes(track) for track in tracks}
    return {
        "refresh": rules.refresh.points(len(case.aspects)),
        "boxes": {track: count for track, count in boxes.items() if count is not None},
        "skills": _skills(case),
        "open_slots": {str(row): count for row, count in case.open_slots.items()},
    }


def _skills(case: Case) -> dict[str, int]:
    """The character's skills as on the page, then the rest of the list."""
    names: dict[str, str] = {}
    for judged in case.skills:
        names.setdefault(judged.meant.key, judged.meant.name)
    found = {name: case.values[key] for key, name in names.items()}
    found |= {name: case.rules.unlisted for key, name in case.rules.listed_skills.items() if key not in names}
    return {name: value for name, value in found.items() if value is not None}
