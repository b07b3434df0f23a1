"""What can't be read from now on, and then can again: the site is always the one built from nothing."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.site.made_sites import files, make, write

CAMPAIGN: dict[str, str | bytes] = {
    "campaign.toml": 'title = "Zweistromland"\nsystem = "mesopotamien"\n',
    "Start.txt": '[[Ur]] [[Eridu]] [[Enki]] {{Karte}}\n\n<include "Eridu">\n',
    "Ur.txt": "Stadt. [[Eridu]] [[tag:Ort]]\n",
    "tief/Eridu.txt": "Stadt. [[Ur]] [[tag:Ort]]\n",
    "Enki.txt": "/klug/, /alt/\n\n== Fertigkeiten\n| 5 |Wissen |\n\n|Gesundheit |□□□ |\n\n[[tag:Figur]]\n",
    "Regeln.txt": "== Fertigkeiten\n||= Kämpfen |\n|Wissen |sich erinnern |\n\n[[tag:Regeln]]\n",
    "Karte.png": b"\x89PNG 1",
}
NOBODY = 65534


@pytest.fixture
def root() -> Iterator[Path]:
    """A campaign that is nobody's, on a way that everybody may go."""
    top = Path(tempfile.mkdtemp(prefix="tontafel-test-"))
    top.chmod(0o755)
    made = write(top / "c", CAMPAIGN)
    make(write(top / "imports", {**CAMPAIGN, "A.txt/B": ""}))
    if os.geteuid() == 0:
        for path in (top, made, *made.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
    yield made
    for path in top.rglob("*"):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)
    shutil.rmtree(top)


@contextmanager
def without_powers() -> Iterator[None]:
    """Do something as one who may not read everything."""
    if os.geteuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def forbid(path: Path) -> Callable[[], object]:
    mode = path.stat().st_mode
    path.chmod(0)
    return lambda: path.chmod(mode)


def aside(path: Path, put: Callable[[], object], take: Callable[[], object]) -> Callable[[], object]:
    """Put something in the place of a file; gives what brings the file back."""
    kept = path.rename(path.parents[1] / "kept")
    put()

    def back() -> None:
        take()
        kept.rename(path)

    return back


def linked(path: Path) -> Callable[[], object]:
    """Make a file a link to a file that nobody may read."""
    hidden = path.parent / f".{path.name}"
    path.rename(hidden)
    path.symlink_to(hidden.name)
    mode = hidden.stat().st_mode
    hidden.chmod(0)

    def back() -> None:
        hidden.chmod(mode)
        path.unlink()
        hidden.rename(path)

    return back


#: Ways for a file to become unreadable; each gives the way back.
WAYS: dict[str, Callable[[Path], Callable[[], object]]] = {
    "forbidden": forbid,
    "its folder forbidden": lambda path: forbid(path.parent) if path.parent.name == "tief" else forbid(path),
    "a folder": lambda path: aside(path, path.mkdir, path.rmdir),
    "a pipe": lambda path: aside(path, lambda: os.mkfifo(path), path.unlink),
    "a link to nothing": lambda path: aside(path, lambda: path.symlink_to("nichts"), path.unlink),
    "a link in a circle": lambda path: aside(path, lambda: path.symlink_to(path.name), path.unlink),
    "a link out": lambda path: aside(path, lambda: path.symlink_to("/etc/hostname"), path.unlink),
    "a link to what is forbidden": linked,
}


def clean(root: Path) -> dict[str, bytes]:
    """Give the site as it is built from nothing."""
    out = root.parent / "clean"
    cache = root / ".tontafel"
    cache.rename(root / ".away")
    try:
        make(root, out)
        return files(out)
    finally:
        shutil.rmtree(out, ignore_errors=True)
        shutil.rmtree(cache, ignore_errors=True)
        (root / ".away").rename(cache)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", CAMPAIGN)
def test_what_can_not_be_read_any_more_is_not_in_the_site(root: Path, name: str, way: str) -> None:
    with without_powers():
        for path in (path for path in root.rglob("*") if path.is_file()):
            os.utime(path, (1e9, 1e9))
        make(root)
        before = files(root / "_site")
        back = WAYS[way](root / name)
        then = outcome(root, root / "_site")
        assert then == outcome(root, None)
        assert then != before
        back()
        make(root)
        assert files(root / "_site") == before == clean(root)
        assert make(root).unchanged


def outcome(root: Path, out: Path | None) -> object:
    """Give the site after a build, or from nothing; or what stops the build."""
    try:
        if out is None:
            return clean(root)
        make(root, out)
    except Exception as error:
        return type(error), str(error)
    return files(out)
