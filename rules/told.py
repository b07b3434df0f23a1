"""The table Verlauf as people wrote it, for sheets that only show it."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct


class Line(Struct, frozen=True, kw_only=True):
    """A row of the table: when, in which session, what changed and why, in the page's words."""

    when: str = ""
    session: str = ""
    what: str = ""
    why: str = ""


def told(details: Mapping[str, Any]) -> list[Line]:
    """The rows of `Character.details["history"]` that say something, oldest first."""
    history = details.get("history")
    rows = history if isinstance(history, list) else []
    lines = (_line(row) for row in rows if isinstance(row, dict))
    return [line for line in lines if line != Line()]


def _line(row: Mapping[str, Any]) -> Line:
    return Line(
        when=_text(row, "date", "when"),
        session=_text(row, "session"),
        what=_text(row, "what", "text", "name"),
        why=_text(row, "why"),
    )


def _text(row: Mapping[str, Any], *keys: str) -> str:
    found = (row.get(key) for key in keys)
    return next((value.strip() for value in found if isinstance(value, str) and value.strip()), "")
