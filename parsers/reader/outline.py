"""A page taken apart into units, each with the section it is in."""

import re
from collections.abc import Sequence
from operator import attrgetter

from msgspec import Struct

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.aligned import aligned, in_one_line
from tontafel.parsers.reader.boxes import has_box
from tontafel.parsers.reader.breaks import mended
from tontafel.parsers.reader.flat import Flat, Slice, flatten, literal, plain, side_by_side, stretch, trimmed
from tontafel.parsers.reader.heads import (
    bearers,
    is_across,
    is_data,
    is_head_row,
    names_values,
    role_of,
    roles_of,
    rows_of,
    told_by,
)
from tontafel.parsers.reader.lexicon import Lexicon
from tontafel.parsers.reader.people import are_people, column, corner, named
from tontafel.parsers.reader.shapes import apart, is_bold_line, is_entry, labelled, piped, unbroken, whole
from tontafel.parsers.reader.steps import is_step, step_value
from tontafel.parsers.reader.units import Segment, Unit, UnitKind, take_label
from tontafel.parsers.reader.values import begins_with_value
from tontafel.parsers.tree import (
    Cell,
    Document,
    Heading,
    Html,
    Item,
    List,
    Paragraph,
    Preformatted,
    Quote,
    Table,
)
from tontafel.rules.span import Span

#: Levels of scopes that are no headings: a line that is a label, a table's label row, a list item.
_LABEL, _STEP_LINE, _TABLE, _ITEM = 50, 55, 60, 100
#: The level of a bold line that stands where a heading could, and of a name in a row of its own.
_BOLD_LINE, _BEARER = 40, 45
_BULLET = expression(r"\s*(?:>+\s*|[-–•·*+]\s+|\d{1,2}[.)]\s+)")
_ENUMERATED = expression(r"\s*\(?(?:\d{1,2}|[a-h])[.)]\s+")
_DIGIT = expression(r"[0-9]")
_TEXT = attrgetter("text")
#: A line with one of these is no label without a rest.
_JOINTS = frozenset(",:|")
_FULL_STOP = expression(r"[.!?]\s")
_MAX_DEPTH = 40
#: A table of characters side by side has a head and two rows.
_FEWEST_ROWS = 3
#: Blocks that a list item may have in it besides its words.
_WITHIN = frozenset([List, Paragraph, Table, Quote])
#: The parts that a row may list behind its label.
_LISTED = frozenset(["aspects", "attributes", "skills", "tracks", "stunts", "consequences"])


class _Scope(Struct, frozen=True, gc=False):
    """What a heading or label opens: the part, and the value of the skills there or whose fields they are."""

    level: int
    part: str
    value: int | None = None
    skill: str = ""


class Outline:
    """Takes a document apart; `root` is the whole page, `units` all units in order."""

    def __init__(self, document: Document, source: str, lexicon: Lexicon) -> None:
        self._source = source
        self._lexicon = lexicon
        self._scopes: list[_Scope] = []
        self._innermost = _Scope(0, "")
        #: The part of the innermost scope.
        self._section = ""
        self._block = 0
        self.units: list[Unit] = []
        self.root = Segment(None, 0, None, npc=False)
        self._segment = self.root
        #: Of lines with pipes that are no table: what stands below each head, and the first of their units.
        self._columns: tuple[str, ...] = ()
        self._first = 0
        for block in document.blocks:
            self._add_block(block, 0)

    def _add_block(self, block: object, depth: int) -> None:
        self._block += 1
        self._close(_TABLE)
        if isinstance(block, Heading):
            place = Span(block.start, block.end)
            self._add_heading(whole(flatten(block.children, self._source)), block.level, place)
        elif isinstance(block, Paragraph):
            self._add_paragraph(whole(flatten(block.children, self._source)))
        elif isinstance(block, List):
            self._add_list(block, 1)
        elif isinstance(block, Table):
            self._add_table(block)
        elif isinstance(block, Preformatted) and block.kind == "code":
            self._put(Unit("code", whole(self._verbatim(block)), "", self._block))
        elif isinstance(block, Preformatted):
            self._add_paragraph(whole(self._verbatim(block)))
        elif isinstance(block, Html):
            self._add_paragraph(whole(literal(self._source, block.start, block.end)))
        elif isinstance(block, Quote) and depth < _MAX_DEPTH:
            for inner in block.children:
                self._add_block(inner, depth + 1)

    def _verbatim(self, block: Preformatted) -> Flat:
        at = self._source.find(block.text, block.start, block.end)
        start, end = (at, at + len(block.text)) if at >= 0 else (block.start, block.end)
        return literal(self._source, start, end)

    def _enter(self, scope: _Scope) -> None:
        self._scopes.append(scope)
        self._note_innermost()

    def _close(self, level: int) -> None:
        if self._scopes and self._scopes[-1].level >= level:
            while self._scopes and self._scopes[-1].level >= level:
                self._scopes.pop()
            self._note_innermost()

    def _note_innermost(self) -> None:
        self._innermost = self._scopes[-1] if self._scopes else _Scope(0, "")
        self._section = "" if self._innermost.part == "background" else self._innermost.part

    def _put(self, unit: Unit) -> Unit:
        unit.value, unit.skill = self._innermost.value, self._innermost.skill
        self.units.append(unit)
        self._segment.units.append(unit)
        return unit

    def _add_heading(self, words: Slice, level: int, place: Span) -> None:
        part = self._lexicon.heading(words.text)
        inside = any(scope.level < level for scope in self._scopes)
        self._close(level)
        if part is None and not inside:
            self._open_segment(words, level).place = place
            return
        if part is None and (scope := self._step(words, level)):
            self._enter(scope)
        if part is not None:
            self._leave(level + 1)
            self._enter(_Scope(level, part))
        unit = self._put(Unit("heading", words, self._section, self._block))
        unit.header = part not in {None, "background"} or unit.value is not None
        unit.place = place

    def _step(self, words: Slice, level: int) -> "_Scope | None":
        """The scope of a value that stands alone above the skills that have it."""
        if self._section != "skills" or not is_step(words.text, self._lexicon):
            return None
        return _Scope(level, "skills", step_value(words.text, self._lexicon))

    def _leave(self, level: int) -> None:
        while self._segment.level >= level and self._segment.parent:
            self._segment = self._segment.parent

    def _open_segment(self, words: Slice, level: int) -> Unit:
        self._leave(level)
        npc = self._segment.npc or self._lexicon.phrase("npc").search(words.text) is not None
        heading = Unit("heading", words, "", self._block)
        child = Segment(heading, level, self._segment, npc)
        self._segment.children.append(child)
        self._segment = child
        return self._put(heading)

    def _add_paragraph(self, words: Slice) -> None:
        if "\n" in words.text:
            words = mended(words, self._lexicon)
        lines = [part for line in words.lines() for part in apart(line, self._lexicon)]
        lines = unbroken(lines, self._is_structural)
        self._columns = ()
        self._first = len(self.units)
        if len(lines) == 1:
            if not self._add_aligned([], lines[0], ""):
                self._add_line(lines[0], "", prose=True)
            return
        section = ""
        prose: list[Slice] = []
        for line in lines:
            if self._is_structural(line):
                self._add_prose(words, prose, section)
                prose = []
                section = self._add_line(line, section, prose=False)
            elif not self._add_aligned(prose, line, section):
                prose.append(line)
        self._add_prose(words, prose, section)

    def _add_aligned(self, before: list[Slice], line: Slice, section: str) -> bool:
        """Add a line of values for the names before its colon or in the line before; whether it is one."""
        if not _DIGIT.search(line.text):
            return False
        pair = in_one_line(line, self._lexicon)
        if pair is None and before and (pair := aligned(before[-1], line, self._lexicon)):
            before.pop()
        for unit in pair or ():
            unit.section, unit.block = section, self._block
            self._put(unit)
        return pair is not None

    def _is_structural(self, line: Slice) -> bool:
        text = line.text
        if self._bullet(text) or "|" in text:
            return True
        label = labelled(text)
        if _DIGIT.search(text) and (is_entry(text) or begins_with_value(text, self._lexicon)):
            return True
        if label and self._is_group(label, text):
            return True
        if has_box(text):
            return not _FULL_STOP.search(text)
        if label and (self._lexicon.is_label(label[1]) or self._lexicon.is_flag(label[1])):
            return True
        return self._label(line) is not None or is_bold_line(line)

    def _bullet(self, text: str) -> re.Match[str] | None:
        """A bullet that the wiki does not take for one; a number in brackets is one above aspects only."""
        return _BULLET.match(text) or (_ENUMERATED.match(text) if self._section == "aspects" else None)

    def _add_prose(self, words: Slice, lines: list[Slice], section: str) -> None:
        if lines:
            start = lines[0].start - words.start
            whole = words.cut(start, lines[-1].end - words.start)
            self._put(Unit("prose", whole, section or self._section, self._block))

    def _add_line(self, line: Slice, section: str, *, prose: bool) -> str:
        """Add a line of a paragraph; gives the section that goes on behind it within the paragraph."""
        bullet = self._bullet(line.text)
        whole = line
        if bullet and bullet.end() < len(line.text):
            line = line.cut(bullet.end())
        found = self._label(line)
        if scope := self._step(line, _STEP_LINE):
            self._announce(scope, line)
            return section
        if found and not found[2]:
            self._announce(_Scope(_LABEL, found[0]), line)
            return ""
        if not found and is_bold_line(line):
            self._close(_BOLD_LINE)
            self._open_segment(line, _BOLD_LINE)
            return ""
        cells = piped(line)
        if len(cells) > 1 and not (found or bullet or section):
            self._add_piped(line, cells)
            return section
        self._first = len(self.units) + 1
        kind: UnitKind = "row" if cells else "item" if bullet else "prose" if prose else "line"
        unit = self._put(Unit(kind, line, section or self._section, self._block))
        unit.cells = cells
        unit.place = whole.outer() if bullet else None
        if found:
            self._set_label(unit, line, found)
            unit.cells = piped(unit.body)
            return "" if self._lexicon.is_labelled(unit.section) else unit.section
        return section

    def _announce(self, scope: _Scope, words: Slice) -> Unit:
        """Begin a part, or the skills of one value, by a label that stands alone."""
        self._close(scope.level)
        self._enter(scope)
        unit = self._put(Unit("heading", words, self._section, self._block))
        unit.header = scope.part != "background"
        return unit

    def _add_piped(self, line: Slice, cells: list[Slice]) -> None:
        """Add a line with pipes or tabs as the row of a table that the wiki does not see."""
        if len(self.units) == self._first:
            self._columns = ()
        unit = Unit("row", line, self._section, self._block)
        unit.cells = cells
        unit.columns = self._columns
        unit.across = is_across(self._columns)
        self._columns = self._add_row(unit, [False] * len(cells), self._first)

    def _set_label(self, unit: Unit, words: Slice, found: tuple[str, int, int]) -> None:
        part, end, rest = found
        if part != "background":
            unit.section = part
        elif unit.section:
            return
        unit.label = words.cut(0, end)
        unit.body = words.cut(rest)

    def _label(self, line: Slice) -> tuple[str, int, int] | None:
        """The part that a line's label announces, the label's end, and where the rest begins (0: no rest)."""
        text = line.text
        match = labelled(text)
        if match:
            part = self._lexicon.section(match[1])
            if part and not self._is_value(match, text):
                return part, match.end(1), match.end() if text[match.end() :].strip(" *_/|") else 0
        bold = next(line.runs("b"), None) if line.flat.runs else None
        if bold and bold[0] <= 1:
            part = self._lexicon.section(text[slice(*bold)])
            if part:
                return part, bold[1], bold[1] if text[bold[1] :].strip(" *_/:.–-") else 0
        if len(text) <= 40 and text[-1:] != "." and _JOINTS.isdisjoint(text[:-1]):
            part = self._lexicon.section(text)
            taken = part == "background" and self._lexicon.lists(text, self._section)
            if part and not taken and not _DIGIT.search(text):
                return part, len(text), 0
        return None

    def _is_group(self, label: re.Match[str], text: str) -> bool:
        """Whether a label has skills with their values behind it, or fields of its own."""
        listed = self._section == "skills" or self._lexicon.skill(label[1]) is not None
        return listed and is_entry(text[label.end() :])

    def _is_value(self, label: re.Match[str], text: str) -> bool:
        """Whether a label is rather a skill with its value: `History: 40 %`."""
        return text[label.end() : label.end() + 1].isdigit() and self._lexicon.skill(label[1]) is not None

    def _add_list(self, block: List, depth: int) -> None:
        last: Unit | None = None
        for item in block.items:
            last = self._add_item(item, depth)
        labelled = self._scopes[-1] if self._scopes and self._scopes[-1].level > _ITEM else None
        if depth == 1:
            self._close(_ITEM)
            if labelled and last and last.header:
                self._enter(_Scope(_LABEL, labelled.part))

    def _add_item(self, item: Item, depth: int) -> Unit | None:
        self._close(_ITEM + depth)
        unit = None
        within = [child for child in item.children if type(child) in _WITHIN]
        inline = [child for child in item.children if type(child) not in _WITHIN] if within else item.children
        if (words := whole(flatten(inline, self._source))).text:
            above = any(isinstance(child, List) for child in within)
            unit = self._add_item_words(words, depth, above=above)
            unit.place = Span(item.start, unit.words.outer().end)
        for child in within:
            if isinstance(child, List) and depth < _MAX_DEPTH:
                self._add_list(child, depth + 1)
            elif isinstance(child, Paragraph):
                paragraph = whole(flatten(child.children, self._source))
                unit = self._add_item_words(paragraph, depth) if paragraph.text else unit
            elif isinstance(child, Table):
                self._add_table(child)
        return unit

    def _add_item_words(self, words: Slice, depth: int, *, above: bool = False) -> Unit:
        """Add an item's words and its lines that are units; a skill `above` others has those for fields."""
        own, *rest = (mended(words, self._lexicon) if "\n" in words.text else words).lines()
        first = own
        while rest and not self._is_structural(rest[0]):
            first = stretch(words.flat, own.start, rest.pop(0).end)
        found = self._label(first)
        if first is not own and found and not found[2]:
            found = None
        if scope := self._step(first, _ITEM + depth):
            unit = self._announce(scope, first)
        elif found and not found[2]:
            unit = self._announce(_Scope(_ITEM + depth, found[0]), first)
        elif above and (skill := self._lexicon.skill(first.text.strip(" :"))):
            unit = self._announce(_Scope(_ITEM + depth, "skills", skill=skill), first)
        else:
            unit = self._put(Unit("item", first, self._section, self._block))
            if found:
                self._set_label(unit, first, found)
        section = ""
        for line in rest:
            section = self._add_line(line, section, prose=False)
        return unit

    def _add_people(self, block: Table) -> bool:
        """Add a table that has a character in each column; gives whether it is one."""
        head = block.rows[0].cells if len(block.rows) >= _FEWEST_ROWS else ()
        names = named([plain(cell).strip() for cell in head], self._lexicon)
        if not names:
            return False
        rows = [side_by_side([cell.children for cell in row.cells], self._source)[1] for row in block.rows]
        if not are_people(rows, names, self._lexicon):
            return False
        first = corner(rows, self._block)
        for index in names:
            self._open_segment(rows[0][index], _BEARER)
            for unit in [*first, *column(rows, index, self._lexicon, self._block)]:
                self._put(unit)
            first = []
        self._leave(_BEARER)
        return True

    def _add_table(self, block: Table) -> None:
        if self._add_people(block):
            return
        columns: tuple[str, ...] = ()
        overflow: list[Slice] = []
        first = len(self.units)
        heroes = bearers(block, self._lexicon)
        for row in block.rows:
            for cells in rows_of(row, self._source):
                unit = self._make_row(cells, columns, overflow)
                if unit is None:
                    continue
                place = Span(row.start, unit.words.outer().end) if cells[0] is row.cells[0] else None
                if row in heroes:
                    columns = ()
                    first = len(self.units) + 1
                    self._open_segment(unit.words, _BEARER).place = place
                    continue
                unit.place = place
                columns = self._add_row(unit, [cell.header for cell in cells], first)
        self._leave(_BEARER)
        self._close(_TABLE)
        for words in overflow:
            self._add_paragraph(words)

    def _make_row(
        self, cells: Sequence[Cell], columns: tuple[str, ...], overflow: list[Slice]
    ) -> Unit | None:
        """Make a unit of a row, unless it is blank; text below it that no pipe closes is no part of it."""
        flat, slices = side_by_side([cell.children for cell in cells], self._source)
        end = flat.line_break(self._source, slices[-1].start) if slices and "\n" in slices[-1].text else -1
        if end >= 0:
            overflow.append(stretch(flat, end, len(flat.text)).cut(0))
            slices[-1] = stretch(flat, slices[-1].start, end).cut(0)
        if not any(map(_TEXT, slices)):
            return None
        unit = Unit("row", trimmed(flat, 0, slices[-1].end), self._section, self._block)
        unit.cells = slices
        unit.columns = columns
        unit.across = is_across(columns)
        return unit

    def _add_row(self, unit: Unit, headers: list[bool], first: int) -> tuple[str, ...]:
        """Add a row; gives the roles of the columns below it."""
        before = self.units[-1] if len(self.units) > first else None
        if before and self._continues(before, unit):
            self._put(unit)
            unit.section = before.section
            take_label(unit, unit.cells[0], [cell for cell in unit.cells if cell.text])
            return unit.columns
        return self._read_heads(self._put(unit), headers, begins=before is None or before.header)

    def _continues(self, before: Unit, unit: Unit) -> bool:
        """Whether a row goes on with the list of the labelled row above it: its first cell is empty."""
        return before.label is not None and not unit.cells[0].text

    def _read_heads(self, unit: Unit, headers: list[bool], *, begins: bool) -> tuple[str, ...]:
        """Take a row for a table's head if it is one; gives the roles of the columns below.

        A head without marks is the first row, or follows another head.
        """
        filled = [cell for cell in unit.cells if cell.text]
        if not (begins or any(headers)) and self._lexicon.section(filled[0].text) is None:
            return unit.columns
        if len(filled) == 1:
            return self._read_single(unit, filled[0], headers[unit.cells.index(filled[0])])
        texts = [cell.text for cell in filled]
        marked = all(header for header, cell in zip(headers, unit.cells, strict=True) if cell.text)
        is_head = marked and not is_data(texts, self._lexicon)
        plain = not (is_head or unit.columns or texts[0].isdecimal())
        if plain and self._read_row_label(unit, filled):
            return unit.columns
        if not (is_head or begins):
            if is_head_row(texts, self._lexicon):
                unit.header = True
                unit.columns = roles_of([cell.text for cell in unit.cells], self._lexicon)
            return unit.columns
        roles = roles_of([cell.text for cell in unit.cells], self._lexicon)
        named = all(role for role, cell in zip(roles, unit.cells, strict=True) if cell.text)
        if is_head or (not unit.columns and named and names_values(roles, self._lexicon)):
            unit.header = True
            unit.columns = roles
            unit.across = is_across(roles)
            if part := told_by(roles, self._section, self._lexicon):
                self._enter(_Scope(_TABLE, part))
                unit.section = part
        return unit.columns

    def _read_single(self, unit: Unit, cell: Slice, is_head: bool) -> tuple[str, ...]:
        """A row of one cell: the label of a part, or the head of a group of rows."""
        part = self._lexicon.section(cell.text)
        if part and not has_box(cell.text) and not _DIGIT.search(cell.text):
            self._close(_TABLE)
            self._enter(_Scope(_TABLE, part))
            unit.section = self._section
            unit.header = True
            return ()
        unit.header = is_head
        return unit.columns

    def _read_row_label(self, unit: Unit, filled: list[Slice]) -> bool:
        """Take a row's first cell for a label: `|Aspekte |zornig, stark |`."""
        part = self._lexicon.section(filled[0].text)
        if part is None or filled[0] is not unit.cells[0]:
            return False
        told = self._lexicon.is_labelled(part)
        roles = [role for cell in filled[1:] if (role := role_of(cell.text, self._lexicon))]
        if not (told or part in _LISTED) or any(told or role[:1] != "@" for role in roles):
            return False
        unit.section = part
        take_label(unit, filled[0], filled[1:])
        return True
