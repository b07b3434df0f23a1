"""PDF sheets of characters, blank sheets, and cards of the game master's characters.

Everything is laid out by templates that a campaign can override by name: `sheets/sheet.html` with
`systems/<system>/sheet.html` for sheets, `handouts/cards.html` with `systems/<system>/card.html` for cards.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any
from unicodedata import normalize
from urllib.parse import quote

import msgspec
from jinja2 import Environment, TemplateNotFound
from msgspec import Struct
from msgspec.structs import replace

from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.message import message
from tontafel.rules.model import Character
from tontafel.rules.system import RulesError
from tontafel.site import fonts, templating
from tontafel.site.addresses import slug
from tontafel.site.language import Language
from tontafel.site.pdf import cards, engine, forms, hyphens
from tontafel.site.pdf.engine import PdfUnavailable
from tontafel.site.problem import Problem
from tontafel.site.sheets import NoSheet, Sheet, Titles, blank, sheet

__all__ = [
    "Look",
    "NoSheet",
    "PdfUnavailable",
    "Sheet",
    "Titles",
    "blank",
    "cards_pdf",
    "prepare",
    "sheet",
    "sheet_pdf",
    "unprintable",
]

#: Each template of a whole file, and what a system's own part of it is called.
_PARTS = {"sheets/sheet": "sheet", "handouts/cards": "card"}
#: Where templates of sheets and cards lie besides those of the systems.
_FOLDERS = frozenset(["sheets", "handouts"])


class Look(Struct, frozen=True):
    """How sheets are made: in whose words, and with which templates of the campaign's own."""

    language: Language
    own: Path | None = None


def prepare(look: Look) -> None:
    """Load what every PDF needs, so that processes forked afterwards have it; raises `PdfUnavailable`."""
    engine.engine()
    engine.field_font()
    hyphens.provide(look.language.code)


def sheet_pdf(sheets: Sequence[Sheet], look: Look) -> bytes:
    """Return one PDF with a sheet for each character, its data attached as JSON.

    The same sheets always give the same bytes. Raises `PdfUnavailable`, `NoSheet` for a system whose sheets
    have no template, and `Problem` for what the campaign's own templates make impossible.
    """
    several = len(sheets) > 1
    numbered = [
        replace(sheet, number=f"{number}_" if several else "") for number, sheet in enumerate(sheets, 1)
    ]
    with _blamed(look, sheets):
        document = _joined(_laid_out(look, "sheets/sheet", run, _names(sheets)) for run in _runs(numbered))
        return engine.write(document, forms.finish, _attachments(sheets))


def cards_pdf(sheets: Sequence[Sheet], look: Look) -> bytes:
    """Return cards of these characters, eight on a page of A4 with crop marks, the licence below them.

    A card that is too full is set in smaller type, or goes on on the next one. Raises as `sheet_pdf` does.
    """
    names = _names(sheets)

    def dealt(run: Sequence[Sheet]) -> Any:
        document = cards.lay_out(
            lambda sizes: _laid_out(look, "handouts/cards", run, names, sizes=sizes), len(run)
        )
        return cards.impose(document)

    with _blamed(look, sheets):
        document = _joined(dealt(run) for run in _runs(sheets))
        return engine.write(document, forms.finish, _attachments(sheets))


@contextmanager
def _blamed(look: Look, sheets: Sequence[Sheet]) -> Iterator[None]:
    """Name the campaign's own templates where what they say can be filled in, but not laid out."""
    try:
        yield
    except (Problem, RulesError):
        raise
    except Exception as error:
        problem = None if templating.broken(error, look.own) else _unlaid(error, look, sheets)
        if problem:
            raise problem from error
        raise


def _unlaid(error: Exception, look: Look, sheets: Sequence[Sheet]) -> Problem | None:
    """Say with which templates of the campaign's own the layout failed; None where it has none of them."""
    folders = {*_FOLDERS, *(f"systems/{sheet.character.system}" for sheet in sheets)}
    own = look.own.rglob("*.*") if look.own else ()
    names = sorted(file.relative_to(look.own or file).as_posix() for file in own if file.is_file())
    used = [name for name in names if name.rpartition("/")[0] in folders]
    if not used:
        return None
    reason = f"{type(error).__name__}: {error}".splitlines()[0]
    return Problem(
        message(
            "With the campaign's own templates ({names}) no page can be laid out: {reason}.",
            names=", ".join(used),
            reason=reason,
        ),
        message("Take back what was changed there last, or take it out of the folder “templates”."),
    )


def _runs(sheets: Sequence[Sheet]) -> Iterator[list[Sheet]]:
    """Divide sheets where the system changes: each has a style of its own."""
    for _, run in groupby(sheets, lambda sheet: sheet.character.system):
        yield list(run)


def _joined(documents: Iterable[Any]) -> Any:
    first, *others = documents
    return first.copy([page for one in (first, *others) for page in one.pages]) if others else first


def _names(sheets: Iterable[Sheet]) -> list[str]:
    return [sheet.character.name for sheet in sheets if not sheet.blank]


def unprintable(sheet: Sheet) -> list[Diagnostic]:
    """Say which letters of a sheet no font has; raises `PdfUnavailable`."""
    letters = fonts.rare(normalize("NFC", _json(sheet.character).decode()))
    missing = engine.font_set(letters).missing
    replaced = sorted(letter for letter in letters if fonts.settable(letter, missing) == fonts.REPLACEMENT)
    if not replaced:
        return []
    return [
        Diagnostic(
            code="glyph-missing",
            severity="note",
            message=message(
                "The fonts of the PDF have no sign for {letters}; it shows {replacement} there.",
                letters=" ".join(replaced),
                replacement=fonts.REPLACEMENT,
            ),
            character=sheet.character.name,
        )
    ]


def _laid_out(look: Look, name: str, sheets: Sequence[Sheet], names: Sequence[str], **more: Any) -> Any:
    """Fill the template `name`.html with sheets of one system and lay it out by `name`.css."""
    style = _style(look, name, sheets[0].character.system)
    template = _environment(look).get_template(f"{name}.html")
    filled = template.render(sheets=sheets, language=look.language.code, names=names, **more)
    composed = normalize("NFC", filled)
    letters = fonts.rare(composed)
    html = fonts.settable(composed, engine.font_set(letters).missing)
    folders = (look.own, templating.TEMPLATES) if look.own else (templating.TEMPLATES,)
    for code in {one.language or look.language.code for one in sheets}:
        hyphens.provide(code)
    return engine.layout(html, style, letters, folders, light=look.own is None)


@cache
def _environment(look: Look) -> Environment:
    def image(name: str, **values: Any) -> str:
        """Give a picture from the templates as an address that needs no file, drawn for some values."""
        drawing = templating.source(name, look.own)
        if drawing is None:
            raise TemplateNotFound(name)
        if values:
            drawing = environment.get_template(name).render(values)
        return "data:image/svg+xml," + quote(drawing.strip())

    environment = templating.environment(look.language, look.own, image=image)
    return environment


@cache
def _style(look: Look, name: str, system_id: str) -> str:
    """Join the style sheet of all systems and the one that a system has of its own."""
    part = f"systems/{system_id}/{_PARTS[name]}"
    if templating.source(f"{part}.html", look.own) is None:
        raise NoSheet(
            message("There is no sheet for the rule system “{system}”.", system=system_id),
            message("A campaign’s own templates may have one: {name}.", name=f"{part}.html"),
        )
    styles = [f"{name}.css", f"{part}.css"]
    environment = _environment(look)
    return "\n".join(
        environment.get_template(style).render()
        for style in styles
        if templating.source(style, look.own) is not None
    )


def _attachments(sheets: Sequence[Sheet]) -> list[tuple[str, str, bytes]]:
    """Give the file name, description and content of each character's data, in the order of the names."""
    attached = {}
    for one in sheets:
        if one.blank:
            continue
        stem = slug(one.character.name)
        name, number = f"{stem}.json", 1
        while name in attached:
            number += 1
            name = f"{stem}-{number}.json"
        attached[name] = (name, "", _json(one.character))
    return [attached[name] for name in sorted(attached)]


def _json(character: Character) -> bytes:
    try:
        return msgspec.json.encode(character)
    except UnicodeEncodeError:  # bytes of a page that were no text
        data = json.dumps(msgspec.to_builtins(character), ensure_ascii=False, separators=(",", ":"))
        return data.encode("utf-8", "replace")
