"""Nothing of a secret page reaches the players: every byte of every file is searched."""

import re
import zlib
from pathlib import Path

import pytest
from tests.site.made_sites import files, make, page, write

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
        from tontafel.site import pdf, pdf_engine

        try:
            pdf_engine.engine()
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
