"""Wiki markup: what it makes, where every piece stands, and that no text can break it."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tontafel.parsers import tree
from tontafel.parsers.budget import Budget
from tontafel.parsers.expression import expression
from tontafel.parsers.page import decode, dialect_of, encode, parse
from tontafel.parsers.tree import Document, Node, Text, text_of
from tontafel.parsers.wiki import inline, lists, rules, tables
from tontafel.parsers.wiki.rules import BLOCK_RULES, INLINE_RULES
from tontafel.rules.span import Span
from tontafel.site.fragment import render
from tontafel.site.known_pages import KnownPages

FOLDER = Path(__file__).parent / "markup"
_HEAD = re.compile(r"^-{20} (.+)\n", re.MULTILINE)
_DOTS = "\n" + "." * 20 + "\n"

#: The pages that the golden cases speak of.
PAGES = [
    {"name": "Ur", "text": "Eine Stadt, in der man Gerste misst."},
    {"name": "Was nun?", "text": ""},
    {"name": "Bier & Brot", "text": "Aus Gerste."},
    {"name": "Siegel", "text": "#FILE image/png \niVBORw0KGgo="},
    {"name": "Tafel", "text": "== Die Tafel\nRisse und *Staub*.\n"},
    {"name": "Kreis", "text": 'Außen.\n<include "Kreis">\nInnen.'},
    {"name": "2301-05-01 Ernte", "text": "Alle helfen.\n"},
    {"name": "2301-06-01 Fest", "text": "* Bier\n* Brot\n"},
    {"name": "2301-07-01 Dürre", "text": "Nichts wächst."},
    {"name": "2301-08-01 Alt", "text": "#REDIRECT [[Ur]]"},
    {"name": "InterMap", "text": " Lexikon https://lexikon.example/%s?a=1\n Nachbarn /wiki/Nachbarn/\n"},
]


class MarkupCase(NamedTuple):
    """A text and the HTML that it makes."""

    name: str
    text: str
    html: str


def cases() -> Iterator[MarkupCase]:
    """Give all cases by file and title.

    A case is a title after a dashed line, the text, a line of dots, the HTML; `␠` at the end of a line is a
    space that an editor would take away.
    """
    for path in sorted(FOLDER.glob("*.txt")):
        _, *parts = _HEAD.split(path.read_text("utf-8"))
        for title, body in zip(parts[::2], parts[1::2], strict=True):
            text, html = body.split(_DOTS)
            yield MarkupCase(f"{path.stem}: {title}", text.replace("␠", " "), html.strip())


WORLD = KnownPages(PAGES)
CASES = list(cases())


def pieces(written: str) -> list[str]:
    """Pieces of markup between spaces; `¶` is a line end and `·` a space in them."""
    return [piece.replace("¶", "\n").replace("·", " ") for piece in written.split()]


#: What the engine's rules look for, and what stands around it.
PIECES = pieces(r"""
* ** *** / // _ __ # ## %% ~ {{{ }}} {{ }} [[ [[[ ]] ]]] [ ] | || |= = == ---- -- --- -> --> <- => <=> +/-
... \\ " ' & &auml; &#x41; < > a Wort Ö 5 ( ) . , : ; ! ? - □☒ 😀 𒀭 [[Ur]] [[Ur|x]] [[Eridu|**x**]] [[#a]]
[[Ur#a|x]] [:a] [[tag:x]] [[Lexikon:Ur]] Lexikon:Ur http://x.y/z. [http://x.y/ [http://x.y/] {{Siegel}}
[Foo:b [[Sage:Ur]] {{http://x.y/p.png|t}} [[Ur|{{Siegel}}]] file:///x <toc> <search· [[image:Siegel]]
[[[Ur]]] ~http://x [Lexikon:Ur ¶ ¶¶ ¶·¶ ·· · ¶*· ¶**· ¶#· ¶| ¶=· ¶>· {{{¶ ¶<include·"Tafel">¶
¶<journal·2>¶ ¶<<<<<<<·a¶
""")
PIECES += ["\r\n", "\r", "\t", "\u00a0", "\ufeff", "\x00", "\x1f", "\udc80"]
markup = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_markup_makes_this_html(case: MarkupCase) -> None:
    html = render(parse(case.text, sites=WORLD.sites), WORLD, page="Probe")
    assert html.strip() == case.html


def test_every_construct_has_a_case() -> None:
    assert len(CASES) >= 120
    assert len({case.name for case in CASES}) == len(CASES)


def first(document: Document, place: int = 0) -> Any:
    """A block, whatever it is."""
    return document.blocks[place]


def nodes_of(parent: Any) -> Iterator[Node]:
    """The nodes directly in a node or document, in the order of the page."""
    for name in ("blocks", "items", "rows", "cells", "children"):
        yield from getattr(parent, name, ())


def all_nodes(parent: Any) -> Iterator[tuple[Any, Node]]:
    for node in nodes_of(parent):
        yield parent, node
        yield from all_nodes(node)


REPLACED = {'"', "'", "...", "---", "-- ", "-->", "-> ", "<-", "<=>", "=>", "+/-"}


def is_rewritten(source: str, text: str) -> bool:
    """The only pieces that are not shown as they are written."""
    plain = "".join(" " if c < " " and c not in "\t\n\r" else c for c in source.replace("\r\n", "\n"))
    return (
        text == plain
        or plain in REPLACED
        or (source[0] == "~" and text == plain[1:])
        or (source[0] == "&" and source[-1] == ";")
        or (source[0] == "[" and text.startswith(("file:///", "[")))
    )


def check_places(document: Document, text: str) -> None:
    """Every node lies in its parent, after its elder sibling; words can be cut out of the source."""
    for parent, node in all_nodes(document):
        assert 0 <= node.start <= node.end <= len(text), node
        if isinstance(parent, Node):
            assert parent.start <= node.start <= node.end <= parent.end, (parent, node)
        if isinstance(node, Text):
            source = text[node.start : node.end]
            assert source == node.text or is_rewritten(source, node.text), (source, node.text)
    for parent in (document, *(node for _, node in all_nodes(document))):
        for elder, younger in pairwise(nodes_of(parent)):
            assert elder.end <= younger.start, (elder, younger)


@given(markup)
@settings(deadline=None, max_examples=400)
def test_every_piece_knows_its_place(text: str) -> None:
    check_places(parse(text, dialect="wiki", sites=WORLD.sites), text)


@pytest.mark.parametrize("change", [lambda t: t, lambda t: t.replace("\n", "\r\n"), lambda t: "\ufeff" + t])
def test_every_piece_of_the_cases_knows_its_place(change: Callable[[str], str]) -> None:
    for case in CASES:
        check_places(parse(change(case.text), sites=WORLD.sites), change(case.text))


def test_pieces_can_be_cut_out_exactly() -> None:
    text = 'Die "alte" /Stadt am Fluss/ und\r\n| □□☒ |**fest** |\r\n* [[Ur|die große]]'
    document = parse(text)
    cut = {
        type(node).__name__: text[node.start : node.end]
        for _, node in all_nodes(document)
        if not isinstance(node, Text)
    }
    assert cut == {
        "Paragraph": 'Die "alte" /Stadt am Fluss/ und',
        "Styled": "**fest**",
        "Table": "| □□☒ |**fest** |",
        "Row": "| □□☒ |**fest** |",
        "Cell": "**fest**",
        "List": "* [[Ur|die große]]",
        "Item": "* [[Ur|die große]]",
        "Link": "[[Ur|die große]]",
    }
    words = [text[node.start : node.end] for _, node in all_nodes(document) if isinstance(node, Text)]
    assert words == ["Die ", '"', "alte", '"', " ", "Stadt am Fluss", " und", "□□☒", "fest", "die große"]


def long_ways() -> AbstractContextManager[object]:
    """Takes away what reads the most common ways of writing at one go."""
    never = expression("(?!)")
    ways = ExitStack()
    patterns = rules._compile(tuple(rule for rule in INLINE_RULES if not rule.name.endswith(", plain")))
    ways.enter_context(patch.object(rules, "_text_patterns", lambda _closing: patterns))
    plain = next(rule for rule in BLOCK_RULES if rule.name == "heading, plain")
    headings = tuple(start for start in rules.BLOCKS["="] if start[1] is not plain.read)
    ways.enter_context(patch.dict(rules.BLOCKS, {"=": headings}))
    ways.enter_context(patch.object(tables, "_PLAIN_CELLS", never))
    ways.enter_context(patch.object(lists, "_PLAIN_ITEM", never))
    ways.enter_context(patch.dict(inline._AT_ONCE, {"strong": never, "em": never}))
    return ways


@given(markup | markup.map(lambda text: text.translate(dict.fromkeys(map(ord, "]}>")))))
@settings(deadline=None, max_examples=400)
def test_short_ways_lead_to_the_same_tree(text: str) -> None:
    short = parse(text, dialect="wiki", sites=WORLD.sites)
    with long_ways():
        assert parse(text, dialect="wiki", sites=WORLD.sites) == short


def test_short_ways_lead_to_the_same_trees_of_the_cases() -> None:
    short = [parse(case.text, sites=WORLD.sites) for case in CASES]
    with long_ways():
        assert [parse(case.text, sites=WORLD.sites) for case in CASES] == short


@given(st.text(st.characters(), max_size=60) | markup)
@settings(deadline=None, max_examples=400)
def test_no_text_breaks_the_parser_or_the_page(text: str) -> None:
    document = parse(text, dialect="wiki", sites=WORLD.sites)
    for decorate in (False, True):
        html = render(document, WORLD, page="Probe", heading_ids=decorate, decorate=decorate)
        html.encode("utf-8")
        assert "<script" not in html


@given(markup)
@settings(deadline=None, max_examples=200)
def test_line_ends_and_byte_order_mark_change_nothing(text: str) -> None:
    plain = text.replace("\r", " ").lstrip("\ufeff")
    changed = "\ufeff" + plain.replace("\n", "\r\n")
    assert render(parse(changed), WORLD) == render(parse(plain), WORLD)


@given(st.binary(max_size=60))
@settings(deadline=None, max_examples=100)
def test_a_page_is_written_back_as_it_was(data: bytes) -> None:
    text = decode(data)
    assert encode(text) == data
    parse(text)


def test_what_golden_files_cannot_show() -> None:
    assert render(parse("a\x01b\x1fc"), WORLD) == "<p>a b c</p>\n"
    assert render(parse("\ufeff= Titel"), WORLD) == "<h1>Titel</h1>\n"
    assert (
        render(parse("eins\r\n\r\n* zwei\r\n* drei\r\n"), WORLD)
        == "<p>eins</p>\n<ul><li>zwei</li><li>drei</li></ul>\n"
    )
    assert render(parse(decode(b"\xff\x00\xfe")), WORLD) == "<p>\ufffd \ufffd</p>\n"


#: What could make a careless scanner slow or deep: pieces repeated without end.
PATHOLOGICAL = pieces(r"""
* / _ [[ [[a| [[a|{{b| [[a¶ [ [[[ [: [[#a| [[tag:x| [[image:x| [http://x·a· [[http://x| [Lexikon:a·b· | |a
|a¶ ||¶ |=¶ {{ {{a| {{{ {{{¶ ##a¶ %%a¶ __a ~ " ' & &a &#1 <search· <rss¶ <journal¶ <<<<<<<· <<<<<<<·¶ = =¶
=·a¶ - ----¶ \\ \\¶ >¶ #¶ *·a¶ #a¶ **a¶ *** :a http:. Lexikon: É ** // **// }}} ]] · ·¶ ¶·¶ ¶·* *·5·¶**·x¶
a· /a·/ /a/1 /a/b· /1/a· /1/a·b·/· [[Ur]]· <toc·"
""")


@pytest.mark.parametrize("piece", [*PATHOLOGICAL, "\ufeff", "\0", "\r", "\r\n", "\udc80"])
def test_time_grows_with_the_text_and_no_faster(piece: str) -> None:
    check_growth("", piece)


@pytest.mark.parametrize(
    ("opener", "piece"),
    [
        ("<toc ", '" '),
        ("<journal ", '"a" search b>'),
        ("<journal ", "search >"),
        ('<include "', '"> '),
        ("<rss ", "http://x "),
        ("[[Ur|", "**"),
        ("[[Ur|", "{{a|"),
        ("|", "a ~|"),
        ("== ", "= x "),
        ("* ", "[[Ur|//]]"),
        ("##a", "\n##"),
    ],
)
def test_time_grows_so_after_an_opener_too(opener: str, piece: str) -> None:
    check_growth(opener, piece)


def check_growth(opener: str, piece: str) -> None:
    def seconds(size: int) -> float:
        text = opener + piece * (size // len(piece))
        best = 1.0
        for _ in range(3):
            begin = time.process_time()
            parse(text, dialect="wiki", sites=WORLD.sites)
            best = min(best, time.process_time() - begin)
        return best

    small, large = seconds(2_500), seconds(40_000)
    assert large < 40 * small + 0.002, "sixteen times the text took much more than sixteen times as long"


@pytest.mark.parametrize(
    "text",
    [
        "*" * 1_000_000,
        "[[" * 10_000,
        "|" * 5_000,
        "|a" * 200_000,
        "|a~" * 200_000,
        "|a|b|\n" * 60_000,
        "\n".join("*" * n + " a" for n in range(1, 1001)),
    ],
    ids=["stars", "brackets", "bars", "cells", "cells with markup", "rows", "levels"],
)
def test_monsters_are_read(text: str) -> None:
    document = parse(text)
    assert document.blocks
    assert render(document, WORLD)


def test_lists_nest_as_deep_as_the_budget_says() -> None:
    document = parse("* a\n** b\n*** c\n#### d\n* e", budget=Budget(depth=2))
    shown = "<ul><li>a<ul><li>b</li><li>c</li><li>d</li></ul></li><li>e</li></ul>\n"
    assert render(document, WORLD) == shown
    assert [(each.code, each.span) for each in document.diagnostics] == [("budget-depth", Span(9, 12))]


def test_what_is_beyond_the_cells_is_text() -> None:
    document = parse("|a|b|\n|c|d|\n|e|", budget=Budget(cells=3))
    assert render(document, WORLD).startswith(
        "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>\n<p>|d|"
    )
    assert text_of(first(document, 1).children) == "|d|\n|e|"
    assert [each.code for each in document.diagnostics] == ["budget-cells"]


def test_a_cell_spans_no_more_columns_than_browsers_do() -> None:
    document = parse("|" * 5_000 + "a")
    assert first(document).rows[0].cells[0].colspan == 1000
    assert [each.code for each in document.diagnostics] == ["budget-cells"]


def test_the_dialect_is_in_the_first_line() -> None:
    assert dialect_of("#MARKDOWN\n# a") == "markdown"
    assert dialect_of("\ufeff#MARKDOWN\r\n# a") == "markdown"
    assert dialect_of("# MARKDOWN\n") == dialect_of("") == dialect_of("a\n#MARKDOWN") == "wiki"
    assert type(first(parse("#MARKDOWN\n# a\n"))) is tree.Heading
    assert type(first(parse("# a\n", dialect="markdown"))) is tree.Heading
    assert type(first(parse("# a\n"))) is tree.List


def test_prefixes_are_links_only_where_they_are_known() -> None:
    assert type(first(parse("Edda:Baldr", sites=frozenset({"Edda"}))).children[0]) is tree.InterLink
    assert first(parse("Edda:Baldr")).children == (Text(0, 10, "Edda:Baldr"),)


def test_a_redirect_is_known_by_its_first_line() -> None:
    assert parse("#REDIRECT [[Große_Götter]]\nText").redirect == "Große Götter"
    assert parse("Text\n#REDIRECT [[Ur]]").redirect == ""


def test_the_rules_have_names_and_every_inline_rule_begins_with_one_character() -> None:
    assert all(rule.name for rule in (*BLOCK_RULES, *INLINE_RULES))
    assert all((rule.make is None) != (rule.act is None) for rule in INLINE_RULES)
    for rule in INLINE_RULES:
        assert re.match(r"\\?[^A-Za-z0-9\s(]|\\n", rule.pattern), rule.name
