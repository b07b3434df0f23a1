"""What settings name and nobody knows: pages of the campaign, and codes of findings."""

from collections.abc import Iterator

from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.message import Message, message
from tontafel.rules.names import near
from tontafel.rules.span import Path
from tontafel.rules.system import systems
from tontafel.site.campaign import shown
from tontafel.site.campaign.atlas import Atlas
from tontafel.site.campaign.settings import SETTINGS_FILE, Settings

#: The codes of findings about files, settings, names, links, markup and how characters are written.
OWN_CODES = frozenset(
    """
    boxes-counted boxes-unnamed budget-cells budget-depth edition-unknown file-outside file-too-large
    file-unreadable glyph-missing include-missing link-beside-missing link-missing link-misspelt
    link-place-missing
    name-clash name-twice page-orphan picture-missing prose-read redirect-double redirect-loop
    redirect-missing row-unknown rules-contradict settings-broken settings-code settings-page settings-type
    settings-unknown sheet-failed system-unknown table-cells tag-nearly-secret tag-unread text-encoding
    upload-broken value-again value-unreadable
    """.split()  # noqa: SIM905 - to be read as a list of words
)

_WRITE = message("Write it, or take its name out of the settings.")
_LOOK = message("Take it out, or write the code as `tontafel check` prints it.")


def settings_findings(settings: Settings, atlas: Atlas) -> Iterator[Diagnostic]:
    """Find pages and codes that the settings name and that are not there; `where` is the key."""
    named = {("home",): (settings.home,), ("rules_pages",): settings.rules_pages}
    for where, pages in named.items():
        for name in pages:
            if name and not atlas.known(name):
                said = message("The settings name a page that is not there: “{name}”.", name=shown(name))
                yield _finding("settings-page", where, said, near(name, atlas.pages), _WRITE)
    strange = settings.severity.keys() - OWN_CODES
    known = _codes_of_systems() if strange else frozenset[str]()
    for code in sorted(strange - known):
        said = message("There is no finding called “{code}”.", code=shown(code))
        yield _finding("settings-code", ("severity", code), said, near(code, OWN_CODES | known), _LOOK)


def _codes_of_systems() -> frozenset[str]:
    return frozenset(
        code for one in systems().values() for codes in (one.codes(), one.log_codes()) for code in codes
    )


def _finding(code: str, where: Path, said: Message, meant: str | None, other: Message) -> Diagnostic:
    return Diagnostic(
        code=code,
        severity="warning",
        message=said,
        hint=message("Did you mean “{name}”?", name=shown(meant)) if meant else other,
        page=SETTINGS_FILE,
        where=where,
    )
