"""Trees as HTML: what the site adds, what it refuses, and how pages are shown within pages."""

import re
import time

import pytest

from tontafel.parsers.page import parse
from tontafel.parsers.tree import Document, Html, OutLink, Paragraph, Text
from tontafel.site.fragment import heading_id, render
from tontafel.site.harmless import is_safe
from tontafel.site.known_pages import KnownPages

WORLD = KnownPages(
    [
        {"name": "Ur", "text": "Die Stadt."},
        {"name": "A", "text": '<include "B">'},
        {"name": "B", "text": 'b\n<include "A">\nnoch b'},
        {"name": "Quelle", "text": "[http://example.org/]"},
        {"name": "2301-05-01 Ernte", "text": "<journal>"},
    ]
)


def html(text: str, *, decorate: bool = False, heading_ids: bool = False, page: str = "") -> str:
    return render(parse(text), WORLD, page=page, decorate=decorate, heading_ids=heading_ids)


def test_boxes_are_drawn_only_where_the_site_is_made() -> None:
    assert html("□☒ ja") == "<p>□☒ ja</p>\n"
    assert html("□☒ ja", decorate=True) == (
        '<p><span class="box"><span>□</span></span><span class="box ticked"><span>☒</span></span> ja</p>\n'
    )
    assert html("{{{□}}}", decorate=True) == "<p><code>□</code></p>\n"


def test_no_line_of_the_site_ends_between_a_number_and_its_percent_sign() -> None:
    text = "Athletik 30 %, **Latein 40 %**\n* [[Ur|5 % mehr]]\n\n|50 % +20|\n\n{{{6 %}}} 20 Prozent, a % b %7"
    joined = text_of_html(html(text, decorate=True))
    assert re.findall(r"\S+(?:\xa0%)?", joined) == [
        *("Athletik", "30\xa0%", ",", "Latein", "40\xa0%", "5\xa0%", "mehr", "50\xa0%", "+20"),
        *("6", "%", "20", "Prozent,", "a", "%", "b", "%7"),
    ]
    assert "\xa0" not in html(text)


def text_of_html(fragment: str) -> str:
    return re.sub(r"<[^>]*>", "", fragment)


def test_headings_get_ids_from_their_words() -> None:
    text = "== Große Mauer\n== Große Mauer\n== [[Ur]] & /so/\n=="
    assert (
        html(text) == "<h2>Große Mauer</h2>\n<h2>Große Mauer</h2>\n<h2>Ur &amp; <i>so</i></h2>\n<h2></h2>\n"
    )
    assert html(text, heading_ids=True) == (
        '<h2 id="Große_Mauer">Große Mauer</h2>\n<h2 id="Große_Mauer-2">Große Mauer</h2>\n'
        '<h2 id="Ur_&amp;_so">Ur &amp; <i>so</i></h2>\n<h2 id="_"></h2>\n'
    )
    assert heading_id((Text(0, 0, " Große "), Text(0, 0, " Mauer"))) == "Große_Mauer"


def test_ids_are_never_the_same_twice() -> None:
    made = html("== a-2\n== a\n== a\n== a\n== a-2", heading_ids=True)
    assert re.findall('id="(.*?)"', made) == ["a-2", "a", "a-3", "a-4", "a-2-2"]


@pytest.mark.parametrize(
    "unit",
    [
        *("=\n", "= a\n", "= a-2\n= a\n", "* a\n", "** a\n* b\n", "|a|b|\n", "[[Ur]] ", "[[Fehlt]]\n\n"),
        *("[http://x.y]", "[[tag:a]]", "[[image:a]]", "{{Ur}}", "**a//b", "□", "> a\n", '\n<include "Ur">\n'),
        *("\n<toc>\n= a\n", "\n<journal>\n", "\n<search a>\n", "[:a]", "== [[Ur]] /a/\n", "&zzz;"),
    ],
)
def test_time_grows_with_the_page_and_no_faster(unit: str) -> None:
    def seconds(size: int) -> float:
        document = parse("<toc>\n" + unit * (size // len(unit)))
        best = 60.0
        for _ in range(2):
            begin = time.process_time()
            render(document, WORLD, heading_ids=True, decorate=True)
            best = min(best, time.process_time() - begin)
        return best

    small, large = seconds(2_000), seconds(32_000)
    assert large < 40 * small + 0.01, "sixteen times the text took much more than sixteen times as long"


def test_decorated_headings_can_be_linked_to() -> None:
    link = '<a class="permalink" href="#Tor_zwei" aria-label="Link to this heading">#</a>'
    made = html("= Tor zwei", decorate=True, heading_ids=True)
    assert made == f'<h1 id="Tor_zwei">Tor zwei{link}</h1>\n'


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        " javascript:x",
        "java\tscript:x",
        "data:text/html,x",
        "vbscript:x",
        "\x01javascript:x",
        "javascript\n:x",
        "blob:x",
        "about:blank",
        "jar:http://x",
    ],
)
def test_no_address_runs_a_script(url: str) -> None:
    document = Document((Paragraph(0, 0, (OutLink(0, 0, url, (Text(0, 0, "hier"),)),)),))
    assert render(document, WORLD) == "<p>hier</p>\n"


@pytest.mark.parametrize(
    "url", ["http://x", "HTTPS://x", "mailto:a@b", "ur.html#a:b", "/x:y", "?a=b:c", "//x"]
)
def test_other_addresses_are_linked_to(url: str) -> None:
    assert is_safe(url)


def test_attributes_are_quoted() -> None:
    assert html('[[Ur#"x]] [http://x.y/"a=b z]') == (
        '<p>[[Ur#“x]] <a class="outside" href="http://x.y/&quot;a=b">z</a></p>\n'
    )


def test_pages_within_themselves_are_refused() -> None:
    assert html('<include "A">').count("Recursive include of A!") == 1
    assert "Recursive include of B!" in html('b\n<include "A">', page="B")
    assert html("<journal>").count("2301-05-01 Ernte") == 1


def test_many_pages_within_each_other_come_to_an_end() -> None:
    pages = [{"name": f"P{n}", "text": f'x\n<include "P{n + 1}">\n<include "P{n + 1}">\n'} for n in range(40)]
    shown = render(parse('<include "P0">'), KnownPages(pages))
    assert 20 <= shown.count("<p>x</p>") <= 200


def test_footnotes_count_on_in_pages_that_are_shown() -> None:
    text = '[http://x.y/]\n<include "Quelle">\n[http://x.y/]'
    assert [f"[{number}]" in html(text) for number in (1, 2, 3, 4)] == [True, True, True, False]


def test_nothing_is_written_for_emphasis_with_nothing_in_it() -> None:
    assert html("a **** b {{{}}} c") == "<p>a  b  c</p>\n"


@pytest.mark.parametrize("picture", ["Ur", "http://x.y/z.png"])
def test_a_picture_in_a_link_of_markdown_is_no_link_itself(picture: str) -> None:
    shown = html(f"#MARKDOWN\n[![Tor]({picture}) zu](http://x.y/)")
    assert shown == (
        '<p><a class="outside" href="http://x.y/">'
        f'<img alt="Tor" src="{picture}" loading="lazy"> zu</a></p>\n'
    )


@pytest.mark.parametrize(
    "text",
    [
        "[[Ur|das {{http://x.y/z.png}} Tor]]",
        "[[Fehlt|**das {{http://x.y/z.png|Tor}}** //hier//]]",
        "[[http://x.y/|das {{http://x.y/z.png}} und {{Ur}}]]",
        "<toc>\n== {{http://x.y/z.png|Tor}} und [[image:Ur]]",
    ],
)
def test_a_picture_in_the_text_of_a_link_is_no_link_itself_on_the_site(text: str) -> None:
    shown = html(text, decorate=True)
    assert '<img alt="' in shown
    for link in re.findall("<a .*?</a>", shown):
        assert link.count("<a ") == 1


def test_raw_html_of_a_tree_is_kept() -> None:
    assert render(Document((Html(0, 0, "<hr>"),)), WORLD) == "<hr>\n"


def test_the_contents_hold_no_links_within_links() -> None:
    shown = html("<toc>\n== [http://x.y/ Quelle] und [[Ur]]")
    assert '<a href="#Quelle_und_Ur">Quelle und Ur</a>' in shown
    assert '<h2 id="Quelle_und_Ur"><a class="outside" href="http://x.y/">Quelle</a> und Ur</h2>' in shown


@pytest.mark.parametrize(
    ("levels", "shape"),
    [
        ((1, 2, 1), "<ol>1<ol>2</ol>3</ol>"),
        ((3, 2, 3), "<ol>12<ol>3</ol></ol>"),
        ((1, 4, 2, 1), "<ol>1<ol>23</ol>4</ol>"),
        ((2, 3, 4, 3, 2), "<ol>1<ol>2<ol>3</ol>4</ol>5</ol>"),
    ],
)
def test_the_contents_nest_as_the_headings_do(levels: tuple[int, ...], shape: str) -> None:
    text = "<toc>\n" + "\n".join("=" * level + f" {number}" for number, level in enumerate(levels, 1))
    contents = html(text).partition("</h2>")[2].partition("</div>")[0]
    for tag in ("<li>", "</li>", "</a>", *(f'<a href="#{number}">' for number in range(1, 6))):
        contents = contents.replace(tag, "")
    assert contents == shape


def test_lone_bytes_never_reach_the_page() -> None:
    assert html("a\udcffb [[#\udcff]] [[Fehlt \udc80]]").encode()
