"""Two pages of rules that do not agree: which one counts is said where the other one stands."""

from pathlib import Path

import pytest

from tontafel.site.campaign.desk import desk_of

LADDER = "|= Wert |= Anzahl |\n| 4 | 1 |\n| 3 | 2 |\n"
TRACKS = "|= Zähler |= Fertigkeit |\n|Gesundheit |Ringen |\n|Fassung |Mystik |\n"
PEOPLES = "|= Volk |= Kraft |= Geschick |\n|Orrag | 9 | 5 |\n"
SKILLS = "|Athletik |a |\n|Ringen |b |\n|Bogen |c |\n|Mystik |d |\n|Rhetorik |e |\n"
BASES = "|= Fertigkeit |= Grundwert |\n|Athletik | 30 |\n|Deichbau | 10 |\n"


def contradicted(folder: Path, system: str, first: str, second: str) -> list[str]:
    (folder / "campaign.toml").write_text(f'system = "{system}"\n')
    for name, text in (("Alt", first), ("Neu", second)):
        (folder / f"{name}.txt").write_text(f"{text}\n[[tag:Regeln]]\n")
    found = desk_of(folder).findings()
    return [str(one.message) for one in found if one.code == "rules-contradict" and one.page == "Alt"]


@pytest.mark.parametrize(
    ("system", "first", "second", "named"),
    [
        ("mesopotamien", LADDER, LADDER.replace("| 2 |", "| 3 |"), "another ladder"),
        ("mesopotamien", TRACKS, TRACKS.replace("Ringen", "Athletik"), "(Gesundheit)"),
        ("tarua", PEOPLES, PEOPLES.replace("9", "8"), "(Orrag)"),
        ("fhtagn", BASES, BASES.replace("10", "20"), "(Deichbau)"),
    ],
)
def test_pages_that_contradict_are_told_of_once(
    tmp_path: Path, system: str, first: str, second: str, named: str
) -> None:
    (told,) = contradicted(tmp_path, system, first, second)
    assert named in told
    assert "“Neu” counts" in told


@pytest.mark.parametrize(
    ("system", "first", "second"),
    [
        ("mesopotamien", LADDER, LADDER),
        ("mesopotamien", TRACKS, "|= Zähler |= Fertigkeit |\n|Ruf |Rhetorik |\n|Vermögen |Mittel |\n"),
        ("mesopotamien", SKILLS, SKILLS.replace("Ringen", "Segeln")),
        ("tarua", PEOPLES, PEOPLES.replace("Orrag", "Tamuri")),
    ],
)
def test_pages_that_agree_or_add_up_are_not(tmp_path: Path, system: str, first: str, second: str) -> None:
    assert contradicted(tmp_path, system, first, second) == []
