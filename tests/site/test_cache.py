import errno
import os
import sqlite3
from contextlib import closing
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


def test_a_file_spoilt_inside_is_replaced(tmp_path: Path) -> None:
    cache = Cache(tmp_path, tmp_path / "out")
    cache.set_outputs({f"{number}.html": Output(1, 2, b"k" * 50) for number in range(500)})
    cache.close()
    data = bytearray(cache.path.read_bytes())
    data[4096:] = bytes(number % 251 for number in range(len(data) - 4096))
    cache.path.write_bytes(data)
    again = Cache(tmp_path, tmp_path / "out")
    again.begin()
    assert again.outputs() == {}
    again.set_outputs({"ur.html": Output(3, 4, b"k")})
    again.commit()
    assert Cache(tmp_path, tmp_path / "out").outputs() == {"ur.html": Output(3, 4, b"k")}


def test_a_file_with_other_tables_is_replaced(tmp_path: Path) -> None:
    cache = Cache(tmp_path, tmp_path / "out")
    cache.close()
    cache.path.unlink()
    with closing(sqlite3.connect(cache.path)) as other:
        other.execute("CREATE TABLE meta (something)")
    assert Cache(tmp_path, tmp_path / "out").outputs() == {}


def test_a_file_in_use_is_not_taken_for_a_spoilt_one(tmp_path: Path) -> None:
    cache = Cache(tmp_path, tmp_path / "out")
    with closing(sqlite3.connect(cache.path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        for ask in (cache.sources, cache.outputs, cache.begin, lambda: Cache(tmp_path, tmp_path / "out")):
            with pytest.raises(BusyError):
                ask()
    assert cache.sources() == {}


def test_a_full_disk_is_named(tmp_path: Path) -> None:
    cache = Cache(tmp_path, tmp_path / "out")
    cache._base.execute("PRAGMA max_page_count = 8")
    with pytest.raises(OSError, match="full") as caught:
        cache.set_value("a", bytes(100_000))
    assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, str(cache.path))


def test_nothing_is_put_behind_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    (tmp_path / "home").mkdir()
    (tmp_path / "campaign").mkdir()
    (tmp_path / "campaign" / ".tontafel").symlink_to(tmp_path / "home")
    assert (tmp_path / "caches") in Cache(tmp_path / "campaign", tmp_path / "out").path.parents
    assert list((tmp_path / "home").iterdir()) == []


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
