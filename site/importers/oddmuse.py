"""Oddmuse: a data directory, or an archive of one, becomes one campaign for each namespace.

Every page keeps its text to the byte. What the wiki knew besides goes to `history.json`: when a page was
last changed, by whom (never an address), the summary, the number of the revision. Earlier revisions are
not read.
"""

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tontafel.parsers.page import decode, encode
from tontafel.rules.message import Message, message
from tontafel.site.campaign import ROOT_NAMESPACE, uploads
from tontafel.site.campaign.settings import TagNames
from tontafel.site.campaign.uploads import ending, media_type
from tontafel.site.filenames import distinct
from tontafel.site.importers.archive import read_files
from tontafel.site.importers.folder import NewCampaign, write_campaigns
from tontafel.site.problem import Problem
from tontafel.site.scan import SETTINGS_FILE

#: So many names stand in a message.
_NAMED = 5
_CONFIG, _PAGES = "config", "page"
_SETTING = r"""^\s*\$%s\s*=\s*(?:'([^'\n]*)'|"([^"\n]*)"|q[qw]?\{([^}\n]*)\})"""
_TAG = re.compile(r"\[\[tag:([^\]|\n]+)", re.IGNORECASE)
_ADDRESS = re.compile(r"\d{1,3}(?:\.(?:\d{1,3}|x+)){3}|[0-9a-f:]*:[0-9a-f:]+", re.IGNORECASE)


class WikiPage(Struct, frozen=True, kw_only=True):
    """A page's current revision as the wiki keeps it; `changed` is in seconds since 1970."""

    id: str
    text: str
    changed: int
    revision: int
    summary: str
    username: str
    minor: bool
    languages: str
    #: Whether its file says nothing of a text.
    broken: bool = False
    #: Whether its name was read otherwise than as UTF-8.
    renamed: bool = False


class Imported(Struct, frozen=True, kw_only=True):
    """What an import brought: folders by namespace with their number of pages and uploads."""

    folders: dict[str, Path]
    pages: dict[str, int]
    uploads: dict[str, int]
    deleted: int
    warnings: list[Message]


def import_oddmuse(source: Path, target: Path) -> Imported:
    """Read a wiki and write its campaigns: side by side for namespaces, else `target` itself.

    Raises `Problem` where `source` is no Oddmuse wiki or `target` must not be written, OSError as the
    system does.
    """
    files = read_files(source, _is_wanted)
    root = _data_directory(source, files)
    namespaces = _namespaces(files, root)
    config = _decoded(files.get(root / _CONFIG, b""))
    name_of_root = ROOT_NAMESPACE if len(namespaces) > 1 else ""
    warnings = [*_left_out(files, root), *_renamed(namespaces)]
    campaigns = []
    deleted = 0
    for namespace, pages in namespaces.items():
        live = [page for page in pages if not page.text.startswith("DeletedPage")]
        deleted += len(pages) - len(live)
        title = namespace.replace("_", " ") or _setting(config, "SiteName") or source.name.partition(".")[0]
        home = _setting(config, "HomePage") or "HomePage"
        campaigns.append(_campaign(namespace or name_of_root, title, home, live, warnings))
    write_campaigns(target, campaigns)
    return _report(target, campaigns, deleted, warnings)


def _report(target: Path, campaigns: list[NewCampaign], deleted: int, warnings: list[Message]) -> Imported:
    uploads = {
        campaign.folder: sum("upload" in page for page in campaign.history["pages"].values())
        for campaign in campaigns
    }
    return Imported(
        folders={campaign.folder: target / campaign.folder for campaign in campaigns},
        pages={campaign.folder: len(campaign.history["pages"]) for campaign in campaigns},
        uploads=uploads,
        deleted=deleted,
        warnings=warnings,
    )


# Reading


def _is_wanted(path: PurePosixPath) -> bool:
    """Say whether a file is a page (the older layout has a folder for each letter) or the settings."""
    in_pages = _PAGES in path.parts[-3:-1] and path.suffix == ".pg"
    return in_pages or path.name == _CONFIG


def _data_directory(source: Path, files: dict[PurePosixPath, bytes]) -> PurePosixPath:
    """Find the folder that the root namespace's pages lie in, or that all namespaces lie below."""
    homes = _homes(files)
    if not homes:
        raise Problem(
            message("“{path}” holds no Oddmuse wiki: there is no page in it.", path=str(source)),
            message("The data directory is the one with the folder “page” in it."),
        )
    shallowest = min(homes, key=lambda home: (len(home.parts), home))
    beside = [home for home in homes if len(home.parts) == len(shallowest.parts)]
    return shallowest if len(beside) == 1 else PurePosixPath(os.path.commonpath(beside))


def _homes(files: Iterable[PurePosixPath]) -> set[PurePosixPath]:
    return {_home(path) for path in files if path.suffix == ".pg"}


def _left_out(files: Iterable[PurePosixPath], root: PurePosixPath) -> Iterator[Message]:
    """Name the folders of wikis that lie elsewhere than the one that is read, a copy of it perhaps."""
    for home in sorted(_homes(files)):
        if not home.is_relative_to(root):
            yield message(
                "“{folder}” is a wiki of its own and was left out; import it by itself.", folder=str(home)
            )


def _home(page: PurePosixPath) -> PurePosixPath:
    """Give the folder of the namespace that a page's file lies in."""
    return next(folder.parent for folder in page.parents if folder.name == _PAGES)


def _namespaces(files: dict[PurePosixPath, bytes], root: PurePosixPath) -> dict[str, list[WikiPage]]:
    """Sort the pages by namespace; the root's has an empty name.

    Names that a disk could confuse, with each other or with the root's, get numbers.
    """
    pages: dict[PurePosixPath, list[WikiPage]] = {}
    for path, data in sorted(files.items()):
        if path.suffix == ".pg" and _home(path).is_relative_to(root):
            pages.setdefault(_home(path), []).append(_page(path.stem, decode(data)))
    taken = {ROOT_NAMESPACE.casefold()}
    found = {}
    for home in sorted(pages):
        wanted = name = "_".join(map(_readable, home.relative_to(root).parts))
        number = 1
        while name.casefold() in taken:
            number += 1
            name = f"{wanted}_{number}"
        taken.add(name.casefold())
        found[name] = _readably_named(pages[home])
    return dict(sorted(found.items()))


def _readably_named(pages: list[WikiPage]) -> list[WikiPage]:
    """Name pages by what their names' bytes mean, but for those that have the name of another then."""
    names = {page.id for page in pages}
    return [
        page if (name := _readable(page.id)) in names else replace(page, id=name, renamed=True)
        for page in pages
    ]


def _readable(name: str) -> str:
    """Give a name whose bytes are no UTF-8 as old wikis mean it."""
    return name if name.isascii() else _decoded(encode(name))


def _decoded(data: bytes) -> str:
    """Read text as UTF-8, or else as what Western wikis used before: Latin-1, as Windows extends it."""
    for encoding in ("utf-8", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")


def _renamed(namespaces: Mapping[str, Sequence[WikiPage]]) -> Iterator[Message]:
    names = [page.id.replace("_", " ") for pages in namespaces.values() for page in pages if page.renamed]
    if names:
        yield message(
            "Names that are no UTF-8 were read as Latin-1: {names}.",
            names=", ".join(names[:_NAMED]) + (" …" if len(names) > _NAMED else ""),
        )


def _page(name: str, record: str) -> WikiPage:
    fields = _fields(record)
    username = fields.get("username", "")
    return WikiPage(
        id=name,
        text=fields.get("text", ""),
        changed=_number(fields.get("ts", "")),
        revision=_number(fields.get("revision", "")),
        summary=" ".join(fields.get("summary", "").split()),
        username="" if _ADDRESS.fullmatch(username) else username,
        minor=fields.get("minor", "") == "1",
        languages=fields.get("languages", ""),
        broken="text" not in fields,
    )


def _fields(record: str) -> dict[str, str]:
    """Read `key: value` lines; a line that begins with a tab or a space continues the value."""
    fields: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in record.split("\n"):
        if line.startswith((" ", "\t")):
            lines.append(line.removeprefix("\t"))
        else:
            key, _, value = line.partition(":")
            lines = fields.setdefault(key, [])
            lines.append(value.removeprefix(" "))
    return {key: "\n".join(lines) for key, lines in fields.items()}


def _number(text: str) -> int:
    return int(text) if re.fullmatch(r"\d{1,15}", text) else 0


def _setting(config: str, name: str) -> str:
    found = re.search(_SETTING % name, config, re.MULTILINE)
    return next((value for value in found.groups() if value), "") if found else ""


# Writing


def _campaign(
    folder: str, title: str, home: str, pages: list[WikiPage], warnings: list[Message]
) -> NewCampaign:
    names = distinct(page.id for page in pages)
    files = {}
    known = {}
    for page in pages:
        file, data = _file(page, names[page.id], warnings)
        if page.broken:
            warnings.append(
                message("The file of the page “{name}” holds no text; it comes empty.", name=page.id)
            )
        files[file] = data
        known[page.id.replace("_", " ")] = _history(page, file)
    files[SETTINGS_FILE] = _settings(title, home, pages).encode("utf-8")
    return NewCampaign(folder=folder, files=files, history={"source": "oddmuse", "pages": known})


def _file(page: WikiPage, name: str, warnings: list[Message]) -> tuple[str, bytes]:
    """Give a page's file: its text, or the picture or document that was uploaded.

    An upload of text stays the page it was, since a text file in the folder would be a page of its own;
    so does one of a kind that sites don't offer.
    """
    media = media_type(page.text)
    extension = ending(media) if media else ""
    if extension not in {"", "txt", "bin"}:
        try:
            return f"{name}.{extension}", uploads.decode(page.text)
        except ValueError as error:
            warnings.append(
                message(
                    "The upload “{name}” can't be decoded ({reason}); it stays as it is in the wiki.",
                    name=page.id,
                    reason=str(error),
                )
            )
    return f"{name}.txt", encode(page.text)


def _history(page: WikiPage, file: str) -> dict[str, Any]:
    known = msgspec.structs.asdict(page)
    del known["id"], known["text"], known["broken"], known["renamed"]
    media = media_type(page.text)
    return {**known, "file": file, **({"upload": media} if media else {})}


def _settings(title: str, home: str, pages: list[WikiPage]) -> str:
    import tomlkit

    settings = tomlkit.document()
    settings["title"] = title.encode("utf-8", "replace").decode("utf-8")
    languages = Counter(page.languages.split(",")[0] for page in pages if page.languages)
    if languages:
        settings["language"] = languages.most_common(1)[0][0]
    if any(page.id == home for page in pages):
        settings["home"] = home.replace("_", " ")
    tags = _tags(pages)
    if tags:
        settings["tags"] = tags
    return tomlkit.dumps(settings)


def _tags(pages: list[WikiPage]) -> dict[str, list[str]]:
    """Find the tags in use that say what a page is."""
    used = {found.strip() for page in pages for found in _TAG.findall(page.text)}
    known = msgspec.structs.asdict(TagNames())
    meant = {
        role: sorted(tag for tag in used if tag.casefold() in {name.casefold() for name in names})
        for role, names in known.items()
    }
    return {role: tags for role, tags in meant.items() if tags}
