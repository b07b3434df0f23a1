"""A character before its judge: names as they are meant, values at creation, the profession that fits."""

import re
from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from tontafel.rules import skills
from tontafel.rules.checks import Checks
from tontafel.rules.details import items, number, numbers, text
from tontafel.rules.events import Change, Trace, trace
from tontafel.rules.fhtagn.dice import SURE_ATTRIBUTE
from tontafel.rules.fhtagn.edition import FhtagnRules, SkillFact
from tontafel.rules.fhtagn.fit import Fit, Held, fit
from tontafel.rules.fhtagn.history import AnyEvent, AttributeChanged, Raised, events
from tontafel.rules.fhtagn.professions import Profession
from tontafel.rules.meant import Meant, meaning, values_of
from tontafel.rules.model import Character, Skill, Track
from tontafel.rules.names import fold
from tontafel.rules.skills import titled

_SPECIAL = re.compile(r"\s*(.+?)\s*\((.*)\)\s*")


class Judged(skills.Judged, frozen=True):
    """A skill of the page; only the first of one name and field counts."""

    fact: SkillFact

    @property
    def counts(self) -> bool:
        """Whether this is the first of its name and field, and has a value."""
        return self.earlier is None and self.skill.value is not None

    @property
    def title(self) -> str:
        """The skill with its field, as people write it."""
        return titled(self.meant.name, self.skill.specialisation)


class Gauge(Struct, frozen=True):
    """A track of the page as numbers; None where the page gives none."""

    meant: Meant
    current: int | None
    maximum: int | None


class Case:
    """One character under one campaign's rules. What several checks need is worked out here, once."""

    def __init__(self, character: Character, rules: FhtagnRules) -> None:
        self.character = character
        self.rules = rules

    # Attributes

    @cached_property
    def attributes(self) -> list[tuple[Meant, int]]:
        """The page's attributes in order."""
        return self._named(self.character.attributes, "attributes")

    @cached_property
    def written_current(self) -> list[tuple[Meant, int]]:
        """The attributes that are lower for a while, as the page gives them."""
        return self._named(numbers(self.character.details, "current"), "details", "current")

    @cached_property
    def values(self) -> dict[str, int]:
        """The attributes by short name, as far as the page has them."""
        return values_of(self.attributes)

    @cached_property
    def current(self) -> dict[str, int]:
        """The attributes as tests count them at the moment."""
        lowered = values_of(self.written_current)
        return {name: lowered.get(name, value) for name, value in self.values.items()}

    @cached_property
    def created(self) -> dict[str, int]:
        """The attributes before all that the page records."""
        before = self.changed.before
        return (
            {name: before.get(name, value) for name, value in self.values.items()} if before else self.values
        )

    def _named(self, found: Mapping[str, int], *where: str) -> list[tuple[Meant, int]]:
        known = self.rules.known_attributes
        return [(meaning(name, known, (*where, name)), value) for name, value in found.items()]

    @property
    def is_being(self) -> bool:
        """Whether this is no person: an NPC with an attribute that hardly ever fails (seed 003)."""
        return self.character.kind == "npc" and max(self.values.values(), default=0) >= SURE_ATTRIBUTE

    @property
    def average(self) -> bool:
        """Whether the page says that this is an average person."""
        points = number(self.character.details, "points")
        return self.character.details.get("average") is True or points == self.rules.creation.average

    @property
    def available(self) -> int:
        """The points that attributes are made with."""
        return self.rules.creation.average if self.average else self.rules.creation.points

    # Skills

    @cached_property
    def skills(self) -> list[Judged]:
        """The page's skills in order; what the page calls new or training is known."""
        judged: list[Judged] = []
        first: dict[str, Skill] = {}
        written = {fold(skill.name) for skill in self.character.skills}
        training = {fold(name) for _, name in items(self.character.details, "training")}
        for index, skill in enumerate(self.character.skills):
            new = skill.new or fold(skill.name) in training
            meant = meaning(skill.name, self.rules.known_skills, ("skills", index), written, new=new)
            fact = self.rules.fact(meant.name)
            key = fold(titled(meant.name, skill.specialisation)) if skill.specialisation else meant.key
            nameless = fact.specialised and not skill.specialisation
            judged.append(Judged(meant, skill, None if nameless else first.get(key), fact))
            first.setdefault(key, skill)
        return judged

    @cached_property
    def counted(self) -> list[Judged]:
        """The skills that count and have a value."""
        return [one for one in self.skills if one.counts]

    @cached_property
    def _plain(self) -> dict[str, int]:
        return {one.meant.key: one.skill.value or 0 for one in reversed(self.counted)}

    def base(self, skill: str, depth: int = 2) -> int:
        """The value that everyone has of a skill."""
        return self.percent(self.rules.fact(skill).base, depth)

    def percent(self, base: int | str, depth: int = 2) -> int:
        """A base value: in percent, or that of an attribute or of another skill."""
        if isinstance(base, int):
            return base
        attribute = self.rules.known_attributes.spelled(base)
        if attribute:
            return self.values.get(attribute, 0)
        return self.value(base, depth - 1) if depth else 0

    def value(self, skill: str, depth: int = 2) -> int:
        """A skill's value, the base where the page has none."""
        own = self._plain.get(fold(skill))
        return self.base(skill, depth) if own is None else own

    # Tracks

    @cached_property
    def gauges(self) -> list[Gauge]:
        """The page's tracks in order."""
        return [
            Gauge(meaning(track.name, self.rules.known_tracks, ("tracks", index)), *_numbers(track))
            for index, track in enumerate(self.character.tracks)
        ]

    @cached_property
    def gauge(self) -> dict[str, Gauge]:
        """The tracks by name; of two of one name the first counts."""
        return {one.meant.name: one for one in reversed(self.gauges)}

    @cached_property
    def full(self) -> dict[str, int]:
        """What the attributes make of each track, as far as they are known."""
        return self.rules.derived_from(self.values)

    @cached_property
    def full_at_creation(self) -> dict[str, int]:
        """What they made of it before all that the page records."""
        return self.full if self.created is self.values else self.rules.derived_from(self.created)

    def maxima(self, track: str) -> list[int]:
        """What the maximum of a track may be: by the attributes now or at creation; for stability the cap."""
        found = [full[track] for full in (self.full, self.full_at_creation) if track in full]
        return [*found, self.stability_cap] if found and track == self.rules.stability.track else found

    @cached_property
    def stability_cap(self) -> int:
        """The highest stability there is for someone who knows so much."""
        stability = self.rules.stability
        return stability.ceiling - self.value(stability.lowered_by)

    @cached_property
    def in_play(self) -> bool:
        """Whether the page shows that the character has been played: losses, marks, disorders, a history."""
        details = self.character.details
        lowered = [self._is_lowered(one) for one in self.gauges]
        lived = [details.get(key) for key in ("disorders", "hardened", "shrugged_off", "current")]
        told = any(any(one.values()) if isinstance(one, dict) else one for one in lived)
        return (
            any(lowered)
            or told
            or self.history is not None
            or any(one.marked for one in self.character.skills)
        )

    def _is_lowered(self, gauge: Gauge) -> bool:
        name = gauge.meant.name
        full = self.full_at_creation.get(name) if name in self.rules.derived else gauge.maximum
        counted = name != self.rules.stability.breaking_point
        return counted and gauge.current is not None and full is not None and gauge.current < full

    # Profession

    @cached_property
    def profession(self) -> Meant | None:
        """The profession that the page names, known if any word of it is."""
        written = text(self.character.details, "profession")
        if written is None:
            return None
        known, where, key = self.rules.known_professions, ("details", "profession"), fold(written)
        found = known.meant(written)
        if found:
            return Meant(written, found[0].name, "known", where, key)
        near = known.near(written)
        return Meant(written, near or written, "near" if near else "unknown", where, key)

    @cached_property
    def professions(self) -> list[Profession]:
        """The professions that the page may mean."""
        meant = self.profession
        if meant is None or meant.standing == "unknown":
            return []
        return self.rules.known_professions.meant(meant.written if meant.standing == "known" else meant.name)

    @cached_property
    def fit(self) -> Fit | None:
        """How the skills fit the profession; of several that may be meant, the one that fits best."""
        held = [self._held(index, one) for index, one in enumerate(self.skills) if one.counts]
        fits = [fit(profession, held) for profession in self.professions]
        return min(fits, key=lambda found: len(found.low) + len(found.above)) if fits else None

    def _held(self, index: int, one: Judged) -> Held:
        before, value = self.raised.before, one.skill.value or 0
        value = before.get(fold(one.title), value) if before else value
        return Held(index, one.meant.name, one.skill.specialisation, value, self.percent(one.fact.base))

    @cached_property
    def bonds(self) -> list[tuple[int, str]]:
        """The bonds with their places."""
        return items(self.character.details, "bonds")

    # Growth

    @cached_property
    def history(self) -> list[tuple[int, AnyEvent]] | None:
        """The events that the page records."""
        return events(self.character.details)

    @cached_property
    def raised(self) -> Trace:
        """What the record says of skills, by folded name with field."""
        return trace((place, self.skill_key(one.name), one) for place, one in self._changes(Raised))

    @cached_property
    def changed(self) -> Trace:
        """What the record says of attributes."""
        known = self.rules.known_attributes
        changes = self._changes(AttributeChanged)
        return trace((place, known.spelled(one.name) or one.name, one) for place, one in changes)

    def skill_key(self, written: str) -> str:
        """The folded name of a skill with its field, spelled as the rules do."""
        match = _SPECIAL.fullmatch(written)
        name, special = (match[1], match[2]) if match else (written, None)
        return fold(titled(self.rules.known_skills.spelled(name) or name, special))

    def _changes(self, kind: type[Change]) -> list[tuple[int, Change]]:
        return [(place, one) for place, one in self.history or () if isinstance(one, kind)]


#: The checks of this system; each module registers its own.
CHECKS: Checks[Case] = Checks()
check = CHECKS.check


def _numbers(track: Track) -> tuple[int | None, int | None]:
    """Current and maximum; free boxes count as points left."""
    if isinstance(track.boxes, list):
        return track.boxes.count(False), len(track.boxes)
    current = track.current if isinstance(track.current, int) else None
    return current, track.maximum if isinstance(track.maximum, int) else None
