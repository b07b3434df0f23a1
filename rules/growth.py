"""What the table Verlauf leads to, against what a page says."""

from collections.abc import Iterator, Mapping

from tontafel.rules.checks import Finding
from tontafel.rules.message import message


def contradicted(recorded: Mapping[str, int], found: Mapping[str, int]) -> Iterator[Finding]:
    """Values of the page that are not those at which the table ends."""
    for name, value in recorded.items():
        if name in found and found[name] != value:
            yield Finding(
                ("details", "history"),
                message(
                    "By the table “Verlauf” {name} stands at {value}; the page says {found}.",
                    name=name,
                    value=value,
                    found=found[name],
                ),
                message("Enter what happened since, or write {value}.", value=value),
            )
