"""What the last build of one output folder knew: sources, results and files, in one sqlite file.

The file lies in the campaign's folder under `.tontafel/`, never in the output, which is public. It is
written in one transaction at the end of a build: a build that is killed leaves the state before it, and
what that build had already written no longer matches its recorded time stamp, so it is written again.
"""

import errno
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from tontafel.site.scan import CACHE_FOLDER, Entry

T = TypeVar("T")
#: A file changed this shortly before a build may change again under the same time stamp; in ns.
UNSURE = 2_000_000_000
_NOWHERE = Path(":memory:")
_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
"""


class BusyError(Exception):
    """Another build writes the same output folder at this moment."""


class Known(NamedTuple):
    """A source as the last build saw it."""

    size: int
    stamp: int
    hash: bytes


class Output(NamedTuple):
    """A file of the site: its state in the file system, and the key of all it was made from."""

    size: int
    stamp: int
    key: bytes


class Cache:
    """The record of one output folder; without a place to write, it lives and dies with the process."""

    def __init__(self, campaign: Path, out: Path) -> None:
        self.root, self.out = campaign, out
        self.path = _place(campaign, out)
        self._base = self._opened()

    def _opened(self) -> sqlite3.Connection:
        """Open the file; a spoilt one begins anew, and where none can be made, nothing is kept."""
        for _ in range(2):
            try:
                return _connect(self.path)
            except sqlite3.DatabaseError as error:
                self._spoilt(error)
        self.path = _NOWHERE
        return _connect(self.path)

    def _spoilt(self, error: sqlite3.DatabaseError) -> None:
        """Take a spoilt file away; raises BusyError for one that is only in use."""
        if "locked" in str(error):
            raise BusyError(str(self.out)) from error
        with suppress(OSError):
            self.path.unlink()

    def begin(self) -> None:
        """Claim the output folder; raises BusyError when another build holds it."""
        self._write("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Make everything since `begin` last; raises OSError where there is no room for it."""
        self._write("COMMIT")

    def close(self) -> None:
        """Give the output folder free; what was not committed is forgotten."""
        self._base.close()

    def value(self, key: str) -> bytes:
        """Give a single value, or no bytes."""
        rows = self._read("SELECT value FROM meta WHERE key = ?", key)
        return rows[0][0] if rows else b""

    def set_value(self, key: str, value: bytes) -> None:
        """Keep a single value."""
        self._write("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def sources(self) -> dict[str, Known]:
        """Give all sources of the last build by path."""
        return self._rows("sources", Known)

    def outputs(self) -> dict[str, Output]:
        """Give all files of the last build by path."""
        return self._rows("outputs", Output)

    def set_sources(self, sources: dict[str, Known]) -> None:
        """Replace the record of sources."""
        self._set_rows("sources", sources)

    def set_outputs(self, outputs: dict[str, Output]) -> None:
        """Replace the record of files."""
        self._set_rows("outputs", outputs)

    def clear(self) -> None:
        """Forget everything, as a new version of the program must."""
        self._write("DELETE FROM meta")

    def _rows(self, key: str, kind: Callable[[int, int, bytes], T]) -> dict[str, T]:
        listed = json.loads(self.value(key) or b"[]")
        return {path: kind(size, stamp, bytes.fromhex(mark)) for path, size, stamp, mark in listed}

    def _set_rows(self, key: str, rows: Mapping[str, Known | Output]) -> None:
        listed = [(path, size, stamp, mark.hex()) for path, (size, stamp, mark) in rows.items()]
        self.set_value(key, json.dumps(listed).encode())

    def _read(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        """Give what is known; a spoilt file knows nothing, and begins anew."""
        try:
            return self._base.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            self._spoilt(error)
            claimed = self._base.in_transaction
            self._base.close()
            self._base = self._opened()
            if claimed:
                self.begin()
            return []

    def _write(self, statement: str, *rows: Sequence[object]) -> None:
        """Do the same for some rows, or something once that needs none."""
        try:
            self._base.executemany(statement, rows) if "?" in statement else self._base.execute(statement)
        except sqlite3.DatabaseError as error:
            if "locked" in str(error):
                raise BusyError(str(self.out)) from error
            number = errno.ENOSPC if "full" in str(error) else errno.EIO
            raise OSError(number, str(error), str(self.path)) from error


class Comparison(NamedTuple):
    """Sources now against then: those to be read again, and what is known of the others."""

    changed: list[str]
    kept: dict[str, Known]
    #: Whether a file had to be read to know that it did not change.
    touched: bool


def compare(root: str, entries: Iterable[Entry], known: dict[str, Known], built: int) -> Comparison:
    """Find the sources that changed since a build that began at `built` (ns)."""
    changed, kept = [], {}
    touched = False
    for path, size, stamp in entries:
        was = known.get(path)
        if was is None or was.size != size:
            changed.append(path)
        elif was.stamp == stamp and stamp < built - UNSURE and was.hash:
            kept[path] = was
        elif digest_file(os.path.join(root, path)) == was.hash:
            kept[path] = Known(size, stamp, was.hash)
            touched = True
        else:
            changed.append(path)
    return Comparison(changed, kept, touched)


def program_stamp() -> str:
    """Give what changes with every change of this program: version, and state of its own files."""
    import tontafel

    found: list[tuple[str, int, int]] = []
    home = os.path.dirname(os.path.dirname(__file__))
    for room in ("parsers", "rules", "site", "templates"):
        _note_files(os.path.join(home, room), found)
    return f"{tontafel.__version__} {digest(repr(sorted(found)).encode()).hex()}"


def _note_files(folder: str, found: list[tuple[str, int, int]]) -> None:
    with os.scandir(folder) as listing:
        for item in listing:
            if item.name == "__pycache__":
                continue
            if item.is_dir():
                _note_files(item.path, found)
            else:
                state = item.stat()
                found.append((item.path, state.st_size, state.st_mtime_ns))


def digest(data: bytes) -> bytes:
    """Give the 16 bytes by which contents are told apart."""
    return blake2b(data, digest_size=16).digest()


def digest_file(path: str) -> bytes:
    """Give the digest of a file's contents; a file that cannot be read equals nothing."""
    try:
        with open(path, "rb") as file:
            return digest(file.read())
    except OSError:
        return b""


def cache_folder(campaign: Path) -> Path | None:
    """Choose a writable place: the campaign's folder, else the user's cache folder, else none."""
    user = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    for folder in (campaign / CACHE_FOLDER, user / "tontafel" / digest(os.fsencode(campaign))[:8].hex()):
        if folder.is_symlink():
            continue
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not (folder / ".gitignore").exists():
                (folder / ".gitignore").write_text("*\n")
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return None


def _place(campaign: Path, out: Path) -> Path:
    folder = cache_folder(campaign)
    mark = digest(os.fsencode(out))[:4].hex()
    return folder / f"{out.name.lstrip('.') or 'site'}-{mark}.sqlite3" if folder else _NOWHERE


def _connect(path: Path) -> sqlite3.Connection:
    base = sqlite3.connect(path, timeout=0, isolation_level=None)
    base.execute("PRAGMA synchronous = OFF")
    base.executescript(_SCHEMA) if not _has_tables(base) else None
    return base


def _has_tables(base: sqlite3.Connection) -> bool:
    return base.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone() is not None
