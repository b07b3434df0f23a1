"""Verbs that ask a campaign, on a small one: check, show, sheet, handout; and `new`, which makes one."""

import datetime
import json
import re
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tontafel.rules.system import systems
from tontafel.site.campaign.settings_check import OWN_CODES
from tontafel.site.new import make_campaign

HERO = """= Atalante
== Aspekte
* /schnell wie der Wind/
* /von einer Bärin gesäugt/

== Fertigkeiten
|5 |Athletik |
|4 |Bogen, Rigen |

== Zähler
|Gesundheit |□□□□□□ |
|Fassung |□□□ |
|Vermögen |□□□□ |

Siehe [[Nirgends]].

[[tag:Figur]]
"""
BEAST = "Vor der Höhle: der Löwe mit Krallen 4, Beißen 3. Gesundheit □□□, und er ist /unverwundbar/.\n"
SETTINGS = 'title = "Klein"\nsystem = "mesopotamien"\nhome = "Start"\n'
KEYS = {"code", "severity", "message", "page", "line", "column", "hint", "character"}


Tontafel = Callable[..., Any]


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign with a hero who has faults, a beast in a sentence, and a home page; one stands in it."""
    folder = tmp_path / "Klein"
    folder.mkdir()
    pages = {"Start": "[[Atalante]] trifft einen [[Löwe]]n.\n", "Atalante": HERO, "Löwe": BEAST}
    for name, text in pages.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    (folder / "campaign.toml").write_text(SETTINGS, "utf-8")
    monkeypatch.chdir(folder)
    return folder


# check


def test_check_marks_every_finding(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("check")
    lines = done.out.splitlines()
    assert (done.status, done.err) == (1, "")
    assert "Atalante.txt:13:2: error track-boxes: " in done.out
    assert lines[-1].endswith(" in 3 pages.")
    at = next(number for number, line in enumerate(lines) if " link-missing: " in line)
    assert lines[at : at + 3] == [
        "Atalante.txt:15:7: note link-missing: There is no page “Nirgends”.",
        " 15 | Siehe [[Nirgends]].",
        "    |       ^^^^^^^^^^^^",
    ]
    places = [line.split(":")[:3] for line in lines if line.startswith(("Atalante", "Löwe", "Start"))]
    assert places == sorted(places, key=lambda place: (place[0], int(place[1]), int(place[2])))


def test_check_for_programs(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("check", "--format", "json")
    found = done.json["diagnostics"]
    assert done.status == 1
    assert list(done.json) == ["diagnostics"]
    assert all(set(one) == KEYS for one in found)
    boxes = next(one for one in found if one["code"] == "track-boxes")
    assert (boxes["severity"], boxes["page"], boxes["line"], boxes["column"]) == ("error", "Atalante", 13, 2)
    assert boxes["character"] == "Atalante"
    assert boxes["hint"]


def test_check_as_annotations(tontafel: Tontafel, campaign: Path) -> None:
    lines = tontafel("check", "--format", "github").out.splitlines()
    assert "::notice file=Atalante.txt,title=link-missing,line=15,col=7,endColumn=19::" in "\n".join(lines)
    assert all(line.startswith(("::notice ", "::warning ", "::error ")) for line in lines)


def test_check_of_one_page_knows_its_campaign(tontafel: Tontafel, campaign: Path) -> None:
    whole = tontafel("check", "--format", "json", campaign).json["diagnostics"]
    one = tontafel("check", "--format", "json", campaign / "Atalante.txt").json["diagnostics"]
    assert one == [finding for finding in whole if finding["page"] == "Atalante"]
    assert not [finding for finding in one if finding["message"].endswith("“Löwe”.")]
    assert tontafel("check", campaign / "Start.txt").status == 0


def test_check_of_settings_or_a_picture_takes_neither_for_a_page(tontafel: Tontafel, campaign: Path) -> None:
    (campaign / "campaign.toml").write_text(SETTINGS + 'farbe = "rot"\n', "utf-8")
    (campaign / "Bild.png").write_bytes(b"\x89PNG \xff")
    (asked,) = tontafel("check", "--format", "json", "campaign.toml").json["diagnostics"]
    assert (asked["code"], asked["page"], asked["line"]) == ("settings-unknown", "campaign.toml", 4)
    (asked,) = tontafel("check", "--format", "json", "Bild.png").json["diagnostics"]
    assert (asked["code"], asked["page"]) == ("page-orphan", "Bild")
    assert tontafel("show", "campaign.toml").status == 2


#: Settings, the code of what is wrong with them, and the line and column of it.
MISTAKEN = [
    ('severity = { wetter = "off" }\n', "settings-code", (1, 14)),
    ('title = "x"\nsystem = "mesopotamie" # ja?\n', "system-unknown", (2, 10)),
    ('system = "mesopotamien"\n\n  "edition"=\t\'9\'\n', "edition-unknown", (3, 14)),
]


@pytest.mark.parametrize(("settings", "code", "place"), MISTAKEN)
def test_a_build_knows_the_place_of_such_a_setting_even_when_only_that_has_changed(
    tontafel: Tontafel, campaign: Path, settings: str, code: str, place: tuple[int, int]
) -> None:
    for more in (0, 2):
        (campaign / "campaign.toml").write_text("\n" * more + settings, "utf-8")
        tontafel("build", "--no-pdf", "--audience", "gm")
        page = (campaign / "_site" / "findings.html").read_text("utf-8")
        assert f"Zeile {place[0] + more}, Spalte {place[1]} · <code>{code}</code>" in page


def test_check_names_the_page_that_set_a_figure(tontafel: Tontafel, campaign: Path) -> None:
    (campaign / "Hausregeln.txt").write_text("* höchstens 1 Aspekte\n", "utf-8")
    assert "Aspects: 2; 1 at most (Hausregeln)." in tontafel("check").out


def test_check_says_once_that_a_value_is_none(tontafel: Tontafel, campaign: Path) -> None:
    (campaign / "Atalante.txt").write_text(
        HERO.replace("Bogen, Rigen |", "Bogen |\n|Mystik |viel |"), "utf-8"
    )
    at_line = [
        one["code"] for one in tontafel("check", "--format", "json").json["diagnostics"] if one["line"] == 9
    ]
    assert at_line == ["value-unreadable"]


def test_check_speaks_german(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("check", "--lang", "de")
    assert "Atalante.txt:13:2: Fehler track-boxes: " in done.out
    assert done.out.splitlines()[-1].endswith(" in 3 Seiten.")


def test_check_does_as_the_settings_say(tontafel: Tontafel, campaign: Path) -> None:
    (campaign / "campaign.toml").write_text(
        SETTINGS + '[severity]\ntrack-boxes = "off"\nlink-missing = "error"\n', "utf-8"
    )
    found = {
        one["code"]: one["severity"] for one in tontafel("check", "--format", "json").json["diagnostics"]
    }
    assert "track-boxes" not in found
    assert found["link-missing"] == "error"


def test_check_reports_settings_and_files_that_are_wrong(tontafel: Tontafel, campaign: Path) -> None:
    (campaign / "campaign.toml").write_text(SETTINGS + "sytem = 5\n", "utf-8")
    (campaign / "latin.txt").write_bytes(b"Sch\xf6n [[Start]]\n")
    text = tontafel("check").out
    assert "campaign.toml:4:1: warning settings-unknown: " in text
    assert "latin.txt:1:4: warning text-encoding: " in text


SAMPLES = Path(__file__).resolve().parents[2] / "content"
#: Rules and characters of every system.
PEOPLE = {
    **{f"npc {name}": ("npc", "--system", name, "--seed", "7") for name in systems()},
    **{
        f"{path.parent.name} {path.stem}": ("show", path)
        for name in ("mesopotamien", "tarua", "fhtagn")
        for path in sorted((SAMPLES / name).glob("*ertigkeiten*.txt"))
    },
    "handbook": ("show", SAMPLES / "handbook" / "Regeln der Beispiele.txt"),
    "wounded": ("show", SAMPLES / "handbook" / "Hask.txt"),
    "bonds": ("show", SAMPLES / "handbook" / "Gesine Brandt.txt"),
}


@pytest.mark.parametrize("who", PEOPLE)
def test_people_are_told_in_words_and_not_in_data(tontafel: Tontafel, who: str) -> None:
    told = tontafel(*PEOPLE[who]).out.partition("Not understood")[0]
    assert len(told.splitlines()) > 2
    assert not re.search(r"""[{}]|\[\W|\]$|["'][:,]|\b(None|True|False|null)\b""", told, re.MULTILINE)


def test_what_lies_deep_is_told_below_what_holds_it(tontafel: Tontafel, campaign: Path) -> None:
    (campaign / "campaign.toml").write_text('system = "fhtagn"\n', "utf-8")
    (campaign / "Gesine.txt").write_text(
        "ST 14 KO 13 GE 12 IN 10 EN 12 CH 11\n\n== Bindungen\n* Schwester Grete 11\n* Ole\n\n"
        "== Motivationen\n* Heimkehr\n* Ordnung\n",
        "utf-8",
    )
    told = tontafel("show", "Gesine").out
    assert "    bonds:\n      - Schwester Grete: value 11\n      - Ole\n" in told
    assert "    motivations: Heimkehr; Ordnung\n" in told
    assert "    tests: ST 70, KO 65, GE 60, IN 50, EN 60, CH 55\n" in told
    assert "    breaking_point_reached: no\n" in told


#: A line of the settings, and what of it nobody knows: code, column, and what is meant.
STRANGE = {
    'home = "Strat"': ("settings-page", 8, "Start"),
    'rules_pages = ["Start", "Zirkel"]': ("settings-page", 15, None),
    '"edition" = "7"': ("edition-unknown", 13, None),
    'severity.link-mising = "off"': ("settings-code", 10, "link-missing"),
    'severity."log-dize" = "error"': ("settings-code", 10, "log-dice"),
    '[severity]\n  wetter = "off"': ("settings-code", 3, None),
}


@pytest.mark.parametrize("line", STRANGE)
def test_check_says_what_settings_name_and_nobody_knows(
    tontafel: Tontafel, campaign: Path, line: str
) -> None:
    others = 'title = "Klein"\nsystem = "mesopotamien"\n'
    (campaign / "campaign.toml").write_text(f"{others}{line}\n", "utf-8")
    place = 3 + line.count("\n")
    code, column, meant = STRANGE[line]
    found = [
        one
        for one in tontafel("check", "--format", "json").json["diagnostics"]
        if one["page"] == "campaign.toml"
    ]
    assert [(one["code"], one["line"], one["column"]) for one in found] == [(code, place, column)]
    assert (found[0]["hint"] == f"Did you mean “{meant}”?") == bool(meant)


def test_settings_may_grade_every_finding_there_is(tontafel: Tontafel, campaign: Path) -> None:
    codes = OWN_CODES.union(*(one.codes() for one in systems().values()))
    codes = codes.union(*(one.log_codes() for one in systems().values()))
    lines = "".join(f'{code} = "off"\n' for code in sorted(codes))
    (campaign / "campaign.toml").write_text(f"{SETTINGS}[severity]\n{lines}", "utf-8")
    assert tontafel("check", "--format", "json").json["diagnostics"] == []


def test_an_unknown_system_is_named_at_its_line(tontafel: Tontafel, campaign: Path) -> None:
    (campaign / "campaign.toml").write_text('title = "Ur"\nsystem = "mesopotamein"\n', "utf-8")
    assert "campaign.toml:2:10: error system-unknown: " in tontafel("check").out


def test_of_two_files_of_one_name_each_is_told_at_its_own_place(tontafel: Tontafel, campaign: Path) -> None:
    for name in ("a b.txt", "a_b.txt", "a  b.md"):
        (campaign / name).write_text("Text.\n", "utf-8")
    told = [line.split(":")[0] for line in tontafel("check").out.splitlines() if " name-twice: " in line]
    assert sorted(told) == ["a  b.md", "a  b.md", "a b.txt", "a_b.txt"]


#: Clears a screen, hides text, goes back, up and round.
EVIL = "Ur\x1b[2J\x1b[8m\r\x08\x9b1A\u202e\u2028"


@pytest.mark.parametrize(
    "arguments",
    [
        *(
            ["check"],
            ["check", "--format", "github"],
            ["build", "--no-pdf"],
            ["show", EVIL],
            ["show", "Held"],
        ),
        *(["show", f"Nie {EVIL}"], ["handout", f"Nie {EVIL}", "-o", "x.pdf"], ["sheet", EVIL, "-o", "x.pdf"]),
        *(["check", EVIL], ["new", EVIL, "--system", EVIL], ["new", "Neu", EVIL], [EVIL], ["import", EVIL]),
        *(
            ["check", f"--{EVIL}"],
            ["import", "oddmuse", "campaign.toml", "-o", EVIL],
            ["check", "Zwei\nZeilen.txt"],
        ),
    ],
)
def test_nothing_in_a_campaign_moves_the_cursor(
    tontafel: Tontafel, campaign: Path, arguments: list[str]
) -> None:
    (campaign / f"{EVIL}.txt").write_text(f"[[{EVIL}|x]] [[Fehlt {EVIL}]] [[tag:{EVIL}]]\n", "utf-8")
    (campaign / "Zwei\nZeilen.txt").write_text("[[Fehlt]]\n", "utf-8")
    skills = f"## Fertigkeiten {EVIL}\n\n|5|Ringen {EVIL}|\n|-|-|\n|4|Reiten|\n"
    held = f"#MARKDOWN\n# {EVIL}\n\n{skills}\n[[tag:Held]]\n"
    (campaign / "Held.txt").write_text(held, "utf-8")
    (campaign / "campaign.toml").write_text(f"{SETTINGS}{EVIL} = 5\n", "utf-8")
    done = tontafel(*arguments)
    for text in (done.out, done.err):
        assert not [letter for letter in text if letter in EVIL[2:] and not letter.isprintable()]
        assert not [line for line in text.splitlines() if line.startswith("Zeilen")]


def test_campaigns_side_by_side_are_checked_together(tontafel: Tontafel, campaign: Path) -> None:
    other = campaign.parent / "Anders"
    other.mkdir()
    (other / "campaign.toml").write_text('title = "Anders"\n', "utf-8")
    (other / "Start.txt").write_text("[[Klein:Start]] [[Klein:Fehlt]]\n", "utf-8")
    text = tontafel("check", campaign.parent).out
    assert "Klein:Fehlt" in text
    assert "Klein:Start”" not in text
    assert text.splitlines()[-1].endswith(" in 4 pages.")


@pytest.mark.parametrize("verb", ["check", "build"])
def test_a_place_that_is_not_there(tontafel: Tontafel, campaign: Path, verb: str) -> None:
    done = tontafel(verb, "nirgends")
    assert (done.status, done.out) == (2, "")
    assert "nirgends” is not there" in done.err


# show


def test_show_for_programs(tontafel: Tontafel, campaign: Path) -> None:
    found = tontafel("show", "Atalante", "--format", "json").json
    (hero,) = found["characters"]
    assert list(found) == ["page", "characters", "tables"]
    assert (found["page"], found["tables"]) == ("Atalante", [])
    assert (hero["name"], hero["system"], hero["edition"], hero["kind"]) == (
        "Atalante",
        "mesopotamien",
        "1",
        "pc",
    )
    assert [skill["name"] for skill in hero["skills"]][:2] == ["Athletik", "Bogen"]
    assert hero["tracks"][1] == {"name": "Fassung", "boxes": [False] * 3}


def test_show_gives_empty_lists_where_there_is_nothing(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("show", "Start", "--format", "json")
    assert (done.status, done.json) == (0, {"page": "Start", "characters": [], "tables": []})
    assert tontafel("show", "Start").out == "There are neither characters nor tables on “Start”.\n"


def test_show_knows_values_without_a_maximum(tontafel: Tontafel, tmp_path: Path) -> None:
    page = tmp_path / "Öle Öding.txt"
    page.write_text("ST 12 KO 12 GE 12 IN 12 EN 12 CH 12\n\nTP 8/12, BG 48\n\n[[tag:Figur]]\n", "utf-8")
    shown = tontafel("show", str(page), "--system", "fhtagn").out
    assert "UNSET" not in shown


def test_show_for_people(tontafel: Tontafel, campaign: Path) -> None:
    text = tontafel("show", "Atalante", "--lang", "de").out
    assert text.startswith("Atalante (Spielerfigur, mesopotamien 1)\n  Aspekte\n    schnell wie der Wind\n")
    assert "     5  Athletik\n" in text
    assert "    Fassung: □□□\n" in text


def test_a_path_wins_over_a_name(tontafel: Tontafel, campaign: Path, tmp_path: Path) -> None:
    (tmp_path / "Atalante").write_text(BEAST, "utf-8")
    assert tontafel("show", "--format", "json", tmp_path / "Atalante").json["characters"][0]["kind"] == "npc"
    elsewhere = campaign / "Löwe.txt"
    assert tontafel("show", "--format", "json", elsewhere).json["page"] == "Löwe"


def test_pages_are_found_from_folders_below(
    tontafel: Tontafel, campaign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (campaign / "bilder").mkdir()
    monkeypatch.chdir(campaign / "bilder")
    assert tontafel("show", "Atalante", "--format", "json").json["characters"]


def test_an_unknown_page_is_wrong_use_and_the_nearest_is_named(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("show", "Atalanta")
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith("Did you mean “Atalante”?\n")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("verb", [["check"], ["show", "Atalante"], ["sheet", "Atalante", "-o", "x.pdf"]])
def test_a_system_that_is_not_there_is_wrong_use(tontafel: Tontafel, campaign: Path, verb: list[str]) -> None:
    done = tontafel(*verb, "--system", "Mesopotamien")
    assert (done.status, done.out) == (2, "")
    assert done.err.strip().endswith("There is no rule system “Mesopotamien”. Did you mean “mesopotamien”?")


def test_another_system_can_be_asked_for(tontafel: Tontafel, campaign: Path) -> None:
    found = tontafel("show", "Atalante", "--format", "json", "--system", "tarua").json
    assert {one["system"] for one in found["characters"]} <= {"tarua"}


def test_a_history_is_shown_as_it_is_written(tontafel: Tontafel, campaign: Path) -> None:
    rows = "|2012-10-21 |Kupfer |Aspekt neu: schweigt |Mut |\n| | |Kästchen geleert | |\n"
    head = "|= Datum |= Abend |= Was |= Warum |\n"
    (campaign / "Atalante.txt").write_text(f"{HERO}\n== Verlauf\n{head}{rows}", "utf-8")
    lines = [line.strip() for line in tontafel("show", "Atalante").out.splitlines()]
    at = lines.index("history:")
    assert lines[at + 1 : at + 3] == ["- 2012-10-21 Kupfer: Aspekt neu: schweigt (Mut)", "- Kästchen geleert"]


# sheet and handout


def test_sheet(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("sheet", "Atalante", "-o", "atalante.pdf")
    assert (done.status, done.out) == (0, "")
    assert (campaign / "atalante.pdf").read_bytes().startswith(b"%PDF-")
    assert tontafel("sheet", "Atalante.txt", "-o", "-").data == (campaign / "atalante.pdf").read_bytes()


def test_sheets_say_nothing_that_was_not_understood(tontafel: Tontafel, campaign: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    tontafel("sheet", "Atalante", "-o", "a.pdf")
    attached = pypdf.PdfReader(campaign / "a.pdf").attachments
    (data,) = [json.loads(content[0]) for content in attached.values()]
    assert data["name"] == "Atalante"
    assert data["other"] == []


@pytest.mark.parametrize(("page", "words"), [("Start", "no character on “Start”"), ("Nix", "no page “Nix”")])
def test_no_sheet_without_a_character(tontafel: Tontafel, campaign: Path, page: str, words: str) -> None:
    done = tontafel("sheet", page, "-o", "x.pdf")
    assert done.status == 2
    assert words in done.err
    assert not (campaign / "x.pdf").exists()


@pytest.mark.parametrize("name", ["Löwe", "löwe", "Löwe.txt"])
def test_handout(tontafel: Tontafel, campaign: Path, name: str) -> None:
    done = tontafel("handout", name, "-o", "karten.pdf")
    assert (done.status, done.out, done.err) == (0, "", "")
    assert (campaign / "karten.pdf").read_bytes().startswith(b"%PDF-")


def test_handout_is_for_npcs_and_says_who_they_are(tontafel: Tontafel, campaign: Path) -> None:
    said = {
        "Hektor": "There is no NPC “Hektor”. There are: Löwe.",
        "Atalante": (
            "“Atalante” is a player character, and cards are for NPCs. “tontafel sheet” prints the sheet."
        ),
    }
    for name, words in said.items():
        done = tontafel("handout", name, "-o", "x.pdf")
        assert (done.status, done.err) == (2, f"Tontafel: {words}\n")


@pytest.mark.parametrize("part", ["Tor", "wächter im", "Ea-na", "der kupfer", "händler", "HOF"])
def test_a_part_of_a_name_does_for_a_card(tontafel: Tontafel, campaign: Path, part: str) -> None:
    people = ("Wächter am Tor", "Wächter im Hof", "Ea-nasir, der Kupferhändler")
    for name in people:
        text = "Fertigkeiten: Speer 4, Schild 3\n\nGesundheit □□□\n\n[[tag:NSC]]\n"
        (campaign / f"{name}.txt").write_text(f"= {name}\n{text}", "utf-8")
    done = tontafel("handout", part, "-o", "karten.pdf")
    assert (done.status, done.err) == (0, "")
    done = tontafel("handout", "Wächter", "-o", "karten.pdf")
    assert (done.status, done.err) == (
        2,
        "Tontafel: Several NPCs have “Wächter” in their names. They are: Wächter am Tor, Wächter im Hof.\n",
    )


@pytest.mark.parametrize("verb", ["sheet", "handout"])
def test_no_pdf_is_written_over_what_is_none(tontafel: Tontafel, campaign: Path, verb: str) -> None:
    page = {"sheet": "Atalante", "handout": "Löwe"}[verb]
    before = (campaign / f"{page}.txt").read_bytes()
    done = tontafel(verb, page, "-o", f"{page}.txt")
    assert done.status == 2
    assert done.err.startswith(f"Tontafel: “{page}.txt” is there already and is no PDF.")
    assert (campaign / f"{page}.txt").read_bytes() == before
    (campaign / "leer.pdf").write_bytes(b"")
    assert [tontafel(verb, page, "-o", "leer.pdf").status for _ in range(2)] == [0, 0]


@pytest.mark.parametrize("verb", ["sheet", "handout"])
def test_a_file_that_may_not_be_written(tontafel: Tontafel, campaign: Path, verb: str) -> None:
    page = {"sheet": "Atalante", "handout": "Löwe"}[verb]
    done = tontafel(verb, page, "-o", "nirgends/x.pdf")
    assert done.status == 2
    assert done.err == "Tontafel: “nirgends” is not there. Check the name and the folder.\n"


# new


def test_a_new_campaign_is_right_by_its_rules(tontafel: Tontafel, tmp_path: Path) -> None:
    folder = tmp_path / "neue-runde"
    done = tontafel("new", folder, "--system", "mesopotamien")
    assert done.status == 0
    assert sorted(done.out.split("\n")[:-1]) == sorted(str(path) for path in folder.iterdir())
    settings = tomllib.loads((folder / "campaign.toml").read_text("utf-8"))
    assert (settings["title"], settings["system"]) == ("Neue runde", "mesopotamien")
    assert tontafel("check", folder).out == "Nothing found in 6 pages.\n"
    (hero,) = tontafel("show", folder / "Beltani.txt", "--format", "json").json["characters"]
    assert (len(hero["aspects"]), len(hero["skills"]), len(hero["stunts"]), hero["other"][1:]) == (
        6,
        15,
        3,
        [],
    )
    assert tontafel("show", folder / "Fertigkeiten.txt", "--format", "json").json["tables"]


@pytest.mark.parametrize(
    ("system", "hero", "kinds"),
    [
        ("tarua", "Okka", {"Völker": ["peoples"], "Erschaffung": []}),
        ("fhtagn", "Jette Carstens", {"Fertigkeiten": ["bases"], "Berufe": ["professions"]}),
    ],
)
def test_every_system_has_somebody_and_rules_to_begin_with(
    tontafel: Tontafel, tmp_path: Path, system: str, hero: str, kinds: dict[str, list[str]]
) -> None:
    folder = tmp_path / "neu"
    assert tontafel("new", folder, "--system", system).status == 0
    assert tontafel("check", folder).out == "Nothing found in 6 pages.\n"
    (shown,) = tontafel("show", folder / f"{hero}.txt", "--format", "json").json["characters"]
    assert (shown["name"], shown["kind"], shown["system"]) == (hero, "pc", system)
    assert shown["derived"]["points"]["open"] == 0
    for page, expected in kinds.items():
        tables = tontafel("show", folder / f"{page}.txt", "--format", "json").json["tables"]
        assert [table["kind"] for table in tables] == expected


@pytest.mark.parametrize("title", ['„Ur" & \\ Co.', "@system@", "Zeile\nzwei"])
def test_any_title_is_written_as_it_is(tmp_path: Path, title: str) -> None:
    make_campaign(tmp_path / "neu", "mesopotamien", title, datetime.date(2024, 1, 14))
    assert tomllib.loads((tmp_path / "neu" / "campaign.toml").read_text("utf-8"))["title"] == title
    assert (tmp_path / "neu" / "2024-01-14 Der erste Abend.txt").is_file()


def test_new_leaves_a_folder_with_something_in_it_alone(tontafel: Tontafel, campaign: Path) -> None:
    done = tontafel("new", campaign, "--system", "mesopotamien")
    assert done.status == 2
    assert done.err == f"Tontafel: “{campaign}” is not empty. Give a folder that is not there yet.\n"
    assert len(list(campaign.iterdir())) == 4


def test_new_fills_the_folder_one_stands_in(
    tontafel: Tontafel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "leer").mkdir()
    monkeypatch.chdir(tmp_path / "leer")
    assert tontafel("new", ".", "--system", "mesopotamien").status == 0
    assert tontafel("check").status == 0
    assert [path.name for path in tmp_path.iterdir()] == ["leer"]


#: A page, and what `check` says of its tags: code, place, and what is meant.
TAGS = {
    "[[Tag:geheim]]": ("tag-unread", 1, "[[tag:Geheim]]"),
    "Hier. [[ tag:Held ]]": ("tag-unread", 7, "[[tag:Held]]"),
    "#Ort\n#geheim": ("tag-unread", 2, "[[tag:Geheim]]"),
    "Schlagwort: nsc": ("tag-unread", 13, "[[tag:nsc]]"),
    "Ein [[tag:geheimm]]": ("tag-nearly-secret", 5, "Geheim"),
    "[[tag:Gehiem]]": ("tag-nearly-secret", 1, "Geheim"),
    "[[tag:Secret]]": ("tag-nearly-secret", 1, "Geheim"),
}


@pytest.mark.parametrize("text", TAGS)
def test_check_says_which_tags_are_none_or_hide_nothing(
    tontafel: Tontafel, campaign: Path, text: str
) -> None:
    (campaign / "campaign.toml").write_text('[tags]\nsecret = "Geheim"\n', "utf-8")
    (campaign / "Start.txt").write_text("[[Seite]] [[Ort]]", "utf-8")
    (campaign / "Seite.txt").write_text(text, "utf-8")
    (campaign / "Ort.txt").write_text(
        "Schlagwort: Ort\n\n#Ort\n#Figur\n#NSC\n\n[[tag:Geheimbund]] [[tag:Ort]]", "utf-8"
    )
    found = [
        one for one in tontafel("check", "--format", "json").json["diagnostics"] if "tag-" in one["code"]
    ]
    code, column, meant = TAGS[text]
    assert [(one["code"], one["page"], one["column"]) for one in found] == [(code, "Seite", column)]
    assert found[0]["line"] == 1 + text.count("\n")
    assert meant in found[0]["hint"]


def test_a_tag_written_in_both_ways_is_one(tontafel: Tontafel, campaign: Path) -> None:
    (campaign / "Seite.md").write_text("---\ntags: [held]\n---\n\n[[tag:Held]]", "utf-8")
    assert "tag-" not in tontafel("check").out


@pytest.mark.parametrize("name", ["Mein Wiki", "Ströme", "it's", "$HOME", "a;b", "neu"])
def test_a_command_to_copy_works_for_any_name(tontafel: Tontafel, tmp_path: Path, name: str) -> None:
    done = tontafel("new", tmp_path / name, "--system", "tarua")
    said, _, command = done.err.strip().partition(": ")
    assert said == "Next"
    assert shlex.split(command) == ["tontafel", "build", str(tmp_path / name)]
    assert ("'" in command) == (name not in {"Ströme", "neu"})
