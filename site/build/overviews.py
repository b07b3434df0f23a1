"""The pages that a site makes of itself: lists of pages, characters, tags, wanted pages and findings."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from tontafel.parsers.lines import LineIndex
from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.model import Character
from tontafel.rules.names import fold
from tontafel.site.addresses import ALL_PAGES, CHARACTERS, FINDINGS, HOME, TAGS, WANTED
from tontafel.site.build.job import Done, Job, Ref
from tontafel.site.build.pages import blank_name, finding_view
from tontafel.site.campaign.links import Graph
from tontafel.site.campaign.survey import Record
from tontafel.site.harmless import escape
from tontafel.site.language import Language

#: Skills of a character that its entry in the list names.
_BEST = 3
_ASPECTS = 3


class Overview(Struct, frozen=True):
    """A generated page: its file, the template and what the template says."""

    file: str
    template: str
    title: str
    context: dict[str, Any]


class Known(Struct, frozen=True):
    """All that a build knows before its pages are written."""

    job: Job
    language: Language
    records: Mapping[str, Record]
    links: Graph


def overviews(known: Known) -> Iterator[Overview]:
    """Give every generated page but those of characters and findings."""
    gettext = known.language.gettext
    atlas = known.job.atlas
    pages = {"groups": _index(known), "count": len(_stories(known)), "wanted": len(known.links.wanted)}
    yield Overview(f"{ALL_PAGES}.html", "pages/all-pages.html", gettext("All pages"), pages)
    if not atlas.home:
        yield Overview(f"{HOME}.html", "pages/all-pages.html", known.job.title, pages)
    wanted = [{"name": name, "links": _refs(known, by)} for name, by in known.links.wanted.items()]
    yield Overview(f"{WANTED}.html", "pages/wanted-pages.html", gettext("Wanted pages"), {"wanted": wanted})
    yield from _tags(known)


def characters_page(known: Known, done: list[Done]) -> Overview:
    """Give the list of all characters."""
    title = known.language.gettext("Characters")
    return Overview(f"{CHARACTERS}.html", "pages/all-characters.html", title, _characters(known, done))


def findings_page(known: Known, found: Iterable[Diagnostic], texts: Mapping[str, LineIndex]) -> Overview:
    """Give the game master's page of all findings, by page."""
    atlas = known.job.atlas
    ordered = sorted(found, key=lambda one: (one.page, one.span.start if one.span else 0, one.code))
    groups = [
        {
            "title": page,
            "address": atlas.pages.get(page, ""),
            "findings": [finding_view(one, texts.get(page), known.language) for one in of_page],
        }
        for page, of_page in groupby(ordered, key=lambda one: one.page)
    ]
    context = {"groups": groups, "count": len(ordered)}
    return Overview(f"{FINDINGS}.html", "pages/findings.html", known.language.gettext("Findings"), context)


def sitemap(job: Job) -> str:
    """Give the list of all pages for search engines; they want whole addresses."""
    base = job.settings.base_url.rstrip("/") + "/"
    files = sorted(set(job.atlas.pages.values()) | {f"{ALL_PAGES}.html", f"{CHARACTERS}.html"})
    rows = "".join(f"<url><loc>{escape(base + quote(file))}</loc></url>\n" for file in files)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}</urlset>\n'
    )


def _stories(known: Known) -> list[str]:
    atlas = known.job.atlas
    return [
        name for name, record in known.records.items() if name in atlas.pages and not record.facts.redirect
    ]


def _refs(known: Known, names: Iterable[str]) -> list[Ref]:
    return [Ref(known.job.atlas.pages[name], name) for name in names]


def _index(known: Known) -> list[dict[str, Any]]:
    """Group pages by their first letter; files come last."""
    stories = [name for name in _stories(known) if name not in known.job.atlas.files]
    ordered = sorted(stories, key=_alphabetic)
    groups = [
        {"title": letter, "links": _refs(known, names)} for letter, names in groupby(ordered, key=_letter)
    ]
    files = sorted(known.job.atlas.files, key=_alphabetic)
    if files:
        groups.append({"title": known.language.gettext("Files"), "links": _refs(known, files)})
    return groups


def _alphabetic(name: str) -> tuple[bool, str, str]:
    """Sort as in a German dictionary: umlauts as their base letters, signs and numbers first."""
    plain = name.casefold()
    if not plain.isascii():
        plain = "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c))
    return plain[:1].isalpha(), plain, name


def _letter(name: str) -> str:
    first = _alphabetic(name)[1][:1]
    return first.upper() if first.isalpha() else "0–9"


def _characters(known: Known, done: list[Done]) -> dict[str, Any]:
    """List characters, players' first; with a blank sheet for each system that has one."""
    groups: dict[str, list[dict[str, Any]]] = {"pc": [], "npc": []}
    for page in done:
        for character, anchor in zip(page.characters, page.anchors, strict=True):
            groups[character.kind].append(_figure(known, page, character, anchor))
    titles = {
        "pc": known.language.gettext("Player characters"),
        "npc": known.language.gettext("Non-player characters"),
    }
    return {
        "groups": [
            {"title": titles[kind], "figures": sorted(figures, key=lambda one: _alphabetic(one["name"]))}
            for kind, figures in groups.items()
            if figures
        ],
        "blanks": _blanks(known, done),
    }


def _blanks(known: Known, done: list[Done]) -> list[Ref]:
    """Give the blank sheets that the site offers."""
    if not known.job.pdf:
        return []
    used = sorted({system for page in done for system in page.printed})
    return [Ref(blank_name(system), _blank_title(known, system), True) for system in used]


def _blank_title(known: Known, system_id: str) -> str:
    from tontafel.rules.system import system

    return known.language.gettext("{system}, blank sheet").format(system=system(system_id).title)


def _figure(known: Known, done: Done, character: Character, anchor: str) -> dict[str, Any]:
    page = done.name
    address = known.job.atlas.pages[page]
    valued = [skill for skill in character.skills if skill.value is not None]
    best = sorted(valued, key=lambda skill: -(skill.value or 0))[:_BEST]
    return {
        "name": character.name,
        "page": page,
        "address": address if page == character.name else f"{address}#{anchor}",
        "aspects": [aspect.text for aspect in character.aspects[:_ASPECTS]],
        "skills": [{"name": skill.name, "value": skill.value} for skill in best],
        "files": _files(known, done, address),
    }


def _files(known: Known, done: Done, address: str) -> list[Ref]:
    stem = address.removesuffix(".html")
    offered = [Ref(f"{stem}.pdf", "PDF", True)] if known.job.pdf and done.printed else []
    return [*offered, Ref(f"{stem}.json", "JSON", True)]


def _tags(known: Known) -> Iterator[Overview]:
    """Give the list of tags and a page for each."""
    atlas = known.job.atlas
    spelt: dict[str, str] = {}
    pages: dict[str, list[str]] = {}
    for name in sorted(known.records, key=_alphabetic):
        if name in atlas.pages:
            for tag in dict.fromkeys(known.records[name].facts.tags):
                spelt.setdefault(fold(tag), tag)
                pages.setdefault(fold(tag), []).append(name)
    listed = []
    for tag in sorted(spelt, key=_alphabetic):
        names = list(dict.fromkeys(pages[tag]))
        listed.append({"address": atlas.tags[tag], "text": spelt[tag], "count": len(names)})
        yield Overview(atlas.tags[tag], "pages/tag.html", spelt[tag], {"links": _refs(known, names)})
    if listed:
        title = known.language.gettext("Tags")
        yield Overview(f"{TAGS}.html", "pages/all-tags.html", title, {"tags": listed})
