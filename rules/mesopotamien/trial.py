"""A test of a character's skill, and the odds of one, as commands ask for them."""

from fractions import Fraction

from tontafel.rules import dice as notation
from tontafel.rules.events import Illegal
from tontafel.rules.mesopotamien import odds as exact
from tontafel.rules.mesopotamien.conflict.enter import enter
from tontafel.rules.mesopotamien.conflict.rolls import skill_title, value_of
from tontafel.rules.mesopotamien.dice import DICE, made, resolve, throw
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.message import message
from tontafel.rules.model import Character
from tontafel.rules.outcome import Modifier, Outcome, Rng
from tontafel.rules.system import RulesError, one_of

#: The dice that are usual.
USUAL = next(iter(DICE))


def roll(  # noqa: PLR0913 - the last three are options of a command
    rng: Rng,
    character: Character,
    rules: MesopotamienRules,
    skill: str,
    *,
    modifier: int = 0,
    difficulty: int | None = None,
    dice: str = USUAL,
) -> Outcome:
    """Roll for a skill of the character or of the campaign's list.

    Returns:
        A `Comparison` with the difficulty; without one the degree is `total`.

    Raises:
        RulesError: nobody knows such a skill, or these rules don't know the dice.
    """
    fighter = enter(character, rules, side="")
    title = skill_title(fighter, skill, rules)
    if title not in fighter.skills and not rules.known_skills.spelled(title):
        raise Illegal(
            message("{who} has no skill “{skill}”.", who=character.name, skill=skill),
            one_of(skill, fighter.skills),
        )
    modifiers = (Modifier(modifier),) if modifier else ()
    thrown = throw(rng, value_of(fighter, title), modifiers, _dice(dice))
    if difficulty is not None:
        return resolve(thrown, difficulty)
    return Outcome(degree="total", success=True, dice=thrown.dice, modifiers=modifiers, why=(made(thrown),))


def odds(skill: int, difficulty: int, fate_points: int = 0, dice: str = USUAL) -> dict[str, Fraction]:
    """The chance of `success` for a skill's value, with fate points spent as well as can be.

    Raises:
        RulesError: these rules don't know the dice, or nobody has so many fate points.
    """
    return exact.odds(skill, difficulty, fate_points, _dice(dice))


def _dice(name: str) -> notation.Expression:
    found = {known.casefold(): dice for known, dice in DICE.items()}.get(
        name.strip().replace("−", "-").casefold()
    )
    if found is None:
        raise RulesError(message("These rules don't roll “{dice}”.", dice=name), one_of(name, DICE))
    return found
