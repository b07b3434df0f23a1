"""Chances of FHTAGN as pictures: degrees after modifiers, and opposed tests."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from tontafel.rules.chart import VERSUS, Bar, Chart, Charts, Series, plain
from tontafel.rules.fhtagn import dice
from tontafel.rules.fhtagn.case import Case
from tontafel.rules.fhtagn.dice import Trial
from tontafel.rules.fhtagn.edition import FhtagnRules
from tontafel.rules.fhtagn.odds import odds, opposed_odds
from tontafel.rules.fhtagn.trial import condition
from tontafel.rules.message import Message, message
from tontafel.rules.model import Character
from tontafel.rules.outcome import Modifier, signed

_DEGREES = (
    Series(message("critical"), "best"),
    Series(message("success"), "fair"),
    Series(message("failure"), "bad"),
    Series(message("fumble"), "worst"),
)
#: What the game master usually adds or takes away.
_MODIFIERS = (40, 20, 0, -20, -40)
_VALUES = range(10, 100, 10)
_EVEN = 50
#: So many skills of a character are shown.
_SKILLS = 6


def asked(
    value: int, modifier: int = 0, against: int | None = None, willpower: int | None = None
) -> list[Chart]:
    """The degrees after each modifier, and against other values."""
    title = message("{value}% after modifiers", value=value)
    mine = {one: _trial(value, one, willpower) for one in sorted({*_MODIFIERS, modifier}, reverse=True)}
    return [_modified(title, mine, modifier), _opposed(mine[modifier], value, against)]


def _trial(value: int, modifier: int = 0, willpower: int | None = None) -> Trial:
    return dice.skill(value, *([Modifier(modifier)] if modifier else []), willpower=willpower)


def _modified(title: Message, trials: Mapping[int, Trial], wanted: int | None = None) -> Chart:
    bars = [
        Bar(plain(signed(modifier)), _degrees(one), modifier == wanted) for modifier, one in trials.items()
    ]
    return _chart(title, message("modifier"), bars)


def _chart(title: Message, rows: Message, bars: Iterable[Bar]) -> Chart:
    return Chart(title=title, rows=rows, series=_DEGREES, bars=tuple(bars), hoped=2)


def _degrees(trial: Trial) -> tuple[Fraction, ...]:
    return tuple(odds(trial).values())


def _opposed(mine: Trial, value: int, against: int | None = None) -> Chart:
    theirs = sorted({*_VALUES, *([] if against is None else [against])})
    return Chart(
        title=message("{value}% against an opponent", value=value),
        rows=message("the opponent's value"),
        series=VERSUS,
        bars=tuple(
            Bar(plain(f"{one} %"), tuple(opposed_odds(mine, _trial(one)).values()), one == against)
            for one in theirs
        ),
    )


def character(character: Character, rules: FhtagnRules) -> list[Chart]:
    """The best skills as they stand, and the best of them after modifiers."""
    case = Case(character, rules)
    rated = [(one.title, one.skill.value or 0) for one in case.counted if (one.skill.value or 0) > 0]
    best = sorted(rated, key=lambda one: -one[1])[:_SKILLS]
    if not best:
        return []
    bars = [Bar(plain(name), _degrees(condition(case, value))) for name, value in best]
    name, value = best[0]
    title = message("{skill} {value}% after modifiers", skill=name, value=value)
    trials = {modifier: condition(case, value, modifier) for modifier in _MODIFIERS}
    return [_chart(message("Degrees"), message("skill"), bars), _modified(title, trials)]


def rules(_: FhtagnRules) -> list[Chart]:
    """The degrees of each value, and of an even chance after modifiers and against opponents."""
    bars = [Bar(plain(f"{value} %"), _degrees(_trial(value))) for value in _VALUES]
    even = {modifier: _trial(_EVEN, modifier) for modifier in _MODIFIERS}
    return [
        _chart(message("Degrees"), message("value"), bars),
        _modified(message("{value}% after modifiers", value=_EVEN), even),
        _opposed(even[0], _EVEN),
    ]


CHARTS = Charts(
    asked=asked,
    character=character,
    rules=rules,
    headings=("Proben", "Probe", "Würfel", "Tests", "Dice"),
)
