"""Files put in their place in one step, so that nobody finds half of one."""

import os
import shutil
import tempfile
from pathlib import Path


def replace_file(path: Path, data: bytes) -> None:
    """Put a file's new content in its place in one step; raises OSError, of the folder where that is it."""
    try:
        handle, temporary = tempfile.mkstemp(prefix=".tontafel-", dir=path.parent)
    except OSError as error:
        error.filename = str(path.parent)
        raise
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        Path(temporary).chmod(mode)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def write_files(target: Path, folders: dict[str, dict[str, bytes]]) -> None:
    """Write files into a new or empty folder: beside it first, then all at once into its place.

    `folders` are names below the target, the empty name being the target itself.
    """
    target = target.absolute()
    target.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=".tontafel-", dir=target.parent))
    try:
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
