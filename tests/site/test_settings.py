import tomllib
from typing import Any

import pytest
import tomlkit
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tontafel.parsers.lines import LineIndex
from tontafel.rules.span import Span
from tontafel.site.campaign import toml_places
from tontafel.site.campaign.settings import Settings, read_settings


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
    (said,) = read_settings("Base_URL = 'https://ur.example'")[1]
    assert said.hint
    assert said.hint.values["name"] == "base_url"


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


def places(text: str) -> list[tuple[str, str]]:
    """The code of each finding with the part of the settings that it points to."""
    return [
        (d.code, text[d.span.start : d.span.end] if d.span else "nowhere") for d in read_settings(text)[1]
    ]


@pytest.mark.parametrize(
    ("text", "code", "marked"),
    [
        ("title = 3\n", "settings-type", "3"),
        ('"title" = 1979-05-27 07:32:00 # Tag\n', "settings-type", "1979-05-27 07:32:00"),
        ('home="x"\r\ntitle = 3.14\r\n', "settings-type", "3.14"),
        ("notices = [\n  'a', # ]\n  7,\n]\n", "settings-type", "[\n  'a', # ]\n  7,\n]"),
        ('tags = { npc = "N", geheim = "x" }\n', "settings-unknown", "geheim"),
        ('severity = {link-missing = "laut"}', "settings-type", '"laut"'),
        ('severity.link-missing="laut"', "settings-type", '"laut"'),
        ("[severity]\n'a.b' = \"laut\"\n", "settings-type", '"laut"'),
        ('title = """\naudience = 3\n"""\naudience = 4\n', "settings-type", "4"),
        ("title = '''\naudience = [\n'''\naudience = 4\n", "settings-type", "4"),
        ('licence = "]#\\"{"\naudience = 4\n', "settings-type", "4"),
        ("[tags]\nnpc = 1\n[x]\nnpc = 3\n", "settings-unknown", "x"),
        ("[[farben]]\nrot = 1\n[[farben]]\nrot = 2\n", "settings-unknown", "farben"),
        ('[tags]\nnpc = "N"\n"gr\\u00fcn" = {a = {b = [{c = 1}]}}\n', "settings-unknown", '"gr\\u00fcn"'),
        ("[severity.tief]\nx = 1\n", "settings-type", "tief"),
        ("title" + " " * 9 + "= [1, [2, {a = 3}]]", "settings-type", "[1, [2, {a = 3}]]"),
    ],
)
def test_a_finding_points_to_what_is_wrong_however_it_is_written(text: str, code: str, marked: str) -> None:
    assert (code, marked) in places(text)
    assert "nowhere" not in {part for _, part in places(text)}


NAMES = st.sampled_from(["title", "tags", "npc", "severity", "a-b", "a.b", "ü", '"', ""])
VALUES = st.recursive(
    st.sampled_from([1, 2.5, True, "x", "a = [1]\nb = 2", "#{", ["y", {"title": "z"}]]),
    lambda inner: st.dictionaries(NAMES, inner, max_size=3) | st.lists(inner, max_size=3),
)


@given(st.dictionaries(NAMES, VALUES, max_size=4))
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_every_key_has_its_place_and_its_value_stands_there(data: dict[str, Any]) -> None:
    text = tomlkit.dumps(data)
    found = toml_places.places(text)
    for key, value in data.items():
        span = found[(key,)].value
        named = text[found[(key,)].key.start : found[(key,)].key.end]
        assert list(tomllib.loads(f"{named} = 0")) == [key]
        if span != found[(key,)].key:  # no heading
            assert tomllib.loads(f"x = {text[span.start : span.end]}") == {"x": value}
    assert all(isinstance(one.span, Span) for one in read_settings(text)[1])


def test_brackets_within_brackets_are_one_finding() -> None:
    assert [d.code for d in read_settings("x = " + "[" * 5000 + "]" * 5000)[1]] == ["settings-broken"]
    inner = "{a = " * 40 + "1" + "}" * 40
    assert places(f"tags = {inner}\n") == [("settings-unknown", "a")]
