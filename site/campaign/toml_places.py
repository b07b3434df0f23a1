"""Where the keys and values of a TOML file stand; `tomllib` gives the values alone."""

import re
import tomllib

from msgspec import Struct

from tontafel.rules.span import Span

Path = tuple[str, ...]

_TOKEN = re.compile(
    r"""(?P<space>[ \t\r]+|\#[^\n]*)
    |(?P<text>\"""(?:\\.|[^\\])*?\"{3,5}|'''.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*')
    |(?P<sign>[\[\]{}=,.\n])
    |(?P<bare>[^\s\#\[\]{}=,."']+)""",
    re.DOTALL | re.VERBOSE,
)
#: Braces within so many others are passed over; no setting lies as deep.
_DEEPEST = 9


class Entry(Struct, frozen=True):
    """The place of a key, the last part of a dotted one, and that of its value; a heading is its own."""

    key: Span
    value: Span


def places(text: str) -> dict[Path, Entry]:
    """Give for the path of each key or table the place where it first stands.

    The text is one that `tomllib` can read; of any other some places are missing.
    """
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = [match for match in _TOKEN.finditer(text) if match.lastgroup != "space"]
        self._at = 0
        self._found: dict[Path, Entry] = {}

    def read(self) -> dict[Path, Entry]:
        table: Path = ()
        while self._at < len(self._tokens):
            sign = self._sign()
            if sign == "[":
                table = self._heading()
            elif sign:
                self._at += 1
            else:
                self._entry(table)
        return self._found

    def _sign(self) -> str:
        """The sign that stands here; nothing for a key or value, a line's end after the last one."""
        if self._at == len(self._tokens):
            return "\n"
        token = self._tokens[self._at]
        return token[0] if token.lastgroup == "sign" else ""

    def _span(self) -> Span:
        return Span(*self._tokens[self._at].span())

    def _heading(self) -> Path:
        while self._sign() == "[":
            self._at += 1
        parts = self._key()
        path = tuple(name for name, _ in parts)
        for count, (_, span) in enumerate(parts, 1):
            self._found.setdefault(path[:count], Entry(span, span))
        return path

    def _entry(self, table: Path) -> None:
        parts = self._key()
        path = (*table, *(name for name, _ in parts))
        value = self._value(path) if self._sign() == "=" else parts[-1][1]
        for count, (_, span) in enumerate(parts, len(table) + 1):
            self._found.setdefault(path[:count], Entry(span, value))

    def _key(self) -> list[tuple[str, Span]]:
        parts = []
        while not self._sign() or self._sign() == ".":
            if not self._sign():
                parts.append((_name(self._tokens[self._at][0]), self._span()))
            self._at += 1
        return parts or [("", Span(0, 0))]

    def _value(self, path: Path) -> Span:
        """Pass over the value behind this sign; the keys within its braces are entered, too."""
        self._at += 1
        first = self._at
        if self._sign() == "{" and len(path) < _DEEPEST:
            self._braced(path)
        else:
            self._pass_over()
        last = self._tokens[self._at - 1]
        return Span(self._tokens[first].start(), last.end()) if first < self._at else Span(0, 0)

    def _braced(self, path: Path) -> None:
        self._at += 1
        while self._at < len(self._tokens) and self._sign() != "}":
            if self._sign():
                self._at += 1
            else:
                self._entry(path)
        self._at += 1

    def _pass_over(self) -> None:
        depth = 0
        while self._at < len(self._tokens) and (depth or self._sign() not in ("\n", ",", "}")):
            depth += (self._sign() in ("[", "{")) - (self._sign() in ("]", "}"))
            self._at += 1


def _name(written: str) -> str:
    """The name of a key, as written with or without quotation marks."""
    if written[0] not in "\"'":
        return written
    return next(iter(tomllib.loads(f"{written} = 0")))
