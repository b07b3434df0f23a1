"""Where everything is: the names of a campaign, and the addresses that its readers may know."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import unquote

from msgspec import Struct

from tontafel.parsers.expression import expression
from tontafel.rules.names import fold
from tontafel.site import addresses
from tontafel.site.campaign import (
    COMMENTS,
    INTER_MAP,
    LOCAL_NAMES,
    ROOT_NAMESPACE,
    Campaign,
    file_names,
    page_name,
)
from tontafel.site.campaign.inter import SELF, inter_map, local_names
from tontafel.site.campaign.settings import Audience, hide_what_is_secret
from tontafel.site.campaign.survey import Record, cleaned, tree_of
from tontafel.site.campaign.uploads import ending
from tontafel.site.scan import OUTPUT_FOLDER

#: Redirects are followed over so many pages.
_FURTHEST = 8
#: Without any of these a page is neither secret nor a redirect.
_TELLING = expression("#|tag|schlagw|[ck]ategor", re.IGNORECASE)
#: What can name a file: brackets and attributes of any markup, or a word with an ending.
_OPENED = r"(?:\{\{|\[\[(?:\s*+\w++\s*+:)?+|\]\(<?+|\b(?i:src|href)\s*+=)[\s\"']*+"
_PLAIN = r"\]\[{}|\"'()<>#?\n/"
_WORD = rf"[^\s.{_PLAIN}]"
_FILES = expression(
    rf"{_OPENED}(?:[^{_PLAIN}]*+/)*+([^{_PLAIN}]++)|(?<!{_WORD})({_WORD}++(?:\.[^\s.,;:!{_PLAIN}]++)++)"
)


class File(Struct, frozen=True, array_like=True):
    """An upload: the file's address in the site, its MIME type, its path in the campaign."""

    address: str
    media: str
    path: str


class Atlas(Struct, frozen=True, kw_only=True):
    """All that links need; plain data, so that it can be handed to other processes.

    `pages` maps the names of pages and uploads to the file of their HTML; those in `secrets` are not
    there. `targets` maps redirects to where they end. `tags` maps folded tags to the file that lists them.
    `neighbours` maps a prefix and a page's name to an address.
    """

    pages: dict[str, str]
    files: dict[str, File]
    targets: dict[str, str]
    secrets: frozenset[str]
    spellings: dict[str, str]
    tags: dict[str, str]
    inter: dict[str, str]
    neighbours: dict[tuple[str, str], str]
    local: dict[str, str]
    paths: dict[str, str]
    clashes: list[tuple[str, str]]
    home: str

    def known(self, name: str) -> str:
        """Give the name of the page that a link means, however its letters are composed, or nothing."""
        if name in self.pages or name in self.secrets:
            return name
        return self.spellings.get(name if name.isascii() else unicodedata.normalize("NFC", name), "")

    def stories(self) -> list[str]:
        """Give the names of pages that are neither hidden, nor files, nor redirects, in order."""
        other = {*self.files, *self.targets}
        return sorted(name for name in self.paths if name in self.pages and name not in other)

    def address(self, name: str) -> str | None:
        """Give the address that a link to a page leads to: empty for a secret, None for a missing page."""
        known = name if name in self.pages else self.known(name)
        if not known:
            return self.local.get(name)
        if known in self.secrets:
            return ""
        return self.pages[self.targets.get(known, known)]


def sites_of(campaign: Campaign, audience: Audience = "gm") -> dict[str, str]:
    """Give the prefixes of links to other wikis, own and the root campaign's, and of campaigns beside.

    A campaign beside has an empty address. What a secret page says is not for players.
    """
    found: dict[str, str] = {}
    if campaign.siblings and campaign.namespace != ROOT_NAMESPACE:
        root = campaign.sibling(ROOT_NAMESPACE)
        if root is not None:
            found |= inter_map(_steering(root, INTER_MAP, audience))
    found |= inter_map(_steering(campaign, INTER_MAP, audience))
    return found | {name.replace(" ", "_"): "" for name in (*campaign.siblings, SELF)}


def _steering(campaign: Campaign, name: str, audience: Audience) -> str:
    """Give the text of a page that steers links, nothing where there is none that the audience may know."""
    if name not in campaign.pages:
        return ""
    try:
        text = cleaned(campaign.text(name))
    except OSError:
        return ""
    return text if audience == "gm" or not secret_names(campaign, _told(campaign, name, text)) else ""


def secret_names(campaign: Campaign, records: Mapping[str, Record]) -> frozenset[str]:
    """Find what players must not see.

    That are tagged pages, also where the tag is written so that it is none, redirects to them however far,
    what is said about them on pages of comments, and files that only they show.
    """
    marks = {fold(tag) for tag in campaign.settings.tags.secret}
    secret = {name for name, record in records.items() if _is_marked(record, marks)}
    if not secret:
        return frozenset()
    about: dict[str, list[str]] = {}
    for name, record in records.items():
        if record.facts.redirect:
            about.setdefault(campaign.find(record.facts.redirect), []).append(name)
        if name.startswith(COMMENTS):
            about.setdefault(campaign.find(_commented(campaign, name)), []).append(name)
    wave = secret
    while wave:
        wave = {more for name in wave for more in about.get(name, ())} - secret
        secret |= wave
    return frozenset(secret | _hidden_files(campaign, records, secret))


def _is_marked(record: Record, marks: set[str]) -> bool:
    tags, missed = record.facts.tags, record.facts.missed_tags
    if not tags and not missed:
        return False
    return any(fold(name) in marks for name in (*tags, *(one.name for one in missed)))


def _commented(campaign: Campaign, name: str) -> str:
    """Name the page that a page of comments is about; a second file of that name is so, too."""
    source = campaign.pages.get(name)
    return (page_name(source.path) if source else name).removeprefix(COMMENTS)


def _hidden_files(campaign: Campaign, records: Mapping[str, Record], secret: set[str]) -> set[str]:
    """Find the files that secret pages ask for, and no others; of those nobody asks for, their namesakes."""
    hidden: set[str] = set()
    shown: set[str] = set()
    for name, record in records.items():
        if record.facts.redirect:
            continue
        asked = {campaign.find(link.target) for link in (*record.facts.shown, *record.facts.links)}
        ends = {_end(campaign, records, target) for target in asked}
        (hidden if name in secret else shown).update(ends)
    files = set(campaign.files) | {name for name, record in records.items() if record.facts.upload}
    if unshown := files - hidden - shown:
        hidden |= _named_files(campaign, sorted(secret & campaign.pages.keys()), unshown)
        told = set(map(fold, secret))
        called = {name: page_name(campaign.files[name].path) for name in unshown if name in campaign.files}
        hidden |= {name for name, file in called.items() if fold(file.rpartition(".")[0]) in told}
    return files & (hidden - shown)


def _named_files(campaign: Campaign, pages: Iterable[str], files: Iterable[str]) -> set[str]:
    """Find the files that pages name as some markup would, though it is not theirs: `{{map}}` in Markdown."""
    known = {fold(name): name for name in files}
    known |= {fold(page_name(campaign.files[name].path)): name for name in files if name in campaign.files}
    found: set[str] = set()
    for page in pages:
        try:
            text = unquote(cleaned(campaign.text(page)))
        except OSError:
            continue
        written = {fold(page_name((match[1] or match[2]).strip())) for match in _FILES.finditer(text)}
        found |= {known[name] for name in written & known.keys()}
    return found


def _end(campaign: Campaign, records: Mapping[str, Record], name: str) -> str:
    """Follow redirects from a page to one that is none, or for a while."""
    for _ in range(_FURTHEST):
        if name not in records or not records[name].facts.redirect:
            break
        name = campaign.find(records[name].facts.redirect)
    return name


def draw(
    campaign: Campaign,
    records: Mapping[str, Record],
    audience: Audience,
    out: Path | None = None,
) -> Atlas:
    """Put every name at its place; `out` is the folder of the site, from which campaigns beside are seen."""
    secret = secret_names(campaign, records)
    places, clashes, home = _placed(campaign, records, secret, audience)
    hidden = secret if audience == "players" else frozenset[str]()
    return Atlas(
        pages={name: f"{place}.html" for name, place in places.items()},
        files=_files(campaign, records, places),
        targets=_targets(campaign, records, hidden),
        secrets=hidden,
        spellings=file_names(campaign.files) | _spellings((*records, *campaign.files)),
        tags=_tag_addresses(record for name, record in records.items() if name not in hidden),
        inter=sites_of(campaign, audience),
        neighbours=_neighbours(campaign, records, audience, out),
        local=_local(campaign, audience),
        paths={name: campaign.pages[name].path for name in records},
        clashes=clashes,
        home=home,
    )


def _placed(
    campaign: Campaign, records: Mapping[str, Record], secret: frozenset[str], audience: Audience
) -> tuple[dict[str, str], list[tuple[str, str]], str]:
    """Give every page and file that the audience may know its place, who made way for whom, and the home."""
    visible = [name for name in (*records, *campaign.files) if name not in secret]
    home = campaign.home if campaign.home in (visible if audience == "players" else records) else ""
    places, clashes = addresses.assign(visible, home)
    if audience == "gm":
        more, further = addresses.assign_more(sorted(secret - places.keys()), places)
        places, clashes = {**places, **more}, clashes + further
    return places, clashes, home


def _files(campaign: Campaign, records: Mapping[str, Record], places: Mapping[str, str]) -> dict[str, File]:
    found = {}
    for name, place in places.items():
        if name in campaign.files:
            source = campaign.files[name]
            found[name] = File(f"{place}.{ending(source.media)}", source.media, source.path)
        elif upload := records[name].facts.upload:
            found[name] = File(f"{place}.{ending(upload.media)}", upload.media, campaign.pages[name].path)
    return found


def _targets(campaign: Campaign, records: Mapping[str, Record], hidden: frozenset[str]) -> dict[str, str]:
    """Follow every redirect to a page that is none; one that leads nowhere or in circles stays as it is."""
    found = {}
    for name, record in records.items():
        if record.facts.redirect and name not in hidden:
            target = _end(campaign, records, name)
            if target in records and not records[target].facts.redirect:
                found[name] = target
    return found


def _spellings(names: Iterable[str]) -> dict[str, str]:
    """Give NFC forms -> names; of several spellings the first by code point counts."""
    return {
        unicodedata.normalize("NFC", name): name for name in sorted(names, reverse=True) if not name.isascii()
    }


def _tag_addresses(records: Iterable[Record]) -> dict[str, str]:
    tags = sorted({fold(tag) for record in records for tag in record.facts.tags})
    places, _ = addresses.assign(tags)
    return {tag: f"tag.{place}.html" for tag, place in places.items()}


def _local(campaign: Campaign, audience: Audience) -> dict[str, str]:
    text = _steering(campaign, LOCAL_NAMES, audience)
    return local_names(tree_of(text, campaign.pages[LOCAL_NAMES].path, frozenset())) if text else {}


def _neighbours(
    campaign: Campaign, records: Mapping[str, Record], audience: Audience, out: Path | None
) -> dict[tuple[str, str], str]:
    """Find the pages of campaigns beside this one that its links name; each is opened once."""
    wanted: dict[str, set[str]] = {}
    for record in records.values():
        for site, target in record.facts.inter_links:
            wanted.setdefault(site.replace("_", " "), set()).add(target)
    found = {}
    for name in campaign.siblings:
        targets = wanted.get(name.replace("_", " "), set())
        other = campaign.sibling(name) if targets and name != campaign.namespace else None
        if other is not None and (audience == "gm" or not hide_what_is_secret(other.diagnostics)):
            way = _way(campaign, name, out)
            records = _records_beside(other)
            places, _, _ = _placed(other, records, secret_names(other, records), audience)
            for target in targets:
                place = places.get(other.find(target))
                if place:
                    found[name.replace(" ", "_"), target] = f"{way}/{place}.html"
    return found


def _way(campaign: Campaign, name: str, out: Path | None) -> str:
    """Give the way from one site to the one beside: each in its campaign's folder, or side by side."""
    from urllib.parse import quote

    inside = out is None or out == campaign.root / OUTPUT_FOLDER
    return f"../../{quote(name)}/{OUTPUT_FOLDER}" if inside else f"../{quote(name)}"


def _records_beside(other: Campaign) -> dict[str, Record]:
    """Say of the pages of a campaign beside what their addresses depend on: tags and redirects."""
    found: dict[str, Record] = {}
    for name in other.pages:
        try:
            found |= _told(other, name, cleaned(other.text(name)))
        except OSError:
            found[name] = Record()
    return found


def _told(campaign: Campaign, name: str, text: str) -> dict[str, Record]:
    """Say it of one page; nothing of one that was deleted in its wiki."""
    from tontafel.parsers.facts import facts

    if text.startswith("DeletedPage"):
        return {}
    if not _TELLING.search(text):
        return {name: Record()}
    return {name: Record(facts(tree_of(text, campaign.pages[name].path, frozenset()), text))}
