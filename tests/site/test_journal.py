"""Which pages a journal shows."""

import time

import pytest

from tontafel.parsers.tree import Journal
from tontafel.site.campaign.journal import holds, select, today

NAMES = ["Ur", "2301-05-01 Ernte", "2301-06-01 Fest", "2301-06-15", "2301-07-01 Dürre", "23-1-1"]
DAY = "2301-06-15"


def chosen(**fields: object) -> list[str]:
    values = {"limit": 10, "pattern": "", **fields}
    return select(NAMES, Journal(0, 0, **values), DAY)  # type: ignore[arg-type]


def test_dated_pages_come_newest_first() -> None:
    assert chosen() == ["2301-07-01 Dürre", "2301-06-15", "2301-06-01 Fest", "2301-05-01 Ernte"]


def test_a_journal_can_run_backwards_and_stop_at_today() -> None:
    assert chosen(reverse=True)[0] == "2301-05-01 Ernte"
    assert chosen(when="past") == ["2301-06-01 Fest", "2301-05-01 Ernte"]
    assert chosen(when="future", reverse=True) == ["2301-07-01 Dürre"]


def test_a_pattern_sees_names_as_the_wiki_keeps_them() -> None:
    assert chosen(pattern="^Ur$") == ["Ur"]
    assert chosen(pattern="01_F") == ["2301-06-01 Fest"]


@pytest.mark.parametrize("pattern", ["[[U]r", "[a||U]r", "[a&&U]r", "[a~~U]r"])
def test_brackets_that_python_has_plans_for_are_brackets_and_no_news(pattern: str) -> None:
    assert chosen(pattern=pattern) == ["Ur"]


def test_pages_come_by_their_names_as_the_wiki_keeps_them() -> None:
    assert select(["2301-05-01 Z", "2301-05-01A"], Journal(0, 0, 10, ""), DAY)[0] == "2301-05-01 Z"


@pytest.mark.parametrize("words", ["gerste", "STADT gerste", '"die stadt"', '"gerste" die', ""])
def test_a_text_holds_words_in_any_order_and_case(words: str) -> None:
    assert holds("Die Stadt und die Gerste", words)
    assert not holds("Die alte Stadt", f'{words} "stadt und"')


@pytest.mark.parametrize("pattern", ["(", "(a+)+$", "a*a*a*a*b", "x" * 500, "(?P<n>a){99999999999}", "\\"])
def test_costly_and_broken_patterns_are_words(pattern: str) -> None:
    begin = time.process_time()
    found = select(["a" * 120, f"={pattern}="], Journal(0, 0, 10, pattern), DAY)
    assert found == [f"={pattern}="]
    assert time.process_time() - begin < 1


def test_today_can_be_given_for_a_build_that_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1276560000")
    assert today() == "2010-06-15"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "bald")
    assert len(today()) == 10
