"""`tontafel roll`: dice as people write them, and tests of a character's skill."""

import os
import random
import re
from typing import Any

import click

from tontafel.rules.system import systems
from tontafel.site.cli.asked import given, options_of
from tontafel.site.cli.group import Verb, verb
from tontafel.site.cli.options import STYLE, SYSTEM
from tontafel.site.cli.words import N_
from tontafel.site.console import Console

#: What begins like dice is meant as dice, well written or not; a page's date does not.
_DICE = re.compile(
    r"[\s(+−–-]*(?:\d*\s*[WD]\s*(?:\d|F\b|%)|\d+\s*[WD]\s*(?:$|[^\w\s])|\d+\s*(?:$|[+−–-]\s*(?:\d*\s*[WD(]|\d+$)))",
    re.IGNORECASE,
)


def _with_system_options(made: Verb) -> Verb:
    """Add the options that tests have, each system's own."""
    made.params[1:1] = options_of((one.title, one.roll_options()) for one in systems().values() if one.roll)
    return made


@_with_system_options
@verb(
    "roll",
    N_(
        "Roll dice, or test a skill. WHAT is dice such as 4dF+5, W6-W6 or 2W10; or PAGE and the SKILL of "
        "its character: PAGE is a page's name, the path of its file or a character's name."
    ),
    (
        'tontafel roll "4dF+5"',
        "tontafel roll 2W10 --seed 7",
        "tontafel roll Herakles Ringen --difficulty 4",
        "tontafel roll Herakles Ringen --against Stier Ausweichen",
        "tontafel roll grausiel/Hinnerk.txt Athletik --modifier +20 --format json",
    ),
)
@click.argument("what", metavar="WHAT…", nargs=-1, required=True)
@click.option(
    "--against",
    metavar="PAGE SKILL",
    nargs=2,
    default=None,
    help=N_("Test against a skill of the character on another page."),
)
@click.option(
    "--seed", type=int, metavar="N", default=None, help=N_("Roll as with this number before: for repeating.")
)
@STYLE
@SYSTEM
def command(console: Console, /, what: tuple[str, ...], style: str, **arguments: Any) -> None:
    """Roll, and say what fell and why."""
    from tontafel.site import rolling

    seed = arguments.pop("seed")
    seed = random.SystemRandom().randrange(1_000_000) if seed is None else seed
    rng = random.Random(seed)  # noqa: S311 - dice, which are to fall again as they fell
    against, system = arguments.pop("against"), arguments.pop("system")
    text = " ".join(what)
    if _DICE.match(text) and not against and not os.path.isfile(what[0]):  # noqa: PTH113 - false, too, for what can be no path
        answer = rolling.dice(rng, text, console, given(arguments))
    else:
        answer = rolling.test(rng, rolling.Wish(what, against, system, given(arguments)), console)
    if style == "json":
        console.write_json(answer.data | {"seed": seed})
    else:
        console.write(answer.text)
