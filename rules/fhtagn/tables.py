"""Tables that only FHTAGN takes from pages: base values of skills, and professions."""

from msgspec import Struct, field

from tontafel.rules.tables import Table


class BaseRow(Struct, frozen=True, kw_only=True):
    """Base value of a skill: percent, or the attribute or skill whose value it is ("wie EN")."""

    base: int | str


class BaseTable(Table, frozen=True, kw_only=True, tag="bases"):
    """Skill → its base value; a skill that the rules lack is known from then on."""

    rows: dict[str, BaseRow] = field(default_factory=dict)


class ProfessionRow(Struct, frozen=True, kw_only=True):
    """A profession as people write it.

    Attributes:
        skills: what all of the profession have: "Bürokratie 40, Kunst (Fotografie) 60 %, A oder B 50".
        choose: how many of the `options`, written likewise, one has besides.
        bonds: how many.
        masculine, also, variants: what else it is called.
        recommended: attributes that are good to have.
    """

    skills: str = ""
    choose: int = 0
    options: str = ""
    bonds: int | None = None
    masculine: str | None = None
    also: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    recommended: tuple[str, ...] = ()


class ProfessionTable(Table, frozen=True, kw_only=True, tag="professions"):
    """The campaign's professions by name; they add to those of the rules or take their place."""

    rows: dict[str, ProfessionRow] = field(default_factory=dict)
