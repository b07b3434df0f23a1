import gzip
from base64 import encodebytes
from pathlib import Path

import pytest
from tests.site.made_sites import make, write
from tests.site.made_sites import page as built

from tontafel.site.campaign import uploads


def page(media: str, data: bytes, encoding: str = "") -> str:
    return f"#FILE {media} {encoding}\n{encodebytes(data).decode()}"


def test_an_upload_is_known_by_its_head() -> None:
    assert uploads.media_type(page("image/PNG", b"x")) == "image/png"
    assert uploads.media_type("#FILE image/png\r\neA==\r\n") == "image/png"
    assert uploads.media_type("Text\n#FILE image/png \n") == ""
    assert uploads.media_type("#FILE of mine\n") == ""


@pytest.mark.parametrize("data", [b"", b"\x00\xff" * 300])
def test_files_come_out_as_they_went_in(data: bytes) -> None:
    assert uploads.decode(page("image/png", data)) == data
    assert uploads.decode(page("image/png", gzip.compress(data), "gzip")) == data
    assert uploads.decode(page("image/png", data).replace("\n", "\r\n")) == data


def test_broken_uploads_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="no upload"):
        uploads.decode("Text")
    with pytest.raises(ValueError, match="no base64"):
        uploads.decode("#FILE image/png \nä<script>\n")
    with pytest.raises(ValueError, match="no gzip"):
        uploads.decode(page("image/png", b"plain", "gzip"))
    with pytest.raises(ValueError, match="cut off"):
        uploads.decode(page("image/png", gzip.compress(b"x" * 100)[:-9], "gzip"))
    monkeypatch.setattr(uploads, "LARGEST", 1000)
    with pytest.raises(ValueError, match="too large"):
        uploads.decode(page("image/png", gzip.compress(b"x" * 100_000), "gzip"))


@pytest.mark.parametrize(
    ("media", "ending"),
    [
        ("image/png", "png"),
        ("text/html", "txt"),
        ("image/svg+xml", "txt"),
        ("application/xhtml+xml", "txt"),
        ("application/javascript", "bin"),
        ("application/x-msdownload", "bin"),
        ("text/css", "txt"),
    ],
)
def test_nothing_that_runs_is_served(media: str, ending: str) -> None:
    assert uploads.ending(media) == ending


STRANGE = ["image/svg+xml", "image/tiff", "image/x-xcf", "text/html", "application/octet-stream"]


def test_only_what_a_browser_is_given_as_a_picture_is_shown_as_one(tmp_path: Path) -> None:
    kinds = [*uploads.ENDINGS, *STRANGE]
    pages: dict[str, str | bytes] = {
        f"Datei {number}.txt": page(media, b"x") for number, media in enumerate(kinds)
    }
    pages |= {f"Seite {number}.txt": f"{{{{Datei {number}}}}}\n" for number in range(len(kinds))}
    make(write(tmp_path / "c", pages))
    for number, media in enumerate(kinds):
        soup = built(tmp_path / "c" / "_site", f"seite-{number}.html")
        shown = [str(one["src"]) for one in soup.select("article img")]
        saved = [str(one["href"]) for one in soup.select("article a:not(.image)")]
        file = f"datei-{number}.{uploads.ending(media)}"
        assert (shown, saved) == (([file], []) if media in uploads.PICTURES else ([], [file])), media
