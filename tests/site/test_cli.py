"""The command as people and scripts meet it: help, languages, statuses, and no traceback ever."""

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from tontafel.rules.message import message
from tontafel.site.cli.group import VERBS, make_group
from tontafel.site.cli.trouble import report
from tontafel.site.console import Console
from tontafel.site.language import Language
from tontafel.site.problem import Problem

COMMAND = [sys.executable, "-m", "tontafel"]


Tontafel = Callable[..., Any]


# Help


@pytest.mark.parametrize("name", VERBS)
@pytest.mark.parametrize(("code", "heading"), [("en", "Examples:"), ("de", "Beispiele:")])
def test_every_verb_has_help_with_an_example(tontafel: Tontafel, name: str, code: str, heading: str) -> None:
    done = tontafel(name, "--help", "--lang", code)
    assert (done.status, done.err) == (0, "")
    assert "--lang" in done.out
    examples = done.out.partition(heading)[2].strip().splitlines()
    assert examples
    assert all(f"tontafel {name}" in line for line in examples)


def sentences() -> Iterator[str]:
    """All sentences that help shows."""
    group = make_group(Language("en"))
    yield from VERBS.values()
    yield group.help or ""
    context = click.Context(group)
    for name in VERBS:
        command = group.get_command(context, name)
        assert command
        yield command.help or ""
        yield from (
            option.help for option in command.params if isinstance(option, click.Option) if option.help
        )


@pytest.mark.parametrize("sentence", sorted(set(sentences())))
def test_all_of_help_is_there_in_german(sentence: str) -> None:
    assert Language("de").gettext(sentence) != sentence


def test_the_command_alone_shows_its_help_and_is_wrong_use(tontafel: Tontafel) -> None:
    done = tontafel()
    assert (done.status, done.out) == (2, "")
    assert all(f"  {name}" in done.err for name in VERBS)


def test_version(tontafel: Tontafel) -> None:
    done = tontafel("--version")
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("tontafel ")


@pytest.mark.parametrize(
    ("environment", "arguments", "word"),
    [
        ({}, [], "Usage"),
        ({"LANG": "de_CH.UTF-8"}, [], "Aufruf"),
        ({"LANG": "de_DE", "LC_ALL": "C"}, [], "Usage"),
        ({"LANG": "de_DE"}, ["--lang", "en"], "Usage"),
        ({}, ["--lang=de"], "Aufruf"),
    ],
)
def test_language(
    tontafel: Tontafel,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    arguments: list[str],
    word: str,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert tontafel("doctor", *arguments, "--help").out.startswith(word)


# Statuses and trouble


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rendr"], ["'rendr'", "Did you mean 'render'?", "tontafel --help"]),
        (["render", "--dialekt"], ["'--dialekt'", "--dialect", "tontafel render --help"]),
        (["--lang", "fr", "doctor"], ["'fr'", "'de', 'en'"]),
        (["new", "x"], ["--system"]),
        (["import", "oddmuse", "nirgends", "-o", "x"], ["“nirgends” is not there."]),
        (["new", "x", "--system", "mesopotamia"], ["mesopotamia", "mesopotamien"]),
    ],
)
def test_wrong_use_is_one_line_and_status_2(
    tontafel: Tontafel,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    words: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    done = tontafel(*arguments)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("Tontafel: ")
    assert done.err.count("\n") == 1
    assert [word for word in words if word not in done.err] == []
    assert list(tmp_path.iterdir()) == []


def system_error(number: int) -> OSError:
    return OSError(number, os.strerror(number), "Seite.txt")


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (system_error(errno.EACCES), 2, "“Seite.txt” may not be read or written."),
        (system_error(errno.EISDIR), 2, "“Seite.txt” is a folder"),
        (FileNotFoundError(Path("Seite.txt")), 2, "“Seite.txt” is not there."),
        (system_error(errno.ENOTDIR), 2, "“Seite.txt” is a file"),
        (system_error(errno.ENOSPC), 2, "The disk is full: “Seite.txt”"),
        (system_error(errno.EROFS), 2, "Choose another place."),
        (system_error(errno.ENAMETOOLONG), 2, "Shorten it."),
        (system_error(errno.EIO), 2, "The system says of “Seite.txt”: Input/output error."),
        (OSError(errno.ENOSPC, "full"), 2, "“standard output” can't be written"),
        (
            Problem(message("Zu viel {what}.", what="Bier"), message("Trink Wasser.")),
            2,
            "Zu viel Bier. Trink Wasser.",
        ),
        (KeyboardInterrupt(), 130, ""),
        (click.Abort(), 130, ""),
        (BrokenPipeError(), 141, ""),
    ],
)
def test_trouble(capfd: pytest.CaptureFixture[str], error: BaseException, status: int, words: str) -> None:
    assert report(error, Console(Language("en"))) == status
    said = capfd.readouterr().err
    assert words in said
    assert said.count("\n") == (1 if words else 0)


def unforeseen() -> None:
    raise ZeroDivisionError("nobody foresaw this")


def test_a_fault_of_our_own_says_what_to_report(
    capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(ZeroDivisionError) as caught:
        unforeseen()
    assert report(caught.value, Console(Language("en"))) == 70
    said = capfd.readouterr().err
    (kept,) = tmp_path.iterdir()
    assert said.count("\n") == 1
    assert "ZeroDivisionError" in said
    assert str(kept) in said
    assert "nobody foresaw this" in kept.read_text("utf-8")


# As a process


def test_a_reader_that_leaves_early_is_no_trouble() -> None:
    made = subprocess.run(
        f"{sys.executable} -m tontafel schema | true", shell=True, capture_output=True, check=False
    )
    assert made.stderr == b""


def test_a_full_disk_is_said_in_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "schema", "--lang", "en"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert (
        done.stderr.decode()
        == "Tontafel: The disk is full: “standard output” can't be written. Make room and try again.\n"
    )


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    ("command", "status"),
    [
        *(("schema", 0), ("--help", 0), ("render", 0), ("render --json-lines", 0), ("check nowhere", 2)),
        *(("show nowhere", 2), ("build --no-pdf .", 0), ("check .", 0), ("nothing", 2)),
    ],
)
def test_closed_streams_are_no_trouble(tmp_path: Path, closed: str, command: str, status: int) -> None:
    (tmp_path / "Ur.txt").write_text("Stadt\n", "utf-8")
    done = subprocess.run(
        f"{sys.executable} -m tontafel {command} {closed}",
        shell=True,
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert done.returncode == status
    assert b"Traceback" not in done.stderr
    assert (tmp_path / "Ur.txt").read_text("utf-8") == "Stadt\n"


def test_nobody_to_be_told_is_still_wrong_use() -> None:
    with Path("/dev/full").open("wb") as full:
        assert subprocess.run([*COMMAND, "show", "nowhere"], stderr=full, check=False).returncode == 2


def test_names_of_files_are_utf8_whatever_the_locale(tmp_path: Path) -> None:
    (tmp_path / "Löwe.txt").write_text("[[Löwe]]\n", "utf-8")
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for arguments in (["check"], ["show", "Löwe"], ["show", "Löwe.txt"]):
        done = subprocess.run(
            [*COMMAND, *arguments], cwd=tmp_path, env=os.environ | locale, capture_output=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.isascii()


def test_interrupting_ends_at_once_without_words() -> None:
    command = [*COMMAND, "render", "--json-lines"]
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b'{"id": 1, "text": "a"}\n')
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert process.stderr.read().strip() == b""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_terminal_without_our_letters_shows_what_it_can(encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(
        [*COMMAND, "--lang", "de", "import", "oddmuse", "Tür☒", "-o", "x"],
        capture_output=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"T" in done.stderr


def test_commands_start_without_what_they_do_not_need() -> None:
    code = (
        "import sys; from tontafel.site.cli import run; run(['schema']); print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stderr.split()}
    assert not loaded & {
        "weasyprint",
        "bs4",
        "jinja2",
        "mistune",
        "rich",
        "tomlkit",
        "nh3",
        "fontTools",
        "PIL",
    }


# Verbs that need no campaign


def test_doctor_finds_this_installation_well(tontafel: Tontafel) -> None:
    done = tontafel("doctor", "--format", "json")
    checks = json.loads(done.out)["checks"]
    assert {check["name"] for check in checks} >= {
        "Python",
        "msgspec",
        "weasyprint",
        "libpangoft2-1.0-0",
        "systems",
    }
    missing = [check for check in checks if not check["ok"]]
    assert (done.status, missing) == (0, [])
    assert tontafel("doctor").out.endswith("Everything is there.\n")


def test_doctor_says_how_to_get_what_is_missing(tontafel: Tontafel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tontafel.site.doctor.PANGO", {"libnirgends.so.1": "libnirgends1"})
    done = tontafel("doctor", "--lang", "de")
    assert done.status == 1
    assert "- libnirgends1" in done.out
    assert "apt-get install libnirgends1" in done.out
    assert done.out.endswith("Es fehlt: 1.\n")


def test_schema_is_of_what_show_prints(tontafel: Tontafel) -> None:
    schema = json.loads(tontafel("schema").out)
    character = schema["$defs"]["Character"]
    assert schema["$defs"]["Shown"]["required"] == ["page", "characters", "tables"]
    assert character["required"] == list(character["properties"])
    assert schema["$defs"]["Track"]["required"] == ["name"]


def test_import(tontafel: Tontafel, tmp_path: Path) -> None:
    pages = tmp_path / "wiki" / "page"
    pages.mkdir(parents=True)
    (pages / "HomePage.pg").write_text("ts: 5\ntext: Hallo\n\t\n", "utf-8")
    (pages / "Weg.pg").write_text("ts: 5\ntext: DeletedPage\n\t\n", "utf-8")
    done = tontafel("import", "oddmuse", tmp_path / "wiki", "-o", tmp_path / "out")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        f"{tmp_path / 'out'}: 1 page, 0 uploads among them.",
        "Pages deleted in the wiki and left out: 1.",
    ]


@pytest.mark.parametrize("argument", ["\0", "a\0b", "\ud800"])
@pytest.mark.parametrize(
    "command", [("check",), ("show",), ("roll",), ("sheet", "x", "-o"), ("render", "--known-pages")]
)
def test_no_argument_makes_it_stumble(
    tontafel: Callable[..., Any], command: tuple[str, ...], argument: str
) -> None:
    done = tontafel(*command, argument)
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert "holds a character that no name has" in done.err


#: Commands that echo a name.
ECHOES = [
    ("show", "{}"), ("check", "{}"), ("build", "{}"), ("advance", "{}"), ("odds", "{}"), ("roll", "{}"),
    ("{}",), ("npc", "--system", "{}"), ("show", "--format", "{}", "x"), ("handout", "{}", "-o", "x"),
    ("new", "{}", "--system", "tarua"),
    ("import", "oddmuse", "{}", "-o", "x"), ("npc", "--system", "tarua", "--{}"),
]  # fmt: skip


@pytest.mark.parametrize("arguments", ECHOES, ids=" ".join)
@pytest.mark.parametrize("name", ["x" * 5000, "Ur " * 1500], ids=["word", "words"])
def test_no_message_echoes_a_name_that_nobody_would_read(
    tontafel: Tontafel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = tontafel(*(one.format(name) for one in arguments))
    assert done.status == 2
    assert done.err.count("\n") == 1
    assert len(done.err) < 1000


def test_no_finding_echoes_a_name_that_nobody_would_read(
    tontafel: Tontafel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "x" * 5000
    (tmp_path / "Ur.txt").write_text(f"[[{name}]] [[tag:{name},Figur]]\n\n#tag: {name}\n", "utf-8")
    (tmp_path / "Eridu.txt").write_text(f"= {name}\n\nFertigkeiten: {name} 7, Ringen 9\n", "utf-8")
    (tmp_path / "campaign.toml").write_text(f'home = "{name}"\nsystem = "{name}"\n', "utf-8")
    for style in ("text", "github"):
        out = tontafel("check", "--format", style).out
        assert "link-missing" in out
        assert max(map(len, out.splitlines())) < 1500
    found = tontafel("check", "--format", "json").json["diagnostics"]
    assert name in next(one["message"] for one in found if one["code"] == "link-missing"), (
        "programs get it all"
    )
