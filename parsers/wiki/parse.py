"""From a page's text to its tree."""

from tontafel.parsers.budget import Budget
from tontafel.parsers.tree import Document
from tontafel.parsers.wiki.blocks import paragraph, redirect_of
from tontafel.parsers.wiki.rules import BLOCKS, patterns_for
from tontafel.parsers.wiki.scanner import Scanner
from tontafel.parsers.wiki.source import Source


def parse_wiki(text: str, sites: frozenset[str], budget: Budget) -> Document:
    """Parse wiki markup; never raises, whatever the text."""
    source = Source(text)
    scanner = Scanner(source.text, patterns_for(source.text), BLOCKS, sites, budget)
    _blocks(scanner)
    document = Document(tuple(scanner.blocks), redirect_of(source.text), tuple(scanner.diagnostics))
    return source.place(document)


def _blocks(scanner: Scanner) -> None:
    text, p = scanner.text, 0
    while p < scanner.end:
        found = scanner.found
        scanner.found = None
        if found is None and (p == 0 or text[p - 1] == "\n"):
            found = scanner.block_at(p)
        p = found.read(scanner, found.match) if found else paragraph(scanner, p)
