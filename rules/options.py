"""What a command may tell a system's tests: options that the system names, explains and reads itself."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from tontafel.rules.message import Message, message
from tontafel.rules.system import RulesError, one_of

#: Longer figures are none that anybody rolls with.
_DIGITS = 9
_SIGNS = str.maketrans(dict.fromkeys("−–‐‑", "-"))


class OptionError(RulesError):
    """An option that these rules don't have, that is missing, or whose value can't be read."""


class Option(Struct, frozen=True, kw_only=True):
    """An argument of `System.roll` or `System.odds`, as people give it.

    Attributes:
        name: the argument's name, `fate_points`; on the command line `--fate-points`.
        help: what it is for.
        number: whether it is a whole number; otherwise a text.
        choices: the texts that are allowed; empty for any.
    """

    name: str
    help: Message
    number: bool = True
    choices: tuple[str, ...] = ()

    @property
    def flag(self) -> str:
        """How it is written on the command line."""
        return f"--{self.name.replace('_', '-')}"

    def read(self, written: str) -> int | str:
        """The value of what people write: `+20`, `−20` and `20 %` are numbers.

        Raises:
            OptionError: it is none of the values that this option can have.
        """
        return self._number(written) if self.number else self._choice(written)

    def _number(self, written: str) -> int:
        plain = written.translate(_SIGNS).replace(" ", "").removesuffix("%")
        digits = plain.lstrip("+-")
        if len(plain) - len(digits) > 1 or not digits.isdecimal() or len(digits) > _DIGITS:
            raise OptionError(
                message("{option}: “{value}” is no number.", option=self.flag, value=written),
                message("Write a whole number, such as 4, +20 or -20."),
            )
        return int(plain)

    def _choice(self, written: str) -> str:
        wanted = written.translate(_SIGNS).casefold().strip()
        if not self.choices:
            return written
        for choice in self.choices:
            if choice.casefold() == wanted:
                return choice
        raise OptionError(
            message("{option} can't be “{value}”.", option=self.flag, value=written),
            one_of(written, self.choices),
        )


def read_options(options: Sequence[Option], given: Mapping[str, str]) -> dict[str, int | str]:
    """The arguments for a system's function.

    Args:
        options: those that the function has.
        given: name → what people wrote.

    Raises:
        OptionError: the first that is unknown or can't be read.
    """
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            flag = f"--{name.replace('_', '-')}"
            flags = [option.flag for option in options]
            hint = one_of(flag, flags) if flags else None
            raise OptionError(message("{option} means nothing in these rules.", option=flag), hint)
    return {name: known[name].read(written) for name, written in given.items()}


def missing(*options: Option) -> OptionError:
    """The error for a command that lacks an option, one of several perhaps."""
    return OptionError(
        message("A number is missing: {options}.", options=" / ".join(option.flag for option in options)),
        message("For example {option} 4.", option=options[0].flag),
    )
