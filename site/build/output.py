"""Files of a site: put in place whole or not at all, and only those removed that a build has made."""

import json
import os
from collections.abc import Iterable
from pathlib import Path

from tontafel.parsers.expression import expression
from tontafel.rules.message import message
from tontafel.site.addresses import ALL_PAGES, HOME
from tontafel.site.files import named
from tontafel.site.problem import Problem
from tontafel.site.scan import CACHE_FOLDER, CLAIMED, MANIFEST, SETTINGS_FILE, TEMPLATE_FOLDER
from tontafel.site.workers import leave_if_forsaken

_UNFINISHED = ".tontafel-new-"
_OURS = expression(r"(wiki/)?[^/\\]+")


def put(out: str, name: str, data: bytes) -> tuple[int, int]:
    """Write a file, unless it says the same already; give its size and time stamp (ns)."""
    leave_if_forsaken()
    path = os.path.join(out, name)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except FileExistsError:
        return _replace(path, data)
    try:
        left = memoryview(data)
        while left:
            left = left[os.write(handle, left) :]
        state = os.fstat(handle)
    finally:
        os.close(handle)
    return state.st_size, state.st_mtime_ns


def _replace(path: str, data: bytes) -> tuple[int, int]:
    if not os.path.islink(path) and _contents(path) == data:
        state = os.stat(path)
        return state.st_size, state.st_mtime_ns
    folder, name = os.path.split(path)
    new = os.path.join(folder, f"{_UNFINISHED}{os.getpid()}-{name}"[:240])
    with named(path):
        with open(new, "wb") as file:
            file.write(data)
        os.replace(new, path)
    state = os.stat(path)
    return state.st_size, state.st_mtime_ns


def _contents(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def encoded(html: str) -> bytes:
    """Encode a page; what no file can hold becomes a question mark in a box."""
    try:
        return html.encode("utf-8")
    except UnicodeEncodeError:
        return html.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode("utf-8")


class Folder:
    """The output folder, with the list of what builds have put into it, and for whom."""

    def __init__(self, out: Path) -> None:
        self.path = str(out)
        self.audiences: set[str] = set()
        self.files: set[str] = set()
        for name in (MANIFEST, CLAIMED):
            audience, files = _noted(out / name)
            self.audiences |= {audience} - {""}
            self.files |= files

    def claim(self, audience: str, planned: Iterable[str]) -> None:
        """Note what this build may write, before it does: were it killed, the next would know."""
        os.makedirs(self.path, exist_ok=True)
        self.files |= set(planned)
        self._note(CLAIMED, audience, self.files)

    def settle(self, audience: str, made: set[str]) -> int:
        """Remove what builds before have made and this one has not; give how many files that were."""
        there = os.listdir(self.path)
        perhaps = set(there)
        removed = sum(self.remove(name) for name in self.files - made if "/" in name or name in perhaps)
        for name in there:
            if name.startswith(_UNFINISHED):
                os.unlink(os.path.join(self.path, name))
        self._note(MANIFEST, audience, made)
        os.unlink(os.path.join(self.path, CLAIMED))
        return removed

    def remove(self, name: str) -> bool:
        """Remove one of our files, if it is there."""
        path = os.path.join(self.path, name)
        if not os.path.isfile(path) and not os.path.islink(path):
            return False
        os.unlink(path)
        if "/" in name and not os.listdir(os.path.dirname(path)):
            os.rmdir(os.path.dirname(path))
        return True

    def _note(self, name: str, audience: str, files: set[str]) -> None:
        # Without an indent, which `json` is slow with.
        listed = json.dumps(sorted(files), ensure_ascii=False, separators=(",\n", ":"))
        text = f'{{\n"audience": "{audience}",\n"files": [\n{listed[1:-1]}\n]\n}}\n'
        put(self.path, name, text.encode("utf-8"))


def _noted(path: Path) -> tuple[str, set[str]]:
    """Read a list; names that lead anywhere else are not ours, whoever wrote them."""
    try:
        noted = json.loads(path.read_text("utf-8"))
        files = {name for name in noted["files"] if isinstance(name, str) and _OURS.fullmatch(name)}
        return str(noted["audience"]), files - {".", "..", MANIFEST, CLAIMED}
    except (OSError, ValueError, KeyError, TypeError):
        return "", set()


def refuse_danger(root: Path, out: Path) -> None:
    """Refuse folders in which a site would bury or lose what people wrote; raises Problem."""
    target, home = out.resolve(), root.resolve()
    if target == home or target in home.parents:
        raise Problem(
            message(
                "A site can't be written into its own campaign's folder or above it: “{out}”.", out=str(out)
            ),
            message("Name a folder for the site alone, or leave -o out: then it is “_site”."),
        )
    if {home / TEMPLATE_FOLDER, home / CACHE_FOLDER} & {target, *target.parents}:
        raise Problem(
            message(
                "“{out}” holds what the site is made with, so no site can be written there.", out=str(out)
            ),
            message("Name a folder for the site."),
        )
    if target.exists() and not target.is_dir():
        raise Problem(
            message("“{out}” is a file, so no site can be written there.", out=str(out)),
            message("Name a folder for the site."),
        )
    if (target / SETTINGS_FILE).exists() or (target / ".git").exists():
        raise Problem(
            message(
                "“{out}” is somebody's work, not a site: it holds a campaign or a repository.", out=str(out)
            ),
            message("Name a folder for the site alone."),
        )
    noted = any(_noted(target / name)[0] for name in (MANIFEST, CLAIMED))
    if not noted and all((target / f"{name}.html").exists() for name in (HOME, ALL_PAGES)):
        raise Problem(
            message(
                "The list of what builds have put into “{out}”, {file}, is missing or damaged: nobody knows"
                " what of the site there is to go, and who may read it.",
                out=str(out),
                file=MANIFEST,
            ),
            message("Delete this folder and build again; the whole site is made anew."),
        )
    if not noted and (target / f"{HOME}.html").exists():
        raise Problem(
            message("“{out}” holds an “index.html” that no build has put there.", out=str(out)),
            message("Name a folder for the site alone, or empty this one."),
        )
