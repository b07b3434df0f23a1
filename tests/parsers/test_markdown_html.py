"""Raw HTML in Markdown is cleaned in a time that grows with the page, however its tags are nested."""

import time

import pytest

from tontafel.parsers.markdown import parse_markdown
from tontafel.parsers.markdown_html import clean
from tontafel.parsers.tree import Html


def cleaned(html: str) -> str:
    (block,) = parse_markdown(html).blocks
    assert isinstance(block, Html)
    return block.html


@pytest.mark.parametrize(
    "html",
    [
        "<table><caption>Zoll<tr><th>Ware<th>Silber<tr><td>Gerste<td><b>2</b></table>",
        "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td><ul><li>b<li>c</ul></table>",
        "<dl><dt>Ea<dd>Wasser<dt>An<dd><p>Himmel<p>Vater</dl>",
        "<ul><li><p>eins<li><p>zwei</ul>",
        '<div title="&lt;b&gt;">x<br>y<hr><img src="a.png" alt="z"></div>',
        "<p>a<div>b</div>",
        "<b>fett <i>beides</i></b>",
    ],
)
def test_large_pieces_are_cleaned_like_small_ones(html: str) -> None:
    assert cleaned("<div>" + html * 1000 + "</div>") == "<div>" + clean(html) * 1000 + "</div>"


def test_tags_that_nest_too_deep_are_text() -> None:
    html = cleaned("<div>" * 5000 + "Boden" + "</div>" * 5000)
    assert html == "<div>" * 100 + "&lt;div&gt;" * 4900 + "Boden" + "</div>" * 100


def test_closing_tags_without_an_opening_one_are_left_out() -> None:
    assert cleaned("<div>" + "a</b>" * 3000 + "</div>") == "<div>" + "a" * 3000 + "</div>"


@pytest.mark.parametrize(
    "unit",
    [
        *("<div>", "a\n<div>\n", "<ul><li>", "<b></i>", "<i><table>x", "<details>", "<a><b><i><div>", "<rt>"),
        *("<rt><p></rt></p>", "<dl><dd>", "<li><dd>", "<ul><dl></li><span><dd>", "<table></p>", "</b>", "<b"),
        *("<svg></tbody><td></tr>", "<i><marquee></i></marquee>", '<b title="', "<!--", "<table><tr><td><b>"),
    ],
)
def test_time_grows_with_the_html_and_no_faster(unit: str) -> None:
    def seconds(size: int) -> float:
        best = 60.0
        for _ in range(2):
            begin = time.process_time()
            parse_markdown("<div>" + unit * (size // len(unit)))
            best = min(best, time.process_time() - begin)
        return best

    small, large = seconds(20_000), seconds(160_000)
    assert large < 24 * small + 0.01, "eight times the text took much more than eight times as long"
