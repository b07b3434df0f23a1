"""Checks of skills: names, fields, values in percent, base values and marks (seed 003, facts)."""

from collections.abc import Iterator

from tontafel.rules import skills
from tontafel.rules.checks import Finding
from tontafel.rules.fhtagn.case import Case, check
from tontafel.rules.message import message


@check("skill-misspelt", "warning")
def misspelt(case: Case) -> Iterator[Finding]:
    """A name near to exactly one that is known; it is judged as that one."""
    return skills.misspelt(case.skills, case.rules.source("skills"))


@check("skill-unknown", "warning")
def unknown(case: Case) -> Iterator[Finding]:
    """A skill that the campaign's list does not have; special training is no skill of the list."""
    hint = message("Mark it with “(neu)”, list it as special training, or add it to the list of skills.")
    return skills.unknown(case.skills, case.rules.source("skills"), hint)


@check("skill-specialisation", "note")
def no_field(case: Case) -> Iterator[Finding]:
    """A skill that exists only with a field, without one."""
    for one in case.skills:
        if not one.skill.specialisation and one.fact.specialised:
            yield Finding(
                one.meant.where,
                message("{skill} has a field of its own, which is not written.", skill=one.meant.name),
                message("Write the field in brackets: {skill} (…).", skill=one.meant.name),
            )


@check("skill-twice", "error")
def twice(case: Case) -> Iterator[Finding]:
    """A skill named again; the first counts."""
    return skills.twice(case.skills, message("Strike one of the two."))


@check("skill-without-value", "note")
def without_value(case: Case) -> Iterator[Finding]:
    """A skill without a number; its base counts."""
    for one in case.skills:
        if one.skill.value is None:
            yield Finding(
                one.meant.where,
                message("{skill} has no value.", skill=one.title),
                message("Write {base} % if it is the base value.", base=case.base(one.meant.name)),
            )


@check("skill-value", "error")
def value_outside(case: Case) -> Iterator[Finding]:
    """A value that no skill can have."""
    return skills.outside(case.skills, case.rules.highest_skill, case.rules.source("skills.highest"))


@check("skill-below-base", "warning")
def below_base(case: Case) -> Iterator[Finding]:
    """A skill below what everyone has."""
    for one in case.counted:
        base = case.percent(one.fact.base)
        if 0 <= (one.skill.value or 0) < base:
            yield Finding(
                one.meant.where,
                message(
                    "{skill} stands at {value}; everyone has {base} ({source}).",
                    skill=one.title,
                    value=one.skill.value or 0,
                    base=base,
                    source=case.rules.source("skills.base"),
                ),
                message("Write {base} or more.", base=base),
            )


@check("skill-base-otherwise", "warning")
def base_otherwise(case: Case) -> Iterator[Finding]:
    """A base value that the page gives otherwise than the rules."""
    for one in case.skills:
        if one.skill.base is not None and one.skill.base != (base := case.base(one.meant.name)):
            yield Finding(
                one.meant.where,
                message(
                    "{skill} has the base value {base} ({source}), not {written}.",
                    skill=one.title,
                    base=base,
                    source=case.rules.source("skills.base"),
                    written=one.skill.base,
                ),
                message("Write {base}, or set it on a page of rules.", base=base),
            )


@check("mark-impossible", "note")
def mark_impossible(case: Case) -> Iterator[Finding]:
    """A mark for a failed test at a skill of 0, which nobody may even try."""
    for one in case.counted:
        if one.skill.marked and one.skill.value == 0:
            yield Finding(
                one.meant.where,
                message(
                    "{skill} is marked, but a skill of 0 can't be tried and no test of it can fail.",
                    skill=one.title,
                ),
                message("Strike the mark, or write the value."),
            )
