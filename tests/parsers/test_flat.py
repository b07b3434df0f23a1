"""Flat texts: what is found of their styled stretches without going through all of them."""

from itertools import combinations

import pytest

from tontafel.parsers.page import parse
from tontafel.parsers.reader.flat import flatten
from tontafel.parsers.tree import Paragraph

TEXTS = [
    "**eins /zwei/ drei** vier //fünf// [[Ur|**sechs** sieben]]",
    "/über/ *zwei\nZeilen /hinweg/ gehend* und //noch\neine//",
    "ohne /alles",
    "**Bögen**\n**Keulen**\n/Äxte/",
    "Ein *a /b/\nc* und **d** " * 9,
]


@pytest.mark.parametrize("text", TEXTS)
def test_no_stretch_misses_a_style_that_begins_or_ends_in_it(text: str) -> None:
    (block,) = parse(text).blocks
    assert isinstance(block, Paragraph)
    flat = flatten(block.children, text)
    for start, end in combinations(range(len(flat.text) + 1), 2):
        near = flat.runs_at(start, end)
        assert [one for one in flat.runs if start <= one.start < end or start < one.end <= end] == [
            one for one in near if start <= one.start < end or start < one.end <= end
        ]
