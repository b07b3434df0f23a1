"""What `sheet` and `handout` share: finding the characters, and writing the file."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

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
#: What every PDF begins with.
_PDF = b"%PDF-"


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

    A part of a name does where only one NPC has it; whole words go before other parts.
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
    everyone = [figure for _, figure in around.everyone()]
    named = [(figure, fold(figure.character.name)) for figure in everyone if _is_npc(figure)]
    asked = fold(name)
    called = [figure for figure, own in named if own == asked][:1]
    words = set(asked.split())
    part = called or [figure for figure, own in named if words and words <= set(own.split())]
    part = part or [figure for figure, own in named if words and asked in own]
    if len(part) == 1:
        return [(around, part[0])]
    if part:
        raise Problem(
            message("Several NPCs have “{name}” in their names.", name=name),
            message("They are: {names}.", names=_names(part)),
        )
    raise _nobody(name, everyone)


def _is_npc(figure: Figure) -> bool:
    return figure.character.kind == "npc"


def _nobody(name: str, everyone: Sequence[Figure]) -> Problem:
    """Say that nobody is so called, or only a player character is."""
    npcs = [figure for figure in everyone if _is_npc(figure)]
    if any(fold(figure.character.name) == fold(name) for figure in everyone):
        return Problem(
            message("“{name}” is a player character, and cards are for NPCs.", name=name),
            message("“tontafel sheet” prints the sheet."),
        )
    meant = near(name, [figure.character.name for figure in npcs])
    hint = message("There are: {names}.", names=_names(npcs)) if npcs else None
    return Problem(
        message("There is no NPC “{name}”.", name=name),
        message("Did you mean “{name}”?", name=meant) if meant else hint,
    )


def _names(figures: Sequence[Figure]) -> str:
    """The first names of figures; semicolons stand between those that have commas."""
    names = sorted({figure.character.name for figure in figures})[:_NAMED]
    return ("; " if any("," in name for name in names) else ", ").join(names)


def refuse_other(file: Path) -> None:
    """Raise `Problem` for a file that is there and no PDF, such as a page: nobody means to write over it."""
    if not file.is_file():
        return
    with file.open("rb") as opened:
        beginning = opened.read(len(_PDF))
    if beginning and beginning != _PDF:
        raise Problem(
            message("“{path}” is there already and is no PDF.", path=str(file)),
            message("Name another file behind -o; this one stays as it is."),
        )


def print_pdf(
    console: Console, file: Path, found: Iterable[Found], make: Callable[[Sequence[Sheet], Look], bytes]
) -> None:
    """Make a PDF of characters and put it in its place; “-” is standard output.

    Sheets are for players: they carry nothing of what could not be read.
    """
    refuse_other(file)
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
    except Exception as error:
        if problem := broken(error, own):
            raise problem from error
        raise
    if str(file) == "-":
        console.write_bytes(data)
    else:
        put_result(file, data)
