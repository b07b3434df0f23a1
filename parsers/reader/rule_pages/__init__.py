"""What a page gives to the rules: skills, the ladder, which skill governs a track, boxes by value."""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.boxes import has_box
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.rule_pages.boxes import boxes_in_rows, boxes_of, without_skill
from tontafel.parsers.reader.rule_pages.ladders import ladder_in_rows, ladder_of, leads_to_ladder
from tontafel.parsers.reader.rule_pages.limits import limits
from tontafel.parsers.reader.rule_pages.own_tables import own_table
from tontafel.parsers.reader.rule_pages.skill_lists import skill_items, skill_list, skills_in_line
from tontafel.parsers.reader.sentences import tokens
from tontafel.parsers.reader.units import Unit
from tontafel.rules.tables import BoxTable, Ladder, Table, TrackTable

_DIGIT = expression(r"\d")
_AFTER_NAME = expression(r"[:(]|\s[–-]\s")
_JOINT = expression(r"\s*(?::|←|<-|<=|=|\s[–-]\s)\s*")
#: What a page says of boxes has at least so many steps, and of tracks in a list so many.
_STEPS = 2


def read_tables(
    units: Sequence[Unit],
    lexicon: Lexicon,
    kinds: Collection[type[Table]],
    *,
    rules: bool,
    title: str,
) -> list[Table]:
    """The tables on a page; the units that they are made of are marked as rules.

    Args:
        units: all of the page.
        lexicon: the words.
        kinds: the kinds that the system takes, its own ones among them.
        rules: whether the page is one of rules, where lists without a table count, too, and short ones.
        title: the page's name.
    """
    tables: list[Table] = list(_below_headings(units, lexicon)) if rules else []
    lead = title
    for _, group in groupby(units, key=attrgetter("block")):
        block = list(group)
        above, lead = lead, block[-1].words.text
        if len(block) == 1 and block[0].kind == "heading":
            continue
        if rules and (figures := limits(block, lexicon)):
            tables.append(figures)
            block = [unit for unit in block if not unit.rule]
        if not block:
            continue
        if block[-1].kind != "row":
            tables += _in_lines(block, lexicon, above if rules else "")
            tables += _in_items(block, lexicon) if rules else ()
            continue
        own = own_table(block, lexicon, kinds, rules=rules)
        tables += _own(own, block, lexicon) if own else _in_rows(block, units, lexicon, rules=rules)
    return [table for table in tables if not isinstance(table, BoxTable)] + _boxes(tables, units, lexicon)


def _below_headings(units: Sequence[Unit], lexicon: Lexicon) -> Iterator[Table]:
    """A list of skills in several short ones, each below the heading of its group."""
    heading = ""
    groups: list[tuple[str, list[Unit]]] = []
    for unit in units:
        if unit.kind == "heading":
            heading = "" if unit.header else unit.words.text
        elif (
            unit.kind == "item"
            and not unit.rule
            and (unit.section == "skills" or _names_skill(unit, lexicon))
        ):
            if not groups or groups[-1][0] != heading:
                groups.append((heading, []))
            groups[-1][1].append(unit)
    items = [unit for _, members in groups for unit in members]
    if len(groups) > 1 and (
        skills := skill_items(items, lexicon, [name for name, some in groups for _ in some])
    ):
        _mark(items)
        yield skills


def _names_skill(unit: Unit, lexicon: Lexicon) -> bool:
    """Whether an item below a heading like `Kampf`, which says nothing, begins with a known skill."""
    name = _AFTER_NAME.split(unit.words.text, maxsplit=1)[0]
    return unit.section == "" and lexicon.skill(name.strip()) is not None


def _boxes(tables: Sequence[Table], units: Sequence[Unit], lexicon: Lexicon) -> list[Table]:
    """The boxes by value, with those of a track whose skill is unlisted if the page says so."""
    steps = next((table.boxes for table in tables if isinstance(table, BoxTable)), None)
    plain = without_skill(units, lexicon) if steps and -1 not in steps else None
    return [BoxTable(boxes=({-1: plain} if plain else {}) | steps)] if steps else []


def _own(own: Table, rows: list[Unit], lexicon: Lexicon) -> Iterator[Table]:
    """A table of the system's own kind, and the list of skills that it is besides if it has most of them."""
    _mark(rows)
    yield own
    if rows[0].columns[:1] == ("skills",):
        skills = skill_list(rows, lexicon, purposes=rows[0].columns)
        if skills and len(skills.names()) * 2 >= len(lexicon.vocabulary.skills):
            yield skills


def _in_rows(block: list[Unit], units: Sequence[Unit], lexicon: Lexicon, *, rules: bool) -> Iterator[Table]:
    rows = [unit for unit in block if unit.kind == "row"]
    governing = {unit: pair for unit in rows if (pair := _governs(unit, lexicon))}
    if any(has_box(unit.words.text) for unit in governing) and _has_own_skills(rows, units, lexicon):
        governing = {}
    if governing and len(governing) >= len([unit for unit in rows if not unit.header]) - 1:
        _mark(rows)
        yield TrackTable(governing=dict(governing.values()))
    elif steps := ladder_in_rows(block, lexicon):
        _mark(block)
        yield Ladder(counts=steps)
    elif steps := boxes_in_rows(rows, lexicon):
        _mark(rows)
        yield BoxTable(boxes=steps)
    elif skills := skill_list(block, lexicon, rules=rules):
        _mark(block)
        yield skills


def _has_own_skills(rows: list[Unit], units: Sequence[Unit], lexicon: Lexicon) -> bool:
    """Whether tracks with boxes and their skills are somebody's: by the head, or since there are values."""
    headed = any(unit.columns[:2] == ("tracks", "skills") for unit in rows)
    lines = [unit.words.text for unit in units if unit.section == "skills" and unit.kind != "heading"]
    return not headed or any(_DIGIT.search(line) and lexicon.skill_names.search(line) for line in lines)


def _mark(units: Sequence[Unit]) -> None:
    for unit in units:
        unit.rule = True


def _governs(unit: Unit, lexicon: Lexicon) -> tuple[str, str] | None:
    """(track, skill) of a row that names both and has no value."""
    if unit.header or len(unit.cells) < 2:
        return None
    if unit.columns[:2] == ("skills", "tracks"):
        return _pair(unit.cells[1].text, unit.cells[0].text, lexicon, headed=True)
    headed = unit.columns[:2] == ("tracks", "skills")
    if not headed and not lexicon.track(unit.cells[0].text):
        return None
    cells = [cell.text for cell in unit.cells if cell.text]
    return _pair(cells[0], cells[1], lexicon, headed=headed) if len(cells) > 1 else None


def _pair(track: str, skill: str, lexicon: Lexicon, *, headed: bool) -> tuple[str, str] | None:
    """(track, skill) as the rules spell them; below heads a new name is one, too."""
    if not track or not skill or _DIGIT.search(skill):
        return None
    known = lexicon.track(track) or (track if headed else None)
    governs = lexicon.skill(skill) or (skill if headed and len(tokens(skill)) <= 2 else None)
    return (known, governs) if known and governs else None


def _in_items(block: list[Unit], lexicon: Lexicon) -> Iterator[Table]:
    """What a list of rules says: skills and what they are for, or tracks and the skills that govern them."""
    items = [unit for unit in block if unit.kind == "item" and not unit.rule]
    if not items:
        lines = [unit for unit in block if unit.kind in {"line", "prose"} and not unit.rule]
        for unit in lines:
            if found := skills_in_line(unit, lexicon):
                unit.rule = True
                yield found
        return
    pairs = [pair for unit in items if (pair := _track_item(unit, lexicon))]
    if len(pairs) >= _STEPS and len(pairs) == len(items):
        _mark(items)
        yield TrackTable(governing=dict(pairs))
    elif skills := skill_items(items, lexicon):
        _mark(items)
        yield skills


def _track_item(unit: Unit, lexicon: Lexicon) -> tuple[str, str] | None:
    """`Gesundheit: Athletik`, `Fassung ← Mystik`; below the word for tracks also with a new name."""
    text = unit.words.text
    joint = _JOINT.search(text)
    if joint is None:
        return None
    return _pair(
        text[: joint.start()], text[joint.end() :].rstrip(" ."), lexicon, headed=unit.section == "tracks"
    )


def _in_lines(block: list[Unit], lexicon: Lexicon, above: str) -> Iterator[Table]:
    """What the lines of a list or paragraph say of the ladder and of boxes; `above` is what stands above."""
    if not any(_DIGIT.search(unit.words.text) for unit in block):
        return
    steps, told = ladder_of(block, lexicon, led=leads_to_ladder(above, lexicon))
    _mark(told)
    yield from [Ladder(counts=steps)] if steps else ()
    steps, told = boxes_of(block, lexicon)
    _mark(told)
    yield from [BoxTable(boxes=steps)] if steps else ()
