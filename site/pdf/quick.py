"""Functions that WeasyPrint 70 calls a thousand times for a sheet, done quicker with the same result.

Most of them follow from a box's style alone. Styles are shared by all boxes of one kind and kept from one
document to the next (see `kept`), so that what follows from one is worked out once and stays with it.
Another WeasyPrint is left as it is: sheets look the same, and take longer.
"""

import importlib
import sys
import zlib
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

#: The version whose functions these are.
_VERSION = "70."
_SIDES = ("top", "right", "bottom", "left")
_CORNERS = ("top_left", "top_right", "bottom_right", "bottom_left")
_LENGTHS = ("width", "min_width", "max_width", "height", "min_height", "max_height")
#: What `resolve_percentages` finds out about a box.
_RESOLVED = (
    *(f"{name}_{side}" for name in ("margin", "padding") for side in _SIDES),
    *_LENGTHS,
    *(f"border_{side}_width" for side in _SIDES),
)
_WIDTHS = _RESOLVED[-4:]
#: How many sizes of what is around a box are remembered for each style.
_MOST_SIZES = 40
_SQUARE = {f"border_{corner}_radius": (0, 0) for corner in _CORNERS}
_RGB = ("srgb", "hsl", "hwb")

Function = Callable[..., Any]


def hasten(weasyprint: Any) -> None:
    """Put the functions of this module in the places of WeasyPrint's own, if it is the one they are for."""
    if not weasyprint.__version__.startswith(_VERSION):
        return
    for module, name, quick in (
        ("layout.percent", "resolve_percentages", _resolve_percentages),
        ("layout.background", "layout_box_backgrounds", _layout_box_backgrounds),
        ("draw.border", "draw_border", _draw_border),
        ("text.line_break", "strut", _strut),
    ):
        original = getattr(importlib.import_module(f"weasyprint.{module}"), name)
        if original.__module__ != __name__:
            _replace(original, quick(original))
    _keep_layouts()
    _write_quickly()


def _replace(original: Function, quick: Function) -> None:
    """Let every module of WeasyPrint that knows a function know another one instead."""
    for name, module in list(sys.modules.items()):
        if name.startswith("weasyprint."):
            for known in [known for known, value in vars(module).items() if value is original]:
                setattr(module, known, quick)


def _resolve_percentages(original: Function) -> Function:
    def quick(box: Any, containing_block: Any) -> None:
        style, around = box.style, containing_block
        sizes = vars(style).get("sizes")
        if sizes is None:
            original(box, around)
            return
        size = (around.width, around.height) if hasattr(around, "style") else tuple(around)
        if (known := sizes.get(size)) is not None:
            vars(box).update(known)
            return
        original(box, around)
        if len(sizes) < _MOST_SIZES and style["border_collapse"] != "collapse":
            sizes[size] = {name: getattr(box, name) for name in _RESOLVED}

    return quick


def _layout_box_backgrounds(original: Function) -> Function:
    def quick(
        page: Any, box: Any, get_image_from_uri: Any, layout_children: bool = True, style: Any = None
    ) -> None:
        if style is not None or box is page or not _once(box.style, "bare", _is_bare):
            original(page, box, get_image_from_uri, layout_children, style)
            return
        vars(box).update(_SQUARE)
        box.background = None
        if layout_children:
            for child in box.all_children():
                quick(page, child, get_image_from_uri)

    return quick


def _is_bare(style: Any) -> bool:
    """Whether a box has square corners and nothing behind it."""
    return (
        style["border_image_source"][0] == style["mask_border_source"][0] == "none"
        and not style["box_shadow"]
        and all(kind == "none" for kind, _ in style["background_image"])
        and _colour(style, "background_color").alpha == 0
        and _is_square(style)
    )


def _is_square(style: Any) -> bool:
    return all(style[f"border_{corner}_radius"] == ((0, "px"), (0, "px")) for corner in _CORNERS)


def _draw_border(original: Function) -> Function:
    def quick(stream: Any, box: Any) -> None:
        ink = _once(box.style, "ink", _ink)
        if ink is None:
            original(stream, box)
            return
        top, right, bottom, left = (getattr(box, name) for name in _WIDTHS)
        if not (top or right or bottom or left):
            return
        x, y, width, height = box.hit_area()
        inner = (x + left, y + top, width - left - right, height - top - bottom)
        if top and right and bottom and left:
            areas, fill = [(x, y, width, height), inner], "f*"
        else:
            sides = (
                (top, (x, y, width, top)),
                (right, (x + width - right, y, right, height)),
                (bottom, (x, y + height - bottom, width, bottom)),
                (left, (x, y, left, height)),
            )
            areas, fill = [area for thickness, area in sides if thickness], "f"
        drawn = " ".join("{:.3f} {:.3f} {:.3f} {:.3f} re".format(*area) for area in areas)
        stream.stream.append(f"/Artifact BMC q {ink} rg {drawn} {fill} Q EMC".encode())

    return quick


def _ink(style: Any) -> str | None:
    """Give the one colour of simple lines around a box, red, green and blue; None if they aren't simple."""
    if (
        style["visibility"] != "visible"
        or style["column_width"] != "auto"
        or style["column_count"] != "auto"
        or style["border_image_source"][0] != "none"
        or style["border_collapse"] == "collapse"
        or not _is_square(style)
    ):
        return None
    drawn = [side for side in _SIDES if style[f"border_{side}_width"]]
    colours = {_colour(style, f"border_{side}_color") for side in drawn}
    if not drawn:
        return ""
    if len(colours) > 1 or {style[f"border_{side}_style"] for side in drawn} != {"solid"}:
        return None
    (colour,) = colours
    if colour.alpha != 1 or colour.space not in _RGB:
        return None
    return " ".join(f"{part:.6g}" for part in colour.to("srgb").coordinates)


def _strut(original: Function) -> Function:
    def quick(style: Any) -> Any:
        return _once(style, "strut", original)

    return quick


def _once(style: Any, name: str, find: Function) -> Any:
    """Give what follows from a style, and keep it there."""
    kept = vars(style)
    if name not in kept:
        kept[name] = find(style)
    return kept[name]


def _colour(style: Any, name: str) -> Any:
    return style["color"] if style[name] == "currentcolor" else style[name]


def _keep_layouts() -> None:
    """Let a laid out text be drawn as it is, instead of being laid out again for this."""
    line_break = importlib.import_module("weasyprint.text.line_break")
    layout, again = line_break.Layout, line_break.Layout.reactivate

    def reactivate(text: Any, style: Any) -> None:
        if text.justification_spacing or "layout" not in vars(text):
            again(text, style)
        else:
            line_break.pango.pango_layout_set_width(text.layout, -1)

    if again.__module__ != __name__:
        layout.reactivate, layout.deactivate = reactivate, lambda _: None


def _write_quickly() -> None:
    """Write the many small parts of a PDF without asking for each what it might be, and pack them as usual.

    At its highest level zlib takes twice the time for a hundredth of the size.
    """
    pydyf: Any = importlib.import_module("pydyf")
    original = pydyf._to_bytes
    if original.__module__ == __name__:
        return

    def to_bytes(item: Any) -> bytes:
        kind = type(item)
        if kind is bytes:
            written: bytes = item
        elif kind is str:
            written = item.encode("ascii")
        elif kind is int:
            written = b"%d" % item
        else:
            written = original(item)
        return written

    pydyf._to_bytes = to_bytes
    pydyf.zlib = SimpleNamespace(compressobj=lambda **_: zlib.compressobj(6))
