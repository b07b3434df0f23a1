"""Playing a record: every row becomes events, and what the rules refuse becomes a finding."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tontafel.rules.diagnostic import Severity
from tontafel.rules.mesopotamien.conflict import Conflict, apply
from tontafel.rules.mesopotamien.conflict.events import (
    Answered,
    Attacked,
    BoxMarked,
    Conceded,
    ConsequenceTaken,
    FreeUsed,
    Manoeuvred,
    PointSpent,
    Rolled,
    RoundStarted,
    Settled,
    TakenOut,
    Tried,
)
from tontafel.rules.mesopotamien.conflict.harm import can_absorb
from tontafel.rules.mesopotamien.conflict.points import usable
from tontafel.rules.mesopotamien.conflict.state import Attempt
from tontafel.rules.mesopotamien.log.aspects import nearest
from tontafel.rules.mesopotamien.log.cells import Use, names_in, words
from tontafel.rules.mesopotamien.log.claims import claims
from tontafel.rules.mesopotamien.log.rolls import Made, Side, make
from tontafel.rules.mesopotamien.log.rows import Cast, Entry
from tontafel.rules.message import Message, message
from tontafel.rules.replaying import Player

#: What can be wrong with a record, and how grave it is.
CODES: dict[str, Severity] = {
    "log-columns": "error",
    "log-result": "error",
    "log-total": "error",
    "log-dice": "error",
    "log-boxes": "error",
    "log-refused": "error",
    "log-round": "warning",
    "log-open": "warning",
    "log-rerolls": "warning",
    "log-skill": "warning",
    "log-aspect": "note",
    "log-points": "note",
    "log-value": "note",
    "log-unclear": "note",
    "log-stranger": "note",
}


#: Makes the event of a row from what the row says and the roll that was made of it.
Happens = Callable[[Entry, Side, Made], Rolled]


class Told(Struct, frozen=True, kw_only=True):
    """A roll of the record with what it comes to; without an opponent `against` is the difficulty.

    `track` is the one of the opponent's that was attacked.
    """

    place: int
    round: int
    who: str
    opponent: str
    total: int
    against: int
    margin: int
    track: str = ""


class Play(Player[Conflict]):
    """Goes through the rows of one record."""

    def __init__(self, state: Conflict, cast: Cast) -> None:
        super().__init__(state, apply, CODES)
        self.told: list[Told] = []
        self._cast = cast
        self._met: set[str] = set()
        self._latest: Entry | None = None

    def row(self, entry: Entry) -> None:
        """Play one row."""
        self._begin(entry)
        if not entry.who:
            self.nobody(entry)
            return
        attempt = self._rolled(entry) if self._is_roll(entry) else None
        if attempt:
            self._settled(entry, attempt)
        if attempt or not self._is_roll(entry):
            self._suffered(entry, attempt)

    def close(self) -> None:
        """The record is over: nothing may be open any more."""
        self._abandon()
        if self.state.round:
            self.ended(self.state.round)

    @staticmethod
    def _is_roll(entry: Entry) -> bool:
        return bool(entry.dice.falls) or entry.outcome.mine is not None

    # Rounds

    def _begin(self, entry: Entry) -> None:
        """Begin the row's round, if it is not the one that is being played."""
        if entry.round < self.state.round:
            self.backwards(entry, self.state.round)
        if entry.round > self.state.round:
            self.close()
            self.state = replace(self.state, round=entry.round - 1)
            refusal = self.attempt(RoundStarted())
            left = [one.name for one in self.state.fighters.values() if one.standing != "fighting"]
            if refusal and left:
                self.note(entry, "round", "log-refused", refusal.reason, refusal.hint)
            self.state = replace(self.state, round=entry.round)
        self._latest = entry
        for name in (entry.who, entry.opponent):
            self._meet(name, entry)

    def _meet(self, name: str, entry: Entry) -> None:
        if name and name not in self._met and self._cast.is_stranger(name):
            said = message("No page is called like {name}, and no link leads to one.", name=name)
            hint = message(
                "Link to the page that tells of them, or write the skill's value beside it, "
                "so that the sums can be checked."
            )
            self.note(entry, "who" if name == entry.who else "against", "log-stranger", said, hint)
        self._met.add(name)

    def _abandon(self) -> None:
        """Give up a roll that nobody has answered, and a hit that nobody has taken."""
        attempt = self.state.attempt
        if attempt and self._latest:
            said = message(
                "Round {round}: how {opponent} answers {who} is not said.",
                round=self.state.round,
                opponent=attempt.opponent,
                who=attempt.who,
            )
            hint = message("Write the opponent's total behind the name, or give the answer a row.")
            self.note(self._latest, "against", "log-open", said, hint)
        self.state = replace(self.state, attempt=None, hit=None)

    # Rolls

    def _rolled(self, entry: Entry) -> Attempt | None:
        """What is on the table after the row's roll and its aspects; None where it can't be played."""
        waiting = self.state.attempt
        answers = waiting is not None and waiting.answer is None and waiting.opponent == entry.who
        if not answers:
            self._abandon()
        side = Side(
            who=entry.who,
            skill=entry.skill,
            value=entry.value,
            dice=entry.dice,
            total=None if entry.dice.falls else _own_total(entry, waiting if answers else None),
            uses=tuple(use for use in entry.uses if use.who in ("", entry.who)),
            action=not answers,
        )
        if self._roll(entry, side, "roll", _answer if answers else _attempt) and not answers:
            self._opposed(entry)
        return self.state.attempt

    def _roll(self, entry: Entry, side: Side, role: str, event: Happens) -> bool:
        """Put a roll on the table, then use its aspects."""
        made = make(self.state, side, stranger=self._cast.is_stranger(side.who))
        for doubt in made.doubts:
            self.doubt(entry, role, doubt)
        if not made.known:
            return False
        self.state = self.state.having(made.fighter)
        if not self.must(entry, "skill" if role == "roll" else role, event(entry, side, made)):
            self._permit(side.who)
            if self.attempt(event(entry, side, made)):
                return False
        for use, faces in made.uses:
            self._use(entry, side.who, use, faces)
        return True

    def _permit(self, who: str) -> None:
        """Let somebody do what the rules have just refused, so that the rest can be played."""
        self.state = self.state.having(replace(self.state.fighter(who), acted=False, last_skill=""))

    def _opposed(self, entry: Entry) -> None:
        """The opponent's roll, where the row tells it."""
        attempt = self.state.attempt
        if attempt is None or not attempt.opponent:
            return
        uses = tuple(use for use in entry.uses if use.who == attempt.opponent)
        if attempt.answer is not None:
            for use in uses:
                self._use(entry, attempt.opponent, use, None)
            return
        side = Side(who=attempt.opponent, skill=entry.their_skill, uses=uses, action=False)
        told = self._their_dice(entry, attempt, side)
        if told is not None:
            self._roll(entry, told, "against", _answer)

    def _their_dice(self, entry: Entry, attempt: Attempt, side: Side) -> Side | None:
        """A lone number is the opponent's total, unless only as dice it fits what the row says it came to.

        Where it fits as neither, one below zero is dice: hardly anybody's total is.
        """
        dice, total = entry.their_dice, entry.outcome.theirs
        if not dice.falls:
            return None if total is None else replace(side, total=total)
        if not dice.alone:
            return replace(side, dice=dice)
        number, claimed = dice.falls[0], entry.outcome.number
        as_total, as_dice = replace(side, total=number), replace(side, dice=dice)
        made = make(self.state, as_dice, stranger=self._cast.is_stranger(side.who))
        if not made.known or made.doubts:
            return as_total
        came_to = sum(made.dice) + made.fighter.skills.get(made.skill, made.fighter.unlisted)
        mine = attempt.roll.total
        for said, if_dice, if_total in ((total, came_to, number), (claimed, mine - came_to, mine - number)):
            if said is not None and (said == if_dice) != (said == if_total):
                return as_dice if said == if_dice else as_total
        return as_dice if number < 0 else as_total

    def _use(self, entry: Entry, who: str, use: Use, faces: tuple[int, ...] | None) -> None:
        """An aspect on a roll: free if the rules have it so, else for a fate point."""
        fighter, aspect = self.state.fighter(who), self._aspect(entry, use)
        free = use.free or any(one.text == aspect for one in usable(self.state, fighter))
        kind = FreeUsed if free else PointSpent
        refusal = self.attempt(kind(who=who, aspect=aspect, dice=faces))
        if refusal is None:
            return
        lacking = not free and fighter.fate_points == 0
        self.note(entry, "aspect", "log-points" if lacking else "log-refused", refusal.reason, refusal.hint)
        self.state = self.state.having(replace(fighter, fate_points=fighter.fate_points + 1))
        if self.attempt(PointSpent(who=who, aspect=aspect, dice=faces)):
            self.state = self.state.having(fighter)

    def _aspect(self, entry: Entry, use: Use) -> str:
        """The aspect that is meant; in other words it is a note and never more."""
        known = [one.text for one in self.state.circumstances]
        known += [text for one in self.state.fighters.values() for text in one.aspects]
        exact = self.state.aspect(use.text)
        if exact in known:
            return exact
        meant = nearest(use.text, known)
        said = message("Round {round}: “{aspect}” is no aspect of anyone here.", aspect=use.text)
        hint = message("Write it as on the page, or add it to the scene.")
        if meant:
            said = message(
                "Round {round}: “{aspect}” is taken for “{meant}”.",
                aspect=use.text,
                meant=meant,
            )
            hint = message("Write the aspect as on its page.")
        self.note(entry, "aspect", "log-aspect", said, hint)
        return meant or use.text

    # What comes of them

    def _settled(self, entry: Entry, attempt: Attempt) -> None:
        """Compare with what the row claims; a roll that waits for its answer stays open."""
        if self.attempt(Settled()) or self.state.last is None:
            return
        last = self.state.last
        self.told.append(
            Told(
                place=entry.place,
                round=self.state.round,
                who=attempt.who,
                opponent=attempt.opponent,
                total=last.total,
                against=last.against,
                margin=last.margin,
                track=attempt.track,
            )
        )
        if attempt.purpose == "attack":
            answers = attempt.who != entry.who
            for doubt in claims(entry.outcome, entry.result, last, answers=answers):
                self.doubt(entry, "result", doubt)

    def _suffered(self, entry: Entry, attempt: Attempt | None) -> None:
        """Consequences, boxes, and who is out of it."""
        target = self.state.hit.target if self.state.hit else entry.opponent or entry.who
        for harm in entry.harms:
            if harm.severity is None:
                said = message("Round {round}: the size of “{text}” is not said.", text=harm.text)
                self.note(entry, "consequence", "log-unclear", said, _sizes(self.state))
            else:
                taken = ConsequenceTaken(who=target, severity=harm.severity, text=harm.text)
                self.must(entry, "consequence", taken)
        if words().says("concedes", entry.result):
            self.must(entry, "result", Conceded(who=self._conceding(entry, target)))
        elif words().says("out", entry.result):
            self.must(entry, "result", TakenOut(who=target))
        self._marked(entry)
        self._boxes(entry, attempt)

    def _conceding(self, entry: Entry, target: str) -> str:
        """Whoever the result names before it says so, else whoever is worse off."""
        before, _ = words().around("concedes", entry.result) or ("", "")
        named = [self._cast.find(piece) for piece in names_in(before)]
        return next(filter(None, reversed(named)), target)

    def _marked(self, entry: Entry) -> None:
        """Mark what is left of a hit, if the target has boxes at all."""
        hit = self.state.hit
        if hit is None:
            return
        target = self.state.fighter(hit.target)
        refusal = self.attempt(BoxMarked(who=target.name)) if target.tracks else None
        if refusal:
            self.note(entry, "consequence", "log-refused", refusal.reason, refusal.hint)
            if not can_absorb(self.state.rules, target, hit):
                self.attempt(TakenOut(who=target.name))
        self.state = replace(self.state, hit=None)

    def _boxes(self, entry: Entry, attempt: Attempt | None) -> None:
        """The boxes that the row draws, against those of the track that was hit."""
        claimed = entry.outcome.boxes
        who = (attempt.opponent if attempt else "") or entry.opponent or entry.who
        tracks = self.state.fighter(who).tracks
        track = entry.track or (attempt.track if attempt else "") or next(iter(tracks), "")
        there = tracks.get(track)
        if claimed is not None and there is not None and claimed != there:
            said = message(
                "Round {round}: {track} of {who} is {boxes}; the record says {said}.",
                track=track,
                who=who,
                boxes=drawn(there),
                said=drawn(claimed),
            )
            self.note(
                entry, "result", "log-boxes", said, message("Mark box n for a hit of n, or the next one.")
            )


def drawn(boxes: tuple[bool, ...]) -> str:
    """A track as people draw it."""
    return "".join("☒" if marked else "□" for marked in boxes)


def _sizes(state: Conflict) -> Message:
    return message(
        "Write its size before it: {names}.",
        names=", ".join(one.word for one in state.rules.consequences.values()),
    )


def _own_total(entry: Entry, waiting: Attempt | None) -> int | None:
    """Of the two totals in a result the one of the row's own roll; it usually stands first."""
    first, second = entry.outcome.mine, entry.outcome.theirs
    return second if waiting and waiting.roll.total == first else first


def _attempt(entry: Entry, side: Side, made: Made) -> Rolled:
    """The event of a row that begins something."""
    roll: dict[str, Any] = {
        "who": side.who,
        "skill": made.skill,
        "dice": made.dice,
        "modifiers": made.modifiers,
    }
    number = entry.their_dice.falls[0] if entry.their_dice.falls else 0
    opponent = "" if entry.difficulty else entry.opponent
    if entry.manoeuvre is not None:
        text = entry.manoeuvre or "?"
        return Manoeuvred(**roll, text=text, on=entry.opponent, **_against(opponent, number))
    if opponent:
        return Attacked(**roll, target=opponent, track=entry.track or entry.guarded)
    return Tried(**roll, **_against("", number))


def _against(opponent: str, number: int) -> dict[str, Any]:
    return {"against": opponent} if opponent else {"difficulty": number}


def _answer(_: Entry, side: Side, made: Made) -> Rolled:
    """The event of a roll that answers another."""
    return Answered(who=side.who, skill=made.skill, dice=made.dice, modifiers=made.modifiers)
