"""A page's bytes to its text, and its text to a document tree."""

import re
from typing import Literal

from tontafel.parsers.budget import Budget
from tontafel.parsers.tree import Document
from tontafel.parsers.wiki import parse_wiki

Dialect = Literal["wiki", "markdown"]

#: The first line by which a page says that it is Markdown.
MARKDOWN = "#MARKDOWN"
_BOM = "\ufeff"
#: The first line of a page that is a file: its type and its packing; the data follows.
UPLOAD_HEAD = re.compile(r"\ufeff?#FILE (\S+) ?(\S*)[ \t]*\r?\n").match


def decode(data: bytes) -> str:
    """Decode a page so that `encode` gives the same bytes back, whatever they are."""
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """Encode a page's text as it is kept in its file."""
    return text.encode("utf-8", "surrogateescape")


def dialect_of(text: str) -> Dialect:
    """Tell a page's dialect by its first line."""
    first = text.removeprefix(_BOM).partition("\n")[0].rstrip()
    return "markdown" if first == MARKDOWN else "wiki"


def parse(
    text: str,
    *,
    dialect: Dialect | None = None,
    sites: frozenset[str] = frozenset(),
    budget: Budget = Budget(),  # noqa: B008 - frozen
) -> Document:
    """Parse a page; never raises, whatever the text.

    `sites` are the prefixes that the InterMap and the neighbouring namespaces give to links. The tree does
    not depend on which pages there are. A page that is a file has an empty tree.
    """
    if text.startswith(("#FILE ", _BOM + "#FILE ")) and UPLOAD_HEAD(text):
        return Document(())
    if (dialect or dialect_of(text)) == "markdown":
        from tontafel.parsers.markdown import parse_markdown  # noqa: PLC0415 - most campaigns have none

        return parse_markdown(text, budget.depth, sites)
    return parse_wiki(text, sites, budget)
