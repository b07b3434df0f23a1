"""The files of a campaign's folder, as the file system lists them: nothing is opened or seen outside.

This module and `cache` are all that a build with nothing to do needs; they import no more than they must.
"""

import os
from pathlib import Path
from typing import NamedTuple

#: Endings of pages; the rest of the file's name is the page's name.
PAGE_ENDINGS = (".txt", ".wiki", ".md")
#: Folders of a campaign that hold no pages.
OUTPUT_FOLDER = "_site"
TEMPLATE_FOLDER = "templates"
SETTINGS_FILE = "campaign.toml"
#: The list of files that builds have put into a folder; it lies there itself, and names nothing else.
MANIFEST = ".tontafel-files.json"
#: What a build at work may write; it is gone when the build is done.
CLAIMED = ".tontafel-claimed.json"
#: Where the record of builds lies.
CACHE_FOLDER = ".tontafel"
#: A folder with one of these is no part of the campaign around it.
_APART = (SETTINGS_FILE, MANIFEST, CLAIMED)
_DEEPEST = 8
_ALL_READ = 0o444
#: Whether the system can be asked for the powers that this process has now.
_AS_WE_ARE = os.access in os.supports_effective_ids


class Entry(NamedTuple):
    """A file: its path below the campaign's folder with `/`, its size in bytes, its time stamp in ns.

    The stamp is -1 for a file that may not be read.
    """

    path: str
    size: int
    stamp: int


class Scan(NamedTuple):
    """What a folder holds: its files by path, and what was passed over (path, reason)."""

    entries: list[Entry]
    refused: list[tuple[str, str]]


def campaigns_in(folder: Path) -> list[Path]:
    """Give the campaigns to build for a folder or a page: itself, or the campaigns side by side in it."""
    if (folder / SETTINGS_FILE).is_file() or folder.is_file():
        return [folder]
    inner = [folder / name for name in campaign_folders(str(folder))]
    holds_pages = any(name.lower().endswith(PAGE_ENDINGS) for name in os.listdir(folder))
    return inner if inner and not holds_pages else [folder]


def scan(root: str, *, deep: bool = True, skip: frozenset[str] = frozenset()) -> Scan:
    """List the files below `root` in the order of their paths; `skip` names absolute folders to leave out."""
    found = Scan([], [])
    _walk(root, "", _DEEPEST if deep else 0, skip, found)
    found.entries.sort()
    return found


def scan_templates(root: str) -> list[Entry]:
    """List a campaign's own templates, with paths that begin with `templates/`."""
    folder = os.path.join(root, TEMPLATE_FOLDER)
    found = Scan([], [])
    if os.path.isdir(folder) and not os.path.islink(folder):
        _walk(folder, TEMPLATE_FOLDER + "/", _DEEPEST, frozenset(), found)
    return sorted(found.entries)


def campaign_folders(folder: str) -> list[str]:
    """Name the folders in a folder that are campaigns, sorted; links to folders elsewhere are none."""
    try:
        with os.scandir(folder) as listing:
            names = [item.name for item in listing if item.is_dir(follow_symlinks=False)]
    except OSError:
        return []
    settings = {name: os.path.join(folder, name, SETTINGS_FILE) for name in names}
    return sorted(
        name for name, path in settings.items() if os.path.isfile(path) and not os.path.islink(path)
    )


def states(out: str, folder: str = "") -> dict[str, tuple[int, int]]:
    """Give size and time stamp (ns) of every file of a site, by its path below `out`."""
    found: dict[str, tuple[int, int]] = {}
    try:
        with os.scandir(os.path.join(out, folder)) as listing:
            items = list(listing)
    except OSError:
        return {}
    for item in items:
        if item.is_dir(follow_symlinks=False):
            if not folder:
                found |= states(out, f"{item.name}/")
        else:
            state = item.stat(follow_symlinks=False)
            found[folder + item.name] = (state.st_size, state.st_mtime_ns)
    return found


def _walk(folder: str, prefix: str, depth: int, skip: frozenset[str], found: Scan) -> None:
    try:
        with os.scandir(folder) as listing:
            items = list(listing)
    except OSError as error:
        found.refused.append((prefix.rstrip("/") or ".", error.strerror or "unreadable"))
        return
    for item in items:
        if item.name.startswith(".") or item.path in skip:
            continue
        if item.is_dir(follow_symlinks=False):
            _descend(item, prefix, depth, skip, found)
        else:
            _note_file(item, prefix, found)


def _descend(item: "os.DirEntry[str]", prefix: str, depth: int, skip: frozenset[str], found: Scan) -> None:
    """Go into a folder, unless it is made by us, holds templates, or is a campaign or a site of its own."""
    if item.name in {OUTPUT_FOLDER, TEMPLATE_FOLDER, "__pycache__"} or not depth:
        return
    if not any(os.path.lexists(os.path.join(item.path, name)) for name in _APART):
        _walk(item.path, f"{prefix}{item.name}/", depth - 1, skip, found)


def _note_file(item: "os.DirEntry[str]", prefix: str, found: Scan) -> None:
    path = prefix + item.name
    if not _printable(path):
        found.refused.append((path, "name"))
        return
    try:
        if item.is_symlink():
            root = item.path[: len(item.path) - len(path)]
            if not _inside(item.path, root):
                found.refused.append((path, "link"))
                return
        if not item.is_file():
            found.refused.append((path, "special"))
            return
        state = item.stat()
    except OSError as error:
        found.refused.append((path, error.strerror or "unreadable"))
        return
    found.entries.append(Entry(path, state.st_size, _stamp(item.path, state)))


def _stamp(path: str, state: os.stat_result) -> int:
    """Give a file's time stamp, -1 where we may not read it: permissions change without leaving a trace."""
    known = state.st_mode & _ALL_READ == _ALL_READ or os.access(path, os.R_OK, effective_ids=_AS_WE_ARE)
    return state.st_mtime_ns if known else -1


def _printable(path: str) -> bool:
    """Say whether a name is UTF-8; what is none came with an archive from another system."""
    try:
        return path.isascii() or bool(path.encode())
    except UnicodeEncodeError:
        return False


def _inside(path: str, root: str) -> bool:
    """Say whether a link leads to a file in the folder it stands in, or below it."""
    real, home = os.path.realpath(path), os.path.realpath(root)
    return real.startswith(os.path.join(home, ""))
