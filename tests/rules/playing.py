"""What tests of conflicts and of their records share: events, allowed or refused, and tables of rounds."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st

from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.events import Event, Refusal, replay
from tontafel.rules.message import Message
from tontafel.rules.record import Record
from tontafel.site.language import Language

S = TypeVar("S")
Apply = Callable[[S, Event], S | Refusal]


def spoken(sentence: Message) -> str:
    """The sentence in English, which can be said in German, too."""
    german, english = Language("de").say(sentence), Language("en").say(sentence)
    assert german != english
    assert "{" not in german
    return english


def allowed(apply: Apply[S], state: S, *events: Event) -> S:
    """The state after events that are all allowed."""
    found = replay(apply, state, events)
    assert found.refusal is None, str(found.refusal and found.refusal.reason)
    return found.state


def refusal(apply: Apply[S], state: S, *events: Event) -> tuple[str, str]:
    """Why the last of the events is refused, and what to do instead, if that is said."""
    found = replay(apply, state, events)
    assert found.refusal is not None
    assert len(found.states) == len(events)
    return spoken(found.refusal.reason), spoken(found.refusal.hint) if found.refusal.hint else ""


def table(text: str) -> list[dict[str, str]]:
    """The rows of a table as a parser gives them; cells that are left out at the end are empty."""
    head, *rows = ([cell.strip() for cell in line.split("|")[1:]] for line in text.strip().splitlines())
    return [dict(zip(head[:-1], row + [""] * len(head), strict=False)) for row in rows]


def findings(record: Record, codes: Mapping[str, str]) -> list[tuple[str, Any]]:
    """Code and place of each finding, whose severity is known and which is said in both languages."""
    for each in record.diagnostics:
        assert each.severity == codes[each.code]
        for sentence in filter(None, (each.message, each.hint)):
            spoken(sentence)
    return [(each.code, each.where[1:]) for each in record.diagnostics]


def tables(heads: Sequence[str], texts: str) -> st.SearchStrategy[list[dict[str, str]]]:
    """Tables with any of the texts, or anything else, in their cells."""
    cells = st.sampled_from(texts.split("/")) | st.text(max_size=12)
    return st.lists(st.fixed_dictionaries(dict.fromkeys(heads, cells)), max_size=6)


def assert_played(record: Record, codes: Collection[str]) -> None:
    """The record is played to its end, and all that is wrong with it can be said."""
    for each in record.diagnostics:
        assert isinstance(each, Diagnostic)
        assert str(each.message)
        assert each.code in codes
