"""Which known name a page means by what it writes."""

from collections.abc import Container, Iterable
from typing import Literal

from msgspec import Struct

from tontafel.rules.names import Names, fold
from tontafel.rules.span import Path

#: known: on the list; new: said to be new; near: the page's spelling is near to one that is known.
Standing = Literal["known", "new", "near", "unknown"]


class Meant(Struct, frozen=True):
    """A name on the page and the one that is judged."""

    written: str
    name: str
    standing: Standing
    where: Path
    #: The name folded, by which values are looked up.
    key: str


def meaning(
    name: str, known: Names, where: Path, written: Container[str] = (), *, new: bool = False
) -> Meant:
    """The known name that is meant; a near one only if the page does not have that as well.

    Args:
        name: as the page has it.
        known: the names of the campaign's rules.
        where: the part of the character that bears the name.
        written: the folded names beside it on the page.
        new: whether the page says that the name is new.
    """
    spelled = known.spelled(name)
    if spelled or new:
        return Meant(name, spelled or name, "known" if spelled else "new", where, fold(spelled or name))
    near = known.near(name)
    if near and fold(near) in written:
        near = None
    return Meant(name, near or name, "near" if near else "unknown", where, fold(near or name))


def values_of(named: Iterable[tuple[Meant, int]]) -> dict[str, int]:
    """The values of known names; of two spellings of one name the first counts."""
    found: dict[str, int] = {}
    for meant, value in named:
        if meant.standing != "unknown":
            found.setdefault(meant.name, value)
    return found
