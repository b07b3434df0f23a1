"""What a stunt does for a roll; the figures are the edition's, by kind (seed 000, Tricks)."""

from collections.abc import Iterator

from msgspec import Struct

from tontafel.rules.events import Illegal, insist
from tontafel.rules.inflection import names_thing
from tontafel.rules.mesopotamien.conflict.events import Rolled
from tontafel.rules.mesopotamien.conflict.state import Conflict, Fighter
from tontafel.rules.mesopotamien.edition import StuntRule
from tontafel.rules.message import message
from tontafel.rules.model import Stunt
from tontafel.rules.names import fold
from tontafel.rules.outcome import Modifier


class Help(Struct, frozen=True):
    """What a roll counts with: the skill's value, what is added, and the fate points that it costs."""

    value: int
    modifiers: tuple[Modifier, ...] = ()
    cost: int = 0


def help_of(state: Conflict, fighter: Fighter, event: Rolled, title: str) -> Help:
    """What the stunt that the event names does for a roll of this skill."""
    bearer, stunt, rule = _named(state, fighter, event.stunt)
    value = fighter.skills.get(title, fighter.unlisted)
    _is_for_skill(stunt, rule, title)
    added = (Modifier(rule.bonus, message("stunt “{stunt}”", stunt=event.stunt)),) if rule.bonus else ()
    if rule.companions is not None:
        lent = bearer.skills.get(title, bearer.unlisted)
        return Help(max(value, min(lent, rule.companions)))
    if rule.free is not None:
        return Help(value, cost=1) if event.full else Help(min(value, rule.free))
    insist(
        bool(added),
        message("“{stunt}” changes no roll.", stunt=event.stunt),
        message("It says what is possible; roll without it."),
    )
    return Help(value, added)


def _named(state: Conflict, fighter: Fighter, name: str) -> tuple[Fighter, Stunt, StuntRule]:
    """The stunt of that name that this fighter has the use of, whose it is, and its kind's rule."""
    found = list(_available(state, fighter))
    for bearer, stunt, rule in found:
        if fold(name) in {fold(stunt.text), fold(stunt.name or "")} or names_thing(name, stunt.text):
            return bearer, stunt, rule
    names = ", ".join(stunt.name or stunt.text for _, stunt, _ in found)
    raise Illegal(
        message("{who} has no stunt “{stunt}” to use.", who=fighter.name, stunt=name),
        message("To use are: {names}.", names=names or "–"),
    )


def _available(state: Conflict, fighter: Fighter) -> Iterator[tuple[Fighter, Stunt, StuntRule]]:
    """One's own stunts but those for others, and the companions' stunts for others."""
    kinds = state.rules.stunts.kinds
    for bearer in state.fighters.values():
        own = bearer.name == fighter.name
        for stunt in bearer.stunts if bearer.side == fighter.side else ():
            rule = kinds.get(stunt.kind or "")
            if rule and rule.for_others != own:
                yield bearer, stunt, rule


def _is_for_skill(stunt: Stunt, rule: StuntRule, title: str) -> None:
    """A stunt that lends or replaces a skill is for rolls of that skill."""
    bound = rule.companions is not None or rule.free is not None
    plain = fold(title.partition("(")[0])
    insist(
        not bound or not stunt.skill or fold(stunt.skill.partition("(")[0]) == plain,
        message("“{stunt}” is for rolls of {skill}.", stunt=stunt.text, skill=stunt.skill or ""),
        message("Roll {skill}, or roll without it.", skill=stunt.skill or ""),
    )
