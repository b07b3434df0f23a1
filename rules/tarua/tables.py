"""The campaign's peoples: a table of its own kind, since the source leaves the peoples open."""

from msgspec import field

from tontafel.rules.tables import Table


class PeopleTable(Table, frozen=True, kw_only=True, tag="peoples"):
    """Each people with its five caps and its two stages, by the names of attributes and stages.

    `rows` maps a people to its figures: `{"Orrag": {"Kraft": 9, …, "D/Evolution": 4, "Zivilisation": 3}}`.
    """

    rows: dict[str, dict[str, int]] = field(default_factory=dict)
