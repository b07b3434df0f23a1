"""PDF sheets of characters, blank sheets, and cards of the game master's characters.

Everything is laid out by templates that a campaign can override by name: `sheets/sheet.html` with
`systems/<system>/sheet.html` for sheets, `handouts/cards.html` with `systems/<system>/card.html` for cards.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import normalize
from urllib.parse import quote

import msgspec
from jinja2 import Environment, TemplateNotFound

from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.message import message
from tontafel.rules.model import Character
from tontafel.rules.system import Rules, system
from tontafel.site import fonts, pdf_cards, pdf_engine, pdf_forms, pdf_hyphens, templating
from tontafel.site.addresses import slug
from tontafel.site.language import Language
from tontafel.site.pdf_engine import PdfUnavailable
from tontafel.site.pdf_sheet import NoSheet, Numbers, Sheet, TrackNumbers, View, numbers, view

__all__ = [
    "Look",
    "NoSheet",
    "Numbers",
    "PdfUnavailable",
    "Sheet",
    "TrackNumbers",
    "blank",
    "cards_pdf",
    "prepare",
    "sheet",
    "sheet_pdf",
    "unprintable",
]


class Look(NamedTuple):
    """How sheets are made: in whose words, and with which templates of the campaign's own."""

    language: Language
    own: Path | None = None


def sheet(
    character: Character,
    rules: Rules,
    *,
    campaign: str = "",
    licence: str = "",
    notices: Sequence[str] = (),
) -> Sheet:
    """Return all that a character's sheet or card says, by the campaign's rules and with its titles.

    Raises `NoSheet` for a system that has no sheets.
    """
    return Sheet(
        character=character,
        numbers=numbers(character, rules),
        game=system(character.system).title,
        campaign=campaign,
        licence=licence,
        notices=tuple(notices),
    )


def blank(system_id: str, rules: Rules, **titles: Any) -> Sheet:
    """Return a sheet without a character; `titles` are those of `sheet`. Raises `NoSheet`."""
    return sheet(Character(name="", system=system_id, edition=rules.edition), rules, **titles)


def prepare(look: Look) -> None:
    """Load what every PDF needs, so that processes forked afterwards have it; raises `PdfUnavailable`."""
    pdf_engine.engine()
    pdf_engine.field_font()
    pdf_hyphens.provide(look.language.code)


def sheet_pdf(sheets: Sequence[Sheet], look: Look) -> bytes:
    """Return one PDF with a sheet for each character, its data attached as JSON.

    The same sheets always give the same bytes. Raises `PdfUnavailable`.
    """
    several = len(sheets) > 1
    views = [view(sheet, f"{number}_" if several else "") for number, sheet in enumerate(sheets, 1)]
    document = _laid_out(look, "sheets/sheet", views)
    return pdf_engine.write(document, pdf_forms.finish, _attachments(sheets))


def cards_pdf(sheets: Sequence[Sheet], look: Look) -> bytes:
    """Return cards of these characters, eight on a page of A4 with crop marks.

    A card that is too full is set in smaller type, or goes on on the next card. Raises `PdfUnavailable`.
    """
    views = [view(sheet) for sheet in sheets]
    document = pdf_cards.lay_out(
        lambda sizes: _laid_out(look, "handouts/cards", views, sizes=sizes), len(views)
    )
    return pdf_engine.write(pdf_cards.impose(document), pdf_forms.finish, _attachments(sheets))


def unprintable(sheet: Sheet) -> list[Diagnostic]:
    """Say which letters of a sheet no font has; raises `PdfUnavailable`."""
    letters = fonts.rare(normalize("NFC", _json(sheet.character).decode()))
    missing = pdf_engine.font_set(letters).missing
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


def _laid_out(look: Look, name: str, views: Sequence[View], **more: Any) -> Any:
    """Fill the template `name`.html and lay it out by `name`.css."""
    environment = _environment(look)
    names = [one.character.name for one in views if one.character.name]
    filled = environment.get_template(f"{name}.html").render(
        views=views, language=look.language.code, names=names, **more
    )
    composed = normalize("NFC", filled)
    letters = fonts.rare(composed)
    html = fonts.settable(composed, pdf_engine.font_set(letters).missing)
    folders = (look.own, templating.TEMPLATES) if look.own else (templating.TEMPLATES,)
    systems = tuple(sorted({one.character.system for one in views}))
    style = _style(look, name, systems)
    pdf_hyphens.provide(look.language.code)
    return pdf_engine.layout(html, style, letters, folders, light=look.own is None)


@cache
def _environment(look: Look) -> Environment:
    def image(name: str) -> str:
        """Give a picture from the templates as an address that needs no file."""
        drawing = templating.source(name, look.own)
        if drawing is None:
            raise TemplateNotFound(name)
        return "data:image/svg+xml," + quote(drawing.strip())

    return templating.environment(look.language, look.own, image=image, signed=_signed)


@cache
def _style(look: Look, name: str, systems: tuple[str, ...]) -> str:
    """Join the style sheet of all systems and those that each has of its own."""
    kind = {"sheets/sheet": "sheet.css", "handouts/cards": "card.css"}[name]
    environment = _environment(look)
    extra = (f"systems/{one}/{kind}" for one in systems)
    styles = [f"{name}.css", *(style for style in extra if templating.source(style, look.own) is not None)]
    return "\n".join(environment.get_template(style).render() for style in styles)


def _signed(value: int) -> str:
    """Write a number with a proper minus."""
    return str(value).replace("-", "−")


def _attachments(sheets: Sequence[Sheet]) -> list[tuple[str, str, bytes]]:
    """Give the file name, description and content of each character's data, in the order of the names."""
    attached = {}
    for sheet in sheets:
        if sheet.blank:
            continue
        stem = slug(sheet.character.name)
        name, number = f"{stem}.json", 1
        while name in attached:
            number += 1
            name = f"{stem}-{number}.json"
        attached[name] = (name, "", _json(sheet.character))
    return [attached[name] for name in sorted(attached)]


def _json(character: Character) -> bytes:
    try:
        return msgspec.json.encode(character)
    except UnicodeEncodeError:  # bytes of a page that were no text
        data = json.dumps(msgspec.to_builtins(character), ensure_ascii=False, separators=(",", ":"))
        return data.encode("utf-8", "replace")
