"""What the last build of one output folder knew: sources, results and files, in one sqlite file.

The file lies in the campaign's folder under `.tontafel/`, never in the output, which is public. It is
written in one transaction at the end of a build: a build that is killed leaves the state before it, and
what that build had already written no longer matches its recorded time stamp, so it is written again.
"""

import os
import sqlite3
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from tontafel.site.scan import Entry

#: A file changed this shortly before a build may change again under the same time stamp; in ns.
UNSURE = 2_000_000_000
_SCHEMA = """
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS source (path TEXT PRIMARY KEY, size INT, stamp INT, hash BLOB) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS output (path TEXT PRIMARY KEY, size INT, stamp INT, key BLOB) WITHOUT ROWID;
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
        try:
            self._base = _connect(self.path)
        except sqlite3.DatabaseError as error:
            if "locked" in str(error):
                raise BusyError(str(out)) from error
            self.path.unlink(missing_ok=True)
            self._base = _connect(self.path)

    def begin(self) -> None:
        """Claim the output folder; raises BusyError when another build holds it."""
        try:
            self._base.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            raise BusyError(str(self.path)) from error

    def commit(self) -> None:
        """Make everything since `begin` last."""
        self._base.execute("COMMIT")

    def close(self) -> None:
        """Give the output folder free; what was not committed is forgotten."""
        self._base.close()

    def value(self, key: str) -> bytes:
        """Give a single value, or no bytes."""
        row = self._base.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return row[0] if row else b""

    def set_value(self, key: str, value: bytes) -> None:
        """Keep a single value."""
        self._base.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def sources(self) -> dict[str, Known]:
        """Give all sources of the last build by path."""
        rows = self._base.execute("SELECT path, size, stamp, hash FROM source")
        return {path: Known(size, stamp, digest) for path, size, stamp, digest in rows}

    def outputs(self) -> dict[str, Output]:
        """Give all files of the last build by path."""
        rows = self._base.execute("SELECT path, size, stamp, key FROM output")
        return {path: Output(size, stamp, key) for path, size, stamp, key in rows}

    def set_sources(self, sources: dict[str, Known]) -> None:
        """Replace the record of sources."""
        self._replace("source", sources)

    def set_outputs(self, outputs: dict[str, Output]) -> None:
        """Replace the record of files."""
        self._replace("output", outputs)

    def clear(self) -> None:
        """Forget everything, as a new version of the program must."""
        for table in ("meta", "source", "output"):
            self._base.execute(f"DELETE FROM {table}")  # noqa: S608 - our own three names

    def _replace(self, table: str, rows: dict[str, Known] | dict[str, Output]) -> None:
        before = set(self._base.execute(f"SELECT * FROM {table}"))  # noqa: S608
        after = {(path, *row) for path, row in rows.items()}
        gone = [(path,) for path in {row[0] for row in before} - rows.keys()]
        self._base.executemany(f"DELETE FROM {table} WHERE path = ?", gone)  # noqa: S608
        new = after - before
        self._base.executemany(f"INSERT OR REPLACE INTO {table} VALUES (?, ?, ?, ?)", new)  # noqa: S608


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
        elif was.stamp == stamp and stamp < built - UNSURE:
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
    for folder in (campaign / ".tontafel", user / "tontafel" / digest(os.fsencode(campaign))[:8].hex()):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not (folder / ".gitignore").exists():
                (folder / ".gitignore").write_text("*\n")
        except OSError:
            continue
        if os.access(folder, os.W_OK) and not folder.is_symlink():
            return folder
    return None


def _place(campaign: Path, out: Path) -> Path:
    folder = cache_folder(campaign)
    mark = digest(os.fsencode(out))[:4].hex()
    return folder / f"{out.name.lstrip('.') or 'site'}-{mark}.sqlite3" if folder else Path(":memory:")


def _connect(path: Path) -> sqlite3.Connection:
    base = sqlite3.connect(path, timeout=0, isolation_level=None)
    base.execute("PRAGMA synchronous = OFF")
    base.executescript(_SCHEMA) if not _has_tables(base) else None
    return base


def _has_tables(base: sqlite3.Connection) -> bool:
    return base.execute("SELECT 1 FROM sqlite_master WHERE name = 'output'").fetchone() is not None
