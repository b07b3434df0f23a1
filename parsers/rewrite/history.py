"""The table Verlauf: one line more, or the table itself with its heading."""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from tontafel.parsers.reader.lexicon import lexicon
from tontafel.parsers.rewrite.edits import Edit, put
from tontafel.parsers.rewrite.lists import Edits
from tontafel.parsers.rewrite.page import Page
from tontafel.parsers.tree import Heading, Item, Paragraph, Row, Table, Tag, Text
from tontafel.rules.names import fold
from tontafel.rules.span import Span

COLUMNS = ("date", "session", "what", "why")
#: The columns of a history that several share.
SHARED = ("date", "who", "session", "what", "why")
_HEADING = re.compile(r"(=+[ \t]*)[^=\n]*?([ \t]*=*)[ \t]*$")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4})?")
_LEAD = re.compile(r"[ \t]*(?:[*#•-]+|\d{1,3}[.)])[ \t]*")
_BEHIND_DATE = re.compile(r"[*_/]*[ \t]*[:,–—-]?[ \t]*[*_/]*")


class Entry(Struct, frozen=True, kw_only=True):
    """An evening's line, each cell as it is to be written."""

    date: str = ""
    session: str = ""
    what: str = ""
    why: str = ""


def entered(page: Page, entry: Entry) -> Iterator[Edits]:
    """Ways to write an entry: below the last one, else in a table of its own at the character's end."""
    cells = {name: getattr(entry, name) for name in COLUMNS} | {"who": page.character.name}
    rows = page.character.details.get("history") or []
    last = page.place("details", "history", len(rows) - 1) if rows else None
    if last:
        table = page.around(last, Table)
        row = page.around(last, Row)
        if table and row:
            yield (_row_below(page, table, row, cells),)
        elif page.around(last, Item):
            yield (_item_below(page, last, cells),)
        return
    for table in page.nodes(Table):
        if {"who", "what"} <= set(_roles(page, table, 0)):
            yield (_row_below(page, table, table.rows[-1], cells),)
    yield from _begun(page, cells)


def _row_below(page: Page, table: Table, row: Row, cells: Mapping[str, str]) -> Edit:
    """A row like the last one, its columns as the head has them."""
    line = page.line(row.start)
    said = page.said(line)
    roles = _roles(page, table, len(row.cells))
    pad = " " if re.match(r"[ \t]*\|=?[ \t]", said) and not said.startswith("| |") else ""
    new = "".join(f"|{pad}{_cell(cells.get(role, ''))} " for role in roles)
    closed = said.rstrip().endswith("|")
    return put(_end_of(page, row), page.newline + (new + "|" if closed else new.rstrip()))


def _end_of(page: Page, row: Row) -> int:
    """The end of the last line of a row."""
    return page.line(max(row.start, row.end - 1)).end


def _cell(text: str) -> str:
    return " ".join(text.split())


def _roles(page: Page, table: Table, count: int) -> tuple[str, ...]:
    """The roles of a table's columns, by its head or by custom."""
    head = table.rows[0]
    found = [_role(page, page.text[cell.start : cell.end].strip(" *_'")) for cell in head.cells]
    if any(found):
        return tuple(found)
    return {3: ("date", "what", "why"), 2: ("date", "what"), 1: ("what",)}.get(count, COLUMNS)


def _role(page: Page, head: str) -> str:
    known = lexicon(page.manner.vocabulary)
    role = next((role for role in (*COLUMNS, "bearer") if known.is_column(head, role)), "")
    return "who" if role == "bearer" or fold(head) == "name" else role


def _item_below(page: Page, last: Span, cells: Mapping[str, str]) -> Edit:
    """An item like the last one; it has room for the date and for what changed."""
    line = page.line(last.start)
    said = page.said(line)
    lead = _LEAD.match(said)
    bullet = lead[0] if lead else ""
    date = _DATE.search(said)
    behind = _BEHIND_DATE.match(said, date.end()) if date else None
    between = behind[0] if behind and behind[0] else ": "
    told = f"{cells['date']}{between}{cells['what']}" if cells["date"] else cells["what"]
    return put(line.end, f"{page.newline}{bullet}{_cell(told)}")


def _begun(page: Page, cells: Mapping[str, str]) -> Iterator[Edits]:
    """A heading, the table's head and the first row, at the end of the page or of the character's part.

    Where neither is the character's own, the table says whose the row is.
    """
    for at in dict.fromkeys((_end_of_page(page), end_of_part(page))):
        for heading in _headings(page, page.words.history):
            yield (put(at, _block(page, at, [heading, *_table(page, cells, COLUMNS)])),)
    at = _end_of_page(page)
    for heading in _headings(page, page.words.history):
        yield (put(at, _block(page, at, [heading, *_table(page, cells, SHARED)])),)


def section(page: Page, title: str, text: str) -> Iterator[Edits]:
    """Ways to write a list of one item below a new heading, before the table Verlauf or at the end."""
    rows = page.character.details.get("history") or []
    first = page.place("details", "history", 0) if rows else None
    above = [heading.start for heading in page.nodes(Heading) if first and heading.start < first.start]
    at = above[-1] if above else end_of_part(page)
    for heading in _headings(page, title):
        lines = [heading, *([""] if page.manner.dialect == "markdown" else []), f"* {text}"]
        yield (put(at, _block(page, at, lines)),)


def _block(page: Page, at: int, lines: Sequence[str]) -> str:
    """Lines to be put in at a place, with the blank lines around them."""
    before, behind = page.text[:at], page.text[at:]
    blank = "" if not before or _is_blank_before(before) else "\n" if before.endswith("\n") else "\n\n"
    end = "\n\n" if behind.strip() else "\n" if behind or before.endswith("\n") else ""
    return (blank + "\n".join(lines) + end).replace("\n", page.newline)


def _is_blank_before(before: str) -> bool:
    return before.replace("\r", "").endswith("\n\n")


def _table(page: Page, cells: Mapping[str, str], columns: Sequence[str]) -> list[str]:
    heads = [page.words.columns[name] for name in columns]
    row = [_cell(cells[name]) for name in columns]
    if page.manner.dialect == "markdown":
        return ["", _markdown(heads), _markdown(["---"] * len(heads)), _markdown(row)]
    return ["".join(f"|= {head} " for head in heads) + "|", "".join(f"|{cell} " for cell in row) + "|"]


def _markdown(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _headings(page: Page, word: str) -> Iterator[str]:
    """A heading in the manner of the character's other ones."""
    part = page.read.part
    title = page.place()
    inside = [
        heading
        for heading in page.nodes(Heading)
        if part and title and part[0].start <= heading.start <= part[-1].end and heading.start != title.start
    ]
    mark = "#" if page.manner.dialect == "markdown" else "="
    for heading in reversed(inside):
        said = page.said(page.line(heading.start))
        shape = _HEADING.match(said)
        if shape:
            yield f"{shape[1]}{word}{shape[2]}"
            break
        if mark == "#" and heading.level > 1:
            yield f"{mark * heading.level} {word}"
            break
    yield from (f"{mark * 2} {word}", f"{mark * 3} {word}", f"**{word}**")


def end_of_part(page: Page) -> int:
    """Where the character's part ends: before the next heading that is another's, or the page's tags."""
    others = [read.part[0].start for read in page.reads if read is not page.read and read.part]
    own_end = page.read.part[-1].end if page.read.part else 0
    behind = [start for start in others if start >= own_end]
    if behind:
        between = [h.start for h in page.nodes(Heading) if own_end <= h.start <= min(behind)]
        return min([*between, min(behind)])
    return _end_of_page(page)


def _end_of_page(page: Page) -> int:
    """The end of the page, or where the tags begin that stand there."""
    at = len(page.text)
    for block in reversed(page.document.blocks):
        if not isinstance(block, Paragraph) or not _is_tags(block):
            break
        at = page.line(block.start).start
    return at


def _is_tags(paragraph: Paragraph) -> bool:
    kinds = [child for child in paragraph.children if not isinstance(child, Text) or child.text.strip()]
    return bool(kinds) and all(isinstance(child, Tag) for child in kinds)
