"""How a character's skills fit what a profession gives."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from tontafel.rules.fhtagn.professions import Offer, Profession, Slot
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


def fit(profession: Profession, held: Iterable[Held]) -> Fit:
    """Match skills and offers, the highest skill first, each with the smallest offer that reaches it."""
    filled: dict[Slot, int] = {}
    above: list[tuple[Held, int]] = []
    spare: list[Held] = []
    for one in sorted(held, key=lambda one: -one.value):
        best, taken = one.base, None
        for slot in profession.slots_by_skill.get(one.name, ()) if one.value > best else ():
            if slot not in filled and _suits_field(slot, one):
                best = slot.offer.value
                if best >= one.value:
                    taken = slot
                    filled[slot] = one.value
                    break
        if one.value > best:
            above.append((one, best))
        if taken is None or not taken.fixed:
            spare.append(one)
    slots = profession.slots
    chosen = {id(slot.offer): slot.offer for slot in slots if slot in filled and not slot.fixed}
    return Fit(profession, tuple(chosen.values()), _low(slots, filled, spare), tuple(above))


def _suits_field(slot: Slot, held: Held) -> bool:
    """Whether an offer is for a skill's field, if it names one."""
    field = slot.offer.specialisation
    return field is None or fold(field) == fold(held.specialisation or "")


def _reaches(held: Held, slot: Slot) -> bool:
    """Whether an offer is for this skill, and it stands as high."""
    return held.name in slot.skills and held.value >= slot.offer.value and _suits_field(slot, held)


def _low(slots: Iterable[Slot], filled: Mapping[Slot, int], spare: list[Held]) -> tuple[Offer, ...]:
    """The fixed offers that nothing reaches, not even a skill that an option or play has raised higher."""
    low: list[Offer] = []
    for slot in slots:
        if slot.fixed and filled.get(slot, 0) < slot.offer.value:
            found = next((one for one in spare if _reaches(one, slot)), None)
            if found is None:
                low.append(slot.offer)
            else:
                spare.remove(found)
    return tuple(dict.fromkeys(low))
