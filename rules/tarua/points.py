"""Checks of points: those of creation, and those that development takes (seed 001)."""

from collections.abc import Iterator

from tontafel.rules.checks import Finding
from tontafel.rules.growth import contradicted
from tontafel.rules.message import message
from tontafel.rules.tarua.case import Case, check


@check("points-over", "error")
def over(case: Case) -> Iterator[Finding]:
    """More points of creation than anyone has."""
    surplus = case.spent - case.rules.points.creation
    if surplus > 0:
        yield Finding(
            (),
            message(
                "Points: {spent}; a character is made with {available} ({source}).",
                spent=case.spent,
                available=case.rules.points.creation,
                source=case.rules.source("points.creation"),
            ),
            message(
                "Lower attributes or skills by {surplus}, or enter growth in the table “Verlauf”.",
                surplus=surplus,
            ),
        )


@check("points-average", "warning")
def above_average(case: Case) -> Iterator[Finding]:
    """More points than an average person has; an NPC counts as one unless the page says otherwise."""
    average = case.rules.points.average
    if case.average is not False and average < case.spent <= case.rules.points.creation:
        yield Finding(
            (),
            message(
                "Points: {spent}; an average person is made with {available} ({source}).",
                spent=case.spent,
                available=average,
                source=case.rules.source("points.average"),
            ),
            message(
                "Lower attributes or skills by {surplus}, or write “Punkte: {creation}”.",
                surplus=case.spent - average,
                creation=case.rules.points.creation,
            ),
        )


@check("points-open", "note", missing=True)
def unspent(case: Case) -> Iterator[Finding]:
    """Points that could still be spent; with attributes missing nobody knows how many."""
    complete = all(name in case.values for name in case.rules.attributes.names)
    if complete and case.free:
        yield Finding(
            (),
            message(
                "Points: {spent} of {available} ({source}).",
                spent=case.spent,
                available=case.available,
                source=case.rules.source("points.average" if case.average else "points.creation"),
            ),
            message("Points still to spend: {free}.", free=case.free),
        )


@check("points-otherwise", "warning")
def otherwise(case: Case) -> Iterator[Finding]:
    """A sum of points that the rules do not have."""
    points = case.rules.points
    if case.points is not None and case.points not in (points.creation, points.average):
        yield Finding(
            ("details", "points"),
            message(
                "Made with {written} points; the rules give {creation}, or {average} to an average person.",
                written=case.points,
                creation=points.creation,
                average=points.average,
            ),
            message("Write {creation} or {average}.", creation=points.creation, average=points.average),
        )


@check("history-otherwise", "warning")
def history_otherwise(case: Case) -> Iterator[Finding]:
    """Recorded changes that do not follow on each other, or do not lead to the page's values."""
    if case.growth is None:
        return
    for place, value in {**case.growth.current.broken, **case.growth.values.broken}.items():
        yield Finding(
            ("details", "history", place),
            message("This change does not start at {value}, where the one before ended.", value=value),
            message("Mend the value in this row or in the one before."),
        )
    yield from _not_led_to(case)


def _not_led_to(case: Case) -> Iterator[Finding]:
    growth = case.growth
    if growth is None:
        return
    values = {**case.values, **case.skill_values}
    ends = [(growth.values, values), (growth.current, case.current)]
    for recorded, found in ends:
        yield from contradicted(recorded, found)


@check("development-over", "error")
def development_over(case: Case) -> Iterator[Finding]:
    """More development points spent than the page says were gained; only where it says so."""
    growth = case.growth
    if growth is not None and 0 < growth.gained < growth.spent:
        yield Finding(
            ("details", "history"),
            message(
                "Development points: {spent} spent, {gained} gained.",
                spent=growth.spent,
                gained=growth.gained,
            ),
            message("Enter in the table “Verlauf” where the others came from, or take a step back."),
        )
