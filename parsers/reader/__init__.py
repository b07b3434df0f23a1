"""Reads characters and rule tables from a page's tree, by the words that a system gives (`Vocabulary`).

    read(document, text, page, vocabulary, *, marks=Marks()) -> Result
    fits(document, text, vocabularies) -> list[int]

`Result` has `characters` (each a `Read`: the `Character`, the `places` of its parts in the text, the
stretches `part` that are its own and those `claimed`), `tables` (`rules.tables`), `logs` (the records of
conflicts, as rows of cells) and `diagnostics`.
`Marks` carries what tags, settings and the campaign's rules pages say.

Each way of writing is a small recogniser that gives *claims*: a part of the character, a value, a place,
how sure. The surer of two overlapping claims stands; headings decide whose they are. What nobody
claimed is kept in `Character.other`, so every word of a character's part of the page is accounted for.
"""

from tontafel.parsers.reader.build import Read
from tontafel.parsers.reader.logs import Log
from tontafel.parsers.reader.read import Marks, Result, fits, read

__all__ = ["Log", "Marks", "Read", "Result", "fits", "read"]
