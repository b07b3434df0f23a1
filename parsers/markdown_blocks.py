"""The block rules of Markdown pages: mistune's, with tables of our own.

mistune reads the block that ends a quote or a list from within the reading of that quote or list, so that a
page in which they take turns makes it go as deep as the page is long. Here they end, and the page goes on.
"""

from functools import lru_cache
from typing import Any

import mistune
from mistune.list_parser import parse_list

from tontafel.parsers.markdown_table import add_tables

#: mistune sees a block of HTML end a quote or a list only where a blank follows the tag's name.
_BLOCK_HTML = mistune.BlockParser.BLOCK_HTML.replace(r"(?:[ \t]+|\n|$)", r"(?=[ \t\n>]|/>|$)")


class _Blocks(mistune.BlockParser):
    """mistune's blocks; what ends a quote or a list is read after it, not within it."""

    def __init__(self, depth: int) -> None:
        super().__init__(max_nested_level=depth)
        self.specification["block_html"] = _BLOCK_HTML

    def parse_list(self, m: Any, state: Any) -> int:
        """Read a list up to the block that ends it."""
        return parse_list(_Ending(self), m, state)  # type: ignore[arg-type]

    def extract_block_quote(self, m: Any, state: Any) -> tuple[str, int | None, set[int]]:
        """Read the lines of a quote up to the block that ends it; its place is the state's cursor."""
        ending: Any = _Ending(self)
        text, _, lazy = mistune.BlockParser.extract_block_quote(ending, m, state)
        return text, None, lazy


class _Ending:
    """A block parser to a list or quote that asks whether another block begins and thereby ends it."""

    def __init__(self, blocks: _Blocks) -> None:
        self._blocks = blocks

    def __getattr__(self, name: str) -> Any:
        return getattr(self._blocks, name)

    def compile_sc(self, rules: list[str]) -> Any:
        """Join rules; a heading ends a quote as a line across the page does."""
        return self._blocks.compile_sc([*rules, "atx_heading"] if "thematic_break" in rules else rules)

    def parse_method(self, m: Any, _state: Any) -> int | None:
        """Give where the block begins, as the place to go on; nothing if it is none after all."""
        is_text = m.lastgroup == "fenced_code" and m["fenced_2"][0] == "`" and "`" in m["fenced_3"]
        return None if is_text else m.start()


@lru_cache(maxsize=4)
def block_parser(depth: int) -> mistune.BlockParser:
    """Give the parser of pages whose quotes and lists may nest so deep."""
    parser = _Blocks(depth)
    add_tables(parser)
    return parser
