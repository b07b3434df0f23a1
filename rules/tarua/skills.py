"""Checks of skills: names, values, and the stages that cap them (seed 001)."""

from collections.abc import Iterator

from tontafel.rules import skills
from tontafel.rules.checks import Finding
from tontafel.rules.message import message
from tontafel.rules.tarua.case import Case, check


@check("skill-misspelt", "warning")
def misspelt(case: Case) -> Iterator[Finding]:
    """A name near to exactly one that is known; it is judged as that one."""
    return skills.misspelt(case.skills, case.rules.source("skills"))


@check("skill-unknown", "warning")
def unknown(case: Case) -> Iterator[Finding]:
    """A skill that the campaign's list does not have; it takes points but knows no cap."""
    hint = message("The skills are: {names}.", names=", ".join(case.rules.skills.names()))
    return skills.unknown(case.skills, case.rules.source("skills"), hint)


@check("skill-kind-unknown", "note")
def kind_unknown(case: Case) -> Iterator[Finding]:
    """A skill of which nothing says which stage caps it."""
    for skill in case.skills:
        if skill.meant.standing in ("known", "new", "near") and not case.rules.kind_of(skill.meant.name):
            yield Finding(
                skill.meant.where,
                message(
                    "Nothing says which stage caps {skill} ({source}).",
                    skill=skill.meant.name,
                    source=case.rules.source("skills"),
                ),
                message(
                    "Put it on the list of skills under one of these headings: {kinds}.",
                    kinds=", ".join(kind.word for kind in case.rules.kinds.values()),
                ),
            )


@check("skill-twice", "error")
def twice(case: Case) -> Iterator[Finding]:
    """A skill named again; the first counts."""
    return skills.twice(case.skills, message("Strike one of the two."))


@check("skill-without-value", "note")
def without_value(case: Case) -> Iterator[Finding]:
    """A skill without a number."""
    for skill in case.skills:
        if skill.skill.value is None:
            yield Finding(
                skill.meant.where,
                message("{skill} has no value.", skill=skill.meant.name),
                message("Write a number beside {skill}.", skill=skill.meant.name),
            )


@check("skill-value", "error")
def value_outside(case: Case) -> Iterator[Finding]:
    """A value that no skill can have."""
    return skills.outside(case.skills, case.rules.highest_skill, case.rules.source("skills.highest"))


@check("skill-cap", "error")
def above_cap(case: Case) -> Iterator[Finding]:
    """A skill above the stage that governs it, at creation or later."""
    for skill in case.skills:
        value, cap = skill.skill.value, case.skill_cap(skill.meant.name)
        if value is not None and cap is not None and value > cap:
            yield Finding(
                skill.meant.where,
                message(
                    "{skill} stands at {value}; {stage} {cap} is its cap ({source}).",
                    skill=skill.meant.name,
                    value=value,
                    stage=case.rules.stage_of(skill.meant.name) or "",
                    cap=cap,
                    source=case.source,
                ),
                message("Lower {skill} to {cap}.", skill=skill.meant.name, cap=cap),
            )


@check("skills-at-cap", "error")
def too_many_at_cap(case: Case) -> Iterator[Finding]:
    """More skills of one kind at their cap than creation allows."""
    for name, kind in case.rules.kinds.items():
        cap = case.stages.get(kind.stage)
        full = [
            one
            for one in case.of_kind(name)
            if cap is not None and case.created_skills.get(one.meant.name, 0) >= cap
        ]
        if surplus := full[case.rules.at_cap :]:
            yield Finding(
                surplus[0].meant.where,
                message(
                    "Skills at their cap ({kind}): {count}; {allowed} at most ({source}).",
                    kind=kind.word,
                    count=len(full),
                    allowed=case.rules.at_cap,
                    source=case.rules.source("skills.at_cap"),
                ),
                message(
                    "Lower one of: {names}.",
                    names=", ".join(one.meant.name for one in full),
                ),
            )


@check("skill-kind-empty", "error", missing=True)
def kind_empty(case: Case) -> Iterator[Finding]:
    """A kind of which the character has no skill at 1 or more."""
    for name, kind in case.rules.kinds.items():
        if kind.skills and not any((one.skill.value or 0) > 0 for one in case.of_kind(name)):
            yield Finding(
                ("skills",),
                message(
                    "No skill of this kind has a value of 1 or more: {kind} ({source}).",
                    kind=kind.word,
                    source=case.rules.title,
                ),
                message("Raise one of: {names}.", names=", ".join(kind.skills)),
            )
