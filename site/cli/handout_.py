"""`tontafel handout`: cards of NPCs, eight on a page."""

from pathlib import Path

import click

from tontafel.site.cli.group import verb
from tontafel.site.cli.options import PRINTED, SYSTEM
from tontafel.site.cli.words import N_
from tontafel.site.console import Console


@verb(
    "handout",
    N_(
        "Make a PDF with cards of NPCs, eight on a page, with crop marks. NAME is an NPC's name, or a page's "
        "name or path for all NPCs on it, those in its sentences, too."
    ),
    ("tontafel handout Stier Eurystheus -o karten.pdf", "tontafel handout Mesopotamien.txt -o karten.pdf"),
)
@click.argument("names", metavar="NAME…", nargs=-1, required=True)
@PRINTED
@SYSTEM
def command(console: Console, names: tuple[str, ...], file: Path, system: str) -> None:
    """Print cards."""
    from tontafel.site.cli.printing import npcs_called, print_pdf
    from tontafel.site.collecting import paused
    from tontafel.site.pdf import cards_pdf

    with paused():
        print_pdf(console, file, npcs_called(names, system), cards_pdf)
