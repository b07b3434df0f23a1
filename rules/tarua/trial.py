"""A test of a character's skill or attribute, and the odds of one, as commands ask for them."""

from collections.abc import Mapping
from fractions import Fraction

from tontafel.rules.events import Illegal
from tontafel.rules.message import message
from tontafel.rules.model import Character
from tontafel.rules.names import fold
from tontafel.rules.options import Option, missing
from tontafel.rules.outcome import Rng
from tontafel.rules.system import one_of
from tontafel.rules.tarua import dice
from tontafel.rules.tarua import odds as exact
from tontafel.rules.tarua.case import Case
from tontafel.rules.tarua.dice import TaruaRoll
from tontafel.rules.tarua.edition import TaruaRules

_ATTRIBUTE = Option(name="attribute", help=message("the attribute's value, 0 to 10"))
_SKILL = Option(name="skill", help=message("the skill's value, 0 to 10; without it one die is rolled"))
_STAGE = Option(name="stage", help=message("the stage that deals the dice, 1 to 10"))

ROLL = (Option(name="attribute", help=message("the attribute, if it is not the usual one"), number=False),)
ODDS = (_ATTRIBUTE, _SKILL, _STAGE)


def roll(
    rng: Rng, character: Character, rules: TaruaRules, skill: str, *, attribute: str | None = None
) -> TaruaRoll:
    """Roll for a skill with the attribute that is usual for it or the one given, or for an attribute alone.

    Raises:
        RulesError: there is no such skill or attribute, or the character has no value for it.
    """
    case = Case(character, rules)
    alone = rules.known_attributes.spelled(skill)
    if alone:
        return dice.roll(rng, _value(case, alone))
    name = _skill(case, skill)
    beside = attribute or rules.attribute_for(name)
    if beside is None:
        raise Illegal(
            message("Nothing says which attribute is rolled with {skill}.", skill=name),
            message("The attributes are: {names}.", names=", ".join(rules.attributes.names)),
        )
    value = max(0, case.skill_values.get(name, 0))
    stage = case.skill_cap(name)
    if value and stage is None:
        raise Illegal(
            message("Nothing says which stage {who} has for: {names}.", who=character.name, names=name),
            message("Write the people or the stages on the page."),
        )
    return dice.roll(rng, _value(case, beside), value, stage)


def answer(rules: TaruaRules, skill: str, other: str) -> Mapping[str, str]:
    """The attribute that is rolled with a skill to defend against an attack with another (seed 001)."""
    for way in rules.conflict.attacks.values():
        if fold(way.skill) == fold(skill) and fold(way.defence.skill) == fold(other):
            return {"attribute": way.defence.attribute}
    return {}


def odds(attribute: int | None = None, skill: int = 0, stage: int | None = None) -> Mapping[str, Fraction]:
    """The chances of `success` and of `outstanding` success.

    Raises:
        RulesError: the attribute is missing; else as in `dice.resolve`.
    """
    if attribute is None:
        raise missing(_ATTRIBUTE)
    if skill and stage is None:
        raise missing(_STAGE)
    return exact.odds(attribute, skill, stage)


def _skill(case: Case, written: str) -> str:
    known = case.rules.known_skills.spelled(written)
    own = next((name for name in case.skill_values if fold(name) == fold(written)), None)
    if known is None and own is None:
        names = [*case.rules.skills.names(), *case.rules.attributes.names]
        raise Illegal(
            message("There is no attribute or skill “{name}”.", name=written), one_of(written, names)
        )
    return known or own or written


def _value(case: Case, written: str) -> int:
    name = case.rules.known_attributes.spelled(written)
    if name is None:
        names = case.rules.attributes.names
        raise Illegal(message("There is no attribute “{name}”.", name=written), one_of(written, names))
    if name not in case.current:
        raise Illegal(
            message("{who} has no value for: {names}.", who=case.character.name, names=name),
            message("Write it on the page."),
        )
    return case.current[name]
