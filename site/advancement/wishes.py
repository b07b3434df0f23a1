"""What is to change at the end of an evening: from options, or from a list on a page, in one's own words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from tontafel.parsers.lines import LineIndex
from tontafel.parsers.reader.events import told_events
from tontafel.parsers.reader.lexicon import lexicon
from tontafel.parsers.tree import Document, Item, Link, List, Node, text_of
from tontafel.rules.details import numbers
from tontafel.rules.message import message
from tontafel.rules.model import Character
from tontafel.rules.names import fold, near
from tontafel.rules.system import System, one_of
from tontafel.rules.vocabulary import Vocabulary
from tontafel.site.problem import Problem

Event = dict[str, Any]

#: `Schriften`, `Schriften=4`, `Schriften 4`, `Suchen: 42 %`.
_VALUE = re.compile(r"\s*(.+?)\s*(?:[=:]\s*|\s)(\d{1,3})\s*%?\s*")
_NUMBER = re.compile(r"\d{1,4}")
_DASH = re.compile(r"\s+[–—-]{1,2}\s+")
_SAID = frozenset(["text", "replaced", "skills", "name", "new", "points"])


class Line(Struct, frozen=True):
    """An item of a list: whose it is, what it says, the line it stands on, and a page that it links to."""

    name: str
    words: str
    number: int
    page: str = ""


def label(vocabulary: Vocabulary, event: str, *, english: bool) -> str:
    """Give the words by which an event is called."""
    words = vocabulary.events[event]
    return words[-1] if english else words[0]


def sample(vocabulary: Vocabulary, event: str, *, english: bool) -> str:
    """Give an event as a list would have it, with capitals where names and numbers go."""
    shapes = {
        "text": "TEXT",
        "name": "NAME",
        "nothing": "",
        "points": "N",
        "exchange": "A by B" if english else "A durch B",
        "swap": "A and B" if english else "A und B",
        "change": "NAME from N to M" if english else "NAME von N auf M",
        "rise": "NAME from N to M" if english else "NAME von N auf M",
    }
    shape = shapes[vocabulary.forms.get(event, "text")]
    title = label(vocabulary, event, english=english)
    return f"{title}: {shape}" if shape else title


def phrase(vocabulary: Vocabulary, event: Event, *, english: bool) -> str:
    """Give an event in words that `by_words` understands."""
    told = {key: value for key, value in event.items() if key in _SAID}
    form = vocabulary.forms.get(event["event"], "text")
    if form == "exchange":
        said = f"{told['replaced']} {'by' if english else 'durch'} {told['text']}"
    elif form == "swap":
        said = f" {'and' if english else 'und'} ".join(told["skills"])
    elif form in {"change", "rise"}:
        said = f"{told['name']} {'to' if english else 'auf'} {told['new']}"
    else:
        said = "".join(str(value) for value in told.values())
    title = label(vocabulary, event["event"], english=english)
    return f"{title}: {said}" if said else title


# Options


def by_options(system: System[Any], character: Character, given: Mapping[str, Sequence[Any]]) -> list[Event]:
    """Make the events that options ask for, in the order that the system gives them.

    Args:
        system: the character's.
        character: as it is now; a value that rises by one step starts there.
        given: option → what was written, once for each time.

    Raises:
        Problem: the system has no such option, or a value can't be read.
    """
    vocabulary = system.vocabulary()
    known = {flag: event for event, flag in vocabulary.options.items()}
    for flag in given:
        if flag not in known:
            raise Problem(
                message("{option} means nothing in the rules of {system}.", option=flag, system=system.title),
                one_of(flag, [*known, "--change"]),
            )
    return [
        _event(event, flag, written, vocabulary, character)
        for flag, event in known.items()
        for written in given.get(flag, ())
    ]


def _event(event: str, flag: str, written: Any, vocabulary: Vocabulary, character: Character) -> Event:
    """One event from what stands behind its option."""
    form = vocabulary.forms.get(event, "text")
    if form == "nothing":
        return {"event": event}
    if form == "swap":
        return {"event": event, "skills": list(written)}
    if form == "exchange":
        return {"event": event, "replaced": written[0], "text": written[1]}
    if form == "points":
        return {"event": event, "points": _whole(flag, written)}
    if form in {"change", "rise"}:
        return {"event": event} | _change(form, flag, written, vocabulary, character)
    return {"event": event, "name" if form == "name" else "text": written}


def _whole(flag: str, written: str) -> int:
    if not _NUMBER.fullmatch(written.strip()):
        raise Problem(
            message("{option}: “{value}” is no number.", option=flag, value=written),
            message("For example {option} 4.", option=flag),
        )
    return int(written)


def _change(form: str, flag: str, written: str, vocabulary: Vocabulary, character: Character) -> Event:
    """`Schriften=4`; a name alone means one step more than now."""
    value = _VALUE.fullmatch(written)
    if value:
        return {"name": value[1], "new": int(value[2])}
    if form == "rise":
        return {"name": written.strip(), "new": stands(written, character, vocabulary) + 1}
    name = written.partition("=")[0].strip() or "NAME"
    raise Problem(
        message("{option}: “{value}” does not say to which value.", option=flag, value=written),
        message("For example {option} {name}=4.", option=flag, name=name),
    )


def stands(name: str, character: Character, vocabulary: Vocabulary) -> int:
    """Give the value of an attribute, a skill or a track as it is now; 0 for what the character lacks."""
    words = lexicon(vocabulary)
    known = {fold(name), fold(words.attribute(name) or name), fold(words.skill(name) or name)}
    values: dict[str, int] = {fold(skill.name): skill.value or 0 for skill in character.skills}
    values |= {fold(key): value for key, value in character.attributes.items()}
    values |= {fold(key): value for key, value in numbers(character.details, "current").items()}
    for track in character.tracks:
        if isinstance(track.current, int):
            values[fold(track.name)] = track.current
    return next((value for key, value in values.items() if key in known), 0)


# Words


def by_words(words: str, system: System[Any]) -> list[Event]:
    """Make the events that words tell of, those of the table Verlauf; raises `Problem`."""
    vocabulary = system.vocabulary()
    events: list[Event] = []
    for told in told_events(words, lexicon(vocabulary)):
        if told.event is None:
            labels = ", ".join(label(vocabulary, event, english=False) for event in vocabulary.events)
            raise Problem(
                message("“{words}” is no change that {system} knows.", words=told.words, system=system.title),
                message("Begin with one of these words and a colon: {names}.", names=labels),
            )
        events.append(told.event)
    return events


def tells_of_change(words: str, vocabulary: Vocabulary) -> bool:
    """Whether words begin like a change, a slip of the pen forgiven; else they tell a story."""
    known = lexicon(vocabulary)
    labels = [word for words in vocabulary.events.values() for word in words]
    begins, colon, _ = words.partition(":")
    return any(told.event for told in told_events(words, known)) or (
        bool(colon) and (fold(begins) in known.events or any(near(begins.strip(), [word]) for word in labels))
    )


def listed(document: Document, text: str) -> list[Line]:
    """Give the items of a page's lists that begin with somebody's name and a colon or a dash.

    Items below one that is only a name are that one's.
    """
    return list(_lines(document.blocks, LineIndex(text)))


def _lines(nodes: Sequence[Node], index: LineIndex) -> Iterator[Line]:
    for item in (item for node in nodes if isinstance(node, List) for item in node.items):
        name, words = _divided(_words(item))
        inner = [child for child in item.children if isinstance(child, List)]
        page = next((child.target for child in item.children if isinstance(child, Link)), "")
        if words:
            yield Line(name, words, index.place(item.start)[0], page)
        elif name:
            for below in (one for part in inner for one in part.items):
                yield Line(name, _words(below), index.place(below.start)[0], page)
            continue
        yield from _lines(inner, index)


def _words(item: Item) -> str:
    return " ".join(text_of([child for child in item.children if not isinstance(child, List)]).split())


def _divided(words: str) -> tuple[str, str]:
    """The name that an item begins with, and the rest of its words."""
    name, _, rest = words.partition(":")
    dash = _DASH.search(name)
    if dash:
        name, rest = name[: dash.start()], words[dash.end() :]
    return name.strip(" *_/'\""), rest.strip()
