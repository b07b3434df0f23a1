"""What a person can mend: said in one line, with the remedy; never shown as a traceback."""

import re

from tontafel.rules.message import Message

#: What no shell takes for anything else.
_PLAIN = re.compile(r"[\w@%+=:,./][\w@%+=:,./-]*")


def shell_word(text: str) -> str:
    """A name or path as one word of a command that somebody may copy."""
    if _PLAIN.fullmatch(text):
        return text
    import shlex

    return shlex.quote(text)


class Problem(Exception):  # noqa: N818 - reads as what it is
    """Why a command can't do what it was asked to; `hint` is what to do about it."""

    def __init__(self, message: Message, hint: Message | None = None) -> None:
        super().__init__(f"{message} {hint}" if hint else str(message))
        self.message = message
        self.hint = hint
