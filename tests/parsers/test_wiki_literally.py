"""The scanner with all its short ways against the engine's rules, tried literally one after the other."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from tests.parsers.literal_engine import LiteralEngine
from tests.parsers.test_wiki import CASES, PIECES, WORLD, pieces

from tontafel.parsers.page import parse
from tontafel.site.fragment import render

Tree = tuple[str, str, list["Tree | str"]]

_INLINE = {"strong", "em", "b", "i", "u", "code", "span", "words"}
_BLOCKS = {"p", "ul", "ol", "li", "table", "tr", "td", "th", "hr", "pre", *(f"h{n}" for n in range(1, 7))}
_EMPTY = {"br", "hr", "img"}
#: What the literal engine does not do: what takes from other pages, and pictures that are links of their own.
_LEFT_OUT = re.compile(r"<(?:include|journal|titles|toc|search|rss)|\[\[image:|\[\[.*\{\{|\.png", re.DOTALL)


class _Reader(HTMLParser):
    """Reads HTML as browsers do: an end tag closes all that was opened since, or nothing."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.root: Tree = ("", "", [])
        self.open = [self.root]
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = [f"{name}={value}" for name, value in attrs if name in ("href", "src", "alt", "id")]
        facts += re.findall("missing|align-[a-z]+", dict(attrs).get("class") or "")
        if int(dict(attrs).get("colspan") or 1) > 1:
            facts.append(f"colspan={dict(attrs)['colspan']}")
        node: Tree = (tag, " ".join(sorted(facts)), [])
        self.open[-1][2].append(node)
        if tag not in _EMPTY:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        for depth in range(len(self.open) - 1, 0, -1):
            if self.open[depth][0] == tag:
                del self.open[depth:]
                break

    def handle_data(self, data: str) -> None:
        self.open[-1][2].append(data)


def meaning(html: str) -> list[Tree | str]:
    """What readers see of HTML: no empty elements, one space for many, none at the edges of blocks."""
    return _tidy(("", "", _Reader(html).root[2]))


def _tidy(parent: Tree) -> list[Tree | str]:
    tag, _, children = parent
    out: list[Tree | str] = []
    for child in children:
        if isinstance(child, str):
            _add(out, child if tag == "pre" else re.sub(r"[ \t\r\n]+", " ", child))
            continue
        name, facts, _ = child
        inside = _tidy(child)
        if name in ("ul", "ol"):
            inside = [
                each if isinstance(each, str) or each[0] == "li" else ("li", "", [each]) for each in inside
            ]
        if name == "words" or (name in _INLINE and not "".join(map(str, inside)).strip()):
            for each in inside:
                _add(out, each)
        elif name not in ("p", "tr") or any(not isinstance(each, str) or each.strip() for each in inside):
            out.append((name, facts, inside))
    if tag in _BLOCKS or not tag:
        _strip(out, tag)
    return [each for each in out if each != ""]


def _add(out: list[Tree | str], child: Tree | str) -> None:
    """Add a child, joining strings."""
    if isinstance(child, str) and out and isinstance(last := out[-1], str):
        out[-1] = re.sub(" +", " ", last + child)
    else:
        out.append(child)


def _strip(out: list[Tree | str], tag: str) -> None:
    """Take away the spaces at the edges of blocks and line breaks, and the last line end of raw text."""
    for place, child in enumerate(out):
        if isinstance(child, str) and tag != "pre":
            before, after = (out[n] if 0 <= n < len(out) else ("hr",) for n in (place - 1, place + 1))
            kept = child.lstrip(" ") if before[0] in {*_BLOCKS, "br"} else child
            out[place] = kept.rstrip(" ") if after[0] in {*_BLOCKS, "br"} else kept
        elif isinstance(child, str):
            out[place] = child.removesuffix("\n")


def check(text: str) -> None:
    made = render(parse(text, dialect="wiki", sites=WORLD.sites), WORLD)
    assert meaning(made) == meaning(LiteralEngine(text, WORLD).html())


#: More of what begins and ends blocks, rows, cells and items.
EDGES = pieces(r"""
¶ ¶ ¶¶ ¶·¶ ·¶ ¶·· | || |¶ ||¶ |=¶ ·| |· ¶| ¶·| ¶* ¶*· ¶**· ¶***· ¶# ¶##· ¶·*· ¶·**· a b· 5 5· ä. ** // \\ \\¶
¶----¶ ¶==·y·==¶ ¶=x ~| {{{|}}} ¶> {{{¶ ¶}}}¶ }}} ##q|r## " '
""")
#: Without a lone byte, and carriage returns of their own, which no wiki has.
TEXTS = st.lists(st.sampled_from([piece for piece in PIECES if piece not in ("\udc80", "\r")]), max_size=20)
TEXTS |= st.lists(st.sampled_from(EDGES), max_size=30)


@given(TEXTS.map("".join))
@settings(deadline=None, max_examples=600)
@example("* fünf.\u00a0\n\n* sechs")
@example("**\n\n**\n\nUr")
@example("* a\n" + "*" * 20 + " b\n" + "*" * 21 + " c\n" + "#" * 300 + "d\n** e")
def test_random_texts_mean_what_the_engine_makes_of_them(text: str) -> None:
    assume(not _LEFT_OUT.search(text))
    check(text)


@pytest.mark.parametrize("text", [c.text for c in CASES if not _LEFT_OUT.search(c.text)])
def test_cases_mean_what_the_engine_makes_of_them(text: str) -> None:
    check(text)


def test_two_cases_in_a_row_mean_what_the_engine_makes_of_them() -> None:
    whole = [case.text for case in CASES if not _LEFT_OUT.search(case.text)]
    for place, text in enumerate(whole):
        check(text + whole[place * 7 % len(whole)])
        check(f"* {text}\n{whole[place * 11 % len(whole)]}")
        check(f"|{text}|{whole[place * 13 % len(whole)]}")
