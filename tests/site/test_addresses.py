import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tontafel.site.addresses import RESERVED, assign, slug


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("Große Götter", "grosse-goetter"),
        ("Über uns", "ueber-uns"),
        ("Was ist Hybris?", "was-ist-hybris"),
        ("Götter & Helden", "goetter-helden"),
        ("2010-03-01 Hydra", "2010-03-01-hydra"),
        ("Kap. 1", "kap-1"),
        ("Nin-Dada", "nin-dada"),
        ("nemëischer Löwe", "nemeischer-loewe"),
        ("Ænigma Œuvre Łódź", "aenigma-oeuvre-lodz"),
        ("STRAẞE", "strasse"),
        ("U\u0308ber", "ueber"),
        ("it's", "its"),
        ("ꟲ", "c"),
        ("½ Mine", "1-2-mine"),
        ("?!", "3f-21"),
        ("𒀭 Anu", "1202d-anu"),
        ("Ἡρα", "3b7-3c1-3b1"),
        ("<script>alert(1)</script>", "script-alert-1-script"),
        ("../../etc/passwd", "etc-passwd"),
        ("", "0"),
    ],
)
def test_addresses_are_readable(name: str, address: str) -> None:
    assert slug(name) == address


def test_long_names_stay_apart() -> None:
    first, second = slug("a" * 500), slug("a" * 501)
    assert first != second
    assert max(len(first), len(second)) <= 120


def test_the_first_by_code_point_keeps_the_address() -> None:
    addresses, clashes = assign(["Göttin", "Goettin", "Ea", "EA", "ea 2"])
    assert addresses == {
        "EA": "ea",
        "Ea": "ea-3",
        "Goettin": "goettin",
        "Göttin": "goettin-2",
        "ea 2": "ea-2",
    }
    assert clashes == [("Ea", "EA"), ("Göttin", "Goettin")]


def test_generated_pages_keep_their_names() -> None:
    addresses, clashes = assign(["All pages", "Index", "Start", "CON"], home="Start")
    assert addresses == {"All pages": "all-pages-2", "CON": "con-2", "Index": "index-2", "Start": "index"}
    assert clashes == [("All pages", ""), ("CON", ""), ("Index", "Start")]


@given(st.lists(st.text(max_size=30), unique=True, max_size=30))
@settings(deadline=None, max_examples=300)
def test_no_two_names_share_an_address_and_all_are_safe(names: list[str]) -> None:
    addresses, _ = assign(names)
    assert set(addresses) == set(names)
    assert len(set(addresses.values())) == len(names)
    assert not set(addresses.values()) & RESERVED
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", address) for address in addresses.values())
    assert assign(reversed(names))[0] == addresses
