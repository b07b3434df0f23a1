"""The signs that people draw for boxes, free and marked."""

from tontafel.parsers.expression import expression

FREE = "□☐◯○❏◻▢⬜◇❑▫🔲⭕"
MARKED = "☒☑●■◼▣⬛◆⊠⊗◉✗✘▪✓✔✅❌❎"
#: Signs of something that is there, where boxes count what one has; other marks say that it is used up.
FILLED = frozenset("●■◼▣⬛◆◉▪")
_MARKED = frozenset(MARKED + "xX×")
SIGN = rf"[{FREE}{MARKED}]|\[[ xX×_✗✓]?\]|\([ xX×]\)"

#: One box.
BOX = expression(SIGN)
#: Boxes with nothing but blanks between them; in a row they may have a cell each.
BOXES = expression(rf"(?:{SIGN})(?:[ ]*(?:{SIGN}))*")
BOXES_IN_CELLS = expression(rf"(?:{SIGN})(?:[ |]*(?:{SIGN}))*")


#: What every box begins with; in most texts there is none of it, which is quickly seen.
_BEGINNING = expression(rf"[{FREE}{MARKED}\[(]")


def has_box(text: str) -> bool:
    """Whether there is a box in a text."""
    return _BEGINNING.search(text) is not None and BOX.search(text) is not None


def is_marked(sign: str) -> bool:
    """Whether a box is marked."""
    return sign in _MARKED if len(sign) == 1 else sign[1:-1].strip("_ ") != ""


def dots(text: str) -> int | None:
    """How many of several boxes are marked, where a text is nothing else; None if it is no such value."""
    if not BOXES.fullmatch(text.strip()):
        return None
    signs = BOX.findall(text)
    return sum(map(is_marked, signs)) if len(signs) > 1 or signs[0] in "●○" else None


def drawn(boxes: list[bool]) -> str:
    """Boxes as a wiki shows them."""
    return "".join("☒" if marked else "□" for marked in boxes)
