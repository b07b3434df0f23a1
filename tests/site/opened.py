"""A PDF taken apart, for tests."""

import io
import re
from functools import cached_property
from typing import Any

import pypdf


class Opened:
    """A PDF taken apart."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.reader: Any = pypdf.PdfReader(io.BytesIO(data))

    @cached_property
    def text(self) -> str:
        """All its words, with those put together again that were divided at the end of a line."""
        pages = "\n".join(page.extract_text() for page in self.reader.pages)
        return re.sub(r"\s+", " ", re.sub(r"[-\u2010]\n", "", pages))

    @cached_property
    def fields(self) -> dict[str, Any]:
        """Its fields by name."""
        return self.reader.get_fields() or {}

    @cached_property
    def values(self) -> dict[str, str]:
        """What stands in its text fields."""
        return {
            name: field["/V"] for name, field in self.fields.items() if field["/FT"] == "/Tx" and field["/V"]
        }

    @cached_property
    def ticked(self) -> list[str]:
        """The names of the boxes that are ticked."""
        return [name for name, field in self.fields.items() if field.get("/V") == "/on"]

    @cached_property
    def structure(self) -> list[Any]:
        """Every element of its structure tree, with the kind of its parent as `parent`."""
        found: list[Any] = []
        waiting = [(self.reader.trailer["/Root"]["/StructTreeRoot"]["/K"], "")]
        while waiting:
            one, parent = waiting.pop()
            one = one.get_object() if hasattr(one, "get_object") else one
            if isinstance(one, list):
                waiting.extend((each, parent) for each in one)
            elif isinstance(one, dict):
                found.append({**one, "parent": parent})
                waiting.append((one.get("/K"), one.get("/S", "")))
        return found

    @cached_property
    def rectangles(self) -> dict[str, tuple[float, float]]:
        """Width and height of each field, in points."""
        sizes = {}
        for page in self.reader.pages:
            for note in page.get("/Annots", []):
                x1, y1, x2, y2 = map(float, note.get_object()["/Rect"])
                sizes[note.get_object()["/T"]] = (abs(x2 - x1), abs(y2 - y1))
        return sizes
