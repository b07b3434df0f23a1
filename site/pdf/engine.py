"""WeasyPrint, loaded quickly, with our own fonts only and no way out of its own files."""

import contextlib
import copy
import ctypes
import gc
import importlib
import io
import os
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

from tontafel.rules.message import message
from tontafel.site import fonts
from tontafel.site.pdf import declarations, kept, quick
from tontafel.site.problem import Problem

#: Opened by WeasyPrint under these names on Linux; the second makes embedding fast and future-proof.
_LIBRARIES = ("libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0")
#: Costly modules that WeasyPrint imports, and of which a sheet never calls anything.
_DEFERRED = ("fontTools.subset", "fontTools.varLib", "fontTools.varLib.instancer", "PIL.ImageCms")
_COLLECT_AFTER = 32
_written = count(1)

Finisher = Callable[[Any, Any], None]


class PdfUnavailable(Problem):
    """PDFs can't be made here; the text is one line that says what is missing and how to get it."""


@cache
def engine() -> Any:
    """Import WeasyPrint and return the module, in 0.2 s instead of 0.45.

    Raises `PdfUnavailable` where the package, its libraries or the fonts are missing.
    """
    config = font_set(frozenset()).config
    _provide_libraries()
    try:
        with _fonts_of(config), declarations.kept(), _deferred_modules(), _silence():
            weasyprint = importlib.import_module("weasyprint")
    except ImportError as error:
        raise PdfUnavailable(
            message("PDFs need WeasyPrint ({reason}).", reason=str(error)), message("pip install weasyprint")
        ) from error
    except OSError as error:
        raise PdfUnavailable(
            message("PDFs need Pango:"),
            message("apt install libpangoft2-1.0-0 libharfbuzz-subset0 (Mac: brew install pango)"),
        ) from error
    kept.keep_styles()
    quick.hasten(weasyprint)
    return weasyprint


@cache
def font_set(letters: frozenset[str]) -> fonts.FontSet:
    """Return the fonts for Latin and `letters` besides; raises `PdfUnavailable`."""
    try:
        return fonts.font_set(letters, fonts.cache_folder())
    except (fonts.FontsMissingError, ImportError) as error:
        raise PdfUnavailable(
            message("PDFs need fonts ({reason}).", reason=str(error)),
            message("pip install rendercv-fonts fonttools"),
        ) from error


@cache
def field_font() -> fonts.FieldFont:
    """Return the font that fillable fields are typed in; raises `PdfUnavailable`."""
    font_set(frozenset())
    return fonts.field_font(fonts.cache_folder())


@lru_cache(maxsize=16)
def _font_configuration(config: Path) -> Any:
    with _fonts_of(config):
        return importlib.import_module("weasyprint.text.fonts").FontConfiguration()


@lru_cache(maxsize=32)
def _stylesheet(css: str, config: Path) -> Any:
    return engine().CSS(string=css, font_config=_font_configuration(config))


def layout(
    html: str, css: str, letters: frozenset[str], folders: Sequence[Path] = (), *, light: bool = False
) -> Any:
    """Lay out `html` with the style sheet `css` and return WeasyPrint's document.

    `letters` are those beyond Latin; pictures come from `folders` or stand in the text as `data:`.
    `light` says that `css` styles the footnotes itself. Raises `PdfUnavailable`.
    """
    weasyprint = engine()
    config = font_set(letters).config
    base = folders[0].as_uri() + "/" if folders else None
    kind = _light_page() if light else weasyprint.HTML
    page = kind(string=html, base_url=base, url_fetcher=_fetcher(tuple(folders)))
    return page.render(
        font_config=_font_configuration(config),
        stylesheets=[_stylesheet(css, config)],
        pdf_forms=True,
        pdf_variant="pdf/ua-1",
        cache=kept.Pictures(),
    )


def write(document: Any, finisher: Finisher, attachments: Sequence[tuple[str, str, bytes]] = ()) -> bytes:
    """Return the PDF of a laid out document: tagged, fillable, the same bytes every time.

    Each attachment is its file name, its description and its content.
    """
    from datetime import UTC, datetime

    weasyprint = engine()
    fixed = datetime(2000, 1, 1, tzinfo=UTC)
    attached = [
        weasyprint.Attachment(
            string=content, name=name, description=description, created=fixed, modified=fixed
        )
        for name, description, content in attachments
    ]
    pdf: bytes = document.write_pdf(
        finisher=finisher, pdf_variant="pdf/ua-1", pdf_forms=True, attachments=attached
    )
    if not gc.isenabled() and next(_written) % _COLLECT_AFTER == 0:
        # A worker runs without the collector, and each layout leaves 2 MB of cycles behind.
        gc.collect()
    return pdf


@cache
def _light_page() -> Any:
    """Make a kind of page that is read as XML where it is, a tenth of the time that HTML takes.

    It is also without what HTML says of every element alike, whatever its tag: marks of lists, notes, writing
    directions, hidden parts. Sheets have none of these by themselves, and it costs a tenth of the layout.
    """
    weasyprint = engine()
    selectors = importlib.import_module("cssselect2")

    class LightPage(weasyprint.HTML):  # type: ignore[name-defined,misc]
        def __init__(self, string: str, base_url: str | None, url_fetcher: Any) -> None:
            try:
                root = ElementTree.fromstring(string)  # noqa: S314 - from a template that escapes
            except ElementTree.ParseError:
                super().__init__(string=string, base_url=base_url, url_fetcher=url_fetcher)
                return
            self.base_url, self.url_fetcher, self.media_type = base_url, url_fetcher, "print"
            self.wrapper_element = selectors.ElementWrapper.from_html_root(root, content_language=None)
            self.etree_element = root

        def _ua_stylesheets(self, forms: bool = False) -> list[Any]:
            return [_plain(sheet) for sheet in super()._ua_stylesheets(forms)]

    return LightPage


@cache
def _plain(stylesheet: Any) -> Any:
    """Leave away what a style sheet says of no tag, class or name."""
    plain = copy.copy(stylesheet)
    plain.matcher = copy.copy(stylesheet.matcher)
    plain.matcher.other_selectors = []
    return plain


@cache
def _fetcher(folders: tuple[Path, ...]) -> Any:
    """Make a fetcher that reads `data:` and files within `folders`, and refuses everything else."""
    urls = importlib.import_module("weasyprint.urls")

    class OwnFiles(urls.URLFetcher):  # type: ignore[name-defined,misc]
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            if not url.startswith("data:") and not _within(url, folders):
                raise ValueError(f"A sheet takes pictures only from its templates' folder: {url}")
            return super().fetch(url, headers)

    return OwnFiles(allowed_protocols=("data", "file"), allow_redirects=False)


def _within(url: str, folders: tuple[Path, ...]) -> bool:
    from urllib.parse import unquote, urlsplit

    parts = urlsplit(url)
    if parts.scheme != "file" or parts.netloc:
        return False
    path = Path(unquote(parts.path)).resolve()
    return any(path.is_relative_to(folder.resolve()) for folder in folders)


def _provide_libraries() -> None:
    """Load the libraries that the setup unpacked for us, where the system has none."""
    for name in _LIBRARIES:
        try:
            ctypes.CDLL(name)
        except OSError:
            from tontafel.site.bootstrap import load_unpacked_libraries

            load_unpacked_libraries()
            return


@contextlib.contextmanager
def _fonts_of(config: Path) -> Iterator[None]:
    """Let fontconfig read `config` alone."""
    before = os.environ.get("FONTCONFIG_FILE")
    os.environ["FONTCONFIG_FILE"] = str(config)
    try:
        yield
    finally:
        if before is None:
            del os.environ["FONTCONFIG_FILE"]
        else:
            os.environ["FONTCONFIG_FILE"] = before


class _Deferred(ModuleType):
    """Stands for a module until someone calls one of its functions."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)

        def called(*arguments: Any, **options: Any) -> Any:
            return getattr(importlib.import_module(self.__name__), name)(*arguments, **options)

        return called


@contextlib.contextmanager
def _deferred_modules() -> Iterator[None]:
    stubs = {name: _Deferred(name) for name in _DEFERRED if name not in sys.modules}
    sys.modules.update(stubs)
    try:
        yield
    finally:
        for name in stubs:
            del sys.modules[name]


@contextlib.contextmanager
def _silence() -> Iterator[None]:
    """Keep the advice that WeasyPrint prints about missing libraries: we give our own."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield
