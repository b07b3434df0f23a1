"""What a row claims of its result, against what the rules make of it."""

from collections.abc import Iterator

from tontafel.rules.mesopotamien.dice import Comparison
from tontafel.rules.mesopotamien.log.cells import Outcome, words
from tontafel.rules.message import message
from tontafel.rules.replaying import Doubt


def claims(outcome: Outcome, result: str, compared: Comparison, *, answers: bool) -> Iterator[Doubt]:
    """What is wrong with a result.

    Args:
        outcome: the cell as read.
        result: the cell as written.
        compared: the roll that began it against the answer.
        answers: whether the row is the answer's, so that the cell speaks from that side.
    """
    if outcome.mine is not None and not _are_totals(outcome, compared, answers=answers):
        yield Doubt(
            "log-total",
            message(
                "Round {round}: it is {mine} against {theirs}; the record says {said} against {other}.",
                mine=compared.total,
                theirs=compared.against,
                said=outcome.mine,
                other=outcome.theirs or 0,
            ),
            message("Mend the rolls or the result."),
        )
    elif outcome.number is not None and outcome.number not in _right(outcome, compared, answers=answers):
        yield Doubt(
            "log-result",
            message(
                "Round {round}: {mine} against {theirs} is {margin}; the record says {said}.",
                mine=compared.total,
                theirs=compared.against,
                margin=compared.margin,
                said=outcome.number,
            ),
            message("Write {margin}, or mend the rolls.", margin=compared.margin),
        )
    elif outcome.number is None:
        yield from _in_words(result, compared)


def _are_totals(outcome: Outcome, compared: Comparison, *, answers: bool) -> bool:
    """Whether a cell with both totals has them right; whoever answers may write the own one first."""
    totals = (compared.total, compared.against)
    said = (outcome.mine, outcome.theirs)
    return said == totals or (answers and said == totals[::-1])


def _right(outcome: Outcome, compared: Comparison, *, answers: bool) -> set[int]:
    """The numbers that a cell may give: the difference from either side, or the own total."""
    right = {compared.margin}
    if answers or compared.margin < 0:
        right.add(-compared.margin)
    if compared.margin < 0:
        right.add(0)
    if outcome.mine is None:
        right.add(compared.against if answers else compared.total)
    return right


def _in_words(result: str, compared: Comparison) -> Iterator[Doubt]:
    hit = compared.margin > 0
    wrong = (words().is_just("nothing", result) and hit) or (words().says("hit", result) and not hit)
    if wrong:
        yield Doubt(
            "log-result",
            message(
                "Round {round}: {mine} against {theirs} is {margin}; the record says “{words}”.",
                mine=compared.total,
                theirs=compared.against,
                margin=compared.margin,
                words=result.strip(),
            ),
            message("Write {margin}, or mend the rolls.", margin=compared.margin),
        )
