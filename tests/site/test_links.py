"""What links to what, and every finding about it: one campaign for each, and one that comes close."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.site.made_sites import write

from tontafel.site.campaign import links, open_campaign
from tontafel.site.campaign.atlas import Atlas, draw, secret_names, sites_of
from tontafel.site.campaign.links import Graph, Nearest
from tontafel.site.campaign.settings import Audience
from tontafel.site.campaign.survey import Reader, Record


def opened(
    root: Path, pages: Mapping[str, str | bytes], audience: Audience = "gm"
) -> tuple[Atlas, dict[str, Record], Graph]:
    campaign = open_campaign(write(root, pages))
    reader = Reader(root, frozenset(sites_of(campaign)))
    records = {name: reader.survey(source.path).record for name, source in campaign.pages.items()}
    atlas = draw(campaign, records, audience)
    return atlas, records, links.graph(atlas, records)


def found(root: Path, pages: Mapping[str, str | bytes]) -> list[tuple[str, str, str]]:
    """Give (code, page, place in the page's text) of every finding but orphans."""
    atlas, records, drawn = opened(root, pages)
    texts = {name.removesuffix(".txt").replace("_", " "): str(text) for name, text in pages.items()}
    return [
        (one.code, one.page, texts.get(one.page, "")[one.span.start : one.span.end] if one.span else "")
        for one in links.findings(atlas, records, drawn)
        if one.code != "page-orphan"
    ]


def test_backlinks_follow_redirects_and_pictures(tmp_path: Path) -> None:
    pages = {
        "A.txt": "[[B]] [[Weg]] {{Bild}} [[A]]",
        "B.txt": '\n<include "C">\n',
        "C.txt": "",
        "Weg.txt": "#REDIRECT [[C]]\n",
        "Bild.png": "",
    }
    _, _, drawn = opened(tmp_path, pages)
    assert drawn.backlinks == {"B": ["A"], "C": ["A", "B"], "Bild": ["A"]}
    assert drawn.wanted == {}
    assert drawn.orphans == ["A"]


def test_wanted_pages_and_orphans(tmp_path: Path) -> None:
    pages = {
        "HomePage.txt": "[[Ur]] <journal>\n\n<journal>",
        "Ur.txt": "[[Uruk]] [[Eridu]]",
        "Zikkurat.txt": "[[Uruk]]",
        "2010-01-01_Abend.txt": "",
        "Comments_on_Ur.txt": "",
        "InterMap.txt": "",
    }
    _, _, drawn = opened(tmp_path, pages)
    assert drawn.wanted == {"Eridu": ["Ur"], "Uruk": ["Ur", "Zikkurat"]}
    assert drawn.orphans == ["Zikkurat"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[Ur]] [[Große Götter]]", []),
        ("ein [[Uruk]] ein", [("link-missing", "A", "[[Uruk]]")]),
        ("ein [[Grosse Goetter|x]]", [("link-misspelt", "A", "[[Grosse Goetter|x]]")]),
        ("[[große götter]]", [("link-misspelt", "A", "[[große götter]]")]),
        ("[[Großr Götter]]", [("link-misspelt", "A", "[[Großr Götter]]")]),
        ("[[Große Götter#Anu]] [[#Hier]]\n\n== Hier\n", []),
        ("[[Große Götter#Marduk]]", [("link-place-missing", "A", "[[Große Götter#Marduk]]")]),
        ("[[#Dort]]\n\n== Hier\n", [("link-place-missing", "A", "[[#Dort]]")]),
        ('\n<include "Ur">\n', []),
        ('\n<include "Uruk">\n', [("include-missing", "A", '<include "Uruk">')]),
        ("{{Bild}} [[image:Bild]]", []),
        ("x {{Foto}} x", [("picture-missing", "A", "{{Foto}}")]),
        ("#REDIRECT [[Ur]]", []),
        ("#REDIRECT [[A]]", [("redirect-loop", "A", "")]),
        ("#REDIRECT [[Weg]]", [("redirect-double", "A", "")]),
        ("#REDIRECT [[Uruk]]", [("redirect-missing", "A", "")]),
        ("[[SRD]]", []),
        ("[http://x.example/ x] http://x.example/ [[Wiki:Ur]]", []),
    ],
)
def test_each_link_is_followed(tmp_path: Path, text: str, expected: list[tuple[str, str, str]]) -> None:
    pages = {
        "A.txt": text,
        "Ur.txt": "",
        "Große_Götter.txt": "== Anu\n",
        "Weg.txt": "#REDIRECT [[Ur]]\n",
        "Bild.png": "",
        "LocalNames.txt": "[http://x.example/srd SRD]",
        "InterMap.txt": " Wiki http://x.example/%s\n",
    }
    assert found(tmp_path, pages) == expected


def test_redirects_in_a_circle_are_both_reported(tmp_path: Path) -> None:
    circle = {"A.txt": "#REDIRECT [[B]]\n", "B.txt": "#REDIRECT [[A]]\n", "C.txt": "[[A]]"}
    assert [(code, page) for code, page, _ in found(tmp_path, circle)] == [
        ("redirect-loop", "A"),
        ("redirect-loop", "B"),
    ]


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["Ea", "EA"], "capital"),
        (["Götter", "Goetter"], "umlauts"),
        (["\u00dcber", "U\u0308ber"], "composed"),
        (["Was ist das", "Was ist das!"], "signs"),
        (["Index", "Ur"], "itself"),
        (["All pages", "Ur"], "itself"),
        (["Con", "Ur"], "Windows"),
        (["LPT1", "Ur"], "Windows"),
        (["Index", "Startseite"], "home"),
    ],
)
def test_names_of_one_address_are_reported_with_the_reason(
    tmp_path: Path, names: list[str], reason: str
) -> None:
    atlas, records, drawn = opened(tmp_path, {f"{name}.txt": "" for name in names})
    clashes = [one for one in links.findings(atlas, records, drawn) if one.code == "name-clash"]
    assert {one.page for one in clashes} == set(names) - {"Ur"}
    assert all(reason in one.message.text for one in clashes)


def test_names_of_one_address_are_in_order_where_one_leads_to_the_other(tmp_path: Path) -> None:
    pages = {
        "Koenigin.txt": "#REDIRECT [[Königin]]",
        "Königin.txt": "",
        "koenigin.txt": "#REDIRECT [[Koenigin]]",
    }
    assert "name-clash" not in {code for code, _, _ in found(tmp_path, pages)}


def test_a_reserved_name_needs_another_not_a_redirect(tmp_path: Path) -> None:
    atlas, records, drawn = opened(tmp_path, {"Con.txt": ""})
    (clash,) = [one for one in links.findings(atlas, records, drawn) if one.code == "name-clash"]
    assert clash.hint
    assert "redirect" not in clash.hint.text


def test_links_beside(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"Eins/campaign.toml": "", "Zwei/campaign.toml": "", "Zwei/Da.txt": "", "Zwei/S.txt": "[[tag:GM]]"},
    )
    pages = {"A.txt": "[[Zwei:Da]] [[Zwei:Fort]] [[Self:A]] [[Zwei:S]]"}
    assert [(code, page) for code, page, _ in found(tmp_path / "Eins", pages)] == [
        ("link-beside-missing", "A")
    ]


def test_secrets_are_tagged_pages_their_redirects_and_what_only_they_show(tmp_path: Path) -> None:
    pages: dict[str, str | bytes] = {
        "A.txt": "[[tag:geheim]] {{Nur}} {{Beide}} [[B]]",
        "B.txt": "{{Beide}} [[Weg]]",
        "Weg.txt": "#REDIRECT [[A]]\n",
        "Nur.png": b"",
        "Beide.png": b"",
        "Keiner.png": b"",
        "A.png": b"",
        "bilder/weg.jpg": b"",
        "B.pdf": b"",
    }
    campaign = open_campaign(write(tmp_path, pages))
    reader = Reader(tmp_path, frozenset())
    records = {name: reader.survey(source.path).record for name, source in campaign.pages.items()}
    assert secret_names(campaign, records) == {"A", "Weg", "Nur", "A.png", "weg.jpg"}
    atlas = draw(campaign, records, "players")
    assert (atlas.address("A"), atlas.address("B"), atlas.address("C")) == ("", "b.html", None)
    drawn = links.graph(atlas, records)
    assert drawn.backlinks == {"Beide": ["B"]}
    assert links.findings(atlas, records, drawn) == links.findings(atlas, records, drawn)


def test_the_nearest_name() -> None:
    nearest = Nearest(["Herakles", "Hermes", "Große Götter", "Ur", "Uruk", "Kassandra", "Kassandro"])
    assert nearest.find("Herakels") == "Herakles"
    assert nearest.find("grosse goetter") == "Große Götter"
    assert nearest.find("Urk") == ""
    assert nearest.find("Kassandri") == ""
    assert nearest.find("Babylon") == ""
