"""The first half of a build: what every page says, read again only where it changed."""

from msgspec import Struct, msgpack
from msgspec.structs import replace

from tontafel.rules.diagnostic import Diagnostic
from tontafel.site.build import Seen, look_beside
from tontafel.site.build.pages import meet_somebody
from tontafel.site.build.writer import Crew
from tontafel.site.cache import Cache, Known, compare, digest_file
from tontafel.site.campaign import ROOT_NAMESPACE, Campaign
from tontafel.site.campaign.atlas import sites_of
from tontafel.site.campaign.survey import Record, Surveyed, decode, survey

#: So many pages are shared, with a pause between reading and writing them that can be put to use.
_MANY = 100


class Gathered(Struct, frozen=True, kw_only=True):
    """What a campaign's pages say, by name; hashes of all sources by path; what could not be read."""

    records: dict[str, Record]
    hashes: dict[str, bytes]
    findings: list[Diagnostic]


def gather(campaign: Campaign, seen: Seen, cache: Cache, crew: Crew) -> Gathered:
    """Look at every page that changed since the last build; note in the cache what is known now."""
    sites = frozenset(sites_of(campaign))
    kept = _unchanged(cache, seen)
    surveyed = _known(cache, sites)
    paths = [source.path for source in campaign.pages.values()]
    todo = [path for path in paths if path not in surveyed or path not in kept]
    shares = crew.share(todo, str, lambda some: (survey, (campaign.root, sites, some)))
    if len(todo) > _MANY:
        crew.prepare(meet_somebody, campaign.root, sites, campaign.settings)
    for share in shares:
        surveyed.update({one.path: one for one in decode(share.result())})
    pages = {path: surveyed[path] for path in paths}
    records = {source.name: pages[source.path] for source in campaign.pages.values()}
    cache.set_value("facts", msgpack.encode(list(pages.values())))
    cache.set_value("sites", repr(sorted(sites)).encode())
    hashes = _note_sources(cache, seen, kept, pages, "/".join(_beside(campaign, pages)))
    return Gathered(
        records={name: one.record for name, one in records.items() if one.hash and not one.record.deleted},
        hashes=hashes,
        findings=[
            *campaign.diagnostics,
            *(replace(wrong, page=name) for name, one in records.items() for wrong in one.record.diagnostics),
        ],
    )


def _unchanged(cache: Cache, seen: Seen) -> dict[str, Known]:
    """Give the sources that are as the last build read them."""
    built = int(cache.value("built") or b"0")
    return compare(str(cache.root), seen.entries, cache.sources(), built).kept


def _known(cache: Cache, sites: frozenset[str]) -> dict[str, Surveyed]:
    """Give what is remembered of pages; nothing if other prefixes would make other links of their texts."""
    if not cache.value("facts") or cache.value("sites") != repr(sorted(sites)).encode():
        return {}
    return {one.path: one for one in decode(cache.value("facts"))}


def _beside(campaign: Campaign, pages: dict[str, Surveyed]) -> list[str]:
    """Name the campaigns beside this one that its pages depend on."""
    asked = {site for one in pages.values() for site, _ in one.record.facts.inter_links}
    return [
        name
        for name in campaign.siblings
        if name != campaign.namespace and (name == ROOT_NAMESPACE or name.replace(" ", "_") in asked)
    ]


def _note_sources(
    cache: Cache, seen: Seen, kept: dict[str, Known], pages: dict[str, Surveyed], beside: str
) -> dict[str, bytes]:
    """Remember the state of every source; give their hashes."""
    entries = seen.entries
    if cache.value("beside").decode() != beside:
        entries = [entry for entry in entries if not entry.path.startswith("../")] + look_beside(
            cache, beside
        )
        cache.set_value("beside", beside.encode())
    sources = {}
    for path, size, stamp in entries:
        known = kept.get(path)
        if known is None or (known.size, known.stamp) != (size, stamp):
            digest = pages[path].hash if path in pages else digest_file(f"{cache.root}/{path}")
            known = Known(size, stamp, digest)
        sources[path] = known
    cache.set_sources(sources)
    return {path: known.hash for path, known in sources.items()}
