"""What `tontafel roll` answers: dice that fell, and tests with all that made them."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from tontafel.rules import dice as notation
from tontafel.rules.message import message
from tontafel.rules.names import fold
from tontafel.rules.options import read_options
from tontafel.rules.outcome import UNJUDGED, Modifier, Outcome, Rng, signed
from tontafel.rules.system import system as game_system
from tontafel.site.bars import degree
from tontafel.site.campaign.desk import Desk, desks_for, here
from tontafel.site.campaign.figures import Figure
from tontafel.site.console import Console
from tontafel.site.problem import Problem

_NAMED = 8


class Wish(Struct, frozen=True):
    """What is to be tested: page and skill, those of the other side, the system, options as written."""

    what: Sequence[str]
    against: tuple[str, str] | None
    system: str
    options: dict[str, str]


class Answer(Struct, frozen=True):
    """A roll for programs and for people."""

    data: dict[str, Any]
    text: str


# Dice


def dice(rng: Rng, text: str, console: Console, options: Iterable[str] = ()) -> Answer:
    """Roll dice as people write them; raises `Problem` with the place of what can't be read.

    So it does for options, which only tests have.
    """
    for name in options:
        raise Problem(
            message("{option} belongs to a test, and these are dice.", option=f"--{name.replace('_', '-')}"),
            message("Name a character and a skill, or write what is added behind the dice: 4dF+5."),
        )
    letter = "W" if console.language.code == "de" else "d"
    try:
        rolled = notation.roll(notation.parse(text), rng)
    except notation.DiceError as error:
        raise _unreadable(text, error, console) from None
    shown = notation.show(rolled, letter)
    data = {"dice": list(rolled.dice), "total": rolled.total, "notation": notation.text(rolled.expression)}
    return Answer(data | {"text": shown}, shown)


def _unreadable(text: str, error: notation.DiceError, console: Console) -> Problem:
    said = message(
        "“{dice}”, at character {place}: {fault}",
        dice=text if len(text) <= notation.BUDGET.length else f"{text[:40]}…",
        place=error.span.start + 1,
        fault=console.language.say(error.message),
    )
    return Problem(said, error.hint)


# Tests


class _Side(Struct, frozen=True):
    """A character and the skill that is tested, with the outcome."""

    page: str
    figure: Figure
    skill: str
    outcome: Outcome


def test(rng: Rng, wish: Wish, console: Console) -> Answer:
    """Test a skill, against another side's if that is wished; raises `Problem` or `RulesError`."""
    if wish.system:
        game_system(wish.system)
    page, skill = wish.what[0], " ".join(wish.what[1:])
    mine = _rolled(rng, page, skill, wish)
    data = _data(mine, console)
    lines = list(_lines(mine, console))
    if wish.against:
        theirs = _rolled(rng, *wish.against, wish, against=mine)
        verdict = _versus(mine, theirs)
        data = {**data, "against": _data(theirs, console), "versus": _outcome(verdict, console)}
        lines += ["", *_lines(theirs, console), "", *_verdict(verdict, console)]
    return Answer(data, "\n".join(lines))


def _rolled(rng: Rng, page: str, skill: str, wish: Wish, against: _Side | None = None) -> _Side:
    name, figure = _figure(page, wish.system)
    game = figure.game.system
    if game.roll is None:
        raise Problem(message("The rules of {title} know no tests.", title=game.title))
    if not skill:
        raise _no_skill(figure)
    given = _answering(figure, skill, against) if against else wish.options
    read = read_options(game.roll_options(), given)
    if isinstance(read.get("attribute"), str):
        read["attribute"] = figure.game.spelled(str(read["attribute"]), figure.character)
    skill = figure.game.spelled(skill, figure.character)
    outcome = game.roll(rng, figure.character, figure.game.rules, skill, **read)
    return _Side(name, figure, skill, outcome)


def _answering(figure: Figure, skill: str, against: _Side) -> dict[str, str]:
    """How a side tests a skill that answers the other's."""
    answer = figure.game.system.answer
    if answer is None:
        return {}
    return dict(answer(figure.game.rules, against.skill, figure.game.spelled(skill, figure.character)))


def _no_skill(figure: Figure) -> Problem:
    names = [skill.name for skill in figure.character.skills] or list(figure.character.attributes)
    return Problem(
        message("Which skill of {who} is tested?", who=figure.character.name),
        message("For example: {names}.", names=", ".join(names[:_NAMED])) if names else None,
    )


def _versus(mine: _Side, theirs: _Side) -> Outcome:
    first, second = mine.figure.game.system, theirs.figure.game.system
    if first.versus is None or first.id != second.id:
        raise Problem(
            message(
                "Tests of {mine} and of {theirs} can't be compared.", mine=first.title, theirs=second.title
            )
        )
    return first.versus(mine.outcome, theirs.outcome)


def _figure(page: str, system: str) -> tuple[str, Figure]:
    """The page and the character that are meant: the only one on a page, or whoever is called so."""
    around = here(system)
    is_page = around.campaign.find(page) in around.campaign.pages
    if not is_page and (called := _called(page, around)):
        return called
    ((desk, name),) = desks_for([page], system)
    name = desk.atlas.targets.get(name) or name
    figures = desk.page(name).figures
    named = [one for one in figures if fold(one.character.name) == fold(name)]
    if len(figures) == 1 or len(named) == 1:
        return name, (named or list(figures))[0]
    raise _not_one(name, [one.character.name for one in figures])


def _called(name: str, desk: Desk) -> tuple[str, Figure] | None:
    """The only character of a name, or whose name has these words in it."""
    words = set(fold(name).split())
    known = [(page, one) for page, one in desk.everyone() if words <= set(fold(one.character.name).split())]
    exact = [found for found in known if fold(found[1].character.name) == fold(name)]
    return exact[0] if exact else known[0] if len(known) == 1 else None


def _not_one(page: str, names: Sequence[str]) -> Problem:
    if not names:
        return Problem(
            message("There is no character on “{name}”.", name=page),
            message("“tontafel check” says what could not be read."),
        )
    return Problem(
        message("There are several characters on “{name}”.", name=page),
        message("Name one of them: {names}.", names=", ".join(names[:_NAMED])),
    )


# Outcomes


def _data(side: _Side, console: Console) -> dict[str, Any]:
    character = side.figure.character
    who = {"page": side.page, "character": character.name, "system": character.system, "skill": side.skill}
    return who | _outcome(side.outcome, console)


def _outcome(outcome: Outcome, console: Console) -> dict[str, Any]:
    """An outcome as JSON, with what only its system tells; sentences are in the console's language."""
    say = console.language.say
    told: dict[str, Any] = msgspec.to_builtins(outcome)
    return told | {
        "modifiers": [
            {"value": one.value, "reason": say(one.reason) if one.reason else None}
            for one in outcome.modifiers
        ],
        "why": [say(reason) for reason in outcome.why],
    }


def _lines(side: _Side, console: Console) -> list[str]:
    say = console.language.say
    outcome = side.outcome
    title = console.paint(f"{side.figure.character.name}: {side.skill}", "place")
    thrown = ", ".join(_face(face, outcome.dice) for face in outcome.dice)
    told = [message("Dice: {dice}", dice=thrown)]
    if outcome.modifiers:
        added = ", ".join(_modifier(one, console) for one in outcome.modifiers)
        told.append(message("Modifiers: {modifiers}", modifiers=added))
    return [title, *(f"  {say(one)}" for one in told), *_verdict(outcome, console)]


def _verdict(outcome: Outcome, console: Console) -> list[str]:
    why = [f"  {console.language.say(reason)}" for reason in outcome.why]
    if outcome.degree == UNJUDGED:
        return why
    colour = "good" if outcome.success else "warning"
    return [*why, f"  {console.paint(degree(outcome.degree, console.language), colour)}"]


def _face(face: int, faces: Sequence[int]) -> str:
    """A die; where some are subtracted or show less than nothing, each has its sign."""
    return signed(face) if any(other < 0 for other in faces) else str(face)


def _modifier(one: Modifier, console: Console) -> str:
    reason = f" ({console.language.say(one.reason)})" if one.reason else ""
    return f"{signed(one.value)}{reason}"
