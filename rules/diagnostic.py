"""What is wrong, where, and how to mend it: a value, never an exception."""

from typing import Literal

from msgspec import Struct

from tontafel.rules.message import Message
from tontafel.rules.span import Path, Span

Severity = Literal["note", "warning", "error"]

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
