"""Charts of chances: as lines in a terminal, as drawings on pages of characters and of rules."""

import io
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import bs4
import pytest

from tontafel.rules.chart import Bar, Chart, Series, plain, stacked
from tontafel.rules.message import message
from tontafel.rules.system import system
from tontafel.site import templating
from tontafel.site.bars import as_text, degree, percent
from tontafel.site.charts import Artist, drawn
from tontafel.site.console import Console
from tontafel.site.language import Language

ENGLISH, GERMAN = Language("en"), Language("de")
TWO = (Series(plain("gut"), "best"), Series(plain("schlecht"), "bad"))


def chart(*shares: tuple[int, int], label: str = "x", of: int = 10) -> Chart:
    return Chart(
        title=plain("Titel"),
        rows=plain("Zeile"),
        series=TWO,
        bars=tuple(Bar(plain(label), (Fraction(a, of), Fraction(b, of))) for a, b in shares),
    )


@pytest.mark.parametrize(
    ("chance", "english", "german"),
    [
        (Fraction(1, 2), "50%", "50 %"),
        (Fraction(66, 81), "81.5%", "81,5 %"),
        (Fraction(1, 3), "33.3%", "33,3 %"),
        (Fraction(2, 3), "66.7%", "66,7 %"),
        (Fraction(1), "100%", "100 %"),
        (Fraction(0), "0%", "0 %"),
        (Fraction(1, 10**9), "0.1%", "0,1 %"),
        (Fraction(10**9 - 1, 10**9), "99.9%", "99,9 %"),
        (Fraction(1, 2000), "0.1%", "0,1 %"),
    ],
)
def test_percent(chance: Fraction, english: str, german: str) -> None:
    assert (percent(chance, ENGLISH), percent(chance, GERMAN)) == (english, german)


def test_degrees_in_words() -> None:
    assert [degree(name, GERMAN) for name in ("critical", "tie", "unheard-of")] == [
        "kritischer Erfolg",
        "gleich",
        "unheard-of",
    ]


# In a terminal


class Ascii(io.StringIO):
    encoding = "ascii"


def lines(one: Chart, out: io.StringIO | None = None) -> list[str]:
    return as_text(one, Console(ENGLISH, out or io.StringIO(), io.StringIO())).splitlines()


def test_bars_are_as_long_as_their_shares() -> None:
    title, head, *rows = lines(chart((5, 2), (1, 9), (0, 0)))
    assert title == "Titel"
    assert head == "  Zeile  █ gut   ▓ schlecht"
    bars = [re.sub(r"[^█▓]", "", row) for row in rows]
    assert [(bar.count("█"), bar.count("▓")) for bar in bars] == [(20, 8), (4, 36), (0, 0)]
    assert rows[0].endswith("50%  20%")


def test_rounding_never_adds_up() -> None:
    third = Chart(
        title=plain("t"),
        rows=plain("r"),
        series=TWO,
        bars=(Bar(plain("1"), (Fraction(1, 3), Fraction(2, 3))),),
    )
    (row,) = lines(third)[2:]
    assert len(re.sub(r"[^█▓]", "", row)) == 40


def test_a_terminal_without_our_letters() -> None:
    _, head, row = lines(chart((5, 2)), Ascii())
    assert head == "  Zeile  # gut   = schlecht"
    assert "#" * 20 + "=" * 8 in row


# Drawings


def test_shares_lie_side_by_side() -> None:
    drawing = drawn(chart((5, 2), (1, 9)), GERMAN)
    across = drawing.width - drawing.left - 48
    found = [
        [tuple(map(float, part)) for part in re.findall(r"M([\d.]+) [\d.]+h([\d.]+)", one.path)]
        for one in drawing.shares
    ]
    for good, bad, (mine, theirs) in zip(*found, ((0.5, 0.2), (0.1, 0.9)), strict=True):
        assert good[0] == drawing.left
        assert good[1] == pytest.approx(across * mine, abs=0.1)
        assert bad[0] == pytest.approx(good[0] + good[1], abs=0.1)
        assert bad[1] == pytest.approx(across * theirs, abs=0.1)
    assert [row.figure for row in drawing.bars] == ["50 %", "10 %"]
    assert drawing.bars[0].told == "gut 50 %, schlecht 20 %"
    assert drawing.height == 40


def test_what_nobody_sees_is_not_drawn() -> None:
    drawing = drawn(chart((0, 100), (1, 9999), of=10_000), GERMAN)
    assert [one.path.count("M") for one in drawing.shares] == [0, 2]


def test_long_labels_stand_above_their_bars() -> None:
    short, long = (
        drawn(chart((5, 5), label=label), GERMAN) for label in ("Ringen", "Waffenloser Kampf mit Kraft")
    )
    assert short.left > 0 == long.left
    assert short.bars[0].label_base == short.bars[0].base
    assert long.bars[0].label_base < long.bars[0].base
    assert long.height > short.height


def test_sums_are_told_and_shares_are_drawn() -> None:
    half, most, all_ = Fraction(1, 2), Fraction(3, 4), Fraction(1)
    one = Chart(
        title=plain("t"),
        rows=plain("r"),
        series=(*TWO, Series(plain("mehr"), "faint")),
        bars=(Bar(plain("4"), stacked(half, most, all_), asked=True),),
        summed=True,
    )
    (row,) = drawn(one, GERMAN).bars
    assert (row.told, row.figure, row.asked) == ("gut 50 %, schlecht 75 %, mehr 100 %", "50 %", True)


def artist(language: Language = GERMAN) -> Artist:
    return Artist(templating.environment(language), language)


def soup(html: str) -> bs4.BeautifulSoup:
    return bs4.BeautifulSoup(html, "lxml")


def test_a_drawing_is_well_formed_and_says_what_it_shows() -> None:
    charts = system("mesopotamien").charts
    assert charts
    html = artist().draw(charts().asked(skill=5, difficulty=4))
    found = soup(html)
    (svg,) = found.select("svg")
    ElementTree.fromstring(str(svg))
    assert svg["role"] == "img"
    assert svg["aria-label"] == "Fertigkeit 5, 4dF, gegen eine Schwierigkeit"
    assert svg.desc
    assert "4: ohne Schicksalspunkt 81,5 %, mit einem 99,8 %" in svg.desc.get_text()
    assert [text.get_text() for text in svg.select("text.asked")] == ["4", "81,5 %"]
    assert found.summary
    assert found.summary.get_text() == "Aussichten"
    assert not found.select("[style], script, img")


def test_names_are_words_and_no_markup() -> None:
    bad = "<script>alert(1)</script>\"'&"
    one = Chart(
        title=plain(bad),
        rows=plain(bad),
        series=(Series(plain(bad), "best"),),
        bars=(Bar(plain(bad), (Fraction(1),)),),
    )
    html = artist().draw([one])
    assert "<script" not in html
    assert soup(html).select("svg")[0]["aria-label"] == bad


def test_nothing_and_the_same_again() -> None:
    mine = artist()
    assert mine.draw([]) == ""
    one = chart((5, 5))
    assert mine.draw([one]) == mine.draw([one]) == artist().draw([chart((5, 5))])
    assert " open>" in mine.draw([one], opened=True)
    assert mine.draw([one, one]).count("legend") == 1
    other = Chart(title=one.title, rows=one.rows, series=TWO[:1], bars=(Bar(plain("1"), (Fraction(1),)),))
    assert mine.draw([one, other]).count("legend") == 2


def test_many_charts_are_forgotten_again() -> None:
    mine = artist(ENGLISH)
    for number in range(1200):
        assert f">{number}<" in mine.draw([chart((5, 5), label=str(number))])


# Pages

HERO = "= Atalante\n== Fertigkeiten\n|5 |Ringen |\n|4 |Bogen |\n\n[[tag:Figur]]\n"
RULES = "= Fertigkeiten\nWer würfelt, hofft.\n\n||= Kämpfen |\n|Ringen |Griffe |\n|Bogen |Pfeile |\n"


@pytest.fixture
def site(tontafel: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The site of a small campaign."""
    pages = {"Atalante": HERO, "Fertigkeiten": RULES, "Kampf": "Rundenweise.\n", "Ort": "Eine Stadt.\n"}
    for name, text in pages.items():
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    settings = 'title = "Klein"\nsystem = "mesopotamien"\nrules_pages = ["Fertigkeiten", "Kampf"]\n'
    (tmp_path / "campaign.toml").write_text(settings, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert tontafel("build", ".", "--no-pdf").status == 0
    return tmp_path / "_site"


def shown(site: Path, name: str) -> list[bs4.Tag]:
    return list(soup((site / f"{name}.html").read_text("utf-8")).select("details.prospects"))


def test_prospects_below_a_sheet_are_folded_away(site: Path) -> None:
    (details,) = shown(site, "atalante")
    assert not details.has_attr("open")
    assert [one.get_text() for one in details.select("figcaption")] == ["Ringen 5", "Bogen 4"]
    assert details.find_previous("section", class_="sheet")


def test_the_page_that_explains_tests_shows_everybodys_chances(site: Path) -> None:
    (details,) = shown(site, "fertigkeiten")
    assert details.has_attr("open")
    assert [one.get_text() for one in details.select("figcaption")] == [
        "Aussichten mit 4dF",
        "Aussichten mit W6-W6",
    ]


def test_other_pages_show_none(site: Path) -> None:
    assert shown(site, "kampf") == shown(site, "ort") == []


def test_every_language_and_system_has_words_for_its_charts() -> None:
    for name in ("mesopotamien", "tarua", "fhtagn"):
        of = system(name)
        assert of.charts
        for one in of.charts().rules(of.ruleset("1", [])):
            for sentence in (one.rows, *(series.label for series in one.series)):
                assert GERMAN.say(sentence)
    assert GERMAN.say(message("Prospects")) == "Aussichten"
