"""Characters by chance: by the campaign's rules, each name once, as pages if one likes."""

import os
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tontafel.parsers.rewrite.page import Tongue
from tontafel.parsers.tree import Document
from tontafel.parsers.writer import write
from tontafel.rules.message import Message, message
from tontafel.rules.model import Character
from tontafel.rules.names import fold
from tontafel.rules.system import Strength, one_of, systems
from tontafel.site.campaign import Campaign, open_campaign
from tontafel.site.campaign.desk import Desk
from tontafel.site.campaign.figures import Game
from tontafel.site.filenames import distinct
from tontafel.site.files import replace_file
from tontafel.site.problem import Problem
from tontafel.site.scan import SETTINGS_FILE

#: So often another name is tried before a number goes behind it.
_TRIES = 30


class Cast(Struct, frozen=True, kw_only=True):
    """A campaign, or a folder that may become one, and what is played there."""

    campaign: Campaign | None
    game: Game

    @property
    def tag(self) -> str:
        """The tag of an NPC's page."""
        tags = self.campaign.settings.tags.npc if self.campaign else ()
        return tags[0] if tags else "NSC"

    @property
    def tongue(self) -> Tongue:
        """The language of the campaign's pages."""
        settings = self.campaign.settings.language if self.campaign else ""
        return "en" if settings.startswith("en") else "de"


def cast_of(folder: Path, system: str) -> Cast:
    """Tell what is played in a folder's campaign: the nearest one upwards with settings, else any.

    Raises `Problem` where nobody names a system, `rules.system.UnknownSystem`, OSError.
    """
    campaign = _campaign_around(folder)
    if not (system or (campaign and campaign.settings.system)):
        known = list(systems())
        raise Problem(
            message("Nothing says which system is played."),
            message("Name one with --system: {names}.", names=", ".join(known)),
        )
    desk = Desk(campaign or _nothing(folder), system)
    if desk.games.findings and desk.games.findings[0].code == "system-unknown":
        raise Problem(desk.games.findings[0].message, one_of(system, systems()))
    game = desk.games.game(Document(()), "")
    unknown = [one for one in desk.games.findings if one.code == "edition-unknown"]
    if unknown:
        raise Problem(unknown[0].message, unknown[0].hint)
    if game.system.generate is None:
        raise Problem(
            message("{system} makes no characters by chance.", system=game.system.title),
            message("Write one by hand, or name another system."),
        )
    return Cast(campaign=campaign, game=game)


def _campaign_around(folder: Path) -> Campaign | None:
    place = folder.absolute()
    around = [one for one in (place, *place.parents) if (one / SETTINGS_FILE).is_file()]
    return open_campaign(around[0]) if around else None


def _nothing(folder: Path) -> Campaign:
    from tontafel.site.campaign.settings import Settings

    return Campaign(root=folder, settings=Settings(), pages={}, files={}, diagnostics=[], spellings={})


def generated(cast: Cast, count: int, seed: int, strength: Strength) -> Iterator[Character]:
    """Make so many characters; the same seed makes the same ones, and no two have one name."""
    rng = random.Random(seed)  # noqa: S311 - dice, which are to fall again as they fell
    taken: set[str] = set()
    generate, derive, rules = cast.game.system.generate, cast.game.system.derive, cast.game.rules
    for _ in range(count if generate else 0):
        one = generate(rng, rules, strength)  # type: ignore[misc]
        for _ in range(_TRIES):
            if fold(one.name) not in taken:
                break
            one = generate(rng, rules, strength)  # type: ignore[misc]
        one = replace(one, name=_unused(one.name, taken))
        taken.add(fold(one.name))
        yield replace(one, derived=derive(one, rules))


def _unused(name: str, taken: set[str]) -> str:
    """The name, with a number behind it if somebody has it."""
    number = 1
    wanted = name
    while fold(wanted) in taken:
        number += 1
        wanted = f"{name} {_roman(number)}"
    return wanted


def _roman(number: int) -> str:
    signs = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"))
    rest = ((40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
    written = ""
    for value, sign in signs + rest:
        written += sign * (number // value)
        number %= value
    return written


def page_of(one: Character, cast: Cast) -> str:
    """Give a character as the text of a page."""
    return write(one, cast.game.system.vocabulary(), tags=[cast.tag], tongue=cast.tongue)


def write_pages(folder: Path, cast: Cast, characters: list[Character]) -> list[Path]:
    """Write a page for each character into a folder, never over another file; all or none.

    Raises `Problem` where a file or a page of the same name is there already, OSError.
    """
    forms = distinct(one.name for one in characters)
    files = {folder / f"{forms[one.name]}.txt": page_of(one, cast) for one in characters}
    if said := _taken(files, cast, characters):
        raise Problem(said, message("Choose another seed; nothing was written."))
    folder.mkdir(parents=True, exist_ok=True)
    done: list[Path] = []
    try:
        for file, text in files.items():
            replace_file(file, text.encode("utf-8"))
            done.append(file)
    except OSError:
        for file in done:
            file.unlink(missing_ok=True)
        raise
    return done


def _taken(files: Iterable[Path], cast: Cast, characters: list[Character]) -> Message | None:
    """Say which page or file is there already, if one is."""
    for one in characters:
        if cast.campaign and (there := cast.campaign.find(one.name)):
            return message("There is a page “{name}” already.", name=there)
    for file in files:
        if os.path.lexists(file):
            return message("“{path}” is there already.", path=str(file))
    return None


def as_json(characters: list[Character], seed: int) -> dict[str, Any]:
    """Give characters as programs want them, with the seed that makes them again."""
    from msgspec import to_builtins

    return {"seed": seed, "characters": [to_builtins(one) for one in characters]}
