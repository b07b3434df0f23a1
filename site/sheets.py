"""What the template of a sheet, a card or a page's view of a character is given."""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import Any, TypedDict, Unpack
from unicodedata import east_asian_width

from msgspec import Struct

from tontafel.rules.model import Character
from tontafel.rules.system import Rules, RulesError, System, system

#: From so many letters on a name is set smaller, twice smaller, and so on.
_NAME_SIZES = (24, 48, 100)
#: The head of a further page has room for so many small letters; wide ones take as much as two.
_SHORT_NAME = 60
#: The first page of a sheet has room for a name of so many letters, and for what is below it.
_LONGEST_NAME = 400


class NoSheet(RulesError):  # noqa: N818 - reads as what happened
    """There is no template for the sheets of this system."""


class Sheet(Struct, frozen=True, kw_only=True):
    """All that one printed sheet says; a blank one has a character without a name.

    Attributes:
        character: as read from a page.
        rules: the campaign's.
        derived: what follows from both (`System.derive`).
        view: the character as its system arranges it (`System.view`), or None.
        game, campaign: their titles.
        licence, notices: what stands at the foot.
        language: the campaign's, `de` or `en`; its rules divide words at the end of a line.
        number: stands before the names of fields and tells sheets of one file apart.
    """

    character: Character
    rules: Rules
    derived: dict[str, Any]
    view: Any = None
    game: str = ""
    campaign: str = ""
    licence: str = ""
    notices: Sequence[str] = ()
    language: str = ""
    number: str = ""

    @property
    def blank(self) -> bool:
        """Whether this sheet waits for a character."""
        return not self.character.name

    @property
    def size(self) -> int:
        """How much smaller the name has to be set, from 0 to 3."""
        return sum(len(self.character.name) > length for length in _NAME_SIZES)

    @property
    def short_name(self) -> str:
        """The name as it fits the head of a further page."""
        name = self.character.name
        wide = (letter.isupper() or east_asian_width(letter) in "WF" for letter in name)
        widths = accumulate(2 if one else 1 for one in wide)
        return _cut(name, sum(width <= _SHORT_NAME for width in widths))

    @property
    def printed_name(self) -> str:
        """The name as it fits the head of the first page; whole, but for one as long as a story."""
        return _cut(self.character.name, _LONGEST_NAME)

    @property
    def foot(self) -> str:
        """The licence and the notices in one line."""
        return " · ".join(filter(None, (self.licence, *self.notices)))


def _cut(name: str, length: int) -> str:
    return name if len(name) <= length else f"{name[:length].rstrip()} …"


class Titles(TypedDict, total=False):
    """What stands at the head and the foot of sheets: see `Sheet`."""

    campaign: str
    licence: str
    notices: Sequence[str]
    language: str


@cache
def _game(name: str) -> System[Any]:
    """Find a system once: its folder is looked for each time."""
    return system(name)


def sheet(character: Character, rules: Rules, **titles: Unpack[Titles]) -> Sheet:
    """Return all that a character's sheet or card says, by the campaign's rules and with its titles."""
    game = _game(character.system)
    return Sheet(
        character=character,
        rules=rules,
        derived=character.derived or game.derive(character, rules),
        view=game.view(character, rules) if game.view else None,
        game=game.title,
        **titles,
    )


def blank(system_id: str, rules: Rules, **titles: Unpack[Titles]) -> Sheet:
    """Return a sheet without a character."""
    return sheet(Character(name="", system=system_id, edition=rules.edition), rules, **titles)
