"""`tontafel render`: markup in, a fragment out, whatever the bytes."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tontafel.site.cli import run

Render = Callable[..., tuple[int, str, str]]


@pytest.fixture
def render(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Render:
    monkeypatch.setenv("LC_ALL", "C")

    def call(data: bytes, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        status = run(["render", *arguments])
        out, err = capfdbinary.readouterr()
        return status, out.decode("utf-8"), err.decode("utf-8")

    return call


def test_wiki_markup(render: Render) -> None:
    assert render(b"Ein /Aspekt/ in [[Ur]].") == (
        0,
        '<p>Ein <i>Aspekt</i> in <a class="missing">Ur</a>.</p>\n',
        "",
    )


@pytest.mark.parametrize(
    ("data", "arguments"), [(b"#MARKDOWN\n*a*", []), (b"*a*", ["--dialect", "markdown"])]
)
def test_markdown(render: Render, data: bytes, arguments: list[str]) -> None:
    assert render(data, *arguments) == (0, "<p><em>a</em></p>\n", "")


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe\x00", "\ufeffa\r\nb".encode(), b"\x00" * 50, b"\xed\xa0\x80 |a\r"]
)
def test_any_bytes_are_rendered(render: Render, data: bytes) -> None:
    for dialect in ("wiki", "markdown"):
        status, _out, err = render(data, "--dialect", dialect)
        assert (status, err) == (0, "")


@pytest.mark.parametrize(
    ("row", "cells", "hint"),
    [
        ("|1|", 1, "Empty cells fill the gap; count the pipes."),
        ("|1|2|3|", 3, "A pipe within a cell is written “\\|”."),
    ],
)
def test_remarks_go_to_standard_error(render: Render, row: str, cells: int, hint: str) -> None:
    status, out, err = render(f"|A|B|\n|-|-|\n{row}\n".encode(), "--dialect", "markdown")
    assert status == 0
    assert out.startswith("<table>")
    assert err.splitlines() == [
        f"-:3:1: note table-cells: Cells in this row: {cells}, in the table: 2.",
        f" 3 | {row}",
        f"   | {'^' * len(row)}",
        f"   = {hint}",
    ]


def test_many_texts_and_the_pages_that_exist(render: Render, tmp_path: Path) -> None:
    pages = tmp_path / "pages.jsonl"
    pages.write_text('{"name": "Ur", "text": "Stadt"}\n\n{"name": "Kiste", "text": "Drin."}\n', "utf-8")
    texts = {"eins": "[[Ur]]", "zwei": '<include "Kiste">', "drei": "[[Nirgends]]\udc80"}
    lines = "".join(json.dumps({"id": name, "text": text}) + "\n" for name, text in texts.items())
    status, out, err = render(lines.encode(), "--json-lines", "--known-pages", str(pages))
    made = {record["id"]: record["html"] for record in map(json.loads, out.splitlines())}
    assert (status, err) == (0, "")
    assert list(made) == list(texts)
    assert 'href="Ur"' in made["eins"]
    assert "Drin." in made["zwei"]
    assert 'class="missing"' in made["drei"]


@pytest.mark.parametrize("line", ["{", "[]", '{"id": 1}', '{"id": 1, "text": 2}', "7", "[" * 100_000])
def test_a_line_that_is_no_record_is_named(render: Render, line: str) -> None:
    status, out, err = render(f'{{"id": "a", "text": "b"}}\n{line}\n'.encode(), "--json-lines")
    assert status == 2
    assert len(out.splitlines()) == 1
    assert err == 'Tontafel: Line 2 of “-” is no JSON object with "id", "text".\n'


def test_missing_file_of_pages(render: Render, tmp_path: Path) -> None:
    status, out, err = render(b"a", "--known-pages", str(tmp_path / "nirgends"))
    assert (status, out) == (2, "")
    assert "is not there" in err
