"""Der Geist Mesopotamiens (seed 000): aspects, a ladder of skills, tracks, stunts, consequences."""

from collections.abc import Iterator

from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.later import Later
from tontafel.rules.mesopotamien import aspects, skills, stunts, tracks  # noqa: F401 - register their checks
from tontafel.rules.mesopotamien.case import CHECKS, Case
from tontafel.rules.mesopotamien.derive import derive
from tontafel.rules.mesopotamien.edition import FOLDER, TITLE, MesopotamienRules, editions, ruleset
from tontafel.rules.mesopotamien.view import view
from tontafel.rules.model import Character
from tontafel.rules.system import System
from tontafel.rules.vocabulary import Vocabulary, load


def findings(character: Character, rules: MesopotamienRules) -> Iterator[Diagnostic]:
    """What breaks or strains the rules, check by check; an NPC has no open slots."""
    return CHECKS.run(Case(character, rules), npc=character.kind == "npc")


def vocabulary() -> Vocabulary:
    """The words of `words.toml`, read when a page is first searched for characters."""
    return load(FOLDER / "words.toml", FOLDER.name)


# What follows is read when it is first asked for: most runs only check and build.


#: What few runs need is imported by those that do.
_LATER = Later(__name__)

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
    generate=_LATER.call("generate.generate"),
    advance=_LATER.call("evening.advance_told"),
    roll=_LATER.call("trial.roll"),
    roll_options=_LATER.value("trial.ROLL"),
    versus=_LATER.call("dice.opposed"),
    odds=_LATER.call("trial.odds"),
    odds_options=_LATER.value("trial.ODDS"),
    charts=_LATER.value("charts.CHARTS"),
    log=_LATER.call("log.verify"),
    log_codes=_LATER.value("log.CODES"),
)
