"""Der Geist Mesopotamiens (seed 000): aspects, a ladder of skills, tracks, stunts, consequences."""

from collections.abc import Iterator
from typing import Any

from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.later import parts
from tontafel.rules.mesopotamien import aspects, skills, stunts, tracks  # noqa: F401 - register their checks
from tontafel.rules.mesopotamien.case import CHECKS, Case
from tontafel.rules.mesopotamien.derive import derive, derived
from tontafel.rules.mesopotamien.edition import FOLDER, TITLE, MesopotamienRules, editions, ruleset
from tontafel.rules.mesopotamien.view import view
from tontafel.rules.model import Character
from tontafel.rules.system import System
from tontafel.rules.vocabulary import Vocabulary, load


def findings(character: Character, rules: MesopotamienRules) -> Iterator[Diagnostic]:
    """What breaks or strains the rules, check by check; an NPC has no open slots."""
    return CHECKS.run(Case(character, rules), npc=character.kind == "npc")


def judge(character: Character, rules: MesopotamienRules) -> tuple[dict[str, Any], Iterator[Diagnostic]]:
    """What `derive` and `findings` give, worked out together."""
    case = Case(character, rules)
    return derived(case), CHECKS.run(case, npc=character.kind == "npc")


def vocabulary() -> Vocabulary:
    """The words of `words.toml`, read when a page is first searched for characters."""
    return load(FOLDER / "words.toml", FOLDER.name)


# What follows is read when it is first asked for: most runs only check and build.


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
    judge=judge,
    codes=CHECKS.codes,
    view=view,
    **parts(__name__),
)
