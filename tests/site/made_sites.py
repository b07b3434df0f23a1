"""Small campaigns and their sites, for tests."""

from collections.abc import Mapping
from pathlib import Path

from bs4 import BeautifulSoup

from tontafel.site.build import Report, build


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    for path, text in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text if isinstance(text, bytes) else text.encode())
    return root


def make(root: Path, out: Path | None = None, **options: object) -> Report:
    return build(root, out, **{"pdf": False, "jobs": 1, **options})  # type: ignore[arg-type]


def files(out: Path) -> dict[str, bytes]:
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def page(out: Path, name: str) -> BeautifulSoup:
    return BeautifulSoup((out / name).read_bytes(), "lxml")


def hrefs(soup: BeautifulSoup, selector: str) -> list[str]:
    return [str(link.get("href", "")) for link in soup.select(selector)]


def attacks() -> list[str]:
    """Read the attacks of `attacks.txt`, one a line; ¶ is a line end, ␁ the control character."""
    lines = (Path(__file__).parent / "attacks.txt").read_text("utf-8").splitlines()
    return [line.replace("¶", "\n").replace("␁", "\x01") for line in lines]
