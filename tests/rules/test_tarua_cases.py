"""Every check of Tarua Katoc, by a character that breaks it and one that comes close."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.model import Character, Skill
from tontafel.rules.system import system
from tontafel.rules.tarua.edition import TaruaRules
from tontafel.rules.tarua.tables import PeopleTable
from tontafel.site.language import Language

DATA = tomllib.loads(Path(__file__).with_name("tarua.toml").read_text("utf-8"))
CASES = DATA["case"]
SYSTEM = system("tarua")


def merged(sound: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in (sound | changes).items() if value != "none"}


def skill(written: str, value: Any) -> Skill:
    name, _, new = written.partition(" (neu")
    return Skill(name=name, value=None if value == "unwritten" else value, new=bool(new))


def character(changes: dict[str, Any], kind: Any = "pc") -> Character:
    sound = DATA["sound"]
    skills = merged(sound["skills"], changes.get("skills", {}))
    return Character(
        name="Urrha",
        system="tarua",
        edition="1",
        kind=kind,
        attributes=merged(sound["attributes"], changes.get("attributes", {})),
        skills=[skill(name, value) for name, value in skills.items()],
        details=changes.get("details", sound["details"]),
    )


def rules(changes: dict[str, Any]) -> TaruaRules:
    peoples = DATA["peoples"] if "peoples" not in changes else {}
    found: TaruaRules = SYSTEM.ruleset("1", [PeopleTable(rows=peoples, page="Völker")])
    return found


def found(case: dict[str, Any], which: str) -> list[Diagnostic]:
    return SYSTEM.check(character(case[which]), rules(case[which]))


def codes(diagnostics: list[Diagnostic]) -> list[str]:
    return sorted({diagnostic.code for diagnostic in diagnostics})


def test_the_sound_character_is_sound() -> None:
    assert SYSTEM.check(character({}), rules({})) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["code"])
def test_a_broken_rule_is_found(case: dict[str, Any]) -> None:
    assert codes(found(case, "broken")) == sorted({case["code"], *case.get("also", [])})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["code"])
def test_what_comes_close_is_not(case: dict[str, Any]) -> None:
    assert codes(found(case, "sound")) == sorted(case.get("besides", []))


def test_every_check_has_a_case() -> None:
    assert {case["code"] for case in CASES} == set(SYSTEM.codes())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["code"])
def test_a_finding_says_where_it_is_and_who(case: dict[str, Any]) -> None:
    broken = character(case["broken"])
    for diagnostic in found(case, "broken"):
        assert diagnostic.character == "Urrha"
        assert diagnostic.severity == SYSTEM.codes()[diagnostic.code]
        at: Any = broken
        for step in diagnostic.where:
            at = getattr(at, str(step)) if isinstance(at, Character) else at[step]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["code"])
def test_a_finding_speaks_german_and_english_and_gives_a_remedy(case: dict[str, Any]) -> None:
    german, english = Language("de"), Language("en")
    for diagnostic in found(case, "broken"):
        assert diagnostic.hint
        for sentence in (diagnostic.message, diagnostic.hint):
            assert german.say(sentence) != english.say(sentence)
            assert "{" not in german.say(sentence)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["code"])
def test_an_npc_gets_notes_and_lacks_nothing(case: dict[str, Any]) -> None:
    npc = character(case["broken"], "npc")
    diagnostics = SYSTEM.check(npc, rules(case["broken"]), {case["code"]: "error"})
    assert {diagnostic.severity for diagnostic in diagnostics} <= {"note"}
    assert not {"attribute-missing", "people-missing", "points-open"} & set(codes(diagnostics))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["code"])
def test_settings_grade_a_code_or_switch_it_off(case: dict[str, Any]) -> None:
    broken, campaign = character(case["broken"]), rules(case["broken"])
    graded = SYSTEM.check(broken, campaign, {case["code"]: "warning"})
    assert {each.severity for each in graded if each.code == case["code"]} == {"warning"}
    assert case["code"] not in codes(SYSTEM.check(broken, campaign, {case["code"]: "off"}))
