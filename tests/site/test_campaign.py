import os
from pathlib import Path

import pytest
from tests.site.made_sites import write as folder

from tontafel.site.campaign import open_campaign, page_name, read_text
from tontafel.site.scan import campaigns_in


def test_pages_are_named_by_their_files(tmp_path: Path) -> None:
    files = {"Große_Götter.txt": "", "2010-03-01_Hydra.wiki": "", "orte/Ur.md": "", "Was_ist_Hybris?.txt": ""}
    campaign = open_campaign(folder(tmp_path, files))
    assert list(campaign.pages) == ["2010-03-01 Hydra", "Große Götter", "Was ist Hybris?", "Ur"]
    assert campaign.diagnostics == []
    assert campaign.find("Große_Götter") == "Große Götter"
    assert campaign.find("große Götter") == ""


def test_names_found_however_they_are_composed(tmp_path: Path) -> None:
    campaign = open_campaign(folder(tmp_path, {"U\u0308ber.txt": ""}))
    assert campaign.find("Über") == "U\u0308ber"


def test_what_is_passed_over(tmp_path: Path) -> None:
    outside = folder(tmp_path / "outside", {"Geheim.txt": "nie"})
    root = folder(
        tmp_path / "campaign",
        {
            "Ur.txt": "",
            ".git/a.txt": "",
            ".b.txt": "",
            "_site/c.txt": "",
            "templates/d.txt": "",
            "other/campaign.toml": "",
            "other/e.txt": "",
            "skript.js": "",
            "seite.html": "",
        },
    )
    (root / "link.txt").symlink_to(outside / "Geheim.txt")
    (root / "folder").symlink_to(outside)
    (root / "inside.txt").symlink_to(root / "Ur.txt")
    (root / "loop.txt").symlink_to(root / "loop.txt")
    os.mkfifo(root / "pipe.txt")
    (Path(os.fsdecode(os.fsencode(root) + b"/G\xf6tter.txt"))).write_text("")
    campaign = open_campaign(root)
    assert list(campaign.pages) == ["Ur", "inside"]
    assert campaign.files == {}
    found = [(d.code, d.page) for d in campaign.diagnostics]
    assert ("file-outside", "link.txt") in found
    assert ("file-outside", "folder") in found
    assert ("file-unreadable", "pipe.txt") in found
    assert ("file-outside", "loop.txt") in found or ("file-unreadable", "loop.txt") in found
    assert ("file-unreadable", "G\N{REPLACEMENT CHARACTER}tter.txt") in found
    assert len(found) == 5


def test_a_page_belongs_to_the_campaign_above_it(tmp_path: Path) -> None:
    root = folder(tmp_path, {"campaign.toml": 'title = "Ur"', "orte/Ur.txt": "x", "Regeln.txt": ""})
    campaign = open_campaign(root / "orte" / "Ur.txt")
    assert (campaign.root, campaign.focus, campaign.title) == (root, "Ur", "Ur")
    assert set(campaign.pages) == {"Ur", "Regeln"}
    assert campaign.text("Ur") == "x"


def test_a_page_without_settings_belongs_to_its_folder_only(tmp_path: Path) -> None:
    root = folder(tmp_path, {"Ur.txt": "", "Eridu.txt": "", "tief/Uruk.txt": ""})
    campaign = open_campaign(root / "Ur.txt")
    assert set(campaign.pages) == {"Ur", "Eridu"}
    assert campaign.focus == "Ur"


def test_a_page_of_any_ending_can_be_asked_for(tmp_path: Path) -> None:
    campaign = open_campaign(folder(tmp_path, {"Ur.page": "x"}) / "Ur.page")
    assert campaign.focus == "Ur.page"
    assert campaign.text(campaign.focus) == "x"


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        open_campaign(tmp_path / "nichts")


def test_two_files_of_one_name_are_both_pages_and_both_reported(tmp_path: Path) -> None:
    campaign = open_campaign(folder(tmp_path, {"Ur.md": "", "Ur.txt": "", "tief/Ur.txt": ""}))
    assert {name: source.path for name, source in campaign.pages.items()} == {
        "Ur": "Ur.md",
        "Ur.txt": "Ur.txt",
        "Ur.txt 2": "tief/Ur.txt",
    }
    assert [d.page for d in campaign.diagnostics] == ["Ur", "Ur.txt", "Ur", "Ur.txt 2"]


def test_huge_pages_are_not_read(tmp_path: Path) -> None:
    root = folder(tmp_path, {"Ur.txt": ""})
    with (root / "Riesig.txt").open("wb") as file:
        file.truncate(16_000_001)
    campaign = open_campaign(root)
    assert set(campaign.pages) == {"Ur"}
    assert [(d.code, d.page) for d in campaign.diagnostics] == [("file-too-large", "Riesig.txt")]


def test_pictures_are_uploads_by_their_stem(tmp_path: Path) -> None:
    campaign = open_campaign(folder(tmp_path, {"Karte_von_Ur.png": b"", "Ur.JPG": b"", "Ur.txt": ""}))
    assert {name: source.media for name, source in campaign.files.items()} == {
        "Karte von Ur": "image/png",
        "Ur.JPG": "image/jpeg",
    }


def test_pictures_are_found_by_their_files(tmp_path: Path) -> None:
    """Markdown calls them so."""
    for name in ("Große_Karte.PNG", "Gruft.png", "Gruft.jpg", "Grüße.png.txt"):
        (tmp_path / name).write_bytes(b"1")
    campaign = open_campaign(tmp_path)
    asked = ["Große Karte.PNG", "Gruft.png", "Gruft.jpg", "Gruft", "Gruft.gif", "Grüße.png"]
    assert [campaign.find(name) for name in asked] == [
        "Große Karte",
        "Gruft.png",
        "Gruft",
        "Gruft",
        "",
        "Grüße.png",
    ]


def test_a_printed_sheet_beside_its_page_takes_no_name_from_it(tmp_path: Path) -> None:
    """`tontafel sheet Herakles -o herakles.pdf` puts a file there that differs in one letter's case."""
    campaign = open_campaign(folder(tmp_path, {"Große Götter.txt": "", "grosse-goetter.pdf": b"%PDF"}))
    assert set(campaign.files) == {"grosse-goetter.pdf"}


def test_bytes_that_are_no_text_survive(tmp_path: Path) -> None:
    root = folder(tmp_path, {"Ur.txt": b"a\xff\r\nb"})
    assert read_text(root, "Ur.txt").encode("utf-8", "surrogateescape") == b"a\xff\r\nb"


def test_home_by_setting_custom_or_title(tmp_path: Path) -> None:
    assert open_campaign(folder(tmp_path / "a", {"Ur.txt": ""})).home == ""
    assert open_campaign(folder(tmp_path / "b", {"Ur.txt": "", "HomePage.txt": ""})).home == "HomePage"
    wished = {"Ur.txt": "", "HomePage.txt": "", "campaign.toml": 'home = "Ur"'}
    assert open_campaign(folder(tmp_path / "c", wished)).home == "Ur"
    assert open_campaign(folder(tmp_path / "Zwei_Ströme", {"Zwei Ströme.txt": ""})).home == "Zwei Ströme"


def test_campaigns_side_by_side(tmp_path: Path) -> None:
    folder(tmp_path, {"Main/campaign.toml": "", "Ödland/campaign.toml": "", "Ödland/Staub.txt": ""})
    assert [path.name for path in campaigns_in(tmp_path)] == ["Main", "Ödland"]
    assert campaigns_in(tmp_path / "Main") == [tmp_path / "Main"]
    main = open_campaign(tmp_path / "Main")
    assert main.siblings == ("Main", "Ödland")
    neighbour = main.sibling("Ödland")
    assert neighbour is not None
    assert set(neighbour.pages) == {"Staub"}
    assert main.sibling("..") is None
    (tmp_path / "Ferne").symlink_to(tmp_path / "Main")
    assert open_campaign(tmp_path / "Main").siblings == ("Main", "Ödland")
    assert campaigns_in(tmp_path / "Ödland" / "Staub.txt") == [tmp_path / "Ödland" / "Staub.txt"]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/Große__Götter.txt", "Große Götter"),
        ("_.txt", "_"),
        ("notiz.txt.txt", "notiz.txt"),
        ("Was_ist_Hybris%3F.txt", "Was ist Hybris?"),
    ],
)
def test_page_names(path: str, name: str) -> None:
    assert page_name(path) == name
