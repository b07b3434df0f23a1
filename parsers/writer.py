"""A character as the text of a page, in the manner of the wiki or of Markdown; reading it gives the same.

Every part stands under a heading of its own, in the first of the words that a system has for it: skills of
a ladder row by row, others with their values, tracks with boxes or as a number against a maximum, details
as items behind their labels. What follows from the rest (`derived`) is not written.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from tontafel.parsers.page import MARKDOWN, Dialect
from tontafel.parsers.rewrite.aspects import emphasised
from tontafel.parsers.rewrite.history import COLUMNS
from tontafel.parsers.rewrite.page import Tongue, Words, words
from tontafel.rules.details import is_number, items, numbers
from tontafel.rules.model import Character, Consequence, Skill, Stunt, Track
from tontafel.rules.vocabulary import Vocabulary

_MARKED, _FREE = "☒", "□"
_CROSS = "x"
#: What ends the name of a thing at the start of a text.
_ENDS = re.compile(r"[,;:()|.–—-]")


def write(
    character: Character,
    vocabulary: Vocabulary,
    *,
    tags: Sequence[str] = (),
    tongue: Tongue = "de",
    dialect: Dialect = "wiki",
) -> str:
    """Give a page's text with the character on it.

    Args:
        character: any that the system's pages can hold.
        vocabulary: the system's words.
        tags: the names of the page's tags, last on the page.
        tongue: for the words that no system owns, such as the heads of the table Verlauf.
        dialect: the markup.
    """
    return _Writer(character, vocabulary, words(tongue), dialect).page(tags)


class _Writer:
    """Writes one character, part by part."""

    def __init__(self, character: Character, vocabulary: Vocabulary, own: Words, dialect: Dialect) -> None:
        self._one = character
        self._vocabulary = vocabulary
        self._words = own
        self._dialect = dialect

    def page(self, tags: Sequence[str]) -> str:
        """The whole page."""
        blocks = [self._heading(1, self._one.name), *self._items(self._facts())]
        for part in (
            self._aspects, self._attributes, self._gauges, self._skills, self._tracks, self._stunts,
            self._consequences, self._lists, self._history,
        ):  # fmt: skip
            blocks += part()
        blocks += self._one.other
        blocks += [f"[[tag:{tag}]]" for tag in tags]
        head = [MARKDOWN] if self._dialect == "markdown" else []
        return "\n".join([*head, *"\n\n".join(blocks).split("\n")]) + "\n"

    # The parts, each as blocks of lines

    def _facts(self) -> Iterator[str]:
        """What stands behind a label of its own."""
        details, known = self._one.details, self._vocabulary
        for key, labels in known.texts.items():
            if isinstance(details.get(key), str):
                yield f"{self._word(labels)}: {details[key]}"
        pooled = {pool for key, pool in known.pools.items() if is_number(details.get(key))}
        for key, labels in known.details.items():
            if is_number(details.get(key)) and key not in pooled:
                pool = details.get(known.pools.get(key, ""))
                now = f"{self._words.now} " if details.get(known.present.get(key, "")) is True else ""
                yield f"{self._word(labels)}: {now}{details[key]}" + (f"/{pool}" if is_number(pool) else "")
        for key, names in known.figures.items():
            label = f"{self._word(known.labels[key])}, " if key in known.bound else ""
            for name, value in numbers(details, key).items():
                yield f"{label}{self._word(names.get(name, (name,)))}: {value}"
        yield from self._flags()

    def _flags(self) -> Iterator[str]:
        """What is so; of names below one label also what is not."""
        for key, names in self._vocabulary.flags.items():
            said = self._one.details.get(key)
            if said is True and "" in names:
                yield self._word(names[""])
            for name, value in said.items() if isinstance(said, dict) else ():
                sign = "" if value else f" {_FREE}"
                yield f"{self._word(self._vocabulary.labels[key])}: {self._word(names[name])}{sign}"

    def _aspects(self) -> list[str]:
        phrases = [emphasised(aspect.text, self._dialect) for aspect in self._one.aspects]
        return self._section("aspects", self._items(phrases))

    def _attributes(self) -> list[str]:
        current = numbers(self._one.details, "current")
        lines = (
            f"{name} {value}" + (f", {self._words.now} {current[name]}" if name in current else "")
            for name, value in self._one.attributes.items()
        )
        return self._section("attributes", self._items(lines))

    def _gauges(self) -> list[str]:
        """Tracks that are a number, perhaps against a maximum."""
        gauges = [track for track in self._one.tracks if track.boxes is UNSET]
        return self._section("tracks", self._items(f"{one.name} {self._against(one)}" for one in gauges))

    def _against(self, track: Track) -> str:
        """A track's value with its maximum if it has one; else what is left, unless it has none at all."""
        known = [value for value in (track.current, track.maximum) if value is not UNSET]
        lowered = track.maximum is UNSET and track.name not in self._vocabulary.levels
        return f"{self._words.now} " * lowered + "/".join(map(str, known))

    def _tracks(self) -> list[str]:
        rows = [
            [track.name, "".join(_MARKED if box else _FREE for box in track.boxes)]
            for track in self._one.tracks
            if track.boxes is not UNSET
        ]
        return self._section("tracks", self._table(rows))

    def _skills(self) -> list[str]:
        if self._vocabulary.ladder:
            return self._section("skills", self._table(self._rows()))
        unit = self._vocabulary.phrases.get("unit", ("",))[0]
        marked = any(skill.marked for skill in self._one.skills)
        based = any(skill.base is not None for skill in self._one.skills)
        rows = []
        for skill in self._one.skills:
            value = "?" if skill.value is None else f"{skill.value}{unit}"
            base = "" if skill.base is None else f"{skill.base}{unit}"
            rows.append([self._skill(skill), *[base] * based, value, *[_CROSS * skill.marked] * marked])
        heads = [self._label("skills"), *[self._words.base] * based, self._words.value]
        heads += [self._words.mark] * marked
        return self._section("skills", self._table(rows, heads if rows else ()))

    def _rows(self) -> Iterator[list[str]]:
        """The rows of a ladder from the top, with the slots that are open."""
        open_slots = {int(row): count for row, count in self._one.open_slots.items()}
        values = {skill.value for skill in self._one.skills if skill.value is not None} | set(open_slots)
        for value in sorted(values, reverse=True):
            names = [self._skill(skill) for skill in self._one.skills if skill.value == value]
            free = min(open_slots.get(value, 0), len(self._words.open))
            yield [f" {value}", ", ".join([*names, *([self._words.open[free - 1]] if free else [])])]
        yield from ([self._skill(skill), "?"] for skill in self._one.skills if skill.value is None)

    def _skill(self, skill: Skill) -> str:
        field = f" ({skill.specialisation})" if skill.specialisation else ""
        return f"{skill.name}{field}" + (f" ({self._words.new})" if skill.new else "")

    def _stunts(self) -> list[str]:
        return self._section("stunts", self._items(map(self._stunt, self._one.stunts)))

    def _stunt(self, one: Stunt) -> str:
        """A stunt behind the word for its kind; a thing's name is in italics unless it stands apart."""
        text, name = one.text, one.name or ""
        apart = text.startswith((f"{name},", f"{name} (")) and name[:1].isupper() and not _ENDS.search(name)
        if name and not apart and text != name:
            text = text.replace(name, emphasised(name, self._dialect), 1)
        return f"{self._word(self._vocabulary.stunts[one.kind])}: {text}" if one.kind else text

    def _consequences(self) -> list[str]:
        return self._section("consequences", self._items(map(self._harm, self._one.consequences)))

    def _harm(self, one: Consequence) -> str:
        since = f"{self._words.since} {one.since}" if one.since else ""
        known = ", ".join(part for part in (one.track, since) if part)
        label = self._word(self._vocabulary.consequences[one.severity])
        return f"{label}: {one.text}" + (f" ({known})" if known else "")

    def _lists(self) -> list[str]:
        blocks = []
        for key, labels in self._vocabulary.lists.items():
            entries = self._one.details.get(key) or []
            found = self._items(text + _value(entries[at]) for at, text in items(self._one.details, key))
            blocks += self._headed(self._word(labels), found)
        return blocks

    def _history(self) -> list[str]:
        rows = [
            [str(row.get(column, "")) for column in COLUMNS]
            for row in self._one.details.get("history") or []
            if isinstance(row, dict)
        ]
        heads = [self._words.columns[column] for column in COLUMNS]
        found = self._table(rows, heads if rows else ())
        return self._headed(self._words.history, found)

    # Markup

    def _label(self, part: str) -> str:
        return self._word(self._vocabulary.sections[part])

    def _word(self, known: Sequence[str]) -> str:
        """The word of several that is written in this language."""
        return next((word for word in known if word in self._words.names), known[0])

    def _section(self, part: str, blocks: list[str]) -> list[str]:
        return self._headed(self._label(part), blocks) if blocks else []

    def _headed(self, title: str, blocks: list[str]) -> list[str]:
        """Blocks below a heading; the wiki needs no blank line between them."""
        if not blocks:
            return []
        heading = self._heading(2, title)
        return [heading, *blocks] if self._dialect == "markdown" else [f"{heading}\n{blocks[0]}", *blocks[1:]]

    def _heading(self, level: int, text: str) -> str:
        return f"{('#' if self._dialect == 'markdown' else '=') * level} {text}"

    def _items(self, lines: Iterable[str]) -> list[str]:
        found = [f"* {line}" for line in lines]
        return ["\n".join(found)] if found else []

    def _table(self, rows: Iterable[Sequence[str]], heads: Sequence[str] = ()) -> list[str]:
        cells = [list(row) for row in rows]
        if not cells:
            return []
        if self._dialect == "markdown":
            first = list(heads) or [""] * len(cells[0])
            lines = [f"| {' | '.join(row)} |" for row in (first, ["---"] * len(first), *cells)]
        else:
            head = ["".join(f"|= {text} " for text in heads) + "|"] if heads else []
            lines = [*head, *("".join(f"|{text} " for text in row) + "|" for row in cells)]
        return ["\n".join(lines)]


def _value(entry: Any) -> str:
    value = entry.get("value") if isinstance(entry, Mapping) else None
    return f": {value}" if is_number(value) else ""
