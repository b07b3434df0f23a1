"""Checks of attributes: which there are, their range, the people's caps, and wounds (seed 001)."""

from collections.abc import Iterator

from tontafel.rules.checks import Finding
from tontafel.rules.message import did_you_mean, message
from tontafel.rules.tarua.case import Case, check


@check("attribute-missing", "note", missing=True)
def absent(case: Case) -> Iterator[Finding]:
    """Attributes that everyone has and the page does not."""
    wanted = [name for name in case.rules.attributes.names if name not in case.values]
    if wanted:
        yield Finding(
            ("attributes",),
            message("Missing attributes: {names}.", names=", ".join(wanted)),
            message("Write each with a value of {lowest} or more.", lowest=case.rules.attributes.lowest),
        )


@check("attribute-misspelt", "warning")
def misspelt(case: Case) -> Iterator[Finding]:
    """A name near to exactly one attribute; it is judged as that one."""
    for meant, _ in [*case.attributes, *case.written_current]:
        if meant.standing == "near":
            yield Finding(
                meant.where,
                message(
                    "There is no attribute “{written}”; it is judged as “{name}”.",
                    written=meant.written,
                    name=meant.name,
                ),
                did_you_mean(meant.name),
            )


@check("attribute-unknown", "warning")
def unknown(case: Case) -> Iterator[Finding]:
    """An attribute that the rules do not have."""
    for meant, _ in [*case.attributes, *case.written_current]:
        if meant.standing == "unknown":
            yield Finding(
                meant.where,
                message(
                    "There is no attribute “{written}”; it is not counted ({source}).",
                    written=meant.written,
                    source=case.rules.title,
                ),
                message("The attributes are: {names}.", names=", ".join(case.rules.attributes.names)),
            )


@check("attribute-value", "error")
def value_outside(case: Case) -> Iterator[Finding]:
    """A value that no attribute can have."""
    allowed = case.rules.attributes
    for meant, value in case.attributes:
        if meant.standing != "unknown" and not allowed.lowest <= value <= allowed.highest:
            yield Finding(
                meant.where,
                message(
                    "{name} stands at {value}; attributes go from {lowest} to {highest} ({source}).",
                    name=meant.name,
                    value=value,
                    lowest=allowed.lowest,
                    highest=allowed.highest,
                    source=case.rules.source("attributes.highest"),
                ),
                message("Write {lowest} to {highest}.", lowest=allowed.lowest, highest=allowed.highest),
            )


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
    for meant, value in case.written_current:
        old = case.values.get(meant.name)
        if old is not None and value > old:
            yield Finding(
                meant.where,
                message(
                    "{name} stands at {value} at the moment, above its value of {old}.",
                    name=meant.name,
                    value=value,
                    old=old,
                ),
                message("Write {old} or less, or raise the value itself.", old=old),
            )


@check("current-below", "error")
def current_below(case: Case) -> Iterator[Finding]:
    """A current value below 0, where every loss ends."""
    for meant, value in case.written_current:
        if value < 0:
            yield Finding(
                meant.where,
                message(
                    "{name} stands at {value} at the moment; 0 is the end.", name=meant.name, value=value
                ),
                message("Write 0 or more."),
            )
