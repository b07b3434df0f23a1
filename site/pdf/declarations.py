"""WeasyPrint's declarations of C functions, kept in a form that needs no parser.

Reading them anew takes a tenth of the time that a command with one sheet takes.
"""

import ast
import contextlib
import hashlib
import importlib
import marshal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tontafel.site.files import replace_file
from tontafel.site.fonts import cache_folder

_DIGEST = 32


@contextlib.contextmanager
def kept() -> Iterator[None]:
    """Let modules that are imported meanwhile find their C functions declared already.

    Only on Linux, where libraries are opened by their names; other systems are left to search for them.
    """
    if not sys.platform.startswith("linux"):
        yield
        return
    cffi: Any = importlib.import_module("cffi")
    parsing = cffi.FFI
    cffi.FFI = _Declared
    try:
        yield
    finally:
        cffi.FFI = parsing


class _Declared:
    """Stands for cffi's `FFI`: all that it does is done by one that is made of what was parsed before."""

    def __init__(self) -> None:
        self._text = ""

    def cdef(self, text: str) -> None:
        """Declare the functions of `text`."""
        self._text += text
        made = importlib.import_module("_cffi_backend").FFI("declared", **_arguments(self._text))
        vars(self).update({name: getattr(made, name) for name in dir(made) if not name.startswith("__")})


def _arguments(text: str) -> dict[str, Any]:
    cffi = importlib.import_module("cffi")
    asked = f"{cffi.__version__} {sys.version} {text}"
    file = cache_folder() / f"declarations-{hashlib.sha256(asked.encode()).hexdigest()[:16]}.marshal"
    arguments = _read(file)
    if not arguments:
        arguments = _parsed(text)
        data = marshal.dumps(arguments)
        with contextlib.suppress(OSError):
            replace_file(file, hashlib.sha256(data).digest() + data)
    return arguments


def _read(file: Path) -> dict[str, Any]:
    """Read what was kept; nothing if it is not exactly that."""
    try:
        content = file.read_bytes()
    except OSError:
        return {}
    digest, data = content[:_DIGEST], content[_DIGEST:]
    if hashlib.sha256(data).digest() != digest:
        return {}
    arguments: dict[str, Any] = marshal.loads(data)  # noqa: S302 - our own file in the user's cache
    return arguments


def _parsed(text: str) -> dict[str, Any]:
    """Let cffi parse declarations, and take the arguments out of the module that it writes about them."""
    from io import StringIO

    api: Any = importlib.import_module("cffi.api")
    parser = api.FFI()
    parser.set_source("declared", None)
    parser.cdef(text)
    written = StringIO()
    parser.emit_python_code(written)
    (call,) = (one for one in ast.walk(ast.parse(written.getvalue())) if isinstance(one, ast.Call))
    return {str(one.arg): ast.literal_eval(one.value) for one in call.keywords}
