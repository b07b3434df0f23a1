"""Building again: only what must be, and always the same as from nothing."""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.site.made_sites import files, make, write

from tontafel.site.build import Report

SOURCE = Path(__file__).resolve().parents[2] / ".src"
BASE: dict[str, str | bytes] = {
    "campaign.toml": 'title = "Zweistromland"\nsystem = "mesopotamien"\n',
    "HomePage.txt": "[[Ur]] [[Eridu]] [[Lykos]]\n\n<journal>\n",
    "Ur.txt": "Stadt. [[tag:Ort]] {{Karte}}\n",
    "Eridu.txt": 'Siehe [[Ur]].\n\n<include "Kasten">\n',
    "Kasten.txt": "Im Kasten: [[Uruk]].\n",
    "Lykos.txt": "#REDIRECT [[Lykos der Spartaner]]\n",
    "Lykos_der_Spartaner.txt": "/stur/, /laut/\n\n== Fertigkeiten\n| 5 |Ringen |\n\n|Gesundheit |□□□ |\n",
    "Regeln.txt": "|= Zähler |= Fertigkeit |\n|Gesundheit |Athletik |\n|Fassung |Mystik |\n",
    "2010-03-01_Hydra.txt": "Neun Köpfe.\n",
    "Karte.png": b"\x89PNG 1",
}


def written(root: Path) -> set[str]:
    """Build and give the files of which anything changed, time stamps included."""
    before = {path: path.stat().st_mtime_ns for path in (root / "_site").rglob("*")}
    make(root)
    after = {path: path.stat().st_mtime_ns for path in (root / "_site").rglob("*") if path.is_file()}
    changed = {path.name for path, stamp in after.items() if before.get(path) != stamp}
    return changed | {f"-{path.name}" for path in before.keys() - after.keys()}


def clean(root: Path, tmp: Path, jobs: int = 1) -> dict[str, bytes]:
    """Give the site as it is built from nothing."""
    copy = tmp / root.name
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(root, copy, ignore=shutil.ignore_patterns("_site", ".tontafel"))
    make(copy, jobs=jobs)
    return files(copy / "_site")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = write(tmp_path / "zweistromland", BASE)
    make(made)
    return made


def test_nothing_changed_writes_nothing(root: Path) -> None:
    assert written(root) == set()
    assert make(root).unchanged


def test_a_touched_page_is_not_written_again(root: Path) -> None:
    os.utime(root / "Ur.txt")
    assert written(root) == set()


def test_a_changed_text_is_written_and_what_includes_it(root: Path) -> None:
    (root / "Kasten.txt").write_text("Jetzt leer.\n")
    assert written(root) == {"kasten.html", "eridu.html", "wanted-pages.html", "all-pages.html"}


def test_a_page_that_is_there_now_changes_those_that_want_it(root: Path) -> None:
    (root / "Uruk.txt").write_text("Mauern.\n")
    assert written(root) == {
        *("uruk.html", "kasten.html", "eridu.html", "all-pages.html", "wanted-pages.html"),
        ".tontafel-files.json",
    }
    (root / "Uruk.txt").unlink()
    assert "-uruk.html" in written(root)


def test_a_link_taken_away_changes_the_other_page(root: Path) -> None:
    (root / "Eridu.txt").write_text("Allein.\n")
    assert {"eridu.html", "ur.html"} <= written(root)


def test_rules_that_change_change_the_characters(root: Path) -> None:
    (root / "Regeln.txt").write_text("|= Zähler |= Fertigkeit |\n|Gesundheit |Ringen |\n|Fassung |Mystik |\n")
    assert {"regeln.html", "lykos-der-spartaner.json"} <= written(root)
    (root / "Regeln.txt").write_text(f"Nur Prosa.\n\n{(root / 'Regeln.txt').read_text()}")
    assert "lykos-der-spartaner.json" not in written(root)


def test_settings_change_every_page(root: Path) -> None:
    (root / "campaign.toml").write_text('title = "Ödland"\n')
    assert {"ur.html", "eridu.html", "all-pages.html"} <= written(root)


def test_a_page_that_becomes_secret_is_gone_before_anything_else(root: Path) -> None:
    (root / "Uruk.txt").write_text("Mauern.\n")
    make(root)
    (root / "Uruk.txt").write_text("Mauern. [[tag:Geheim]]\n")
    assert "-uruk.html" in written(root)
    assert all(b"Mauern" not in data for data in files(root / "_site").values())


def test_a_copy_for_players_keeps_nothing_of_the_game_masters(root: Path, tmp_path: Path) -> None:
    (root / "Uruk.txt").write_text("Mauern. [[tag:Geheim]]\n")
    make(root, audience="gm")
    assert (root / "_site" / "uruk.html").is_file()
    make(root)
    assert files(root / "_site") == clean(root, tmp_path / "clean")


def test_a_campaign_that_comes_or_goes_beside_this_one_changes_what_leads_there(root: Path) -> None:
    (root / "Ur.txt").write_text("Nach Kisch:Hafen, [[Kisch:Hafen]].\n")
    make(root)
    assert written(root) == set()
    write(root.parent / "Kisch", {"campaign.toml": "", "Hafen.txt": "Am Fluss.\n"})
    assert written(root) >= {"ur.html"}
    assert b"../../Kisch/_site/hafen.html" in files(root / "_site")["ur.html"]
    assert written(root) == set()
    (root.parent / "Kisch" / "campaign.toml").unlink()
    assert written(root) >= {"ur.html"}
    assert b"../../Kisch/_site/hafen.html" not in files(root / "_site")["ur.html"]
    assert written(root) == set()


#: What a journal's entry may lead to, and where it leads to later: files of the campaign and beside it.
ELSEWHERE: dict[str, tuple[dict[str, str], dict[str, str | None]]] = {
    "a secret page that goes": ({"c/Ziel.txt": "[[tag:Geheim]]"}, {"c/Ziel.txt": None}),
    "a page that becomes secret": ({"c/Ziel.txt": ""}, {"c/Ziel.txt": "[[tag:Geheim]]"}),
    "a redirect to a secret that goes": (
        {"c/Ziel.txt": "#REDIRECT [[S]]\n", "c/S.txt": "[[tag:Geheim]]"},
        {"c/S.txt": None},
    ),
    "a page of a campaign beside": ({"Kisch/campaign.toml": ""}, {"Kisch/Hafen.txt": "Am Fluss."}),
    "another wiki by the InterMap of all": (
        {"Main/campaign.toml": "", "Main/InterMap.txt": " Wiki https://a.example/\n"},
        {"Main/InterMap.txt": " Wiki https://b.example/\n"},
    ),
    "a name that is an address": (
        {"c/LocalNames.txt": "[https://a.example Ziel]\n"},
        {"c/LocalNames.txt": "[https://b.example Ziel]\n"},
    ),
}


@pytest.mark.parametrize("way", ELSEWHERE)
@pytest.mark.parametrize("start", ["<journal>", "<search Nach>", '<include "2010-01-01">'])
def test_what_shows_others_knows_where_their_links_lead_now(tmp_path: Path, way: str, start: str) -> None:
    before, after = ELSEWHERE[way]
    entry = "Nach [[Ziel]], [[Kisch:Hafen]], Wiki:Ur.\n"
    pages: dict[str, str | bytes] = {
        "c/campaign.toml": "",
        "c/Start.txt": f"{start}\n",
        "c/2010-01-01.txt": entry,
    }
    root = write(tmp_path, {**pages, **before}) / "c"
    make(root)
    for name, text in after.items():
        (tmp_path / name).unlink(missing_ok=True)
        if text is not None:
            (tmp_path / name).write_text(text)
    make(root)
    fresh = tmp_path / "fresh"
    for beside in ("c", "Kisch", "Main"):
        if (tmp_path / beside).is_dir():
            ignored = shutil.ignore_patterns("_site", ".tontafel")
            shutil.copytree(tmp_path / beside, fresh / beside, ignore=ignored)
    make(fresh / "c")
    assert files(root / "_site") == files(fresh / "c" / "_site")


def test_a_file_that_is_passed_over_from_now_on_is_a_finding(root: Path, tmp_path: Path) -> None:
    make(root, audience="gm")
    (root / "Anderswo.txt").symlink_to(write(tmp_path, {"elsewhere.txt": ""}) / "elsewhere.txt")
    report = make(root, audience="gm")
    assert report.findings["error"] == 1
    assert b"file-outside" in files(root / "_site")["findings.html"]
    assert make(root, audience="gm").unchanged
    (root / "Anderswo.txt").unlink()
    assert make(root, audience="gm").findings["error"] == 0


def test_a_page_that_can_be_read_at_last_is_written(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one whose permissions were mended; who runs the tests may read everything."""
    page = root / "Uruk.txt"
    page.write_text("Mauern.\n")
    os.utime(page, (1e9, 1e9))
    with monkeypatch.context() as patched:
        patched.setattr("builtins.open", refusing(str(page), open))
        patched.setattr("os.open", refusing(str(page), os.open))
        make(root)
        assert make(root).unchanged
    assert "uruk.html" not in files(root / "_site")
    assert "uruk.html" in written(root)
    assert make(root).unchanged


def refusing(path: str, really: Callable[..., object]) -> Callable[..., object]:
    """Give an `open` that may not open one file."""

    def refused(name: object, *arguments: object, **options: object) -> object:
        if str(name) == path:
            raise PermissionError(13, "Permission denied", path)
        return really(name, *arguments, **options)

    return refused


def test_files_that_others_changed_are_made_again(root: Path) -> None:
    before = files(root / "_site")
    (root / "_site" / "ur.html").write_text("vandalised")
    (root / "_site" / "eridu.html").unlink()
    (root / "_site" / "style.css").unlink()
    make(root)
    assert files(root / "_site") == before


def test_a_lost_cache_costs_only_time(root: Path) -> None:
    before = files(root / "_site")
    shutil.rmtree(root / ".tontafel")
    assert written(root) == set()
    assert files(root / "_site") == before


def test_one_process_or_several_make_the_same(tmp_path: Path) -> None:
    pages = {f"Seite_{n}.txt": f"Nummer {n}, siehe [[Seite {n + 1}]].\n" for n in range(120)}
    root = write(tmp_path / "c", {**BASE, **pages})
    make(root, jobs=3)
    assert files(root / "_site") == clean(root, tmp_path / "clean", jobs=1)


NAMES = [
    "Ur",
    "Eridu",
    "Kasten",
    "Uruk",
    "Lykos",
    "2010-03-01 Hydra",
    "2010-04-01 Löwe",
    "HomePage",
    "Regeln",
]
TEXTS = st.lists(
    st.sampled_from(
        [f"[[{name}]]" for name in NAMES]
        + [f'\n\n<include "{name}">\n\n' for name in NAMES]
        + [
            "Text",
            "\n\n== Titel\n\n",
            "= Lead\n\n",
            "[[tag:Ort]]",
            "[[tag:Geheim]]",
            "[[tag:NSC]]",
            "{{Karte}}",
        ]
        + [
            "\n\n<journal 2>\n\n",
            "\n\n<toc>\n\n",
            "\n\n| 5 |Ringen |\n\n",
            "\n\n|Gesundheit |□□☒ |\n\n",
            "/Aspekt/",
        ]
    ),
    max_size=6,
).map("".join)
EDITS = st.lists(
    st.one_of(
        st.tuples(st.just("write"), st.sampled_from(NAMES), TEXTS),
        st.tuples(
            st.just("write"), st.sampled_from(NAMES), st.sampled_from(NAMES).map("#REDIRECT [[{}]]\n".format)
        ),
        st.tuples(st.just("delete"), st.sampled_from(NAMES), st.just("")),
    ),
    max_size=4,
)


@given(st.lists(EDITS, min_size=1, max_size=3))
@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
def test_any_row_of_edits_ends_as_from_nothing(rounds: list[list[tuple[str, str, str]]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = write(Path(folder) / "zweistromland", BASE)
        make(root)
        for edits in rounds:
            for what, name, text in edits:
                path = root / f"{name.replace(' ', '_')}.txt"
                path.unlink(missing_ok=True) if what == "delete" else path.write_text(text)
            make(root)
        assert files(root / "_site") == clean(root, Path(folder) / "clean")
        assert make(root).unchanged


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_build_that_is_killed_leaves_a_sound_state(tmp_path: Path, jobs: int) -> None:
    pages = {f"Seite_{n}.txt": f"Nummer {n}, siehe [[Seite {n + 1}]].\n" * 5 for n in range(150)}
    root = write(tmp_path / "c", {**BASE, **pages})
    dice = random.Random(jobs)
    code = (
        f"from pathlib import Path; from tontafel.site.build import build;"
        f"print('ready', flush=True); build(Path({str(root)!r}), pdf=False, jobs={jobs})"
    )
    kept = write(root / "_site", {"mine.txt": "by hand"}) / "mine.txt"
    for _ in range(5):
        (root / "Ur.txt").write_text(f"Stadt {dice.random()}.\n")
        skill = dice.choice(["Ringen", "Bogen", "Mystik"])
        (root / "Regeln.txt").write_text(f"|= Zähler |= Fertigkeit |\n|Gesundheit |{skill} |\n")
        child = subprocess.Popen(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": str(SOURCE)},
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        assert child.stdout
        child.stdout.readline()
        time.sleep(dice.uniform(0.02, 0.6))
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        child.stdout.close()
    make(root)
    kept.unlink()
    assert files(root / "_site") == clean(root, tmp_path / "clean")


def test_who_works_for_a_build_that_was_killed_writes_nothing_more(tmp_path: Path) -> None:
    """As what was for the game master would come into the players' site, which is built meanwhile."""
    pages = {f"Seite_{n}.txt": "Ein Satz. " * 500 for n in range(600)}
    root = write(tmp_path / "c", {"campaign.toml": "", **pages})
    code = (
        f"from pathlib import Path; from tontafel.site.build import build;"
        f"build(Path({str(root)!r}), pdf=False, jobs=2)"
    )
    child = subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(SOURCE)})
    out = root / "_site"
    while child.poll() is None and len(list(out.glob("seite-*"))) < 9:
        time.sleep(0.005)
    child.kill()
    child.wait()
    there = set(out.iterdir())
    assert len(there) < 600
    time.sleep(1)
    assert len(set(out.iterdir()) - there) <= 2, "more than each of them had begun"


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    root = write(tmp_path, BASE)
    report = make(root, progress=lambda done, of: told.append((done, of)))
    assert isinstance(report, Report)
    assert told[-1] == (9, 9)
