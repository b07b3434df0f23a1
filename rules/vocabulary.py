"""The words by which a system's pages are understood: data that a system gives to the one reader."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct, convert, toml

from tontafel.rules.model import ConsequenceSeverity, StuntKind

Words = tuple[str, ...]

#: Words that no game owns: numbers, articles, verbs, headings of any character's page.
GENERAL = Path(__file__).with_name("words.toml")


class General(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How people count, point and connect, in German and English.

    Attributes:
        numbers: figure → the words for it.
        words: role in a sentence (`articles`, `copulas`, `new`, `open` …) → words.
        columns: role of a table's column (`value`, `boxes`, `purpose` …) → words above it.
        replacing: "A statt B" by which of the two is named first (`used_first`, `replaced_first`) → words.
    """

    numbers: dict[int, Words]
    words: dict[str, Words]
    columns: dict[str, Words]
    replacing: dict[str, Words]


class TableWords(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table of a system's own kind is known by its heads; it becomes `kind(rows=…)`.

    Attributes:
        heads: heads of the column that names each row.
        columns: key in the row → heads of that column.
        counts: such a key → the key that a number beside its head, or before what is to be chosen, is of.
    """

    heads: Words
    columns: dict[str, Words]
    counts: dict[str, str] = {}


class Vocabulary(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, eq=False):
    """A system's words, each with its other spellings; compared by `rules.names.fold`.

    Attributes:
        system: the system's id.
        sections: part of a character (`aspects`, `skills` … or `history`) → headings and labels.
        details: key of `Character.details` → labels of a number.
        pools: key of `details` → the key for the number behind the slash in "4/6".
        origins: where an aspect comes from, in a label or in brackets (`words`).
        skills, tracks, attributes: the system's own names → what people write instead.
        stunts, consequences: kind → words.
        ladder: value → the name of the step, for rows without a number.
        events: event of the history → the label of its row; the first one is written on German pages, the
            last one on English ones.
        forms: event → what stands behind the label: a `text` (if nothing else is said), a `name`, `nothing`,
            `points`, an `exchange` (dies durch das), a `swap` (dies und das), a `change` (dies von 2 auf 3)
            or a `rise` (the same; upwards, by one where nothing is said).
        options: event → the option of the command line that asks for it, in the order in which several
            changes of one evening are made; an event without one can be asked for in words.
        texts: key of `details` → labels of a word or two: "Volk: Orrag", "Beruf: Reporterin".
        lists: key of `details` → headings and labels of a list: Motivationen, Bindungen.
        figures: key of `details` → name → labels of a number: the stages of a people.
        flags: key of `details` → name → words that say it is so: hardened against violence. An empty
            name stands for the key itself.
        labels: key in `figures` or `flags` → labels of all its names: "Abgehärtet gegen: Gewalt".
        bound: keys in `figures` whose names mean something only behind such a label.
        rated: keys of `lists` whose entries may have a number; each is `{"name": …, "value": …}`.
        present: key of `details` → the key that is true where its number is said to be of the moment.
        told: key of `texts` → what stands right before it in a sentence: "vom Volk der".
        gauges: names in `tracks` that are a number against a maximum, "TP 8/11", and no boxes.
        levels: names in `tracks` that are one number and have no maximum.
        scale: the highest value of an attribute where values are written against it, "Kraft 6/10"; else 0.
        marks: words and signs beside a skill that mark it, where a skill can be marked.
        tables: `kind` of a table of the system's own (`System.tables`) → the heads of its columns.
        rounds: what stands in a column of a conflict's record → heads, beside those of `rounds.toml`.
        limits: a single figure of the rules → ways to set it on a page of rules, `#` standing for the number
            unless that is at the end: "höchstens # Aspekte".
        phrases: what rules say in prose (`plain_boxes`: a track without its skill) → ways to say it.
        general: words that no game owns.
    """

    general: General
    system: str
    sections: dict[str, Words]
    details: dict[str, Words] = {}
    pools: dict[str, str] = {}
    origins: dict[str, Words] = {}
    skills: dict[str, Words] = {}
    tracks: dict[str, Words] = {}
    attributes: dict[str, Words] = {}
    stunts: dict[StuntKind, Words] = {}
    consequences: dict[ConsequenceSeverity, Words] = {}
    ladder: dict[int, Words] = {}
    events: dict[str, Words] = {}
    forms: dict[str, str] = {}
    options: dict[str, str] = {}
    texts: dict[str, Words] = {}
    lists: dict[str, Words] = {}
    figures: dict[str, dict[str, Words]] = {}
    flags: dict[str, dict[str, Words]] = {}
    labels: dict[str, Words] = {}
    bound: Words = ()
    rated: Words = ()
    present: dict[str, str] = {}
    told: dict[str, Words] = {}
    gauges: Words = ()
    levels: Words = ()
    scale: int = 0
    marks: Words = ()
    tables: dict[str, TableWords] = {}
    rounds: dict[str, Words] = {}
    limits: dict[str, Words] = {}
    phrases: dict[str, Words] = {}


@cache
def load(folder: Path, system: str) -> Vocabulary:
    """Read the `words.toml` in a system's folder; a second call gives the same object.

    Raises:
        OSError: the file cannot be read.
        msgspec.DecodeError: it is no TOML, or a table or key is unknown.
    """
    return vocabulary(toml.decode((folder / "words.toml").read_bytes()), system)


def vocabulary(words: Mapping[str, object], system: str) -> Vocabulary:
    """Make a vocabulary from the tables of a `words.toml`.

    Raises:
        msgspec.ValidationError: a table or key is unknown.
    """
    general = toml.decode(GENERAL.read_bytes(), type=General, strict=False)
    return convert({**words, "system": system, "general": general}, Vocabulary, strict=False)
