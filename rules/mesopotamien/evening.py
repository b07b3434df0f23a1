"""The end of an evening: what one may change then, each as an event (seed 000, Ende des Spielabends)."""

from collections import Counter
from collections.abc import Callable

from msgspec.structs import replace

from tontafel.rules import details, evening
from tontafel.rules.events import Advanced, Event, Illegal, Refusal, Steps, insist, replay
from tontafel.rules.inflection import said_otherwise
from tontafel.rules.mesopotamien.case import CHECKS, Case
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.mesopotamien.healing import check_healed, hurt_tracks
from tontafel.rules.mesopotamien.history import (
    AnyEvent,
    AspectAdded,
    AspectExchanged,
    BoxesCleared,
    ConsequenceStruck,
    SkillsSwapped,
)
from tontafel.rules.mesopotamien.swap import swapped
from tontafel.rules.message import Message, message
from tontafel.rules.model import Aspect, Character, Consequence, Track
from tontafel.rules.names import fold
from tontafel.rules.system import RulesError


class Evening(evening.Evening, frozen=True, kw_only=True):
    """What a character does at the end of an evening; it becomes one entry of the table Verlauf.

    Attributes:
        events: the changes, in the order in which they are made.
        lost: tracks that lost a box this evening though none is marked any more.
    """

    events: tuple[AnyEvent, ...] = ()
    lost: tuple[str, ...] = ()


class Closing(evening.Closing, frozen=True, kw_only=True):
    """A character in the middle of it: what is `done`, and the tracks that lost a box this evening."""

    rules: MesopotamienRules
    hurt: frozenset[str] = frozenset()

    @property
    def case(self) -> Case:
        """The character before its judge."""
        return Case(self.character, self.rules)


STEPS: Steps[Closing] = Steps()
#: The character after one change, or the rule that forbids it and what to do instead.
apply = STEPS.apply


def advance(
    character: Character,
    rules: MesopotamienRules,
    ended: Evening,
    say: Callable[[Message], str] = str,
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
        hurt = hurt_tracks(Case(character, rules), ended.lost)
        played = replay(apply, Closing(character=character, rules=rules, hurt=hurt), ended.events)
        if played.refusal:
            return played.refusal
        after = _with_points(played.state.character, rules)
        advanced = evening.closed(after, played.state.done, ended, told, say)
        _no_new_error(character, advanced.character, rules)
    except RulesError as error:
        return Refusal(error.message, error.hint)
    return advanced


#: The same of an evening that is given as JSON.
advance_told = evening.from_json(Evening, advance)


# The changes


@STEPS.on(SkillsSwapped)
def skills_swapped(state: Closing, event: SkillsSwapped) -> Closing:
    """Two skills on neighbouring rows change places; tracks follow the skills that govern them."""
    _first_of(state, (SkillsSwapped,), message("Two skills have been swapped this evening."))
    before = state.case
    skills, names = swapped(before, event.skills)
    character = replace(state.character, skills=skills)
    after = Case(character, state.rules)
    fitted = [_fitted(track, before, after, meant.name) for meant, track in before.tracks]
    return state.after(replace(event, skills=names), skills=skills, tracks=fitted)


def _fitted(track: Track, before: Case, after: Case, name: str) -> Track:
    """A track with the boxes that it has now, if it had those that it should have."""
    old, new = before.boxes(name), after.boxes(name)
    if old is None or new is None or old == new:
        return track
    if isinstance(track.boxes, list) and len(track.boxes) == old:
        return replace(track, boxes=(track.boxes + [False] * new)[:new])
    if isinstance(track.current, int) and track.maximum == old:
        return replace(track, current=min(new, track.current + max(0, new - old)), maximum=new)
    return track


@STEPS.on(AspectAdded)
def aspect_added(state: Closing, event: AspectAdded) -> Closing:
    """One aspect more, below the maximum."""
    _first_of(state, (AspectAdded, AspectExchanged), message("An aspect has been changed this evening."))
    text = _new_aspect(state, event.text)
    count, maximum = len(state.case.aspects), state.rules.aspects.maximum
    insist(
        count < maximum,
        message(
            "Aspects: {count}; {allowed} at most ({source}).",
            count=count,
            allowed=maximum,
            source=state.rules.source("aspects.maximum"),
        ),
        message("Exchange an aspect for the new one."),
    )
    return state.after(replace(event, text=text), aspects=[*state.character.aspects, Aspect(text)])


@STEPS.on(AspectExchanged)
def aspect_exchanged(state: Closing, event: AspectExchanged) -> Closing:
    """One aspect in the place of another."""
    _first_of(state, (AspectAdded, AspectExchanged), message("An aspect has been changed this evening."))
    old = state.character.aspects
    counting = {old[place].text: place for place in state.case.aspects.values()}
    replaced = said_otherwise(event.replaced, counting)
    if replaced is None:
        raise Illegal(
            message("{who} has no aspect “{aspect}”.", who=state.character.name, aspect=event.replaced),
            message("The aspects are: {names}.", names=", ".join(counting) or "–"),
        )
    text, place = _new_aspect(state, event.text), counting[replaced]
    exchanged = [*old[:place], Aspect(text), *old[place + 1 :]]
    return state.after(replace(event, text=text, replaced=replaced), aspects=exchanged)


def _new_aspect(state: Closing, text: str) -> str:
    text = text.strip()
    insist(bool(text), message("The new aspect says nothing."), message("Write it in a few words."))
    insist(
        fold(text) not in {fold(aspect.text) for aspect in state.character.aspects},
        message("{who} has the aspect “{aspect}” already.", who=state.character.name, aspect=text),
        message("Choose another one."),
    )
    return text


@STEPS.on(BoxesCleared)
def boxes_cleared(state: Closing, event: BoxesCleared) -> Closing:
    """All boxes of all tracks."""
    return state.after(event, tracks=[_cleared(track) for track in state.character.tracks])


def _cleared(track: Track) -> Track:
    if isinstance(track.boxes, list):
        return replace(track, boxes=[False] * len(track.boxes))
    return replace(track, current=track.maximum) if isinstance(track.maximum, int) else track


@STEPS.on(ConsequenceStruck)
def consequence_struck(state: Closing, event: ConsequenceStruck) -> Closing:
    """A consequence that has healed, by its words or its size."""
    consequence = _consequence(state, event.text)
    check_healed(state.case, consequence, state.hurt)
    return state.after(
        replace(event, text=consequence.text),
        consequences=[one for one in state.character.consequences if one is not consequence],
        aspects=[one for one in state.character.aspects if fold(one.text) != fold(consequence.text)],
    )


def _consequence(state: Closing, text: str) -> Consequence:
    borne = state.character.consequences
    meant = said_otherwise(text, [one.text for one in borne])
    for one in borne:
        harm = state.rules.consequences.get(one.severity)
        if one.text == meant or (meant is None and harm and fold(text) in (one.severity, fold(harm.word))):
            return one
    raise Illegal(
        message("{who} bears no consequence “{text}”.", who=state.character.name, text=text),
        message("The consequences are: {names}.", names=", ".join(one.text for one in borne) or "–"),
    )


def _first_of(state: Closing, kinds: tuple[type[Event], ...], otherwise: Message) -> None:
    done = any(isinstance(event, kinds) for event in state.done)
    insist(not done, otherwise, message("One an evening; the other change can wait for the next one."))


# What follows from them


def _with_points(character: Character, rules: MesopotamienRules) -> Character:
    """The fate points of the next evening, where the page gives them."""
    points = rules.refresh.points(len(Case(character, rules).aspects))
    given = [key for key in ("fate_points", "refresh") if details.number(character.details, key) is not None]
    return replace(character, details=character.details | dict.fromkeys(given, points))


def told(event: AnyEvent) -> Message:
    """A change in words, as it stands in the table Verlauf."""
    match event:
        case AspectAdded(text=text):
            return message("Aspect added: {text}", text=text)
        case AspectExchanged(text=text, replaced=replaced):
            return message("Aspect exchanged: {replaced} by {text}", replaced=replaced, text=text)
        case SkillsSwapped(skills=(one, other)):
            return message("Skills swapped: {one} and {other}", one=one, other=other)
        case ConsequenceStruck(text=text):
            return message("Consequence struck: {text}", text=text)
        case BoxesCleared():
            return message("Boxes cleared")


def _no_new_error(before: Character, after: Character, rules: MesopotamienRules) -> None:
    """The changes together must not break a rule that was kept before; an NPC breaks none."""
    if after.kind == "npc":
        return
    known = Counter(found.code for found in CHECKS.run(Case(before, rules), npc=False))
    for found in CHECKS.run(Case(after, rules), npc=False):
        known[found.code] -= 1
        if found.severity == "error" and known[found.code] < 0:
            raise Illegal(found.message, found.hint)
