"""Tags on pages that are not what somebody may think: written as none, or almost a secret one."""

from collections.abc import Container, Iterator, Mapping

from msgspec.structs import astuple

from tontafel.parsers.missed_tags import MissedTag
from tontafel.rules.diagnostic import Diagnostic
from tontafel.rules.message import message
from tontafel.rules.names import Names, fold
from tontafel.rules.span import Span
from tontafel.site.campaign import shown
from tontafel.site.campaign.atlas import Atlas
from tontafel.site.campaign.settings import TagNames
from tontafel.site.campaign.survey import Record


def tag_findings(tags: TagNames, records: Mapping[str, Record], atlas: Atlas) -> Iterator[Diagnostic]:
    """Find what looks like a tag and is none, and tags that are nearly, or elsewhere, one for secrets."""
    known = {fold(name) for names in astuple(tags) for name in names}
    secret = Names(tags.secret)
    meant = _Meant(tags, known)
    for page in sorted(atlas.pages.keys() & records):
        facts = records[page].facts
        if facts.missed_tags:
            right = {fold(name) for name in facts.tags}
            for missed in facts.missed_tags:
                folded = fold(missed.name)
                spelled = secret.spelled(missed.name)
                told = missed.sure or spelled or (folded in known and not missed.listed)
                if told and folded not in right:
                    yield _unread(page, missed, spelled)
        for name, place in zip(facts.tags, facts.tag_places, strict=True):
            if nearly := meant[name]:
                yield _nearly_secret(page, name, place, nearly)


class _Meant(dict[str, str | None]):
    """Tag → the one for secrets that it nearly is, or that the campaign has instead of it."""

    def __init__(self, tags: TagNames, known: Container[str]) -> None:
        super().__init__()
        self._known = known
        self._first = next(iter(tags.secret), None)
        self._secret, self._usual = Names(tags.secret), Names(TagNames().secret)

    def __missing__(self, name: str) -> str | None:
        found = None
        if fold(name) not in self._known:
            found = self._secret.near(name) or (self._first if self._usual.spelled(name) else None)
        self[name] = found
        return found


def _unread(page: str, missed: MissedTag, secret: str | None) -> Diagnostic:
    said = (
        message(
            "“{name}” looks like a tag here, but is none. "
            "It would be one for secrets: players do not see the page.",
            name=shown(missed.name),
        )
        if secret
        else message("“{name}” looks like a tag here, but is none.", name=shown(missed.name))
    )
    return Diagnostic(
        code="tag-unread",
        severity="warning",
        message=said,
        hint=message("Write [[tag:{name}]].", name=shown(secret or missed.name)),
        page=page,
        span=missed.span,
    )


def _nearly_secret(page: str, name: str, place: Span, meant: str) -> Diagnostic:
    return Diagnostic(
        code="tag-nearly-secret",
        severity="warning",
        message=message(
            "The tag “{name}” is none for secrets in this campaign: players see the page.", name=shown(name)
        ),
        hint=message("Did you mean “{name}”?", name=shown(meant)),
        page=page,
        span=place,
    )
