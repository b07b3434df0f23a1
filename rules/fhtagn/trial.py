"""A test of a character's skill or attribute, and the odds of one, as commands ask for them."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from tontafel.rules.events import Illegal
from tontafel.rules.fhtagn import dice
from tontafel.rules.fhtagn import odds as exact
from tontafel.rules.fhtagn.case import Case
from tontafel.rules.fhtagn.dice import EXHAUSTION, LUCK, PercentRoll, Trial
from tontafel.rules.fhtagn.edition import FhtagnRules
from tontafel.rules.message import message
from tontafel.rules.model import Character
from tontafel.rules.names import Names, fold
from tontafel.rules.options import Option, missing
from tontafel.rules.outcome import Modifier, Rng
from tontafel.rules.system import one_of

_VALUE = Option(name="value", help=message("the value in percent"))
_MODIFIER = Option(name="modifier", help=message("percent added to the value, such as -20"))
_AGAINST = Option(name="against", help=message("an opponent's value in percent"))
_WILLPOWER = Option(name="willpower", help=message("the willpower points left"))

ROLL = (_MODIFIER,)
ODDS = (_VALUE, _MODIFIER, _AGAINST, _WILLPOWER)

#: What a test of pure chance is called.
_LUCK = Names(["Glück", "Luck"])


def roll(rng: Rng, character: Character, rules: FhtagnRules, skill: str, *, modifier: int = 0) -> PercentRoll:
    """Roll for a skill, an attribute, a stability test ("STA") or luck, in the character's condition.

    Raises:
        RulesError: there is no such skill or attribute, or it can't even be tried.
    """
    return dice.roll(rng, trial(character, rules, skill, modifier=modifier))


def trial(character: Character, rules: FhtagnRules, written: str, *, modifier: int = 0) -> Trial:
    """What is tested, with what low willpower and exhaustion make of it; exceptions as in `roll`."""
    if _LUCK.spelled(written):
        return LUCK
    case = Case(character, rules)
    attribute = _attribute(rules, written)
    if attribute in case.current:
        return condition(case, case.current[attribute], modifier, dice.attribute)
    return condition(case, _percent(case, written), modifier)


def condition(case: Case, value: int, modifier: int = 0, kind: Callable[..., Trial] = dice.skill) -> Trial:
    """A trial of a value in the condition that a character is in; `kind` makes it."""
    gauge = case.gauge.get(case.rules.willpower.track)
    willpower = gauge.current if gauge and gauge.current is not None else None
    exhausted = case.character.details.get("exhausted") is True
    modifiers = (*([Modifier(modifier)] if modifier else []), *([EXHAUSTION] if exhausted else []))
    return kind(value, *modifiers, willpower=willpower)


def odds(
    value: int | None = None, modifier: int = 0, against: int | None = None, willpower: int | None = None
) -> Mapping[str, Fraction]:
    """The chances of each degree for a value in percent, or to win, tie and lose against another value.

    Raises:
        RulesError: the value is missing; else as in `dice.target`.
    """
    if value is None:
        raise missing(_VALUE)
    modifiers = [Modifier(modifier)] if modifier else []
    mine = dice.skill(value, *modifiers, willpower=willpower)
    return exact.odds(mine) if against is None else exact.opposed_odds(mine, dice.skill(against))


def _attribute(rules: FhtagnRules, written: str) -> str:
    """The short name of an attribute that is written short or in full; empty for anything else."""
    names = {fold(form): short for short, full in rules.attributes.items() for form in (short, full)}
    return names.get(fold(written), "")


def _percent(case: Case, written: str) -> int:
    """A skill's value, the base where the page has none; stability counts as it stands."""
    stability = case.rules.stability.track
    gauge = case.gauge.get(stability)
    if fold(written) == fold(stability) and gauge and gauge.current is not None:
        return gauge.current
    key = case.skill_key(written)
    own = next((one for one in case.counted if fold(one.title) == key), None)
    if own:
        return own.skill.value or 0
    known = case.rules.known_skills.spelled(written)
    if known is None:
        names = [*(one.title for one in case.counted), *case.rules.skills.names(), *case.rules.attributes]
        raise Illegal(
            message("There is no attribute or skill “{name}”.", name=written), one_of(written, names)
        )
    return case.value(known)
