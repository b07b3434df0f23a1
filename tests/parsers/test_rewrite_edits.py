"""Edits by places: what they leave alone, what they refuse, how they are taken back."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tontafel.parsers.rewrite import Edit, OverlapError, apply_edits, inverse
from tontafel.parsers.rewrite.edits import Changes, put
from tontafel.rules.span import Span

TEXTS = st.text(alphabet="ab |*\nÄ□", max_size=40)


@st.composite
def edited(draw: Any, text: str | None = None) -> tuple[str, list[Edit]]:
    """A text and edits of it that do not touch each other."""
    text = draw(TEXTS) if text is None else text
    places = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    pairs = zip(places[::2], places[1::2], strict=False)
    return text, [Edit(Span(*pair), draw(TEXTS)) for pair in pairs]


@settings(deadline=None, max_examples=200)
@given(edited())
def test_text_outside_the_edits_stays(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    after = apply_edits(text, reversed(edits))
    behind = at = 0
    for edit in edits:
        kept = text[behind : edit.span.start]
        assert after[at:].startswith(kept + edit.text)
        at += len(kept) + len(edit.text)
        behind = edit.span.end
    assert after[at:] == text[behind:]


@settings(deadline=None, max_examples=200)
@given(edited())
def test_edits_can_be_taken_back(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    assert apply_edits(apply_edits(text, edits), inverse(text, edits)) == text


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_edits_one_behind_the_other_are_edits_of_the_first_text(data: st.DataObject) -> None:
    first, edits = data.draw(edited())
    changes = Changes(first)
    changes.apply(edits)
    for _ in range(3):
        _, more = data.draw(edited(changes.text))
        changes.apply(more)
    assert apply_edits(first, changes.edits()) == changes.text


def test_what_is_changed_back_is_no_edit() -> None:
    changes = Changes("Muse und Mystik")
    changes.apply([Edit(Span(0, 4), "Rhetorik")])
    changes.apply([Edit(Span(0, 8), "Muse")])
    assert changes.edits() == ()


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(Span(0, 3), "x"), Edit(Span(2, 4), "y")],
        [put(2, "x"), put(2, "y")],
        [Edit(Span(1, 2), "x"), Edit(Span(1, 2), "x")],
    ],
)
def test_overlapping_edits_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(OverlapError):
        apply_edits("abcdef", edits)


def test_a_place_outside_the_text_is_refused() -> None:
    with pytest.raises(ValueError, match="no place"):
        apply_edits("abc", [Edit(Span(2, 4), "")])
