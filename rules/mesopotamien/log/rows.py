"""The rows of a conflict's record: who rolls against whom, as far as the cells tell."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tontafel.rules.mesopotamien.conflict import Fighter, enter
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.mesopotamien.log.cells import (
    Dice,
    Harm,
    Outcome,
    Use,
    by_role,
    names_in,
    numbers_in,
    read_dice,
    read_harms,
    read_outcome,
    read_uses,
    words,
)
from tontafel.rules.model import Character
from tontafel.rules.names import Names, fold
from tontafel.rules.rounds import People, read_round

Row = Mapping[str, str]


class Entry(Struct, frozen=True, kw_only=True):
    """A row as understood.

    Attributes:
        place: its place in the table, from 0.
        heads: role → the column as it is headed.
        who, skill, value, dice: the roll; the value where the row says it.
        opponent, their_skill, their_dice: what it goes against, as far as the row says.
        difficulty: whether it goes against a difficulty.
        manoeuvre: the aspect that it makes, if it is a manoeuvre.
        track: the track that is named, or nothing.
        guarded: the track whose governing skill the opponent defends with, or nothing.
    """

    place: int
    heads: dict[str, str]
    round: int
    who: str
    skill: str = ""
    value: int | None = None
    dice: Dice = Dice()
    opponent: str = ""
    their_skill: str = ""
    their_dice: Dice = Dice()
    difficulty: bool = False
    manoeuvre: str | None = None
    track: str = ""
    guarded: str = ""
    uses: list[Use] = []
    outcome: Outcome = Outcome()
    harms: list[Harm] = []
    result: str = ""


class Cast:
    """Who takes part: the characters given, and strangers that only the record knows."""

    def __init__(self, characters: Iterable[Character], rules: MesopotamienRules) -> None:
        self._characters = list(characters)
        self._people = People(self._characters)
        self._rules = rules
        self._entered: dict[str, Character | None] = {}
        self._called: dict[str, str] = {}

    def enter(self, written: str) -> str:
        """The name of whoever is called so, from now on taking part."""
        character = self._people.called(written)
        name = character.name if character else self._called.get(fold(written), written)
        self._entered.setdefault(name, character)
        return self._called.setdefault(fold(written), name)

    def find(self, written: str) -> str:
        """The name of whoever takes part and is called so, or nothing."""
        name = self.knows(written)
        return name if name in self._entered else ""

    def knows(self, written: str) -> str:
        """The name of whoever is called so, taking part or not, or nothing."""
        character = self._people.called(written)
        return self._called.get(fold(written)) or (character.name if character else "")

    def is_skill(self, written: str) -> bool:
        """Whether this is a skill of the campaign or of one of the characters."""
        plain = fold(written.partition("(")[0])
        own = any(fold(skill.name) == plain for one in self._characters for skill in one.skills)
        return own or self._rules.known_skills.spelled(written) is not None

    def track(self, written: str) -> str:
        """The track of that name, or nothing."""
        return self._rules.known_tracks.spelled(written) or ""

    def guarded(self, name: str, skill: str) -> str:
        """The track that somebody defends with this skill since it governs that, or nothing."""
        character = self._entered.get(name)
        governed = Names(self._rules.tracks.governing.values()).spelled(skill) if character else None
        own = {self.track(track.name) for track in character.tracks} if character else set()
        tracks = self._rules.tracks.governing.items()
        return next((track for track, skill in tracks if skill == governed and track in own), "")

    @property
    def names(self) -> list[str]:
        """Everyone who takes part."""
        return list(self._entered)

    def is_stranger(self, name: str) -> bool:
        """Whether only the record knows this fighter."""
        return self._entered.get(name) is None

    def fighters(self) -> list[Fighter]:
        """All who take part; players' characters against the others, or each for themselves."""
        kinds = {name: one.kind if one else "npc" for name, one in self._entered.items()}
        sides = kinds if len(set(kinds.values())) > 1 else {name: name for name in kinds}
        return [self._fighter(name, one, sides[name]) for name, one in self._entered.items()]

    def _fighter(self, name: str, character: Character | None, side: str) -> Fighter:
        """With the points of the start of an evening, since the page tells those of today."""
        if character is None:
            return Fighter(name=name, side=side, unlisted=self._rules.unlisted)
        fighter = enter(character, self._rules, side)
        if character.kind == "npc":
            return fighter
        points = self._rules.refresh.points(len(fighter.aspects))
        return replace(fighter, fate_points=max(points, fighter.fate_points))


def assemble(rows: Sequence[Row], characters: Iterable[Character], rules: MesopotamienRules) -> Cast:
    """Everyone whom the rows name: whoever acts, then whoever is only acted against."""
    cast = Cast(characters, rules)
    for row in rows:
        who = _cells(row).get("who", "")
        if not words().empty(who):
            cast.enter(who.strip())
    for row in rows:
        pieces = names_in(_cells(row).get("against", ""))
        named = _divide(pieces, cast)[0]
        if named or (pieces and not _says_no_name(pieces[0], cast)):
            cast.enter(named or pieces[0])
    return cast


def _says_no_name(piece: str, cast: Cast) -> bool:
    phrases = ("difficulty", "manoeuvre", "none", "nothing")
    return cast.is_skill(piece) or bool(cast.track(piece)) or any(words().says(one, piece) for one in phrases)


def _divide(pieces: list[str], cast: Cast) -> tuple[str, list[str]]:
    """The fighter that a cell names, and what else it says; `Stier Ausweichen` needs no comma."""
    for place, piece in enumerate(pieces):
        said = piece.split()
        for length in range(len(said), 0, -1):
            fighter = cast.knows(" ".join(said[:length]))
            if fighter:
                rest = [*pieces[:place], " ".join(said[length:]), *pieces[place + 1 :]]
                return fighter, [one for one in rest if one]
    return "", pieces


def entries(rows: Sequence[Row], cast: Cast, aspects: Iterable[str]) -> Iterator[Entry]:
    """The rows that say anything; one without a round or a name has those of the row before."""
    number, who = 0, ""
    known = list(aspects)
    for place, row in enumerate(rows):
        cells = _cells(row)
        if all(words().empty(cell) for cell in cells.values()):
            continue
        number = read_round(cells.get("round", "")) or number or 1
        who = cast.find(cells.get("who", "").strip()) or who
        entry = Entry(place=place, heads=by_role(row), round=number, who=who)
        yield _with_opponent(_with_roll(_with_rest(entry, cells, cast, known), cells), cells, cast)


def _cells(row: Row) -> dict[str, str]:
    return {role: row[column] for role, column in by_role(row).items()}


def _with_rest(entry: Entry, cells: Mapping[str, str], cast: Cast, known: list[str]) -> Entry:
    result, harms = cells.get("result", ""), cells.get("consequence", "")
    told = (words().around("manoeuvre", cell) for cell in cells.values())
    made = next((behind.strip(" :()„“\"'") for _, behind in filter(None, told)), None)
    tracks = (cast.track(word) for cell in (result, harms, cells.get("against", "")) for word in cell.split())
    return replace(
        entry,
        manoeuvre=made,
        track=next(filter(None, tracks), ""),
        uses=read_uses(cells.get("aspect", ""), known, cast.names),
        outcome=read_outcome(result),
        harms=read_harms(harms),
        result=result,
    )


def _with_roll(entry: Entry, cells: Mapping[str, str]) -> Entry:
    cell = cells.get("skill", "")
    value = read_dice(numbers_in(cell)).falls
    return replace(
        entry,
        skill="" if words().empty(cell) else _without_numbers(cell),
        value=value[0] if value else None,
        dice=read_dice(cells.get("roll", "")),
    )


def _without_numbers(cell: str) -> str:
    """`Ringen +5` and `Ringen (5)` are Ringen, `Muse (Leier) 2` is Muse (Leier)."""
    kept = cell if not numbers_in(cell) else cell.translate(str.maketrans("", "", "0123456789+-−"))
    return kept.replace("()", " ").replace("( )", " ").strip(" :,")


def _with_opponent(entry: Entry, cells: Mapping[str, str], cast: Cast) -> Entry:
    against = cells.get("against", "")
    opponent, said = _divide(names_in(against), cast)
    difficulty = words().says("difficulty", against)
    skills = [piece for piece in said if not _says_no_name(piece, cast) or cast.is_skill(piece)]
    their_skill = skills[0] if skills and not difficulty else ""
    return replace(
        entry,
        opponent="" if opponent == entry.who else opponent,
        their_skill=their_skill,
        guarded=cast.guarded(opponent, their_skill),
        their_dice=read_dice(numbers_in(against)),
        difficulty=difficulty,
    )
