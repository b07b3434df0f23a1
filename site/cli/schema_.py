"""`tontafel schema`: the JSON Schema of `show`'s output."""

from tontafel.site.cli.group import verb
from tontafel.site.cli.words import N_
from tontafel.site.console import Console


@verb(
    "schema",
    N_("Print the JSON Schema of what `tontafel show --format json` prints."),
    ("tontafel schema > character.schema.json",),
)
def command(console: Console) -> None:
    """Print the schema."""
    from tontafel.site.shown import schema

    console.write_json(schema())
