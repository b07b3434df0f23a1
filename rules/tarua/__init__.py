"""Tarua Katoc (seed 001): five attributes, two stages, eight skills from 0 to 10, two ten-sided dice.

What only this system has stands in `Character.details`:

=====================  =================================================================================
`people`               the people's name, as the page has it
`stages`               the stages that the page itself gives, `{"D/Evolution": 7, "Zivilisation": 4}`
`current`              values of wounded attributes, `{"Kraft": 7}`; `Character.attributes` has the old ones
`points`               the points that the character was made with: 50, or 25 for an average person
`average`              true where the page calls the character an average person in words
`development_points`   development points not yet spent
`history`              the table Verlauf: see `history.AnyEvent`
=====================  =================================================================================

The campaign's peoples come from a table of the kind `peoples` (`tables.PeopleTable`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tontafel.rules.diagnostic import Diagnostic, Severity
from tontafel.rules.model import Character
from tontafel.rules.system import Say, Strength, System
from tontafel.rules.tables import KINDS
from tontafel.rules.tarua import attributes, people, points, skills  # noqa: F401 - register their checks
from tontafel.rules.tarua.case import CHECKS, Case
from tontafel.rules.tarua.derive import derive
from tontafel.rules.tarua.edition import FOLDER, TITLE, TaruaRules, editions, ruleset
from tontafel.rules.tarua.tables import PeopleTable
from tontafel.rules.tarua.view import view
from tontafel.rules.vocabulary import Vocabulary, load

if TYPE_CHECKING:
    from fractions import Fraction

    from tontafel.rules.chart import Charts
    from tontafel.rules.events import Advanced, Refusal
    from tontafel.rules.options import Option
    from tontafel.rules.outcome import Outcome, Rng
    from tontafel.rules.record import Record
    from tontafel.rules.tarua.dice import TaruaRoll


def findings(character: Character, rules: TaruaRules) -> Iterator[Diagnostic]:
    """What breaks or strains the rules, check by check; of an NPC no missing piece."""
    return CHECKS.run(Case(character, rules), npc=character.kind == "npc")


def vocabulary() -> Vocabulary:
    """The words of `words.toml`, read when a page is first searched for characters."""
    return load(FOLDER / "words.toml", FOLDER.name)


# What few runs need is imported by those that do.


def _generate(rng: Rng, rules: TaruaRules, strength: Strength) -> Character:
    """A legal character by chance; see `generate.generate`."""
    from tontafel.rules.tarua.generate import generate  # noqa: PLC0415

    return generate(rng, rules, strength)


def _advance(
    character: Character, rules: TaruaRules, ended: Mapping[str, Any], say: Say
) -> Advanced | Refusal:
    """The character after an evening, given as the JSON of `evening.Evening`."""
    from tontafel.rules.evening import from_json  # noqa: PLC0415
    from tontafel.rules.tarua import evening  # noqa: PLC0415

    return from_json(evening.Evening, evening.advance)(character, rules, ended, say)


def _roll(
    rng: Rng, character: Character, rules: TaruaRules, skill: str, *, attribute: str | None = None
) -> Outcome:
    """A test of a skill or an attribute by name; see `trial.roll`."""
    from tontafel.rules.tarua import trial  # noqa: PLC0415

    return trial.roll(rng, character, rules, skill, attribute=attribute)


def _roll_options() -> Sequence[Option]:
    from tontafel.rules.tarua import trial  # noqa: PLC0415

    return trial.ROLL


def _versus(mine: TaruaRoll, theirs: TaruaRoll) -> Outcome:
    """Two tests against each other; see `dice.opposed`."""
    from tontafel.rules.tarua import dice  # noqa: PLC0415

    return dice.opposed(mine, theirs)


def _odds(**options: Any) -> Mapping[str, Fraction]:
    """Exact chances by degree; see `trial.odds`."""
    from tontafel.rules.tarua import trial  # noqa: PLC0415

    return trial.odds(**options)


def _odds_options() -> Sequence[Option]:
    from tontafel.rules.tarua import trial  # noqa: PLC0415

    return trial.ODDS


def _charts() -> Charts[TaruaRules]:
    """Chances as pictures; see `charts`."""
    from tontafel.rules.tarua import charts  # noqa: PLC0415

    return charts.CHARTS


def _log(
    rows: Sequence[Mapping[str, str]], characters: Sequence[Character], rules: TaruaRules, before: str = ""
) -> Record:
    """What a record of a conflict comes to; see `log.verify`."""
    from tontafel.rules.tarua import log  # noqa: PLC0415

    return log.verify(rows, characters, rules, before)


def _log_codes() -> Mapping[str, Severity]:
    """What can be wrong with a record."""
    from tontafel.rules.tarua import log  # noqa: PLC0415

    return log.CODES


SYSTEM = System(
    id=FOLDER.name,
    title=TITLE,
    editions=editions,
    default_edition="1",
    folder=FOLDER,
    vocabulary=vocabulary,
    ruleset=ruleset,
    findings=findings,
    derive=derive,
    codes=CHECKS.codes,
    generate=_generate,
    advance=_advance,
    roll=_roll,
    roll_options=_roll_options,
    versus=_versus,
    odds=_odds,
    odds_options=_odds_options,
    charts=_charts,
    log=_log,
    log_codes=_log_codes,
    tables=(*KINDS, PeopleTable),
    view=view,
)
