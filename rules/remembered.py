"""Answers to questions about short texts: the same few hundred words are asked about on every page."""

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, TypeVar

T = TypeVar("T")

#: So many answers are kept, of texts so long; names come again and again, sentences do not.
MOST, LONGEST = 4096, 60


class Remembered(dict[str, T]):
    """What a function says of texts, each short one asked once; `[text]` or `answers(…)` asks.

    When there are too many answers, all are forgotten.
    """

    def __init__(self, find: Callable[[str], T]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, text: str) -> T:
        found = self._find(text)
        if len(text) <= LONGEST:
            if len(self) >= MOST:
                self.clear()
            self[text] = found
        return found


def answers(find: Callable[[str], T]) -> Callable[[str], T]:
    """The function, remembering what it said."""
    return Remembered(find).__getitem__


class remembering(Generic[T]):  # noqa: N801 - used as a decorator
    """Makes a method of one text remember its answers, each object for itself."""

    def __init__(self, find: Callable[[Any, str], T]) -> None:
        self._find = find
        self._name = ""
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type) -> Callable[[str], T]:
        asked = answers(partial(self._find, instance))
        instance.__dict__[self._name] = asked
        return asked
