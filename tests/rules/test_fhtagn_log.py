"""The record of a chase of FHTAGN, and of tests: understood, replayed, and what is wrong with it."""

# ruff: noqa: E501 - a row of a table stays on its line

from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace
from tests.rules import playing

from tontafel.rules.fhtagn.edition import FhtagnRules
from tontafel.rules.fhtagn.log import CODES, LogRecord, verify
from tontafel.rules.fhtagn.log.cells import Result, Roll, Skills, read_length, read_result, read_roll
from tontafel.rules.model import Character, Skill, Track
from tontafel.rules.system import system
from tontafel.site.language import Language

RULES: FhtagnRules = system("fhtagn").ruleset("1", [])


def someone(name: str, tracks: tuple[Track, ...] = (), **skills: int) -> Character:
    return Character(
        name=name,
        system="fhtagn",
        edition="1",
        attributes={"ST": 14, "KO": 15, "GE": 13, "IN": 10, "EN": 11, "CH": 9},
        skills=[Skill(name=skill.replace("_", " "), value=value) for skill, value in skills.items()],
        tracks=list(tracks),
    )


VOSS = someone("Hinnerk Voss", Athletik=50, Navigation=40, Suchen=60, Fahren=35)
THIEF = someone("Der lange Jan", Athletik=40, Wachsamkeit=30, Heimlichkeit=44, Fahren=60)
CHASE = """
| Runde | Wer | Fertigkeit | Wurf | Gegen | Ergebnis |
| 1 | Voss | Athletik 50 % | 34, Erfolg | Fremder: 38 auf Athletik 40 %, Erfolg | der Fremde liegt höher, ein Schritt für ihn |
| 2 | Voss | Navigation 40 %, Abkürzung über die Fleettreppe | 27, Erfolg | 71 auf Wachsamkeit 30 %, Misserfolg | Kniff gelungen, +20 auf den nächsten Wurf |
| 3 | Voss | Athletik 50 % +20 | 66, kritischer Erfolg | 12 auf Athletik 40 %, Erfolg | zwei Schritte für Voss, einer davon tilgt den des Fremden |
| 4 | Voss | Athletik 50 % | 84, Misserfolg | 91 auf Athletik 40 %, Misserfolg | der niedrigere gewinnt: zweiter Schritt, eingeholt |
"""
TWO = "Zwei Schritte Vorsprung entscheiden."


def checked(text: str, *characters: Character, before: str = TWO) -> LogRecord:
    return verify(playing.table(text), characters or (VOSS, THIEF), RULES, before)


def findings(record: LogRecord) -> list[tuple[str, Any]]:
    return playing.findings(record, CODES)


def test_the_chase_is_sound_and_replays() -> None:
    record = checked(CHASE)
    assert findings(record) == []
    assert [end.state.lead for end in record.rounds] == [1, 1, -1, -2]
    last = record.rounds[-1].state
    assert (last.needed, last.outcome, last.sides["pursuer"].name) == (2, "caught", "Hinnerk Voss")
    assert [one.rolls["Hinnerk Voss"].degree for one in record.tests] == [
        "success",
        "success",
        "critical",
        "failure",
    ]


def test_the_page_shows_who_is_ahead() -> None:
    played = checked(CHASE).played
    say = Language("de").say
    assert [say(line) for line in played[2].told] == [
        "Hinnerk Voss 66 bei 70\xa0%: kritischer Erfolg",
        "Fremder 12 bei 40\xa0%: Erfolg",
        "Hinnerk Voss gewinnt Schritte: 2",
    ]
    assert say(played[1].told[-1]) == "Der Kniff von Hinnerk Voss gelingt: +20 auf den nächsten Wurf"
    assert [(one.who, [say(note) for note in one.notes]) for one in played[3].stands] == [
        ("Hinnerk Voss", ["Vorsprung 2 von 2", "hat eingeholt"])
    ]


def test_whoever_flees_may_be_named_first() -> None:
    record = checked(CHASE.replace("eingeholt", "entkommen"))
    assert findings(record) == []
    assert record.rounds[-1].state.outcome == "escaped"


def test_a_chase_of_unknown_length_ends_where_the_record_says_so() -> None:
    record = checked(CHASE, before="")
    assert findings(record) == []
    assert record.rounds[-1].state.needed == 2
    assert findings(checked("\n".join(CHASE.strip().splitlines()[:3]), before="")) == []


HEAD = "| Runde | Wer | Fertigkeit | Wurf | Gegen | Ergebnis |\n"


def row(text: str, *characters: Character, before: str = TWO) -> LogRecord:
    return checked(
        HEAD + "\n".join(f"| 1 | {line} |" for line in text.strip().splitlines()), *characters, before=before
    )


@pytest.mark.parametrize(
    "line",
    [
        "Voss | Athletik 50 % | 34 | 38 auf Athletik 40 % | ein Schritt",
        "Voss | Athletik | 34, success | Jan: 38, Athletik, success | one step for Jan",
        "Voss | Athletics 50 % | 34 | der lange Jan 41 auf Athletik | 1 Schritt für Voss",
        "Voss | Fahren 35 % | 00, Patzer | Jan 38 auf Fahren, Erfolg | zwei Schritte",
        "Voss | Athletik | 34 | 34 auf Athletik 40 % | gleich, noch einmal",
        "Jan | Heimlichkeit, in den Hof | 40 | Voss 20 auf Suchen | Kniff, +20",
        "Jan | Heimlichkeit, in den Hof | 33 | Voss 20 auf Suchen | Kniff kritisch, +40",
        "Jan | Heimlichkeit | 97 | Voss 20 auf Suchen 60 % | ein Schritt für Voss",
        "Voss | schießt | | Jan, Athletik | ein Schritt",
        "Voss | Suchen 60 % | 73, Misserfolg | | ",
        "Voss | Suchen 60 % -20 | 33, kritischer Erfolg | | ",
        "Voss | KO | 75, Erfolg | | ",
        "Fremder | Athletik 20 % | 12, Erfolg | | ",
        "Voss | Fahren | 20 | Jan 30 auf Fahren 60 % +20 | ein Schritt für Jan",
        "Voss | Athletik | | | wartet",
        "Voss | Suchen 60 % | 33 | | Erfolg",
        "Voss | Suchen 60 % | 77 | | Misserfolg",
        "Voss | Suchen 60 % | 77 | | Patzer, er hört nichts",
        "Voss | Athletik | 34 | 38 auf Athletik 40 % | Erfolg für Jan",
        "Voss | Athletik | 33 | 38 auf Athletik 40 % | kritisch, 2",
        "Voss | Athletik | 34 | 38 auf Athletik 40 % | 1",
    ],
)
def test_ways_to_write_a_sound_row(line: str) -> None:
    assert findings(row(line)) == []


@pytest.mark.parametrize(
    ("line", "code", "column", "said"),
    [
        (
            "Voss | Athletik 50 % | 44, Erfolg | 38 auf Athletik 40 % | zwei Schritte",
            "log-degree", "Wurf", "Round 1: 44 of Hinnerk Voss is a critical success at 50%.",
        ),
        (
            "Voss | Athletik 50 % | 34 | 55 auf Athletik 40 %, Misserfolg | ",
            "log-degree", "Gegen", "Round 1: 55 of … is a fumble at 40%.",
        ),
        (
            "Voss | Suchen 60 % | 73, Erfolg | | ",
            "log-degree", "Wurf", "Round 1: 73 of Hinnerk Voss is a failure at 60%.",
        ),
        (
            "Voss | Athletik | 34 | 38 auf Athletik 40 % | zwei Schritte",
            "log-result", "Ergebnis", "Round 1: this test is worth steps: 1; the record says 2.",
        ),
        (
            "Voss | Athletik | 34 | 38 auf Athletik 40 % | 2",
            "log-result", "Ergebnis", "Round 1: this test is worth steps: 1; the record says 2.",
        ),
        (
            "Voss | Suchen 60 % | 73 | | Erfolg",
            "log-degree", "Ergebnis", "Round 1: 73 of Hinnerk Voss is a failure at 60%.",
        ),
        (
            "Voss | Suchen 60 % | 73 | | kritisch, sehr sogar",
            "log-degree", "Ergebnis", "Round 1: 73 of Hinnerk Voss is a failure at 60%.",
        ),
        (
            "Voss | Athletik | 34 | 38 auf Athletik 40 % | Misserfolg",
            "log-degree", "Ergebnis", "Round 1: 34 of Hinnerk Voss is a success at 50%.",
        ),
        (
            "Voss | Athletik | 34 | Jan 38 auf Athletik 40 % | ein Schritt für Voss",
            "log-result", "Ergebnis", "Round 1: Der lange Jan wins this test; the record says Hinnerk Voss.",
        ),
        (
            "Voss | Athletik | 34 | 38 auf Athletik 40 % | zweiter Schritt",
            "log-result", "Ergebnis", "Round 1: the lead is 1; the record says 2.",
        ),
        (
            "Jan | Heimlichkeit | 40 | Voss 20 auf Suchen | +40",
            "log-result", "Ergebnis", "Round 1: the trick gives +20; the record says +40.",
        ),
        (
            "Voss | Athletik | 34 | 38 auf Athletik 40 % | eingeholt",
            "log-result", "Ergebnis", "Round 1: the chase is not at that end: the lead is 1 of 2.",
        ),
        (
            "Voss | Athletik | 340 | 38 auf Athletik 40 % | ",
            "log-dice", "Wurf", "Round 1: no percentile dice show 340.",
        ),
        (
            "Voss | Athletik 45 % | 34 | 38 auf Athletik 40 % | ",
            "log-value", "Fertigkeit", "Round 1: Athletik of Hinnerk Voss: 50% on the page, 45% in the record.",
        ),
        (
            "Voss | Fliegen | 34, Erfolg | | ",
            "log-skill", "Fertigkeit", "Round 1: which skill Hinnerk Voss rolls is not said.",
        ),
        (
            "Fremder | Athletik | 34, Erfolg | | ",
            "log-stranger", "Fertigkeit", "Round 1: how high Athletik of Fremder is, nobody knows.",
        ),
        (
            " | Athletik | 34, Erfolg | | ",
            "log-unclear", "Wer", "Nobody says who acts here.",
        ),
        (
            "Voss | Unnatürliches Wissen | 34, Erfolg | | ",
            "log-refused", "Wurf", "A value of 0% can't even be tried.",
        ),
    ],
)  # fmt: skip
def test_what_can_be_wrong_with_a_row(line: str, code: str, column: str, said: str) -> None:
    record = row(line)
    assert findings(record) == [(code, (0, column))]
    assert str(record.diagnostics[0].message) == said


def test_what_a_trick_gives_is_not_to_be_forgotten() -> None:
    record = checked(CHASE.replace("50 % +20", "50 %"))
    assert findings(record) == [("log-value", (2, "Fertigkeit"))]
    assert [end.state.lead for end in record.rounds] == [1, 1, -1, -2]
    assert findings(checked(CHASE.replace("Athletik 50 % +20", "Athletik 70 %"))) == []


def test_nothing_goes_on_behind_the_end() -> None:
    record = checked(CHASE + "| 5 | Voss | Athletik 50 % | 34 | 38 auf Athletik 40 % | |")
    assert findings(record) == [("log-refused", (4, "Fertigkeit"))]
    assert str(record.diagnostics[0].message) == "This chase is over."


def test_todays_exhaustion_counts_only_where_the_record_fits_it() -> None:
    tired = replace(VOSS, details={"exhausted": True})
    assert findings(row("Voss | Suchen 60 % | 55, kritischer Erfolg | | ", tired)) == []
    assert findings(row("Voss | Suchen 60 % | 55, Patzer | | ", tired)) == []
    weak = someone("Hinnerk Voss", (Track(name="WP", current=2, maximum=11),), Suchen=60)
    assert findings(row("Voss | Suchen | 55, Patzer | | ", weak)) == []


def test_rounds_that_run_backwards() -> None:
    record = checked(HEAD + "| 2 | Voss | Suchen | 30 | | |\n| 1 | Voss | Suchen | 30 | | |")
    assert findings(record) == [("log-round", (1, "Runde"))]


def test_a_table_that_is_no_record() -> None:
    assert [each.code for each in checked("| Runde | Bier |\n| 1 | 3 |").diagnostics] == ["log-columns"]
    assert verify([], [VOSS], RULES) == LogRecord()
    assert verify([{"Runde": "", "Wer": "", "Fertigkeit": "", "Wurf": ""}], [VOSS], RULES) == LogRecord()


def test_every_code_is_shown() -> None:
    source = test_what_can_be_wrong_with_a_row.pytestmark[0].args[1]  # type: ignore[attr-defined]
    assert {code for _, code, _, _ in source} | {"log-columns", "log-round"} == set(CODES)


def test_cells() -> None:
    skills = Skills(["Athletik", "Steuern (Seefahrt)", "Steuern"])
    assert read_roll("Steuern (Seefahrt) 40 % +20", "07, Erfolg", skills) == Roll(
        die=7, degree="success", skill="Steuern (Seefahrt)", value=40, modifier=20
    )
    assert read_roll("Athletik", "00", skills) == Roll(die=100, skill="Athletik")
    assert read_roll("", "", skills) == Roll()
    assert read_result("ein Schritt für den Fremden") == Result(steps=1, winner="Fremden")
    assert read_result("dritter Schritt, entkommen") == Result(ahead=3, escaped=True)
    assert [read_length(text) for text in ("Drei Schritte voraus", "needs 2 steps", "Kurz.", "Schritte")] == [
        3,
        2,
        None,
        None,
    ]


#: What may stand in any cell.
TEXTS = (
    "1/2/Voss/Jan/Athletik 50 %/Heimlichkeit/schießt/34, Erfolg/00/38 auf Athletik 40 %, Misserfolg/999/"
    "ein Schritt/+20/zweiter Schritt, eingeholt//99999999999999999999"
)
HEADS = ["Runde", "Wer", "Fertigkeit", "Wurf", "Gegen", "Ergebnis"]


@settings(deadline=None, max_examples=200)
@given(playing.tables(HEADS, TEXTS))
def test_any_table_is_played_and_never_refused(rows: list[dict[str, str]]) -> None:
    playing.assert_played(verify(rows, [VOSS, THIEF], RULES), CODES)
