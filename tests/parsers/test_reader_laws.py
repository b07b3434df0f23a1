"""What holds for every page: nothing of a character's part is lost, and all places are true."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tontafel.parsers.page import parse
from tontafel.parsers.reader import Marks, Read, Result, fits, read
from tontafel.parsers.tree import Document, Tag, Text
from tontafel.rules.span import Span
from tontafel.rules.system import system

HERE = Path(__file__).parent
SEEDS = sorted((HERE.parents[2] / "shared" / "seeds").glob("*.txt"))
SYSTEMS = ("mesopotamien", "tarua", "fhtagn")
#: A page's name → the system of its campaign.
SAMPLE = {
    file: name for name in SYSTEMS for file in sorted((HERE.parents[1] / "content" / name).glob("*.txt"))
}
LADDER = {5: 1, 4: 2, 3: 3, 2: 4, 1: 5}
BOXES = "□☐◯○❏☒☑●■✓🔲✅"
LETTERS = "aÄß 5,:;.()[]|=*#/_-□☒x\n\r\\'\"<>&"


def load(file: Path) -> str:
    with file.open(encoding="utf-8", newline="") as opened:
        return opened.read().partition("\n....")[0] + "\n"


GOLDEN = {file.stem: load(file) for file in sorted((HERE / "characters").glob("*.txt"))}
PAGES = GOLDEN | {f"{name}-{file.stem}": load(file) for file, name in SAMPLE.items()}
PAGES |= {f"{name}-{file.stem}": load(file) for name, file in zip(SYSTEMS, SEEDS, strict=False)}
LINES = sorted({line for text in GOLDEN.values() for line in text.splitlines() if line != "#MARKDOWN"})
MARKS = [Marks(), Marks(character=True), Marks(character=True, kind="npc"), Marks(rules=True)]


def read_text(text: str, marks: Marks = MARKS[0], page: str = "Äpytos", by: str = SYSTEMS[0]) -> Result:
    marks = msgspec.structs.replace(
        marks, ladder=LADDER, choices={"people": ("Orrag", "Tümpler")}, kinds=system(by).tables
    )
    return read(parse(text), text, page, system(by).vocabulary(), marks=marks)


def system_of(page: str) -> str:
    name = page.partition("-")[0]
    return name if name in SYSTEMS else SYSTEMS[0]


def words(document: Document, source: str) -> Iterator[tuple[str, Span]]:
    """Every word that readers see, boxes included, with its place."""
    comments = [Span(*match.span()) for match in re.finditer(r"<!--.*?-->", source, re.DOTALL)]
    for node in nodes(document.blocks):
        if inside(Span(node.start, node.end), comments):
            continue
        written = source[node.start : node.end]
        if written.replace("\r\n", "\n") != node.text:
            yield from ((match[0], Span(node.start, node.end)) for match in re.finditer(r"\w+", node.text))
        elif "<" not in written:
            for match in re.finditer(rf"\w+|[{BOXES}]", written):
                yield match[0], Span(node.start + match.start(), node.start + match.end())


def nodes(tree: Iterable[Any]) -> Iterator[Text]:
    for node in tree:
        if isinstance(node, Text):
            yield node
        elif not isinstance(node, Tag):
            for field in ("children", "items", "rows", "cells"):
                yield from nodes(getattr(node, field, ()))


def inside(span: Span, spans: Iterable[Span]) -> bool:
    return any(one.start <= span.start and span.end <= one.end for one in spans)


def lost(one: Read, document: Document, source: str) -> list[str]:
    """The words of the character's part that are neither claimed nor kept."""
    kept = [span for path, span in one.places.items() if path[:1] == ("other",)]
    assert [source[span.start : span.end] for span in kept] == one.character.other
    return [
        word
        for word, span in words(document, source)
        if inside(span, one.part) and not inside(span, one.claimed) and not inside(span, kept)
    ]


def check(text: str, result: Result) -> None:
    document = parse(text)
    for one in result.characters:
        assert not lost(one, document, text)
        for path, span in one.places.items():
            assert 0 <= span.start <= span.end <= len(text), path
            if "boxes" in path:
                assert re.fullmatch(rf"[{BOXES}oOxX]|[\[(].?[\])]", text[span.start : span.end])
        for index, aspect in enumerate(one.character.aspects):
            span = one.places["aspects", index]
            assert aspect.text[:1] in text[span.start : span.end]


@pytest.mark.parametrize("marks", MARKS, ids=["plain", "character", "npc", "rules"])
@pytest.mark.parametrize("page", PAGES, ids=str)
def test_nothing_is_lost(page: str, marks: Marks) -> None:
    check(PAGES[page], read_text(PAGES[page], marks, page, system_of(page)))


@pytest.mark.parametrize("page", GOLDEN, ids=str)
def test_other_line_ends_change_nothing(page: str) -> None:
    def without_ends(result: Result) -> list[Any]:
        found = [msgspec.to_builtins(one.character) for one in result.characters]
        return [one | {"other": [piece.replace("\r", "") for piece in one["other"]]} for one in found]

    text = GOLDEN[page]
    ended = text.replace("\n", "\r\n")
    result = read_text(ended, by=system_of(page))
    check(ended, result)
    assert without_ends(result) == without_ends(read_text(text, by=system_of(page)))


@settings(deadline=None, max_examples=150)
@given(
    lines=st.lists(st.sampled_from(LINES), max_size=25),
    marks=st.sampled_from(MARKS),
    by=st.sampled_from(SYSTEMS),
)
def test_nothing_is_lost_in_mixed_pages(lines: list[str], marks: Marks, by: str) -> None:
    text = "\n".join(lines)
    check(text, read_text(text, marks, by=by))


@settings(deadline=None, max_examples=150)
@given(
    text=st.text(alphabet=LETTERS, max_size=120), marks=st.sampled_from(MARKS), by=st.sampled_from(SYSTEMS)
)
@example(text="5\r\n5\n5", marks=MARKS[1], by=SYSTEMS[0])
@example(text="|" * 300, marks=MARKS[1], by=SYSTEMS[0])
@example(text="* " * 200 + "\n5: (((((", marks=MARKS[1], by=SYSTEMS[1])
def test_no_text_is_too_much(text: str, marks: Marks, by: str) -> None:
    check(text, read_text(text, marks, by=by))


@pytest.mark.parametrize("by", SYSTEMS)
@pytest.mark.parametrize("page", [page for page in GOLDEN if "nobody-" in page], ids=str)
def test_who_is_nobody_is_so_in_every_system(page: str, by: str) -> None:
    assert not read_text(GOLDEN[page], page=page.partition(".")[2], by=by).characters


def test_each_part_has_its_place() -> None:
    text = GOLDEN["tracks-three-signs.Öttar"]
    (one,) = read_text(text, page="Öttar").characters
    span = one.places["tracks", 0, "boxes", 2]
    assert text[span.start : span.end] == "☒"
    span = one.places["tracks", 2, "boxes", 1]
    assert text[span.start : span.end] == "[x]"
    span = one.places[()]
    assert text[span.start : span.end] == "= Öttar"


def test_words_tell_how_well_a_vocabulary_fits() -> None:
    vocabulary = system("mesopotamien").vocabulary()
    text = GOLDEN["stunts-kinds.Königin Tömyris"]
    prose = "Ein Brief aus Ur, ohne jede Zahl."
    assert fits(parse(text), text, [vocabulary]) > [10] > fits(parse(prose), prose, [vocabulary])
