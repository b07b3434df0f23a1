"""Whole builds of small campaigns: every kind of page, and nothing that should not be there."""

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from base64 import encodebytes
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.site.made_sites import files, hrefs, make, page, write

from tontafel.site.cache import BusyError, Cache
from tontafel.site.problem import Problem

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)
HERAKLES = """Ein /Sohn der Götter/ aus [[Theben]], /von Hera verfolgt/.

== Fertigkeiten
| 5 |Ringen |
| 4 |Athletik, Bogen |

== Zähler
|Gesundheit |□□☒□□ |
|Fassung |□□□ |

Ein Satz, den niemand versteht: Xyzzy 99.

[[tag:Figur]]
"""
SMALL: dict[str, str | bytes] = {
    "campaign.toml": 'title = "Zweistromland"\nsystem = "mesopotamien"\nlicence = "Frei"\n'
    'notices = ["© Ur"]\n[tags]\nsecret = "Geheim"\ncharacter = "Figur"\n',
    "HomePage.txt": "= Willkommen\n\n[[Herakles]], [[Große Götter]], [[Lykos]], [[Ea]] und [[EA]].\n\n"
    "{{Karte}}\n\n== Neues\n<journal 2>\n",
    "Herakles.txt": HERAKLES,
    "Große_Götter.txt": "Anu und [[Enki]], siehe [[Große Götter#Anu]].\n\n== Anu\n\n<toc>\n",
    "Lykos.txt": "#REDIRECT [[Lykos der Spartaner]]\n",
    "Lykos_der_Spartaner.txt": 'Lykos. <include "Kasten">\n\n<include "Kasten">\n',
    "Kasten.txt": "= Kasten\nIm Kasten ist [[Herakles]].\n",
    "2010-03-01_Hydra.txt": "= Die Hydra\n\nNeun Köpfe. [[tag:Abend]]\n",
    "2010-03-15_Stier.txt": "Ein Stier. [[tag:Abend]]\n",
    "2010-02-01_Löwe.txt": "Ein Löwe.\n",
    "Ea.txt": "Klein.\n",
    "EA.txt": "Groß.\n",
    "Markdown.md": "# Auch das\n\n**Fett** und [[Herakles]].\n",
    "Karte.png": PNG,
    "Notiz.txt": f"#FILE text/plain \n{encodebytes('Nur Text: ä'.encode()).decode()}",
    "Gepackt.txt": f"#FILE image/png gzip\n{encodebytes(gzip.compress(PNG)).decode()}",
    "Comments_on_Herakles.txt": "Starke Figur!\n",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = write(tmp_path_factory.mktemp("zweistromland"), SMALL)
    make(root)
    return root / "_site"


def test_every_page_has_its_file(site: Path) -> None:
    assert {name for name in files(site) if not name.startswith(".")} == {
        *("index.html", "herakles.html", "herakles.json", "grosse-goetter.html", "lykos.html"),
        *("lykos-der-spartaner.html", "kasten.html", "2010-03-01-hydra.html", "2010-03-15-stier.html"),
        *("2010-02-01-loewe.html", "ea.html", "ea-2.html", "markdown.html", "karte.html", "karte.png"),
        *("notiz.html", "notiz.txt", "gepackt.html", "gepackt.png", "comments-on-herakles.html"),
        *("all-pages.html", "all-characters.html", "all-tags.html", "tag.figur.html", "tag.abend.html"),
        *("wanted-pages.html", "style.css", "icon.svg"),
    }


def test_every_link_within_the_site_leads_somewhere(site: Path) -> None:
    there = set(files(site))
    for name in there:
        if name.endswith(".html"):
            soup = page(site, name)
            for link in soup.select("[href], [src]"):
                address = str(link.get("href") or link.get("src"))
                if not re.match(r"[a-z]+:", address):
                    file, _, place = address.partition("#")
                    assert not file or file in there, f"{name}: {address}"
                    assert not place or page(site, file or name).find(id=unquote(place)), f"{name}: {address}"


def test_the_home_page_has_its_title_picture_and_journal(site: Path) -> None:
    soup = page(site, "index.html")
    assert [h.get_text() for h in soup.select("h1")] == ["Willkommen"]
    assert soup.select_one("title").get_text() == "Willkommen · Zweistromland"  # type: ignore[union-attr]
    assert soup.select_one("article img")["src"] == "karte.png"  # type: ignore[index]
    assert hrefs(soup, ".entry > h2 > a") == ["2010-03-15-stier.html", "2010-03-01-hydra.html"]
    assert hrefs(soup, ".more a") == ["all-pages.html"]
    assert hrefs(soup, "article p a")[:5] == [
        *("herakles.html", "grosse-goetter.html", "lykos-der-spartaner.html", "ea-2.html", "ea.html")
    ]


def test_missing_links_look_missing_and_are_wanted(site: Path) -> None:
    missing = page(site, "grosse-goetter.html").select("a.missing")
    assert [(link.get_text(), link["title"], link.get("href")) for link in missing] == [
        ("Enki", "noch nicht geschrieben", None)
    ]
    wanted = page(site, "wanted-pages.html")
    assert [name.get_text() for name in wanted.select(".name")] == ["Enki", "Theben"]
    assert hrefs(wanted, ".files a") == ["grosse-goetter.html", "herakles.html"]


def test_redirects_forward(site: Path) -> None:
    soup = page(site, "lykos.html")
    refresh = soup.select_one("meta[http-equiv=refresh]")
    assert refresh is not None
    assert refresh["content"] == "0; url=lykos-der-spartaner.html"
    assert hrefs(soup, "link[rel=canonical]") == ["lykos-der-spartaner.html"]
    assert hrefs(soup, "main a") == ["lykos-der-spartaner.html"]


def test_includes_show_the_page_without_its_title(site: Path) -> None:
    soup = page(site, "lykos-der-spartaner.html")
    assert [part.get_text(strip=True) for part in soup.select(".include")] == ["Im Kasten istHerakles."]


def test_uploads_are_decoded_and_never_run(site: Path) -> None:
    assert (site / "karte.png").read_bytes() == PNG
    assert (site / "gepackt.png").read_bytes() == PNG
    assert (site / "notiz.txt").read_text("utf-8") == "Nur Text: ä"
    assert page(site, "karte.html").select_one("img.upload")["src"] == "karte.png"  # type: ignore[index]
    assert page(site, "notiz.html").select("img") == []
    assert page(site, "notiz.html").select_one("article a")["href"] == "notiz.txt"  # type: ignore[index]


def test_a_character_has_text_sheet_and_data(site: Path) -> None:
    soup = page(site, "herakles.html")
    sheet = soup.select_one("section.sheet")
    assert sheet is not None
    assert sheet.select_one("h2").get_text() == "Herakles"  # type: ignore[union-attr]
    assert [box.get("class") for box in sheet.select(".tracks div:first-child .box")] == [
        *(["box"], ["box"], ["box", "ticked"], ["box"], ["box"])
    ]
    assert soup.select_one(".jump a")["href"] == f"#{sheet['id']}"  # type: ignore[index]
    assert "Xyzzy" in soup.select_one("article").get_text()  # type: ignore[union-attr]
    data = json.loads((site / "herakles.json").read_text("utf-8"))
    assert data["page"] == "Herakles"
    assert [skill["name"] for skill in data["characters"][0]["skills"]] == ["Ringen", "Athletik", "Bogen"]
    assert data["characters"][0]["other"] == []
    assert hrefs(soup, ".about a") == [
        "index.html",
        "kasten.html",
        "markdown.html",
        "comments-on-herakles.html",
    ]


def test_lists_of_pages_characters_and_tags(site: Path) -> None:
    every = page(site, "all-pages.html")
    assert "lykos.html" not in hrefs(every, ".columns a")
    assert [h.get_text() for h in every.select(".columns h2")] == ["0–9", *"CEGHKLM", "Dateien"]
    assert hrefs(page(site, "all-characters.html"), ".name") == ["herakles.html"]
    assert hrefs(page(site, "all-tags.html"), "main a") == ["tag.abend.html", "tag.figur.html"]
    assert hrefs(page(site, "tag.abend.html"), ".columns a") == [
        "2010-03-01-hydra.html",
        "2010-03-15-stier.html",
    ]


def test_licence_and_notices_stand_on_every_page(site: Path) -> None:
    for name in files(site):
        if name.endswith(".html") and name != "lykos.html":
            foot = page(site, name).select_one("footer.foot")
            assert foot is not None, name
            assert "Frei" in foot.get_text(), name
            assert "© Ur" in foot.get_text(), name


def test_pages_speak_their_language_and_can_be_skipped_through(site: Path) -> None:
    for name in files(site):
        if name.endswith(".html"):
            soup = page(site, name)
            assert soup.html is not None
            assert soup.html["lang"] == "de"
            assert soup.select_one("main h1") is not None, name
            assert "script" not in {tag.name for tag in soup.find_all()}
    assert page(site, "ea.html").select_one("a.skip").get_text() == "Zum Text"  # type: ignore[union-attr]


def test_a_site_can_speak_english(tmp_path: Path) -> None:
    root = write(tmp_path, {"campaign.toml": 'language = "en"\n', "Ur.txt": "A [[city]]."})
    make(root)
    soup = page(root / "_site", "ur.html")
    assert soup.select_one("a.skip").get_text() == "To the text"  # type: ignore[union-attr]
    assert soup.select_one("a.missing")["title"] == "not yet written"  # type: ignore[index]


def test_no_finding_reaches_the_players(site: Path) -> None:
    for name, data in files(site).items():
        assert b"skill-row-open" not in data, name
        assert b"link-missing" not in data, name
    assert "findings.html" not in files(site)


def test_the_game_master_sees_findings_and_what_was_not_understood(tmp_path: Path) -> None:
    root = write(tmp_path / "c", SMALL)
    make(root, tmp_path / "gm", audience="gm")
    found = page(tmp_path / "gm", "findings.html").get_text()
    assert "link-missing" in found
    assert "name-clash" in found
    assert "Zeile 1, Spalte" in found
    assert "link-missing" in page(tmp_path / "gm", "herakles.html").get_text()
    assert json.loads((tmp_path / "gm" / "herakles.json").read_text())["characters"][0]["other"]


def test_a_folder_without_settings_gets_a_list_as_its_home(tmp_path: Path) -> None:
    root = write(tmp_path / "Zwei_Ströme", {"Ur.txt": "Stadt.", "tief/Eridu.txt": "Auch."})
    report = make(root)
    assert (report.pages, report.characters) == (2, 0)
    home = page(root / "_site", "index.html")
    assert home.select_one("h1").get_text() == "Zwei Ströme"  # type: ignore[union-attr]
    assert hrefs(home, ".columns a") == ["eridu.html", "ur.html"]


def test_a_page_stands_for_its_campaign(tmp_path: Path) -> None:
    root = write(tmp_path / "c", {"campaign.toml": "", "orte/Ur.txt": "", "Eridu.txt": ""})
    assert make(root / "orte" / "Ur.txt").out == root / "_site"
    assert (root / "_site" / "eridu.html").is_file()
    bare = write(tmp_path / "bare", {"Ur.txt": "", "Eridu.txt": "", "tief/Uruk.txt": ""})
    assert make(bare / "Ur.txt").pages == 2
    with pytest.raises(FileNotFoundError):
        make(tmp_path / "nowhere")


def test_an_empty_folder(tmp_path: Path) -> None:
    assert make(tmp_path).pages == 0
    assert (tmp_path / "_site" / "index.html").is_file()


def test_a_sitemap_needs_whole_addresses(tmp_path: Path) -> None:
    root = write(tmp_path, {"campaign.toml": 'base_url = "https://ur.example/spiel"\n', "Ur & Uruk.txt": ""})
    make(root)
    text = (root / "_site" / "sitemap.xml").read_text("utf-8")
    assert "<loc>https://ur.example/spiel/ur-uruk.html</loc>" in text


def test_old_addresses_of_an_imported_wiki_forward(tmp_path: Path) -> None:
    history = json.dumps({"source": "oddmuse", "pages": {"Große Götter": {}, "Lykos": {}, "Weg": {}}})
    root = write(tmp_path, {**SMALL, "history.json": history})
    make(root)
    soup = page(root / "_site", "wiki/Große_Götter.html")
    assert hrefs(soup, "main a") == ["../grosse-goetter.html"]
    assert hrefs(soup, "link[rel=stylesheet]") == ["../style.css"]
    assert hrefs(page(root / "_site", "wiki/Lykos.html"), "main a") == ["../lykos-der-spartaner.html"]
    assert not (root / "_site" / "wiki" / "Weg.html").exists()
    (root / "history.json").unlink()
    make(root)
    assert not (root / "_site" / "wiki").exists()


def test_links_between_campaigns_side_by_side(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "Main/campaign.toml": "",
            "Main/Über_uns.txt": "Fünf Leute. [Ödland:Staub Staub]",
            "Main/InterMap.txt": " Wikipedia https://de.wikipedia.org/wiki/%s\n",
            "Ödland/campaign.toml": "",
            "Ödland/Staub.txt": "[[Main:Über uns]] Wikipedia:Ur [[Main:Geheim]] [[Self:Staub]] [[SRD]]",
            "Ödland/LocalNames.txt": "* [https://ur.example/srd SRD]\n",
            "Main/Geheim.txt": "[[tag:Geheim]]",
        },
    )
    make(tmp_path / "Main")
    make(tmp_path / "Ödland")
    assert hrefs(page(tmp_path / "Main/_site", "ueber-uns.html"), "article a") == [
        "../../%C3%96dland/_site/staub.html"
    ]
    assert hrefs(page(tmp_path / "Ödland/_site", "staub.html"), "article a") == [
        "../../Main/_site/ueber-uns.html",
        "https://de.wikipedia.org/wiki/Ur",
        "staub.html",
        "https://ur.example/srd",
    ]
    make(tmp_path / "Ödland", tmp_path / "www" / "Ödland")
    assert "../Main/ueber-uns.html" in hrefs(page(tmp_path / "www/Ödland", "staub.html"), "article a")
    (tmp_path / "Main" / "Über_uns.txt").unlink()
    assert not make(tmp_path / "Ödland").unchanged
    assert "../../Main/_site/ueber-uns.html" not in hrefs(page(tmp_path / "Ödland/_site", "staub.html"), "a")


def test_own_templates_and_styles_override_ours(tmp_path: Path) -> None:
    own = {
        "templates/css/style.css": "body { color: red }",
        "templates/pages/page.html": "<h1>{{ title }}</h1>{{ page.body }}",
    }
    root = write(tmp_path, {**SMALL, **own})
    make(root)
    assert (root / "_site" / "style.css").read_text() == "body { color: red }"
    assert (root / "_site" / "ea.html").read_text() == "<h1>EA</h1><p>Groß.</p>\n"
    (root / "templates/pages/page.html").write_text("{{ title")
    with pytest.raises(Problem, match=r"pages/page\.html"):
        make(root)
    (root / "templates/pages/page.html").write_text("{{ ''.__class__.__mro__[1].__subclasses__() }}")
    with pytest.raises(Problem, match="unsafe"):
        make(root)
    shutil.rmtree(root / "templates")
    make(root)
    assert "skip" in (root / "_site" / "ea.html").read_text()


def test_unreadable_and_odd_pages_do_not_stop_a_build(tmp_path: Path) -> None:
    odd = {
        "Latin.txt": "K\xf6nig".encode("latin-1"),
        "Null.txt": b"a\x00b",
        "Leer.txt": b"",
        "Schleife.txt": b"#REDIRECT [[Schleife]]\n",
        "Nirgends.txt": b"#REDIRECT [[Weg]]\n",
        "Selbst.txt": b'<include "Selbst">\n',
        "Kaputt.txt": b"#FILE image/png \n!!!\n",
        "DeletedPage.txt": b"DeletedPage\n",
        "Crlf.txt": b"= Titel\r\n\r\n* a\r\n* b\r\n",
    }
    root = write(tmp_path, odd)
    report = make(root, audience="gm")
    assert report.findings["error"] == 2
    found = page(root / "_site", "findings.html").get_text()
    assert "redirect-loop" in found
    assert "upload-broken" in found
    assert "K�nig" in (root / "_site" / "latin.html").read_text("utf-8")
    assert not (root / "_site" / "deletedpage.html").exists()
    assert len(page(root / "_site", "crlf.html").select("li")) >= 2
    assert page(root / "_site", "schleife.html").select("meta[http-equiv=refresh]") == []


def test_dangerous_places_are_refused(tmp_path: Path) -> None:
    root = write(tmp_path / "c", {"Ur.txt": ""})
    (tmp_path / "file").write_text("")
    write(tmp_path / "other", {"campaign.toml": ""})
    inside = (root / "sub" / "..", root / "templates", root / "templates" / "x", root / ".tontafel")
    for out in (root, tmp_path, tmp_path / "file", tmp_path / "other", *inside):
        with pytest.raises(Problem):
            make(root, out)
    assert {name for name in files(root) if not name.startswith(".tontafel/")} == {"Ur.txt"}


def test_a_site_within_the_campaign_is_no_part_of_it(tmp_path: Path) -> None:
    root = write(tmp_path / "c", {"Ur.txt": "{{Bild}}", "Bild.png": b"1"})
    assert make(root, root / "eine").pages == 2
    assert make(root, root / "tief" / "noch eine").pages == 2
    assert make(root).pages == 2


def test_only_our_own_files_are_removed(tmp_path: Path) -> None:
    root = write(tmp_path, {"Ur.txt": "", "Eridu.txt": ""})
    write(root / "_site", {"mine.html": "by hand", "sub/mine.txt": "too"})
    make(root)
    (root / "Eridu.txt").unlink()
    report = make(root)
    assert report.removed == 1
    assert set(files(root / "_site")) >= {"mine.html", "sub/mine.txt", "ur.html"}
    assert "eridu.html" not in files(root / "_site")


def test_a_list_that_names_other_files_is_not_believed(tmp_path: Path) -> None:
    root = write(tmp_path / "c", {"Ur.txt": ""})
    write(tmp_path, {"precious.txt": "x"})
    listed = {"audience": "players", "files": ["../../precious.txt", "/etc/passwd", "sub/x", ".."]}
    write(root / "_site", {".tontafel-files.json": json.dumps(listed), "sub/x": "y"})
    make(root)
    assert (tmp_path / "precious.txt").is_file()
    assert (root / "_site" / "sub" / "x").is_file()


def test_two_builds_at_once(tmp_path: Path) -> None:
    root = write(tmp_path, {"Ur.txt": ""})
    cache = Cache(root, root / "_site")
    cache.begin()
    with pytest.raises(BusyError):
        make(root)
    cache.close()
    make(root)


def test_nothing_to_do_imports_nothing_heavy(tmp_path: Path) -> None:
    root = write(tmp_path, SMALL)
    make(root)
    code = (
        "import sys; from pathlib import Path; from tontafel.site.build import build;"
        f"report = build(Path({str(root)!r}), pdf=False);"
        "heavy = {'weasyprint', 'bs4', 'jinja2', 'mistune', 'msgspec', 'nh3', 'concurrent.futures'};"
        "print(report.unchanged, sorted(heavy & set(sys.modules)))"
    )
    path = str(Path(__file__).resolve().parents[2] / ".src")
    env = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=False)
    assert done.stdout == "True []\n", done.stderr


FILES = ["Ur.txt", "Eridu.md", "Uruk.wiki"]


@given(st.dictionaries(st.sampled_from(FILES), st.binary(max_size=300), min_size=1))
@settings(deadline=None, max_examples=40)
def test_no_bytes_stop_a_build(pages: dict[str, bytes]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = write(Path(folder), pages)
        make(root, audience="gm")
        for name, data in files(root / "_site").items():
            if name.endswith(".html"):
                assert data.decode("utf-8").rstrip().endswith("</html>")


PIECES = (
    *(
        "[[",
        "]]",
        "{{",
        "}}",
        "|",
        "\n",
        "\n\n",
        "== ",
        "* ",
        "# ",
        "/",
        "**",
        "<toc>",
        "<journal>",
        "[[tag:",
    ),
    *('<include "Ur">', "#REDIRECT ", "Ur", "Eridu", "\u2028", "\x00", "\udcff", "😀", "&#xD800;", "~", "□☒"),
    *("#FILE image/png \n", "| 5 |Ringen |", "http://x.example/", "{{{", "}}}", "\r\n", "ä", "<", "&", '"'),
)
MARKUP = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


@given(st.dictionaries(st.sampled_from(FILES), MARKUP, min_size=1))
@settings(deadline=None, max_examples=60)
def test_no_markup_stops_a_build(pages: dict[str, str]) -> None:
    test = {name: text.encode("utf-8", "surrogatepass") for name, text in pages.items()}
    with tempfile.TemporaryDirectory() as folder:
        root = write(Path(folder), test)
        make(root, audience="gm")
        assert make(root, audience="gm").unchanged


#: Raw HTML on a Markdown page, and what becomes of it.
RAW = {
    '<img src="Alte_Karte.png" width="9">': '<img src="alte-karte.png" width="9">',
    '<img src="bilder/Alte%20Karte.png">': '<img src="alte-karte.png">',
    '<img src="Nirgends.png">': '<img src="Nirgends.png">',
    '<img src="https://ur.example/Alte_Karte.png">': '<img src="https://ur.example/Alte_Karte.png">',
    '<a href="Ea.txt">x</a>': '<a href="ea.html" rel="noopener">x</a>',
    '<a href="../Ea#Haus">x</a>': '<a href="ea.html#Haus" rel="noopener">x</a>',
    '<a href="Alte_Karte.png">x</a>': '<a href="alte-karte.html" rel="noopener">x</a>',
    '<a href="Nirgends">x</a>': '<a href="Nirgends" rel="noopener">x</a>',
    '<a href="#Haus">x</a>': '<a href="#Haus" rel="noopener">x</a>',
    '<a href="mailto:ea@ur.example">x</a>': '<a href="mailto:ea@ur.example" rel="noopener">x</a>',
    '<a href="/Ea">x</a>': '<a href="/Ea" rel="noopener">x</a>',
}


@pytest.mark.parametrize("block", [False, True])
def test_raw_html_shows_pictures_and_leads_to_pages_of_the_campaign(tmp_path: Path, block: bool) -> None:
    pages: dict[str, str | bytes] = {"Alte_Karte.png": b"\x89PNG", "Ea.txt": "Gott"}
    for number, html in enumerate(RAW):
        pages[f"Seite {number}.md"] = f"<p>\n{html}\n</p>\n" if block else f"Hier: {html}\n"
    out = write(tmp_path / "c", pages) / "_site"
    make(tmp_path / "c")
    for number, html in enumerate(RAW.values()):
        assert html in (out / f"seite-{number}.html").read_text("utf-8")
