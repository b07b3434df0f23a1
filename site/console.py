"""Words for the person at the terminal: plain, or in colour where there is a terminal."""

import io
import json
import os
import re
import sys
from typing import Any, TextIO

from tontafel.rules.message import Message
from tontafel.site.language import Language

#: What a piece of a line is -> how a terminal shows it.
_COLOURS = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "place": "1",
    "mark": "1;35",
    "faint": "2",
    "good": "32",
}


#: Characters that move a terminal's cursor, change its state or turn its text round.
UNSEEN = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069"
#: No value in a sentence has more letters, and so many of them are left of its end.
_LONGEST, _END = 400, 60
_UNSEEN = re.compile(rf"(\x1b\[(?:{'|'.join(_COLOURS.values())}|0)m)|[{UNSEEN}]")


def visible(text: str) -> str:
    """Give a text as a terminal may be sent it: with no control characters but for our own colours."""
    if text.isascii() and text.isprintable():
        return text
    return _UNSEEN.sub(lambda found: found[1] or "\N{REPLACEMENT CHARACTER}", text)


def shortened(message: Message) -> Message:
    """Give a sentence for people in which no name is so long that nobody would read on."""
    if not any(len(str(value)) > _LONGEST for value in message.values.values()):
        return message
    return Message(message.text, {key: _short(value) for key, value in message.values.items()})


def _short(value: str | int) -> str | int:
    """Cut a value in its middle; the end of a path says as much as its beginning."""
    text = str(value)
    return value if len(text) <= _LONGEST else f"{text[: _LONGEST - 2 * _END]} … {text[-_END:]}"


class Console:
    """Where results and remarks go: results to standard output, remarks to standard error."""

    def __init__(self, language: Language, out: TextIO | None = None, err: TextIO | None = None) -> None:
        self.language = language
        self._out = out or sys.stdout
        self._err = err or sys.stderr
        for stream in (self._out, self._err):
            if isinstance(stream, io.TextIOWrapper):
                # A terminal without our letters shows question marks instead of failing.
                stream.reconfigure(errors="replace")
        self._colourful = {
            to_err: _is_colourful(self._err if to_err else self._out) for to_err in (False, True)
        }

    def write(self, text: str) -> None:
        """Print a line of the result."""
        self._out.write(visible(text) + "\n")

    def write_bytes(self, data: bytes) -> None:
        """Write a result as it is, whatever the terminal's encoding."""
        self._out.flush()
        self._out.buffer.write(data)
        self._out.buffer.flush()

    def write_json(self, value: Any) -> None:
        """Print JSON, in UTF-8 and readable."""
        text = json.dumps(value, ensure_ascii=False, indent=2)
        self.write_bytes(text.encode("utf-8", "replace") + b"\n")

    def say(self, message: Message) -> None:
        """Print a sentence that is a result."""
        self.write(self.language.say(message))

    def remark(self, message: Message) -> None:
        """Print a sentence about the work."""
        self._err.write(visible(self.language.say(shortened(message))) + "\n")
        self._err.flush()

    def problem(self, message: Message, hint: Message | None = None) -> None:
        """Print what went wrong and what to do about it, on one line."""
        said = (self.language.say(shortened(one)) for one in (message, hint) if one)
        text = " ".join(said)
        self._err.write(f"Tontafel: {visible(' '.join(text.split()))}\n")
        self._err.flush()

    def can_write(self, text: str) -> bool:
        """Say whether standard output has letters for some text."""
        try:
            text.encode(self._out.encoding or "utf-8")
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def paint(self, text: str, kind: str, *, to_err: bool = False) -> str:
        """Colour some text if its stream is a terminal that wants it."""
        if not text or not self._colourful[to_err]:
            return text
        return f"\x1b[{_COLOURS[kind]}m{text}\x1b[0m"

    def remark_line(self, text: str) -> None:
        """Print a finished line about the work."""
        self._err.write(visible(text) + "\n")


def _is_colourful(stream: TextIO) -> bool:
    return stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
