"""Willpower, exhaustion, stimulants and sleep (seed 003, Willenskraftpunkte, Erschöpfung, Schlaflosigkeit).

Time is counted in hours from when one begins to look; a night takes eight.
"""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from tontafel.rules.events import Event, Illegal, Steps, insist
from tontafel.rules.fhtagn.case import Case
from tontafel.rules.fhtagn.derive import Standing, standing
from tontafel.rules.fhtagn.dice import EXHAUSTION, SIDES, PercentRoll, Trial, resolve, skill
from tontafel.rules.fhtagn.edition import FhtagnRules
from tontafel.rules.message import message
from tontafel.rules.model import Character, Track
from tontafel.rules.outcome import Modifier, Rng, demand

NIGHT = 8
DAY = 24
#: What willpower returns or is lost by: one die of so many sides.
DIE = 6
SEDATIVES = Modifier(20, message("sedatives"))
UNWELL = Modifier(-20, message("a night without sleep in spite of sedatives"))

Drug = Literal["stimulants", "sedatives"]


class Condition(Struct, frozen=True, kw_only=True):
    """How someone is at one moment.

    Attributes:
        hour: hours since one began to look.
        exhausted: whether exhaustion lasts, put off or not.
        relief_until: the hour until which stimulants put its penalty off; nobody sleeps before.
        doses: of stimulants since the last full night.
        returned: the hour of the night that last returned willpower.
        barred_until: before this hour no willpower returns.
        troubled: whether the next sleep needs a test of stability.
        unwell: −20 on all tests until a full night, after sedatives that did not help.
        sedated: whether sedatives were taken for the last night.
        addiction: the drug in use when the breaking point was reached: an addiction suggests itself.
        last: the last test of stability.
    """

    willpower: int
    willpower_maximum: int
    stability: int
    stability_maximum: int
    breaking_point: int
    hour: int = 0
    exhausted: bool = False
    relief_until: int = 0
    doses: int = 0
    returned: int | None = None
    barred_until: int = 0
    troubled: bool = False
    unwell: bool = False
    sedated: bool = False
    addiction: Drug | None = None
    last: PercentRoll | None = None

    @property
    def standing(self) -> Standing:
        """Well, broken down at 2 or 1 points of willpower, or incapacitated at 0."""
        return standing(self.willpower) or "well"

    @property
    def penalties(self) -> tuple[Modifier, ...]:
        """What burdens every test; low willpower is a matter of the trial itself."""
        tired = self.exhausted and self.hour >= self.relief_until
        return (*([EXHAUSTION] if tired else []), *([UNWELL] if self.unwell else []))

    @property
    def rests(self) -> bool:
        """Whether a full night would return willpower now."""
        return self.hour >= self.barred_until and (self.returned is None or self.hour - self.returned >= DAY)


class HoursPassed(Event, frozen=True, kw_only=True, tag="hours_passed"):
    """Time goes by."""

    hours: int


class WillpowerSpent(Event, frozen=True, kw_only=True, tag="willpower_spent"):
    """Points are spent against exhaustion, fear, loss of stability, a disorder, or for a ritual."""

    points: int
    on: str = ""


class WillpowerLost(Event, frozen=True, kw_only=True, tag="willpower_lost"):
    """Points are lost, such as by a fumble."""

    points: int


class Exhausted(Event, frozen=True, kw_only=True, tag="exhausted"):
    """Exhaustion sets in, when the game master says so; the die is what it takes."""

    die: int


class Strained(Event, frozen=True, kw_only=True, tag="strained"):
    """Another night awake, hours of hard work, or minutes of running or fighting while exhausted."""

    die: int
    by: Literal["night", "work", "running", "fighting"] = "night"


class StimulantTaken(Event, frozen=True, kw_only=True, tag="stimulant_taken"):
    """A dose: one die of hours, two of a hard drug; from the second dose on a die of willpower."""

    hours: tuple[int, ...]
    hard: bool = False
    cost: int | None = None


class Slept(Event, frozen=True, kw_only=True, tag="slept"):
    """A night: `test` is the d100 of stability if one is needed, `die` the willpower that returns."""

    die: int | None = None
    test: int | None = None
    sedatives: bool = False


class MotivationPlayed(Event, frozen=True, kw_only=True, tag="motivation_played"):
    """A motivation was played out, to the game master's satisfaction."""

    motivation: str = ""


class StabilityLost(Event, frozen=True, kw_only=True, tag="stability_lost"):
    """Stability is lost, perhaps down to the breaking point."""

    points: int


class ControlLost(Event, frozen=True, kw_only=True, tag="control_lost"):
    """A loss of control for a while."""


class BreakingPointSet(Event, frozen=True, kw_only=True, tag="breaking_point_set"):
    """The game master sets a new breaking point."""

    value: int


AnyEvent = (
    HoursPassed
    | WillpowerSpent
    | WillpowerLost
    | Exhausted
    | Strained
    | StimulantTaken
    | Slept
    | MotivationPlayed
    | StabilityLost
    | ControlLost
    | BreakingPointSet
)

STEPS: Steps[Condition] = Steps()
on = STEPS.on
#: The condition after an event, or the rule that forbids it and a remedy.
apply = STEPS.apply


def condition(character: Character, rules: FhtagnRules) -> Condition:
    """How a character is by its page; a track that the page lacks is as at creation.

    Raises:
        Illegal: neither a track nor the attribute that it follows from is there.
    """
    case = Case(character, rules)
    willpower, willpower_maximum = _gauge(case, rules.willpower.track)
    stability, _ = _gauge(case, rules.stability.track)
    breaking_point, _ = _gauge(case, rules.stability.breaking_point)
    return Condition(
        willpower=willpower,
        willpower_maximum=willpower_maximum,
        stability=stability,
        stability_maximum=case.stability_cap,
        breaking_point=breaking_point,
        exhausted=character.details.get("exhausted") is True,
    )


def leave(character: Character, state: Condition, rules: FhtagnRules) -> Character:
    """The character with willpower, stability, breaking point and exhaustion as they are now."""
    values = {
        rules.willpower.track: state.willpower,
        rules.stability.track: state.stability,
        rules.stability.breaking_point: state.breaking_point,
    }
    case = Case(character, rules)
    tracks = [
        replace(track, current=values[gauge.meant.name]) if gauge.meant.name in values else track
        for gauge, track in zip(case.gauges, character.tracks, strict=True)
    ]
    tracks += [Track(name=name, current=value) for name, value in values.items() if name not in case.gauge]
    details: dict[str, Any] = {key: value for key, value in character.details.items() if key != "exhausted"}
    return replace(
        character, tracks=tracks, details=details | ({"exhausted": True} if state.exhausted else {})
    )


def trial(state: Condition, base: Trial) -> Trial:
    """A test as it is for someone in this condition: with penalties, and by the willpower left."""
    return replace(base, modifiers=(*base.modifiers, *state.penalties), willpower=state.willpower)


def night(state: Condition, rng: Rng, *, sedatives: bool = False) -> Slept:
    """A night with the dice that it needs."""
    slept = Slept(sedatives=sedatives)
    test = rng.randint(1, SIDES) if _tested(state) else None
    slept = replace(slept, test=test)
    if _sleeps(state, slept) and state.rests:
        slept = replace(slept, die=rng.randint(1, DIE))
    return slept


@on(HoursPassed)
def hours_passed(state: Condition, event: HoursPassed) -> Condition:
    """Time goes by."""
    insist(event.hours > 0, message("Time passes forwards only."), message("Write 1 hour or more."))
    return replace(state, hour=state.hour + event.hours)


@on(WillpowerSpent)
def willpower_spent(state: Condition, event: WillpowerSpent) -> Condition:
    """Points are spent that are there."""
    _in_control(state)
    insist(
        1 <= event.points <= state.willpower,
        message(
            "{points} of {left} willpower points can't be spent.", points=event.points, left=state.willpower
        ),
        message("Spend 1 to {left}.", left=state.willpower),
    )
    return _drained(state, event.points)


@on(WillpowerLost)
def willpower_lost(state: Condition, event: WillpowerLost) -> Condition:
    """Points are lost, down to none."""
    _positive(event.points)
    return _drained(state, event.points)


@on(Exhausted)
def exhausted(state: Condition, event: Exhausted) -> Condition:
    """Exhaustion takes a die of willpower at once."""
    insist(
        not state.exhausted,
        message("Exhaustion is there already."),
        message("Another night, hard work, running or fighting strains."),
    )
    return replace(_drained(state, _d6(event.die)), exhausted=True)


@on(Strained)
def strained(state: Condition, event: Strained) -> Condition:
    """While it lasts, every strain takes another."""
    insist(
        state.exhausted,
        message("Only exhaustion makes this a strain."),
        message("Let exhaustion set in first."),
    )
    return _drained(state, _d6(event.die))


@on(StimulantTaken)
def stimulant_taken(state: Condition, event: StimulantTaken) -> Condition:
    """The penalty is put off, added to what is left of an earlier dose."""
    wanted = 2 if event.hard else 1
    insist(
        len(event.hours) == wanted,
        message("This dose takes {count} dice of hours.", count=wanted),
        message("One for stimulants and cigarettes, two for hard drugs."),
    )
    hours = sum(map(_d6, event.hours))
    insist(
        (event.cost is not None) == (state.doses > 0),
        message("The first dose costs no willpower, every other one does."),
        message("Roll 1W6 from the second dose on."),
    )
    after = _drained(state, 0 if event.cost is None else _d6(event.cost))
    return replace(after, doses=state.doses + 1, relief_until=max(state.hour, state.relief_until) + hours)


@on(Slept)
def slept(state: Condition, event: Slept) -> Condition:
    """A full night ends exhaustion and returns willpower, once in 24 hours; trouble may spoil it."""
    insist(
        state.hour >= state.relief_until,
        message("Nobody sleeps on stimulants: {hours} more hours.", hours=state.relief_until - state.hour),
        message("Let the time pass first."),
    )
    roll = _roll(state, event)
    rested = _sleeps(state, event)
    returns = rested and state.rests
    insist(
        (event.die is not None) == returns,
        message("Willpower returns after this night.")
        if returns
        else message("No willpower returns after this night."),
        message("Roll 1W6 for it.") if returns else message("Leave the die out."),
    )
    after = replace(state, hour=state.hour + NIGHT, troubled=False, sedated=event.sedatives, last=roll)
    if not rested:
        unwell = state.unwell or event.sedatives
        return replace(after, barred_until=state.hour + DAY, unwell=unwell)
    after = replace(after, exhausted=False, unwell=False, doses=0)
    if event.die is None:
        return after
    gained = min(state.willpower_maximum, state.willpower + _d6(event.die))
    return replace(after, willpower=max(gained, state.willpower), returned=state.hour)


@on(MotivationPlayed)
def motivation_played(state: Condition, _: MotivationPlayed) -> Condition:
    """One point returns, never above the maximum, and not while none can return."""
    _in_control(state)
    insist(
        state.hour >= state.barred_until,
        message("No willpower returns for {hours} more hours.", hours=state.barred_until - state.hour),
        message("Let the time pass first."),
    )
    insist(
        state.willpower < state.willpower_maximum,
        message("Willpower is at its maximum of {maximum}.", maximum=state.willpower_maximum),
        message("Keep the motivation for a worse day."),
    )
    return replace(state, willpower=state.willpower + 1)


@on(StabilityLost)
def stability_lost(state: Condition, event: StabilityLost) -> Condition:
    """Down to the breaking point, the next sleep is troubled, and a drug in use may become an addiction."""
    _positive(event.points)
    left = max(0, state.stability - event.points)
    after = replace(state, stability=left)
    if not left <= state.breaking_point < state.stability:
        return after
    drug: Drug | None = "sedatives" if state.sedated else None
    if state.hour < state.relief_until:
        drug = "stimulants"
    return replace(after, troubled=True, addiction=drug or state.addiction)


@on(ControlLost)
def control_lost(state: Condition, _: ControlLost) -> Condition:
    """The next sleep is troubled."""
    return replace(state, troubled=True)


@on(BreakingPointSet)
def breaking_point_set(state: Condition, event: BreakingPointSet) -> Condition:
    """A new breaking point, below what stability is left."""
    insist(
        0 <= event.value < max(1, state.stability),
        message("The breaking point lies below the stability of {left}.", left=state.stability),
        message("Write 0 or more, and less than that."),
    )
    return replace(state, breaking_point=event.value)


def _gauge(case: Case, track: str) -> tuple[int, int]:
    """The current value and the maximum of a track."""
    gauge = case.gauge.get(track)
    start = case.rules.derived[track].value(case.values)
    known = (gauge.current, gauge.maximum) if gauge else (None, None)
    maximum = next((value for value in (known[1], start, known[0]) if value is not None), None)
    if maximum is None:
        raise Illegal(
            message("{who} has no {track}.", who=case.character.name, track=track),
            message("Write the track or the attributes on the page."),
        )
    return (maximum if known[0] is None else known[0]), maximum


def _in_control(state: Condition) -> None:
    insist(
        state.standing != "incapacitated",
        message("With 0 willpower points everything is in the hands of the game master."),
        message("A full night brings willpower back."),
    )


def _positive(points: int) -> None:
    insist(points > 0, message("A loss is 1 point or more."), message("Write 1 or more."))


def _drained(state: Condition, points: int) -> Condition:
    return replace(state, willpower=max(0, state.willpower - points))


def _d6(die: int) -> int:
    demand(1 <= die <= DIE, message("This die shows 1 to {sides}, not {die}.", sides=DIE, die=die))
    return die


def _tested(state: Condition) -> bool:
    """Whether sleep needs a test; without any stability it fails of itself (decided)."""
    return state.troubled and state.stability > 0


def _roll(state: Condition, event: Slept) -> PercentRoll | None:
    """The test of stability, where one is needed."""
    insist(
        (event.test is not None) == _tested(state),
        message("The first sleep after this needs a test of stability.")
        if _tested(state)
        else message("This sleep needs no test."),
        message("Roll d100 against it.") if _tested(state) else message("Leave the test out."),
    )
    if event.test is None:
        return None
    modifiers = [SEDATIVES] if event.sedatives else []
    return resolve(event.test, trial(state, skill(state.stability, *modifiers)))


def _sleeps(state: Condition, event: Slept) -> bool:
    """Whether this is a full night."""
    if not state.troubled:
        return True
    roll = _roll(state, event)
    return roll is not None and roll.success
