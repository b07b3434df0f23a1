"""The cells of a conflict's record, as people write them."""

import pytest

from tontafel.rules.mesopotamien.log.aspects import nearest
from tontafel.rules.mesopotamien.log.cells import (
    Dice,
    Harm,
    Outcome,
    Use,
    names_in,
    read_dice,
    read_harms,
    read_outcome,
    read_uses,
)
from tontafel.rules.rounds import read_round


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("0", Dice(falls=(0,))),
        ("−1, −3, 2", Dice(falls=(-1, -3, 2))),
        ("−1 → 2", Dice(falls=(-1, 2))),
        ("-1 -> 2", Dice(falls=(-1, 2))),
        ("-1 / 2 + 3", Dice(falls=(-1, 2), added=(3,))),
        ("1+5+2+2=10", Dice(falls=(1,), added=(5, 2, 2), stated=10)),
        ("2 + Bogen 5 − 2 = 5", Dice(falls=(2,), added=(5, -2), stated=5)),
        ("+ 0 − −", Dice(falls=(-1,))),
        ("+0--", Dice(falls=(-1,))),
        ("W6-W6: −4", Dice(falls=(-4,))),
        ("4dF 3", Dice(falls=(3,))),
        ("", Dice()),
        ("viel", Dice()),
    ],
)
def test_dice_in_a_cell(text: str, dice: Dice) -> None:
    assert read_dice(text) == dice


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("7", Outcome(number=7)),
        ("−1", Outcome(number=-1)),
        ("10 gegen 3", Outcome(mine=10, theirs=3)),
        ("10 gegen 3 sind 6", Outcome(mine=10, theirs=3, number=6)),
        ("10:3", Outcome(mine=10, theirs=3)),
        ("3, ☐☐☒", Outcome(number=3, boxes=(False, False, True))),
        ("der Stier gibt auf", Outcome()),
    ],
)
def test_results_in_a_cell(text: str, outcome: Outcome) -> None:
    assert read_outcome(text) == outcome


@pytest.mark.parametrize(
    "text",
    [
        "schwer: die Hörner brechen, mittel: Würgegriff",
        "schwere (die Hörner brechen), mittlere (Würgegriff)",
        "die Hörner brechen (schwer, −4); Würgegriff (mittel)",
        "schwere Konsequenz: /die Hörner brechen/; medium consequence: Würgegriff",
    ],
)
def test_consequences_in_a_cell(text: str) -> None:
    assert read_harms(text) == [Harm("die Hörner brechen", "severe"), Harm("Würgegriff", "medium")]


def test_other_cells() -> None:
    assert not [*read_harms("keine"), *read_harms("–"), *read_uses(" ", [], [])]
    assert read_harms("Beule") == [Harm("Beule", None)]
    assert [read_round(text) for text in ("2", "Runde 2", "2.", "zwei", "")] == [2, 2, 2, None, None]
    assert read_uses("misstraut allem, was wächst, stur (gratis)", ["misstraut allem, was wächst"], []) == [
        Use(text="misstraut allem, was wächst"),
        Use(text="stur", free=True),
    ]
    assert read_uses("stier: nass (neu gewürfelt)", [], ["Stier"]) == [
        Use(text="nass", who="Stier", again=True)
    ]
    assert names_in("Ea-nasir, Speer −1+3") == ["Ea-nasir", "Speer"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Jähzorn", "jähzornig"),
        ("die brechenden Hörner", "die Hörner brechen"),
        ("Götter", None),
        ("Sohn Gottes", "Sohn der Götter"),
        ("Laune", None),
        ("", None),
    ],
)
def test_the_aspect_that_is_nearest(text: str, meant: str | None) -> None:
    known = ["jähzornig", "die Hörner brechen", "Sohn der Götter", "von Göttern verfolgt"]
    assert nearest(text, known) == meant
