"""Der Geist Mesopotamiens (seed 000): aspects, a ladder of skills, tracks, stunts, consequences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tontafel.rules.diagnostic import Diagnostic, Severity
from tontafel.rules.mesopotamien import aspects, skills, stunts, tracks  # noqa: F401 - register their checks
from tontafel.rules.mesopotamien.case import CHECKS, Case
from tontafel.rules.mesopotamien.derive import derive
from tontafel.rules.mesopotamien.edition import FOLDER, TITLE, MesopotamienRules, editions, ruleset
from tontafel.rules.mesopotamien.view import view
from tontafel.rules.model import Character
from tontafel.rules.system import Say, Strength, System
from tontafel.rules.vocabulary import Vocabulary, load

if TYPE_CHECKING:
    from fractions import Fraction

    from tontafel.rules.chart import Charts
    from tontafel.rules.events import Advanced, Refusal
    from tontafel.rules.mesopotamien.dice import Total
    from tontafel.rules.options import Option
    from tontafel.rules.outcome import Outcome, Rng
    from tontafel.rules.record import Record


def findings(character: Character, rules: MesopotamienRules) -> Iterator[Diagnostic]:
    """What breaks or strains the rules, check by check; an NPC has no open slots."""
    return CHECKS.run(Case(character, rules), npc=character.kind == "npc")


def vocabulary() -> Vocabulary:
    """The words of `words.toml`, read when a page is first searched for characters."""
    return load(FOLDER / "words.toml", FOLDER.name)


# What follows is read when it is first asked for: most runs only check and build.


def _generate(rng: Rng, rules: MesopotamienRules, strength: Strength = "pc") -> Character:
    """A legal character by chance; see `generate.generate`."""
    from tontafel.rules.mesopotamien import generate  # noqa: PLC0415

    return generate.generate(rng, rules, strength)


def _advance(
    character: Character, rules: MesopotamienRules, ended: Mapping[str, Any], say: Say = str
) -> Advanced | Refusal:
    """The character after an evening that JSON tells of; see `evening.advance`."""
    from tontafel.rules.evening import from_json  # noqa: PLC0415
    from tontafel.rules.mesopotamien import evening  # noqa: PLC0415

    return from_json(evening.Evening, evening.advance)(character, rules, ended, say)


def _roll(  # noqa: PLR0913 - the last three are options of a command
    rng: Rng,
    character: Character,
    rules: MesopotamienRules,
    skill: str,
    *,
    modifier: int = 0,
    difficulty: int | None = None,
    dice: str = "4dF",
) -> Outcome:
    """A test of a skill by name; see `trial.roll`."""
    from tontafel.rules.mesopotamien import trial  # noqa: PLC0415

    return trial.roll(rng, character, rules, skill, modifier=modifier, difficulty=difficulty, dice=dice)


def _roll_options() -> Sequence[Option]:
    from tontafel.rules.mesopotamien import trial  # noqa: PLC0415

    return trial.ROLL


def _versus(mine: Total, theirs: Total) -> Outcome:
    """Two tests against each other; see `dice.opposed`."""
    from tontafel.rules.mesopotamien import dice  # noqa: PLC0415

    return dice.opposed(mine, theirs)


def _odds(**options: Any) -> Mapping[str, Fraction]:
    """The chances for a skill's value; see `trial.odds`."""
    from tontafel.rules.mesopotamien import trial  # noqa: PLC0415

    return trial.odds(**options)


def _odds_options() -> Sequence[Option]:
    from tontafel.rules.mesopotamien import trial  # noqa: PLC0415

    return trial.ODDS


def _charts() -> Charts[MesopotamienRules]:
    """Chances as pictures; see `charts`."""
    from tontafel.rules.mesopotamien import charts  # noqa: PLC0415

    return charts.CHARTS


def _log(
    rows: Sequence[Mapping[str, str]],
    characters: Sequence[Character],
    rules: MesopotamienRules,
    before: str = "",
) -> Record:
    """What a record of a conflict comes to; see `log.verify`."""
    from tontafel.rules.mesopotamien import log  # noqa: PLC0415

    return log.verify(rows, characters, rules, before)


def _log_codes() -> Mapping[str, Severity]:
    """What can be wrong with a record."""
    from tontafel.rules.mesopotamien import log  # noqa: PLC0415

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
    view=view,
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
)
