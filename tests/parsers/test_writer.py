"""Pages that are written for a character read as that character."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tontafel.parsers.page import Dialect, parse
from tontafel.parsers.reader import Marks, read
from tontafel.parsers.rewrite.page import Tongue
from tontafel.parsers.writer import write
from tontafel.rules.mesopotamien import SYSTEM
from tontafel.rules.model import Aspect, Character, Consequence, Skill, Stunt, Track
from tontafel.rules.system import Strength, System, system

HERE = Path(__file__).parent
SYSTEMS = ["mesopotamien", "tarua", "fhtagn"]
MANNERS: list[tuple[Tongue, Dialect]] = [("de", "wiki"), ("en", "wiki"), ("de", "markdown")]


def back(character: Character, game: System[Any], text: str) -> Sequence[Character]:
    """The characters on a page that says no more than the text."""
    marks = Marks(character=True, kind=character.kind, edition=character.edition)
    found = read(parse(text), text, character.name, game.vocabulary(), marks=marks)
    return [one.character for one in found.characters]


@pytest.mark.parametrize(("tongue", "dialect"), MANNERS)
@pytest.mark.parametrize("strength", ["pc", "average"])
@pytest.mark.parametrize("name", SYSTEMS)
def test_generated_characters(name: str, strength: Strength, tongue: Tongue, dialect: Dialect) -> None:
    game = system(name)
    rules = game.ruleset(game.default_edition, [])
    rng = random.Random(1)
    assert game.generate
    for _ in range(60):
        one = game.generate(rng, rules, strength)
        text = write(one, game.vocabulary(), tags=["NSC"], tongue=tongue, dialect=dialect)
        assert back(one, game, text) == [one]


def test_everything_that_a_character_of_mesopotamien_can_have() -> None:
    one = Character(
        name="Dido von Karthago",
        system="mesopotamien",
        edition="1",
        aspects=[Aspect("rechnet, feilscht & flieht"), Aspect("liebt (vergebens)"), Aspect("stolz")],
        skills=[
            Skill(name="Handeln", value=5),
            Skill(name="Muse", value=4, specialisation="Leier"),
            Skill(name="Stadtbau", value=4, new=True),
        ],
        open_slots={"3": 2, "1": 1},
        tracks=[
            Track(name="Gesundheit", boxes=[False, True, False]),
            Track(name="Fassung", boxes=[True] * 4),
        ],
        stunts=[Stunt(kind="talent", text="Handeln, auch mit Göttern", skill="Handeln")],
        consequences=[
            Consequence(severity="mild", text="verbrannte Finger", track="Gesundheit", since="2010-03-28"),
            Consequence(severity="severe", text="gebrochenes Herz", track="Fassung"),
        ],
        details={
            "fate_points": 2,
            "refresh": 3,
            "history": [
                {
                    "date": "2010-03-28",
                    "session": "Abschied",
                    "what": "Aspekt neu: stolz",
                    "why": "ein Segel",
                    "event": "aspect_added",
                    "when": "2010-03-28",
                    "text": "stolz",
                }
            ],
        },
    )
    assert back(one, SYSTEM, write(one, SYSTEM.vocabulary())) == [one]
    assert back(one, SYSTEM, write(one, SYSTEM.vocabulary(), dialect="markdown")) == [one]


def system_of(stem: str) -> System[Any]:
    """The system that a file's name begins with; most are of the first."""
    name = stem.partition("-")[0]
    return system(name) if name in SYSTEMS else SYSTEM


def golden() -> dict[str, Character]:
    """The characters of the reader's tests, as far as they were understood."""
    found = {}
    for file in sorted((HERE / "characters").glob("*.txt")):
        with file.open(encoding="utf-8", newline="") as opened:
            text = opened.read().partition("\n....")[0] + "\n"
        page, game = file.stem.partition(".")[2], system_of(file.stem)
        for one in read(parse(text), text, page, game.vocabulary(), marks=Marks(character=True)).characters:
            found[f"{file.stem} {one.character.name}"] = msgspec.structs.replace(one.character, other=[])
    return found


@pytest.mark.parametrize(("one"), golden().values(), ids=golden())
def test_what_was_read_is_written_again(one: Character) -> None:
    game = system(one.system)
    (again,) = back(one, game, write(one, game.vocabulary()))
    for part in ("name", "kind", "aspects", "attributes", "consequences", "details", "open_slots"):
        assert getattr(again, part) == getattr(one, part), part
    assert sorted(map(str, again.tracks)) == sorted(map(str, one.tracks))
    if game is SYSTEM:
        assert again.skills == sorted(again.skills, key=lambda skill: -(skill.value or 0))
    assert sorted(map(str, again.skills)) == sorted(map(str, one.skills))
    assert [(stunt.kind, stunt.name) for stunt in again.stunts] == [(s.kind, s.name) for s in one.stunts]


def test_a_page_is_written_like_this() -> None:
    one = Character(
        name="Io",
        system="mesopotamien",
        edition="1",
        kind="npc",
        aspects=[Aspect("steht nie still"), Aspect("a & b")],
        skills=[Skill(name="Athletik", value=5), Skill(name="Brüllen", value=4, new=True)],
        tracks=[Track(name="Gesundheit", boxes=[False, True])],
        stunts=[Stunt(kind="item", text="eine Bremse", name="Bremse")],
        details={"fate_points": 2},
    )
    assert write(one, SYSTEM.vocabulary(), tags=["NSC"]) == (
        "= Io\n\n* Schicksalspunkte: 2\n\n"
        "== Aspekte\n* /steht nie still/\n* //a & b//\n\n"
        "== Fertigkeiten\n| 5 |Athletik |\n| 4 |Brüllen (neu) |\n\n"
        "== Zähler\n|Gesundheit |□☒ |\n\n"
        "== Tricks\n* Gegenstand: eine /Bremse/\n\n[[tag:NSC]]\n"
    )
    assert write(one, SYSTEM.vocabulary(), tongue="en", dialect="markdown") == (
        "#MARKDOWN\n# Io\n\n* Fate Points: 2\n\n"
        "## Aspects\n\n* *steht nie still*\n* *a & b*\n\n"
        "## Skills\n\n|  |  |\n| --- | --- |\n|  5 | Athletik |\n|  4 | Brüllen (new) |\n\n"
        "## Tracks\n\n|  |  |\n| --- | --- |\n| Gesundheit | □☒ |\n\n"
        "## Stunts\n\n* Item: eine *Bremse*\n"
    )
