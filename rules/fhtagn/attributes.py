"""Checks of attributes and of the points that make them (facts, creation)."""

from collections.abc import Iterator

from tontafel.rules import attributes
from tontafel.rules.checks import Finding
from tontafel.rules.fhtagn.case import Case, check
from tontafel.rules.message import message


@check("attribute-missing", "note", missing=True)
def absent(case: Case) -> Iterator[Finding]:
    """Attributes that everyone has and the page does not."""
    return attributes.missing(case.rules.attributes, case.values, case.rules.creation.lowest)


@check("attribute-misspelt", "warning")
def misspelt(case: Case) -> Iterator[Finding]:
    """A name near to exactly one attribute; it is judged as that one."""
    return attributes.misspelt([*case.attributes, *case.written_current])


@check("attribute-unknown", "warning")
def unknown(case: Case) -> Iterator[Finding]:
    """An attribute that the rules do not have."""
    written = [*case.attributes, *case.written_current]
    return attributes.unknown(written, case.rules.attributes, case.rules.title)


@check("attribute-value", "error")
def value_outside(case: Case) -> Iterator[Finding]:
    """A value that no new character can have; later one may fall as low as 0. Beings are not judged."""
    if case.is_being:
        return
    lowest, highest = case.rules.creation.lowest, case.rules.creation.highest
    for meant, value in case.attributes:
        made = case.created.get(meant.name, value)
        strange = not lowest <= made <= highest or not 0 <= value <= highest
        if meant.standing != "unknown" and strange:
            yield attributes.outside(meant, value, lowest, highest, case.rules.source("creation.highest"))


@check("current-above", "error")
def current_above(case: Case) -> Iterator[Finding]:
    """A value for the time being that is above the attribute's own."""
    return attributes.above(case.written_current, case.values)


@check("current-below", "error")
def current_below(case: Case) -> Iterator[Finding]:
    """A value for the time being below 0."""
    return attributes.below(case.written_current)


@check("points-over", "error")
def over(case: Case) -> Iterator[Finding]:
    """More points than anyone has."""
    spent, available = sum(case.created.values()), case.rules.creation.points
    if spent > available and not case.is_being:
        yield Finding(
            ("attributes",),
            message(
                "Attributes: {spent} points; a character is made with {available} ({source}).",
                spent=spent,
                available=available,
                source=case.rules.source("creation.points"),
            ),
            message("Lower attributes by {surplus}.", surplus=spent - available),
        )


@check("points-average", "warning")
def above_average(case: Case) -> Iterator[Finding]:
    """More points than someone has whom the page calls an average person."""
    spent, average = sum(case.created.values()), case.rules.creation.average
    if case.average and average < spent <= case.rules.creation.points:
        yield Finding(
            ("attributes",),
            message(
                "Attributes: {spent} points; an average person is made with {available} ({source}).",
                spent=spent,
                available=average,
                source=case.rules.source("creation.average"),
            ),
            message("Lower attributes by {surplus}.", surplus=spent - average),
        )


@check("points-open", "note", missing=True)
def unspent(case: Case) -> Iterator[Finding]:
    """Points that are left; with attributes missing nobody knows how many."""
    spent, available = sum(case.created.values()), case.available
    if len(case.created) == len(case.rules.attributes) and spent < available:
        yield Finding(
            ("attributes",),
            message(
                "Attributes: {spent} of {available} points ({source}).",
                spent=spent,
                available=available,
                source=case.rules.source("creation.average" if case.average else "creation.points"),
            ),
            message("Points still to spend: {free}.", free=available - spent),
        )
