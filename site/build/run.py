"""A build that has something to do: look, plan, write what changed, and remember it."""

import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment
from msgspec import Raw, Struct, msgpack

from tontafel.parsers.lines import LineIndex
from tontafel.rules.diagnostic import Diagnostic, judged
from tontafel.rules.message import message
from tontafel.site.addresses import ALL_PAGES, CHARACTERS, FINDINGS, HOME, TAGS, WANTED
from tontafel.site.build import Progress, Report, Seen
from tontafel.site.build.extras import OLD, STYLES, aliases, styles
from tontafel.site.build.frame import load_pages, make_environment
from tontafel.site.build.gather import Gathered, gather
from tontafel.site.build.job import Done, Job, PrintTask, Task, Written
from tontafel.site.build.output import Folder, encoded, refuse_danger
from tontafel.site.build.overviews import Known, Overview, characters_page, findings_page, overviews, sitemap
from tontafel.site.build.pages import blank_name, print_sheets, write_pages
from tontafel.site.build.plan import Plan, rules_pages
from tontafel.site.build.writer import Crew, Writer
from tontafel.site.cache import Cache, digest
from tontafel.site.campaign import from_scan, links, read_text, settings_text
from tontafel.site.campaign.atlas import Atlas, draw, secret_names
from tontafel.site.campaign.figures import Games, RulesPage
from tontafel.site.campaign.journal import today
from tontafel.site.campaign.settings import Audience, hide_what_is_secret, placed
from tontafel.site.campaign.settings_check import settings_findings
from tontafel.site.campaign.survey import cleaned, forget, reader
from tontafel.site.campaign.tag_findings import tag_findings
from tontafel.site.language import Language, choose
from tontafel.site.problem import Problem
from tontafel.site.scan import SETTINGS_FILE, TEMPLATE_FOLDER, states
from tontafel.site.templating import broken

#: From so many sheets on it pays to fork.
_WORTH_PRINTING = 4


class Order(Struct, frozen=True):
    """What was asked for; `started` is the time (ns) before anything was looked at."""

    root: Path
    out: Path
    audience: Audience | None
    pdf: bool
    jobs: int
    options: str
    started: int


def run(order: Order, seen: Seen, cache: Cache, progress: Progress | None) -> Report:
    """Do what a build has to do, and commit it to the cache."""
    refuse_danger(order.root, order.out)
    cache.begin()
    forget()
    builder = _Builder(order, seen, cache, progress)
    try:
        report = builder.run()
        cache.commit()
    except Exception as error:
        if problem := broken(error, order.root / TEMPLATE_FOLDER):
            raise problem from error
        raise
    else:
        return report
    finally:
        builder.crew.end()


class _Begun(Struct, frozen=True):
    """Pages being written: a task and a key for each name, those that stay, and the crew's promises."""

    tasks: dict[str, Task]
    keys: dict[str, bytes]
    kept: dict[str, Done]
    shares: "list[Future[Any]]"


class _Builder:
    """One build, step by step."""

    def __init__(self, order: Order, seen: Seen, cache: Cache, progress: Progress | None) -> None:
        self.order = order
        self.cache = cache
        self.progress = progress
        self.crew = Crew(order.jobs, load=self._load)
        self.seen = seen
        self.campaign = from_scan(order.root, seen.own)
        self.folder = Folder(order.out)
        self.language = Language.shared(choose(self.campaign.settings.language, {}))
        self.findings: list[Diagnostic] = []
        #: What came of all pages, encoded lists of `Done`.
        self.made: list[bytes] = []
        self.removed = 0
        self._env: Environment | None = None

    def run(self) -> Report:
        """Look, plan, write, remember."""
        self._refuse_guesses()
        if not self._is_same_program():
            self.cache.clear()
        no_pdf = self._prepare_pdf() if self.order.pdf else ""
        gathered = gather(self.campaign, self.seen, self.cache, self.crew)
        plan = self.plan(gathered, printed=self.order.pdf and not no_pdf)
        self.clear_away(plan.job)
        writer = Writer(plan.job.out, self.cache.outputs(), states(plan.job.out))
        begun = self.begin(plan, writer)
        known = Known(plan.job, self.language, plan.records, plan.links)
        self.generate(plan, overviews(known), writer)
        self.extras(plan, writer)
        done = self.finish(plan, begun, writer)
        self.print(plan, done, writer)
        self.generate(plan, self.last_pages(known, done), writer)
        return self.settle(done, writer, no_pdf)

    def _load(self) -> None:
        """Read what everyone who writes pages needs: wordings, templates, and the rules of the game."""
        load_pages(self.language)
        Games(self.campaign.settings).rules_digest()

    def _refuse_guesses(self) -> None:
        """Build nothing for players where nobody knows what is secret."""
        audience = self.order.audience or self.campaign.settings.audience
        if audience == "players" and hide_what_is_secret(self.campaign.diagnostics):
            raise Problem(
                message("The settings cannot be used, and they may say what is secret: nothing was built."),
                message("See with `tontafel check` what is wrong; --audience gm builds all the same."),
            )

    def _is_same_program(self) -> bool:
        then = self.cache.value("options").decode().split(" ")[:2]
        return then == self.order.options.split(" ")[:2]

    def _prepare_pdf(self) -> str:
        """Load what PDFs need, unless the last build could make them; give the reason if that fails."""
        if self.cache.value("pdf") == b"yes":
            return ""
        from tontafel.site import pdf

        try:
            pdf.prepare(pdf.Look(self.language))
        except pdf.PdfUnavailable as error:
            return str(error)
        return ""

    def plan(self, gathered: Gathered, *, printed: bool) -> Plan:
        """Put everything in its place and say what every page is made from."""
        settings = self.campaign.settings
        audience = self.order.audience or settings.audience
        atlas = draw(self.campaign, gathered.records, audience, self.order.out)
        job = Job(
            root=self.order.root,
            out=str(self.order.out),
            settings=settings,
            title=self.campaign.title,
            audience=audience,
            language=self.language.code,
            pdf=printed,
            own=any(path.startswith(f"{TEMPLATE_FOLDER}/") for path in gathered.hashes),
            day=today(),
            rules=rules_pages(settings, atlas, gathered.records),
            atlas=atlas,
        )
        graph = links.graph(atlas, gathered.records)
        broken = [
            *gathered.findings,
            *links.findings(atlas, gathered.records, graph),
            *settings_findings(settings, atlas),
            *tag_findings(settings.tags, gathered.records, atlas),
        ]
        found = [*judged(broken, settings.severity), *self._rules(job, gathered)]
        of_settings = settings_text(self.order.root)
        self.findings = [placed(one, of_settings) for one in found]
        by_page: dict[str, list[Diagnostic]] = {}
        for finding in self.findings:
            by_page.setdefault(finding.page, []).append(finding)
        return Plan(
            job=job,
            records=gathered.records,
            hashes=gathered.hashes,
            links=graph,
            findings=by_page,
            secrets=secret_names(self.campaign, gathered.records),
            base=self._base(job, gathered.hashes),
        )

    def _rules(self, job: Job, gathered: Gathered) -> list[Diagnostic]:
        """Note in the cache what changes with the rules; give what is wrong with the settings about them."""
        paths = [job.atlas.paths[name] for name in job.rules]
        settings = msgpack.encode(job.settings)
        asked = digest(msgpack.encode((settings, [gathered.hashes[path] for path in paths])))
        known = self.cache.value("rules")
        if known[: len(asked)] != asked:
            pages = reader(job.root, frozenset(job.atlas.inter))
            read = [(name, *pages.page(path)) for name, path in zip(job.rules, paths, strict=True)]
            games = Games(job.settings, [RulesPage(name, document, text) for name, text, document in read])
            known = asked + msgpack.encode((games.rules_digest() or asked, games.findings))
            self.cache.set_value("rules", known)
        return msgpack.decode(known[len(asked) :], type=tuple[bytes, list[Diagnostic]])[1]

    def _base(self, job: Job, hashes: dict[str, bytes]) -> bytes:
        """Digest what every page is made from."""
        rules = self.cache.value("rules")
        own = sorted((path, mark) for path, mark in hashes.items() if path.startswith(f"{TEMPLATE_FOLDER}/"))
        played = msgpack.decode(rules[16:], type=tuple[bytes, list[Diagnostic]])[0]
        said = (job.settings, job.title, job.audience, job.language, job.pdf, bool(job.atlas.tags))
        return digest(msgpack.encode((said, own, played, self.order.options.split(" ")[:2])))

    def clear_away(self, job: Job) -> None:
        """Remove first what must not be there: what is gone, and all that was made for others to read."""
        possible = _possible(job.atlas)
        foreign = bool(self.folder.audiences - {job.audience})
        for name in list(self.folder.files) if foreign else self.folder.files - possible:
            if foreign or not name.startswith(("blank.", "wiki/")):
                self.removed += self.folder.remove(name)
        self.folder.claim(job.audience, possible)

    def begin(self, plan: Plan, writer: Writer) -> "_Begun":
        """Let the crew write the pages that are not as they should be."""
        known = {done.name: done for part in self._pages_before() for done in part}
        tasks = list(plan.tasks())
        keys: dict[str, bytes] = {}
        kept: dict[str, Done] = {}
        for task in tasks:
            if task.name in known:
                key = keys[task.name] = plan.key(task, known[task.name].asked)
                if all(writer.is_fresh(file.name, key) for file in known[task.name].files):
                    kept[task.name] = known[task.name]
        todo = [task for task in tasks if task.name not in kept]
        shares = self.crew.share(todo, lambda task: task.path, self._caller(plan, write_pages))
        self.crew.dismiss()
        keys |= {task.name: plan.key(task) for task in todo if task.name not in keys}
        return _Begun({task.name: task for task in tasks}, keys, kept, shares)

    def _pages_before(self) -> list[list[Done]]:
        """Give what came of the pages in the builds before."""
        encoded = self.cache.value("pages")
        return msgpack.decode(encoded, type=list[list[Done]]) if encoded else []

    def finish(self, plan: Plan, begun: "_Begun", writer: Writer) -> list[Done]:
        """Wait for the crew; give what came of all pages, in the order of their names."""
        kept = begun.kept
        total, written = len(begun.tasks) - len(kept), 0
        self.made = [msgpack.encode(list(kept.values()))]
        for share in begun.shares:
            self.made.append(share.result())
            for done in msgpack.decode(self.made[-1], type=list[Done]):
                kept[done.name] = done
                written += 1
                asked = plan.key(begun.tasks[done.name], done.asked) if done.asked else None
                for file in done.files:
                    writer.note(file, asked or begun.keys[done.name])
            if self.progress:
                self.progress(written, total)
        self.findings += [finding for name in begun.tasks for finding in kept[name].findings]
        return [kept[name] for name in begun.tasks]

    def print(self, plan: Plan, done: list[Done], writer: Writer) -> None:
        """Write PDF sheets that are not as they should be, and the blank ones."""
        wanted = {name: (page, "") for page in done if page.printed and (name := self._pdf_name(plan, page))}
        wanted |= {blank_name(system): (page, system) for system, page in _first_of_each(done).items()}
        keys = {name: self._print_key(plan, page, system) for name, (page, system) in wanted.items()}
        todo = [name for name, key in keys.items() if not writer.is_fresh(name, key)]
        if not todo:
            return
        from tontafel.site import pdf

        pdf.prepare(pdf.Look(self.language))
        self.folder.claim(plan.job.audience, keys)
        tasks = {task.name: task for task in plan.tasks()}
        orders = [PrintTask(name, tasks[wanted[name][0].name], wanted[name][1]) for name in todo]
        crew = Crew(self.order.jobs, worth=_WORTH_PRINTING)
        try:
            call = self._caller(plan, print_sheets)
            for share in crew.share(orders, lambda order: order.file, call):
                files, broken = msgpack.decode(share.result(), type=tuple[list[Written], list[Diagnostic]])
                self.findings += broken
                for file in files:
                    writer.note(file, keys[file.name])
        finally:
            crew.end()

    def _pdf_name(self, plan: Plan, page: Done) -> str:
        return plan.job.atlas.pages[page.name].removesuffix(".html") + ".pdf"

    def _print_key(self, plan: Plan, page: Done, system: str) -> bytes:
        """Digest what a PDF is made from; without rules pages a page's own tables count, too."""
        text = b"" if plan.job.rules else plan.hashes[plan.job.atlas.paths[page.name]]
        said = system if system else page.characters
        return digest(msgpack.encode((plan.base, text, said)))

    def _caller(self, plan: Plan, function: Callable[..., bytes]) -> Callable[[list[Any]], Any]:
        """Give what turns some tasks into a call of a worker's function."""
        job = pickle.dumps(plan.job, pickle.HIGHEST_PROTOCOL)
        key = plan.base + str(self.order.started).encode()
        return lambda some: (function, (key, job, msgpack.encode(some)))

    def generate(self, plan: Plan, pages: Iterable[Overview], writer: Writer) -> None:
        """Write pages that the site makes of itself."""
        env = self._environment(plan.job)
        for page in pages:
            key = digest(msgpack.encode((plan.base, page)))
            fill = partial(_filled, env, page.template, page.title, page.file, page.context)
            writer.put(page.file, key, fill)

    def last_pages(self, known: Known, done: list[Done]) -> Iterator[Overview]:
        """Give the pages that need what came of all others."""
        yield characters_page(known, done)
        if known.job.audience == "gm":
            yield findings_page(known, self.findings, self._lines(known.job))

    def _environment(self, job: Job) -> Environment:
        if self._env is None:
            self._env = make_environment(job, self.language)
        return self._env

    def _lines(self, job: Job) -> dict[str, LineIndex]:
        """Give the lines of the settings and of the pages that have findings."""
        paths = {one.page: job.atlas.paths[one.page] for one in self.findings if one.page in job.atlas.paths}
        lines = {name: LineIndex(cleaned(read_text(job.root, path))) for name, path in paths.items()}
        return {SETTINGS_FILE: LineIndex(settings_text(self.order.root)), **lines}

    def extras(self, plan: Plan, writer: Writer) -> None:
        """Write style, icon, old addresses and the list for search engines."""
        for file, context in aliases(plan.job):
            (self.order.out / OLD).mkdir(exist_ok=True)
            key = digest(msgpack.encode((plan.base, context)))
            title = context.pop("title")
            fill = partial(_filled, self._environment(plan.job), "pages/redirect.html", title, file, context)
            writer.put(file, key, fill)
        for name, data in styles(plan.job.root, plan.job.own).items():
            writer.put(name, digest(data), partial(bytes, data))
        if plan.job.settings.base_url:
            data = sitemap(plan.job).encode("utf-8")
            writer.put("sitemap.xml", digest(data), partial(bytes, data))

    def settle(self, done: list[Done], writer: Writer, no_pdf: str) -> Report:
        """Remove what builds before have left, and remember everything."""
        audience = self.order.audience or self.campaign.settings.audience
        self.removed += self.folder.settle(audience, set(writer.made))
        counts = Counter(finding.severity for finding in self.findings)
        report = Report(
            out=self.order.out,
            pages=len(done),
            characters=sum(len(page.characters) for page in done),
            written=writer.written,
            removed=self.removed,
            findings={severity: counts[severity] for severity in ("note", "warning", "error")},
            pdf=no_pdf,
        )
        self.cache.set_outputs(writer.made)
        self.cache.set_value("pages", msgpack.encode(list(map(Raw, self.made))))
        self.cache.set_value("options", self.order.options.encode())
        self.cache.set_value("built", str(self.order.started).encode())
        self.cache.set_value("pdf", b"yes" if self.order.pdf and not no_pdf else b"")
        said = [report.pages, report.characters, *report.findings.values(), no_pdf]
        self.cache.set_value("report", "\n".join(map(str, said)).encode())
        return report


def _first_of_each(done: Sequence[Done]) -> dict[str, Done]:
    """Give for each printed system the first page with a character of it."""
    found: dict[str, Done] = {}
    for one in done:
        for system in one.printed:
            found.setdefault(system, one)
    return dict(sorted(found.items()))


def _filled(env: Environment, template: str, title: str, file: str, context: dict[str, Any]) -> bytes:
    return encoded(env.get_template(template).render(title=title, here=file, **context))


def _possible(atlas: Atlas) -> set[str]:
    """Name every file that a build of these pages may write, but for blank sheets and old addresses."""
    stems = [address.removesuffix(".html") for address in atlas.pages.values()]
    made = [HOME, ALL_PAGES, CHARACTERS, TAGS, WANTED, FINDINGS]
    return (
        {f"{stem}.{ending}" for stem in stems for ending in ("html", "json", "pdf")}
        | {f"{name}.html" for name in made}
        | {file.address for file in atlas.files.values()}
        | set(atlas.tags.values())
        | {*STYLES, "sitemap.xml"}
    )
