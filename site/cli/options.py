"""Options that several verbs take."""

from pathlib import Path

import click

from tontafel.site.cli.words import N_

#: `-o FILE`, given as `file`.
PRINTED = click.option(
    "-o",
    "--output",
    "file",
    metavar="FILE",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help=N_("The file to be made; “-” is standard output."),
)
#: `--system S`, an empty text where it is not given.
SYSTEM = click.option(
    "--system", metavar="S", default="", help=N_("The game system; else as settings or pages say.")
)
#: `--format text|json`, given as `style`.
STYLE = click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json"]),
    default="text",
    help=N_("For people or programs."),
)
