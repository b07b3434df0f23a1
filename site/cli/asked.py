"""Options that rule systems bring, for `roll` and `odds`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

from tontafel.rules.options import Option
from tontafel.site.language import Language


class SystemOption(click.Option):
    """An option of one system or of several, each with its own word about it; its value is read later."""

    def __init__(self, options: Sequence[tuple[str, Option]]) -> None:
        """Take the options of one name, each with the title of its system; no title where it is clear."""
        first = options[0][1]
        self.words = options
        super().__init__([first.flag], metavar=_metavar([one for _, one in options]), help=" ")

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Give the option and what each system says of it."""
        record = super().get_help_record(ctx)
        language: Language = ctx.obj.language
        said: dict[str, list[str]] = {}
        for title, option in self.words:
            said.setdefault(language.say(option.help), []).append(title)
        told = [f"{text} ({', '.join(titles)})" if any(titles) else text for text, titles in said.items()]
        return (record[0], "; ".join(told)) if record else None


def _metavar(options: Sequence[Option]) -> str:
    choices = dict.fromkeys(choice for option in options for choice in option.choices)
    return "|".join(choices) or ("N" if all(option.number for option in options) else "TEXT")


def options_of(named: Iterable[tuple[str, Sequence[Option]]]) -> list[SystemOption]:
    """Make options for a command, one for each name that any of the systems, by title, has."""
    found: dict[str, list[tuple[str, Option]]] = {}
    for title, options in named:
        for option in options:
            found.setdefault(option.name, []).append((title, option))
    return [SystemOption(same) for same in found.values()]


def given(arguments: Mapping[str, Any]) -> dict[str, str]:
    """Give the options that were used, as they were written."""
    return {name: value for name, value in arguments.items() if isinstance(value, str)}
