"""Every example in the handbook, README and LIESMICH comes out as it is shown."""

import base64
import io
import json
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.handbook import HANDBOOK, ROOT, blocks_of, code_blocks, codes, text_of, words

from tontafel.parsers import tree
from tontafel.parsers.page import parse
from tontafel.parsers.reader import Marks, read
from tontafel.rules.system import system, systems

MARKUP, MARKDOWN, WRITING = "Auszeichnung", "Markdown", "Figuren schreiben"

# What is shown is what comes out


@pytest.mark.parametrize("page", [MARKUP, MARKDOWN])
def test_what_stands_left_is_what_is_written_right(page: str) -> None:
    """In a table of constructs the first cell shows the source of the second."""
    text = text_of(page)
    compared = 0
    for block in blocks_of(page):
        if type(block) is tree.Table and [words(cell) for cell in block.rows[0].cells[:2]][1:] == ["Gelesen"]:
            for source, result, *_ in (row.cells for row in block.rows[1:]):
                assert codes([source]) == [text[result.start : result.end].strip(" |\n").replace(r"\|", "|")]
                compared += 1
    assert compared > 6


def test_what_is_shown_in_a_block_of_markup_follows_it() -> None:
    text = text_of(MARKUP)
    for block in blocks_of(MARKUP):
        if type(block) is tree.Preformatted and block.kind == "code":
            below = text[block.end :].lstrip()
            only_shown = text[: block.start].rstrip().endswith("Nur gezeigt:")
            assert only_shown or below.startswith(block.text.strip()), block.text


#: Heading → the part of a character that every example below it fills.
PARTS = {
    "Aspekte": "aspects",
    "Fertigkeiten": "skills",
    "Zähler": "tracks",
    "Tricks": "stunts",
    "Konsequenzen": "consequences",
    "Attribute": "attributes",
    "Volk und Punkte": "details",
    "Abgeleitete Werte": "tracks",
    "Beruf, Bindungen, Motivationen": "details",
    "Schicksalspunkte": "details",
    "Der Verlauf": "details",
}


FIGURES = ["Gesine Brandt", "Hask"]


def examples() -> Iterator[Any]:
    """Every example of how a character is written: the system, the part that it shows, the text."""
    game = part = ""
    titles = {one.title: one.id for one in systems().values()}
    for block in blocks_of(WRITING):
        if type(block) is tree.Heading:
            game = titles.get(words(block), "") if block.level == 2 else game
            part = PARTS.get(words(block), "")
        elif type(block) is tree.Preformatted:
            yield pytest.param(game or "mesopotamien", part, block.text)


@pytest.mark.parametrize(("game", "part", "text"), list(examples()))
def test_examples_of_characters_are_read_as_is_said(game: str, part: str, text: str) -> None:
    """Something is read, and what is left over is a sentence that says more."""
    vocabulary = system(game).vocabulary()
    found = read(parse(text), text, "Beispiel", vocabulary, marks=Marks(character=True))
    one = found.characters[0].character
    assert not part or getattr(one, part), "nothing was read"
    assert not [piece for piece in one.other if not piece.endswith(".")]
    told = {finding.code for finding in found.diagnostics}
    assert not told & {"row-unknown", "value-unreadable"}


def wrong_on_pages() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(tontafel("check", "--format", "json", str(HANDBOOK)).stdout)[
        "diagnostics"
    ]
    return found


def test_nothing_is_wrong_with_the_handbook_and_examples_are_nobody() -> None:
    assert [one for one in wrong_on_pages() if one["page"] not in FIGURES] == []
    everybody = [tontafel("show", "--format", "json", str(path)) for path in sorted(HANDBOOK.glob("*.txt"))]
    named = [one["name"] for shown in everybody for one in json.loads(shown.stdout)["characters"]]
    assert sorted(named) == ["Der Zöllner", *FIGURES, "Taribi"]


@pytest.mark.parametrize("page", FIGURES)
def test_the_characters_of_the_handbook_are_sound(page: str) -> None:
    assert [one for one in wrong_on_pages() if one["page"] == page] == []


# Examples for the shell

#: Never run here: they set up the machine, build every sample, run these very tests.
SETS_UP = {"python3 site", "python3 tests"}
_COMMAND = re.compile(r"(tontafel|python3|cd|mkdir|echo|sed|rm|cp|printf)\b")
_STATUS = re.compile(r"\s+# [Ss]tatus (\d+)$")
_FENCE = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


def environment(language: str) -> dict[str, str]:
    """The command in the path; letters in UTF-8 whatever the machine's locale."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith("LC_") and name != "LANG"
    }
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return kept | {"PATH": path, "LC_MESSAGES": language, "LC_CTYPE": "C.UTF-8"}


def tontafel(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tontafel", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment("en_GB"))


def sessions() -> Iterator[Any]:
    """Each document with its blocks for the shell, the language that they speak, and if it starts empty."""
    for name, language in (("README.md", "en_GB"), ("LIESMICH.md", "de_DE")):
        yield pytest.param(_FENCE.findall((ROOT / name).read_text("utf-8")), language, id=name)
    for path in sorted(HANDBOOK.glob("*.*")):
        if path.suffix in {".txt", ".md"}:
            blocks = [one for one in code_blocks(blocks_of(path.stem)) if _COMMAND.match(one)]
            if blocks:
                yield pytest.param(blocks, "de_DE", id=path.stem)


def wiki_archive(path: Path) -> None:
    """Write what an example imports: a small wiki with a page, an NPC and a picture."""
    texts = {
        "HomePage": "Die Räuber: [[Flussräuber]].\n",
        "Flussräuber": "Aus dem Schilf kommt ein Flussräuber (Schleuder 3, Schwimmen 3, Gesundheit □□).\n",
        "Karte": f"#FILE image/png \n{base64.b64encode(b'PNG').decode()}\n",
    }
    with tarfile.open(path, "w:gz") as archive:
        for name, text in texts.items():
            folded = text.replace("\n", "\n\t")
            data = f"text: {folded}\nts: 1270000000\nrevision: 1\n".encode()
            entry = tarfile.TarInfo(f"wiki/page/{name}.pg")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))


class Shell:
    """Runs the lines of a document's examples, one after the other, as one who types them."""

    def __init__(self, folder: Path, language: str) -> None:
        self.folder = folder
        self.language = language
        self.ran = 0
        self.output = ""

    def line(self, line: str) -> None:
        """Run a command and check its status, or look for a line of output in what came last."""
        if not _COMMAND.match(line):
            assert line.strip() in " ".join(self.output.split()) or line.strip() in self.output, line
            return
        found = _STATUS.search(line)
        wanted, command = (int(found[1]), line[: found.start()]) if found else (0, line)
        if command in SETS_UP:
            return
        if command.startswith("cd "):
            self.folder = (self.folder / command[3:]).resolve()
            return
        command = re.sub(r"^python3 site\b", f"{sys.executable} {ROOT / 'site'}", command)
        self.run(command, wanted)

    def run(self, command: str, wanted: int) -> None:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=environment(self.language),
            capture_output=True,
            check=False,
            timeout=120,
        )
        self.output = (done.stdout + done.stderr).decode("utf-8", "replace")
        assert done.returncode == wanted, f"{command}\n{self.output}"
        self.ran += 1


@pytest.mark.parametrize(("blocks", "language"), list(sessions()))
def test_examples_for_the_shell_run(blocks: list[str], language: str, tmp_path: Path) -> None:
    shell = Shell(tmp_path, language)
    wiki_archive(tmp_path / "wiki-data.tar.gz")
    if not any("tontafel new flussland" in block for block in blocks):
        shell.run("tontafel new flussland --system mesopotamien", 0)
    for block in blocks:
        for line in block.strip().splitlines():
            shell.line(line)
    assert shell.ran
    assert not list(tmp_path.glob("tontafel-*.txt"))


# README and LIESMICH


@pytest.mark.parametrize("name", ["README.md", "LIESMICH.md"])
def test_links_and_pictures_are_there(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert target.startswith("https://") or (ROOT / target).exists(), target
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    assert [Path(one).name for one in pictures] == ["Bogen.png", "Seite.png"]
    assert all((ROOT / one).stat().st_size <= 150_000 for one in pictures)
    assert all(f"\n{command}\n" in text for command in SETS_UP)


def test_both_tours_go_the_same_way() -> None:
    def verbs(name: str) -> list[str]:
        blocks = _FENCE.findall((ROOT / name).read_text("utf-8"))
        return re.findall(r"\btontafel (\w+)", "\n".join(blocks))

    assert verbs("README.md") == verbs("LIESMICH.md")
