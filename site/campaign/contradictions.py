"""Pages of rules that say two things of one: which page counts is said, since only people can settle it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.message import Message, message
from tontafel.rules.span import Span
from tontafel.rules.tables import BoxTable, Ladder, SkillTable, Table

#: The names of figures that count as a whole.
_LADDER, _BOXES = "ladder", "boxes"
_TOLD = {
    _LADDER: message("“{page}” has another ladder than “{counting}”; “{counting}” counts."),
    _BOXES: message("“{page}” has other numbers of boxes than “{counting}”; “{counting}” counts."),
}
_NAMED = message("“{page}” says something else than “{counting}” ({name}); “{counting}” counts.")


def contradictions(tables: Sequence[Table]) -> Iterator[Diagnostic]:
    """Warn of figures that another page of rules gives otherwise; the later page counts, as in the rules.

    Args:
        tables: those of all pages of rules, in the order in which they count.
    """
    known: dict[tuple[str, str], tuple[Any, str]] = {}
    told: set[tuple[str, str, str]] = set()
    for table in tables:
        kind = str(table.__struct_config__.tag)
        for name, figure in _said(table).items():
            before, page = known.get((kind, name), (figure, table.page))
            known[kind, name] = figure, table.page
            if before != figure and page != table.page and (kind, page, table.page) not in told:
                told.add((kind, page, table.page))
                yield _contradicted(page, table.page, name)


def _said(table: Table) -> Mapping[str, Any]:
    """What a table gives by name; lists of skills add up, so they contradict nothing."""
    match table:
        case SkillTable():
            return {}
        case Ladder():
            return {_LADDER: table.counts}
        case BoxTable():
            return {_BOXES: table.boxes}
    parts = (value for key, value in msgspec.structs.asdict(table).items() if key != "page")
    return {str(name): figure for part in parts if isinstance(part, dict) for name, figure in part.items()}


def _contradicted(page: str, counting: str, name: str) -> Diagnostic:
    return Diagnostic(
        code="rules-contradict",
        severity="warning",
        message=Message(_TOLD.get(name, _NAMED).text, {"page": page, "counting": counting, "name": name}),
        hint=message("Make the pages agree, or take the rules tag from one of them."),
        page=page,
        span=Span(0, 0),
    )
