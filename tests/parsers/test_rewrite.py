"""Evenings written back into pages: each golden file holds a page, its changes and the lines that differ.

The three parts are separated by lines of dots. The file's name is the system and what is shown; changes
are in the words of the table Verlauf. A page's name is its first heading, or its file's.
"""

import difflib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tontafel.parsers.page import Dialect, parse
from tontafel.parsers.reader import Marks, Read, read
from tontafel.parsers.reader.events import told_events
from tontafel.parsers.reader.lexicon import lexicon
from tontafel.parsers.rewrite import (
    CannotRewrite,
    Change,
    Entry,
    Manner,
    Rewritten,
    apply_edits,
    inverse,
    rewrite,
    tongue_of,
)
from tontafel.parsers.tree import Document
from tontafel.rules.events import Refusal
from tontafel.rules.model import Character
from tontafel.rules.system import Rules, System, system
from tontafel.site.language import Language

HERE = Path(__file__).parent
EVENINGS = sorted((HERE / "evenings").glob("*.txt"))
CONTENT = HERE.parents[1] / "content"
TAGS = {
    "Figur": Marks(character=True),
    "NSC": Marks(character=True, kind="npc"),
    "Regeln": Marks(rules=True),
}
WHEN, SESSION, WHY = "2026-12-01", "Die Hydra von Lerna", "das Blut des Ungeheuers"
#: Pages on which a report tells of several: there is no place for a table of their own.
REPORTS = re.compile(r"\d{4}-\d{2}-\d{2} (?!Ihr Kater)")
#: Who stands in a sentence of an NPC's page has no place for a table either.
TOLD = {("Händler Äbdi", 1), ("Wächter der Öfen", 0), ("Wächter der Öfen", 1)}
#: Pages of one table with a row for each: what has no column, or a column of its own, stays there.
REFUSED = {
    "Fährleute": {"skills_swapped"},
    "Helden": {"aspect_added"},
    "2014-05-11 Ihr Kater": {"aspect_added"},
}
#: Pages that are another system's.
OTHERS = ("tarua-", "fhtagn-")


class Game:
    """A page of one system, read and changed by its plain rules."""

    def __init__(self, name: str, page: str, text: str) -> None:
        self.system: System[Any] = system(name)
        self.rules: Rules = self.system.ruleset(self.system.default_edition, [])
        self.page = page
        self.text = text
        self.vocabulary = self.system.vocabulary()
        tongue = tongue_of(text, "de")
        dialect: Dialect = "markdown" if text.startswith("#MARKDOWN") else "wiki"
        self.manner = Manner(vocabulary=self.vocabulary, tongue=tongue, dialect=dialect)
        self.say = Language(tongue).say

    def reread(self, text: str) -> tuple[Document, Sequence[Read]]:
        """Read the page as it would be with this text."""
        document = parse(text)
        marks = next((marks for tag, marks in TAGS.items() if f"[[tag:{tag}]]" in text), Marks())
        ladder = getattr(self.rules, "ladder", {})
        marks = msgspec.structs.replace(marks, edition="1", ladder=ladder)
        return document, read(document, text, self.page, self.vocabulary, marks=marks).characters

    def characters(self) -> list[Character]:
        """The characters on the page as it stands."""
        return [one.character for one in self.reread(self.text)[1]]

    def events(self, lines: Sequence[str]) -> list[dict[str, Any]]:
        """Changes in the words of the table Verlauf."""
        told = [one for line in lines for one in told_events(line, lexicon(self.vocabulary))]
        assert all(one.event for one in told), told
        return [one.event for one in told if one.event]

    def end(self, index: int, events: Sequence[Mapping[str, Any]], **more: Any) -> Character | None:
        """The character after an evening; None if the rules refuse it."""
        assert self.system.advance
        evening = {"when": WHEN, "session": SESSION, "why": WHY, "events": list(events), **more}
        ended = self.system.advance(self.characters()[index], self.rules, evening, self.say)
        return None if isinstance(ended, Refusal) else ended.character

    def write(self, index: int, after: Character) -> Rewritten:
        """Write the change into the page."""
        row = after.details["history"][-1]
        entry = Entry(date=WHEN, session=SESSION, what=row["what"], why=WHY)
        return rewrite(self.text, Change(index=index, after=after, entry=entry), self.reread, self.manner)


def check(game: Game, index: int, after: Character, out: Rewritten) -> None:
    """What must hold of every change that was written."""
    assert apply_edits(game.text, out.edits) == out.text
    assert apply_edits(out.text, inverse(game.text, out.edits)) == game.text
    _, reads = game.reread(out.text)
    found = [one.character for one in reads]
    other = found[index].other
    assert found[index] == msgspec.structs.replace(in_columns(found[index], after), other=other, derived={})
    before = game.characters()
    assert len(other) == len(before[index].other)
    assert [one for place, one in enumerate(found) if place != index] == [
        one for place, one in enumerate(before) if place != index
    ]


def in_columns(found: Character, after: Character) -> Character:
    """What a history without columns can hold of the character: no session and no reason."""
    *rows, last = after.details["history"]
    if found.details["history"][-1]["session"]:
        return after
    details = after.details | {"history": [*rows, last | {"session": "", "why": ""}]}
    return msgspec.structs.replace(after, details=details)


def changed_lines(before: str, after: str) -> str:
    """The lines that differ, as a diff without its places shows them."""
    lines = difflib.unified_diff(before.split("\n"), after.split("\n"), n=0, lineterm="")
    return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


def load(file: Path) -> tuple[str, Game, list[str], str]:
    text = file.read_bytes().decode()
    page, lines, expected = re.split(r"^\.{10,}\r?\n", text, maxsplit=2, flags=re.MULTILINE)
    name, _, title = file.stem.partition(".")
    return title, Game(name, title, page), [line for line in lines.splitlines() if line], expected


@pytest.mark.parametrize("file", EVENINGS, ids=lambda file: file.stem)
def test_an_evening_changes_these_lines(file: Path) -> None:
    _, game, lines, expected = load(file)
    seeded = {"seed": 1} if game.system.id == "fhtagn" else {}
    after = game.end(0, game.events(lines), **seeded)
    assert after is not None
    out = game.write(0, after)
    check(game, 0, after, out)
    assert changed_lines(game.text, out.text) == expected.rstrip("\n")


# Every page


def golden() -> dict[str, Game]:
    """The pages of the reader's tests and of the sample campaign, that have somebody on them."""
    games = {}
    for file in sorted((HERE / "characters").glob("*.txt")):
        if file.name.startswith(OTHERS):
            continue
        with file.open(encoding="utf-8", newline="") as opened:
            text = opened.read().partition("\n....")[0] + "\n"
        games[file.stem] = Game("mesopotamien", file.stem.partition(".")[2], text)
    for file in sorted((CONTENT / "mesopotamien").glob("*.txt")):
        games[file.stem] = Game("mesopotamien", file.stem, file.read_bytes().decode())
    return {name: game for name, game in games.items() if game.characters()}


GAMES = golden()
HEROES = [(name, index) for name, game in GAMES.items() for index in range(len(game.characters()))]


def titled(skill: Any) -> str:
    return f"{skill.name} ({skill.specialisation})" if skill.specialisation else str(skill.name)


def changes(character: Character, aspect: str) -> list[dict[str, Any]]:
    """One of each change that could be legal; the rules refuse the rest."""
    skills = [(skill, skill.value) for skill in character.skills if skill.value is not None]
    pairs = [(a, b) for a, high in skills for b, low in skills if high - low == 1]
    low = [skill for skill, value in skills if value == 1]
    mild = [one for one in character.consequences if one.severity == "mild"]
    return [
        {"event": "aspect_added", "text": aspect},
        *({"event": "aspect_exchanged", "text": aspect, "replaced": a.text} for a in character.aspects[:1]),
        *({"event": "skills_swapped", "skills": [titled(a), titled(b)]} for a, b in pairs[::5]),
        *({"event": "skills_swapped", "skills": [titled(a), "Alchemie"]} for a in low[:1]),
        *({"event": "consequence_struck", "text": one.text} for one in mild),
        {"event": "boxes_cleared"},
    ]


def stays(game: Game, index: int) -> bool:
    """Whether a page has no place for what changes somebody."""
    return REPORTS.match(game.page) is not None or (game.page, index) in TOLD


@pytest.mark.parametrize(("page", "index"), HEROES, ids=str)
def test_every_page_can_be_written(page: str, index: int) -> None:
    game = GAMES[page]
    written = 0
    for event in changes(game.characters()[index], "vergiftete Pfeile"):
        after = game.end(index, [event])
        if after is None:
            continue
        if stays(game, index) or event["event"] in REFUSED.get(game.page, ()):
            with pytest.raises(CannotRewrite):
                game.write(index, after)
        else:
            check(game, index, after, game.write(index, after))
            written += 1
    assert written or stays(game, index)


@pytest.mark.parametrize(("page", "index"), HEROES[::4], ids=str)
def test_line_ends_are_kept(page: str, index: int) -> None:
    game = GAMES[page]
    windows = Game("mesopotamien", game.page, game.text.replace("\n", "\r\n"))
    event = changes(game.characters()[index], "vergiftete Pfeile")[0]
    ends = []
    for one in (game, windows):
        after = one.end(index, [event])
        if after is None or stays(game, index) or event["event"] in REFUSED.get(game.page, ()):
            return
        out = one.write(index, after)
        check(one, index, after, out)
        ends.append(out.text)
    assert ends[0].replace("\n", "\r\n") == ends[1]


PHRASES = st.text(alphabet="abcÄß 7,.;:-'\"()[]|/*_&!?~=#<>…–“”\n", min_size=1, max_size=30)


@settings(deadline=None, max_examples=150)
@given(hero=st.sampled_from(HEROES), aspect=PHRASES, more=st.booleans())
def test_what_is_written_is_what_is_meant(hero: tuple[str, int], aspect: str, more: bool) -> None:
    page, index = hero
    game = GAMES[page]
    events = changes(game.characters()[index], aspect)
    after = game.end(index, [events[0], events[-1]] if more else events[:1])
    if after is None:
        return
    try:
        out = game.write(index, after)
    except CannotRewrite:
        return
    check(game, index, after, out)
