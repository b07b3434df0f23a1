"""Characters of Tarua Katoc that break its rules, each in one way."""

import tomllib
from pathlib import Path
from typing import Any

from tests.rules.judged import Case, Changes, Judged, merged

from tontafel.rules.model import Character, Skill
from tontafel.rules.system import system
from tontafel.rules.tarua.edition import TaruaRules
from tontafel.rules.tarua.tables import PeopleTable

DATA = tomllib.loads(Path(__file__).with_name("tarua.toml").read_text("utf-8"))
SYSTEM = system("tarua")


def skill(written: str, value: Any) -> Skill:
    name, _, new = written.partition(" (neu")
    return Skill(name=name, value=None if value == "unwritten" else value, new=bool(new))


def character(_: Case, changes: Changes, kind: Any) -> Character:
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


def rules(_: Case, changes: Changes) -> TaruaRules:
    peoples = DATA["peoples"] if "peoples" not in changes else {}
    found: TaruaRules = SYSTEM.ruleset("1", [PeopleTable(rows=peoples, page="Völker")])
    return found


TARUA = Judged(
    system=SYSTEM,
    cases=DATA["case"],
    editions=[{}],
    character=character,
    rules=rules,
    missing={"attribute-missing", "people-missing", "points-open", "skill-kind-empty"},
)
