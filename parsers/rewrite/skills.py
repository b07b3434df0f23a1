"""Skills: two that change places, one in place of another, a new value, one more."""

import re
from collections.abc import Iterator

from msgspec import Struct

from tontafel.parsers.rewrite.edits import Edit, apply_edits, put
from tontafel.parsers.rewrite.lists import Edits, extended
from tontafel.parsers.rewrite.page import Page
from tontafel.parsers.rewrite.values import renumbered
from tontafel.parsers.tree import Link
from tontafel.rules.model import Skill
from tontafel.rules.names import fold
from tontafel.rules.span import Span

_NAME = re.compile(r"[^\W\d_](?:[\w '’./&-]*[\w’.])?")
#: A value that was, before the one that counts: `Suchen 40 → 43`.
_FORMER = re.compile(r"\s+\d{1,3}$")
_BRACKET = re.compile(r"\s*\(([^()\n]*)\)")
_UNIT = re.compile(r"[ \t]*%")
_COLON = re.compile(r"[*_'/]*:[ \t]*[*_'/]*")


class Written(Struct, frozen=True, kw_only=True):
    """How a skill stands on the page.

    Attributes:
        name: its name, with a link around it.
        near: the brackets right behind the name.
        value: the number, where the page gives one for this skill alone.
        far: the brackets behind the number.
    """

    name: Span
    near: Span
    value: Span | None
    far: Span


def swapped(page: Page, one: int, other: int) -> Iterator[Edits]:
    """Ways to let two skills change places; what belongs to them goes with them, the values stay."""
    first, second = _written(page, one), _written(page, other)
    if first and second:
        yield (*_named_like(page, first, second), *_named_like(page, second, first))
    places = page.place("skills", one), page.place("skills", other)
    if places[0] and places[1]:
        yield Edit(places[0], page.said(places[1])), Edit(places[1], page.said(places[0]))


def replaced(page: Page, index: int, skill: Skill) -> Iterator[Edits]:
    """Ways to write a skill in the place of another that leaves the page."""
    written = _written(page, index)
    if written is None:
        return
    title = f"{skill.name}{_brackets(page, skill)}"
    yield Edit(_joined(written.name, written.near), title), *_emptied(written.far)


def valued(page: Page, index: int, value: int) -> Iterator[Edits]:
    """Ways to write a skill's new value."""
    written = _written(page, index)
    if written and written.value:
        yield (Edit(written.value, str(value)),)
    else:
        yield from renumbered(
            page, page.place("skills", index), page.character.skills[index].value or 0, value
        )


def added(page: Page, skill: Skill) -> Iterator[Edits]:
    """Ways to write a skill behind the last: as that one is written, with its own name and value."""
    found = (_written(page, index) for index in range(len(page.character.skills)))
    known = [written for written in found if written]
    if not known:
        yield from _apart(page, skill)
        return
    spans = [_whole(page, written) for written in known]
    last, whole = known[-1], spans[-1]
    title = Edit(_joined(last.name, last.near), f"{skill.name}{_brackets(page, skill)}")
    value = [Edit(last.value, str(skill.value))] if last.value else []
    moved = [
        Edit(Span(edit.span.start - whole.start, edit.span.end - whole.start), edit.text)
        for edit in (title, *value)
    ]
    yield from extended(page, spans, apply_edits(page.said(whole), moved))
    yield from _apart(page, skill)


def _apart(page: Page, skill: Skill) -> Iterator[Edits]:
    """Ways to write a skill below the paragraph, list or table of the last, where nothing fits into that."""
    places = [place for index in range(len(page.character.skills)) if (place := page.place("skills", index))]
    last = max((place.end for place in places), default=0)
    blocks = (block for block in page.document.blocks if block.start <= last <= block.end)
    end = next((block.end for block in blocks), 0)
    if not (places and end):
        return
    end = page.line(max(0, end - page.text[:end].endswith("\n"))).end
    unit = next(iter(page.manner.vocabulary.phrases.get("unit", ())), "")
    said = f"{skill.name}{_brackets(page, skill)} {skill.value}{unit}"
    for bullet in ("- " if page.manner.dialect == "markdown" else "* ", ""):
        yield (put(end, f"{page.newline * 2}{bullet}{said}"),)


def _whole(page: Page, written: Written) -> Span:
    """A skill with its value and the sign behind that."""
    whole = _joined(written.name, written.near)
    if written.value is None:
        return whole
    unit = _UNIT.match(page.text, written.value.end)
    return _joined(whole, Span(written.value.start, unit.end() if unit else written.value.end))


def _written(page: Page, index: int) -> Written | None:
    """Find name, brackets and value of a skill at its place."""
    place = page.place("skills", index)
    if place is None:
        return None
    skill = page.character.skills[index]
    value = _value(page, index, place, skill)
    name = _name(page, place, value, skill)
    if name is None:
        return None
    near = _brackets_behind(page, name.end, skill)
    behind = value.end if value and value.start >= near.end else near.end
    far = _brackets_behind(page, behind, skill) if behind > near.end else Span(behind, behind)
    return Written(name=name, near=near, value=value, far=far)


def _value(page: Page, index: int, place: Span, skill: Skill) -> Span | None:
    """The number of a skill: in a cell of its own, or beside its name."""
    cell = page.place("skills", index, "value")
    within = cell or place
    number = re.compile(rf"(?<![\w.,]){re.escape(str(skill.value))}(?![\w])")
    said = page.said(within).replace("−", "-")
    match = number.search(said)
    if match is None:
        return None
    return Span(within.start + match.start(), within.start + match.end())


def _name(page: Page, place: Span, value: Span | None, skill: Skill) -> Span | None:
    """The name: the first words of the place that are no value and no `und`; with the link around it."""
    start, end = place.start, place.end
    if value and start <= value.start < end:
        before = page.text[start : value.start]
        start, end = (start, value.start) if _NAME.search(before) else (value.end, end)
    general = page.manner.vocabulary.general
    for match in _NAME.finditer(page.text, start, end):
        words = match[0].split(maxsplit=1)
        skip = len(words[0]) + 1 if words[0] in general.words["conjunctions"] and len(words) > 1 else 0
        former = _FORMER.search(match[0])
        span = Span(match.start() + skip, match.start() + former.start() if former else match.end())
        return _linked(page, _specialised(page, span, end, skill))
    return None


def _specialised(page: Page, name: Span, end: int, skill: Skill) -> Span:
    """The name with its field behind a colon: `Muse: Leier`."""
    colon = _COLON.match(page.text, name.end, end)
    field = skill.specialisation
    if colon and field and page.text.startswith(field, colon.end()):
        return Span(name.start, colon.end() + len(field))
    return name


def _linked(page: Page, name: Span) -> Span:
    link = page.around(name, Link)
    return Span(link.start, link.end) if link else name


def _brackets_behind(page: Page, at: int, skill: Skill) -> Span:
    """The brackets at a place that belong to a skill: its field, and that it is new."""
    new = {fold(word) for word in page.manner.vocabulary.general.words["new"]}
    end = at
    while bracket := _BRACKET.match(page.text, end):
        said = fold(bracket[1].strip(" *_/'"))
        if said not in new and said != fold(skill.specialisation or ""):
            break
        end = bracket.end()
    return Span(at, end)


def _named_like(page: Page, place: Written, other: Written) -> Edits:
    """Write another skill's name and brackets at a place."""
    name, near, far = page.said(other.name), page.said(other.near), page.said(other.far)
    if place.value is None or place.far.start < place.near.end or not far:
        near, far = near + far, ""
    edits = [Edit(_joined(place.name, place.near), name + near)]
    if far:
        edits.append(Edit(place.far, far))
    else:
        edits += _emptied(place.far)
    return tuple(edits)


def _emptied(span: Span) -> Edits:
    return (Edit(span, ""),) if span.end > span.start else ()


def _joined(one: Span, other: Span) -> Span:
    return Span(min(one.start, other.start), max(one.end, other.end))


def _brackets(page: Page, skill: Skill) -> str:
    """What stands in brackets behind a skill's name."""
    field = f" ({skill.specialisation})" if skill.specialisation else ""
    return f"{field} ({page.words.new})" if skill.new else field
