"""Checks of derived values: current against maximum, stability and its breaking point (facts, derived)."""

from collections.abc import Iterator

from tontafel.rules.checks import Finding
from tontafel.rules.fhtagn.case import Case, Gauge, check
from tontafel.rules.message import message


@check("track-unknown", "note")
def unknown(case: Case) -> Iterator[Finding]:
    """A track that the rules do not have."""
    for gauge in case.gauges:
        if gauge.meant.standing == "unknown":
            yield Finding(
                gauge.meant.where,
                message(
                    "There is no track “{written}” ({source}).",
                    written=gauge.meant.written,
                    source=case.rules.title,
                ),
                message("The derived values are: {names}.", names=", ".join(case.rules.derived)),
            )


@check("track-twice", "warning")
def twice(case: Case) -> Iterator[Finding]:
    """A track that stands twice; the first counts."""
    seen: set[str] = set()
    for gauge in case.gauges:
        if gauge.meant.name in seen:
            yield Finding(
                gauge.meant.where,
                message("The track {track} stands twice; the first counts.", track=gauge.meant.name),
                message("Strike one of the two."),
            )
        seen.add(gauge.meant.name)


@check("track-missing", "note", missing=True)
def absent(case: Case) -> Iterator[Finding]:
    """Derived values that everyone has and the page does not."""
    wanted = {name: case.full.get(name) for name in case.rules.derived if name not in case.gauge}
    if wanted:
        yield Finding(
            ("tracks",),
            message("Missing derived values: {names}.", names=", ".join(wanted)),
            message(
                "Write {rows}.",
                rows=", ".join(f"{name} {'?' if value is None else value}" for name, value in wanted.items()),
            ),
        )


@check("track-maximum", "error")
def maximum(case: Case) -> Iterator[Finding]:
    """A maximum that does not follow from the attributes, neither now nor at creation."""
    for name, gauge in _judged(case):
        allowed = case.maxima(name)
        if allowed and gauge.maximum is not None and gauge.maximum not in allowed:
            yield Finding(
                gauge.meant.where,
                message(
                    "{track} {value} at most; the attributes make {expected} ({source}).",
                    track=name,
                    value=gauge.maximum,
                    expected=allowed[0],
                    source=case.rules.title,
                ),
                message("Write {expected} as the maximum, or mend the attributes.", expected=allowed[0]),
            )


@check("track-current-above", "error")
def current_above(case: Case) -> Iterator[Finding]:
    """More points left than there can be."""
    for name, gauge in _judged(case):
        highest = _highest(case, name, gauge)
        if gauge.current is not None and highest is not None and gauge.current > highest:
            yield Finding(
                gauge.meant.where,
                message(
                    "{track} stands at {value}; {highest} is the maximum.",
                    track=name,
                    value=gauge.current,
                    highest=highest,
                ),
                message("Write {highest} or less.", highest=highest),
            )


@check("track-current-below", "error")
def current_below(case: Case) -> Iterator[Finding]:
    """Fewer points left than none."""
    for gauge in case.gauges:
        if gauge.current is not None and gauge.current < 0:
            yield Finding(
                gauge.meant.where,
                message("{track} stands at {value}, below 0.", track=gauge.meant.name, value=gauge.current),
                message("Write 0 or more."),
            )


@check("stability-cap", "error")
def stability_cap(case: Case) -> Iterator[Finding]:
    """More stability than someone can have who knows so much (decided)."""
    stability = case.rules.stability
    gauge = case.gauge.get(stability.track)
    value = max(gauge.current or 0, gauge.maximum or 0) if gauge else 0
    if gauge and value > case.stability_cap:
        yield Finding(
            gauge.meant.where,
            message(
                "{track} {value}; with {skill} at {known} it is {cap} at most.",
                track=stability.track,
                value=value,
                skill=stability.lowered_by,
                known=case.value(stability.lowered_by),
                cap=case.stability_cap,
            ),
            message("Write {cap} or less.", cap=case.stability_cap),
        )


@check("breaking-point", "error")
def breaking_point(case: Case) -> Iterator[Finding]:
    """A breaking point that does not follow from the attributes at creation, or that no one can have."""
    stability = case.rules.stability
    gauge = case.gauge.get(stability.breaking_point)
    expected = case.full_at_creation.get(stability.breaking_point)
    if gauge is None or expected is None:
        return
    value = _value(gauge)
    legal = 0 <= (value or 0) <= case.stability_cap if case.in_play else value == expected
    if value is not None and not legal:
        yield Finding(
            gauge.meant.where,
            message(
                "{track} {value}; a new character's is {expected} ({source}).",
                track=stability.breaking_point,
                value=value,
                expected=expected,
                source=case.rules.title,
            ),
            message("Write {expected}.", expected=expected),
        )


@check("breaking-point-reached", "note")
def reached(case: Case) -> Iterator[Finding]:
    """Stability that has come down to the breaking point: a disorder is due, and a new breaking point."""
    stability = case.rules.stability
    gauge, point = case.gauge.get(stability.track), case.gauge.get(stability.breaking_point)
    limit = _value(point) if point else None
    if gauge and gauge.current is not None and limit is not None and 0 < gauge.current <= limit:
        yield Finding(
            gauge.meant.where,
            message(
                "{track} {value} has reached the breaking point {limit}.",
                track=stability.track,
                value=gauge.current,
                limit=limit,
            ),
            message("Write the disorder down that the game master sets, and the new breaking point."),
        )


def _value(gauge: Gauge) -> int | None:
    """The one number of a track that has no maximum, wherever the page puts it."""
    return gauge.maximum if gauge.current is None else gauge.current


def _judged(case: Case) -> Iterator[tuple[str, Gauge]]:
    """The tracks with a maximum: all but the breaking point."""
    for name, gauge in case.gauge.items():
        if name in case.rules.derived and name != case.rules.stability.breaking_point:
            yield name, gauge


def _highest(case: Case, name: str, gauge: Gauge) -> int | None:
    """The most that can be left: the written maximum, or what attributes make or made.

    A changed attribute never resets a current value, so that the maximum at creation holds as well.
    """
    allowed = case.maxima(name)
    if name == case.rules.stability.track and not case.in_play:
        allowed = allowed[:1]
    if gauge.maximum is not None:
        changed = case.changed.before and allowed
        return max(gauge.maximum, *allowed) if changed else gauge.maximum
    return max(allowed, default=None)
