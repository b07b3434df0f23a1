"""Files put in their place in one step, so that nobody finds half of one."""

import errno
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_ANYBODY_WRITES = 0o222


@contextmanager
def named(path: Path | str) -> Iterator[None]:
    """Let an OSError name the place that a person knows, where it names none or a passing one."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


def put_result(path: Path, data: bytes) -> None:
    """Write what was asked for to where it was asked for; raises OSError.

    A file is put in its place in one step, through a link; a device or a pipe is written into.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():
        with named(path):
            path.write_bytes(data)
    else:
        replace_file(path.resolve() if path.is_symlink() else path, data)


def replace_file(path: Path, data: bytes) -> None:
    """Put a file's new content in its place in one step; raises OSError, of the folder where that is it.

    A file that is write-protected stays as it is, though its folder would let it be replaced.
    """
    refuse_protected(path)
    with named(path.parent):
        handle, temporary = tempfile.mkstemp(prefix=".tontafel-", dir=path.parent)
    try:
        with named(path):
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
            Path(temporary).chmod(mode)
            Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def refuse_protected(path: Path) -> None:
    """Raise PermissionError for a file that is to stay as it is.

    It is one that its permissions let nobody write, whoever asks (the superuser could, and yet its owner
    meant it), or one that is not ours to write.
    """
    if path.exists():
        if not path.stat().st_mode & _ANYBODY_WRITES:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), str(path))
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def write_files(target: Path, folders: dict[str, dict[str, bytes]]) -> None:
    """Write files into a new or empty folder: beside it first, then all at once into its place.

    `folders` are names below the target, the empty name being the target itself.
    """
    target = target.absolute()
    target.parent.mkdir(parents=True, exist_ok=True)
    with named(target.parent):
        made = Path(tempfile.mkdtemp(prefix=".tontafel-", dir=target.parent))
    try:
        with named(target):
            made.chmod(0o777 & ~_umask())
            for name, files in folders.items():
                (made / name).mkdir(exist_ok=True)
                for file, data in files.items():
                    (made / name / file).write_bytes(data)
            _move(made, target)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def _move(made: Path, target: Path) -> None:
    """Move a folder into its place; an empty one there stays the same, since someone may stand in it."""
    if not target.exists():
        made.rename(target)
        return
    for child in made.iterdir():
        child.rename(target / child.name)
    made.rmdir()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
