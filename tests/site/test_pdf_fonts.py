"""Fonts are cut once, hold what is asked for, and never come from the machine."""

import importlib
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tontafel.site import fonts
from tontafel.site.pdf import declarations, hyphens
from tontafel.site.pdf.engine import PdfUnavailable, font_set

open_font = importlib.import_module("fontTools.ttLib").TTFont

#: Greek, Chinese, and a sign that no font has.
TEXT = "Ἀχιλλεὺς ᾳ 漢𒀭"


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, fonts.FontSet]:
    folder = tmp_path_factory.mktemp("fonts")
    return folder, fonts.font_set(fonts.rare(TEXT), folder)


def files(config: Path) -> list[Path]:
    folders = re.findall(r"<dir>(.*?)</dir>", config.read_text("utf-8"))
    return sorted(path for folder in folders for path in Path(folder).glob("*.ttf"))


def test_fonts_are_small_and_have_what_they_must(cut: tuple[Path, fonts.FontSet]) -> None:
    _, found = cut
    sizes = {path.name: path.stat().st_size for path in files(found.config) if "latin" in str(path.parent)}
    assert sizes.keys() == {name.rpartition("/")[2] for name in fonts._LATIN_FILES}
    assert max(sizes.values()) < 150_000
    letters: set[int] = set()
    for path in files(found.config):
        with open_font(path) as font:
            letters |= font.getBestCmap().keys()
    assert {ord(letter) for letter in "Ḫammurapi „äöüßẞ“ – × − … ᾳ Ἀ 漢 e\u0301"} <= letters
    assert [letter for letter in TEXT if letter in found.missing] == ["𒀭"]


def test_the_configuration_names_only_our_folders(cut: tuple[Path, fonts.FontSet]) -> None:
    folder, found = cut
    text = found.config.read_text("utf-8")
    assert "include" not in text
    for path in re.findall(r"<(?:cache)?dir>(.*?)</(?:cache)?dir>", text):
        assert Path(path).is_relative_to(folder)


def test_cutting_happens_once(cut: tuple[Path, fonts.FontSet], monkeypatch: pytest.MonkeyPatch) -> None:
    folder, found = cut

    def never(*_: object, **__: object) -> None:
        raise AssertionError("cut again")

    monkeypatch.setattr(fonts, "_cut", never)
    assert fonts.font_set(fonts.rare(TEXT), folder) == found
    assert fonts.font_set(fonts.rare("ᾳ ἀρετή 漢𒀭"), folder) == found, "one alphabet is one cut"


def test_a_cut_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def half(source: Path, codes: object, features: object, to: Path, family: str = "") -> None:
        to.write_bytes(b"half a font")
        raise OSError("disk full")

    monkeypatch.setattr(fonts, "_cut", half)
    with pytest.raises(OSError, match="disk full"):
        fonts.font_set(frozenset(), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_kept_fonts_are_cut_all_the_same(
    cut: tuple[Path, fonts.FontSet], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fonts, "_temporary_cache", lambda: cut[0])
    full = tmp_path / "full"
    full.write_text("no folder")
    found = fonts.font_set(frozenset(), full)
    assert found.config.parent == cut[0]
    assert fonts.field_font(full) == fonts.field_font(cut[0])


def test_the_field_font_types_western_text(cut: tuple[Path, fonts.FontSet]) -> None:
    font = fonts.field_font(cut[0])
    assert len(font.widths) == 224
    widths = dict(enumerate(font.widths, 32))
    assert widths[ord("i")] < widths[ord("m")]
    assert all(widths[ord(letter)] > 0 for letter in "AZaz09äöüß«»")
    assert len(font.packed) < 30_000


@settings(deadline=None, max_examples=200)
@given(st.text(st.characters(codec=None), max_size=40))
def test_what_is_set_has_no_control_sign_and_keeps_plain_text(text: str) -> None:
    result = fonts.settable(text, frozenset())
    assert all(
        unicodedata.category(letter) not in {"Cc", "Cs", "Cn", "Co"} or letter in "\n\t" for letter in result
    )
    plain = [letter for letter in text if letter.isalnum() and letter.isascii()]
    assert [letter for letter in result if letter.isalnum() and letter.isascii()] == plain


def test_a_run_of_missing_letters_is_one_sign() -> None:
    assert fonts.settable("a𒀭𒂗𒆤b🐂", frozenset("𒀭𒂗𒆤🐂")) == "a\ufffdb\ufffd"
    assert fonts.settable("👩\u200d", frozenset("👩")) == "\ufffd\u200d"


def test_the_cache_can_be_moved_and_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TONTAFEL_CACHE", str(tmp_path / "own"))
    assert fonts.cache_folder() == tmp_path / "own"
    monkeypatch.delenv("TONTAFEL_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert fonts.cache_folder() == tmp_path / "xdg" / "tontafel"
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TONTAFEL_CACHE", str(tmp_path / "file" / "below"))
    assert fonts.cache_folder().is_dir()


def test_without_the_fonts_one_line_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> Path:
        raise fonts.FontsMissingError("rendercv-fonts is not installed")

    monkeypatch.setattr(fonts, "_package", gone)
    with pytest.raises(PdfUnavailable, match=r"^PDFs need fonts .* pip install rendercv-fonts") as caught:
        font_set(frozenset("\u2fff"))
    assert "\n" not in str(caught.value)


def test_without_pango_one_line_says_how_to_get_it() -> None:
    script = (
        "from tontafel.site.pdf import declarations\n"
        "class Without(declarations._Declared):\n"
        "    def cdef(self, text):\n"
        "        super().cdef(text)\n"
        "        self.dlopen = self.fail\n"
        "    def fail(self, name, flags=0): raise OSError(f'cannot load library {name!r}')\n"
        "declarations._Declared = Without\n"
        "from tontafel.site.pdf.engine import PdfUnavailable, engine\n"
        "try:\n    engine()\nexcept PdfUnavailable as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    (line,) = done.stdout.splitlines()
    assert line.startswith("PDFs need Pango: apt install libpangoft2-1.0-0")


def test_declarations_that_were_kept_are_those_that_were_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TONTAFEL_CACHE", str(tmp_path))
    text = "typedef ... thing; typedef enum { A, B = 7 } kind; int abs(int x); thing * make(kind k);"
    parsed = declarations._arguments(text)
    (kept,) = tmp_path.iterdir()

    def never(_: str) -> dict[str, object]:
        raise AssertionError("parsed again")

    with monkeypatch.context() as patch:
        patch.setattr(declarations, "_parsed", never)
        assert declarations._arguments(text) == parsed
    for spoilt in (b"", b"spoilt", kept.read_bytes()[:-1]):
        kept.write_bytes(spoilt)
        assert declarations._arguments(text) == parsed
    declared = declarations._Declared()
    declared.cdef(text)
    library = vars(declared)["dlopen"](None)
    assert (library.abs(-3), library.B) == (3, 7)


def test_patterns_from_the_cache_divide_words_as_their_source_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pyphen = importlib.import_module("pyphen")
    words = ["Schicksalspunkte", "Entschlossenheit", "Streitwagen", "übernatürliche", "Würgegriff"]
    (source,) = {pyphen.LANGUAGES[pyphen.language_fallback("de")]}
    wanted = [pyphen.HyphDict(source).positions(word) for word in words]
    monkeypatch.setenv("TONTAFEL_CACHE", str(tmp_path))
    for _ in range(2):
        pyphen.hdcache.pop(source, None)
        hyphens.provide.cache_clear()
        hyphens.provide("de")
        assert [pyphen.hdcache[source].positions(word) for word in words] == wanted
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(b"spoilt")
    pyphen.hdcache.pop(source)
    hyphens.provide.cache_clear()
    hyphens.provide("de")
    assert [pyphen.hdcache[source].positions(word) for word in words] == wanted


def test_patterns_that_can_not_be_kept_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyphen = importlib.import_module("pyphen")
    source = pyphen.LANGUAGES[pyphen.language_fallback("de")]
    monkeypatch.setattr(hyphens, "_kept", lambda _: tmp_path / "gone" / "de.marshal")
    pyphen.hdcache.pop(source, None)
    hyphens.provide.cache_clear()
    hyphens.provide("de")
    assert pyphen.hdcache[source].positions("Schicksalspunkte")


def test_an_unknown_language_is_left_alone() -> None:
    hyphens.provide("xx")
