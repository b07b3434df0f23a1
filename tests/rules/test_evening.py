"""Evenings as pages record them in the table Verlauf."""

import pytest

from tontafel.rules.evening import ended_since, evenings, moment, recorded
from tontafel.rules.mesopotamien.history import AnyEvent, AspectAdded, BoxesCleared, SkillsSwapped

ROWS = [
    {"date": "2014-03-09", "session": "Sieben Tore", "event": "aspect_added", "text": "x"},
    {"date": "2014-03-09", "session": "Sieben Tore", "event": "skills_swapped", "skills": ["A", "B"]},
    "torn",
    {
        "date": "29.11.2015",
        "session": "Die Schenke",
        "events": [{"event": "feast"}, {"event": "boxes_cleared"}],
    },
    {"what": "?"},
    {"what": "?"},
]


def test_rows_of_one_evening_are_one_and_one_row_may_tell_several_events() -> None:
    details = {"history": ROWS}
    assert [(one.when, one.session) for one in evenings(details)] == [
        ("2014-03-09", "Sieben Tore"),
        ("29.11.2015", "Die Schenke"),
        ("", ""),
        ("", ""),
    ]
    told = recorded(details, AnyEvent)
    assert told == [
        (0, AspectAdded(text="x", session="Sieben Tore")),
        (1, SkillsSwapped(skills=("A", "B"), session="Sieben Tore")),
        (3, BoxesCleared(session="Die Schenke")),
    ]
    assert recorded({}, AnyEvent) is None
    assert evenings({}) == evenings({"history": "long"}) == []


@pytest.mark.parametrize(
    ("since", "count"),
    [
        ("2014-03-09", 2),
        ("2014-03-10", 1),
        ("sieben tore", 4),
        ("29.11.2015", 1),
        ("Die Schenke", 3),
        ("2016-1-1", 0),
        ("nie", 0),
    ],
)
def test_evenings_are_counted_from_the_one_named(since: str, count: int) -> None:
    assert ended_since({"history": ROWS}, since) == count


def test_dates_are_read_in_two_ways() -> None:
    assert moment("2010-03-28") == moment("28.3.2010") == moment(" 28. 03. 2010 ") == (2010, 3, 28)
    assert moment("März") is None
