"""The handbook, README and LIESMICH say what is true: every name in them exists, and none is missing."""

import ast
import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

import click
import msgspec
import pytest
from jinja2 import Environment, nodes
from jinja2.filters import FILTERS
from jinja2.meta import find_undeclared_variables
from tests.handbook import ROOT, Blocks, blocks_of, code_blocks, codes, rows, sections, words

from tontafel.parsers import tree
from tontafel.rules.model import Character
from tontafel.rules.system import System, systems
from tontafel.site.advancement.wishes import sample
from tontafel.site.build import build
from tontafel.site.build.frame import Page, Site
from tontafel.site.build.job import Task
from tontafel.site.campaign.settings import Settings, TagNames
from tontafel.site.campaign.settings_check import OWN_CODES
from tontafel.site.cli import VERBS, trouble
from tontafel.site.console import Console
from tontafel.site.language import Language
from tontafel.site.sheets import Sheet
from tontafel.site.templating import TEMPLATES

COMMANDS, FINDINGS, SETTINGS, LOOKS = "Befehle", "Regeln prüfen", "Einstellungen", "Eigene Vorlagen"
SEVERITIES = {"Hinweis": "note", "Warnung": "warning", "Fehler": "error"}

# Verbs and options


def parts(command: click.Command) -> list[click.Command]:
    """A command, and those below it."""
    if not isinstance(command, click.Group):
        return [command]
    context = click.Context(command, obj=Console(Language("de")))
    below = [command.get_command(context, name) for name in command.list_commands(context)]
    return [command, *(one for one in below if one)]


def parameters(command: click.Command) -> list[click.Parameter]:
    return [one for part in parts(command) for one in part.params if "--lang" not in one.opts]


def options(command: click.Command) -> set[str]:
    own = [one for one in parameters(command) if isinstance(one, click.Option)]
    return {name for option in own for name in (*option.opts, *option.secondary_opts)}


def choices(command: click.Command) -> set[str]:
    """The words that an option or argument takes, and the names of commands below."""
    kinds = [one.type for one in parameters(command)]
    below = {str(part.name) for part in parts(command)[1:]}
    return below | {str(name) for kind in kinds if isinstance(kind, click.Choice) for name in kind.choices}


def test_every_verb_has_a_section_in_the_order_of_the_help() -> None:
    assert list(sections(COMMANDS))[2:] == ["Für alle", *VERBS]


@pytest.mark.parametrize("verb", VERBS)
def test_every_option_of_a_verb_is_explained_and_none_is_stale(verb: str) -> None:
    command = import_module(f"tontafel.site.cli.{verb}_").command
    section = sections(COMMANDS).get(verb, [])
    named = [cells for cells in rows(section) if any(code.startswith("-") for code in codes(cells[:1]))]
    assert {code for cells in named for code in codes(cells[:1])} == options(command)
    assert choices(command) <= set(codes(section))
    for argument in command.params:
        if isinstance(argument, click.Argument):
            assert argument.make_metavar(click.Context(command)).strip("[]…") in " ".join(codes(section))
    assert any(f"tontafel {verb}" in block for block in code_blocks(section)), "an example"


def test_options_and_statuses_of_all_verbs_are_explained() -> None:
    table = rows(sections(COMMANDS)["Für alle"])
    assert {code for cells in table for code in codes(cells[:1])} == {"--lang", "--help", "--version"}
    statuses = {number for cells in table for number in re.findall(r"\d+", words(cells[0]))}
    own = {trouble.WRONG_USE, trouble.OWN_FAULT, trouble.INTERRUPTED, trouble.PIPE_CLOSED}
    assert statuses == {"0", "1", *map(str, own)}


def test_the_keys_of_a_character_are_named() -> None:
    assert {field.name for field in msgspec.structs.fields(Character)} <= set(
        codes(sections(COMMANDS)["show"])
    )


def test_the_changelog_names_every_verb() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert [verb for verb in VERBS if not re.search(rf"`{verb}\b", changelog)] == []


# What can change at the end of an evening


def test_every_change_of_an_evening_is_explained_in_its_words() -> None:
    explained: dict[str, dict[str, str]] = {}
    for title, said, option in rows(sections("Nach dem Spiel")["Was man sagen kann"]):
        explained.setdefault(words(title), {})[codes([option])[0]] = words(said)
    for game in systems().values():
        vocabulary = game.vocabulary()
        title = next(one for one in explained if one in game.title)
        known = {
            option: sample(vocabulary, event, english=False) for event, option in vocabulary.options.items()
        }
        assert explained.pop(title) == known
    assert not explained


# Findings

#: Words with hyphens in modules that make findings, which are no codes.
NO_CODES = {"all-pages", "all-characters", "all-tags", "wanted-pages"}
_CODE = re.compile(r"[a-z]+(?:-[a-z]+)+")


def findings(blocks: Blocks) -> dict[str, str]:
    """Code and severity of every row."""
    return {codes(cells[:1])[0]: SEVERITIES[words(cells[1])] for cells in rows(blocks)}


def codes_in(folders: Iterable[Path]) -> set[str]:
    """What looks like a code in the modules that make findings."""
    found: set[str] = set()
    for path in (path for folder in folders for path in folder.rglob("*.py")):
        text = path.read_text("utf-8")
        if re.search(r"\bDiagnostic\(|\.note\(|\bdoubt\b|Diagnostic = ", text):
            constants = (one.value for one in ast.walk(ast.parse(text)) if isinstance(one, ast.Constant))
            found |= {one for one in constants if isinstance(one, str) and _CODE.fullmatch(one)}
    return found - NO_CODES


@pytest.mark.parametrize("game", systems().values(), ids=lambda game: str(game.id))
def test_every_finding_of_a_system_is_explained_and_none_is_stale(game: System[Any]) -> None:
    assert findings(sections(FINDINGS)[game.title]) == dict(game.codes())


@pytest.mark.parametrize(
    "game", [one for one in systems().values() if one.log], ids=lambda game: str(game.id)
)
def test_every_finding_about_a_record_is_explained_and_none_is_stale(game: System[Any]) -> None:
    known = import_module(f"tontafel.rules.{game.id}.log").CODES
    assert findings(sections(FINDINGS, level=3)[f"Konflikte in {game.title}"]) == known


def test_every_other_finding_is_explained_and_none_is_stale() -> None:
    titles = {game.title for game in systems().values()}
    others = {*titles, "Stufen", "Aufgeschriebene Konflikte"}
    explained = [
        code for title, part in sections(FINDINGS).items() if title not in others for code in findings(part)
    ]
    of_systems = {code for game in systems().values() for code in game.codes()}
    assert sorted(explained) == sorted(codes_in([ROOT / "site", ROOT / "parsers"]) - of_systems)
    assert set(explained) == OWN_CODES, "settings can grade them all"


def test_every_finding_says_what_helps() -> None:
    for title, blocks in sections(FINDINGS).items():
        for cells in rows(blocks) if title != "Stufen" else []:
            assert re.search(r"\S\s*→ \S", words(cells[2])), words(cells[0])


# Settings


def test_every_setting_is_explained_and_none_is_stale() -> None:
    found = sections(SETTINGS)
    assert [codes(cells[:1])[0] for cells in rows(found[SETTINGS])] == list(Settings.__struct_fields__)


def test_every_tag_is_explained_with_its_words() -> None:
    table = rows(sections(SETTINGS)["Schlagworte"])
    assert {codes(cells[:1])[0]: tuple(codes(cells[1:2])) for cells in table} == msgspec.structs.asdict(
        TagNames()
    )


# Templates

ENV = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
OWN_FILTERS = {"rows", "links", "signed", "together", "image"}
ENV.filters.update(dict.fromkeys(OWN_FILTERS, str))
#: What Jinja and every environment of ours give to all templates.
GIVEN = {"_", "gettext", "ngettext", "range", "loop"}


def templates() -> dict[str, Path]:
    """Every template that a campaign can override, by its name; those of systems without the system's."""
    found = {}
    for path in TEMPLATES.rglob("*"):
        name = path.relative_to(TEMPLATES).as_posix()
        if path.is_file() and not {"starter", "translations"} & set(path.relative_to(TEMPLATES).parts):
            found[name] = path
    return found


def shown(name: str) -> str:
    return name.split("/", 2)[2] if name.startswith("systems/") else name


def explained_templates() -> dict[str, set[str]]:
    """Template → the values that it is said to have."""
    found: dict[str, set[str]] = {}
    for title in ("Die Website", "Bögen, Karten und Figuren"):
        for cells in rows(sections(LOOKS)[title]):
            for name in codes(cells[:1]):
                if re.search(r"\.(html|css|svg)$", name):
                    found[name] = set(codes(cells[2:3]))
    return found


def test_every_template_is_named_and_none_is_stale() -> None:
    assert set(explained_templates()) == set(map(shown, templates()))


def test_every_value_of_a_template_is_named_and_none_is_stale() -> None:
    used: dict[str, set[str]] = {}
    for name, path in templates().items():
        whole = ENV.parse(path.read_text("utf-8"))
        own = {one.target.name for one in whole.find_all(nodes.Assign) if isinstance(one.target, nodes.Name)}
        used.setdefault(shown(name), set()).update(find_undeclared_variables(whole) - own - GIVEN)
    assert {name: values for name, values in explained_templates().items() if values != used[name]} == {}


def test_every_filter_is_named_and_none_is_stale() -> None:
    trees = [ENV.parse(path.read_text("utf-8")) for path in templates().values()]
    used = {one.name for tree_ in trees for one in tree_.find_all(nodes.Filter)} - set(FILTERS)
    assert {code.partition("(")[0] for cells in rows(sections(LOOKS)["Filter und Stil"])
            for code in codes(cells[:1])} == used == OWN_FILTERS  # fmt: skip


def value_rows() -> dict[str, set[str]]:
    """Value of the site's templates → the parts that it is said to have."""
    found: dict[str, set[str]] = {}
    for cells in rows(sections(LOOKS)["Die Website"]):
        names = codes(cells[:1])
        if not names[0].endswith((".html", ".css", ".svg")):
            found |= {name: set(codes(cells[1:2])) for name in names}
    return found


DUMP = "<code>{0}={{{{ {0} | list | join(',') }}}}</code>"


def test_the_parts_of_values_are_those_that_templates_are_given(tmp_path: Path) -> None:
    """A campaign's own templates say what they were given, which also shows that they count."""
    own = {
        "page.html": "{% for sheet in page.sheets %}"
        "<code>sheets={{ sheet | list | join(',') }}</code>{% endfor %}"
        '{% for finding in page.findings %}{% include "pages/finding.html" %}{% endfor %}',
        "finding.html": DUMP.format("finding"),
        "upload.html": DUMP.format("upload"),
    }
    for name, text in own.items():
        (tmp_path / "templates" / "pages").mkdir(parents=True, exist_ok=True)
        (tmp_path / "templates" / "pages" / name).write_text(text, "utf-8")
    (tmp_path / "Ur.txt").write_text("|5 |Ringen |\n|4 |Bogen |\n[[Nirgends]]", "utf-8")
    (tmp_path / "Karte.png").write_bytes(b"PNG")
    build(tmp_path, tmp_path / "out", audience="gm", pdf=False, jobs=1)
    html = "".join(path.read_text("utf-8") for path in sorted((tmp_path / "out").glob("*.html")))
    given = {name: set(parts.split(",")) for name, parts in re.findall(r"<code>(\w+)=([\w,]+)</code>", html)}
    explained = value_rows()
    given["page"] = {*Page.__struct_fields__, *given.pop("sheets")}
    given["site"] = set(Site.__struct_fields__)
    assert {name: parts for name, parts in given.items() if explained[name] != parts} == {}
    assert set(given) == {"site", "page", "finding", "upload"}
    assert explained["task"] <= set(Task.__struct_fields__)


def test_the_parts_of_a_sheet_are_named() -> None:
    section = sections(LOOKS)["Bögen, Karten und Figuren"]
    named = set(codes(block for block in section if type(block) is tree.Paragraph))
    properties = {name for name, value in vars(Sheet).items() if isinstance(value, property)}
    assert set(Sheet.__struct_fields__) | properties <= named
    views = {words(cells[0]): codes(cells[1:]) for cells in rows(section) if words(cells[0]) in systems()}
    for game in systems().values():
        assert game.view is not None
        view: Any = get_type_hints(game.view)["return"]
        assert views[game.id] == list(view.__struct_fields__)


# A fourth system


def test_every_field_of_a_system_is_named() -> None:
    named = [codes(cells[:1])[0] for cells in rows(blocks_of("Ein viertes Regelsystem"))]
    assert named == list(System.__struct_fields__)
