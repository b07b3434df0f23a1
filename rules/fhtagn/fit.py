"""How a character's skills fit what a profession gives."""

from collections.abc import Iterable

from msgspec import Struct

from tontafel.rules.fhtagn.professions import Offer, Profession
from tontafel.rules.names import fold


class Held(Struct, frozen=True):
    """A skill that a character has, spelled as the rules do: its place, value at creation, and base."""

    index: int
    name: str
    specialisation: str | None
    value: int
    base: int


class Fit(Struct, frozen=True):
    """What a profession explains of a character's skills and what it does not.

    Attributes:
        profession: the profession.
        chosen: the options that were needed.
        low: what everyone of the profession has and the character lacks.
        above: skills above their base that no offer explains, with the best value that one would.
    """

    profession: Profession
    chosen: tuple[Offer, ...]
    low: tuple[Offer, ...]
    above: tuple[tuple[Held, int], ...]


class _Slot:
    """One skill's worth of an offer; the two of an "A und B" are chosen together."""

    def __init__(self, offer: Offer, skills: tuple[str, ...], *, fixed: bool) -> None:
        self.offer = offer
        self.fixed = fixed
        #: The value of the skill that fills it; None while it is free.
        self.filled: int | None = None
        self.skills = skills

    def suits(self, held: Held) -> bool:
        """Whether the offer is for this skill, and for its field if it names one."""
        return held.name in self.skills and self.suits_field(held)

    def suits_field(self, held: Held) -> bool:
        """Whether the offer is for a skill's field, if it names one."""
        field = self.offer.specialisation
        return field is None or fold(field) == fold(held.specialisation or "")


def fit(profession: Profession, held: Iterable[Held]) -> Fit:
    """Match skills and offers, the highest skill first, each with the smallest offer that reaches it."""
    slots = _slots(profession)
    by_skill = _by_skill(slots)
    above: list[tuple[Held, int]] = []
    spare: list[Held] = []
    for one in sorted(held, key=lambda one: -one.value):
        offered = by_skill.get(one.name, ())
        free = [slot for slot in offered if slot.filled is None and slot.suits_field(one)]
        enough = [slot for slot in free if slot.offer.value >= one.value > one.base]
        taken = min(enough, key=lambda slot: (slot.offer.value, not slot.fixed), default=None)
        if taken is not None:
            taken.filled = one.value
        elif one.value > one.base:
            above.append((one, max((slot.offer.value for slot in free), default=one.base)))
        if taken is None or not taken.fixed:
            spare.append(one)
    chosen = {id(slot.offer): slot.offer for slot in slots if slot.filled is not None and not slot.fixed}
    return Fit(profession, tuple(chosen.values()), _low(slots, spare), tuple(above))


def _low(slots: Iterable[_Slot], spare: list[Held]) -> tuple[Offer, ...]:
    """The fixed offers that nothing reaches, not even a skill that an option or play has raised higher."""
    low: list[Offer] = []
    for slot in slots:
        if slot.fixed and (slot.filled or 0) < slot.offer.value:
            found = next((one for one in spare if slot.suits(one) and one.value >= slot.offer.value), None)
            if found is None:
                low.append(slot.offer)
            else:
                spare.remove(found)
    return tuple(dict.fromkeys(low))


def _slots(profession: Profession) -> list[_Slot]:
    return [
        _Slot(offer, skills, fixed=fixed)
        for offers, fixed in ((profession.skills, True), (profession.options, False))
        for offer in offers
        for skills in ([(skill,) for skill in offer.skills] if offer.both else [offer.skills])
    ]


def _by_skill(slots: Iterable[_Slot]) -> dict[str, list[_Slot]]:
    found: dict[str, list[_Slot]] = {}
    for slot in slots:
        for skill in dict.fromkeys(slot.skills):
            found.setdefault(skill, []).append(slot)
    return found
