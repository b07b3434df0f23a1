"""Writes pages: what each of the processes does that share the work of a build."""

import pickle
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import TemplateNotFound
from markupsafe import Markup

from tontafel.parsers.lines import LineIndex
from tontafel.parsers.tree import Document, Heading, text_of
from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.message import Message, message
from tontafel.rules.model import Character
from tontafel.rules.names import fold
from tontafel.rules.span import Span
from tontafel.site import templating
from tontafel.site.addresses import slug
from tontafel.site.build.frame import Page, make_environment
from tontafel.site.build.job import Done, Job, PageData, PrintTask, Ref, Task, Written
from tontafel.site.build.library import AtlasLibrary
from tontafel.site.build.output import encoded, put
from tontafel.site.build.world import AtlasWorld
from tontafel.site.campaign.conflicts import Conflict, Replayer
from tontafel.site.campaign.figures import Figure, Figures, Games, RulesPage, public
from tontafel.site.campaign.settings import Settings
from tontafel.site.campaign.survey import reader, without_lead
from tontafel.site.campaign.uploads import PICTURES, decode
from tontafel.site.charts import Artist
from tontafel.site.fragment import render
from tontafel.site.language import Language, choose
from tontafel.site.problem import Problem
from tontafel.site.scan import TEMPLATE_FOLDER
from tontafel.site.sheets import Sheet, blank, sheet

_KILO = 1024
#: So many pages are looked through for a character.
_STRANGERS = 60


class Press:
    """Everything that one process needs to write pages of one build."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.own = job.root / TEMPLATE_FOLDER if job.own else None
        self.language = Language.shared(job.language)
        self.env = make_environment(job, self.language)
        self.reader = reader(job.root, frozenset(job.atlas.inter))
        self.world = AtlasWorld(job, self.reader, self.language)
        self.artist = Artist(self.env, self.language)
        library = AtlasLibrary(job, self.reader, lambda: self.games)
        self.replayer = Replayer(library, job.settings.severity)
        self._games: Games | None = None
        self._templates: dict[str, Any] = {}
        self._printed: dict[str, bool] = {}

    @property
    def games(self) -> Games:
        """The rules of the campaign, read from its pages when the first page asks for them."""
        if self._games is None:
            pages = []
            for name in self.job.rules:
                text, document = self.reader.page(self.job.atlas.paths[name])
                pages.append(RulesPage(name, document, text))
            self._games = Games(self.job.settings, pages)
        return self._games

    def do(self, task: Task) -> Done:
        """Write one page and what belongs to it."""
        return _MAKERS[task.kind](self, task)

    def page(self, task: Task) -> Done:
        """Write a page, the sheets of its characters beside the text."""
        try:
            text, document = self.reader.page(task.path)
        except OSError:
            text, document = "", Document(())
        figures = self.figures(task, document, text)
        fought = self.replayer.replay(task.name, figures) if figures.logs else ()
        story = without_lead(document) if task.own_title else document
        below = {id(one.log.table): self.record(one) for one in fought}
        body = render(story, self.world, page=task.name, heading_ids=True, decorate=True, below=below)
        anchors = _anchors(figures.figures)
        wrong = (*figures.findings, *(finding for one in fought for finding in one.findings))
        page = Page(
            body=Markup(body),  # noqa: S704 - the renderer escapes
            sheets=self.sheets(task, figures.figures, anchors),
            chances=self.chances(task, document, figures),
            findings=self.findings(task, wrong, text),
        )
        html = self.fill("pages/page.html", task, page=page)
        files = [self.put(self.file(task), html), *self.data(task, figures)]
        characters = tuple(figure.character for figure in figures.figures)
        printed = tuple(dict.fromkeys(one.system for one in characters if self.is_printed(one.system)))
        asked = tuple(dict.fromkeys(name for one in fought for name in one.asked))
        return Done(task.name, tuple(files), characters, tuple(anchors), wrong, printed, asked)

    def figures(self, task: Task, document: Document, text: str) -> Figures:
        """Read the page's characters."""
        rules = task.name in self.job.rules
        return self.games.read(task.name, document, text, task.tag_names, rules=rules)

    def sheets(self, task: Task, figures: Sequence[Figure], anchors: list[str]) -> list[dict[str, Any]]:
        """Fill the sheet of each character whose system has one."""
        found = []
        for figure, anchor in zip(figures, anchors, strict=True):
            template = self._template(figure.character.system, "character.html")
            if template is not None:
                offers = self.offers(task, figure.character)
                html = template.render(sheet=self.sheet(figure), anchor=anchor, files=offers)
                prospects = self.prospects(figure)
                made = Markup(html)  # noqa: S704 - made by a template
                found.append({"anchor": anchor, "html": made, "prospects": prospects})
        return found

    def prospects(self, figure: Figure) -> Markup:
        """Draw what a character's skills promise, as far as the system has charts."""
        charts = figure.game.system.charts
        return (
            self.artist.draw(charts().character(figure.character, figure.game.rules)) if charts else Markup()
        )

    def chances(self, task: Task, document: Document, figures: Figures) -> Markup:
        """Draw everybody's chances on a page of rules that explains tests."""
        game = figures.game
        if task.name not in self.job.rules or game is None or game.system.charts is None:
            return Markup()
        charts = game.system.charts()
        shown = explains(task, document, charts.headings)
        return self.artist.draw(charts.rules(game.rules), opened=True) if shown else Markup()

    def record(self, fought: Conflict) -> Markup:
        """Show what a record of a conflict comes to."""
        say = self.language.say
        rounds = [
            {
                "number": one.number,
                "told": [say(line) for line in one.told],
                "stands": [
                    {"who": stand.who, "gauges": stand.gauges, "notes": [say(note) for note in stand.notes]}
                    for stand in one.stands
                ],
            }
            for one in fought.record.played
        ]
        if not rounds:
            return Markup()
        html = self.env.get_template("pages/record.html").render(rounds=rounds)
        return Markup(html)  # noqa: S704 - made by a template

    def sheet(self, figure: Figure) -> Sheet:
        """Give a character's sheet as this audience may see it."""
        character = figure.character if self.job.audience == "gm" else public(figure.character)
        return sheet(character, figure.game.rules, **self.titles)

    @property
    def titles(self) -> dict[str, Any]:
        """What stands at the head and foot of sheets."""
        settings = self.job.settings
        return {
            "campaign": self.job.title,
            "licence": settings.licence,
            "notices": settings.notices,
            "language": settings.language,
        }

    def is_printed(self, system_id: str) -> bool:
        """Say whether there are PDF sheets for a system."""
        if system_id not in self._printed:
            template = templating.source(f"systems/{system_id}/sheet.html", self.own)
            self._printed[system_id] = template is not None
        return self.job.pdf and self._printed[system_id]

    def offers(self, task: Task, character: Character) -> list[Ref]:
        """Give the files that go with a character."""
        gettext = self.language.gettext
        stem = self.file(task).removesuffix(".html")
        offered = []
        if self.is_printed(character.system):
            offered.append(Ref(f"{stem}.pdf", gettext("Sheet (PDF)"), True))
            offered.append(Ref(blank_name(character.system), gettext("Blank sheet (PDF)"), True))
        return [*offered, Ref(f"{stem}.json", gettext("Data (JSON)"), True)]

    def data(self, task: Task, figures: Figures) -> list[Written]:
        """Write the JSON of a page that has characters."""
        if not figures.figures:
            return []
        characters = [figure.character for figure in figures.figures]
        if self.job.audience == "players":
            characters = [public(character) for character in characters]
        found = PageData(task.name, characters, list(figures.tables))  # type: ignore[arg-type]
        data = msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"
        return [self.put(self.file(task).removesuffix(".html") + ".json", data)]

    def findings(self, task: Task, wrong: Iterable[Diagnostic], text: str) -> list[dict[str, Any]]:
        """Say what is wrong with a page; only to the game master."""
        if self.job.audience == "players":
            return []
        lines = LineIndex(text)
        return [finding_view(one, lines, self.language) for one in (*task.findings, *wrong)]

    def print(self, order: PrintTask) -> Written:
        """Write the PDF of a page's characters, or of none."""
        from tontafel.site import pdf

        text, document = self.reader.page(order.page.path)
        figures = self.figures(order.page, document, text).figures
        if order.blank:
            rules = next(one.game.rules for one in figures if one.character.system == order.blank)
            sheets = [blank(order.blank, rules, **self.titles)]
        else:
            sheets = [self.sheet(one) for one in figures if self.is_printed(one.character.system)]
        return self.put(order.file, pdf.sheet_pdf(sheets, pdf.Look(self.language, self.own)))

    def redirect(self, task: Task) -> Done:
        """Write the page that sends its readers on, or says why it cannot."""
        html = self.fill("pages/redirect.html", task, target=task.target, root="")
        return Done(task.name, (self.put(self.file(task), html),))

    def upload(self, task: Task) -> Done:
        """Write an upload's file and the page that shows it."""
        file = self.job.atlas.files[task.name]
        data = self._upload_data(task.path)
        shown = {
            "address": file.address,
            "picture": file.media in PICTURES,
            "kind": file.media,
            "size": _size(len(data)),
            "broken": not data,
        }
        html = self.fill("pages/upload.html", task, upload=shown)
        return Done(task.name, (self.put(self.file(task), html), self.put(file.address, data)))

    def _upload_data(self, path: str) -> bytes:
        try:
            if path.lower().endswith((".txt", ".wiki", ".md")):
                return decode(self.reader.page(path)[0])
            return (self.job.root / path).read_bytes()
        except (OSError, ValueError):
            return b""

    def file(self, task: Task) -> str:
        """Give the name of a page's file."""
        return self.job.atlas.pages[task.name]

    def fill(self, template: str, task: Task, **context: Any) -> bytes:
        """Fill a template for a page."""
        here = self.file(task)
        return encoded(
            self.env.get_template(template).render(title=task.title, here=here, task=task, **context)
        )

    def put(self, name: str, data: bytes) -> Written:
        """Write a file of the site."""
        return Written(name, *put(self.job.out, name, data))

    def _template(self, system_id: str, name: str) -> Any:
        """Give a template of a game system's own, or nothing where it has none."""
        full = f"systems/{system_id}/{name}"
        if full not in self._templates:
            try:
                self._templates[full] = self.env.get_template(full)
            except TemplateNotFound:
                self._templates[full] = None
        return self._templates[full]


_MAKERS: dict[str, Callable[[Press, Task], Done]] = {
    "page": Press.page,
    "redirect": Press.redirect,
    "upload": Press.upload,
}
_PRESSES: dict[bytes, Press] = {}


def meet_somebody(root: Path, sites: frozenset[str], settings: Settings) -> None:
    """Read the first character that this process has a page of, so that it knows how when pages are written.

    Words of the system, its rules and charts, and the templates of sheets are loaded by that.
    """
    games = Games(settings)
    language = Language.shared(choose(settings.language, {}))
    env = templating.plain_environment(language)
    for text, document in islice(reader(root, sites).read_so_far(), _STRANGERS):
        for figure in games.read("", document, text).figures:
            system = figure.game.system
            if templating.source(f"systems/{system.id}/character.html", None) is not None:
                env.get_template(f"systems/{system.id}/character.html")
            if system.charts:
                Artist(env, language).draw(system.charts().character(figure.character, figure.game.rules))
            return


def write_pages(key: bytes, job: bytes, tasks: bytes) -> bytes:
    """Write the pages of an encoded list of `Task`; gives an encoded list of `Done`.

    `job` is a pickled `Job`; `key` tells builds apart, so that a process prepares itself once for each.
    """
    press = _press(key, job)
    return msgspec.msgpack.encode([press.do(task) for task in msgspec.msgpack.decode(tasks, type=list[Task])])


def print_sheets(key: bytes, job: bytes, tasks: bytes) -> bytes:
    """Write the PDFs of an encoded list of `PrintTask`; gives encoded lists of `Written` and findings.

    A sheet that cannot be set is a finding, not the end of the build; a template that is no good is.
    """
    press = _press(key, job)
    written: list[Written] = []
    findings: list[Diagnostic] = []
    for order in msgspec.msgpack.decode(tasks, type=list[PrintTask]):
        try:
            written.append(press.print(order))
        except Exception as error:
            if press.own and templating.broken(error, press.own):
                raise
            findings.append(_unprinted(order, error))
    return msgspec.msgpack.encode((written, findings))


def _unprinted(order: PrintTask, error: Exception) -> Diagnostic:
    said = message("The sheet “{file}” cannot be printed: {reason}.", file=order.file, reason=str(error))
    hint: Message | None = message("Look for something odd in the character, and please report it.")
    if isinstance(error, Problem):
        said, hint = error.message, error.hint
    return Diagnostic(
        code="sheet-failed",
        severity="error",
        message=said,
        hint=hint,
        page=order.page.name,
        span=Span(0, 0),
    )


def _press(key: bytes, job: bytes) -> Press:
    if key not in _PRESSES:
        _PRESSES.clear()
        _PRESSES[key] = Press(pickle.loads(job))  # noqa: S301 - the build itself has pickled it
    return _PRESSES[key]


def explains(task: Task, document: Document, words: Iterable[str]) -> bool:
    """Say whether a page's name, title or one of its headings is one of these words."""
    wanted = set(map(fold, words))
    headings = (text_of(block.children) for block in document.blocks if type(block) is Heading)
    return any(fold(title) in wanted for title in (task.name, task.title, *headings))


def finding_view(finding: Diagnostic, lines: LineIndex | None, language: Language) -> dict[str, Any]:
    """Put a finding into words."""
    line, column = lines.place(finding.span.start) if lines and finding.span else (0, 0)
    return {
        "severity": finding.severity,
        "code": finding.code,
        "message": language.say(finding.message),
        "hint": language.say(finding.hint) if finding.hint else "",
        "character": finding.character,
        "line": line,
        "column": column,
    }


def blank_name(system_id: str) -> str:
    """Give the file name of a system's blank sheet; no page's address has a dot."""
    return f"blank.{slug(system_id)}.pdf"


def _anchors(figures: Sequence[Figure]) -> list[str]:
    """Give each character a place on its page."""
    anchors: list[str] = []
    for figure in figures:
        wanted = anchor = f"figure-{slug(figure.character.name)}"
        number = 1
        while anchor in anchors:
            number += 1
            anchor = f"{wanted}-{number}"
        anchors.append(anchor)
    return anchors


def _size(count: int) -> str:
    return f"{count} B" if count < _KILO else f"{-(-count // _KILO)} kB"
