"""A game of one attribute, as someone else might bring it: its own words, checks and kind of table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from msgspec import field

from tontafel.rules.checks import Checks, Finding
from tontafel.rules.message import message
from tontafel.rules.model import Character
from tontafel.rules.options import Option, missing
from tontafel.rules.outcome import Outcome, Rng
from tontafel.rules.system import Rules, System, UnknownEdition
from tontafel.rules.tables import KINDS, SkillTable, Table, TrackTable

FOLDER = Path(__file__).parent


class WeatherTable(Table, frozen=True, kw_only=True, tag="weather"):
    """How much courage each weather takes."""

    rows: dict[str, dict[str, int]] = field(default_factory=dict)


class TableRules(Rules, frozen=True, kw_only=True):
    """Courage that each weather takes."""

    weather: dict[str, int]


CHECKS: Checks[tuple[Character, TableRules]] = Checks()


@CHECKS.check("courage-value", "error")
def courage(case: tuple[Character, TableRules]) -> Iterator[Finding]:
    """More courage than a die has sides."""
    value = case[0].attributes.get("Mut", 1)
    if value > 6:
        yield Finding(
            ("attributes", "Mut"), message("Nobody has courage {value}.", value=value), message("Write 6.")
        )


@CHECKS.check("weather-bad", "note")
def weather(case: tuple[Character, TableRules]) -> Iterator[Finding]:
    """Weather that takes more courage than there is."""
    for name, takes in case[1].weather.items():
        if takes > case[0].attributes.get("Mut", 0):
            source = case[1].source("weather")
            yield Finding((), message("Stays at home in {weather} ({source}).", weather=name, source=source))


def ruleset(edition: str, tables: Iterable[Table]) -> TableRules:
    """The rules with the campaign's weather."""
    if edition != "1":
        raise UnknownEdition(message("There is one edition only."))
    found = [table for table in tables if isinstance(table, WeatherTable)]
    return TableRules(
        edition=edition,
        title="Küchentisch",
        skills=SkillTable(),
        tracks=TrackTable(),
        sources={"weather": found[-1].page} if found else {},
        weather={name: row["Mut"] for table in found for name, row in table.rows.items()},
    )


def case(character: Character, rules: TableRules) -> tuple[Character, TableRules]:
    """There is nothing to work out."""
    return character, rules


def derived(case: tuple[Character, TableRules]) -> dict[str, Any]:
    """The weathers that the character goes out in."""
    character, rules = case
    mut = character.attributes.get("Mut", 0)
    return {"out": [name for name, takes in rules.weather.items() if takes <= mut]}


COURAGE = Option(name="courage", help=message("how much courage there is"))
RAIN = Option(name="rain", help=message("how many drops fall"))


def odds(courage: int | None = None, rain: int = 0) -> Mapping[str, Fraction]:
    """The chances that a die does not exceed courage, less the rain."""
    if courage is None:
        raise missing(COURAGE)
    chance = Fraction(min(6, max(0, courage - rain)), 6)
    return {"dry": chance, "wet": 1 - chance}


def odds_options() -> Sequence[Option]:
    """Courage and rain."""
    return COURAGE, RAIN


def roll(rng: Rng, character: Character, rules: TableRules, skill: str, *, rain: int = 0) -> Outcome:
    """A die against courage."""
    die = rng.randint(1, 6)
    dry = die <= character.attributes.get(skill, 0) - rain
    return Outcome(degree="dry" if dry else "wet", success=dry, dice=(die,))


SYSTEM = System(
    id="kuechentisch",
    title="Küchentisch",
    editions=lambda: ("1",),
    default_edition="1",
    folder=FOLDER,
    ruleset=ruleset,
    case=case,
    checks=CHECKS,
    derived=derived,
    tables=(*KINDS, WeatherTable),
    roll=roll,
    roll_options=lambda: (RAIN,),
    odds=odds,
    odds_options=odds_options,
)
