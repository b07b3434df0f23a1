"""What its author plainly meant as a tag, and what the markup does not know as one.

`[[Tag:Geheim]]`, `[[ tag:geheim ]]`, `#tag geheim`, `Schlagwort: geheim`, `#geheim` on a line of its own, and
the `tags` of a head in YAML. They stay what the markup makes of them; but a page that one of them was to keep
secret must not be published without a word.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tontafel.parsers import tree
from tontafel.parsers.expression import expression
from tontafel.parsers.tree import Document
from tontafel.parsers.yaml_head import head_of
from tontafel.rules.span import Span


class MissedTag(Struct, frozen=True, gc=False, array_like=True):
    """What looks like a tag and is none; unless `sure` it may be mere words (`listed`: an item)."""

    name: str
    span: Span
    sure: bool = True
    listed: bool = False


_TAG = r"(?i:tags?|schlagw(?:ort|orte|örter|oerter))"
_CATEGORY = r"(?i:kategorien?|categor(?:y|ies))"
_NAMED = rf"\s*+(?=[TtSsKkCc])(?:{_TAG}|{_CATEGORY})\s*+[:;>]\s*+([^\[\]{{}}|\n]++)(?:\|[^\[\]{{}}\n]*+)?+"
#: An expression for each kind of bracket, for one that begins with a choice is searched far more slowly.
_IN_BRACKETS = {
    "[": expression(rf"\[\[?+\[?+{_NAMED}\]{{1,3}}+"),
    "{": expression(rf"\{{\{{?+{_NAMED}\}}{{1,2}}+"),
}
_SIGN = r"[ \t]*+[:=][*_ \t]*+"
#: A line that begins with the word, with what may stand before it, or one of nothing but `#name`.
_LINE = expression(
    rf"\n[ \t>*_+-]*+(?=[#TtSs])(?:(?:#({_TAG})(?:{_SIGN}|[ \t]++)|{_TAG}[*_]*+{_SIGN})([^\r\n]++)"
    r"|((?:(?!#(?:MARKDOWN|REDIRECT|FILE)\b)#[^\W\d_][\w-]*+[ \t]*+)++)(?=[\r\n]|\Z))"
)
#: The tags in the head of a page in YAML.
_HEAD_TAGS = expression(
    rf"^(?:{_TAG}|{_CATEGORY}|(?i:keywords?))[ \t]*+:([^\n]*+(?:\n[ \t]*+-[^\n]*+)*+)", re.MULTILINE
)
_NAMES, _WORDS = expression(r"[^,;|#\n]+"), expression(r"[^\s,;|#]+")
_LONGEST = 60
#: What stands around a name and is no part of it.
_AROUND = " \t\r*_'\"„“”»«()[]{}-"


def missed_tags(document: Document, text: str, tags: Iterable[tree.Tag]) -> tuple[MissedTag, ...]:
    """Find what looks like a tag; `tags` are those that are one. What is shown as code is meant as such."""
    found = [*_in_head(text), *_in_lines(text), *_in_brackets(text, tags)]
    if not found:
        return ()
    apart = list(_apart(document.blocks))
    places = {(one.span.start, one.span.end): one for one in reversed(found)}
    return tuple(
        places[place] for place in sorted(places) if not any(start <= place[0] < end for start, end in apart)
    )


def _in_brackets(text: str, tags: Iterable[tree.Tag]) -> Iterator[MissedTag]:
    """Find those in brackets; a tag that is one may hold several names."""
    right = {tag.start for tag in tags}
    found = (inside.finditer(text) for bracket, inside in _IN_BRACKETS.items() if bracket in text)
    for match in chain.from_iterable(found):
        several = "," in match[1] or ";" in match[1]
        if not right.isdisjoint(range(match.start(), match.start(1))):
            if several:
                yield from _named(_NAMES, text, match.span(1), sure=False)
        elif text[match.start() - 1 : match.start()] != "~":
            sure = match[0].startswith("[[")
            if several:
                yield from _named(_NAMES, text, match.span(1), sure=sure)
            else:
                yield MissedTag(match[1].strip(_AROUND), Span(*match.span()), sure)


def _in_lines(text: str) -> Iterator[MissedTag]:
    """Find those on lines of their own; `Tag` with a capital letter is a day's more often than not."""
    for match in _LINE.finditer("\n" + text):
        start, end = match.span(match.lastindex or 0)
        if match[2]:
            sure = match[1] not in (None, "Tag")
            yield from _named(_NAMES, text, (start - 1, end - 1), sure=sure)
        if not match[2]:
            for one in _named(_WORDS, text, (start - 1, end - 1), sure=False):
                yield replace(one, listed=True)
        elif match[1]:
            yield from _named(_WORDS, text, (start - 1, end - 1), sure=False)


def _in_head(text: str) -> Iterator[MissedTag]:
    head = head_of(text)
    if head:
        for match in _HEAD_TAGS.finditer(text, head.start(1), head.end(1)):
            yield from _named(_NAMES, text, match.span(1), sure=True)


def _named(pattern: re.Pattern[str], text: str, place: tuple[int, int], *, sure: bool) -> Iterator[MissedTag]:
    """Give each name of a list, without the signs around it."""
    for match in pattern.finditer(text, *place):
        name = match[0].strip(_AROUND)
        if 0 < len(name) <= _LONGEST:
            start = match.start() + match[0].index(name)
            yield MissedTag(name, Span(start, start + len(name)), sure)


def _apart(nodes: Iterable[Any]) -> Iterator[tuple[int, int]]:
    """Give the places where nothing is meant as a tag: code, and links to other wikis."""
    for node in nodes:
        kind = type(node)
        if kind is tree.Preformatted:
            if node.kind == "code":
                yield node.start, node.end
        elif kind is tree.InterLink or (kind is tree.Styled and node.style == "code"):
            yield node.start, node.end
        elif kind is tree.Table:
            yield from _apart(cell for row in node.rows for cell in row.cells)
        else:
            yield from _apart(getattr(node, "items" if kind is tree.List else "children", ()))
