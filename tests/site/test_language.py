"""Which language is spoken, and how catalogues are read."""

import pytest

from tontafel.rules.chart import plain
from tontafel.rules.message import did_you_mean, message
from tontafel.site.language import Language, choose, read_catalogue
from tontafel.site.templating import environment


@pytest.mark.parametrize(
    ("lang", "environ", "code"),
    [
        ("de", {"LANG": "en_US.UTF-8"}, "de"),
        ("en", {"LANG": "de_CH.UTF-8"}, "en"),
        ("de_AT", {}, "de"),
        ("fr", {"LANG": "de_DE"}, "en"),
        (None, {"LANG": "de_CH.UTF-8"}, "de"),
        (None, {"LC_MESSAGES": "de_DE", "LANG": "en_US"}, "de"),
        (None, {"LC_ALL": "C", "LC_MESSAGES": "de_DE"}, "en"),
        (None, {"LC_ALL": "", "LANG": "de_DE@euro"}, "de"),
        (None, {"LANG": "den_CA"}, "en"),
        (None, {}, "en"),
    ],
)
def test_the_language_asked_for_or_the_locale(lang: str | None, environ: dict[str, str], code: str) -> None:
    assert choose(lang, environ) == code


def test_sentences_of_the_program_and_of_a_system() -> None:
    german = Language("de")
    assert german.say(did_you_mean("Ur")) == "Meintest du „Ur“?"
    assert german.say(message("{skill} has no value.", skill="Muse")) == "Muse hat keinen Wert."
    assert Language("en").say(did_you_mean("Ur")) == "Did you mean “Ur”?"


def test_what_has_no_translation_stays_as_it_is() -> None:
    assert Language("de").gettext("Nobody ever said {this}.") == "Nobody ever said {this}."
    assert Language("de").say(message("{a} and {b}", a="{b}", b=2)) == "{b} and 2"


CATALOGUE = r"""
msgid ""
msgstr "Language: de\n"

# a remark
#: site/x.py:3
msgid "one \"page\"\n"
msgstr "eine „Seite“\n"

msgid ""
"long "
"sentence"
msgstr ""
"langer "
"Satz"

msgid "%(num)s box"
msgid_plural "%(num)s boxes"
msgstr[0] "%(num)s Kästchen"
msgstr[1] "%(num)s Kästchen und mehr"

msgid "not yet"
msgstr ""

#~ msgid "gone"
#~ msgstr "weg"
"""


def test_a_catalogue_is_read() -> None:
    assert read_catalogue(CATALOGUE) == {
        'one "page"\n': ("eine „Seite“\n",),
        "long sentence": ("langer Satz",),
        "%(num)s box": ("%(num)s Kästchen", "%(num)s Kästchen und mehr"),
    }


def test_templates_speak_through_it(monkeypatch: pytest.MonkeyPatch) -> None:
    language = Language("de")
    monkeypatch.setattr(language, "_known", read_catalogue(CATALOGUE))
    monkeypatch.setattr(language, "_unread", iter(()))
    env = environment(language)
    page = env.from_string(
        "{{ ngettext('%(num)s box', '%(num)s boxes', n) }} {{ _('long sentence') }} "
        "{{ _('%(who)s', who=who) }}"
    )
    assert page.render(n=1, who="a") == "1 Kästchen langer Satz a"
    assert page.render(n=2, who="<b>") == "2 Kästchen und mehr langer Satz &lt;b&gt;"
    untold = env.from_string("{{ ngettext('%(num)s cow', '%(num)s cows', n) }}")
    assert [untold.render(n=1), untold.render(n=3)] == ["1 cow", "3 cows"]


def test_what_is_the_same_in_every_language_is_looked_up_in_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tontafel.site.language._catalogues", lambda _: iter([None]))
    assert Language("de").say(plain("Ringen {5}")) == "Ringen {5}"
