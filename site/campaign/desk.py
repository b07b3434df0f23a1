"""A campaign opened for questions: which page is meant, who is on it, and what is wrong."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import msgspec

from tontafel.parsers.facts import facts
from tontafel.parsers.lines import LineIndex
from tontafel.parsers.reader import Result
from tontafel.parsers.tree import Document
from tontafel.rules.diagnostic import Diagnostic, judged
from tontafel.rules.message import message
from tontafel.rules.names import near
from tontafel.rules.system import system as find_system
from tontafel.site.build.plan import rules_pages
from tontafel.site.campaign import Campaign, links, looking, open_campaign, settings_text, shown
from tontafel.site.campaign.atlas import Atlas, draw, sites_of
from tontafel.site.campaign.conflicts import Replayer
from tontafel.site.campaign.figures import Figure, Figures, Game, Games, RulesPage
from tontafel.site.campaign.settings import placed
from tontafel.site.campaign.settings_check import settings_findings
from tontafel.site.campaign.survey import Record, reader
from tontafel.site.campaign.tag_findings import tag_findings
from tontafel.site.collecting import paused
from tontafel.site.problem import Problem
from tontafel.site.report import Page
from tontafel.site.scan import SETTINGS_FILE


class Desk:
    """One campaign; everything is read when it is first asked for. `system` overrides the settings'."""

    def __init__(self, campaign: Campaign, system: str = "") -> None:
        """Raises `rules.system.UnknownSystem`."""
        if system:
            find_system(system)
        self.campaign = campaign
        self._system = system
        self._reader = reader(campaign.root, frozenset(sites_of(campaign)))

    @cached_property
    def records(self) -> dict[str, Record]:
        """What each page says of itself; pages deleted in their wiki are none."""
        return self.survey(self.campaign.pages)

    def survey(self, names: Iterable[str]) -> dict[str, Record]:
        """Give what some pages say of themselves."""
        looked_at = {name: self._reader.survey(self.campaign.pages[name].path) for name in names}
        return {name: found.record for name, found in looked_at.items() if not found.record.deleted}

    def practise(self, names: Iterable[str]) -> None:
        """Look at some pages as if there were no others: what they teach need not be learnt again."""
        some = {name: self.campaign.pages[name] for name in names}
        with suppress(OSError):
            Desk(msgspec.structs.replace(self.campaign, pages=some), self._system).look(some)

    @cached_property
    def atlas(self) -> Atlas:
        """The names and addresses of all pages, secret ones among them."""
        return draw(self.campaign, self.records, "gm")

    @cached_property
    def rules_pages(self) -> tuple[str, ...]:
        """The pages whose tables change the rules."""
        return rules_pages(self.campaign.settings, self.atlas, self.records)

    @cached_property
    def games(self) -> Games:
        """The rules that are played by."""
        pages = []
        for name in self.rules_pages:
            text, document = self._reader.page(self.campaign.pages[name].path)
            pages.append(RulesPage(name, document, text))
        return Games(self.campaign.settings, pages, system=self._system)

    def page(self, name: str) -> Figures:
        """Give all that a page holds for the game; raises OSError if it can't be read."""
        text, document = self._reader.page(self.campaign.pages[name].path)
        record = self.records.get(name, Record())
        if record.facts.upload:
            return Figures()
        is_rules = name in self.rules_pages
        return self.games.read(name, document, text, record.facts.tags, rules=is_rules)

    def reading(self, name: str, text: str) -> tuple[Document, Game, Result]:
        """Read a page as it would be with this text; what it says of others is not looked at again."""
        document = self._reader.tree(text, self.campaign.pages[name].path)
        is_rules = name in self.rules_pages
        return document, *self.games.found(name, document, text, facts(document, text).tags, rules=is_rules)

    def readable(self) -> Iterator[str]:
        """Give the names of the pages that can be read, in order."""
        for name in sorted(self.records):
            if os.access(self.campaign.root / self.campaign.pages[name].path, os.R_OK):
                yield name

    def everyone(self) -> Iterator[tuple[str, Figure]]:
        """Give every character of the campaign with the name of its page."""
        for name in self.readable():
            for figure in self.page(name).figures:
                yield name, figure

    # What the records of conflicts ask

    @cached_property
    def replayer(self) -> Replayer:
        """Replays the records on pages."""
        return Replayer(self, self.campaign.settings.severity)

    def names(self) -> list[str]:
        """Give the names of the pages that tell a story."""
        return [name for name, record in self.records.items() if not record.facts.redirect]

    def led(self, name: str) -> str:
        """Give the page that a link of this name leads to, or an empty text."""
        known = self.campaign.find(name)
        found = self.atlas.targets.get(known, known)
        return found if found in self.records else ""

    def aliases(self) -> Mapping[str, str]:
        """Give the other names that lead to pages."""
        return self.atlas.targets

    def figures(self, name: str) -> Sequence[Figure]:
        """Give the characters on a page; of one that can't be read, none."""
        try:
            return self.page(name).figures
        except OSError:
            return ()

    # What is wrong

    def findings(self, jobs: int = 1) -> list[Diagnostic]:
        """Give everything that is wrong in the campaign, each finding at the level the settings want.

        Of a campaign opened by one of its pages, only what is wrong on that page. So many processes as
        `jobs` look at the pages of a large campaign; 0 is one for each processor.
        """
        # Trees and characters pile up and hold no circles: looking for some would take a quarter of the time.
        with paused(), looking.together(self, jobs) as look:
            return self._findings(look)

    def _findings(self, look: Callable[[Sequence[str]], list[Diagnostic]]) -> list[Diagnostic]:
        settings = self.campaign.settings
        found = [*self.campaign.diagnostics, *self._of_pages(), *self._of_links()]
        found += settings_findings(settings, self.atlas)
        found += tag_findings(settings.tags, self.records, self.atlas)
        settled = judged(found, settings.severity)
        focus = self.campaign.focus
        looked_at = self.readable() if not focus else [focus] if focus in self.campaign.pages else []
        settled += look(list(looked_at))
        settled += self.games.findings
        of_settings = settings_text(self.campaign.root)
        return [placed(one, of_settings) for one in settled if focus in ("", one.page)]

    def look(self, names: Iterable[str]) -> list[Diagnostic]:
        """Give what is wrong with characters, rules and records on some pages."""
        found: list[Diagnostic] = []
        for name in names:
            held = self.page(name)
            found += held.findings
            found += (one for conflict in self.replayer.replay(name, held) for one in conflict.findings)
        return found

    def _of_links(self) -> list[Diagnostic]:
        found = links.findings(self.atlas, self.records, links.graph(self.atlas, self.records))
        # A page on its own has nobody to link to it.
        return found if len(self.records) > 1 else [one for one in found if one.code != "page-orphan"]

    def _of_pages(self) -> Iterator[Diagnostic]:
        for name, record in self.records.items():
            for finding in record.diagnostics:
                yield msgspec.structs.replace(finding, page=name)

    def shown_page(self, name: str) -> Page:
        """Give a page as findings show it; `name` is that of a page or upload, or a file's path."""
        source = self.campaign.pages.get(name) or self.campaign.files.get(name)
        path = f"{self.campaign.root}/{source.path if source else name}"
        return Page(shown(path.removeprefix(self._around)), self._lines(name, path))

    @cached_property
    def _around(self) -> str:
        """The folder that paths are best typed from, as they begin with it."""
        try:
            return f"{Path.cwd()}/".replace("//", "/")
        except OSError:
            return ""

    def _lines(self, name: str, path: str) -> LineIndex | None:
        try:
            if name in self.campaign.pages:
                return LineIndex(self._reader.text(self.campaign.pages[name].path))
            if path.endswith(f"/{SETTINGS_FILE}"):
                return LineIndex(settings_text(Path(path).parent))
        except OSError:
            pass
        return None


def desk_of(place: Path, system: str = "") -> Desk:
    """Open a folder's campaign, or the campaign that a page lies in; `campaign.focus` is the page.

    Raises OSError.
    """
    return Desk(open_campaign(place), system)


def desks_for(pages: Sequence[str], system: str = "") -> Iterator[tuple[Desk, str]]:
    """Give for each page, named or by its path, the campaign it lies in and its name there.

    A path wins over a name; names are looked up in the campaign around the present folder. Raises
    `Problem` for a page that is nowhere, OSError.
    """
    desks: dict[Path, Desk] = {}
    for page in pages:
        is_path = Path(page).is_file()
        opened = desk_of(Path(page), system) if is_path else here(system)
        desk = desks.setdefault(opened.campaign.root, opened)
        name = opened.campaign.focus if is_path else opened.campaign.find(page)
        if name not in desk.campaign.pages:
            desk = opened
        if name not in desk.campaign.pages:
            raise unknown_page(page, desk.campaign)
        yield desk, name


def here(system: str = "") -> Desk:
    """Open the campaign around the present folder: the nearest folder upwards with settings, else itself."""
    folder = Path.cwd()
    around = (one for one in (folder, *folder.parents) if (one / SETTINGS_FILE).is_file())
    return desk_of(next(around, folder), system)


def unknown_page(name: str, campaign: Campaign) -> Problem:
    """Say that there is no such page, and which one may be meant."""
    meant = near(name, campaign.pages)
    return Problem(
        message("There is no page “{name}” in “{folder}”.", name=name, folder=str(campaign.root)),
        message("Did you mean “{name}”?", name=meant)
        if meant
        else message("Give the name of a page or the path of its file."),
    )
