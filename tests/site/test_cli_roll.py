"""`roll` and `odds`: dice, tests of characters, exact chances; each fault is one line."""

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tontafel.rules.dice import parse, roll

Tontafel = Callable[..., Any]

HERO = "= Atalante\n== Fertigkeiten\n|5 |Athletik |\n|4 |Bogen |\n|1 |Muse (Leier) |\n"
BEASTS = "== Löwe\n|4 |Krallen |\n|Gesundheit |□□□ |\n\n== Eber\n|5 |Hauer |\n|Gesundheit |□□□ |\n"
PAGES = {
    "Atalante": HERO,
    "Die Jägerin": "#REDIRECT [[Atalante]]\n",
    "Mykene": "Eine Stadt.\n",
    "Der kretische Stier": "Im Spiel: Hörner 5, Trampeln 4, Kraft 4. Gesundheit □□□.\n\n[[tag:NSC]]\n",
}
SETTINGS = 'title = "Klein"\nsystem = "mesopotamien"\n'


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small campaign in which one stands."""
    for name, text in PAGES.items():
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    (tmp_path / "campaign.toml").write_text(SETTINGS, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Dice


@pytest.mark.parametrize("notation", ["4dF+5", "W6-W6", "2W10", "200W10", "W100"])
def test_dice_fall_and_fall_again(tontafel: Tontafel, notation: str) -> None:
    first = tontafel("roll", notation, "--seed", "7", "--format", "json")
    assert first.status == 0
    assert first == tontafel("roll", notation, "--seed", "7", "--format", "json")
    assert first.json["seed"] == 7
    rolled = roll(parse(notation), __import__("random").Random(7))
    assert first.json["total"] == rolled.total
    assert first.json["dice"] == list(rolled.dice)


def test_dice_in_words_and_in_pieces(tontafel: Tontafel) -> None:
    done = tontafel("roll", "2", "W6", "+", "3", "--seed", "1", "--lang", "de")
    assert (done.status, done.out) == (0, "2W6 [2, 5] + 3 = 10\n")
    assert tontafel("roll", "2W6+3", "--seed", "1").out == "2d6 [2, 5] + 3 = 10\n"
    assert tontafel("roll", "W100").out != ""
    assert tontafel("roll", "W%", "--seed", "1").out == tontafel("roll", "W100", "--seed", "1").out


@pytest.mark.parametrize("option", ["--difficulty", "--modifier", "--attribute", "--dice"])
def test_what_only_tests_have_is_refused_beside_dice(tontafel: Tontafel, option: str) -> None:
    done = tontafel("roll", "4dF+5", option, "4")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"Tontafel: {option} belongs to a test, and these are dice.")


@pytest.mark.parametrize(
    ("notation", "said"),
    [
        ("2W", "“2W”, at character 2: The sides of this die are missing."),
        ("5000W6", "“5000W6”, at character 1: These are more than 1000 dice."),
        ("W6+W99999", "“W6+W99999”, at character 5: A die has at most 1000 sides."),
        ("3d6 x", "“3d6 x”, at character 5: “x” means nothing in dice."),
        ("4dF+" + "1+" * 200, "”, at character 201: This is longer than the 200 characters"),
    ],
)
def test_absurd_dice_are_one_line(tontafel: Tontafel, notation: str, said: str) -> None:
    done = tontafel("roll", notation)
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert said in done.err


# Tests


def test_a_skill_is_tested(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("roll", "Atalante", "Athletik", "--seed", "2", "--modifier", "+2", "--difficulty", "4")
    assert done.out == (
        "Atalante: Athletik\n"
        "  Dice: −1, −1, −1, 0\n"
        "  Modifiers: +2\n"
        "  Dice −3, skill +5 and modifiers +2 make 4.\n"
        "  4 reaches the difficulty 4.\n"
        "  success\n"
    )
    data = tontafel(
        "roll", "Atalante", "Athletik", "--seed=2", "--difficulty=4", "--dice", "w6-w6", "--format=json"
    ).json
    assert data["dice"][0] > 0 > data["dice"][1]
    assert data["total"] == sum(data["dice"]) + 5
    assert data["success"] is (data["total"] >= 4)
    assert (data["page"], data["character"], data["skill"]) == ("Atalante", "Atalante", "Athletik")
    assert data["why"][0].startswith("Dice ")


@pytest.mark.parametrize("page", ["Atalante", "Die Jägerin", "Atalante.txt", "atalante"])
def test_a_page_is_named_in_many_ways(tontafel: Tontafel, campaign: Path, page: str) -> None:
    done = tontafel("roll", page, "Muse", "(Leier)", "--seed", "1", "--format", "json")
    assert (done.status, done.err) == (0, "")
    assert done.json["character"] == "Atalante"


def test_two_sides(tontafel: Tontafel, campaign: Path) -> None:
    command = ("roll", "Atalante", "Bogen", "--against", "Stier", "Hörner", "--seed", "3")
    out = tontafel(*command).out
    assert out.index("Atalante: Bogen") < out.index("Der kretische Stier: Hörner")
    data = tontafel(*command, "--format", "json").json
    mine, theirs = data["total"], data["against"]["total"]
    assert data["versus"]["degree"] == ("win" if mine > theirs else "lose" if mine < theirs else "tie")
    assert out.splitlines()[-1].strip() == {"tie": "equal"}.get(
        data["versus"]["degree"], data["versus"]["degree"]
    )


@pytest.mark.parametrize(
    ("skill", "other", "value"),
    [
        ("Nahkampf", "Nahkampf", 7),
        ("Ausdruck", "Ausdruck", 7),
        ("Fernkampf", "Bewegung", 7),
        ("Magie", "Magie", 5),
    ],
)
def test_who_is_attacked_defends_with_the_attribute_for_it(
    tontafel: Tontafel, tmp_path: Path, skill: str, other: str, value: int
) -> None:
    page = "= Kim\nKraft 3, Geschick 7, Zähigkeit 6, Klugheit 5, Instinkt 6\n"
    (tmp_path / "Kim.txt").write_text(page, "utf-8")
    kim = str(tmp_path / "Kim.txt")
    data = tontafel("roll", kim, skill, "--against", kim, other, "--seed", "1", "--format", "json").json
    assert f"against attribute {value}." in data["against"]["why"][0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("Atalante", "Bohgen"), "Atalante has no skill “Bohgen”. Did you mean “Bogen”?"),
        (("Atalanta", "Bogen"), "There is no page “Atalanta” in “{campaign}”. Did you mean “Atalante”?"),
        (("Atalante",), "Which skill of Atalante is tested? For example: Athletik, Bogen, Muse."),
        (
            ("Mykene", "Bogen"),
            "There is no character on “Mykene”. “tontafel check” says what could not be read.",
        ),
        (
            ("Atalante", "Bogen", "--modifier", "viel"),
            "--modifier: “viel” is no number. Write a whole number, such as 4, +20 or -20.",
        ),
        (("Atalante", "Bogen", "--dice", "W20"), "--dice can't be “W20”. Known are: 4dF, W6-W6."),
        (
            ("Atalante", "Bogen", "--attribute", "Kraft"),
            "--attribute means nothing in these rules. Known are: --modifier, --difficulty, --dice.",
        ),
        (
            ("Atalante", "Bogen", "--against", "Minotaurus", "Kraft"),
            "There is no page “Minotaurus” in “{campaign}”. Give the name of a page or the path of its file.",
        ),
        (
            ("Atalante", "Bogen", "--system", "tarau"),
            "There is no rule system “tarau”. Did you mean “tarua”?",
        ),
    ],
)
def test_what_cant_be_tested_is_one_line(
    tontafel: Tontafel, campaign: Path, arguments: tuple[str, ...], said: str
) -> None:
    done = tontafel("roll", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"Tontafel: {said.replace('{campaign}', str(campaign))}\n"


def test_several_characters_on_a_page(tontafel: Tontafel, campaign: Path) -> None:
    (campaign / "Bestien.txt").write_text(BEASTS, "utf-8")
    done = tontafel("roll", "Bestien", "Hörner")
    assert done.status == 2
    assert "There are several characters on “Bestien”. Name one of them: " in done.err
    assert tontafel("roll", "Löwe", "Krallen").status == 0


def test_percent_and_its_words(tontafel: Tontafel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "Voss.txt").write_text("= Voss\n== Fertigkeiten\n|Athletik |50 % |\n", "utf-8")
    (tmp_path / "campaign.toml").write_text('system = "fhtagn"\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    done = tontafel("roll", "Voss", "Athletik", "--modifier", "-20", "--seed", "5", "--format", "json")
    (die,) = done.json["dice"]
    assert done.json["chance"] == 30
    assert done.json["success"] is (die <= 30)
    assert done.json["modifiers"] == [{"value": -20, "reason": None}]
    luck = tontafel("roll", "Voss", "Glück", "--seed", "5", "--lang", "de")
    assert "Glück ist 50\xa0%" in luck.out


# Odds


@pytest.mark.parametrize(
    ("arguments", "chances"),
    [
        (("mesopotamien", "--skill", "5", "--difficulty", "4"), {"success": "22/27"}),
        (("tarua", "--attribute", "6"), {"success": "3/5", "outstanding": "0"}),
        (
            ("tarua", "--attribute", "6", "--skill", "4", "--stage", "7"),
            {"success": "21/25", "outstanding": "8/25"},
        ),
        (
            ("tarua", "--attribute", "6", "--skill", "4", "--stage", "5"),
            {"success": "17/25", "outstanding": "4/25"},
        ),
        (
            ("fhtagn", "--value", "50"),
            {"critical": "1/20", "success": "9/20", "failure": "11/25", "fumble": "3/50"},
        ),
        (
            ("fhtagn", "--value", "50", "--modifier", "-20"),
            {"critical": "3/100", "success": "27/100", "failure": "31/50", "fumble": "2/25"},
        ),
    ],
)
def test_exact_odds(tontafel: Tontafel, arguments: tuple[str, ...], chances: dict[str, str]) -> None:
    assert tontafel("odds", *arguments, "--format", "json").json == chances
    assert tontafel("odds", "--format", "json", *arguments).json == chances


def test_odds_against_an_opponent_and_with_points(tontafel: Tontafel) -> None:
    data = tontafel(
        "odds", "mesopotamien", "--skill=3", "--against=3", "--fate-points=1", "--format=json"
    ).json
    assert list(data) == ["win", "tie", "lose"]
    assert sum(map(Fraction, data.values())) == 1
    data = tontafel("odds", "fhtagn", "--value=50", "--against=50", "--format=json").json
    assert data["win"] == data["lose"]


@pytest.mark.parametrize("arguments", [(), ("--format", "json"), ("--lang", "en")])
def test_odds_of_no_system_are_one_line(tontafel: Tontafel, arguments: tuple[str, ...]) -> None:
    done = tontafel("odds", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err == "Tontafel: Missing argument 'SYSTEM'. See “tontafel odds --help”.\n"


def test_odds_for_people(tontafel: Tontafel) -> None:
    out = tontafel("odds", "tarua", "--attribute", "6", "--skill", "4", "--stage", "3", "--lang", "de").out
    assert "  Erfolg                68 %  17/25\n" in out
    assert "›   Stufe 1 bis 5  ██████▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓               16 %  52 %\n" in out
    assert "81.5%" in tontafel("odds", "mesopotamien", "--skill", "5", "--difficulty", "4").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("mesopotamie",), "There is no rule system “mesopotamie”. Did you mean “mesopotamien”?"),
        (("tarua",), "A number is missing: --attribute. For example --attribute 4."),
        (("mesopotamien", "--skill", "3"), "A number is missing: --difficulty / --against."),
        (("tarua", "--attribute", "60"), "An attribute is between 0 and 10, not 60."),
        (("fhtagn", "--value", "-5"), "A value in percent is 0 or more, not -5."),
        (("fhtagn", "--value", "5 ‰"), "--value: “5 ‰” is no number."),
        (("fhtagn", "--valeu", "5"), "No such option '--valeu'. Did you mean '--value'?"),
        (("mesopotamien", "--skill", "3", "--difficulty", "1", "--fate-points", "999999"), "Fate points are"),
    ],
)
def test_wrong_odds_are_one_line(tontafel: Tontafel, arguments: tuple[str, ...], said: str) -> None:
    done = tontafel("odds", *arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"Tontafel: {said}")
    assert done.err.count("\n") == 1


def test_help_names_the_options_of_each_system(tontafel: Tontafel) -> None:
    assert "mesopotamien  Der Geist Mesopotamiens" in tontafel("odds", "--help").out
    german = tontafel("--lang", "de", "odds", "fhtagn", "--help").out
    assert "--value N" in german
    assert "der Wert in Prozent" in german
    assert "tontafel odds fhtagn --value 50" in german
    rolling = tontafel("roll", "--help").out
    assert "--dice 4dF|W6-W6" in rolling
    assert "the attribute, if it is not the usual one" in rolling


@pytest.fixture
def fourth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A fourth system, installed in a temporary folder as a package installer would leave it."""
    shutil.copytree(Path(__file__).parent.parent / "rules" / "fourth", tmp_path / "installed")
    monkeypatch.syspath_prepend(str(tmp_path / "installed"))
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("kuechentisch", None)


def test_a_fourth_system_brings_its_own_options(tontafel: Tontafel, fourth: Path) -> None:
    done = tontafel("odds", "kuechentisch", "--courage", "3", "--rain", "1", "--format", "json")
    assert done.json == {"dry": "1/3", "wet": "2/3"}
    assert "trocken" in tontafel("odds", "kuechentisch", "--courage", "3", "--lang", "de").out
    assert "wie viel Mut da ist" in tontafel("odds", "kuechentisch", "--help", "--lang", "de").out
    assert json.loads(tontafel("odds", "tarua", "--attribute", "3", "--format", "json").data)


# Other words for the same thing

AGENT = (
    "ST 14 KO 12 GE 11 IN 13 EN 12 CH 10\n\nFahren 55 %, Suchen 40 %, Kunst (Foto) 30 %\n\n[[tag:Figur]]\n"
)
BRUTE = "Kraft 6, Geschick 7, Zähigkeit 6, Klugheit 4, Instinkt 8\nD/Evolution: 6\nHeimlichkeit 4\n"


@pytest.mark.parametrize(
    ("system", "page", "other", "name"),
    [
        ("fhtagn", AGENT, ("Autofahren",), ("Fahren",)),
        ("fhtagn", AGENT, ("drive", "--modifier", "20 %"), ("Fahren", "--modifier", "+20")),
        ("fhtagn", AGENT, ("Art (Foto)",), ("Kunst (Foto)",)),
        ("fhtagn", AGENT, ("Strength",), ("ST",)),
        ("tarua", BRUTE, ("Stealth",), ("Heimlichkeit",)),
        ("tarua", BRUTE, ("Toughness",), ("Zähigkeit",)),
        ("tarua", BRUTE, ("Stealth", "--attribute", "Strength"), ("Heimlichkeit", "--attribute", "Kraft")),
        ("mesopotamien", HERO, ("Athletics",), ("Athletik",)),
        ("mesopotamien", HERO, ("Stealth",), ("Schleichen",)),
    ],
)
def test_other_words_for_a_skill_mean_it(  # noqa: PLR0917 - two fixtures and a case
    campaign: Path,
    tontafel: Tontafel,
    system: str,
    page: str,
    other: tuple[str, ...],
    name: tuple[str, ...],
) -> None:
    (campaign / "Wer.txt").write_text(page, "utf-8")
    start = ("roll", "Wer.txt")
    end = ("--system", system, "--seed", "7", "--format", "json")
    assert tontafel(*start, *other, *end).json == tontafel(*start, *name, *end).json


def test_what_is_known_is_named_once(campaign: Path, tontafel: Tontafel) -> None:
    (campaign / "Wer.txt").write_text(AGENT, "utf-8")
    done = tontafel("roll", "Wer.txt", "Xyz", "--system", "fhtagn")
    assert done.status == 2
    assert done.err.count("Suchen") == 1
