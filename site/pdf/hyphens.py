"""Hyphenation patterns, read from a form that loads in a tenth of the time that their source takes."""

import importlib
import marshal
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from tontafel.site.files import replace_file
from tontafel.site.fonts import cache_folder


@cache
def provide(language: str) -> None:
    """Load the patterns of a language, and give them to WeasyPrint's hyphenator.

    A language without patterns, or with some that change the spelling, is left to the hyphenator.
    """
    pyphen = importlib.import_module("pyphen")
    known = pyphen.language_fallback(language)
    if known is None or (source := pyphen.LANGUAGES[known]) in pyphen.hdcache:
        return
    patterns = _read(_kept(source)) or _parsed(pyphen, source)
    if patterns:
        dictionary = pyphen.HyphDict.__new__(pyphen.HyphDict)
        dictionary.patterns, dictionary.cache = patterns, {}
        dictionary.maxlen = max(map(len, patterns))
        pyphen.hdcache[source] = dictionary


def _kept(source: Path) -> Path:
    version = "".join(map(str, sys.version_info[:2]))
    return cache_folder() / f"{source.stem}-{source.stat().st_size}-{version}.marshal"


def _read(kept: Path) -> dict[str, tuple[int, bytes]]:
    try:
        patterns = marshal.loads(kept.read_bytes())  # noqa: S302 - our own file in the user's cache
    except (OSError, ValueError, EOFError, TypeError):
        return {}
    return patterns if isinstance(patterns, dict) else {}


def _parsed(pyphen: Any, source: Path) -> dict[str, tuple[int, bytes]]:
    """Let the hyphenator read its patterns, and keep them; bytes take less room than tuples of numbers."""
    parsed = pyphen.HyphDict(source).patterns
    if any(isinstance(value, pyphen.DataInt) for _, values in parsed.values() for value in values):
        return {}
    patterns = {letters: (start, bytes(values)) for letters, (start, values) in parsed.items()}
    with suppress(OSError):
        replace_file(_kept(source), marshal.dumps(patterns))
    return patterns
