"""The characters and addresses that the wiki's rules speak of, as pieces of regular expressions."""

import re

from tontafel.parsers.expression import expression

_ASCII = "".join(map(chr, range(0x80)))


def characters(ascii_ones: str) -> str:
    """Give the class of some ASCII characters, as they stand in brackets, and all from U+0080 to U+FFFD.

    It is written as what it is not, in ranges: compiling a class of 65,000 characters takes milliseconds
    each time, and one of single characters still half of one.
    """
    others = re.findall(f"[^{ascii_ones}]+", _ASCII)
    ranges = (f"{re.escape(run[0])}-{re.escape(run[-1])}" for run in others)
    return f"[^{''.join(ranges)}\ufffe-\U0010ffff]"


#: What a word is made of: ASCII letters and everything up to U+FFFD beyond ASCII, so no emoji or cuneiform.
LETTER = characters("A-Za-z")
#: What must not touch the outside of a pair such as `/x/`; said in a way that is less to compile.
_WORD = r"(?![\ufffe-\U0010ffff])[^\x00-,./:-@\[-`{-\x7f]"
#: What a pair begins with and consists of, and more: `is_plane` tells the rest.
_PAIR_FIRST = r"[^\x00-@\[-`{-\x7f]"
_PAIR_INSIDE = r"[^\x00-\x1f#$&()*+/<=>@\[-`{-\x7f]"
#: The first step of a path such as `/usr/share/`, what ends its steps, and its last slashes around words.
_STEP = r"[^\x00-,./:-@\[-`{-\x7f]"
PATH = f"/{_STEP}++(?=/)"
NO_STEP = r"[\x00-,.:-@\[-`{-\x7f\ufffe-\U0010ffff]"
PATH_END = f"/{_PAIR_FIRST}{_PAIR_INSIDE}*+(?<! )/"

#: A page's name; the name `0` is impossible.
_NAME_CHARS = characters("-,.()'%&!?;<> _0-9A-Za-z")
NAME = f"(?!0(?!{_NAME_CHARS})){_NAME_CHARS}++"
#: A link to a page as most are written, by its name or with words that hold no markup. It finds more than
#: that: `is_plane` tells whether the name is one.
PLAIN_LINK = r"\[\[(?!0[|\]])[^\x00-\x1f\"#$*+/:=@\[-^`{-\x7f]++(?:\|[^\s\[\]{~*/&][^\n\[\]{~*/&]*+)?+\]\]"

_SCHEMES = "https?|ftp|afs|news|nntp|mid|cid|mailto|wais|prospero|telnet|gophers?|irc|feed|file"
SCHEMES = frozenset(_SCHEMES.replace("https?", "http|https").replace("gophers?", "gopher|gophers").split("|"))
_URL_CHARS = "-a-zA-Z0-9/@=+$_~*.,;:?!'\"()&#%<>"
_URL_LAST = "-a-zA-Z0-9/@=+$_~*"
#: An address within brackets.
URL = f"(?:{_SCHEMES}):[{_URL_CHARS}]++"
#: An address with plain words behind it, as most are written; its scheme remains to be looked at.
PLAIN_ADDRESS = rf"\[[a-z]++:[{_URL_CHARS}]++ [^\n\[\]]++\]"
#: An address in running text: it ends before punctuation, and before one of `<>&` at its end.
BARE_URL = f"((?:{_SCHEMES}):[{_URL_CHARS}]*(?:[{_URL_CHARS}][{_URL_LAST}]|(?=[<>&])))"

#: The name of another wiki or namespace before the colon.
SITE = f"{characters('A-Z')}{LETTER}++"
_SITE_PAGE = "-_=#$@~`%&*+/0-9A-Za-z"
BARE_SITE_PAGE = f"(?:[!?:;.,]*+{characters(_SITE_PAGE)}++)++"
#: The same before a space, which may be one beyond ASCII; such a one can also be within the name.
SITE_PAGE_BEFORE_SPACE = f"{characters(f'{_SITE_PAGE}!?:;.,')}*{characters(_SITE_PAGE)}"
FREE_SITE_PAGE = f"""{characters(f"{_SITE_PAGE}!?:;.,()' <>")}++"""

#: Words on a line in which no inline rule finds anything: characters that none begins with, and those that
#: begin nothing where they stand.
PLAIN = (
    r"""(?:[^\n|{~*/&\[:<\\.\-=+#%_"']++|[.=+#%-](?![.>/#%-])|:(?=[ \t|])"""
    rf"|(?<=[0-9A-Za-z])/(?!{_STEP}*+/))++"
)

#: A blank line seen from the line end before it; `\s` counts, also beyond ASCII.
BLANK = r"[^\S\n]*+\n"

_BEYOND = expression("[\ufffe-\U0010ffff]")
_PICTURE = expression(r"(?:https?|ftp):.+\.(?:gif|jpe?g|png|bmp|svg|webp)$", re.IGNORECASE | re.DOTALL)


def is_letter(character: str) -> bool:
    """Tell whether a character may be in a word, as `LETTER` says."""
    return "a" <= character <= "z" or "A" <= character <= "Z" or "\x80" <= character <= "\ufffd"


def pair(mark: str) -> str:
    """Give the pattern of a pair of marks around words: `/x/`, `*x*`, `_x_`."""
    mark = re.escape(mark)
    return f"{mark}(?<!{_WORD}{mark}){_PAIR_FIRST}{_PAIR_INSIDE}*+(?<! ){mark}(?!{_WORD})"


def is_plane(written: str) -> bool:
    """Tell whether no character is beyond U+FFFD."""
    return written.isascii() or _BEYOND.search(written) is None


def is_picture(url: str) -> bool:
    """Tell whether an address is one of a picture, by its ending."""
    return _PICTURE.match(url) is not None


def page_name(written: str) -> str:
    """Give a page's name as it is kept: single spaces, none at the ends, no underscores."""
    if "_" in written:
        written = written.replace("_", " ")
    if "  " in written or written[:1] == " " or written[-1:] == " ":
        return " ".join([word for word in written.split(" ") if word])
    return written
