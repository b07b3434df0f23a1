"""A legal character by chance, every point spent, from the words of `names.toml`."""

from functools import cache
from typing import Any

from msgspec import Struct, toml

from tontafel.rules.chance import gendered, pick
from tontafel.rules.model import Aspect, Character, Skill
from tontafel.rules.outcome import Rng
from tontafel.rules.system import Strength
from tontafel.rules.tarua.edition import FOLDER, People, TaruaRules

#: Where a campaign has no peoples, stages are neither very low nor very high.
_USUAL_STAGES = (3, 8)


class NameStock(Struct, frozen=True):
    """What people are called."""

    given: tuple[str, ...]
    patterns: tuple[str, ...]
    places: tuple[str, ...]
    bynames: tuple[str, ...]


class Calling(Struct, frozen=True):
    """What someone is good at."""

    attributes: tuple[str, ...]
    skills: tuple[str, ...]


class Stock(Struct, frozen=True):
    """The tables of `names.toml`."""

    names: NameStock
    callings: dict[str, Calling]
    aspects: dict[str, tuple[str, ...]]


@cache
def stock() -> Stock:
    """The tables, read when they are first asked for."""
    return toml.decode((FOLDER / "names.toml").read_bytes(), type=Stock)


def generate(rng: Rng, rules: TaruaRules, strength: Strength = "pc") -> Character:
    """An NPC by chance, of one of the campaign's peoples and in its skills.

    Args:
        rng: the dice.
        rules: the campaign's.
        strength: "pc" spends the points of a player character: read as one, no check finds anything.
            "average" spends those of an average person.
    """
    people = _people(rng, rules)
    stages = {kind.stage: _stage(rng, people, kind.stage) for kind in rules.kinds.values()}
    points = rules.points.average if strength == "average" else rules.points.creation
    spender = _Spender(rng, rules, people.caps if people else {}, stages)
    spender.spend(points)
    details: dict[str, Any] = {"people": people.name} if people else {"stages": stages}
    woman = rng.randint(0, 1) == 1
    return Character(
        name=_name(rng),
        system=FOLDER.name,
        edition=rules.edition,
        kind="npc",
        aspects=[Aspect(gendered(pick(rng, texts), woman)) for texts in stock().aspects.values()],
        attributes={name: spender.values[name] for name in rules.attributes.names},
        skills=[Skill(name=name, value=value) for name, value in spender.skills.items() if value],
        details=details | {"points": points},
    )


def _people(rng: Rng, rules: TaruaRules) -> People | None:
    """One of the peoples, rather one whose row is complete."""
    wanted = len(rules.attributes.names) + len(rules.kinds)
    complete = [one for one in rules.peoples.values() if len(one.caps) + len(one.stages) == wanted]
    peoples = complete or list(rules.peoples.values())
    return pick(rng, peoples) if peoples else None


def _stage(rng: Rng, people: People | None, stage: str) -> int:
    given = people.stages.get(stage) if people else None
    return rng.randint(*_USUAL_STAGES) if given is None else given


class _Spender:
    """Spends points one by one, most of them on what the calling needs, and never beyond a cap."""

    def __init__(self, rng: Rng, rules: TaruaRules, caps: dict[str, int], stages: dict[str, int]) -> None:
        self._rng = rng
        self._rules = rules
        highest = rules.attributes.highest
        self._caps = {name: min(caps.get(name, highest), highest) for name in rules.attributes.names}
        for kind in rules.kinds.values():
            self._caps |= dict.fromkeys(kind.skills, min(stages[kind.stage], rules.highest_skill))
        calling = pick(rng, tuple(stock().callings.values()))
        self._liked = [name for name in (*calling.attributes, *calling.skills) if name in self._caps]
        self.values = dict.fromkeys(rules.attributes.names, rules.attributes.lowest)
        self.values |= {name: 0 for name in self._caps if name not in self.values}

    @property
    def skills(self) -> dict[str, int]:
        """The values of the skills."""
        names = (name for kind in self._rules.kinds.values() for name in kind.skills)
        return {name: self.values[name] for name in names}

    def spend(self, points: int) -> None:
        """Spend so many points, those for the least that everyone has among them."""
        for kind in self._rules.kinds.values():
            if kind.skills:
                liked = [name for name in self._liked if name in kind.skills]
                self.values[pick(self._rng, liked or kind.skills)] += 1
        for _ in range(points - sum(self.values.values())):
            free = [name for name in self._caps if self._can_rise(name)]
            if not free:
                break
            liked = [name for name in self._liked if name in free]
            rather = liked and self._rng.randint(1, 5) > 2
            self.values[pick(self._rng, liked if rather else free)] += 1

    def _can_rise(self, name: str) -> bool:
        """Whether the cap allows one more; of one kind of skill only so many may reach it."""
        value, cap = self.values[name], self._caps[name]
        kind = self._rules.kind_of(name)
        if value + 1 < cap or kind is None:
            return value < cap
        full = sum(self.values[other] >= cap for other in self._rules.kinds[kind].skills)
        return value < cap and full < self._rules.at_cap


def _name(rng: Rng) -> str:
    names = stock().names
    pattern = pick(rng, names.patterns)
    return pattern.format(
        name=pick(rng, names.given), place=pick(rng, names.places), byname=pick(rng, names.bynames)
    )
