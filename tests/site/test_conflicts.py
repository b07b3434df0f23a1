"""Records of conflicts on pages of a campaign: checked, replayed with its characters, shown on the site."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bs4
import pytest

Tontafel = Callable[..., Any]

HERO = """= Herakles
== Aspekte
* /jähzornig/
* /Sohn der Götter/

== Fertigkeiten
|5 |Ringen |
|4 |Athletik, Bogen |
|3 |Akrobatik |

== Zähler
|Gesundheit |□☒□□□ |

[[tag:Figur]]
"""
BULL = "Im Spiel: Hörner 5, Trampeln 4, Kraft 4, Ausweichen 3. Gesundheit □□□.\n\n[[tag:NSC]]\n"
FIGHT = """= Der Kampf

Aspekte der Gegend: die Sonne brennt

|= Runde |= Wer |= Fertigkeit |= Wurf |= Gegen |= Aspekt |= Ergebnis |
| 1 |Herkules |Athletik | 1 |Stier, Ausweichen −1 | |3, □□☒ |
| 2 |Herkules |Ringen | 1 |Stier, Kraft 4 + 4 = 8 |die brennende Sonne, jähzornig |10 gegen 8 sind 1 |

Danach war Ruhe.
"""
TWO = {"Lahama": 2, "Der rote Lahmu": 3}
PAGES = {
    "Start": "Es war einmal.\n",
    "Herakles": HERO,
    "Herkules": "#REDIRECT [[Herakles]]\n",
    "Der kretische Stier": BULL,
    "2010-05-16 Der Stier": FIGHT,
}
SETTINGS = 'title = "Klein"\nsystem = "mesopotamien"\nhome = "Start"\n[tags]\nsecret = "Geheim"\n'


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign with a session that tells of a fight."""
    folder = tmp_path / "Klein"
    folder.mkdir()
    for name, text in PAGES.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    (folder / "campaign.toml").write_text(SETTINGS, "utf-8")
    monkeypatch.chdir(folder)
    return folder


def told(tontafel: Tontafel, *arguments: str) -> list[dict[str, Any]]:
    data = tontafel("check", "--format", "json", "--lang", "de", *arguments).json
    return [one for one in data["diagnostics"] if one["code"].startswith("log-")]


def change(page: Path, old: str, new: str) -> None:
    text = page.read_text("utf-8")
    assert old in text
    page.write_text(text.replace(old, new), "utf-8")


# check


def test_check_says_what_is_wrong_in_the_right_cell(tontafel: Tontafel, campaign: Path) -> None:
    found = told(tontafel)
    assert [(one["code"], one["severity"], one["page"]) for one in found] == [
        ("log-aspect", "note", "2010-05-16 Der Stier"),
        ("log-result", "error", "2010-05-16 Der Stier"),
    ]
    assert found[1]["message"] == "Runde 2: 10 gegen 8 sind 2, im Protokoll steht 1."
    assert found[0]["message"] == "Runde 2: „die brennende Sonne“ wird als „die Sonne brennt“ gelesen."
    line = FIGHT.splitlines()[6]
    assert [(one["line"], one["column"]) for one in found] == [
        (7, line.index("die brennende") + 1),
        (7, line.index("10 gegen") + 1),
    ]
    assert tontafel("check").status == 1
    assert told(tontafel, "2010-05-16 Der Stier.txt") == found
    assert told(tontafel, "Herakles.txt") == []


def test_settings_grade_what_is_wrong(tontafel: Tontafel, campaign: Path) -> None:
    settings = campaign / "campaign.toml"
    change(settings, "[tags]", '[severity]\nlog-result = "note"\nlog-aspect = "off"\n[tags]')
    assert [(one["code"], one["severity"]) for one in told(tontafel)] == [("log-result", "note")]
    assert tontafel("check").status == 0


def test_a_sound_record_is_silent(tontafel: Tontafel, campaign: Path) -> None:
    fight = campaign / "2010-05-16 Der Stier.txt"
    change(fight, "sind 1", "sind 2")
    change(fight, "die brennende Sonne", "die Sonne brennt")
    assert told(tontafel) == []


@pytest.mark.parametrize(
    "name", ["[[Herakles]]", "[[Herakles|der Held]]", "[[Herkules|der Held]]", "Herakles", "herakles"]
)
def test_whom_a_record_names(tontafel: Tontafel, campaign: Path, name: str) -> None:
    fight = campaign / "2010-05-16 Der Stier.txt"
    change(fight, "Herkules", name)
    codes = [one["code"] for one in told(tontafel)]
    assert codes == ["log-aspect", "log-result"]


@pytest.mark.parametrize("text", ["Lahmu", "Der rote Lahmu", "lahmu"])
def test_a_link_to_a_page_of_several_means_the_one_it_names(
    tontafel: Tontafel, campaign: Path, text: str
) -> None:
    """Only the second of the two has the value that the row counts with."""
    two = "".join(f"== {name}\nFertigkeiten: Athletik {value}, Bogen 1\n\n" for name, value in TWO.items())
    (campaign / "Die Zwillinge.txt").write_text(f"{two}[[tag:NSC]]\n", "utf-8")
    record = campaign / "2010-05-16 Der Stier.txt"
    change(record, "| 1 |Herkules |Athletik | 1 ", f"| 1 |[[Die Zwillinge|{text}]] |Athletik | 1 + 3 = 4 ")
    assert "log-value" not in {one["code"] for one in told(tontafel)}
    change(record, "1 + 3 = 4", "1 + 2 = 3")
    assert "log-value" in {one["code"] for one in told(tontafel)}


def test_a_name_of_two_letters_is_known_among_others(tontafel: Tontafel, campaign: Path) -> None:
    (campaign / "Bo.txt").write_text(BULL, "utf-8")
    change(campaign / "2010-05-16 Der Stier.txt", "|Stier, Ausweichen", "|Bo, Ausweichen")
    change(campaign / "2010-05-16 Der Stier.txt", "|Stier, Kraft", "|Bo, Kraft")
    assert "log-stranger" not in {one["code"] for one in told(tontafel)}


def test_strangers_are_a_note(tontafel: Tontafel, campaign: Path) -> None:
    change(campaign / "2010-05-16 Der Stier.txt", "| 1 |Herkules |Athletik |", "| 1 |Iolaos |Ringen 2 |")
    assert "log-stranger" in [one["code"] for one in told(tontafel)]


def test_a_record_of_a_system_that_is_not_there(tontafel: Tontafel, campaign: Path) -> None:
    refused = tontafel("check", "--system", "kuechenlatein")
    assert refused.status == 2
    assert "kuechenlatein" in refused.err


# The site


def build(tontafel: Tontafel, *arguments: str) -> Path:
    done = tontafel("build", ".", "--no-pdf", *arguments)
    assert done.status == 0, done.err
    return Path("_site")


def page(site: Path, name: str = "2010-05-16-der-stier") -> bs4.BeautifulSoup:
    return bs4.BeautifulSoup((site / f"{name}.html").read_text("utf-8"), "lxml")


def tracks(soup: bs4.BeautifulSoup) -> list[str]:
    """Who stands how at the end of each round: a name and boxes."""
    found = []
    for row in soup.select(".record dl > div"):
        boxes = "".join("☒" if "ticked" in box["class"] else "□" for box in row.select(".box"))
        found.append(f"{row.dt.get_text() if row.dt else ''} {boxes}")
    return found


def test_the_site_shows_the_rounds_below_the_table(tontafel: Tontafel, campaign: Path) -> None:
    soup = page(build(tontafel))
    (record,) = soup.select("article > .record")
    before = record.find_previous_sibling()
    assert before is not None
    assert before.name == "div"
    assert before.table is not None
    assert "Danach war Ruhe." in record.find_next_sibling("p").get_text()  # type: ignore[union-attr]
    lines = [line.get_text() for line in record.select("li p")]
    assert lines == [
        "Herakles 5 gegen Der kretische Stier 2: +3",
        "Herakles 10 gegen Der kretische Stier 8: +2",
    ]
    assert tracks(soup) == [
        "Herakles □□□□□",
        "Der kretische Stier □□☒",
        "Herakles □□□□□",
        "Der kretische Stier □☒☒",
    ]


def test_only_the_game_master_reads_what_is_wrong(tontafel: Tontafel, campaign: Path) -> None:
    assert "im Protokoll steht 1" not in str(page(build(tontafel)))
    site = build(tontafel, "--audience", "gm")
    assert "im Protokoll steht 1" in str(page(site))
    assert "im Protokoll steht 1" in str(page(site, "findings"))


def test_nothing_of_a_secret_character_reaches_players(tontafel: Tontafel, campaign: Path) -> None:
    bull = campaign / "Der kretische Stier.txt"
    bull.write_text(BULL + "\n[[tag:Geheim]]\n", "utf-8")
    shown = page(build(tontafel))
    assert "kretische" not in str(shown)
    assert "Herakles □□□□□" in tracks(shown)
    assert "Der kretische Stier □□☒" in tracks(page(build(tontafel, "--audience", "gm")))


def test_a_page_follows_the_characters_that_its_record_names(tontafel: Tontafel, campaign: Path) -> None:
    site = build(tontafel)
    stamps = {path.name: path.stat().st_mtime_ns for path in site.glob("*.html")}
    change(campaign / "Der kretische Stier.txt", "Gesundheit □□□", "Gesundheit □□□□")
    build(tontafel)
    changed = {path.name for path in site.glob("*.html") if path.stat().st_mtime_ns != stamps[path.name]}
    assert "2010-05-16-der-stier.html" in changed
    assert "start.html" not in changed
    assert "Der kretische Stier □□☒□" in tracks(page(site))


def test_a_page_follows_those_who_come_and_go(tontafel: Tontafel, campaign: Path) -> None:
    stranger = campaign / "2010-05-16 Der Stier.txt"
    change(stranger, "Stier, Ausweichen −1", "Minotaurus, Ausweichen −1 + 3")
    site = build(tontafel)
    assert "Minotaurus □□☒" not in tracks(page(site))
    shutil.copy(campaign / "Der kretische Stier.txt", campaign / "Minotaurus.txt")
    build(tontafel)
    assert "Minotaurus □□☒" in tracks(page(site))
    (campaign / "Minotaurus.txt").unlink()
    build(tontafel)
    assert "Minotaurus □□☒" not in tracks(page(site))


def test_building_again_ends_as_building_anew(tontafel: Tontafel, campaign: Path) -> None:
    site = build(tontafel)
    change(campaign / "Herakles.txt", "|5 |Ringen |", "|6 |Ringen |")
    build(tontafel)
    again = (site / "2010-05-16-der-stier.html").read_bytes()
    assert "nothing to do" in tontafel("build", ".", "--no-pdf").out
    shutil.rmtree(site)
    shutil.rmtree(campaign / ".tontafel", ignore_errors=True)
    assert (build(tontafel) / "2010-05-16-der-stier.html").read_bytes() == again


@pytest.mark.parametrize(
    ("skill", "against"),
    [
        ("Wrestling", "Stier, Ausweichen −1"),
        ("ringen", "Stier: Ausweichen −1"),
        ("Wrestling 5", "Stier, Ausweichen 3 − 1 = 2"),
    ],
)
def test_skills_may_be_called_by_other_words(
    tontafel: Tontafel, campaign: Path, skill: str, against: str
) -> None:
    (campaign / "2010-05-16 Der Stier.txt").write_text(
        "|= Round |= Who |= Skill |= Roll |= Against |= Result |\n"
        f"| 1 |Herakles |{skill} | 0 |{against} |5 against 2 is 3 |\n"
        "| 1 |Stier |Hörner | 1 |Herakles, Acrobatics 3 |6 against 6, nothing |\n",
        "utf-8",
    )
    assert told(tontafel) == []
