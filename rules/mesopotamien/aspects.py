"""Checks of aspects, fate points and consequences (seed 000, Aspekte, Schicksalspunkte, Angreifen)."""

from collections.abc import Iterator

from tontafel.rules.checks import Finding
from tontafel.rules.mesopotamien.case import Case, check
from tontafel.rules.message import did_you_mean, message
from tontafel.rules.names import fold


@check("aspects-too-many", "error")
def too_many(case: Case) -> Iterator[Finding]:
    """More aspects than anyone has."""
    places = list(case.aspects.values())
    allowed = case.rules.aspects.maximum
    if len(places) > allowed:
        yield Finding(
            ("aspects", places[allowed]),
            message(
                "Aspects: {count}; {allowed} at most ({source}).",
                count=len(places),
                allowed=allowed,
                source=case.rules.source("aspects.maximum"),
            ),
            message("Aspects to strike: {surplus}.", surplus=len(places) - allowed),
        )


@check("aspects-open", "note", missing=True)
def too_few(case: Case) -> Iterator[Finding]:
    """Fewer aspects than a character is made with."""
    count, expected = len(case.aspects), case.rules.aspects.creation
    if count < expected:
        yield Finding(
            ("aspects",),
            message(
                "Aspects: {count}; a new character has {expected} ({source}).",
                count=count,
                expected=expected,
                source=case.rules.source("aspects.creation"),
            ),
            message("Aspects still to choose: {open}.", open=expected - count),
        )


@check("aspects-unrecorded", "warning")
def unrecorded(case: Case) -> Iterator[Finding]:
    """More aspects than creation and the recorded events give; only where growth is recorded."""
    count, expected = len(case.aspects), case.aspects_accounted_for
    if case.records_growth and expected < count <= case.rules.aspects.maximum:
        yield Finding(
            ("aspects", list(case.aspects.values())[expected]),
            message(
                "Aspects: {count}; creation ({source}) and the recorded changes give {expected}.",
                count=count,
                expected=expected,
                source=case.rules.source("aspects.creation"),
            ),
            message("Enter in the table “Verlauf” when the others came."),
        )


@check("aspect-twice", "warning")
def aspect_twice(case: Case) -> Iterator[Finding]:
    """The same aspect again; it counts once."""
    seen: dict[str, str] = {}
    for index, aspect in enumerate(case.character.aspects):
        first = seen.setdefault(fold(aspect.text), aspect.text)
        if first is not aspect.text:
            yield Finding(
                ("aspects", index),
                message("The aspect “{aspect}” stands twice and counts once.", aspect=aspect.text),
                message("Strike it, or write another aspect."),
            )


@check("refresh-otherwise", "warning")
def refresh_otherwise(case: Case) -> Iterator[Finding]:
    """Fate points each evening, written otherwise than the rules have it.

    Fate points that the page neither sets against a refresh nor calls those of the moment are the evening's;
    whoever has none left has spent them.
    """
    details = case.character.details
    key = "refresh"
    if key not in details and case.aspects and not details.get("fate_points_now"):
        key = "fate_points"
    written = details.get(key)
    expected = case.rules.refresh.points(len(case.aspects))
    spent = key == "fate_points" and isinstance(written, int) and written <= 0
    if isinstance(written, int) and written != expected and not spent:
        yield Finding(
            ("details", key),
            message(
                "Fate points each evening: {written}; by the aspects ({count}) it is {expected} ({source}).",
                written=written,
                count=len(case.aspects),
                expected=expected,
                source=case.rules.source("refresh.maximum"),
            ),
            message("Write {expected}, or mend the aspects.", expected=expected),
        )


@check("fate-points-negative", "error")
def negative_points(case: Case) -> Iterator[Finding]:
    """Fewer fate points than none."""
    points = case.character.details.get("fate_points")
    if isinstance(points, int) and points < 0:
        yield Finding(
            ("details", "fate_points"),
            message("{points} fate points; nobody can have fewer than 0.", points=points),
            message("Write 0 or more."),
        )


@check("consequence-twice", "error")
def consequence_twice(case: Case) -> Iterator[Finding]:
    """A second consequence of one size; each is taken once."""
    seen: set[str] = set()
    for index, consequence in enumerate(case.character.consequences):
        harm = case.rules.consequences.get(consequence.severity)
        if harm and consequence.severity in seen:
            yield Finding(
                ("consequences", index),
                message(
                    "“{text}” is a second consequence of the size “{word}”; each is taken once ({source}).",
                    text=consequence.text,
                    word=harm.word,
                    source=case.rules.source("consequences"),
                ),
                message("Strike the one that has healed, or take another size."),
            )
        seen.add(consequence.severity)


@check("consequence-unknown", "error")
def consequence_unknown(case: Case) -> Iterator[Finding]:
    """A size of consequence that the rules do not have."""
    known = case.rules.consequences
    for index, consequence in enumerate(case.character.consequences):
        if consequence.severity not in known:
            yield Finding(
                ("consequences", index),
                message(
                    "“{text}” is a consequence of the size “{severity}”, which these rules lack ({source}).",
                    text=consequence.text,
                    severity=consequence.severity,
                    source=case.rules.source("consequences"),
                ),
                message("The sizes are: {names}.", names=", ".join(harm.word for harm in known.values())),
            )


@check("consequence-track", "note")
def consequence_track(case: Case) -> Iterator[Finding]:
    """A consequence that is noted to no track, or to one that nobody knows."""
    for index, consequence in enumerate(case.character.consequences):
        meant = case.track(consequence.track) if consequence.track else None
        if meant and meant.standing == "known":
            continue
        tracks = ", ".join(case.rules.tracks.governing)
        yield Finding(
            ("consequences", index),
            message("The consequence “{text}” is noted to no track of these rules.", text=consequence.text),
            did_you_mean(meant.name)
            if meant and meant.standing == "near"
            else message("Write beside it which track was hit: {tracks}.", tracks=tracks),
        )
