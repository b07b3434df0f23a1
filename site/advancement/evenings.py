"""What `tontafel advance` does: evenings of one or several characters, and the way back."""

import datetime
import difflib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from tontafel.rules.message import Message, message
from tontafel.rules.names import fold
from tontafel.rules.system import one_of
from tontafel.site.advancement.advance import (
    Ending,
    Evening,
    Ledger,
    PlacedProblem,
    RefusedChange,
    Someone,
    end_evening,
    evenings_of,
)
from tontafel.site.advancement.undo import Entered, Journal, entered, taken_back
from tontafel.site.advancement.wishes import Event, Line, by_options, by_words, listed, tells_of_change
from tontafel.site.campaign.desk import Desk
from tontafel.site.problem import Problem

#: Evenings have pages whose names begin with their date.
_DATED = re.compile(r"(\d{4}-\d{2}-\d{2})[ _]+(.*\S)")
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})|(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})", re.ASCII)


class Wish(Struct, frozen=True, kw_only=True):
    """What somebody asks for.

    Attributes:
        character: whose evening, where a page has several.
        date, session, why: of the evening, as written; empty where nobody says.
        options: option → what was written behind it, once for each time.
        words: changes in words.
        more: what only some rules ask.
    """

    character: str = ""
    date: str = ""
    session: str = ""
    why: str = ""
    options: Mapping[str, Sequence[Any]] = {}
    words: Sequence[str] = ()
    more: dict[str, Any] = {}

    @property
    def is_empty(self) -> bool:
        """Whether it asks for no change."""
        return not self.options and not self.words


class Changed(Struct, frozen=True, kw_only=True):
    """A page with its text before and after."""

    page: str
    path: Path
    before: str
    after: str

    def diff(self) -> list[str]:
        """The lines that differ, with two around them."""
        name = str(self.path)
        before, after = (one.replace("\r\n", "\n").split("\n") for one in (self.before, self.after))
        return list(difflib.unified_diff(before, after, name, name, n=2, lineterm=""))


class Done(Struct, frozen=True, kw_only=True):
    """What was done, or would be."""

    pages: list[Changed]
    #: Whether the entries can be taken back.
    kept: bool = True


# The evening


def evening_of(desk: Desk, wish: Wish, today: datetime.date) -> Evening:
    """Tell the date, name and page of an evening from what somebody says of it; raises `Problem`."""
    if wish.date and not _is_day(wish.date.strip()):
        raise Problem(
            message("“{date}” is no date.", date=wish.date),
            message("Write it like 2010-03-28 or 28. 3. 2010."),
        )
    page = _session_page(desk, wish)
    dated = _DATED.fullmatch(page)
    title = dated[2] if dated else page or wish.session.strip()
    date = wish.date.strip() or (dated[1] if dated else today.isoformat())
    return Evening(when=date, session=title, link=page, why=wish.why.strip(), more=wish.more)


def _is_day(written: str) -> bool:
    """Whether a date is one of the calendar's, in one of the ways of writing it."""
    match = _DAY.fullmatch(written)
    if match is None:
        return False
    year, month, day = map(int, match.groups()[:3] if match[1] else match.groups()[:2:-1])
    try:
        datetime.date(year, month, day)
    except ValueError:
        return False
    return True


def _session_page(desk: Desk, wish: Wish) -> str:
    """Find the page of an evening by its name, or the only one of its date."""
    pages = desk.campaign.pages
    named = desk.campaign.find(wish.session) if wish.session else ""
    if named in pages:
        return named
    if wish.session:
        same = [page for page in pages if (d := _DATED.fullmatch(page)) and fold(d[2]) == fold(wish.session)]
    else:
        same = [page for page in pages if wish.date and page.startswith(f"{wish.date.strip()} ")]
    return same[0] if len(same) == 1 else ""


# By options and words


def advance(
    desk: Desk, pages: Sequence[str], wish: Wish, today: datetime.date, ask: Callable[..., list[Event]] | None
) -> tuple[Ledger, list[Ending]]:
    """End an evening for the characters of some pages; nothing is written yet.

    `ask` holds a conversation where the wish names no change; raises `Problem`.
    """
    ledger = Ledger(desk)
    evening = evening_of(desk, wish, today)
    endings = []
    for page in pages:
        who = ledger.one(followed(desk, page), wish.character)
        evenings_of(who)
        events = _wished(who, wish)
        if ask and not events:
            ledger.refuse_protected(who.page)
            events = ask(ledger, who, evening)
        if events:
            endings.append(end_evening(ledger, who, events, evening))
    return ledger, endings


def followed(desk: Desk, page: str) -> str:
    """Give the page that a page leads to, where it is no more than a way there."""
    end = desk.atlas.targets.get(page, "") if desk.records[page].facts.redirect else ""
    return end if end in desk.campaign.pages else page


def _wished(who: Someone, wish: Wish) -> list[Event]:
    system = who.game.system
    events = by_options(system, who.read.character, wish.options)
    for words in wish.words:
        events += by_words(words, system)
    return events


def advance_listed(
    desk: Desk, source: str, pages: Sequence[str], wish: Wish, today: datetime.date
) -> tuple[Ledger, list[Ending]]:
    """End the evening of everyone in the list on a page; nothing is written yet.

    An item is a name, a colon and what changes: `Herakles: Tausch: Mystik und Muse`. Raises `Problem`.
    """
    ledger = Ledger(desk)
    session = msgspec.structs.replace(wish, session=wish.session or source)
    evening = evening_of(desk, session, today)
    endings = []
    for who, lines in _listed(ledger, source, pages):
        events = [event for line in lines for event in _understood(ledger, source, line, who)]
        endings.append(end_evening(ledger, who, events, evening))
    if not endings:
        raise Problem(
            message("There is no list of changes on “{page}”.", page=source),
            message("Write an item for each character: * NAME: Aspekt neu: …"),
        )
    return ledger, endings


def _listed(ledger: Ledger, source: str, pages: Sequence[str]) -> Iterator[tuple[Someone, list[Line]]]:
    """The characters that a page's lists name, each with the items that tell of changes, in order."""
    text = ledger.text(source)
    document, game, _ = ledger.reading(source, text)
    whose: dict[tuple[str, str], list[Line]] = {}
    for line in listed(document, text):
        found = _named(ledger, line.name) or (_named(ledger, line.page) if line.page else None)
        if not tells_of_change(line.words, game.system.vocabulary()):
            continue
        if found is None:
            raise _nobody(ledger, source, line)
        if not pages or found[0] in pages:
            whose.setdefault(found, []).append(line)
    for (page, name), lines in whose.items():
        yield ledger.one(page, name), lines


def _nobody(ledger: Ledger, source: str, line: Line) -> PlacedProblem:
    everyone = [figure.character.name for _, figure in ledger.desk.everyone()]
    return PlacedProblem(
        f"{ledger.desk.shown_page(source).path}:{line.number}",
        message("There is no character “{name}”.", name=line.name),
        one_of(line.name, everyone),
    )


def _named(ledger: Ledger, name: str) -> tuple[str, str] | None:
    """The page and name of the character that an item begins with."""
    desk = ledger.desk
    page = desk.campaign.find(name)
    if page in desk.records:
        page = followed(desk, page)
        names = [one.read.character.name for one in ledger.everyone(page)]
        same = [one for one in names if fold(one) == fold(name)]
        if same or len(names) == 1:
            return page, (same or names)[0]
    for other, figure in desk.everyone():
        if fold(figure.character.name) == fold(name):
            return other, figure.character.name
    return None


def _understood(ledger: Ledger, source: str, line: Line, who: Someone) -> list[Event]:
    try:
        return by_words(line.words, who.game.system)
    except Problem as error:
        place = f"{ledger.desk.shown_page(source).path}:{line.number}"
        raise PlacedProblem(place, error.message, error.hint) from error


# Writing and taking back


def changed(ledger: Ledger, endings: Sequence[Ending]) -> list[Changed]:
    """Give the pages that the endings change."""
    first: dict[str, str] = {}
    for ending in endings:
        first.setdefault(ending.who.page, ending.before)
    return [
        Changed(page=page, path=ledger.path(page), before=before, after=ledger.text(page))
        for page, before in first.items()
    ]


def write(ledger: Ledger, endings: Sequence[Ending]) -> Done:
    """Write what was decided; raises `Problem`, OSError, and then nothing has been written."""
    pages = changed(ledger, endings)
    journal = Journal(ledger.desk.campaign.root)
    kept = [_keep(journal, ledger, ending) for ending in endings]
    ledger.write()
    return Done(pages=pages, kept=all(kept))


def _keep(journal: Journal, ledger: Ledger, ending: Ending) -> bool:
    """Remember an entry before it is written; one that was never written is noticed later."""
    path = ledger.desk.campaign.pages[ending.who.page].path
    name = ending.who.read.character.name
    record = entered(name, ending.row["what"], ending.before, ending.written.edits)
    return journal.keep(path, [*journal.entries(path), record])


def undo(desk: Desk, page: str, character: str, *, write: bool) -> tuple[Entered, Changed]:
    """Take back the last entry on a page, or of one of its characters; raises `Problem`, OSError."""
    ledger = Ledger(desk)
    page = followed(desk, page)
    ledger.refuse_protected(page)
    text = ledger.text(page)
    journal = Journal(desk.campaign.root)
    path = desk.campaign.pages[page].path
    entries = [one for one in journal.entries(path) if one.text != text]
    own = [one for one in entries if not character or fold(one.character) == fold(character)]
    if not own:
        raise Problem(
            message("Nothing that could be taken back is on record for “{page}”.", page=page),
            message("Only what was entered here by tontafel advance can be; change the page by hand."),
        )
    last = own[-1]
    before = taken_back(text, last)
    if before is None or not _is_one_less(ledger, page, last, before):
        place = desk.shown_page(page).path
        raise RefusedChange(
            place,
            message(
                "The entry “{what}” can't be taken back: its lines have been changed since.", what=last.what
            ),
            message("Change the page by hand."),
        )
    result = Changed(page=page, path=ledger.path(page), before=text, after=before)
    if write:
        ledger.put(page, before)
        ledger.write()
        journal.keep(path, [one for one in entries if one is not last])
    return last, result


def _is_one_less(ledger: Ledger, page: str, last: Entered, text: str) -> bool:
    """Whether the character's history without the entry is what it was with it, but for the last row."""

    def rows(source: str) -> list[Any]:
        _, _, reads = ledger.reading(page, source)
        own = [one.character for one in reads if one.character.name == last.character]
        return own[0].details.get("history") or [] if own else []

    return rows(text) == rows(ledger.text(page))[:-1]


def said(ending: Ending) -> Message:
    """An ending in one sentence."""
    return message("{who}: {what}", who=ending.who.read.character.name, what=ending.row["what"] or "–")


def as_json(ending: Ending, page: Changed) -> dict[str, Any]:
    """An ending as programs want it."""
    row = ending.row
    return {
        "page": ending.who.page,
        "path": str(page.path),
        "character": ending.who.read.character.name,
        "entry": {key: row[key] for key in ("date", "session", "what", "why")},
        "events": [msgspec.to_builtins(event) for event in ending.advanced.events],
        "diff": "\n".join(page.diff()),
    }
