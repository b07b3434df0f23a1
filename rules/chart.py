"""Chances as a picture that anyone can draw: bars of stacked shares, with words for people."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Generic, Literal, TypeVar

from msgspec import Struct

from tontafel.rules.message import PLAIN, Message, message
from tontafel.rules.model import Character
from tontafel.rules.system import Rules

R = TypeVar("R", bound=Rules)

#: How good a share is, for whoever chooses colours: from what one hopes for to what one dreads.
Tone = Literal["best", "good", "fair", "faint", "bad", "worst"]


class Series(Struct, frozen=True):
    """What one of the stacked shares of every bar stands for."""

    label: Message
    tone: Tone


class Bar(Struct, frozen=True):
    """A bar: what it is for, and one share of it for each series; together they are 1 at most.

    `asked` marks the bar that somebody asked for, among others that show what is near.
    """

    label: Message
    shares: tuple[Fraction, ...]
    asked: bool = False


class Chart(Struct, frozen=True, kw_only=True):
    """Bars under one title.

    Attributes:
        title: what the chances are of.
        rows: what the labels of the bars count: difficulties, modifiers, skills.
        series: what is stacked, from the left.
        bars: from top to bottom.
        hoped: so many series, from the left, are what one hopes for; their sum is the bar's one figure.
        summed: whether a share counts with all before it, as a chance with one more fate point does.
    """

    title: Message
    rows: Message
    series: tuple[Series, ...]
    bars: tuple[Bar, ...]
    hoped: int = 1
    summed: bool = False

    def figures(self, bar: Bar) -> tuple[Fraction, ...]:
        """The chance for each series as people read it."""
        return tuple(accumulate(bar.shares)) if self.summed else bar.shares


class Charts(Struct, Generic[R], frozen=True, kw_only=True):
    """A system's charts.

    Attributes:
        asked: what `System.odds` says with these arguments, among what is near.
        character: the prospects of a character.
        rules: what everybody's chances are.
        headings: what a page of rules, or a heading on it, is called where it explains tests.
    """

    asked: Callable[..., Sequence[Chart]]
    character: Callable[[Character, R], Sequence[Chart]]
    rules: Callable[[R], Sequence[Chart]]
    headings: tuple[str, ...]


def plain(text: str) -> Message:
    """A label that is the same in every language: a name or a number."""
    return Message(PLAIN, {"text": text})


def stacked(*sums: Fraction) -> tuple[Fraction, ...]:
    """The shares whose sums, from the left, are these."""
    return tuple(after - before for before, after in zip((Fraction(0), *sums), sums, strict=False))


#: How opposed tests end, as every system stacks it.
VERSUS = (
    Series(message("win"), "best"),
    Series(message("equal"), "fair"),
    Series(message("lose"), "bad"),
)
