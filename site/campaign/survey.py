"""One look at every page: its tree, and what the others must know of it."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from tontafel.parsers.expression import expression
from tontafel.parsers.facts import Facts, facts, upload_of
from tontafel.parsers.page import parse
from tontafel.parsers.tree import Document, Heading, Image, Paragraph
from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.message import message
from tontafel.rules.span import Span
from tontafel.site.cache import digest
from tontafel.site.campaign import uploads

#: Trees that a process keeps for when the page is rendered; in a larger campaign they are made twice.
_KEPT = 2500
#: So many bytes are read at once.
_AT_ONCE = 65536
_SURROGATES = expression("[\ud800-\udfff]+")
_EMPTY = Document(())


class Record(Struct, frozen=True, array_like=True):
    """What is kept of a page: facts, and what its parser found wrong. `deleted` pages are no pages."""

    facts: Facts = Facts()
    diagnostics: tuple[Diagnostic, ...] = ()
    deleted: bool = False


class Surveyed(Struct, frozen=True, array_like=True):
    """A page's record with what tells whether it is still true; no hash where the page can't be read."""

    path: str
    hash: bytes
    record: Record


class Reader:
    """Reads and parses pages of one campaign, each once while memory allows."""

    def __init__(self, root: Path, sites: frozenset[str]) -> None:
        self._root = root
        self._sites = sites
        self._trees: dict[str, tuple[str, Document]] = {}

    def page(self, path: str) -> tuple[str, Document]:
        """Give a page's text, its lone bytes made visible without moving anything, and its tree.

        Raises OSError.
        """
        if path in self._trees:
            return self._trees[path]
        return self._parsed(self.text(path), path)

    def text(self, path: str) -> str:
        """Give a page's text alone; raises OSError."""
        return self._trees[path][0] if path in self._trees else _decoded(self._read(path))[0]

    def read_so_far(self) -> Iterator[tuple[str, Document]]:
        """Give text and tree of each page that this process has at hand."""
        yield from self._trees.values()

    def tree(self, text: str, path: str) -> Document:
        """Parse a text as the page in this file would be."""
        return tree_of(text, path, self._sites)

    def survey(self, path: str) -> Surveyed:
        """Look at one page."""
        try:
            data = self._read(path)
        except OSError as error:
            wrong = _unreadable(path, error.strerror or "?")
            return Surveyed(path, b"", Record(diagnostics=(wrong,)))
        text, broken = _decoded(data)
        document = self._parsed(text, path)[1]
        found = (*document.diagnostics, *broken, *_upload_findings(text))
        return Surveyed(
            path, digest(data), Record(facts(document, text), found, text.startswith("DeletedPage"))
        )

    def _read(self, path: str) -> bytes:
        # A file object would take twice as long, as long as a page a Path.
        handle = os.open(f"{self._root}/{path}", os.O_RDONLY)
        try:
            return b"".join(iter(lambda: os.read(handle, _AT_ONCE), b""))
        finally:
            os.close(handle)

    def _parsed(self, text: str, path: str) -> tuple[str, Document]:
        """Parse a page, and keep what came of it while memory allows."""
        parsed = (text, tree_of(text, path, self._sites))
        if len(self._trees) < _KEPT:
            self._trees[path] = parsed
        return parsed


_READERS: dict[tuple[Path, frozenset[str]], Reader] = {}


def reader(root: Path, sites: frozenset[str]) -> Reader:
    """Give this process's reader of a campaign, so that two rounds of work parse a page once."""
    key = (root, sites)
    if key not in _READERS:
        _READERS.clear()
        _READERS[key] = Reader(root, sites)
    return _READERS[key]


def forget() -> None:
    """Drop all trees, as a new build must: the files may have changed."""
    _READERS.clear()


def survey(root: Path, sites: frozenset[str], paths: Sequence[str]) -> bytes:
    """Look at some pages; gives the encoded list of `Surveyed`, to be read by `decode`."""
    pages = reader(root, sites)
    return msgspec.msgpack.encode([pages.survey(path) for path in paths])


def decode(encoded: bytes) -> list[Surveyed]:
    """Read what `survey` gave."""
    return msgspec.msgpack.decode(encoded, type=list[Surveyed])


def tree_of(text: str, path: str, sites: frozenset[str]) -> Document:
    """Parse a page by the ending of its file; a page that is a file has a picture of itself as its tree."""
    if upload_of(text):
        return _EMPTY
    return parse(text, dialect="markdown" if path.lower().endswith(".md") else None, sites=sites)


def without_lead(document: Document) -> Document:
    """Give a page's tree without the heading that is its title."""
    first = document.blocks[0] if document.blocks else None
    if type(first) is not Heading or first.level != 1:
        return document
    return Document(document.blocks[1:], document.redirect, document.diagnostics)


def picture(name: str) -> Document:
    """Give the tree that shows an upload where it is included."""
    return Document((Paragraph(0, 0, (Image(0, 0, name, False, name),)),))


def _decoded(data: bytes) -> tuple[str, tuple[Diagnostic, ...]]:
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError:
        text = data.decode("utf-8", "surrogateescape")
    place = _SURROGATES.search(text)
    return cleaned(text), (_no_utf8(place.start() if place else 0),)


def cleaned(text: str) -> str:
    """Replace bytes that are no UTF-8, one for one, so that every place stays what it is."""
    if text.isascii() or not _SURROGATES.search(text):
        return text
    return _SURROGATES.sub(lambda found: "\ufffd" * len(found[0]), text)


def _upload_findings(text: str) -> tuple[Diagnostic, ...]:
    """Say whether a page that is a file cannot be unpacked."""
    if not upload_of(text):
        return ()
    try:
        uploads.decode(text)
    except ValueError as error:
        return (
            Diagnostic(
                code="upload-broken",
                severity="error",
                message=message("The file on this page cannot be unpacked: {reason}.", reason=str(error)),
                hint=message("Upload it again, or put the file itself beside the pages."),
                span=Span(0, len(text.partition("\n")[0])),
            ),
        )
    return ()


def _no_utf8(offset: int) -> Diagnostic:
    return Diagnostic(
        code="text-encoding",
        severity="warning",
        message=message("The page is no UTF-8 from here on; what cannot be read shows as �."),
        hint=message("Save the page as UTF-8; `iconv -f latin1 -t utf8` converts an old one."),
        span=Span(offset, offset + 1),
    )


def _unreadable(path: str, reason: str) -> Diagnostic:
    return Diagnostic(
        code="file-unreadable",
        severity="error",
        message=message("“{path}” cannot be read: {reason}.", path=path, reason=reason),
        hint=message("Copy the file into the folder, or make it readable, or remove it."),
        span=Span(0, 0),
    )
