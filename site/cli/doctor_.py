"""`tontafel doctor`: what is installed, what is missing, how to get it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tontafel
from tontafel.rules.message import message
from tontafel.site.cli.group import verb
from tontafel.site.cli.options import STYLE
from tontafel.site.cli.words import N_
from tontafel.site.console import Console

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tontafel.rules.system import Say
    from tontafel.site.doctor import Check


@verb(
    "doctor",
    N_("Say what is installed, what is missing and how to get it."),
    ("tontafel doctor", "tontafel doctor --format json"),
)
@STYLE
def command(console: Console, style: str) -> int:
    """Examine the installation; give 1 if something is missing."""
    from tontafel.site.doctor import examine

    checks = examine()
    if style == "json":
        found = [_as_json(check, console.language.say) for check in checks]
        console.write_json({"tontafel": tontafel.__version__, "checks": found})
    else:
        _tell(checks, console)
    return int(not all(check.ok for check in checks))


def _as_json(check: Check, say: Say) -> dict[str, Any]:
    return {
        "name": check.name,
        "ok": check.ok,
        "found": check.found or None,
        "needed_for": say(check.needed_for),
        "remedy": say(check.remedy) if check.remedy else None,
    }


def _tell(checks: Sequence[Check], console: Console) -> None:
    say = console.language.say
    width = max(len(check.name) for check in checks)
    for check in checks:
        sign = console.paint("+", "good") if check.ok else console.paint("-", "error")
        rest = say(check.remedy) if check.remedy else check.found
        needed = "" if check.ok else f" ({say(check.needed_for)})"
        console.write(f"{sign} {check.name:{width}}  {rest}{needed}")
    missing = sum(not check.ok for check in checks)
    console.say(message("Missing: {count}.", count=missing) if missing else message("Everything is there."))
