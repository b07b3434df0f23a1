"""`tontafel build`: campaigns in, sites out."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tontafel.rules.message import message
from tontafel.site.cli.group import verb
from tontafel.site.cli.words import N_
from tontafel.site.console import Console
from tontafel.site.problem import Problem, shell_word

if TYPE_CHECKING:
    from tontafel.site.build import Report
    from tontafel.site.campaign.settings import Audience


@verb(
    "build",
    N_(
        "Build the site and the PDF sheets of the campaign in DIR, or of those side by side in it. "
        "Only what has changed is made again. What is wrong with pages keeps no site from being built: "
        "`tontafel check` judges it."
    ),
    (
        "tontafel build zweistromland",
        "tontafel build zweistromland -o /srv/www/zweistromland --audience gm --no-pdf",
    ),
)
@click.argument("folders", metavar="[DIR]…", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    "out",
    metavar="OUT",
    type=click.Path(path_type=Path),
    help=N_("Where the site goes; else “_site” in the campaign's folder."),
)
@click.option(
    "--audience", type=click.Choice(["players", "gm"]), help=N_("For whom; else as the settings say.")
)
@click.option("--no-pdf", is_flag=True, help=N_("No PDF sheets."))
@click.option(
    "--jobs", metavar="N", type=click.IntRange(min=0), default=0, help=N_("Processes; else one a processor.")
)
def command(  # noqa: PLR0913 - one for each option
    console: Console,
    *,
    folders: tuple[Path, ...],
    out: Path | None,
    audience: "Audience | None",
    no_pdf: bool,
    jobs: int,
) -> None:
    """Build every campaign named."""
    from tontafel.site.build import build
    from tontafel.site.cache import BusyError
    from tontafel.site.progress import Bar
    from tontafel.site.scan import OUTPUT_FOLDER

    campaigns = list(_campaigns(folders or (Path(),)))
    for campaign in campaigns:
        place = out / campaign.absolute().name if out and len(campaigns) > 1 else out
        try:
            with Bar(campaign.absolute().name) as bar:
                done = build(campaign, place, audience=audience, pdf=not no_pdf, jobs=jobs, progress=bar)
        except BusyError as error:
            raise _busy(campaign) from error
        except OSError as error:
            error.filename = error.filename or str(place or campaign / OUTPUT_FOLDER)
            raise
        _tell(console, campaign, done)


def _campaigns(folders: tuple[Path, ...]) -> Iterator[Path]:
    from tontafel.site.scan import campaigns_in

    for folder in folders:
        yield from campaigns_in(folder)


def _busy(campaign: Path) -> Problem:
    return Problem(
        message(
            "The site of “{folder}” is being built by someone else at this moment.", folder=str(campaign)
        ),
        message("Try again when that is done."),
    )


def _tell(console: Console, campaign: Path, done: "Report") -> None:
    ngettext = console.language.ngettext
    counts = {
        "pages": ngettext("{n} page", "{n} pages", done.pages).format(n=done.pages),
        "characters": ngettext("{n} character", "{n} characters", done.characters).format(n=done.characters),
    }
    home = str(done.out / "index.html")
    if done.unchanged:
        console.say(message("{home}: nothing to do ({pages}, {characters}).", home=home, **counts))
    else:
        changed = ngettext("{n} file", "{n} files", done.written).format(n=done.written)
        console.say(
            message("{home}: {pages}, {characters}; {files} written.", home=home, files=changed, **counts)
        )
    if done.pdf:
        console.remark(message("No PDF sheets: {reason}", reason=done.pdf))
    errors, warnings = done.findings.get("error", 0), done.findings.get("warning", 0)
    if errors or warnings:
        found = message(
            "Found on the pages: {errors}, {warnings}; see: tontafel check {folder}",
            errors=ngettext("{n} error", "{n} errors", errors).format(n=errors),
            warnings=ngettext("{n} warning", "{n} warnings", warnings).format(n=warnings),
            folder=shell_word(str(campaign)),
        )
        console.remark(found)
