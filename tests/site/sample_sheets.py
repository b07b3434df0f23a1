"""A character of Tarua Katoc and one of FHTAGN, and their sheets, for tests."""

from functools import cache
from typing import Any

from tests.site.opened import Opened

from tontafel.rules.model import Aspect, Character, Skill, Track
from tontafel.rules.system import Rules, system
from tontafel.rules.tarua.tables import PeopleTable
from tontafel.site.language import Code, Language
from tontafel.site.pdf import Look, Sheet, blank, sheet, sheet_pdf

GERMAN = Look(Language("de"))
TITLES: Any = {
    "campaign": "Unsere Runde",
    "licence": "Open Game License 1.0a",
    "notices": ["FHTAGN © Deutsche Lovecraft Gesellschaft e.V."],
    "language": "de",
}
OFEN = {
    "Kraft": 8,
    "Geschick": 7,
    "Zähigkeit": 8,
    "Klugheit": 8,
    "Instinkt": 5,
    "D/Evolution": 5,
    "Zivilisation": 8,
}
RULES: dict[str, Rules] = {
    "tarua": system("tarua").ruleset("1", [PeopleTable(rows={"Ofenleute": OFEN})]),
    "fhtagn": system("fhtagn").ruleset("1", []),
}

BRASK = Character(
    name="Brask",
    system="tarua",
    edition="1",
    aspects=[Aspect("glaubt, dass alles einmal heil war")],
    attributes={"Kraft": 6, "Geschick": 6, "Zähigkeit": 6, "Klugheit": 6, "Instinkt": 4},
    skills=[
        Skill(name="Nahkampf", value=4),
        Skill(name="Handwerk", value=8),
        Skill(name="Ausdruck", value=0),
        Skill(name="Löten", value=2, new=True),
    ],
    details={
        "people": "Ofenleute",
        "current": {"Kraft": 4},
        "development_points": 3,
        "history": [
            {
                "date": "2018-02-16",
                "session": "Der Wächter",
                "what": "Wunde: Kraft von 6 auf 4",
                "why": "der Kalk schlug zurück",
            }
        ],
    },
)

HINNERK = Character(
    name="Hinnerk Voss",
    system="fhtagn",
    edition="1",
    aspects=[Aspect("Narbe am Kinn")],
    attributes={"ST": 14, "KO": 15, "GE": 13, "IN": 10, "EN": 11, "CH": 9},
    tracks=[
        Track(name="TP", current=12, maximum=15),
        Track(name="WP", current=2, maximum=11),
        Track(name="STA", current=46, maximum=55),
        Track(name="BG", current=44),
    ],
    skills=[
        Skill(name="Athletik", value=52, marked=True),
        Skill(name="Steuern", value=41, specialisation="Seefahrt"),
        Skill(name="Suchen", value=63),
    ],
    details={
        "profession": "Kämpfer (Soldat)",
        "bonds": [{"name": "Beke, seine Tochter", "value": 9}, {"name": "Jan Tietjen"}],
        "motivations": ["Beke soll aufs Lyzeum", "keinen mehr liegen lassen"],
        "disorders": ["schläft nur bei Licht"],
        "shrugged_off": {"violence": 3, "helplessness": 1},
        "hardened": {"violence": True},
        "current": {"ST": 9},
        "training": ["Tauchen"],
        "exhausted": True,
    },
)
CHARACTERS = {"tarua": BRASK, "fhtagn": HINNERK}


def of(character: Character) -> Sheet:
    return sheet(character, RULES[character.system], **TITLES)


def made(*characters: Character, look: Look = GERMAN) -> bytes:
    return sheet_pdf([of(character) for character in characters], look)


@cache
def printed(system_id: str, language: Code = "de") -> Opened:
    """The sheet of the character above, made once."""
    return Opened(made(CHARACTERS[system_id], look=Look(Language(language))))


@cache
def empty(system_id: str) -> Opened:
    """The system's blank sheet."""
    return Opened(sheet_pdf([blank(system_id, RULES[system_id], **TITLES)], GERMAN))


def absent(words: list[str], text: str) -> list[str]:
    return [word for word in words if word not in text]
