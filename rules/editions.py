"""A system's editions: one TOML file each, beside its code; a later one says only what differs."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import toml

from tontafel.rules.message import message
from tontafel.rules.system import UnknownEdition, one_of

_PREFIX = "edition"


def names(folder: Path) -> tuple[str, ...]:
    """Every edition there is a file `edition….toml` for, oldest first."""
    return tuple(sorted(path.stem.removeprefix(_PREFIX) for path in folder.glob(f"{_PREFIX}*.toml")))


def load(folder: Path, edition: str, system: str) -> dict[str, Any]:
    """An edition's data, laid over those of the edition that `based_on` names.

    Args:
        folder: where the system's files lie.
        edition: the edition's name.
        system: the system's title, for the refusal.

    Raises:
        UnknownEdition: there is no such edition.
    """
    known = names(folder)
    if edition not in known:
        said = message("{system} has no edition “{edition}”.", system=system, edition=edition)
        raise UnknownEdition(said, one_of(edition, known))
    data = toml.decode((folder / f"{_PREFIX}{edition}.toml").read_bytes())
    base = data.pop("based_on", None)
    return merged(load(folder, base, system), data) if base else data


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The base with the changes: `false` takes a figure away, a table of numbers is replaced whole."""
    found = dict(base)
    for key, value in changes.items():
        if value is False:
            found.pop(key, None)
        elif isinstance(value, dict) and not _is_numbered(value):
            found[key] = merged(found.get(key, {}), value)
        else:
            found[key] = value
    return found


def _is_numbered(table: Mapping[str, Any]) -> bool:
    return all(key.lstrip("-").isdigit() for key in table)
