"""The fonts of a sheet: cut to the letters that are needed, kept in a cache, the same on every machine.

All come from the package `rendercv-fonts` (Open Font License). EB Garamond, for text, Gentium Book Plus
Bold, for what should look cut in wood, and Source Sans 3, for forms, are cut to Latin once; letters
outside it (Greek, Cyrillic, Hebrew, Devanagari, Chinese …) are cut from the first font that has them, for
the text at hand. A font configuration of our own names only these files, so that no font of the machine
ever gets into a sheet.
"""

import atexit
import hashlib
import importlib.util
import os
import re
import shutil
import tempfile
import unicodedata
import zlib
from collections.abc import Callable, Iterable
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from tontafel.site.files import replace_file

#: Raised whenever the same font files would be cut differently.
_CUT_VERSION = 1

_FIELD_FILE = "EB Garamond/EBGaramond-Regular.ttf"
_LATIN_FILES = (
    "EB Garamond/EBGaramond-Regular.ttf",
    "EB Garamond/EBGaramond-Italic.ttf",
    "EB Garamond/EBGaramond-Bold.ttf",
    "Gentium Book Plus/GentiumBookPlus-Bold.ttf",
    "Source Sans 3/SourceSans3-Regular.ttf",
    "Source Sans 3/SourceSans3-Bold.ttf",
)
#: Where letters beyond Latin are looked for, the nearest in style first.
_REST_FILES = (
    "EB Garamond/EBGaramond-Regular.ttf",
    "Gentium Book Plus/GentiumBookPlus-Regular.ttf",
    "Source Sans 3/SourceSans3-Regular.ttf",
    "Open Sans/OpenSans-Regular.ttf",
    "Noto Sans/NotoSans-Regular.ttf",
    "Noto Sans/NotoSansJP-Regular.ttf",
    "Noto Sans/NotoSansSC-Regular.ttf",
    "Noto Sans/NotoSansKR-Regular.ttf",
)
#: Latin, and printers' signs.
_LATIN_RANGES = (
    (0x20, 0x7E),
    (0xA0, 0x17F),
    (0x2BC, 0x2BF),
    (0x300, 0x36F),
    (0x2007, 0x2007),
    (0x200B, 0x200D),
    (0x2010, 0x2027),
    (0x2030, 0x203A),
    (0x2080, 0x2089),
    (0x20AC, 0x20AC),
    (0x2190, 0x2193),
    (0x2212, 0x2212),
    (0xFFFD, 0xFFFD),
)
#: Letters of transliterated Akkadian and Sumerian beyond these ranges, and others that German names borrow.
_LATIN_LETTERS = "ḪḫḤḥṢṣṬṭẒẓḎḏṮṯǴǵȘșȚțẞ"
_FEATURES = ["calt", "case", "ccmp", "kern", "liga", "lnum", "locl", "mark", "mkmk"]
_FEATURES += ["onum", "pnum", "smcp", "c2sc", "tnum"]

#: From here on an alphabet has thousands of letters.
_IDEOGRAPHS = 0x2E80
#: Control signs that mean something in print: white space, the soft hyphen, joiners.
_KEPT = "\n\t\u00ad\u200c\u200d"
#: Stands for a letter that no font has.
REPLACEMENT = "\ufffd"


class FontsMissingError(Exception):
    """The package with the fonts is not installed."""


class FontSet(Struct, frozen=True):
    """The fonts for one text: a font configuration file, and the letters that no font has."""

    config: Path
    missing: frozenset[str]


class FieldFont(Struct, frozen=True):
    """The font that viewers type with: a TrueType file with the letters of the Windows code page 1252.

    `packed` is the file compressed as PDF has it, `length` its length before; `widths` holds the advances
    of the codes 32 to 255. All measures are thousandths of the font size.
    """

    packed: bytes
    length: int
    widths: list[int]
    ascent: int
    descent: int
    cap_height: int
    box: list[int]


def cache_folder() -> Path:
    """Return where cut fonts are kept: `$TONTAFEL_CACHE`, else the user's cache, else a temporary folder."""
    own = os.environ.get("TONTAFEL_CACHE")
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    folder = Path(own) if own else Path(home) / "tontafel"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return _temporary_cache()
    return folder if os.access(folder, os.W_OK) else _temporary_cache()


@cache
def _temporary_cache() -> Path:
    """Make a folder that lasts as long as this process."""
    folder = Path(tempfile.mkdtemp(prefix="tontafel-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def _package() -> Path:
    spec = importlib.util.find_spec("rendercv_fonts")
    if spec is None or not spec.submodule_search_locations:
        raise FontsMissingError("The fonts are missing: pip install rendercv-fonts")
    return Path(next(iter(spec.submodule_search_locations)))


@cache
def _latin() -> frozenset[int]:
    ranges = (code for first, last in _LATIN_RANGES for code in range(first, last + 1))
    return frozenset(ranges) | {ord(letter) for letter in _LATIN_LETTERS}


def rare(text: str) -> frozenset[str]:
    """Return the letters of `text` that the Latin cut does not hold."""
    latin = _latin()
    return frozenset(letter for letter in set(text) if ord(letter) not in latin and letter not in _KEPT)


def font_set(letters: frozenset[str], folder: Path) -> FontSet:
    """Return the fonts that set Latin and `letters` besides, cut into the cache `folder` where need be.

    Raises `FontsMissingError`.
    """
    book = _kept(folder, "latin", _key(_LATIN_FILES, _LATIN_RANGES), _cut_latin)
    if not letters:
        return FontSet(_config(folder, [book]), frozenset())
    codes = _neighbours(letters)
    rest = _kept(folder, "rest", _key(_REST_FILES, sorted(codes)), lambda to: _cut_rest(codes, to))
    missing = msgspec.json.decode((rest / "missing.json").read_bytes(), type=list[str])
    return FontSet(_config(folder, [book, rest]), frozenset(missing))


def _neighbours(letters: frozenset[str]) -> frozenset[int]:
    """Add the rest of their alphabets to letters, so that one cut serves many texts; not to Chinese ones."""
    pages = {ord(letter) >> 7 for letter in letters if ord(letter) < _IDEOGRAPHS}
    alphabets = (code for page in pages for code in range(page << 7, (page + 1) << 7))
    return frozenset(alphabets) | {ord(letter) for letter in letters}


def field_font(folder: Path) -> FieldFont:
    """Return the font for fillable fields, cut into the cache `folder` where need be.

    Raises `FontsMissingError`.
    """
    kept = _kept(folder, "field", _key([_FIELD_FILE], ["cp1252"]), _cut_field)
    return msgspec.json.decode((kept / "field.json").read_bytes(), type=FieldFont)


def settable(text: str, missing: frozenset[str]) -> str:
    """Return `text` as it can be set: without control signs, `missing` letters replaced."""
    changed = {ord(letter): _instead(letter, missing) for letter in set(text)}
    whole = text.translate({code: new for code, new in changed.items() if new != chr(code)})
    return re.sub(f"{REPLACEMENT}+", REPLACEMENT, whole) if REPLACEMENT in whole else whole


def _instead(letter: str, missing: frozenset[str]) -> str:
    category = unicodedata.category(letter)
    if letter in _KEPT:
        return letter
    if category in {"Cc", "Cf"} or "\ufe00" <= letter <= "\ufe0f":
        return ""
    return REPLACEMENT if category in {"Cs", "Co", "Cn"} or letter in missing else letter


def _key(files: Iterable[str], wanted: Iterable[object]) -> str:
    sizes = [(_package() / name).stat().st_size for name in files]
    text = repr((_CUT_VERSION, sizes, list(wanted), _FEATURES))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _kept(folder: Path, name: str, key: str, make: Callable[[Path], None]) -> Path:
    """Return the folder that `make` fills, made once; on a full disk in a temporary place."""
    try:
        return _made(folder, name, key, make)
    except OSError:
        return _made(_temporary_cache(), name, key, make)


def _made(folder: Path, name: str, key: str, make: Callable[[Path], None]) -> Path:
    """Fill a folder, once; whoever comes second takes what is there."""
    final = folder / f"{name}-{key}"
    if final.is_dir():
        return final
    folder.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{name}-", dir=folder))
    try:
        make(fresh)
        fresh.rename(final)
    except OSError:
        if not final.is_dir():
            raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return final


def _cut_latin(to: Path) -> None:
    for name in _LATIN_FILES:
        _cut(_package() / name, _latin(), _FEATURES, to / Path(name).name)


def _cut_rest(codes: frozenset[int], to: Path) -> None:
    """Cut each letter from the first font that has it, and write down those that none has."""
    open_font = importlib.import_module("fontTools.ttLib").TTFont
    left = set(codes)
    for name, letter in zip(_REST_FILES, "ABCDEFGH", strict=True):
        if not left:
            break
        with open_font(_package() / name, lazy=True) as font:
            found = left & font.getBestCmap().keys()
        if found:
            to_file = to / Path(name).name
            _cut(_package() / name, found | {0x20}, _FEATURES, to_file, f"Tontafel Rest {letter}")
        left -= found
    missing = sorted(chr(code) for code in left if not 0xD800 <= code < 0xE000)
    (to / "missing.json").write_bytes(msgspec.json.encode(missing))


def _cut_field(to: Path) -> None:
    """Cut the field font and note its measures, so that no later run needs to read the file."""
    codes = [_cp1252(code) for code in range(32, 256)]
    path = to / "field.ttf"
    _cut(_package() / _FIELD_FILE, {code for code in codes if code}, [], path, "Tontafel Field")
    (to / "field.json").write_bytes(msgspec.json.encode(_measured(path, codes)))


def _cp1252(code: int) -> int:
    return ord(bytes([code]).decode("cp1252", "replace"))


def _measured(path: Path, codes: list[int]) -> FieldFont:
    with importlib.import_module("fontTools.ttLib").TTFont(path) as font:
        scale = 1000 / font["head"].unitsPerEm
        advance = {code: font["hmtx"][name][0] for code, name in font.getBestCmap().items()}
        head, line = font["head"], font["hhea"]
        return FieldFont(
            packed=zlib.compress(path.read_bytes(), 9),
            length=path.stat().st_size,
            widths=[round(advance.get(code, 0) * scale) for code in codes],
            ascent=round(line.ascent * scale),
            descent=round(line.descent * scale),
            cap_height=round(font["OS/2"].sCapHeight * scale),
            box=[round(side * scale) for side in (head.xMin, head.yMin, head.xMax, head.yMax)],
        )


def _cut(source: Path, codes: Iterable[int], features: list[str], to: Path, family: str = "") -> None:
    """Write the part of the font `source` that sets `codes`, under another family name if one is given."""
    subset = importlib.import_module("fontTools.subset")
    options = subset.Options(
        layout_features=features, hinting=False, notdef_outline=True, glyph_names=False, name_IDs=[1, 2, 4, 6]
    )
    with subset.load_font(source, options) as font:
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=codes)
        cutter.subset(font)
        if family:
            _rename(font, family)
        font["head"].modified = font["head"].created
        font.recalcTimestamp = False
        subset.save_font(font, to, options)


def _rename(font: Any, family: str) -> None:
    names = {1: family, 4: family, 6: family.replace(" ", "")}
    for record in font["name"].names:
        if record.nameID in names:
            record.string = names[record.nameID]


def _config(folder: Path, folders: list[Path]) -> Path:
    """Write the font configuration that knows `folders` and nothing else."""
    lines = "".join(f"<dir>{escape(str(path))}</dir>\n" for path in folders)
    text = (
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n<fontconfig>\n'
        f"{lines}<cachedir>{escape(str(folder / 'fontconfig'))}</cachedir>\n</fontconfig>\n"
    )
    name = "fonts-" + hashlib.sha256(text.encode()).hexdigest()[:16] + ".conf"
    if not (folder / name).is_file():
        try:
            replace_file(folder / name, text.encode("utf-8"))
        except OSError:
            folder = _temporary_cache()
            replace_file(folder / name, text.encode("utf-8"))
    return folder / name
