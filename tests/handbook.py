"""The handbook as a tree: its pages, their sections, tables and examples."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tontafel.parsers import tree
from tontafel.parsers.page import parse

ROOT = Path(__file__).resolve().parent.parent
HANDBOOK = ROOT / "content" / "handbook"

Blocks = list[Any]


def path_of(page: str) -> Path:
    return next(path for path in HANDBOOK.iterdir() if path.stem == page)


def text_of(page: str) -> str:
    return path_of(page).read_text("utf-8")


def blocks_of(page: str) -> Blocks:
    dialect: Any = "markdown" if path_of(page).suffix == ".md" else None
    return list(parse(text_of(page), dialect=dialect).blocks)


def words(node: Any) -> str:
    return tree.text_of(node.children).strip()


def sections(page: str, level: int = 2) -> dict[str, Blocks]:
    """What stands below each heading of a level."""
    found: dict[str, Blocks] = {"": []}
    for block in blocks_of(page):
        if type(block) is tree.Heading and block.level <= level:
            found[words(block)] = []
        else:
            found[list(found)[-1]].append(block)
    return found


def within(things: Iterable[Any]) -> Iterator[Any]:
    for thing in things:
        yield thing
        for part in ("children", "items", "rows", "cells"):
            yield from within(getattr(thing, part, ()))


def codes(things: Iterable[Any]) -> list[str]:
    """All that is set as code."""
    return [words(one) for one in within(things) if type(one) is tree.Styled and one.style == "code"]


def rows(blocks: Blocks) -> list[tuple[Any, ...]]:
    """The rows of all tables, without heads."""
    tables = [block for block in within(blocks) if type(block) is tree.Table]
    return [row.cells for table in tables for row in table.rows if not row.cells[0].header]


def code_blocks(blocks: Blocks) -> list[str]:
    return [one.text for one in within(blocks) if type(one) is tree.Preformatted and one.kind == "code"]
