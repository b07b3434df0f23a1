"""A character before its judge: names as they are meant, skills by row, what the stunts change."""

from collections.abc import Iterator
from functools import cached_property

from tontafel.rules import skills
from tontafel.rules.checks import Checks
from tontafel.rules.inflection import names_thing
from tontafel.rules.meant import Meant, meaning
from tontafel.rules.mesopotamien.edition import MesopotamienRules, StuntRule
from tontafel.rules.mesopotamien.history import AspectAdded, SkillsSwapped, events
from tontafel.rules.model import Character, Skill, Stunt, Track
from tontafel.rules.names import fold
from tontafel.rules.remembered import remembering
from tontafel.rules.span import Path

#: Nobody has so many aspects or stunts; since each is compared with each, only a page's first ones are.
_ENOUGH = 100


class Judged(skills.Judged, frozen=True):
    """A skill of the page; only the first of one name counts, and only with a value on the ladder."""

    @property
    def title(self) -> str:
        """The skill with its specialisation, as people write it."""
        return skills.titled(self.skill.name, self.skill.specialisation)


class Case:
    """One character under one campaign's rules. What several checks need is worked out here, once."""

    def __init__(self, character: Character, rules: MesopotamienRules) -> None:
        self.character = character
        self.rules = rules

    @cached_property
    def skills(self) -> list[Judged]:
        """The page's skills in order."""
        judged: list[Judged] = []
        namesakes: dict[str, list[Skill]] = {}
        written = {fold(skill.name) for skill in self.character.skills}
        for index, skill in enumerate(self.character.skills):
            meant = meaning(skill.name, self.rules.known_skills, ("skills", index), written, new=skill.new)
            before = namesakes.setdefault(meant.key, [])
            earlier = next((one for one in before if _is_same(one, skill)), None) if before else None
            judged.append(Judged(meant, skill, earlier))
            before.append(skill)
        return judged

    @cached_property
    def rows(self) -> dict[int, list[Judged]]:
        """The skills that count on each row of the ladder."""
        rows: dict[int, list[Judged]] = {value: [] for value in self.rules.ladder}
        for judged in self.skills:
            if judged.earlier is None and judged.skill.value in rows:
                rows[judged.skill.value].append(judged)
        return rows

    @cached_property
    def open_slots(self) -> dict[int, int]:
        """Free places on each row that has any; an NPC has none."""
        if self.character.kind == "npc":
            return {}
        free = {value: allowed - len(self.rows[value]) for value, allowed in self.rules.ladder.items()}
        return {value: count for value, count in free.items() if count > 0}

    @cached_property
    def values(self) -> dict[str, int | None]:
        """Each skill's value by its folded name; None where the page gives none."""
        counted = [judged for judged in self.skills if judged.earlier is None]
        return {judged.meant.key: judged.skill.value for judged in reversed(counted)}

    @cached_property
    def values_at_creation(self) -> dict[str, int | None]:
        """The values before the swaps that the page records."""
        values = dict(self.values)
        for event in reversed(events(self.character.details) or []):
            if isinstance(event, SkillsSwapped):
                one, other = map(fold, event.skills)
                unlisted = self.rules.unlisted
                values[one], values[other] = values.get(other, unlisted), values.get(one, unlisted)
        return values

    def value(self, skill: str) -> int | None:
        """A skill's value now, the unlisted one included."""
        return self.values.get(fold(skill), self.rules.unlisted)

    def ever(self, skill: str) -> Iterator[int]:
        """A skill's value now and at creation, where the page gives it: a limit has to hold for one."""
        for values in (self.values, self.values_at_creation):
            value = values.get(fold(skill), self.rules.unlisted)
            if value is not None:
                yield value

    @cached_property
    def aspects(self) -> dict[str, int]:
        """The aspects that count, by folded text, with their place in the list.

        A consequence is an aspect but counts nothing, nor does one that belongs to a thing.
        """
        harms = {fold(consequence.text) for consequence in self.character.consequences}
        found: dict[str, int] = {}
        for index, aspect in enumerate(self.character.aspects):
            key = fold(aspect.text)
            if key not in harms and not self._belongs_to_thing(aspect.text):
                found.setdefault(key, index)
        return found

    def _belongs_to_thing(self, text: str) -> bool:
        return any(names_thing(thing, text) for thing in self._things)

    @cached_property
    def _things(self) -> list[str]:
        """The names of things that have an aspect of their own."""
        things = (stunt.name for _, stunt, rule in self.stunts if rule.aspect == "thing")
        return [name for name in things if name]

    def has_aspect_for(self, thing: str) -> bool:
        """Whether an aspect names this thing."""
        return any(names_thing(thing, aspect.text) for aspect in self.character.aspects[:_ENOUGH])

    @property
    def records_growth(self) -> bool:
        """Whether the page has a history at all."""
        return events(self.character.details) is not None

    @cached_property
    def aspects_accounted_for(self) -> int:
        """Aspects of creation and those that the page records as added."""
        recorded = events(self.character.details) or []
        return self.rules.aspects.creation + sum(isinstance(event, AspectAdded) for event in recorded)

    @cached_property
    def stunts(self) -> list[tuple[int, Stunt, StuntRule]]:
        """The stunts of kinds that the edition has, with their place in the list and their rule."""
        kinds = self.rules.stunts.kinds
        numbered = enumerate(self.character.stunts[:_ENOUGH])
        return [(index, stunt, kinds[stunt.kind]) for index, stunt in numbered if stunt.kind in kinds]

    @cached_property
    def doubtful_skills(self) -> list[Meant]:
        """The skills, on the ladder or in stunts, that are neither on the list nor said to be new."""
        named = [*(judged.meant for judged in self.skills), *self.mentioned_skills]
        return [meant for meant in named if meant.standing in ("near", "unknown")]

    @cached_property
    def mentioned_skills(self) -> list[Meant]:
        """The skills that stunts name."""
        return [
            self.skill(name, ("stunts", index, part))
            for index, stunt in enumerate(self.character.stunts)
            for part, name in (("skill", stunt.skill), ("replaces", stunt.replaces))
            if name
        ]

    def skill(self, name: str, where: Path = ()) -> Meant:
        """Which skill a stunt means: one of the list, or one that the character has."""
        plain = name.partition("(")[0].strip()
        own = self._own_skills.get(fold(plain))
        return meaning(own or plain, self.rules.known_skills, where, new=bool(own))

    @cached_property
    def _own_skills(self) -> dict[str, str]:
        return {judged.meant.key: judged.meant.name for judged in self.skills}

    @cached_property
    def tracks(self) -> list[tuple[Meant, Track]]:
        """The page's tracks in order."""
        written = {fold(track.name) for track in self.character.tracks}
        return [
            (meaning(track.name, self.rules.known_tracks, ("tracks", index), written), track)
            for index, track in enumerate(self.character.tracks)
        ]

    def track(self, name: str, where: Path = ()) -> Meant:
        """Which track a stunt or a consequence means."""
        return meaning(name, self.rules.known_tracks, where)

    def governing(self, track: str) -> str | None:
        """The skill that governs a track, by a stunt or by the rules; None for an unknown track."""
        for stunt, rule in self._changes.get(track, ()):
            if rule.governs and stunt.skill:
                return self.skill(stunt.skill).name
        return self.rules.tracks.governing.get(track)

    def extra_boxes(self, track: str) -> int:
        """The boxes that stunts add to a track."""
        return sum(rule.boxes for _, rule in self._changes.get(track, ()))

    @cached_property
    def _changes(self) -> dict[str, list[tuple[Stunt, StuntRule]]]:
        """The stunts that name a track, by the track."""
        changes: dict[str, list[tuple[Stunt, StuntRule]]] = {}
        for _, stunt, rule in self.stunts:
            if stunt.track:
                changes.setdefault(self.track(stunt.track).name, []).append((stunt, rule))
        return changes

    @remembering
    def boxes(self, track: str) -> int | None:
        """The boxes of a track by the rules, or None where the page does not give what they depend on."""
        governing = self.governing(track)
        value = self.value(governing) if governing and self.character.skills else None
        return None if value is None else self.rules.boxes_at(value) + self.extra_boxes(track)


#: The checks of this system; each module registers its own.
CHECKS: Checks[Case] = Checks()
check = CHECKS.check


def _is_same(one: Skill, other: Skill) -> bool:
    """Whether two skills of one name are one skill: Muse (Leier) and Muse (Gesang) are two."""
    first, second = (fold(skill.specialisation or "") for skill in (one, other))
    return first == second or not first or not second
