"""What `tontafel show --format json` prints of a page, and its schema."""

from functools import reduce
from operator import or_
from typing import Any

import msgspec

from tontafel.rules.model import Character
from tontafel.rules.system import systems
from tontafel.rules.tables import KINDS


def schema() -> dict[str, Any]:
    """Give the JSON Schema of a page as `show` prints it: every table that an installed system reads."""
    kinds = dict.fromkeys([*KINDS, *(kind for system in systems().values() for kind in system.tables)])
    shown = msgspec.defstruct(
        "Shown",
        [("page", str), ("characters", list[Character]), ("tables", list[reduce(or_, kinds)])],  # type: ignore[misc]
    )
    made = msgspec.json.schema(shown, schema_hook=_anything)
    for definition in made["$defs"].values():
        _require_all(definition)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "tontafel show", **made}


def _anything(kind: type) -> dict[str, Any]:
    """Describe what only a system knows."""
    return {"description": kind.__name__}


def _require_all(definition: dict[str, Any]) -> None:
    """Say that every key is always there, but for those that may be left out: they have no default."""
    known = definition.get("properties", {})
    given = set(definition.get("required", ()))
    definition["required"] = [name for name in known if name in given or "default" in known[name]]
