"""A test of a character's skill, and the odds of one, as commands ask for them."""

from fractions import Fraction

from tontafel.rules.events import Illegal
from tontafel.rules.mesopotamien import odds as exact
from tontafel.rules.mesopotamien.conflict.enter import enter
from tontafel.rules.mesopotamien.conflict.rolls import skill_title, value_of
from tontafel.rules.mesopotamien.dice import DICE, USUAL, Total, known_dice, made, resolve, throw
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.message import message
from tontafel.rules.model import Character
from tontafel.rules.options import Option, OptionError, missing
from tontafel.rules.outcome import UNJUDGED, Modifier, Rng
from tontafel.rules.system import one_of

_DICE = Option(
    name="dice",
    help=message("the dice: four Fudge dice, or a d6 less a d6"),
    number=False,
    choices=tuple(DICE),
)
_DIFFICULTY = Option(name="difficulty", help=message("the difficulty to reach"))
_SKILL = Option(name="skill", help=message("the skill's value"))
_AGAINST = Option(name="against", help=message("the value of an opponent's skill, instead of a difficulty"))
_POINTS = Option(name="fate_points", help=message("so many fate points are spent as well as they can be"))

ROLL = (Option(name="modifier", help=message("a number added to the total, such as -1")), _DIFFICULTY, _DICE)
ODDS = (_SKILL, _DIFFICULTY, _AGAINST, _POINTS, _DICE)


def roll(  # noqa: PLR0913 - the last three are options of a command
    rng: Rng,
    character: Character,
    rules: MesopotamienRules,
    skill: str,
    *,
    modifier: int = 0,
    difficulty: int | None = None,
    dice: str = USUAL,
) -> Total:
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
    thrown = throw(rng, value_of(fighter, title), modifiers, known_dice(dice))
    if difficulty is not None:
        return resolve(thrown, difficulty)
    return Total(
        degree=UNJUDGED,
        success=True,
        dice=thrown.dice,
        modifiers=modifiers,
        why=(made(thrown),),
        total=thrown.total,
    )


def odds(
    skill: int | None = None,
    difficulty: int | None = None,
    against: int | None = None,
    fate_points: int = 0,
    dice: str = USUAL,
) -> dict[str, Fraction]:
    """The chances for a skill's value, with fate points spent as well as can be.

    Returns:
        The chance of `success` against a difficulty, of `win`, `tie` and `lose` against an opponent.

    Raises:
        RulesError: a number is missing, these rules don't know the dice, or nobody has so many points.
    """
    if skill is None:
        raise missing(_SKILL)
    if against is not None and difficulty is not None:
        raise OptionError(
            message("A test is against a difficulty or against an opponent, not both."),
            message("Leave {option} out.", option=_DIFFICULTY.flag),
        )
    if against is not None:
        return exact.opposed_odds(skill, against, fate_points, known_dice(dice))
    if difficulty is None:
        raise missing(_DIFFICULTY, _AGAINST)
    return exact.odds(skill, difficulty, fate_points, known_dice(dice))
