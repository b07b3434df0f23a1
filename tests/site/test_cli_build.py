"""`tontafel build`: what it says, what it gives, and how little it does when there is nothing to do."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from tontafel.site.cache import Cache

REAL = Path(__file__).parents[3] / "shared" / "markup" / "oddmuse-data.tar.gz"


Tontafel = Callable[..., Any]


@pytest.fixture
def campaign(tmp_path: Path) -> Path:
    folder = tmp_path / "Klein"
    folder.mkdir()
    (folder / "campaign.toml").write_text('title = "Klein"\nsystem = "mesopotamien"\n', "utf-8")
    (folder / "Start.txt").write_text("[[Löwe]] und [[Start]]\n", "utf-8")
    (folder / "Löwe.txt").write_text("Der Löwe hat Krallen 4, Beißen 3. [[Start]]\n", "utf-8")
    return folder


def test_build_says_where_the_home_page_is(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("build", campaign, "--no-pdf")
    home = campaign / "_site" / "index.html"
    assert (done.status, done.err) == (0, "")
    assert re.fullmatch(rf"{re.escape(str(home))}: 2 pages, \d characters?; \d+ files written\.\n", done.out)
    assert home.is_file()
    again = tontafel("build", campaign, "--no-pdf")
    assert again.out.startswith(f"{home}: nothing to do (2 pages, ")


def test_build_of_the_folder_here(
    tontafel: Tontafel, campaign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(campaign)
    assert tontafel("build", "--no-pdf", "-o", "../aus").status == 0
    assert (campaign.parent / "aus" / "index.html").is_file()
    assert not (campaign / "_site").exists()


def test_pages_with_errors_are_built_and_judged_by_check(tontafel: Tontafel, campaign: Path) -> None:
    (campaign / "Held.txt").write_text(
        "== Fertigkeiten\n|5 |Ringen, Bogen |\n\n[[Start]] [[tag:Figur]]\n", "utf-8"
    )
    done = tontafel("build", campaign, "--no-pdf")
    assert done.status == 0
    assert (campaign / "_site" / "held.html").is_file()
    assert done.err == f"Found on the pages: 1 error, 0 warnings; see: tontafel check {campaign}\n"
    assert tontafel("check", campaign).status == 1


def test_several_campaigns_go_side_by_side(tontafel: Tontafel, campaign: Path, tmp_path: Path) -> None:
    assert tontafel("new", tmp_path / "Neu", "--system", "mesopotamien").status == 0
    done = tontafel("build", campaign, tmp_path / "Neu", "-o", tmp_path / "aus", "--no-pdf")
    assert done.status == 0
    assert [path.parent.name for path in sorted((tmp_path / "aus").glob("*/index.html"))] == ["Klein", "Neu"]


def test_someone_else_building_is_no_fault_of_ours(tontafel: Tontafel, campaign: Path) -> None:
    tontafel("build", campaign, "--no-pdf")
    (campaign / "Start.txt").write_text("anders\n", "utf-8")
    other = Cache(campaign, campaign / "_site")
    other.begin()
    try:
        done = tontafel("build", campaign, "--no-pdf")
    finally:
        other.close()
    assert done.status == 2
    assert "is being built by someone else" in done.err


def test_a_place_that_is_no_place_for_a_site(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("build", campaign, "-o", campaign)
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert (campaign / "Start.txt").is_file()


def test_nobodys_home_page_is_written_over(tontafel: Tontafel, campaign: Path, tmp_path: Path) -> None:
    other = tmp_path / "www"
    other.mkdir()
    (other / "index.html").write_text("mine", "utf-8")
    done = tontafel("build", campaign, "-o", other, "--no-pdf")
    assert done.status == 2
    assert "no build has put there" in done.err
    assert [path.read_text("utf-8") for path in other.iterdir()] == ["mine"]
    (other / "index.html").unlink()
    (other / "robots.txt").write_text("mine", "utf-8")
    assert [tontafel("build", campaign, "-o", other, "--no-pdf").status for _ in range(2)] == [0, 0]
    assert (other / "robots.txt").read_text("utf-8") == "mine"


@pytest.mark.parametrize("damage", [None, "", "{", '{"audience": "", "files": []}'])
@pytest.mark.parametrize("audience", ["players", "gm"])
def test_a_site_whose_list_is_lost_is_built_anew_as_the_message_says(
    tontafel: Tontafel, campaign: Path, damage: str | None, audience: str
) -> None:
    site = campaign / "_site"
    assert tontafel("build", campaign, "--no-pdf", "--audience", "gm").status == 0
    listed = site / ".tontafel-files.json"
    listed.unlink()
    if damage is not None:
        listed.write_text(damage)
    (campaign / "Neu.txt").write_text("Neu.")
    done = tontafel("build", campaign, "--no-pdf", "--audience", audience)
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert f"“{site}”, .tontafel-files.json, is missing or damaged" in done.err
    assert "Delete this folder and build again" in done.err
    assert not (site / "neu.html").exists()
    shutil.rmtree(site)
    assert tontafel("build", campaign, "--no-pdf", "--audience", audience).status == 0
    assert (site / "neu.html").exists()
    assert listed.exists()


#: What is wrong with a template, and on which line.
BROKEN = {
    "{% if %}": 1,
    "\n{{ nothing.at_all }}": 2,
    "\n\n{{ task.nothing }}": 3,
    '{% extends "pages/page.html" %}': 1,
    '\n{% include "pages/page.html" %}': 2,
    "\n{{ 1 / 0 }}": 2,
    "{{ task.__class__ }}": 1,
    "{{ title | nothing }}": 1,
    "\n\xff": 2,
}


@pytest.mark.parametrize(
    ("text", "jobs"), [*((text, "1") for text in BROKEN), *zip(BROKEN, "2222", strict=False)]
)
def test_a_broken_template_is_named(tontafel: Tontafel, campaign: Path, text: str, jobs: str) -> None:
    pages = campaign / "templates" / "pages"
    pages.mkdir(parents=True)
    (pages / "page.html").write_bytes(text.encode("latin-1"))
    for number in range(60):
        (campaign / f"Seite {number}.txt").write_text("Ur", "utf-8")
    done = tontafel("build", campaign, "--no-pdf", "--jobs", jobs)
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert f"The template “pages/page.html” cannot be used (line {BROKEN[text]}): " in done.err


@pytest.mark.parametrize("text", ["\n{{ sheet.nothing }}", "\n{{ 1 / 0 }}"])
def test_a_broken_template_of_sheets_is_named_and_no_character_blamed(
    tontafel: Tontafel, campaign: Path, text: str
) -> None:
    folder = campaign / "templates" / "systems" / "mesopotamien"
    folder.mkdir(parents=True)
    (campaign / "Held.txt").write_text("Fertigkeiten: Ringen 5, Bogen 4\n\n[[tag:Figur]]\n", "utf-8")
    (folder / "sheet.html").write_text(text, "utf-8")
    done = tontafel("build", campaign)
    assert done.status == 2
    assert "The template “systems/mesopotamien/sheet.html” cannot be used (line 2): " in done.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_written(tontafel: Tontafel, campaign: Path) -> None:
    campaign.chmod(0o500)
    try:
        done = tontafel("build", campaign, "--no-pdf")
    finally:
        campaign.chmod(0o700)
    assert done.status == 2
    assert "may not be read or written" in done.err


def test_a_build_with_nothing_to_do_loads_nothing_heavy(campaign: Path) -> None:
    code = "import sys; from tontafel.site.cli import run; s = run(['build', sys.argv[1]])\n"
    code += "print(s, *sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", code, str(campaign)]
    subprocess.run(command, capture_output=True, check=True)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "nothing to do" in done.stdout or "nichts zu tun" in done.stdout
    status, *modules = done.stderr.split()
    heavy = {"weasyprint", "bs4", "jinja2", "mistune", "rich", "tomlkit", "nh3", "fontTools", "PIL", "pydyf"}
    assert status == "0"
    assert not heavy & {name.partition(".")[0] for name in modules}
    assert not [name for name in modules if name.startswith("tontafel.parsers")]


@pytest.mark.skipif(not REAL.is_file(), reason="the archive is not here")
@pytest.mark.parametrize("out", [[], ["-o", "aus"]], ids=["in place", "elsewhere"])
def test_a_real_wiki_from_archive_to_site(
    tontafel: Tontafel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: list[str]
) -> None:
    """Links between the campaigns lead to files that are there; both uploads are, too."""
    monkeypatch.chdir(tmp_path)
    assert tontafel("import", "oddmuse", REAL, "-o", "wiki").status == 0
    assert tontafel("build", "wiki", *out, "--no-pdf").status == 0
    homes = sorted(tmp_path.glob("aus/*/index.html" if out else "wiki/*/_site/index.html"))
    assert len(homes) == 3
    between = set()
    for page in (page for home in homes for page in home.parent.glob("*.html")):
        for address in re.findall(r'(?:href|src)="([^":#?]+)["#?]', page.read_text("utf-8")):
            assert (page.parent / unquote(address)).exists(), f"{page}: {address}"
            between |= {unquote(address).split("/")[-2]} if address.startswith("..") else set()
    assert between == ({"Main", "Zweistromland", "Ödland"} if out else {"_site"})
    (site,) = (home.parent for home in homes if "Zweistromland" in home.parts)
    assert (site / "karte.png").read_bytes().startswith(b"\x89PNG")
    assert any("Nur Text" in path.read_text("utf-8") for path in site.glob("notiz*.txt"))
    assert "lykos-der-spartaner.html" in (site / "lykos.html").read_text("utf-8")
    assert not list(site.glob("alte-notizen*"))
