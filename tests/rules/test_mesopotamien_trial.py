"""Tests and odds as commands ask for them, and what else the system offers."""

import random
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tontafel.rules.events import Advanced, Refusal
from tontafel.rules.mesopotamien.dice import SIXES, Comparison
from tontafel.rules.mesopotamien.odds import successes
from tontafel.rules.mesopotamien.trial import odds, roll
from tontafel.rules.model import Character, Skill
from tontafel.rules.outcome import Rng
from tontafel.rules.system import RulesError, system

SYSTEM = system("mesopotamien")
RULES = SYSTEM.ruleset("1", [])
HERAKLES = Character(
    name="Herakles",
    system="mesopotamien",
    edition="1",
    skills=[Skill(name="Ringen", value=5), Skill(name="Keule", value=3, new=True)],
)


@pytest.mark.parametrize(
    ("skill", "total"), [("Ringen", 4), ("ringen", 4), ("Keule", 2), ("Reiten", -2), ("Ueberleben", -2)]
)
def test_a_roll_adds_the_skill(scripted: Callable[..., Rng], skill: str, total: int) -> None:
    rolled = roll(scripted(-1, 0, 0, 0), HERAKLES, RULES, skill)
    assert (rolled.degree, rolled.dice) == ("total", (-1, 0, 0, 0))
    assert str(rolled.why[0]).endswith(f" make {total}.")


def test_a_roll_against_a_difficulty_with_other_dice_and_a_modifier(scripted: Callable[..., Rng]) -> None:
    rolled = roll(scripted(6, 2), HERAKLES, RULES, "Ringen", modifier=-2, difficulty=8, dice="w6−w6")
    assert isinstance(rolled, Comparison)
    assert (rolled.dice, rolled.total, rolled.degree) == ((6, -2), 7, "failure")


@pytest.mark.parametrize(
    ("options", "said", "hint"),
    [
        ({"skill": "Rinken"}, "Herakles has no skill “Rinken”.", "Did you mean “Ringen”?"),
        ({"skill": "Quatsch"}, "Herakles has no skill “Quatsch”.", "Known are: Ringen, Keule."),
        ({"skill": "Ringen", "dice": "3W6"}, "These rules don't roll “3W6”.", "Known are: 4dF, W6-W6."),
    ],
)
def test_what_cant_be_rolled(
    scripted: Callable[..., Rng], options: dict[str, Any], said: str, hint: str
) -> None:
    with pytest.raises(RulesError) as refused:
        roll(scripted(), HERAKLES, RULES, **options)
    assert (str(refused.value), str(refused.value.hint)) == (said, hint)


def test_odds_by_name_of_the_dice() -> None:
    assert odds(5, 4) == {"success": Fraction(66, 81)}
    assert odds(5, 4, dice="W6-W6", fate_points=2) == {"success": successes(5, 4, 2, SIXES)[2]}
    with pytest.raises(RulesError):
        odds(5, 4, dice="W20")


def test_the_system_offers_all_of_it(scripted: Callable[..., Rng]) -> None:
    assert SYSTEM.generate
    assert SYSTEM.generate(random.Random(1), RULES, "pc").kind == "npc"
    assert SYSTEM.roll
    assert SYSTEM.roll(scripted(1, 0, 0, 0), HERAKLES, RULES, "Ringen", difficulty=6).success
    assert SYSTEM.odds
    assert SYSTEM.odds(skill=5, difficulty=4) == {"success": Fraction(66, 81)}
    assert SYSTEM.log
    rows = [
        {"Runde": "1", "Wer": "Herakles", "Fertigkeit": "Ringen", "Wurf": "0", "Gegen": "Schwierigkeit 4"}
    ]
    assert SYSTEM.log(rows, [HERAKLES], RULES, "").diagnostics == ()


def test_an_evening_is_given_as_json() -> None:
    assert SYSTEM.advance
    evening = {"when": "2010-03-28", "events": [{"event": "aspect_added", "text": "müde"}]}
    found = SYSTEM.advance(HERAKLES, RULES, evening, str)
    assert isinstance(found, Advanced)
    assert [aspect.text for aspect in found.character.aspects] == ["müde"]
    assert isinstance(SYSTEM.advance(HERAKLES, RULES, {"events": [{"event": "feast"}]}, str), Refusal)


def test_who_only_checks_reads_none_of_it() -> None:
    code = (
        "import sys; from tontafel.rules.system import system; one = system('mesopotamien');"
        "one.ruleset('1', ()); print([name for name in sys.modules if name.startswith('tontafel.rules.meso')"
        " and name.rpartition('.')[2] in ('conflict', 'log', 'evening', 'generate', 'trial')])"
    )
    source = str(Path(__file__).parent.parent.parent / ".src")
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env={"PYTHONPATH": source}, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
