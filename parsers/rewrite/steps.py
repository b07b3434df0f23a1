"""From one character to another in small steps, each with the ways to write it into the page."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec import UNSET, Struct
from msgspec.structs import replace

from tontafel.parsers.rewrite import aspects, boxes, harm, history, listed, marks, skills, values
from tontafel.parsers.rewrite.history import Entry
from tontafel.parsers.rewrite.lists import Edits
from tontafel.parsers.rewrite.page import Page
from tontafel.rules.details import is_number, items, numbers
from tontafel.rules.model import Character, Skill
from tontafel.rules.span import Path

#: Ways to write a change, the likeliest first.
Ways = Callable[[Page], Iterator[Edits]]


class Step(Struct, frozen=True):
    """One change: the part that changes, the character after it, and ways to write it."""

    where: Path
    expected: Character
    ways: Ways


def steps(before: Character, after: Character, entry: Entry | None) -> Iterator[Step]:
    """The steps that lead from one character to the other; what no step changes is left as it is."""
    state = before
    for part in (_skills, _aspects, _tracks, _attributes, _current, _consequences, _numbers, _lists):
        for step in part(state, after):
            yield step
            state = step.expected
    if entry is not None:
        details = state.details | {"history": after.details["history"]}
        ways = partial(history.entered, entry=entry)
        yield Step(("details", "history"), replace(state, details=details), ways)


# Skills


def _skills(before: Character, after: Character) -> Iterator[Step]:
    now = list(before.skills)
    yield from _exchanged(before, now, after.skills)
    for place, wanted in enumerate(after.skills[: len(now)]):
        if wanted.value is not None and now[place].value != wanted.value:
            now[place] = replace(now[place], value=wanted.value)
            yield _skill(before, now, place, partial(skills.valued, index=place, value=wanted.value))
        yield from _marked(before, now, after.skills, place)
    for place in range(len(now), len(after.skills)):
        now.append(replace(after.skills[place], marked=False))
        yield _skill(before, now, place, partial(skills.added, skill=after.skills[place]))
        yield from _marked(before, now, after.skills, place)


def _exchanged(before: Character, now: list[Skill], wanted: list[Skill]) -> Iterator[Step]:
    """Skills that stand in another's place: two that were swapped, or one that is new on the page."""
    known = range(min(len(now), len(wanted)))
    for one in known:
        if _same(now[one], wanted[one]):
            continue
        other = next((place for place in known[one + 1 :] if _swapped(now, wanted, one, place)), None)
        first = now[one]
        if other is None:
            now[one] = replace(wanted[one], value=first.value)
            yield _skill(before, now, one, partial(skills.replaced, index=one, skill=wanted[one]))
        else:
            now[one] = replace(now[other], value=first.value)
            now[other] = replace(first, value=now[other].value)
            yield _skill(before, now, one, partial(skills.swapped, one=one, other=other))


def _marked(before: Character, now: list[Skill], wanted: list[Skill], place: int) -> Iterator[Step]:
    marked = wanted[place].marked
    if now[place].marked != marked:
        now[place] = replace(now[place], marked=marked)
        yield _skill(before, now, place, partial(marks.ways(marked), index=place))


def _same(one: Skill, other: Skill) -> bool:
    return (one.name, one.specialisation, one.new) == (other.name, other.specialisation, other.new)


def _swapped(now: list[Skill], wanted: list[Skill], one: int, other: int) -> bool:
    return _same(now[one], wanted[other]) and _same(now[other], wanted[one])


def _skill(before: Character, now: list[Skill], place: int, ways: Ways) -> Step:
    return Step(("skills", place), replace(before, skills=list(now)), ways)


# Aspects and consequences


def _aspects(before: Character, after: Character) -> Iterator[Step]:
    now = list(before.aspects)
    gone = len(now) - len(after.aspects)
    for place in reversed(range(len(now))):
        if gone > 0 and now[place] not in after.aspects:
            del now[place]
            gone -= 1
            ways = partial(aspects.taken_away, index=place)
            yield Step(("aspects", place), replace(before, aspects=list(now)), ways)
    for place, wanted in enumerate(after.aspects):
        if place >= len(now):
            now.append(wanted)
            ways = partial(aspects.added, text=wanted.text)
        elif now[place] != wanted:
            now[place] = wanted
            ways = partial(aspects.exchanged, index=place, text=wanted.text)
        else:
            continue
        yield Step(("aspects", place), replace(before, aspects=list(now)), ways)


def _consequences(before: Character, after: Character) -> Iterator[Step]:
    now = list(before.consequences)
    for place in reversed(range(len(now))):
        if now[place] not in after.consequences:
            del now[place]
            expected = replace(before, consequences=list(now))
            yield Step(("consequences", place), expected, partial(harm.struck, index=place))


# Tracks and attributes


def _tracks(before: Character, after: Character) -> Iterator[Step]:
    now = list(before.tracks)
    for place, wanted in enumerate(after.tracks[: len(now)]):
        if now[place] == wanted:
            continue
        now[place] = wanted
        expected = replace(before, tracks=list(now))
        if wanted.boxes is not UNSET:
            yield Step(("tracks", place), expected, partial(boxes.drawn, index=place, boxes=wanted.boxes))
        else:
            yield Step(("tracks", place), expected, partial(values.gauge, index=place, new=wanted))


def _attributes(before: Character, after: Character) -> Iterator[Step]:
    now = dict(before.attributes)
    for name, value in after.attributes.items():
        if name in now and now[name] != value:
            now[name] = value
            expected = replace(before, attributes=dict(now))
            yield Step(("attributes", name), expected, partial(values.attribute, name=name, value=value))


def _current(before: Character, after: Character) -> Iterator[Step]:
    """What is left of wounded attributes."""
    now, wanted = numbers(before.details, "current"), numbers(after.details, "current")
    for name in dict.fromkeys([*now, *wanted]):
        if now.get(name) == wanted.get(name):
            continue
        now = {key: value for key, value in now.items() if key != name}
        if name in wanted:
            now[name] = wanted[name]
        rest = {key: value for key, value in before.details.items() if key != "current"}
        details = rest | ({"current": dict(now)} if now else {})
        ways = partial(values.wounded, name=name, current=wanted.get(name))
        yield Step(("attributes", name), replace(before, details=details), ways)


# Details


def _numbers(before: Character, after: Character) -> Iterator[Step]:
    details = dict(before.details)
    for key, wanted in after.details.items():
        if is_number(wanted) and is_number(details.get(key)) and details[key] != wanted:
            details[key] = wanted
            ways = partial(values.detail, key=key, value=wanted)
            yield Step(("details", key), replace(before, details=dict(details)), ways)


def _lists(before: Character, after: Character) -> Iterator[Step]:
    """Lists of texts that have grown."""
    details = dict(before.details)
    for key, wanted in after.details.items():
        if key == "history" or not isinstance(wanted, list):
            continue
        known = len(items(details, key))
        for _, text in items(after.details, key)[known:]:
            details[key] = [*details.get(key, []), text]
            ways = partial(listed.added, key=key, text=text)
            yield Step(("details", key, known), replace(before, details=dict(details)), ways)
            known += 1
