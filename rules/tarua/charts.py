"""Chances of Tarua Katoc as pictures: one die or two, dealt badly or well by the stage."""

from collections.abc import Iterator
from fractions import Fraction

from tontafel.rules.chart import Bar, Chart, Charts, Series, plain
from tontafel.rules.message import Message, message
from tontafel.rules.model import Character
from tontafel.rules.outcome import fill
from tontafel.rules.tarua.case import Case
from tontafel.rules.tarua.dice import FAVOURABLE_STAGE, HIGHEST
from tontafel.rules.tarua.edition import TaruaRules
from tontafel.rules.tarua.odds import successes_odds

_SUCCESSES = (
    Series(message("both dice: outstanding"), "best"),
    Series(message("one die"), "fair"),
)
#: A stage of each kind, and what people call it.
_STAGES: dict[int, Message] = {
    FAVOURABLE_STAGE - 1: message("stage 1 to 5"),
    FAVOURABLE_STAGE: message("stage 6 to 10"),
}
_ALONE = message("attribute alone")
_EVERYBODY: dict[int, Message] = {
    FAVOURABLE_STAGE - 1: message("Attribute {attribute} and a skill, stage 1 to 5"),
    FAVOURABLE_STAGE: message("Attribute {attribute} and a skill, stage 6 to 10"),
}
#: An attribute that many have.
_USUAL = 6
#: So many skills of a character are shown.
_SKILLS = 8


def asked(attribute: int, skill: int = 0, stage: int | None = None) -> list[Chart]:
    """The attribute alone, and with the skill under both kinds of stage."""
    bars = [Bar(_ALONE, _shares(attribute), asked=not skill)]
    title = message("Attribute {attribute}", attribute=attribute)
    if skill:
        title = message("Attribute {attribute} and skill {skill}", attribute=attribute, skill=skill)
        good = stage is not None and stage >= FAVOURABLE_STAGE
        bars += [
            Bar(label, _shares(attribute, skill, one), (one >= FAVOURABLE_STAGE) == good)
            for one, label in _STAGES.items()
        ]
    return [Chart(title=title, rows=message("dice"), series=_SUCCESSES, bars=tuple(bars), hoped=2)]


def _shares(attribute: int, skill: int = 0, stage: int | None = None) -> tuple[Fraction, Fraction]:
    _, one, both = successes_odds(attribute, skill, stage)
    return both, one


def character(character: Character, rules: TaruaRules) -> list[Chart]:
    """Each skill with the attribute that is usual for it."""
    bars = sorted(_skills(Case(character, rules)), key=lambda bar: -sum(bar.shares))[:_SKILLS]
    if not bars:
        return []
    title = message("Tests with a skill")
    return [Chart(title=title, rows=message("skill"), series=_SUCCESSES, bars=tuple(bars), hoped=2)]


def _skills(case: Case) -> Iterator[Bar]:
    for name, value in case.skill_values.items():
        attribute, stage = case.rules.attribute_for(name), case.skill_cap(name)
        if attribute not in case.current or stage is None or not 1 <= value <= HIGHEST:
            continue
        held = case.current[attribute]
        if 0 <= held <= HIGHEST and 1 <= stage <= HIGHEST:
            label = message("{skill} with {attribute}", skill=name, attribute=attribute)
            yield Bar(label, _shares(held, value, stage))


def rules(_: TaruaRules) -> list[Chart]:
    """One attribute with each value of a skill, under each kind of stage."""
    return [
        Chart(
            title=fill(title, attribute=_USUAL),
            rows=message("skill"),
            series=_SUCCESSES,
            hoped=2,
            bars=tuple(
                Bar(plain(str(value)), _shares(_USUAL, value, stage)) for value in range(1, HIGHEST + 1)
            ),
        )
        for stage, title in _EVERYBODY.items()
    ]


CHARTS = Charts(
    asked=asked,
    character=character,
    rules=rules,
    headings=("Proben", "Probe", "Würfel", "Tests", "Dice"),
)
