"""Who fights in records of Der Geist Mesopotamiens that tests replay, and what they ask of the replay."""

from typing import Any

from tests.rules import playing

from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.mesopotamien.log import CODES, LogRecord, verify
from tontafel.rules.mesopotamien.log.play import drawn
from tontafel.rules.model import Aspect, Character, Skill, Track
from tontafel.rules.system import system

RULES: MesopotamienRules = system("mesopotamien").ruleset("1", [])


def someone(
    name: str, skills: dict[str, int], boxes: dict[str, int], *aspects: str, kind: Any = "pc"
) -> Character:
    return Character(
        name=name,
        system="mesopotamien",
        edition="1",
        kind=kind,
        aspects=[Aspect(text) for text in aspects],
        skills=[Skill(name=skill, value=value) for skill, value in skills.items()],
        tracks=[Track(name=track, boxes=[False] * count) for track, count in boxes.items()],
    )


HERAKLES = someone(
    "Herakles",
    {"Ringen": 5, "Athletik": 4, "Bogen": 4, "Akrobatik": 3, "Kurzschwert": 3, "Entschlossenheit": 2},
    {"Gesundheit": 5, "Fassung": 4, "Vermögen": 3},
    "Sohn der Götter", "von Hera verfolgt", "jähzornig", "übernatürliche Kraft", "Mörder",
    "für den Pfad der Ehre entschieden",
)  # fmt: skip
BULL = someone(
    "Der kretische Stier",
    {"Hörner": 5, "Trampeln": 4, "Kraft": 4, "Ausweichen": 3},
    {"Gesundheit": 3},
    "schweissnass",
    kind="npc",
)
SUN = "die Sonne brennt vom Himmel"


def checked(text: str, *characters: Character) -> LogRecord:
    return verify(
        playing.table(text), characters or (HERAKLES, BULL), RULES, f"Mittag.\nAspekte der Gegend: {SUN}"
    )


def findings(record: LogRecord) -> list[tuple[str, Any]]:
    assert all(each.hint for each in record.diagnostics)
    return playing.findings(record, CODES)


def tracks(record: LogRecord, name: str, track: str = "Gesundheit") -> list[str]:
    """A track at the end of each round."""
    return [drawn(end.state.fighter(name).tracks[track]) for end in record.rounds]


APOLLO = "Herakles: Sohn der Götter (neu), Herakles: jähzornig (neu), Herakles: übernatürliche Kraft"
BLINDED = "die Sonne brennt vom Himmel, übernatürliche Kraft"
HARM = "schwer: die Hörner brechen, mittel: Würgegriff"
GRIP = "die Hörner brechen (neu), Würgegriff (frei)"
BULLFIGHT = f"""
| Runde | Wer      | Fertigkeit | Wurf  | Gegen                         | Aspekt | Ergebnis | Konsequenz |
| 1     | Herakles | Ringen     | 0     | Stier 2                       |        | 3, □□☒   |            |
| 1     | Stier    | Hörner     | 1     | Herakles: Akrobatik −1, −3, 2 | {APOLLO} | abgewehrt |         |
| 2     | Herakles | Ringen     | 1     | Stier, Kraft −1 + 4 = 3       | {BLINDED} | 7, ☒□☒ | {HARM}    |
| 2     | Stier    | Trampeln   | −1    | Herakles, Akrobatik 3         |        | nichts   |            |
| 3     | Herakles | Ringen     | −2, 3 | Stier                         | {GRIP} | 10, Stier gibt auf | |
"""

HEAD = "| Runde | Wer | Fertigkeit | Wurf | Gegen | Aspekt | Ergebnis | Konsequenz |\n"
