"""The record of a conflict of Tarua Katoc: understood, replayed, and what is wrong with it."""

# ruff: noqa: E501 - a row of a table stays on its line

from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace
from tests.rules import playing

from tontafel.rules.model import Character, Skill
from tontafel.rules.system import system
from tontafel.rules.tarua.edition import TaruaRules
from tontafel.rules.tarua.log import CODES, LogRecord, verify
from tontafel.rules.tarua.log.cells import Result, Share, Throw, read_result, read_test, read_throw
from tontafel.site.language import Language

RULES: TaruaRules = system("tarua").ruleset("1", [])
NAMES = ("Kraft", "Geschick", "Zähigkeit", "Klugheit", "Instinkt")


def someone(
    name: str, values: tuple[int, ...], stage: int, kind: Any = "pc", current: Any = None, **skills: int
) -> Character:
    return Character(
        name=name,
        system="tarua",
        edition="1",
        kind=kind,
        attributes=dict(zip(NAMES, values, strict=True)),
        skills=[Skill(name=skill, value=value) for skill, value in skills.items()],
        details={"stages": {"D/Evolution": stage, "Zivilisation": 4}, "current": current or {}},
    )


URRHA = someone("Urrha", (9, 5, 9, 3, 6), 4, Nahkampf=4, Fernkampf=3, Ausdruck=3)
BRASK = someone("Brask", (6, 6, 6, 6, 4), 5, current={"Kraft": 4}, Nahkampf=4, Handwerk=8)
GUARD = someone("Der Wächter aus Kalk", (8, 4, 5, 1, 3), 3, "npc", Nahkampf=4)
FALLS = "Weil er fällt, ist er zuerst dran."

FIGHT = """
| Runde | Wer | Fertigkeit | Wurf | Gegen | Ergebnis |
| 1 | Wächter | Nahkampf | 3 und 4, zwei Erfolge | Brask wehrt ab: 3 und 8, ein Erfolg | einer bleibt: 8 − 6 = 2, Brask nimmt beide auf die Kraft, 6 auf 4 |
| 1 | Urrha | Nahkampf | 3 und 8, ein Erfolg | Wächter wehrt ab: 2 und 9, ein Erfolg | nichts |
| 1 | Urrha | Nahkampf | 4 und 2, zwei Erfolge | Wächter wehrt ab: 7 und 10, keiner | zwei bleiben: 9 ohne Abzug, Kraft 8 auf 4, Geschick 4 auf 3, Zähigkeit 5 auf 1 |
| 1 | Urrha | Nahkampf | 10 und 5, keiner | keine Abwehr mehr | nichts |
| 1 | Brask | Nahkampf | 6 und 4, ein Erfolg | keine Abwehr mehr | einer bleibt: 4 − 1 = 3, Kraft 4 auf 2, Geschick 3 auf 2 |
| 1 | Brask | Nahkampf | 1 und 3, zwei Erfolge | keine Abwehr mehr | zwei bleiben: 4 ohne Abzug, Kraft 2 auf 1, Geschick 2 auf 0, Zähigkeit 1 auf 0 |
| 1 | Brask | Nahkampf | 4 und 9, ein Erfolg | keine Abwehr mehr | einer bleibt: 4 − 0 = 4, Kraft 1 auf 0, alles steht auf null |
"""


def checked(text: str, *characters: Character, before: str = FALLS) -> LogRecord:
    return verify(playing.table(text), characters or (URRHA, BRASK, GUARD), RULES, before)


def findings(record: LogRecord) -> list[tuple[str, Any]]:
    return playing.findings(record, CODES)


def physical(record: LogRecord, name: str, place: int = -1) -> list[int]:
    attributes = record.rounds[place].state.fighters[name].attributes
    return [attributes[one] for one in NAMES[:3]]


def test_the_fight_is_sound_and_replays() -> None:
    record = checked(FIGHT)
    assert findings(record) == []
    assert [(one.who, one.exchange.successes, one.exchange.damage) for one in record.actions] == [
        ("Der Wächter aus Kalk", 1, 2),
        ("Urrha", 0, 0),
        ("Urrha", 2, 9),
        ("Urrha", 0, 0),
        ("Brask", 1, 3),
        ("Brask", 2, 4),
        ("Brask", 1, 4),
    ]
    assert physical(record, "Der Wächter aus Kalk") == [0, 0, 0]
    assert physical(record, "Brask") == [4, 6, 6]
    assert record.rounds[-1].state.fighters["Der Wächter aus Kalk"].standing == "end"


def test_the_page_shows_how_everyone_stands() -> None:
    (shown,) = checked(FIGHT).played
    assert Language("de").say(shown.told[2]) == ("Urrha 2 gegen Der Wächter aus Kalk 0: 2 bleiben, Schaden 9")
    stands = {stand.who: stand for stand in shown.stands}
    assert [(one.name, one.value) for one in stands["Brask"].gauges] == [
        ("Kraft", "4"), ("Geschick", "6"), ("Zähigkeit", "6"), ("Instinkt", "4"),
    ]  # fmt: skip
    assert [str(note) for note in stands["Der Wächter aus Kalk"].notes] == ["is at the end"]


def test_wounds_that_someone_brings_along() -> None:
    text = FIGHT.replace("6 auf 4 |", "4 auf 2 |")
    record = checked("\n".join(text.strip().splitlines()[:3]))
    assert findings(record) == []
    assert physical(record, "Brask") == [2, 6, 6]


HEAD = "| Runde | Wer | Fertigkeit | Wurf | Gegen | Ergebnis |\n"


def row(text: str, *characters: Character, before: str = "") -> LogRecord:
    return checked(
        HEAD + "\n".join(f"| 1 | {line} |" for line in text.strip().splitlines()), *characters, before=before
    )


@pytest.mark.parametrize(
    "line",
    [
        "Urrha | Nahkampf | 4 und 2 | Wächter: 7 und 10 | Kraft 8 auf 4, Geschick 4 auf 3, Zähigkeit 5 auf 1",
        "Urrha | Nahkampf | 4/2 | der Wächter, 7/10 | 9 Schaden: Kraft −4, Geschick −1, Zähigkeit −4",
        "Urrha | Kraft + Nahkampf 4 | 4, 2 (2 Erfolge) | Wächter, keine Abwehr | Schaden 9, Kraft auf 4, Geschick auf 3, Zähigkeit auf 1",
        "Urrha | Nahkampf | 4 2 | Wächter | zwei bleiben, Kraft 8 → 4, Geschick 4 → 3, Zähigkeit 5 → 1",
        "Urrha | melee | 4 and 2, two successes | Wächter, no defence | 2 left, damage 9: Strength 8 to 4, Dexterity 4 to 3, Toughness 5 to 1",
        "Urrha | Nahkampf | 3, 8 | Wächter 2, 9 | abgewehrt",
        "Wächter | Nahkampf | 9, 8 | Brask | nichts\nWächter | Nahkampf | 3, 8 | Abwehr mit Nahkampf: 2, 9 | nichts",
        "Urrha | Nahkampf | 3 und 8, ein Erfolg | Wächter: 0 und 2, 1 Erfolg | nichts",
        "Urrha | Heimlichkeit | 5, ein Erfolg | | hinter der Säule",
        "Urrha | Klugheit | 3 | | erkennt das Zeichen",
        "Urrha | Ausdruck | 3 und 2, zwei Erfolge | | redet",
        "Urrha | Ausdruck | 3 und 2, zwei Erfolge | Wächter | Instinkt 3 auf 0",
        "Urrha | | | | wartet ab",
        "Wächter | Nahkampf | 3 und 4 | Brask: Geschick + Nahkampf 3 und 8 | Kraft 6 auf 4",
    ],
)  # fmt: skip
def test_ways_to_write_a_sound_row(line: str) -> None:
    assert findings(row(line)) == []


@pytest.mark.parametrize(
    ("line", "code", "column", "said"),
    [
        (
            "Urrha | Nahkampf | 3 und 8, zwei Erfolge | Wächter 2, 9 | nichts",
            "log-successes", "Wurf", "Round 1: successes of Urrha: 1; the record says 2.",
        ),
        (
            "Urrha | Nahkampf | 3 und 8 | Wächter: 2 und 9, keiner | nichts",
            "log-successes", "Gegen", "Round 1: successes of Der Wächter aus Kalk: 1; the record says 0.",
        ),
        (
            "Urrha | Nahkampf | 4 und 2 | Wächter: 7, 10 | einer bleibt, Kraft 8 auf 4, Geschick 4 auf 3, Zähigkeit 5 auf 1",
            "log-result", "Ergebnis", "Round 1: successes left: 2; the record says 1.",
        ),
        (
            "Urrha | Nahkampf | 4 und 2 | Wächter: 7, 10 | 9 − 5 = 4, Kraft 8 auf 4, Geschick 4 auf 3, Zähigkeit 5 auf 1",
            "log-result", "Ergebnis", "Round 1: the damage is 9; the record says 4.",
        ),
        (
            "Urrha | Nahkampf | 4 und 2 | Wächter: 7, 10 | 4, Kraft 8 auf 4, Geschick 4 auf 3, Zähigkeit 5 auf 1",
            "log-result", "Ergebnis", "Round 1: the damage is 9; the record says 4.",
        ),
        (
            "Urrha | Nahkampf | 4 und 9 | Wächter: 7, 10 | nichts",
            "log-result", "Ergebnis", "Round 1: the damage is 4; the record says that nothing happens.",
        ),
        (
            "Urrha | Nahkampf | 4 und 9 | Wächter: 7, 10 | 9 − 5 = 4",
            "log-open", "Ergebnis", "Round 1: how Der Wächter aus Kalk shares 4 damage is not said.",
        ),
        (
            "Urrha | Nahkampf | 4 und 9 | Wächter: 7, 10 | Kraft 8 auf 5",
            "log-refused", "Ergebnis", "Der Wächter aus Kalk takes 4 damage, not 3.",
        ),
        (
            "Urrha | Nahkampf | 4 und 9 | Wächter: 7, 10 | Kraft 7 auf 3",
            "log-value", "Ergebnis", "Round 1: Kraft of Der Wächter aus Kalk stands at 8; the record says 7.",
        ),
        (
            "Urrha | Nahkampf | 4 | Wächter: 7, 10 | nichts",
            "log-dice", "Wurf", "Round 1: Urrha rolls ten-sided dice here: 2; the record has: 4.",
        ),
        (
            "Urrha | Nahkampf | 4, 12 | Wächter: 7, 10 | nichts",
            "log-dice", "Wurf", "Round 1: Urrha rolls ten-sided dice here: 2; the record has: 4, 12.",
        ),
        (
            "Urrha | Nahkampf | 3, 8 | Wächter: 7 | nichts",
            "log-dice", "Gegen", "Round 1: Der Wächter aus Kalk rolls ten-sided dice here: 2; the record has: 7.",
        ),
        (
            "Urrha | Nahkampf 3 | 3, 8 | Wächter: 2, 9 | nichts",
            "log-value", "Fertigkeit", "Round 1: Nahkampf of Urrha: 4 on the page, 3 in the record.",
        ),
        (
            "Urrha | Nahkampf | 3, 8 | Wächter: 2, 9 | nichts, geht zu Boden",
            "log-refused", "Ergebnis", "Der Wächter aus Kalk has no reason to go down.",
        ),
        (
            "Urrha | Nahkampf | 3, 8 | Wächter: 2, 9 | alles steht auf null",
            "log-result", "Ergebnis",
            "Round 1: Der Wächter aus Kalk is not at the end: Kraft 8, Geschick 4, Zähigkeit 5.",
        ),
        (
            "Urrha | Nahkampf | 3, 8 | | nichts",
            "log-unclear", "Gegen", "Round 1: whom Urrha attacks is not said.",
        ),
        (
            "Zwikk | Nahkampf | 3, 8 | Wächter | nichts",
            "log-stranger", "Wer", "No page is called like Zwikk, and no link leads to one.",
        ),
    ],
)  # fmt: skip
def test_what_can_be_wrong_with_a_row(line: str, code: str, column: str, said: str) -> None:
    record = row(line)
    assert findings(record) == [(code, (0, column))]
    assert str(record.diagnostics[0].message) == said


def test_rows_against_strangers_are_left_aside() -> None:
    record = row("""
Urrha | Nahkampf | 4 und 2 | Räuber wehrt ab: 7 und 10, keiner | Kraft 8 auf 4
Urrha | Nahkampf | 4 und 2 | keine Abwehr mehr | Kraft 4 auf 1
Räuber | Nahkampf | 4 und 2 | Urrha | Kraft 9 auf 4
""")
    assert findings(record) == [("log-stranger", (0, "Gegen"))]
    assert record.actions == ()
    assert physical(record, "Urrha") == [9, 5, 9]


def test_whoever_lacks_a_value_is_a_note() -> None:
    weak = replace(URRHA, attributes={"Kraft": 9})
    record = row("Urrha | Nahkampf | 3, 8 | Wächter | nichts", weak, GUARD)
    assert findings(record) == [("log-stranger", (0, "Wer"))]
    assert str(record.diagnostics[0].message).startswith("Urrha has no value for: Geschick")


def test_the_plain_sentence_in_german() -> None:
    (found,) = row("Urrha | Nahkampf | 3 und 8, zwei Erfolge | Wächter 2, 9 | nichts").diagnostics
    assert Language("de").say(found.message) == "Runde 1: Erfolge von Urrha: 1, im Protokoll steht 2."


def test_the_order_is_a_note_unless_the_page_says_why() -> None:
    lines = "Brask | Handwerk | 3, 4 | | \nUrrha | Bewegung | 3 | |"
    record = row(lines)
    assert findings(record) == [("log-order", (0, "Wer"))]
    assert findings(row(lines, before="Urrha ist überrascht.")) == []
    assert findings(row("\n".join(reversed(lines.splitlines())))) == []


def test_nobody_acts_between_the_others_turns() -> None:
    record = row(
        "Urrha | Bewegung | 3 | |\nBrask | Handwerk | 3, 4 | |\nUrrha | Nahkampf | 3, 8 | Wächter 2, 9 | nichts"
    )
    assert findings(record) == [("log-refused", (2, "Wer"))]
    assert str(record.diagnostics[0].message) == "It is not the turn of Urrha."
    assert len(record.actions) == 3, "the rest is played all the same"


def test_defences_take_actions_until_none_is_left() -> None:
    slow = replace(GUARD, attributes=GUARD.attributes | {"Geschick": 1})
    record = row(
        "Urrha | Nahkampf | 3, 8 | Wächter 1, 9 | nichts\nUrrha | Nahkampf | 3, 8 | Wächter 1, 9 | nichts",
        URRHA, BRASK, slow,
    )  # fmt: skip
    assert findings(record) == [("log-refused", (1, "Gegen"))]
    assert [one.exchange.damage for one in record.actions] == [0, 0]


def test_values_that_the_record_contradicts_itself_in() -> None:
    record = row(
        "Urrha | Nahkampf | 4, 9 | Wächter: 7, 10 | Kraft 8 auf 4\nUrrha | Nahkampf | 4, 9 | Wächter: 7, 10 | Kraft 5 auf 1"
    )
    assert ("log-points", (1, "Ergebnis")) in findings(record)


def test_rounds_that_run_backwards_and_leave_some_out() -> None:
    record = checked(
        HEAD
        + "| 3 | Urrha | Bewegung | 3 | | |\n| 2 | Urrha | Bewegung | 3 | | |\n| 9 | Brask | Bewegung | 2 | | |"
    )
    assert findings(record) == [("log-round", (1, "Runde"))]
    assert [end.round for end in record.rounds] == [3, 9]


def test_a_table_that_is_no_record() -> None:
    record = checked("| Runde | Bier |\n| 1 | 3 |")
    assert [each.code for each in record.diagnostics] == ["log-columns"]
    assert verify([], [URRHA], RULES) == LogRecord()
    assert [each.code for each in row(" | Nahkampf | 3 | Wächter | ").diagnostics] == ["log-unclear"]


def test_every_code_is_shown() -> None:
    source = test_what_can_be_wrong_with_a_row.pytestmark[0].args[1]  # type: ignore[attr-defined]
    elsewhere = {"log-columns", "log-round", "log-order", "log-points"}
    assert {code for _, code, _, _ in source} | elsewhere == set(CODES)


@pytest.mark.parametrize(
    ("text", "throw"),
    [
        ("3 und 4, zwei Erfolge", Throw(dice=(3, 4), successes=2)),
        ("10 und 5, keiner", Throw(dice=(10, 5), successes=0)),
        ("0/7", Throw(dice=(10, 7))),
        ("4", Throw(dice=(4,))),
        ("4 (1 success)", Throw(dice=(4,), successes=1)),
        ("", Throw()),
        ("viel", Throw()),
    ],
)
def test_dice_in_a_cell(text: str, throw: Throw) -> None:
    assert read_throw(text) == throw


def test_results_and_tests_in_a_cell() -> None:
    assert read_result("nichts", RULES) == Result(nothing=True)
    assert read_result("die Kraft, 6 auf 4; bleibt liegen", RULES) == Result(
        shares=(Share("Kraft", 6, 4, None),), down=True
    )
    assert read_test("Geschick und Nahkampf 3", RULES).values == {"Nahkampf": 3}


#: What may stand in any cell.
TEXTS = (
    "1/2/Urrha/Wächter/Nahkampf/Ausdruck/Magie 3/3 und 4, zwei Erfolge/11/Wächter: 7 und 10, keiner/keine Abwehr/"
    "Kraft 8 auf 4/Kraft −2, Zähigkeit −3/alles auf null/geht zu Boden/= 4//99999999999999999999"
)
HEADS = ["Runde", "Wer", "Fertigkeit", "Wurf", "Gegen", "Ergebnis"]


@settings(deadline=None, max_examples=300)
@given(playing.tables(HEADS, TEXTS))
def test_any_table_is_played_and_never_refused(rows: list[dict[str, str]]) -> None:
    playing.assert_played(verify(rows, [URRHA, BRASK, GUARD], RULES), CODES)
