"""What sheets, cards and pages show of a character: attributes with wounds, skills by kind, ways to fight."""

from collections.abc import Iterator

from msgspec import Struct

from tontafel.rules.details import number
from tontafel.rules.model import Character, Skill
from tontafel.rules.skills import Judged
from tontafel.rules.tarua.case import Case
from tontafel.rules.tarua.derive import Standing, standing
from tontafel.rules.tarua.dice import FAVOURABLE_STAGE
from tontafel.rules.tarua.edition import Defence, TaruaRules
from tontafel.rules.told import Line, told


class Box(Struct, frozen=True):
    """A point of an attribute: lost or not, or one that it can only grow to `later`."""

    lost: bool
    later: bool = False


class AttributeView(Struct, frozen=True, kw_only=True):
    """An attribute: None where the page, or the people, says nothing."""

    name: str
    value: int | None = None
    current: int | None = None
    cap: int | None = None
    boxes: list[Box] = []

    @property
    def wounded(self) -> bool:
        """Whether points are lost."""
        return self.current != self.value


class SkillView(Struct, frozen=True, kw_only=True):
    """A skill; one without a value stays open."""

    number: int
    name: str
    value: int | None = None
    specialisation: str = ""
    new: bool = False


class KindView(Struct, frozen=True, kw_only=True):
    """Skills of one kind under the stage that caps them; `favourable` tells how it deals the dice.

    `word` is the edition's for the kind.
    """

    id: str
    word: str
    stage: str
    cap: int | None
    favourable: bool | None
    skills: list[SkillView]


class Roll(Struct, frozen=True):
    """What is rolled against: an attribute and a skill, with their values now; a skill of 0 is none."""

    attribute: str
    value: int | None
    skill: str
    skill_value: int


class AttackView(Struct, frozen=True, kw_only=True):
    """A way to attack: both sides' tests, what it hurts with and what resists that."""

    name: str
    attack: Roll
    defence: Roll
    damage: str
    damage_value: int | None
    resisted: str


class View(Struct, frozen=True, kw_only=True):
    """A character as it is shown: everything counted, nothing left to compute.

    Attributes:
        people: its name, empty where the page has none.
        physical, mental: the attributes; of a non-player character those on the page.
        kinds: the skills by kind, likewise; `others` are attributes and skills of no kind, and second ones
            of a name.
        actions, initiative: by current values, None where the page has none; their attributes by name
            are `actions_from` and `initiative_from`.
        attacks: the ways to attack; of a non-player character those that it has a skill for.
        standing: how it is doing.
        spent, available: points of creation.
        average: an average person.
        development_points: those not yet spent, None where the page says nothing.
        aspects: their texts.
        history: the rows of the table Verlauf, oldest first.
    """

    people: str
    physical: list[AttributeView]
    mental: list[AttributeView]
    kinds: list[KindView]
    others: list[SkillView]
    actions: int | None
    actions_from: str
    initiative: int | None
    initiative_from: str
    attacks: list[AttackView]
    standing: Standing
    spent: int
    available: int
    average: bool
    development_points: int | None
    aspects: list[str]
    history: list[Line]


def view(character: Character, rules: TaruaRules) -> View:
    """Arrange a character; without a name it is a blank sheet, on which everything is open."""
    case = Case(character, rules)
    conflict = rules.conflict
    return View(
        people=case.people.name if case.people else "",
        physical=list(_attributes(case, rules.attributes.physical)),
        mental=list(_attributes(case, rules.attributes.mental)),
        kinds=list(_kinds(case)),
        others=list(_others(case)),
        actions=case.current.get(conflict.actions),
        actions_from=conflict.actions,
        initiative=case.current.get(conflict.initiative),
        initiative_from=conflict.initiative,
        attacks=list(_attacks(case)),
        standing=standing(case.current, rules),
        spent=case.spent,
        available=case.available,
        average=case.average is True,
        development_points=number(character.details, "development_points"),
        aspects=[aspect.text for aspect in character.aspects],
        history=told(character.details),
    )


def _attributes(case: Case, names: tuple[str, ...]) -> Iterator[AttributeView]:
    """Give the attributes; of a non-player character those on the page."""
    for name in names:
        if name in case.values or case.character.kind == "pc":
            yield _attribute(case, name)


def _attribute(case: Case, name: str) -> AttributeView:
    value, current = case.values.get(name), case.current.get(name)
    cap = case.caps.get(name)
    highest = case.rules.attributes.highest
    lost = max(0, min((value or 0) - (current or 0), highest))
    there = min(highest, max(0, value or 0))
    boxes = [Box(lost=box < lost) for box in range(there)]
    if case.character.kind == "pc":
        boxes += [Box(lost=False, later=bool(case.character.name))] * (min(cap or highest, highest) - there)
    return AttributeView(name=name, value=value, current=current, cap=cap, boxes=boxes)


def _kinds(case: Case) -> Iterator[KindView]:
    for name, kind in case.rules.kinds.items():
        found = {one.meant.key: one for one in case.of_kind(name)}
        skills = [_skill(number, one) for number, one in enumerate(_listed(case, kind.skills, found), 1)]
        if not skills and case.character.kind == "npc":
            continue
        cap = case.stages.get(kind.stage)
        yield KindView(
            id=name,
            word=kind.word,
            stage=kind.stage,
            cap=cap,
            favourable=None if cap is None else cap >= FAVOURABLE_STAGE,
            skills=skills,
        )


def _listed(case: Case, names: tuple[str, ...], found: dict[str, Judged]) -> Iterator[Judged | str]:
    """Give the skills of a kind in the rules' order; a non-player character has only its own."""
    by_name = {one.meant.name: one for one in found.values()}
    for name in names:
        one = by_name.get(name)
        if one is not None and (one.skill.value or case.character.kind == "pc"):
            yield one
        elif case.character.kind == "pc":
            yield name


def _skill(number: int, one: Judged | str) -> SkillView:
    if isinstance(one, str):
        return SkillView(number=number, name=one)
    return _shown(number, one.meant.name, one.skill)


def _shown(number: int, name: str, skill: Skill) -> SkillView:
    special = skill.specialisation or ""
    return SkillView(number=number, name=name, value=skill.value, specialisation=special, new=skill.new)


def _others(case: Case) -> Iterator[SkillView]:
    number = 0
    for meant, value in case.attributes:
        if meant.standing == "unknown":
            number += 1
            yield SkillView(number=number, name=meant.written, value=value)
    for one in case.skills:
        if one.earlier is not None or case.rules.kind_of(one.meant.name) is None:
            number += 1
            yield _shown(number, one.skill.name, one.skill)


def _attacks(case: Case) -> Iterator[AttackView]:
    for way in case.rules.conflict.attacks.values():
        if case.character.kind == "npc" and not case.skill_values.get(way.skill):
            continue
        yield AttackView(
            name=way.word,
            attack=_roll(case, Defence(way.attribute, way.skill)),
            defence=_roll(case, way.defence),
            damage=way.damage,
            damage_value=case.current.get(way.damage),
            resisted=way.resisted,
        )


def _roll(case: Case, roll: Defence) -> Roll:
    return Roll(
        roll.attribute, case.current.get(roll.attribute), roll.skill, case.skill_values.get(roll.skill, 0)
    )
