"""Checks of the people and of the stages that it brings (seed 001, peoples decided by the campaign)."""

from collections.abc import Iterator

from tontafel.rules.checks import Finding
from tontafel.rules.message import Message, did_you_mean, message
from tontafel.rules.tarua.case import Case, check


@check("people-missing", "note", missing=True)
def absent(case: Case) -> Iterator[Finding]:
    """No people, though the campaign has some."""
    if case.people is None and case.rules.peoples:
        yield Finding(
            ("details",),
            message("No people is written, so that no caps are judged."),
            _peoples(case),
        )


@check("people-table-missing", "note")
def table_absent(case: Case) -> Iterator[Finding]:
    """A people, or a character without stages, in a campaign that has no table of peoples."""
    lacks_stages = any(kind.stage not in case.stages for kind in case.rules.kinds.values())
    if not case.rules.peoples and (case.people or lacks_stages):
        columns = (*case.rules.attributes.names, *(kind.stage for kind in case.rules.kinds.values()))
        yield Finding(
            case.people.where if case.people else ("details",),
            message("The campaign has no table of peoples, so that no caps of attributes are judged."),
            message(
                "Make a page of rules with a table whose columns are Volk, {columns}.",
                columns=", ".join(columns),
            ),
        )


@check("people-misspelt", "warning")
def misspelt(case: Case) -> Iterator[Finding]:
    """A people near to exactly one of the table's; it is judged as that one."""
    if case.people and case.people.standing == "near":
        yield Finding(
            case.people.where,
            message(
                "There is no people “{written}” ({source}); it is judged as “{name}”.",
                written=case.people.written,
                name=case.people.name,
                source=case.source,
            ),
            did_you_mean(case.people.name),
        )


@check("people-unknown", "warning")
def unknown(case: Case) -> Iterator[Finding]:
    """A people that the table does not have."""
    if case.people and case.rules.peoples and case.people.standing == "unknown":
        yield Finding(
            case.people.where,
            message(
                "There is no people “{written}” ({source}), so that no caps are judged.",
                written=case.people.written,
                source=case.rules.source("peoples"),
            ),
            _peoples(case),
        )


@check("people-incomplete", "note")
def incomplete(case: Case) -> Iterator[Finding]:
    """A people of which the table lacks a figure."""
    if case.people is None or case.people.name not in case.rules.peoples:
        return
    wanted = [name for name in case.rules.attributes.names if name not in case.caps]
    wanted += [kind.stage for kind in case.rules.kinds.values() if kind.stage not in case.stages]
    if wanted:
        yield Finding(
            case.people.where,
            message(
                "The row of {people} lacks figures ({source}): {names}.",
                people=case.people.name,
                source=case.source,
                names=", ".join(wanted),
            ),
            message("Fill the row in."),
        )


@check("stage-otherwise", "warning")
def stage_otherwise(case: Case) -> Iterator[Finding]:
    """A stage that is not the people's; the people's counts."""
    for meant, value in case.written_stages:
        stage = case.stages.get(meant.name)
        if stage is not None and value != stage:
            yield Finding(
                meant.where,
                message(
                    "{stage} stands at {value}; {people} are at {expected} ({source}).",
                    stage=meant.name,
                    value=value,
                    people=case.people.name if case.people else "",
                    expected=stage,
                    source=case.source,
                ),
                message("Write {expected}, or strike it: the people gives it.", expected=stage),
            )


@check("stage-value", "error")
def stage_outside(case: Case) -> Iterator[Finding]:
    """A stage that no people can have."""
    lowest, highest = case.rules.stages.lowest, case.rules.stages.highest
    for meant, value in case.written_stages:
        if meant.standing != "unknown" and not lowest <= value <= highest:
            yield Finding(
                meant.where,
                message(
                    "{stage} stands at {value}; stages go from {lowest} to {highest} ({source}).",
                    stage=meant.name,
                    value=value,
                    lowest=lowest,
                    highest=highest,
                    source=case.rules.source("stages.highest"),
                ),
                message("Write {lowest} to {highest}.", lowest=lowest, highest=highest),
            )


def _peoples(case: Case) -> Message:
    return message("The peoples are: {names}.", names=", ".join(case.rules.peoples))
