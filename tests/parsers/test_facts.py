"""What others are told of a page."""

import msgspec

from tontafel.parsers.facts import Facts, UploadFact, facts, upload_of
from tontafel.parsers.page import parse

TEXT = """= Ninsun von [[Uruk]]
Tochter des [[Herr von Kulab|Herrn]]; siehe [[Uruk#Tempel]], [[Lexikon:Ninsun]] und **[[Uruk]]**.
|{{Siegel}}|[[Karte|{{Plan}}]]|
* [[tag:Held]] [[tag:Göttin]] [[tag:Held]]
<include "Tafel">
<journal 3>
<toc>
"""


def known(text: str) -> Facts:
    return facts(parse(text, sites=frozenset({"Lexikon"})), text)


def test_facts_name_what_a_page_takes_from_others() -> None:
    found = known(TEXT)
    assert found.title == "Ninsun von Uruk"
    assert [link.target for link in found.links] == ["Uruk", "Herr von Kulab", "Uruk", "Uruk", "Karte"]
    assert [TEXT[link.span.start : link.span.end] for link in found.links[:3]] == [
        "[[Uruk]]",
        "[[Herr von Kulab|Herrn]]",
        "[[Uruk#Tempel]]",
    ]
    assert found.inter_links == (("Lexikon", "Ninsun"),)
    assert found.tags == ("Held", "Göttin")
    assert found.includes == ("Tafel",)
    assert found.pictures == ("Siegel", "Plan")
    assert found.has_tables
    assert found.has_journal
    assert found.has_contents


def test_facts_of_an_empty_page_are_empty() -> None:
    assert known("") == Facts()


def test_a_redirect_is_a_fact() -> None:
    assert known("#REDIRECT [[Große_Mauer]]").redirect == "Große Mauer"


def test_a_file_is_known_by_its_first_line_and_never_parsed() -> None:
    text = "#FILE Image/PNG gzip\niVBORw0KGgo="
    assert known(text) == Facts(upload=UploadFact("image/png", "gzip", 21))
    assert upload_of("#FILE text/plain \nabc") == UploadFact("text/plain", "", 18)
    assert upload_of("#FILE text/plain") is None
    assert upload_of("Text\n#FILE text/plain\n") is None


def test_facts_fit_into_a_cache() -> None:
    found = known(TEXT)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(found), type=Facts) == found
