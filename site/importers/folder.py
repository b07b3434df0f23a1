"""Writes imported campaigns as folders, so that a broken-off import leaves nothing half done behind.

`history.json` in each folder says what was written and what the wiki knew of each page. By it a later
import tells its own files from those that people have changed since.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from msgspec import Struct

from tontafel.rules.message import message
from tontafel.site.files import refuse_protected, replace_file, write_files
from tontafel.site.problem import Problem
from tontafel.site.scan import SETTINGS_FILE

HISTORY_FILE = "history.json"
#: So many names stand in a message.
_NAMED = 5


class NewCampaign(Struct, frozen=True, kw_only=True):
    """A campaign to be written: its folder below the target (empty for the target itself), files by name.

    `history` is JSON-ready: what the old wiki knew of each page.
    """

    folder: str
    files: dict[str, bytes]
    history: dict[str, Any]


def write_campaigns(target: Path, campaigns: list[NewCampaign]) -> None:
    """Write campaigns into an empty or new folder, or bring a former import up to date.

    What people have added stays; raises `Problem` for a folder that is neither, and when pages were
    changed by hand that the wiki has changed, too, and PermissionError where one of them is write-protected.
    """
    if not target.exists() or (target.is_dir() and not any(target.iterdir())):
        _write_new(target, campaigns)
        return
    known = [target / campaign.folder / HISTORY_FILE for campaign in campaigns]
    if not any(path.is_file() for path in known):
        raise Problem(
            message("“{path}” is not empty and no former import.", path=str(target)),
            message("Give a folder that is not there yet."),
        )
    changes = [_changes(target / campaign.folder, campaign) for campaign in campaigns]
    for campaign, (written, removed) in zip(campaigns, changes, strict=True):
        _update(target / campaign.folder, campaign, written, removed)


def _write_new(target: Path, campaigns: list[NewCampaign]) -> None:
    write_files(
        target,
        {campaign.folder: {**campaign.files, HISTORY_FILE: _history(campaign)} for campaign in campaigns},
    )


def _changes(folder: Path, campaign: NewCampaign) -> tuple[dict[str, bytes], list[str]]:
    """Give what to write and what to remove; refuse if that would undo someone's work."""
    former = _former_files(folder)
    written = {}
    edited = []
    for name, data in campaign.files.items():
        present = _digest_of(folder / name)
        if present == _digest(data) or (name == SETTINGS_FILE and present):
            continue
        if present and present != former.get(name):
            edited.append(name)
        written[name] = data
    if edited:
        raise Problem(
            message(
                "Changed by hand in “{path}”, and in the wiki, too: {names}.",
                path=str(folder),
                names=", ".join(edited[:_NAMED]) + (" …" if len(edited) > _NAMED else ""),
            ),
            message("Import into a new folder and compare."),
        )
    gone = [name for name in former if name not in campaign.files and name != SETTINGS_FILE]
    removed = [name for name in gone if _digest_of(folder / name) == former[name]]
    for name in (*written, *removed, HISTORY_FILE):
        refuse_protected(folder / name)
    return written, removed


def _update(folder: Path, campaign: NewCampaign, written: dict[str, bytes], removed: list[str]) -> None:
    folder.mkdir(exist_ok=True)
    for name, data in written.items():
        replace_file(folder / name, data)
    for name in removed:
        (folder / name).unlink(missing_ok=True)
    replace_file(folder / HISTORY_FILE, _history(campaign))


def _history(campaign: NewCampaign) -> bytes:
    digests = {name: _digest(data) for name, data in campaign.files.items()}
    history = {**campaign.history, "files": digests}
    text = json.dumps(history, ensure_ascii=False, indent=1, sort_keys=True)
    return (text + "\n").encode("utf-8", "surrogateescape")


def _former_files(folder: Path) -> dict[str, str]:
    try:
        history = json.loads((folder / HISTORY_FILE).read_bytes().decode("utf-8", "surrogateescape"))
        files: dict[str, str] = history["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return {name: digest for name, digest in files.items() if "/" not in name}


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _digest_of(path: Path) -> str:
    return _digest(path.read_bytes()) if path.is_file() else ""
