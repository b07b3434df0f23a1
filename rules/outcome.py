"""What a test comes to and why, in the same form for every system.

The exceptions of dice and tests, as a tree::

    system.RulesError           a message for people and a hint
    ├── ValueRangeError         a number that no character and no test of the system can have
    ├── CannotTryError          the test may not even be tried
    └── dice.DiceError          a dice notation, with the place in it
        ├── dice.DiceSyntaxError
        └── dice.DiceBudgetError
"""

from typing import Literal, Protocol

from msgspec import Struct

from tontafel.rules.message import Message
from tontafel.rules.system import RulesError

#: The degree of a roll that nobody has set a difficulty for.
UNJUDGED = "total"

#: How an opposed test ends, seen from the side that is named first.
Versus = Literal["win", "tie", "lose"]


class Rng(Protocol):
    """The part of `random.Random` that dice need; whoever rolls passes one in."""

    def randint(self, a: int, b: int, /) -> int:
        """Return a whole number from `a` to `b`, both included."""


class Modifier(Struct, frozen=True):
    """A number added to a test's value or total, and why; without a reason the table just said so."""

    value: int
    reason: Message | None = None


class Outcome(Struct, frozen=True, kw_only=True):
    """A test that is over: how well it went, what lay on the table and the sentences that explain it.

    `degree` is the system's own stable word. `dice` are the faces; of dice that are subtracted, the
    negative face. `modifiers` are those that counted.
    """

    degree: str
    success: bool
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()
    why: tuple[Message, ...] = ()


class ValueRangeError(RulesError):
    """A number outside the range that the system gives it."""


class CannotTryError(RulesError):
    """A test that the rules do not even let one try."""


def demand(condition: bool, otherwise: Message) -> None:
    """Raise `ValueRangeError` with the sentence `otherwise` unless the condition holds."""
    if not condition:
        raise ValueRangeError(otherwise)


def versus(mine: int, theirs: int) -> Versus:
    """Who wins by the higher number; equal ones help nobody."""
    return "win" if mine > theirs else "lose" if mine < theirs else "tie"


def fill(sentence: Message, **values: str | int) -> Message:
    """Give a sentence from a table its values."""
    return Message(sentence.text, values)


def signed(number: int) -> str:
    """Write a number with its sign and a real minus: `+2`, `−20`, `0`."""
    return minus(f"{number:+d}") if number else "0"


def minus(number: int | str) -> str:
    """Write a number with a real minus, if it has one: `7`, `−7`."""
    return str(number).replace("-", "−")
