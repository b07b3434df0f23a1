"""Every check of every system, by a character that breaks it and one that comes close."""

from typing import Any

import pytest
from msgspec import Struct
from tests.rules.fhtagn_cases import FHTAGN
from tests.rules.judged import Case, Judged
from tests.rules.mesopotamien_cases import MESOPOTAMIEN
from tests.rules.tarua_cases import TARUA

from tontafel.rules.diagnostic import Diagnostic
from tontafel.site.language import Language

ALL = [MESOPOTAMIEN, TARUA, FHTAGN]
#: Findings of these codes explain themselves.
PLAIN = {"stunt-companions-value"}

every_case = pytest.mark.parametrize(
    ("game", "case"),
    [pytest.param(game, case, id=f"{game.system.id}-{case['code']}") for game in ALL for case in game.cases],
)
every_game = pytest.mark.parametrize("game", ALL, ids=lambda game: game.system.id)


def codes(diagnostics: list[Diagnostic]) -> list[str]:
    return sorted({diagnostic.code for diagnostic in diagnostics})


@every_game
def test_the_sound_character_is_sound(game: Judged) -> None:
    assert [game.found(case, "sound") for case in game.editions] == [[] for _ in game.editions]


@every_game
def test_every_check_has_a_case(game: Judged) -> None:
    assert {case["code"] for case in game.cases} == set(game.system.codes())


@every_case
def test_a_broken_rule_is_found(game: Judged, case: Case) -> None:
    assert codes(game.found(case, "broken")) == sorted({case["code"], *case.get("also", [])})


@every_case
def test_what_comes_close_is_not(game: Judged, case: Case) -> None:
    assert codes(game.found(case, "sound")) == sorted(case.get("besides", []))


@every_case
def test_a_finding_says_where_it_is_and_who(game: Judged, case: Case) -> None:
    broken = game.made(case, "broken")
    for diagnostic in game.found(case, "broken"):
        assert diagnostic.character == broken.name
        assert diagnostic.severity == game.system.codes()[diagnostic.code]
        at: Any = broken
        for step in diagnostic.where:
            at = getattr(at, str(step)) if isinstance(at, Struct) else at[step]


@every_case
def test_a_finding_speaks_german_and_english_and_gives_a_remedy(game: Judged, case: Case) -> None:
    german, english = Language("de"), Language("en")
    for diagnostic in game.found(case, "broken"):
        remedy = [diagnostic.hint] if diagnostic.hint else []
        assert remedy or diagnostic.code in PLAIN
        for sentence in [diagnostic.message, *remedy]:
            assert german.say(sentence) != english.say(sentence)
            assert "{" not in german.say(sentence)


@every_case
def test_an_npc_gets_notes_and_lacks_nothing(game: Judged, case: Case) -> None:
    diagnostics = game.found(case, "broken", "npc", {case["code"]: "error"})
    assert {diagnostic.severity for diagnostic in diagnostics} <= {"note"}
    assert not game.missing & set(codes(diagnostics))


@every_case
def test_settings_grade_a_code_or_switch_it_off(game: Judged, case: Case) -> None:
    graded = game.found(case, "broken", severity={case["code"]: "warning"})
    assert {each.severity for each in graded if each.code == case["code"]} == {"warning"}
    assert case["code"] not in codes(game.found(case, "broken", severity={case["code"]: "off"}))
