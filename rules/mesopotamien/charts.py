"""Chances of Der Geist Mesopotamiens as pictures: ladders of difficulties, with fate points spent well."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from tontafel.rules.chart import VERSUS, Bar, Chart, Charts, Series, plain, stacked
from tontafel.rules.mesopotamien.case import Case
from tontafel.rules.mesopotamien.dice import DICE, USUAL, known_dice
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.mesopotamien.odds import opposed_odds, successes
from tontafel.rules.message import Message, message
from tontafel.rules.model import Character
from tontafel.rules.outcome import minus, signed

#: With no fate point, one, two, three.
_POINTS = (
    Series(message("without a fate point"), "best"),
    Series(message("with one"), "good"),
    Series(message("with two"), "fair"),
    Series(message("with three"), "faint"),
)
_MOST = len(_POINTS) - 1
_DIFFICULTY = message("difficulty")
#: Of a character so many values of skills are shown, and so many names for each.
_STEPS, _NAMES = 3, 3
#: The difficulties that are worth a look lie so far below and above a skill's value.
_BELOW, _ABOVE = 3, 7


def asked(
    skill: int = 0,
    difficulty: int | None = None,
    against: int | None = None,
    fate_points: int = 0,
    dice: str = USUAL,
) -> list[Chart]:
    """The difficulties around the one asked for, or opponents around the one asked for."""
    if against is not None:
        return [_opposed(skill, against, fate_points, dice)]
    near = range(skill - _BELOW, skill + _ABOVE + 1)
    rows = sorted({*near, *([] if difficulty is None else [difficulty])})
    title = message("Skill {skill}, {dice}, against a difficulty", skill=minus(skill), dice=dice)
    return [_ladder(title, skill, rows, dice, difficulty)]


def _ladder(
    title: Message, skill: int, difficulties: Iterable[int], dice: str, wanted: int | None = None
) -> Chart:
    bars = _bars(skill, tuple(difficulties), dice, wanted)
    return Chart(title=title, rows=_DIFFICULTY, series=_POINTS, bars=bars, summed=True)


@lru_cache(maxsize=64)
def _bars(skill: int, difficulties: tuple[int, ...], dice: str, wanted: int | None) -> tuple[Bar, ...]:
    """The same bars again for the same skill: whoever draws them need not draw them twice."""
    return tuple(Bar(plain(minus(one)), _shares(skill - one, dice), one == wanted) for one in difficulties)


def _shares(lead: int, dice: str) -> tuple[Fraction, ...]:
    return stacked(*successes(lead, 0, _MOST, known_dice(dice)))


def _opposed(skill: int, against: int, fate_points: int, dice: str) -> Chart:
    near = range(skill - _BELOW - 1, skill + _BELOW + 2)
    chances = {
        one: opposed_odds(skill, one, fate_points, known_dice(dice)) for one in sorted({*near, against})
    }
    return Chart(
        title=message("Skill {skill}, {dice}, against an opponent", skill=minus(skill), dice=dice),
        rows=message("the opponent's skill"),
        series=VERSUS,
        bars=tuple(
            Bar(plain(minus(one)), tuple(found.values()), one == against) for one, found in chances.items()
        ),
    )


def character(character: Character, rules: MesopotamienRules) -> list[Chart]:
    """For each of the best values a ladder of the same difficulties."""
    best = _best(character, rules)
    if not best:
        return []
    highest = max(best)
    rows = range(max(1, highest - _BELOW), highest + _ABOVE - 2)
    return [_ladder(plain(f"{names} {value}"), value, rows, USUAL) for value, names in best.items()]


def _best(character: Character, rules: MesopotamienRules) -> dict[int, str]:
    """The highest values above zero with the names of the skills that have them."""
    named: dict[int, list[str]] = {}
    for one in Case(character, rules).skills:
        if one.earlier is None and one.skill.value is not None and one.skill.value > 0:
            named.setdefault(one.skill.value, []).append(one.meant.name)
    highest = sorted(named, reverse=True)[:_STEPS]
    return {value: _listed(named[value]) for value in highest}


def _listed(names: list[str]) -> str:
    return ", ".join(names[:_NAMES]) + (" …" if len(names) > _NAMES else "")


def rules(_: MesopotamienRules) -> list[Chart]:
    """For each kind of dice a ladder by how far the skill is above the difficulty or below it."""
    leads = range(4, -8, -1)
    return [
        Chart(
            title=message("Chances with {dice}", dice=dice),
            rows=message("skill less difficulty"),
            series=_POINTS,
            bars=tuple(Bar(plain(signed(lead)), _shares(lead, dice)) for lead in leads),
            summed=True,
        )
        for dice in DICE
    ]


CHARTS = Charts(
    asked=asked,
    character=character,
    rules=rules,
    headings=("Fertigkeiten", "Würfel", "Proben", "Skills", "Dice", "Tests"),
)
