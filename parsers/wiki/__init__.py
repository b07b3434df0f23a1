"""The wiki's markup, as its engine reads it.

Start at `rules`, the table of all constructs; `scanner` is the machine that obeys it.
"""

from tontafel.parsers.wiki.parse import parse_wiki

__all__ = ["parse_wiki"]
