"""The end of an evening in a conversation: what may change, what has been chosen, until all is said."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import click

from tontafel.rules.message import Message, message
from tontafel.site.advancement.advance import Evening, Ledger, PlacedProblem, Someone, judge
from tontafel.site.advancement.wishes import Event, by_words, phrase, sample, stands
from tontafel.site.console import Console
from tontafel.site.language import Language
from tontafel.site.problem import Problem

#: A text that nobody has yet, to see whether any text would do.
_ANY = "\u2026"
#: More choices than that are asked for in words.
_MOST = 40


class Talk:
    """A conversation about one character's evening."""

    def __init__(self, console: Console, ledger: Ledger, who: Someone, evening: Evening) -> None:
        language = ledger.desk.campaign.settings.language
        self.language = Language("en" if language.startswith("en") else "de")
        self._console = console
        self._ledger = ledger
        self._who = who
        self._evening = evening
        self._vocabulary = who.game.system.vocabulary()
        self._english = self.language.code == "en"
        self.events: list[Event] = []

    def hold(self) -> list[Event]:
        """Ask until nothing more is to change; give the events, all of them legal together.

        Raises `click.Abort` at the end of input.
        """
        self._tell(
            message("{who}: what changes at the end of this evening?", who=self._who.read.character.name)
        )
        while True:
            kinds = self._kinds()
            for number, kind in enumerate(kinds, 1):
                self._write(f"  {number}  {sample(self._vocabulary, kind, english=self._english)}")
            answer = self._ask(message("Number or words; nothing to end"))
            if not answer:
                return self.events
            try:
                self._take(answer, kinds)
            except Problem as error:
                hint = f" {self.language.say(error.hint)}" if error.hint else ""
                self._write(f"  {self.language.say(error.message)}{hint}")

    def confirm(self) -> bool:
        """Ask whether it is to be written."""
        yes = ("", "j", "ja", "y", "yes")
        return self._ask(message("Write this? (Enter for yes, n for no)")).casefold() in yes

    def _kinds(self) -> list[str]:
        """The kinds of change of which at least one is legal now."""
        forms = self._vocabulary.forms
        kinds = self._vocabulary.options
        return [kind for kind in kinds if self._first_legal(_THINKABLE[forms.get(kind, "text")](self, kind))]

    def _take(self, answer: str, kinds: Sequence[str]) -> None:
        """Understand an answer and add what it asks for; raises `Problem`."""
        if answer.isdecimal() and 0 < int(answer) <= len(kinds):
            event = self._chosen(kinds[int(answer) - 1])
            new = [event] if event else []
        else:
            new = by_words(answer, self._who.game.system)
        judge(self._ledger, self._who, [*self.events, *new], self._evening)
        self.events += new
        for event in new:
            self._write(f"  + {phrase(self._vocabulary, event, english=self._english)}")

    # One kind

    def _chosen(self, kind: str) -> Event | None:
        form = self._vocabulary.forms.get(kind, "text")
        return _ASK[form](self, kind)

    def _legal(self, events: Iterable[Event]) -> Iterator[Event]:
        """Those that the rules allow after what has been chosen."""
        for event in events:
            try:
                judge(self._ledger, self._who, [*self.events, event], self._evening)
            except PlacedProblem:
                continue
            yield event

    def _first_legal(self, events: Iterable[Event]) -> Event | None:
        return next(self._legal(events), None)

    def _pick(self, events: Iterable[Event], said: Callable[[Event], str]) -> Event | None:
        """Let one of the legal ones be chosen by number."""
        legal = list(islice(self._legal(events), _MOST))
        for number, event in enumerate(legal, 1):
            self._write(f"    {number}  {said(event)}")
        answer = self._ask(message("Which number")) if legal else ""
        return legal[int(answer) - 1] if answer.isdecimal() and 0 < int(answer) <= len(legal) else None

    def nothing(self, kind: str) -> Event | None:
        """What needs no more words."""
        return {"event": kind}

    def points(self, kind: str) -> Event | None:
        """A number."""
        answer = self._ask(message("How many"))
        return {"event": kind, "points": int(answer)} if answer.isdecimal() else None

    def text(self, kind: str) -> Event | None:
        """A consequence to strike, or any words."""
        *borne, anything = self.texts(kind)
        if self._first_legal([anything]):
            answer = self._ask(message("In which words"))
            return {"event": kind, "text": answer} if answer else None
        return self._pick(borne, lambda event: str(event["text"]))

    def exchange(self, kind: str) -> Event | None:
        """An aspect, and the one in its place."""
        chosen = self._pick(self.exchanges(kind), lambda event: str(event["replaced"]))
        answer = self._ask(message("In which words")) if chosen else ""
        return chosen | {"text": answer} if chosen and answer else None

    def swap(self, kind: str) -> Event | None:
        """A skill, and one that can take its place."""
        one = self._word([_titled(skill) for skill in self._who.read.character.skills])
        pairs = ({"event": kind, "skills": [one, other]} for other in self._skills() if other != one)
        return self._pick(pairs, lambda event: str(event["skills"][1])) if one else None

    def name(self, kind: str) -> Event | None:
        """A skill."""
        name = self._word([event["name"] for event in self._legal(self.names(kind))])
        return {"event": kind, "name": name} if name else None

    def change(self, kind: str) -> Event | None:
        """Something with a value, and the value that it gets."""
        chosen = self._pick(self.changes(kind), lambda event: f"{event['name']} → {event['new']}")
        if chosen is None:
            return None
        answer = self._ask(message("To which value (Enter: {value})", value=chosen["new"]))
        return chosen | {"new": int(answer)} if answer.isdecimal() else chosen

    # What is thinkable

    def just(self, kind: str) -> Iterator[Event]:
        """The event alone, or with one point."""
        yield {"event": kind, "points": 1}

    def texts(self, kind: str) -> Iterator[Event]:
        """The consequences, then any words."""
        for text in (*(one.text for one in self._who.read.character.consequences), _ANY):
            yield {"event": kind, "text": text}

    def exchanges(self, kind: str) -> Iterator[Event]:
        """Each aspect, for any words."""
        for one in self._who.read.character.aspects:
            yield {"event": kind, "replaced": one.text, "text": _ANY}

    def swaps(self, kind: str) -> Iterator[Event]:
        """Each skill of the character with each other one."""
        own = [_titled(skill) for skill in self._who.read.character.skills]
        for one in own:
            for other in self._skills():
                if one != other:
                    yield {"event": kind, "skills": [one, other]}

    def names(self, kind: str) -> Iterator[Event]:
        """Each skill."""
        for name in self._skills():
            yield {"event": kind, "name": name}

    def changes(self, kind: str) -> Iterator[Event]:
        """One more or one less of each value."""
        character = self._who.read.character
        names = [*character.attributes, *self._skills(), *(track.name for track in character.tracks)]
        for name in dict.fromkeys(names):
            now = stands(name, character, self._vocabulary)
            yield {"event": kind, "name": name, "new": now + 1}
            yield {"event": kind, "name": name, "new": max(0, now - 1)}

    def _skills(self) -> list[str]:
        """The character's skills, and those of the campaign."""
        own = [_titled(skill) for skill in self._who.read.character.skills]
        return list(dict.fromkeys([*own, *self._who.game.rules.skills.names()]))

    def _word(self, names: Sequence[str]) -> str:
        """Let a name be chosen by number or written."""
        for number, name in enumerate(names, 1):
            self._write(f"    {number}  {name}")
        answer = self._ask(message("Number or name"))
        return names[int(answer) - 1] if answer.isdecimal() and 0 < int(answer) <= len(names) else answer

    # Words

    def _tell(self, said: Message) -> None:
        self._write(self.language.say(said))

    def _write(self, line: str) -> None:
        self._console.remark_line(line)

    def _ask(self, said: Message) -> str:
        answer: str = click.prompt(self.language.say(said), default="", show_default=False, err=True)
        return answer.strip()


def _titled(skill: Any) -> str:
    return f"{skill.name} ({skill.specialisation})" if skill.specialisation else str(skill.name)


_ASK: dict[str, Callable[[Talk, str], Event | None]] = {
    "nothing": Talk.nothing,
    "points": Talk.points,
    "text": Talk.text,
    "exchange": Talk.exchange,
    "swap": Talk.swap,
    "name": Talk.name,
    "change": Talk.change,
    "rise": Talk.change,
}
_THINKABLE: dict[str, Callable[[Talk, str], Iterator[Event]]] = {
    "nothing": Talk.just,
    "points": Talk.just,
    "text": Talk.texts,
    "exchange": Talk.exchanges,
    "swap": Talk.swaps,
    "name": Talk.names,
    "change": Talk.changes,
    "rise": Talk.changes,
}
