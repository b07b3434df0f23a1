"""`tontafel import`: other wikis in."""

from pathlib import Path

import click

from tontafel.rules.message import message
from tontafel.site.cli.group import verb
from tontafel.site.cli.words import N_
from tontafel.site.console import Console


@verb(
    "import",
    N_(
        "Bring a wiki in as a campaign's folder, every text as it is. KIND is oddmuse: SRC is the wiki's "
        "data directory or a .tar.gz, .tar or .zip of it; its namespaces become campaigns side by side."
    ),
    ("tontafel import oddmuse wiki-data.tar.gz -o kampagne",),
)
@click.argument("kind", metavar="KIND", type=click.Choice(["oddmuse"]))
@click.argument("source", metavar="SRC", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    "target",
    metavar="DIR",
    required=True,
    type=click.Path(path_type=Path, file_okay=False),
    help=N_("The folder to be made, or that of a former import."),
)
def command(console: Console, kind: str, source: Path, target: Path) -> None:  # noqa: ARG001 - one kind so far
    """Import a wiki and say what came."""
    from tontafel.site.importers.oddmuse import import_oddmuse

    done = import_oddmuse(source, target)
    for warning in done.warnings:
        console.remark(warning)
    ngettext = console.language.ngettext
    for name, folder in done.folders.items():
        pages, uploads = done.pages[name], done.uploads[name]
        console.say(
            message(
                "{folder}: {pages}, {uploads} among them.",
                folder=str(folder),
                pages=ngettext("{n} page", "{n} pages", pages).format(n=pages),
                uploads=ngettext("{n} upload", "{n} uploads", uploads).format(n=uploads),
            )
        )
    if done.deleted:
        console.say(message("Pages deleted in the wiki and left out: {count}.", count=done.deleted))
