"""Nothing of a secret page reaches the players: every byte of every file is searched."""

import re
import unicodedata
import zlib
from pathlib import Path

import pytest
from tests.site.made_sites import files, make, page, write

from tontafel.site.problem import Problem

#: Words that stand on secret pages, in their names and their pictures, and nowhere else.
SECRETS = (
    *("Zwölfter Gott", "Zwoelfter", "zwoelfter", "Verrat im Keller", "Nebukadnezar", "verborgene Klinge"),
    *("Hinterhalt", "Meuchler", "Giftmischen", "Krypta", "krypta", "SECRETPIXEL", "2010-04-01", "xyzzy"),
    *("Geheim", "geheim"),
)
CAMPAIGN: dict[str, str | bytes] = {
    "campaign.toml": 'title = "Zweistromland"\nsystem = "mesopotamien"\n'
    'base_url = "https://ur.example/"\n[tags]\nsecret = ["Geheim", "Verborgen"]\ncharacter = "Figur"\n',
    "HomePage.txt": "[[Zwölfter Gott|Einer]] und [[Meuchler|noch einer]], [[Ur]], [[Umweg|hin]].\n\n"
    '<include "Zwölfter Gott">\n\n<include text "Zwölfter Gott">\n\n<journal>\n\n<search "Klinge">\n\n'
    "[[tag:Ort]] [[Zwölfter Gott#Keller|Stelle]]\n",
    "Zwölfter_Gott.txt": "= Nebukadnezar\n\nVerrat im Keller. [[Ur]] [[Nur hier gesucht xyzzy]]\n\n"
    "{{Krypta}}\n\n== Keller\n\n[[tag:Geheim]] [[tag:Hinterhalt]] [[tag:Ort]]\n",
    "Meuchler.txt": "Die /verborgene Klinge/.\n\n== Fertigkeiten\n| 5 |Giftmischen |\n\n"
    "[[tag:Figur]] [[tag:VERBORGEN]]\n",
    "Umweg.txt": "#REDIRECT [[Meuchler]]\n",
    "Umweg_zum_Umweg.txt": "#REDIRECT [[Umweg]]\n",
    "Regeln.txt": "== Fertigkeiten\n||= Kämpfen |\n|Ringen |packen |\n",
    "Regeln_der_Krypta.txt": "|= Zähler |= Fertigkeit |\n|Hinterhalt |Giftmischen |\n\n"
    "[[tag:Regeln]] [[tag:Geheim]]\n",
    "2010-04-01_Hinterhalt.txt": "Hinterhalt! [[tag:Geheim]]\n",
    "2010-05-01_Fest.txt": "Ein Fest.\n",
    "Ur.txt": "Stadt. [[tag:Ort]]\n",
    "Held.txt": "/stur/, /laut/\n\n== Fertigkeiten\n| 5 |Ringen |\n\n|Gesundheit |□□□ |\n\n[[tag:Figur]]\n",
    "Krypta.png": b"\x89PNG SECRETPIXEL",
    "Comments_on_Zwölfter_Gott.txt": "Wer? [[tag:Geheim]]\n",
}


def contents(data: bytes) -> bytes:
    """Give a file's bytes, with what is packed in it unpacked."""
    packed = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)
    unpacked = []
    for part in packed:
        try:
            unpacked.append(zlib.decompress(part))
        except zlib.error:
            continue
    return b"\n".join([data, *unpacked])


@pytest.fixture(scope="module", params=[False, True], ids=["html", "pdf"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = write(tmp_path_factory.mktemp("secret"), CAMPAIGN)
    if request.param:
        from tontafel.site import pdf
        from tontafel.site.pdf import engine

        try:
            engine.engine()
        except pdf.PdfUnavailable:
            pytest.skip("needs Pango")
    make(root, audience="gm", pdf=request.param)
    make(root, pdf=request.param)
    return root / "_site"


def test_no_byte_of_a_secret_is_in_any_file(site: Path) -> None:
    for name, data in files(site).items():
        text = name.encode() + b"\n" + contents(data)
        for secret in SECRETS:
            for form in (secret.encode(), secret.encode("utf-16-be"), secret.encode("latin-1")):
                assert form not in text, f"{secret} in {name}"


def test_links_to_secrets_are_plain_words(site: Path) -> None:
    soup = page(site, "index.html")
    first = soup.select_one("article p")
    assert first is not None
    assert first.decode_contents() == 'Einer und noch einer, <a href="ur.html">Ur</a>, hin.'
    assert "Stelle" in soup.get_text()
    assert soup.select("img") == []
    assert soup.select("a.missing") == []


def test_lists_count_only_what_players_see(site: Path) -> None:
    tags = page(site, "all-tags.html")
    listed = [item.get_text(" ", strip=True) for item in tags.select(".columns li")]
    assert listed == ["Figur 1", "Ort 2"]
    assert [name.get_text() for name in page(site, "all-characters.html").select(".name")] == ["Held"]
    assert page(site, "wanted-pages.html").select(".name") == []
    assert [a["href"] for a in page(site, "index.html").select(".entry > h2 a")] == ["2010-05-01-fest.html"]
    assert [a.get_text() for a in page(site, "ur.html").select(".about a")] == ["HomePage"]


def test_the_game_master_has_it_all(tmp_path: Path) -> None:
    root = write(tmp_path / "c", CAMPAIGN)
    make(root, tmp_path / "gm", audience="gm")
    there = files(tmp_path / "gm")
    assert {"zwoelfter-gott.html", "meuchler.json", "krypta.png", "2010-04-01-hinterhalt.html"} <= set(there)
    assert "Geheim: nicht" in page(tmp_path / "gm", "zwoelfter-gott.html").get_text()
    assert "was Spieler nicht sehen" in page(tmp_path / "gm", "ur.html").get_text()


def test_addresses_are_the_same_for_both(tmp_path: Path) -> None:
    pages = {"Ea.txt": "[[tag:Geheim]]", "ea.txt": "offen", "EA.txt": "auch offen"}
    root = write(tmp_path / "c", pages)
    make(root, tmp_path / "gm", audience="gm")
    make(root, tmp_path / "players")
    for out in ("gm", "players"):
        assert "auch offen" in page(tmp_path / out, "ea.html").get_text()
        assert "offen" in page(tmp_path / out, "ea-2.html").get_text()
    assert (tmp_path / "gm" / "ea-3.html").is_file()
    assert not (tmp_path / "players" / "ea-3.html").exists()


def decomposed(name: str) -> str:
    return unicodedata.normalize("NFD", name)


#: What looks like a tag for secrets in wiki markup, and is none.
MISSED = [
    "[[Tag:Geheim]]", "[[TAG:geheim|so]]", "[[ tag:Geheim ]]", "[[tag :Geheim]]", "[[tags:Geheim]]",
    "[tag:Geheim]", "[[tag:Geheim]", "[[tag;Geheim]]", "[[tag:*Geheim*]]", "[[tag:\nGeheim]]",
    "[[tag:Ort, Geheim]]", "[[tag:Geheim; Ort]]", "[[Tag:Ort,Geheim]]", "{{tag>Geheim}}",
    "[[Schlagwort:Geheim]]", "[[Kategorie:Geheim]]", "[[Category: geheim]]", "> [[tag:Geheim]]",
    "#tag geheim", "#Tag geheim", "#tags: Ort, geheim", "a\r\n\r\n#Schlagwort Geheim\r\n", "* #tag: geheim",
    "tag:geheim", "Tags: Ort; Geheim", "a\n\n**Schlagworte:** Ort, Geheim", "Schlagwort = geheim",
    "a\n\n#geheim", "#Ort #Geheim\n\na", "\ufeff---\ntags: geheim\n---\na", "---\ntags:\n  - Geheim\n...\na",
]  # fmt: skip
#: What players must not read, behind every way that could lead to it: xyzzy.
WAYS: dict[str, dict[str, str | bytes]] = {
    "redirects however far": {
        "xyzzy 0.txt": "[[tag:Geheim]]",
        **{f"xyzzy {number}.txt": f"#REDIRECT [[xyzzy {number - 1}]]" for number in range(1, 15)},
    },
    "a redirect in other letters": {
        decomposed("Höhle xyzzy.txt"): "[[tag:Geheim]]",
        "xyzzy.txt": "#REDIRECT [[Höhle xyzzy]]",
    },
    "a picture in other letters": {
        decomposed("Grüft.png"): b"xyzzy",
        "Plan.txt": "{{Grüft}} [[tag:Geheim]]",
    },
    "a picture by its file": {"Gruft.png": b"xyzzy", "Plan.md": "![Plan](Gruft.png) [[tag:Geheim]]"},
    "a picture in raw HTML": {
        "Gruft.png": b"xyzzy",
        "Plan.md": 'So: <img alt="x" src="Gruft.png" width="9">\n\n[[tag:Geheim]]',
    },
    "a file in raw HTML": {
        "Alte_Gruft.pdf": b"xyzzy",
        "Plan.md": '<div>\n<a href="tief/Alte%20Gruft.pdf">da</a>\n</div>\n\n[[tag:Geheim]]',
    },
    "a picture in the markup of other pages": {
        **{f"Grüft_{number}.png": b"xyzzy" for number in range(9)},
        "Höhle.txt": "#FILE image/png\neHl6enk=\n",
        "Plan.md": "{{grüft 0}} {{Grüft 1.png|so}} [[image:Grüft 2]] [[Datei:Grüft_3.png]] {{ Höhle }} "
        "![Plan](tief/Grüft_8.png [[tag:Geheim]]",
        "Plan.txt": "![Plan](Grüft_4.png) <img src=\"Gr%C3%BCft_5.png\"> <img src='tief/Grüft 6.png'> "
        "siehe Grüft_7.png. [[tag:Geheim]]",
    },
    "a picture that leads there": {
        "Karte.png": b"PNG",
        "geheimer_xyzzy.txt": "[[tag:Geheim]] {{Gruft}}",
        "Gruft.png": b"xyzzy",
        "Ur.txt": "[[geheimer_xyzzy|{{Karte}}]] [[ geheimer xyzzy |{{Fehlt}}]] "
        "[[geheimer xyzzy|{{http://ur.example/a.png}}]]",
    },
    "a page in raw HTML": {"xyzzy.md": "[[tag:Geheim]]", "Weg.md": '<a href="xyzz&#121;.md#Tor">da</a>'},
    "a picture by a redirect": {
        "Gruft.png": b"xyzzy",
        "Bild.txt": "#REDIRECT [[Gruft]]",
        "Plan.txt": "{{Bild}} [[tag:Geheim]]",
    },
    "an upload": {"Gruft.txt": "#FILE image/png\neHl6enk=\n", "Plan.txt": "{{Gruft}} [[tag:Geheim]]"},
    "comments": {"Plan.txt": "[[tag:Geheim]]", "Comments_on_Plan.txt": "xyzzy"},
    "two files of comments": {
        "Plan.txt": "[[tag:Geheim]]",
        "Comments_on_Plan.txt": "wer?",
        "Comments on Plan.md": "xyzzy",
    },
    "comments on a redirect": {
        "Plan.txt": "[[tag:Geheim]]",
        "Weg.txt": "#REDIRECT [[Plan]]",
        "Comments_on_Weg.txt": "xyzzy",
    },
    "the InterMap": {
        "InterMap.txt": " Lexikon http://xyzzy.example/\n\n[[tag:Geheim]]",
        "Ur.txt": "Lexikon:Ur [[Lexikon:Ur]] [Lexikon:Ur so]",
    },
    "the LocalNames": {
        "LocalNames.txt": "[http://xyzzy.example Ortsname] [[tag:Geheim]]",
        "Ur.txt": "[[Ortsname]]",
    },
    "a tag in other letters": {"xyzzy.txt": f"[[tag:{decomposed('Gehüllt')}]]"},
    "tags wherever": {
        **{f"xyzzy {number}.txt": text for number, text in enumerate(
            ["== a [[tag:Geheim]]", "|a|[[tag:GEHEIM]]|", "* a\n** [[tag:Geheim]]", "**a [[tag:Geheim]]**",
             "[[tag:geheim|Wort]]", "#REDIRECT [[Ur]]\n[[tag:Geheim]]", "a \\\\ [[tag:Geheim]]"])},
        **{f"xyzzy {number}.md": text for number, text in enumerate(
            ["# a [[tag:Geheim]]", "|a|b|\n|-|-|\n|[[tag:Geheim]]|c|", "- [[tag:Geheim]]",
             "> [[tag: geheim]]", "*a **[[tag:Geheim]]***", "~~[[tag:Geheim]]~~",
             "<div>\n\n[[tag:Geheim]]\n\n</div>"])},
    },
    "what looks like a tag": {
        **{f"xyzzy {number}.txt": text for number, text in enumerate(MISSED)},
        **{f"xyzzy {number}.md": text for number, text in enumerate(
            ["[[ Tags:Geheim ]]", "---\ntags: [Ort, geheim]\n---\nA", "---\ntags:\n- Ort\n- geheim\n---\nA",
             "**Tags:** Ort, *geheim*", "A\n\n#geheim #Ort", "<!-- [[tag:Geheim]] -->"])},
    },
    "steering pages with what looks like a tag": {
        "InterMap.txt": " Lexikon http://xyzzy.example/\n\n[[Tag:Geheim]]",
        "LocalNames.txt": "[http://xyzzy.example Ortsname]\n\nSchlagwort: geheim",
        "Ur.txt": "Lexikon:Ur [[Ortsname]]",
    },
}  # fmt: skip


#: What only speaks of secrets, or shows how a tag is written.
HARMLESS = [
    "Es ist geheim.", "{{{[[Tag:Geheim]]}}}", "{{{\n#tag geheim\n}}}", "##[[Tag:Geheim]]##",
    "Tag: ganz geheim", "Am Tag geheim", "# geheim", "#geheime Wege", "[[Lexikon:Geheim]]", "~[[tag:Geheim]]",
    "Geheim: Tag 4", "[[Montag:Geheim]]", "a #geheim b",
]  # fmt: skip


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_tag_and_looks_like_none_hides_nothing(tmp_path: Path, text: str) -> None:
    root = write(tmp_path, {"Start.txt": "", "A.txt": text})
    make(root)
    assert (root / "_site" / "a.html").exists()


@pytest.mark.parametrize("way", WAYS)
def test_no_way_leads_to_a_secret(tmp_path: Path, way: str) -> None:
    pages: dict[str, str | bytes] = {
        "campaign.toml": '[tags]\nsecret = ["Geheim", "Gehüllt"]\n',
        "Start.txt": '<journal 99 ".*">\n\n<titles 99 ".*">\n\n<search e>\n\n',
        **WAYS[way],
    }
    root = write(tmp_path / "c", pages)
    make(root, root / "für die Leitung", audience="gm")
    assert b"xyzzy" in b"".join(files(root / "für die Leitung").values())
    make(root)
    for name, data in files(root / "_site").items():
        assert b"xyzzy" not in name.encode() + data, name


#: Settings of which nobody can tell what they would have kept secret.
UNUSABLE = {
    "no TOML": 'title = "Ur"\n[tags]\nsecret = ["Verborgen\n',
    "a wrong kind of value": "tags.secret = 5\n",
    "a text for a table": 'tags = "Verborgen"\n',
    "a number among texts": 'tags = {secret = ["Verborgen", 7]}\n',
    "a capital letter": 'tags.Secret = "Verborgen"\n',
    "a letter too many": 'tags.secrets = "Verborgen"\n',
    "a word too many": 'tags.secret_pages = "Verborgen"\n',
    "the other language": 'tags.geheim = "Verborgen"\n',
    "no table around it": 'secret = "Verborgen"\n',
    "a table of another name": '[tag]\nsecret = "Verborgen"\n',
    "a table in capitals": '[Tags]\nsecret = "Verborgen"\n',
}


@pytest.mark.parametrize("way", [*UNUSABLE, "a link to elsewhere"])
def test_nothing_is_built_for_players_while_nobody_knows_what_is_secret(tmp_path: Path, way: str) -> None:
    root = write(tmp_path / "c", {"xyzzy.txt": "[[tag:Verborgen]]", "Ur.txt": "Stadt"})
    west = write(tmp_path / "West", {"campaign.toml": "", "Start.txt": "[[c:xyzzy]] [[c:Ur]]"})
    settings = root / "campaign.toml"
    settings.write_text('tags.secret = "Verborgen"\n')
    make(root)
    before = files(root / "_site")
    settings.unlink()
    if way in UNUSABLE:
        settings.write_text(UNUSABLE[way])
    else:
        settings.symlink_to(write(tmp_path, {"settings": 'tags.secret = "Verborgen"\n'}) / "settings")
    with pytest.raises(Problem, match="may say what is secret"):
        make(root)
    assert files(root / "_site") == before
    make(root, root / "gm", audience="gm")
    assert "xyzzy.html" in files(root / "gm")
    make(west)
    assert b"xyzzy.html" not in files(west / "_site")["index.html"]


def test_neighbours_tell_no_secrets(tmp_path: Path) -> None:
    settings = 'title = "Zweistromland"\n'
    write(
        tmp_path / "Ost",
        {
            "campaign.toml": settings,
            "Offen.txt": "",
            "OFFEN.txt": "[[tag:Geheim]]",
            "Geheimes.txt": "[[tag:Geheim]]",
            "Umweg.txt": "#REDIRECT [[Geheimes]]",
        },
    )
    links = "[[Ost:Geheimes]] [[Ost:Umweg]] [[Ost:OFFEN]] [[Ost:Offen]]"
    west = write(tmp_path / "West", {"campaign.toml": settings, "Start.txt": links})
    make(west)
    make(tmp_path / "Ost")
    article = page(west / "_site", "index.html").select_one("article")
    assert article is not None
    assert [str(link["href"]) for link in article.select("a")] == ["../../Ost/_site/offen.html"]
    assert (tmp_path / "Ost" / "_site" / "offen.html").is_file()


@pytest.mark.parametrize("left", ["", '{"audience": "gm", "fil', "<<<<<<< HEAD\n", "[]", "null"])
def test_what_was_made_for_the_game_master_stays_under_no_players_site(tmp_path: Path, left: str) -> None:
    """Whoever damages the list of what is in a folder leaves nobody who knows what has to go."""
    root = write(tmp_path, {"campaign.toml": "", "Ur.txt": "Stadt.", "Uruk.txt": "Mauern. [[tag:Geheim]]"})
    make(root, audience="gm")
    (root / "_site" / ".tontafel-files.json").write_text(left)
    with pytest.raises(Problem):
        make(root)
