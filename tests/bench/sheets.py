"""PDF sheets: one from a standing start, and a hundred in one process and in two.

    python tests/bench/sheets.py [--system mesopotamien] [--sheets 100] [--rounds 5]

Every sheet is tagged, fillable, with embedded fonts and the character attached, and is written by itself.
Prints seconds by the clock and of the processors; the first round of all fills the cache and is not counted.
"""

import argparse
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from tests.bench import synthetic

from tontafel.rules.model import Aspect, Character, Skill, Stunt, Track
from tontafel.rules.system import system
from tontafel.site.language import Language
from tontafel.site.pdf import Look, prepare, sheet, sheet_pdf
from tontafel.site.workers import executor

LOOK = Look(Language("de"))
LADDER = {5: 1, 4: 2, 3: 3, 2: 4, 1: 5}
#: By the clock, and of the processors.
Seconds = tuple[float, float]


def main() -> None:
    """Time what the command line asks for."""
    parser = argparse.ArgumentParser(description="Time PDF sheets.")
    parser.add_argument("--system", choices=sorted(CHARACTERS), default="mesopotamien")
    parser.add_argument("--sheets", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--one", action="store_true", help="write one sheet and leave")
    wanted = parser.parse_args()
    if wanted.one:
        make(wanted.system, 0)
        return
    prepare(LOOK)
    size = make(wanted.system, 0)
    alone = [standing_start(wanted.system) for _ in range(wanted.rounds + 1)][1:]
    report("one sheet, whole process", alone, 1)
    for workers, words in ((1, "one process"), (2, "two processes")):
        report(
            f"{wanted.sheets} sheets, {words}", [many(wanted.system, wanted.sheets, workers)], wanted.sheets
        )
    print(f"{'one sheet':<30} {size / 1000:8.1f} kB")


def make(system_id: str, number: int) -> int:
    """Write a sheet; give its length in bytes."""
    played = system(system_id)
    character = CHARACTERS[system_id](random.Random(number))
    return len(sheet_pdf([sheet(character, played.ruleset("1", ()), language="de")], LOOK))


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
    rules = system("tarua").ruleset("1", ())
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
    rules = system("fhtagn").ruleset("1", ())
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

    began, before = time.perf_counter(), spent()
    subprocess.run([sys.executable, __file__, "--one", "--system", system_id], check=True)
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
    """Print the median of some times, for each sheet."""
    wall, processor = (statistics.median(column) / sheets for column in zip(*times, strict=True))
    print(f"{what:<30} {wall:8.3f} s {processor:8.3f} s of the processors, a sheet")


if __name__ == "__main__":
    main()
