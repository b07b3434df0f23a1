"""Whatever stops a command becomes one line: what, where, what to do; and a status."""

import errno
import os

import click

from tontafel.rules.message import Message, message
from tontafel.site.console import Console

WRONG_USE = 2
INTERRUPTED = 130
PIPE_CLOSED = 141
OWN_FAULT = 70

#: What needs no words.
_SILENT: dict[type[BaseException], int] = {
    KeyboardInterrupt: INTERRUPTED,
    click.Abort: INTERRUPTED,
    BrokenPipeError: PIPE_CLOSED,
}

#: What the system says -> what a person can do about it.
_SYSTEM = {
    errno.ENOENT: (message("“{path}” is not there."), message("Check the name and the folder.")),
    errno.EACCES: (
        message("“{path}” may not be read or written."),
        message("Change its permissions, or choose another place."),
    ),
    errno.EPERM: (
        message("“{path}” is write-protected and stays as it is."),
        message("Take the protection off (chmod u+w) if it is to change."),
    ),
    errno.EISDIR: (message("“{path}” is a folder, not a file."), message("Name a file.")),
    errno.ENOTDIR: (message("“{path}” is a file, not a folder."), message("Name a folder.")),
    errno.EEXIST: (message("“{path}” is there already."), message("Choose another name.")),
    errno.ENOSPC: (
        message("The disk is full: “{path}” can't be written."),
        message("Make room and try again."),
    ),
    errno.EROFS: (
        message("“{path}” lies on a disk that can't be written."),
        message("Choose another place."),
    ),
    errno.ENAMETOOLONG: (message("The name “{path}” is too long for this disk."), message("Shorten it.")),
    errno.EMFILE: (
        message("Too many files are open."),
        message("Close other programs, or raise `ulimit -n`."),
    ),
}


#: Errors of our own making bear no number.
_KINDS = {
    FileNotFoundError: errno.ENOENT,
    PermissionError: errno.EACCES,
    IsADirectoryError: errno.EISDIR,
    NotADirectoryError: errno.ENOTDIR,
    FileExistsError: errno.EEXIST,
}


def report(error: BaseException, console: Console) -> int:
    """Say what stopped the command; give the exit status."""
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    for kind, status in _SILENT.items():
        if isinstance(error, kind):
            return status
    said = getattr(error, "message", None)
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        console.remark_line(error.format_message())
    elif isinstance(error, click.ClickException):
        _say_wrong_use(error, console)
    elif isinstance(error, OSError):
        _say_system(error, console)
    elif isinstance(said, Message):
        console.problem(said, getattr(error, "hint", None))
    else:
        _say_own_fault(error, console)
        return OWN_FAULT
    return WRONG_USE


def _say_wrong_use(error: click.ClickException, console: Console) -> None:
    text = error.format_message()
    hint = None
    if isinstance(error, click.UsageError) and error.ctx:
        hint = message("See “{command} --help”.", command=error.ctx.command_path)
    console.problem(Message("{text}", {"text": text}), hint)


def _say_system(error: OSError, console: Console) -> None:
    number = error.errno or next((code for kind, code in _KINDS.items() if isinstance(error, kind)), 0)
    path = error.filename or (error.args[0] if error.errno is None and error.args else None)
    shown = console.language.gettext("standard output")
    if isinstance(path, (str, bytes, os.PathLike)):
        shown = os.fsdecode(path)
    known = _SYSTEM.get(number)
    if known:
        console.problem(Message(known[0].text, {"path": shown}), known[1])
    else:
        reason = error.strerror or str(error) or type(error).__name__
        console.problem(message("The system says of “{path}”: {reason}.", path=shown, reason=reason))


def _say_own_fault(error: BaseException, console: Console) -> None:
    """Say that this is a fault of the program's own, and keep what its makers need to mend it."""
    import tempfile
    import traceback

    kind = type(error).__name__
    try:
        handle, path = tempfile.mkstemp(prefix="tontafel-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
            traceback.print_exception(error, file=file)
    except OSError:
        path = "-"
    console.problem(
        message("This is a fault of Tontafel's own ({kind}).", kind=kind),
        message("Please report it, with what you did and with the file “{path}”.", path=path),
    )
