"""German or English: which one, and every sentence in it.

A sentence's English wording is its key. The German ones lie in catalogues (`de.po`), those of the
program in `templates/translations/`, those of a game system beside its rules; they are read when a
sentence is first asked for.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from msgspec import json

from tontafel.rules.message import PLAIN, Message

Code = Literal["de", "en"]
CODES: tuple[Code, ...] = ("de", "en")
CATALOGUES = Path(__file__).parent.parent / "templates" / "translations"

#: The wordings of one sentence: for one thing, and for any other number of things if that differs.
Wordings = tuple[str, ...]

_LINE = re.compile(r'^(?:(msgid|msgid_plural|msgstr(?:\[\d\])?)[ \t]+)?(".*")[ \t]*$', re.MULTILINE)


def choose(lang: str | None, environ: Mapping[str, str]) -> Code:
    """The language asked for, else that of the locale; English where that is neither of ours.

    Args:
        lang: what `--lang` says, such as `de` or `de_CH`.
        environ: the first of LC_ALL, LC_MESSAGES and LANG that is set counts.
    """
    set_by_locale = (environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    wanted = lang or next(filter(None, set_by_locale), "")
    return "de" if re.match(r"de(?![a-z])|german|deutsch", wanted, re.IGNORECASE) else "en"


class Language:
    """A language; templates ask for `gettext` and `ngettext`."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self._known: dict[str, Wordings] = {}
        self._unread = _catalogues(code)

    @staticmethod
    @cache
    def shared(code: Code) -> "Language":
        """Give the same for all who make one site, so that catalogues are read once."""
        return Language(code)

    def say(self, message: Message) -> str:
        """The sentence with its values; in English where there is no translation."""
        return message.filled(PLAIN if message.text == PLAIN else self.gettext(message.text))

    def gettext(self, text: str) -> str:
        """The wording for an English sentence."""
        wordings = self._find(text)
        return wordings[0] if wordings else text

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """The wording for so many things; German and English tell one from all other numbers."""
        wordings = self._find(singular) or (singular, plural)
        return wordings[0 if n == 1 else -1]

    def _find(self, text: str) -> Wordings | None:
        while text not in self._known and (catalogue := next(self._unread, None)):
            self._known = read_catalogue(catalogue.read_text("utf-8")) | self._known
        return self._known.get(text)


def read_catalogue(text: str) -> dict[str, Wordings]:
    """The translated sentences of a `.po` file: English sentence → wordings."""
    entries: list[dict[str, str]] = []
    part = "msgid"
    for keyword, quoted in _LINE.findall(text):
        part = keyword or part
        if keyword == "msgid":
            entries.append({})
        entries[-1][part] = entries[-1].get(part, "") + json.decode(quoted)
    return {
        entry["msgid"]: wordings for entry in entries if entry["msgid"] and (wordings := _wordings(entry))
    }


def _wordings(entry: Mapping[str, str]) -> Wordings:
    return tuple(text for part, text in entry.items() if part.startswith("msgstr") and text)


def _catalogues(code: Code) -> Iterator[Path]:
    """The program's catalogue, then those beside the rules, then those that other packages bring.

    English is the sentences themselves.
    """
    if code == "en":
        return
    from tontafel.rules.system import ROOM, systems

    yield CATALOGUES / f"{code}.po"
    yield from sorted(ROOM.glob(f"*/{code}.po"))
    for system in systems().values():
        catalogue = system.folder / f"{code}.po"
        if catalogue.is_file():
            yield catalogue
