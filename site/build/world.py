"""The campaign as its pages see it while the site is made; implements `World`."""

from collections.abc import Sequence
from urllib.parse import quote

from tontafel.parsers.tree import Document, InterLink, Journal
from tontafel.rules.message import Message
from tontafel.rules.names import fold
from tontafel.site.addresses import ALL_PAGES
from tontafel.site.build.job import Job
from tontafel.site.campaign.inter import SELF, inter_address
from tontafel.site.campaign.journal import holds, select
from tontafel.site.campaign.survey import Reader, picture, without_lead
from tontafel.site.language import Language
from tontafel.site.world import Entry, Upload


class AtlasWorld:
    """Answers from the atlas; what players must not know has an empty address, or is not there."""

    def __init__(self, job: Job, reader: Reader, language: Language) -> None:
        self._job = job
        self._atlas = job.atlas
        self._reader = reader
        self._language = language

    def page(self, name: str, fragment: str) -> str | None:
        """Give a page's address; a place on a page that is not there is missing, too."""
        place = f"#{quote(fragment.replace(' ', '_'), safe='-._~')}" if fragment else ""
        if not name:
            return place
        address = self._atlas.address(name)
        return address + place if address else address

    def unwritten(self, _name: str) -> None:
        """Give nothing: a site has no page to write a missing one."""

    def inter(self, link: InterLink) -> str | None:
        """Give the address of a page of a campaign beside this one, or by the InterMap."""
        if link.site == SELF:
            return self.page(link.target, "")
        address = self._atlas.neighbours.get((link.site, link.target))
        base = self._atlas.inter.get(link.site)
        return address or (inter_address(base, link) if base else None)

    def upload(self, name: str) -> Upload | None:
        """Give an upload's file."""
        known = self._atlas.known(name)
        if known in self._atlas.secrets and known:
            return Upload("", "")
        file = self._atlas.files.get(known)
        return Upload(file.address, file.media) if file else None

    def tag(self, name: str) -> str | None:
        """Give the address of a tag's page."""
        return self._atlas.tags.get(fold(name))

    def include(self, name: str) -> Document | None:
        """Give a page's tree without its title; an upload is shown as a picture."""
        known = self._visible(name)
        if known in self._atlas.files:
            return picture(known)
        return without_lead(self._read(self._atlas.targets.get(known, known))[1]) if known else None

    def source(self, name: str) -> str | None:
        """Give a page's text."""
        known = self._visible(name)
        return self._read(known)[0] if known in self._atlas.paths else None

    def journal(self, journal: Journal) -> Sequence[Entry]:
        """Give the pages of a journal."""
        return [self._entry(name) for name in self._journal_names(journal)[: journal.limit]]

    def more(self, journal: Journal) -> str | None:
        """Give the list of all pages, if there are more than the journal shows."""
        return f"{ALL_PAGES}.html" if len(self._journal_names(journal)) > journal.limit else None

    def search(self, words: str) -> Sequence[Entry]:
        """Give the pages that hold some words, by name."""
        return [self._entry(name) for name in self._atlas.stories() if self._holds(name, words)]

    def say(self, text: Message) -> str:
        """Translate a sentence."""
        return self._language.say(text)

    def _visible(self, name: str) -> str:
        known = self._atlas.known(name)
        return known if known in self._atlas.pages else ""

    def _journal_names(self, journal: Journal) -> list[str]:
        names = select(self._atlas.stories(), journal, self._job.day)
        return [name for name in names if not journal.search or self._holds(name, journal.search)]

    def _holds(self, name: str, words: str) -> bool:
        return holds(f"{name}\n{self._read(name)[0]}", words)

    def _entry(self, name: str) -> Entry:
        return Entry(name, self._atlas.pages[name], without_lead(self._read(name)[1]))

    def _read(self, name: str) -> tuple[str, Document]:
        try:
            return self._reader.page(self._atlas.paths[name])
        except OSError:
            return "", Document(())
