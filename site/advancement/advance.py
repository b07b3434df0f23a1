"""The end of an evening: judged by the rules, written back into the pages, all or nothing."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct

from tontafel.parsers.lines import LineIndex
from tontafel.parsers.page import decode, dialect_of, encode
from tontafel.parsers.reader import Read
from tontafel.parsers.reader.lexicon import lexicon
from tontafel.parsers.rewrite import (
    CannotRewrite,
    Change,
    Entry,
    Manner,
    Rewritten,
    as_read,
    rewrite,
    tongue_of,
)
from tontafel.parsers.rewrite.page import Tongue
from tontafel.parsers.tree import Document
from tontafel.rules.events import Advanced, Refusal
from tontafel.rules.message import Message, did_you_mean, message
from tontafel.rules.names import fold, near
from tontafel.rules.span import Span
from tontafel.rules.system import Say, one_of
from tontafel.site.campaign.desk import Desk
from tontafel.site.campaign.figures import Game, place
from tontafel.site.campaign.survey import cleaned, forget
from tontafel.site.files import refuse_protected, replace_file
from tontafel.site.language import Language
from tontafel.site.problem import Problem, shell_word

Event = Mapping[str, Any]
#: Hints that name what there is: what was named is unknown.
_NAMING = frozenset([did_you_mean("").text, one_of("", ()).text])


class PlacedProblem(Problem):
    """A problem at a place on a page: its path and the line."""

    def __init__(self, place: str, message: Message, hint: Message | None = None) -> None:
        super().__init__(message, hint)
        self.place = place


class RefusedChange(PlacedProblem):
    """The rules don't allow a change, or the page can't take it."""


class Evening(Struct, frozen=True, kw_only=True):
    """An evening that ends.

    Attributes:
        when, session: its date and name.
        link: the session's page, where it has one.
        why: what led to the changes.
        more: what only some rules ask: `lost` (tracks that lost a box), `seed`.
    """

    when: str
    session: str = ""
    link: str = ""
    why: str = ""
    more: dict[str, Any] = {}


class Someone(Struct, frozen=True):
    """A character, on its page as it stands now."""

    page: str
    index: int
    read: Read
    game: Game


class Ending(Struct, frozen=True, kw_only=True):
    """What an evening comes to for one character; nothing is written yet."""

    who: Someone
    advanced: Advanced
    written: Rewritten
    before: str

    @property
    def row(self) -> dict[str, Any]:
        """The entry in the history, as the rules made it."""
        row: dict[str, Any] = self.advanced.character.details["history"][-1]
        return row


class Ledger:
    """The pages of a campaign with the changes that are to be written; all are written at once."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._first: dict[str, bytes] = {}
        self._texts: dict[str, str] = {}

    def path(self, page: str) -> Path:
        """Give a page's file."""
        return self.desk.campaign.root / self.desk.campaign.pages[page].path

    def text(self, page: str) -> str:
        """Give a page's text with the changes so far; raises OSError."""
        if page not in self._texts:
            self._first[page] = self.path(page).read_bytes()
            self._texts[page] = decode(self._first[page])
        return self._texts[page]

    def refuse_protected(self, page: str) -> None:
        """Raise PermissionError for a page that is to stay as it is."""
        refuse_protected(self.path(page).resolve())

    def put(self, page: str, text: str) -> None:
        """Take a page's new text; raises PermissionError where the page is to stay as it is."""
        self.refuse_protected(page)
        self.text(page)
        self._texts[page] = text

    def reading(self, page: str, text: str) -> tuple[Document, Game, Sequence[Read]]:
        """Read the characters of a page with this text."""
        document, game, found = self.desk.reading(page, cleaned(text))
        return document, game, found.characters

    def everyone(self, page: str) -> list[Someone]:
        """Give the characters on a page."""
        _, game, reads = self.reading(page, self.text(page))
        return [Someone(page, index, one, game) for index, one in enumerate(reads)]

    def one(self, page: str, name: str = "") -> Someone:
        """Give the character on a page, by name where there are several; raises `Problem`."""
        found = self.everyone(page)
        if not found:
            raise Problem(
                message("There is no character on “{page}”.", page=page),
                message("See what is understood: tontafel show {page}", page=shell_word(page)),
            )
        names = [one.read.character.name for one in found]
        meant = [one for one in found if fold(one.read.character.name) == fold(name)]
        if len(meant) == 1 or (len(found) == 1 and not name):
            return (meant or found)[0]
        said = (
            message("There is no character “{name}” on “{page}”.", name=name, page=page)
            if name
            else message("There are several characters on “{page}”.", page=page)
        )
        closest = near(name, names) if name else None
        options = message("Say which with --character: {names}.", names=", ".join(names))
        raise Problem(said, did_you_mean(closest) if closest else options)

    def line(self, who: Someone, where: Span) -> str:
        """Give a place as people type it: the page's path and the line."""
        line, _ = LineIndex(self.text(who.page)).place(where.start)
        return f"{self.desk.shown_page(who.page).path}:{line}"

    def write(self) -> list[Path]:
        """Write every page that has changed, each in one step; an error puts back what was written before.

        Raises `Problem` if somebody else has changed a page meanwhile, OSError.
        """
        changed = {page: encode(text) for page, text in self._texts.items()}
        changed = {page: data for page, data in changed.items() if data != self._first[page]}
        for page in changed:
            if self.path(page).read_bytes() != self._first[page]:
                raise Problem(
                    message("“{path}” has been changed meanwhile.", path=str(self.path(page))),
                    message("Nothing was written; try again."),
                )
        done: list[str] = []
        try:
            for page, data in changed.items():
                replace_file(self.path(page).resolve(), data)
                done.append(page)
        except OSError:
            for page in done:
                replace_file(self.path(page).resolve(), self._first[page])
            raise
        forget()
        return [self.path(page) for page in changed]


def end_evening(ledger: Ledger, who: Someone, events: Iterable[Event], evening: Evening) -> Ending:
    """Judge an evening and find how to write it; the page's new text goes into the ledger.

    Raises `RefusedChange` where the rules forbid a change or the page can't take it, `Problem` where the
    system knows no evenings.
    """
    manner = _manner(ledger, who)
    told = list(events)
    speaks = Language(manner.tongue).say
    try:
        return _ended(ledger, who, told, evening, manner, speaks)
    except CannotRewrite as error:
        wrong = error
    if wrong.where == ("details", "history"):
        # Where words of the one thing look like those between two, quotation marks tell them apart.
        with suppress(CannotRewrite):
            return _ended(ledger, who, told, evening, manner, _quoting(speaks))
    raise RefusedChange(ledger.line(who, wrong.span), wrong.message, wrong.hint) from wrong


def _ended(  # noqa: PLR0913, PLR0917 - two steps of one thing
    ledger: Ledger, who: Someone, events: Sequence[Event], evening: Evening, manner: Manner, say: Say
) -> Ending:
    advanced = judge(ledger, who, events, evening, say)
    row = advanced.character.details["history"][-1]
    session = evening.session
    if evening.link and manner.dialect == "wiki":
        session = f"[[{evening.link}|{session}]]" if session != evening.link else f"[[{session}]]"
    entry = Entry(date=evening.when, session=session, what=row["what"], why=evening.why)

    def reread(text: str) -> tuple[Document, Sequence[Read]]:
        document, _, reads = ledger.reading(who.page, text)
        return document, reads

    before = ledger.text(who.page)
    change = Change(index=who.index, after=advanced.character, entry=entry)
    written = rewrite(before, change, reread, manner)
    ledger.put(who.page, written.text)
    return Ending(who=who, advanced=advanced, written=written, before=before)


def evenings_of(who: Someone) -> Callable[..., Advanced | Refusal]:
    """Give the rules by which a character's evening ends; raises `Problem` where there are none."""
    advance = who.game.system.advance
    if advance is None:
        raise Problem(
            message("{system} has no rules for the end of an evening.", system=who.game.system.title),
            message("Change the page by hand."),
        )
    return advance


def judge(
    ledger: Ledger, who: Someone, events: Sequence[Event], evening: Evening, say: Say = str
) -> Advanced:
    """Give the character after an evening.

    Raises `RefusedChange` where the rules forbid a change, `PlacedProblem` where a name is unknown.
    """
    advance = evenings_of(who)
    told = {
        "when": evening.when,
        "session": evening.session,
        "why": evening.why,
        "events": [_as_meant(event, who) for event in events],
    }
    done = advance(who.read.character, who.game.rules, told | evening.more, say)
    if isinstance(done, Refusal):
        kind = PlacedProblem if done.hint and done.hint.text in _NAMING else RefusedChange
        raise kind(ledger.line(who, place(who.read, ())), done.reason, done.hint)
    return done


def _manner(ledger: Ledger, who: Someone) -> Manner:
    """How a page is written."""
    text = ledger.text(who.page)
    usual: Tongue = "en" if ledger.desk.campaign.settings.language.startswith("en") else "de"
    is_markdown = ledger.path(who.page).suffix.lower() == ".md"
    return Manner(
        vocabulary=who.game.system.vocabulary(),
        tongue=tongue_of(text, usual),
        dialect="markdown" if is_markdown else dialect_of(text),
    )


def _as_meant(event: Event, who: Someone) -> dict[str, Any]:
    """An event with its texts as a page gives them back; a size means the one consequence of that size."""
    texts = {key: as_read(event[key]) for key in ("text", "replaced") if isinstance(event.get(key), str)}
    severity = lexicon(who.game.system.vocabulary()).severity(texts.get("text", ""))
    borne = [one.text for one in who.read.character.consequences if one.severity == severity]
    return {**event, **texts, **_named(event, who)} | ({"text": borne[0]} if len(borne) == 1 else {})


def _named(event: Event, who: Someone) -> dict[str, Any]:
    """The names of an event as the character's page was read."""
    character = who.read.character
    names = {"name": who.game.spelled(event["name"], character)} if isinstance(event.get("name"), str) else {}
    skills = [who.game.spelled(skill, character) for skill in event.get("skills", ())]
    return {**names, **({"skills": skills} if skills else {})}


def _quoting(say: Say) -> Say:
    """Say sentences with quotation marks around the words that fill them."""

    def quoted(said: Message) -> str:
        values = {
            key: f"„{value}“" if isinstance(value, str) else value for key, value in said.values.items()
        }
        return say(Message(said.text, values))

    return quoted
