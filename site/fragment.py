"""A document tree to a fragment of HTML.

The plain fragment says what the page says and no more; a decorated one is what the site shows: boxes are
drawn, headings can be linked to, and no line ends within "30 %".
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from tontafel.parsers import tree
from tontafel.parsers.html_addresses import Address, with_addresses
from tontafel.parsers.tree import Document, Heading, Inline, Text, text_of
from tontafel.parsers.wiki.grammar import page_name
from tontafel.rules.message import Message, message
from tontafel.site.campaign.uploads import PICTURES
from tontafel.site.harmless import PICTURE_SCHEMES, attribute, escape, is_safe, together, with_host
from tontafel.site.link_texts import pictures_in, pictures_unlinked, without_links, without_pictures
from tontafel.site.world import World

#: How many pages a page may show within itself, all levels together.
_MOST_INCLUDES = 200
_DEEPEST_INCLUDE = 20
#: How many tables of contents a page may have.
_MOST_CONTENTS = 10
#: A table of so many columns may be wider than a phone.
_WIDE = 3
_LONG_WORD = re.compile(r"[^\s\u00ad-]{24}").search
_BOXES = "□☐○◯❏☒☑■●"
_ANY_BOX = re.compile(f"[{_BOXES}]")
_TICKED = frozenset("☒☑■●")
_BREAK = re.compile(r"\s+")
_UNWRITTEN = message("not yet written")
_PERMALINK = message("Link to this heading")
_TABLE = message("Table")
_LINKS = (tree.Link, tree.InterLink, tree.OutLink, tree.Tag)


def render(  # noqa: PLR0913 - all but the first two are usual
    document: Document,
    world: World,
    *,
    page: str = "",
    heading_ids: bool = False,
    decorate: bool = False,
    below: Mapping[int, str] = MappingProxyType({}),
) -> str:
    """Give the HTML of a page.

    `page` is its name, so that it is not shown within itself. Headings get ids if asked for, and where a
    table of contents links to them. `below` has HTML to stand below tables, by the identity of their nodes.
    The result holds no lone surrogates.
    """
    headings = [block for block in document.blocks if type(block) is Heading]
    named = heading_ids or any(type(block) is tree.Contents for block in document.blocks)
    renderer = _Renderer(world, page, decorate, headings if named else None)
    renderer.below = below
    renderer.blocks(document.blocks)
    html = "".join(renderer.out)
    try:
        html.encode()
    except UnicodeEncodeError:
        return html.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return html


def heading_id(children: Iterable[Inline]) -> str:
    """Give the id that a heading asks for: its words, as in the name of an anchor."""
    return _BREAK.sub("_", text_of(children).strip())


class _Renderer:
    """Writes one page; pages shown within it are written by the same one, so that footnotes count on."""

    __slots__ = (
        "below",
        "contents_left",
        "decorate",
        "footnote",
        "headings",
        "ids",
        "ids_used",
        "in_journal",
        "includes_left",
        "including",
        "out",
        "said",
        "world",
    )

    def __init__(self, world: World, page: str, decorate: bool, headings: list[Heading] | None) -> None:
        self.world = world
        self.decorate = decorate
        self.below: Mapping[int, str] = {}
        #: The headings of a table of contents, or None where headings have no ids.
        self.headings = headings
        self.out: list[str] = []
        self.footnote = 0
        #: The ids of headings that a table of contents has named, by the identity of the node.
        self.ids: dict[int, str] = {}
        #: Each id given away, and the number of the last one made of it.
        self.ids_used: dict[str, int] = {}
        self.including = {page}
        self.includes_left = _MOST_INCLUDES
        self.contents_left = _MOST_CONTENTS
        self.in_journal = False
        self.said: dict[str, str] = {}

    def blocks(self, blocks: Sequence[Any]) -> None:
        """Write blocks, each on lines of its own."""
        for block in blocks:
            _WRITERS[type(block)](self, block)
            self.out.append("\n")

    def nodes(self, nodes: Sequence[Any]) -> None:
        """Write inline nodes, and lists among them."""
        out, draw = self.out, self.decorate
        for node in nodes:
            kind = type(node)
            if kind is Text:
                html = node.text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                if draw and " %" in html:
                    html = together(html)
                out.append(_with_boxes(html) if draw and not html.isascii() else html)
            else:
                _WRITERS[kind](self, node)

    def words(self, text: Message) -> str:
        """Give a sentence of ours as it can stand between double quotes, put into words once a page."""
        if text.text not in self.said:
            self.said[text.text] = attribute(self.world.say(text))
        return self.said[text.text]

    def element(self, tag: str, children: Sequence[Any], attributes: str = "") -> None:
        """Write an element around nodes."""
        self.out.append(f"<{tag}{attributes}>")
        self.nodes(children)
        self.out.append(f"</{tag}>")

    # -- inline -----------------------------------------------------------------------------------------

    def line_break(self, _node: tree.Break) -> None:
        self.out.append("<br>")

    def styled(self, node: tree.Styled) -> None:
        """Write emphasis; nothing where there is nothing in it. Boxes in code stay as they are."""
        if not node.children:
            return
        if node.style == "code":
            self.out.append(f"<code>{escape(text_of(node.children))}</code>")
        else:
            self.element(node.style, node.children)

    def link(self, node: tree.Link) -> None:
        address = self.world.page(node.target, node.fragment)
        if address is None:
            self.missing(node)
        elif address:
            self.anchor(address, self.apart(node, node.target), "", node.numbered)
        else:
            self.nodes(node.children)

    def missing(self, node: tree.Link) -> None:
        """Write a link to a page that is not there; numbered ones show their name in brackets."""
        before, after = ("[", "]") if node.numbered else ("", "")
        title = f' title="{self.words(_UNWRITTEN)}"' if self.decorate else ""
        children = self.apart(node, node.target)
        self.out.append(f'{before}<a class="missing"{title}>')
        if page_name(text_of(children)) == node.target:
            self.out.append(escape(node.target))
        else:
            self.nodes(children)
        self.out.append(f"</a>{after}")

    def inter_link(self, node: tree.InterLink) -> None:
        address = self.world.inter(node)
        if address is None:
            self.nodes(node.children)
        else:
            self.anchor(address, self.apart(node, node.target), "inter", node.numbered)

    def out_link(self, node: tree.OutLink) -> None:
        self.anchor(node.url, self.apart(node, node.url), "outside", node.numbered)

    def anchor(self, address: str, children: Sequence[Inline], kind: str, numbered: bool) -> None:
        """Write a link, or its text alone where the address is none that may be followed."""
        opening = _opening(address, f"{kind} number".strip() if numbered else kind)
        if not opening:
            self.nodes(children)
            return
        self.out.append(opening)
        if numbered:
            self.footnote += 1
            self.out.append(f"[{self.footnote}]")
        else:
            self.nodes(children)
        self.out.append("</a>")

    def apart(self, link: tree.Link | tree.InterLink | tree.OutLink, name: str) -> Sequence[Inline]:
        """Write the wiki's pictures in a link's text before it, for they are links too; give the rest.

        The site lets no picture from elsewhere be a link within the link, as the engine does.
        """
        children = link.children
        if len(children) == 1 and type(children[0]) is Text:
            return children
        pictures = list(pictures_in(children))
        if pictures:
            self.nodes(pictures)
            children = tuple(without_pictures(children)) or (Text(link.start, link.end, name),)
        return tuple(pictures_unlinked(children)) if self.decorate else children

    def tag(self, node: tree.Tag) -> None:
        address = self.world.tag(node.name)
        if address is None:
            self.element("span", node.children, ' class="tag"')
        else:
            self.element("a", node.children, f' class="tag" rel="tag" href="{attribute(address)}"')

    def place(self, node: tree.Anchor) -> None:
        self.out.append(f'<a id="{attribute(_BREAK.sub("_", node.name))}"></a>')

    def html(self, node: tree.Html) -> None:
        self.out.append(with_addresses(node.html, self.address))

    def address(self, asked: Address) -> str | None:
        """Give what an address in raw HTML means here: empty where nobody may know, None if nothing."""
        if not asked.is_picture:
            return self.world.page(asked.name, asked.fragment)
        upload = self.world.upload(asked.name)
        return upload and upload.address

    # -- pictures ---------------------------------------------------------------------------------------

    def image(self, node: tree.Image) -> None:
        """Write a picture and the link around it; a file that is no picture is linked to by its name."""
        if node.outside:
            self.picture(node, node.source)
            return
        upload = self.world.upload(node.source)
        if upload is not None and not upload.address:
            self.out.append(escape(self.described(node)))
        elif upload is None and node.link is None:
            self.out.append(f'<a class="missing">image:{escape(node.source)}</a>')
        elif upload is None:
            self.picture(node, "")
        elif upload.media and upload.media not in PICTURES:
            self.out.append(f'<a href="{attribute(upload.address)}">{escape(node.alt)}</a>')
        else:
            self.picture(node, upload.address)

    def picture(self, node: tree.Image, source: str) -> None:
        """Write a picture; without a source its description is what is seen."""
        fetched = source and is_safe(source, PICTURE_SCHEMES)
        src = f' src="{attribute(with_host(source))}"' if fetched else ""
        alt = self.described(node) or (node.source.rsplit("/", 1)[-1] if self.decorate else "")
        html = f'<img alt="{attribute(alt)}"{src} loading="lazy">'
        address = None if node.bare else self.picture_link(node, source)
        if not address or not is_safe(address):
            self.out.append(html)
        else:
            self.out.append(f'<a class="image" href="{attribute(with_host(address))}">{html}</a>')

    def described(self, node: tree.Image) -> str:
        """Give what is said of a picture; the name of a page that it leads to only if readers may know it."""
        link = node.link
        if isinstance(link, tree.Link) and page_name(node.alt) == link.target:
            return "" if self.world.page(link.target, "") == "" else node.alt
        return node.alt

    def picture_link(self, node: tree.Image, source: str) -> str | None:
        """Give the address that a click on a picture leads to."""
        link = node.link
        if isinstance(link, tree.OutLink):
            return link.url
        if link is not None:
            address = self.world.page(link.target, link.fragment)
            return self.world.unwritten(link.target) if address is None else address
        return source if node.outside else self.world.page(node.source, "") or source

    # -- blocks -----------------------------------------------------------------------------------------

    def paragraph(self, node: tree.Paragraph) -> None:
        """Write a paragraph; nothing where there is nothing in it."""
        self.out.append("<p>")
        self.nodes(node.children)
        if self.out[-1] == "<p>":
            self.out.pop()
        else:
            self.out.append("</p>")

    def heading(self, node: Heading) -> None:
        """Write a heading; its links are words, so that a table of contents can link to it."""
        level = min(node.level, 6)
        name = self.id_of(node) if self.headings is not None else ""
        more = f' class="h{node.level}"' if node.level > 6 else ""
        self.out.append(f'<h{level}{more} id="{attribute(name)}">' if name else f"<h{level}{more}>")
        plain = len(node.children) == 1 and type(node.children[0]) is Text
        self.nodes(node.children if plain else list(without_links(node.children)))
        if name and self.decorate:
            self.out.append(
                f'<a class="permalink" href="#{_fragment(name)}" aria-label="{self.words(_PERMALINK)}">#</a>'
            )
        self.out.append(f"</h{level}>")

    def id_of(self, node: Heading) -> str:
        """Give a heading's id, never the same twice on a page."""
        known = self.ids.get(id(node))
        if known is not None:
            return known
        wanted = name = heading_id(node.children) or "_"
        while name in self.ids_used:
            self.ids_used[wanted] += 1
            name = f"{wanted}-{self.ids_used[wanted]}"
        self.ids_used[name] = 1
        self.ids[id(node)] = name
        return name

    def separator(self, _node: tree.Separator) -> None:
        self.out.append("<hr>")

    def list(self, node: tree.List) -> None:
        out, nodes = self.out, self.nodes
        tag = "ol" if node.ordered else "ul"
        out.append(f"<{tag}>")
        for item in node.items:
            out.append("<li>")
            nodes(item.children)
            out.append("</li>")
        out.append(f"</{tag}>")

    def table(self, node: tree.Table) -> None:
        """Write a table; on the site a wide one can be moved to the side, by keyboard, too."""
        out, nodes = self.out, self.nodes
        wide = self.decorate and _may_be_wide(node)
        if wide:
            out.append(f'<div class="wide" role="group" tabindex="0" aria-label="{self.words(_TABLE)}">')
        out.append("<table>")
        for row in node.rows:
            out.append("<tr>")
            for cell in row.cells:
                out.append(_cell_tag(cell.header, cell.colspan, cell.align))
                nodes(cell.children)
                out.append("</th>" if cell.header else "</td>")
            out.append("</tr>")
        out.append("</table></div>\n" if wide else "</table>")
        if id(node) in self.below:
            out.append(self.below[id(node)])

    def preformatted(self, node: tree.Preformatted) -> None:
        kind = "" if node.kind == "code" else f' class="{node.kind}"'
        self.out.append(f"<pre{kind}>{escape(node.text)}</pre>")

    def quotation(self, node: tree.Quote) -> None:
        self.out.append("<blockquote>")
        self.blocks(node.children)
        self.out.append("</blockquote>")

    # -- what a page takes from others --------------------------------------------------------------------

    def contents(self, node: tree.Contents) -> None:
        """Write the table of contents of all headings; nothing where there are none, or again and again."""
        if not self.headings or not self.contents_left:
            return
        self.contents_left -= 1
        title = node.title or self.world.say(message("Contents"))
        self.out.append(f'<div class="{attribute(f"toc {node.style}".strip())}"><h2>{escape(title)}</h2>')
        levels: list[int] = []
        for heading in self.headings:
            self.out.append(_steps(levels, heading.level))
            self.out.append(f'<li><a href="#{_fragment(self.id_of(heading))}">')
            self.nodes(list(without_links(heading.children, _LINKS)))
            self.out.append("</a>")
        self.out.append("</li></ol>" * len(levels) + "</div>")

    def include(self, node: tree.Include) -> None:
        """Write another page in this place; not within itself, and not without end."""
        name = node.target
        if node.verbatim:
            self.out.append(f'<pre class="include">{escape(self.world.source(name) or "")}</pre>')
            return
        if name in self.including:
            text = self.world.say(message("Recursive include of {name}!", name=name))
            self.out.append(f'<p class="error"><strong>{escape(text)}</strong></p>')
            return
        self.out.append('<div class="include">')
        self.page(name, self.world.include(name))
        self.out.append("</div>")

    def page(self, name: str, document: Document | None) -> None:
        """Write the blocks of another page."""
        if document is None or self.includes_left <= 0 or len(self.including) > _DEEPEST_INCLUDE:
            return
        self.includes_left -= 1
        added = name not in self.including
        self.including.add(name)
        self.blocks(document.blocks)
        if added:
            self.including.remove(name)

    def journal(self, node: tree.Journal) -> None:
        """Write the pages of a journal, or only their names; a journal in one of them stays away."""
        if self.in_journal:
            return
        entries = self.world.journal(node)
        if not entries:
            return
        self.in_journal = True
        tag = "h2" if self.decorate else "h1"
        self.out.append('<div class="journal">')
        for name, address, document in entries:
            self.out.append(
                f'<div class="entry"><{tag}><a href="{attribute(address)}">{escape(name)}</a></{tag}>\n'
            )
            if not node.titles_only:
                self.page(name, document)
            self.out.append("</div>")
        self.out.append("</div>")
        more = self.world.more(node) if node.more else None
        if more:
            words = escape(self.world.say(message("More...")))
            self.out.append(f'<p class="more"><a href="{attribute(more)}">{words}</a></p>')
        self.in_journal = False

    def search(self, node: tree.Search) -> None:
        """Write links to the pages that hold some words."""
        self.out.append('<div class="search"><ul>')
        for name, address, _ in self.world.search(node.words):
            self.out.append(f'<li><a href="{attribute(address)}">{escape(name)}</a></li>')
        self.out.append("</ul></div>")


_WRITERS: dict[type, Callable[[_Renderer, Any], None]] = {
    tree.Break: _Renderer.line_break,
    tree.Styled: _Renderer.styled,
    tree.Link: _Renderer.link,
    tree.InterLink: _Renderer.inter_link,
    tree.OutLink: _Renderer.out_link,
    tree.Image: _Renderer.image,
    tree.Tag: _Renderer.tag,
    tree.Anchor: _Renderer.place,
    tree.Html: _Renderer.html,
    tree.Paragraph: _Renderer.paragraph,
    Heading: _Renderer.heading,
    tree.Separator: _Renderer.separator,
    tree.List: _Renderer.list,
    tree.Table: _Renderer.table,
    tree.Preformatted: _Renderer.preformatted,
    tree.Quote: _Renderer.quotation,
    tree.Include: _Renderer.include,
    tree.Journal: _Renderer.journal,
    tree.Search: _Renderer.search,
    tree.Contents: _Renderer.contents,
}


@lru_cache(maxsize=4096)
def _opening(address: str, classes: str) -> str:
    """Begin a link; nothing where the address is none that may be followed."""
    if not is_safe(address):
        return ""
    named = f' class="{classes}"' if classes else ""
    return f'<a{named} href="{attribute(with_host(address))}">'


def _may_be_wide(table: tree.Table) -> bool:
    """Tell whether a table may be wider than a phone: by its columns, or by a word that nothing divides."""
    return any(
        len(row.cells) >= _WIDE or any(_LONG_WORD(text_of(cell.children)) for cell in row.cells)
        for row in table.rows
    )


@lru_cache(maxsize=256)
def _cell_tag(header: bool, columns: int, align: str) -> str:
    tag = "th" if header else "td"
    span = f' colspan="{columns}"' if columns > 1 else ""
    named = f' class="align-{align}"' if align else ""
    return f"<{tag}{span}{named}>"


def _with_boxes(html: str) -> str:
    """Draw the boxes among words, if there are any: a word of plainer letters is not even looked through."""
    for box in _BOXES:
        if box in html:
            return _ANY_BOX.sub(_drawn, html)
    return html


def _drawn(match: re.Match[str]) -> str:
    box = match[0]
    ticked = " ticked" if box in _TICKED else ""
    return f'<span class="box{ticked}"><span>{box}</span></span>'


def _fragment(name: str) -> str:
    return quote(name, safe="-._~!$&'()*+,;=:@/?", errors="replace").replace("&", "&amp;")


def _steps(levels: list[int], level: int) -> str:
    """Close and open lists on the way to a heading's level in the table of contents."""
    html = ""
    while len(levels) > 1 and levels[-1] > level and levels[-2] >= level:
        levels.pop()
        html += "</li></ol>"
    if levels and levels[-1] >= level:
        levels[-1] = level
        return html + "</li>"
    levels.append(level)
    return html + "<ol>"
