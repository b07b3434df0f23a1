"""What a rules page says of skills, tracks and boxes: one meaning, however it is written."""

from typing import Any

import msgspec
import pytest

from tontafel.parsers.page import parse
from tontafel.parsers.reader import Marks, read
from tontafel.rules.system import system
from tontafel.rules.tables import Limits

ROWS = "|Athletik |laufen |\n|Segeln |Boote |\n|Ringen |Griffe |\n|Bogen |Pfeile |\n|Tanzen |Feste |\n"
NAMES = ["Athletik", "Segeln", "Ringen", "Bogen", "Tanzen"]
SKILLS = {
    "a head": "|= Fertigkeit |= Zweck |\n" + ROWS,
    "no head": ROWS,
    "a head without marks": "|Fertigkeit |Zweck |\n" + ROWS,
    "an English head": "|= Skill |= Use |\n" + ROWS,
    "one column": "|= Fertigkeit |\n" + "".join(f"|{name} |\n" for name in NAMES),
    "numbered": "|= Nr. |= Fertigkeit |= Zweck |\n"
    + "".join(f"| {i} |{n} |x |\n" for i, n in enumerate(NAMES)),
    "no closing pipes": "|= Fertigkeit |= Zweck\n" + "".join(f"|{name} |wozu\n" for name in NAMES),
    "a list": "".join(f"* {name}: wozu man es braucht\n" for name in NAMES),
    "a list with dashes": "== Fertigkeiten\n" + "".join(f"* {name} – wozu\n" for name in NAMES),
    "a list of names": "".join(f"* {name}\n" for name in NAMES),
    "bold names below a longer heading": "== Liste der Fertigkeiten\n"
    + "".join(f"* **{name}** – wozu\n" for name in NAMES),
    "a line": f"Mögliche Fertigkeiten: {', '.join(NAMES[:-1])} und {NAMES[-1]}.\n",
}
GROUPS = {
    "rows of one cell": "||= Leib |\n|Athletik |a |\n|Ringen |b |\n|Bogen | c|\n"
    "||= Kopf |\n|Singen |d |\n|Mystik |e |\n",
    "a column before": "|= Gruppe |= Fertigkeit |= Zweck |\n|Leib |Athletik |a |\n|Leib |Ringen |b |\n"
    "| |Bogen |c |\n|Kopf |Singen |d |\n|Kopf |Mystik |e |\n",
    "items of names": "== Fertigkeiten\n* Leib: Athletik, Ringen, Bogen\n* Kopf: Singen und Mystik, \n",
    "headings": "== Fertigkeiten\n=== Leib\n* Athletik: a\n* Ringen: b\n* Bogen: c\n"
    "=== Kopf\n* Singen: d\n* Mystik: e\n",
}
TRACKS = {
    "a head": "|= Zähler |= Fertigkeit |\n|Gesundheit |Ringen |\n|Fassung |Mystik |\n",
    "a head the other way round": "|= Fertigkeit |= Zähler |\n|Ringen |Gesundheit |\n|Mystik |Fassung |\n",
    "no head": "|Gesundheit |Ringen |\n|Fassung |Mystik |\n",
    "a remark": "|= Zähler |= Fertigkeit |= Warum |\n|Gesundheit |Ringen |so halt |\n|Fassung |Mystik | |\n",
    "English": "|= Track |= Skill |\n|Health |Wrestling |\n|Composure |Mysticism |\n",
    "a list": "* Gesundheit: Ringen\n* Fassung: Mystik\n",
    "arrows": "* Gesundheit ← Ringen\n* Fassung <- Mystik.\n",
}
STEPS = "* mit Wert 1-2 sind es vier Kästchen\n* mit Wert 3-5 sind es sechs Kästchen\n"
BOXES = {
    "a list": (STEPS, {1: 4, 3: 6}),
    "a list and a sentence": ("Ohne die passende Fertigkeit sind es zwei.\n" + STEPS, {-1: 2, 1: 4, 3: 6}),
    "a table": ("|= Wert |= Kästchen |\n| 1–2 | 4 |\n| 3–5 |sechs |\n", {1: 4, 3: 6}),
    "a table with none": (
        "|= Fertigkeit |= Kästchen |\n|keine |2 |\n|1 - 2 |4 |\n|3 |6 |\n",
        {-1: 2, 1: 4, 3: 6},
    ),
    "a table with a sign for none": (
        "|= Wert |= Kästchen |\n|– |2 |\n|1–2 |4 |\n|3+ |6 |\n",
        {-1: 2, 1: 4, 3: 6},
    ),
    "a table of drawn boxes": (
        "|= Wert |= Kästchen |\n|keine |□□ |\n|1 oder 2 |□□□□ |\n|ab 3 |□□□□□□ |\n",
        {-1: 2, 1: 4, 3: 6},
    ),
    "two rows": ("|= Wert |= -1 |= 1–2 |= 3–5 |\n|Kästchen | 2 | 4 | 6 |\n", {-1: 2, 1: 4, 3: 6}),
    "a sentence": (
        "Ohne Fertigkeit sind es zwei Kästchen, mit 1 oder 2 vier, ab 3 sechs.\n",
        {-1: 2, 1: 4, 3: 6},
    ),
    "a list with a sentence right below": (
        STEPS + "Jeder hat zwei Kästchen pro Zähler.\n",
        {-1: 2, 1: 4, 3: 6},
    ),
    "English": ("|= Rating |= Boxes |\n|without |2 |\n| 1 | 4 |\n| 3 | 6 |\n", {-1: 2, 1: 4, 3: 6}),
}

LIMITS = {
    "a table": "|= Grenze |= Wert |\n|Aspekte höchstens | 8 |\n|Tricks höchstens |vier |\n",
    "no head": "|Höchstzahl der Aspekte |acht |\n|Höchstzahl der Tricks | 4 |\n",
    "a remark": "|= Grenze |= Wert |= Warum |\n|Aspekte höchstens | 8 |darum |\n| 4 |Tricks |für alle |\n",
    "a list": "* höchstens acht Aspekte\n* höchstens vier Tricks\n",
    "a list with colons": "* Aspekte höchstens: 8\n* Tricks: höchstens 4.\n",
    "words about them": "Hier:\n* höchstens 8 Aspekte\n* **4 Tricks**\n* wer spät kommt, zahlt 3 Datteln\n",
    "English": "* at most 8 aspects\n* at most four stunts\n",
}
#: A line of a page of rules, by the system and the figure that it sets.
FIGURES = {
    ("mesopotamien", "aspects.creation"): ("Aspekte bei der Erschaffung: 5", 5),
    ("mesopotamien", "refresh.maximum"): ("höchstens 7 Schicksalspunkte", 7),
    ("mesopotamien", "skills.unlisted"): ("Alle anderen Fertigkeiten: −2", -2),
    ("tarua", "points.creation"): ("vierzig Punkte bei der Erschaffung", 40),
    ("tarua", "points.average"): ("Durchschnittspersonen: 20 Punkte", 20),
    ("tarua", "skills.at_cap"): ("höchstens zwei Fertigkeiten am Anschlag", 2),
    ("tarua", "skills.highest"): ("Höchstwert der Fertigkeiten: 12", 12),
    ("tarua", "attributes.lowest"): ("Attribute mindestens 2", 2),
    ("tarua", "attributes.highest"): ("Attribute bis 12", 12),
    ("fhtagn", "creation.points"): ("Punkte für Attribute: 75", 75),
    ("fhtagn", "creation.average"): ("Punkte für Durchschnittspersonen: 58", 58),
    ("fhtagn", "creation.lowest"): ("Attribute mindestens 4", 4),
    ("fhtagn", "creation.highest"): ("Attribute höchstens 17", 17),
    ("fhtagn", "creation.motivations"): ("höchstens drei Motivationen", 3),
    ("fhtagn", "skills.highest"): ("Höchstwert der Fertigkeiten: 90 %", 90),
}

PEOPLE = (
    "|= Volk |= Kraft |= Geschick |= Zähigkeit |= Klugheit |= Instinkt |= D/Evolution |= Zivilisation |\n"
)
ORRAG = "|Orrag | 9 | 5 | 9 | 3 | 6 | 4 | 3 |\n"
PEOPLES = {
    "a head": PEOPLE + ORRAG,
    "a head without marks": PEOPLE.replace("=", "") + ORRAG,
    "no closing pipes": (PEOPLE + ORRAG).replace(" |\n", "\n"),
    "caps said to be caps": PEOPLE.replace("Kraft", "Kraft (max.)") + ORRAG,
    "a remark": PEOPLE.replace("= Kraft", "= Was sie sind |= Kraft") + ORRAG.replace("| 9", "|groß | 9", 1),
    "a link": PEOPLE + ORRAG.replace("Orrag", "[[Orrag]]"),
    "other columns first": "|= Volk |= Barbarei/Zivilisation |= Evolution |= Instinkt |= Klugheit "
    "|= Zähigkeit |= Geschick |= Kraft |\n|Orrag |drei | 4 | 6 | 3 | 9 | 5 | 9 |\n",
    "names in the middle": "|= Zivilisation |= Kraft |= Volk |= Geschick |= Zähigkeit |= Klugheit "
    "|= Instinkt |= D/Evolution |\n| 3 | 9 |Orrag | 5 | 9 | 3 | 6 | 4 |\n",
    "rows for columns": "|= Volk |= Orrag |\n|Kraft | 9 |\n|Geschick | 5 |\n|Zähigkeit | 9 |\n"
    "|Klugheit | 3 |\n|Instinkt | 6 |\n|D/Evolution | 4 |\n|Zivilisation | 3 |\n",
    "English": "|= People |= Strength |= Agility |= Toughness |= Intelligence |= Instinct |= Devolution "
    "|= Civilisation |\n" + ORRAG,
}
PROFESSION = "|= Beruf |= Fertigkeiten |= Wahl |= Wahlfertigkeiten |= Bindungen |\n"
REEVE = "|Deichgräfin |Bürokratie 50, Rechtswesen 60 % | 2 |Fahren 40, Reiten 40 | 4 |\n"
PROFESSIONS = {
    "a head": PROFESSION + REEVE,
    "a head without marks": PROFESSION.replace("=", "") + REEVE,
    "numbers in words": PROFESSION + REEVE.replace("| 2 ", "|zwei ").replace("| 4 ", "|vier "),
    "English": "|= Profession |= Skills |= Choose |= Optional Skills |= Bonds |\n" + REEVE,
    "no closing pipes": (PROFESSION + REEVE).replace(" |\n", "\n"),
}


def tables(text: str, *, rules: bool = True, by: str = "mesopotamien") -> list[dict[str, Any]]:
    own = system(by)
    marks = Marks(rules=rules, character=not rules, kinds=tuple(own.tables))
    result = read(parse(text), text, "Hausregeln", own.vocabulary(), marks=marks)
    assert not rules or not result.characters
    return [msgspec.to_builtins(table) for table in result.tables]


@pytest.mark.parametrize("way", SKILLS)
def test_a_list_of_skills_is_read_in_every_way_of_writing_it(way: str) -> None:
    (table,) = tables(SKILLS[way])
    assert table["kind"] == "skills"
    assert [skill["name"] for group in table["groups"] for skill in group["skills"]] == NAMES


@pytest.mark.parametrize("way", GROUPS)
def test_groups_of_skills_stand_in_rows_or_in_a_column(way: str) -> None:
    (table,) = tables(GROUPS[way])
    groups = {group["name"]: [skill["name"] for skill in group["skills"]] for group in table["groups"]}
    assert groups == {"Leib": ["Athletik", "Ringen", "Bogen"], "Kopf": ["Singen", "Mystik"]}


def test_a_short_list_below_its_head_counts_on_a_rules_page_only() -> None:
    text = "|= Fertigkeit |= Zweck |\n|Segeln |Boote |\n|Singen |laut |\n|Ringen |Griffe |\n"
    assert [table["kind"] for table in tables(text)] == ["skills"]
    assert tables(text, rules=False) == []


@pytest.mark.parametrize("way", TRACKS)
def test_what_governs_tracks_is_read_in_every_way_of_writing_it(way: str) -> None:
    (table,) = tables(TRACKS[way])
    assert table["governing"] == {"Gesundheit": "Ringen", "Fassung": "Mystik"}


def test_a_list_below_tracks_may_name_a_new_one() -> None:
    (table,) = tables("== Zähler\n* Gesundheit: Ringen\n* Ruf: Rhetorik\n")
    assert table["governing"] == {"Gesundheit": "Ringen", "Ruf": "Rhetorik"}


@pytest.mark.parametrize(
    "text", ["== Fertigkeiten\n* Ringen: 5\n* Bogen: 4\n* Mystik: 4\n", "Drei Kästchen, zwei Beutel.\n"]
)
def test_values_and_talk_are_no_rules(text: str) -> None:
    marks = Marks(rules=True, kinds=tuple(system("mesopotamien").tables))
    assert (
        read(parse(text), text, "Hausregeln", system("mesopotamien").vocabulary(), marks=marks).tables == []
    )


@pytest.mark.parametrize("way", BOXES)
def test_boxes_by_value_are_read_in_every_way_of_writing_it(way: str) -> None:
    text, boxes = BOXES[way]
    (table,) = tables(text)
    assert table["boxes"] == boxes


@pytest.mark.parametrize("way", ["a list", "a list of names"])
def test_lists_are_no_rules_elsewhere(way: str) -> None:
    assert tables(SKILLS[way], rules=False) == []


@pytest.mark.parametrize("way", PEOPLES)
def test_a_people_is_read_in_every_way_of_writing_it(way: str) -> None:
    (table,) = tables(PEOPLES[way], by="tarua")
    figures = {"Kraft": 9, "Geschick": 5, "Zähigkeit": 9, "Klugheit": 3, "Instinkt": 6}
    assert table["rows"] == {"Orrag": figures | {"D/Evolution": 4, "Zivilisation": 3}}


@pytest.mark.parametrize("way", PROFESSIONS)
def test_a_profession_is_read_in_every_way_of_writing_it(way: str) -> None:
    (table,) = tables(PROFESSIONS[way], by="fhtagn")
    row = table["rows"]["Deichgräfin"]
    assert (row["choose"], row["bonds"]) == (2, 4)
    assert (row["skills"], row["options"]) == ("Bürokratie 50, Rechtswesen 60 %", "Fahren 40, Reiten 40")


def test_a_table_of_one_known_column_without_marks_is_no_table_of_peoples() -> None:
    assert tables("|Volk |Kraft |\n|Orrag | 9 |\n", by="tarua") == []


@pytest.mark.parametrize("way", LIMITS)
def test_single_figures_are_read_in_every_way_of_writing_them(way: str) -> None:
    (table,) = tables(LIMITS[way])
    assert (table["kind"], table["values"]) == ("limits", {"aspects.maximum": 8, "stunts.count": 4})
    assert [one for one in tables(LIMITS[way], rules=False) if one["kind"] == "limits"] == []


@pytest.mark.parametrize(("by", "figure"), FIGURES)
def test_every_figure_has_words_and_the_rules_follow_them(by: str, figure: str) -> None:
    line, value = FIGURES[by, figure]
    own = system(by)
    for text in (f"* {line}\n", f"|{line.replace(': ', ' |')} |\n"):
        (found,) = tables(text, by=by)
        assert found["values"] == {figure: value}
    changed = own.ruleset("1", [Limits(values={figure: value}, page="Hausregeln")])
    assert changed.source(figure) == "Hausregeln"
    assert changed != own.ruleset("1", [])
    assert set(own.vocabulary().limits) >= {figure}


def test_no_figure_has_two_meanings_and_each_is_tried() -> None:
    tried = {by: {figure for of, figure in FIGURES if of == by} for by, _ in FIGURES}
    tried["mesopotamien"] |= {"aspects.maximum", "stunts.count"}
    assert {by: set(system(by).vocabulary().limits) for by in tried} == tried
    for by in tried:
        phrases = [phrase for some in system(by).vocabulary().limits.values() for phrase in some]
        assert len(set(phrases)) == len(phrases)


@pytest.mark.parametrize(
    "text", ["* höchstens Aspekte\n", "* Aspekte 8\n", "|Aspekte |8 |\n", "Aspekte höchstens 8\n"]
)
def test_other_numbers_of_aspects_set_nothing(text: str) -> None:
    assert tables(text) == []


#: One profession of which two skills of three are chosen.
CHOICES = {
    "a column": ("|= Beruf |= Fertigkeiten |= Wahl |= Wahlfertigkeiten |", "| 2 |{} |"),
    "the head": ("|= Beruf |= Fertigkeiten |= Wahlfertigkeiten (2) |", "|{} |"),
    "before the head": ("|= Beruf |= Fertigkeiten |= 2 zur Wahl |", "|{} |"),
    "behind the head": ("|= Beruf |= Fertigkeiten |= Wahlfertigkeiten: 2 |", "|{} |"),
    "words in the cell": ("|= Beruf |= Fertigkeiten |= Wahlfertigkeiten |", "|zwei aus {} |"),
    "figures in the cell": ("|= Beruf |= Fertigkeiten |= Wahlfertigkeiten |", "|2 von: {} |"),
    "the cell against the head": ("|= Beruf |= Fertigkeiten |= Wahlfertigkeiten (3) |", "|2 aus {} |"),
    "the column against the head": (
        "|= Beruf |= Fertigkeiten |= Wahl |= Wahlfertigkeiten (3) |",
        "| 2 |{} |",
    ),
    "English": ("|= Profession |= Skills |= Optional Skills (2) |", "|{} |"),
}


@pytest.mark.parametrize("way", CHOICES)
def test_how_many_skills_a_profession_chooses(way: str) -> None:
    head, cells = CHOICES[way]
    options = "Überzeugen 40 %, Bürokratie 40 %, Suchen 40 %"
    text = f"{head}\n|Lotsin |Schwimmen 40 % {cells.format(options)}\n"
    by = system("fhtagn")
    result = read(
        parse(text), text, "Berufe", by.vocabulary(), marks=Marks(rules=True, kinds=tuple(by.tables))
    )
    (table,) = msgspec.to_builtins(result.tables)
    row = table["rows"]["Lotsin"]
    assert (row["choose"], row["options"], row["skills"]) == (2, options, "Schwimmen 40 %")
