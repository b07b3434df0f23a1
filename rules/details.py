"""Reading `Character.details`: what is not of the kind wanted counts as not there, and never fails."""

from collections.abc import Mapping
from typing import Any, TypeGuard


def is_number(value: object) -> TypeGuard[int]:
    """Whether something is a whole number; truth values are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def number(details: Mapping[str, Any], key: str) -> int | None:
    """The whole number under a key."""
    value = details.get(key)
    return value if is_number(value) else None


def text(details: Mapping[str, Any], key: str) -> str | None:
    """The words under a key, if there are any."""
    value = details.get(key)
    return value if isinstance(value, str) and value.strip() else None


def numbers(details: Mapping[str, Any], key: str) -> dict[str, int]:
    """The whole numbers by name under a key: `{"current": {"Kraft": 7}}`."""
    named = details.get(key)
    if not isinstance(named, dict):
        return {}
    return {name: value for name, value in named.items() if isinstance(name, str) and is_number(value)}


def items(details: Mapping[str, Any], key: str) -> list[tuple[int, str]]:
    """The texts of a list under a key with their places; `{"name": …}` or `{"text": …}` count as well."""
    listed = details.get(key)
    if not isinstance(listed, list):
        return []
    return [(index, title) for index, entry in enumerate(listed) if (title := _title(entry)) is not None]


def _title(entry: object) -> str | None:
    if isinstance(entry, dict):
        entry = entry.get("name", entry.get("text"))
    return entry if isinstance(entry, str) and entry.strip() else None
