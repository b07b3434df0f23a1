"""The files of a folder or an archive, by name; nothing is unpacked onto the disk."""

import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from lzma import LZMAError
from pathlib import Path, PurePosixPath
from typing import Any

from tontafel.rules.message import message
from tontafel.site.problem import Problem

#: Limits of an archive: files, bytes of one file, bytes of all that is read, bytes unpacked on the way.
MOST_FILES = 200_000
LARGEST_FILE = 100_000_000
MOST_BYTES = 1_000_000_000
MOST_UNPACKED = 8_000_000_000

_PIECE = 1_000_000
#: How a zip says that it was packed on Unix.
_UNIX = 3
_BROKEN = (
    *(tarfile.TarError, zipfile.BadZipFile, zlib.error, LZMAError),
    *(EOFError, RuntimeError, ValueError, OverflowError),
)
_WHAT = message("Give the data directory of the wiki, or a .tar.gz, .tar or .zip of it.")

Wanted = Callable[[PurePosixPath], bool]


def read_files(source: Path, wanted: Wanted) -> dict[PurePosixPath, bytes]:
    """Read the files that `wanted` accepts from a folder, a tar (packed or not) or a zip.

    Paths are relative, with no `..`; links are passed over. Raises `Problem` for what is no archive or
    too large, OSError for what can't be read.
    """
    if source.is_dir():
        entries = _from_folder(source, wanted)
    elif source.exists() and not source.is_file():
        # A pipe waits for somebody to write, and a device may never end.
        raise Problem(message("“{path}” is no ordinary file, so it is not read.", path=str(source)), _WHAT)
    elif zipfile.is_zipfile(source):
        entries = _from_zip(source, wanted)
    else:
        entries = _from_tar(source, wanted)
    try:
        return _collected(source, entries)
    except _BROKEN as error:
        raise _broken(source, error) from error
    except OSError as error:
        if error.errno is None:
            # Not the system but an unpacker says so.
            raise _broken(source, error) from error
        raise


def _broken(source: Path, error: Exception) -> Problem:
    return Problem(
        message(
            "“{path}” can't be read as an archive: {reason}.",
            path=str(source),
            reason=str(error).split(":")[0],
        ),
        _WHAT,
    )


def _collected(source: Path, entries: Iterator[tuple[PurePosixPath, bytes]]) -> dict[PurePosixPath, bytes]:
    files: dict[PurePosixPath, bytes] = {}
    total = 0
    for path, data in entries:
        total += len(data)
        if total > MOST_BYTES or len(files) >= MOST_FILES:
            raise _too_large(source)
        files[path] = data
    return files


def _from_folder(root: Path, wanted: Wanted) -> Iterator[tuple[PurePosixPath, bytes]]:
    folders = [root]
    while folders:
        for child in sorted(folders.pop().iterdir()):
            mode = child.lstat().st_mode
            path = PurePosixPath(child.relative_to(root).as_posix())
            if stat.S_ISDIR(mode):
                folders.append(child)
            elif stat.S_ISREG(mode) and wanted(path):
                yield path, child.read_bytes()


def _from_tar(source: Path, wanted: Wanted) -> Iterator[tuple[PurePosixPath, bytes]]:
    with tarfile.open(source, "r:*", encoding="utf-8", errors="surrogateescape") as archive:
        for member in archive:
            if member.offset_data + member.size > MOST_UNPACKED:
                raise _too_large(source)
            path = _inner_path(member.name)
            if path and member.isreg() and wanted(path):
                if member.size > LARGEST_FILE:
                    raise _too_large(source)
                content = archive.extractfile(member)
                if content:
                    yield path, content.read()
        _expect_end(source, archive)


def _expect_end(source: Path, archive: tarfile.TarFile) -> None:
    """See that an archive ends where its last file does; one that is spoilt there seems to end, too."""
    rest: Any = archive.fileobj
    rest.seek(archive.offset)
    if rest.read(tarfile.BLOCKSIZE).strip(b"\0"):
        raise tarfile.ReadError("damaged")
    # What packs it is sure of all only at its very end.
    while rest.read(_PIECE):
        if rest.tell() > MOST_UNPACKED:
            raise _too_large(source)


def _from_zip(source: Path, wanted: Wanted) -> Iterator[tuple[PurePosixPath, bytes]]:
    with zipfile.ZipFile(source) as archive:
        for member in archive.infolist():
            path = _inner_path(_zip_name(member))
            if path and not member.is_dir() and wanted(path):
                with archive.open(member) as content:
                    data = content.read(LARGEST_FILE + 1)
                if len(data) > LARGEST_FILE:
                    raise _too_large(source)
                yield path, data


def _zip_name(member: zipfile.ZipInfo) -> str:
    """Give a member's name; many packers write UTF-8 without saying so, and on Unix whatever they find.

    Bytes that are no UTF-8 there survive as lone surrogates, as they do in other archives.
    """
    if member.flag_bits & 0x800:
        return member.filename
    try:
        data = member.filename.encode("cp437")
        return data.decode("utf-8", "surrogateescape" if member.create_system == _UNIX else "strict")
    except UnicodeError:
        return member.filename


def _inner_path(name: str) -> PurePosixPath | None:
    """Give a member's path, or None for one that leads out of the archive."""
    path = PurePosixPath(name)
    return None if path.is_absolute() or ".." in path.parts else path


def _too_large(source: Path) -> Problem:
    return Problem(
        message("“{path}” holds more than a wiki can.", path=str(source)),
        message("Unpack it yourself and give the data directory."),
    )
