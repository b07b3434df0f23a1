"""One more thing in a row of things, or one less: written as its neighbours are."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tontafel.parsers.rewrite.edits import Edit, put
from tontafel.parsers.rewrite.page import Page
from tontafel.rules.names import fold
from tontafel.rules.span import Span

Edits = tuple[Edit, ...]

#: Between two things of one row: a comma or the like, perhaps with a word; nothing else.
_MARK = r"(?:[,;/•·|–—-]|<br ?/?>)"
#: Nothing but punctuation and the ends of markup.
_BARE = re.compile(r"[\s|.,;:*_/'\"“”»«)\]\\]*")
#: What a line ends with, as its neighbours may not.
_ENDING = re.compile(r"[.,;]?[ \t]*(?:\\\\)?[ \t]*$")
#: A bullet, a cell's pipe, a dash or a number, and nothing behind it.
_LEAD = re.compile(r"[ \t]*(?:[*#>•·+–-]+[ \t]*|\d{1,3}[.)][ \t]+|\|+=?[ \t]*)?")
_NUMBER = re.compile(r"\d{1,3}")
_BRACKET = re.compile(r"[ \t]*\([^()\n]*\)")
_LETTER = re.compile(r"[^\W\d_]")
_TRIM = " \t*#|:_'.)•–-"


def extended(page: Page, spans: Sequence[Span], element: str) -> Iterator[Edits]:
    """Ways to put an element behind others, the likeliest first.

    Args:
        page: the page.
        spans: the elements that are there, with the marks around them, in the page's order; at least one.
        element: what is to be written, with its marks.
    """
    whole = [Span(span.start, _behind(page, span)) for span in spans]
    alone = _is_alone(page, whole)
    if alone:
        yield from _on_a_line(page, spans, element)
    yield from _in_the_row(page, whole, element)
    if not alone:
        yield from _on_a_line(page, spans, element)


def removed(page: Page, spans: Sequence[Span], index: int) -> Iterator[Edits]:
    """Ways to take one of some elements away, with what separated it from its neighbours."""
    span = spans[index]
    line = page.line(span.start)
    others = [one for place, one in enumerate(spans) if place != index]
    if not any(line.start <= one.start < line.end for one in others):
        yield (Edit(page.whole_line(span.start), ""),)
    end = _behind(page, span)
    if index:
        before = _behind(page, spans[index - 1])
        if _is_gap(page, page.text[before : span.start]):
            yield (Edit(Span(before, end), ""),)
    if index + 1 < len(spans) and _is_gap(page, page.text[end : spans[index + 1].start]):
        yield (Edit(Span(span.start, spans[index + 1].start), ""),)


def _behind(page: Page, span: Span) -> int:
    """Where an element ends, a bracket that belongs to it included."""
    bracket = _BRACKET.match(page.text, span.end)
    return bracket.end() if bracket else span.end


# On a line of its own


def _is_alone(page: Page, spans: Sequence[Span]) -> bool:
    """Whether the last element has its line for itself: so has the one before, or nothing is before it."""
    line = page.line(spans[-1].start)
    if len(spans) > 1 and page.line(spans[-2].start) == line:
        return False
    before = page.text[line.start : spans[-1].start]
    if len(spans) > 1 and not _is_block_end(page, spans[-2].end, spans[-1].start):
        return True
    lead = _LEAD.match(before)
    rest = before[lead.end() :] if lead else before
    return bool(lead and lead[0].strip()) and (
        not _LETTER.search(rest) or not _is_heading(page, rest.strip(" \t:*_'|"))
    )


def _is_block_end(page: Page, start: int, end: int) -> bool:
    """Whether a blank line or a heading stands between two places."""
    between = page.text[start:end].replace("\r", "")
    return re.search(r"\n[ \t]*\n|\n=", between) is not None


def _is_heading(page: Page, label: str) -> bool:
    """Whether a label announces a part: `Aspekte`, and not `Kindheit`."""
    sections = page.manner.vocabulary.sections.values()
    return fold(label) in {fold(word) for names in sections for word in names}


def _on_a_line(page: Page, spans: Sequence[Span], element: str) -> Iterator[Edits]:
    last = spans[-1]
    line = page.line(last.start)
    if last.end > line.end:
        return
    before, after = page.text[line.start : last.start], page.text[last.end : line.end]
    ending = _ending(page.text, last.end, line.end)
    usual = _usual_ending(page, spans, ending)
    own = page.text[ending.start : ending.end]
    behind = _bared(page, after[: ending.start - last.end]) + own
    for lead in dict.fromkeys((_next_lead(page, before), _bare_lead(before))):
        new = f"{usual}{page.newline}{lead}{element}{behind}"
        yield (Edit(ending, new),) if ending.start < ending.end or usual else (put(line.end, new),)


def _ending(text: str, start: int, end: int) -> Span:
    match = _ENDING.search(text, start, end)
    return Span(match.start(), end) if match else Span(end, end)


def _usual_ending(page: Page, spans: Sequence[Span], ending: Span) -> str:
    """How a line ends that is not the last: as the one before it does."""
    own = page.said(ending)
    if len(spans) < 2:
        return own
    line = page.line(spans[-2].start)
    if line.end < spans[-2].end or _is_block_end(page, spans[-2].end, spans[-1].start):
        return own
    return page.said(_ending(page.text, spans[-2].end, line.end))


def _bared(page: Page, after: str) -> str:
    """What stands behind an element on its line, without words: pipes and the ends of markup.

    A bracket stays if it says that the element is of the present, as the next one is.
    """
    bracket = _BRACKET.fullmatch(after.rstrip())
    if _BARE.fullmatch(after) or (bracket and is_present(page, after.strip(" ()"))):
        return after
    return " |" * after.count("|")


def _next_lead(page: Page, before: str) -> str:
    """What stands before an element on its line, made fit for the next one.

    A number counts on; a label stays if it means the present, and goes if it means another time of life.
    """
    number = list(_NUMBER.finditer(before))[-1:]
    bare = before if not number else before[: number[0].start()] + before[number[0].end() :]
    label = bare.strip(_TRIM)
    if label and not is_present(page, label):
        return _bare_lead(before)
    return _counted_on(before, number[0]) if number else before


def _counted_on(before: str, number: re.Match[str]) -> str:
    return f"{before[: number.start()]}{int(number[0]) + 1}{before[number.end() :]}"


def is_present(page: Page, label: str) -> bool:
    """Whether a label or a bracket says that an aspect came up in play: `letzter Abend`, `Aspekt`."""
    folded = fold(label)
    last = folded.split()[-1:]
    return any(folded == fold(word) or last == [fold(word)] for word in page.words.present)


def _bare_lead(before: str) -> str:
    """The bullet or pipes before an element, without a label."""
    if "|" in before:
        last = before.rpartition("|")[2]
        pad = last[: len(last) - len(last.lstrip())]
        return "| " * (before.count("|") - 1) + "|" + pad
    lead = _LEAD.match(before)
    return lead[0] if lead else ""


# In the row


def _in_the_row(page: Page, spans: Sequence[Span], element: str) -> Iterator[Edits]:
    """Behind the last element, with the separator of its neighbours."""
    at = spans[-1].end
    gaps = [Span(one.end, other.start) for one, other in pairwise(spans)]
    said = [page.said(gap) for gap in gaps if _is_gap(page, page.said(gap))]
    beside = bool(gaps) and _is_gap(page, page.said(gaps[-1]))
    if beside and _has_word(said[-1]) and "," not in said[-1]:
        commas = [one for one in said[:-1] if not _has_word(one)][-1:] or [", "]
        yield Edit(gaps[-1], commas[0]), put(at, said[-1] + element)
        yield (put(at, commas[0] + element),)
    usual = [f" {page.words.conjunction} ", ", "]
    told = not beside and _is_told(page, spans[-1])
    for between in dict.fromkeys([*reversed(said), *(usual if told else reversed(usual))]):
        yield (put(at, between + element),)


def _is_told(page: Page, span: Span) -> bool:
    """Whether an element stands in a sentence, and not behind a bullet, a pipe or a label."""
    before = page.text[page.line(span.start).start : span.start].rstrip(" \t*_/'\"„“(")
    return _LETTER.search(before) is not None and before[-1:] not in {":", "|"}


def _is_gap(page: Page, text: str) -> bool:
    """Whether a text is a separator: a comma, `und`, or both, on one line."""
    words = "|".join(re.escape(word) for word in page.manner.vocabulary.general.words["conjunctions"])
    pattern = rf"[ \t]*(?:{_MARK}[ \t]*)?(?:(?:{words})(?=\s))?[ \t]*"
    return "\n" not in text and bool(text) and re.fullmatch(pattern, text, re.IGNORECASE) is not None


def _has_word(gap: str) -> bool:
    return _LETTER.search(gap) is not None
