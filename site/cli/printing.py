"""What `sheet` and `handout` share: finding the characters, and writing the file."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from jinja2 import TemplateError

from tontafel.rules.message import message
from tontafel.rules.names import fold, near
from tontafel.site.campaign.desk import Desk, desks_for, here
from tontafel.site.campaign.figures import Figure, public
from tontafel.site.console import Console
from tontafel.site.files import put_result
from tontafel.site.language import Language, choose
from tontafel.site.pdf import Look, Sheet, sheet, unprintable
from tontafel.site.problem import Problem
from tontafel.site.scan import TEMPLATE_FOLDER
from tontafel.site.templating import broken

Found = tuple[Desk, Figure]
_NAMED = 8


def characters_on(pages: Sequence[str], system: str) -> list[Found]:
    """Give the characters on pages; raises `Problem` for a page without any."""
    found = []
    for desk, name in desks_for(pages, system):
        figures = desk.page(name).figures
        if not figures:
            raise Problem(
                message("There is no character on “{name}”.", name=name),
                message("“tontafel check” says what could not be read."),
            )
        found += [(desk, figure) for figure in figures]
    return found


def npcs_called(names: Sequence[str], system: str) -> list[Found]:
    """Give the NPCs meant by names: those on a page of that name or path, else the one so called.

    Some words of a name do where only one NPC has them all.
    """
    around = here(system)
    found: list[Found] = []
    for name in names:
        found += _npcs_of(name, around, system)
    return found


def _npcs_of(name: str, around: Desk, system: str) -> list[Found]:
    if Path(name).is_file() or around.campaign.find(name) in around.campaign.pages:
        ((desk, page),) = desks_for([name], system)
        on_page = [(desk, figure) for figure in desk.page(page).figures if _is_npc(figure)]
        if on_page:
            return on_page
    everyone = [(around, figure) for _, figure in around.everyone() if _is_npc(figure)]
    called = [one for one in everyone if fold(one[1].character.name) == fold(name)]
    words = set(fold(name).split())
    partly = [one for one in everyone if words <= set(fold(one[1].character.name).split())]
    if not called and len(partly) != 1:
        raise _nobody(name, [figure.character.name for _, figure in everyone])
    return (called or partly)[:1]


def _is_npc(figure: Figure) -> bool:
    return figure.character.kind == "npc"


def _nobody(name: str, known: Sequence[str]) -> Problem:
    meant = near(name, known)
    names = ", ".join(sorted(set(known))[:_NAMED])
    hint = message("There are: {names}.", names=names) if known else None
    return Problem(
        message("There is no NPC “{name}”.", name=name),
        message("Did you mean “{name}”?", name=meant) if meant else hint,
    )


def print_pdf(
    console: Console, file: Path, found: Iterable[Found], make: Callable[[Sequence[Sheet], Look], bytes]
) -> None:
    """Make a PDF of characters and put it in its place; “-” is standard output.

    Sheets are for players: they carry nothing of what could not be read.
    """
    sheets = []
    own = None
    language = console.language
    for desk, figure in found:
        campaign = desk.campaign
        templates = campaign.root / TEMPLATE_FOLDER
        own = templates if templates.is_dir() else own
        settings = campaign.settings
        # A sheet speaks the campaign's language, whoever prints it.
        language = Language(choose(settings.language, {}))
        made = sheet(
            public(figure.character),
            figure.game.rules,
            campaign=campaign.title,
            licence=settings.licence,
            notices=settings.notices,
        )
        sheets.append(made)
        for finding in unprintable(made):
            console.remark(finding.message)
    try:
        data = make(sheets, Look(language, own))
    except TemplateError as error:
        raise broken(error) from error
    if str(file) == "-":
        console.write_bytes(data)
    else:
        put_result(file, data)
