"""The site as a browser shows it: accessible, fit for phones, in both colour schemes, asking nobody else."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, sync_playwright
from tests.site.made_sites import attacks, make, write

SAMPLE = Path(__file__).resolve().parents[2] / "content" / "mesopotamien"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
WIDE = "|" + "|".join(f"Spalte{n} " for n in range(12)) + "|\n"
ODD: dict[str, str | bytes] = {
    "Breit.txt": f"{WIDE}{WIDE}\n\n{'Donaudampfschifffahrt' * 8}\n\n{{{{{{\n{'x' * 300}\n}}}}}}\n",
    "Lang.txt": "<toc>\n\n" + "".join(f"{'=' * level} Ebene {level}\n\nText.\n\n" for level in range(1, 7)),
}
EVERY_EVENT = """document.querySelectorAll("*").forEach(element =>
    ["mouseover", "focus", "toggle", "error", "load", "begin"].forEach(
        name => element.dispatchEvent(new Event(name))))"""
HANDLERS = """[...document.querySelectorAll("*")].filter(element =>
    [...element.attributes].some(one => one.name.startsWith("on"))).length"""
#: Whether every skill of one word stands on one line.
WHOLE_WORDS = """[...document.querySelectorAll(".steps span")].filter(
    span => /^[\\p{L}]+$/u.test(span.textContent)).every(
    span => new Set([...span.getClientRects()].map(part => Math.round(part.top))).size == 1)"""
SIZES = {"phone": (390, 844), "desktop": (1280, 900)}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("browser") / "mesopotamien"
    shutil.copytree(SAMPLE, root, ignore=shutil.ignore_patterns("_site", ".tontafel"))
    write(root, ODD)
    make(root, audience="gm")
    return root / "_site"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not CHROMIUM:
        pytest.skip("needs chromium")
    with sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


KINDS = [
    *(
        "index",
        "herakles",
        "fertigkeiten",
        "2010-05-16-der-stier-von-kreta",
        "ea-nasirs-keller",
        "offene-faeden",
    ),
    *(
        "karte-des-zweistromlands",
        "all-pages",
        "all-characters",
        "all-tags",
        "tag.figur",
        "wanted-pages",
        "findings",
    ),
    *("breit", "lang"),
]


@pytest.mark.parametrize(("size", "scheme"), [("phone", "light"), ("desktop", "dark")])
def test_pages_are_accessible_and_fit(site: Path, browser: Browser, size: str, scheme: str) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
        bypass_csp=True,
    )
    asked: list[str] = []
    said: list[str] = []
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    for kind in KINDS:
        page.goto((site / f"{kind}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{kind} is too wide"
        assert said == [], kind
        found = Axe().run(page)
        said.clear()  # it looks for styles where a file may not look
        assert found.violations_count == 0, f"{kind}: {found.generate_report()}"
    assert all(url.startswith(site.as_uri()) for url in asked)
    context.close()


@pytest.mark.parametrize("width", [390, 820, 1280, 1600])
def test_text_without_a_sheet_stands_in_the_middle(site: Path, browser: Browser, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})

    def edges(part: str) -> tuple[float, float]:
        box = page.locator(part).bounding_box()
        assert box is not None
        return box["x"], box["x"] + box["width"]

    for kind in ("index", "zaehler"):
        page.goto((site / f"{kind}.html").as_uri())
        assert abs(sum(edges("article")) - width) <= 2, kind
    assert (edges(".about")[0] > edges("article")[1]) == (width >= 1280)
    page.close()


WORD = "Donaudampfschifffahrtskapitänskunde"
#: A character of each system with words that nothing divides, wherever it may have words.
LONG = {
    "mesopotamien": f"/{WORD}/\n\n== Fertigkeiten\n|5 |{WORD} (neu) |\n|4 |Muse ({WORD}), Wissenschaft |\n\n"
    f"|Gesundheit |□□□ |\n|{WORD} |□□□□□□□□□□□□□□□□□□□□□□□□□□ |\n\n== Tricks\n* Gegenstand: {WORD}\n\n"
    f"== Konsequenzen\n* mild: /{WORD}/ (Gesundheit)\n",
    "tarua": f"Volk: {WORD}\n\n/{WORD}/\n\n== Attribute\n* Kraft 6, derzeit 4\n* Geschick 6\n* Zähigkeit 6\n"
    f"* Klugheit 6\n* Instinkt 4\n\n== Fertigkeiten\n|Nahkampf |4 |\n|{WORD} (neu) |5 |\n",
    "fhtagn": f"Beruf: {WORD}\n\nST 14 KO 13 GE 12 IN 10 EN 12 CH 11\n\n== Fertigkeiten\n{WORD} 50 %, "
    f"Fremdsprache ({WORD}) 40 %\n\n== Bindungen\n* {WORD} 11\n\n== Motivationen\n* {WORD}\n",
}


@pytest.mark.parametrize("system", LONG)
def test_long_words_fit_a_phone(tmp_path: Path, browser: Browser, system: str) -> None:
    pages: dict[str, str | bytes] = {"campaign.toml": f'system = "{system}"\n', "Lang.txt": LONG[system]}
    make(write(tmp_path / "c", pages))
    page = browser.new_page(viewport={"width": 390, "height": 844})
    for kind in ("lang", "all-characters"):
        page.goto((tmp_path / "c" / "_site" / f"{kind}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, kind
    page.close()


def test_a_pyramid_divides_no_word_that_its_row_can_hold(tmp_path: Path, browser: Browser) -> None:
    """As the narrow rows at its top would."""
    rows = "|5 |Entschlossenheit |\n|4 |Wissenschaft, Streitwagen |\n|3 |Kurzschwert, Steuermann, Mystik |\n"
    pages: dict[str, str | bytes] = {
        "campaign.toml": 'system = "mesopotamien"\n',
        "Turm.txt": f"/hoch/\n\n== Fertigkeiten\n{rows}\n|Gesundheit |□□□ |\n",
    }
    make(write(tmp_path / "c", pages))
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto((tmp_path / "c" / "_site" / "turm.html").as_uri())
    assert page.locator(".steps span:not(.open)").count() == 6
    assert page.evaluate(WHOLE_WORDS)
    page.close()


def test_a_redirect_forwards_in_a_browser(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.goto((site / "herkules.html").as_uri())
    page.wait_for_url("**/herakles.html")
    page.close()


def test_the_keyboard_reaches_the_text_first(site: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.goto((site / "herakles.html").as_uri())
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Zum Text"
    assert page.evaluate("document.activeElement.getBoundingClientRect().left") >= 0
    page.keyboard.press("Enter")
    assert page.url.endswith("#content")
    page.close()


def test_no_attack_runs_or_asks_for_anything(tmp_path: Path, browser: Browser) -> None:
    """All attacks on a few pages, without the policy that would stop scripts by itself."""
    pages: dict[str, str | bytes] = {"Ur.txt": "Stadt"}
    for number, attack in enumerate(attacks()):
        pages[f"Wiki {number}.txt"] = f"{attack}\n\n* {attack}\n"
        pages[f"Markdown {number}.md"] = f"{attack}\n\n- {attack}\n"
    names = [name.rpartition(".")[0] for name in pages]
    shown = [names[start : start + 60] for start in range(0, len(names), 60)]
    for number, some in enumerate(shown):
        pages[f"Alle {number}.txt"] = "".join(f'<include "{name}">\n\n' for name in some)
    root = write(tmp_path / "c", pages)
    make(root, audience="gm")
    context = browser.new_context(bypass_csp=True)
    context.add_init_script("window.alert = () => console.log('ran')")
    page = context.new_page()
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text) if message.text == "ran" else None)
    page.on("dialog", lambda dialog: said.append(dialog.message))
    for number in range(len(shown)):
        address = (root / "_site" / f"alle-{number}.html").as_uri()
        page.goto(address)
        assert page.locator("div.include").count() >= len(shown[number]) // 2
        page.evaluate(EVERY_EVENT)
        assert page.url == address
        assert page.evaluate(HANDLERS) == 0
    assert said == []
    # A picture of another site is what it says.
    assert {url for url in asked if not url.startswith((root / "_site").as_uri())} == {
        "https://evil.invalid/p.png"
    }
