"""`tontafel sheet`: the characters on pages as a PDF."""

from pathlib import Path

import click

from tontafel.site.cli.group import verb
from tontafel.site.cli.options import PRINTED, SYSTEM
from tontafel.site.cli.words import N_
from tontafel.site.console import Console


@verb(
    "sheet",
    N_(
        "Make a PDF with a sheet for every character on the pages. PAGE is a page's name "
        "or the path of its file."
    ),
    (
        "tontafel sheet Herakles -o herakles.pdf",
        "tontafel sheet Herakles Atalante -o - > bögen.pdf",
    ),
)
@click.argument("pages", metavar="PAGE…", nargs=-1, required=True)
@PRINTED
@SYSTEM
def command(console: Console, pages: tuple[str, ...], file: Path, system: str) -> None:
    """Print the characters of pages."""
    from tontafel.site.cli.printing import characters_on, print_pdf
    from tontafel.site.collecting import paused
    from tontafel.site.pdf import sheet_pdf

    with paused():
        print_pdf(console, file, characters_on(pages, system), sheet_pdf)
