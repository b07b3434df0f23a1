"""Builds the site of a campaign; when nothing has changed, it only looks."""

import os
import time
from collections.abc import Callable
from errno import ENOENT
from pathlib import Path
from typing import Literal, NamedTuple

from tontafel.site.cache import Cache, Known, compare, program_stamp
from tontafel.site.collecting import paused
from tontafel.site.scan import (
    OUTPUT_FOLDER,
    SETTINGS_FILE,
    Entry,
    Scan,
    campaign_folders,
    scan,
    scan_templates,
    states,
)

Progress = Callable[[int, int], None]


class Seen(NamedTuple):
    """What lies in a campaign's folder, and what else its site is made of."""

    own: Scan
    others: list[Entry]

    @property
    def entries(self) -> list[Entry]:
        """All of it."""
        return self.own.entries + self.others


class Report(NamedTuple):
    """What a build did: files written and removed, and how many findings there are of each severity.

    `pdf` is the reason why there are no PDF sheets although they were asked for.
    """

    out: Path
    pages: int
    characters: int
    written: int
    removed: int
    findings: dict[str, int]
    pdf: str = ""

    @property
    def unchanged(self) -> bool:
        """Whether there was nothing to do."""
        return not self.written and not self.removed


def build(  # noqa: PLR0913 - a front door: each is an option of the command
    folder: Path,
    out: Path | None = None,
    *,
    audience: Literal["players", "gm"] | None = None,
    pdf: bool = True,
    jobs: int = 0,
    progress: Progress | None = None,
) -> Report:
    """Build the site of the campaign in `folder` into `out`, by default its `_site`.

    Args:
        folder: a campaign's folder, one of pages without settings, or a page: then its campaign's.
        out: where the site goes; only what builds have put there is ever removed.
        audience: "players" or "gm"; by default what the settings say.
        pdf: whether there are PDF sheets.
        jobs: processes to share the work; 0 for as many as there are processors.
        progress: is told now and then how many of how many pages are done.

    Raises:
        Problem: `out` is no place for a site.
        BusyError: another build is writing there.
        OSError: a folder can't be read or written.
    """
    root, deep = _root(folder.absolute())
    out = (out or root / OUTPUT_FOLDER).absolute()
    started = time.time_ns()
    cache = Cache(root, out)
    try:
        seen = look(cache, deep=deep)
        aside = (campaign_folders(str(root.parent)), seen.own.refused)
        options = f"{program_stamp()} {audience} {pdf} {_day()} {aside}"
        if cache.value("options") == options.encode() and _is_done(seen.entries, cache, started):
            return _recorded(out, cache)
        # All that is imported and made meanwhile stays, and circles are looked for again and again.
        with paused():
            from tontafel.site.build.run import Order, run

            return run(Order(root, out, audience, pdf, jobs, options, started), seen, cache, progress)
    finally:
        cache.close()


def _root(path: Path) -> tuple[Path, bool]:
    """Give a campaign's folder, and whether its pages lie in folders below, too."""
    if path.is_dir():
        return path, True
    if not path.exists():
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), str(path))
    around = (folder for folder in path.parents if (folder / SETTINGS_FILE).is_file())
    found = next(around, None)
    return found or path.parent, found is not None


def look(cache: Cache, *, deep: bool) -> Seen:
    """List everything that the site is made of: pages, templates, and the campaigns beside it that count."""
    root = str(cache.root)
    return Seen(
        scan(root, deep=deep, skip=frozenset({str(cache.out)})),
        scan_templates(root) + look_beside(cache, cache.value("beside").decode()),
    )


def look_beside(cache: Cache, names: str) -> list[Entry]:
    """List the files of campaigns beside this one, named with `/` between them."""
    return [
        Entry(f"../{name}/{path}", size, stamp)
        for name in names.split("/")
        if name
        for path, size, stamp in scan(str(cache.root.parent / name)).entries
    ]


def _is_done(entries: list[Entry], cache: Cache, started: int) -> bool:
    """Say whether sources and files are all as the last build left them."""
    known = cache.sources()
    built = int(cache.value("built") or b"0")
    if len(entries) != len(known):
        return False
    found = compare(str(cache.root), entries, known, built)
    if found.changed:
        return False
    there = states(str(cache.out))
    if any(there.get(path) != (made.size, made.stamp) for path, made in cache.outputs().items()):
        return False
    if found.touched:
        _remember(cache, found.kept, started)
    return True


def _remember(cache: Cache, sources: dict[str, Known], started: int) -> None:
    """Keep the time stamps of files that were only touched, so that they need not be read again."""
    cache.begin()
    cache.set_sources(sources)
    cache.set_value("built", str(started).encode())
    cache.commit()


def _recorded(out: Path, cache: Cache) -> Report:
    """Give the last build's report, nothing written."""
    pages, characters, notes, warnings, errors, *reason = cache.value("report").decode().split("\n", 5)
    findings = {"note": int(notes), "warning": int(warnings), "error": int(errors)}
    return Report(out, int(pages), int(characters), 0, 0, findings, "".join(reason))


def _day() -> str:
    """Give what stands for the present day in journals."""
    return os.environ.get("SOURCE_DATE_EPOCH") or time.strftime("%Y-%m-%d")
