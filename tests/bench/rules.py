"""How fast the rules are: making and checking characters, odds, charts and records of conflicts.

    python tests/bench/rules.py [--characters 1000] [--rounds 5]

For each system: made by chance (each), and checked as a campaign's pages (all: files read, markup parsed,
characters understood and judged, links followed), by one process that knows nothing from before, and by the
whole command on all processors, from its start to its last line. Then single figures. Processor time, the
command by the clock; the best of several rounds. `of budget` is the share of what is allowed, and `growth`
the time for each of all pages against each of a quarter of them (1.00 is linear), so that figures of
different machines can be compared.
"""

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / ".src"))

from tontafel.parsers.writer import write
from tontafel.rules import distribution
from tontafel.rules.dice import parse, roll
from tontafel.rules.model import Character
from tontafel.rules.system import Rules, System, system
from tontafel.site import templating
from tontafel.site.campaign.desk import desk_of
from tontafel.site.charts import Artist
from tontafel.site.language import Language

SYSTEMS = ("mesopotamien", "tarua", "fhtagn")
#: An installed program is compiled once; here, too.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
#: Seconds that something may take.
MADE, CHECKED, CONVOLVED = 0.002, 1.0, 0.050


def main() -> None:
    """Time what the command line asks for."""
    parser = argparse.ArgumentParser(description="Time the rules.")
    parser.add_argument("--characters", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    print(f"{'':<44}{'ms':>10}{'of budget':>12}{'growth':>9}")
    for name in SYSTEMS:
        crowd(system(name), wanted.characters, wanted.rounds)
    figures(wanted.rounds)


def crowd(of: System[Any], count: int, rounds: int) -> None:
    """Time many characters of one system."""
    rules = of.ruleset(of.default_edition, ())
    people = make(of, rules, count)
    each = best(partial(make, of, rules, count // 10), rounds) / (count // 10)
    report(f"{of.id}: made, each", each, MADE)
    with tempfile.TemporaryDirectory() as whole, tempfile.TemporaryDirectory() as part:
        publish(of, people, Path(whole))
        publish(of, people[: count // 4], Path(part))
        all_, few = (
            min(spent_by_fork(partial(check, Path(one))) for _ in range(rounds)) for one in (whole, part)
        )
        clock = min(clocked([sys.executable, "-m", "tontafel", "check", whole]) for _ in range(rounds))
    growth = (all_ / count) / (few / (count // 4))
    report(f"{of.id}: {count} checked, pages and all", all_, CHECKED * count / 1000, growth)
    report(f"{of.id}: the same by the whole command", clock, CHECKED * count / 1000)


def make(of: System[Any], rules: Rules, count: int) -> list[Character]:
    """Make characters by chance."""
    if of.generate is None:
        raise SystemExit(f"{of.id} makes no characters")
    return [of.generate(random.Random(seed), rules, "pc") for seed in range(count)]


def publish(of: System[Any], people: list[Character], folder: Path) -> None:
    """Write a campaign with a page for each character."""
    (folder / "campaign.toml").write_text(f'title = "Bench"\nsystem = "{of.id}"\n', "utf-8")
    for number, one in enumerate(people):
        text = write(one, of.vocabulary(), tags=["Figur"])
        (folder / f"{one.name} {number}.txt").write_text(text, "utf-8")


def check(folder: Path) -> int:
    """Read and judge a campaign as `tontafel check` does."""
    return len(desk_of(folder).findings())


def figures(rounds: int) -> None:
    """Time single questions."""
    dice = parse("200W10")
    report("200W10, exact", best(lambda: distribution.of(dice), rounds), CONVOLVED)
    report("200W10, rolled", best(lambda: roll(dice, random.Random(1)), rounds), CONVOLVED)
    odds = system("mesopotamien").odds
    if odds:
        ladder = [partial(odds, skill=5, fate_points=3, difficulty=one) for one in range(-100, 100)]
        each = best(lambda: [asked() for asked in ladder], rounds) / len(ladder)
        report("a difficulty with fate points", each, CONVOLVED)
    for name in SYSTEMS:
        of = system(name)
        rules = of.ruleset(of.default_edition, ())
        people = make(of, rules, 50)
        each = best(partial(draw, of, people, rules), rounds) / len(people)
        report(f"{name}: prospects drawn, each", each, CONVOLVED)


def draw(of: System[Any], people: list[Character], rules: Rules) -> int:
    """Draw the charts of some characters; none is known from before."""
    artist = Artist(templating.environment(Language("de")), Language("de"))
    charts = of.charts() if of.charts else None
    return sum(len(artist.draw(charts.character(one, rules))) for one in people) if charts else 0


def best(act: Callable[[], object], rounds: int) -> float:
    """Give the processor seconds of the fastest of some rounds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        act()
        times.append(time.process_time() - start)
    return min(times)


def spent_by_fork(act: Callable[[], object]) -> float:
    """Give the processor seconds that a fork of this process takes, so that nothing is known from before."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    child = os.fork()
    if child == 0:
        act()
        os._exit(0)
    os.waitpid(child, 0)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def clocked(command: list[str]) -> float:
    """Give the seconds that a command takes by the clock."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False, env=ENVIRONMENT)
    return time.perf_counter() - start


def report(what: str, seconds: float, budget: float, growth: float | None = None) -> None:
    """Print a line."""
    grown = f"{growth:9.2f}" if growth else ""
    print(f"{what:<44}{seconds * 1000:10.3f}{seconds / budget:11.0%} {grown}")


if __name__ == "__main__":
    main()
