"""Example characters on a rules page: paragraphs that begin with someone's name, and what follows them."""

from collections.abc import Callable, Sequence

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.drafts import Draft, Reading
from tontafel.parsers.reader.flat import Slice, stretch
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.sentences import tokens
from tontafel.parsers.reader.titles import is_name
from tontafel.parsers.reader.units import Unit
from tontafel.rules.names import fold

_UNFINISHED = expression(r"[^.!?:…]\s*$")
#: The parts of a character, and nothing else that rules tell.
_TOLD = frozenset(["aspects", "skills", "tracks", "stunts", "consequences"])
#: Reads a part of a paragraph as if it stood for itself.
Reread = Callable[[Unit, frozenset[str]], Reading]


def owned(readings: Sequence[Reading], reread: Reread, lexicon: Lexicon) -> list[Draft]:
    """The characters that a rules page tells of.

    A line that begins with a link to someone and `ist` or `hat` is about them, and so are the list or
    table right below it. All other lines, lists and tables are rules, but for the history of the only one.
    """
    found: dict[str, Draft] = {}
    owner = ""
    block = -1
    for reading in readings:
        unit = reading.unit
        if unit.section == "history" and len(found) == 1:
            next(iter(found.values())).readings.append(reading)
        elif unit.kind == "heading":
            owner = ""
        elif unit.kind in {"prose", "line"}:
            owner = _read_lines(unit, reread, found, lexicon)
            block = unit.block
        elif owner and not unit.rule and unit.block <= block + 1:
            block = unit.block
            _draft(found, owner).readings.append(reading)
        else:
            owner = ""
    return list(found.values())


def _draft(found: dict[str, Draft], name: str) -> Draft:
    if name not in found:
        found[name] = Draft(None, [], npc=False)
        found[name].name = name
    return found[name]


def _read_lines(unit: Unit, reread: Reread, found: dict[str, Draft], lexicon: Lexicon) -> str:
    """Read the lines of a paragraph that are someone's; gives whose the last one is."""
    owner = ""
    own: list[Slice] = []
    for line in unit.words.lines():
        name = _owner(line, found, lexicon)
        if name or not (owner and _UNFINISHED.search(own[-1].text)):
            _take(unit, own, owner, reread, found)
            own = []
            owner = name
        if owner:
            own.append(line)
    _take(unit, own, owner, reread, found)
    return owner


def _take(unit: Unit, own: list[Slice], owner: str, reread: Reread, found: dict[str, Draft]) -> None:
    if own:
        part = Unit("prose", stretch(unit.words.flat, own[0].start, own[-1].end), unit.section, unit.block)
        if unit.section in _TOLD:
            _draft(found, owner).readings.append(reread(part, frozenset(map(fold, tokens(owner)))))


def _owner(line: Slice, found: dict[str, Draft], lexicon: Lexicon) -> str:
    link = next(line.runs("link"), None)
    if link and link[0] == 0:
        name = line.text[: link[1]]
        behind = tokens(line.text[link[1] :])
        if behind and lexicon.within(behind[0], "copulas") and is_name(name, lexicon):
            return " ".join(name.split())
    return next((name for name in found if line.text.startswith(name + " ")), "")
