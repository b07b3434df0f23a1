"""What a fragment of HTML must know of the pages around it."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from tontafel.parsers.tree import Document, InterLink, Journal
from tontafel.rules.message import Message


class Upload(NamedTuple):
    """A file of the wiki: its address, and its MIME type or nothing where that is not known."""

    address: str
    media: str


class Entry(NamedTuple):
    """Another page to be shown or listed: its name, its address and its tree."""

    name: str
    address: str
    document: Document


class World(Protocol):
    """Answers for one page. Addresses are relative to it; None says that there is no such thing.

    An empty address says that there is one which the readers must not know of: words stay words.
    """

    def page(self, name: str, fragment: str) -> str | None:
        """Give the address of a page and a place on it; an empty name is this page."""

    def unwritten(self, name: str) -> str | None:
        """Give an address for a missing page that a picture leads to: the wiki does not look there."""

    def inter(self, link: InterLink) -> str | None:
        """Give the address of a page of another wiki or namespace."""

    def upload(self, name: str) -> Upload | None:
        """Give the file that a page holds."""

    def tag(self, name: str) -> str | None:
        """Give the address of the list of pages with a tag."""

    def include(self, name: str) -> Document | None:
        """Give the tree of a page that is to be shown within this one."""

    def source(self, name: str) -> str | None:
        """Give the text of a page that is to be shown as it is written."""

    def journal(self, journal: Journal) -> Sequence[Entry]:
        """Give the pages of a journal in their order."""

    def more(self, journal: Journal) -> str | None:
        """Give the address of the rest of a journal that its limit cuts off."""

    def search(self, words: str) -> Sequence[Entry]:
        """Give the pages that hold these words."""

    def say(self, text: Message) -> str:
        """Translate a sentence for the reader of the page."""
