"""A legal character by chance, complete to the last box, from the words of `names.toml`."""

from collections.abc import Callable, Iterator
from functools import cache

from msgspec import Struct, toml
from msgspec.structs import replace

from tontafel.rules.chance import gendered, pick, shuffled
from tontafel.rules.mesopotamien.case import Case
from tontafel.rules.mesopotamien.edition import FOLDER, MesopotamienRules, StuntRule
from tontafel.rules.model import Aspect, Character, Skill, Stunt, StuntKind, Track
from tontafel.rules.names import fold
from tontafel.rules.outcome import Rng
from tontafel.rules.system import Strength


class Culture(Struct, frozen=True):
    """Where people come from and what they are called there."""

    men: tuple[str, ...]
    women: tuple[str, ...]
    homes: tuple[str, ...]


class Bynames(Struct, frozen=True):
    """What tells two of one name apart: the home, the father, or what people say."""

    home: str
    child: str
    said: tuple[str, ...]


class Average(Struct, frozen=True):
    """How much less an average person has; see the comment in `names.toml`."""

    lower: int
    aspects: int
    stunts: int


class Stock(Struct, frozen=True, kw_only=True):
    """The tables of `names.toml`."""

    cultures: dict[str, Culture]
    bynames: Bynames
    aspects: dict[str, tuple[str, ...]]
    specialisations: dict[str, tuple[str, ...]]
    skills: dict[str, tuple[str, ...]]
    stunts: dict[str, tuple[str, ...]]
    things: dict[str, str]
    artifacts: dict[str, str]
    causes: dict[str, tuple[str, ...]]
    average: Average


class Frame(Struct, frozen=True):
    """How much of everything a character gets."""

    ladder: dict[int, int]
    aspects: int
    stunts: int


@cache
def stock() -> Stock:
    """The tables, read when they are first asked for."""
    return toml.decode((FOLDER / "names.toml").read_bytes(), type=Stock)


def generate(rng: Rng, rules: MesopotamienRules, strength: Strength = "pc") -> Character:
    """An NPC by chance, in the campaign's skills.

    Args:
        rng: the dice.
        rules: the campaign's.
        strength: "pc" is complete like a player character: read as one, no check finds anything.
            "average" has lower skills, fewer aspects and one stunt.
    """
    frame = _frame(rules, strength)
    woman = rng.randint(0, 1) == 1
    aspects = _aspects(rng, frame.aspects, woman)
    character = Character(
        name=_name(rng, woman),
        system=FOLDER.name,
        edition=rules.edition,
        kind="npc",
        skills=_skills(rng, rules, frame.ladder),
    )
    stunts, named = _Maker(rng, rules, character).stunts(frame.stunts, may_name=bool(aspects))
    texts = [*aspects[: len(aspects) - len(named)], *named]
    character = replace(character, aspects=[Aspect(text) for text in texts], stunts=stunts)
    case = Case(character, rules)
    tracks = [Track(name=name, boxes=[False] * (case.boxes(name) or 0)) for name in rules.tracks.governing]
    points = rules.refresh.points(len(case.aspects))
    return replace(character, tracks=tracks, details={"fate_points": points})


def _frame(rules: MesopotamienRules, strength: Strength) -> Frame:
    rows = sorted(rules.ladder, reverse=True)
    counts = [rules.ladder[row] for row in rows]
    if strength == "pc":
        return Frame(rules.ladder, rules.aspects.creation, rules.stunts.count)
    average = stock().average
    lower = rows[average.lower :] or rows[-1:]
    return Frame(
        dict(zip(lower, counts, strict=False)),
        min(average.aspects, rules.aspects.creation),
        min(average.stunts, rules.stunts.count),
    )


# Names and aspects


def _name(rng: Rng, woman: bool) -> str:
    culture = pick(rng, tuple(stock().cultures.values()))
    bynames = stock().bynames
    pattern = pick(rng, (bynames.home, bynames.child, pick(rng, bynames.said)))
    given = pick(rng, culture.women if woman else culture.men)
    father = pick(rng, [name for name in culture.men if name != given])
    return gendered(pattern, woman).format(name=given, home=pick(rng, culture.homes), father=father)


def _aspects(rng: Rng, count: int, woman: bool) -> list[str]:
    """Aspects in the order of their origins, as evenly from each as the number allows."""
    origins = [shuffled(rng, texts) for texts in stock().aspects.values()]
    share, more = divmod(count, len(origins))
    favoured = shuffled(rng, range(len(origins)))[:more]
    chosen = [texts[: share + (place in favoured)] for place, texts in enumerate(origins)]
    return [gendered(text, woman) for texts in chosen for text in texts]


# Skills


def _skills(rng: Rng, rules: MesopotamienRules, ladder: dict[int, int]) -> list[Skill]:
    """Every row of the ladder filled, from the top."""
    listed = {fold(name): name for name in [*rules.skills.names(), *rules.tracks.governing.values()]}
    names = shuffled(rng, listed.values())
    if len(names) < sum(ladder.values()):
        names += shuffled(rng, (name for name in stock().skills["new"] if _is_new(rules, name)))
    drawn = iter(names)
    found = []
    for row in sorted(ladder, reverse=True):
        for _, name in zip(range(ladder[row]), drawn, strict=False):
            found.append(_skill(rng, name, row, new=fold(name) not in listed))
    return found


def _is_new(rules: MesopotamienRules, name: str) -> bool:
    return not rules.known_skills.spelled(name)


def _skill(rng: Rng, name: str, value: int, *, new: bool) -> Skill:
    kinds = stock().specialisations.get(name)
    return Skill(name=name, value=value, specialisation=pick(rng, kinds) if kinds else None, new=new)


# Stunts


class _Maker:
    """Makes stunts for one character that keep the conditions of their kinds."""

    def __init__(self, rng: Rng, rules: MesopotamienRules, character: Character) -> None:
        self._rng = rng
        self._rules = rules
        self._values = {skill.name: skill.value or 0 for skill in character.skills}
        self._things = iter(shuffled(rng, stock().things))
        self._artifacts = iter(shuffled(rng, stock().artifacts))
        self._tracks = iter(shuffled(rng, rules.tracks.governing))
        self._free = shuffled(rng, self._values)

    def stunts(self, count: int, *, may_name: bool) -> tuple[list[Stunt], list[str]]:
        """So many stunts, each of a new kind as long as there is one, and the aspects that name things."""
        made: list[Stunt] = []
        named: list[str] = []
        for kind in self._kinds(may_name):
            if len(made) == count:
                break
            stunt = self._make(kind)
            if stunt:
                made.append(stunt)
                if self._rules.stunts.kinds[kind].aspect == "character" and stunt.name:
                    named.append(stock().artifacts[stunt.name])
        return made, named

    def _kinds(self, may_name: bool) -> Iterator[StuntKind]:
        """The kinds in some order, then again what can be had more than once."""
        rules = self._rules.stunts.kinds
        kinds = [kind for kind in shuffled(self._rng, rules) if may_name or rules[kind].aspect != "character"]
        plain = [kind for kind in kinds if rules[kind].aspect != "character"]
        yield from kinds  # type: ignore[misc]
        for _ in range(self._rules.stunts.count):
            yield from plain  # type: ignore[misc]

    def _make(self, kind: StuntKind) -> Stunt | None:
        """A stunt of this kind, or None where nothing is left that it could be made of."""
        rule, texts = self._rules.stunts.kinds[kind], stock().stunts.get(kind)
        parts = self._parts(kind, rule)
        if parts is None or not texts:
            return None
        text = pick(self._rng, texts).format(**parts)
        known = {key: parts.get(key) for key in ("name", "skill", "replaces", "track")}
        return Stunt(kind=kind, text=text, **known)

    def _parts(self, kind: str, rule: StuntRule) -> dict[str, str] | None:
        """What the kind has to name, and what its texts tell besides."""
        find = _PARTS.get(kind)
        return find(self, rule) if find else None

    def item(self, _: StuntRule) -> dict[str, str] | None:
        """A thing and what is true of it."""
        name = next(self._things, None)
        return {"name": name, "trait": stock().things[name]} if name else None

    def artifact(self, _: StuntRule) -> dict[str, str] | None:
        """A named thing and what it is for."""
        name = next(self._artifacts, None)
        return {"name": name, "cause": pick(self._rng, stock().causes["what"])} if name else None

    def extra_box(self, _: StuntRule) -> dict[str, str] | None:
        """A track that no other stunt is about."""
        track = next(self._tracks, None)
        return {"track": track} if track else None

    def track_skill(self, _: StuntRule) -> dict[str, str] | None:
        """A track that no other stunt is about, and a skill that governs it better."""
        track = next(self._tracks, None)
        governing = self._rules.tracks.governing.get(track or "")
        usual = self._values.get(governing or "", self._rules.unlisted)
        skill = self._take(lambda value: value > usual)
        return {"track": track, "skill": skill} if track and skill else None

    def any_skill(self, rule: StuntRule) -> dict[str, str] | None:
        """A skill as high as the kind asks, and no higher than companions can use it."""
        least = self._rules.unlisted if rule.minimum is None else rule.minimum
        most = max(self._rules.ladder) if rule.companions is None else rule.companions
        skill = self._take(lambda value: least <= value <= most)
        return {"skill": skill} if skill else None

    def substitute(self, rule: StuntRule) -> dict[str, str] | None:
        """A skill within the kind's limits, and a higher one in its place."""
        lowest, highest = rule.replaces or (self._rules.unlisted, max(self._rules.ladder))
        replaces = self._take(lambda value: lowest <= value <= highest)
        if replaces is None:
            return None
        skill = self._take(lambda value: value > self._values[replaces])
        return {"skill": skill, "replaces": replaces} if skill else None

    def _take(self, suits: Callable[[int], bool]) -> str | None:
        """The next skill whose value suits; no other stunt is about it."""
        found = next((name for name in self._free if suits(self._values[name])), None)
        if found is not None:
            self._free.remove(found)
        return found


_PARTS: dict[str, Callable[[_Maker, StuntRule], dict[str, str] | None]] = {
    "talent": _Maker.any_skill,
    "item": _Maker.item,
    "artifact": _Maker.artifact,
    "substitute": _Maker.substitute,
    "substitute_for_others": _Maker.any_skill,
    "bonus_for_others": _Maker.any_skill,
    "extra_box": _Maker.extra_box,
    "track_skill": _Maker.track_skill,
}
