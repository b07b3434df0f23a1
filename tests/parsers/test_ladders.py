"""The ladder on a rules page: the same three steps, however the table, list or sentence is written."""

import pytest

from tontafel.parsers.page import parse
from tontafel.parsers.reader import Marks, read
from tontafel.rules.system import system
from tontafel.rules.tables import Ladder

WAYS = {
    "a list": "* eine Fertigkeit mit Wert 4\n* zwei Fertigkeiten mit Wert 3\n"
    "* drei Fertigkeiten mit Wert 2\n",
    "a list that says it once": "* eine Fertigkeit mit Wert 4\n* zwei mit Wert 3\n* drei mit Wert 2\n",
    "a list with figures": "# 1 Fertigkeit auf 4\n# 2 Fertigkeiten auf 3\n# 3 Fertigkeiten auf +2\n",
    "a list that explains": "* eine Fertigkeit bekommt Wert 4: berühmt\n* zwei Fertigkeiten bekommen Wert 3: "
    "1000 Mal geübt\n* drei Fertigkeiten bekommen Wert 2\n",
    "the value first": "* Wert 4: eine Fertigkeit\n* Wert 3: zwei Fertigkeiten\n* Wert 2: 3 Fertigkeiten\n",
    "values below a heading": "== Die Leiter\n* 4: eine\n* 3: zwei\n* 2: drei\n",
    "values below another heading": "== Fertigkeitspyramide\n* 4 → eine\n* 3 → zwei\n* 2 → drei\n",
    "values below a heading for skills": "== Wie viele Fertigkeiten\n* 4: eine\n* 3: zwei\n* 2: drei\n",
    "values below a sentence": "So viele Fertigkeiten hat jeder:\n* 4: eine\n* 3: zwei\n* 2: drei\n",
    "values below the page's name": "* 4: eine\n* 3: zwei\n* 2: drei\n",
    "English values below a heading": "== The skill pyramid\n* 4: one\n* 3: two\n* 2: three\n",
    "a sentence": "Jede Figur hat eine Fertigkeit mit Wert 4, zwei mit Wert 3 und drei mit Wert 2.\n",
    "a sentence among others": "So geht es. Man hat eine Fertigkeit auf 4, zwei auf 3, drei auf 2. Gut.\n",
    "an English list": "* one skill at 4\n* two skills at 3\n* three skills at 2\n",
    "an English sentence": "Each character has one skill at 4, two at 3 and three at 2.\n",
    "value and number": "|= Wert |= Anzahl |\n| 4 | 1 |\n| 3 | 2 |\n| 2 | 3 |\n",
    "number and value": "|= Anzahl |= Wert |\n| 1 | 4 |\n| 2 | 3 |\n| 3 | 2 |\n",
    "a head without marks": "|Wert |Anzahl |\n| 4 | 1 |\n| 3 | 2 |\n| 2 | 3 |\n",
    "value and skills counted": "|= Wert |= Fertigkeiten |\n| +4 |eine |\n| +3 |zwei |\n| +2 |drei |\n",
    "times": "|= Stufe |= Anzahl Fertigkeiten |\n| 4 |1× |\n| 3 |2 x |\n| 2 |drei mal |\n",
    "a third column": "|= Wert |= Wie viele |= Heißt |\n|4 |1 |gut |\n|3 |2 |brauchbar |\n|2 |3 |nun ja |\n",
    "no closing pipes": "|= Wert |= Anzahl\n| 4 | 1\n| 3 | 2\n| 2 | 3\n",
    "across": "|= Wert | 4 | 3 | 2 |\n|= Anzahl | 1 | 2 | 3 |\n",
    "words in two columns": "|eine Fertigkeit |mit Wert 4 |\n|zwei Fertigkeiten |mit Wert 3 |\n"
    "|drei Fertigkeiten |mit Wert 2 |\n",
    "words in one column": "|eine Fertigkeit mit Wert 4 |\n|zwei mit Wert 3 |\n|drei mit Wert 2 |\n",
    "no head": "| 4 |eine Fertigkeit |\n| 3 |zwei Fertigkeiten |\n| 2 |drei Fertigkeiten |\n",
    "skills at a value": "|Fertigkeiten mit Wert 4 |eine |\n|Fertigkeiten mit Wert 3 |zwei |\n"
    "|Fertigkeiten mit Wert 2 |3 |\n",
    "an English table": "|= Rating |= Skills |\n| 4 |one |\n| 3 |two |\n| 2 |three |\n",
    "an English head": "|= Number of skills |= Value |\n| 1 | 4 |\n| 2 | 3 |\n| 3 | 2 |\n",
    "Markdown": "#MARKDOWN\n| Wert | Anzahl |\n|---|---|\n| 4 | 1 |\n| 3 | 2 |\n| 2 | 3 |\n",
}
OTHERS = {
    "skills at their values": "|= Wert |= Fertigkeiten |\n| 5 |Ringen |\n| 4 |Athletik, Bogen |\n",
    "things and their price": "|= Ding |= Wert |= Anzahl |\n|Fackel | 4 | 3 |\n|Seil | 3 | 2 |\n",
    "things that are counted": "|= Ding |= Anzahl |\n|Fackel | 4 |\n|Seil | 3 |\n",
    "boxes": "* mit Wert 1-2 sind es vier Kästchen\n* mit Wert 5 sind es sechs Kästchen\n",
    "days": "* zwei Tage bis Ur 4\n* drei Tage bis Uruk 5\n",
    "a row that is no step": "|= Wert |= Anzahl |\n| 4 | 1 |\n| 3 |nach Laune |\n",
    "values below nothing": "== Boote\n* 4: eine\n* 3: zwei\n* 2: drei\n",
    "one step": "Jeder hat eine Fertigkeit mit Wert 4.\n",
}


def ladders(text: str, by: str = "mesopotamien") -> list[dict[int, int]]:
    result = read(parse(text), text, "Die Leiter", system(by).vocabulary(), marks=Marks(rules=True))
    assert not result.characters
    return [table.counts for table in result.tables if isinstance(table, Ladder)]


@pytest.mark.parametrize("way", WAYS)
def test_a_ladder_is_read_in_every_way_of_writing_it(way: str) -> None:
    assert ladders(WAYS[way]) == [{4: 1, 3: 2, 2: 3}]


@pytest.mark.parametrize("other", sorted(set(OTHERS) - {"skills at their values"}))
def test_other_counts_are_no_ladder(other: str) -> None:
    assert ladders(OTHERS[other]) == []


def test_skills_at_their_values_are_somebodys() -> None:
    text = OTHERS["skills at their values"]
    result = read(parse(text), text, "Ödi", system("mesopotamien").vocabulary(), marks=Marks(character=True))
    assert not result.tables
    assert [skill.value for skill in result.characters[0].character.skills] == [5, 4, 4]


def test_a_system_without_a_ladder_takes_no_table_for_one() -> None:
    assert ladders(WAYS["value and number"], "tarua") == []
