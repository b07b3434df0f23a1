"""Characters of FHTAGN that break its rules, each in one way."""

import re
import tomllib
from pathlib import Path
from typing import Any

from tests.rules.judged import Case, Changes, Judged, merged

from tontafel.rules.model import Character, Skill, Track
from tontafel.rules.system import system

DATA = tomllib.loads(Path(__file__).with_name("fhtagn.toml").read_text("utf-8"))
SYSTEM = system("fhtagn")
RULES = SYSTEM.ruleset("1", [])


def skill(written: str, value: Any, bases: dict[str, int]) -> Skill:
    """`Fremdsprache (Englisch)` has a field, `Angeln (neu)` is new, `Religion ×` is marked."""
    name, special, mark = re.fullmatch(r"(.*?)(?: \((.*)\))?( ×)?", written).groups()  # type: ignore[union-attr]
    return Skill(
        name=name,
        value=None if value == "unwritten" else value,
        specialisation=None if special == "neu" else special,
        new=special == "neu",
        marked=bool(mark),
        base=bases.get(name),
    )


def track(name: str, value: Any) -> Track:
    if isinstance(value, list):
        return Track(name=name, current=value[0], maximum=value[1])
    return Track(name=name, current=value)


def character(_: Case, changes: Changes, kind: Any) -> Character:
    sound = DATA["sound"]
    skills = changes.get("only") or merged(sound["skills"], changes.get("skills", {}))
    tracks = merged(sound["tracks"], changes.get("tracks", {}))
    return Character(
        name="Hinnerk Voss",
        system="fhtagn",
        edition="1",
        kind=kind,
        attributes=merged(sound["attributes"], changes.get("attributes", {})),
        skills=[skill(name, value, changes.get("bases", {})) for name, value in skills.items()],
        tracks=[track(name, value) for name, value in tracks.items()],
        details=sound["details"] | changes.get("details", {}),
    )


FHTAGN = Judged(
    system=SYSTEM,
    cases=DATA["case"],
    editions=[{}],
    character=character,
    rules=lambda *_: RULES,
    missing={"attribute-missing", "track-missing", "bonds-open", "points-open"},
)
