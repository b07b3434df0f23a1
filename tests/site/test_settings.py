from tontafel.parsers.lines import LineIndex
from tontafel.site.settings import Settings, read_settings


def codes(text: str) -> list[tuple[str, str, int]]:
    lines = LineIndex(text)
    return [
        (d.code, str(d.message.values.get("key", "")), lines.place(d.span.start)[0] if d.span else 0)
        for d in read_settings(text)[1]
    ]


def test_everything_has_a_default() -> None:
    settings, found = read_settings("")
    assert settings == Settings()
    assert found == []
    assert settings.language == "de"
    assert settings.audience == "players"
    assert "Geheim" in settings.tags.secret


def test_all_settings_are_read() -> None:
    settings, found = read_settings(
        'title = "Zweistromland"\nlanguage = "en"\nsystem = "mesopotamien"\nedition = "2"\nhome = "Ur"\n'
        'base_url = "https://ur.example/"\naudience = "gm"\nrules_pages = ["Regeln", "Hausregeln"]\n'
        'licence = "CC BY"\nnotices = "One."\n[severity]\nskill-unknown = "off"\n'
        '[tags]\nsecret = ["verborgen"]\nnpc = "Monster"\n'
    )
    assert found == []
    assert settings.rules_pages == ("Regeln", "Hausregeln")
    assert settings.notices == ("One.",)
    assert settings.severity == {"skill-unknown": "off"}
    assert settings.tags.secret == ("verborgen",)
    assert settings.tags.npc == ("Monster",)
    assert settings.tags.rules == ("Regeln", "Rules")
    assert settings.audience == "gm"


def test_unknown_keys_are_found_with_their_lines() -> None:
    text = 'title = "Ur"\n\ntitel = "Ur"\n[tags]\nsecrets = "x"\n[farben]\nrot = 1\n'
    assert codes(text) == [
        ("settings-unknown", "titel", 3),
        ("settings-unknown", "farben", 6),
        ("settings-unknown", "secrets", 5),
    ]
    hints = [d.hint.values["name"] if d.hint else None for d in read_settings(text)[1]]
    assert hints == ["title", None, "secret"]


def test_wrong_types_fall_back_to_the_default_and_name_the_line() -> None:
    text = 'title = 7\nlanguage = "en"\naudience = "players and gm"\nseverity = 3\n[tags]\nnpc = [1]\n'
    settings, _ = read_settings(text)
    assert codes(text) == [
        ("settings-type", "title", 1),
        ("settings-type", "audience", 3),
        ("settings-type", "severity", 4),
        ("settings-type", "npc", 6),
    ]
    assert (settings.title, settings.language, settings.audience) == ("", "en", "players")


def test_a_level_that_is_none() -> None:
    assert codes('[severity]\na-b = "fatal"\nc-d = "off"\n') == [("settings-type", "a-b", 2)]
    assert read_settings('[severity]\na-b = "fatal"\nc-d = "off"\n')[0].severity == {"c-d": "off"}


def test_dotted_keys_are_found_too() -> None:
    assert codes('title = "Ur"\ntags.geheim = "x"\n') == [("settings-unknown", "geheim", 2)]


def test_a_broken_file_is_one_finding_at_its_place() -> None:
    text = 'title = "Ur"\nlanguage = \nsystem = "x"\n'
    settings, found = read_settings(text)
    assert settings == Settings()
    assert [d.code for d in found] == ["settings-broken"]
    assert found[0].span is not None
    assert LineIndex(text).place(found[0].span.start) == (2, 12)


def test_a_file_broken_at_its_end() -> None:
    found = read_settings('title = "Ur')[1]
    assert [d.code for d in found] == ["settings-broken"]


def test_language_and_address_have_a_form() -> None:
    assert codes('language = "Deutsch (Schweiz)"\nbase_url = "javascript:alert(1)"\n') == [
        ("settings-type", "language", 1),
        ("settings-type", "base_url", 2),
    ]
    assert codes('language = "de-CH"\nbase_url = "https://ur.example/spiel/"\n') == []
