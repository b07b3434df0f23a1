"""The document tree: what a page says, and where each piece of it stands.

Every node knows its place as a half-open range of code points in the page's text. `Text` is the only
node that holds words; where its text was not rewritten (entities, quotes, arrows), it is exactly
`source[start:end]`. Delimiters belong to the node around the text: `/zornig/` is a `Styled` of eight
characters that holds a `Text` of six.
"""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from tontafel.rules.diagnostic import Diagnostic

Align = Literal["", "left", "right", "center"]
#: i, b, u: the word pairs `/x/ *x* _x_`; em, strong: the toggles `//` and `**`; code, span, s: raw pairs.
Style = Literal["i", "b", "u", "em", "strong", "code", "span", "s"]


class Node(Struct, frozen=True, gc=False):
    """Anything with a place in the source."""

    start: int
    end: int


class Text(Node, frozen=True, gc=False):
    """Words as the reader sees them."""

    text: str


class Break(Node, frozen=True, gc=False):
    r"""A line break inside a paragraph (`\\`)."""


class Styled(Node, frozen=True, gc=False):
    """Emphasis, code or an underlined run."""

    style: Style
    children: "tuple[Inline, ...]"


class Link(Node, frozen=True, gc=False):
    """A link to a page of this campaign, there or not; `target` is the page's name with spaces.

    `target` is empty for a link within the page. `numbered` links show a footnote number.
    """

    target: str
    fragment: str
    children: "tuple[Inline, ...]"
    numbered: bool = False


class InterLink(Node, frozen=True, gc=False):
    """A link through the InterMap: another wiki, or another namespace of this one.

    A `literal` one goes into the address as it stands; otherwise its target is percent-encoded.
    """

    site: str
    target: str
    children: "tuple[Inline, ...]"
    numbered: bool = False
    literal: bool = False


class OutLink(Node, frozen=True, gc=False):
    """A link to an address outside the campaign."""

    url: str
    children: "tuple[Inline, ...]"
    numbered: bool = False


class Image(Node, frozen=True, gc=False):
    """A picture: an upload's page name or an address outside, and where a click on it leads.

    `link` is None for the picture's own page or address; a `bare` picture leads nowhere, and a `literal` one
    is a picture in headings, too.
    """

    source: str
    outside: bool
    alt: str
    link: "Link | OutLink | None" = None
    bare: bool = False
    literal: bool = False


class Tag(Node, frozen=True, gc=False):
    """`[[tag:Held]]`."""

    name: str
    children: "tuple[Inline, ...]"


class Anchor(Node, frozen=True, gc=False):
    """A named place to link to."""

    name: str


class Html(Node, frozen=True, gc=False):
    """Raw HTML of a Markdown page, already cleaned."""

    html: str


Inline = Text | Break | Styled | Link | InterLink | OutLink | Image | Tag | Anchor | Html


class Paragraph(Node, frozen=True, gc=False):
    """A run of inline nodes between blank lines."""

    children: tuple[Inline, ...]


class Heading(Node, frozen=True, gc=False):
    """A heading; levels above six are kept as written."""

    level: int
    children: tuple[Inline, ...]


class Separator(Node, frozen=True, gc=False):
    """`----`."""


class Item(Node, frozen=True, gc=False):
    """A list item: inline nodes, and the lists and blocks nested in it."""

    children: "tuple[Inline | Block, ...]"


class List(Node, frozen=True, gc=False):
    """A bulleted or numbered list."""

    ordered: bool
    items: tuple[Item, ...]


class Cell(Node, frozen=True, gc=False):
    """A table cell; its place is the cell's text without pipes and padding."""

    header: bool
    colspan: int
    align: Align
    children: tuple[Inline, ...]


class Row(Node, frozen=True, gc=False):
    """A table row."""

    cells: tuple[Cell, ...]


class Table(Node, frozen=True, gc=False):
    """A table."""

    rows: tuple[Row, ...]


class Preformatted(Node, frozen=True, gc=False):
    """Text kept line by line: code, a quotation of `>` lines, or the marks of an edit conflict."""

    kind: Literal["code", "quote", "conflict"]
    text: str


class Quote(Node, frozen=True, gc=False):
    """A block quotation (Markdown)."""

    children: "tuple[Block, ...]"


class Include(Node, frozen=True, gc=False):
    """Another page's text in this place, as markup or verbatim."""

    target: str
    verbatim: bool


class Journal(Node, frozen=True, gc=False):
    """The pages whose names begin with a date, newest first; `pattern` is a regular expression.

    `when` keeps only the pages dated before or after today, `search` those that hold these words;
    `more` tells whether readers are led to the rest of them.
    """

    limit: int
    pattern: str
    reverse: bool = False
    titles_only: bool = False
    when: Literal["", "past", "future"] = ""
    search: str = ""
    more: bool = True


class Search(Node, frozen=True, gc=False):
    """The pages whose name or text holds these words."""

    words: str


class Contents(Node, frozen=True, gc=False):
    """The place of the table of contents, with its title and style class."""

    title: str
    style: str


Block = (
    Paragraph
    | Heading
    | Separator
    | List
    | Table
    | Preformatted
    | Quote
    | Include
    | Journal
    | Search
    | Contents
    | Html
)


class Document(Struct, frozen=True):
    """A page as a tree."""

    blocks: tuple[Block, ...]
    #: The page that this one sends its readers to, or empty.
    redirect: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()


def text_of(nodes: "Iterable[Inline | Block]") -> str:
    """Give the words of inline nodes without any markup; a picture's are its description."""
    parts: list[str] = []
    for node in nodes:
        if isinstance(node, Text):
            parts.append(node.text)
        elif isinstance(node, Image):
            parts.append(node.alt)
        elif isinstance(node, Break):
            parts.append(" ")
        else:
            parts.append(text_of(getattr(node, "children", ())))
    return "".join(parts)
