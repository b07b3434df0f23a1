"""A character before its judge: names as they are meant, the people's caps, values at creation."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from tontafel.rules.checks import Checks
from tontafel.rules.details import number, numbers, text
from tontafel.rules.meant import Meant, meaning, values_of
from tontafel.rules.model import Character, Skill
from tontafel.rules.names import Names, fold
from tontafel.rules.skills import Judged
from tontafel.rules.tarua.edition import People, TaruaRules
from tontafel.rules.tarua.history import Growth, events, growth


class Case:
    """One character under one campaign's rules. What several checks need is worked out here, once."""

    def __init__(self, character: Character, rules: TaruaRules) -> None:
        self.character = character
        self.rules = rules

    # Attributes

    @cached_property
    def attributes(self) -> list[tuple[Meant, int]]:
        """The page's attributes in order, with their old values."""
        return self._named(self.character.attributes, self.rules.known_attributes, "attributes")

    @cached_property
    def written_current(self) -> list[tuple[Meant, int]]:
        """The current values that the page gives for wounded attributes."""
        current = numbers(self.character.details, "current")
        return self._named(current, self.rules.known_attributes, "details", "current")

    @cached_property
    def values(self) -> dict[str, int]:
        """The five attributes, as far as the page has them: the values that they had or can have again."""
        return values_of(self.attributes)

    @cached_property
    def current(self) -> dict[str, int]:
        """The attributes as they count at the moment, reduced ones included."""
        written = values_of(self.written_current)
        return {name: written.get(name, value) for name, value in self.values.items()}

    def _named(self, found: Mapping[str, int], known: Names, *where: str) -> list[tuple[Meant, int]]:
        written = {fold(name) for name in found}
        return [(meaning(name, known, (*where, name), written), value) for name, value in found.items()]

    # Skills

    @cached_property
    def skills(self) -> list[Judged]:
        """The page's skills in order."""
        judged: list[Judged] = []
        first: dict[str, Skill] = {}
        written = {fold(skill.name) for skill in self.character.skills}
        for index, skill in enumerate(self.character.skills):
            found = meaning(skill.name, self.rules.known_skills, ("skills", index), written, new=skill.new)
            judged.append(Judged(found, skill, first.get(found.key)))
            first.setdefault(found.key, skill)
        return judged

    @cached_property
    def skill_values(self) -> dict[str, int]:
        """The skills that count, by name, as far as they have a value."""
        counted = ((one.meant.name, one.skill.value) for one in self.skills if one.earlier is None)
        return {name: value for name, value in counted if value is not None}

    def of_kind(self, kind: str) -> Iterator[Judged]:
        """The skills of a kind that count."""
        for one in self.skills:
            if one.earlier is None and self.rules.kind_of(one.meant.name) == kind:
                yield one

    # People and caps

    @cached_property
    def people(self) -> Meant | None:
        """The people that the page names."""
        name = text(self.character.details, "people")
        return meaning(name, self.rules.known_peoples, ("details", "people")) if name else None

    @cached_property
    def _people(self) -> People | None:
        return self.rules.peoples.get(self.people.name) if self.people else None

    @cached_property
    def written_stages(self) -> list[tuple[Meant, int]]:
        """The stages that the page itself gives."""
        stages = numbers(self.character.details, "stages")
        return self._named(stages, self.rules.known_stages, "details", "stages")

    @cached_property
    def stages(self) -> dict[str, int]:
        """The stages by name: the people's, else what the page gives."""
        return {**values_of(self.written_stages), **(self._people.stages if self._people else {})}

    @cached_property
    def caps(self) -> dict[str, int]:
        """The people's cap for each attribute; empty where the people is unknown."""
        return self._people.caps if self._people else {}

    def skill_cap(self, skill: str) -> int | None:
        """The stage that caps a skill, or None where nothing says what it is."""
        stage = self.rules.stage_of(skill)
        return self.stages.get(stage) if stage else None

    @property
    def source(self) -> str:
        """Whose figures the people's are."""
        page = self._people.page if self._people else ""
        return page or self.rules.source("peoples")

    # Creation and growth

    @cached_property
    def growth(self) -> Growth | None:
        """What the page records of the time since creation, or None if it records nothing."""
        history = events(self.character.details)
        if history is None:
            return None
        return growth(history, Names([*self.rules.attributes.names, *self.rules.skills.names()]))

    @cached_property
    def created_attributes(self) -> dict[str, int]:
        """The attributes before all that the page records."""
        return self._at_creation(self.values)

    @cached_property
    def created_skills(self) -> dict[str, int]:
        """The skills before all that the page records."""
        return self._at_creation(self.skill_values)

    def _at_creation(self, values: dict[str, int]) -> dict[str, int]:
        before = self.growth.values.before if self.growth else {}
        return {name: before.get(name, value) for name, value in values.items()}

    @cached_property
    def spent(self) -> int:
        """The points of creation that attributes and skills have taken."""
        values = [*self.created_attributes.values(), *self.created_skills.values()]
        return sum(value for value in values if value > 0)

    @cached_property
    def average(self) -> bool | None:
        """Whether the page says that this is an average person; None where an NPC's page says nothing."""
        said = self.character.details.get("average")
        if isinstance(said, bool):
            return said
        if self.points is not None:
            return self.points == self.rules.points.average
        return False if self.character.kind == "pc" else None

    @property
    def points(self) -> int | None:
        """The points that the character was made with, by the page's own words."""
        return number(self.character.details, "points")

    @cached_property
    def available(self) -> int:
        """The points that creation gives."""
        return self.rules.points.average if self.average else self.rules.points.creation

    @cached_property
    def free(self) -> int:
        """How many points can still be spent: those that are left and that the caps leave room for."""
        left = self.available - self.spent
        return min(left, self._room()) if left > 0 else 0

    def _room(self) -> int:
        """How many more points the caps leave room for."""
        rules = self.rules
        attributes = sum(
            max(0, min(self.caps.get(name, rules.attributes.highest), rules.attributes.highest) - value)
            for name, value in self.created_attributes.items()
        )
        return attributes + sum(self._room_of(kind) for kind in rules.kinds)

    def _room_of(self, kind: str) -> int:
        """What skills of one kind can still rise: so many to the cap, the others to just below it."""
        rules = self.rules
        cap = min(self.stages.get(rules.kinds[kind].stage, rules.highest_skill), rules.highest_skill)
        skills = rules.kinds[kind].skills
        full = sum(cap - (number >= rules.at_cap) for number in range(len(skills)))
        return max(0, full - sum(max(0, self.created_skills.get(skill, 0)) for skill in skills))


#: The checks of this system; each module registers its own.
CHECKS: Checks[Case] = Checks()
check = CHECKS.check
