"""`tontafel show`: the characters and tables on a page."""

import click

from tontafel.site.cli.group import verb
from tontafel.site.cli.options import STYLE, SYSTEM
from tontafel.site.cli.words import N_
from tontafel.site.console import Console


@verb(
    "show",
    N_(
        "Show the characters on a page, and the tables that it gives to the rules. PAGE is a page's name or "
        "the path of its file."
    ),
    ("tontafel show Herakles", "tontafel show --format json zweistromland/Herakles.txt"),
)
@click.argument("page", metavar="PAGE")
@STYLE
@SYSTEM
def command(console: Console, page: str, style: str, system: str) -> None:
    """Show a page's characters and tables."""
    from tontafel.site.campaign.desk import desks_for
    from tontafel.site.shown import as_json, as_text

    ((desk, name),) = desks_for([page], system)
    found = desk.page(name)
    if style == "json":
        console.write_json(as_json(name, found))
    else:
        console.write(as_text(name, found, console.language))
