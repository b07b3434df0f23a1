"""Regular expressions that are compiled when they are first used: a run needs but few of them."""

import re
from typing import Any, cast

_ABILITIES = (
    "match", "search", "fullmatch", "finditer", "findall", "split", "sub", "subn", "groups", "groupindex",
)  # fmt: skip


class Expression:
    """Stands for a compiled expression; at its first use it takes over all that the compiled one can do."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        if name not in _ABILITIES:
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self.flags)
        self.__dict__.update({each: getattr(compiled, each) for each in _ABILITIES})
        return self.__dict__[name]


def expression(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Give what `re.compile` would give, but compile it only when it is used.

    A mistake in a pattern shows only then; a test compiles them all.
    """
    return cast("re.Pattern[str]", Expression(pattern, flags))
