"""Characters of Der Geist Mesopotamiens that break its rules, each in one way."""

import re
import tomllib
from pathlib import Path
from typing import Any

from msgspec import convert
from tests.rules.judged import Case, Changes, Judged

from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.model import Aspect, Character, Consequence, Skill, Stunt, Track
from tontafel.rules.system import system

DATA = tomllib.loads(Path(__file__).with_name("mesopotamien.toml").read_text("utf-8"))
SYSTEM = system("mesopotamien")

#: What edition 2 asks of the sound character.
SECOND: dict[str, Any] = {
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


def character(case: Case, changes: Changes, kind: Any) -> Character:
    edition = case.get("edition", "1")
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
        kind=kind if kind == "npc" else parts.get("kind", "pc"),
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


def rules(case: Case, _: Changes) -> MesopotamienRules:
    found: MesopotamienRules = SYSTEM.ruleset(case.get("edition", "1"), [])
    return found


MESOPOTAMIEN = Judged(
    system=SYSTEM,
    cases=DATA["case"],
    editions=[{}, {"edition": "2"}],
    character=character,
    rules=rules,
    missing={"skill-row-open", "aspects-open", "stunts-open", "track-missing"},
)
