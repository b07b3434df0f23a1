"""What others must know of a page without reading it again: its title, its links, what it takes from whom."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from tontafel.parsers import tree
from tontafel.parsers.html_addresses import addresses_in
from tontafel.parsers.missed_tags import MissedTag, missed_tags
from tontafel.parsers.page import UPLOAD_HEAD
from tontafel.parsers.tree import Document, text_of
from tontafel.rules.span import Span


class LinkFact(Struct, frozen=True, gc=False, array_like=True):
    """A link to a page of this campaign or to a place on it, and where it stands."""

    target: str
    span: Span
    fragment: str = ""


class UploadFact(Struct, frozen=True, gc=False, array_like=True):
    """The head of a page that is a file: its type, its packing, and the offset of the data (base64)."""

    media: str
    packing: str
    offset: int


class Facts(Struct, frozen=True, array_like=True):
    """What a page says, in short; small enough for a cache."""

    #: The words of the first heading, or nothing.
    title: str = ""
    links: tuple[LinkFact, ...] = ()
    #: Pages of other wikis or namespaces, as (prefix, page).
    inter_links: tuple[tuple[str, str], ...] = ()
    tags: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    #: Pages whose file is shown.
    pictures: tuple[str, ...] = ()
    redirect: str = ""
    upload: UploadFact | None = None
    has_tables: bool = False
    has_journal: bool = False
    has_contents: bool = False
    #: The words of the page's own title: a heading of the first level before anything else.
    lead: str = ""
    #: Where a link can lead within the page: the words of headings and anchors, spaces as underscores.
    places: tuple[str, ...] = ()
    #: The pages of `includes` and `pictures` again, with where they are asked for.
    shown: tuple[LinkFact, ...] = ()
    #: What looks like a tag and is none.
    missed_tags: tuple[MissedTag, ...] = ()
    #: Where each of `tags` stands first.
    tag_places: tuple[Span, ...] = ()


def facts(document: Document, text: str) -> Facts:
    """Collect the facts of a page from its tree; names stand once each, in the order of the page."""
    walk = _Walk()
    walk.nodes(document.blocks)
    upload = upload_of(text)
    missed = () if upload else missed_tags(document, text, walk.tag_nodes)
    return Facts(
        walk.title,
        tuple(_without(walk.links, missed) if missed else walk.links),
        tuple(walk.inter_links),
        tuple(walk.tags),
        tuple(walk.includes),
        tuple(walk.pictures),
        document.redirect,
        upload,
        walk.has_tables,
        walk.has_journal,
        walk.has_contents,
        _lead(document),
        tuple(walk.places),
        tuple(walk.shown),
        missed,
        tuple(Span(node.start, node.end) for node in walk.tags.values()),
    )


def _without(links: Iterable[LinkFact], missed: Iterable[MissedTag]) -> list[LinkFact]:
    """Leave out the links that are meant as tags."""
    starts = [tag.span.start for tag in missed]
    return [one for one in links if not any(one.span.start <= start < one.span.end for start in starts)]


def _lead(document: Document) -> str:
    first = document.blocks[0] if document.blocks else None
    return _words(first) if type(first) is tree.Heading and first.level == 1 else ""


def _words(node: tree.Heading) -> str:
    return " ".join(text_of(node.children).split())


def upload_of(text: str) -> UploadFact | None:
    """Read the head of a page that is a file."""
    head = UPLOAD_HEAD(text)
    return head and UploadFact(head[1].lower(), head[2] or "", head.end())


class _Walk:
    """One walk over a tree."""

    def __init__(self) -> None:
        self.title = ""
        self.links: list[LinkFact] = []
        self.inter_links: dict[tuple[str, str], None] = {}
        self.tags: dict[str, tree.Tag] = {}
        self.tag_nodes: list[tree.Tag] = []
        self.includes: dict[str, None] = {}
        self.pictures: dict[str, None] = {}
        self.places: dict[str, None] = {}
        self.shown: list[LinkFact] = []
        self.has_tables = self.has_journal = self.has_contents = False

    def nodes(self, nodes: Iterable[Any]) -> None:
        for node in nodes:
            visit = _VISITS.get(type(node))
            if visit is not None:
                visit(self, node)

    def inside(self, node: Any) -> None:
        self.nodes(node.children)

    def heading(self, node: tree.Heading) -> None:
        words = _words(node)
        self.title = self.title or words
        self.places[words.replace(" ", "_")] = None
        self.nodes(node.children)

    def list(self, node: tree.List) -> None:
        for item in node.items:
            self.nodes(item.children)

    def table(self, node: tree.Table) -> None:
        self.has_tables = True
        for row in node.rows:
            for cell in row.cells:
                self.nodes(cell.children)

    def link(self, node: tree.Link) -> None:
        if node.target or node.fragment:
            self.links.append(LinkFact(node.target, Span(node.start, node.end), node.fragment))
        self.nodes(node.children)

    def inter_link(self, node: tree.InterLink) -> None:
        self.inter_links[node.site, node.target] = None
        self.nodes(node.children)

    def image(self, node: tree.Image) -> None:
        if not node.outside:
            self.pictures[node.source] = None
            self.shown.append(LinkFact(node.source, Span(node.start, node.end)))
        if type(node.link) is tree.Link:
            self.link(node.link)

    def tag(self, node: tree.Tag) -> None:
        self.tags.setdefault(node.name, node)
        self.tag_nodes.append(node)

    def include(self, node: tree.Include) -> None:
        self.includes[node.target] = None
        self.shown.append(LinkFact(node.target, Span(node.start, node.end)))

    def html(self, node: tree.Html) -> None:
        span = Span(node.start, node.end)
        for name, fragment, is_picture in addresses_in(node.html):
            if is_picture:
                self.pictures[name] = None
                self.shown.append(LinkFact(name, span))
            else:
                self.links.append(LinkFact(name, span, fragment))

    def anchor(self, node: tree.Anchor) -> None:
        self.places[node.name.replace(" ", "_")] = None

    def journal(self, _node: tree.Journal | tree.Search) -> None:
        self.has_journal = True

    def contents(self, _node: tree.Contents) -> None:
        self.has_contents = True


_VISITS: dict[type, Callable[[_Walk, Any], None]] = {
    tree.Paragraph: _Walk.inside,
    tree.Styled: _Walk.inside,
    tree.OutLink: _Walk.inside,
    tree.Quote: _Walk.inside,
    tree.Heading: _Walk.heading,
    tree.List: _Walk.list,
    tree.Table: _Walk.table,
    tree.Link: _Walk.link,
    tree.InterLink: _Walk.inter_link,
    tree.Image: _Walk.image,
    tree.Tag: _Walk.tag,
    tree.Anchor: _Walk.anchor,
    tree.Html: _Walk.html,
    tree.Include: _Walk.include,
    tree.Journal: _Walk.journal,
    tree.Search: _Walk.journal,
    tree.Contents: _Walk.contents,
}
