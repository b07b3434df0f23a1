"""The records of conflicts in the sample campaigns: they are sound, and come to what the rules tell."""

import shutil
from pathlib import Path

import pytest

from tontafel.rules.mesopotamien.log import LogRecord as Fight
from tontafel.site.campaign.conflicts import Conflict
from tontafel.site.campaign.desk import Desk, desk_of

CONTENT = Path(__file__).parents[2] / "content"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """The first sample campaign, in a folder of its own."""
    return desk_of(Path(shutil.copytree(CONTENT / "mesopotamien", tmp_path / "mesopotamien")))


def replayed(desk: Desk, name: str) -> Conflict:
    (one,) = desk.replayer.replay(name, desk.page(name))
    return one


def test_the_fight_with_the_bull_comes_to_what_the_rules_tell(desk: Desk) -> None:
    one = replayed(desk, "2010-05-16 Der Stier von Kreta")
    assert one.findings == ()
    assert isinstance(one.record, Fight)
    assert [(told.total, told.against, told.margin) for told in one.record.rolls] == [
        (5, 2, 3),
        (6, 7, -1),
        (10, 3, 7),
        (3, 3, 0),
    ]
    bull = [end.state.fighters["Der kretische Stier"] for end in one.record.rounds]
    assert [fighter.tracks["Gesundheit"] for fighter in bull] == [
        (False, False, True),
        (True, False, True),
        (True, False, True),
    ]
    assert bull[-1].standing == "conceded"
    assert [(harm.severity, harm.text) for harm in bull[-1].consequences] == [
        ("severe", "die Hörner brechen"),
        ("medium", "Würgegriff"),
    ]
    herakles = one.record.rounds[-1].state.fighters["Herakles"]
    assert herakles.tracks["Gesundheit"] == (False,) * 5


def test_whom_the_record_asked(desk: Desk) -> None:
    asked = replayed(desk, "2010-05-16 Der Stier von Kreta").asked
    assert {"Herakles", "Der kretische Stier", "2010-05-16 Der Stier von Kreta"} <= set(asked)


@pytest.mark.parametrize("name", sorted(path.parent.name for path in CONTENT.glob("*/campaign.toml")))
def test_every_record_of_a_sample_is_sound(tmp_path: Path, name: str) -> None:
    desk = desk_of(Path(shutil.copytree(CONTENT / name, tmp_path / name)))
    for page in desk.readable():
        for one in desk.replayer.replay(page, desk.page(page)):
            assert one.findings == (), page
            assert one.record.played, page


#: Pages of the samples that the rules find something on, and shall: misspelt, unfinished, strange, given.
MEANT = {
    "handbook": set[str](),
    "mesopotamien": {"Der Löwe von Nemea", "Der kretische Stier", "Herakles", "Kydon", "Tudija"},
    "tarua": {"Rukk", "Zwikk"},
    "fhtagn": {"Henriette Amsinck", "Kuddel Brammer"},
}


@pytest.mark.parametrize("sample", MEANT)
def test_the_samples_break_the_rules_only_where_they_mean_to(sample: str, tmp_path: Path) -> None:
    """Not even in a note; that a page tells of somebody in sentences, or leads nowhere yet, is no rule."""
    desk = desk_of(Path(shutil.copytree(CONTENT / sample, tmp_path / sample)))
    found = [one for one in desk.findings() if one.code not in {"prose-read", "link-missing"}]
    assert {one.page for one in found} == MEANT[sample]
    assert "error" not in {one.severity for one in found}
