"""Checks of what holds a life together and what it leaves behind: bonds, motivations, losses, history."""

from collections.abc import Iterator

from tontafel.rules.checks import Finding
from tontafel.rules.details import is_number, items, numbers
from tontafel.rules.events import Trace
from tontafel.rules.fhtagn.case import Case, check
from tontafel.rules.growth import contradicted
from tontafel.rules.message import did_you_mean, message
from tontafel.rules.names import fold


@check("bond-value", "error")
def bond_value(case: Case) -> Iterator[Finding]:
    """A bond below 0, where every bond has broken."""
    bonds = case.character.details.get("bonds")
    for index, bond in enumerate(bonds if isinstance(bonds, list) else ()):
        value = bond.get("value") if isinstance(bond, dict) else None
        if is_number(value) and value < 0:
            yield Finding(
                ("details", "bonds", index),
                message(
                    "{name} stands at {value}; a bond ends at 0.", name=str(bond.get("name")), value=value
                ),
                message("Write 0 or more."),
            )


@check("motivations-too-many", "warning")
def too_many_motivations(case: Case) -> Iterator[Finding]:
    """More motivations than anyone has."""
    found = items(case.character.details, "motivations")
    allowed = case.rules.creation.motivations
    if len(found) > allowed:
        yield Finding(
            ("details", "motivations", found[allowed][0]),
            message(
                "Motivations: {count}; {allowed} at most ({source}).",
                count=len(found),
                allowed=allowed,
                source=case.rules.source("creation.motivations"),
            ),
            message("Motivations to strike: {surplus}.", surplus=len(found) - allowed),
        )


@check("motivations-open", "note", missing=True)
def too_few_motivations(case: Case) -> Iterator[Finding]:
    """Fewer motivations than everyone has."""
    count = len(items(case.character.details, "motivations"))
    allowed = case.rules.creation.motivations
    if count < allowed:
        yield Finding(
            ("details",),
            message(
                "Motivations: {count} of {allowed} ({source}).",
                count=count,
                allowed=allowed,
                source=case.rules.source("creation.motivations"),
            ),
            message("Motivations still to choose: {open}.", open=allowed - count),
        )


@check("losses-negative", "error")
def losses(case: Case) -> Iterator[Finding]:
    """Fewer losses shrugged off than none."""
    for kind, count in numbers(case.character.details, "shrugged_off").items():
        if count < 0:
            yield Finding(
                ("details", "shrugged_off", kind),
                message("{count} losses shrugged off; it cannot be fewer than 0.", count=count),
                message("Write 0 or more."),
            )


@check("facet-unknown", "note")
def facet_unknown(case: Case) -> Iterator[Finding]:
    """A facet that the rules do not have."""
    known = case.rules.known_facets
    for index, facet in items(case.character.details, "facets"):
        if known.spelled(facet) is None:
            near = known.near(facet)
            yield Finding(
                ("details", "facets", index),
                message("There is no facet “{written}” ({source}).", written=facet, source=case.rules.title),
                did_you_mean(near)
                if near
                else message("The facets are: {names}.", names=", ".join(case.rules.facets)),
            )


@check("history-otherwise", "warning")
def history_otherwise(case: Case) -> Iterator[Finding]:
    """Recorded changes that do not follow on each other, or do not lead to the page's values."""
    if case.history:
        called = {fold(one.title): one.title for one in case.counted}
        skills = {fold(one.title): one.skill.value or 0 for one in case.counted}
        yield from _otherwise(case.raised, skills, called)
        yield from _otherwise(case.changed, case.values, {})


def _otherwise(record: Trace, values: dict[str, int], called: dict[str, str]) -> Iterator[Finding]:
    for place, stood in record.broken.items():
        yield Finding(
            ("details", "history", place),
            message("This change does not start at {value}, where the one before ended.", value=stood),
            message("Mend the value in this row or in the one before."),
        )
    yield from contradicted(record, values, called)
