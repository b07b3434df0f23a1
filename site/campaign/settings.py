"""What a campaign says about itself in `campaign.toml`; everything has a default."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tontafel.rules.diagnostic import Diagnostic, Level
from tontafel.rules.message import Message, message
from tontafel.rules.names import fold, near
from tontafel.rules.span import Span

if TYPE_CHECKING:
    from tontafel.site.campaign.toml_places import Entry

#: The file's name; a folder that holds one is a campaign.
SETTINGS_FILE = "campaign.toml"
Audience = Literal["players", "gm"]
#: `de`, `de-CH`: what browsers and screen readers go by.
LanguageTag = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$")]
Address = Annotated[str, msgspec.Meta(pattern=r"^(https?://[^\s\"'<>]+)?$")]


class TagNames(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The tags that mean something here, each in any number of spellings; case does not matter."""

    character: tuple[str, ...] = ("Charakter", "Character", "Figur", "Held", "Heldin", "SC", "PC")
    npc: tuple[str, ...] = ("NSC", "NPC", "Nichtspielercharakter", "Gegner")
    rules: tuple[str, ...] = ("Regeln", "Rules")
    secret: tuple[str, ...] = ("Geheim", "Geheimnis", "Secret", "Spielleitung", "GM")


class Settings(Struct, frozen=True, kw_only=True):
    """A campaign's settings; an empty text means that the program chooses.

    `home` is a page name, `base_url` the site's public address, `severity` maps a diagnostic's code to a
    level, `rules_pages` are page names.
    """

    title: str = ""
    language: LanguageTag = "de"
    system: str = ""
    edition: str = ""
    home: str = ""
    base_url: Address = ""
    audience: Audience = "players"
    severity: dict[str, Level] = {}
    tags: TagNames = TagNames()
    rules_pages: tuple[str, ...] = ()
    licence: str = ""
    notices: tuple[str, ...] = ()


def read_settings(text: str) -> tuple[Settings, list[Diagnostic]]:
    """Read the text of a `campaign.toml`; what is wrong falls back to its default and is reported."""
    import tomllib

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Settings(), [_broken(text, str(error))]
    except RecursionError:
        return Settings(), [_broken(text, "too many brackets within each other (at line 1, column 1)")]
    found: list[Diagnostic] = []
    tags = data.get("tags")
    values = _known_values(text, data, Settings, "", found)
    if isinstance(tags, dict):
        values["tags"] = TagNames(**_known_values(text, tags, TagNames, "tags", found))
    severity = data.get("severity")
    if isinstance(severity, dict):
        values["severity"] = _levels(text, severity, found)
    return Settings(**values), found


def placed(found: Diagnostic, text: str) -> Diagnostic:
    """Give a finding about the settings its place in their text: the value of the key that `where` names.

    Where the finding is about a code that is set, it is the key itself.
    """
    if found.page != SETTINGS_FILE or not found.where:
        return found
    *table, key = map(str, found.where)
    entry = _entry(text, ".".join(table), key)
    return replace(found, span=entry.key if table else entry.value)


def _known_values(
    text: str, data: dict[str, Any], kind: type[Struct], table: str, found: list[Diagnostic]
) -> dict[str, Any]:
    fields = {field.name: field.type for field in msgspec.structs.fields(kind)}
    values = {}
    for key, value in data.items():
        if key not in fields:
            found.append(_unknown(text, table, key, list(fields)))
        elif isinstance(value, dict) and key in {"tags", "severity"}:
            continue
        else:
            try:
                values[key] = msgspec.convert(_several(value, fields[key]), fields[key])
            except msgspec.ValidationError:
                found.append(_wrong_type(text, table, key, fields[key]))
    return values


def _several(value: object, kind: object) -> object:
    """Take a single text for a list of one."""
    return [value] if isinstance(value, str) and kind == tuple[str, ...] else value


def _levels(text: str, data: dict[str, Any], found: list[Diagnostic]) -> dict[str, Level]:
    levels: dict[str, Level] = {}
    for code, value in data.items():
        try:
            levels[code] = msgspec.convert(value, Level)
        except msgspec.ValidationError:
            found.append(_wrong_type(text, "severity", code, Level))
    return levels


#: Findings by which no setting is known, and settings without which nobody knows what is secret.
_UNREAD = {"settings-broken", "file-outside", "file-unreadable"}
_SECRECY = {"tags", "secret"}
#: What those may be called who know the settings only by heart.
_SAYS_SECRET = {"tag", *map(fold, TagNames().secret)}
#: What a value must be, in words.
_KINDS: dict[object, Message] = {
    str: message("Write a text in quotation marks."),
    LanguageTag: message("Write a language such as “de” or “en”."),
    Address: message("Write an address that begins with https://."),
    tuple[str, ...]: message("Write a text, or a list of texts in square brackets."),
    Audience: message("Write “players” or “gm” in quotation marks."),
    Level: message("Write “off”, “note”, “warning” or “error” in quotation marks."),
    TagNames: message("Write a table: [tags] on a line of its own."),
    dict[str, Level]: message("Write a table: [severity] on a line of its own."),
}


def _wrong_type(text: str, table: str, key: str, kind: object) -> Diagnostic:
    return Diagnostic(
        code="settings-type",
        severity="error",
        message=message("The setting “{key}” has a value that it cannot have; its default is used.", key=key),
        hint=_KINDS[kind],
        page=SETTINGS_FILE,
        span=_entry(text, table, key).value,
    )


def _unknown(text: str, table: str, key: str, known: list[str]) -> Diagnostic:
    meant = _meant(key, known)
    return Diagnostic(
        code="settings-unknown",
        severity="warning",
        message=message("There is no setting called “{key}”.", key=key),
        hint=message("Did you mean “{name}”?", name=meant) if meant else None,
        page=SETTINGS_FILE,
        span=_entry(text, table, key).key,
    )


def _meant(key: str, known: Iterable[str]) -> str | None:
    """The setting that a key is a misspelling of, also if in its capital letters alone."""
    names = list(known)
    return next((name for name in names if fold(name) == fold(key)), None) or near(key, names)


def _broken(text: str, reason: str) -> Diagnostic:
    place = re.search(r"\(at line (\d+), column (\d+)\)", reason)
    offset = len(text)
    if place:
        lines = text.splitlines(keepends=True)
        offset = min(sum(map(len, lines[: int(place[1]) - 1])) + int(place[2]) - 1, len(text))
    return Diagnostic(
        code="settings-broken",
        severity="error",
        message=message(
            "The settings cannot be read ({reason}); the defaults are used.",
            reason=reason.partition(" (at ")[0],
        ),
        hint=message("Texts stand in quotation marks, each setting on a line of its own: title = “…”."),
        page=SETTINGS_FILE,
        span=Span(offset, min(offset + 1, len(text))),
    )


def unreadable(reason: str) -> Diagnostic:
    """Say that the file with the settings cannot be opened."""
    return Diagnostic(
        code="settings-broken",
        severity="error",
        message=message("The settings cannot be read ({reason}); the defaults are used.", reason=reason),
        hint=message("Make the file readable."),
        page=SETTINGS_FILE,
    )


def hide_what_is_secret(diagnostics: Iterable[Diagnostic]) -> bool:
    """Say whether what is wrong with settings leaves open which pages are secret."""
    return any(one.page == SETTINGS_FILE and _hides(one) for one in diagnostics)


def _hides(found: Diagnostic) -> bool:
    if found.code in _UNREAD:
        return True
    key = str(found.message.values.get("key", ""))
    if found.code == "settings-unknown":
        said = fold(key)
        return said in _SAYS_SECRET or said.startswith("secret") or _meant(key, _SECRECY) is not None
    return found.code == "settings-type" and key in _SECRECY


def _entry(text: str, table: str, key: str) -> "Entry":
    from tontafel.site.campaign.toml_places import places

    return places(text)[(table, key) if table else (key,)]
