"""An Oddmuse wiki becomes campaign folders: every text to the byte, nothing else lost, nothing escaping."""

import base64
import bz2
import gzip
import io
import json
import lzma
import os
import tarfile
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tontafel.site.campaign import open_campaign
from tontafel.site.importers import archive, folder
from tontafel.site.importers.oddmuse import Imported, import_oddmuse
from tontafel.site.problem import Problem

REAL = Path(__file__).parents[3] / "shared" / "markup" / "oddmuse-data.tar.gz"
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256))


def record(text: str, **fields: str) -> str:
    """A page's file as the wiki writes it: keys in any order, newlines in values followed by a tab."""
    known = {"ts": "1267401600", "revision": "2", "summary": "neu", "username": "Alex", "minor": ""}
    known |= {
        "text": text,
        "languages": "de",
        "blocks": "<p>alt:\nneu</p>",
        "flags": "0\x1e1",
        "host": "10.0.0.1",
    }
    known |= fields
    return "".join(f"{key}: {value.replace(chr(10), chr(10) + chr(9))}\n" for key, value in known.items())


def upload(data: bytes, media: str, encoding: str = "") -> str:
    return f"#FILE {media} {encoding}\n{base64.encodebytes(data).decode('ascii')}"


def data_directory(root: Path, pages: dict[str, str], config: str = "") -> Path:
    """Write a data directory; names are `Page`, `Namespace/Page` or with a folder for the letter."""
    for name, text in pages.items():
        namespace, _, page = name.rpartition("/")
        path = root / namespace / "page" / f"{page}.pg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(
            (text if text.startswith("ts: ") else record(text)).encode("utf-8", "surrogateescape")
        )
    (root / "config").write_text(config, "utf-8")
    (root / "rc.log").write_text("1\x1eHomePage\n", "utf-8")
    return root


def brought(tmp_path: Path, pages: dict[str, str], config: str = "") -> Imported:
    return import_oddmuse(data_directory(tmp_path / "wiki", pages, config), tmp_path / "out")


def history(folder_: Path) -> dict[str, Any]:
    known: dict[str, Any] = json.loads((folder_ / folder.HISTORY_FILE).read_text("utf-8"))
    return known


@pytest.mark.parametrize(
    "text",
    [
        "== Titel\n\nZeile: eins\nts: 5\n\n",
        " eingerückt\n\tmit Tab\n",
        "ohne Ende",
        "kein UTF-8: \udce9\n",
        "leer:\n\n\n",
        "#MARKDOWN\n* a\n",
    ],
)
def test_texts_stay_to_the_byte(tmp_path: Path, text: str) -> None:
    brought(tmp_path, {"Seite": text})
    assert (tmp_path / "out" / "Seite.txt").read_bytes() == text.encode("utf-8", "surrogateescape")


def test_one_namespace_fills_the_folder_itself(tmp_path: Path) -> None:
    config = "# $SiteName = 'Alt';\n$SiteName = \"Unser Feldzug\";\n$HomePage = 'Start';\n"
    pages = {"Start": "Willkommen", "Lykos": "Held [[tag:figur]] [[tag:Sparta]]", "Weg": "DeletedPage\n"}
    done = brought(tmp_path, pages, config)
    assert (done.folders, done.pages, done.deleted) == ({"": tmp_path / "out"}, {"": 2}, 1)
    assert tomllib.loads((tmp_path / "out" / "campaign.toml").read_text("utf-8")) == {
        "title": "Unser Feldzug",
        "language": "de",
        "home": "Start",
        "tags": {"character": ["figur"]},
    }
    assert not (tmp_path / "out" / "Weg.txt").exists()


def test_namespaces_become_neighbours(tmp_path: Path) -> None:
    done = brought(tmp_path, {"HomePage": "a", "Zweistromland/HomePage": "b", "Ödland/Ur": "c"})
    assert set(done.folders) == {"Main", "Zweistromland", "Ödland"}
    campaign = open_campaign(tmp_path / "out" / "Zweistromland")
    assert (campaign.title, campaign.home) == ("Zweistromland", "HomePage")
    assert set(campaign.siblings) == {"Main", "Zweistromland", "Ödland"}


def test_a_page_keeps_what_the_wiki_knew_of_it_but_no_address(tmp_path: Path) -> None:
    brought(
        tmp_path,
        {
            "Große_Götter": record("a", summary="mehr\nGötter", minor="1", ts="1267401700"),
            "Gast": record("b", username="192.168.0.7"),
        },
    )
    pages = history(tmp_path / "out")["pages"]
    assert pages["Große Götter"] == {
        "changed": 1267401700,
        "revision": 2,
        "summary": "mehr Götter",
        "username": "Alex",
        "minor": True,
        "languages": "de",
        "file": "Große_Götter.txt",
    }
    assert pages["Gast"]["username"] == ""
    assert "10.0.0.1" not in (tmp_path / "out" / "history.json").read_text("utf-8")


def test_uploads_become_files_and_texts_stay_pages(tmp_path: Path) -> None:
    notes = upload(b"Nur Text", "text/plain")
    pages = {
        "Karte": upload(PICTURE, "image/png"),
        "bild.png": upload(gzip.compress(PICTURE), "image/png", "gzip"),
        "notiz.txt": notes,
        "notiz": "Eine Seite.",
        "kaputt": "#FILE image/png \n***\n",
        "Film": upload(b"x", "application/x-shockwave-flash"),
    }
    done = brought(tmp_path, pages)
    campaign = open_campaign(tmp_path / "out")
    assert {name: campaign.files[name].path for name in campaign.files} == {
        "Karte": "Karte.png",
        "bild.png": "bild.png.png",
    }
    assert all((tmp_path / "out" / source.path).read_bytes() == PICTURE for source in campaign.files.values())
    assert campaign.text("notiz.txt") == notes
    assert campaign.text("notiz") == "Eine Seite."
    assert campaign.text("Film") == pages["Film"]
    assert done.uploads == {"": 5}
    assert [warning.values["name"] for warning in done.warnings] == ["kaputt"]


def test_names_are_safe_on_every_disk(tmp_path: Path) -> None:
    pages = {"Was_ist_Hybris?": "1", "Ea": "2", "EA": "3", "aux": "4", "U\u0308ber": "5", "Über": "6"}
    brought(tmp_path, pages)
    files = [path.name for path in (tmp_path / "out").glob("*.txt")]
    assert len({name.casefold() for name in files}) == len(pages)
    campaign = open_campaign(tmp_path / "out")
    assert {name: campaign.text(name) for name in campaign.pages} == {
        name.replace("_", " "): text for name, text in pages.items()
    }


def test_the_older_layout_is_read_too(tmp_path: Path) -> None:
    done = brought(tmp_path, {"HomePage": "a", "NS/Ur": "b"})
    root = tmp_path / "wiki"
    for page in list(root.rglob("*.pg")):
        (page.parent / page.name[0]).mkdir(exist_ok=True)
        page.rename(page.parent / page.name[0] / page.name)
    assert import_oddmuse(root, tmp_path / "other").pages == done.pages == {"Main": 1, "NS": 1}


# Archives


def packed(files: dict[str, bytes], path: Path) -> Path:
    """Pack files by the ending of the archive's name."""
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w") as made:
            for name, data in files.items():
                made.writestr(name, data)
        return path
    with tarfile.open(path, "w:gz" if path.suffix == ".gz" else "w") as made_tar:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            made_tar.addfile(member, io.BytesIO(data))
    return path


@pytest.mark.parametrize("name", ["wiki.tar", "wiki.tar.gz", "wiki.zip"])
@pytest.mark.parametrize("prefix", ["", "./", "wiki-data/", "srv/www/wiki-data/"])
def test_archives(tmp_path: Path, name: str, prefix: str) -> None:
    files = {
        f"{prefix}page/Über_uns.pg": record("a\n").encode(),
        f"{prefix}NS/page/Ur.pg": record("b\n").encode(),
    }
    import_oddmuse(packed(files, tmp_path / name), tmp_path / "out")
    assert (tmp_path / "out" / "Main" / "Über_uns.txt").read_text("utf-8") == "a\n"
    assert (tmp_path / "out" / "NS" / "Ur.txt").read_text("utf-8") == "b\n"


#: Bytes of names, and what they mean.
OLD_NAMES = {
    b"Gr\xf6\xdfe": "Größe",
    b"Gr\xc3\xb6\xc3\x9fe": "Größe",
    b"\x84K\xf6nig\x93": "„König“",
    b"Na\xefve_\x96_S\xe6lig": "Naïve – Sælig",
    b"Ur\x81\x8d": "Ur\x81\x8d",
}


@pytest.mark.parametrize("name", ["wiki", "wiki.tar", "wiki.zip"])
@pytest.mark.parametrize("old", OLD_NAMES)
def test_names_in_older_letters(tmp_path: Path, name: str, old: bytes) -> None:
    """Wikis had names in Latin-1 before they had them in UTF-8; packers take the bytes as they are."""
    page, folder_ = "O" * len(old), "N" * len(old)
    files = {f"page/{page}.pg": record("a").encode(), f"{folder_}/page/Ur.pg": record("b").encode()}
    if name == "wiki":
        for path, data in files.items():
            raw = os.fsencode(tmp_path / name / path).replace(page.encode(), old)
            raw = raw.replace(folder_.encode(), old)
            target = Path(os.fsdecode(raw))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
    else:
        archive_ = packed(files, tmp_path / name)
        raw = archive_.read_bytes().replace(page.encode(), old).replace(folder_.encode(), old)
        archive_.write_bytes(with_checksums(raw) if name == "wiki.tar" else raw)
    done = import_oddmuse(tmp_path / name, tmp_path / "out")
    meant = OLD_NAMES[old]
    assert set(done.folders) == {"Main", meant.replace(" ", "_")}
    assert list(open_campaign(tmp_path / "out" / "Main").pages) == [meant]
    told = [warning.values["names"] for warning in done.warnings]
    assert told == ([] if b"\xc3" in old else [meant])


def with_checksums(archive_: bytes) -> bytes:
    """Give a tar with the sums of its heads as they must be."""
    blocks = [archive_[at : at + 512] for at in range(0, len(archive_), 512)]
    for number, block in enumerate(blocks):
        if block[257:262] == b"ustar":
            blank = block[:148] + b" " * 8 + block[156:]
            blocks[number] = block[:148] + b"%06o\0 " % sum(blank) + block[156:]
    return b"".join(blocks)


def test_two_pages_of_one_name_in_old_and_new_letters_both_come(tmp_path: Path) -> None:
    done = brought(tmp_path, {"Größe": "neu", "Gr\udcf6\udcdfe": "alt"})
    campaign = open_campaign(tmp_path / "out")
    assert {campaign.text(name) for name in campaign.pages} == {"neu", "alt"}
    assert campaign.text("Größe") == "neu"
    assert done.warnings == []


def test_settings_in_older_letters(tmp_path: Path) -> None:
    source = data_directory(tmp_path / "wiki", {"Gr\udcf6\udcdfe": "a"})
    (source / "config").write_bytes("$SiteName = 'Grüße';\n$HomePage = 'Größe';\n".encode("latin-1"))
    import_oddmuse(source, tmp_path / "out")
    campaign = open_campaign(tmp_path / "out")
    assert (campaign.title, campaign.home) == ("Grüße", "Größe")


@pytest.mark.parametrize("name", ["wiki.tar", "wiki.zip"])
def test_nothing_leaves_the_archive(tmp_path: Path, name: str) -> None:
    files = {
        "page/Gut.pg": record("gut").encode(),
        "../page/Oben.pg": record("böse").encode(),
        "/page/Wurzel.pg": record("böse").encode(),
        "page/..\\..\\Seite.pg": record("seltsam").encode(),
    }
    import_oddmuse(packed(files, tmp_path / name), tmp_path / "deep" / "out")
    assert sorted(path.name for path in tmp_path.rglob("*.txt")) == ["%2E.%5C..%5CSeite.txt", "Gut.txt"]


#: Where wikis may lie in one archive, and the page of each; which folders come of it, and what is left out.
SIDE_BY_SIDE: list[tuple[list[str], list[str], list[str]]] = [
    (["eins", "zwei"], ["eins", "zwei"], []),
    (["eins/wiki", "zwei/wiki"], ["eins_wiki", "zwei_wiki"], []),
    (["srv/eins/wiki", "srv/zwei/wiki"], ["eins_wiki", "zwei_wiki"], []),
    (["wiki", "wiki/Ur"], ["Main", "Ur"], []),
    (["wiki", "alt/2009/wiki"], [""], ["alt/2009/wiki"]),
    (["", "alt/2009/wiki"], ["Main", "alt_2009_wiki"], []),
]


@pytest.mark.parametrize(("places", "folders", "left_out"), SIDE_BY_SIDE)
def test_of_several_wikis_each_comes_or_is_named(
    tmp_path: Path, places: list[str], folders: list[str], left_out: list[str]
) -> None:
    pages = {f"{place}/page/Home.pg".lstrip("/"): record(place).encode() for place in places}
    done = import_oddmuse(packed(pages, tmp_path / "wiki.tar"), tmp_path / "out")
    assert sorted(done.folders) == folders
    assert [one.values["folder"] for one in done.warnings] == left_out
    assert sum(done.pages.values()) == len(places) - len(left_out)


def test_links_are_passed_over(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(record("geheim"), "utf-8")
    root = data_directory(tmp_path / "wiki", {"Gut": "gut"})
    (root / "page" / "Link.pg").symlink_to(secret)
    with tarfile.open(tmp_path / "wiki.tar", "w") as made:
        made.add(root, "wiki")
    for source in (root, tmp_path / "wiki.tar"):
        assert import_oddmuse(source, tmp_path / f"out-{source.name}").pages == {"": 1}


@pytest.mark.parametrize(
    ("limit", "value", "name"),
    [
        ("MOST_FILES", 2, "wiki.zip"),
        ("LARGEST_FILE", 10, "wiki.zip"),
        ("MOST_BYTES", 100, "wiki.zip"),
        ("LARGEST_FILE", 10, "wiki.tar.gz"),
        ("MOST_UNPACKED", 600, "wiki.tar.gz"),
    ],
)
def test_bombs_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, name: str
) -> None:
    monkeypatch.setattr(archive, limit, value)
    source = packed({f"page/{letter}.pg": record("x" * 99).encode() for letter in "abc"}, tmp_path / name)
    with pytest.raises(Problem, match="more than a wiki"):
        import_oddmuse(source, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "data",
    [b"", b"nothing", b"PK\x03\x04broken", gzip.compress(b"no tar"), gzip.compress(b"x" * 9999)[:40]],
    ids=["empty", "text", "broken zip", "packed text", "cut off"],
)
def test_what_is_no_archive_is_said_so(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(Problem, match=r"archive|no Oddmuse wiki"):
        import_oddmuse(tmp_path / "file", tmp_path / "out")


def test_a_pipe_is_no_archive(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Problem, match="ordinary"):
        import_oddmuse(tmp_path / "pipe", tmp_path / "out")


def test_a_folder_without_pages_is_no_wiki(tmp_path: Path) -> None:
    with pytest.raises(Problem, match="no Oddmuse wiki"):
        import_oddmuse(tmp_path, tmp_path / "out")


# Where it is written


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "Brief.txt").write_text("meiner", "utf-8")
    with pytest.raises(Problem, match="not empty"):
        brought(tmp_path, {"Brief": "ihrer"})
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["Brief.txt"]


def test_a_later_import_brings_changes_and_keeps_what_people_added(tmp_path: Path) -> None:
    out = tmp_path / "out"
    brought(tmp_path, {"Bleibt": "1", "Neuer": "1", "Weg": "1"})
    (out / "Eigene.txt").write_text("meine", "utf-8")
    (out / "campaign.toml").write_text('title = "Meins"\n', "utf-8")
    (out / "Bleibt.txt").chmod(0o640)
    (tmp_path / "wiki" / "page" / "Weg.pg").unlink()
    brought(tmp_path, {"Bleibt": "2", "Neuer": "2", "Dazu": "1"})
    assert {path.name: path.read_text("utf-8") for path in out.glob("*.txt")} == {
        "Bleibt.txt": "2",
        "Neuer.txt": "2",
        "Dazu.txt": "1",
        "Eigene.txt": "meine",
    }
    assert (out / "campaign.toml").read_text("utf-8") == 'title = "Meins"\n'
    assert (out / "Bleibt.txt").stat().st_mode & 0o777 == 0o640


def test_a_page_changed_on_both_sides_stops_the_import(tmp_path: Path) -> None:
    brought(tmp_path, {"Eine": "1", "Andere": "1"})
    (tmp_path / "out" / "Eine.txt").write_text("von Hand", "utf-8")
    brought(tmp_path, {"Eine": "von Hand", "Andere": "1"})
    (tmp_path / "out" / "Eine.txt").write_text("wieder von Hand", "utf-8")
    with pytest.raises(Problem, match=r"^Changed by hand in .*: Eine\.txt\. "):
        brought(tmp_path, {"Eine": "2", "Andere": "2"})
    assert (tmp_path / "out" / "Andere.txt").read_text("utf-8") == "1"


@pytest.mark.parametrize("file", ["Neuer.txt", "Weg.txt", "history.json"])
def test_a_write_protected_file_stops_a_later_import(tmp_path: Path, file: str) -> None:
    out = tmp_path / "out"
    brought(tmp_path, {"Andere": "1", "Neuer": "1", "Weg": "1"})
    (out / file).chmod(0o444)
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    (tmp_path / "wiki" / "page" / "Weg.pg").unlink()
    with pytest.raises(PermissionError) as refused:
        brought(tmp_path, {"Andere": "2", "Neuer": "2"})
    assert refused.value.filename == str(out / file)
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_a_failed_import_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_self: Path, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    source = data_directory(tmp_path / "wiki", {"Seite": "1"})
    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        import_oddmuse(source, tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["wiki"]


# A real wiki


@pytest.fixture
def real(tmp_path: Path) -> Callable[[str], Path]:
    if not REAL.is_file():
        pytest.skip("the archive is not here")
    import_oddmuse(REAL, tmp_path / "real")
    return lambda name: tmp_path / "real" / name


def test_real_wiki(real: Callable[[str], Path]) -> None:
    campaign = open_campaign(real("Zweistromland"))
    assert set(campaign.siblings) == {"Main", "Zweistromland", "Ödland"}
    assert campaign.text("Lykos").startswith("#REDIRECT [[Lykos der Spartaner]]")
    assert "Alte Notizen" not in campaign.pages
    assert list(campaign.files) == ["Karte"]
    assert campaign.text("notiz.txt").startswith("#FILE text/plain ")
    assert "https://de.wikipedia.org/wiki/%s" in open_campaign(real("Main")).text("InterMap")
    assert not list(real("Zweistromland").glob("*[?]*"))


def some_pages(pages: int) -> bytes:
    """An archive of so many pages, not packed."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as tar:
        for number in range(pages):
            text = record(f"Seite {number} " * 40).encode()
            member = tarfile.TarInfo(f"wiki/page/Seite_{number}.pg")
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text))
    return data.getvalue()


def spoilt(data: bytes, at: float) -> bytes:
    place = int(len(data) * at)
    return data[:place] + b"x" * 99 + data[place + 99 :]


@pytest.mark.parametrize("at", [0.1, 0.5, 0.8])
def test_a_spoilt_archive_is_refused_wherever_it_is_spoilt(tmp_path: Path, at: float) -> None:
    whole = some_pages(60)
    place = int(len(whole) * at) // 512 * 512
    kinds = {
        "plain.tar": whole[:place] + b"x" * 4096 + whole[place + 4096 :],
        "spoilt.tar.gz": gzip.compress(whole[:place] + b"x" * 4096 + whole[place + 4096 :]),
        "cut.tar.gz": gzip.compress(whole)[: int(len(gzip.compress(whole)) * at)],
        "spoilt inside.tar.gz": spoilt(gzip.compress(whole), at),
        "spoilt inside.tar.bz2": spoilt(bz2.compress(whole), at),
        "spoilt inside.tar.xz": spoilt(lzma.compress(whole), at),
        "sum.tar.gz": gzip.compress(whole)[:-8] + bytes(8),
        "cut.tar": whole[: place + 100],
    }
    for name, data in kinds.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(Problem):
            import_oddmuse(tmp_path / name, tmp_path / "out")
        assert not (tmp_path / "out").exists(), name


def test_an_archive_with_nothing_behind_its_files_is_whole(tmp_path: Path) -> None:
    whole = some_pages(3).rstrip(b"\0")
    whole += b"\0" * (-len(whole) % 512)
    (tmp_path / "wiki.tar").write_bytes(whole)
    assert import_oddmuse(tmp_path / "wiki.tar", tmp_path / "out").pages == {"": 3}


def test_broken_pages_are_named(tmp_path: Path) -> None:
    pages = {"Leer": "ts: 1\n", "Ganz": "ts: 1\ntext: \n"}
    done = brought(tmp_path, pages)
    assert [warning.values["name"] for warning in done.warnings] == ["Leer"]
    assert (tmp_path / "out" / "Leer.txt").read_bytes() == b""


def test_no_namespace_takes_the_place_of_another(tmp_path: Path) -> None:
    done = brought(tmp_path, {"Ur": "1", "Main/Ur": "2", "Ost/Ur": "3", "OST/Ur": "4", "Main_2/Ur": "5"})
    texts = {name: (path / "Ur.txt").read_text("utf-8") for name, path in done.folders.items()}
    assert len({name.casefold() for name in texts}) == 5
    assert (texts["Main"], sorted(texts.values())) == ("1", ["1", "2", "3", "4", "5"])
