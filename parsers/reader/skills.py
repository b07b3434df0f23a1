"""Skills, attributes and other values of a row, a list item or a line, in every order that people write."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.claims import KNOWN, Claim, carrier
from tontafel.parsers.reader.entries import (
    as_field,
    as_pair,
    certainty,
    entries,
    names,
    skill_claim,
    unreadable,
)
from tontafel.parsers.reader.flat import Slice, stretch
from tontafel.parsers.reader.lexicon import NOBODY, Lexicon, Named, Titles
from tontafel.parsers.reader.skill_names import TRIM, Name, is_vacant, name_of
from tontafel.parsers.reader.steps import step_value
from tontafel.parsers.reader.units import Unit
from tontafel.parsers.reader.values import Value, begins_with_value, claim, read_value
from tontafel.rules.span import Path, Span

_DIGIT = expression(r"[0-9]")
_SMALL_NUMBER = expression(r"[0-9]{1,3}(?![0-9])")
#: A paragraph is a list of values if so much of it is values; else it is prose.
_MOSTLY = 0.7
#: So many letters there are at most for each number in a list of skills.
_FOR_ONE = 60
_LONGEST = 30
_SEPARATOR = expression(r"[,;]\s")
_SENTENCE = expression(r":|[.!?](?:\s|$)")
#: Columns of names, and columns of what belongs to the name before them.
_NAMES = frozenset(["skills", "attributes", "tracks", "name"])
_VALUES = ("total", "value", "base", "current", "maximum")
_NUMBERS = frozenset([*_VALUES, "marked"])
_PLACED = ("value", "base", "marked")
#: With so many numbers the last may be the sum of those before it.
_SUMMED = 3
#: Columns that say nothing where a name's value is found.
_ASIDE = frozenset(["times", "kind", "source", "added"])


def read_skills(unit: Unit, lexicon: Lexicon, _titles: Titles = NOBODY) -> Iterator[Claim]:
    """Claims on the skills and attributes of a row, a list item or a line."""
    inside = unit.lists("skills")
    if unit.header:
        if inside or unit.lists("attributes") or (_groups(unit.columns) and all(unit.columns)):
            yield carrier(unit.words.span())
        return
    if unit.kind == "row":
        yield from _read_row(unit, lexicon, inside)
    elif unit.kind == "prose":
        length = len(unit.body.text)
        if unit.value is None and len(_SMALL_NUMBER.findall(unit.body.text)) * _FOR_ONE < length:
            return
        found = list(entries(unit.body, lexicon, inside=inside, value=unit.value if inside else None))
        if found and not found[0].field and found[0].span.start == unit.body.span().start:
            length -= found[0].span.end - found[0].span.start
        if _covered(found, unit.body.span()) >= _MOSTLY * length or _is_listed(unit.body.text, found):
            yield from found
    elif unit.kind != "heading":
        found = list(entries(unit.body, lexicon, inside=inside, value=unit.value if inside else None))
        yield from (as_field(one, unit.skill, lexicon) for one in found) if unit.skill else found


def _is_listed(text: str, found: Sequence[Claim]) -> bool:
    """Whether all but one of several pieces between commas are values: `Volk Orrag, Evolution 6, Wut 3`."""
    values = sum(one.field != "" for one in found)
    return values > 1 and values >= len(_SEPARATOR.findall(text)) and not _SENTENCE.search(text)


def _covered(found: Sequence[Claim], whole: Span) -> int:
    """How many letters are values; all of them where there is nothing else but separators."""
    if any(one.span == whole for one in found):
        return whole.end - whole.start
    return sum(one.span.end - one.span.start for one in found if one.field)


def _read_row(unit: Unit, lexicon: Lexicon, inside: bool) -> Iterator[Claim]:
    cells = unit.cells
    filled = [cell for cell in cells if cell.text]
    if unit.columns and any(role.startswith("=") for role in unit.columns):
        for cell, role in zip(cells, unit.columns, strict=False):
            if role.startswith("=") and cell.text:
                yield from names(cell, int(role[1:]), lexicon, inside)
        return
    if unit.is_foreign:
        return
    directed = _by_columns(unit, lexicon, inside) if unit.columns else None
    if directed is not None:
        yield from directed
    elif len(filled) == 1 or all(
        as_pair(cell.text) or begins_with_value(cell.text, lexicon) for cell in filled
    ):
        for cell in filled:
            yield from entries(cell, lexicon, inside=inside)
    elif filled and step_value(filled[0].text, lexicon) is not None:
        yield from _value_first(filled, lexicon, inside)
    else:
        yield from _name_first(cells, lexicon, inside)


class _Entry(Struct, frozen=True, gc=False):
    """A name in a row, the cells that belong to it by their roles, and the values of those that have one."""

    name: Slice
    cells: dict[str, Slice]
    values: dict[str, Value]


def _by_columns(unit: Unit, lexicon: Lexicon, inside: bool) -> list[Claim] | None:
    """The claims on a row whose heads say where names and numbers are; None where they do not."""
    roles = unit.columns
    claims: list[Claim] = []
    for name, others in _groups(roles):
        if name >= len(unit.cells) or not unit.cells[name].text:
            continue
        cells = {roles[at]: unit.cells[at] for at in others if at < len(unit.cells) and unit.cells[at].text}
        if "total" in cells:
            claims += [carrier(unit.cells[at].span()) for at in others if at < len(unit.cells)]
        values = {role: read_value(cells[role].text, lexicon) for role in _VALUES if role in cells}
        known = {role: value for role, value in values.items() if value is not None}
        if not known or ("value" in values and "value" not in known):
            return None
        claims += _entry(_Entry(unit.cells[name], cells, known), lexicon, inside)
        claims += [carrier(cell.span()) for role, cell in cells.items() if role in _ASIDE or role in _NAMES]
    return claims or None


@lru_cache(maxsize=64)
def _groups(roles: tuple[str, ...]) -> list[tuple[int, list[int]]]:
    """Each column of names with those that belong to it: up to the next names, or a mark before them."""
    groups: list[tuple[int, list[int]]] = []
    before: list[int] = []
    for index, role in enumerate(roles):
        counted = bool(groups) and any(roles[at] in _VALUES for at in groups[-1][1])
        if role in _NAMES and (not groups or counted):
            groups.append((index, before))
            before = []
        elif groups and not (role == "marked" and "marked" in (roles[at] for at in groups[-1][1])):
            groups[-1][1].append(index)
        elif role == "marked":
            before = [index]
        elif role in _VALUES:
            return []
    return groups if groups and any(roles[at] in _NUMBERS for at in groups[0][1]) else []


def _value_first(cells: list[Slice], lexicon: Lexicon, inside: bool) -> Iterator[Claim]:
    if inside and all(is_vacant(cell.text, lexicon) for cell in cells[1:]):
        yield carrier(stretch(cells[0].flat, cells[0].start, cells[-1].end).span())
        return
    value = None
    for cell in cells:
        step = step_value(cell.text, lexicon)
        if step is not None:
            value = step
            yield carrier(cell.span())
        elif value is not None:
            yield from names(cell, value, lexicon, inside)


def _name_first(cells: list[Slice], lexicon: Lexicon, inside: bool) -> Iterator[Claim]:
    """Names in cells of their own, each with the numbers behind it and a mark before or behind."""
    filled = [cell for cell in cells if cell.text]
    at = 0
    while at < len(filled):
        mark = filled[at] if lexicon.is_mark(filled[at].text) else None
        at += mark is not None
        if at >= len(filled):
            return
        name = filled[at]
        at += 1
        if not name.text[0].isalpha():
            continue
        numbers: list[tuple[Slice, Value]] = []
        while at < len(filled) and (value := _number(filled[at], lexicon)):
            numbers.append((filled[at], value))
            at += 1
        if numbers and at < len(filled) and lexicon.is_mark(filled[at].text):
            mark = filled[at]
            at += 1
        if numbers:
            yield from _positional(name, numbers, mark, lexicon, inside)
        elif inside and len(filled) == 2:
            yield from unreadable(name, filled[1], lexicon)
            return
        elif text := _text(name, filled[at : at + 1], lexicon):
            yield text
            at += 1
        else:
            return


def _number(cell: Slice, lexicon: Lexicon) -> Value | None:
    return read_value(cell.text, lexicon) if len(cell.text) < _LONGEST and _DIGIT.search(cell.text) else None


def _text(name: Slice, behind: list[Slice], lexicon: Lexicon) -> Claim | None:
    """`|Volk |Orrag |` among other cells: a label and its text."""
    named = lexicon.named(name.text.strip(TRIM))
    if not behind or named is None or named.field != "texts":
        return None
    value = " ".join(behind[0].text.split())
    span = Span(name.span().start, behind[0].span().end)
    return Claim("details", {named.key: value}, span, behind[0].span(), KNOWN)


def _positional(
    name: Slice, numbers: list[tuple[Slice, Value]], mark: Slice | None, lexicon: Lexicon, inside: bool
) -> Iterator[Claim]:
    """A name with one number, or with several whose meaning their order tells."""
    cells = [cell for cell, _ in numbers]
    values = [value for _, value in numbers]
    named = lexicon.named(name.text.strip(TRIM))
    if (named is None or named.field == "skills") and len(values) == 1 and not (mark or values[0].marked):
        yield from names(name, values[0].number, lexicon, inside, cells[0])
        yield carrier(cells[0].span())
        return
    roles = _roles(named, values)
    entry = _Entry(name, dict(zip(roles, cells, strict=False)), dict(zip(roles, values, strict=False)))
    if mark:
        entry.cells["marked"] = mark
    yield from (carrier(cell.span()) for cell in cells)
    yield from _entry(entry, lexicon, inside)


def _roles(named: Named | None, values: Sequence[Value]) -> list[str]:
    """What numbers in a row are: base and value, current value and maximum, old value and the present one."""
    if len(values) < 2:
        return ["value"]
    first, second = values[0].number, values[1].number
    if len(values) >= _SUMMED and sum(one.number for one in values[:-1]) == values[-1].number:
        return ["base", *("added" for _ in values[1:-1]), "total"]
    if named is None or named.field == "skills":
        return ["base", "value"] if first <= second else ["value"]
    if named.field == "tracks":
        return ["current", "maximum"]
    times = second == first * 5
    return ["value", "times" if times else "current" if second < first else "maximum"]


def _entry(entry: _Entry, lexicon: Lexicon, inside: bool) -> Iterator[Claim]:
    """The claims on a name and its cells."""
    named = lexicon.named(entry.name.text.strip(TRIM))
    if named and named.field == "tracks" and named.name not in lexicon.vocabulary.gauges:
        return
    if named and named.field != "skills":
        last = max(entry.cells[role].end for role in entry.values)
        words = stretch(entry.name.flat, entry.name.start, last)
        made = claim(
            named,
            _joined(entry.values, capped=named.field == "attributes"),
            words,
            (0, len(words.text)),
            lexicon,
        )
        yield replace(made, span=entry.name.span())
        yield from (carrier(entry.cells[role].span()) for role in entry.values)
        return
    name = name_of(entry.name.text, lexicon)
    if name:
        yield _skill(name, entry, lexicon, inside)
        yield from (carrier(entry.cells[role].span()) for role in _NUMBERS if role in entry.cells)


def _joined(values: dict[str, Value], *, capped: bool) -> Value:
    """One value of the columns `value`, `current` and `maximum`; `capped`: a maximum is no value."""
    if capped and "value" in values and "current" not in values:
        return values["value"]
    old = values.get("maximum") or values.get("value")
    now = values.get("current") or (values.get("value") if "maximum" in values else None)
    if old and now:
        return Value(old.number, now=now.number)
    return old or (replace(now, present=True) if now else next(iter(values.values())))


def _skill(name: Name, entry: _Entry, lexicon: Lexicon, inside: bool) -> Claim:
    values, mark = entry.values, entry.cells.get("marked")
    value = next(values[role] for role in ("total", "value", "current", "base", "maximum") if role in values)
    base = values.get("base") if len(values) > 1 else None
    marked = (mark is not None and lexicon.is_mark(mark.text)) or any(one.marked for one in values.values())
    made = skill_claim(
        replace(name, marked=name.marked or marked), value.number, entry.name, certainty(name, inside)
    )
    places: dict[Path, Span] = {(role,): entry.cells[role].span() for role in _PLACED if role in entry.cells}
    if "total" in values:
        places["value",] = entry.cells["total"].span()
    skill = replace(made.value, base=base.number if base else None)
    return replace(made, value=skill, inner=tuple(places.items()))
