"""Several processes find in a campaign what one finds, in the same order, and stop as one does."""

import os
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tontafel.rules.diagnostic import Diagnostic
from tontafel.site.campaign import looking, survey
from tontafel.site.campaign.desk import Desk, desk_of
from tontafel.site.workers import WorkerDiedError

CONTENT = Path(__file__).parents[2] / "content"
PARENT = os.getpid()


@pytest.fixture(autouse=True)
def shared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Share the pages of small campaigns, too."""
    monkeypatch.setattr(looking, "WORTH", 2)
    yield
    survey.forget()


def found(folder: Path, jobs: int) -> list[Diagnostic]:
    """The findings of a campaign that nobody has opened before."""
    survey.forget()
    return desk_of(folder).findings(jobs)


@pytest.fixture
def several(tmp_path: Path) -> Path:
    """Characters of two systems without settings, each with something wrong."""
    for number in range(9):
        (tmp_path / f"Lykos {number}.txt").write_text(
            f"== Fertigkeiten\n|5 |Ringen |\n|5 |Bogn |\n|4 |Wurf {number} |\n== Zähler\n|Gesundheit |□□ |\n",
            "utf-8",
        )
        (tmp_path / f"Adele {number}.txt").write_text(
            "== Attribute\n* ST 12\n* KO 30\n* GE 12\n== Fertigkeiten\n* Athletik 40 %\n* Suchn 50 %\n",
            "utf-8",
        )
    return tmp_path


@pytest.mark.parametrize("name", ["mesopotamien", "tarua", "fhtagn"])
def test_several_processes_find_what_one_finds(name: str) -> None:
    assert found(CONTENT / name, 3) == found(CONTENT / name, 1)


def test_findings_stay_in_order_without_settings(several: Path) -> None:
    alone = found(several, 1)
    assert len(alone) > 18
    assert found(several, 3) == alone


def test_what_is_wrong_with_a_game_is_said_once(several: Path) -> None:
    (several / "campaign.toml").write_text('edition = "77"\n', "utf-8")
    alone = found(several, 1)
    assert sum(one.code == "edition-unknown" for one in alone) == 2
    assert found(several, 3) == alone


def test_an_error_in_a_process_is_an_error_here(several: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Desk, "look", failing_elsewhere)
    with pytest.raises(ValueError, match="Adele"):
        found(several, 2)


def test_a_process_that_dies_is_noticed(several: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Desk, "look", dying_elsewhere)
    with pytest.raises(WorkerDiedError):
        found(several, 2)


def failing_elsewhere(_desk: Desk, names: Iterable[str]) -> list[Diagnostic]:
    """Look at pages, but only in the first process."""
    if os.getpid() != PARENT:
        raise ValueError(*names)
    return []


def dying_elsewhere(_desk: Desk, _names: Iterable[str]) -> list[Diagnostic]:
    """Look at pages, but only in the first process."""
    if os.getpid() != PARENT:
        os.kill(os.getpid(), signal.SIGKILL)
    return []
