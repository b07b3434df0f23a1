"""Taking entries back: to the byte where nothing else changed, around what did, not at all where it met."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tontafel.parsers.rewrite import Edit, apply_edits
from tontafel.rules.span import Span
from tontafel.site.advancement.undo import Entered, Journal, entered, taken_back

LINES = ["= Io", "* steht", "|5 |Athletik |", "", "□□☒", "Ä\udce4ß"]


@st.composite
def pages(draw: Any) -> tuple[str, list[Edit]]:
    """A page of lines that differ, and edits of it."""
    lines = [f"{draw(st.sampled_from(LINES))} {number}" for number in range(draw(st.integers(4, 12)))]
    text = "\n".join(lines) + "\n"
    places = sorted(draw(st.sets(st.integers(0, len(text)), min_size=2, max_size=6)))
    pairs = zip(places[::2], places[1::2], strict=False)
    return text, [Edit(Span(*pair), draw(st.sampled_from(["", "neu", "\nneu\n"]))) for pair in pairs]


@settings(deadline=None, max_examples=150)
@given(pages())
def test_a_page_left_alone_comes_back_to_the_byte(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    assert taken_back(apply_edits(text, edits), entered("Io", "Neu", text, edits)) == text


@settings(deadline=None, max_examples=150)
@given(
    case=pages(), above=st.sampled_from(["", "Davor.\n", "a\nb\n"]), below=st.sampled_from(["", "Danach.\n"])
)
def test_what_was_written_around_it_stays(case: tuple[str, list[Edit]], above: str, below: str) -> None:
    text, edits = case
    assume(apply_edits(text, edits).strip())
    now = above + apply_edits(text, edits) + below
    back = taken_back(now, entered("Io", "Neu", text, edits))
    assert back in {above + text + below, None}
    assert back is not None or below or apply_edits(text, edits).count("\n") < 2


def test_lines_that_were_changed_again_are_left() -> None:
    text = "eins\nzwei\ndrei\n"
    entry = entered("Io", "Neu", text, [Edit(Span(5, 9), "zwo")])
    assert taken_back("eins\nzwo\ndrei\nvier\n", entry) == "eins\nzwei\ndrei\nvier\n"
    assert taken_back("eins\nzwo!\ndrei\n", entry) is None


def test_a_journal_keeps_the_last_entries_and_survives_what_it_can_not_read(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    assert journal.entries("Io.txt") == []
    many = [entered("Io", str(number), "Ä\udce4", []) for number in range(30)]
    assert journal.keep("Io.txt", many)
    kept = journal.entries("Io.txt")
    assert [one.what for one in kept] == [str(number) for number in range(10, 30)]
    assert kept[0].text == "Ä\udce4"
    (file,) = (tmp_path / ".tontafel" / "entries").iterdir()
    file.write_bytes(b"?")
    assert journal.entries("Io.txt") == []
    assert journal.entries("Andere.txt") == []


def test_without_a_place_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tontafel.site.advancement.undo.cache_folder", lambda _: None)
    journal = Journal(tmp_path)
    assert not journal.keep("Io.txt", [Entered(character="Io", what="", before=b"", edits=())])
    assert journal.entries("Io.txt") == []
