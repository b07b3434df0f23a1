"""When a consequence may be struck (seed 000, Ende des Spielabends)."""

from collections.abc import Iterable

from tontafel.rules.evening import ended_since
from tontafel.rules.events import Illegal, insist
from tontafel.rules.mesopotamien.case import Case
from tontafel.rules.message import message
from tontafel.rules.model import Consequence, Track
from tontafel.rules.system import one_of


def hurt_tracks(case: Case, lost: Iterable[str]) -> frozenset[str]:
    """The tracks that lost a box this evening: those with a mark, and those that are said to have.

    Raises:
        Illegal: nobody knows a track that is said to have lost one.
    """
    marked = {meant.name for meant, track in case.tracks if _is_marked(track)}
    said = {name: case.track(name) for name in lost}
    own = {meant.name for meant, _ in case.tracks}
    for name, meant in said.items():
        if meant.standing == "unknown" and meant.name not in own:
            known = dict.fromkeys([*case.rules.tracks.governing, *own])
            raise Illegal(message("There is no track “{name}”.", name=name), one_of(name, known))
    return frozenset(marked | {meant.name for meant in said.values()})


def _is_marked(track: Track) -> bool:
    if isinstance(track.boxes, list):
        return any(track.boxes)
    both = isinstance(track.current, int) and isinstance(track.maximum, int)
    return both and track.current < track.maximum  # type: ignore[operator]


def check_healed(case: Case, consequence: Consequence, hurt: frozenset[str]) -> None:
    """Raise `Illegal` if a consequence can't be struck at the end of this evening."""
    harm = case.rules.consequences.get(consequence.severity)
    if harm is None:
        return
    if harm.evenings:
        _evening_has_passed(case, consequence, harm.word, harm.evenings)
    if harm.unhurt:
        _track_is_unhurt(case, consequence, hurt)


def _evening_has_passed(case: Case, consequence: Consequence, word: str, wanted: int) -> None:
    """The evening in which it was taken has ended and been recorded, and this is a later one."""
    if not consequence.since:
        raise Illegal(
            message("Nothing says since when “{text}” has been borne.", text=consequence.text),
            message("Write behind it “seit” and the date of that evening."),
        )
    insist(
        ended_since(case.character.details, consequence.since) >= wanted,
        message(
            "“{text}” ({word}) can be struck at the end of the next evening; none has ended since {since}.",
            text=consequence.text,
            word=word,
            since=consequence.since,
        ),
        message("End this evening without it; the entry in the table “Verlauf” counts."),
    )


def _track_is_unhurt(case: Case, consequence: Consequence, hurt: frozenset[str]) -> None:
    # Decided: after an evening with a loss, the end of any later one without will do.
    meant = case.track(consequence.track) if consequence.track else None
    if meant is None or meant.standing == "unknown":
        raise Illegal(
            message("Nothing says for which track “{text}” was taken.", text=consequence.text),
            message(
                "Write beside it which track was hit: {tracks}.",
                tracks=", ".join(case.rules.tracks.governing),
            ),
        )
    insist(
        meant.name not in hurt,
        message(
            "“{text}” can't be struck: {track} lost a box this evening.",
            text=consequence.text,
            track=meant.name,
        ),
        message("It can at the end of an evening in which {track} loses none.", track=meant.name),
    )
