"""A system's checks with the cases that show them: characters that break one, and some that come close."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tontafel.rules.diagnostic import Diagnostic, Level
from tontafel.rules.model import Character
from tontafel.rules.system import Rules, System

#: A case of a `.toml` file, and what it changes of the sound character.
Case = dict[str, Any]
Changes = dict[str, Any]


class Judged(NamedTuple):
    """How the characters of one system's cases are made and judged.

    Attributes:
        cases: each with the `code` of a check, what is `broken` and what is `sound`.
        editions: a case without changes for each edition that is tried.
        character: who a case makes, by its changes and as a player character or an NPC.
        rules: what is played in a case.
        missing: the codes of missing pieces, which an NPC never lacks.
    """

    system: System[Any]
    cases: list[Case]
    editions: list[Case]
    character: Callable[[Case, Changes, Any], Character]
    rules: Callable[[Case, Changes], Rules]
    missing: set[str]

    def made(self, case: Case, which: str, kind: str = "pc") -> Character:
        """The character of a case, `broken` or `sound`."""
        return self.character(case, case.get(which, {}), kind)

    def found(
        self, case: Case, which: str, kind: str = "pc", severity: Mapping[str, Level] | None = None
    ) -> list[Diagnostic]:
        """What the checks find on it."""
        rules = self.rules(case, case.get(which, {}))
        return self.system.check(self.made(case, which, kind), rules, severity)


def merged(sound: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """The sound parts as they are changed, without those that are to be missing."""
    return {name: value for name, value in (sound | changes).items() if value != "none"}
