"""`tontafel render`: markup in, a plain fragment of HTML out."""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import click

from tontafel.rules.message import message
from tontafel.site.cli.group import verb
from tontafel.site.cli.words import N_
from tontafel.site.console import Console
from tontafel.site.problem import Problem


@verb(
    "render",
    N_(
        "Turn markup on standard input into a fragment of HTML on standard output. "
        "Remarks go to standard error."
    ),
    ("echo 'Ein /Aspekt/ und [[Ur]].' | tontafel render", "tontafel render --dialect markdown < Seite.md"),
)
@click.option(
    "--dialect", type=click.Choice(["wiki", "markdown"]), help=N_("The markup; else as the text says.")
)
@click.option(
    "--json-lines", is_flag=True, help=N_("Read {“id”, “text”} and print {“id”, “html”} on each line.")
)
@click.option(
    "--known-pages",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help=N_("Lines of {“name”, “text”}: the pages that exist."),
)
def command(console: Console, dialect: Any, json_lines: bool, known_pages: Path | None) -> None:
    """Render one text, or one a line."""
    from tontafel.parsers.page import decode, parse
    from tontafel.site.fragment import render
    from tontafel.site.known_pages import KnownPages

    world = KnownPages(_known(known_pages) if known_pages else ())

    def fragment(text: str, name: str) -> str:
        document = parse(text, dialect=dialect, sites=world.sites)
        _remark(console, document.diagnostics, text, name)
        return render(document, world)

    if not json_lines:
        console.write_bytes(fragment(decode(sys.stdin.buffer.read()), "-").encode("utf-8"))
        return
    for record in _records(sys.stdin.buffer, "-", ("id", "text")):
        made = {"id": record["id"], "html": fragment(record["text"], str(record["id"]))}
        console.write_bytes(json.dumps(made, ensure_ascii=False).encode("utf-8") + b"\n")


def _remark(console: Console, diagnostics: Iterable[Any], text: str, name: str) -> None:
    if not diagnostics:
        return
    from tontafel.parsers.lines import LineIndex
    from tontafel.site.report import Page, as_text

    page = Page(name, LineIndex(text))
    for diagnostic in diagnostics:
        console.remark_line(as_text(diagnostic, page, console, to_err=True))


def _known(path: Path) -> Iterator[dict[str, str]]:
    with path.open("rb") as lines:
        yield from _records(lines, str(path), ("name", "text"))


def _records(lines: BinaryIO, source: str, keys: tuple[str, str]) -> Iterator[dict[str, Any]]:
    """Read one JSON object a line; raises `Problem` at the first line that is none."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            given = [record[key] for key in keys]
        except (ValueError, KeyError, TypeError, RecursionError):
            given = [None]
        if not isinstance(given[-1], str):
            raise Problem(
                message(
                    "Line {line} of “{path}” is no JSON object with {keys}.",
                    line=number,
                    path=source,
                    keys=", ".join(f'"{key}"' for key in keys),
                )
            )
        yield record
