"""Charts of chances: their shares are the exact odds, and they show what is near."""

from fractions import Fraction
from typing import Any

import pytest

from tontafel.rules.chart import Chart, stacked
from tontafel.rules.model import Character, Skill, Track
from tontafel.rules.system import RulesError, System, system

ASKED: list[tuple[str, dict[str, Any]]] = [
    ("mesopotamien", {"skill": 5, "difficulty": 4}),
    ("mesopotamien", {"skill": 5, "difficulty": 40, "dice": "W6-W6"}),
    ("mesopotamien", {"skill": -1, "difficulty": 0}),
    ("mesopotamien", {"skill": 3, "against": 4, "fate_points": 2}),
    ("tarua", {"attribute": 6}),
    ("tarua", {"attribute": 6, "skill": 4, "stage": 7}),
    ("tarua", {"attribute": 10, "skill": 1, "stage": 1}),
    ("fhtagn", {"value": 50}),
    ("fhtagn", {"value": 50, "modifier": -30, "against": 55}),
    ("fhtagn", {"value": 7, "willpower": 0}),
]


def charts(name: str) -> Any:
    made = system(name).charts
    assert made
    return made()


def labels(chart: Chart) -> list[str]:
    return [str(bar.label) for bar in chart.bars]


@pytest.mark.parametrize(("name", "options"), ASKED)
def test_bars_stack_to_one_at_most_and_one_is_marked(name: str, options: dict[str, Any]) -> None:
    for chart in charts(name).asked(**options):
        for bar in chart.bars:
            assert len(bar.shares) == len(chart.series)
            assert all(share >= 0 for share in bar.shares)
            assert sum(bar.shares) <= 1
        assert sum(bar.asked for bar in chart.bars) == 1 or "opponent" in str(chart.title)
        assert len(set(labels(chart))) == len(chart.bars)


@pytest.mark.parametrize(("name", "options"), ASKED)
def test_the_marked_bar_is_what_the_odds_say(name: str, options: dict[str, Any]) -> None:
    of = system(name)
    assert of.odds
    chances = of.odds(**options)
    chart = charts(name).asked(**options)[-1 if "against" in options else 0]
    (bar,) = [bar for bar in chart.bars if bar.asked]
    figures = chart.figures(bar)
    if name == "tarua":
        assert chances == {"success": sum(figures), "outstanding": figures[0]}
    elif name == "mesopotamien" and "difficulty" in options:
        assert figures[0] == chances["success"]
    else:
        assert list(figures) == list(chances.values())


def test_a_ladder_shows_what_fate_points_add() -> None:
    (chart,) = charts("mesopotamien").asked(skill=5, difficulty=4)
    assert labels(chart) == [*map(str, range(2, 13))]
    (bar,) = [bar for bar in chart.bars if bar.asked]
    of: System[Any] = system("mesopotamien")
    assert of.odds
    points = [of.odds(skill=5, difficulty=4, fate_points=count)["success"] for count in range(4)]
    assert list(chart.figures(bar)) == points
    assert bar.shares == stacked(*points)


def test_shares_from_sums() -> None:
    half, all_ = Fraction(1, 2), Fraction(1)
    assert stacked(half, half, all_) == (half, Fraction(0), half)


def someone(name: str, **parts: Any) -> Character:
    return Character(name="Jemand", system=name, edition="1", **parts)


def prospects(character: Character) -> list[Chart]:
    found: list[Chart] = charts(character.system).character(
        character, system(character.system).ruleset("1", [])
    )
    return found


def skills(**values: int | None) -> list[Skill]:
    return [Skill(name=name, value=value) for name, value in values.items()]


def test_prospects_of_a_hero_with_a_ladder() -> None:
    hero = someone(
        "mesopotamien", skills=skills(Ringen=5, Athletik=4, Bogen=4, Keule=3, Mystik=1, Reiten=None)
    )
    first, second, third = prospects(hero)
    assert [str(one.title) for one in (first, second, third)] == ["Ringen 5", "Athletik, Bogen 4", "Keule 3"]
    assert labels(first) == labels(third) == ["2", "3", "4", "5", "6", "7", "8", "9"]
    assert first.figures(first.bars[2])[0] == Fraction(66, 81)
    assert second.figures(second.bars[1])[0] == Fraction(66, 81)


def test_prospects_by_attribute_and_stage() -> None:
    orrag = someone(
        "tarua",
        attributes={"Kraft": 6, "Geschick": 3, "Klugheit": 2, "Instinkt": 2, "Zähigkeit": 5},
        skills=skills(Nahkampf=4, Heimlichkeit=0, Magie=2),
        details={"stages": {"D/Evolution": 7}},
    )
    (chart,) = prospects(orrag)
    assert labels(chart) == ["Nahkampf with Kraft"]
    assert chart.bars[0].shares == (Fraction(8, 25), Fraction(13, 25))


def test_prospects_in_percent_and_in_a_bad_condition() -> None:
    voss = someone("fhtagn", skills=skills(Athletik=50, Suchen=20, Fahren=0))
    best, modified = prospects(voss)
    assert labels(best) == ["Athletik", "Suchen"]
    assert best.bars[0].shares == tuple(Fraction(part, 100) for part in (5, 45, 44, 6))
    assert labels(modified) == ["+40", "+20", "0", "−20", "−40"]
    tired = someone("fhtagn", skills=skills(Athletik=50), tracks=[Track(name="WP", current=2, maximum=10)])
    assert prospects(tired)[0].bars[0].shares == modified.bars[3].shares


@pytest.mark.parametrize("name", ["mesopotamien", "tarua", "fhtagn"])
def test_nobody_has_no_prospects_and_everybody_has_some(name: str) -> None:
    assert prospects(someone(name)) == []
    for chart in charts(name).rules(system(name).ruleset("1", [])):
        assert len(chart.bars) >= 5
        assert all(sum(bar.shares) <= 1 for bar in chart.bars)


def test_what_is_missing_is_said_before_anything_is_drawn() -> None:
    for name, options in (("mesopotamien", {"skill": 3}), ("tarua", {"skill": 3}), ("fhtagn", {})):
        odds: Any = system(name).odds
        with pytest.raises(RulesError, match=r"^A number is missing: "):
            odds(**options)
    tarua: Any = system("tarua").odds
    with pytest.raises(RulesError, match="--stage"):
        tarua(attribute=3, skill=3)
