"""What can be wrong with attributes in any system that has them."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from tontafel.rules.checks import Finding
from tontafel.rules.meant import Meant
from tontafel.rules.message import did_you_mean, message


def missing(names: Iterable[str], values: Collection[str], lowest: int) -> Iterator[Finding]:
    """Attributes that everyone has and the page does not."""
    wanted = [name for name in names if name not in values]
    if wanted:
        yield Finding(
            ("attributes",),
            message("Missing attributes: {names}.", names=", ".join(wanted)),
            message("Write each with a value of {lowest} or more.", lowest=lowest),
        )


def misspelt(written: Iterable[tuple[Meant, int]]) -> Iterator[Finding]:
    """Names near to exactly one attribute each; they are judged as that one."""
    for meant, _ in written:
        if meant.standing == "near":
            yield Finding(
                meant.where,
                message(
                    "There is no attribute “{written}”; it is judged as “{name}”.",
                    written=meant.written,
                    name=meant.name,
                ),
                did_you_mean(meant.name),
            )


def unknown(written: Iterable[tuple[Meant, int]], names: Iterable[str], source: str) -> Iterator[Finding]:
    """Attributes that the rules, whose title is `source`, do not have."""
    known = ", ".join(names)
    for meant, _ in written:
        if meant.standing == "unknown":
            yield Finding(
                meant.where,
                message(
                    "There is no attribute “{written}”; it is not counted ({source}).",
                    written=meant.written,
                    source=source,
                ),
                message("The attributes are: {names}.", names=known),
            )


def outside(meant: Meant, value: int, lowest: int, highest: int, source: str) -> Finding:
    """A value that no attribute has."""
    return Finding(
        meant.where,
        message(
            "{name} stands at {value}; attributes go from {lowest} to {highest} ({source}).",
            name=meant.name,
            value=value,
            lowest=lowest,
            highest=highest,
            source=source,
        ),
        message("Write {lowest} to {highest}.", lowest=lowest, highest=highest),
    )


def above(current: Iterable[tuple[Meant, int]], values: Mapping[str, int]) -> Iterator[Finding]:
    """Values for the time being above the attributes' own: whoever is better than before has a new value."""
    for meant, value in current:
        own = values.get(meant.name)
        if own is not None and value > own:
            yield Finding(
                meant.where,
                message(
                    "{name} stands at {value} at the moment, above its value of {own}.",
                    name=meant.name,
                    value=value,
                    own=own,
                ),
                message("Write {own} or less, or raise the value itself.", own=own),
            )


def below(current: Iterable[tuple[Meant, int]]) -> Iterator[Finding]:
    """Values for the time being below 0, where every loss ends."""
    for meant, value in current:
        if value < 0:
            yield Finding(
                meant.where,
                message(
                    "{name} stands at {value} at the moment; 0 is the end.", name=meant.name, value=value
                ),
                message("Write 0 or more."),
            )
