"""A new campaign's folder, with pages that show how things are written.

A system's pages lie in a folder `starter` beside its sheets; for one that has none there are pages that suit
every game.
"""

import datetime
import json
import re
from pathlib import Path
from typing import Any

from tontafel.rules.message import message
from tontafel.rules.system import System, system
from tontafel.site.files import write_files
from tontafel.site.problem import Problem

_TEMPLATES = Path(__file__).parent.parent / "templates"
_STARTER = "starter"
#: Files with places to fill; others, such as pictures, are taken as they are.
_TEXTS = (".toml", ".txt", ".wiki", ".md")
_PLACE = re.compile(r"@(title|date|system)@")


def make_campaign(folder: Path, system_id: str, title: str, today: datetime.date) -> list[Path]:
    """Make a campaign in a folder that is new or empty; give the files made, in order.

    Raises `Problem` where the folder holds something, `rules.system.UnknownSystem` for a system that
    isn't there.
    """
    known = system(system_id)
    if folder.is_dir() and any(folder.iterdir()):
        raise Problem(
            message("“{path}” is not empty.", path=str(folder)),
            message("Give a folder that is not there yet."),
        )
    values = {"title": title, "date": today.isoformat(), "system": known.id}
    sources = sorted(source for source in _starter(known).iterdir() if source.is_file())
    files = {_filled(source.name, values, quoted=False): _content(source, values) for source in sources}
    write_files(folder, {"": files})
    return [folder / name for name in files]


def _starter(known: System[Any]) -> Path:
    """Where the system's pages lie, else those for every game."""
    places = (_TEMPLATES / "systems" / known.id, known.folder / "templates")
    own = (place / _STARTER for place in places)
    return next((folder for folder in own if folder.is_dir()), _TEMPLATES / _STARTER)


def _content(source: Path, values: dict[str, str]) -> bytes:
    if source.suffix not in _TEXTS:
        return source.read_bytes()
    return _filled(source.read_text("utf-8"), values, quoted=source.suffix == ".toml").encode("utf-8")


def _filled(text: str, values: dict[str, str], *, quoted: bool) -> str:
    """Put values into their places; within the quotation marks of settings they are escaped."""

    def value(place: re.Match[str]) -> str:
        given = values[place[1]]
        return _escaped(given) if quoted else given

    return _PLACE.sub(value, text)


def _escaped(text: str) -> str:
    """Write a text as it stands between quotation marks in TOML."""
    return json.dumps(text.encode("utf-8", "replace").decode("utf-8"), ensure_ascii=False)[1:-1]
