"""Which spellings are one name, and which known name a misspelt one means."""

from time import process_time
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tontafel.rules.names import Names, distance, fold, near
from tontafel.rules.system import system

SKILLS = system("mesopotamien").ruleset("1", []).skills.names()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Überleben", "Ueberleben"),
        ("Überleben", "ÜBERLEBEN"),
        ("Überleben", normalize("NFD", "Überleben")),
        ("Straße", "STRASSE"),
        ("  Herr   des\tNils ", "Herr des Nils"),
        ("Große Götter", "grosse goetter"),
    ],
)
def test_spellings_of_one_name(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("Ea", "Eä"), ("Mütter", "Mutter"), ("Ur", "Uruk"), ("ae", "a")])
def test_two_names(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@given(st.text())
def test_folding_twice_changes_nothing(name: str) -> None:
    assert fold(fold(name)) == fold(name)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Rethorik", "Rhetorik"),
        ("Atletik", "Athletik"),
        ("Mytsik", "Mystik"),
        ("Mistik", "Mystik"),
        ("Alchimie", "Alchemie"),
        ("Schiffbau", "Schiffsbau"),
        ("Speeer", "Speer"),
        ("Wissenschaften", "Wissenschaft"),
        ("entschlossenhiet", "Entschlossenheit"),
        ("Ueberlben", "Überleben"),
        ("Muße", "Muse"),
    ],
)
def test_a_slip_of_the_pen(written: str, meant: str) -> None:
    assert near(written, SKILLS) == meant


@pytest.mark.parametrize(
    "written",
    [
        "Schneider",
        "Überreden",
        "Schmied",
        "Segeln",
        "Keule",
        "Kraft",
        "Hörner",
        "Ausweichen",
        "Jagen",
        "Mu",
        "",
        "Speerkampf",
    ],
)
def test_another_word(written: str) -> None:
    assert near(written, SKILLS) is None


def test_a_known_name_is_no_misspelling_and_two_near_ones_are_none() -> None:
    assert near("ueberleben", SKILLS) is None
    assert near("Reiden", ["Reiten", "Reisen"]) is None


def test_names_are_found_again_as_the_rules_spell_them() -> None:
    names = Names(SKILLS)
    assert names.spelled("ueberleben") == "Überleben"
    assert names.spelled("Fliegen") is None
    assert names.near("Ueberlebne") == "Überleben"


@pytest.mark.parametrize(
    ("a", "b", "slips"),
    [
        ("", "", 0),
        ("ab", "ba", 1),
        ("abc", "abd", 1),
        ("abc", "abcd", 1),
        ("abcd", "acbd", 1),
        ("abcd", "badc", 2),
    ],
)
def test_distance(a: str, b: str, slips: int) -> None:
    assert distance(a, b, 9) == distance(b, a, 9) == slips


@given(st.text("abc", max_size=6), st.text("abc", max_size=6), st.integers(0, 3))
def test_a_limit_only_cuts_the_distance(a: str, b: str, limit: int) -> None:
    assert distance(a, b, limit) == min(distance(a, b, 99), limit + 1)


@settings(max_examples=50)
@given(st.sampled_from([skill for skill in SKILLS if skill.isascii()]), st.integers(0, 3))
def test_one_swapped_pair_of_letters_is_found(skill: str, index: int) -> None:
    letters = list(skill)
    letters[index : index + 2] = reversed(letters[index : index + 2])
    written = "".join(letters)
    assert near(written, SKILLS) == (None if fold(written) == fold(skill) else skill)


def test_a_sentence_is_no_name_and_costs_nothing() -> None:
    start = process_time()
    assert near("a" * 1_000_000, ["b" * 1_000_000, "a" * 999_999]) is None
    assert process_time() - start < 1
