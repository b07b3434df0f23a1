"""What WeasyPrint works out anew for each document, kept from one to the next: styles and drawings.

A hundred sheets of one system have the same style sheets, the same few hundred styles and the same
ornaments. Half the time of a sheet's layout goes into these if nothing is kept.
"""

import importlib
from typing import Any

#: Styles are few for each style sheet; whoever comes with more starts anew.
_MOST_STYLES = 2000
#: Drawings come from templates, each in one or two sizes.
_MOST_DRAWINGS = 100

#: Resources that a drawing can not take with it into another document.
_OTHERS = ("XObject", "Pattern", "Shading")

_OUTERMOST = frozenset(["html", "body"])

#: How specific declarations are that an element brings itself, by `style` and by other attributes.
_OWN = ((1, 0, 0), (0, 0, 0))

_Key = tuple[Any, ...]
_styles: dict[_Key, Any] = {}
_drawings: dict[str, "_Drawing"] = {}


def keep_styles() -> None:
    """Let WeasyPrint, which has to be imported by now, take styles that it has computed before."""
    css: Any = importlib.import_module("weasyprint.css")
    if not hasattr(css.StyleFor, "keeps"):
        css.StyleFor = _keeping(css.StyleFor)


def _keeping(style_for: Any) -> Any:
    """Make a kind of `style_for` that computes no style twice, whatever documents it is for."""

    class KeptStyles(style_for):  # type: ignore[misc]
        keeps = True

        def set_computed_styles(self, element: Any, parent: Any, *rest: Any, **more: Any) -> None:
            key = _style_key(self, element, parent, *rest, **more)
            known = _styles.get(key) if key else None
            if known is not None:
                self.get_computed_styles()[element, more.get("pseudo_type")] = known
                return
            super().set_computed_styles(element, parent, *rest, **more)
            if key:
                _keep(key, self.get_computed_styles()[element, more.get("pseudo_type")])

    return KeptStyles


def _style_key(
    styles: Any, element: Any, parent: Any, root: Any = None, pseudo_type: Any = None, **more: Any
) -> _Key | None:
    """Say what a style follows from; None for one that is its document's own.

    Pages change their styles, and so do the calls of notes; an anchor is to be collected once in each
    document. What the outermost boxes hide is written into their styles, too.
    """
    declared = styles.get_cascaded_styles().get((element, pseudo_type), {})
    if not hasattr(element, "tag") or "anchor" in declared or pseudo_type == "note-call":
        return None
    if "overflow" in declared and element.tag in _OUTERMOST:
        return None
    if element is root and pseudo_type is None:
        above: Any = (styles.font_config, *(sheet for sheet, *_ in styles._sheets))
    else:
        above = id(styles.get_computed_styles()[parent, None])  # alive as long as what inherits from it
    values = ((name, _identity(value, weight), weight) for name, (value, weight) in declared.items())
    key = (above, pseudo_type, more.get("base_url"), *values)
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _identity(value: Any, weight: Any) -> Any:
    """Give a value of a style sheet by its place in memory, where it stays; any other one as it is."""
    return value if weight[-1] in _OWN else id(value)


def _keep(key: _Key, style: Any) -> None:
    if len(_styles) >= _MOST_STYLES:
        _styles.clear()
    style.sizes = {}
    _styles[key] = style


class Pictures(dict[str, Any]):
    """The pictures of one document by their addresses; drawings that stand in the address are kept."""

    def __init__(self) -> None:
        super().__init__(_drawings)

    def __setitem__(self, address: str, picture: Any) -> None:
        if address.startswith("data:image/svg+xml") and hasattr(picture, "_svg"):
            picture = _Drawing(picture)
            if len(_drawings) < _MOST_DRAWINGS:
                _drawings[address] = picture
        super().__setitem__(address, picture)


class _Drawing:
    """An SVG picture that remembers by which operators it is drawn."""

    def __init__(self, picture: Any) -> None:
        self._picture = picture
        self._drawn: dict[tuple[float, float], tuple[bytes, dict[str, Any]]] = {}

    def get_intrinsic_size(self, *about: Any) -> Any:
        return self._picture.get_intrinsic_size(*about)

    def draw(self, stream: Any, width: float, height: float, style: Any) -> None:
        """Draw the picture in a stream, by WeasyPrint the first time in each size."""
        size, begin = (width, height), len(stream.stream)
        if size in self._drawn:
            operators, states = self._drawn[size]
            stream.stream.append(operators)
            stream._resources["ExtGState"].update(states)
            return
        fresh = not (stream._current_color or stream._current_color_stroke or _uses(stream, "ExtGState"))
        self._picture.draw(stream, width, height, style)
        operations = stream.stream[begin:]
        if fresh and not _uses(stream, *_OTHERS) and _is_plain(operations):
            self._drawn[size] = b"\n".join(operations), dict(stream._resources["ExtGState"])


def _uses(stream: Any, *kinds: str) -> bool:
    """Whether a stream has resources of these kinds."""
    return any(stream._resources[kind] for kind in kinds)


def _is_plain(operations: list[Any]) -> bool:
    """Whether these are bytes only, and draw no text: that would need a font of each document."""
    return all(isinstance(one, bytes) and one != b"BT" for one in operations)
