"""What could be a character's name: a heading, a link, the page's name."""

import re
from collections.abc import Sequence

from tontafel.parsers.expression import expression
from tontafel.parsers.reader.flat import Slice
from tontafel.parsers.reader.lexicon import Lexicon, understood
from tontafel.parsers.reader.sentences import title_words, tokens
from tontafel.parsers.reader.units import Segment, Unit
from tontafel.parsers.yaml_head import head_of
from tontafel.rules.names import fold

_BRACKET = expression(r"\s*[\[(]([^()\[\]]*)[\])]")
_PREFIX = expression(r"^([^:]{2,30}):\s+(?=\S)")
_NUMBERING = expression(r"^\s*\d+[.)]\s+")
_TRIM = ' \t\n:;,.–—*_/|"„“”»«'
#: A name of up to four words, and the word behind it.
_SUBJECT = expression(r"([^\W\d_][\w'’-]*(?:\s[\w'’-]+){0,3}?)\s+([^\W\d_]+)\b")
#: A line of a page's head in YAML.
_ENTRY = expression(r"^([^\W\d_]+):[ \t]*+([^\n]{1,80})$", re.MULTILINE)
_MOST_WORDS = 6


@understood
def clean(text: str, lexicon: Lexicon) -> str:
    """A heading without number, colon and `(NSC)` or `NSC:`."""
    numbering = _NUMBERING.match(text)
    name = text[numbering.end() :] if numbering else text
    for bracket in _BRACKET.finditer(name):
        words = tokens(bracket[1])
        if all(map(lexicon.is_kind, words)) or lexicon.within(words[0], "player"):
            name = name.replace(bracket[0], "")
    prefix = _PREFIX.match(name)
    if prefix and (lexicon.within(prefix[1], "npc") or lexicon.within(prefix[1], "name")):
        name = name[prefix.end() :]
    first, blank, rest = name.partition(" ")
    if blank and lexicon.within(first.strip(_TRIM), "npc"):
        name = rest
    return " ".join(name.strip(_TRIM).split())


@understood
def is_group(text: str, lexicon: Lexicon) -> bool:
    """Whether a heading says that those below it are NPCs, and nothing else."""
    return all(lexicon.within(word, "npc") for word in tokens(text))


def is_name(text: str, lexicon: Lexicon) -> bool:
    """Whether a text looks like a name: capitals, but for `von`, `der` …, and no heading of another kind."""
    words = tokens(text)
    if not 0 < len(words) <= _MOST_WORDS or lexicon.section(text) or len(text) > 60:
        return False
    keys = set(map(fold, words))
    if keys & lexicon.sets["npc"] or {*keys, fold(text)} & lexicon.sets["rules"]:
        return False
    if lexicon.within(words[0], "prepositions") or lexicon.within(words[0], "pronouns"):
        return False
    great = [word for word in words if word[0].isupper() or word[0].isdigit()]
    return any(word[0].isupper() for word in words) and all(
        word in great or lexicon.within(word, "particles") or lexicon.within(word, "articles")
        for word in words
    )


def is_somebody(page: str, lexicon: Lexicon) -> bool:
    """Whether a page's name may be somebody's: no file's (`seite7`), no number's, no date's."""
    words = tokens(page)
    counted = words and (lexicon.within(words[0], "numbered") or lexicon.within(words[0], "name"))
    return is_name(page, lexicon) and not counted and not page[0].isdigit()


def titled(text: str, page: str, lexicon: Lexicon) -> str:
    """The name in the head of YAML that a page begins with; a `title` if the page's name is nobody's."""
    head = head_of(text)
    for label, value in _ENTRY.findall(head[1]) if head else ():
        is_title = lexicon.within(label, "title") and not is_somebody(page, lexicon)
        name = clean(value.strip(_TRIM + "'"), lexicon)
        if (is_title or lexicon.within(label, "name")) and is_name(name, lexicon):
            return name
    return ""


def title_of(root: Segment) -> Unit | None:
    """The first heading of the page, if the page starts with it."""
    first = root.units[0] if root.units else None
    if first is None and root.children:
        return root.children[0].heading
    return None


def best_name(
    page: str, heading: Unit | None, root: Segment, texts: Sequence[Slice], lexicon: Lexicon
) -> str:
    """Choose between a heading, a link and the page's name.

    The heading above all of the character's parts counts if it looks like a name; where it and the
    page's name have nothing in common, the one that the page's sentences speak of. A page that nothing
    on it speaks of and that has no such heading leaves it to the link that its first sentence is about.
    A bold line is less than a heading: it counts where the page is called `Seite 7` or by a date.
    """
    candidate = heading or title_of(root)
    name = clean(candidate.words.text, lexicon) if candidate else ""
    own = clean(page, lexicon) or page
    if not name or not (name == page or is_name(name, lexicon)):
        linked = _linked(texts[0]) if texts else ""
        return linked if is_name(linked, lexicon) and not mentions(page, texts, lexicon) else own
    if (
        candidate
        and candidate.place is None
        and mentions(name, texts, lexicon) <= mentions(page, texts, lexicon)
        and (is_somebody(own, lexicon) or mentions(page, texts, lexicon))
    ):
        return own
    if page in {"", name} or title_words(name, lexicon) & title_words(page, lexicon):
        return name
    return name if mentions(name, texts, lexicon) >= mentions(page, texts, lexicon) else own


def introduced(words: Slice, lexicon: Lexicon) -> str:
    """Whom a paragraph is about that begins with a name and `ist` or `hat`; else nobody."""
    match = _SUBJECT.match(words.text)
    name = match[1] if match else ""
    known = match is not None and lexicon.within(match[2], "copulas")
    first = tokens(name)[:1]
    plain = any(
        lexicon.within(word, role) for word in first for role in ("pronouns", "articles", "possessives")
    )
    return name if known and not plain and is_name(name, lexicon) else ""


def mentions(name: str, texts: Sequence[Slice], lexicon: Lexicon) -> int:
    """In how many texts a name's words are found."""
    words = [word for word in tokens(name) if not lexicon.within(word, "particles") and word[0].isupper()]
    return sum(any(word in text.text for word in words) for text in texts)


def _linked(words: Slice) -> str:
    """The link that a paragraph begins with."""
    return next((words.text[start:end] for start, end in words.runs("link") if start == 0), "")
