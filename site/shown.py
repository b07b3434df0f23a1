"""What `tontafel show` prints of a page: JSON, its schema, and text."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

import msgspec
from msgspec import UNSET

from tontafel.rules.message import Message, message
from tontafel.rules.model import Character, ConsequenceSeverity, Skill, StuntKind, Track
from tontafel.rules.system import systems
from tontafel.rules.tables import KINDS, Table
from tontafel.site.campaign.figures import Figures
from tontafel.site.language import Language

_MARKED, _FREE = "☒", "□"
_INDENT, _BULLET = "  ", "-"
_YES, _NO = message("yes"), message("no")
_STUNTS: dict[StuntKind, Message] = {
    "talent": message("talent"),
    "item": message("item"),
    "artifact": message("artifact"),
    "substitute": message("substitute skill"),
    "substitute_for_others": message("substitute skill for others"),
    "bonus_for_others": message("bonus skill for others"),
    "extra_box": message("extra box"),
    "track_skill": message("track skill"),
}
_CONSEQUENCES: dict[ConsequenceSeverity, Message] = {
    "mild": message("mild"),
    "medium": message("medium"),
    "severe": message("severe"),
}


# JSON


def as_json(page: str, found: Figures) -> dict[str, Any]:
    """Give a page's characters and tables; both lists are empty where there are none."""
    return {
        "page": page,
        "characters": [msgspec.to_builtins(figure.character) for figure in found.figures],
        "tables": [msgspec.to_builtins(table, str_keys=True) for table in found.tables],
    }


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


# Text


def as_text(page: str, found: Figures, language: Language) -> str:
    """Give the same for people: a block of lines for each character, a line for each table."""
    blocks = ["\n".join(_character(figure.character, language)) for figure in found.figures]
    if found.tables:
        blocks.append("\n".join(_table(table, language) for table in found.tables))
    nothing = message("There are neither characters nor tables on “{page}”.", page=page)
    return "\n\n".join(blocks) or language.say(nothing)


def _character(character: Character, language: Language) -> Iterator[str]:
    kind = language.say(message("NPC") if character.kind == "npc" else message("player character"))
    yield f"{character.name} ({kind}, {character.system} {character.edition})"
    yield from _listed(message("Aspects"), [aspect.text for aspect in character.aspects], language)
    yield from _pairs(message("Attributes"), character.attributes, language)
    yield from _listed(message("Skills"), list(_skills(character, language)), language)
    yield from _listed(message("Tracks"), [_track(track) for track in character.tracks], language)
    say = language.say
    stunts = [f"{say(_STUNTS[one.kind]) if one.kind else '?'}: {one.text}" for one in character.stunts]
    yield from _listed(message("Stunts"), stunts, language)
    hurt = [f"{say(_CONSEQUENCES[one.severity])}: {one.text}" for one in character.consequences]
    yield from _listed(message("Consequences"), hurt, language)
    yield from _pairs(message("Details"), character.details, language)
    yield from _pairs(message("Derived"), character.derived, language)
    yield from _listed(message("Not understood"), character.other, language)


def _listed(title: Message, lines: Sequence[str], language: Language) -> Iterator[str]:
    if lines:
        yield f"{_INDENT}{language.say(title)}"
        yield from (f"{_INDENT * 2}{line}" for line in lines)


def _pairs(title: Message, values: Mapping[str, Any], language: Language) -> Iterator[str]:
    told = _told(msgspec.to_builtins(dict(values), str_keys=True))
    lines = [line for name, value in told.items() for line in _outlined(name, value, language)]
    yield from _listed(title, lines, language)


def _told(values: Mapping[str, Any]) -> dict[str, Any]:
    """Give what there is something to say of."""
    return {name: value for name, value in values.items() if value not in ([], (), {}, None, "")}


def _outlined(name: str, value: Any, language: Language) -> Iterator[str]:
    """Give a name with its value in one line, or with what it has below it, each on a line further in."""
    if _is_flat(value):
        said = _inline(value, language)
        between = " " if name == _BULLET else ": "
        yield f"{name}{between}{said}" if said else name
        return
    yield f"{name}:" if name != _BULLET else name
    parts = _told(value).items() if isinstance(value, dict) else map(_item, value)
    for key, one in parts:
        yield from (_INDENT + line for line in _outlined(key, one, language))


def _item(value: Any) -> tuple[str, Any]:
    """Give an item of a list as what it is called and the rest of it; of a history, as it is written."""
    if isinstance(value, dict) and value.get("what"):
        when = " ".join(value[key] for key in ("date", "session") if value.get(key))
        why = f" ({value['why']})" if value.get("why") else ""
        return _BULLET, f"{when}: {value['what']}{why}" if when else f"{value['what']}{why}"
    if not isinstance(value, dict) or not value.get("name"):
        return _BULLET, value
    return f"{_BULLET} {value['name']}", _told({key: one for key, one in value.items() if key != "name"})


def _is_flat(value: Any) -> bool:
    """Say whether a value fits a line: a scalar, some scalars, or names with one scalar each."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return not any(isinstance(part, (dict, list, tuple)) for part in parts)


def _inline(value: Any, language: Language) -> str:
    if isinstance(value, dict):
        return ", ".join(_pair(name, one, language) for name, one in _told(value).items())
    if isinstance(value, (list, tuple)):
        return "; ".join(_inline(one, language) for one in value)
    return language.say(_YES if value else _NO) if isinstance(value, bool) else str(value)


def _pair(name: str, value: Any, language: Language) -> str:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    between = " " if is_number and not name.lstrip("-").isdigit() else ": "
    return f"{name}{between}{_inline(value, language)}"


def _skills(character: Character, language: Language) -> Iterator[str]:
    """Give a line for each value, the highest first, with the slots that are open there."""
    rows: dict[int | None, list[str]] = {}
    for skill in character.skills:
        rows.setdefault(skill.value, []).append(_skill(skill, language))
    for row, count in character.open_slots.items():
        rows.setdefault(int(row), []).append(language.say(message("{count} open", count=count)))
    for value in sorted(rows, key=lambda value: (value is None, -(value or 0))):
        yield f"{'?' if value is None else value:>2}  {', '.join(rows[value])}"


def _skill(skill: Skill, language: Language) -> str:
    special = f" ({skill.specialisation})" if skill.specialisation else ""
    new = f" ({language.say(message('new'))})" if skill.new else ""
    return f"{skill.name}{special}{new}{'*' if skill.marked else ''}"


def _track(track: Track) -> str:
    if track.boxes is not UNSET:
        return f"{track.name}: {''.join(_MARKED if box else _FREE for box in track.boxes)}"
    return f"{track.name}: {'/'.join(str(one) for one in (track.current, track.maximum) if one is not UNSET)}"


def _table(table: Table, language: Language) -> str:
    data = msgspec.to_builtins(table, str_keys=True)
    said = {name: value for name, value in _told(data).items() if name not in {"kind", "page"}}
    lines = [line for name, value in said.items() for line in _outlined(name, value, language)]
    title = language.say(message("Table {kind}", kind=data["kind"]))
    return "\n".join([title, *(_INDENT + line for line in lines)])
