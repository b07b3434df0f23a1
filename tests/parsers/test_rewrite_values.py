"""Percent values, marks, tracks against a maximum and lists of texts, written back.

The page is read by a few patterns, so that what is shown is how a page is written, not how it is read.
"""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tontafel.parsers.page import parse
from tontafel.parsers.reader import Read
from tontafel.parsers.rewrite import CannotRewrite, Change, Manner, rewrite
from tontafel.parsers.tree import Document
from tontafel.rules.fhtagn import SYSTEM
from tontafel.rules.model import Character, Skill, Track
from tontafel.rules.span import Path, Span

SKILL = re.compile(
    r"(?m)(?:^[|*]? ?|(?<=, ))(?P<name>[A-ZÄÖÜ][a-zäöüß]{3,})(?: \((?P<field>\w+)\))?(?: \|)?"
    r" (?P<value>\d+) %"
    r"(?: \((?P<cross>x)\)| \|(?: (?P<cell>x))? \||(?P<none>))"
)
GAUGE = re.compile(r"\b(TP|WP|STA) (\d+)/(\d+)")
ATTRIBUTE = re.compile(r"\b(ST|KO|GE) (\d+)")
DISORDERS = re.compile(r"(?m)^=+ Störungen\n((?:\* .*\n)+)")
MANNER = Manner(vocabulary=SYSTEM.vocabulary())


def reread(text: str) -> tuple[Document, Sequence[Read]]:
    places: dict[Path, Span] = {(): Span(0, 0)}
    skills: list[Skill] = []
    tracks: list[Track] = []
    for match in SKILL.finditer(text):
        places["skills", len(skills)] = Span(match.start("name"), match.end("value"))
        marked = bool(match["cross"] or match["cell"])
        name, field, value = match["name"], match["field"], int(match["value"])
        skills.append(Skill(name=name, value=value, specialisation=field, marked=marked))
    for match in GAUGE.finditer(text):
        places["tracks", len(tracks)] = Span(*match.span())
        tracks.append(Track(name=match[1], current=int(match[2]), maximum=int(match[3])))
    attributes = {match[1]: int(match[2]) for match in ATTRIBUTE.finditer(text)}
    places |= {("attributes", match[1]): Span(*match.span()) for match in ATTRIBUTE.finditer(text)}
    found = DISORDERS.search(text)
    listed = list(re.finditer(r"(?m)(?<=^\* ).*", found[1])) if found else []
    for index, item in enumerate(listed):
        start = (found.start(1) if found else 0) + item.start()
        places["details", "disorders", index] = Span(start, start + len(item[0]))
    details: dict[str, Any] = {"disorders": [item[0] for item in listed]} if listed else {}
    one = Character(
        name="Gesa", system="fhtagn", edition="1",
        attributes=attributes, skills=skills, tracks=tracks, details=details,
    )  # fmt: skip
    return parse(text), [Read(character=one, places=places, part=(Span(0, len(text)),), claimed=())]


def written(text: str, **parts: Any) -> str:
    before = reread(text)[1][0].character
    out = rewrite(text, Change(index=0, after=replace(before, **parts)), reread, MANNER)
    assert out.character == replace(before, **parts)
    return out.text


def with_skill(text: str, index: int, **parts: Any) -> str:
    skills = list(reread(text)[1][0].character.skills)
    skills[index] = replace(skills[index], **parts)
    return written(text, skills=skills)


ITEMS = "= Gesa\n* Suchen 40 % (x)\n* Kunst (Malerei) 60 %\n* Reiten 20 %\n"
LINE = "= Gesa\nSuchen 40 %, Schwimmen 20 % (x), Fahren 20 %\n"
TABLE = "= Gesa\n|= Fertigkeit |= Wert |= Marke |\n|Suchen | 40 % | x |\n|Athletik | 30 % | |\n"


@pytest.mark.parametrize(
    ("text", "index", "parts", "old", "new"),
    [
        (ITEMS, 0, {"value": 42, "marked": False}, "* Suchen 40 % (x)\n", "* Suchen 42 %\n"),
        (ITEMS, 1, {"value": 63}, "(Malerei) 60 %", "(Malerei) 63 %"),
        (ITEMS, 2, {"marked": True}, "* Reiten 20 %\n", "* Reiten 20 % (x)\n"),
        (LINE, 1, {"value": 23, "marked": False}, "Schwimmen 20 % (x),", "Schwimmen 23 %,"),
        (LINE, 0, {"marked": True}, "Suchen 40 %,", "Suchen 40 % (x),"),
        (TABLE, 0, {"value": 44, "marked": False}, "|Suchen | 40 % | x |", "|Suchen | 44 % | |"),
        (TABLE, 1, {"marked": True}, "|Athletik | 30 % | |", "|Athletik | 30 % | x |"),
    ],
)
def test_values_and_marks(text: str, index: int, parts: dict[str, Any], old: str, new: str) -> None:
    assert text.count(old) == 1
    assert with_skill(text, index, **parts) == text.replace(old, new)


@pytest.mark.parametrize(
    ("text", "added"),
    [
        (ITEMS, "* Klettern 20 % (x)\n"),
        (LINE[:-1], ", Klettern 20 % (x)"),
        (TABLE, "|Klettern | 20 % | x |\n"),
    ],
)
def test_a_new_skill_is_written_as_its_neighbour(text: str, added: str) -> None:
    skills = reread(text)[1][0].character.skills
    new = Skill(name="Klettern", value=20, marked=True)
    assert written(text, skills=[*skills, new]) == text + added


def test_tracks_and_attributes() -> None:
    text = "ST 9, KO 11, GE 13\n\nTP 10/10, WP 9/13; STA 58/65\n"
    tracks = list(reread(text)[1][0].character.tracks)
    tracks[1] = replace(tracks[1], current=13)
    tracks[2] = replace(tracks[2], current=50, maximum=60)
    after = written(text, tracks=tracks, attributes={"ST": 9, "KO": 11, "GE": 12})
    assert after == "ST 9, KO 11, GE 12\n\nTP 10/10, WP 13/13; STA 50/60\n"


def test_a_list_grows_or_begins() -> None:
    text = "== Störungen\n* schläft bei Licht\n"
    disorders = ["schläft bei Licht", "zählt Stufen", "hasst das Meer"]
    assert written(text, details={"disorders": disorders}) == f"{text}* zählt Stufen\n* hasst das Meer\n"
    start = "= Gesa\n\nTP 3/9\n\n[[tag:Figur]]\n"
    assert written(start, details={"disorders": ["zählt Stufen"]}) == (
        "= Gesa\n\nTP 3/9\n\n== Störungen\n* zählt Stufen\n\n[[tag:Figur]]\n"
    )


def test_what_has_no_place_is_refused() -> None:
    text = "TP 3/9\n"
    with pytest.raises(CannotRewrite) as refused:
        written(text, skills=[Skill(name="Suchen", value=20)])
    assert refused.value.where == ("skills", 0)
