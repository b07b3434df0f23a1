"""Lists: items by the number of their markers, and whatever text follows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tontafel.parsers.expression import expression
from tontafel.parsers.tree import Item, List, Text
from tontafel.parsers.wiki.grammar import PLAIN, is_letter, is_plane, pair
from tontafel.parsers.wiki.scanner import Found
from tontafel.rules.message import message

if TYPE_CHECKING:
    from tontafel.parsers.tree import Block, Inline
    from tontafel.parsers.wiki.scanner import Match, Scanner

#: An item within a list, seen from the line end before it; deeper levels need a space after `*`.
_NEXT = r"\n+[ \t]*(#+|\*++(?=[ \t]))[ \t]*"
_NEXT_ITEM = expression(_NEXT)
#: Words without markup up to the next item.
_PLAIN_ITEM = expression(f"{PLAIN}(?<!\\s){_NEXT}")
_BEFORE_ITEM = frozenset("\n \t#*")
_BOLD = expression(pair("*"))


def is_no_pair(scanner: Scanner, m: Match) -> bool:
    """Tell whether `*` at the start of a line is an item's marker, not the first of two around bold words."""
    bold = _BOLD.match(scanner.text, m.start())
    return bold is None or not is_plane(bold[0])


class _Level:
    """An open list and its open item, if it has one."""

    __slots__ = ("children", "item_end", "item_start", "items", "ordered")

    def __init__(self, ordered: bool) -> None:
        self.ordered = ordered
        self.items: list[Item] = []
        self.children: list[Inline | Block] = []
        self.item_start = self.item_end = -1

    def begin_item(self, start: int, end: int) -> None:
        """Begin an item at its marker."""
        self.end_item()
        self.item_start, self.item_end = start, end

    def end_item(self) -> None:
        """End the open item with its last node."""
        if self.item_start >= 0:
            end = self.children[-1].end if self.children else self.item_end
            self.items.append(Item(self.item_start, end, tuple(self.children)))
            self.children = []
            self.item_start = -1

    def node(self) -> List:
        """End the list."""
        self.end_item()
        return List(self.items[0].start, self.items[-1].end, self.ordered, tuple(self.items))


def read_list(scanner: Scanner, m: Match) -> int:
    """Read a list from its first item and return where it ends."""
    levels: list[_Level] = []
    scanner.edge = _at_item
    item: Match | None = m
    while item is not None:
        _begin(scanner, levels, *item.span(1))
        item = _read_item(scanner, levels[-1], item.end())
    scanner.edge = None
    _close(levels, 1)
    scanner.blocks.append(levels[0].node())
    return scanner.resume


def _read_item(scanner: Scanner, level: _Level, p: int) -> Match | None:
    """Read what an item holds from `p` and find the next one."""
    plain = _PLAIN_ITEM.match(scanner.text, p)
    if plain:
        words = plain[0].partition("\n")[0]
        level.children.append(Text(p, p + len(words), words))
        return plain
    level.children += scanner.inline(p)
    found = scanner.found
    return found.match if found and found.read is read_list else None


def _begin(scanner: Scanner, levels: list[_Level], start: int, end: int) -> None:
    """Close or open lists down to the level of the item with this marker, or the deepest, and begin it."""
    wanted, deepest = end - start, scanner.budget.depth
    if wanted > deepest:
        scanner.note(
            "budget-depth", message("Lists nest {depth} levels deep at most.", depth=deepest), start, end
        )
        wanted = deepest
    _close(levels, wanted)
    while len(levels) < wanted:
        if levels and levels[-1].item_start < 0:
            levels[-1].begin_item(start, end)
        levels.append(_Level(scanner.text[start] == "#"))
    levels[-1].begin_item(start, end)


def _close(levels: list[_Level], depth: int) -> None:
    """Close the lists that are deeper; each belongs to the item around it."""
    while len(levels) > depth:
        inner = levels.pop().node()
        levels[-1].children.append(inner)


def _at_item(scanner: Scanner, s: int, start: int) -> bool:
    """Tell whether the line end at `s` ends the item before another one.

    Spaces before the line end hide a deeper marker unless they follow a word.
    """
    text = scanner.text
    if s > start and text[s - 1] in " \t":
        kept = text[start:s].rstrip(" \t")
        if not (kept and is_letter(kept[-1])):
            return False
    m = _NEXT_ITEM.match(text, s) if text[s + 1] in _BEFORE_ITEM else None
    if m is None:
        return False
    scanner.stop(start, s, m.end(), Found(read_list, m))
    return True
