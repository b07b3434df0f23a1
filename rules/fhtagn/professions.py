"""What a profession gives, and which one a page means by a word for it."""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from tontafel.rules.fhtagn.tables import ProfessionRow
from tontafel.rules.names import Names, fold

_OFFER = re.compile(r"\s*(?P<names>[^\d,;]+?)\s*:?\s*(?P<value>\d{1,3})\s*%?\s*")
_JOINED = re.compile(r"\s+(?P<join>und|oder|and|or|&)\s+|\s*(?P<slash>/)\s*")
_SPECIAL = re.compile(r"(.+?)\s*\((.+)\)")
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
#: A word that ends in a profession of so many letters is one: a Landarzt is an Arzt.
_COMPOUND = 4


class Offer(Struct, frozen=True):
    """Skills at one value: all of them where `both`, else one of them; with a field where it is fixed."""

    skills: tuple[str, ...]
    value: int
    both: bool = False
    specialisation: str | None = None


class Slot(Struct, frozen=True, eq=False):
    """One skill's worth of an offer; the two of an "A und B" are chosen together."""

    offer: Offer
    skills: tuple[str, ...]
    fixed: bool


class Profession(Struct, frozen=True, dict=True):
    """A profession: what everyone has of it, what one chooses, and the bonds; see `ProfessionRow`."""

    name: str
    masculine: str
    skills: tuple[Offer, ...]
    choose: int
    options: tuple[Offer, ...]
    bonds: int | None
    variants: tuple[str, ...]
    recommended: tuple[str, ...]
    #: The page that it stands on; empty for the system's own.
    page: str

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """What everyone has, then what one chooses."""
        return tuple(
            Slot(offer, skills, fixed)
            for offers, fixed in ((self.skills, True), (self.options, False))
            for offer in offers
            for skills in ([(skill,) for skill in offer.skills] if offer.both else [offer.skills])
        )

    @cached_property
    def slots_by_skill(self) -> dict[str, list[Slot]]:
        """The slots for each skill, the smallest first, of equals what everyone has."""
        found: dict[str, list[Slot]] = {}
        for slot in sorted(self.slots, key=lambda slot: (slot.offer.value, not slot.fixed)):
            for skill in dict.fromkeys(slot.skills):
                found.setdefault(skill, []).append(slot)
        return found


def profession(name: str, row: ProfessionRow, skills: Names, page: str) -> Profession:
    """Make a profession of its row; skills are spelled as the rules do.

    Of the system's own professions what the campaign's list of skills lacks is left out.
    """
    fixed, options = offers(row.skills, skills), offers(row.options, skills)
    return Profession(
        name,
        row.masculine or name,
        fixed if page else _played(fixed, skills),
        row.choose,
        options if page else _played(options, skills),
        row.bonds,
        row.variants,
        row.recommended,
        page,
    )


def offers(written: str, skills: Names) -> tuple[Offer, ...]:
    """Read "Bürokratie 40, Kunst (Fotografie) 60 %, A und B 50"; what has no value is left out."""
    pieces = (_OFFER.fullmatch(piece) for piece in re.split(r"[,;]", written))
    return tuple(_offer(piece["names"], int(piece["value"]), skills) for piece in pieces if piece)


def _played(given: Iterable[Offer], skills: Names) -> tuple[Offer, ...]:
    """The offers without skills that nobody plays with."""
    left = (replace(one, skills=tuple(name for name in one.skills if skills.spelled(name))) for one in given)
    return tuple(one for one in left if one.skills)


def _offer(names: str, value: int, skills: Names) -> Offer:
    special = _SPECIAL.fullmatch(names)
    if special:
        return Offer((_spelled(special[1], skills),), value, False, special[2])
    joins = [match["join"] or match["slash"] for match in _JOINED.finditer(names)]
    parts = _JOINED.sub("\0", names).split("\0")
    both = bool(joins) and joins[0] in ("und", "and", "&")
    return Offer(tuple(_spelled(part, skills) for part in parts), value, both)


def _spelled(name: str, skills: Names) -> str:
    return skills.spelled(name) or skills.near(name) or name.strip()


class Professions:
    """The campaign's professions, found by any word for them."""

    def __init__(self, rows: Mapping[str, tuple[ProfessionRow, Profession]]) -> None:
        self._by_word: dict[str, list[Profession]] = {}
        self._words: list[str] = []
        for name, (row, one) in rows.items():
            for word in dict.fromkeys((name, one.masculine, *row.variants, *row.also)):
                self._words.append(word)
                self._by_word.setdefault(fold(word), []).append(one)

    def meant(self, written: str) -> list[Profession]:
        """The professions that a page may mean, in the rules' order: several for a word that several share.

        "Hafenwache, früher Soldat" is a soldier, a Meeresbiologin is a Biologin.
        """
        whole = self._by_word.get(fold(written))
        if whole:
            return whole
        pieces = [piece for piece in re.split(r"[,;/()]|\s(?:und|and)\s", written) if piece.strip()]
        words = _WORDS.findall(written)
        for found in (self._first(pieces), self._first(words), self._compound(words)):
            if found:
                return found
        return []

    def near(self, written: str) -> str | None:
        """The one word for a profession that `written` is a misspelling of."""
        return Names(self._words).near(written)

    def _first(self, words: Iterable[str]) -> list[Profession]:
        return next(filter(None, (self._by_word.get(fold(word.strip())) for word in words)), [])

    def _compound(self, words: Iterable[str]) -> list[Profession]:
        endings = sorted((key for key in self._by_word if len(key) >= _COMPOUND), key=len, reverse=True)
        for word in map(fold, words):
            for ending in endings:
                if word.endswith(ending):
                    return self._by_word[ending]
        return []
