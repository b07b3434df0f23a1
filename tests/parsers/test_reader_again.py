"""What is remembered of other pages changes no page: in any order, each is read as if it were the first."""

import random
from collections.abc import Iterable
from importlib import import_module

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.parsers.test_reader_laws import LINES, MARKS, PAGES, SYSTEMS, read_text, system_of

from tontafel.parsers.reader import Marks

#: (its text, what is known of it, its name, its system)
Page = tuple[str, Marks, str, str]

#: A table with a character in each column, and tables whose rows look like one of it.
WORDS = ["Fertigkeiten", "Zähler", "Wert", "Ringen", "Kraft", "5", "5 Ringen", "/stur/", "Name"]
COLUMNS = "|Fertigkeiten |Anna |Bert |\n|Ringen |5 |4 |\n|Kraft |3 |2 |\n|ST |3 |2 |\n|{} |\n|KO |3 |2 |\n"
ROWS = ["|= {} |\n|Ringen |5 |\n", "|{} |\n|Bogen |5 |\n", "* {}\n", "== {}\n|{} |\n", "{}\n\n{}\n"]


def forget() -> None:
    import_module("tontafel.parsers.reader.read")._readings.cache_clear()


def said(page: Page) -> str:
    text, marks, name, by = page
    return repr(read_text(text, marks, name, by))


def check(pages: Iterable[Page]) -> None:
    alone = {}
    for page in pages:
        forget()
        alone[page[0], repr(page)] = said(page)
    forget()
    for page in [*pages, *reversed(list(pages))]:
        assert said(page) == alone[page[0], repr(page)], page


@pytest.mark.parametrize("by", SYSTEMS)
@pytest.mark.parametrize("word", WORDS)
def test_rows_of_other_tables_are_others(word: str, by: str) -> None:
    for marks in MARKS:
        check([(text.replace("{}", word), marks, "Äpytos", by) for text in (COLUMNS, *ROWS)])


@pytest.mark.parametrize("by", SYSTEMS)
def test_pages_are_read_as_if_each_were_the_first(by: str) -> None:
    pages = [
        (text, MARKS[0], name.partition(".")[2], by) for name, text in PAGES.items() if system_of(name) == by
    ]
    random.Random(by).shuffle(pages)
    check(pages)


PIECES = st.lists(st.sampled_from([*LINES, "", *(f"|{word} |" for word in WORDS)]), max_size=12)


@settings(deadline=None, max_examples=60)
@given(
    pages=st.lists(PIECES, min_size=2, max_size=4), marks=st.sampled_from(MARKS), by=st.sampled_from(SYSTEMS)
)
def test_mixed_pages_are_read_as_if_each_were_the_first(
    pages: list[list[str]], marks: Marks, by: str
) -> None:
    check([("\n".join(lines), marks, "Äpytos", by) for lines in pages])
