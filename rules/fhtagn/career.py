"""Checks of the profession: which one, what it gives, and what it does not explain (facts, professions)."""

from collections.abc import Iterator

from tontafel.rules.checks import Finding
from tontafel.rules.fhtagn.case import Case, check
from tontafel.rules.fhtagn.professions import Offer
from tontafel.rules.message import did_you_mean, message
from tontafel.rules.skills import titled


@check("profession-missing", "note", missing=True)
def absent(case: Case) -> Iterator[Finding]:
    """No profession."""
    if case.profession is None:
        yield Finding(
            ("details",),
            message("No profession is written; skills and bonds are not judged by one."),
            message("The professions are: {names}.", names=", ".join(case.rules.professions)),
        )


@check("profession-misspelt", "warning")
def misspelt(case: Case) -> Iterator[Finding]:
    """A profession near to exactly one that is known; it is judged as that one."""
    if case.profession and case.profession.standing == "near":
        yield Finding(
            case.profession.where,
            message(
                "There is no profession “{written}” ({source}); it is judged as “{name}”.",
                written=case.profession.written,
                name=case.profession.name,
                source=case.rules.source("professions"),
            ),
            did_you_mean(case.profession.name),
        )


@check("profession-unknown", "warning")
def unknown(case: Case) -> Iterator[Finding]:
    """A profession that neither the facts nor the campaign has."""
    if case.profession and case.profession.standing == "unknown":
        yield Finding(
            case.profession.where,
            message(
                "There is no profession “{written}” ({source}); skills and bonds are not judged by one.",
                written=case.profession.written,
                source=case.rules.source("professions"),
            ),
            message("The professions are: {names}.", names=", ".join(case.rules.professions)),
        )


@check("profession-skill-low", "note", missing=True)
def low(case: Case) -> Iterator[Finding]:
    """Skills that everyone of the profession has and the character lacks."""
    if case.fit and case.fit.low:
        yield Finding(
            case.profession.where if case.profession else ("details",),
            message(
                "{profession} has more than the page says ({source}): {skills}.",
                profession=case.fit.profession.name,
                source=case.fit.profession.page or case.rules.title,
                skills=", ".join(map(shown, case.fit.low)),
            ),
            message("Raise these skills, or choose another profession."),
        )


@check("profession-options", "note")
def too_many_options(case: Case) -> Iterator[Finding]:
    """More of the profession's optional skills than one may choose."""
    found = case.fit
    if found and len(found.chosen) > found.profession.choose:
        yield Finding(
            case.profession.where if case.profession else ("details",),
            message(
                "Optional skills of {profession}: {count}; {allowed} are chosen ({source}): {skills}.",
                profession=found.profession.name,
                count=len(found.chosen),
                allowed=found.profession.choose,
                source=found.profession.page or case.rules.title,
                skills=", ".join(map(shown, found.chosen)),
            ),
            message(
                "Leave {surplus} at the base value.", surplus=len(found.chosen) - found.profession.choose
            ),
        )


@check("skill-above", "note")
def above(case: Case) -> Iterator[Finding]:
    """A skill above its base and above what the profession gives: free points are not in the sources."""
    for held, best in case.fit.above if case.fit else ():
        yield Finding(
            ("skills", held.index),
            message(
                "{skill} stands at {value}; base and profession give {best} ({source}).",
                skill=titled(held.name, held.specialisation),
                value=held.value,
                best=best,
                source=_given_by(case),
            ),
            message("If it rose in play, enter it in the table “Verlauf”."),
        )


def _given_by(case: Case) -> str:
    """The profession, and the pages that it and base values stand on."""
    own = (case.fit.profession.name, case.fit.profession.page) if case.fit else ()
    pages = [*own, case.rules.sources.get("skills.base", "")]
    return ", ".join(dict.fromkeys(filter(None, pages)))


@check("bonds-too-many", "warning")
def too_many_bonds(case: Case) -> Iterator[Finding]:
    """More bonds than the profession has."""
    allowed = _bonds(case)
    if allowed is not None and len(case.bonds) > allowed:
        yield Finding(
            ("details", "bonds", case.bonds[allowed][0]),
            message(
                "Bonds: {count}; {profession} has {allowed} ({source}).",
                count=len(case.bonds),
                profession=case.professions[0].name,
                allowed=allowed,
                source=case.professions[0].page or case.rules.title,
            ),
            message("Bonds to strike: {surplus}.", surplus=len(case.bonds) - allowed),
        )


@check("bonds-open", "note", missing=True)
def too_few_bonds(case: Case) -> Iterator[Finding]:
    """Fewer bonds than the profession has."""
    allowed = _bonds(case)
    if allowed is not None and len(case.bonds) < allowed:
        yield Finding(
            ("details",),
            message(
                "Bonds: {count} of {allowed} ({source}).",
                count=len(case.bonds),
                allowed=allowed,
                source=case.professions[0].page or case.rules.title,
            ),
            message("Bonds still to choose: {open}.", open=allowed - len(case.bonds)),
        )


def shown(offer: Offer) -> str:
    """An offer as a page writes it: "Buchführung oder Bürokratie 50"."""
    joined = (" und " if offer.both else " oder ").join(offer.skills)
    return f"{titled(joined, offer.specialisation)} {offer.value}"


def _bonds(case: Case) -> int | None:
    """The profession's bonds; of a word that several professions share, what they agree on."""
    counts = {profession.bonds for profession in case.professions}
    return counts.pop() if len(counts) == 1 else None
