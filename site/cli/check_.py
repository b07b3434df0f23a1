"""`tontafel check`: what is wrong with pages, characters and links."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tontafel.site.cli.group import verb
from tontafel.site.cli.options import SYSTEM
from tontafel.site.cli.words import N_
from tontafel.site.console import Console

if TYPE_CHECKING:
    from tontafel.rules.diagnostic import Diagnostic
    from tontafel.site.campaign.desk import Desk
    from tontafel.site.report import Page


@verb(
    "check",
    N_(
        "Find what is wrong with pages, characters and links. PATH is a campaign's folder or a page; without "
        "it the campaign here is checked. Gives 1 if there are errors."
    ),
    (
        "tontafel check",
        "tontafel check zweistromland/Herakles.txt",
        "tontafel check --format json zweistromland",
        "tontafel check --format github zweistromland",
    ),
)
@click.argument("paths", metavar="[PATH]…", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    help=N_("For people, for programs, or as annotations of GitHub."),
)
@SYSTEM
def command(console: Console, paths: tuple[Path, ...], style: str, system: str) -> int:
    """Check campaigns and pages; give 1 if there are errors."""
    from tontafel.site.report import as_annotation, as_json, as_text, summary

    found: list[tuple[Diagnostic, Page]] = []
    pages = 0
    for desk in _desks(paths, system):
        found += _sorted(desk)
        pages += 1 if desk.campaign.focus else len(desk.records)
    if style == "json":
        console.write_json({"diagnostics": [as_json(one, page, console) for one, page in found]})
    elif style == "github":
        for one, page in found:
            console.write(as_annotation(one, page, console))
    else:
        for one, page in found:
            console.write(as_text(one, page, console))
        console.write(summary([one for one, _ in found], pages, console))
    return int(any(one.severity == "error" for one, _ in found))


def _desks(paths: tuple[Path, ...], system: str) -> "Iterator[Desk]":
    from tontafel.site.campaign.desk import desk_of
    from tontafel.site.scan import campaigns_in

    for path in paths or (Path(),):
        for place in campaigns_in(path) if path.is_dir() else [path]:
            yield desk_of(place, system)


def _sorted(desk: "Desk") -> "list[tuple[Diagnostic, Page]]":
    """Give the findings page by page from top to bottom."""
    found = desk.findings(jobs=0)
    pages = {name: desk.shown_page(name) for name in {one.page for one in found}}
    found.sort(key=lambda one: (pages[one.page].path, one.span.start if one.span else -1, one.code))
    return [(one, pages[one.page]) for one in found]
