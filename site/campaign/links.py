"""What links to what: backlinks, wanted pages, orphans, and links that lead nowhere."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from tontafel.parsers.expression import expression
from tontafel.parsers.facts import LinkFact
from tontafel.rules.diagnostic import Diagnostic, Severity
from tontafel.rules.message import Message, message
from tontafel.rules.names import fold, near
from tontafel.rules.span import Span
from tontafel.site.addresses import DEVICES, slug
from tontafel.site.campaign import COMMENTS, INTER_MAP, LOCAL_NAMES, shown
from tontafel.site.campaign.atlas import Atlas
from tontafel.site.campaign.survey import Record

_DATED = expression(r"\d\d\d\d-\d\d-\d\d")
_START = Span(0, 0)
#: Names that differ by more letters than this are never near; a slip exchanges two at most.
_SLIPS = 5


class Graph(Struct, frozen=True, kw_only=True):
    """The links between the pages that the audience may know; all names sorted.

    `backlinks` maps a page or upload to the pages that link to it or show it, `wanted` a missing page to
    those that link to it.
    """

    backlinks: dict[str, list[str]]
    wanted: dict[str, list[str]]
    orphans: list[str]


def graph(atlas: Atlas, records: Mapping[str, Record]) -> Graph:
    """Draw the links between pages; those of hidden pages do not count, nor do redirects, which lead on."""
    back: dict[str, set[str]] = {}
    wanted: dict[str, set[str]] = {}
    for name, record in records.items():
        if name in atlas.secrets:
            continue
        redirect = bool(record.facts.redirect)
        for link in (*record.facts.links, *record.facts.shown):
            known = atlas.known(link.target)
            if known and known not in atlas.secrets:
                end = atlas.targets.get(known, known)
                if end != name and not redirect:
                    back.setdefault(end, set()).add(name)
            elif not known and link.target and link.target not in atlas.local:
                wanted.setdefault(link.target, set()).add(name)
    return Graph(
        backlinks={name: sorted(names) for name, names in back.items()},
        wanted={name: sorted(wanted[name]) for name in sorted(wanted)},
        orphans=sorted(_orphans(atlas, records, back)),
    )


def _orphans(atlas: Atlas, records: Mapping[str, Record], back: Mapping[str, set[str]]) -> Iterator[str]:
    """Find pages that no other page leads to; a journal leads to all that are dated."""
    journal = any(record.facts.has_journal for record in records.values())
    for name in atlas.pages:
        steering = name in {atlas.home, INTER_MAP, LOCAL_NAMES} or name.startswith(COMMENTS)
        told = journal and _DATED.match(name)
        redirect = name in records and records[name].facts.redirect
        if not (steering or told or redirect or back.get(name)):
            yield name


def findings(atlas: Atlas, records: Mapping[str, Record], links: Graph) -> list[Diagnostic]:
    """Find what is wrong with names and links, page by page."""
    return [*_clashes(atlas), *_Checker(atlas, records).all(), *map(_orphan, links.orphans)]


class _Checker:
    """Follows every link of a campaign."""

    def __init__(self, atlas: Atlas, records: Mapping[str, Record]) -> None:
        self._atlas = atlas
        self._records = records
        self._places: dict[str, frozenset[str]] = {}

    def all(self) -> Iterator[Diagnostic]:
        """Give the findings of all pages by name."""
        for name in sorted(self._records):
            if name in self._atlas.pages:
                yield from self._page(name, self._records[name])

    def _page(self, name: str, record: Record) -> Iterator[Diagnostic]:
        facts = record.facts
        if facts.redirect:
            yield from self._redirect(name, facts.redirect)
            return
        for link in facts.links:
            yield from self._link(name, link)
        for link in facts.shown:
            if not self._atlas.known(link.target):
                code = "picture-missing" if link.target in facts.pictures else "include-missing"
                yield _finding(code, name, link.span, link.target, self._meant(link))
        for site, target in facts.inter_links:
            if self._atlas.inter.get(site) == "" and self._is_missing_beside(site, target):
                wrong = f"{site}:{target}"
                yield _finding("link-beside-missing", name, _START, wrong)

    def _link(self, name: str, link: LinkFact) -> Iterator[Diagnostic]:
        known = self._atlas.known(link.target) if link.target else name
        if known:
            if link.fragment and not self._is_place(known, link.fragment):
                wrong = f"{link.target}#{link.fragment}"
                yield _finding("link-place-missing", name, link.span, wrong)
        elif link.target not in self._atlas.local:
            meant = self._meant(link)
            code = "link-misspelt" if meant else "link-missing"
            yield _finding(code, name, link.span, link.target, meant or _WRITE)

    def _is_place(self, name: str, fragment: str) -> bool:
        """Say whether a place is on a page, or on one that it includes."""
        wanted = fragment.replace(" ", "_")
        end = self._atlas.targets.get(name, name)
        if end not in self._records:
            return False
        if end not in self._places:
            facts = self._records[end].facts
            within = [self._records[one].facts for one in facts.includes if one in self._records]
            self._places[end] = frozenset(place for one in (facts, *within) for place in one.places)
        return re.sub(r"-\d+$", "", wanted) in self._places[end] or wanted in self._places[end]

    def _is_missing_beside(self, site: str, target: str) -> bool:
        return (site, target) not in self._atlas.neighbours and not self._atlas.known(target)

    def _redirect(self, name: str, target: str) -> Iterator[Diagnostic]:
        seen = [name]
        while target in self._records and self._records[target].facts.redirect and target not in seen:
            seen.append(target)
            target = self._records[target].facts.redirect
        if target in seen:
            yield _finding("redirect-loop", name, _START, " → ".join([*seen, target]))
        elif not self._atlas.known(target):
            meant = self._meant(LinkFact(target, _START))
            yield _finding("redirect-missing", name, _START, target, meant)
        elif len(seen) > 1:
            yield _finding("redirect-double", name, _START, target)

    def _meant(self, link: LinkFact) -> Message | None:
        found = self._nearest.find(link.target)
        return message("Did you mean “{name}”?", name=shown(found)) if found else None

    @cached_property
    def _nearest(self) -> "Nearest":
        return Nearest(self._atlas.pages)


class Nearest:
    """Finds the one known name that a misspelt one means, among those that begin or end alike."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_edge: dict[str, list[tuple[frozenset[str], int, str]]] = {}
        self._folded: dict[str, str] = {}
        for name in sorted(names, reverse=True):
            folded = fold(name)
            self._folded[folded] = name
            entry = (frozenset(folded), len(folded), name)
            for edge in _edges(folded):
                self._by_edge.setdefault(edge, []).append(entry)

    def find(self, name: str) -> str:
        """Give the name that is meant, or nothing where none or several are near."""
        folded = fold(name)
        if folded in self._folded:
            return self._folded[folded]
        letters, length = frozenset(folded), len(folded)
        like = {
            other
            for edge in _edges(folded)
            for there, size, other in self._by_edge.get(edge, ())
            if abs(size - length) <= _SLIPS and len(letters ^ there) <= _SLIPS
        }
        return near(name, sorted(like)) or ""


def _edges(folded: str) -> tuple[str, str]:
    return f"^{folded[:3]}", f"{folded[-3:]}$"


_WRITE = message("Write it, or take the link away.")
_MISSING = message("There is no page “{name}”.")
#: Code -> how grave it is, and what is said of a name.
_KINDS: dict[str, tuple[Severity, Message]] = {
    "link-missing": ("note", _MISSING),
    "link-misspelt": ("warning", _MISSING),
    "link-place-missing": ("warning", message("The page has no such place: “{name}”.")),
    "link-beside-missing": (
        "note",
        message("The campaign beside this one has no page “{name}”, or none for everyone."),
    ),
    "picture-missing": ("warning", message("There is no picture “{name}”.")),
    "include-missing": ("warning", message("There is no page “{name}” to be shown here.")),
    "redirect-loop": ("error", message("This redirect leads in a circle: {name}.")),
    "redirect-missing": ("warning", message("This redirect leads to “{name}”, which is not there.")),
    "redirect-double": (
        "note",
        message("This redirect leads to another one; wikis follow only one. In the end it is “{name}”."),
    ),
    "page-orphan": ("note", message("No page links to “{name}”.")),
}


def _finding(code: str, page: str, span: Span, name: str, hint: Message | None = None) -> Diagnostic:
    severity, said = _KINDS[code]
    return Diagnostic(
        code=code,
        severity=severity,
        message=Message(said.text, {"name": shown(name)}),
        hint=hint,
        page=page,
        span=span,
    )


def _orphan(name: str) -> Diagnostic:
    hint = message("Link to it from a page that people read.")
    return _finding("page-orphan", name, _START, name, hint)


def _clashes(atlas: Atlas) -> Iterator[Diagnostic]:
    """Report pages that want one address, each of both; not where one is a redirect to the other."""
    both = message("Rename one of them, or make one a redirect to the other.")
    for name, other in atlas.clashes:
        if other and atlas.targets.get(name, name) == atlas.targets.get(other, other):
            continue
        reason = _reason(name, other, home=atlas.home)
        for page in (name, other):
            if page:
                yield Diagnostic(
                    code="name-clash",
                    severity="warning",
                    message=Message(
                        reason.text,
                        {"name": shown(name), "other": shown(other), "address": atlas.pages[name]},
                    ),
                    hint=both if other else message("Rename it."),
                    page=page,
                    span=_START,
                )


#: Why nobody may have an address: for a page of the site's own, or for a device.
_RESERVED = (
    message("“{name}” has the address of a page that the site makes itself; it is at {address}."),
    message("Windows lets no file be called like “{name}”; the page is at {address}."),
)


def _reason(name: str, other: str, *, home: str) -> Message:
    """Say why two names are one address."""
    import unicodedata

    if not other:
        return _RESERVED[slug(name) in DEVICES]
    if other == home and slug(other) != slug(name):
        return message("“{name}” has the address of the home page “{other}”; it is at {address}.")
    if unicodedata.normalize("NFC", name) == unicodedata.normalize("NFC", other):
        return message(
            "“{other}” and “{name}” look the same, their letters are only composed otherwise; "
            "the second is at {address}."
        )
    if name.casefold() == other.casefold():
        return message("“{other}” and “{name}” differ only in capital letters; the second is at {address}.")
    if fold(name) == fold(other):
        return message(
            "“{other}” and “{name}” differ only in how umlauts are spelt; the second is at {address}."
        )
    return message("“{other}” and “{name}” differ only in their signs; the second is at {address}.")
