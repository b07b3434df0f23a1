"""What looks like a tag and is none."""

import pytest

from tontafel.parsers.facts import Facts, facts
from tontafel.parsers.page import parse

#: A page, and what of it looks like a tag, with its place.
PAGES = {
    "x [[Tag:Held]] y": {"Held": "[[Tag:Held]]"},
    "[[ tag:Held ]]": {"Held": "[[ tag:Held ]]"},
    "[[Tag:Held, NSC]]": {"Held": "Held", "NSC": "NSC"},
    "#tag Held": {"Held": "Held"},
    "* #tags: Held; Herr von Kulab": {"Held": "Held", "Herr von Kulab": "Herr von Kulab"},
    "---\ntitle: Ur\ntags: [Held, 'NSC']\n---\n": {"Held": "Held", "NSC": "NSC"},
    "---\r\ntags:\r\n- Held\r\n- NSC\r\n---\r\n": {"Held": "Held", "NSC": "NSC"},
}
#: Words that only might be meant.
UNSURE = ("[tag:Held]", "Tags: Held", "#Held", "#Tag Held", "[[tag:Held, NSC]]", "{{tag:Held}}")


def known(text: str) -> Facts:
    return facts(parse(text), text)


@pytest.mark.parametrize("text", PAGES)
def test_what_looks_like_a_tag_has_its_name_and_place(text: str) -> None:
    found = known(text)
    sure = [one for one in found.missed_tags if one.sure]
    assert {one.name: text[one.span.start : one.span.end] for one in sure} == PAGES[text]
    assert found.tags == ()
    assert found.links == (), "it is no link to a page either"


@pytest.mark.parametrize("text", UNSURE)
def test_what_may_be_mere_words_is_unsure(text: str) -> None:
    assert [one.sure for one in known(text).missed_tags if one.name == "Held"] == [False]


def test_a_tag_looks_like_none_that_is_missed() -> None:
    text = "[[tag:Held]] [[tag: Held]] [[tag:Held|so]] [[[tag:Held]]] |[[tag:NSC]]|\n* [[tag:Göttin]]"
    found = known(text)
    assert found.missed_tags == ()
    assert [text[span.start : span.end] for span in found.tag_places] == [
        "[[tag:Held]]",
        "[[tag:NSC]]",
        "[[tag:Göttin]]",
    ]


@pytest.mark.parametrize(
    "text", ["[[tag:" + " " * 50_000, "[[tag:a" * 20_000, "\n" + " " * 50_000, "---\n" + "tags:\n-\n" * 9_000]
)
def test_no_text_takes_long(text: str) -> None:
    assert known(text).tags == ()
