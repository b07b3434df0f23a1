"""Conflicts of Der Geist Mesopotamiens, played by events on immutable states (seed 000, Kampfrunden)."""

from tontafel.rules.mesopotamien.conflict import attempts, harm, points, rounds  # noqa: F401 - register steps
from tontafel.rules.mesopotamien.conflict.enter import begin, enter, leave
from tontafel.rules.mesopotamien.conflict.events import AnyEvent
from tontafel.rules.mesopotamien.conflict.state import Circumstance, Conflict, Fighter
from tontafel.rules.mesopotamien.conflict.steps import STEPS

__all__ = ["AnyEvent", "Circumstance", "Conflict", "Fighter", "apply", "begin", "enter", "leave"]

#: The conflict after an event (see `conflict.events`), or the rule that forbids it and a remedy.
apply = STEPS.apply
