"""Make the pictures of README and handbook again, from what the build makes of the sample campaign.

    python tests/bench/pictures.py

Writes `Bogen.png` (the first page of Herakles' sheet) and `Seite.png` (his page) into `content/handbook/`.
Needs `pdftoppm` (poppler-utils) and `chromium`.
"""

import subprocess
import tempfile
from pathlib import Path

from PIL import Image

from tontafel.site.build import build

ROOT = Path(__file__).resolve().parents[2]
HANDBOOK = ROOT / "content" / "handbook"
_SHEET = ["pdftoppm", "-r", "80", "-png", "-singlefile"]
_SCREEN = [
    "chromium",
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    "--window-size=1200,1120",
]
#: So few colours make the files small, and nobody misses the others.
_COLOURS = 64


def main() -> None:
    """Build the campaign into a folder of its own and take both pictures."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "site"
        build(ROOT / "content" / "mesopotamien", out)
        _run([*_SHEET, str(out / "herakles.pdf"), f"{folder}/sheet"])
        _run([*_SCREEN, f"--screenshot={folder}/page.png", (out / "herakles.html").as_uri()])
        _save(Path(folder) / "sheet.png", HANDBOOK / "Bogen.png")
        _save(Path(folder) / "page.png", HANDBOOK / "Seite.png")


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=120)


def _save(taken: Path, picture: Path) -> None:
    with Image.open(taken) as image:
        image.convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE).save(picture, optimize=True)
    print(f"{picture.name}: {picture.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
