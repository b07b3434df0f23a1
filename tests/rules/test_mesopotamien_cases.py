"""Every check of Der Geist Mesopotamiens, by a character that breaks it and one that comes close."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert

from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.model import Aspect, Character, Consequence, Skill, Stunt, Track
from tontafel.rules.system import system
from tontafel.site.language import Language

DATA = tomllib.loads(Path(__file__).with_name("mesopotamien.toml").read_text("utf-8"))
CASES = DATA["case"]
SYSTEM = system("mesopotamien")

#: What edition 2 asks of the sound character.
SECOND = {
    "aspects": ["1", "2", "3"],
    "skills": {
        "4": ["Ringen"],
        "3": ["Athletik", "Speer"],
        "2": ["Akrobatik", "Bogen", "Schild"],
        "1": ["Rhetorik", "Mystik", "Reiten", "Handeln"],
    },
    "tracks": {"Gesundheit": 4, "Fassung": 2, "Vermögen": 2},
    "stunts": [{"kind": "talent", "text": str(number)} for number in range(3)],
}


def skill(value: str, written: str) -> Skill:
    """`Muse (Leier)` is specialised, `Keule (neu)` is new."""
    name, special = re.fullmatch(r"(.*?)(?: \((.*)\))?", written).groups()  # type: ignore[union-attr]
    new = special == "neu"
    return Skill(
        name=name,
        value=None if value == "none" else int(value),
        specialisation=None if new else special,
        new=new,
    )


def character(edition: str, changes: dict[str, Any]) -> Character:
    sound = DATA["sound"] if edition == "1" else SECOND
    parts = sound | changes
    skills = sound["skills"] | changes.get("skills", {})
    stunts = parts["stunts"]
    if "one_stunt" in changes:
        stunts = [{"kind": "talent", "text": "1"}, {"kind": "talent", "text": "2"}, changes["one_stunt"]]
    return Character(
        name="Enkidu",
        system="mesopotamien",
        edition=edition,
        kind=parts.get("kind", "pc"),
        aspects=[Aspect(text) for text in parts["aspects"]],
        skills=[skill(value, name) for value, names in skills.items() for name in names],
        open_slots=parts.get("open_slots", {}),
        tracks=[Track(name=name, boxes=[False] * count) for name, count in parts["tracks"].items()],
        stunts=convert([{"kind": None} | stunt for stunt in stunts], list[Stunt]),
        consequences=[consequence(each) for each in parts.get("consequences", [])],
        details=parts.get("details", {}),
    )


def consequence(parts: dict[str, Any]) -> Consequence:
    """Made without a look at its types: a house edition may have other sizes, and the rules say so."""
    return Consequence(**parts)


def found(case: dict[str, Any], which: str) -> list[Diagnostic]:
    edition = case.get("edition", "1")
    return SYSTEM.check(character(edition, case[which]), SYSTEM.ruleset(edition, []))


def codes(diagnostics: list[Diagnostic]) -> list[str]:
    return sorted({diagnostic.code for diagnostic in diagnostics})


@pytest.mark.parametrize("edition", ["1", "2"])
def test_the_sound_character_is_sound(edition: str) -> None:
    assert SYSTEM.check(character(edition, {}), SYSTEM.ruleset(edition, [])) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["code"])
def test_a_broken_rule_is_found(case: dict[str, Any]) -> None:
    assert codes(found(case, "broken")) == sorted([case["code"], *case.get("also", [])])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["code"])
def test_what_comes_close_is_not(case: dict[str, Any]) -> None:
    assert codes(found(case, "sound")) == sorted(case.get("besides", []))


def test_every_check_has_a_case() -> None:
    assert {case["code"] for case in CASES} == set(SYSTEM.codes())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["code"])
def test_a_finding_says_where_it_is_and_who(case: dict[str, Any]) -> None:
    broken = character(case.get("edition", "1"), case["broken"])
    for diagnostic in found(case, "broken"):
        assert diagnostic.character == "Enkidu"
        assert diagnostic.severity == SYSTEM.codes()[diagnostic.code]
        part, *rest = diagnostic.where
        listed = getattr(broken, str(part))
        if rest:
            assert rest[0] in (listed if isinstance(listed, dict) else range(len(listed)))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["code"])
def test_a_finding_speaks_german_and_english_and_gives_a_remedy(case: dict[str, Any]) -> None:
    german, english = Language("de"), Language("en")
    for diagnostic in found(case, "broken"):
        remedy = [diagnostic.hint] if diagnostic.hint else []
        assert remedy or diagnostic.code == "stunt-companions-value"
        for sentence in [diagnostic.message, *remedy]:
            assert german.say(sentence) != english.say(sentence)
            assert "{" not in german.say(sentence)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["code"])
def test_an_npc_gets_notes_and_has_no_open_slots(case: dict[str, Any]) -> None:
    edition = case.get("edition", "1")
    npc = character(edition, case["broken"] | {"kind": "npc"})
    diagnostics = SYSTEM.check(npc, SYSTEM.ruleset(edition, []), {case["code"]: "error"})
    assert {diagnostic.severity for diagnostic in diagnostics} <= {"note"}
    assert not {"skill-row-open", "aspects-open", "stunts-open", "track-missing"} & set(codes(diagnostics))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["code"])
def test_settings_grade_a_code_or_switch_it_off(case: dict[str, Any]) -> None:
    edition = case.get("edition", "1")
    broken, rules = character(edition, case["broken"]), SYSTEM.ruleset(edition, [])
    graded = SYSTEM.check(broken, rules, {case["code"]: "warning"})
    assert {each.severity for each in graded if each.code == case["code"]} == {"warning"}
    assert case["code"] not in codes(SYSTEM.check(broken, rules, {case["code"]: "off"}))
