"""PDF sheets: one from a standing start, and a hundred in one process and in two.

    python tests/bench/sheets.py [--system mesopotamien …] [--sheets 100] [--rounds 5] [--phases]

Every sheet is tagged, fillable, with embedded fonts and the character attached, and is written by itself.
Prints seconds by the clock and of the processors, the best of several rounds, for all three systems unless
told otherwise; the first round of all fills the cache and is not counted. The sheet from a standing start
is made by the command `tontafel sheet`, of a character of the system's sample campaign. `--phases` tells
where the time of one sheet goes.
"""

import argparse
import importlib
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.bench import synthetic

from tontafel.rules.model import Aspect, Character, Skill, Stunt, Track
from tontafel.rules.system import system
from tontafel.site.collecting import paused
from tontafel.site.language import Language
from tontafel.site.pdf import Look, prepare, sheet, sheet_pdf
from tontafel.site.workers import executor

LOOK = Look(Language("de"))
LADDER = {5: 1, 4: 2, 3: 3, 2: 4, 1: 5}
CONTENT = Path(__file__).parents[2] / "content"
#: A page of each sample campaign that has a character.
PAGES = {"mesopotamien": "Herakles.txt", "tarua": "Brask.txt", "fhtagn": "Hinnerk Voss.txt"}
PHASES = (
    ("weasyprint.document", "get_all_computed_styles", "styles"),
    ("weasyprint.document", "build_formatting_structure", "boxes"),
    ("weasyprint.document", "layout_document", "layout"),
    ("tontafel.site.pdf", "_laid_out", "template, styles, layout"),
    ("weasyprint.document", "generate_pdf", "drawing, fonts, tags"),
    ("tontafel.site.pdf.forms", "finish", "fields"),
    ("tontafel.site.pdf.engine", "write", "all of writing"),
)
#: By the clock, and of the processors.
Seconds = tuple[float, float]


def main() -> None:
    """Time what the command line asks for."""
    parser = argparse.ArgumentParser(description="Time PDF sheets.")
    parser.add_argument("--system", choices=sorted(CHARACTERS), nargs="+", default=list(CHARACTERS))
    parser.add_argument("--sheets", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--phases", action="store_true", help="tell where the time of one sheet goes")
    wanted = parser.parse_args()
    prepare(LOOK)
    for system_id in wanted.system:
        print(f"{system_id}, {make(system_id, 0) / 1000:.1f} kB")
        if wanted.phases:
            phases(system_id, wanted.rounds)
            continue
        alone = [standing_start(system_id) for _ in range(wanted.rounds + 1)][1:]
        report("one sheet, whole process", alone, 1)
        for workers, words in ((1, "one process"), (2, "two processes")):
            times = [many(system_id, wanted.sheets, workers) for _ in range(wanted.rounds)]
            report(f"{wanted.sheets} sheets, {words}", times, wanted.sheets)


@cache
def ruleset(system_id: str) -> Any:
    """Give the rules of a system as a campaign has them: once for all its sheets."""
    return system(system_id).ruleset("1", ())


def make(system_id: str, number: int) -> int:
    """Write a sheet; give its length in bytes."""
    character = CHARACTERS[system_id](random.Random(number))
    return len(sheet_pdf([sheet(character, ruleset(system_id), language="de")], LOOK))


def phases(system_id: str, rounds: int) -> None:
    """Print the processor time of what happens inside WeasyPrint, and of all, in the best of some rounds."""
    best: dict[str, float] = {}
    for module, name, words in PHASES:
        time_calls(importlib.import_module(module), name, words, best)
    with paused():
        for _ in range(rounds):
            began = time.process_time()
            make(system_id, 0)
            best["all"] = min(best.get("all", 9.0), time.process_time() - began)
    for words, seconds in best.items():
        print(f"  {words:<28} {1000 * seconds:8.1f} ms of the processor")


def time_calls(module: Any, name: str, words: str, best: dict[str, float]) -> None:
    """Note the least time that a function takes."""
    original = getattr(module, name)

    def timed(*arguments: Any, **options: Any) -> Any:
        began = time.process_time()
        result = original(*arguments, **options)
        if isinstance(result, Iterator):
            result = list(result)
        best[words] = min(best.get(words, 9.0), time.process_time() - began)
        return result

    setattr(module, name, timed)


def of_mesopotamien(chance: random.Random) -> Character:
    """Make up a character with full rows."""
    words, names = synthetic._WORDS.split(), synthetic._SKILLS.split()
    chance.shuffle(names)
    skills = [(value, names.pop()) for value, count in LADDER.items() for _ in range(count)]
    return Character(
        name=" ".join(chance.sample(words, 2)).title(),
        system="mesopotamien",
        edition="1",
        aspects=[Aspect(" ".join(chance.choices(words, k=4))) for _ in range(6)],
        skills=[Skill(name=name, value=value) for value, name in skills],
        tracks=[Track(name=name, boxes=[False] * 4) for name in ("Gesundheit", "Fassung", "Vermögen")],
        stunts=[Stunt(kind="talent", text=" ".join(chance.choices(words, k=15))) for _ in range(3)],
    )


def of_tarua(chance: random.Random) -> Character:
    """Make up a character with every attribute and skill, wounded once."""
    words = synthetic._WORDS.split()
    rules = ruleset("tarua")
    return Character(
        name=" ".join(chance.sample(words, 2)).title(),
        system="tarua",
        edition="1",
        aspects=[Aspect(" ".join(chance.choices(words, k=4))) for _ in range(2)],
        attributes={name: chance.randint(3, 9) for name in rules.attributes.names},
        skills=[Skill(name=name, value=chance.randint(0, 6)) for name in rules.skills.names()],
        details={
            "people": words[0],
            "stages": {"D/Evolution": 6, "Zivilisation": 7},
            "current": {"Kraft": 2},
        },
    )


def of_fhtagn(chance: random.Random) -> Character:
    """Make up a character with twelve skills of its own, bonds and motivations."""
    words = synthetic._WORDS.split()
    rules = ruleset("fhtagn")
    own = chance.sample(rules.skills.names(), 12)
    return Character(
        name=" ".join(chance.sample(words, 2)).title(),
        system="fhtagn",
        edition="1",
        attributes={name: chance.randint(8, 16) for name in rules.attributes},
        skills=[Skill(name=name, value=chance.randint(30, 60), marked=chance.random() < 0.3) for name in own],
        tracks=[Track(name=name, current=8, maximum=12) for name in ("TP", "WP", "STA")],
        details={
            "profession": "Ermittlerin",
            "bonds": [{"name": " ".join(chance.choices(words, k=3)), "value": 9} for _ in range(3)],
            "motivations": [" ".join(chance.choices(words, k=4)) for _ in range(5)],
        },
    )


#: What makes up a character of each system; the same for the same chance.
CHARACTERS: dict[str, Callable[[random.Random], Character]] = {
    "mesopotamien": of_mesopotamien,
    "tarua": of_tarua,
    "fhtagn": of_fhtagn,
}


def standing_start(system_id: str) -> Seconds:
    """Time a process that writes one sheet, with all that it has to import."""
    import resource

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    page = CONTENT / system_id / PAGES[system_id]
    command = [sys.executable, "-m", "tontafel", "sheet", str(page), "-o", "-"]
    began, before = time.perf_counter(), spent()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began, spent() - before


def many(system_id: str, count: int, workers: int) -> Seconds:
    """Time sheets made by so many processes, each sheet a file of its own."""
    began = time.perf_counter()
    with executor(workers) as pool:
        spent = sum(pool.map(partial(worth, system_id), range(count)))
    return time.perf_counter() - began, spent


def worth(system_id: str, number: int) -> float:
    """Give the processor seconds that one sheet takes."""
    began = time.process_time()
    make(system_id, number)
    return time.process_time() - began


def report(what: str, times: list[Seconds], sheets: int) -> None:
    """Print the best of some times, for each sheet."""
    wall, processor = (min(column) / sheets for column in zip(*times, strict=True))
    print(f"  {what:<28} {wall:8.3f} s {processor:8.3f} s of the processors, a sheet")


if __name__ == "__main__":
    main()
