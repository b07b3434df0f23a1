"""`tontafel npc`: characters by chance, by the campaign's rules, as text, JSON and pages."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tontafel.rules.system import systems
from tontafel.site.npcs import cast_of, generated

Tontafel = Callable[..., Any]

SETTINGS = 'system = "mesopotamien"\nhome = "Start"\n[tags]\nnpc = "Nebenfigur"\n'
RULES = """= Regeln
* eine Fertigkeit mit Wert 3
* zwei Fertigkeiten mit Wert 2
* drei Fertigkeiten mit Wert 1
"""


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign whose ladder is its own; one stands in it."""
    folder = tmp_path / "Klein"
    folder.mkdir()
    (folder / "campaign.toml").write_text(SETTINGS, "utf-8")
    (folder / "Regeln.txt").write_text(RULES, "utf-8")
    monkeypatch.chdir(folder)
    return folder


def test_a_character_by_the_rules_of_the_campaign(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("npc", "--seed", "7")
    assert (done.status, done.err) == (0, "Seed: 7\n")
    (one,) = tontafel("npc", "--seed", "7", "--format", "json").json["characters"]
    assert done.out.startswith(f"{one['name']} (NPC, mesopotamien 1)\n")
    assert [skill["value"] for skill in one["skills"]] == [3, 2, 2, 1, 1, 1]
    assert one["derived"]


def test_one_seed_makes_the_same_and_more_of_them(tontafel: Tontafel, campaign: Path) -> None:
    def named(*arguments: str) -> list[str]:
        found = tontafel("npc", "--format", "json", *arguments).json
        return [one["name"] for one in found["characters"]]

    assert named("--seed", "5", "--count", "4")[:2] == named("--seed", "5", "--count", "2")
    assert named("--seed", "5") != named("--seed", "6")
    assert tontafel("npc", "--seed", "5").out == tontafel("npc", "--seed", "5").out
    seed = tontafel("npc", "--format", "json").json["seed"]
    assert 0 <= seed < 1_000_000


@pytest.mark.parametrize("system", sorted(systems()))
def test_a_thousand_have_a_thousand_names(system: str, campaign: Path) -> None:
    cast = cast_of(campaign, system)
    start = time.process_time()
    made = list(generated(cast, 1000, 1, "pc"))
    assert time.process_time() - start < 2 * 3, "2 ms each on a quiet machine"
    assert len({one.name.casefold() for one in made}) == 1000


def test_pages_are_written_and_read_as_what_they_are(tontafel: Tontafel, campaign: Path) -> None:
    made = tontafel("npc", "--seed", "3", "--count", "5", "--format", "json").json["characters"]
    done = tontafel("npc", "--seed", "3", "--count", "5", "--write", "Neben")
    assert done.status == 0
    assert sorted(done.out.splitlines()) == sorted(f"Neben/{one['name']}.txt" for one in made)
    for one in made:
        page = campaign / "Neben" / f"{one['name']}.txt"
        assert page.read_text("utf-8").endswith("\n[[tag:Nebenfigur]]\n")
        assert tontafel("show", page, "--format", "json").json["characters"] == [one]
        found = tontafel("check", page, "--format", "json").json["diagnostics"]
        assert {finding["code"] for finding in found} <= {"page-orphan"}


def test_nothing_is_written_over(tontafel: Tontafel, campaign: Path) -> None:
    first = tontafel("npc", "--seed", "3", "--write", "Neben").out.strip()
    page = campaign / first
    page.write_text("Mein.\n", "utf-8")
    again = tontafel("npc", "--seed", "3", "--count", "2", "--write", "Neben")
    assert (again.status, again.out) == (2, "")
    assert "already" in again.err
    assert "nothing was written" in again.err
    elsewhere = tontafel("npc", "--seed", "3", "--write", "Anders")
    assert elsewhere.status == 2
    assert page.read_text("utf-8") == "Mein.\n"
    assert [file.name for file in (campaign / "Neben").iterdir()] == [page.name]
    assert not (campaign / "Anders").exists()


def test_files_without_a_campaign(
    tontafel: Tontafel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    arguments = ("npc", "--system", "mesopotamien", "--seed", "1", "--write", "Neu", "--format", "json")
    done = tontafel(*arguments).json
    (file,) = done["files"]
    assert "[[tag:NSC]]" in Path(file).read_text("utf-8")
    assert tontafel(*arguments).status == 2


def test_the_text_of_a_page(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("npc", "--seed", "3", "--count", "2", "--format", "wiki")
    made = tontafel("npc", "--seed", "3", "--count", "2", "--format", "json").json["characters"]
    headings = [line for line in done.out.splitlines() if line.startswith("= ")]
    assert headings == [f"= {one['name']}" for one in made]
    assert done.out.count("[[tag:Nebenfigur]]") == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--system", "mesopotamia"], "There is no rule system “mesopotamia”. Did you mean “mesopotamien”?"),
        (["--count", "0"], "0 is not in the range"),
        (["--strength", "god"], "'god' is not one of"),
        (["--write", "Regeln.txt"], "Regeln.txt"),
    ],
)
def test_wrong_use_gets_one_line(tontafel: Tontafel, campaign: Path, arguments: list[str], said: str) -> None:
    done = tontafel("npc", *arguments)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_without_a_system_the_known_ones_are_named(
    tontafel: Tontafel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = tontafel("npc")
    assert done.status == 2
    assert "Name one with --system: " in done.err
    assert "mesopotamien" in done.err


def test_an_unknown_edition_makes_nobody(tontafel: Tontafel, campaign: Path) -> None:
    (campaign / "campaign.toml").write_text('system = "mesopotamien"\nedition = "9"\n', "utf-8")
    done = tontafel("npc", "--seed", "7")
    assert (done.status, done.out) == (2, "")
    assert "9" in done.err
    assert "1, 2" in done.err
