"""A campaign as it lies in its folder: settings, pages and pictures by name, and what is wrong with them.

Nothing outside the folder is read. The one exception are campaigns side by side (an imported wiki with
namespaces): `Campaign.sibling` opens a neighbour that a link names, if it has settings of its own.
"""

import unicodedata
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from msgspec import Struct

from tontafel.parsers.expression import expression
from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.message import Message, message
from tontafel.rules.span import Span
from tontafel.site.addresses import slug
from tontafel.site.campaign.settings import Settings, read_settings, unreadable
from tontafel.site.campaign.uploads import ENDINGS
from tontafel.site.console import UNSEEN
from tontafel.site.filenames import decode_name
from tontafel.site.scan import PAGE_ENDINGS, SETTINGS_FILE, Scan, campaign_folders, scan

#: Larger pages are not read; in bytes.
LARGEST_PAGE = 16_000_000
#: Files beside the pages that a site offers: ending -> MIME type. Nothing that a browser would run.
MEDIA_TYPES = {ending: media for media, ending in ENDINGS.items() if ending != "txt"} | {"jpeg": "image/jpeg"}
#: Pages that steer links and are no part of the story.
INTER_MAP, LOCAL_NAMES = "InterMap", "LocalNames"
#: The page of comments on a page, as the wiki names it.
COMMENTS = "Comments on "
#: The campaign among its siblings whose `InterMap` counts for all of them.
ROOT_NAMESPACE = "Main"
#: Home pages by custom, the first that is there counts.
_HOMES = ("HomePage", "Startseite", "Hauptseite", "Home", "Start", "index", "README")
_UNPRINTABLE = expression(f"[{UNSEEN}\t\n\ud800-\udfff]")


class Source(Struct, frozen=True):
    """A file that became a page (`media` empty) or an upload; size in bytes, stamp in ns."""

    name: str
    path: str
    size: int
    stamp: int
    media: str = ""


class Campaign(Struct, frozen=True, kw_only=True):
    """An opened campaign. `focus` is the page or file that was asked for, when one was."""

    root: Path
    settings: Settings
    pages: dict[str, Source]
    files: dict[str, Source]
    diagnostics: list[Diagnostic]
    #: NFC form of a name, or of a picture's name with its ending -> the name as its file spells it.
    spellings: dict[str, str]
    focus: str = ""
    #: Names of other campaigns in the same parent folder.
    siblings: tuple[str, ...] = ()

    def find(self, name: str) -> str:
        """Give the name of the page or upload that a link or a user means, or an empty text."""
        if name in self.pages or name in self.files:
            return name
        return self.spellings.get(unicodedata.normalize("NFC", name.replace("_", " ")).strip(), "")

    def text(self, name: str) -> str:
        """Read a page; raises OSError when the file cannot be read any more."""
        return read_text(self.root, self.pages[name].path)

    @property
    def namespace(self) -> str:
        """The name by which sibling campaigns link here."""
        return self.root.name

    @property
    def title(self) -> str:
        """The campaign's title, or its folder's name."""
        return self.settings.title or self.root.name.replace("_", " ") or "Tontafel"

    @property
    def home(self) -> str:
        """The page that is the site's front, or an empty text."""
        wished = (self.settings.home, *_HOMES, self.title, self.root.name.replace("_", " "))
        return next((self.find(name) for name in wished if self.find(name) in self.pages), "")

    def sibling(self, name: str) -> "Campaign | None":
        """Open the neighbour of this name."""
        return open_campaign(self.root.parent / name) if name in self.siblings else None


def read_text(root: Path, path: str) -> str:
    """Read a page's file as UTF-8; bytes that are none survive as lone surrogates, newlines untouched."""
    return (root / path).read_bytes().decode("utf-8", "surrogateescape")


def page_name(path: str) -> str:
    """Give the name of the page in a file: the stem, underscores being spaces, as in the wiki's ids."""
    file = path.rpartition("/")[2]
    is_page = file.lower().endswith(PAGE_ENDINGS)
    stem = decode_name(file.rpartition(".")[0] or file if is_page else file)
    return " ".join(stem.replace("_", " ").split()) or stem


def _ending(path: str) -> str:
    """Give the ending of a file's name in small letters, without its dot."""
    stem, _, ending = path.rpartition("/")[2].rpartition(".")
    return ending.lower() if stem else ""


def file_names(files: Mapping[str, Source]) -> dict[str, str]:
    """Give what Markdown calls files by, their names with endings in NFC -> the names of their pages."""
    found = {}
    for name, source in sorted(files.items(), reverse=True):
        whole = decode_name(PurePosixPath(source.path).name).replace("_", " ")
        found[unicodedata.normalize("NFC", " ".join(whole.split()))] = name
    return found


def open_campaign(path: Path) -> Campaign:
    """Open a campaign's folder, a folder of pages, or the campaign that a page lies in.

    Raises FileNotFoundError, and NotADirectoryError or PermissionError as the system does.
    """
    path = path.absolute()
    if path.is_dir():
        return from_scan(path, scan(str(path)))
    if not path.is_file():
        raise FileNotFoundError(path)
    for folder in path.parents:
        if (folder / SETTINGS_FILE).is_file():
            whole = from_scan(folder, scan(str(folder)))
            return _focused(whole, path.relative_to(folder).as_posix())
    return _focused(from_scan(path.parent, scan(str(path.parent), deep=False)), path.name)


def _focused(campaign: Campaign, path: str) -> Campaign:
    """Mark the page or upload of a path, or the settings.

    A page that the scan passed over is added, since it was asked for.
    """
    import msgspec

    if path == SETTINGS_FILE:
        return msgspec.structs.replace(campaign, focus=path)
    for source in (*campaign.pages.values(), *campaign.files.values()):
        if source.path == path:
            return msgspec.structs.replace(campaign, focus=source.name)
    state = (campaign.root / path).stat()
    source = Source(page_name(path), path, state.st_size, state.st_mtime_ns)
    pages = {**campaign.pages, source.name: source}
    return msgspec.structs.replace(campaign, pages=pages, focus=source.name)


def from_scan(root: Path, found: Scan) -> Campaign:
    """Open the campaign in a folder whose files are known; `root` is absolute."""
    diagnostics = [_refusal(path, reason) for path, reason in found.refused]
    settings = Settings()
    if any(entry.path == SETTINGS_FILE for entry in found.entries):
        settings, wrong = _settings(root)
        diagnostics += wrong
    pages, files = _sources(found, diagnostics)
    spellings = {unicodedata.normalize("NFC", name): name for name in sorted([*files, *pages], reverse=True)}
    spellings = file_names(files) | spellings
    return Campaign(
        root=root,
        settings=settings,
        pages=pages,
        files=files,
        diagnostics=diagnostics,
        spellings=spellings,
        siblings=_siblings(root),
    )


def _settings(root: Path) -> tuple[Settings, list[Diagnostic]]:
    try:
        return read_settings(_settings_text(root))
    except OSError as error:
        return Settings(), [unreadable(error.strerror or "?")]


def _settings_text(root: Path) -> str:
    """Read the settings of a campaign, without the mark that some editors put at a text's beginning."""
    return (root / SETTINGS_FILE).read_text("utf-8-sig", errors="replace")


def settings_text(root: Path) -> str:
    """Give the text of a campaign's settings, nothing where it has none."""
    try:
        return _settings_text(root)
    except OSError:
        return ""


def _siblings(root: Path) -> tuple[str, ...]:
    return tuple(campaign_folders(str(root.parent))) if (root / SETTINGS_FILE).is_file() else ()


def _sources(found: Scan, diagnostics: list[Diagnostic]) -> tuple[dict[str, Source], dict[str, Source]]:
    """Sort the files into pages and uploads; of two files of one name the second keeps its ending."""
    pages: dict[str, Source] = {}
    files: dict[str, Source] = {}
    for entry in found.entries:
        if not entry.path.lower().endswith(PAGE_ENDINGS):
            continue
        name = page_name(entry.path)
        if entry.size > LARGEST_PAGE:
            diagnostics.append(_too_large(entry.path, entry.size))
            continue
        if name in pages:
            first = pages[name]
            name = _unused(PurePosixPath(entry.path).name.replace("_", " "), pages)
            diagnostics += _twice(first, entry.path, name)
        pages[name] = Source(name, entry.path, entry.size, entry.stamp)
    _add_media(found, pages, files)
    return pages, files


def _add_media(found: Scan, pages: dict[str, Source], files: dict[str, Source]) -> None:
    """Add pictures and documents; one that is called like a page (`herakles.pdf`) keeps its ending."""
    addresses: set[str] = set()
    for entry in found.entries:
        media = MEDIA_TYPES.get(_ending(entry.path), "")
        if media:
            addresses = addresses or set(map(slug, pages))
            name = page_name(entry.path)
            stem = PurePosixPath(name).stem
            name = name if slug(stem) in addresses or stem in files else stem
            name = name if name not in pages and name not in files else _unused(name, {**pages, **files})
            files[name] = Source(name, entry.path, entry.size, entry.stamp, media)


def _unused(name: str, taken: dict[str, Source]) -> str:
    number = 2
    wanted = name
    while wanted in taken:
        wanted = f"{name} {number}"
        number += 1
    return wanted


_REASONS = {
    "link": message("“{path}” is a link that leads out of the campaign's folder, so it is not read."),
    "special": message("“{path}” is no ordinary file, so it is not read."),
    "name": message("The name of “{path}” is no UTF-8, so the file is not read."),
}
_HINTS = {
    "name": message("Rename the file; `convmv -f latin1 -t utf8 -r --notest .` does so for a whole folder."),
}
_HINT = message("Copy the file into the folder, or make it readable, or remove it.")


def _refusal(path: str, reason: str) -> Diagnostic:
    known = _REASONS.get(reason)
    text = known.text if known else "“{path}” cannot be read: {reason}."
    return Diagnostic(
        code="file-outside" if reason == "link" else "file-unreadable",
        severity="error",
        message=Message(text, {"path": shown(path), "reason": reason}),
        hint=_HINTS.get(reason, _HINT),
        page=shown(path),
    )


def _too_large(path: str, size: int) -> Diagnostic:
    return Diagnostic(
        code="file-too-large",
        severity="error",
        message=message(
            "“{path}” has {size} bytes; a page has {most} at most, so it is not read.",
            path=shown(path),
            size=size,
            most=LARGEST_PAGE,
        ),
        hint=message("Split the page, or keep pictures and other files beside the pages."),
        page=shown(path),
    )


def _twice(first: Source, path: str, name: str) -> list[Diagnostic]:
    """Say of a page and of the file of the same name, which became another page, that they are two."""
    return [
        Diagnostic(
            code="name-twice",
            severity="warning",
            message=message(
                "Two files are the page “{name}”: “{first}” and “{second}”. Links lead to the first.",
                name=shown(first.name),
                first=shown(first.path),
                second=shown(path),
            ),
            hint=message("Rename or merge one of them."),
            page=page,
            span=Span(0, 0),
        )
        for page in (first.name, name)
    ]


def shown(name: str) -> str:
    """Make a name fit to be printed in a line: what no line can hold becomes a question mark in a box."""
    if name.isprintable():
        return name
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", name)
