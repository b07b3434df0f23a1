"""A new campaign's folder, with pages that show how things are written.

The pages lie in `templates/starter/`, in a folder for each system that has pages of its own.
"""

import datetime
import json
import re
from pathlib import Path

from tontafel.rules.message import message
from tontafel.rules.system import system
from tontafel.site.files import write_files
from tontafel.site.problem import Problem

_STARTERS = Path(__file__).parent.parent / "templates" / "starter"
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
    own = _STARTERS / known.id
    values = {"title": title, "date": today.isoformat(), "system": known.id}
    files = {}
    for source in sorted((own if own.is_dir() else _STARTERS / "any").iterdir()):
        quoted = source.suffix == ".toml"
        text = _filled(source.read_text("utf-8"), values, quoted=quoted)
        files[_filled(source.name, values, quoted=False)] = text.encode("utf-8")
    write_files(folder, {"": files})
    return [folder / name for name in files]


def _filled(text: str, values: dict[str, str], *, quoted: bool) -> str:
    """Put values into their places; within the quotation marks of settings they are escaped."""

    def value(place: re.Match[str]) -> str:
        given = values[place[1]]
        return _escaped(given) if quoted else given

    return _PLACE.sub(value, text)


def _escaped(text: str) -> str:
    """Write a text as it stands between quotation marks in TOML."""
    return json.dumps(text.encode("utf-8", "replace").decode("utf-8"), ensure_ascii=False)[1:-1]
