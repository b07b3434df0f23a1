"""Checks of tracks: their boxes, and which there are (seed 000, Zähler)."""

from collections.abc import Iterator

from tontafel.rules.checks import Finding
from tontafel.rules.mesopotamien.case import Case, check
from tontafel.rules.message import Message, did_you_mean, message
from tontafel.rules.model import Track


@check("track-boxes", "error")
def boxes(case: Case) -> Iterator[Finding]:
    """More or fewer boxes than the governing skill and the stunts give."""
    for meant, track in case.tracks:
        count, expected = _count(track), case.boxes(meant.name)
        if count is None or expected is None or count == expected:
            continue
        yield Finding(
            meant.where,
            _wrong_boxes(case, meant.name, count, expected),
            message("Write {boxes}, or mend the skill.", boxes=_drawn(track, expected)),
        )


@check("track-missing", "note", missing=True)
def absent(case: Case) -> Iterator[Finding]:
    """Tracks that everyone has and the page does not."""
    there = {meant.name for meant, _ in case.tracks}
    wanted = {name: case.boxes(name) for name in case.rules.tracks.governing if name not in there}
    if wanted:
        rows = ", ".join(f"{name} {'□' * (count or 0)}".rstrip() for name, count in wanted.items())
        yield Finding(
            ("tracks",),
            message(
                "Missing tracks: {names} ({source}).",
                names=", ".join(wanted),
                source=case.rules.source("tracks.governing"),
            ),
            message("Write {rows}.", rows=rows),
        )


@check("track-misspelt", "warning")
def misspelt(case: Case) -> Iterator[Finding]:
    """A track's name near to exactly one that is known; it is judged as that one."""
    named = [
        case.track(stunt.track, ("stunts", index, "track"))
        for index, stunt in enumerate(case.character.stunts)
        if stunt.track
    ]
    for meant in [*(meant for meant, _ in case.tracks), *named]:
        if meant.standing == "near":
            yield Finding(
                meant.where,
                message(
                    "There is no track “{written}”; it is judged as “{name}”.",
                    written=meant.written,
                    name=meant.name,
                ),
                did_you_mean(meant.name),
            )


@check("track-unknown", "note")
def unknown(case: Case) -> Iterator[Finding]:
    """A track that the rules do not have."""
    for meant, _ in case.tracks:
        if meant.standing == "unknown":
            yield Finding(
                meant.where,
                message(
                    "There is no track “{written}” ({source}); its boxes are not checked.",
                    written=meant.written,
                    source=case.rules.source("tracks.governing"),
                ),
                message("The tracks are: {names}.", names=", ".join(case.rules.tracks.governing)),
            )


@check("track-twice", "warning")
def twice(case: Case) -> Iterator[Finding]:
    """A track on two rows."""
    seen: set[str] = set()
    for meant, _ in case.tracks:
        if meant.name in seen:
            yield Finding(
                meant.where,
                message("The track {track} stands twice.", track=meant.name),
                message("Strike one of the two."),
            )
        seen.add(meant.name)


def _wrong_boxes(case: Case, track: str, count: int, expected: int) -> Message:
    skill = case.governing(track) or ""
    value, extra = case.value(skill) or 0, case.extra_boxes(track)
    source = case.rules.source("tracks.boxes")
    if extra:
        return message(
            "Boxes of {track}: {count}; {skill} at {value} and {extra} by stunt make {expected} ({source}).",
            track=track,
            count=count,
            skill=skill,
            value=value,
            extra=extra,
            expected=expected,
            source=source,
        )
    return message(
        "Boxes of {track}: {count}; {skill} at {value} makes {expected} ({source}).",
        track=track,
        count=count,
        skill=skill,
        value=value,
        expected=expected,
        source=source,
    )


def _drawn(track: Track, count: int) -> str:
    """So many boxes with the marks that the track has."""
    marks = track.boxes if isinstance(track.boxes, list) else []
    return "".join("☒" if marked else "□" for marked in marks[:count]).ljust(count, "□")


def _count(track: Track) -> int | None:
    if isinstance(track.boxes, list):
        return len(track.boxes)
    return track.maximum if isinstance(track.maximum, int) else None
