"""The group of verbs, and what every verb has: help with examples, and a language."""

from collections.abc import Callable, Sequence
from copy import copy
from importlib import import_module
from typing import Any

import click
import click.core
import click.decorators
import click.exceptions
import click.formatting
import click.parser
import click.types

import tontafel
from tontafel.site.cli.words import N_
from tontafel.site.language import CODES, Language

#: Verb -> the sentence that lists it; its module bears its name.
VERBS = {
    "new": N_("Make the folder of a new campaign."),
    "build": N_("Build the site and the PDF sheets of a campaign."),
    "check": N_("Find what is wrong with pages, characters and links."),
    "show": N_("Show the characters and tables on a page."),
    "sheet": N_("Make PDF sheets of the characters on pages."),
    "handout": N_("Make PDF cards of NPCs."),
    "advance": N_("End an evening for characters, written back into their pages."),
    "npc": N_("Make characters by chance."),
    "roll": N_("Roll dice, or test a skill."),
    "odds": N_("Say exactly how likely each outcome of a test is."),
    "render": N_("Turn markup on standard input into HTML."),
    "import": N_("Bring a wiki in as a campaign's folder."),
    "schema": N_("Print the JSON Schema of what `show --format json` prints."),
    "doctor": N_("Say what is installed and what is missing."),
}


class Verb(click.Command):
    """A verb; `examples` are command lines that its help shows."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        self.examples = examples

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the examples."""
        with formatter.section(click.core._("Examples")):  # type: ignore[attr-defined]
            for example in self.examples:
                formatter.write(f"{'':{formatter.current_indent}}{example}\n")


def verb(name: str, text: str, examples: Sequence[str]) -> Callable[[Callable[..., int | None]], Verb]:
    """Make a function a verb. `text` is its help; the function gets the console as its first argument."""
    command = click.command(name, cls=Verb, help=text, examples=examples)

    def decorate(function: Callable[..., int | None]) -> Verb:
        made: Verb = command(click.pass_obj(function))
        made.params.append(language_option())
        return made

    return decorate


def language_option() -> click.Option:
    """Make `--lang`; it has been obeyed already when click meets it."""
    text = N_("German or English; else as the locale says.")
    return click.Option(["--lang"], type=click.Choice(CODES), expose_value=False, help=text)


class Verbs(click.Group):
    """The command itself, speaking a language; a verb's module is read when the verb is called."""

    def __init__(self, language: Language) -> None:
        self.language = language
        super().__init__(
            "tontafel",
            help=language.gettext(
                "Turn the wiki of a role-playing campaign into checked characters, a site and sheets."
            ),
            options_metavar=language.gettext("[OPTIONS]"),
            subcommand_metavar="VERB …",
            # Only their names count, for “did you mean”.
            commands={name: click.Command(name) for name in VERBS},
            params=[_translated_parameter(language_option(), language)],
        )
        click.version_option(tontafel.__version__, prog_name="tontafel", message="%(prog)s %(version)s")(self)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Give the verbs in the order of their use."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Read a verb's module."""
        if cmd_name not in VERBS:
            return None
        module = import_module(f"tontafel.site.cli.{cmd_name}_")
        return translated(module.command, self.language)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the verbs without reading their modules."""
        with formatter.section(self.language.gettext("Verbs")):
            formatter.write_dl([(name, self.language.gettext(text)) for name, text in VERBS.items()])


def make_group(language: Language) -> Verbs:
    """Make the command, and let click's own words come from our catalogue; it asks for them as `_`."""
    modules = (click.core, click.decorators, click.exceptions, click.formatting, click.parser, click.types)
    for module in modules:
        for name, function in (("_", language.gettext), ("ngettext", language.ngettext)):
            if hasattr(module, name):
                setattr(module, name, function)
    return Verbs(language)


def translated(command: click.Command, language: Language) -> click.Command:
    """Give a copy of a command whose help speaks a language."""
    made = copy(command)
    if command.help:
        made.help = language.gettext(command.help)
    made.options_metavar = language.gettext("[OPTIONS]")
    made.params = [_translated_parameter(parameter, language) for parameter in command.params]
    return made


def _translated_parameter(parameter: click.Parameter, language: Language) -> click.Parameter:
    made = copy(parameter)
    if isinstance(made, click.Option) and made.help:
        made.help = language.gettext(made.help)
    return made
