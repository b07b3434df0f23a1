"""What follows from a character: actions, initiative, what attacks and defences roll, caps, points."""

from typing import Any, Literal

from tontafel.rules.tarua.case import Case
from tontafel.rules.tarua.edition import TaruaRules

#: up: nothing wrong; may_fall: a physical attribute is at 0, so one may go down; end: all of them are.
Standing = Literal["up", "may_fall", "end"]


def derived(case: Case) -> dict[str, Any]:
    """The values that the rules give, JSON-ready.

    Returns:
        `current`: attribute → current value; `actions` a round and `initiative`, by current values;
        `attacks` and `defences`: way to attack → `{"attribute", "skill", "stage"}`, the values that are
        rolled (skill 0 is none, stage null where nothing gives it); `stages`: name → value; `caps`:
        attribute or skill → cap; `points`: `{"spent", "available", "open"}`; `standing`: see `Standing`.
    """
    rules = case.rules
    attacks = rules.conflict.attacks
    return {
        "current": case.current,
        "actions": case.current.get(rules.conflict.actions),
        "initiative": case.current.get(rules.conflict.initiative),
        "attacks": {name: _test(case, way.attribute, way.skill) for name, way in attacks.items()},
        "defences": {
            name: _test(case, way.defence.attribute, way.defence.skill) for name, way in attacks.items()
        },
        "stages": case.stages,
        "caps": {**case.caps, **_skill_caps(case)},
        "points": {"spent": case.spent, "available": case.available, "open": case.free},
        "standing": standing(case.current, rules),
    }


def standing(current: dict[str, int], rules: TaruaRules) -> Standing:
    """How someone with these current values is doing (seed 001: damage to 0)."""
    empty = [name for name in rules.attributes.physical if current.get(name, 1) <= 0]
    if len(empty) == len(rules.attributes.physical):
        return "end"
    return "may_fall" if empty else "up"


def _test(case: Case, attribute: str, skill: str) -> dict[str, int | None]:
    return {
        "attribute": case.current.get(attribute),
        "skill": case.skill_values.get(skill, 0),
        "stage": case.skill_cap(skill),
    }


def _skill_caps(case: Case) -> dict[str, int]:
    stages = case.stages
    return {name: stages[stage] for name, stage in case.rules.stages_of_skills.items() if stage in stages}
