"""Dice as people write them: notation → tree → rolled tree → text.

::

    expression = [sign] term {sign term}          sign = "+" | "-" and its typographic relatives
    term       = dice | number | "(" expression ")"
    dice       = [number] ("W" | "D") (number | "F" | "%")     in either case: 2W10, d6, 4dF, W100, d%

Spaces may stand between any two of these. A die with "F" is a Fudge die: −1, 0 or 1; one with "%" has 100
sides.
"""

import re
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from tontafel.rules.message import Message, message
from tontafel.rules.outcome import Rng, minus
from tontafel.rules.span import Span
from tontafel.rules.system import RulesError

Sign = Literal[1, -1]

_SIGNS: dict[str, Sign] = {"+": 1, "-": -1, "−": -1, "–": -1, "‐": -1, "‑": -1}
_DIGITS = "0123456789"
_TOKEN = re.compile(r"[0-9]+|\S")
_FUDGE_FACES = {-1: "−", 0: "0", 1: "+"}


class Budget(Struct, frozen=True, kw_only=True):
    """How much one notation may ask for, so that no roll takes memory or time worth mentioning.

    Dice in all, sides of a die, a number on its own, characters, parentheses within each other, and
    the bits that all counts of a distribution take together.
    """

    dice: int = 1_000
    sides: int = 1_000
    number: int = 1_000_000
    length: int = 200
    depth: int = 10
    bits: int = 5_000_000


BUDGET = Budget()


class DiceError(RulesError):
    """A dice notation that can't be rolled; `span` is the place in it."""

    def __init__(self, said: Message, span: Span, hint: Message | None = None) -> None:
        super().__init__(said, hint)
        self.span = span

    def __reduce__(self) -> tuple[type["DiceError"], tuple[Message, Span, Message | None]]:
        return type(self), (self.message, self.span, self.hint)


class DiceSyntaxError(DiceError):
    """A text that is not dice notation."""


class DiceBudgetError(DiceError):
    """Dice that ask for more than the budget allows."""


# The tree


class Number(Struct, frozen=True, tag="number"):
    """A number that is added as it stands, zero or more."""

    value: int


class Dice(Struct, frozen=True, tag="dice"):
    """Some equal dice; each shows `low` to `low + sides - 1`."""

    count: int
    sides: int
    low: int = 1

    @property
    def fudge(self) -> bool:
        """Whether these are Fudge dice."""
        return self.low == -1


class Term(Struct, frozen=True):
    """A part of a sum and whether it is added or subtracted."""

    sign: Sign
    expression: "Expression"


class Sum(Struct, frozen=True, tag="sum"):
    """Parts that are added up; a single part that is added is never wrapped in a sum."""

    terms: tuple[Term, ...]


Expression = Number | Dice | Sum


class Roll(Struct, frozen=True):
    """A rolled tree: `faces` where the expression is dice, `parts` (one a term) where it is a sum."""

    expression: Expression
    total: int
    faces: tuple[int, ...] = ()
    parts: tuple["Roll", ...] = ()

    @property
    def dice(self) -> tuple[int, ...]:
        """Every die in the order rolled, negative where it is subtracted."""
        return tuple(_contributions(self, 1))


# Notation → tree


class _Token(Struct, frozen=True):
    text: str
    span: Span

    @property
    def kind(self) -> str:
        if self.text[0] in _DIGITS:
            return "number"
        if self.text in _SIGNS:
            return "sign"
        return {"w": "die", "d": "die", "f": "fudge"}.get(self.text.lower(), self.text)


_END = "end"
_KINDS = frozenset({"number", "sign", "die", "fudge", "%", "(", ")", _END})
#: The sides of a die of per cent.
_PERCENT = 100
_EXAMPLES = message("Dice are written like 4dF+5, W6-W6, 2W10 or 3d6+2d4-1.")


def parse(text: str, budget: Budget = BUDGET) -> Expression:
    """Read a dice notation.

    Raises `DiceSyntaxError` where the text is no dice notation and `DiceBudgetError` where it asks
    for more than the budget has; both name the place.
    """
    if len(text) > budget.length:
        raise DiceBudgetError(
            message("This is longer than the {limit} characters that dice may take.", limit=budget.length),
            Span(budget.length, len(text)),
            _EXAMPLES,
        )
    return _Parser(text, budget).whole()


class _Parser:
    """Goes through the tokens once, from left to right."""

    def __init__(self, text: str, budget: Budget) -> None:
        self._tokens = [_Token(match[0], Span(*match.span())) for match in _TOKEN.finditer(text)]
        self._end = _Token(_END, Span(len(text), len(text)))
        self._position = 0
        self._budget = budget
        self._dice = 0

    def whole(self) -> Expression:
        for token in self._tokens:
            if token.kind not in _KINDS:
                raise _fault(message("“{found}” means nothing in dice.", found=token.text), token)
        expression = self._expression(0)
        if self._next.text == ")":
            raise _fault(message("This parenthesis was never opened."), self._next)
        if self._next is not self._end:
            raise _unjoined(self._next)
        return expression

    @property
    def _next(self) -> _Token:
        return self._tokens[self._position] if self._position < len(self._tokens) else self._end

    def _take(self) -> _Token:
        token = self._next
        self._position += 1
        return token

    def _expression(self, depth: int) -> Expression:
        terms = [self._term(self._sign(), depth)]
        while self._next.kind == "sign":
            terms.append(self._term(self._sign(), depth))
        first = terms[0]
        return first.expression if len(terms) == 1 and first.sign == 1 else Sum(tuple(terms))

    def _sign(self) -> Sign:
        return _SIGNS[self._take().text] if self._next.kind == "sign" else 1

    def _term(self, sign: Sign, depth: int) -> Term:
        token = self._next
        if token.text == "(":
            return Term(sign, self._group(depth + 1))
        if token.kind == "number":
            number = self._take()
            followed = self._next.kind == "die"
            return Term(sign, self._dice_of(number) if followed else Number(self._number(number)))
        if token.kind == "die":
            return Term(sign, self._dice_of(None))
        raise _fault(message("Dice or a number should stand here."), token)

    def _group(self, depth: int) -> Expression:
        opener = self._take()
        if depth > self._budget.depth:
            raise _excess(
                message("Parentheses stand more than {limit} deep.", limit=self._budget.depth), opener
            )
        expression = self._expression(depth)
        if self._next is self._end:
            raise _fault(message("This parenthesis is never closed."), opener)
        if self._next.text != ")":
            raise _unjoined(self._next)
        self._take()
        return expression

    def _dice_of(self, number: _Token | None) -> Dice:
        letter = self._take()
        count = 1 if number is None else self._count(number)
        self._dice += count
        if self._dice > self._budget.dice:
            raise _excess(
                message("These are more than {limit} dice.", limit=self._budget.dice), number or letter
            )
        if self._next.kind == "fudge":
            self._take()
            return Dice(count, 3, -1)
        if self._next.kind == "%":
            self._take()
            return Dice(count, _PERCENT)
        if self._next.kind == "number":
            return Dice(count, self._sides(self._take()))
        raise _fault(message("The sides of this die are missing."), letter)

    def _count(self, token: _Token) -> int:
        limit = self._budget.dice
        count = _bounded(token.text, limit)
        if count is None:
            raise _excess(message("These are more than {limit} dice.", limit=limit), token)
        if count == 0:
            raise _fault(message("At least one die has to be rolled."), token)
        return count

    def _sides(self, token: _Token) -> int:
        limit = self._budget.sides
        sides = _bounded(token.text, limit)
        if sides is None:
            raise _excess(message("A die has at most {limit} sides.", limit=limit), token)
        if sides == 0:
            raise _fault(message("A die has at least one side."), token)
        return sides

    def _number(self, token: _Token) -> int:
        limit = self._budget.number
        number = _bounded(token.text, limit)
        if number is None:
            raise _excess(message("A number beside dice is at most {limit}.", limit=limit), token)
        return number


def _fault(problem: Message, token: _Token) -> DiceSyntaxError:
    return DiceSyntaxError(problem, token.span, _EXAMPLES)


def _unjoined(token: _Token) -> DiceSyntaxError:
    return _fault(message("A plus or minus is missing before “{found}”.", found=token.text), token)


def _excess(problem: Message, token: _Token) -> DiceBudgetError:
    return DiceBudgetError(problem, token.span)


def _bounded(digits: str, limit: int) -> int | None:
    """Read digits up to a limit; never turns a long row of digits into a number."""
    significant = digits.lstrip("0") or "0"
    if len(significant) > len(str(limit)) or int(significant) > limit:
        return None
    return int(significant)


# Tree → rolled tree


def roll(expression: Expression, rng: Rng) -> Roll:
    """Roll every die of the expression, from left to right."""
    match expression:
        case Number(value):
            return Roll(expression, value)
        case Dice(count, sides, low):
            faces = tuple(rng.randint(low, low + sides - 1) for _ in range(count))
            return Roll(expression, sum(faces), faces=faces)
        case Sum(terms):
            parts = tuple(roll(term.expression, rng) for term in terms)
            total = sum(term.sign * part.total for term, part in zip(terms, parts, strict=True))
            return Roll(expression, total, parts=parts)


def _contributions(rolled: Roll, sign: int) -> Iterator[int]:
    yield from (sign * face for face in rolled.faces)
    if isinstance(rolled.expression, Sum):
        for term, part in zip(rolled.expression.terms, rolled.parts, strict=True):
            yield from _contributions(part, sign * term.sign)


# Tree → text


def text(expression: Expression, letter: str = "W") -> str:
    """Write an expression in the shortest notation that reads as the same: `4dF+5`, `W6-W6`.

    `letter` is what a die is called: W in German, d in English; Fudge dice are `dF` in both.
    """
    match expression:
        case Number(value):
            return str(value)
        case Dice():
            return _dice_text(expression, letter)
        case Sum(terms):
            pieces = [
                ("+" if term.sign == 1 else "-") + _grouped(term.expression, text(term.expression, letter))
                for term in terms
            ]
            return "".join(pieces).removeprefix("+")


def show(rolled: Roll, letter: str) -> str:
    """Write a roll with each die: `4dF [+, 0, −, 0] + 5 = 5`, `W6 [5] − W6 [2] = 3`."""
    return f"{_shown(rolled, letter)} = {minus(rolled.total)}"


def _shown(rolled: Roll, letter: str) -> str:
    match rolled.expression:
        case Number(value):
            return str(value)
        case Dice() as dice:
            faces = (_FUDGE_FACES[face] if dice.fudge else str(face) for face in rolled.faces)
            return f"{_dice_text(dice, letter)} [{', '.join(faces)}]"
        case Sum(terms):
            pieces = [
                f"{'+' if term.sign == 1 else '−'} {_grouped(part.expression, _shown(part, letter))}"
                for term, part in zip(terms, rolled.parts, strict=True)
            ]
            return " ".join(pieces).removeprefix("+ ")


def _dice_text(dice: Dice, letter: str) -> str:
    count = str(dice.count) if dice.count > 1 else ""
    return f"{count}dF" if dice.fudge else f"{count}{letter}{dice.sides}"


def _grouped(expression: Expression, written: str) -> str:
    return f"({written})" if isinstance(expression, Sum) else written
