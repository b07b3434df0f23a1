"""`python3 site`: sets up what is missing, then builds the sample campaigns with their PDFs.

With arguments it is the command `tontafel`: `python3 site check content/mesopotamien`.
"""

import sys

if not __package__:
    # Started as a folder, Python looks for every module in here first.
    del sys.path[0]

import os
from pathlib import Path
from runpy import run_path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int | None:
    """Become the command in the environment; give a status only where that fails."""
    bootstrap = run_path(str(ROOT / "site" / "bootstrap.py"))

    def start() -> None:
        python = bootstrap["prepare"](bootstrap["FOR_SITE"])
        samples = sorted(str(settings.parent) for settings in ROOT.glob("content/*/campaign.toml"))
        arguments = sys.argv[1:] or ["build", *samples]
        os.execv(python, [str(python), "-m", "tontafel", *arguments])

    status: int | None = bootstrap["main"](start)
    return status


if __name__ == "__main__":
    sys.exit(main())
