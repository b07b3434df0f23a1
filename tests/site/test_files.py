"""Files are put in their place in one step, and results wherever they were asked for."""

import errno
import os
import stat
import threading
from pathlib import Path

import pytest

from tontafel.site.files import put_result, replace_file, write_files


def test_a_result_goes_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link.pdf").symlink_to(tmp_path / "there" / "sheet.pdf")
    put_result(tmp_path / "link.pdf", b"new")
    assert (tmp_path / "link.pdf").is_symlink()
    assert (tmp_path / "there" / "sheet.pdf").read_bytes() == b"new"


def test_a_result_goes_into_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    put_result(pipe, b"new")
    reader.join(10)
    assert read == [b"new"]
    assert stat.S_ISFIFO(pipe.lstat().st_mode)


def test_a_device_stays_a_device() -> None:
    put_result(Path(os.devnull), b"new")
    assert stat.S_ISCHR(Path(os.devnull).lstat().st_mode)
    with pytest.raises(OSError, match="space") as caught:
        put_result(Path("/dev/full"), b"new")
    assert caught.value.filename == "/dev/full"


def test_a_folder_is_no_place_for_a_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        put_result(tmp_path, b"new")
    assert list(tmp_path.iterdir()) == []


def test_what_goes_wrong_names_what_a_person_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(Path, "chmod", full)
    with pytest.raises(OSError, match="full") as caught:
        replace_file(tmp_path / "sheet.pdf", b"new")
    assert caught.value.filename == str(tmp_path / "sheet.pdf")
    with pytest.raises(OSError, match="full") as caught:
        write_files(tmp_path / "new", {"": {"a": b""}})
    assert caught.value.filename == str(tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_may_not_be_written_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "Herakles.txt"
    file.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda path, mode: not (path == file and mode == os.W_OK))
    with pytest.raises(PermissionError) as refused:
        replace_file(file, b"new")
    assert refused.value.filename == str(file)
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_write_protected_file_stays_for_the_superuser_too(tmp_path: Path) -> None:
    file = tmp_path / "Herakles.txt"
    file.write_bytes(b"old")
    (tmp_path / "link").symlink_to(file)
    file.chmod(0o444)
    for write in (replace_file, put_result):
        for path in (file, tmp_path / "link"):
            with pytest.raises(PermissionError):
                write(path, b"new")
    assert file.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 2
