"""What this installation has, what is missing, and how to get it."""

import platform
import sys
from collections.abc import Iterator
from ctypes import CDLL
from importlib.metadata import PackageNotFoundError, requires, version

from msgspec import Struct

from tontafel.rules.message import Message, message
from tontafel.site.bootstrap import PANGO, load_unpacked_libraries

_FOR_ALL = message("everything")
_FOR_PDF = message("PDF sheets and cards")
#: Package -> what works without it only in part; all others are needed for everything.
_PARTLY = {
    "weasyprint": _FOR_PDF,
    "rendercv-fonts": _FOR_PDF,
    "fonttools": _FOR_PDF,
    "mistune": message("Markdown pages"),
    "nh3": message("Markdown pages"),
    "rich": message("progress in a terminal"),
}


class Check(Struct, frozen=True, kw_only=True):
    """One thing that is needed: whether it is there, what was found, for what, and how to get it."""

    name: str
    found: str
    needed_for: Message
    remedy: Message | None

    @property
    def ok(self) -> bool:
        """Whether it is there."""
        return self.remedy is None


def examine() -> list[Check]:
    """Look at everything that the program needs."""
    return [_python(), *_packages(), *_libraries(), _systems(), _fonts()]


def _python() -> Check:
    old = sys.version_info < (3, 11)
    return Check(
        name="Python",
        found=platform.python_version(),
        needed_for=_FOR_ALL,
        remedy=message("Install Python 3.11 or newer.") if old else None,
    )


def _packages() -> Iterator[Check]:
    for line in requires("tontafel") or []:
        name = line.partition(">")[0].partition(";")[0].strip()
        try:
            found, remedy = version(name), None
        except PackageNotFoundError:
            found, remedy = "", message("pip install {name}", name=name)
        yield Check(name=name, found=found, needed_for=_PARTLY.get(name, _FOR_ALL), remedy=remedy)


def _libraries() -> Iterator[Check]:
    load_unpacked_libraries()
    for library, package in PANGO.items():
        try:
            CDLL(library)
            found, remedy = library, None
        except OSError:
            found = ""
            remedy = message(
                "As root: apt-get install {package} (on a Mac: brew install pango)", package=package
            )
        yield Check(name=package, found=found, needed_for=_FOR_PDF, remedy=remedy)


def _systems() -> Check:
    from tontafel.rules.system import systems

    known = systems()
    return Check(
        name="systems",
        found=", ".join(f"{name} ({', '.join(known[name].editions())})" for name in known),
        needed_for=message("characters and rules"),
        remedy=None if known else message("Install Tontafel again; its rules are not there."),
    )


def _fonts() -> Check:
    """See whether the folder for cut fonts can be written; sheets are slow without it."""
    from tontafel.site.fonts import cache_folder

    try:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        found, remedy = str(folder), None
    except OSError as error:
        found = ""
        remedy = message("Make {folder} writable, or set XDG_CACHE_HOME.", folder=str(error.filename))
    return Check(name="cache", found=found, needed_for=_FOR_PDF, remedy=remedy)
