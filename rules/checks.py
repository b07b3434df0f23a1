"""A system's checks: small functions that judge and explain in one place, registered by decorator."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

from msgspec import Struct

from tontafel.rules.diagnostic import Diagnostic, Severity
from tontafel.rules.message import Message
from tontafel.rules.span import Path

C = TypeVar("C")


class Finding(Struct, frozen=True):
    """What one check has found: the part of the character, what is wrong there, how to mend it."""

    where: Path
    message: Message
    hint: Message | None = None


class Check(Struct, Generic[C], frozen=True, kw_only=True):
    """A check; one of a `missing` piece (an open slot) is not asked of an NPC."""

    code: str
    severity: Severity
    missing: bool
    find: Callable[[C], Iterable[Finding]]


class Checks(Generic[C]):
    """The checks of one system, in the order in which they were registered."""

    def __init__(self) -> None:
        self._by_code: dict[str, Check[C]] = {}

    def check(
        self, code: str, severity: Severity, *, missing: bool = False
    ) -> Callable[[Callable[[C], Iterable[Finding]]], Callable[[C], Iterable[Finding]]]:
        """Register the decorated function under a code of its own.

        Raises:
            ValueError: the code is taken.
        """

        def register(find: Callable[[C], Iterable[Finding]]) -> Callable[[C], Iterable[Finding]]:
            if code in self._by_code:
                raise ValueError(f"two checks have the code {code}")
            self._by_code[code] = Check(code=code, severity=severity, missing=missing, find=find)
            return find

        return register

    def codes(self) -> Mapping[str, Severity]:
        """Every code and the severity that it has unless settings say otherwise."""
        return {code: check.severity for code, check in self._by_code.items()}

    def run(self, case: C, *, npc: bool) -> Iterator[Diagnostic]:
        """Everything that the checks find, with `where` filled in."""
        for check in self._by_code.values():
            if npc and check.missing:
                continue
            for found in check.find(case):
                yield Diagnostic(
                    code=check.code,
                    severity=check.severity,
                    message=found.message,
                    hint=found.hint,
                    where=found.where,
                )
