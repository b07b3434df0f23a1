"""Charts of chances as drawings: where everything lies, for the templates to draw."""

from collections.abc import Sequence
from itertools import accumulate

from jinja2 import Environment
from markupsafe import Markup
from msgspec import Struct

from tontafel.rules.chart import Bar, Chart
from tontafel.site.bars import percent
from tontafel.site.language import Language

#: In units of the drawing: about pixels on a phone. A letter is so wide and a line so high.
_WIDTH, _LETTER, _LINE, _THICKNESS, _ROW = 320, 6.4, 15, 14, 20
#: What the figure behind a bar takes, and a label before it; a longer one stands above its bar.
_FIGURE, _NARROWEST, _WIDEST = 48, 20, 96
#: Nobody sees a share that is narrower.
_FINEST = 0.3
#: So many drawings are remembered.
_KEPT = 1_000


class Row(Struct, frozen=True):
    """The words of a bar, and the lines that they stand on; `told` are all its figures."""

    label: str
    figure: str
    told: str
    base: float
    label_base: float
    asked: bool


class Shares(Struct, frozen=True):
    """What the shares of one series stand for, and the path of their outlines in all bars."""

    tone: str
    label: str
    path: str


class Drawing(Struct, frozen=True):
    """A chart in the words of a language.

    `left` is where bars begin: labels stand before it, or above bars that begin at 0. `marks` are where
    the lines of the scale stand.
    """

    rows: str
    shares: list[Shares]
    bars: list[Row]
    width: int
    height: int
    left: float
    marks: list[float]

    @property
    def legend(self) -> list[tuple[str, str]]:
        """What stands for what: tone and label of each series."""
        return [(one.tone, one.label) for one in self.shares]


class Picture(Struct, frozen=True):
    """A drawing with its finished inside; the bars are kept, so that no others can have their identity."""

    bars: tuple[Bar, ...]
    drawing: Drawing
    inside: Markup


class Artist:
    """Draws charts in one language, the same bars only once."""

    def __init__(self, env: Environment, language: Language) -> None:
        self._env = env
        self._language = language
        self._drawn: dict[int, Picture] = {}

    def draw(self, charts: Sequence[Chart], *, opened: bool = False) -> Markup:
        """Give the HTML of some charts, folded away unless they are to be `opened`; nothing for none."""
        if not charts:
            return Markup()
        said = [(self._language.say(chart.title), self._picture(chart)) for chart in charts]
        html = self._env.get_template("charts/charts.html").render(charts=said, open=opened)
        return Markup(html)  # noqa: S704 - made by a template

    def _picture(self, chart: Chart) -> Picture:
        known = self._drawn.get(id(chart.bars))
        if known is None:
            if len(self._drawn) >= _KEPT:
                self._drawn.clear()
            drawing = drawn(chart, self._language)
            inside = self._env.get_template("charts/bars.svg").render(chart=drawing)
            known = Picture(chart.bars, drawing, Markup(inside))  # noqa: S704 - made by a template
            self._drawn[id(chart.bars)] = known
        return known


def drawn(chart: Chart, language: Language) -> Drawing:
    """Put a chart into place."""
    labels = [language.say(bar.label) for bar in chart.bars]
    widest = max(_NARROWEST, *(len(label) * _LETTER for label in labels))
    left = 0 if widest > _WIDEST else _round(widest + 8)
    frame = _Frame(left, _WIDTH - left - _FIGURE)
    said = [language.say(one.label) for one in chart.series]
    ends = [list(accumulate(map(float, bar.shares), initial=0.0)) for bar in chart.bars]
    return Drawing(
        rows=language.say(chart.rows),
        shares=[
            Shares(one.tone, said[place], frame.path(place, ends)) for place, one in enumerate(chart.series)
        ],
        bars=[
            frame.row(place, label, bar, _figures(chart, bar, said, language))
            for place, (label, bar) in enumerate(zip(labels, chart.bars, strict=True))
        ],
        width=_WIDTH,
        height=frame.height * len(labels),
        left=left,
        marks=[_round(left + frame.across * part) for part in (0, 0.5, 1) if left or part],
    )


def _figures(chart: Chart, bar: Bar, said: Sequence[str], language: Language) -> tuple[str, str]:
    """The one figure behind a bar, and all its figures in words."""
    hoped = percent(sum(bar.shares[1 : chart.hoped], bar.shares[0]), language)
    figures = (percent(figure, language) for figure in chart.figures(bar))
    return hoped, ", ".join(f"{label} {figure}" for label, figure in zip(said, figures, strict=True))


class _Frame(Struct, frozen=True):
    """Where bars begin, and how long a whole one is."""

    left: float
    across: float

    @property
    def height(self) -> int:
        """What a bar takes, with the label above it if it stands there."""
        return _ROW if self.left else _ROW + _LINE

    def top(self, place: int) -> float:
        """Where a bar begins from above."""
        return self.height * (place + 1) - (_ROW + _THICKNESS) / 2

    def row(self, place: int, label: str, bar: Bar, figures: tuple[str, str]) -> Row:
        """The words of a bar in their place."""
        top = self.top(place)
        base = _round(top + _THICKNESS - 2.6)
        return Row(
            label=label,
            figure=figures[0],
            told=figures[1],
            base=base,
            label_base=base if self.left else _round(top - 4),
            asked=bar.asked,
        )

    def path(self, series: int, ends: Sequence[Sequence[float]]) -> str:
        """The outlines of the shares of one series; `ends` are where the shares of each bar end."""
        outlines = []
        for place, reached in enumerate(ends):
            width = self.across * (reached[series + 1] - reached[series])
            if width >= _FINEST:
                x, wide = _round(self.left + self.across * reached[series]), _round(width)
                outlines.append(f"M{x} {_round(self.top(place))}h{wide}v{_THICKNESS}h-{wide}z")
        return "".join(outlines)


def _round(number: float) -> float:
    """A tenth of a unit is fine enough."""
    rounded = round(number, 1)
    return int(rounded) if rounded == int(rounded) else rounded
