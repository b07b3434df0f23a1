"""What has to be done: one task a page, with a key of everything that it is made from."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct

from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.names import fold
from tontafel.site.build.job import Job, Ref, Task
from tontafel.site.cache import digest
from tontafel.site.campaign import COMMENTS
from tontafel.site.campaign.atlas import Atlas
from tontafel.site.campaign.figures import is_rules_page
from tontafel.site.campaign.links import Graph
from tontafel.site.campaign.settings import Settings
from tontafel.site.campaign.survey import Record
from tontafel.site.language import Language

_DEEPEST = 20


class Plan(Struct, frozen=True, kw_only=True, dict=True):
    """The campaign as its pages are written: who knows what of whom, and the hash of every page."""

    job: Job
    records: Mapping[str, Record]
    hashes: Mapping[str, bytes]
    links: Graph
    findings: Mapping[str, list[Diagnostic]]
    secrets: frozenset[str]
    #: Digest of all that every page is made from: program, settings, templates, rules.
    base: bytes

    def tasks(self) -> Iterator[Task]:
        """Give a task for every page and upload that this audience may see, in the order of names."""
        language = Language.shared(self.job.language)
        for name in sorted(self.job.atlas.pages):
            yield self._task(name, language)

    def _task(self, name: str, language: Language) -> Task:
        atlas = self.job.atlas
        backlinks = tuple(self._refs(self.links.backlinks.get(name, ())))
        if name in atlas.files:
            return Task("upload", name, atlas.files[name].path, name, backlinks=backlinks)
        facts = self.records[name].facts
        if facts.redirect:
            end = atlas.targets.get(name, "")
            target = Ref(atlas.pages[end], end) if end in atlas.pages else None
            return Task("redirect", name, atlas.paths[name], name, target=target)
        comments = COMMENTS + name
        return Task(
            "page",
            name,
            atlas.paths[name],
            facts.lead or name,
            own_title=bool(facts.lead),
            tags=tuple(Ref(atlas.tags[fold(tag)], tag) for tag in facts.tags),
            tag_names=facts.tags,
            backlinks=backlinks,
            comments=Ref(atlas.pages[comments], language.gettext("Comments"))
            if comments in atlas.pages
            else None,
            secret=name in self.secrets,
            findings=tuple(self.findings.get(name, ())) if self.job.audience == "gm" else (),
        )

    def _refs(self, names: "list[str] | tuple[str, ...]") -> Iterator[Ref]:
        for name in names:
            yield Ref(self.job.atlas.pages[name], name)

    def key(self, task: Task, asked: tuple[str, ...] = ()) -> bytes:
        """Digest everything that a page is made from; equal keys mean equal files.

        `asked` names other pages whose characters it tells of.
        """
        answers = [self.base, self.hashes.get(task.path, b""), self.job.atlas.pages[task.name]]
        if task.kind == "page":
            answers += self._answers(task.name)
            answers += [self._known(name) for name in asked]
            answers += [self.names] if asked else []
        elif task.kind == "upload":
            answers.append(self.job.atlas.files[task.name].address)
        return digest(msgspec.msgpack.encode((answers, task)))

    def _answers(self, name: str) -> list[Any]:
        """Give what the page asks of others: where its links lead, and what it shows of other pages."""
        atlas = self.job.atlas
        shown = self._shown(name)
        answers: list[Any] = [self._known(other) for other in shown]
        if any(self.records[one].facts.has_journal for one in shown):
            return [*answers, self.everything, self.job.day]
        for one in shown:
            facts = self.records[one].facts
            answers += [(link.target, atlas.address(link.target)) for link in facts.links]
            answers += [atlas.files.get(atlas.known(link.target)) for link in facts.shown]
            answers += [atlas.pages.get(atlas.known(link.target)) for link in facts.shown]
            answers += [atlas.tags.get(fold(tag)) for tag in facts.tags]
            answers += [(atlas.inter.get(link[0]), atlas.neighbours.get(link)) for link in facts.inter_links]
        return answers

    def _shown(self, name: str) -> list[str]:
        """Give a page and all that it includes, and they, in a fixed order."""
        found = {name: None}
        wave = [name]
        for _ in range(_DEEPEST):
            wave = [known for one in wave for known in self._included(one) if known not in found]
            found.update(dict.fromkeys(wave))
            if not wave:
                break
        return list(found)

    def _included(self, name: str) -> Iterator[str]:
        atlas = self.job.atlas
        for target in self.records[name].facts.includes:
            known = atlas.known(target)
            for one in (known, atlas.targets.get(known, "")):
                if one in self.records and one in atlas.pages:
                    yield one

    def _known(self, name: str) -> tuple[str, bytes]:
        """Give a page's name and the hash of its text, an empty one where there is no such page any more."""
        return name, self.hashes.get(self.job.atlas.paths.get(name, ""), b"")

    @cached_property
    def names(self) -> bytes:
        """Digest the names of all pages, which decide whom a name in a record means."""
        atlas = self.job.atlas
        return digest(msgspec.msgpack.encode((sorted(atlas.pages), sorted(atlas.targets.items()))))

    @cached_property
    def everything(self) -> bytes:
        """Digest the whole campaign, for pages that show a part of it which only they can choose."""
        atlas = self.job.atlas
        pages = [
            (name, address, self.hashes.get(atlas.paths.get(name, ""), b""))
            for name, address in atlas.pages.items()
        ]
        elsewhere = [sorted(where.items()) for where in (atlas.inter, atlas.neighbours, atlas.local)]
        others = (sorted(atlas.files.items()), sorted(atlas.secrets), elsewhere)
        return digest(msgspec.msgpack.encode((sorted(pages), others)))


def rules_pages(settings: Settings, atlas: Atlas, records: Mapping[str, Record]) -> tuple[str, ...]:
    """Name the pages whose tables change the rules: by settings and tags, else by their names."""
    tags = {fold(tag) for tag in settings.tags.rules}
    named = [atlas.known(name) for name in settings.rules_pages]
    tagged = [name for name, record in records.items() if any(fold(tag) in tags for tag in record.facts.tags)]
    found = [*named, *sorted(tagged)]
    if not found:
        found = sorted(name for name, record in records.items() if is_rules_page(name, record.facts.lead))
    return tuple(dict.fromkeys(name for name in found if name in atlas.paths and name in atlas.pages))
