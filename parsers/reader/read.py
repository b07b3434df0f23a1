"""The reader: a page in, its characters and tables out."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.again import Readings
from tontafel.parsers.reader.aspects import read_aspects
from tontafel.parsers.reader.boxes import FREE, MARKED, has_box
from tontafel.parsers.reader.build import Builder, Read, prose_note, unread_rows
from tontafel.parsers.reader.claims import WEAK, Claim, carrier, chosen
from tontafel.parsers.reader.columns import bearer, read_columns
from tontafel.parsers.reader.consequences import read_consequences
from tontafel.parsers.reader.described import read_figures, read_flags, read_texts, read_told
from tontafel.parsers.reader.drafts import VALUED, Draft, Reading, believed, by_headings, hand_out, respelled
from tontafel.parsers.reader.flat import plain
from tontafel.parsers.reader.lexicon import NOBODY, Lexicon, Titles, lexicon
from tontafel.parsers.reader.listing import read_lists
from tontafel.parsers.reader.logs import Log, logs, without
from tontafel.parsers.reader.outline import Outline
from tontafel.parsers.reader.owners import owned
from tontafel.parsers.reader.patterns import TELLING
from tontafel.parsers.reader.percent import in_signs
from tontafel.parsers.reader.prose import whose
from tontafel.parsers.reader.prose.plain_stats import unnamed_boxes
from tontafel.parsers.reader.prose.stats import StatLine, about, antecedent, stat_lines
from tontafel.parsers.reader.records import read_details, read_history
from tontafel.parsers.reader.rule_pages import read_tables
from tontafel.parsers.reader.sentences import title_words, up_to
from tontafel.parsers.reader.silent import is_silent
from tontafel.parsers.reader.skills import read_skills
from tontafel.parsers.reader.stunts import read_stunts
from tontafel.parsers.reader.titles import best_name, clean, introduced, is_group, mentions, titled
from tontafel.parsers.reader.tracks import read_tracks
from tontafel.parsers.reader.units import Unit
from tontafel.parsers.reader.worded import read_worded
from tontafel.parsers.tree import Document, Heading, Table
from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.model import Kind
from tontafel.rules.names import fold
from tontafel.rules.tables import KINDS
from tontafel.rules.tables import Table as RuleTable
from tontafel.rules.vocabulary import Vocabulary


class Marks(Struct, frozen=True, kw_only=True):
    """What tags, settings and the campaign's other pages say of a page.

    Attributes:
        character: the page is a character's, whatever is on it.
        kind: whose: `npc`, or None where nobody says.
        rules: the page holds rules; characters on it are examples.
        edition: the edition that the campaign plays.
        skills, tracks: the names on the campaign's rules pages; they are spelled like this.
        ladder: value → how many skills, to count open slots; empty: only those that the page mentions.
        choices: key of details → the names that the rules have for it, such as the campaign's peoples.
        kinds: the kinds of table that the system takes (`System.tables`).
    """

    character: bool = False
    kind: Kind | None = None
    rules: bool = False
    edition: str = ""
    skills: tuple[str, ...] = ()
    tracks: tuple[str, ...] = ()
    ladder: Mapping[int, int] = {}
    choices: Mapping[str, tuple[str, ...]] = {}
    kinds: tuple[type[RuleTable], ...] = KINDS


class Result(Struct, frozen=True, kw_only=True):
    """What a page holds: characters in the page's order, tables for the rules, records, and findings.

    The diagnostics have a `span` and the character's name; the page is for the caller to fill in.
    """

    characters: list[Read] = []
    tables: list[RuleTable] = []
    logs: list[Log] = []
    diagnostics: list[Diagnostic] = []


#: Nothing; most pages hold neither a character nor rules.
NOTHING = Result()
_SIGNS = tuple(FREE + MARKED)
_BRACKETS = expression(r"\[[ xX×_]?\]")
#: A list of values: `5, Bogen 4`. That each begins with what seldom stands is what makes it quick.
_VALUES = (
    expression(r", (?<=[0-9], )[^\W\d_]+:? [0-9]"),
    expression(r"; (?<=[0-9]; )[^\W\d_]+:? [0-9]"),
    expression(r"%[,;] (?:(?<=[0-9]%[,;] )|(?<=[0-9] %[,;] ))[A-ZÄÖÜ][^\W\d_]* [0-9]"),
    expression(r"\n(?=[a-zäöü])[^\W\d_]{2,}[:=]? [0-9]{1,3}[ %\r]*\n"),
)
#: Rows that begin with their values: `+5 Ringen` above `+4 Bogen`.
_SIGNED = expression(r"\+[0-9][: ]+[^\W\d][^\n]*\n\+[0-9][: ]+[^\W\d]")
_WORD = expression(r"[^\W\d_]{2,}")
#: A page of what happened on a day; it is no character's.
_DATED = expression(r"\d{4}-\d{2}-\d{2}")
_FIRST_ROWS, _FIRST_LINE = 4, 60
_FIRST_NAME = expression(r"[,;(]")
_LONGEST_TITLE = 80

#: Looks at a unit, knows the words and by which words sentences speak of the page's character.
Recogniser = Callable[[Unit, Lexicon, Titles], Iterator[Claim]]

#: Which recognisers look at units below which heading; the order decides between equally sure claims.
EVERYWHERE: tuple[Recogniser, ...] = (
    read_details, read_tracks, read_consequences, read_stunts, read_skills, read_worded, read_aspects,
)  # fmt: skip
RECOGNISERS: dict[str, tuple[Recogniser, ...]] = {
    "aspects": (read_details, read_consequences, read_stunts, read_aspects),
    "skills": (read_details, read_tracks, read_consequences, read_skills, read_worded),
    "tracks": (read_details, read_tracks, read_consequences, read_skills, read_aspects),
    "stunts": (read_details, read_stunts),
    "consequences": (read_consequences,),
    "history": (read_history,),
}


@lru_cache(maxsize=64)
def _readings(words: Lexicon) -> Readings:
    """What is known of units that stand on several pages."""
    del words
    return Readings()


@lru_cache(maxsize=64)
def recognisers(words: Lexicon) -> dict[str, tuple[Recogniser, ...]]:
    """Which recognisers look at units of which section; `""` is any section that is not named."""
    vocabulary = words.vocabulary
    needed: dict[Recogniser, object] = {
        read_consequences: vocabulary.consequences,
        read_stunts: vocabulary.stunts,
        read_tracks: vocabulary.tracks,
    }
    extra: tuple[Recogniser, ...] = (
        *((read_flags,) if vocabulary.flags else ()),
        *((read_told,) if vocabulary.told else ()),
    )
    found = {"": EVERYWHERE + extra, **RECOGNISERS}
    found["skills"] += extra
    found["tracks"] += extra
    found |= dict.fromkeys(vocabulary.labels, (read_figures, read_flags))
    found |= dict.fromkeys((key for key in vocabulary.labels if key not in vocabulary.bound), found[""])
    found |= dict.fromkeys(vocabulary.flags, (read_flags,))
    found |= dict.fromkeys(vocabulary.lists, (read_lists,))
    found |= dict.fromkeys(vocabulary.texts, (read_texts, *((read_flags,) if vocabulary.flags else ())))
    return {key: tuple(one for one in some if needed.get(one, True)) for key, some in found.items()}


_VALUED: tuple[Recogniser, ...] = (read_skills,)
#: What a line lists; its numbers are no sentence's.
_LISTED = frozenset(["skills", "attributes"])
#: Where numbers in sentences are nobody's values.
UNSPOKEN = frozenset(["stunts", "history", "consequences", "aspects"])


def read(
    document: Document,
    text: str,
    page: str,
    vocabulary: Vocabulary,
    *,
    marks: Marks = Marks(),  # noqa: B008
) -> Result:
    """Read the characters and tables on a page.

    Args:
        document: the page as a tree.
        text: the page's source, of which all places speak.
        page: the page's name.
        vocabulary: the system's words.
        marks: what is known about the page besides its text.
    """
    words = lexicon(vocabulary, marks.skills, marks.tracks, tuple(sorted(marks.choices.items())))
    recorded = logs(document, vocabulary)
    if recorded:
        document = without(document, recorded)
    document, shown = in_signs(document, text, words) if words.in_percent else (document, text)
    if not worth_reading(document, shown, words, marks):
        return Result(logs=recorded) if recorded else NOTHING
    found = _Reader(document, text, page, words, marks).read()
    return replace(found, logs=recorded) if recorded else found


def fits(document: Document, text: str, vocabularies: Iterable[Vocabulary]) -> list[int]:
    """How well each vocabulary fits a page: so many of its words are on it, and of its headings once more."""
    headings = [plain(block) for block in document.blocks if type(block) is Heading]
    written = set(_WORD.findall(text))
    written.update([*map(fold, written)])
    fitting = []
    for words in map(lexicon, vocabularies):
        parts = [words.section(heading) for heading in headings]
        telling = sum(part not in {None, "background"} for part in parts)
        fitting.append(len(words.words & written) + telling)
    return fitting


def worth_reading(document: Document, text: str, words: Lexicon, marks: Marks) -> bool:
    """Whether a page could hold a character or rules; costs next to nothing where it cannot."""
    if marks.character or marks.kind or marks.rules or _shows_signs(text, words):
        return True
    for block in document.blocks:
        if type(block) is Heading and words.section(plain(block)) in TELLING:
            return True
        if type(block) is Table and (_has_values(block, words) or _names_values(block, words)):
            return True
    return False


def _shows_signs(text: str, words: Lexicon) -> bool:
    """Whether a text has boxes, values in a row, or a line that begins with a word for a part."""
    for sign in _SIGNS:
        if sign in text:
            return True
    if "\n+" in text and _SIGNED.search(text):
        return True
    if _BRACKETS.search(text) or any(values.search(text) for values in _VALUES):
        return True
    if words.beginning.search(text) or words.beginning.match("\n" + text[:_FIRST_LINE]):
        return True
    valued = words.valued.finditer(text) if words.valued else ()
    return len({found[1] for found in valued if _stands(text, found)}) > 1


def _stands(text: str, found: re.Match[str]) -> bool:
    """Whether a name with a value is a word of its own; one spelled out must begin a line or a cell."""
    at = found.start()
    if not found[0][-1].isalpha():
        return not text[at - 1 : at].isalnum()
    return text[max(0, at - 3) : at].rstrip(" ")[-1:] in {"", "\n", "*", "|", ",", ";"}


def _has_values(table: Table, words: Lexicon) -> bool:
    """Whether a table has known names beside numbers: what a page without boxes and headings must show."""
    for row in table.rows[:_FIRST_ROWS]:
        texts = [plain(cell) for cell in row.cells[:2]]
        for number, name in (texts, texts[::-1]) if len(texts) == 2 else ():
            if number.strip(" +%").isdigit() and words.named(_FIRST_NAME.split(name, maxsplit=1)[0].strip()):
                return True
    return False


def _names_values(table: Table, words: Lexicon) -> bool:
    """Whether the heads of a table are names of what has a value."""
    cells = table.rows[0].cells if table.rows else ()
    return len(cells) > 1 and sum(words.named(plain(cell).strip()) is not None for cell in cells) > 1


class _Reader:
    """Reads one page."""

    def __init__(self, document: Document, text: str, page: str, words: Lexicon, marks: Marks) -> None:
        self.text = text
        self.page = page
        self.words = words
        self.marks = marks
        self.outline = Outline(document, text, words)
        own = marks.character or marks.kind is not None
        kinds = () if own else marks.kinds
        self.tables = read_tables(self.outline.units, words, kinds, rules=marks.rules, title=page)
        self.recognisers = recognisers(words)
        self.again = _readings(words)
        self.marked = own
        self.rules = not self.marked and (marks.rules or bool(self.tables) or self._is_rules_title())
        self.npcs: list[Draft] = []

    def read(self) -> Result:
        readings = self._readings()
        self._read_sentences(readings)
        if self.rules:
            drafts = owned(list(readings.values()), self._reading, self.words)
        else:
            believed(list(readings.values()))
            respelled(list(readings.values()), self.words)
            rows = self._in_rows(readings)
            drafts = [*by_headings(self.outline.root, readings, self.words), *rows]
        complete = [draft for draft in drafts if draft.is_character(self.words)]
        if self.marked and not complete and not self._tells_of_others(drafts):
            complete = drafts[:1]
        if len(complete) > 1 or (complete and complete[0].name):
            hand_out(drafts, lambda draft: self._name(draft, alone=len(complete) == 1))
        characters, diagnostics = self._build(complete)
        tables = [replace(table, page=self.page) for table in self.tables]
        return Result(characters=characters, tables=tables, diagnostics=diagnostics)

    def _tells_of_others(self, drafts: Sequence[Draft]) -> bool:
        """Whether a page that is tagged as an NPC's has some in its sentences and nothing of its own."""
        own = any(claim.field for draft in drafts for claim in draft.claims())
        return self.marks.kind == "npc" and bool(self.npcs) and not own

    def _is_rules_title(self) -> bool:
        headings = [child.heading for child in self.outline.root.children if child.heading]
        titles = [self.page, *(heading.words.text for heading in headings[:1])]
        return any(self.words.within(title, "rules") for title in titles)

    def _readings(self) -> dict[int, Reading]:
        """What the recognisers say of every unit; sentences speak of a character by page and heading."""
        page = title_words(self.page, self.words) | self._introduced()
        known: dict[int, Titles] = {}
        readings: dict[int, Reading] = {}
        for segment in self.outline.root.walk():
            above = known[id(segment.parent)] if segment.parent else page
            heading = segment.heading.words.text if segment.heading else ""
            titles = above | title_words(heading, self.words) if heading else above
            known[id(segment)] = titles
            for unit in segment.units:
                readings[id(unit)] = self._reading(unit, titles)
        return readings

    def _introduced(self) -> Titles:
        """The words of whom the page's first paragraph is about, if the page's name is not on the page."""
        units = self.outline.units
        first = next((unit.words for unit in units if unit.kind in {"prose", "line"}), None)
        subject = introduced(first, self.words) if first else ""
        texts = [unit.words for unit in units]
        return (
            title_words(subject, self.words)
            if subject and not mentions(self.page, texts, self.words)
            else NOBODY
        )

    def _reading(self, unit: Unit, titles: Titles = NOBODY) -> Reading:
        if unit.rule:
            return Reading(unit, [carrier(unit.words.span())])
        if unit.kind == "code":
            return Reading(unit, [])
        return Reading(unit, self.again.claims(unit, titles, self._claims))

    def _claims(self, unit: Unit, titles: Titles) -> list[Claim]:
        claims: list[Claim] = []
        if not unit.section and is_silent(unit, self.words):
            return claims
        if unit.kind == "row" and unit.across:
            claims += read_columns(unit, self.words, self._reread)
        else:
            for recognise in self._recognisers_of(unit):
                claims += recognise(unit, self.words, titles)
        if claims and unit.label:
            claims.append(carrier(unit.label.span()))
        return chosen(claims)

    def _recognisers_of(self, unit: Unit) -> tuple[Recogniser, ...]:
        """Those of the unit's section; a row that begins with a number lists what has this value."""
        if unit.section == "skills" and unit.kind == "row" and unit.cells[0].text.isdecimal():
            return _VALUED
        return self.recognisers.get(unit.section) or self.recognisers[""]

    def _reread(self, unit: Unit) -> list[Claim]:
        return self._reading(unit).claims

    def _in_rows(self, readings: dict[int, Reading]) -> list[Draft]:
        """The characters that have a row each; of one that the page or a heading names it is a part."""
        found: list[Draft] = []
        rows = [(key, one) for key, one in readings.items() if one.unit.across and not one.unit.header]
        names = self._titles if rows else NOBODY
        for key, reading in rows:
            name = bearer(reading.unit)
            words = title_words(name, self.words)
            if words and words <= names:
                reading.claims = [carrier(one.span) if one.field == "name" else one for one in reading.claims]
            if not words or words <= names:
                continue
            draft = Draft(None, [reading], npc=_DATED.match(self.page) is not None)
            draft.name = clean(name, self.words)
            if draft.is_character(self.words):
                found.append(draft)
                del readings[key]
        return found

    def _read_sentences(self, readings: dict[int, Reading]) -> None:
        """Values in sentences: the page's own character's, or somebody else's."""
        own = (self.marked or self._shows_somebody(readings)) and whose.may_be_told(
            readings.values(), self.words
        )
        found: list[tuple[StatLine, Reading]] = []
        for reading in readings.values():
            unit = reading.unit
            if unit.kind not in {"prose", "item", "line"} or unit.section in UNSPOKEN or unit.rule:
                continue
            if unit.section == "skills" and any(claim.field == "skills" for claim in reading.claims):
                continue
            named = unit.kind != "prose" or any(
                claim.field in _LISTED and claim.sure > WEAK and not claim.prose for claim in reading.claims
            )
            found += [(line, reading) for line in stat_lines(unit, self.words, own=own, named=named)]
        if not found:
            return
        labelled = {id(reading.unit) for line, reading in found if line.label}
        listed = {key: one for key, one in readings.items() if key not in labelled}
        others = [told for line, reading in found for told in self._place(line, reading, listed)]
        if self.marks.kind == "npc" and len(others) == 1 and not _DATED.match(self.page):
            told = others[0]
            if whose.is_the_pages(told, self.page, readings.values(), self.words):
                self._take(told.line, told.reading)
                return
        for told in others:
            self._add_npc(told)

    def _shows_somebody(self, readings: dict[int, Reading]) -> bool:
        """Whether there is somebody on the page of whom its sentences may say more."""
        report = self.rules or _DATED.match(self.page) is not None
        some = readings.values()
        return not report and (
            Draft(None, some, npc=False).is_character(self.words) or whose.describes(some, self.words)
        )

    def _take(self, line: StatLine, reading: Reading) -> None:
        """Give a line of values to the page's own character."""
        reading.claims = chosen([*reading.claims, *line.claims])
        reading.plain |= line.plain

    def _place(self, line: StatLine, reading: Reading, listed: dict[int, Reading]) -> Iterator[whose.Told]:
        """Give a line of values to the page's character; one that is somebody else's is given back.

        `listed` are the units without anybody's name before values, and those that are the character's.
        """
        name = line.label
        start = min(claim.span.start for claim in line.claims)
        if not name and not self.marked:
            before = reading.unit.words
            end = before.flat.offset(start) - before.start
            name = antecedent(before, before.cut(0, max(0, end)), self.words)
        report = _DATED.match(self.page) is not None and not self.marked
        report = report or (not (name or self.marked) and whose.happens(line.words, start, self.words))
        told = whose.Told(name, line, reading)
        root, marked = self.outline.root, self.marked
        apart = self.rules or report
        if not apart and (not name or title_words(name, self.words) <= self._titles):
            self._take(line, reading)
        elif line.label and not apart and whose.is_of_its_kind(told, root, listed, marked=marked):
            listed[id(reading.unit)] = reading
            self._take(replace(line, claims=[claim for claim in line.claims if claim.field]), reading)
        elif name:
            yield told

    @cached_property
    def _titles(self) -> Titles:
        """The words of the page's name and of its headings; none of a report's."""
        if _DATED.match(self.page) and not self.marked:
            return NOBODY
        headings = [segment.heading.words.text for segment in self.outline.root.walk() if segment.heading]
        return frozenset(word for title in (self.page, *headings) for word in title_words(title, self.words))

    def _add_npc(self, told: whose.Told) -> None:
        """Make a character of its own of somebody in a sentence."""
        name, line, reading = told.name, told.line, told.reading
        claims = chosen([*whose.first_of_each(line.claims), *about(line, name, self.words)])
        words = up_to(line.words, max(claim.span.end for claim in claims))
        unit = Unit("prose", words, reading.unit.section, reading.unit.block)
        draft = Draft(None, [Reading(unit, claims, plain=line.plain)], npc=True)
        draft.name = name
        if not draft.is_character(self.words):
            return
        self.npcs.append(draft)
        if words.start <= reading.unit.words.start and words.end >= reading.unit.words.end:
            reading.claims = [carrier(reading.unit.words.span())]
        else:
            place = words.span()
            reading.claims = [claim for claim in reading.claims if not whose.lies_in(claim, place)]

    def _build(self, drafts: Sequence[Draft]) -> tuple[list[Read], list[Diagnostic]]:
        characters: list[Read] = []
        diagnostics: list[Diagnostic] = []
        names: set[str] = set()
        for draft in [*drafts, *self.npcs]:
            name = self._name(draft, alone=len(drafts) == 1)
            if draft in self.npcs and fold(name) in names:
                continue
            names.add(fold(name))
            draft.titles = [unit for unit in draft.units() if self._is_title(unit, name)]
            claims = draft.claims()
            kind = self._kind(draft, claims)
            builder = Builder(draft, claims, self.text, self.words)
            system = self.words.vocabulary.system
            characters.append(builder.build(name, kind, system, self.marks.edition, self.marks.ladder))
            note = prose_note(claims, name)
            unread = unread_rows(draft, name, kind, self.words)
            found = [*builder.diagnostics, *unread, *([note] if note else [])]
            for one in draft.readings:
                if one.plain and has_box(one.unit.words.text):
                    found += unnamed_boxes(one.unit.words, one.claims, name, self.words)
            diagnostics += [replace(diagnostic, character=name) for diagnostic in found]
        characters.sort(key=lambda one: one.part[0].start if one.part else 0)
        diagnostics.sort(key=lambda one: one.span.start if one.span else 0)
        return characters, diagnostics

    def _is_title(self, unit: Unit, name: str) -> bool:
        text = unit.words.text
        if unit.kind != "heading" or len(text) > _LONGEST_TITLE:
            return text == name
        return clean(text, self.words) == name or is_group(text, self.words)

    def _kind(self, draft: Draft, claims: Sequence[Claim]) -> Kind:
        if self.marks.kind:
            return self.marks.kind
        told = {claim.prose for claim in claims if claim.field in VALUED} == {True}
        named = self.words.phrase("npc").search(self.page) is not None and not draft.name
        return "npc" if draft.npc or told or named else "pc"

    def _name(self, draft: Draft, *, alone: bool) -> str:
        if draft.name:
            return draft.name
        said = next((claim.value for claim in draft.claims() if claim.field == "name"), None)
        if said:
            return str(said)
        if not alone:
            heading = clean(draft.heading.words.text, self.words) if draft.heading else ""
            return heading or self.page
        if name := titled(self.text, self.page, self.words):
            return name
        texts = [reading.unit.words for reading in draft.readings if reading.unit.kind != "heading"]
        return best_name(self.page, draft.heading, self.outline.root, texts, self.words)
