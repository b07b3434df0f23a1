"""A world of pages given by name and text, for rendering markup without a campaign."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from urllib.parse import quote

from tontafel.parsers.page import parse
from tontafel.parsers.tree import Document, Image, InterLink, Journal, Paragraph
from tontafel.parsers.wiki.grammar import page_name
from tontafel.rules.message import Message
from tontafel.site.campaign.inter import inter_address, inter_map
from tontafel.site.campaign.journal import holds, select, today
from tontafel.site.campaign.uploads import media_type
from tontafel.site.world import Entry, Upload

_INTER_MAP = "InterMap"


class KnownPages:
    """The pages that exist, with their texts; implements `World`.

    `sites` are the prefixes of their InterMap, to be given to the parser.
    """

    def __init__(self, pages: Iterable[Mapping[str, str]]) -> None:
        self._texts = {page_name(page["name"]): page["text"] for page in pages}
        self._inter_map: dict[str, str] = inter_map(self._texts.get(_INTER_MAP, ""))
        self._trees: dict[str, Document] = {}
        self.sites = frozenset(self._inter_map)

    def page(self, name: str, fragment: str) -> str | None:
        """Give a page's address; a place on a page is linked to whether it exists or not."""
        if not fragment:
            return _address(name) if name in self._texts else None
        place = "#" + quote(fragment.replace(" ", "_"), errors="replace")
        return _address(name) + place if name else place

    def unwritten(self, name: str) -> str:
        """Give the address that a missing page would have."""
        return _address(name)

    def inter(self, link: InterLink) -> str | None:
        """Give the address by the InterMap; `%s` in it is where the page goes, else its end."""
        base = self._inter_map.get(link.site)
        return None if base is None else inter_address(base, link)

    def upload(self, name: str) -> Upload | None:
        """Give a page as a file; its type is left open, since any page may be meant as a picture."""
        return Upload(_address(name), "") if name in self._texts else None

    def tag(self, name: str) -> str:
        """Give an address that lists the pages with a tag."""
        return "?tag=" + quote(name, errors="replace")

    def include(self, name: str) -> Document | None:
        """Give a page's tree; an upload is shown as a picture."""
        text = self._texts.get(name)
        if text is None:
            return None
        if media_type(text):
            return Document((Paragraph(0, 0, (Image(0, 0, name, False, name),)),))
        if name not in self._trees:
            self._trees[name] = parse(text, sites=self.sites)
        return self._trees[name]

    def source(self, name: str) -> str | None:
        """Give a page's text."""
        return self._texts.get(name)

    def journal(self, journal: Journal) -> Sequence[Entry]:
        """Give the pages of a journal."""
        return [self._entry(name) for name in self._journal_names(journal)[: journal.limit]]

    def more(self, journal: Journal) -> str | None:
        """Give an address for the rest of a journal."""
        return "?more" if len(self._journal_names(journal)) > journal.limit else None

    def search(self, words: str) -> Sequence[Entry]:
        """Give the pages that hold some words, by name."""
        return [self._entry(name) for name in sorted(self._texts) if self._holds(name, words)]

    def say(self, text: Message) -> str:
        """Say it in English."""
        return text.text.format(**text.values)

    def _journal_names(self, journal: Journal) -> list[str]:
        names = select(self._texts, journal, today())
        return [
            n for n in names if self._is_shown(n) and (not journal.search or self._holds(n, journal.search))
        ]

    def _is_shown(self, name: str) -> bool:
        return not self._texts[name].startswith(("#REDIRECT ", "DeletedPage"))

    def _holds(self, name: str, words: str) -> bool:
        return holds(f"{name}\n{self._texts[name]}", words)

    def _entry(self, name: str) -> Entry:
        return Entry(name, _address(name), self.include(name) or Document(()))


@lru_cache(maxsize=4096)
def _address(name: str) -> str:
    return quote(name.replace(" ", "_"), safe="", errors="replace")
