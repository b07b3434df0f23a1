"""What of a link's text is shown where a link may not stand: in headings, and around links of its own."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tontafel.parsers import tree
from tontafel.parsers.tree import Inline, Text


def without_links(nodes: Iterable[Inline], kinds: tuple[type, ...] = ()) -> Iterator[Inline]:
    """Give a heading's nodes with words instead of links to pages.

    With `kinds` they are for the text of a link: no links of these are left, and no picture is one.
    """
    for node in nodes:
        if isinstance(node, kinds) or (isinstance(node, tree.Link | tree.InterLink) and not _stays(node)):
            yield from without_links(getattr(node, "children", ()), kinds)
        elif type(node) is tree.Image and _is_of_the_wiki(node) and (kinds or not node.literal):
            yield Text(node.start, node.end, node.alt)
        elif kinds and type(node) is tree.Image:
            yield replace(node, bare=True)
        elif isinstance(node, tree.Styled | tree.OutLink):
            yield replace(node, children=tuple(without_links(node.children, kinds)))
        else:
            yield node


def _is_of_the_wiki(node: tree.Image) -> bool:
    """Tell whether a picture or what it leads to is a page."""
    return not node.outside or isinstance(node.link, tree.Link)


def _stays(node: tree.Link | tree.InterLink) -> bool:
    """Tell whether a link is one even in a heading: to a place, as a number, with its address as written."""
    return node.numbered or (node.literal if isinstance(node, tree.InterLink) else node.fragment != "")


def pictures_in(nodes: Iterable[Inline]) -> Iterator[tree.Image]:
    """Give the wiki's own pictures among a link's nodes that are links themselves."""
    for node in nodes:
        if type(node) is tree.Styled:
            yield from pictures_in(node.children)
        elif isinstance(node, tree.Image) and _is_linked(node):
            yield node


def without_pictures(nodes: Iterable[Inline]) -> Iterator[Inline]:
    """Give a link's nodes without those pictures."""
    for node in nodes:
        if type(node) is tree.Styled:
            yield replace(node, children=tuple(without_pictures(node.children)))
        elif not _is_linked(node):
            yield node


def pictures_unlinked(nodes: Iterable[Inline]) -> Iterator[Inline]:
    """Give a link's nodes with pictures that lead nowhere themselves."""
    for node in nodes:
        if type(node) is tree.Styled:
            yield replace(node, children=tuple(pictures_unlinked(node.children)))
        else:
            yield replace(node, bare=True) if type(node) is tree.Image else node


def _is_linked(node: Inline) -> bool:
    return type(node) is tree.Image and not node.outside and not node.bare
