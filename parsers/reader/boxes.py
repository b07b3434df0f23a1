"""The signs that people draw for boxes, free and marked."""

import re

FREE = "□☐◯○❏◻▢⬜◇❑▫"
MARKED = "☒☑●■◼▣⬛◆⊠⊗◉✗✘▪✓✔"
_MARKED = frozenset(MARKED + "xX")
SIGN = rf"[{FREE}{MARKED}]|\[[ xX_✗✓]?\]|\([ xX]\)"

#: One box.
BOX = re.compile(SIGN)
#: Boxes with nothing but blanks between them; in a row they may have a cell each.
BOXES = re.compile(rf"(?:{SIGN})(?:[ ]*(?:{SIGN}))*")
BOXES_IN_CELLS = re.compile(rf"(?:{SIGN})(?:[ |]*(?:{SIGN}))*")


def is_marked(sign: str) -> bool:
    """Whether a box is marked."""
    return sign in _MARKED if len(sign) == 1 else sign[1:-1].strip("_ ") != ""


def drawn(boxes: list[bool]) -> str:
    """Boxes as a wiki shows them."""
    return "".join("☒" if marked else "□" for marked in boxes)
