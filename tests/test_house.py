"""The house itself: which room may know which, what is packed, and what a fresh machine needs."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution, entry_points
from pathlib import Path
from runpy import run_path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

import tontafel

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("parsers", "rules", "templates", "content", "site")
MAY_IMPORT = {"rules": {"rules"}, "parsers": {"parsers", "rules"}, "site": {"site", "parsers", "rules"}}


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"), feature_version=sys.version_info[:2])):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the arrows"
            yield node.module or ""


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_rooms_import_only_downwards(room: str) -> None:
    sources = list((ROOT / room).rglob("*.py"))
    assert sources
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources
        for name in _imports(path)
        if (found := re.match(r"tontafel(?:\.(\w+))?", name))
        and found[1]
        and found[1] not in MAY_IMPORT[room]
    ]
    assert not wrong


def test_rooms_are_never_imported_by_their_folder_names() -> None:
    """`site` would be the standard library's, `parsers` and `rules` would clash with anyone's."""
    for path in ROOT.rglob("*.py"):
        if ".venv" not in path.parts:
            assert not {name.partition(".")[0] for name in _imports(path)} & set(ROOMS) - {"site"}, path


# What is packed


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Wheels built straight from a checkout that someone worked in, and by way of the source archive."""
    folder = tmp_path_factory.mktemp("packaging")
    checkout = folder / "checkout"
    wanted = [".src", *ROOMS, "tests", "pyproject.toml", "README.md", "LICENSE", "LICENSE-OGL", ".gitignore"]
    for name in wanted:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, checkout / name, symlinks=True)
        else:
            checkout.mkdir(exist_ok=True)
            shutil.copy(source, checkout / name)
    for folder_name, file in {"_site": "index.html", ".tontafel": "cache.sqlite"}.items():
        litter = checkout / "content" / "sample" / folder_name
        litter.mkdir(parents=True)
        (litter / file).write_text("built", "utf-8")
    made = {}
    for kind, flags in {"direct": ["--wheel"], "by archive": []}.items():
        out = folder / kind
        command = [
            sys.executable,
            "-m",
            "build",
            "--no-isolation",
            *flags,
            "--outdir",
            str(out),
            str(checkout),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        (made[kind],) = out.glob("*.whl")
    return made


def _names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def test_wheel_holds_every_file_of_the_rooms(wheels: dict[str, Path]) -> None:
    names = _names(wheels["direct"])
    expected = {
        f"tontafel/{path.relative_to(ROOT).as_posix()}"
        for room in ROOMS
        for path in (ROOT / room).rglob("*")
        if path.is_file() and not {"_site", ".tontafel", "__pycache__"} & set(path.parts)
    }
    assert names == expected | {"tontafel/__init__.py", "tontafel/__main__.py", "tontafel/py.typed"}
    assert not [name for name in names if "_site" in name or ".tontafel" in name or "/tests/" in name]


def test_wheel_holds_both_licences(wheels: dict[str, Path]) -> None:
    for wheel in wheels.values():
        with zipfile.ZipFile(wheel) as archive:
            for licence in ("LICENSE", "LICENSE-OGL"):
                (name,) = (one for one in archive.namelist() if one.endswith(f"dist-info/licenses/{licence}"))
                assert archive.read(name) == (ROOT / licence).read_bytes()


@pytest.mark.parametrize(
    "settings",
    sorted([*ROOT.glob("content/*/campaign.toml"), *ROOT.glob("templates/**/starter/campaign.toml")]),
)
def test_open_game_content_is_licensed_with_every_notice(settings: Path) -> None:
    """Section 15 of the licence names the notice of whatever a campaign takes, and campaigns name theirs."""
    text = " ".join((ROOT / "LICENSE-OGL").read_text("utf-8").split())
    told = tomllib.loads(settings.read_text("utf-8"))
    section = text.partition("15. COPYRIGHT NOTICE")[2]
    assert [notice for notice in told.get("notices", []) if notice not in section] == []
    assert bool(told.get("notices")) == (told.get("system") in {"mesopotamien", "fhtagn"})


def test_source_archive_gives_the_same_wheel(wheels: dict[str, Path]) -> None:
    assert _names(wheels["by archive"]) == _names(wheels["direct"])


def test_unpacked_wheel_runs(wheels: dict[str, Path], tmp_path: Path) -> None:
    with zipfile.ZipFile(wheels["by archive"]) as archive:
        archive.extractall(tmp_path)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); sys.argv = ['tontafel', '--version']\n"
    code += (
        "import tontafel, runpy; print(tontafel.__file__); runpy.run_module('tontafel', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    where, version = done.stdout.splitlines()
    assert Path(where).is_relative_to(tmp_path)
    assert version.endswith(tontafel.__version__)


def test_editable_install_points_at_the_checkout() -> None:
    assert Path(tontafel.__file__) == ROOT / ".src" / "tontafel" / "__init__.py"
    assert distribution("tontafel").version == tontafel.__version__
    (command,) = (point for point in entry_points(group="console_scripts") if point.name == "tontafel")
    assert callable(command.load())


# What a fresh machine needs


def _pinned(*files: str) -> dict[str, str]:
    lines = [line for name in files for line in (ROOT / name).read_text("utf-8").splitlines()]
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"==[\w.]+", str(pin.specifier)) for pin in pins)
    return {canonicalize_name(pin.name): str(pin.specifier) for pin in pins}


@pytest.mark.parametrize(
    "files", [("requirements.txt",), ("requirements.txt", "requirements-dev.txt")], ids=["site", "tests"]
)
def test_pinned_packages_need_nothing_that_is_not_pinned(files: tuple[str, ...]) -> None:
    pins = _pinned(*files)
    own = {Requirement(line).name for line in distribution("tontafel").requires or []}
    assert own <= set(pins)
    for name in pins:
        for line in distribution(name).requires or []:
            need = Requirement(line)
            if need.marker is None or need.marker.evaluate({"extra": ""}):
                assert canonicalize_name(need.name) in pins, f"{name} needs {line}"


@pytest.mark.parametrize("name", _pinned("requirements.txt", "requirements-dev.txt"))
def test_pinned_packages_run_on_debian_stable(name: str) -> None:
    """Debian 12 has Python 3.11.2 for as long as it lives; some packages ask for a later patch."""
    assert "3.11.2" in SpecifierSet(distribution(name).metadata["Requires-Python"] or "")


def test_bootstrap_needs_only_python() -> None:
    for path in (ROOT / "site/bootstrap.py", ROOT / "site/__main__.py", ROOT / "tests/__main__.py"):
        assert {name.partition(".")[0] for name in _imports(path)} <= sys.stdlib_module_names


def test_an_old_python_says_so_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit, match=r"^Tontafel: this needs Python 3\.11 or newer, and this is [^\n]+$"):
        run_path(str(ROOT / "site" / "bootstrap.py"))


def test_bootstrap_can_be_read_by_old_pythons() -> None:
    for path in (ROOT / "site/bootstrap.py", ROOT / "site/__main__.py", ROOT / "tests/__main__.py"):
        ast.parse(path.read_text("utf-8"), feature_version=(3, 6))


def test_second_start_does_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    bootstrap = run_path(str(ROOT / "site" / "bootstrap.py"))
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("started a program"))
    assert bootstrap["prepare"](bootstrap["FOR_TESTS"]) == ROOT / ".venv" / "bin" / "python"


def test_what_hinders_the_set_up_is_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    bootstrap = run_path(str(ROOT / "site" / "bootstrap.py"))

    def start() -> None:
        raise bootstrap["SetupError"]("there is no room")

    assert bootstrap["main"](start) == 1
    assert capfd.readouterr().err == "Tontafel: there is no room\n"


def test_changed_pins_and_a_moved_checkout_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bootstrap = run_path(str(ROOT / "site" / "bootstrap.py"))
    digest = bootstrap["_digest"]
    seen = {digest(bootstrap["FOR_SITE"]), digest(bootstrap["FOR_TESTS"])}
    for name in ("requirements.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    monkeypatch.setitem(digest.__globals__, "ROOT", tmp_path)
    seen.add(digest(bootstrap["FOR_SITE"]))
    with (tmp_path / "requirements.txt").open("a", encoding="utf-8") as pins:
        pins.write("neu==1\n")
    seen.add(digest(bootstrap["FOR_SITE"]))
    assert len(seen) == 4


def test_python_site_runs_the_command_from_any_folder(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "site"), "--version"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split()[-1] == tontafel.__version__
