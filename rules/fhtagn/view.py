"""What sheets, cards and pages show of a character: attributes, what is left of them, skills, a life."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tontafel.rules.details import is_number, items, number, numbers, text
from tontafel.rules.fhtagn.case import Case, Gauge
from tontafel.rules.fhtagn.derive import Standing, standing
from tontafel.rules.fhtagn.dice import ATTRIBUTE_FACTOR, BREAKDOWN
from tontafel.rules.fhtagn.edition import FhtagnRules
from tontafel.rules.model import Character
from tontafel.rules.names import fold
from tontafel.rules.told import Line, told

#: What one can be hardened against, and how many losses of stability it takes (decided, from the
#: published game).
_HARDSHIPS = ("violence", "helplessness")
_LOSSES = 3
_MOST_LOSSES = 12
#: Bonds of someone without a known profession.
_BONDS = 4


class AttributeView(Struct, frozen=True, kw_only=True):
    """An attribute; `test` is its value in percent at the moment."""

    name: str
    title: str
    value: int | None = None
    current: int | None = None
    test: int | None = None


class GaugeView(Struct, frozen=True, kw_only=True):
    """What is left of something, against its maximum; the breaking point has a current value alone."""

    name: str
    title: str = ""
    current: int | None = None
    maximum: int | None = None
    bounded: bool = True

    @property
    def known(self) -> bool:
        """Whether there is a number at all."""
        return self.current is not None or self.maximum is not None

    @property
    def lowered(self) -> bool:
        """Whether less is left than there could be."""
        return self.current is not None and self.maximum is not None and self.current < self.maximum


class SkillView(Struct, frozen=True, kw_only=True):
    """A skill in percent: `own` where the page has it, else at its base value; None is open.

    `base` is in percent, or the attribute that it equals. `field` tells that the skill exists only with a
    field, which is open where it has no `specialisation`.
    """

    number: int
    name: str
    value: int | None
    own: bool
    base: str = ""
    specialisation: str = ""
    field: bool = False
    new: bool = False
    marked: bool = False


class Bond(Struct, frozen=True, kw_only=True):
    """Someone who matters, and how much."""

    name: str
    value: int | None = None


class Hardship(Struct, frozen=True, kw_only=True):
    """Losses of stability by one cause: those shrugged off so far, and whether they harden no more."""

    kind: str
    losses: list[bool]
    hardened: bool

    @property
    def borne(self) -> bool:
        """Whether there is anything to tell."""
        return self.hardened or any(self.losses)


class View(Struct, frozen=True, kw_only=True):
    """A character as it is shown: everything counted, nothing left to compute.

    Attributes:
        profession: as the page has it.
        attributes: all that there are; of a non-player character those on the page.
        gauges: the derived values, then tracks that only this page has.
        skills: by name; of a non-player character those on the page, else the whole list.
        training, bonds, motivations, disorders, facets, aspects: as on the page.
        open_bonds, open_motivations: the numbers of the lines that stay open.
        hardships: what has been shrugged off.
        exhausted: whether the page says so.
        standing: how willpower stands, None where the page does not say.
        modifier: what low willpower adds to every test.
        spent, available: points of creation.
        history: the rows of the table Verlauf, oldest first.
    """

    profession: str
    attributes: list[AttributeView]
    gauges: list[GaugeView]
    skills: list[SkillView]
    training: list[str]
    bonds: list[Bond]
    open_bonds: list[int]
    motivations: list[str]
    open_motivations: list[int]
    disorders: list[str]
    facets: list[str]
    aspects: list[str]
    hardships: list[Hardship]
    exhausted: bool
    standing: Standing | None
    modifier: int
    spent: int
    available: int
    history: list[Line]


def view(character: Character, rules: FhtagnRules) -> View:
    """Arrange a character; without a name it is a blank sheet, with the whole list of skills."""
    case = Case(character, rules)
    details = character.details
    bonds, motivations = _bonds(character), _texts(character, "motivations")
    willpower = case.gauge.get(rules.willpower.track)
    stands = standing(willpower.current) if willpower else None
    allowed = case.fit.profession.bonds if case.fit else None
    return View(
        profession=text(details, "profession") or "",
        attributes=list(_attributes(case)),
        gauges=list(_gauges(case)),
        skills=_skills(case),
        training=_texts(character, "training"),
        bonds=bonds,
        open_bonds=_open(character, len(bonds), allowed or _BONDS),
        motivations=motivations,
        open_motivations=_open(character, len(motivations), rules.creation.motivations),
        disorders=_texts(character, "disorders"),
        facets=_texts(character, "facets"),
        aspects=[aspect.text for aspect in character.aspects],
        hardships=[_hardship(character, kind) for kind in _HARDSHIPS],
        exhausted=details.get("exhausted") is True,
        standing=stands,
        modifier=BREAKDOWN.value if stands == "breakdown" else 0,
        spent=sum(case.created.values()),
        available=case.available,
        history=told(details),
    )


def _texts(character: Character, key: str) -> list[str]:
    return [title for _, title in items(character.details, key)]


def _open(character: Character, there: int, most: int) -> list[int]:
    """Number the lines that stay open; a non-player character is complete as it is."""
    return list(range(there + 1, most + 1 if character.kind == "pc" else 0))


def _attributes(case: Case) -> Iterator[AttributeView]:
    for name, title in case.rules.attributes.items():
        value, current = case.values.get(name), case.current.get(name)
        if value is None and case.character.kind == "npc":
            continue
        test = None if current is None else current * ATTRIBUTE_FACTOR
        yield AttributeView(name=name, title=title, value=value, current=current, test=test)
    for meant, value in case.attributes:
        if meant.standing == "unknown":
            yield AttributeView(name=meant.written, title="", value=value)


def _gauges(case: Case) -> Iterator[GaugeView]:
    for name, derived in case.rules.derived.items():
        gauge, expected = case.gauge.get(name), case.full.get(name)
        if gauge is None and expected is None and case.character.kind == "npc":
            continue
        yield _gauge(case, name, derived.word, gauge, expected)
    for one in case.gauges:
        if one.meant.standing == "unknown":
            yield GaugeView(name=one.meant.written, current=one.current, maximum=one.maximum)


def _gauge(case: Case, name: str, title: str, gauge: Gauge | None, expected: int | None) -> GaugeView:
    """Take what the page says, and where it says nothing what the attributes make."""
    current, maximum = (gauge.current, gauge.maximum) if gauge else (None, None)
    if name == case.rules.stability.breaking_point:
        value = maximum if current is None else current
        return GaugeView(name=name, title=title, current=expected if value is None else value, bounded=False)
    return GaugeView(
        name=name, title=title, current=current, maximum=expected if maximum is None else maximum
    )


def _skills(case: Case) -> list[SkillView]:
    """The page's skills and the rest of the list, by name."""
    found = [*_own_skills(case), *(_other_skills(case) if case.character.kind == "pc" else ())]
    ordered = sorted(found, key=lambda skill: (fold(skill.name), fold(skill.specialisation)))
    return [replace(skill, number=number) for number, skill in enumerate(ordered, 1)]


def _own_skills(case: Case) -> Iterator[SkillView]:
    for one in case.skills:
        yield SkillView(
            number=0,
            name=one.meant.name,
            value=one.skill.value,
            own=True,
            specialisation=one.skill.specialisation or "",
            field=one.fact.specialised,
            new=one.skill.new,
            marked=one.skill.marked,
        )


def _other_skills(case: Case) -> Iterator[SkillView]:
    """Those that the page does not have; one that needs a field has more than one line on a blank sheet."""
    blank = not case.character.name
    there = {one.meant.key for one in case.skills}
    for name in case.rules.skills.names():
        fact = case.rules.fact(name)
        if fold(name) in there:
            continue
        value = None if blank or fact.specialised else case.base(name)
        base = str(fact.base) if fact.base in case.rules.attributes or is_number(fact.base) else ""
        for _ in range(2 if blank and fact.specialised else 1):
            yield SkillView(number=0, name=name, value=value, own=False, base=base, field=fact.specialised)


def _bonds(character: Character) -> list[Bond]:
    listed = character.details.get("bonds")
    entries = listed if isinstance(listed, list) else []
    values = [number(one, "value") if isinstance(one, dict) else None for one in entries]
    return [Bond(name=name, value=values[place]) for place, name in items(character.details, "bonds")]


def _hardship(character: Character, kind: str) -> Hardship:
    lost = max(0, min(numbers(character.details, "shrugged_off").get(kind, 0), _MOST_LOSSES))
    hardened = character.details.get("hardened")
    return Hardship(
        kind=kind,
        losses=[place < lost for place in range(max(_LOSSES, lost))],
        hardened=isinstance(hardened, dict) and hardened.get(kind) is True,
    )
