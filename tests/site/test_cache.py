import os
from pathlib import Path

import pytest

from tontafel.site.cache import BusyError, Cache, Known, Output, compare, digest, program_stamp
from tontafel.site.scan import scan

SECOND = 1_000_000_000


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    out = tmp_path / "_site"
    cache = Cache(tmp_path, out)
    cache.begin()
    cache.set_sources({"Ur.txt": Known(1, 2, b"h")})
    cache.set_outputs({"ur.html": Output(3, 4, b"k"), "eridu.html": Output(5, 6, b"l")})
    cache.set_value("version", b"1")
    cache.commit()
    cache.set_outputs({"ur.html": Output(3, 7, b"m")})
    cache.close()
    again = Cache(tmp_path, out)
    assert again.sources() == {"Ur.txt": Known(1, 2, b"h")}
    assert again.outputs() == {"ur.html": Output(3, 7, b"m")}
    assert again.value("version") == b"1"
    assert again.value("other") == b""
    again.clear()
    assert again.sources() == {}


def test_a_build_that_dies_leaves_the_state_before_it(tmp_path: Path) -> None:
    cache = Cache(tmp_path, tmp_path / "out")
    cache.begin()
    cache.set_value("a", b"1")
    cache.close()
    assert Cache(tmp_path, tmp_path / "out").value("a") == b""


def test_two_builds_at_once(tmp_path: Path) -> None:
    first, second = Cache(tmp_path, tmp_path / "out"), Cache(tmp_path, tmp_path / "out")
    other = Cache(tmp_path, tmp_path / "elsewhere")
    first.begin()
    other.begin()
    with pytest.raises(BusyError):
        second.begin()
    first.close()
    second.begin()


def test_a_spoilt_file_is_replaced(tmp_path: Path) -> None:
    cache = Cache(tmp_path, tmp_path / "out")
    cache.close()
    cache.path.write_bytes(b"no database at all" * 100)
    assert Cache(tmp_path, tmp_path / "out").sources() == {}


def test_where_the_campaign_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    (tmp_path / "campaign").mkdir()
    (tmp_path / "campaign" / ".tontafel").write_text("in the way")
    cache = Cache(tmp_path / "campaign", tmp_path / "out")
    assert (tmp_path / "caches") in cache.path.parents
    (tmp_path / "caches").rename(tmp_path / "gone")
    (tmp_path / "caches").write_text("in the way, too")
    assert Cache(tmp_path / "campaign", tmp_path / "out").path == Path(":memory:")


def test_sources_are_compared_by_stamp_and_by_contents_where_the_stamp_is_young(tmp_path: Path) -> None:
    for name in ("old", "young", "touched", "edited", "longer"):
        (tmp_path / name).write_text("text")
    entries = scan(str(tmp_path)).entries
    stamp = max(entry.stamp for entry in entries)
    known = {entry.path: Known(entry.size, entry.stamp, digest(b"text")) for entry in entries}
    built = stamp + SECOND
    assert compare(str(tmp_path), entries, known, built + 2 * SECOND).touched is False
    (tmp_path / "edited").write_text("TEXT")
    (tmp_path / "longer").write_text("text longer")
    os.utime(tmp_path / "touched", ns=(stamp + 1, stamp + 1))
    found = compare(str(tmp_path), scan(str(tmp_path)).entries, known, built)
    assert found.changed == ["edited", "longer"]
    assert set(found.kept) == {"old", "young", "touched"}
    assert found.kept["touched"].stamp == stamp + 1
    assert found.touched
    known["new"] = Known(0, 0, b"")
    assert compare(str(tmp_path), [], known, built).changed == []


def test_the_program_is_known_by_its_files() -> None:
    assert program_stamp() == program_stamp()
    assert program_stamp().startswith("0.")
