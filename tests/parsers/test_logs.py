"""Records of conflicts on a page: found by the heads of their columns, as rows that know where they stand."""

import pytest

from tontafel.parsers.page import parse
from tontafel.parsers.reader import Log, Marks, read
from tontafel.parsers.reader.logs import logs
from tontafel.rules.span import Span
from tontafel.rules.system import system
from tontafel.rules.vocabulary import vocabulary

WORDS = system("mesopotamien").vocabulary()
PAGE = """= Am Strand

Ein langer Anlauf.

== Der Kampf
Am Mittag.

* Gegend: die Sonne /brennt/; Staub
* zwei Zeilen

|= Runde |= Wer |= Fertigkeit |= Wurf |= Gegen |= Ergebnis |
| 1 |[[Herakles]] |Ringen | 0 |[[Der kretische Stier|Stier]], Ausweichen −1 |3, □□☒ |
| 1 |Stier |Hörner | 1 |Herakles 7 | |

Und Schluss.
"""


def found(text: str) -> list[Log]:
    return logs(parse(text), WORDS)


def test_rows_and_what_stands_before_them() -> None:
    (log,) = found(PAGE)
    assert [list(row.values()) for row in log.rows] == [
        ["1", "Herakles", "Ringen", "0", "Stier, Ausweichen −1", "3, □□☒"],
        ["1", "Stier", "Hörner", "1", "Herakles 7", ""],
    ]
    assert log.before == "Am Mittag.\nGegend: die Sonne brennt; Staub\nzwei Zeilen"
    assert log.names == ("Herakles", "Stier, Ausweichen −1", "Stier", "Herakles 7")
    assert log.links == (("Herakles", "Herakles"), ("Stier", "Der kretische Stier"))


def test_places_are_those_of_cells_rows_and_the_table() -> None:
    (log,) = found(PAGE)

    def words(span: Span) -> str:
        return PAGE[span.start : span.end]

    assert words(log.place(("rows", 0, "Gegen"))) == "[[Der kretische Stier|Stier]], Ausweichen −1"
    assert words(log.place(("rows", 1, "Fertigkeit"))) == "Hörner"
    assert words(log.place(("rows", 1))).startswith("| 1 |Stier")
    for where in (("rows",), (), ("rows", 9), ("rows", "x")):
        assert words(log.place(where)).startswith("|= Runde")
    assert words(log.place(("rows", 1, "Bier"))) == words(log.place(("rows", 1)))


@pytest.mark.parametrize(
    "heads",
    [
        "Runde Wer Fertigkeit Wurf",
        "Skill Who Roll Round Result",
        "WUERFE Rd Fähigkeit Figur",
        "Kommentar Runde Wer Womit Würfel",
    ],
)
def test_heads_in_any_order_and_language(heads: str) -> None:
    row = "".join(f"|= {head} " for head in heads.split())
    assert len(found(f"{row}|\n{'| x ' * len(heads.split())}|\n")) == 1
    assert len(found(f"{'|'.join(['', *heads.split(), ''])}\n{'| x ' * len(heads.split())}|\n")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "|= Runde |= Wer |= Wurf |\n|1 |a |2 |\n",
        "|5 |Ringen |\n|4 |Bogen |\n",
        "Runde, Wer, Fertigkeit, Wurf\n",
        "",
    ],
)
def test_other_tables_are_none(text: str) -> None:
    assert found(text) == []


def test_wide_cells_short_rows_and_heads_that_stand_twice() -> None:
    text = "|= Runde |= Wer |= Fertigkeit |= Wurf |= Wurf |\n| 1 |||Ringen | 3 | 4 |\n| 2 |Stier |\n"
    (log,) = found(text)
    assert log.rows[1] == {"Runde": "2", "Wer": "Stier", "Fertigkeit": "", "Wurf": ""}
    assert log.place(("rows", 1, "Wurf")) == log.row_places[1]
    assert set(log.rows[0]) == {"Runde", "Wer", "Fertigkeit", "Wurf"}


def test_a_system_may_add_heads_of_its_own() -> None:
    own = vocabulary({"sections": {}, "rounds": {"who": ["Kombattantin"], "mood": ["Laune"]}}, "x")
    text = "|= Runde |= Kombattantin |= Fertigkeit |= Wurf |= Laune |\n| 1 |a |b |3 |gut |\n"
    assert len(logs(parse(text), own)) == 1
    assert found(text) == []


def test_two_records_on_a_page_and_a_table_in_between() -> None:
    table = "|= Runde |= Wer |= Fertigkeit |= Wurf |\n| 1 |a |b |3 |\n"
    first, second = found(f"Eins.\n\n{table}\n|x |y |\n\nZwei.\n\n== Noch einer\n\n{table}")
    assert (first.before, second.before) == ("Eins.", "")


def test_nothing_in_a_record_is_a_characters() -> None:
    sheet = "= Urrha\n== Fertigkeiten\n|5 |Ringen |\n|4 |Athletik, Bogen |\n\n== Kampf\n"
    table = "|= Runde |= Wer |= Fertigkeit |= Wurf |\n| 1 |Urrha |Keule |3 |\n| 2 |Urrha |Speer |2 |\n"
    text = sheet + table
    result = read(parse(text), text, "Urrha", WORDS, marks=Marks(character=True))
    assert len(result.logs) == 1
    (one,) = result.characters
    assert [skill.name for skill in one.character.skills] == ["Ringen", "Athletik", "Bogen"]
    assert not any("Keule" in part for part in one.character.other)


def test_a_page_with_nothing_but_a_record() -> None:
    result = read(parse(PAGE), PAGE, "2010-05-16 Kampf", WORDS)
    assert (len(result.logs), result.characters) == (1, [])


def test_markdown_tables_are_records_too() -> None:
    text = "| Runde | Wer | Fertigkeit | Wurf |\n|---|---|---|---|\n| 1 | Herakles | Ringen | 3 |\n"
    (log,) = logs(parse(text, dialect="markdown"), WORDS)
    assert log.rows == ({"Runde": "1", "Wer": "Herakles", "Fertigkeit": "Ringen", "Wurf": "3"},)
    span = log.place(("rows", 0, "Wer"))
    assert text[span.start : span.end] == "Herakles"
