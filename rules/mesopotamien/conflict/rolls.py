"""A skill is rolled: which one, at what value, and what is added."""

from msgspec.structs import replace

from tontafel.rules.events import Illegal, insist
from tontafel.rules.mesopotamien.conflict.events import Rolled
from tontafel.rules.mesopotamien.conflict.state import Conflict, Fighter
from tontafel.rules.mesopotamien.conflict.stunts import Help, help_of
from tontafel.rules.mesopotamien.dice import Throw, possible
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.message import did_you_mean, message
from tontafel.rules.names import Names, fold
from tontafel.rules.outcome import Modifier


def rolled(state: Conflict, event: Rolled, *, action: bool) -> tuple[Fighter, Throw]:
    """The fighter after an event's roll, and the roll; momentum counts for an action only."""
    fighter = state.able(event.who)
    if not event.skill:
        insist(
            len(event.dice) == 1,
            message("A roll without a skill is one number, the total."),
            message("Name the skill."),
        )
        after = replace(fighter, last_skill="", momentum=0 if action else fighter.momentum)
        return after, Throw(dice=event.dice, skill=0, modifiers=event.modifiers)
    check_dice(event.dice)
    title = skill_title(fighter, event.skill, state.rules)
    _not_twice(state, fighter, title)
    given = help_of(state, fighter, event, title) if event.stunt else Help(value_of(fighter, title))
    _affordable(fighter, given.cost, event)
    # Decided: momentum counts on the next action and not on a defence (the source says "action").
    momentum = (Modifier(fighter.momentum, message("momentum")),) if action and fighter.momentum else ()
    after = replace(
        fighter,
        last_skill=title if state.round else fighter.last_skill,
        momentum=0 if action else fighter.momentum,
        fate_points=fighter.fate_points - given.cost,
    )
    modifiers = (*given.modifiers, *momentum, *event.modifiers)
    return after, Throw(dice=event.dice, skill=given.value, modifiers=modifiers)


def check_dice(dice: tuple[int, ...]) -> None:
    """Raise `Illegal` unless the faces are those of dice that the rules know."""
    insist(
        possible(dice),
        message("No dice of these rules show {dice}.", dice=", ".join(map(str, dice)) or "–"),
        message("Roll 4dF (four times −1, 0 or 1) or W6−W6 (a positive and a negative number)."),
    )


def skill_title(fighter: Fighter, skill: str, rules: MesopotamienRules) -> str:
    """The skill as the fighter's page has it; a bare name means its specialisation.

    Raises `Illegal` for a slip of the pen; any other skill is one that the fighter lacks.
    """
    own = Names(fighter.skills)
    title = own.spelled(skill) or next(
        (title for title in fighter.skills if fold(title.partition("(")[0]) == fold(skill)), None
    )
    if title:
        return title
    listed = rules.known_skills.spelled(skill)
    meant = None if listed else own.near(skill) or rules.known_skills.near(skill)
    if meant:
        raise Illegal(
            message("{who} has no skill “{skill}”.", who=fighter.name, skill=skill), did_you_mean(meant)
        )
    return listed or skill


def value_of(fighter: Fighter, title: str) -> int:
    """A skill's value, the unlisted one included."""
    return fighter.skills.get(title, fighter.unlisted)


def is_nimble(state: Conflict, title: str) -> bool:
    """Whether this is the skill with which one dodges and moves further."""
    return bool(title) and fold(title) == fold(state.rules.conflict.nimble)


def _not_twice(state: Conflict, fighter: Fighter, title: str) -> None:
    others = [skill for skill in fighter.skills if skill != fighter.last_skill]
    insist(
        not state.round or not fighter.last_skill or fold(title) != fold(fighter.last_skill),
        message(
            "{who} has just used {skill}; nobody uses a skill twice in a row.", who=fighter.name, skill=title
        ),
        message("Use another skill: {names}.", names=", ".join(others) or "–"),
    )


def _affordable(fighter: Fighter, cost: int, event: Rolled) -> None:
    insist(
        cost <= fighter.fate_points,
        message("{who} has no fate point left for “{stunt}”.", who=fighter.name, stunt=event.stunt),
        message("Without a fate point the skill counts less."),
    )
