"""Two skills on neighbouring rows change places (seed 000, Ende des Spielabends)."""

import re

from msgspec import Struct
from msgspec.structs import replace

from tontafel.rules.events import Illegal, insist
from tontafel.rules.mesopotamien.case import Case
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.message import did_you_mean, message
from tontafel.rules.model import Skill
from tontafel.rules.names import fold
from tontafel.rules.skills import titled

_WRITTEN = re.compile(r"\s*([^()]*?)\s*(?:\(([^()]*)\))?\s*")
#: What a page writes behind a skill that is on no list.
_NEW = ("neu", "new")


class Place(Struct, frozen=True):
    """A skill and where it stands: its place in the character's list, or None if it is on no row."""

    skill: Skill
    value: int
    index: int | None

    @property
    def title(self) -> str:
        """The skill with its specialisation."""
        return titled(self.skill.name, self.skill.specialisation)


def swapped(case: Case, names: tuple[str, str]) -> tuple[list[Skill], tuple[str, str]]:
    """The character's skills after a swap, and the names of the two without specialisation.

    Each takes the other's place in the list and its value. One that stood on no row takes the other's
    place, which leaves the list: that is how a skill is learnt.
    """
    one, other = (_place(case, name) for name in names)
    _check_rows(case.rules, one, other)
    skills = list(case.character.skills)
    for place, newcomer in ((one, other), (other, one)):
        if place.index is not None:
            skills[place.index] = replace(newcomer.skill, value=place.value)
    return skills, (one.skill.name, other.skill.name)


def _place(case: Case, name: str) -> Place:
    """The skill that is meant, with or without its specialisation."""
    plain, special, new = _parts(name)
    found = [
        (index, judged)
        for index, judged in enumerate(case.skills)
        if judged.earlier is None and fold(plain) in (judged.meant.key, fold(judged.skill.name))
    ]
    exact = [
        (index, judged) for index, judged in found if fold(judged.skill.specialisation or "") == fold(special)
    ]
    chosen = exact or ([] if special else found)
    if len(chosen) > 1:
        raise Illegal(
            message("“{name}” can mean more than one skill.", name=name),
            message("Write one of these: {names}.", names=", ".join(judged.title for _, judged in chosen)),
        )
    if not chosen:
        return Place(_unlisted(case, plain, special, new=new), case.rules.unlisted, None)
    [(index, judged)] = chosen
    if judged.skill.value is None:
        raise Illegal(
            message("{skill} has no value.", skill=judged.title),
            message("Put {skill} on a row of the ladder.", skill=judged.title),
        )
    return Place(judged.skill, judged.skill.value, index)


def _parts(name: str) -> tuple[str, str, bool]:
    """The name, its specialisation and whether it is said to be new."""
    match = _WRITTEN.fullmatch(name)
    plain, special = (match[1], match[2] or "") if match else (name.strip(), "")
    new = fold(special) in _NEW
    return plain, "" if new else special, new


def _unlisted(case: Case, plain: str, special: str, *, new: bool) -> Skill:
    """A skill that the character has on no row; one that no list knows is new."""
    meant = case.skill(plain)
    if meant.standing == "near" and not new:
        raise Illegal(
            message("“{written}” is not on the list of skills.", written=plain), did_you_mean(meant.name)
        )
    known = meant.standing == "known"
    insist(bool(plain), message("A skill without a name can't be swapped."), message("Name two skills."))
    return Skill(
        name=meant.name if known else plain,
        value=case.rules.unlisted,
        specialisation=special or None,
        new=not known,
    )


def _check_rows(rules: MesopotamienRules, one: Place, other: Place) -> None:
    """Raise `Illegal` unless the two stand on rows that lie side by side."""
    # Decided: the lowest row and the value of all unlisted skills are neighbours, so that one can learn.
    rows = sorted({*rules.ladder, rules.unlisted})
    for place in (one, other):
        insist(
            place.value in rows,
            message("{skill} stands at {value}, which is no row.", skill=place.title, value=place.value),
            message("Put {skill} on a row of the ladder.", skill=place.title),
        )
    start = rows.index(one.value)
    beside = [*rows[max(0, start - 1) : start], *rows[start + 1 : start + 2]]
    insist(
        other.value in beside,
        message(
            "{one} at {value} and {other} at {second} don't stand on neighbouring rows.",
            one=one.title,
            value=one.value,
            other=other.title,
            second=other.value,
        ),
        message("Swap {one} with a skill at: {rows}.", one=one.title, rows=", ".join(map(str, beside))),
    )
