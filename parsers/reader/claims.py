"""What a recogniser says: this stretch of the page means that; and which of several such sayings stand."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Any

from msgspec import Struct

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.boxes import FREE, MARKED
from tontafel.rules.message import Message
from tontafel.rules.span import Path, Span

#: What must not get lost: words and boxes.
MATTER = expression(rf"\w+|[{FREE}{MARKED}]")
#: Between claims that are farther apart something stands.
_NEAR = 12
#: How sure a claim is. WEAK is believed only beside a surer claim in the same block.
WEAK, SHAPED, KNOWN = 1, 2, 3
_START = attrgetter("start")


class Claim(Struct, frozen=True, gc=False):
    """One reading of a stretch of the page.

    Attributes:
        field: the part of the character; empty for words that only carry others (heads, labels).
        value: what stands there, as the model has it; for `open` a pair (row, count).
        span: all that the claim accounts for.
        at: where the value itself stands.
        sure: WEAK, SHAPED or KNOWN.
        prose: read from a sentence.
        inner: places of parts of the value, as paths below it.
        doubt: code, sentence and remedy of a finding that comes with it.
    """

    field: str
    value: Any
    span: Span
    at: Span
    sure: int
    prose: bool = False
    inner: tuple[tuple[Path, Span], ...] = ()
    doubt: tuple[str, Message, Message | None] | None = None


def carrier(span: Span) -> Claim:
    """Account for words that mean nothing by themselves."""
    return Claim("", None, span, span, SHAPED)


def chosen(claims: Sequence[Claim]) -> list[Claim]:
    """The claims that stand, in the page's order: of two that overlap the surer, then the earlier one."""
    if len(claims) < 2 or _are_apart(claims):
        return list(claims)
    ranked = sorted(range(len(claims)), key=lambda i: (not claims[i].field, -claims[i].sure, i))
    kept: list[Claim] = []
    #: The places of those that mean something, in order; they are apart.
    taken: list[tuple[int, int]] = []
    for index in ranked:
        claim = claims[index]
        if claim.field:
            start, end = claim.span.start, claim.span.end
            at = bisect_left(taken, (end,))
            if at and taken[at - 1][1] > start:
                continue
            taken.insert(at, (start, end))
        kept.append(claim)
    kept.sort(key=lambda claim: claim.at.start)
    return kept


def covered(spans: Iterable[Span], source: str = "") -> list[Span]:
    """The spans in order, those joined that overlap or have no word of the source between them."""
    ordered = sorted(spans, key=_START)
    if not ordered:
        return ordered
    joined: list[Span] = []
    near = _NEAR if source else 0
    first, last = ordered[0].start, ordered[0].end
    for span in ordered:
        start, end = span.start, span.end
        if start > last and (start - last >= near or MATTER.search(source, last, start)):
            joined.append(Span(first, last))
            first = start
        if end > last:  # noqa: PLR1730 - `max` would take as long as all the rest
            last = end
    return [*joined, Span(first, last)]


def _are_apart(claims: Sequence[Claim]) -> bool:
    """Whether the claims follow each other without touching: the usual case."""
    behind = 0
    for claim in claims:
        if claim.field:
            if claim.span.start < behind:
                return False
            behind = claim.span.end
    return True


def overlap(one: Span, other: Span) -> bool:
    """Whether two spans have anything in common."""
    return one.start < other.end and other.start < one.end
