"""`tontafel npc`: characters by chance."""

import random
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tontafel.rules.message import message
from tontafel.site.cli.group import verb
from tontafel.site.cli.words import N_
from tontafel.site.console import Console

if TYPE_CHECKING:
    from tontafel.rules.model import Character
    from tontafel.rules.system import Strength
    from tontafel.site.npcs import Cast

_MOST = 100_000


@verb(
    "npc",
    N_(
        "Make legal characters by chance, by the rules of the campaign here or around DIR. The same seed "
        "makes the same ones."
    ),
    (
        "tontafel npc --system mesopotamien",
        "tontafel npc --count 5 --strength average --format wiki",
        "tontafel npc --system fhtagn --seed 7 --count 20 --write grausiel/Nebenfiguren",
    ),
)
@click.option("--system", metavar="S", default="", help=N_("The game system; else as the settings say."))
@click.option("--seed", type=int, metavar="N", help=N_("Roll as with this number before: for repeating."))
@click.option("--count", metavar="N", type=click.IntRange(1, _MOST), default=1, help=N_("So many; else one."))
@click.option(
    "--strength",
    type=click.Choice(["pc", "average"]),
    default="pc",
    help=N_("As strong as a player character, or as anybody in the street."),
)
@click.option(
    "--write",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help=N_("Write a page for each into this folder; nothing is written over."),
)
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "wiki"]),
    default="text",
    help=N_("For people, for programs, or as the text of a page."),
)
def command(  # noqa: PLR0913 - one for each option
    console: Console,
    *,
    system: str,
    seed: int | None,
    count: int,
    strength: "Strength",
    folder: Path | None,
    style: str,
) -> None:
    """Make characters."""
    from tontafel.site import npcs

    cast = npcs.cast_of(folder or Path(), system)
    seed = random.SystemRandom().randrange(1_000_000) if seed is None else seed
    made = list(npcs.generated(cast, count, seed, strength))
    written = npcs.write_pages(folder, cast, made) if folder else []
    if style == "json":
        paths = {"files": [str(path) for path in written]} if folder else {}
        console.write_json(npcs.as_json(made, seed) | paths)
    elif folder:
        for path in written:
            console.write(str(path))
    else:
        _show(console, cast, made, style)
    if style != "json":
        console.remark(message("Seed: {seed}", seed=seed))


def _show(console: Console, cast: "Cast", made: "list[Character]", style: str) -> None:
    from tontafel.rules.span import Span
    from tontafel.site import npcs
    from tontafel.site.campaign.figures import Figure, Figures
    from tontafel.site.shown import as_text

    if style == "wiki":
        console.write("\n".join(npcs.page_of(one, cast) for one in made).removesuffix("\n"))
    else:
        figures = tuple(Figure(one, Span(0, 0), (), cast.game) for one in made)
        console.write(as_text("", Figures(figures), console.language))
