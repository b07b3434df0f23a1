"""What the table Verlauf leads to, against what a page says."""

from collections.abc import Iterator, Mapping

from tontafel.rules.checks import Finding
from tontafel.rules.events import Trace
from tontafel.rules.message import message


def contradicted(
    recorded: Trace, found: Mapping[str, int], called: Mapping[str, str] = {}
) -> Iterator[Finding]:
    """Values of the page that are not those at which the table ends.

    Args:
        recorded: what the table says.
        found: the page's values, by the same names.
        called: what the names are for people, where they are not the same.
    """
    for name, value in recorded.after.items():
        if name in found and found[name] != value:
            yield Finding(
                ("details", "history", recorded.last[name]),
                message(
                    "By the table “Verlauf” {name} stands at {value}; the page says {found}.",
                    name=called.get(name, name),
                    value=value,
                    found=found[name],
                ),
                message("Enter what happened since, or write {value}.", value=value),
            )
