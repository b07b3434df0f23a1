"""The command `tontafel`: a group of verbs, each in a module that is read when it is called."""

import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from tontafel.site.collecting import paused

# What is imported stays: to look for circles in it would take a tenth of the time.
with paused():
    from tontafel.rules.message import message
    from tontafel.site.cli.group import VERBS, make_group
    from tontafel.site.cli.trouble import WRONG_USE, report
    from tontafel.site.console import Console
    from tontafel.site.language import Language, choose
    from tontafel.site.problem import Problem

__all__ = ["VERBS", "main", "run"]


def main() -> NoReturn:
    """Run the command and end the process with its status."""
    _open_streams()
    _read_names_as_utf8()
    status = run(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            status = status or 1
    # All is written, and nobody waits for a thousand pages to be taken apart in memory.
    os._exit(status)


def _open_streams() -> None:
    """Put nothing in the place of streams that were closed, or the first file opened would take it."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            os.dup2(os.open(os.devnull, os.O_RDWR), number)
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def _read_names_as_utf8() -> None:
    """Start again where the locale reads the names of files as anything else; the terminal stays as it is."""
    if sys.getfilesystemencoding().lower() != "utf-8":
        os.environ.setdefault("PYTHONIOENCODING", f"{sys.stdout.encoding}:replace")
        os.execv(sys.executable, [sys.executable, "-X", "utf8", "-m", "tontafel", *sys.argv[1:]])  # noqa: S606


def _insist_writable(arguments: Sequence[str]) -> None:
    """Raise `Problem` for an argument that no shell could pass on and no file could be called."""
    for argument in arguments:
        try:
            argument.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            wrong = True
        else:
            wrong = "\0" in argument
        if wrong:
            shown = "".join(letter if letter.isprintable() else "\ufffd" for letter in argument)
            raise Problem(
                message("“{argument}” holds a character that no name has.", argument=shown),
                message("Type it again."),
            )


def run(arguments: Sequence[str]) -> int:
    """Run the command; give 0 when done, 1 for findings, 2 for wrong use; nothing is raised."""
    console = Console(Language(choose(_asked_language(arguments), os.environ)))
    group = make_group(console.language)
    try:
        _insist_writable(arguments)
        status = group.main(args=list(arguments), prog_name="tontafel", standalone_mode=False, obj=console)
    except (Exception, KeyboardInterrupt) as error:
        try:
            return report(error, console)
        except OSError:
            # Nobody can be told; the status still can.
            return WRONG_USE
    return status if isinstance(status, int) else 0


def _asked_language(arguments: Sequence[str]) -> str | None:
    """Find `--lang` before anything is read, so that help and errors speak it, too."""
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument.startswith("--lang="):
            return argument.partition("=")[2]
        if argument == "--lang" and place + 1 < len(arguments):
            return arguments[place + 1]
    return None
