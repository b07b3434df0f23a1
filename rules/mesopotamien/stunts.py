"""Checks of stunts: how many, of which kinds, and each kind's own conditions (seed 000, Tricks).

The conditions are the edition's data; no function here knows a kind by name.
"""

from collections.abc import Iterator

from tontafel.rules.checks import Finding
from tontafel.rules.inflection import other_words
from tontafel.rules.mesopotamien.case import Case, check
from tontafel.rules.message import Message, message
from tontafel.rules.model import Stunt

_SHOWN = 40


@check("stunts-too-many", "error")
def too_many(case: Case) -> Iterator[Finding]:
    """More stunts than anyone has."""
    count, allowed = len(case.character.stunts), case.rules.stunts.count
    if count > allowed:
        yield Finding(
            ("stunts", allowed),
            message(
                "Stunts: {count}; {allowed} at most ({source}).",
                count=count,
                allowed=allowed,
                source=case.rules.source("stunts.count"),
            ),
            message("Stunts to strike: {surplus}.", surplus=count - allowed),
        )


@check("stunts-open", "note", missing=True)
def too_few(case: Case) -> Iterator[Finding]:
    """Fewer stunts than everyone may have."""
    count, allowed = len(case.character.stunts), case.rules.stunts.count
    if count < allowed:
        yield Finding(
            ("stunts",),
            message(
                "Stunts: {count} of {allowed} ({source}).",
                count=count,
                allowed=allowed,
                source=case.rules.source("stunts.count"),
            ),
            message("Stunts still to choose: {open}.", open=allowed - count),
        )


@check("stunt-kind-unknown", "note")
def kind_unknown(case: Case) -> Iterator[Finding]:
    """A stunt of which the page does not say what kind it is, so that its conditions are not checked."""
    kinds = ", ".join(rule.word for rule in case.rules.stunts.kinds.values())
    for index, stunt in enumerate(case.character.stunts):
        if stunt.kind is None:
            yield Finding(
                ("stunts", index),
                message("Nothing says what kind of stunt “{stunt}” is.", stunt=_title(stunt)),
                message("Write one of these before it: {kinds}.", kinds=kinds),
            )


@check("stunt-kind-forbidden", "error")
def kind_forbidden(case: Case) -> Iterator[Finding]:
    """A kind of stunt that this edition does not have."""
    kinds = case.rules.stunts.kinds
    for index, stunt in enumerate(case.character.stunts):
        if stunt.kind is not None and stunt.kind not in kinds:
            yield Finding(
                ("stunts", index),
                message(
                    "“{stunt}” is of a kind that {source} does not have.",
                    stunt=_title(stunt),
                    source=case.rules.source("stunts.kinds"),
                ),
                message("The kinds are: {kinds}.", kinds=", ".join(rule.word for rule in kinds.values())),
            )


@check("stunt-incomplete", "error")
def incomplete(case: Case) -> Iterator[Finding]:
    """A stunt that does not name what its kind has to name."""
    for index, stunt, rule in case.stunts:
        for part in rule.needs:
            if not getattr(stunt, part):
                yield Finding(
                    ("stunts", index),
                    _lacks(part, _title(stunt), rule.word),
                    message("Write it beside the stunt."),
                )


@check("stunt-track-unknown", "error")
def track_unknown(case: Case) -> Iterator[Finding]:
    """A stunt for a track that the rules do not have."""
    for index, stunt, rule in case.stunts:
        if "track" in rule.needs and stunt.track and case.track(stunt.track).standing == "unknown":
            yield Finding(
                ("stunts", index, "track"),
                message("“{stunt}”: there is no track “{track}”.", stunt=_title(stunt), track=stunt.track),
                message("The tracks are: {names}.", names=", ".join(case.rules.tracks.governing)),
            )


@check("stunt-artifact-aspect", "error")
def artifact_aspect(case: Case) -> Iterator[Finding]:
    """A named thing whose name is no aspect of the character, in whatever case."""
    for index, stunt, rule in case.stunts:
        if rule.aspect == "character" and stunt.name and not case.has_aspect_for(stunt.name):
            yield Finding(
                ("stunts", index),
                message(
                    "{kind} “{name}”: its name has to be an aspect as well ({source}).",
                    kind=rule.word,
                    name=stunt.name,
                    source=case.rules.source("stunts.kinds"),
                ),
                message("Add the aspect “{name}”, or choose another kind of stunt.", name=stunt.name),
            )


@check("stunt-thing-aspect", "note", missing=True)
def thing_aspect(case: Case) -> Iterator[Finding]:
    """A thing that should have an aspect of its own and has none beside its name nor among the aspects."""
    for index, stunt, rule in case.stunts:
        if rule.aspect != "thing":
            continue
        name = stunt.name or stunt.text
        if not other_words(f"{rule.word} {name}", stunt.text) and not case.has_aspect_for(name):
            yield Finding(
                ("stunts", index),
                message(
                    "{kind} “{name}” has an aspect of its own ({source}); none is written.",
                    kind=rule.word,
                    name=name,
                    source=case.rules.source("stunts.kinds"),
                ),
                message("Write the thing's aspect beside its name."),
            )


@check("stunt-replaced-value", "error")
def replaced_value(case: Case) -> Iterator[Finding]:
    """The replaced skill stands too low or too high for it, now and at creation."""
    for index, stunt, rule in case.stunts:
        if rule.replaces is None or not stunt.replaces:
            continue
        lowest, highest = rule.replaces
        values = list(case.ever(case.skill(stunt.replaces).name))
        if values and not any(lowest <= value <= highest for value in values):
            yield Finding(
                ("stunts", index, "replaces"),
                message(
                    "{kind}: {skill} is at {value}; one at {lowest} to {highest} can be replaced ({source}).",
                    kind=rule.word,
                    skill=stunt.replaces,
                    value=values[0],
                    lowest=lowest,
                    highest=highest,
                    source=case.rules.source("stunts.kinds"),
                ),
                message(
                    "Replace a skill at {lowest} to {highest}, or move {skill} there.",
                    skill=stunt.replaces,
                    lowest=lowest,
                    highest=highest,
                ),
            )


@check("stunt-not-higher", "error")
def not_higher(case: Case) -> Iterator[Finding]:
    """The skill used does not stand higher than the one it replaces, neither now nor at creation."""
    for index, stunt, rule in case.stunts:
        if not rule.higher or not stunt.skill or not stunt.replaces:
            continue
        used = list(case.ever(case.skill(stunt.skill).name))
        replaced = list(case.ever(case.skill(stunt.replaces).name))
        pairs = list(zip(used, replaced, strict=False))
        if pairs and not any(one > other for one, other in pairs):
            yield Finding(
                ("stunts", index, "skill"),
                message(
                    "{kind}: {skill} at {value} is not higher than {replaced} at {other} ({source}).",
                    kind=rule.word,
                    skill=stunt.skill,
                    value=used[0],
                    replaced=stunt.replaces,
                    other=replaced[0],
                    source=case.rules.source("stunts.kinds"),
                ),
                message("Choose a skill that stands higher than {replaced}.", replaced=stunt.replaces),
            )


@check("stunt-skill-low", "error")
def skill_low(case: Case) -> Iterator[Finding]:
    """The skill used stands lower than its kind asks, now and at creation."""
    for index, stunt, rule in case.stunts:
        if rule.minimum is None or not stunt.skill:
            continue
        values = list(case.ever(case.skill(stunt.skill).name))
        if values and max(values) < rule.minimum:
            yield Finding(
                ("stunts", index, "skill"),
                message(
                    "{kind}: {skill} stands at {value}; it takes {minimum} or more ({source}).",
                    kind=rule.word,
                    skill=stunt.skill,
                    value=values[0],
                    minimum=rule.minimum,
                    source=case.rules.source("stunts.kinds"),
                ),
                message("Choose a skill at {minimum} or more.", minimum=rule.minimum),
            )


@check("stunt-companions-value", "note")
def companions_value(case: Case) -> Iterator[Finding]:
    """A skill that companions use at less than its full value; legal, but easily forgotten in play."""
    for index, stunt, rule in case.stunts:
        value = case.value(case.skill(stunt.skill).name) if stunt.skill else None
        if rule.companions is not None and value is not None and value > rule.companions:
            yield Finding(
                ("stunts", index, "skill"),
                message(
                    "{kind}: companions use {skill} at {companions} at most, not at {value} ({source}).",
                    kind=rule.word,
                    skill=stunt.skill or "",
                    value=value,
                    companions=rule.companions,
                    source=case.rules.source("stunts.kinds"),
                ),
                message("Nothing to mend: at the table it counts {companions}.", companions=rule.companions),
            )


def _title(stunt: Stunt) -> str:
    title = stunt.name or stunt.text
    return title if len(title) <= _SHOWN else title[: _SHOWN - 1].rstrip() + "…"


def _lacks(part: str, stunt: str, kind: str) -> Message:
    sentences = {
        "name": message("“{stunt}”: {kind} names a thing.", stunt=stunt, kind=kind),
        "skill": message("“{stunt}”: {kind} names the skill that is used.", stunt=stunt, kind=kind),
        "replaces": message("“{stunt}”: {kind} names the skill that is replaced.", stunt=stunt, kind=kind),
        "track": message("“{stunt}”: {kind} names a track.", stunt=stunt, kind=kind),
    }
    return sentences[part]
