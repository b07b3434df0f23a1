import pickle
import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tontafel.rules import distribution
from tontafel.rules.dice import (
    Budget,
    Dice,
    DiceBudgetError,
    DiceError,
    DiceSyntaxError,
    Expression,
    Number,
    Roll,
    Sign,
    Sum,
    Term,
    parse,
    roll,
    show,
    text,
)
from tontafel.rules.outcome import Rng
from tontafel.rules.span import Span
from tontafel.rules.system import RulesError


def added(*terms: tuple[Sign, Expression]) -> Sum:
    return Sum(tuple(Term(sign, expression) for sign, expression in terms))


@pytest.mark.parametrize(
    ("written", "tree", "shortest"),
    [
        ("4dF+5", added((1, Dice(4, 3, -1)), (1, Number(5))), "4dF+5"),
        ("W6-W6", added((1, Dice(1, 6)), (-1, Dice(1, 6))), "W6-W6"),
        ("W6 − w6", added((1, Dice(1, 6)), (-1, Dice(1, 6))), "W6-W6"),
        ("W6–1W6", added((1, Dice(1, 6)), (-1, Dice(1, 6))), "W6-W6"),
        ("2W10", Dice(2, 10), "2W10"),
        ("2 D 10", Dice(2, 10), "2W10"),
        ("d6", Dice(1, 6), "W6"),
        ("3d6+2d4-1", added((1, Dice(3, 6)), (1, Dice(2, 4)), (-1, Number(1))), "3W6+2W4-1"),
        ("W100", Dice(1, 100), "W100"),
        ("2 d %", Dice(2, 100), "2W100"),
        ("1W4−1", added((1, Dice(1, 4)), (-1, Number(1))), "W4-1"),
        ("wf", Dice(1, 3, -1), "dF"),
        ("+7", Number(7), "7"),
        ("-3", added((-1, Number(3))), "-3"),
        ("((2W6))", Dice(2, 6), "2W6"),
        ("W8-(W6-(2-dF))", None, "W8-(W6-(2-dF))"),
        ("02W06", Dice(2, 6), "2W6"),
    ],
)
def test_notation_is_read_and_written(written: str, tree: Expression | None, shortest: str) -> None:
    read = parse(written)
    assert tree is None or read == tree
    assert text(read) == shortest
    assert parse(text(read, "d")) == read


def test_english_notation_says_d() -> None:
    assert text(parse("2W10+dF-3"), "d") == "2d10+dF-3"


@pytest.mark.parametrize(
    ("written", "start", "end", "says"),
    [
        ("", 0, 0, "should stand here"),
        ("   ", 3, 3, "should stand here"),
        ("2W", 1, 2, "sides of this die are missing"),
        ("2W+1", 1, 2, "sides of this die are missing"),
        ("W0", 1, 2, "at least one side"),
        ("0W6", 0, 1, "At least one die"),
        ("W6+", 3, 3, "should stand here"),
        ("W6+-1", 3, 4, "should stand here"),
        ("W6 2", 3, 4, "plus or minus is missing"),
        ("2W6W6", 3, 4, "plus or minus is missing"),
        ("(W6 2)", 4, 5, "plus or minus is missing"),
        ("(W6", 0, 1, "never closed"),
        ("W6)", 2, 3, "never opened"),
        ("()", 1, 2, "should stand here"),
        ("2x6", 1, 2, "“x” means nothing"),
        ("Ringen", 0, 1, "“R” means nothing"),
        ("²W6", 0, 1, "“²” means nothing"),
        ("٣W6", 0, 1, "“٣” means nothing"),
        ("W6\u0000", 2, 3, "means nothing"),
        ("F", 0, 1, "should stand here"),
    ],
)
def test_a_fault_names_its_place(written: str, start: int, end: int, says: str) -> None:
    with pytest.raises(DiceSyntaxError) as caught:
        parse(written)
    assert caught.value.span == Span(start, end)
    assert says in str(caught.value)
    assert "4dF+5" in str(caught.value.hint)


@pytest.mark.parametrize(
    ("written", "start", "end", "says"),
    [
        ("99999999W6", 0, 8, "more than 1000 dice"),
        ("600W6+600W6", 6, 9, "more than 1000 dice"),
        ("1000W6+d6", 7, 8, "more than 1000 dice"),
        ("W1001", 1, 5, "at most 1000 sides"),
        ("W6+1000001", 3, 10, "at most 1000000"),
        ("9" * 150, 0, 150, "at most 1000000"),
        ("(" * 11 + "W6" + ")" * 11, 10, 11, "more than 10 deep"),
        ("(" * 150, 10, 11, "more than 10 deep"),
        ("1+" * 5000, 200, 10_000, "longer than the 200 characters"),
    ],
)
def test_absurd_dice_are_over_budget(written: str, start: int, end: int, says: str) -> None:
    with pytest.raises(DiceBudgetError) as caught:
        parse(written)
    assert caught.value.span == Span(start, end)
    assert says in str(caught.value)


def test_a_budget_is_passed_in() -> None:
    small = Budget(dice=2, sides=6, number=5, length=8, depth=1)
    assert text(parse("(2W6)+5", small)) == "2W6+5"
    for written in ("3W6", "W7", "W6+6", "((W6))", "W6+W6+W6"):
        with pytest.raises(DiceBudgetError):
            parse(written, small)


def test_a_long_row_of_digits_is_never_turned_into_a_number() -> None:
    with pytest.raises(DiceBudgetError, match="1000 dice"):
        parse("9" * 100_000 + "W6", Budget(length=200_000))


def test_errors_survive_the_way_between_processes() -> None:
    with pytest.raises(DiceError) as caught:
        parse("2x6")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(copy, DiceSyntaxError)
    assert isinstance(copy, RulesError)
    assert (str(copy), copy.span, copy.hint) == (str(caught.value), Span(1, 2), caught.value.hint)


@pytest.mark.parametrize(
    ("written", "faces", "shown", "dice"),
    [
        ("4dF+5", [1, 0, -1, 0], "4dF [+, 0, −, 0] + 5 = 5", (1, 0, -1, 0)),
        ("W6-W6", [2, 5], "W6 [2] − W6 [5] = −3", (2, -5)),
        ("2W10", [10, 1], "2W10 [10, 1] = 11", (10, 1)),
        ("-(2W6-3)+d4", [2, 5, 1], "− (2W6 [2, 5] − 3) + W4 [1] = −3", (-2, -5, 1)),
        ("7", [], "7 = 7", ()),
    ],
)
def test_a_roll_shows_each_die(
    scripted: Callable[..., Rng], written: str, faces: list[int], shown: str, dice: tuple[int, ...]
) -> None:
    rolled = roll(parse(written), scripted(*faces))
    assert show(rolled, "W") == shown
    assert rolled.dice == dice


def test_a_seed_repeats_a_roll() -> None:
    dice = parse("10W100-4dF")
    assert roll(dice, random.Random(7)) == roll(dice, random.Random(7))
    assert roll(dice, random.Random(7)) != roll(dice, random.Random(8))


# Trees shaped like the grammar, and the many ways to write one of them

numbers = st.builds(Number, st.integers(0, 1_000_000))
plain_dice = st.builds(Dice, st.integers(1, 9), st.integers(1, 1_000))
fudge_dice = st.builds(Dice, st.integers(1, 9), st.just(3), st.just(-1))
signs: st.SearchStrategy[Sign] = st.sampled_from((1, -1))


def sums(parts: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    terms = st.lists(st.builds(Term, signs, parts), min_size=1, max_size=4)
    return terms.filter(lambda some: len(some) > 1 or some[0].sign == -1).map(lambda some: Sum(tuple(some)))


trees: st.SearchStrategy[Expression] = st.recursive(numbers | plain_dice | fudge_dice, sums, max_leaves=8)
ROOMY = Budget(length=10_000)


@st.composite
def spellings(draw: st.DrawFn) -> tuple[Expression, str]:
    tree = draw(trees)
    letters = {
        "W": st.sampled_from("WwDd"),
        "d": st.sampled_from("WwDd"),
        "F": st.sampled_from("Ff"),
        "-": st.sampled_from("-−–"),
    }
    spaces = st.sampled_from(["", "", " ", "\u00a0", " \t\n"])
    shortest = text(tree)
    pieces = []
    for sign, after in zip(shortest, shortest[1:] + " ", strict=True):
        pieces.append(draw(letters.get(sign, st.just(sign))))
        pieces.append("" if sign.isdigit() and after.isdigit() else draw(spaces))
    return tree, "".join(pieces)


def nodes(rolled: Roll) -> list[Roll]:
    return [rolled, *(node for part in rolled.parts for node in nodes(part))]


@settings(deadline=None, max_examples=300)
@given(spellings())
def test_every_spelling_of_a_tree_reads_as_that_tree(spelling: tuple[Expression, str]) -> None:
    tree, written = spelling
    assert parse(written, ROOMY) == tree


@settings(deadline=None, max_examples=200)
@given(trees, st.integers())
def test_every_roll_lies_in_its_range_and_adds_up(tree: Expression, seed: int) -> None:
    rolled = roll(tree, random.Random(seed))
    for node in nodes(rolled):
        match node.expression:
            case Number(value):
                assert (node.total, node.faces, node.parts) == (value, (), ())
            case Dice(count, sides, low):
                assert len(node.faces) == count
                assert all(low <= face < low + sides for face in node.faces)
                assert node.total == sum(node.faces)
            case Sum(terms):
                assert node.total == sum(t.sign * p.total for t, p in zip(terms, node.parts, strict=True))
    assert show(rolled, "W").endswith(f"= {rolled.total}".replace("-", "−"))
    assert distribution.of(tree, Budget(bits=10**9)).chance(rolled.total) > 0


@settings(deadline=None, max_examples=300)
@given(st.text(max_size=40) | st.text(alphabet="0123456789WwDdFf+-−() ", max_size=40))
def test_any_text_is_read_or_refused_with_a_place(written: str) -> None:
    read = read_or_refused(written)
    if isinstance(read, DiceError):
        assert 0 <= read.span.start <= read.span.end <= len(written)
        assert str(read).endswith(".")
    else:
        assert parse(text(read)) == read


def read_or_refused(written: str) -> Expression | DiceError:
    try:
        return parse(written)
    except DiceError as error:
        return error
