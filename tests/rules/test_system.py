"""Systems are found by being there, and a new one touches no other file."""

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from tontafel.rules import later
from tontafel.rules import system as registry
from tontafel.rules.checks import Checks, Finding
from tontafel.rules.diagnostic import Diagnostic, capped, judged
from tontafel.rules.message import message
from tontafel.rules.model import Character
from tontafel.rules.system import ROOM, RulesError, System, UnknownSystem, system, systems
from tontafel.rules.tables import AnyTable, Ladder, Limits, SkillEntry, SkillGroup, SkillTable, TrackTable

ENTRY = "tontafel.rules.mesopotamien:SYSTEM"


def test_the_built_in_systems_are_found_without_being_installed() -> None:
    assert system("mesopotamien") is systems()["mesopotamien"]
    assert system("mesopotamien").title == "Der Geist Mesopotamiens"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("mesopotamia", "Did you mean “mesopotamien”?"),
        ("names", "Known are: "),
        ("", "Known are: "),
        ("../x", "Known are: "),
    ],
)
def test_an_unknown_system_is_refused_with_what_there_is(name: str, hint: str) -> None:
    with pytest.raises(UnknownSystem) as refused:
        system(name)
    assert isinstance(refused.value, RulesError)
    assert name in str(refused.value)
    assert str(refused.value.hint).startswith(hint)


def test_another_package_brings_a_system_by_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    house = replace(system("mesopotamien"), id="küchentisch", title="Geist am Küchentisch")

    class Installed(EntryPoint):
        def load(self) -> Any:
            return house

    monkeypatch.setattr(
        registry, "_entries", lambda: [Installed("küchentisch", ENTRY, registry.ENTRY_POINTS)]
    )
    assert system("küchentisch") is house
    assert {"küchentisch", "mesopotamien"} <= set(systems())


def test_a_built_in_system_is_had_without_asking_for_installed_packages() -> None:
    code = (
        "import sys; from tontafel.rules.system import system; system('mesopotamien').ruleset('1', ());"
        "print([name for name in ('importlib.metadata', 'difflib', 'gettext') if name in sys.modules])"
    )
    source = str(Path(__file__).parent.parent.parent / ".src")
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": source}, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("one", systems().values(), ids=lambda one: one.id)
def test_every_system_keeps_the_interface(one: System[Any]) -> None:
    assert one.default_edition in one.editions()
    assert one.vocabulary().system == one.id
    assert (one.folder / "de.po").is_file()
    nobody = Character(name="niemand", system=one.id, edition=one.default_edition)
    for edition in one.editions():
        rules = one.ruleset(edition, [])
        assert rules.edition == edition
        assert {each.code for each in one.check(nobody, rules)} <= set(one.codes())
        json.encode(one.derive(nobody, rules))


# Findings


def _finding(code: str, severity: Any) -> Diagnostic:
    return Diagnostic(code=code, severity=severity, message=message("so"))


FOUND = [_finding("a", "error"), _finding("b", "note"), _finding("c", "warning")]


def test_settings_grade_findings_and_switch_them_off() -> None:
    after = judged(FOUND, {"a": "off", "b": "error"})
    assert [(each.code, each.severity) for each in after] == [("b", "error"), ("c", "warning")]
    assert judged(FOUND, {}) == FOUND


@pytest.mark.parametrize(
    ("cap", "left"),
    [
        ("note", ["note"] * 3),
        ("warning", ["warning", "note", "warning"]),
        ("error", ["error", "note", "warning"]),
    ],
)
def test_a_cap_softens_what_is_graver(cap: Any, left: list[str]) -> None:
    assert [each.severity for each in capped(FOUND, cap)] == left


def test_checks_have_codes_of_their_own() -> None:
    checks: Checks[int] = Checks()

    @checks.check("odd", "error")
    def odd(number: int) -> list[Finding]:
        return [Finding((), message("{number} is odd", number=number))] if number % 2 else []

    @checks.check("small", "note", missing=True)
    def small(number: int) -> list[Finding]:
        return [Finding((), message("{number} is small", number=number))] if number < 9 else []

    assert [each.code for each in checks.run(3, npc=False)] == ["odd", "small"]
    assert [str(each.message) for each in checks.run(3, npc=True)] == ["3 is odd"]
    assert checks.codes() == {"odd": "error", "small": "note"}
    assert odd(4) == small(9) == []
    with pytest.raises(ValueError, match="odd"):
        checks.check("odd", "note")(odd)


# Tables

TABLES: list[AnyTable] = [
    SkillTable(groups=(SkillGroup("Kämpfen", (SkillEntry("Bogen", "Fernkampf"),)),), page="Regeln"),
    TrackTable(governing={"Fassung": "Entschlossenheit"}),
    Ladder(counts={5: 1, -1: 2}),
    Limits(values={"stunts.count": 4}),
]


def test_tables_name_their_kind_in_json_and_come_back() -> None:
    encoded = json.encode(TABLES)
    assert [table["kind"] for table in json.decode(encoded)] == ["skills", "tracks", "ladder", "limits"]
    assert json.decode(encoded, type=list[AnyTable]) == TABLES
    assert json.decode(json.encode(TABLES[0])) == {
        "kind": "skills",
        "page": "Regeln",
        "groups": [{"name": "Kämpfen", "skills": [{"name": "Bogen", "purpose": "Fernkampf"}]}],
    }


@pytest.mark.parametrize("name", sorted(path.parent.name for path in ROOM.glob("*/__init__.py")))
def test_what_a_system_imports_late_is_there(name: str) -> None:
    package = f"tontafel.rules.{name}"
    for field, place in later.CALLED.items():
        assert callable(later.part(package, place)), field
    for field, place in later.GIVEN.items():
        assert getattr(system(name), field)() is later.part(package, place), field
