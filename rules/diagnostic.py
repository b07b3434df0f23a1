"""What is wrong, where, and how to mend it: a value, never an exception."""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tontafel.rules.message import Message
from tontafel.rules.span import Path, Span

Severity = Literal["note", "warning", "error"]
#: What settings may say of a code.
Level = Literal["off", "note", "warning", "error"]

#: From mild to grave; an NPC's findings are capped at the first.
SEVERITIES: tuple[Severity, ...] = ("note", "warning", "error")


class Diagnostic(Struct, frozen=True, kw_only=True):
    """One finding of a parser, a rule or a campaign.

    A parser knows the `span`, a rule knows the part of the character (`where`); whoever knows both
    the page and the character fills in the rest. `code` is stable and can be switched off by settings.
    """

    code: str
    severity: Severity
    message: Message
    hint: Message | None = None
    page: str = ""
    span: Span | None = None
    character: str = ""
    where: Path = ()


def judged(diagnostics: Iterable[Diagnostic], severity: Mapping[str, Level]) -> list[Diagnostic]:
    """The findings as the campaign's settings grade their codes, without those set off."""
    return [
        found if level is None else replace(found, severity=level)
        for found in diagnostics
        if (level := severity.get(found.code)) != "off"
    ]


def capped(diagnostics: Iterable[Diagnostic], cap: Severity) -> list[Diagnostic]:
    """The findings, none graver than `cap`."""
    allowed = SEVERITIES[: SEVERITIES.index(cap)]
    return [found if found.severity in allowed else replace(found, severity=cap) for found in diagnostics]
