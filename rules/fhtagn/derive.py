"""What follows from a character: derived values, every skill, how willpower and stability stand."""

from typing import Any, Literal

from tontafel.rules.fhtagn.case import Case
from tontafel.rules.fhtagn.dice import ATTRIBUTE_FACTOR, BREAKDOWN, LOW_WILLPOWER

#: breakdown: 2 or 1 points left, everything is harder; incapacitated: none, in the game master's hands.
Standing = Literal["well", "breakdown", "incapacitated"]


def derived(case: Case) -> dict[str, Any]:
    """The values that the rules give, JSON-ready.

    Returns:
        `tests`: attribute → percent; `tracks`: TP, WP, STA, BG → value at creation, by the attributes;
        `stability_maximum`; `skills`: every skill of the page and of the list → percent, base values
        included; `points`: `{"spent", "available", "open"}`; `willpower`: see `Standing`, null where the
        page has no current value; `modifier`: what low willpower adds to every test;
        `breaking_point_reached`; `profession`: the one that is judged by, or null.
    """
    spent, available = sum(case.created.values()), case.available
    willpower = standing(_current(case, case.rules.willpower.track))
    return {
        "tests": {name: value * ATTRIBUTE_FACTOR for name, value in case.current.items()},
        "tracks": case.full,
        "stability_maximum": case.stability_cap,
        "skills": _skills(case),
        "points": {
            "spent": spent,
            "available": available,
            "open": max(0, available - spent),
        },
        "willpower": willpower,
        "modifier": BREAKDOWN.value if willpower == "breakdown" else 0,
        "breaking_point_reached": _reached(case),
        "profession": case.fit.profession.name if case.fit else None,
    }


def standing(willpower: int | None) -> Standing | None:
    """How someone with so many points of willpower is doing (seed 003, Willenskraftpunkte)."""
    if willpower is None:
        return None
    if willpower <= 0:
        return "incapacitated"
    return "breakdown" if willpower <= LOW_WILLPOWER else "well"


def _current(case: Case, track: str) -> int | None:
    gauge = case.gauge.get(track)
    return gauge.current if gauge else None


def _reached(case: Case) -> bool:
    stability = _current(case, case.rules.stability.track)
    point = _current(case, case.rules.stability.breaking_point)
    return stability is not None and point is not None and stability <= point


def _skills(case: Case) -> dict[str, int]:
    """The page's skills, then the rest of the list."""
    found = {one.title: one.skill.value or 0 for one in case.counted}
    there = {one.meant.key for one in case.counted}
    for key, name, base in case.rules.bases:
        if key not in there:
            found[name] = base if isinstance(base, int) else case.base(name)
    return found
