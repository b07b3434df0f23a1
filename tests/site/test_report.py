"""Findings as text, JSON and annotations."""

import pytest

from tontafel.parsers.lines import LineIndex
from tontafel.rules.diagnostic import Diagnostic, Severity
from tontafel.rules.message import message
from tontafel.rules.span import Span
from tontafel.site.console import Console
from tontafel.site.language import Language
from tontafel.site.report import Page, as_annotation, as_json, as_text, summary


@pytest.fixture
def console() -> Console:
    return Console(Language("en"))


def finding(span: Span | None, severity: Severity = "error", character: str = "Herakles") -> Diagnostic:
    return Diagnostic(
        code="skill-twice",
        severity=severity,
        message=message("“{skill}” stands twice.", skill="Ringen"),
        hint=message("Strike one."),
        page="Herakles",
        span=span,
        character=character,
    )


def page(text: str) -> Page:
    return Page("kampagne/Herakles.txt", LineIndex(text))


TEXT = "= Herakles\n|5 |Ringen |\n|4 |Ringen |\n"


def test_text_shows_the_place(console: Console) -> None:
    at = TEXT.rindex("Ringen")
    assert as_text(finding(Span(at, at + 6)), page(TEXT), console).splitlines() == [
        "kampagne/Herakles.txt:3:5: error skill-twice: “Ringen” stands twice. (Herakles)",
        " 3 | |4 |Ringen |",
        "   |     ^^^^^^",
        "   = Strike one.",
    ]


@pytest.mark.parametrize("text", [TEXT, "Ringen\n", "", "\nRingen", TEXT.replace("\n", "\r\n")])
def test_a_mark_at_the_beginning_of_a_text_changes_no_place(console: Console, text: str) -> None:
    """As editors of Windows put it there; every place in the text is one offset further on."""
    for start in range(len(text) + 1):
        plain = as_text(finding(Span(start, start + 1)), page(text), console)
        assert as_text(finding(Span(start + 1, start + 2)), page("\ufeff" + text), console) == plain
    assert LineIndex("\ufeff" + text).place(0) == (1, 1)


def test_text_without_a_place_names_the_page(console: Console) -> None:
    for shown in (page(TEXT), Page("kampagne/Herakles.txt", None)):
        lines = as_text(finding(None, character=""), shown, console).splitlines()
        assert lines == [
            "kampagne/Herakles.txt: error skill-twice: “Ringen” stands twice.",
            "   = Strike one.",
        ]


@pytest.mark.parametrize(
    ("text", "word", "source", "mark"),
    [
        ("城の壁 Ur", "Ur", "城の壁 Ur", "       ^^"),
        ("a\u0308b Ur", "Ur", "a\u0308b Ur", "   ^^"),
        ("\tUr", "Ur", "    Ur", "    ^^"),
        ("Ur 城", "城", "Ur 城", "   ^^"),
        ("\x1b[31mUr", "Ur", "\ufffd[31mUr", "     ^^"),
        ("Ur\r\nx", "Ur", "Ur", "^^"),
        ("x" * 300 + "Ur", "Ur", "…" + "x" * 50 + "Ur", " " * 51 + "^^"),
        ("Ur" + "x" * 300, "Ur", "Ur" + "x" * 98 + "…", "^^"),
    ],
)
def test_marks_stand_under_what_they_mean(
    console: Console, text: str, word: str, source: str, mark: str
) -> None:
    at = text.index(word)
    lines = as_text(finding(Span(at, at + len(word))), page(text), console).splitlines()
    assert lines[1:3] == [f" 1 | {source}", f"   | {mark}"]


def test_a_place_over_several_lines_is_marked_on_its_first(console: Console) -> None:
    lines = as_text(finding(Span(2, 14)), page(TEXT), console).splitlines()
    assert lines[2] == "   |   ^^^^^^^^"


def test_an_empty_place_gets_one_mark(console: Console) -> None:
    assert as_text(finding(Span(10, 10)), page(TEXT), console).splitlines()[2] == "   |           ^"


def test_json_has_every_key(console: Console) -> None:
    assert as_json(finding(Span(16, 22)), page(TEXT), console) == {
        "code": "skill-twice",
        "severity": "error",
        "message": "“Ringen” stands twice.",
        "page": "Herakles",
        "line": 2,
        "column": 6,
        "hint": "Strike one.",
        "character": "Herakles",
    }
    bare = Diagnostic(code="x", severity="note", message=message("y"))
    assert as_json(bare, page(TEXT), console) == {
        **dict.fromkeys(("line", "column", "hint", "character")),
        **{"code": "x", "severity": "note", "message": "y", "page": ""},
    }


def test_annotations_escape_what_would_end_them(console: Console) -> None:
    shown = Page("a,b:c%.txt", LineIndex(TEXT))
    assert as_annotation(finding(Span(16, 22), "note"), shown, console) == (
        "::notice file=a%2Cb%3Ac%25.txt,title=skill-twice,line=2,col=6,endColumn=12"
        "::Herakles: “Ringen” stands twice. Strike one."
    )


@pytest.mark.parametrize(
    ("severities", "pages", "words"),
    [
        ([], 1, "Nothing found in 1 page."),
        (["note", "error", "error", "warning"], 24, "2 errors, 1 warning, 1 note in 24 pages."),
    ],
)
def test_summary(console: Console, severities: list[Severity], pages: int, words: str) -> None:
    assert summary([finding(None, severity) for severity in severities], pages, console) == words


def test_summary_in_german() -> None:
    assert summary([finding(None, "warning")] * 2, 3, Console(Language("de"))) == "2 Warnungen in 3 Seiten."
