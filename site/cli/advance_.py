"""`tontafel advance`: the end of an evening, written back into the pages."""

import datetime
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from tontafel.rules.message import message
from tontafel.rules.system import systems
from tontafel.rules.vocabulary import Vocabulary
from tontafel.site.advancement.wishes import Event, sample
from tontafel.site.cli.group import Verb, verb
from tontafel.site.cli.options import STYLE, SYSTEM
from tontafel.site.cli.trouble import WRONG_USE
from tontafel.site.cli.words import N_
from tontafel.site.console import Console
from tontafel.site.problem import Problem

if TYPE_CHECKING:
    from tontafel.site.advancement.advance import Ending, Evening, Ledger, Someone
    from tontafel.site.advancement.evenings import Changed, Wish
    from tontafel.site.campaign.desk import Desk

REFUSED = 1
#: How many words stand behind an option, by the form of its change, and what they are.
_SHAPES = {
    "text": (1, "TEXT"),
    "name": (1, "NAME"),
    "points": (1, "N"),
    "exchange": (2, "OLD NEW"),
    "swap": (2, "A B"),
    "change": (1, "NAME=VALUE"),
    "rise": (1, "NAME[=VALUE]"),
}


class ChangeOption(click.Option):
    """An option for a change that one system or several know; its help is the change in their words."""

    def __init__(self, flag: str, known: Sequence[tuple[str, Vocabulary, str]]) -> None:
        """Take the systems by title, with their words and what they call the change."""
        self.known = known
        _, vocabulary, event = known[0]
        form = vocabulary.forms.get(event, "text")
        if form == "nothing":
            super().__init__([flag], is_flag=True, help=" ")
        else:
            count, metavar = _SHAPES[form]
            super().__init__([flag], nargs=count, multiple=True, metavar=metavar, help=" ")

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Give the option and the change in words, with the systems that know it."""
        record = super().get_help_record(ctx)
        english = ctx.obj.language.code == "en"
        told = [f"{sample(words, event, english=english)} ({title})" for title, words, event in self.known]
        return (record[0], "; ".join(told)) if record else None


def _change_options() -> Iterator[ChangeOption]:
    known: dict[str, list[tuple[str, Vocabulary, str]]] = {}
    for system in systems().values():
        vocabulary = system.vocabulary()
        for event, flag in vocabulary.options.items():
            known.setdefault(flag, []).append((system.title, vocabulary, event))
    return (ChangeOption(flag, events) for flag, events in known.items())


def _with_change_options(made: Verb) -> Verb:
    made.params[1:1] = _change_options()
    return made


@_with_change_options
@verb(
    "advance",
    N_(
        "End an evening for the characters on pages: changes are judged by the rules and written back into "
        "the page, with a line in its table Verlauf. PAGE is a page's name or the path of its file. Without "
        "options for changes you are asked. Gives 1 if the rules refuse."
    ),
    (
        "tontafel advance Herakles",
        'tontafel advance Herakles --swap Mystik Muse --aspect "vergiftete Pfeile" --clear',
        "tontafel advance Zwikk --points 4 --raise Schriften --dry-run",
        'tontafel advance --from "2010-03-28 Die Hydra von Lerna"',
        "tontafel advance Herakles --undo",
    ),
)
@click.argument("pages", metavar="[PAGE]…", nargs=-1)
@click.option(
    "--change", metavar="WORDS", multiple=True, help=N_("A change in the words of the table Verlauf.")
)
@click.option(
    "--from", "source", metavar="PAGE", help=N_("Changes from the list on a page: * NAME: Aspekt neu: …")
)
@click.option("--character", metavar="NAME", default="", help=N_("Whose evening, if a page has several."))
@click.option(
    "--date", metavar="DATE", default="", help=N_("The evening's date; else that of its page, else today.")
)
@click.option("--session", metavar="NAME", default="", help=N_("The evening's name, or its page's."))
@click.option("--why", metavar="TEXT", default="", help=N_("What led to the changes."))
@click.option(
    "--lost", metavar="TRACK", multiple=True, help=N_("A track that lost a box and shows none any more.")
)
@click.option("--seed", type=int, metavar="N", help=N_("Roll as with this number before: for repeating."))
@click.option("--undo", is_flag=True, help=N_("Take back the last entry instead."))
@click.option("--dry-run", is_flag=True, help=N_("Show what would change, and write nothing."))
@STYLE
@SYSTEM
def command(console: Console, /, pages: tuple[str, ...], system: str, **arguments: Any) -> int:
    """End evenings; give 1 if the rules refuse."""
    from tontafel.site.advancement.advance import PlacedProblem, RefusedChange

    try:
        desk, names = _desk(pages, arguments["source"], system)
        if arguments["undo"]:
            _undo(console, desk, names, arguments)
        else:
            _advance(console, desk, names, arguments)
    except PlacedProblem as error:
        reason = console.language.say(error.message)
        console.problem(message("{place}: {reason}", place=error.place, reason=reason), error.hint)
        return REFUSED if isinstance(error, RefusedChange) else WRONG_USE
    return 0


def _desk(pages: Sequence[str], source: str | None, system: str) -> "tuple[Desk, list[str]]":
    """Open the campaign that the pages lie in; the page of `--from` comes last among the names."""
    from tontafel.site.campaign.desk import desks_for

    wanted = [*pages, *([source] if source else [])]
    if not wanted:
        raise Problem(
            message("Nobody is named whose evening ends."),
            message("Name a page, or a page with a list: tontafel advance --from PAGE."),
        )
    found = list(desks_for(wanted, system))
    if len({desk.campaign.root for desk, _ in found}) > 1:
        raise Problem(
            message("The pages lie in more than one campaign."), message("End the evening of each by itself.")
        )
    return found[0][0], [name for _, name in found]


def _wish(arguments: Mapping[str, Any]) -> "Wish":
    """What the options ask for."""
    from tontafel.site.advancement.evenings import Wish

    options = {}
    for parameter in command.params:
        value = arguments.get(parameter.name or "")
        if isinstance(parameter, ChangeOption) and value:
            options[parameter.opts[0]] = [True] if value is True else list(value)
    more: dict[str, Any] = {"lost": list(arguments["lost"])} if arguments["lost"] else {}
    seed = arguments["seed"]
    return Wish(
        character=arguments["character"],
        date=arguments["date"],
        session=arguments["session"],
        why=arguments["why"],
        options=options,
        words=arguments["change"],
        more=more | {"seed": random.SystemRandom().randrange(1_000_000) if seed is None else seed},
    )


def _advance(console: Console, desk: "Desk", names: list[str], arguments: Mapping[str, Any]) -> None:
    from tontafel.site.advancement import evenings

    wish = _wish(arguments)
    today = datetime.date.today()
    talk = _Talks(console)
    if arguments["source"]:
        *pages, source = names
        ledger, endings = evenings.advance_listed(desk, source, pages, wish, today)
    else:
        ledger, endings = evenings.advance(desk, names, wish, today, talk if wish.is_empty else None)
    pages_changed = evenings.changed(ledger, endings)
    if arguments["dry_run"]:
        _show(console, endings, pages_changed, arguments, written=False)
    elif endings and (not talk.held or _confirmed(console, pages_changed, talk)):
        done = evenings.write(ledger, endings)
        _show(console, endings, done.pages, arguments, written=True)
        if not done.kept:
            console.remark(message("There is no place for a record: this can't be taken back."))
    else:
        console.remark(message("Nothing was changed."))


class _Talks:
    """Holds conversations, and remembers the last one."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.held: Any = None

    def __call__(self, ledger: "Ledger", who: "Someone", evening: "Evening") -> list[Event]:
        from tontafel.site.advancement.asking import Talk

        self.held = Talk(self._console, ledger, who, evening)
        try:
            events: list[Event] = self.held.hold()
        except click.Abort as error:
            if sys.stdin.isatty():
                raise
            raise Problem(
                message("Nothing says what is to change."),
                message("Use options such as --change “Aspekt neu: …”; see: tontafel advance --help"),
            ) from error
        return events


def _confirmed(console: Console, pages: "Sequence[Changed]", talk: _Talks) -> bool:
    for page in pages:
        for line in page.diff():
            console.remark_line(_coloured(console, line))
    confirmed: bool = talk.held.confirm()
    return confirmed


def _undo(console: Console, desk: "Desk", names: list[str], arguments: Mapping[str, Any]) -> None:
    from tontafel.site.advancement import evenings

    written = not arguments["dry_run"]
    told = []
    for name in names:
        entry, page = evenings.undo(desk, name, arguments["character"], write=written)
        diff = "\n".join(page.diff())
        told.append({"page": name, "character": entry.character, "what": entry.what, "diff": diff})
        if arguments["style"] == "text" and not written:
            _write_diff(console, page)
        elif arguments["style"] == "text":
            console.say(message("Taken back: {who}: {what}", who=entry.character, what=entry.what))
    if arguments["style"] == "json":
        console.write_json({"undone": told, "written": written})


def _show(
    console: Console,
    endings: "Sequence[Ending]",
    pages: "Sequence[Changed]",
    arguments: Mapping[str, Any],
    *,
    written: bool,
) -> None:
    from tontafel.site.advancement import evenings

    if arguments["style"] == "json":
        by_name = {page.page: page for page in pages}
        told = [evenings.as_json(ending, by_name[ending.who.page]) for ending in endings]
        console.write_json({"advanced": told, "written": written})
        return
    for page in () if written else pages:
        _write_diff(console, page)
    for ending in endings if written else ():
        console.say(evenings.said(ending))


def _write_diff(console: Console, page: "Changed") -> None:
    for line in page.diff():
        console.write(_coloured(console, line))


def _coloured(console: Console, line: str) -> str:
    kind = {"-": "error", "+": "good", "@": "faint"}.get(line[:1])
    return console.paint(line, kind) if kind else line
