"""The ladder: how many skills a character has at each value, as a list, in sentences or as a table."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import Lexicon, understood
from tontafel.parsers.reader.sentences import sentences, tokens
from tontafel.parsers.reader.units import Unit

_WORD = expression(r"[^\W\d_]+|[+-]?\d+")
_VALUE = expression(r"\W*?([+-]?\d{1,2})\W*")
#: Behind `1`, `eine` or `2 Fertigkeiten` in a cell there may be a sign for `times`.
_TIMES = expression(r"\s*[×x]\s*$")
_RANGE = expression(r"\d\s*[-–]\s*\d")
_CLAUSE = expression(r"[,;.]")
_NUMBER = expression(r"\d+")
#: A ladder has at least so many steps; no line about one step is longer.
_STEPS, _LONGEST = 2, 160
#: Where the word for skills stands above, a step has no more words.
_SHORT = 4


class Step(Struct, frozen=True, gc=False):
    """So many skills at a value; whether the word for skills stands there."""

    value: int
    many: int
    named: bool


def leads_to_ladder(lead: str, lexicon: Lexicon) -> bool:
    """Whether the heading or sentence right above a list says that it tells how many skills one has."""
    if not (lead and lexicon.vocabulary.ladder):
        return False
    said = lexicon.phrase("ladder").search(lead) is not None
    return said or any(lexicon.section(word) == "skills" for word in tokens(lead[-_LONGEST:]))


def ladder_of(units: Sequence[Unit], lexicon: Lexicon, *, led: bool) -> tuple[dict[int, int], list[Unit]]:
    """The ladder in a list, in the lines of a paragraph or in a sentence, and the units it is made of.

    Args:
        units: those of one list or paragraph.
        lexicon: the words.
        led: whether what stands above says that it is one.

    Returns:
        Value → how many, in the page's order; empty where there is none.
    """
    told = [unit for unit in units if unit.kind in {"item", "line", "prose"}]
    if len(told) == 1 and told[0].kind != "item":
        return _in_sentences(told[0], lexicon)
    if len(told) < _STEPS:
        return {}, []
    found = {unit: step for unit in told if (step := _step(unit.words.text, lexicon))}
    short = [unit for unit in found if len(tokens(unit.words.text)) <= _SHORT]
    inside = bool(short) and (led or any(unit.section == "skills" for unit in short))
    if len(found) < _STEPS or not (inside or any(step.named for step in found.values())):
        return {}, []
    return {step.value: step.many for step in found.values()}, list(found)


def ladder_in_rows(block: Sequence[Unit], lexicon: Lexicon) -> dict[int, int]:
    """The ladder that a table is, by the heads of its columns or rows, or by what its rows say."""
    if not lexicon.vocabulary.ladder:
        return {}
    rows = [unit for unit in block if unit.kind == "row"]
    steps = _across(rows, lexicon) or _below_heads(rows, lexicon) or _said_in_rows(block, lexicon)
    return steps if len(steps) >= _STEPS else {}


@understood
def _step(text: str, lexicon: Lexicon) -> Step | None:
    """`zwei Fertigkeiten mit Wert 4`, `zwei mit 4`, `Wert 4: zwei Fertigkeiten`, `two at 4`."""
    if len(text) > _LONGEST:
        return None
    words = _WORD.findall(text)
    step = _count_first(words, lexicon) or _value_first(words, lexicon)
    return None if step and (_RANGE.search(text) or lexicon.phrase("box").search(text)) else step


def _count_first(words: Sequence[str], lexicon: Lexicon) -> Step | None:
    """What follows the value says what the step means."""
    count = lexicon.number(words[0]) if words else None
    at = next((index for index, word in enumerate(words) if index and word[-1].isdigit()), 0)
    if not count or not at:
        return None
    named = lexicon.section(words[1]) == "skills" and not lexicon.skill(words[1])
    between = words[2:at] if named else words[1:at]
    if not named and (words[0].isdigit() or not between or not _link(between, lexicon)):
        return None
    return Step(int(words[at]), count, named)


def _value_first(words: Sequence[str], lexicon: Lexicon) -> Step | None:
    """The word for skills stands before the value or behind their number; else the number is a word."""
    at = next((index for index, word in enumerate(words) if word[-1].isdigit()), -1)
    start = next((i for i, word in enumerate(words) if i > at >= 0 and lexicon.number(word)), -1)
    if start < 0 or len(words) > start + 2:
        return None
    others = [*words[:at], *words[at + 1 : start], *words[start + 1 :]]
    named = [word for word in others if lexicon.section(word) == "skills" and not lexicon.skill(word)]
    if not _link([word for word in others if word not in named], lexicon) or len(named) > 1:
        return None
    if not named and (words[start].isdigit() or len(words) > start + 1):
        return None
    return Step(int(words[at]), lexicon.number(words[start]) or 0, bool(named))


def _link(words: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether words only join a number of skills and their value: `mit Wert`, `auf`, `at`."""
    roles = ("prepositions", "particles", "copulas", "ladder_links")
    return all(
        lexicon.is_column(word, "value") or any(lexicon.within(word, role) for role in roles)
        for word in words
    )


def _in_sentences(unit: Unit, lexicon: Lexicon) -> tuple[dict[int, int], list[Unit]]:
    """The ladder in one sentence; the unit is made of it if no other sentence stands there."""
    if len(_NUMBER.findall(unit.words.text)) < _STEPS:
        return {}, []
    whole = list(sentences(unit.words))
    for sentence in whole:
        steps = list(_said(sentence, lexicon))
        if len(steps) >= _STEPS and steps[0].named:
            return {step.value: step.many for step in steps}, [unit] if len(whole) == 1 else []
    return {}, []


def _said(sentence: Slice, lexicon: Lexicon) -> Iterator[Step]:
    """`… eine Fertigkeit mit Wert 4, zwei mit Wert 3 und drei mit Wert 2`."""
    for clause in _CLAUSE.split(sentence.text):
        for part in lexicon.conjunction.split(clause) if _NUMBER.search(clause) else ():
            words = _WORD.findall(part)
            numbers = [index for index, word in enumerate(words) if lexicon.number(word) is not None]
            steps = (_count_first(words[index:], lexicon) for index in numbers)
            if not _RANGE.search(part) and (step := next(filter(None, steps), None)):
                yield step


def _below_heads(rows: Sequence[Unit], lexicon: Lexicon) -> dict[int, int]:
    """Rows below `Wert` and `Anzahl`, or below `Wert` and `Fertigkeiten` where these are only counted."""
    first = next((index for index, row in enumerate(rows) if len(row.cells) > 1), len(rows))
    heads = [cell.text.strip(" *:") for cell in rows[first].cells] if first < len(rows) else []
    value = _value_column(heads, lexicon)
    count = None if value is None else _count_column(heads, lexicon)
    if value is None or count is None or {value, count} != {0, 1}:
        return {}
    steps: dict[int, int] = {}
    for row in rows[first + 1 :]:
        step = _cells_step(row.cells, value, count, lexicon) if len(row.cells) > max(value, count) else None
        if step is None:
            return {}
        steps[step[0]] = step[1]
    return steps


def _value_column(heads: Sequence[str], lexicon: Lexicon) -> int | None:
    return next((index for index, head in enumerate(heads) if lexicon.is_column(head, "value")), None)


def _count_column(heads: Sequence[str], lexicon: Lexicon) -> int | None:
    """The column that counts skills: by its head `Anzahl`, or else by the word for skills."""
    counted = lexicon.phrase("counted").search
    by_word = (index for index, head in enumerate(heads) if counted(head))
    by_skills = (index for index, head in enumerate(heads) if lexicon.section(head) == "skills")
    return next(by_word, next(by_skills, None))


def _cells_step(cells: Sequence[Slice], value: int, count: int, lexicon: Lexicon) -> tuple[int, int] | None:
    number = _VALUE.fullmatch(cells[value].text)
    many = _many(cells[count].text, lexicon)
    return (int(number[1]), many) if number and many is not None else None


def _many(text: str, lexicon: Lexicon) -> int | None:
    """`2`, `zwei`, `2×`, `zwei Fertigkeiten`, `2 mal`."""
    words = tokens(_TIMES.sub("", text))
    rest = [word for word in words[1:] if lexicon.section(word) != "skills"]
    many = lexicon.number(words[0]) if words else None
    return many if not rest or (len(rest) == 1 and lexicon.within(rest[0], "times")) else None


def _across(rows: Sequence[Unit], lexicon: Lexicon) -> dict[int, int]:
    """Two rows, one of values and one of how many, each behind its label."""
    filled = [row for row in rows if len(row.cells) > _STEPS]
    if len(filled) != 2 or len(rows) != 2 or len(filled[0].cells) != len(filled[1].cells):
        return {}
    labels = [row.cells[0].text.strip(" *:") for row in filled]
    value = _value_column(labels, lexicon)
    count = None if value is None else _count_column(labels, lexicon)
    if value is None or count is None or value == count:
        return {}
    pairs = zip(filled[value].cells[1:], filled[count].cells[1:], strict=True)
    steps = [_cells_step(pair, 0, 1, lexicon) for pair in pairs]
    return {step[0]: step[1] for step in steps if step} if all(steps) else {}


def _said_in_rows(rows: Sequence[Unit], lexicon: Lexicon) -> dict[int, int]:
    """Rows that say it in words: `|zwei Fertigkeiten |mit Wert 4 |`; a first row may be a head."""
    steps: list[Step | None] = []
    for row in rows:
        steps.append(_step(row.words.text, lexicon))
        if steps.count(None) > 1:
            return {}
    told = [step for step in steps if step]
    if len(told) < len(rows) - (rows[0].header or steps[0] is None) or not any(one.named for one in told):
        return {}
    return {step.value: step.many for step in told}
