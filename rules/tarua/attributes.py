"""Checks of attributes: which there are, their range, the people's caps, and wounds (seed 001)."""

from collections.abc import Iterator

from tontafel.rules import attributes
from tontafel.rules.checks import Finding
from tontafel.rules.message import message
from tontafel.rules.tarua.case import Case, check


@check("attribute-missing", "note", missing=True)
def absent(case: Case) -> Iterator[Finding]:
    """Attributes that everyone has and the page does not."""
    return attributes.missing(case.rules.attributes.names, case.values, case.rules.attributes.lowest)


@check("attribute-misspelt", "warning")
def misspelt(case: Case) -> Iterator[Finding]:
    """A name near to exactly one attribute; it is judged as that one."""
    return attributes.misspelt([*case.attributes, *case.written_current])


@check("attribute-unknown", "warning")
def unknown(case: Case) -> Iterator[Finding]:
    """An attribute that the rules do not have."""
    written = [*case.attributes, *case.written_current]
    return attributes.unknown(written, case.rules.attributes.names, case.rules.title)


@check("attribute-value", "error")
def value_outside(case: Case) -> Iterator[Finding]:
    """A value that no attribute can have."""
    allowed, source = case.rules.attributes, case.rules.source("attributes.highest")
    for meant, value in case.attributes:
        if meant.standing != "unknown" and not allowed.lowest <= value <= allowed.highest:
            yield attributes.outside(meant, value, allowed.lowest, allowed.highest, source)


@check("attribute-cap", "error")
def above_cap(case: Case) -> Iterator[Finding]:
    """An attribute above what the people can reach, at creation or later."""
    for meant, value in case.attributes:
        cap = case.caps.get(meant.name)
        if cap is not None and value > cap:
            yield Finding(
                meant.where,
                message(
                    "{name} stands at {value}; {people} reach {cap} at most ({source}).",
                    name=meant.name,
                    value=value,
                    people=case.people.name if case.people else "",
                    cap=cap,
                    source=case.source,
                ),
                message("Lower {name} to {cap}, or choose another people.", name=meant.name, cap=cap),
            )


@check("current-above", "error")
def current_above(case: Case) -> Iterator[Finding]:
    """A current value above the old one: whoever is better than before has a new value."""
    return attributes.above(case.written_current, case.values)


@check("current-below", "error")
def current_below(case: Case) -> Iterator[Finding]:
    """A current value below 0, where every loss ends."""
    return attributes.below(case.written_current)
