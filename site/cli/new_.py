"""`tontafel new`: a campaign's folder to begin with."""

from pathlib import Path

import click

from tontafel.rules.message import message
from tontafel.site.cli.group import verb
from tontafel.site.cli.words import N_
from tontafel.site.console import Console
from tontafel.site.problem import shell_word


@verb(
    "new",
    N_("Make the folder of a new campaign: settings, a home page, a character, a place, an evening, tables."),
    ("tontafel new zweistromland --system mesopotamien",),
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--system", "system_id", metavar="S", required=True, help=N_("The game system: mesopotamien, …")
)
@click.option("--title", metavar="TITLE", help=N_("The campaign's title; else the folder's name."))
def command(console: Console, folder: Path, system_id: str, title: str | None) -> None:
    """Make the folder and say what to do next."""
    import datetime

    from tontafel.site.new import make_campaign

    name = folder.absolute().name.replace("_", " ").replace("-", " ")
    # The evening's page bears the date on which the campaign begins where its players are.
    today = datetime.datetime.now().astimezone().date()
    for path in make_campaign(folder, system_id, title or name[:1].upper() + name[1:], today):
        console.write(str(path))
    console.remark(message("Next: tontafel build {folder}", folder=shell_word(str(folder))))
