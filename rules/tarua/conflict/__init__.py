"""Conflicts of Tarua Katoc, played by events on immutable states (seed 001)."""

from tontafel.rules.tarua.conflict.events import AnyEvent
from tontafel.rules.tarua.conflict.state import Conflict, Fighter, begin, enter, wounds
from tontafel.rules.tarua.conflict.steps import STEPS, throw

__all__ = ["AnyEvent", "Conflict", "Fighter", "apply", "begin", "enter", "throw", "wounds"]

#: The conflict after an event (see `conflict.events`), or the rule that forbids it and a remedy.
apply = STEPS.apply
