"""The last touch to a PDF before it is written: fields that work in every viewer, headers that say so.

WeasyPrint leaves check boxes that some viewers show empty though they are ticked, and text fields in a
font that viewers can't type with. Here every field gets what PDF 1.7 (12.7) asks for, and our own marks.
"""

import importlib
from collections.abc import Iterator
from typing import Any

from tontafel.site.pdf.engine import field_font

#: The first line to write on lies this far below its heading, and each further one below that (points).
_RULE_PITCH = 19.84
_RULE_WIDTH = 0.4
#: How high a line's field is at most (points); viewers choose a size of type to match.
_LINE = 14.5
#: How far a value stands from the left edge of its field (points).
_INSET = 2
#: Points in a CSS pixel.
_POINTS = 0.75
#: Field flags: a text field of many lines; centred text.
_MULTILINE, _CENTRED = 1 << 12, 1

#: Two wedges that cross, and a filled disc, in a square of ten by ten.
_CROSS = ".8 7.6 m 2.4 9.2 l 9 1 l f 7.6 9.2 m 9.2 7.6 l 1 1 l f"
_DISC = (
    "8.1 5 m 8.1 6.71 6.71 8.1 5 8.1 c 3.29 8.1 1.9 6.71 1.9 5 c "
    "1.9 3.29 3.29 1.9 5 1.9 c 6.71 1.9 8.1 3.29 8.1 5 c f"
)


def finish(document: Any, pdf: Any) -> None:
    """Complete the fields and table headers of WeasyPrint's `document` in the unwritten `pdf`."""
    _scope_headers(document)
    if "AcroForm" not in pdf.catalog:
        return
    maker = _Maker(pdf)
    form = pdf.catalog["AcroForm"]
    form["DR"] = maker.dictionary({"Font": maker.dictionary(maker.fonts())})
    form["DA"] = maker.string("/Field 0 Tf 0 g")
    form["NeedAppearances"] = "false"
    for number, page in enumerate(document.pages):
        for box in _inputs(page):
            if box.element.get("type") != "checkbox":
                continue
            classes = box.element.get("class", "").split()
            if "text" in classes:
                maker.make_text_field(box, classes)
            else:
                maker.complete_check_box(box, classes)
            if "ruled" in classes:
                maker.rule(number, page, box)


def _inputs(page: Any) -> Iterator[Any]:
    for inputs in page.forms.values():
        for box, _rectangle in inputs:
            yield box


def _scope_headers(document: Any) -> None:
    """Tell for each header cell whether it heads a row or a column; WeasyPrint forgets."""
    for page in document.pages:
        for box in page._page_box.descendants():
            if box.element_tag == "th" and hasattr(box, "mark"):
                box.mark["A"]["Scope"] = "/Row" if box.element.get("scope") == "row" else "/Column"


class _Maker:
    """Makes the objects of one PDF; what fields share is made once."""

    def __init__(self, pdf: Any) -> None:
        pydyf = importlib.import_module("pydyf")
        self.dictionary, self.string, self.array = pydyf.Dictionary, pydyf.String, pydyf.Array
        self._stream = pydyf.Stream
        self._pdf = pdf
        self._marks: dict[str, Any] = {}
        self._field = self._field_font()

    def _add(self, new: Any) -> Any:
        self._pdf.add_object(new)
        return new.reference

    def fonts(self) -> dict[str, Any]:
        """Give the font that viewers type with, and the one that they take for marks of their own.

        The first is embedded as a simple font, which each of them can handle; the second is one that
        every viewer has, and our own marks stand in for it.
        """
        dingbats = {"Type": "/Font", "Subtype": "/Type1", "BaseFont": "/ZapfDingbats"}
        return {"Field": self._field, "ZaDb": self._add(self.dictionary(dingbats))}

    def _field_font(self) -> Any:
        font = field_font()
        data = self._stream([font.packed], {"Length1": font.length, "Filter": "/FlateDecode"})
        descriptor = {
            "Type": "/FontDescriptor",
            "FontName": "/TontafelField",
            "Flags": 1 << 5,
            "FontBBox": self.array(font.box),
            "ItalicAngle": 0,
            "Ascent": font.ascent,
            "Descent": font.descent,
            "CapHeight": font.cap_height,
            "StemV": 80,
            "FontFile2": self._add(data),
        }
        simple = {
            "Type": "/Font",
            "Subtype": "/TrueType",
            "BaseFont": "/TontafelField",
            "FirstChar": 32,
            "LastChar": 255,
            "Widths": self.array(font.widths),
            "Encoding": "/WinAnsiEncoding",
            "FontDescriptor": self._add(self.dictionary(descriptor)),
        }
        return self._add(self.dictionary(simple))

    def make_text_field(self, box: Any, classes: list[str]) -> None:
        """Turn a check box into a text field: one line that shrinks to fit, or many.

        A `value` stands in it from the start, in the size of type of the box.
        """
        field, value = box.widget_annotation, box.element.get("value", "")
        several = "ruled" in classes
        size = _POINTS * box.style["font_size"] if several or value else 0
        typed = f"/Field {size:g} Tf {_colour(box, 'color')} rg"
        field.update(FT="/Tx", V=self.string(value), DA=self.string(typed))
        del field["AS"], field["MK"]
        if several:
            field["Ff"] = _MULTILINE
            # Only the mark for text that someone typed is white: until then the lines show.
            field["MK"] = self.dictionary({"BG": self.array([1, 1, 1])})
        elif "cell" in classes:
            field["Q"] = _CENTRED
        elif not value:
            left, top, right, bottom = field["Rect"]
            field["Rect"] = self.array([left, bottom + min(top - bottom, _LINE), right, bottom])
        self._replace_appearance(field, self._typed(field, typed, value, size))

    def complete_check_box(self, box: Any, classes: list[str]) -> None:
        """Give a check box our mark for both of its states."""
        field, colour = box.widget_annotation, f"{_colour(box, 'color')} rg"
        drawing, like = (_DISC, "l") if "token" in classes else (_CROSS, "8")
        states = {"on": self._mark(f"{colour} {drawing}"), "Off": self._mark("")}
        self._replace_appearance(field, self.dictionary(states))
        field["MK"] = self.dictionary({"CA": self.string(like)})
        field["DA"] = self.string(f"/ZaDb 0 Tf {colour}")

    def _replace_appearance(self, field: Any, appearance: Any) -> None:
        """Set how a field looks, and empty WeasyPrint's drawing of it, which nothing refers to any more."""
        for reference in field["AP"]["N"].values():
            drawing = _object(self._pdf, reference)
            drawing.stream, drawing.extra, drawing.compress = [], {}, False
        field["AP"] = self.dictionary({"N": appearance})

    def _mark(self, drawing: str) -> Any:
        if drawing not in self._marks:
            form = {"Type": "/XObject", "Subtype": "/Form", "BBox": self.array([0, 0, 10, 10])}
            form["Resources"] = self.dictionary()
            self._marks[drawing] = self._add(self._stream([drawing], form))
        return self._marks[drawing]

    def _typed(self, field: Any, typed: str, value: str, size: float) -> Any:
        """Draw a value as viewers do: a little off the left edge or centred, half way up."""
        if not value:
            return self._mark("")
        left, top, right, bottom = field["Rect"]
        letters = value.encode("cp1252", "replace")
        font = field_font()
        room = right - left - size * sum(font.widths[letter - 32] for letter in letters) / 1000
        x = room / 2 if "Q" in field else _INSET
        y = (top - bottom - size * font.cap_height / 1000) / 2
        form = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": self.array([0, 0, right - left, top - bottom]),
            "Resources": self.dictionary({"Font": self.dictionary({"Field": self._field})}),
        }
        shown = f"/Tx BMC q BT {typed} {x:.2f} {y:.2f} Td <{letters.hex()}> Tj ET Q EMC"
        return self._add(self._stream([shown], form))

    def rule(self, number: int, page: Any, box: Any) -> None:
        """Stretch a field to the foot of its page and draw lines to write on behind it."""
        field = box.widget_annotation
        left, top, right, _bottom = field["Rect"]
        height = _POINTS * page.height
        lines = int((top - height + _POINTS * _content_end(page)) / _RULE_PITCH)
        field["Rect"] = self.array([left, top - lines * _RULE_PITCH, right, top])
        depths = [height - top + line * _RULE_PITCH for line in range(1, lines + 1)]
        drawn = " ".join(f"{left:.2f} {depth:.2f} m {right:.2f} {depth:.2f} l" for depth in depths)
        contents = _object(self._pdf, _object(self._pdf, self._pdf.page_references[number])["Contents"])
        stroke = f"{_RULE_WIDTH:g} w {_colour(box, 'border_bottom_color')} RG"
        contents.stream.append(f"/Artifact BMC q {stroke} {drawn} S Q EMC")


def _colour(box: Any, property_: str) -> str:
    """Give one of a box's colours as PDF has it, red, green and blue from 0 to 1."""
    colour = box.style[property_]
    if colour == "currentcolor":
        colour = box.style["color"]
    return " ".join(f"{part:.3g}" for part in colour.to("srgb").coordinates)


def _object(pdf: Any, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]


def _content_end(page: Any) -> float:
    """Say how far down a page there is room, in CSS pixels: to its margin or to the notes at its foot."""
    box = page._page_box
    end: float = box.content_box_y() + box.height
    for child in box.children:
        if type(child).__name__ == "FootnoteAreaBox" and child.children:
            end = min(end, child.position_y)
    return end
