"""The end of an evening: development points, healing and growth, each as an event (seed 001)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tontafel.rules import evening
from tontafel.rules.details import number, numbers
from tontafel.rules.events import Advanced, Change, Illegal, Refusal, Steps, insist, replay
from tontafel.rules.message import Message, message
from tontafel.rules.model import Character, Skill
from tontafel.rules.system import RulesError, one_of
from tontafel.rules.tarua.case import Case
from tontafel.rules.tarua.edition import TaruaRules
from tontafel.rules.tarua.history import AnyEvent, Healed, PointsGained, Raised, Wounded, cost

POINTS = "development_points"


class Evening(evening.Evening, frozen=True, kw_only=True):
    """What happened to a character and what it learns; it becomes one entry of the table Verlauf."""

    events: tuple[AnyEvent, ...] = ()


class Closing(evening.Closing, frozen=True, kw_only=True):
    """A character in the middle of it.

    Attributes:
        points: development points at hand; None where neither the page nor its history counts them, so
            that the table does.
        done: what has been changed, each with its old value.
    """

    rules: TaruaRules
    points: int | None

    @property
    def case(self) -> Case:
        """The character before its judge."""
        return Case(self.character, self.rules)


STEPS: Steps[Closing] = Steps()
#: The character after one change, or the rule that forbids it and what to do instead.
apply = STEPS.apply


def close(character: Character, rules: TaruaRules) -> Closing:
    """A character before the first change of an evening."""
    return Closing(character=character, rules=rules, points=_at_hand(Case(character, rules)))


def advance(
    character: Character, rules: TaruaRules, ended: Evening, say: Callable[[Message], str] = str
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
    played = replay(apply, close(character, rules), ended.events)
    if played.refusal:
        return played.refusal
    return evening.closed(played.state.character, played.state.done, ended, told, say)


#: The same of an evening that is given as JSON.
advance_told = evening.from_json(Evening, advance)


def told(event: AnyEvent) -> Message:
    """A change in words, as it stands in the table Verlauf."""
    if isinstance(event, PointsGained):
        return message("Development points: {points}", points=event.points)
    old = event.old or 0
    if isinstance(event, Wounded):
        return message("Wound: {name} from {old} to {new}", name=event.name, old=old, new=event.new)
    values: dict[str, str | int] = {
        "name": event.name,
        "old": old,
        "new": event.new,
        "cost": cost(event, old),
    }
    if isinstance(event, Healed):
        return message("Healing: {name} from {old} to {new} (points: {cost})", **values)
    return message("Raised: {name} from {old} to {new} (points: {cost})", **values)


@STEPS.on(PointsGained)
def points_gained(state: Closing, event: PointsGained) -> Closing:
    """Development points to spend or to save."""
    insist(event.points > 0, message("Points gained are 1 or more."), message("Write how many there were."))
    points = (state.points or 0) + event.points
    return replace(state, points=points).after(event, details=_with_points(state.character, points))


@STEPS.on(Wounded)
def wounded(state: Closing, event: Wounded) -> Closing:
    """An attribute falls; its old value stays on record."""
    name, old = _attribute(state, event)
    insist(
        0 <= event.new < old,
        message("{name} can't fall from {old} to {new}.", name=name, old=old, new=event.new),
        message("A wound leaves less than before, 0 at least."),
    )
    return state.after(replace(event, name=name, old=old), details=_with_current(state, name, event.new))


@STEPS.on(Healed)
def healed(state: Closing, event: Healed) -> Closing:
    """A wounded attribute rises, one point each, up to its old value."""
    name, old = _attribute(state, event)
    most = state.case.values[name]
    insist(
        old < event.new <= most,
        message(
            "{name} at {old} of {most} can't be healed to {new}.",
            name=name,
            old=old,
            most=most,
            new=event.new,
        ),
        message("Healing ends at the old value; beyond it an attribute is raised."),
    )
    done = replace(event, name=name, old=old)
    paid = _paid(state, cost(done, old))
    return paid.after(done, details=_with_current(paid, name, event.new))


@STEPS.on(Raised)
def raised(state: Closing, event: Raised) -> Closing:
    """An attribute or a skill rises beyond what it ever was, up to its cap."""
    if state.rules.known_attributes.spelled(event.name):
        return _attribute_raised(state, event)
    return _skill_raised(state, event)


def _attribute_raised(state: Closing, event: Raised) -> Closing:
    name, current = _attribute(state, event)
    case = state.case
    insist(
        current == case.values[name],
        message("{name} is wounded: {current} of {old}.", name=name, current=current, old=case.values[name]),
        message("Heal it first."),
    )
    highest = min(case.caps.get(name, case.rules.attributes.highest), case.rules.attributes.highest)
    _within(name, current, event.new, highest)
    done = replace(event, name=name, old=current)
    paid = _paid(state, cost(done, current))
    written = next(meant.written for meant, _ in case.attributes if meant.name == name)
    return paid.after(done, attributes=paid.character.attributes | {written: event.new})


def _skill_raised(state: Closing, event: Raised) -> Closing:
    case, rules = state.case, state.rules
    known = rules.known_skills.spelled(event.name)
    own = next((one for one in case.skills if one.meant.name == (known or event.name)), None)
    if known is None and own is None:
        names = [*rules.attributes.names, *rules.skills.names()]
        raise Illegal(
            message("There is no attribute or skill “{name}”.", name=event.name), one_of(event.name, names)
        )
    name = own.meant.name if own else known or event.name
    old = case.skill_values.get(name, 0)
    evening.insist_old(name, old, event)
    cap = case.skill_cap(name)
    _within(name, old, event.new, rules.highest_skill if cap is None else min(cap, rules.highest_skill))
    done = replace(event, name=name, old=old)
    paid = _paid(state, cost(done, old))
    skills = list(paid.character.skills)
    if own:
        place = case.skills.index(own)
        skills[place] = replace(skills[place], value=event.new)
    else:
        skills.append(Skill(name=name, value=event.new))
    return paid.after(done, skills=skills)


def _attribute(state: Closing, event: Change) -> tuple[str, int]:
    """The attribute as the rules spell it, and its current value."""
    name = state.rules.known_attributes.spelled(event.name)
    if name is None or name not in state.case.current:
        names = state.case.current
        raise Illegal(message("There is no attribute “{name}”.", name=event.name), one_of(event.name, names))
    old = state.case.current[name]
    evening.insist_old(name, old, event)
    return name, old


def _within(name: str, old: int, new: int, highest: int) -> None:
    insist(
        old < new <= highest,
        message(
            "{name} can't rise from {old} to {new}; {cap} is its cap.",
            name=name,
            old=old,
            new=new,
            cap=highest,
        ),
        message("Choose a value above {old}, up to {cap}.", old=old, cap=highest)
        if old < highest
        else message("Raise something else."),
    )


def _at_hand(case: Case) -> int | None:
    """The points that the page gives, else those gained and not spent by its history."""
    written = number(case.character.details, POINTS)
    if written is not None:
        return written
    if case.growth is None or not case.growth.gained:
        return None
    return case.growth.gained - case.growth.spent


def _paid(state: Closing, points: int) -> Closing:
    if state.points is None:
        return state
    insist(
        points <= state.points,
        message("This takes {points} development points; {left} are left.", points=points, left=state.points),
        message("Take a smaller step, or save the points."),
    )
    left = state.points - points
    details = _with_points(state.character, left)
    return replace(state, points=left, character=replace(state.character, details=details))


def _with_points(character: Character, points: int) -> dict[str, Any]:
    """The details with what is left, where the page keeps count."""
    return character.details | ({POINTS: points} if POINTS in character.details else {})


def _with_current(state: Closing, name: str, value: int) -> dict[str, Any]:
    """The details with the current value of an attribute; one that is whole needs none."""
    known = state.rules.known_attributes
    current = numbers(state.character.details, "current")
    kept = {written: points for written, points in current.items() if known.spelled(written) != name}
    if value < state.case.values[name]:
        kept[name] = value
    rest = {key: part for key, part in state.character.details.items() if key != "current"}
    return rest | ({"current": kept} if kept else {})
