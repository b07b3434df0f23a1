"""The end of an evening or a scenario: marks, skills that rise, lasting changes, each as an event."""

from collections.abc import Callable

from msgspec.structs import replace

from tontafel.rules import evening
from tontafel.rules.details import items
from tontafel.rules.events import Advanced, Illegal, Refusal, Steps, insist, replay
from tontafel.rules.fhtagn.case import Case, Gauge, Judged
from tontafel.rules.fhtagn.edition import FhtagnRules
from tontafel.rules.fhtagn.history import (
    AnyEvent,
    AttributeChanged,
    DisorderGained,
    Marked,
    Raised,
    ScenarioEnded,
    TrackChanged,
)
from tontafel.rules.message import Message, message
from tontafel.rules.model import Character, Skill, Track
from tontafel.rules.names import fold
from tontafel.rules.outcome import Rng, demand
from tontafel.rules.system import RulesError, one_of

#: A marked skill rises by a die of so many sides, less one.
SIDES = 4


class Evening(evening.Evening, frozen=True, kw_only=True):
    """What happened to a character; it becomes one entry of the table Verlauf.

    Attributes:
        events: the changes, in order.
        seed: rolls the dice of a scenario's end that the event does not bring.
    """

    events: tuple[AnyEvent | ScenarioEnded, ...] = ()
    seed: int | None = None


class Closing(evening.Closing, frozen=True, kw_only=True):
    """A character in the middle of it, and what has been changed, each with its old value."""

    rules: FhtagnRules

    @property
    def case(self) -> Case:
        """The character before its judge."""
        return Case(self.character, self.rules)


STEPS: Steps[Closing] = Steps()
#: The character after one change, or the rule that forbids it and what to do instead.
apply = STEPS.apply


def scenario(character: Character, rules: FhtagnRules, rng: Rng) -> ScenarioEnded:
    """The end of a scenario with a die for each marked skill."""
    return ScenarioEnded(dice={one.title: rng.randint(1, SIDES) for one in _marked(Case(character, rules))})


def advance(
    character: Character, rules: FhtagnRules, ended: Evening, say: Callable[[Message], str] = str
) -> Advanced | Refusal:
    """The character after the end of an evening, its history longer by one entry; or why not.

    Args:
        character: as read from its page; everything that does not change stays as it is.
        rules: the campaign's.
        ended: the evening and the changes.
        say: turns a sentence into the campaign's language, for the entry's words.
    """
    try:
        evening.insist_new(character, ended)
    except RulesError as error:
        return Refusal(error.message, error.hint)
    rng = _dice(ended.seed)
    state = Closing(character=character, rules=rules)
    for event in ended.events:
        bare = isinstance(event, ScenarioEnded) and not event.dice
        thrown = scenario(state.character, rules, rng) if bare and rng else event
        played = replay(apply, state, [thrown])
        if played.refusal:
            return played.refusal
        state = played.state
    ends = any(isinstance(event, ScenarioEnded) for event in ended.events)
    # Where nothing was marked, the end of a scenario is all there is to tell.
    return evening.closed(state.character, state.done or (ScenarioEnded(),) * ends, ended, told, say)


#: The same of an evening that is given as JSON.
advance_told = evening.from_json(Evening, advance)


def _dice(seed: int | None) -> Rng | None:
    if seed is None:
        return None
    from random import Random  # noqa: PLC0415 - several milliseconds that only whoever rolls waits for

    return Random(seed)  # noqa: S311 - dice, no secret


def told(event: AnyEvent | ScenarioEnded) -> Message:
    """A change in words, as it stands in the table Verlauf."""
    match event:
        case ScenarioEnded():
            return message("Scenario ended")
        case Marked(name=name):
            return message("Marked: {name}", name=name)
        case DisorderGained(text=text):
            return message("Disorder: {text}", text=text)
        case Raised(name=name, old=old, new=new, die=die):
            values: dict[str, str | int] = {"name": name, "old": old or 0, "new": new, "die": die or 0}
            return message("Raised: {name} from {old} to {new} (1W4: {die})", **values)
        case AttributeChanged(name=name, old=old, new=new):
            return message("Attribute: {name} from {old} to {new}", name=name, old=old or 0, new=new)
        case TrackChanged(name=name, old=old, new=new):
            return message("Track: {name} from {old} to {new}", name=name, old=old or 0, new=new)


@STEPS.on(Marked)
def marked(state: Closing, event: Marked) -> Closing:
    """A mark for a failed test, one at most; a base value that the page lacks gets its line."""
    own, name = _skill(state, event.name)
    value = (own.skill.value or 0) if own else state.case.base(name)
    insist(
        value > 0,
        message("{name} at 0 can't be tried, so no test of it has failed.", name=name),
        message("Mark a skill that was tested."),
    )
    insist(
        own is None or not own.skill.marked,
        message("{name} is marked already.", name=name),
        message("A skill is marked once."),
    )
    skills = list(state.character.skills)
    if own is None:
        skills.append(Skill(name=name, value=value, marked=True))
    else:
        skills[_place(state, own)] = replace(own.skill, marked=True)
    return state.after(replace(event, name=name), skills=skills)


@STEPS.on(ScenarioEnded)
def scenario_ended(state: Closing, event: ScenarioEnded) -> Closing:
    """Each marked skill rises by its die less one and loses its mark (decided, from the published game)."""
    dice = {fold(name): die for name, die in event.dice.items()}
    waiting = _marked(state.case)
    wanted = {fold(one.title) for one in waiting}
    names = ", ".join(one.title for one in waiting) or "–"
    insist(
        set(dice) == wanted,
        message("A scenario's end takes one die for each marked skill: {names}.", names=names),
        message("Give a seed, or the dice by skill."),
    )
    for one in waiting:
        state = _risen(state, one, dice[fold(one.title)])
    return _lowered(state)


@STEPS.on(Raised)
def raised(state: Closing, event: Raised) -> Closing:
    """One marked skill alone, as a history has it."""
    own, name = _skill(state, event.name)
    if own is None or not own.skill.marked:
        raise Illegal(message("{name} is not marked.", name=name), message("Only what was marked rises."))
    evening.insist_old(name, own.skill.value or 0, event)
    insist(
        event.die is not None,
        message("Nothing says by which die {name} rises.", name=name),
        message("Give the 1W4."),
    )
    after = _risen(state, own, event.die or 0)
    value = _skill(after, event.name)[0]
    insist(
        value is not None and value.skill.value == event.new,
        message("{name} can't go from {old} to {new}.", name=name, old=own.skill.value or 0, new=event.new),
        message("It rises by the die less one."),
    )
    return _lowered(after)


@STEPS.on(AttributeChanged)
def attribute_changed(state: Closing, event: AttributeChanged) -> Closing:
    """An attribute changes for good; maxima follow it, current values do not."""
    known = state.rules.known_attributes
    name = known.spelled(event.name)
    if name is None or name not in state.case.values:
        names = state.case.values
        raise Illegal(message("There is no attribute “{name}”.", name=event.name), one_of(event.name, names))
    old = state.case.values[name]
    evening.insist_old(name, old, event)
    highest = state.rules.creation.highest
    insist(
        0 <= event.new <= highest and event.new != old,
        message("{name} can't go from {old} to {new}.", name=name, old=old, new=event.new),
        message("Write 0 to {highest}, and another value than before.", highest=highest),
    )
    written = next(meant.written for meant, _ in state.case.attributes if meant.name == name)
    attributes = state.character.attributes | {written: event.new}
    tracks = _with_maxima(state, attributes)
    return state.after(replace(event, name=name, old=old), attributes=attributes, tracks=tracks)


@STEPS.on(TrackChanged)
def track_changed(state: Closing, event: TrackChanged) -> Closing:
    """Points of a track lost or regained, or a new breaking point."""
    name = state.rules.known_tracks.spelled(event.name)
    gauge = state.case.gauge.get(name or "")
    if name is None or gauge is None:
        raise Illegal(
            message("{who} has no track “{name}”.", who=state.character.name, name=event.name),
            one_of(event.name, state.case.gauge),
        )
    old = gauge.current if gauge.current is not None else gauge.maximum or 0
    evening.insist_old(name, old, event)
    most = _most(state.case, gauge)
    insist(
        event.new >= 0 and (most is None or event.new <= max(most, old)),
        message("{name} can't go from {old} to {new}.", name=name, old=old, new=event.new),
        message("Write 0 to {highest}.", highest=old if most is None else most),
    )
    return state.after(replace(event, name=name, old=old), tracks=_with_track(state, name, event.new))


@STEPS.on(DisorderGained)
def disorder_gained(state: Closing, event: DisorderGained) -> Closing:
    """A disorder that the game master has set."""
    text = event.text.strip()
    disorders = state.character.details.get("disorders")
    listed = disorders if isinstance(disorders, list) else []
    known = {fold(one) for _, one in items(state.character.details, "disorders")}
    insist(
        bool(text) and fold(text) not in known,
        message("The disorder “{text}” is there already, or says nothing.", text=text),
        message("Write another one in a few words."),
    )
    details = state.character.details | {"disorders": [*listed, text]}
    return state.after(replace(event, text=text), details=details)


def _marked(case: Case) -> list[Judged]:
    return [one for one in case.counted if one.skill.marked]


def _risen(state: Closing, one: Judged, die: int) -> Closing:
    demand(1 <= die <= SIDES, message("This die shows 1 to {sides}, not {die}.", sides=SIDES, die=die))
    old = one.skill.value or 0
    new = min(state.rules.highest_skill, old + die - 1)
    skills = list(state.character.skills)
    skills[_place(state, one)] = replace(one.skill, value=new, marked=False)
    return state.after(Raised(name=one.title, old=old, new=new, die=die), skills=skills)


def _lowered(state: Closing) -> Closing:
    """Stability comes down to its cap where the knowledge that lowers it has risen."""
    case = state.case
    gauge = case.gauge.get(state.rules.stability.track)
    if gauge is None or max(gauge.current or 0, gauge.maximum or 0) <= case.stability_cap:
        return state
    name, cap = gauge.meant.name, case.stability_cap
    tracks = [
        replace(track, maximum=cap) if one.meant.name == name and (one.maximum or 0) > cap else track
        for one, track in zip(case.gauges, state.character.tracks, strict=True)
    ]
    lower = replace(state, character=replace(state.character, tracks=tracks))
    if gauge.current is None or gauge.current <= cap:
        return lower
    change = TrackChanged(name=name, old=gauge.current, new=cap)
    return lower.after(change, tracks=_with_track(lower, name, cap))


def _skill(state: Closing, written: str) -> tuple[Judged | None, str]:
    """The character's skill of this name with field, and how it is called; None for a base value."""
    key = state.case.skill_key(written)
    own = next((one for one in state.case.counted if fold(one.title) == key), None)
    known = state.rules.known_skills.spelled(written)
    if own is None and known is None:
        names = [*(one.title for one in state.case.counted), *state.rules.skills.names()]
        raise Illegal(message("There is no skill “{name}”.", name=written), one_of(written, names))
    return own, own.title if own else known or written


def _place(state: Closing, one: Judged) -> int:
    place = one.meant.where[1]
    return place if isinstance(place, int) else state.character.skills.index(one.skill)


def _most(case: Case, gauge: Gauge) -> int | None:
    """The highest current value of a track: its maximum, without one what the attributes allow."""
    if gauge.meant.name == case.rules.stability.breaking_point:
        return case.stability_cap
    return gauge.maximum if gauge.maximum is not None else max(case.maxima(gauge.meant.name), default=None)


def _with_maxima(state: Closing, attributes: dict[str, int]) -> list[Track]:
    """The tracks with maxima that follow from the attributes as they followed from them before."""
    before, after = state.case, Case(replace(state.character, attributes=attributes), state.rules)
    tracks = []
    for gauge, track in zip(before.gauges, state.character.tracks, strict=True):
        derived = state.rules.derived.get(gauge.meant.name)
        new = derived.value(after.values) if derived else None
        follows = derived is not None and gauge.maximum == derived.value(before.values)
        tracks.append(replace(track, maximum=new) if follows and new is not None else track)
    return tracks


def _with_track(state: Closing, name: str, value: int) -> list[Track]:
    return [
        replace(track, current=value) if gauge.meant.name == name else track
        for gauge, track in zip(state.case.gauges, state.character.tracks, strict=True)
    ]
