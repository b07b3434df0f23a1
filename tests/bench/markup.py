"""How fast wiki markup is read and written, and how time grows with the page.

    python tests/bench/markup.py [--rounds 7] [--page FILE]

For each kind of page: MB/s to the tree and to HTML of pages of 4 kB, and the time for one page of 400 kB
against that for a hundred pages of 4 kB (1.00 is linear). What is made of all of them is kept until the last
is done, as a build does: with one small page made and dropped again and again, the processor's cache would
be measured as well. Processor time, the best of several rounds in which all kinds take turns. mistune
reading Markdown of the same content gives the scale: absolute figures drift between machines.
"""

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2] / ".src"))
import mistune

from tontafel.parsers.facts import facts
from tontafel.parsers.page import parse
from tontafel.site.fragment import render
from tontafel.site.known_pages import KnownPages

SMALL, LARGE = 4_000, 400_000
#: Processor seconds that one measurement takes at least.
_SHORTEST = 0.02

_PROSE = (
    "Die Schreiberin /kennt alle Siegel/ von [[Ur]] und fürchtet niemanden. Sie schuldet dem *Tempel* noch "
    'drei Maß Gerste; wer fragt, hört: "Nach der Ernte" -- und dann lacht sie. '
)
_CHARACTER = """== Ninsun die Schreiberin
[http://example.org/ninsun Ninsun] ist /Tochter eines Töpfers/ und /von Enki geprüft/. Sie wohnt in
[[Ur|der großen Stadt]] und führt das **Archiv** des Palastes.

# Aspekt aus der Kindheit: /Lehm unter den Nägeln/
# Aspekt aus dem Beruf: /kennt jedes Siegel/
=== Fertigkeiten
| 5 |Wissenschaft |
| 4 |Mystik, Rhetorik |
| 3 |Handeln, Schleichen, Muse (Gesang) |
=== Zähler
|Gesundheit |□□□ |
|Fassung |□☒□□□ |
* *Gegenstand*: der /Griffel aus Bein/
* Sie fragt nie zweimal.
** außer am Markttag

"""
_MARKDOWN = """## Ninsun die Schreiberin
[Ninsun](http://example.org/ninsun) ist *Tochter eines Töpfers* und *von Enki geprüft*. Sie wohnt in
[der großen Stadt](Ur) und führt das **Archiv** des Palastes.

1. Aspekt aus der Kindheit: *Lehm unter den Nägeln*
2. Aspekt aus dem Beruf: *kennt jedes Siegel*

### Fertigkeiten

| Wert | Fertigkeit |
|------|------------|
| 5 | Wissenschaft |
| 4 | Mystik, Rhetorik |
| 3 | Handeln, Schleichen, Muse (Gesang) |

- **Gegenstand**: der *Griffel aus Bein*
- Sie fragt nie zweimal.
    - außer am Markttag

"""
#: A piece of each kind of page, to be repeated.
KINDS = {
    "character": _CHARACTER,
    "one line": _PROSE,
    "paragraphs": _PROSE + "\n\n",
    "tables": "|Ringen |Nahkampf ohne Waffe |5 |\n|Überleben |in der Wildnis |3\n",
    "lists": "* ein Schild aus Ochsenhaut\n** mit Bronze beschlagen\n# zwei Speere\n",
    "links": "[[Große Götter]], [[Ur|die Stadt]], [http://example.org/ dort]; [[Fehlt noch]] ",
    "openers": "/offen *offen [[offen {{offen [http://offen **offen ##offen {{{offen __offen ",
    "openers in lines": "[[offen|\n{{offen|\n##offen\n|offen\n{{{\n/offen\n<rss offen\n",
}
_WORLD = KnownPages([{"name": "Ur", "text": ""}, {"name": "Große Götter", "text": ""}])


class Case(NamedTuple):
    """Something to be measured, and on how many bytes."""

    name: str
    size: int
    work: Callable[[], object]


def _sized(piece: str, size: int) -> str:
    return piece * max(1, round(size / len(piece.encode())))


def _to_html(text: str) -> object:
    document = parse(text)
    return document, render(document, _WORLD)


def _all_of(text: str) -> object:
    document = parse(text)
    return document, facts(document, text), render(document, _WORLD, heading_ids=True, decorate=True)


def _each(work: Callable[[str], object], texts: list[str]) -> list[object]:
    return [work(text) for text in texts]


def cases(kinds: dict[str, str]) -> list[Case]:
    """List what is measured: each kind at both sizes, to the tree, to HTML, to all that a site needs."""
    found = []
    for kind, piece in kinds.items():
        for size in (SMALL, LARGE):
            found.append(_case(f"{kind}/tree/{size}", parse, _sized(piece, size)))
            found.append(_case(f"{kind}/html/{size}", _to_html, _sized(piece, size)))
        found.append(_case(f"{kind}/site", _all_of, _sized(piece, SMALL)))
    to_html = mistune.create_markdown(plugins=["table"])
    found.append(_case("mistune", to_html, _sized(_MARKDOWN, SMALL)))
    return found


def _case(name: str, work: Callable[[str], object], text: str) -> Case:
    """Measure this work on so many pages that they have as many bytes as a large one."""
    length = len(text.encode())
    pages = max(1, round(LARGE / length))
    return Case(name, length * pages, partial(_each, work, [text] * pages))


def _seconds(work: Callable[[], object]) -> float:
    """Measure one call, in processor seconds, over as many calls as are needed."""
    calls = 0
    begin = now = time.process_time()
    while now - begin < _SHORTEST:
        work()
        calls += 1
        now = time.process_time()
    return (now - begin) / calls


def measure(found: list[Case], rounds: int) -> dict[str, float]:
    """Give the best time per byte of each case, all cases taking turns."""
    best = {case.name: float("inf") for case in found}
    for _ in range(rounds):
        for case in found:
            best[case.name] = min(best[case.name], _seconds(case.work) / case.size)
    return best


def _report(best: dict[str, float], kinds: dict[str, str]) -> None:
    head = "".join(f"{word:>8}" for word in ("tree", "html", "site"))
    print(f"{'':18}{head}  MB/s at 4 kB{'tree':>8}{'html':>8}  growth to 400 kB")
    for kind in kinds:
        tree, html = best[f"{kind}/tree/{SMALL}"], best[f"{kind}/html/{SMALL}"]
        growth = [best[f"{kind}/{what}/{LARGE}"] / base for what, base in (("tree", tree), ("html", html))]
        speeds = "".join(f"{1e-6 / each:8.1f}" for each in (tree, html, best[f"{kind}/site"]))
        print(f"{kind:18}{speeds}{growth[0]:22.2f}{growth[1]:8.2f}")
    ratio = best["mistune"] / best[f"character/html/{SMALL}"]
    print(f"mistune {1e-6 / best['mistune']:.1f} MB/s; the character page is {ratio:.1f} times as fast")


def main() -> None:
    """Run the bench and print its table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--page", type=Path, help="also measure this page")
    options = parser.parse_args()
    found = cases(KINDS)
    if options.page:
        text = options.page.read_text("utf-8")
        found.append(Case("page", len(text.encode()), partial(_to_html, text)))
    best = measure(found, options.rounds)
    _report(best, KINDS)
    if options.page:
        print(f"{options.page.name}: {best['page'] * found[-1].size * 1e3:.2f} ms to HTML")


if __name__ == "__main__":
    main()
