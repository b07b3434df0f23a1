"""`tontafel odds`: exact chances, by the rules of a system and with its own options."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from tontafel.site.cli.asked import given, options_of
from tontafel.site.cli.group import Verb, language_option, translated
from tontafel.site.cli.words import N_
from tontafel.site.console import Console

if TYPE_CHECKING:
    from tontafel.rules.system import System

_EXAMPLES = (
    "tontafel odds mesopotamien --skill 5 --difficulty 4 --fate-points 1",
    "tontafel odds tarua --attribute 6 --skill 4 --stage 7",
    "tontafel odds fhtagn --value 50 --modifier -20",
    "tontafel odds --format json fhtagn --value 50",
)


def _format_option() -> click.Option:
    text = N_("For people, or exact fractions for programs.")
    return click.Option(["--format", "style"], type=click.Choice(["text", "json"]), help=text)


class Systems(Verb, click.Group):
    """The verb: each rule system is a command below it, with the options that it brings."""

    def invoke(self, ctx: click.Context) -> object:
        """Answer; raises `MissingParameter` where no system is named, as other verbs do."""
        if not (ctx._protected_args or ctx.args):
            raise click.MissingParameter(ctx=ctx, param_hint="'SYSTEM'", param_type="argument")
        return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Give the systems that know odds."""
        from tontafel.rules.system import systems

        return [name for name, one in systems().items() if one.odds]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        """Make the command of a system; raises `UnknownSystem`."""
        from tontafel.rules.system import system

        one = system(cmd_name)
        options = options_of([("", one.odds_options())])
        command = Verb(
            cmd_name,
            callback=click.pass_context(lambda ctx, **arguments: _answer(ctx, one, arguments)),
            params=[*options, _format_option(), language_option()],
            help=N_("Say exactly how likely each outcome of a test is."),
            examples=[example for example in _EXAMPLES if f" {cmd_name} " in example],
        )
        return translated(command, ctx.obj.language)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the systems by their titles."""
        from tontafel.rules.system import systems

        with formatter.section(ctx.obj.language.gettext("Systems")):
            formatter.write_dl([(name, systems()[name].title) for name in self.list_commands(ctx)])


command = Systems(
    "odds",
    help=N_(
        "Say exactly how likely each outcome of a test is. SYSTEM is a rule system; "
        "“tontafel odds SYSTEM --help” tells its options."
    ),
    examples=_EXAMPLES,
    subcommand_metavar="SYSTEM …",
    no_args_is_help=False,
    params=[_format_option(), language_option()],
)


def _answer(ctx: click.Context, one: "System[Any]", arguments: dict[str, Any]) -> None:
    from tontafel.rules.message import message
    from tontafel.rules.options import read_options
    from tontafel.site.problem import Problem

    console: Console = ctx.obj
    wished = [arguments.pop("style"), ctx.parent.params.get("style") if ctx.parent else None]
    if one.odds is None:
        raise Problem(message("The rules of {title} know no odds.", title=one.title))
    read = read_options(one.odds_options(), given(arguments))
    chances = one.odds(**read)
    if "json" in wished:
        console.write_json({name: str(chance) for name, chance in chances.items()})
    else:
        _tell(console, one, chances, read)


def _tell(
    console: Console, one: "System[Any]", chances: Mapping[str, Fraction], read: dict[str, Any]
) -> None:
    """Say each chance in percent and as a fraction, and draw what is near."""
    from tontafel.site.bars import as_text, degree, percent

    words = {name: degree(name, console.language) for name in chances}
    width = max(map(len, words.values()))
    console.write(one.title)
    for name, chance in chances.items():
        shown = percent(chance, console.language)
        console.write(f"  {words[name]:<{width}}  {shown:>7}  {chance}")
    for chart in one.charts().asked(**read) if one.charts else ():
        console.write("")
        console.write(as_text(chart, console))
