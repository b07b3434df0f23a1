"""Every page name has a file name that is safe everywhere, and comes back from it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tontafel.site.campaign import page_name
from tontafel.site.filenames import decode_name, distinct, encode_name


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("Große_Götter", "Große_Götter"),
        ("Was_ist_Hybris?", "Was_ist_Hybris%3F"),
        ("Götter_&_Helden", "Götter_&_Helden"),
        ("100%", "100%"),
        ("50%41", "50%2541"),
        ("a:b/c\\d", "a%3Ab%2Fc%5Cd"),
        (".versteckt", "%2Eversteckt"),
        ("Kap.", "Kap%2E"),
        ("Con", "%43on"),
        ("nul.txt", "%6Eul.txt"),
        ("Konrad", "Konrad"),
    ],
)
def test_forms(name: str, form: str) -> None:
    assert encode_name(name) == form
    assert decode_name(form) == name


def test_bytes_that_are_no_text_become_codes() -> None:
    assert encode_name("Sch\udcf6n") == "Sch%F6n"
    assert len(set(distinct(["Sch\udcf6n", "Sch%F6n"]).values())) == 2


def test_codes_that_are_no_text_stay() -> None:
    assert decode_name("100%FF") == "100%FF"
    assert decode_name("50%ab") == "50%ab"


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40))
def test_names_come_back(name: str) -> None:
    form = encode_name(name)
    assert decode_name(form) == name
    assert not re.search(r'[<>:"/\\|?*\x00-\x1f]|[. ]$|^\.', form)


@given(st.sets(st.text("aAäÄa\u0308éE?%4", min_size=1, max_size=5), max_size=12))
def test_no_disk_confuses_two_names(names: set[str]) -> None:
    forms = distinct(names)
    assert {decode_name(form) for form in forms.values()} == names
    assert len({form.casefold() for form in forms.values()}) == len(names)


def test_a_page_bears_the_name_that_its_file_stands_for() -> None:
    assert page_name("Was_ist_Hybris%3F.txt") == "Was ist Hybris?"
    assert page_name("notiz.txt.txt") == "notiz.txt"
