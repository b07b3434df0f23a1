"""Templates: ours, overridden by name by a campaign's own, filled in the campaign's language.

What is called `systems/ID/…` may also lie in the folder `templates` of that game system.

A campaign's templates are as little trusted as its pages, so they run in a sandbox. Compiled templates are
kept in the user's cache folder, never in the campaign's: they are code.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import suppress
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Protocol, TypeVar

from jinja2 import (
    BytecodeCache,
    Environment,
    FileSystemBytecodeCache,
    FunctionLoader,
    StrictUndefined,
    TemplateError,
    TemplateSyntaxError,
)
from jinja2.bccache import Bucket
from markupsafe import Markup

from tontafel.rules.message import message
from tontafel.rules.system import UnknownSystem, system
from tontafel.site.harmless import together
from tontafel.site.problem import Problem

T = TypeVar("T")

#: The room of the templates beside this one.
TEMPLATES = Path(__file__).parent.parent / "templates"
#: Below it lie the templates of each game system.
_SYSTEMS = "systems"
#: Endings of files that a campaign may override.
_ENDINGS = (".html", ".css", ".svg", ".xml", ".txt")
#: Where a traceback speaks of a template: by its name below the folder.
_IN_TEMPLATE = re.compile(r'File "([^"/][^"]*\.(?:html|css|svg|xml|txt))", line (\d+)')


class Translations(Protocol):
    """Whoever knows the wording of an English sentence."""

    def gettext(self, text: str, /) -> str:
        """Give the wording."""

    def ngettext(self, singular: str, plural: str, n: int, /) -> str:
        """Give the wording for so many things."""


def broken(error: Exception, own: Path | None = None) -> Problem | None:
    """Say what is wrong with a template of the campaign's own; ours are tested.

    None for an error that comes from none of them; `own` is the campaign's folder of templates.
    """
    name, line = getattr(error, "name", None), getattr(error, "lineno", None)
    if not (isinstance(name, str) and line):
        name, line = _place(error)
    if not isinstance(error, TemplateError) and not (own and name and (own / name).is_file()):
        return None
    reason = str(getattr(error, "message", None) or error).rstrip(".") or type(error).__name__
    said = (
        message(
            "The template “{name}” cannot be used (line {line}): {reason}.",
            name=name,
            line=line,
            reason=reason,
        )
        if name
        else message("The templates cannot be used: {reason}.", reason=reason)
    )
    return Problem(said, message("Mend it, or take it out of the campaign's folder “templates”."))


def _place(error: Exception) -> tuple[str, int]:
    """The template in which an error was last seen, and its line; other processes say so in notes."""
    from traceback import format_tb

    told = "".join([*getattr(error, "__notes__", ()), *format_tb(error.__traceback__)])
    found = _IN_TEMPLATE.findall(told)
    return (found[-1][0], int(found[-1][1])) if found else ("", 0)


class _OneScope:
    """Gives every template the names of its environment as they are, not in a chain that is slow to copy."""

    globals: dict[str, Any]

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Give the names that a template knows: the environment's own, unless it brings more."""
        return {**self.globals, **d} if d else self.globals


class _Free(_OneScope, Environment):
    """Templates of our own."""


def environment(translations: Translations, own: Path | None = None, **filters: Any) -> Environment:
    """Make an environment that escapes everything; `own` is a campaign’s folder of templates."""
    options: dict[str, Any] = {
        "loader": FunctionLoader(_loader(own)),
        "autoescape": True,
        "undefined": StrictUndefined,
        "trim_blocks": True,
        "lstrip_blocks": True,
        "auto_reload": False,
        "cache_size": -1,
        "bytecode_cache": _compiled("free" if own is None else "sandboxed"),
    }
    if own is not None:
        from jinja2.sandbox import ImmutableSandboxedEnvironment

        class Caged(_OneScope, ImmutableSandboxedEnvironment):
            """Templates of a campaign."""

        env: Environment = Caged(**options)
    else:
        env = _Free(**options)
    env.globals.update(_sentences(translations))
    env.filters.update(filters, rows=rows, signed=signed, links=links, together=together)
    return env


@cache
def plain_environment(translations: Translations) -> Environment:
    """Give the environment of our own templates alone, the same for everyone of this process."""
    return environment(translations)


def _sentences(translations: Translations) -> dict[str, Callable[..., Markup]]:
    """Give what templates say sentences with: they are safe as they stand, values in them are escaped."""

    @cache
    def worded(text: str) -> Markup:
        return Markup(translations.gettext(text))  # noqa: S704 - a sentence of our own

    def gettext(text: str, **values: object) -> Markup:
        return worded(text) % values if values else worded(text)

    def ngettext(singular: str, plural: str, num: int, **values: object) -> Markup:
        text = translations.ngettext(singular, plural, num)
        return Markup(text) % {"num": num, **values}  # noqa: S704 - a sentence of our own

    return {"_": gettext, "gettext": gettext, "ngettext": ngettext}


def source(name: str, own: Path | None) -> str | None:
    """Read a template or style by its name below `templates/`; the campaign's own comes first."""
    if not name.endswith(_ENDINGS):
        return None
    for folder, inner in _places(name, own):
        path = Path(os.path.realpath(folder / inner))
        if path.is_relative_to(os.path.realpath(folder)) and path.is_file():
            return _text(path, name)
    return None


def _text(path: Path, name: str) -> str:
    """Read a template; raises TemplateSyntaxError where it is no UTF-8."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TemplateSyntaxError(str(error), line, name) from error


def _places(name: str, own: Path | None) -> Iterator[tuple[Path, str]]:
    if own is not None:
        yield own, name
    yield TEMPLATES, name
    first, _, rest = name.partition("/")
    id_, _, inner = rest.partition("/")
    if first == _SYSTEMS and inner:
        try:
            yield system(id_).folder / "templates", inner
        except UnknownSystem:
            return


def signed(value: int) -> str:
    """Write a number with a proper minus."""
    return str(value).replace("-", "−")


class Link(Protocol):
    """What leads somewhere."""

    @property
    def address(self) -> str:
        """Where to."""

    @property
    def text(self) -> str:
        """How it is called."""


def links(found: Iterable[Link]) -> Markup:
    """Write the items of a list of links."""
    lines = [f'<li><a href="{escape(one.address)}">{escape(one.text)}</a></li>\n' for one in found]
    return Markup("".join(lines))  # noqa: S704 - escaped above


def rows(things: Iterable[T], width: int) -> list[list[T]]:
    """Divide things into rows of at most `width`, of nearly equal length, the longer ones below."""
    left = list(things)
    count = -(-len(left) // width)
    length, longer = divmod(len(left), count) if count else (0, 0)
    divided, start = [], 0
    for row in range(count):
        end = start + length + (row >= count - longer)
        divided.append(left[start:end])
        start = end
    return divided


def _loader(own: Path | None) -> Callable[[str], tuple[str, str | None, Callable[[], bool] | None] | None]:
    def load(name: str) -> tuple[str, str | None, Callable[[], bool] | None] | None:
        text = source(name, own)
        return None if text is None else (text, name, None)

    return load


def _compiled(kind: str) -> BytecodeCache | None:
    """Give the place of compiled templates; in a sandbox they are compiled to something else than outside."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(home) / "tontafel" / "templates"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return _Compiled(str(folder), f"{kind}-%s.cache") if os.access(folder, os.W_OK) else None


class _Compiled(FileSystemBytecodeCache):
    """Compiled templates that are kept where there is room for them."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a compiled template."""
        with suppress(OSError):
            super().dump_bytecode(bucket)
