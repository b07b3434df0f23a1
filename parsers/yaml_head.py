"""The head in YAML that other programs put before a page: lines between two of `---`."""

import re

from tontafel.parsers.expression import expression

_HEAD = expression(
    r"\ufeff?(?:#MARKDOWN[ \t]*+\r?\n)?+\s*+---[ \t]*+\r?\n((?:(?!---|\.\.\.)[^\n]*+\n)++)(?:---|\.\.\.)"
)
_BEGINNINGS = ("---", "\ufeff", "#MARKDOWN", "\n", "\r")


def head_of(text: str) -> re.Match[str] | None:
    """The head that a page begins with; its first group is the lines between the marks."""
    return _HEAD.match(text) if text.startswith(_BEGINNINGS) else None
