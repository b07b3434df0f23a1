"""`tontafel advance`: evenings by options, in words, from a list and in a conversation; and the way back."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Tontafel = Callable[..., Any]

HERO = """= Herakles
Ein /Sohn der Götter/, also wird er /von Hera verfolgt/. Er ist /jähzornig/.

== Fertigkeiten
| 5 |Ringen |
| 4 |Athletik, Bogen |
| 3 |Akrobatik, Kurzschwert, Keule (neu) |
| 2 |Entschlossenheit, Muse (Leier), Streitwagen, Überleben |
| 1 |Rhetorik, Mystik, Schleichen, Wissenschaft, Handeln |

== Zähler
|Gesundheit |□□☒□□ |
|Fassung |□□□□ |
|Vermögen |□□□ |

== Konsequenzen
* leicht: blaues Auge (Gesundheit)
* mittel: –

[[tag:Figur]]
"""
TWINS = """= Die Zwillinge
== Kastor
Aspekte: /zähmt jedes Pferd/, /sterblich/
Werte: Reiten 5, Speer 4

== Pollux
Aspekte: /schlägt zuerst/, /unsterblich/
Werte: Ringen 5, Speer 4
"""
HYDRA = """= Die Hydra von Lerna
Neun Köpfe, dann achtzehn, dann keiner mehr. Es gab dabei drei Regeln:
* Feuer: hilft
* [[Herakles]]: hat geschlagen und gebrannt
* [[Herakles]]: Aspekt neu: vergiftete Pfeile
* Herakles: Tausch: Mystik und Muse; Kästchen geleert
* Pollux: Aspekt neu: riecht nach Sumpf
"""
PAGES = {
    "Herakles": HERO,
    "Zwillinge": TWINS,
    "2010-03-28 Die Hydra von Lerna": HYDRA,
    "Ur": "Eine Stadt.\n",
}
SETTINGS = 'title = "Klein"\nsystem = "mesopotamien"\n'


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign with a hero, twins on one page and an evening; one stands in it."""
    folder = tmp_path / "Klein"
    folder.mkdir()
    for name, text in PAGES.items():
        (folder / f"{name}.txt").write_bytes(text.encode())
    (folder / "campaign.toml").write_text(SETTINGS, "utf-8")
    monkeypatch.chdir(folder)
    return folder


def text(campaign: Path, name: str = "Herakles") -> str:
    return (campaign / f"{name}.txt").read_bytes().decode()


def untouched(campaign: Path) -> bool:
    return all(text(campaign, name) == before for name, before in PAGES.items())


def lines_changed(before: str, after: str) -> tuple[list[str], list[str]]:
    old, new = before.split("\n"), after.split("\n")
    return [line for line in old if line not in new], [line for line in new if line not in old]


# By options


def test_an_evening_by_options_changes_these_lines_only(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel(
        "advance", "Herakles", "--swap", "Mystik", "Muse", "--aspect", "/vergiftete Pfeile/", "--clear",
        "--session", "Die Hydra von Lerna", "--why", "das Blut",
    )  # fmt: skip
    what = "Tausch: Mystik und Muse; Aspekt neu: vergiftete Pfeile; Kästchen geleert"
    assert (done.status, done.out, done.err) == (0, f"Herakles: {what}\n", "")
    gone, new = lines_changed(HERO, text(campaign))
    session = "[[2010-03-28 Die Hydra von Lerna|Die Hydra von Lerna]]"
    assert gone == [
        "Ein /Sohn der Götter/, also wird er /von Hera verfolgt/. Er ist /jähzornig/.",
        "| 2 |Entschlossenheit, Muse (Leier), Streitwagen, Überleben |",
        "| 1 |Rhetorik, Mystik, Schleichen, Wissenschaft, Handeln |",
        "|Gesundheit |□□☒□□ |",
    ]
    assert new == [
        gone[0].replace("/jähzornig/", "/jähzornig/ und /vergiftete Pfeile/"),
        "| 2 |Entschlossenheit, Mystik, Streitwagen, Überleben |",
        "| 1 |Rhetorik, Muse (Leier), Schleichen, Wissenschaft, Handeln |",
        "|Gesundheit |□□□□□ |",
        "== Verlauf",
        "|= Datum |= Abend |= Was |= Warum |",
        f"|2010-03-28 |{session} |{what} |das Blut |",
    ]
    assert text(campaign).endswith("|das Blut |\n\n[[tag:Figur]]\n")


def test_the_page_then_reads_as_advanced(tontafel: Tontafel, campaign: Path) -> None:
    tontafel("advance", "Herakles", "--strike", "leicht", "--replace-aspect", "jähzornig", "mild geworden")
    (hero,) = tontafel("show", "Herakles", "--format", "json").json["characters"]
    assert [aspect["text"] for aspect in hero["aspects"]][-1] == "mild geworden"
    assert hero["consequences"] == []
    (row,) = hero["details"]["history"]
    assert [event["event"] for event in row["events"]] == ["consequence_struck", "aspect_exchanged"]
    assert "* leicht: –\n* mittel: –\n" in text(campaign)


def test_one_evening_is_one_entry(tontafel: Tontafel, campaign: Path) -> None:
    assert tontafel("advance", "Herakles", "--clear", "--date", "2010-03-28").status == 0
    before = text(campaign)
    again = tontafel("advance", "Herakles", "--aspect", "noch einer", "--date", "28. 3. 2010")
    assert (again.status, again.out) == (1, "")
    assert again.err == (
        "Tontafel: Herakles.txt:1: The evening 28. 3. 2010 has been entered already. "
        "Undo that entry first, or wait for the next evening.\n"
    )
    assert text(campaign) == before
    assert tontafel("advance", "Herakles", "--aspect", "noch einer", "--date", "2010-04-01").status == 0
    assert text(campaign).count("\n|2010-") == 2


def test_a_dry_run_shows_the_lines_and_writes_nothing(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("advance", "Herakles", "--clear", "--dry-run")
    assert done.status == 0
    assert "-|Gesundheit |□□☒□□ |\n+|Gesundheit |□□□□□ |\n" in done.out
    assert untouched(campaign)


def test_an_evening_for_programs(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("advance", "Herakles", "--clear", "--date", "2010-03-28", "--format", "json").json
    (one,) = done["advanced"]
    assert done["written"] is True
    assert (one["page"], one["character"]) == ("Herakles", "Herakles")
    assert one["entry"] == {
        "date": "2010-03-28", "session": "Die Hydra von Lerna", "what": "Kästchen geleert", "why": "",
    }  # fmt: skip
    assert [event["event"] for event in one["events"]] == ["boxes_cleared"]
    assert "+|Gesundheit |□□□□□ |" in one["diff"]
    assert Path(one["path"]) == campaign / "Herakles.txt"


def test_one_of_several_characters_on_a_page(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("advance", "Zwillinge", "--aspect", "allein")
    assert done.status == 2
    assert "Say which with --character: Kastor, Pollux." in done.err
    assert "Did you mean “Pollux”?" in tontafel("advance", "Zwillinge", "--clear", "--character", "Polux").err
    assert untouched(campaign)
    tontafel("advance", "Zwillinge", "--aspect", "jeden zweiten Tag tot", "--character", "Kastor")
    assert tontafel("advance", "Zwillinge", "--aspect", "allein", "--character", "Pollux").status == 0
    kastor, pollux = text(campaign, "Zwillinge").split("== Pollux")
    assert "/sterblich/, /jeden zweiten Tag tot/" in kastor
    assert "/unsterblich/, /allein/" in pollux
    assert kastor.count("Verlauf") == pollux.count("Verlauf") == 1


def test_windows_line_ends_are_kept(tontafel: Tontafel, campaign: Path) -> None:
    (campaign / "Herakles.txt").write_bytes(HERO.replace("\n", "\r\n").encode())
    assert tontafel("advance", "Herakles", "--aspect", "neu", "--clear").status == 0
    assert text(campaign).count("\r\n") == text(campaign).count("\n") == HERO.count("\n") + 4


def test_bytes_that_are_no_utf8_are_kept(tontafel: Tontafel, campaign: Path) -> None:
    (campaign / "Herakles.txt").write_bytes(HERO.encode().replace(b"Ein /", b"\xe4h, ein /"))
    assert tontafel("advance", "Herakles", "--clear").status == 0
    assert b"\xe4h, ein /" in (campaign / "Herakles.txt").read_bytes()


def test_words_that_look_like_others_are_told_apart(tontafel: Tontafel, campaign: Path) -> None:
    page = campaign / "Herakles.txt"
    page.write_text(HERO.replace("/jähzornig/", "/geht durch jede Tür/"), "utf-8")
    done = tontafel("advance", "Herakles", "--replace-aspect", "geht durch jede Tür", "klopft jetzt an")
    assert done.status == 0
    assert "|Aspekt ersetzt: geht durch jede Tür durch klopft jetzt an |" in text(campaign)
    exchange = ("--replace-aspect", "klopft jetzt an", "schlüpft durch den Spalt")
    assert tontafel("advance", "Herakles", *exchange, "--date", "2027-01-02").status == 0
    assert "|Aspekt ersetzt: klopft jetzt an durch schlüpft durch den Spalt |" in text(campaign)


def test_a_page_that_only_leads_to_another(tontafel: Tontafel, campaign: Path) -> None:
    (campaign / "Herkules.txt").write_text("#REDIRECT [[Herakles]]\n", "utf-8")
    assert tontafel("advance", "Herkules", "--clear").out == "Herakles: Kästchen geleert\n"
    assert tontafel("advance", "Herkules", "--undo").status == 0
    assert untouched(campaign)


def test_markdown_by_the_ending_of_the_file(tontafel: Tontafel, campaign: Path) -> None:
    page = campaign / "Io.md"
    page.write_text(
        "# Io\n\n## Aspekte\n\n* *steht nie still*\n\n## Werte\n\n* Athletik 5\n* Bogen 4\n", "utf-8"
    )
    assert tontafel("advance", "Io", "--aspect", "mit & ohne", "--date", "2010-03-28").status == 0
    assert page.read_text("utf-8") == (
        "# Io\n\n## Aspekte\n\n* *steht nie still*\n* *mit & ohne*\n\n## Werte\n\n* Athletik 5\n* Bogen 4\n"
        "\n## Verlauf\n\n| Datum | Abend | Was | Warum |\n| --- | --- | --- | --- |\n"
        "| 2010-03-28 | Die Hydra von Lerna | Aspekt neu: mit & ohne |  |\n"
    )


# In words


def test_an_evening_from_a_list(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("advance", "--from", "2010-03-28 Die Hydra von Lerna", "--lang", "de")
    assert done.status == 0
    assert done.out == (
        "Herakles: Aspekt neu: vergiftete Pfeile; Tausch: Mystik und Muse; Kästchen geleert\n"
        "Pollux: Aspekt neu: riecht nach Sumpf\n"
    )
    session = "[[2010-03-28 Die Hydra von Lerna|Die Hydra von Lerna]]"
    assert f"|2010-03-28 |{session} |Aspekt neu: riecht nach Sumpf | |" in text(campaign, "Zwillinge")
    assert text(campaign, "2010-03-28 Die Hydra von Lerna") == HYDRA


def test_a_list_for_one_page_only(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("advance", "Zwillinge", "--from", "2010-03-28 Die Hydra von Lerna")
    assert done.out == "Pollux: Aspekt neu: riecht nach Sumpf\n"
    assert text(campaign) == HERO


@pytest.mark.parametrize(
    ("change", "status", "said"),
    [
        (("Pollux: ", "Polux: "), 2, ":7: There is no character “Polux”. Did you mean “Pollux”?"),
        (("Aspekt neu: riecht", "Aspekt nau: riecht"), 2, ":7: “Aspekt nau: riecht nach Sumpf” is no change"),
        (("Mystik und Muse", "Mystik und Ringen"), 1, "Herakles.txt:1: Mystik at 1 and Ringen at 5 don't"),
        (("Mystik und Muse", "Mystick und Muse"), 2, "Herakles.txt:1: “Mystick” is not on the list"),
    ],
)
def test_a_list_with_a_fault_changes_nobody(
    tontafel: Tontafel, campaign: Path, change: tuple[str, str], status: int, said: str
) -> None:
    page = campaign / "2010-03-28 Die Hydra von Lerna.txt"
    page.write_text(HYDRA.replace(*change), "utf-8")
    done = tontafel("advance", "--from", page.stem)
    assert (done.status, done.out) == (status, "")
    assert said in done.err
    assert done.err.count("\n") == 1
    assert text(campaign) == HERO
    assert text(campaign, "Zwillinge") == TWINS


def test_changes_in_words(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("advance", "Herakles", "--change", "Swap: Mystik and Muse; new aspect: allein")
    assert done.out == "Herakles: Tausch: Mystik und Muse; Aspekt neu: allein\n"


# In a conversation


def talk(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{answer}\n" for answer in answers)))


def test_a_conversation_offers_what_is_legal(
    tontafel: Tontafel, campaign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk(monkeypatch, "2", "Mystik", "2", "Aspekt neu: allein", "Tausch: Bogen und Ringen", "", "")
    done = tontafel("advance", "Herakles", "--date", "2010-03-28")
    assert done.status == 0
    assert done.out == "Herakles: Tausch: Mystik und Muse; Aspekt neu: allein\n"
    assert "Herakles: Was ändert sich am Ende dieses Abends?\n" in done.err
    assert "  1  Konsequenz gestrichen: TEXT\n  2  Tausch: A und B\n" in done.err
    assert "    1  Entschlossenheit\n    2  Muse (Leier)\n" in done.err
    assert "Zwei Fertigkeiten sind" in done.err or "getauscht" in done.err
    after_swap = done.err.partition("+ Tausch")[2]
    assert "Tausch: A und B" not in after_swap.partition("+ Aspekt neu")[0]


def test_a_conversation_can_end_without_a_change(
    tontafel: Tontafel, campaign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk(monkeypatch, "")
    assert tontafel("advance", "Herakles").err.endswith("Nothing was changed.\n")
    talk(monkeypatch, "Kästchen geleert", "", "n")
    assert tontafel("advance", "Herakles").err.endswith("Nothing was changed.\n")
    talk(monkeypatch)
    assert tontafel("advance", "Herakles").status == 2
    assert untouched(campaign)


# The way back


def test_the_last_entry_is_taken_back_to_the_byte(tontafel: Tontafel, campaign: Path) -> None:
    tontafel("advance", "Herakles", "--clear", "--aspect", "eins", "--date", "2010-03-28")
    between = text(campaign)
    tontafel("advance", "Herakles", "--swap", "Mystik", "Muse", "--date", "2010-04-04")
    done = tontafel("advance", "Herakles", "--undo")
    assert (done.status, done.out) == (0, "Taken back: Herakles: Tausch: Mystik und Muse\n")
    assert text(campaign) == between
    dry = tontafel("advance", "Herakles", "--undo", "--dry-run")
    assert "+|Gesundheit |□□☒□□ |" in dry.out
    assert text(campaign) == between
    back = tontafel("advance", "Herakles", "--undo", "--format", "json").json
    assert (back["written"], back["undone"][0]["character"]) == (True, "Herakles")
    assert untouched(campaign)
    none = tontafel("advance", "Herakles", "--undo")
    assert (none.status, none.out) == (2, "")
    assert "Nothing that could be taken back is on record for “Herakles”." in none.err


def test_an_entry_is_taken_back_though_the_page_went_on(tontafel: Tontafel, campaign: Path) -> None:
    tontafel("advance", "Herakles", "--swap", "Mystik", "Muse")
    page = campaign / "Herakles.txt"
    page.write_text(
        f"{text(campaign)}\nNachtrag.\n".replace("= Herakles\n", "= Herakles\nVorwort.\n"), "utf-8"
    )
    assert tontafel("advance", "Herakles", "--undo").status == 0
    assert text(campaign) == f"{HERO}\nNachtrag.\n".replace("= Herakles\n", "= Herakles\nVorwort.\n")


def test_an_entry_whose_lines_were_changed_again_stays(tontafel: Tontafel, campaign: Path) -> None:
    tontafel("advance", "Herakles", "--swap", "Mystik", "Muse")
    changed = text(campaign).replace("Streitwagen", "Wagen")
    (campaign / "Herakles.txt").write_text(changed, "utf-8")
    done = tontafel("advance", "Herakles", "--undo")
    assert (done.status, done.out) == (1, "")
    assert "“Tausch: Mystik und Muse” can't be taken back: its lines have been changed since." in done.err
    assert text(campaign) == changed


def test_each_character_of_a_page_has_its_own_way_back(tontafel: Tontafel, campaign: Path) -> None:
    tontafel("advance", "Zwillinge", "--aspect", "eins", "--character", "Kastor")
    tontafel("advance", "Zwillinge", "--aspect", "zwei", "--character", "Pollux")
    assert tontafel("advance", "Zwillinge", "--undo", "--character", "Kastor").status == 0
    assert "/sterblich/\n" in text(campaign, "Zwillinge")
    assert "/unsterblich/, /zwei/\n" in text(campaign, "Zwillinge")
    assert tontafel("advance", "Zwillinge", "--undo").status == 0
    assert untouched(campaign)


# What is refused


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["Herkales", "--clear"], 2, "There is no page “Herkales”"),
        (["Ur", "--clear"], 2, "There is no character on “Ur”. See what is understood: tontafel show Ur"),
        (["Herakles", "--raise", "Kraft"], 2, "--raise means nothing in the rules of Der Geist"),
        (["Herakles", "--swap", "Mystick", "Muse"], 2, "Herakles.txt:1: “Mystick” is not on the list"),
        (["Herakles", "--swap", "Ringen", "Muse"], 1, "Herakles.txt:1: Ringen at 5 and Muse (Leier) at 2"),
        (["Herakles", "--aspect", "jähzornig"], 1, "Herakles has the aspect “jähzornig” already."),
        (["Herakles", "--aspect", " "], 1, "Herakles.txt:1: "),
        (["Herakles", "--aspect", "eins", "--aspect", "zwei"], 1, "An aspect has been changed this evening."),
        (["Herakles", "--strike", "schwer"], 1, "Herakles bears no consequence “schwer”."),
        (["Herakles", "--clear", "--date", "gestern"], 2, "“gestern” is no date."),
        (["Herakles", "--clear", "--date", "2010-02-30"], 2, "“2010-02-30” is no date."),
        (["Herakles", "--clear", "--date", "31. 13. 2010"], 2, "“31. 13. 2010” is no date."),
        (["Herakles", "--clear", "--lost", "Lust"], 2, "There is no track “Lust”."),
        (["Herakles", "--change", "Kopf: ab"], 2, "“Kopf: ab” is no change that Der Geist"),
        (["Herakles", "--aspect", "a {{{b}}} | c"], 1, "Herakles.txt:"),
        (["Zwillinge", "Herakles", "--clear"], 2, "There are several characters on “Zwillinge”."),
        (["Ur", "--from", "Ur"], 2, "There is no list of changes on “Ur”."),
        ([], 2, "Nobody is named whose evening ends."),
    ],
)
def test_what_is_wrong_gets_one_line_and_changes_nothing(
    tontafel: Tontafel, campaign: Path, arguments: list[str], status: int, said: str
) -> None:
    done = tontafel("advance", *arguments)
    assert (done.status, done.out) == (status, "")
    assert said in done.err
    assert done.err.count("\n") == 1
    assert untouched(campaign)


def test_a_page_changed_meanwhile_is_not_written_over(
    tontafel: Tontafel, campaign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tontafel.site.advancement import evenings

    def meanwhile(*arguments: Any) -> bool:
        (campaign / "Herakles.txt").write_text("Anders.\n", "utf-8")
        return True

    monkeypatch.setattr(evenings, "_keep", meanwhile)
    done = tontafel("advance", "Herakles", "--clear")
    assert (done.status, done.out) == (2, "")
    assert "has been changed meanwhile. Nothing was written; try again." in done.err
    assert text(campaign) == "Anders.\n"


#: Ways to change a page.
CHANGES = {
    "by options": ("Herakles", "--aspect", "neu", "--date", "2010-05-01"),
    "without writing": ("Herakles", "--aspect", "neu", "--date", "2010-05-01", "--dry-run"),
    "by talking": ("Herakles",),
    "from a list": ("--from", "2010-03-28 Die Hydra von Lerna"),
    "back": ("Herakles", "--undo"),
    "back without writing": ("Herakles", "--undo", "--dry-run"),
}


@pytest.mark.parametrize("way", CHANGES)
@pytest.mark.parametrize("linked", [False, True])
def test_a_write_protected_page_stays_as_it_is(
    tontafel: Tontafel, campaign: Path, way: str, linked: bool
) -> None:
    assert tontafel("advance", "Herakles", "--aspect", "satt", "--date", "2010-01-01").status == 0
    page = campaign / "Herakles.txt"
    if linked:
        (campaign / "fest").mkdir()
        page.symlink_to(page.rename(campaign / "fest" / "Herakles.alt"))
    before = text(campaign), text(campaign, "Zwillinge")
    page.chmod(0o444)
    done = tontafel("advance", *CHANGES[way])
    assert (done.status, done.out) == (2, "")
    assert " is write-protected and stays as it is. " in done.err
    assert done.err.count("\n") == 1
    assert (text(campaign), text(campaign, "Zwillinge")) == before
    page.chmod(0o644)
    assert tontafel("advance", "Herakles", "--undo").status == 0
    assert text(campaign) == HERO


def test_when_one_page_can_not_be_written_none_is(
    tontafel: Tontafel, campaign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tontafel.site.advancement import advance
    from tontafel.site.files import replace_file

    def fails(path: Path, data: bytes) -> None:
        if path.stem == "Zwillinge":
            raise OSError(28, "full", str(path))
        replace_file(path, data)

    monkeypatch.setattr(advance, "replace_file", fails)
    done = tontafel("advance", "--from", "2010-03-28 Die Hydra von Lerna")
    assert done.status == 2
    assert "The disk is full" in done.err
    assert untouched(campaign)


@pytest.mark.parametrize("words", [("Mysticism", "Muse"), ("Mystik", "muse"), ("Mystik", "Muse (Leier)")])
def test_other_words_for_skills_change_the_same(
    campaign: Path, tontafel: Tontafel, words: tuple[str, str]
) -> None:
    done = tontafel("advance", "Herakles", "--swap", *words, "--date", "2010-03-28")
    assert done.status == 0
    text = (campaign / "Herakles.txt").read_text("utf-8")
    assert "|Rhetorik, Muse (Leier), Schleichen" in text
    assert "Mysticism" not in text


@pytest.mark.parametrize("written", ["Kraft", "Kraft=", "Kraft=-1", "Kraft=viel"])
def test_a_wound_without_a_value_is_told_with_an_example_that_works(
    campaign: Path, tontafel: Tontafel, written: str
) -> None:
    (campaign / "Hask.txt").write_text("Kraft 6, Geschick 6, Nahkampf 4\n\n[[tag:Figur]]\n", "utf-8")
    done = tontafel("advance", "Hask", "--system", "tarua", "--wound", written)
    assert (done.status, done.err.rstrip().endswith("For example --wound Kraft=4.")) == (2, True)


AGENT = """ST 14 KO 13 GE 12 IN 10 EN 12 CH 11

== Fertigkeiten
Athletik 50 % {0}, Fremdsprache (Latein) 40 %, Schusswaffen 60 %

|Suchen |40 % |{0} |

[[tag:Figur]]
"""


@pytest.mark.parametrize("cross", ["x", "X", "×", "✗", "☒", "(x)", "(×)", "[x]"])
def test_every_cross_is_a_mark_and_goes_when_the_skill_rises(
    campaign: Path, tontafel: Tontafel, cross: str
) -> None:
    page = campaign / "Gesine.txt"
    page.write_text(AGENT.format(cross), "utf-8")
    system = ("--system", "fhtagn")
    (shown,) = tontafel("show", "Gesine", "--format", "json", *system).json["characters"]
    marked = [skill["name"] for skill in shown["skills"] if skill["marked"]]
    assert marked == ["Athletik", "Suchen"]
    assert tontafel("advance", "Gesine", "--mark", "Athletik", *system).status == 1
    assert tontafel("advance", "Gesine", "--scenario", "--seed", "3", *system).status == 0
    (risen,) = tontafel("show", "Gesine", "--format", "json", *system).json["characters"]
    assert not any(skill["marked"] for skill in risen["skills"])
    assert "Fremdsprache (Latein) 40 %, Schusswaffen 60 %\n" in page.read_text("utf-8")


def test_a_scenario_that_marks_nothing_ends_all_the_same(campaign: Path, tontafel: Tontafel) -> None:
    page = campaign / "Gesine.txt"
    page.write_text(AGENT.format(""), "utf-8")
    ending = ("advance", "Gesine", "--scenario", "--seed", "3", "--system", "fhtagn", "--date", "2019-11-08")
    assert tontafel(*ending).status == 0
    assert "|2019-11-08 | |Szenario beendet | |\n" in page.read_text("utf-8")
    assert tontafel("advance", "Gesine", "--undo", "--system", "fhtagn").status == 0
    assert page.read_text("utf-8") == AGENT.format("")


@pytest.mark.parametrize(
    "listing",
    [
        "* Herakles: Aspekt neu: nass\n* Pollux: Aspekt neu: trocken\n",
        "# [[Herakles]]: Aspekt neu: nass\n# [[Zwillinge|Pollux]]: Aspekt neu: trocken\n",
        "* [[Herakles|der Held]]: Aspekt neu: nass\n* **Pollux**: Aspekt neu: trocken\n",
        "* Herakles – Aspekt neu: nass\n* Pollux - Aspekt neu: trocken\n",
        "* Herakles:\n** Aspekt neu: nass\n** Kästchen geleert\n* Pollux\n** Aspekt neu: trocken\n",
        "* Fackeln\n** zwei Stück: naß\n* Herakles: Aspekt neu: nass\n* Pollux: Aspekt neu: trocken\n",
    ],
)
def test_a_list_names_everyone_in_its_own_way(campaign: Path, tontafel: Tontafel, listing: str) -> None:
    page = campaign / "2011-01-01 Am Fluss.txt"
    page.write_text(f"Es regnet.\n\n{listing}", "utf-8")
    assert tontafel("advance", "--from", "2011-01-01 Am Fluss").status == 0
    assert "/nass/" in (campaign / "Herakles.txt").read_text("utf-8")
    pollux = (campaign / "Zwillinge.txt").read_text("utf-8").partition("== Pollux")[2]
    assert "/trocken/" in pollux
