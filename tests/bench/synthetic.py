"""A made-up campaign of any size, the same in the markup of each tool that is measured."""

import random
from pathlib import Path
from typing import NamedTuple

_SYLLABLES = """
an en ki ur uk lu gal nin dub sar mesch kur ama ea hera kles ilu bab mar duk ti gris eu phra
"""
_WORDS = """
die Stadt am Fluss hat hohe Mauern und niemand weiß wer sie gebaut hat aber jeder erzählt davon am
Feuer wo das Bier süß ist und der Wind vom Berg her weht bis der Morgen kommt und die Händler ihre
Esel beladen mit Kupfer Datteln und Ton denn ohne Ton gibt es keine Tafel und ohne Tafel kein
Gedächtnis sagt die Schreiberin
"""
_SKILLS = """
Athletik Entschlossenheit Mittel Akrobatik Bogen Kurzschwert Reiten Ringen Schild Schleuder Speer
Speerwurf Streitwagen Muse Handeln Rhetorik Überleben Wissenschaft Mystik Schleichen Alchemie
Steuermann Schiffsbau
"""


class Page(NamedTuple):
    """A page in parts that every markup can express."""

    name: str
    links: list[str]
    paragraphs: list[str]
    items: list[str]
    rows: list[list[str]]
    skills: list[tuple[int, list[str]]]


def campaign(count: int, seed: int = 1) -> list[Page]:
    """Invent `count` pages of about 2.6 kB, each tenth a character."""
    dice = random.Random(seed)
    names = [f"{_word(dice)} {number}" for number in range(count)]
    return [_page(dice, number, names) for number in range(count)]


def _word(dice: random.Random) -> str:
    return "".join(dice.choices(_SYLLABLES.split(), k=3)).capitalize()


def _sentence(dice: random.Random, words: int) -> str:
    return " ".join(dice.choices(_WORDS.split(), k=words)).capitalize() + "."


def _page(dice: random.Random, number: int, names: list[str]) -> Page:
    skills: list[tuple[int, list[str]]] = []
    if number % 10 == 0:
        known = dice.sample(_SKILLS.split(), 15)
        skills = [(5 - row, known[row * (row + 1) // 2 : (row + 1) * (row + 2) // 2]) for row in range(5)]
    return Page(
        names[number],
        dice.choices(names, k=5),
        [" ".join(_sentence(dice, 19) for _ in range(4)) for _ in range(4 if skills else 5)],
        [_sentence(dice, 6) for _ in range(5)],
        [[_word(dice), _sentence(dice, 3), str(dice.randint(1, 20))] for _ in range(5)],
        skills,
    )


def write_wiki(pages: list[Page], folder: Path) -> None:
    """Write the campaign as Tontafel's pages."""
    folder.mkdir(parents=True)
    (folder / "campaign.toml").write_text('title = "Messung"\nsystem = "mesopotamien"\n', "utf-8")
    for page in pages:
        path = folder / f"{page.name.replace(' ', '_')}.txt"
        path.write_text(wiki(page), "utf-8")


def wiki(page: Page) -> str:
    """Give one page in the wiki's markup."""
    text = [
        f"{paragraph} Siehe [[{link}]]." for paragraph, link in zip(page.paragraphs, page.links, strict=False)
    ]
    text += [f"== Weiteres\nMehr bei [[{page.links[-1]}|dem Rest]] und /am Feuer/, **immer**.\n"]
    text += ["".join(f"* {item}\n" for item in page.items)]
    text += ["|= Wer |= Was |= Wert |\n" + "".join(f"|{' |'.join(row)} |\n" for row in page.rows)]
    if page.skills:
        rows = "".join(f"| {value} |{', '.join(names)} |\n" for value, names in page.skills)
        text += [
            "== Aspekte\n/Kind des Flusses/, /stur wie ein Esel/, /trinkt Bier/, /schreibt alles auf/\n",
            f"== Fertigkeiten\n{rows}",
            "== Zähler\n|Gesundheit |□□□□□ |\n|Fassung |□□□□ |\n|Vermögen |□□□ |\n\n[[tag:Figur]]",
        ]
    return "\n\n".join(text) + "\n"


def markdown(page: Page, link: str) -> str:
    """Give one page in Markdown; `link` is how the tool writes links, with places `{name}` and `{slug}`."""
    links = [link.format(name=name, slug=slug(name)) for name in page.links]
    text = [f"{paragraph} Siehe {mark}." for paragraph, mark in zip(page.paragraphs, links, strict=False)]
    text += [f"## Weiteres\n\nMehr bei {links[-1]} und *am Feuer*, **immer**.\n"]
    text += ["".join(f"* {item}\n" for item in page.items)]
    text += [
        "| Wer | Was | Wert |\n|---|---|---|\n" + "".join(f"| {' | '.join(row)} |\n" for row in page.rows)
    ]
    if page.skills:
        rows = "".join(f"| {value} | {', '.join(names)} |\n" for value, names in page.skills)
        text += [
            "## Aspekte\n\n*Kind des Flusses*, *stur wie ein Esel*, *trinkt Bier*, *schreibt alles auf*\n",
            f"## Fertigkeiten\n\n| Wert | Fertigkeit |\n|---|---|\n{rows}",
            "## Zähler\n\n| Zähler | Kästchen |\n|---|---|\n| Gesundheit | □□□□□ |\n| Fassung | □□□□ |\n",
        ]
    return "\n\n".join(text) + "\n"


def slug(name: str) -> str:
    """Give the address of a page in the other tools."""
    return name.lower().replace(" ", "-")


_SINGLE = """<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{{ .Title }}</title><link rel="stylesheet" href="/style.css"></head>
<body><header><a href="/">Messung</a></header><main><h1>{{ .Title }}</h1>{{ .Content }}ABOUT</main>
</body></html>
"""
#: What a wiki's page says of itself: its tags, and the pages that link to it.
_ABOUT = """{{ with .GetTerms "tags" }}
<ul>{{ range . }}<li><a href="{{ .RelPermalink }}">{{ .LinkTitle }}</a></li>{{ end }}</ul>{{ end }}
{{ with index (partialCached "backlinks.html" .) .File.ContentBaseName }}
<h2>Hierher</h2>
<ul>{{ range uniq . }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul>{{ end }}
"""
#: All backlinks at once, looked for a single time, which is the fastest way that Hugo has.
_BACKLINKS = """{{- $found := newScratch -}}
{{- range .Site.RegularPages -}}{{- $page := . -}}
{{- range findRE `relref "[^"]+"` .RawContent -}}
{{- $found.Add (. | strings.TrimPrefix `relref "` | strings.TrimSuffix `"`) (slice $page) -}}
{{- end -}}{{- end -}}
{{- return $found.Values -}}
"""
_LIST = """<!doctype html>
<html lang="de"><head><meta charset="utf-8"><title>{{ .Title }}</title></head>
<body><ul>{{ range .Site.RegularPages }}
<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}
</ul></body></html>
"""


def write_hugo(pages: list[Page], folder: Path, *, bare: bool = False) -> None:
    """Write the campaign as a Hugo site, tags kept as its taxonomy.

    As in a wiki links are followed by the pages' names, so that missing ones are known, and a page names
    its tags and those that link to it; `bare` leaves all this away and writes addresses into the text.
    """
    layouts = folder / "layouts"
    (layouts / "_default").mkdir(parents=True)
    (layouts / "partials").mkdir()
    (folder / "content").mkdir()
    (folder / "hugo.toml").write_text(
        'baseURL = "/"\ntitle = "Messung"\nuglyURLs = true\ndisableKinds = ["RSS"]\n', "utf-8"
    )
    about = "" if bare else _ABOUT
    (layouts / "_default" / "single.html").write_text(_SINGLE.replace("ABOUT", about), "utf-8")
    (layouts / "partials" / "backlinks.html").write_text(_BACKLINKS, "utf-8")
    for kind in ("list", "taxonomy", "term"):
        (layouts / "_default" / f"{kind}.html").write_text(_LIST, "utf-8")
    link = "[{name}](/{slug}.html)" if bare else '[{name}]({{{{< relref "{slug}" >}}}})'
    for page in pages:
        head = f'---\ntitle: "{page.name}"\n' + ('tags: ["Figur"]\n' if page.skills else "") + "---\n"
        (folder / "content" / f"{slug(page.name)}.md").write_text(head + markdown(page, link), "utf-8")


def write_ikiwiki(pages: list[Page], folder: Path) -> None:
    """Write the campaign as ikiwiki's Markdown pages."""
    folder.mkdir(parents=True)
    index = "".join(f"* [[{slug(page.name)}]]\n" for page in pages)
    (folder / "index.mdwn").write_text(index, "utf-8")
    for page in pages:
        text = markdown(page, "[[{slug}]]") + ("\n[[!tag Figur]]\n" if page.skills else "")
        (folder / f"{slug(page.name)}.mdwn").write_text(text, "utf-8")
