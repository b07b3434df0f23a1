"""Checks of skills: the ladder, its rows, and the names on them (seed 000, Fertigkeiten)."""

from collections.abc import Iterator

from tontafel.rules import skills
from tontafel.rules.checks import Finding
from tontafel.rules.mesopotamien.case import Case, check
from tontafel.rules.message import message


@check("skill-row-full", "error")
def row_full(case: Case) -> Iterator[Finding]:
    """More skills on a row than the ladder has."""
    for row, allowed in case.rules.ladder.items():
        skills = case.rows[row]
        if surplus := skills[allowed:]:
            yield Finding(
                surplus[0].meant.where,
                message(
                    "Row {row} holds {count} skills; it takes {allowed} ({source}).",
                    row=row,
                    count=len(skills),
                    allowed=allowed,
                    source=case.rules.source("skills.ladder"),
                ),
                message(
                    "Move to another row or strike: {names}.",
                    names=", ".join(skill.title for skill in surplus),
                ),
            )


@check("skill-row-open", "note", missing=True)
def row_open(case: Case) -> Iterator[Finding]:
    """Free places on a row; said once where there are no skills at all."""
    if not case.character.skills and not case.character.open_slots:
        yield Finding(
            (),
            message(
                "There are no skills yet; a new character has {count} ({source}).",
                count=sum(case.rules.ladder.values()),
                source=case.rules.source("skills.ladder"),
            ),
            message("Write them by their values, or leave them open for play."),
        )
        return
    for row, count in case.open_slots.items():
        skills = case.rows[row]
        said = str(row) in case.character.open_slots
        yield Finding(
            ("open_slots", str(row)) if said or not skills else skills[-1].meant.where,
            message(
                "Row {row} has room for {count} more of {allowed} ({source}).",
                row=row,
                count=count,
                allowed=case.rules.ladder[row],
                source=case.rules.source("skills.ladder"),
            ),
            message("Choose skills for row {row} or leave them open for play.", row=row),
        )


@check("skill-slots-otherwise", "warning", missing=True)
def slots_otherwise(case: Case) -> Iterator[Finding]:
    """Open slots said in words that the row does not have, or fewer than it has."""
    free = {str(row): count for row, count in case.open_slots.items()}
    for row, said in case.character.open_slots.items():
        count = free.get(row, 0)
        if said != count:
            yield Finding(
                ("open_slots", row),
                message("Row {row} says {said} open, but it has {count}.", row=row, said=said, count=count),
                message("Write {count}, or mend the skills of that row.", count=count),
            )


@check("skill-value", "error")
def value_outside(case: Case) -> Iterator[Finding]:
    """A value that is no row of the ladder."""
    ladder = case.rules.ladder
    for skill in case.skills:
        value = skill.skill.value
        if value is not None and value not in ladder and value != case.rules.unlisted:
            yield Finding(
                skill.meant.where,
                message(
                    "{skill} stands at {value}; the ladder goes from {lowest} to {highest} ({source}).",
                    skill=skill.title,
                    value=value,
                    lowest=min(ladder),
                    highest=max(ladder),
                    source=case.rules.source("skills.ladder"),
                ),
                message("Put {skill} on a row of the ladder.", skill=skill.title),
            )


@check("skill-without-value", "note")
def without_value(case: Case) -> Iterator[Finding]:
    """A skill that stands on no row."""
    for skill in case.skills:
        if skill.skill.value is None:
            yield Finding(
                skill.meant.where,
                message("{skill} has no value.", skill=skill.title),
                message("Put {skill} on a row of the ladder.", skill=skill.title),
            )


@check("skill-twice", "error")
def twice(case: Case) -> Iterator[Finding]:
    """A skill named again; the first counts."""
    return skills.twice(case.skills, message("Strike one of the two, or put another skill there."))


@check("skill-misspelt", "warning")
def misspelt(case: Case) -> Iterator[Finding]:
    """A name near to exactly one that is known; it is judged as that one."""
    for meant in case.doubtful_skills:
        if meant.standing == "near":
            yield Finding(
                meant.where,
                message(
                    "“{written}” is not on the list of skills ({source}) and is judged as “{name}”.",
                    written=meant.written,
                    name=meant.name,
                    source=case.rules.source("skills.groups"),
                ),
                message("Did you mean “{name}”? If not, mark it with “(neu)”.", name=meant.name),
            )


@check("skill-unknown", "note")
def unknown(case: Case) -> Iterator[Finding]:
    """A name that is not on the campaign's list nor marked as new: legal, but easily a mistake."""
    for meant in case.doubtful_skills:
        if meant.standing == "unknown":
            yield Finding(
                meant.where,
                message(
                    "“{written}” is not on the list of skills ({source}).",
                    written=meant.written,
                    source=case.rules.source("skills.groups"),
                ),
                message("Mark it with “(neu)” or add it to the list of skills."),
            )
