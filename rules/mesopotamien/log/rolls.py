"""A roll of a record: the dice that must have fallen, and what the row's own sums get wrong."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tontafel.rules.mesopotamien.conflict import Conflict, Fighter
from tontafel.rules.mesopotamien.conflict.rolls import skill_title, value_of
from tontafel.rules.mesopotamien.dice import ASPECT_BONUS, faces
from tontafel.rules.mesopotamien.log.cells import Dice, Use
from tontafel.rules.message import message
from tontafel.rules.outcome import Modifier, signed
from tontafel.rules.replaying import Doubt
from tontafel.rules.system import RulesError

#: The greatest sum that dice of these rules show.
_MOST = 5


class Side(Struct, frozen=True, kw_only=True):
    """What a row says of one side's roll.

    `value` is the skill's and `total` the whole roll's, where the row says them; `uses` are aspects used
    on it. An `action` gets momentum, an answer does not.
    """

    who: str
    skill: str
    value: int | None = None
    dice: Dice = Dice()
    total: int | None = None
    uses: tuple[Use, ...] = ()
    action: bool = True


class Made(Struct, frozen=True, kw_only=True):
    """A roll to put on the table: its skill (none where only the total is known), dice and aspects.

    Each of `uses` has the faces of the new roll that it bought, or None for a bonus. `fighter` has the
    value that the row gives.
    """

    fighter: Fighter
    skill: str = ""
    dice: tuple[int, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    uses: tuple[tuple[Use, tuple[int, ...] | None], ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def known(self) -> bool:
        """Whether the roll can be played at all."""
        return bool(self.dice)


class _Sum(Struct, frozen=True, kw_only=True):
    """What the dice and everything that is added come to, by the rules and by the row."""

    falls: tuple[int, ...]
    bonus: int
    total: int
    extra: int = 0


def make(state: Conflict, side: Side, *, stranger: bool) -> Made:
    """The roll that a row tells of, as far as that can be known."""
    fighter, title, value, doubts = _valued(state, side, stranger)
    rolls = len(side.dice.falls) - 1
    if rolls > len(side.uses):
        doubts.append(_too_many_rolls(rolls, len(side.uses)))
        falls = side.dice.falls[rolls - len(side.uses) :]
        side = replace(side, dice=replace(side.dice, falls=falls))
    if value is None:
        return _by_total(fighter, side, _total_alone(side), doubts)
    found = _summed(side, value + (fighter.momentum if side.action else 0))
    beyond = next((fall for fall in found.falls if abs(fall) > _MOST), None)
    if beyond is not None:
        over = beyond - _MOST if beyond > 0 else beyond + _MOST
        doubts.append(_impossible(beyond) if side.dice.falls else _unexplained(side, over))
        return _by_total(fighter, side, found.total, doubts)
    doubts += _wrong_sums(side, found)
    return Made(
        fighter=fighter,
        skill=title,
        dice=faces(found.falls[0]) or (),
        modifiers=(Modifier(found.extra),) if found.extra else (),
        uses=tuple(_paired(side.uses, found.falls[1:], len(side.uses) - found.bonus, found.falls[-1])),
        doubts=tuple(doubts),
    )


def _valued(state: Conflict, side: Side, stranger: bool) -> tuple[Fighter, str, int | None, list[Doubt]]:
    """The fighter, the skill's title and its value; None where nobody knows it."""
    fighter, doubts = state.fighter(side.who), []
    try:
        title = skill_title(fighter, side.skill, state.rules)
    except RulesError as error:
        hint = error.hint or error.message
        title = str(hint.values.get("name", side.skill))
        doubts.append(Doubt("log-skill", error.message, hint))
    written = fighter.skills.get(title)
    if side.value is None:
        known = written is not None or (not stranger and state.rules.known_skills.spelled(title))
        return fighter, title, value_of(fighter, title) if known and side.skill else None, doubts
    if written is not None and written != side.value:
        doubts.append(_other_value(fighter, title, written, side.value))
    return replace(fighter, skills=fighter.skills | {title: side.value}), title, side.value, doubts


def _summed(side: Side, value: int) -> _Sum:
    """By the rules: dice, skill, momentum and two for each aspect that bought no new roll."""
    dice = side.dice
    marked = sum(use.again for use in side.uses)
    bonus = len(side.uses) - min(len(side.uses), max(len(dice.falls) - 1, marked))
    own = value + ASPECT_BONUS * bonus
    if not dice.falls:
        total = side.total or 0
        return _Sum(falls=(total - own,), bonus=bonus, total=total)
    last = dice.falls[-1]
    if dice.added:
        added = sum(dice.added)
        if len(dice.falls) == 1 and last == own != added and abs(added) <= _MOST:
            # The skill stands first: `5 + 1 = 6`.
            return _Sum(falls=(added,), bonus=bonus, total=last + added)
        return _Sum(falls=dice.falls, bonus=bonus, total=last + added, extra=added - own)
    if abs(last) > _MOST:
        fell = last - own if abs(last - own) <= _MOST else last
        return _Sum(falls=(*dice.falls[:-1], fell), bonus=bonus, total=last)
    return _Sum(falls=dice.falls, bonus=bonus, total=last + own)


def _total_alone(side: Side) -> int | None:
    """The total where the skill's value is unknown: the row has to say it."""
    dice = side.dice
    if dice.falls and dice.added:
        return dice.falls[-1] + sum(dice.added)
    return side.total if dice.stated is None else dice.stated


def _by_total(fighter: Fighter, side: Side, total: int | None, doubts: list[Doubt]) -> Made:
    """A roll of which only the total counts; its aspects are in it already."""
    if total is None:
        return Made(fighter=fighter, doubts=(*doubts, _unknown(side)))
    return Made(
        fighter=fighter,
        dice=(total - ASPECT_BONUS * len(side.uses),),
        uses=tuple((use, None) for use in side.uses),
        doubts=tuple(doubts),
    )


def _paired(
    uses: tuple[Use, ...], rolls: tuple[int, ...], count: int, last: int
) -> Iterator[tuple[Use, tuple[int, ...] | None]]:
    """Which aspect bought which new roll: those that say so first, else the first ones."""
    order = sorted(range(len(uses)), key=lambda place: not uses[place].again)
    again = set(order[:count])
    fallen = iter(rolls)
    for place, use in enumerate(uses):
        yield use, faces(next(fallen, last)) if place in again else None


def _wrong_sums(side: Side, found: _Sum) -> Iterator[Doubt]:
    if found.extra:
        yield _unexplained(side, found.extra)
    for said in (side.dice.stated, side.total):
        if said is not None and said != found.total:
            yield Doubt(
                "log-total",
                message(
                    "Round {round}: the roll of {who} comes to {total}; the record says {said}.",
                    who=side.who,
                    total=found.total,
                    said=said,
                ),
                message("Mend the sum: dice, skill, and 2 for each aspect."),
            )


def _unexplained(side: Side, extra: int) -> Doubt:
    return Doubt(
        "log-value",
        message(
            "Round {round}: {extra} in the roll of {who} comes neither from the skill nor from aspects.",
            extra=signed(extra),
            who=side.who,
        ),
        message("Say why, or name the aspect: zones, an artefact, momentum?"),
    )


def _too_many_rolls(rolls: int, aspects: int) -> Doubt:
    return Doubt(
        "log-rerolls",
        message("Round {round}: new rolls: {rolls}; aspects: {aspects}.", rolls=rolls, aspects=aspects),
        message("Name the aspect for each new roll."),
    )


def _impossible(fall: int) -> Doubt:
    return Doubt(
        "log-dice",
        message("Round {round}: no dice of these rules show {fall}.", fall=fall),
        message("4dF go from −4 to 4, W6−W6 from −5 to 5; write the dice without the skill."),
    )


def _other_value(fighter: Fighter, skill: str, written: int, said: int) -> Doubt:
    return Doubt(
        "log-value",
        message(
            "Round {round}: {skill} of {who} stands at {written} on the page and at {said} in the record.",
            skill=skill,
            who=fighter.name,
            written=written,
            said=said,
        ),
        message("The record counts here; mend one of the two if they should agree."),
    )


def _unknown(side: Side) -> Doubt:
    return Doubt(
        "log-unclear",
        message("Round {round}: what the roll of {who} comes to can't be known.", who=side.who),
        message("Write the value behind the skill, or the sum behind the dice: “1 + 4 = 5”."),
    )
