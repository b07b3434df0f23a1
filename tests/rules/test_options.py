"""Options that systems bring: read as people write them, refused in one sentence."""

import inspect

import pytest

from tontafel.rules.message import message
from tontafel.rules.options import Option, OptionError, missing, read_options
from tontafel.rules.system import system, systems

VALUE = Option(name="fate_points", help=message("points"))
DICE = Option(name="dice", help=message("dice"), number=False, choices=("4dF", "W6-W6"))
FREE = Option(name="attribute", help=message("attribute"), number=False)


@pytest.mark.parametrize(
    ("written", "value"), [("4", 4), ("+20", 20), ("-20", -20), ("−20", -20), ("- 3", -3), ("٣", 3)]
)
def test_numbers_as_people_write_them(written: str, value: int) -> None:
    assert VALUE.read(written) == value


@pytest.mark.parametrize("written", ["", "x", "4.5", "--4", "+", "1e3", "9" * 10, "²"])
def test_what_is_no_number(written: str) -> None:
    with pytest.raises(OptionError, match=r"^--fate-points: “.*” is no number\.$") as refused:
        VALUE.read(written)
    assert str(refused.value.hint) == "Write a whole number, such as 4, +20 or -20."


def test_choices_in_any_spelling() -> None:
    assert DICE.read("w6−w6") == "W6-W6"
    assert FREE.read("Kraft") == "Kraft"
    with pytest.raises(OptionError, match=r"^--dice can't be “5dF”\.$") as refused:
        DICE.read("5dF")
    assert str(refused.value.hint) == "Known are: 4dF, W6-W6."


def test_arguments_by_name() -> None:
    assert read_options([VALUE, DICE], {"fate_points": "2"}) == {"fate_points": 2}
    with pytest.raises(OptionError, match=r"^--fate-point means nothing in these rules\.$") as refused:
        read_options([VALUE, DICE], {"fate_point": "2"})
    assert str(refused.value.hint) == "Did you mean “--fate-points”?"
    with pytest.raises(OptionError) as refused:
        read_options([], {"fate_point": "2"})
    assert refused.value.hint is None


def test_what_is_missing() -> None:
    assert str(missing(VALUE, DICE)) == "A number is missing: --fate-points / --dice."


@pytest.mark.parametrize("name", list(systems()))
def test_every_system_has_the_arguments_that_its_options_name(name: str) -> None:
    from importlib import import_module

    trial = import_module(f"tontafel.rules.{name}.trial")
    of = system(name)
    assert [one.name for one in of.odds_options()] == list(inspect.signature(trial.odds).parameters)
    rolling = list(inspect.signature(trial.roll).parameters)
    assert [one.name for one in of.roll_options()] == rolling[4:]
    for one in (*of.odds_options(), *of.roll_options()):
        assert str(one.help)
