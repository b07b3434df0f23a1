"""Charts of chances as a terminal shows them, and figures of chances as people read them."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from tontafel.rules.chart import Bar, Chart
from tontafel.rules.message import message
from tontafel.site.console import Console
from tontafel.site.language import Language

#: A whole bar takes so many letters.
_WIDTH = 40
#: What fills the shares, from the left, and what does where the terminal has no such letters.
_SHADES = "█▓▒░"
_PLAIN_SHADES = "#=-."


def percent(chance: Fraction, language: Language) -> str:
    """A chance in percent: whole, or with one place where that would say too much or too little.

    Only what is certain is 100 % or 0 %.
    """
    tenths = _tenths(chance)
    whole, tenth = divmod(tenths, 10)
    shown = f"{whole}.{tenth}" if tenth else str(whole)
    return f"{shown.replace('.', ',')} %" if language.code == "de" else f"{shown}%"


def _tenths(chance: Fraction) -> int:
    """Tenths of a percent, rounded half up, but never to a certainty that there is not."""
    numerator, denominator = chance.numerator, chance.denominator
    rounded = (numerator * 2000 + denominator) // (2 * denominator)
    return min(max(rounded, 1), 999) if 0 < numerator < denominator else rounded


def as_text(chart: Chart, console: Console) -> str:
    """The chart as lines: title, what each shade stands for, and a bar for each row with its figures."""
    language = console.language
    shades = _SHADES if console.can_write(_SHADES) else _PLAIN_SHADES
    labels = [language.say(bar.label) for bar in chart.bars]
    head = language.say(chart.rows)
    width = max(len(head), *map(len, labels))
    legend = (f"{shade} {language.say(one.label)}" for shade, one in zip(shades, chart.series, strict=False))
    lines = [
        console.paint(language.say(chart.title), "place"),
        f"  {head:>{width}}  {'   '.join(legend)}",
        *_rows(chart, labels, width, shades, console),
    ]
    return "\n".join(line.rstrip() for line in lines)


def _rows(chart: Chart, labels: Sequence[str], width: int, shades: str, console: Console) -> Iterator[str]:
    figures = [[percent(one, console.language) for one in chart.figures(bar)] for bar in chart.bars]
    columns = [max(map(len, column)) for column in zip(*figures, strict=True)]
    for bar, label, row in zip(chart.bars, labels, figures, strict=True):
        told = "  ".join(f"{figure:>{column}}" for figure, column in zip(row, columns, strict=True))
        line = f"{label:>{width}}  {_drawn(bar, shades):<{_WIDTH}}  {told}"
        yield f"{'›' if bar.asked else ' '} {console.paint(line, 'place') if bar.asked else line}"


def _drawn(bar: Bar, shades: str) -> str:
    """The shares side by side; each ends where the sum up to it does, so that rounding never adds up."""
    drawn, total = "", Fraction(0)
    for share, shade in zip(bar.shares, shades, strict=False):
        total += share
        drawn += shade * (round(total * _WIDTH) - len(drawn))
    return drawn


#: Degrees that systems know, in words.
DEGREES = {
    "critical": message("critical success"),
    "outstanding": message("outstanding success"),
    "success": message("success"),
    "failure": message("failure"),
    "fumble": message("fumble"),
    "win": message("win"),
    "tie": message("equal"),
    "lose": message("lose"),
}


def degree(name: str, language: Language) -> str:
    """A degree in words; one that only its system knows is looked up as it is."""
    return language.say(DEGREES[name]) if name in DEGREES else language.gettext(name)
