"""FHTAGN (seed 003 and facts): attributes, skills in percent, derived values, professions.

`Character.attributes` has the six short names (ST, KO, GE, IN, EN, CH), `Character.tracks` TP, WP, STA with
current and maximum ("TP 8/11") and BG with its current value alone, `Skill.marked` the mark of a failed
test. What only this system has stands in `Character.details`:

=====================  =================================================================================
`profession`           as the page has it: "Hafenwache, früher Soldat"
`bonds`                a list of `{"name": "Schwester Grete", "value": 12}`; the value may be missing
`motivations`          a list of texts
`disorders`            a list of texts
`facets`               a list of texts
`training`             special training beyond the list of skills, a list of texts
`hardened`             `{"violence": true, "helplessness": false}`
`shrugged_off`         losses shrugged off so far, `{"violence": 2, "helplessness": 0}`
`current`              attributes that are lower for a while, `{"ST": 9}`
`average`              true where the page calls the character an average person
`points`               the points that the attributes were made with, by the page
`exhausted`            true where the page says so
`history`              the table Verlauf: see `history.AnyEvent`
=====================  =================================================================================

A campaign's pages may give tables of the kinds `bases` and `professions` (`tables`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tontafel.rules.diagnostic import Diagnostic, Severity
from tontafel.rules.fhtagn import attributes, career, life, skills, tracks  # noqa: F401 - register checks
from tontafel.rules.fhtagn.case import CHECKS, Case
from tontafel.rules.fhtagn.derive import derive
from tontafel.rules.fhtagn.edition import FOLDER, TITLE, FhtagnRules, editions, ruleset
from tontafel.rules.fhtagn.tables import BaseTable, ProfessionTable
from tontafel.rules.fhtagn.view import view
from tontafel.rules.model import Character
from tontafel.rules.system import Say, Strength, System
from tontafel.rules.tables import KINDS
from tontafel.rules.vocabulary import Vocabulary, load

if TYPE_CHECKING:
    from fractions import Fraction

    from tontafel.rules.chart import Charts
    from tontafel.rules.events import Advanced, Refusal
    from tontafel.rules.fhtagn.dice import PercentRoll
    from tontafel.rules.options import Option
    from tontafel.rules.outcome import Outcome, Rng
    from tontafel.rules.record import Record


def findings(character: Character, rules: FhtagnRules) -> Iterator[Diagnostic]:
    """What breaks or strains the rules, check by check; of an NPC no missing piece."""
    return CHECKS.run(Case(character, rules), npc=character.kind == "npc")


def vocabulary() -> Vocabulary:
    """The words of `words.toml`, read when a page is first searched for characters."""
    return load(FOLDER / "words.toml", FOLDER.name)


# What few runs need is imported by those that do.


def _generate(rng: Rng, rules: FhtagnRules, strength: Strength) -> Character:
    """A legal character by chance; see `generate.generate`."""
    from tontafel.rules.fhtagn.generate import generate  # noqa: PLC0415

    return generate(rng, rules, strength)


def _advance(
    character: Character, rules: FhtagnRules, ended: Mapping[str, Any], say: Say
) -> Advanced | Refusal:
    """The character after an evening, given as the JSON of `evening.Evening`."""
    from tontafel.rules.evening import from_json  # noqa: PLC0415
    from tontafel.rules.fhtagn import evening  # noqa: PLC0415

    return from_json(evening.Evening, evening.advance)(character, rules, ended, say)


def _roll(rng: Rng, character: Character, rules: FhtagnRules, skill: str, *, modifier: int = 0) -> Outcome:
    """A test of a skill or an attribute by name; see `trial.roll`."""
    from tontafel.rules.fhtagn import trial  # noqa: PLC0415

    return trial.roll(rng, character, rules, skill, modifier=modifier)


def _roll_options() -> Sequence[Option]:
    from tontafel.rules.fhtagn import trial  # noqa: PLC0415

    return trial.ROLL


def _versus(mine: PercentRoll, theirs: PercentRoll) -> Outcome:
    """Two tests against each other; see `dice.opposed`."""
    from tontafel.rules.fhtagn import dice  # noqa: PLC0415

    return dice.opposed(mine, theirs)


def _odds(**options: Any) -> Mapping[str, Fraction]:
    """Exact chances by degree; see `trial.odds`."""
    from tontafel.rules.fhtagn import trial  # noqa: PLC0415

    return trial.odds(**options)


def _odds_options() -> Sequence[Option]:
    from tontafel.rules.fhtagn import trial  # noqa: PLC0415

    return trial.ODDS


def _charts() -> Charts[FhtagnRules]:
    """Chances as pictures; see `charts`."""
    from tontafel.rules.fhtagn import charts  # noqa: PLC0415

    return charts.CHARTS


def _log(
    rows: Sequence[Mapping[str, str]], characters: Sequence[Character], rules: FhtagnRules, before: str = ""
) -> Record:
    """What a record of tests comes to; see `log.verify`."""
    from tontafel.rules.fhtagn import log  # noqa: PLC0415

    return log.verify(rows, characters, rules, before)


def _log_codes() -> Mapping[str, Severity]:
    """What can be wrong with a record."""
    from tontafel.rules.fhtagn import log  # noqa: PLC0415

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
    tables=(*KINDS, BaseTable, ProfessionTable),
    view=view,
)
