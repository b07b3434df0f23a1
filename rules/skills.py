"""What can be wrong with skills in any system that has a list of them."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from tontafel.rules.checks import Finding
from tontafel.rules.meant import Meant
from tontafel.rules.message import Message, message
from tontafel.rules.model import Skill

#: The code by which every system notes a skill without a value, and the one that says why there is none.
WITHOUT_VALUE, UNREADABLE = "skill-without-value", "value-unreadable"


def titled(name: str, specialisation: str | None) -> str:
    """A skill with its specialisation, as people write it."""
    return f"{name} ({specialisation})" if specialisation else name


class Judged(Struct, frozen=True):
    """A skill of the page; only the first of one name counts."""

    meant: Meant
    skill: Skill
    #: The same skill further up on the page.
    earlier: Skill | None

    @property
    def title(self) -> str:
        """The skill as findings call it."""
        return self.meant.name


def misspelt(judged: Iterable[Judged], source: str) -> Iterator[Finding]:
    """Names near to exactly one on the list, which is the `source`'s; each is judged as that one."""
    for one in judged:
        if one.meant.standing == "near":
            yield Finding(
                one.meant.where,
                message(
                    "There is no skill “{written}” ({source}); it is judged as “{name}”.",
                    written=one.meant.written,
                    name=one.meant.name,
                    source=source,
                ),
                message("Did you mean “{name}”? If not, mark it with “(neu)”.", name=one.meant.name),
            )


def unknown(judged: Iterable[Judged], source: str, hint: Message) -> Iterator[Finding]:
    """Skills that the list does not have."""
    for one in judged:
        if one.meant.standing == "unknown":
            yield Finding(
                one.meant.where,
                message(
                    "There is no skill “{written}” ({source}).", written=one.meant.written, source=source
                ),
                hint,
            )


def twice(judged: Iterable[Judged], hint: Message) -> Iterator[Finding]:
    """Skills named again; the first counts."""
    for one in judged:
        if one.earlier is not None:
            yield Finding(
                one.meant.where,
                message(
                    "{skill} stands twice, at {first} and at {again}; the first counts.",
                    skill=one.title,
                    first=_shown(one.earlier.value),
                    again=_shown(one.skill.value),
                ),
                hint,
            )


def outside(judged: Iterable[Judged], highest: int, source: str) -> Iterator[Finding]:
    """Values that no skill can have."""
    for one in judged:
        value = one.skill.value
        if value is not None and not 0 <= value <= highest:
            yield Finding(
                one.meant.where,
                message(
                    "{skill} stands at {value}; skills go from 0 to {highest} ({source}).",
                    skill=one.title,
                    value=value,
                    highest=highest,
                    source=source,
                ),
                message("Write 0 to {highest}.", highest=highest),
            )


def _shown(value: int | None) -> str | int:
    return "?" if value is None else value
