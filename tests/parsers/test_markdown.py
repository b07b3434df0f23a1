"""Markdown pages become the same tree as wiki markup, every piece with its place."""

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tontafel.parsers import tree
from tontafel.parsers.markdown import parse_markdown

PARTS = ("blocks", "children", "items", "rows", "cells")


def parts(node: Any) -> Iterator[Any]:
    for name in PARTS:
        yield from getattr(node, name, ())


def walk(node: Any) -> Iterator[Any]:
    yield node
    for part in parts(node):
        yield from walk(part)


HEADS: dict[type, Callable[[Any], str]] = {
    tree.Styled: lambda node: str(node.style),
    tree.Heading: lambda node: f"h{node.level}",
    tree.Link: lambda node: f"link {node.target}" + (f"#{node.fragment}" if node.fragment else ""),
    tree.InterLink: lambda node: f"inter {node.site}:{node.target}",
    tree.OutLink: lambda node: f"out {node.url}",
    tree.Image: lambda node: f"image {'outside ' * node.outside}{node.source} ({node.alt})",
    tree.Tag: lambda node: f"tag {node.name}",
    tree.Html: lambda node: f"html {node.html}",
    tree.Preformatted: lambda node: f"code {node.text!r}",
    tree.Cell: lambda node: ("th" if node.header else "td") + (f" {node.align}" if node.align else ""),
    tree.List: lambda node: "ol" if node.ordered else "ul",
    tree.Text: lambda node: repr(node.text),
}


def sketch(node: Any) -> str:
    """Write a node down briefly: its kind, what it says, and its parts in brackets."""
    head = HEADS.get(type(node), lambda node: type(node).__name__.lower())(node)
    inside = ", ".join(map(sketch, parts(node)))
    return f"{head}[{inside}]" if inside else head


def page(text: str) -> str:
    return "; ".join(map(sketch, parse_markdown(text, sites=frozenset({"Zweistromland"})).blocks))


INLINE = {
    "*Zornig*": "em['Zornig']",
    "_Zornig_ und **stark**": "em['Zornig'], ' und ', strong['stark']",
    "**Sohn der *Götter* hier**": "strong['Sohn der ', em['Götter'], ' hier']",
    "***beides***": "em[strong['beides']]",
    "snake_case_name und 2*3*4": "'snake_case_name und 2', em['3'], '4'",
    r"\*kein Aspekt\*": r"'*kein Aspekt', '*'",
    "*offen": "'*offen'",
    "`a | b`": "code['a | b']",
    "~~weg *da*~~": "s['weg ', em['da']]",
    "A &amp; B &nichts; C": "'A ', '&', ' B &nichts; C'",
    r"\&amp;": "'&amp;'",
    "eins\nzwei": "'eins', ' ', 'zwei'",
    "eins  \nzwei": "'eins', break, 'zwei'",
    "eins\\\nzwei": "'eins', break, 'zwei'",
    "[[Ur]]": "link Ur['Ur']",
    "[[Große_Götter|die Großen]]": "link Große Götter['die Großen']",
    "[[Ur#Hafen]]": "link Ur#Hafen['Ur#Hafen']",
    "[[tag:Held]]": "tag Held['Held']",
    "[[Zweistromland:Lykos]]": "inter Zweistromland:Lykos['Zweistromland:Lykos']",
    "[[Anderswo:Lykos]]": "link Lykos['Anderswo:Lykos']",
    "[[offen": "'[[offen'",
    "[Stadt](Ur.md)": "link Ur['Stadt']",
    "[Stadt](../orte/Gro%C3%9Fe_Stadt.md#tor)": "link Große Stadt#tor['Stadt']",
    "[hier](#unten)": "link #unten['hier']",
    "[*da*](https://example.org/%C3%A4?a=b)": "out https://example.org/%C3%A4?a=b[em['da']]",
    "[da](<mailto:a@example.org>)": "out mailto:a@example.org['da']",
    "<https://example.org>": "out https://example.org['https://example.org']",
    "(https://example.org/a_(b))": "'(', out https://example.org/a_(b)['https://example.org/a_(b)'], ')'",
    "Siehe https://example.org.": "'Siehe ', out https://example.org['https://example.org'], '.'",
    "[[[Ur]] hier](https://example.org)": "out https://example.org['Ur', ' hier']",
    "![Plan der *Stadt*](Karte)": "image Karte (Plan der Stadt)",
    "![](https://example.org/x.png)": "image outside https://example.org/x.png ()",
    "Gesundheit [ ][x][ ] □☒□": "'Gesundheit [ ][x][ ] □☒□'",
    "H<sub>2</sub>O<br>": "'H', html <sub>, '2', html </sub>, 'O', html <br>",
    "<b>offen": "'offen'",
    "zu</b>": "'zu'",
    "*a <b>c* d</b>": "em['a ', 'c'], ' d'",
    "<i>a<b>b</i>c</b>": "html <i>, 'a', 'b', html </i>, 'c'",
}


@pytest.mark.parametrize(("text", "expected"), INLINE.items())
def test_inline(text: str, expected: str) -> None:
    assert page(text) == f"paragraph[{expected}]"


BLOCKS = {
    "# Herakles #": "h1['Herakles']",
    "Herakles\n===\nText": "h1['Herakles']; paragraph['Text']",
    "## Zwei *drei*\n### Vier": "h2['Zwei ', em['drei']]; h3['Vier']",
    "#kein Titel": "paragraph['#kein Titel']",
    "a\n\n---\n\nb": "paragraph['a']; separator; paragraph['b']",
    "- a\n- b\n  - c": "ul[item['a'], item['b', ul[item['c']]]]",
    "1. a\n2. b": "ol[item['a'], item['b']]",
    "- a\n\n- b": "ul[item[paragraph['a']], item[paragraph['b']]]",
    "- [ ] offen\n- [x] erledigt": "ul[item['[ ] offen'], item['[x] erledigt']]",
    "-\n- a": "ul[item, item['a']]",
    "> *a*\n> > b": "quote[paragraph[em['a']], quote[paragraph['b']]]",
    "```\n*x*\n\n  y\n```\nz": "code '*x*\\n\\n  y'; paragraph['z']",
    "    eins\n      zwei": "code 'eins\\n  zwei'",
    "[Ur]: https://example.org\n\nNach [Ur].": "paragraph['Nach ', out https://example.org['Ur'], '.']",
    "#MARKDOWN\n# Titel": "h1['Titel']",
    "\ufeff#MARKDOWN\r\n\r\n*x*": "paragraph[em['x']]",
    "": "",
    "\ufeff# Titel": "h1['Titel']",
    "\ufeff- *a*": "ul[item[em['a']]]",
    "\ufeff": "",
    "> a\n- b\n> c\n1. d": ("quote[paragraph['a']]; ul[item['b']]; quote[paragraph['c']]; ol[item['d']]"),
    "- a\n> b\n# c\n- d\n***\n> e\n<p>f</p>": (
        "ul[item['a']]; quote[paragraph['b']]; h1['c']; ul[item['d']]; separator; "
        "quote[paragraph['e']]; html <p>f</p>"
    ),
    "> a\n2. b\n> c\n-": "quote[paragraph['a']]; ol[item['b']]; quote[paragraph['c']]; ul[item]",
    "> a\n``` b`c": "quote[paragraph['a', ' ', '``` b`c']]",
    "- a\n``` b`c": "ul[item['a', ' ', '``` b`c']]",
}


@pytest.mark.parametrize(("text", "expected"), BLOCKS.items())
def test_blocks(text: str, expected: str) -> None:
    assert page(text) == expected
    assert page(text.replace("\n", "\r\n")) == expected


TABLES = {
    "|A|B|\n|--:|:-:|\n|1|*x*|": "row[th right['A'], th center['B']], row[td right['1'], td center[em['x']]]",
    "A | B\n--|--\n1 | 2\n\nText": "row[th['A'], th['B']], row[td['1'], td['2']]",
    "|A|B|\n|-|-|\n|[[Ur|Stadt]]|`a|b`|": "row[th['A'], th['B']], row[td[link Ur['Stadt']], td[code['a|b']]]",
    "|A|B|\n|-|-|\n|a \\| b|``c|`|d``|": "row[th['A'], th['B']], row[td['a ', '| b'], td[code['c|`|d']]]",
    "|A|B|\n|-|-|\n|`a|b|": "row[th['A'], th['B']], row[td['`a'], td['b']]",
    "> |A|\n> |-|\n> |1|\n> b": "row[th['A']], row[td['1']], row[td['b']]",
    "- |A|\n  |-|\n  |1|": "row[th['A']], row[td['1']]",
}


@pytest.mark.parametrize(("text", "expected"), TABLES.items())
def test_tables(text: str, expected: str) -> None:
    document = parse_markdown(text)
    assert document.diagnostics == ()
    assert [sketch(node) for node in walk(document) if isinstance(node, tree.Table)] == [f"table[{expected}]"]


def test_rows_of_any_length_stay_rows() -> None:
    text = "|A|B|\n|-|-|\n|1|\n|1|2|3|\n"
    document = parse_markdown(text)
    assert sketch(document.blocks[0]) == (
        "table[row[th['A'], th['B']], row[td['1'], td], row[td['1'], td['2'], td['3']]]"
    )
    notes = [(found.code, found.severity, found.span) for found in document.diagnostics]
    assert [(code, severity) for code, severity, _ in notes] == [("table-cells", "note")] * 2
    assert [text[span.start : span.end] for _, _, span in notes if span] == ["|1|", "|1|2|3|"]


def test_lines_with_pipes_alone_are_no_table() -> None:
    assert page("a | b\nc | d") == "paragraph['a | b', ' ', 'c | d']"
    assert page("a | b\n---") == "h2['a | b']"


def test_a_redirect_is_one_in_markdown_too() -> None:
    assert parse_markdown("#REDIRECT [[Große_Götter]]\n").redirect == "Große Götter"


# What may not get through

HARMFUL = [
    "<script>alert(1)</script>",
    "<div><script>alert(1)</script></div>",
    "<img src=x onerror=alert(1)>",
    '<a href="javascript:alert(1)">x</a>',
    '<a href="jav&#x09;ascript:alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    "<style>*{color:red}</style>",
    '<p style="position:fixed">x</p>',
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
    '<iframe src="https://example.org"></iframe>',
    "<object data=x></object>",
    "<form action=x><input></form>",
    '<meta http-equiv="refresh" content="0">',
    "<base href=https://example.org>",
    "<div\nonclick=alert(1)>x</div>",
    "a <b onmouseover=alert(1)>x</b>",
    "a <span/onclick=alert(1)>x</span>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](<java\tscript:alert(1)>)",
    "[x](data:text/html;base64,PHN2Zz4=)",
    "[x](vbscript:x)",
    "[x]: javascript:alert(1)\n\n[x]",
    "![x](javascript:alert(1))",
    "![x](data:image/svg+xml,<svg>)",
    "<javascript:alert(1)>",
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?php echo 1 ?>",
]
FORBIDDEN = ("<script", "javascript:", "onerror", "onload", "onclick", "onmouse", "<style", "style=", "<svg")
MORE = ("<iframe", "<object", "<form", "<input", "<meta", "<base", "data:", "vbscript", "<!", "<?")


@pytest.mark.parametrize("text", HARMFUL)
def test_nothing_harmful_gets_through(text: str) -> None:
    for node in walk(parse_markdown(text)):
        raw = ""
        match node:
            case tree.Html(html=html):
                raw = html
            case tree.OutLink(url=url):
                raw = url
            case tree.Image(source=source):
                raw = source
        assert not [word for word in FORBIDDEN + MORE if word in raw.lower()], raw


def test_lone_surrogates_go_wherever_text_can_go() -> None:
    text = "? [?](?) <?> <b title=?>?</b> [[?]] `?` ![?](?) https://?\n\n<div>?</div>\n".replace(
        "?", "\udc80"
    )
    for node in walk(parse_markdown(text)):
        for name in ("text", "html", "target", "url"):
            getattr(node, name, "").encode("utf-8")


# Places


def test_every_kind_of_block_knows_its_place() -> None:
    text = (
        "#MARKDOWN\n# Eins #\n\nZwei\n====\n\n> Drei\n> vier\n\n1. fünf\n   - sechs\n\n-\n\n***\n\n"
        "```py\nsieben\n```\n\n    acht\n\n| A | `b|c` |\n|---|---|\n| 1 |\n\n<p>neun</p>\n"
    )
    places = {
        type(node).__name__: text[node.start : node.end]
        for node in walk(parse_markdown(text))
        if isinstance(node, tree.Node) and not isinstance(node, tree.Text)
    }
    assert places == {
        "Heading": "Zwei\n====",
        "Quote": "> Drei\n> vier",
        "Paragraph": "Drei\n> vier",
        "List": "-",
        "Item": "-",
        "Separator": "***",
        "Preformatted": "acht",
        "Table": "| A | `b|c` |\n|---|---|\n| 1 |",
        "Row": "| 1 |",
        "Cell": "",
        "Styled": "`b|c`",
        "Html": "<p>neun</p>",
    }


MARKS = "* ** _ ` `` [ ] ( ) [[ ]] | \\ &amp; & <b> </b> < ~~ ! ![ # > - + 1. a bc Ur ä □ 😀 http://x.y tag:"
LINES = ["> ", "- ", "  - ", "1. ", "## ", "---\n", "===\n", "|---|---|\n", "```\n", "[x]: y\n", "", "\n    "]
BLANKS = [" ", "  ", "\t", "\r\n", "    ", "\x00", "\u2028", "\udc80", "\f", "<div>", "<!--"]
SNIPPETS = st.sampled_from([*MARKS.split(" "), *[f"\n{line}" for line in LINES], *BLANKS])


@settings(deadline=None, max_examples=400)
@given(st.lists(SNIPPETS, max_size=50).map("".join))
@example("\n  - \u2028\n  - ")
@example("\n  - \xa0\n  - y")
def test_words_stand_where_the_tree_says(text: str) -> None:
    """Only line ends, entities and code over several lines are rewritten."""
    nodes = [node for node in walk(parse_markdown(text)) if isinstance(node, tree.Node)]
    for node in nodes:
        assert 0 <= node.start <= node.end <= len(text)
        written = text[node.start : node.end].replace("\udc80", "\ufffd")
        if isinstance(node, tree.Text) and node.text != written:
            code_or_link = "\n" in written and "\n" not in node.text
            assert (
                not written
                or node.text == " "
                or written.startswith("&")
                or code_or_link
                or node.text.rstrip() == written
            )


@settings(deadline=None, max_examples=200)
@given(st.lists(st.from_regex(r"[A-Za-zäöü ]{1,12}\S", fullmatch=True), min_size=1, max_size=8))
def test_plain_words_come_back_whole(words: list[str]) -> None:
    text = "\n\n".join(f"> - *{word.strip()}*" for word in words)
    found = [node for node in walk(parse_markdown(text)) if isinstance(node, tree.Text)]
    assert all(text[node.start : node.end] == node.text for node in found)


def hostile(size: int) -> list[str]:
    marks = "* **a *a_ [ [[ [[a| [a]( ![ `a`` < <b <!-- > | ~~a & &amp; \\ <b></i> https:// 1. - #"
    lines = ["> a", "- a", "||", "", "#", "---\n", "-", "[a]: b", "```", "a\n=", "<div>\n", "|a|\n|-|"]
    units = [*marks.split(), *[f"{line}\n" for line in lines], " ", "* ", "\ud83d", "\x00", "\ufeff"]
    deep = "".join(" " * level + "- a\n" for level in range(int((2 * size) ** 0.5)))
    wide = "|" + "-|" * (size // 4) + "\n"
    return [unit * (size // len(unit)) for unit in units] + [deep, "|a|\n" + wide + "|1|\n" * (size // 8)]


TURNS = [
    *("> ?\n", "- ?\n", "* ?\n", "1. ?\n", "2. ?\n", "# ?\n", "***\n", "---\n", "?\n", "  ?\n", "-\n", ">\n"),
    *("```\n?\n```\n", "``` ?`\n", "<p>?</p>\n", "> - ?\n", "- > ?\n", "|?|?|\n|-|-|\n", "\n"),
]


@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(TURNS), max_size=6))
def test_blocks_come_in_the_order_of_the_page(lines: list[str]) -> None:
    text = "".join(line.replace("?", f"w{number}") for number, line in enumerate(lines))
    said = re.findall(r"w\d", page(text))
    assert said == re.findall(r"w\d", text)


@pytest.mark.parametrize("first", TURNS)
@pytest.mark.parametrize("second", ["> a\n", "- b\n", "1. c\n"])
def test_blocks_take_turns_as_long_as_they_like(first: str, second: str) -> None:
    assert parse_markdown((first + second) * 500).blocks


@pytest.mark.parametrize("text", hostile(40_000), ids=lambda text: repr(text[:6]))
def test_hostile_pages_take_little_time(text: str) -> None:
    began = time.process_time()
    parse_markdown(text)
    assert time.process_time() - began < 4


@pytest.mark.parametrize(
    "unit",
    [
        *(
            "\n  - [a]: b\n",
            "``\r\n<b>",
            "> a\n- b\n",
            "> a\tb\n>\n",
            "- a\n\n",
            "1. a\n   - b\n",
            "*a **b _c ",
        ),
        *(
            "[a][b] ",
            "[a](b ",
            "![a](b) ",
            "[[a|b]] ",
            "<a@b.c> ",
            "`` ` ",
            "~~a~~ ~~",
            "a  \n",
            "|a|\n|-|\n|b|c|\n",
        ),
        *(
            "# a #\n",
            "a\n===\n",
            "    a\n\n",
            "```\na\n```\n",
            "[a]: b 'c'\n\n",
            "&amp;",
            "\\*",
            "http://a.b ",
            "***\n",
        ),
    ],
)
def test_time_grows_with_the_page_and_no_faster(unit: str) -> None:
    def seconds(size: int) -> float:
        best = 60.0
        for _ in range(2):
            begin = time.process_time()
            parse_markdown(unit * (size // len(unit)))
            best = min(best, time.process_time() - begin)
        return best

    small, large = seconds(4_000), seconds(64_000)
    assert large < 40 * small + 0.01, "sixteen times the text took much more than sixteen times as long"


@pytest.mark.parametrize(
    ("first", "then"),
    [
        *(
            ("\r\n", "a\n\n"),
            ("\n>", "\n>\n>**a"),
            ("\n", "===\n"),
            ("\n", "\n> \n\n\n~~a"),
            ("\n>", "\n1) - - "),
        ),
        *(
            ("**a[a](+ '", "a***a"),
            ("*a", "a*"),
            ("<b>\t*", "http://x*[a]: b\n\udc80"),
            ("_a **b ", "c** d_ "),
        ),
    ],
)
def test_time_grows_so_where_one_thing_follows_another(first: str, then: str) -> None:
    def seconds(size: int) -> float:
        text = first * (size // len(first)) + "\n" + then * (size // len(then))
        begin = time.process_time()
        parse_markdown(text)
        return time.process_time() - begin

    small, large = seconds(8_000), seconds(64_000)
    assert large < 20 * small + 0.02, "eight times the text took much more than eight times as long"


@pytest.mark.parametrize(
    ("words", "style"), [("*a*", "em"), ("**a**", "strong"), ("***a***", "strong"), ("_a_", "em")]
)
def test_a_long_paragraph_has_all_its_emphasis(words: str, style: str) -> None:
    styled = [node for node in walk(parse_markdown(f"{words} " * 2000)) if isinstance(node, tree.Styled)]
    assert sum(node.style == style for node in styled) == 2000


def test_emphasis_that_nests_too_deep_is_text() -> None:
    text = "*a **b " * 300 + "c** d* " * 300
    document = parse_markdown(text)
    # The document, its paragraph, twenty styles, the words.
    assert depth_of(document) == 2 + 20 + 1
    words = "".join(node.text for node in walk(document) if isinstance(node, tree.Text))
    assert words.replace("*", "").split() == ["a", "b"] * 300 + ["c", "d"] * 300


def depth_of(node: Any) -> int:
    return 1 + max(map(depth_of, parts(node)), default=0)
