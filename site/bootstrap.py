"""Makes a checkout ready to run on a machine that has only Python: packages, and libraries for PDF.

Nothing but the standard library is imported, and an older Python can still read this file far enough
to say that it is too old. A second start finds a mark and does nothing.
"""

import ctypes
import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - the one line that an older Python gets to run
    sys.exit(f"Tontafel: this needs Python 3.11 or newer, and this is {sys.version.split()[0]}")

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOG = VENV / "setup.log"
#: Debian packages are unpacked here where nobody may install them; seen from inside the environment.
UNPACKED = Path(sys.prefix) / "debian"

#: Files of pinned packages: to build sites, and to run the tests.
FOR_SITE = ("requirements.txt",)
FOR_TESTS = ("requirements.txt", "requirements-dev.txt")
#: What WeasyPrint opens, and the Debian packages that hold it.
PANGO = {"libpangoft2-1.0.so.0": "libpangoft2-1.0-0", "libharfbuzz-subset.so.0": "libharfbuzz-subset0"}


class SetupError(Exception):
    """Why this machine can't be made ready, as one line for people."""


def prepare(requirements: Sequence[str], programs: dict[str, str] | None = None) -> Path:
    """Make the environment ready and give the path of its Python.

    `requirements` are file names in the checkout, `programs` maps a command to the Debian package that
    has it; a program that can't be installed is named on standard error, everything else raises
    `SetupError`.
    """
    if os.name != "posix":
        raise SetupError("this needs Linux (on Windows: WSL with Debian)")
    try:
        with _locked():
            VENV.mkdir(exist_ok=True)
            missing = [package for name, package in (programs or {}).items() if not shutil.which(name)]
            if missing:
                _install_programs(missing)
            if not _is_ready(requirements):
                _set_up(requirements)
    except OSError as error:
        raise SetupError(f"can't write the environment: {error}") from error
    return PYTHON


def load_unpacked_libraries() -> None:
    """Load the libraries that were unpacked below the environment, so that others find them by name."""
    waiting = sorted(UNPACKED.glob("usr/lib/*/*.so.*")) + sorted(UNPACKED.glob("lib/*/*.so.*"))
    while waiting:
        left = [path for path in waiting if not _loads(str(path))]
        if len(left) == len(waiting):
            return
        waiting = left


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library, ctypes.RTLD_GLOBAL)
    except OSError:
        return False
    return True


@contextmanager
def _locked() -> Iterator[None]:
    """Let only one start at a time change the environment."""
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


# The mark of a finished environment


def _mark(requirements: Sequence[str]) -> Path:
    return VENV / f"ready-{Path(requirements[-1]).stem}"


def _digest(requirements: Sequence[str]) -> str:
    """Hash all that the environment depends on: packages, this one's metadata, its place, the Python."""
    sha = hashlib.sha256(f"{ROOT}\0{PYTHON.resolve()}\0".encode("utf-8", "surrogateescape"))
    for name in (*requirements, "pyproject.toml"):
        sha.update((ROOT / name).read_bytes() + b"\0")
    return sha.hexdigest()


def _is_ready(requirements: Sequence[str]) -> bool:
    try:
        return PYTHON.exists() and _mark(requirements).read_text("ascii") == _digest(requirements)
    except OSError:
        return False


# From nothing to a finished environment


def _set_up(requirements: Sequence[str]) -> None:
    began = time.monotonic()
    _make_environment()
    pip = _find_pip()
    say(f"installing the packages of {' and '.join(requirements)} into {VENV.name}")
    listed = [part for name in requirements for part in ("-r", str(ROOT / name))]
    _pip(pip, *listed)
    _pip(pip, "--no-build-isolation", "-e", str(ROOT))
    _run([PYTHON, "-m", "compileall", "-q", "-j", "0", VENV / "lib"], may_fail=True)
    _provide_pango()
    for files in {FOR_SITE, tuple(requirements)}:
        _mark(files).write_text(_digest(files), "ascii")
    say(f"ready after {time.monotonic() - began:.0f} s")


def _make_environment() -> None:
    """Make the environment itself, unless one is there whose Python runs."""
    if PYTHON.exists() and _run([PYTHON, "-c", "import encodings"], may_fail=True):
        return
    say(f"making the environment {VENV.name}")
    _run([sys.executable, "-m", "venv", "--clear", "--without-pip", VENV])


def _find_pip() -> list[str | Path]:
    """Find a way to start pip in the environment, from whatever this system has.

    Debian's Python comes without pip; the package python3-venv has it for those who may install it,
    python3-pip-whl for those who may only download.
    """
    if _run([PYTHON, "-m", "pip", "--version"], may_fail=True):
        return [PYTHON, "-m", "pip"]
    if not importlib.util.find_spec("ensurepip") and _as_root() is not None:
        _apt_install(["python3-venv"])
        importlib.invalidate_caches()
    if _run([PYTHON, "-m", "ensurepip"], may_fail=True):
        return [PYTHON, "-m", "pip"]
    wheels = VENV / "debian" / "usr" / "share" / "python-wheels"
    if not list(wheels.glob("pip-*.whl")):
        _apt_unpack(["python3-pip-whl"])
    found = sorted(wheels.glob("pip-*.whl"))
    if not found:
        raise SetupError("no pip found; install your system's packages for Python's venv and pip")
    return [PYTHON, found[-1] / "pip"]


def _pip(pip: list[str | Path], *arguments: str) -> None:
    options = ["--no-deps", "--no-compile", "--quiet", "--disable-pip-version-check", "--no-input"]
    if not _run([*pip, "install", *options, *arguments], may_fail=True):
        said = re.findall(r"^ERROR: (.+)", LOG.read_text("utf-8", "replace"), re.MULTILINE)
        reason = f" ({said[-1]})" if said else ""
        raise SetupError(f"pip could not install the packages{reason}; is there a network? See {LOG}")


def _provide_pango() -> None:
    """Get the libraries that PDFs need; without them everything else still works."""
    missing = [package for library, package in PANGO.items() if not _loads(library)]
    if not missing or (VENV / "debian" / "usr" / "lib").exists():
        return
    get = _apt_unpack if _as_root() is None else _apt_install
    try:
        get(missing)
    except SetupError as error:
        say(f"no PDFs without {' and '.join(missing)}: {error}")


def _install_programs(packages: list[str]) -> None:
    try:
        _apt_install(packages)
    except SetupError as error:
        say(f"not installed: {', '.join(packages)}: {error}")


# Debian's packages


def _as_root() -> list[str] | None:
    """Give what stands before a command so that it runs as root, or None where that can't be."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and _run(["sudo", "-n", "true"], may_fail=True):
        return ["sudo", "-n"]
    return None


def _apt_install(packages: list[str]) -> None:
    """Install packages for the whole system, with fresh lists if the present ones don't do."""
    root = _as_root()
    if root is None:
        raise SetupError(f"only root may: apt-get install {' '.join(packages)}")
    if not shutil.which("apt-get"):
        raise SetupError("this system has no apt-get; install what your system calls them")
    say(f"installing {', '.join(packages)} with apt-get")
    environment = ["env", "DEBIAN_FRONTEND=noninteractive"]
    install: list[str | Path] = [*root, *environment, "apt-get", "install", "-y", "--no-install-recommends"]
    if _run([*install, *packages], may_fail=True):
        return
    _run([*root, "apt-get", "update"], may_fail=True)
    if not _run([*install, *packages], may_fail=True):
        raise SetupError(f"apt-get could not install them; is there a network? Details are in {LOG}")


def _apt_unpack(packages: list[str]) -> None:
    """Download packages and what they need beyond the installed ones, and unpack them below `.venv`."""
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        raise SetupError(f"this is no Debian; it would need {' and '.join(packages)}")
    say(f"fetching {', '.join(packages)}, to be unpacked in {VENV.name}")
    state = VENV / "apt"
    for folder in ("lists/partial", "cache/archives/partial", "debs"):
        (state / folder).mkdir(parents=True, exist_ok=True)
    own = ["-o", f"Dir::State::lists={state / 'lists'}", "-o", f"Dir::Cache={state / 'cache'}"]
    own += ["-o", "Debug::NoLocking=true", "-o", "APT::Install-Recommends=false"]
    _apt_or_fail(["apt-get", *own, "update"], state)
    plan = _apt_or_fail(["apt-get", *own, "--simulate", "install", *packages], state)
    # An upgrade is listed as `Inst name [old] (new)`; only what is not there at all is fetched.
    needed = re.findall(r"^Inst (\S+) \(", plan, re.MULTILINE) or packages
    _apt_or_fail(["apt-get", *own, "download", *needed], state / "debs")
    for package in sorted((state / "debs").glob("*.deb")):
        _run(["dpkg-deb", "-x", package, VENV / "debian"])
    shutil.rmtree(state)


def _apt_or_fail(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    _log(command, done.stdout + done.stderr)
    if done.returncode:
        raise SetupError(f"apt-get could not fetch them; is there a network? Details are in {LOG}")
    return done.stdout


# Commands and words


def _run(command: Sequence[str | Path], *, may_fail: bool = False) -> bool:
    """Run a command with its output in the log; say whether it succeeded."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False
        )
    except FileNotFoundError as error:
        raise SetupError(f"{error.filename} is missing") from error
    _log(command, done.stdout + done.stderr)
    if done.returncode and not may_fail:
        raise SetupError(f"this failed: {' '.join(map(str, command))}; details are in {LOG}")
    return not done.returncode


def _log(command: Sequence[str | Path], output: str) -> None:
    if VENV.is_dir():
        with LOG.open("a", encoding="utf-8") as log:
            log.write(f"$ {' '.join(map(str, command))}\n{output}\n")


def say(text: str) -> None:
    """Tell the person at the terminal what is going on."""
    print(f"Tontafel: {text}", file=sys.stderr, flush=True)


def main(start: Callable[[], int | None]) -> int | None:
    """Run `start`; what hinders the set-up becomes one line and status 1."""
    try:
        return start()
    except SetupError as error:
        say(str(error))
        return 1
    except KeyboardInterrupt:
        return 130
