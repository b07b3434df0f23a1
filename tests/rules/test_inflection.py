"""A thing's name in a phrase, whatever article and case ending it wears there."""

import pytest

from tontafel.rules.inflection import names_thing, other_words, said_otherwise, same_word


@pytest.mark.parametrize(
    ("name", "phrase"),
    [
        ("der Bogen", "des Bogens"),
        ("Bogen des Apollo", "trägt den Bogen Apollos"),
        ("Bogen des Apollo", "Apollos Bogen"),
        ("Goldenes Vlies", "im Besitz des Goldenen Vlieses"),
        ("Goldenes Vlies", "das Goldene Vlies"),
        ("Löwenfell", "in der Haut des Loewenfells"),
        ("Dunkler Stab", "des dunklen Stabes"),
        ("Achills Schild", "der Schild des Achilles"),
        ("Herakles' Keule", "die Keule des Herakles"),
        ("Auge des Horus", "mit den Augen des Horus"),
        ("Eiserne Krone", "wer die eiserne Krone trägt"),
        ("Speer", "dem Speere treu"),
        ("Held", "ein Freund des Helden"),
        ("Herz des Löwen", "das Löwen-Herz"),
        ("Rad", "des Rades"),
        ("Bow of Apollo", "Apollo's bow"),
        ("„Sturmbrecher“", "Schwur auf den Sturmbrecher"),
    ],
)
def test_the_same_thing(name: str, phrase: str) -> None:
    assert names_thing(name, phrase)


@pytest.mark.parametrize(
    ("name", "phrase"),
    [
        ("Bogen des Apollo", "der Bogen"),
        ("Schwert des Apollo", "der Bogen des Apollo"),
        ("Speer", "im Speerwurf geübt"),
        ("Schwert", "die Schwester des Königs"),
        ("Stab", "stabil gebaut"),
        ("Hand des Sin", "Hund des Sin"),
        ("der", "der"),
        ("", "irgendetwas"),
        ("!!", "!!"),
    ],
)
def test_another_thing(name: str, phrase: str) -> None:
    assert not names_thing(name, phrase)


NOUNS = {
    "Bogen": "Bogens",
    "Schwert": "Schwertes Schwerts Schwerte",
    "Name": "Namens Namen",
    "Herz": "Herzens Herzen",
    "Löwe": "Löwen",
    "Ring": "Ringes Rings Ringe",
    "edel": "edle edler edles edlen edlem",
    "heilig": "heilige heiliger heiliges heiligen heiligem",
    "finster": "finstre finsteren finsterer",
}


@pytest.mark.parametrize("noun", NOUNS)
def test_every_form_is_the_same_word(noun: str) -> None:
    forms = [noun, *NOUNS[noun].split()]
    assert [(a, b) for a in forms for b in forms if not same_word(a, b)] == []


def test_words_that_say_more_than_the_name() -> None:
    assert other_words("Gegenstand Netz des Jägers", "Gegenstand: das Netz des Jägers, reißt nie") == [
        "reißt",
        "nie",
    ]
    assert other_words("Netz des Jägers", "des Jägers Netz") == []


def test_a_phrase_said_otherwise() -> None:
    known = ["die Sonne", "die Sonne brennt vom Himmel", "Würgegriff"]
    assert said_otherwise("weil die Sonne vom Himmel brennt", known) is None
    assert said_otherwise("Die Sonne vom Himmel brennt", known) == "die Sonne brennt vom Himmel"
    assert said_otherwise("im Würgegriff", known) == "Würgegriff"
    assert said_otherwise("die sonne", known) == "die Sonne"
    assert said_otherwise("der Mond", known) is None
