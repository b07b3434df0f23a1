"""`python3 tests`: sets up what is missing, then checks style, formatting and types and runs the tests.

Arguments go to pytest: `python3 tests -k markdown`.
"""

import subprocess
import sys
from pathlib import Path
from runpy import run_path

ROOT = Path(__file__).resolve().parent.parent
CHECKS = (["ruff", "check"], ["ruff", "format", "--check"], ["mypy"])
#: Commands that tests start, and the Debian packages that have them.
PROGRAMS = {"chromium": "chromium", "pdftoppm": "poppler-utils"}


def main() -> int | None:
    """Give 0 if everything passed, pytest's own status if that failed, else 1."""
    bootstrap = run_path(str(ROOT / "site" / "bootstrap.py"))

    def start() -> int:
        python = bootstrap["prepare"](bootstrap["FOR_TESTS"], PROGRAMS)
        clean = [_run(python, *check) == 0 for check in CHECKS]
        tested = _run(python, "pytest", "-n", "auto", *sys.argv[1:])
        return tested or int(not all(clean))

    status: int | None = bootstrap["main"](start)
    return status


def _run(python: Path, module: str, *arguments: str) -> int:
    print(f"$ {module} {' '.join(arguments)}", flush=True)
    return subprocess.run([python, "-m", module, *arguments], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
