"""A legal character by chance, with a profession and five motivations, from the words of `names.toml`."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from msgspec import Struct, toml
from msgspec.structs import replace

from tontafel.rules.chance import gendered, pick, shuffled
from tontafel.rules.fhtagn.case import Case
from tontafel.rules.fhtagn.edition import FOLDER, FhtagnRules
from tontafel.rules.fhtagn.professions import Offer, Profession
from tontafel.rules.model import Aspect, Character, Skill, Track
from tontafel.rules.outcome import Rng
from tontafel.rules.system import Strength

#: Where attributes start before chance and the profession share out the rest.
_START = 8


class NameStock(Struct, frozen=True):
    """What people are called."""

    men: tuple[str, ...]
    women: tuple[str, ...]
    family: tuple[str, ...]


class Texts(Struct, frozen=True):
    """Texts of which some are drawn."""

    texts: tuple[str, ...]


class Rare(Struct, frozen=True):
    """Skills that nobody chooses if there is something else."""

    skills: tuple[str, ...]


class Stock(Struct, frozen=True):
    """The tables of `names.toml`."""

    names: NameStock
    motivations: Texts
    bonds: Texts
    marks: Texts
    fields: dict[str, tuple[str, ...]]
    rare: Rare


@cache
def stock() -> Stock:
    """The tables, read when they are first asked for."""
    return toml.decode((FOLDER / "names.toml").read_bytes(), type=Stock)


def generate(rng: Rng, rules: FhtagnRules, strength: Strength = "pc") -> Character:
    """An NPC by chance, of one of the campaign's professions.

    Args:
        rng: the dice.
        rules: the campaign's.
        strength: "pc" has the attributes of a player character: read as one, no check finds anything.
            "average" has ten in each, more or less, and says so.
    """
    woman = rng.randint(0, 1) == 1
    profession = pick(rng, tuple(rules.professions.values()))
    points = rules.creation.average if strength == "average" else rules.creation.points
    bare = Character(
        name=_name(rng, woman),
        system=FOLDER.name,
        edition=rules.edition,
        kind="npc",
        aspects=[Aspect(gendered(pick(rng, stock().marks.texts), woman))],
        attributes=_attributes(rng, rules, profession, points),
        skills=_Learner(rng, rules).skills(profession),
        details=_details(rng, rules, profession, woman=woman, average=strength == "average"),
    )
    return replace(bare, tracks=_tracks(bare, rules))


def _name(rng: Rng, woman: bool) -> str:
    names = stock().names
    return f"{pick(rng, names.women if woman else names.men)} {pick(rng, names.family)}"


def _attributes(rng: Rng, rules: FhtagnRules, profession: Profession, points: int) -> dict[str, int]:
    """Points shared out one by one, every second one to what the profession recommends."""
    creation = rules.creation
    start = max(creation.lowest, min(_START, points // len(rules.attributes)))
    values = dict.fromkeys(rules.attributes, start)
    liked = [name for name in profession.recommended if name in values]
    for _ in range(points - sum(values.values())):
        free = [name for name, value in values.items() if value < creation.highest]
        if not free:
            break
        better = [name for name in liked if name in free] if rng.randint(0, 1) else []
        values[pick(rng, better or free)] += 1
    for _ in range(rng.randint(0, len(values))):
        giver, taker = shuffled(rng, values)[:2]
        if values[giver] > creation.lowest and values[taker] < creation.highest:
            values[giver] -= 1
            values[taker] += 1
    return values


class _Learner:
    """Takes what a profession offers: of "or" one skill, of a skill with fields one that is new."""

    def __init__(self, rng: Rng, rules: FhtagnRules) -> None:
        self._rng = rng
        self._rules = rules
        self._found: list[Skill] = []

    def skills(self, profession: Profession) -> list[Skill]:
        """The fixed skills and as many of the optional ones as one chooses."""
        for offer in profession.skills:
            self._take(offer)
        rare = stock().rare.skills
        options = shuffled(self._rng, profession.options)
        options.sort(key=lambda offer: any(skill in rare for skill in offer.skills))
        useful = [offer for offer in options if self._is_useful(offer)]
        for offer in self._distinct(useful, profession.choose):
            self._take(offer)
        return self._found

    def _distinct(self, offers: Iterable[Offer], count: int) -> list[Offer]:
        """So many offers that share no skill without fields, so that none is wasted."""
        chosen: list[Offer] = []
        taken: set[str] = set()
        for offer in offers:
            plain = {skill for skill in offer.skills if not self._rules.fact(skill).specialised}
            if len(chosen) < count and not plain & taken:
                chosen.append(offer)
                taken |= plain
        return chosen

    def _is_useful(self, offer: Offer) -> bool:
        return all(self._is_new(skill) for skill in offer.skills)

    def _is_new(self, skill: str) -> bool:
        return self._rules.fact(skill).specialised or all(one.name != skill for one in self._found)

    def _take(self, offer: Offer) -> None:
        new = [skill for skill in offer.skills if self._is_new(skill)] or list(offer.skills)
        for skill in offer.skills if offer.both else [pick(self._rng, new)]:
            field = offer.specialisation or self._field(skill)
            self._found.append(Skill(name=skill, value=offer.value, specialisation=field))

    def _field(self, skill: str) -> str | None:
        """A field that the character does not have yet."""
        if not self._rules.fact(skill).specialised:
            return None
        had = {one.specialisation for one in self._found if one.name == skill}
        fields = stock().fields.get(skill, ())
        free = [field for field in fields if field not in had]
        return pick(self._rng, free) if free else f"{len(had) + 1}"


def _details(
    rng: Rng, rules: FhtagnRules, profession: Profession, *, woman: bool, average: bool
) -> dict[str, Any]:
    motivations = shuffled(rng, stock().motivations.texts)[: rules.creation.motivations]
    details = {
        "profession": profession.name if woman else profession.masculine,
        "bonds": _bonds(rng, profession.bonds or 0, woman),
        "motivations": motivations,
        "facets": [pick(rng, rules.facets)] if rules.facets else [],
    }
    return details | ({"average": True} if average else {})


def _bonds(rng: Rng, count: int, woman: bool) -> list[dict[str, str]]:
    """So many people to get up for, each of another kind."""
    names = stock().names
    found = []
    for text in shuffled(rng, stock().bonds.texts)[:count]:
        said = gendered(text, woman).format(
            man=pick(rng, names.men),
            woman=pick(rng, names.women),
            partner=pick(rng, names.men if woman else names.women),
            family=pick(rng, names.family),
        )
        found.append({"name": said})
    return found


def _tracks(character: Character, rules: FhtagnRules) -> list[Track]:
    """Every derived value as it is at creation; the breaking point has no maximum."""
    case = Case(character, rules)
    tracks = []
    for name, derived in rules.derived.items():
        value = derived.value(case.values) or 0
        if name == rules.stability.track:
            value = min(value, case.stability_cap)
        gauge = Track(name=name, current=value)
        tracks.append(gauge if name == rules.stability.breaking_point else replace(gauge, maximum=value))
    return tracks
