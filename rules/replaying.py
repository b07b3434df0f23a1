"""Playing a record of a conflict row by row; what a row becomes is for each game to say."""

from collections.abc import Callable, Mapping
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from tontafel.rules.diagnostic import Diagnostic, Severity
from tontafel.rules.events import Event, Refusal
from tontafel.rules.message import Message, message
from tontafel.rules.span import Path

S = TypeVar("S")


class Row(Protocol):
    """A row of a record: its place in the table, its round, and the heads of its columns by role."""

    @property
    def place(self) -> int:
        """From 0."""

    @property
    def round(self) -> int:
        """From 1."""

    @property
    def heads(self) -> Mapping[str, str]:
        """Role → head."""


class Doubt(Struct, frozen=True):
    """Something that is wrong or unclear in a row; what is said may name the `round`."""

    code: str
    said: Message
    hint: Message | None


class RoundEnd(Struct, Generic[S], frozen=True):
    """The conflict at the end of a round."""

    round: int
    state: S


class Player(Generic[S]):
    """Goes through the rows of one record; whatever is wrong with one, the next are still played.

    Attributes:
        state: the conflict after the rows so far.
        ends: the same at the end of each round.
        found: what is wrong with the rows.
    """

    def __init__(
        self, state: S, apply: Callable[[S, Event], S | Refusal], codes: Mapping[str, Severity]
    ) -> None:
        self.state = state
        self.ends: list[RoundEnd[S]] = []
        self.found: list[Diagnostic] = []
        self._apply = apply
        self._codes = codes

    def ended(self, number: int) -> None:
        """Note how everyone stands at the end of a round."""
        self.ends.append(RoundEnd(number, self.state))

    def attempt(self, event: Event) -> Refusal | None:
        """Let an event happen; where the rules refuse it, nothing changes."""
        after = self._apply(self.state, event)
        if isinstance(after, Refusal):
            return after
        self.state = after
        return None

    def must(self, row: Row, role: str, event: Event) -> bool:
        """Let an event happen, and make a finding of a refusal."""
        refusal = self.attempt(event)
        if refusal:
            self.note(row, role, "log-refused", refusal.reason, refusal.hint)
        return refusal is None

    def note(self, row: Row, role: str, code: str, said: Message, hint: Message | None = None) -> None:
        """Note that something is wrong with the cell that has this role, or with the row."""
        said = Message(said.text, {"round": row.round, **said.values})
        head = row.heads.get(role)
        where: Path = ("rows", row.place, head) if head else ("rows", row.place)
        self.found.append(
            Diagnostic(code=code, severity=self._codes[code], message=said, hint=hint, where=where)
        )

    def doubt(self, row: Row, role: str, *doubts: Doubt) -> None:
        """Note what is doubtful in a cell."""
        for one in doubts:
            self.note(row, role, one.code, one.said, one.hint)

    def backwards(self, row: Row, before: int) -> None:
        """Note that a round stands behind a later one."""
        said = message("Round {round} stands after round {before}.", before=before)
        self.note(row, "round", "log-round", said, message("Order the rows by their rounds."))

    def nobody(self, row: Row) -> None:
        """Note that a row has no name, and none before it."""
        self.note(row, "who", "log-unclear", message("Nobody says who acts here."), message("Write a name."))
