"""The record of a conflict on a session page: understood, replayed, and what is wrong with it."""

import pytest
from hypothesis import given, settings
from msgspec.structs import replace
from tests.rules import playing
from tests.rules.mesopotamien_logs import (
    BULL,
    BULLFIGHT,
    HEAD,
    HERAKLES,
    RULES,
    SUN,
    checked,
    findings,
    tracks,
)

from tontafel.rules.mesopotamien.log import CODES, LogRecord, verify
from tontafel.rules.model import Aspect
from tontafel.rules.rounds import is_record
from tontafel.rules.system import system
from tontafel.site.language import Language


def test_the_bullfight_is_sound_and_replays() -> None:
    record = checked(BULLFIGHT)
    assert findings(record) == []
    assert [(one.round, one.who, one.total, one.against, one.margin) for one in record.rolls] == [
        (1, "Herakles", 5, 2, 3),
        (1, "Der kretische Stier", 6, 7, -1),
        (2, "Herakles", 10, 3, 7),
        (2, "Der kretische Stier", 3, 3, 0),
    ]
    assert [end.round for end in record.rounds] == [1, 2, 3]
    assert tracks(record, "Der kretische Stier") == ["□□☒", "☒□☒", "☒□☒"]
    assert tracks(record, "Herakles") == ["□□□□□"] * 3
    assert [end.state.fighter("Herakles").fate_points for end in record.rounds] == [3, 1, 1]
    last = record.rounds[-1].state
    assert last.fighter("Der kretische Stier").standing == "conceded"
    assert [one.text for one in last.fighter("Der kretische Stier").consequences] == [
        "die Hörner brechen",
        "Würgegriff",
    ]


def test_a_wrong_difference_is_said_in_plain_words() -> None:
    record = checked(BULLFIGHT.replace("| 7, ☒□☒ |", "| 6, ☒□☒ |"))
    assert findings(record) == [("log-result", (2, "Ergebnis"))]
    [found] = record.diagnostics
    assert Language("de").say(found.message) == "Runde 2: 10 gegen 3 sind 7, im Protokoll steht 6."
    assert Language("de").say(found.hint or found.message) == "Schreib 7, oder berichtige die Würfe."
    assert found.where == ("rows", 2, "Ergebnis")


def test_an_aspect_in_other_words_is_a_note() -> None:
    record = checked(
        BULLFIGHT.replace("die Sonne brennt vom Himmel,", "die Sonne vom Himmel brennt,")
        .replace("jähzornig (neu)", "Jähzorn (neu)")
        .replace("die Hörner brechen (neu)", "die brechenden Hörner (neu)")
        .replace("übernatürliche Kraft | 7", "göttliche Laune | 7")
    )
    assert findings(record) == [
        ("log-aspect", (1, "Aspekt")),
        ("log-aspect", (2, "Aspekt")),
        ("log-aspect", (4, "Aspekt")),
    ]
    assert [str(each.message) for each in record.diagnostics] == [
        "Round 1: “Jähzorn” is taken for “jähzornig”.",
        "Round 2: “göttliche Laune” is no aspect of anyone here.",
        "Round 3: “die brechenden Hörner” is taken for “die Hörner brechen”.",
    ]
    assert {each.severity for each in record.diagnostics} == {"note"}
    assert record.rounds[-1].state.fighter("Herakles").fate_points == 1, "the horns were free all the same"


def test_english_heads_in_another_order_and_a_row_for_each_roll() -> None:
    record = checked(
        """
| Who      | Round | Result | Skill      | Consequence | Roll      | Aspect | Against |
| Herakles | 1     |        | Ringen     |             | 0         |        | Stier   |
| Stier    |       | 3      | Ausweichen |             | −1        |        | Herakles |
| Stier    |       |        | Hörner     |             | 1         |        | Herakles |
| Herakles | | 6 against 7 | Akrobatik | | −1, −3, 2 | Mörder, jähzornig, übernatürliche Kraft | Stier |
| Herakles | 2  | 10 vs 3 = 7 | Ringen | | 1 + 5 + 2 + 2 = 10 | SUN; übernatürliche Kraft | Stier: Kraft 3 |
""".replace("SUN", SUN)
    )
    assert findings(record) == [("log-refused", (4, "Consequence"))]
    assert str(record.diagnostics[0].message) == "Der kretische Stier has no free box from 7 on: Gesundheit."
    assert [(one.total, one.against) for one in record.rolls] == [(5, 2), (6, 7), (10, 3)]
    assert tracks(record, "Der kretische Stier") == ["□□☒", "□□☒"]


def row(text: str) -> LogRecord:
    """One row of the first round, or several."""
    return checked(HEAD + "\n".join(f"| 1 | {line} |" for line in text.strip().splitlines()))


@pytest.mark.parametrize(
    "line",
    [
        "Herakles | Ringen | 0 | Stier 2 | | 3 |",
        "Herakles | Ringen | 0 | Stier 2 | | 5 |",
        "Herakles | Ringen | 0 | Stier 2 | | 5 gegen 2 |",
        "Herakles | Ringen | 0 | Stier 2 | | 5 : 2 = 3 |",
        "Herakles | Ringen | 0 | Stier 2 | | Treffer 3 |",
        "Herakles | Ringen | 0 | Stier 2 | | trifft |",
        "Herakles | Ringen | 0 | Stier 2 | | |",
        "Herakles | Ringen | 0 + 5 | Stier 2 | | 3 |",
        "Herakles | Ringen | 0 + 5 = 5 | Stier, Ausweichen -1+3=2 | | 3 |",
        "Herakles | Ringen | + 0 − 0 | Stier Ausweichen −1 | | 3 |",
        "Herakles | Ringen 5 | 0 | 2 (Stier) | | □□☒ |",
        "Herakles | Ringen +5 | 0 | Stier | | 5 gegen 2 |",
        "Herakles | ringen | 4dF: 0 | der Stier: 2 | | 3 Gesundheit |",
        "Herakles | Ringen | | Stier | | 5 gegen 2 |",
        "Herakles | Ringen | 10 | Stier 7 | jähzornig, Mörder | 3 |",
        "Herakles | Ringen | −1 | Stier 5 | | −1 |",
        "Herakles | Ringen | −1 | Stier 5 | | 1 |",
        "Herakles | Ringen | −1 | Stier 5 | | 0 |",
        "Herakles | Ringen | −1 | Stier 4 | | nichts |",
    ],
)
def test_ways_to_write_a_sound_row(line: str) -> None:
    assert findings(row(line)) == []


@pytest.mark.parametrize(
    ("line", "code", "column", "said"),
    [
        (
            "Herakles | Ringen | 0 | Stier 2 | | 4 |",
            "log-result", "Ergebnis", "Round 1: 5 against 2 is 3; the record says 4.",
        ),
        (
            "Herakles | Ringen | 0 | Stier 2 | | nichts |",
            "log-result", "Ergebnis", "Round 1: 5 against 2 is 3; the record says “nichts”.",
        ),
        (
            "Herakles | Ringen | −4 | Stier 2 | | Treffer |",
            "log-result", "Ergebnis", "Round 1: 1 against 2 is -1; the record says “Treffer”.",
        ),
        (
            "Herakles | Ringen | 0 | Stier 2 | | 6 gegen 2 |",
            "log-total", "Ergebnis", "Round 1: it is 5 against 2; the record says 6 against 2.",
        ),
        (
            "Herakles | Ringen | 0 | Stier 2 | | 5 gegen 2 = 4 |",
            "log-result", "Ergebnis", "Round 1: 5 against 2 is 3; the record says 4.",
        ),
        (
            "Herakles | Ringen | 0 + 5 = 6 | Stier 2 | | |",
            "log-total", "Wurf", "Round 1: the roll of Herakles comes to 5; the record says 6.",
        ),
        (
            "Herakles | Ringen | 0 = 6 | Stier 2 | | |",
            "log-total", "Wurf", "Round 1: the roll of Herakles comes to 5; the record says 6.",
        ),
        (
            "Herakles | Ringen | 2 + 5 − 2 | Stier 2 | | 3 |",
            "log-value", "Wurf",
            "Round 1: −2 in the roll of Herakles comes neither from the skill nor from aspects.",
        ),
        (
            "Herakles | Ringen | 17 | Stier 15 | | 2 |",
            "log-dice", "Wurf", "Round 1: no dice of these rules show 17.",
        ),
        (
            "Herakles | Ringen | 7 + 5 | Stier 10 | | 2 |",
            "log-dice", "Wurf", "Round 1: no dice of these rules show 7.",
        ),
        (
            "Herakles | Ringen | −1, 2 | Stier 5 | | 2 |",
            "log-rerolls", "Wurf", "Round 1: new rolls: 1; aspects: 0.",
        ),
        (
            "Herakles | Ringen 4 | 0 | Stier 2 | | 2 |",
            "log-value", "Wurf",
            "Round 1: Ringen of Herakles stands at 5 on the page and at 4 in the record.",
        ),
        (
            "Herakles | Rinken | 0 | Stier 2 | | 3 |",
            "log-skill", "Wurf", "Herakles has no skill “Rinken”.",
        ),
        (
            "Herakles | Ringen | 0 | Stier 2 | | □☒□ |",
            "log-boxes", "Ergebnis",
            "Round 1: Gesundheit of Der kretische Stier is □□☒; the record says □☒□.",
        ),
        (
            "Herakles | Ringen | 0 | Stier 2 | | 3 | Beule",
            "log-unclear", "Konsequenz", "Round 1: the size of “Beule” is not said.",
        ),
        (
            "Herakles | Ringen | −4 | Stier 2 | | | mild: Beule",
            "log-refused", "Konsequenz", "Der kretische Stier has no hit to take.",
        ),
        (
            "Herakles | Ringen | 0 | Stier 4, Gesundheit | jähzornig (frei) | |",
            "log-refused", "Aspekt", "Herakles has no free use of “jähzornig”.",
        ),
        (
            "Herakles | Ringen | 0 | Stier 4 | jähzornig, Jähzornig | 3 |",
            "log-refused", "Aspekt", "“jähzornig” has already been used in this roll.",
        ),
        (
            "Herakles | Ringen | 0 | Stier 2 Fassung | | |",
            "log-refused", "Fertigkeit", "Der kretische Stier can't be hit on the track Fassung.",
        ),
        (
            "Herakles | Ringen | 0 | Stier | | |",
            "log-open", "Gegen", "Round 1: how Der kretische Stier answers Herakles is not said.",
        ),
        (
            "Theseus | Keule 3 | 0 | Stier 2 | | 1 |",
            "log-stranger", "Wer", "No page is called like Theseus, and no link leads to one.",
        ),
        (
            "Herakles | Keule | 0 | Stier 2 | | |",
            "log-unclear", "Wurf", "Round 1: what the roll of Herakles comes to can't be known.",
        ),
    ],
)  # fmt: skip
def test_what_can_be_wrong_with_a_row(line: str, code: str, column: str, said: str) -> None:
    record = row(line)
    assert findings(record) == [(code, (0, column))]
    assert str(record.diagnostics[0].message) == said


def test_every_code_is_shown() -> None:
    source = test_what_can_be_wrong_with_a_row.pytestmark[0].args[1]  # type: ignore[attr-defined]
    elsewhere = {"log-columns", "log-round", "log-points", "log-aspect"}
    assert {code for _, code, _, _ in source} | elsewhere == set(CODES)


def test_the_rules_of_rounds_hold_in_a_record() -> None:
    record = row("""
Herakles | Ringen | 0 | Stier: Ausweichen −1 | | 3 |
Stier | Ausweichen | 0 | Herakles 4 | | |
Herakles | Bogen | 0 | Stier 3 | | |
""")
    assert findings(record) == [("log-refused", (1, "Fertigkeit")), ("log-refused", (2, "Fertigkeit"))]
    assert [str(each.message) for each in record.diagnostics] == [
        "Der kretische Stier has just used Ausweichen; nobody uses a skill twice in a row.",
        "Herakles has already acted in round 1.",
    ]
    assert [one.total for one in record.rolls] == [5, 3, 4], "the rest is played all the same"


def test_an_answer_with_the_skill_just_used() -> None:
    record = row("""
Herakles | Ringen | 0 | Stier 6 | | |
Stier | Hörner | 0 | Herakles: Ringen 0 + 5 | | |
""")
    assert findings(record) == [("log-refused", (1, "Gegen"))]
    assert record.rolls[1].margin == 0


def test_one_defence_counts_for_the_whole_round() -> None:
    atalante = replace(HERAKLES, name="Atalante")
    text = HEAD + "\n".join(
        f"| 1 | {line} |"
        for line in [
            "Herakles | Ringen | −1 | Stier 5 | | −1 |",
            "Atalante | Bogen | 2 | Stier | | 1, ☒□□ |",
        ]
    )
    record = checked(text, HERAKLES, atalante, BULL)
    assert findings(record) == []
    assert record.rolls[1].against == 5


def test_points_that_nobody_had_are_a_note() -> None:
    text = BULLFIGHT.replace("Sohn der Götter", "schweissnass")
    poor = replace(HERAKLES, aspects=[Aspect("jähzornig"), Aspect("übernatürliche Kraft")])
    record = checked(text, poor, BULL)
    assert ("log-points", (1, "Aspekt")) in findings(record)
    assert [code for code, _ in findings(record)].count("log-points") == 3
    assert [one.total for one in record.rolls] == [5, 6, 10, 3]


def test_rounds_that_run_backwards_and_leave_some_out() -> None:
    record = checked(
        HEAD
        + """
| 5 | Herakles | Ringen | 0 | Stier 6 | | | |
| 2 | Stier | Hörner | 0 | Herakles 6 | | | |
| Runde 9999 | Herakles | Ringen | 0 | Stier 6 | | | |
""".strip()
    )
    assert findings(record) == [("log-round", (1, "Runde"))]
    assert [end.round for end in record.rounds] == [5, 9999]


def test_manoeuvres_and_tests() -> None:
    record = row("""
Herakles | Akrobatik | 0 | Schwierigkeit 3 | | Manöver: Sand in den Augen |
Stier | Hörner | 0 | Herakles 4 | | 1 |
""")
    assert findings(record) == []
    assert record.rounds[0].state.circumstances[1].text == "Sand in den Augen"
    record = checked(
        HEAD
        + """
| 1 | Herakles | Akrobatik | 0 | Manöver gegen Stier 2 | | Griff an den Hörnern | |
| 2 | Herakles | Athletik | 1 | Schwierigkeit 4 | | 2 Zonen weiter | |
| 3 | Herakles | Ringen | 0 | Stier 7 | Manöver (frei) | 0 | |
""".strip()
    )
    assert [one.margin for one in record.rolls] == [1, 1, 0]


def test_a_hit_on_the_other_track() -> None:
    victim = replace(HERAKLES, name="Belschunu")
    record = checked(
        HEAD + "| 1 | Herakles | Ringen | −1 | Belschunu 2, Fassung | | 2 Fassung □☒□□ | |", HERAKLES, victim
    )
    assert findings(record) == []
    assert tracks(record, "Belschunu", "Fassung") == ["□☒□□"]
    assert tracks(record, "Belschunu") == ["□☒□□□"], "the first hit marks both"


def test_who_is_out() -> None:
    taken = "leicht: Schramme, mittel: Riss, schwer: Bruch"
    record = row(f"Herakles | Ringen | 4 | Stier −3 | jähzornig, Mörder | 16, scheidet aus | {taken}")
    assert findings(record) == []
    assert record.rounds[0].state.fighter("Der kretische Stier").standing == "out"
    record = row("Herakles | Ringen | 0 | Stier 2 | | 3, scheidet aus |")
    assert [code for code, _ in findings(record)] == ["log-refused"]
    record = row("Herakles | Ringen | 0 | Stier 2 | | Herakles gibt auf |")
    assert record.rounds[0].state.fighter("Herakles").standing == "conceded"
    record = row("Stier | | | | | gibt auf |")
    assert findings(record) == []
    assert record.rounds[0].state.fighter("Der kretische Stier").standing == "conceded"


def test_strangers_with_the_values_that_the_record_gives() -> None:
    record = row("""
Theseus | Keule 3 | 1 | Räuber: Speer 0 + 2 = 2 | | 2 |
Räuber | Speer 2 | 0 | Theseus 3 | | nichts |
""")
    assert [code for code, _ in findings(record)] == ["log-stranger", "log-stranger"]
    assert record.rolls[0].total == 4


def test_a_table_that_is_no_record() -> None:
    record = checked("| Runde | Bier |\n| 1 | 3 |")
    assert [(each.code, each.where) for each in record.diagnostics] == [("log-columns", ("rows",))]
    assert verify([], [HERAKLES], RULES) == LogRecord()
    words = system("mesopotamien").vocabulary()
    assert is_record(["Wurf", "Runde", "Wer", "Skill"], words)
    assert not is_record(["Runde", "Wer", "Bier"], words)


def test_a_row_without_anybody() -> None:
    record = checked(HEAD + "| 1 | | Ringen | 0 | | | | |")
    assert findings(record) == [("log-unclear", (0, "Wer"))]


#: What may stand in any cell.
TEXTS = (
    "1/2/Herakles/Stier/Ringen/−1, 2/0 + 5 = 5/Stier 3/jähzornig (neu)/gibt auf/scheidet aus/schwer: x/"
    "mild (y)/☒□□/10 gegen 3/Manöver: z/Schwierigkeit 2/Fassung//99999999999999999999"
)
HEADS = ["Runde", "Wer", "Fertigkeit", "Wurf", "Gegen", "Aspekt", "Ergebnis", "Konsequenz"]


@settings(deadline=None, max_examples=300)
@given(playing.tables(HEADS, TEXTS))
def test_any_table_is_played_and_never_refused(rows: list[dict[str, str]]) -> None:
    playing.assert_played(verify(rows, [HERAKLES, BULL], RULES), CODES)


@pytest.mark.parametrize(
    ("against", "result", "said"),
    [
        ("Stier, Ausweichen −1", "4", "5 against 2 is 3; the record says 4"),
        ("Stier, Ausweichen −1", "5 gegen 2 sind 4", "5 against 2 is 3; the record says 4"),
        ("Stier, Ausweichen 1", "5 gegen 4 sind 2", "5 against 4 is 1; the record says 2"),
        ("Stier, Ausweichen 4", "5 gegen 4 sind 2", "5 against 4 is 1; the record says 2"),
        ("Stier, Ausweichen 4", "2", "5 against 4 is 1; the record says 2"),
    ],
)
def test_a_lone_number_is_what_fits_best_where_the_result_is_wrong(
    against: str, result: str, said: str
) -> None:
    record = checked(f"""
        | Runde | Wer | Fertigkeit | Wurf | Gegen | Ergebnis |
        | 1 | Herakles | Ringen | 0 | {against} | {result} |
        """)
    (wrong,) = [one for one in record.diagnostics if one.code == "log-result"]
    assert said in str(wrong.message)


@pytest.mark.parametrize(("mine", "theirs"), [("0 + 5 = 5", "−1 + 3 = 2"), ("5 + 0 = 5", "3 − 1 = 2")])
def test_the_skill_may_stand_before_the_dice(mine: str, theirs: str) -> None:
    record = checked(f"""
        | Runde | Wer | Fertigkeit | Wurf | Gegen | Ergebnis |
        | 1 | Herakles | Ringen | {mine} | Stier, Ausweichen {theirs} | 5 gegen 2 sind 3 |
        """)
    assert record.diagnostics == ()
