"""What a build hands to those who share its work: plain data about the campaign, and one task a page."""

from pathlib import Path
from typing import Literal

from msgspec import Struct

from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.model import Character
from tontafel.rules.tables import AnyTable
from tontafel.site.campaign.atlas import Atlas
from tontafel.site.campaign.settings import Audience, Settings
from tontafel.site.language import Code


class Ref(Struct, frozen=True, array_like=True):
    """A link as templates see it."""

    address: str
    text: str
    download: bool = False


class Job(Struct, frozen=True, kw_only=True):
    """One build: where from and to, for whom, in which language, and where everything is.

    `rules` names the pages that hold rules, `own` says that the campaign has templates of its own, `day`
    is the date by which journals are read, `pdf` says that there are PDF sheets to link to.
    """

    root: Path
    out: str
    settings: Settings
    title: str
    audience: Audience
    language: Code
    pdf: bool
    own: bool
    day: str
    rules: tuple[str, ...]
    atlas: Atlas


class Task(Struct, frozen=True, array_like=True):
    """A page to be written, with all that other pages say about it."""

    kind: Literal["page", "redirect", "upload"]
    name: str
    path: str
    title: str
    #: Whether the title is the page's own first heading, which then stands nowhere else.
    own_title: bool = False
    tags: tuple[Ref, ...] = ()
    tag_names: tuple[str, ...] = ()
    backlinks: tuple[Ref, ...] = ()
    comments: Ref | None = None
    secret: bool = False
    findings: tuple[Diagnostic, ...] = ()
    #: The page that a redirect leads to; no address where it leads nowhere.
    target: Ref | None = None


class PrintTask(Struct, frozen=True, array_like=True):
    """A PDF to be written: of a page's characters, or a system's blank sheet by the rules of that page."""

    file: str
    page: Task
    blank: str = ""


class Written(Struct, frozen=True, array_like=True):
    """A file of the site: its name, size in bytes, time stamp in ns."""

    name: str
    size: int
    stamp: int


class Done(Struct, frozen=True, array_like=True):
    """What came of a task; a character's findings are among the findings.

    `printed` names the systems of those characters for which there are printed sheets, `asked` the pages
    that the page's records of conflicts were replayed with.
    """

    name: str
    files: tuple[Written, ...]
    characters: tuple[Character, ...] = ()
    anchors: tuple[str, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    printed: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()


class PageData(Struct, frozen=True):
    """A page's JSON for everyone."""

    page: str
    characters: list[Character]
    tables: list[AnyTable]
