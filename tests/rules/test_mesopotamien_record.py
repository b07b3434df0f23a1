"""How a record of a conflict begins, and what pages show of it after each round."""

from msgspec.structs import replace
from tests.rules.mesopotamien_logs import BULL, BULLFIGHT, HEAD, HERAKLES, checked, findings, tracks

from tontafel.rules.model import Consequence, Track
from tontafel.site.language import Language


def test_a_record_begins_with_clear_boxes_whatever_the_page_says_today() -> None:
    hurt = replace(
        BULL,
        tracks=[Track(name="Gesundheit", boxes=[True, False, True])],
        consequences=[Consequence(severity="severe", text="die Hörner brechen")],
    )
    record = checked(BULLFIGHT, HERAKLES, hurt)
    assert findings(record) == []
    assert tracks(record, "Der kretische Stier") == ["□□☒", "☒□☒", "☒□☒"]


def test_a_record_may_begin_with_the_boxes_of_the_page() -> None:
    hurt = replace(BULL, tracks=[Track(name="Gesundheit", boxes=[True, False, False])])
    text = HEAD + "| 1 | Herakles | Ringen | 0 | Stier 4 | | 1, ☒☒□ | |"
    assert findings(checked(text, HERAKLES, hurt)) == []
    assert tracks(checked(text, HERAKLES, hurt), "Der kretische Stier") == ["☒☒□"]


def test_the_page_shows_rolls_and_tracks_after_each_round() -> None:
    say = Language("de").say
    first, second, last = checked(BULLFIGHT).played
    assert [say(line) for line in second.told] == [
        "Herakles 10 gegen Der kretische Stier 3: +7",
        "Der kretische Stier 3 gegen Herakles 3: 0",
    ]
    assert {one.who: [(gauge.name, gauge.boxes) for gauge in one.gauges] for one in first.stands} == {
        "Herakles": [("Gesundheit", (False,) * 5)],
        "Der kretische Stier": [("Gesundheit", (False, False, True))],
    }
    assert [say(note) for note in last.stands[1].notes] == [
        "schwere Konsequenz: die Hörner brechen",
        "mittlere Konsequenz: Würgegriff",
        "hat aufgegeben",
    ]


def test_both_tracks_are_shown_where_both_are_marked() -> None:
    victim = replace(HERAKLES, name="Belschunu")
    (shown,) = checked(HEAD + "| 1 | Herakles | Ringen | −1 | Belschunu 2 | | 2 | |", HERAKLES, victim).played
    names = {one.who: [gauge.name for gauge in one.gauges] for one in shown.stands}
    assert names == {"Herakles": ["Gesundheit"], "Belschunu": ["Gesundheit", "Fassung"]}


GUARDED = (
    HEAD
    + """| 1 | Herakles | Ringen | −1 | Belschunu, Entschlossenheit 1 + 2 = 3 | | 4 gegen 3 sind 1
| 1 | Belschunu | Bogen | 0 | Herakles, Entschlossenheit 3 + 2 = 5 | | nichts | |
| 2 | Herakles | Kurzschwert | 2 | Belschunu, Akrobatik −1 + 3 = 2 | | 5 gegen 2 sind 3 | |
| 3 | Herakles | Ringen | −1 | Belschunu, Entschlossenheit −1 + 2 = 1 | | 4 gegen 1 sind 3 | |"""
)


def test_the_skill_that_governs_a_track_says_that_it_was_attacked() -> None:
    """The first hit marks both, later ones the track that they were meant for."""
    record = checked(GUARDED, HERAKLES, replace(HERAKLES, name="Belschunu"))
    assert findings(record) == []
    shown = [
        {gauge.name: "".join("□☒"[marked] for marked in gauge.boxes) for gauge in one.stands[1].gauges}
        for one in record.played
    ]
    assert shown == [
        {"Gesundheit": "☒□□□□", "Fassung": "☒□□□"},
        {"Gesundheit": "☒□☒□□", "Fassung": "☒□□□"},
        {"Gesundheit": "☒□☒□□", "Fassung": "☒□☒□"},
    ]


def test_a_track_that_was_attacked_in_vain_is_shown() -> None:
    record = checked(GUARDED, HERAKLES, replace(HERAKLES, name="Belschunu"))
    assert [[gauge.name for gauge in one.stands[0].gauges] for one in record.played] == [["Fassung"]] * 3


def test_nobody_guards_a_track_that_is_not_there() -> None:
    row = "| 1 | Herakles | Ringen | 0 | Stier, Entschlossenheit 4 − 1 = 3 | | 5 gegen 3, □☒□ | |"
    record = checked(HEAD + row)
    assert [one.code for one in record.diagnostics if one.code in ("log-refused", "log-boxes")] == []
    assert tracks(record, "Der kretische Stier") == ["□☒□"]
