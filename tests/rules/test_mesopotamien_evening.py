"""The end of an evening: Herakles after the hydra, then rule by rule and refusal by refusal."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace
from tests.rules.mesopotamien_heroes import HERAKLES as FRESH

from tontafel.rules.events import Advanced, Refusal
from tontafel.rules.mesopotamien.edition import MesopotamienRules
from tontafel.rules.mesopotamien.evening import Evening, advance
from tontafel.rules.mesopotamien.history import (
    AnyEvent,
    AspectAdded,
    AspectExchanged,
    BoxesCleared,
    ConsequenceStruck,
    SkillsSwapped,
    events,
)
from tontafel.rules.model import Aspect, Character, Consequence, Skill, Stunt, Track
from tontafel.rules.system import system
from tontafel.site.language import Language

SYSTEM = system("mesopotamien")
RULES: MesopotamienRules = SYSTEM.ruleset("1", [])
SECOND: MesopotamienRules = SYSTEM.ruleset("2", [])

HERAKLES = replace(
    FRESH,
    tracks=[
        Track(name="Gesundheit", boxes=[True, False, True, False, False]),
        Track(name="Fassung", boxes=[False, True, False, False]),
        Track(name="Vermögen", boxes=[False] * 3),
    ],
)


def evening(*changes: AnyEvent, **parts: Any) -> Evening:
    usual = {"when": "2010-03-28", "session": "Die Hydra von Lerna", "why": "Gift der Hydra"}
    return Evening(**(usual | parts), events=changes)


def advanced(character: Character, *changes: AnyEvent, rules: Any = RULES, **parts: Any) -> Character:
    found = advance(character, rules, evening(*changes, **parts))
    assert isinstance(found, Advanced), str(found.reason)
    return found.character


def refused(character: Character, *changes: AnyEvent, rules: Any = RULES, **parts: Any) -> tuple[str, str]:
    """Why an evening is refused and what to do instead, which can be said in both languages."""
    found = advance(character, rules, evening(*changes, **parts))
    assert isinstance(found, Refusal)
    assert found.hint is not None
    for sentence in (found.reason, found.hint):
        german = Language("de").say(sentence)
        assert german != Language("en").say(sentence)
        assert "{" not in german
    return str(found.reason), str(found.hint)


def values(character: Character) -> list[tuple[str, int | None]]:
    return [(skill.name, skill.value) for skill in character.skills]


ARROWS = AspectAdded(text="vergiftete Pfeile")
LYRE = SkillsSwapped(skills=("Mystik", "Muse"))


def test_herakles_after_the_hydra() -> None:
    found = advance(HERAKLES, RULES, evening(ARROWS, LYRE, BoxesCleared()), Language("de").say)
    assert isinstance(found, Advanced)
    later = found.character
    assert [aspect.text for aspect in later.aspects][5:] == [
        "für den Pfad der Ehre entschieden",
        "vergiftete Pfeile",
    ]
    assert later.skills[7] == Skill(name="Mystik", value=2)
    assert later.skills[11] == Skill(name="Muse", value=1, specialisation="Leier")
    assert [track.boxes for track in later.tracks] == [[False] * 5, [False] * 4, [False] * 3]
    assert SYSTEM.derive(later, RULES)["refresh"] == 7
    assert later.details == {
        "history": [
            {
                "date": "2010-03-28",
                "session": "Die Hydra von Lerna",
                "what": "Aspekt neu: vergiftete Pfeile; Tausch: Mystik und Muse; Kästchen geleert",
                "why": "Gift der Hydra",
                "events": [
                    {"event": "aspect_added", "when": "2010-03-28", "text": "vergiftete Pfeile"},
                    {"event": "skills_swapped", "when": "2010-03-28", "skills": ["Mystik", "Muse"]},
                    {"event": "boxes_cleared", "when": "2010-03-28"},
                ],
            }
        ]
    }
    assert list(found.events) == events(later.details)
    unchanged = ("name", "kind", "stunts", "consequences", "open_slots", "other")
    assert all(getattr(later, part) == getattr(HERAKLES, part) for part in unchanged)
    assert [each.code for each in SYSTEM.check(later, RULES)] == ["skill-row-open"]


def test_an_entry_with_one_event_is_flat_and_one_without_any_is_a_row() -> None:
    later = advanced(HERAKLES, ARROWS)
    [row] = later.details["history"]
    assert row["event"] == "aspect_added"
    assert row["what"] == "Aspect added: vergiftete Pfeile"
    quiet = advanced(later, when="2010-05-16", session="", why="")
    assert quiet.details["history"][1] == {"date": "2010-05-16", "session": "", "what": "", "why": ""}
    assert json.decode(json.encode(quiet.details)) == quiet.details


def test_the_fate_points_on_the_page_follow() -> None:
    counted = replace(HERAKLES, details={"fate_points": 1, "refresh": 6})
    later = advanced(counted, ARROWS)
    assert (later.details["fate_points"], later.details["refresh"]) == (7, 7)
    assert "refresh" not in advanced(HERAKLES, ARROWS).details
    assert advanced(counted).details["fate_points"] == 6


@pytest.mark.parametrize("language", ["de", "en"])
def test_an_entry_says_what_changed_in_words_by_which_pages_are_read(language: Any) -> None:
    hurt = replace(HERAKLES, consequences=[harm("mild", "Beule")])
    changes = (LYRE, BoxesCleared(), ConsequenceStruck(text="Beule"))
    labels = SYSTEM.vocabulary().events
    for aspect in (ARROWS, AspectExchanged(text="sanft", replaced="jähzornig")):
        found = advance(hurt, RULES, evening(aspect, *changes), Language(language).say)
        assert isinstance(found, Advanced)
        [row] = found.character.details["history"]
        for told, event in zip(row["what"].split("; "), row["events"], strict=True):
            assert told.partition(":")[0] in labels[event["event"]]


# One evening, one entry


@pytest.mark.parametrize(
    "again", [{}, {"when": "28. 3. 2010"}, {"when": "", "session": "die hydra von lerna"}]
)
def test_an_evening_is_entered_once(again: dict[str, Any]) -> None:
    said, remedy = refused(advanced(HERAKLES, ARROWS), BoxesCleared(), **again)
    assert said.endswith("has been entered already.")
    assert remedy == "Undo that entry first, or wait for the next evening."


def test_other_evenings_can_have_the_same_name_or_none() -> None:
    later = advanced(HERAKLES, ARROWS)
    assert len(advanced(later, when="2010-05-16").details["history"]) == 2
    unnamed = advanced(HERAKLES, when="", session="")
    assert len(advanced(unnamed, when="", session="").details["history"]) == 2


def test_one_swap_and_one_aspect_an_evening() -> None:
    other = SkillsSwapped(skills=("Bogen", "Keule"))
    said, remedy = refused(HERAKLES, LYRE, other)
    assert said == "Two skills have been swapped this evening."
    assert remedy == "One an evening; the other change can wait for the next one."
    exchange = AspectExchanged(text="sanft", replaced="jähzornig")
    for second in (AspectAdded(text="müde"), exchange):
        assert refused(HERAKLES, ARROWS, second)[0] == "An aspect has been changed this evening."
    assert refused(HERAKLES, exchange, ARROWS)[0] == "An aspect has been changed this evening."


# Swaps


@pytest.mark.parametrize("pair", [("Mystik", "Muse"), ("Muse (Leier)", "mystik"), ("Muse", "Mystik")])
def test_swapped_skills_take_each_others_place(pair: tuple[str, str]) -> None:
    later = advanced(HERAKLES, SkillsSwapped(skills=pair))
    assert values(later)[7] == ("Mystik", 2)
    assert values(later)[11] == ("Muse", 1)
    recorded = events(later.details)
    assert recorded is not None
    assert isinstance(recorded[0], SkillsSwapped)
    assert sorted(recorded[0].skills) == ["Muse", "Mystik"]


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        (("Ringen", "Akrobatik"), "Ringen at 5 and Akrobatik at 3 don't stand on neighbouring rows."),
        (("Muse", "Reiten"), "Muse (Leier) at 2 and Reiten at -1 don't stand on neighbouring rows."),
        (("Bogen", "Athletik"), "Bogen at 4 and Athletik at 4 don't stand on neighbouring rows."),
        (("Reiten", "Schild"), "Reiten at -1 and Schild at -1 don't stand on neighbouring rows."),
    ],
)
def test_only_neighbours_are_swapped(pair: tuple[str, str], said: str) -> None:
    assert refused(HERAKLES, SkillsSwapped(skills=pair))[0] == said


def test_the_remedy_names_the_neighbouring_rows() -> None:
    assert refused(HERAKLES, SkillsSwapped(skills=("Akrobatik", "Ringen")))[1] == (
        "Swap Akrobatik with a skill at: 2, 4."
    )
    assert refused(HERAKLES, SkillsSwapped(skills=("Mystik", "Bogen")))[1] == (
        "Swap Mystik with a skill at: -1, 2."
    )


@pytest.mark.parametrize(
    ("learnt", "there"),
    [
        ("Reiten", Skill(name="Reiten", value=1)),
        ("ueberredung (neu)", Skill(name="ueberredung", value=1, new=True)),
        ("Bogenbau", Skill(name="Bogenbau", value=1, new=True)),
        ("Muse (Flöte)", Skill(name="Muse", value=1, specialisation="Flöte")),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_row_1_and_the_unlisted_are_neighbours(learnt: str, there: Skill, first: bool) -> None:
    pair = (learnt, "Schleichen") if first else ("Schleichen", learnt)
    later = advanced(HERAKLES, SkillsSwapped(skills=pair))
    assert later.skills == [*HERAKLES.skills[:12], there]


def test_a_skill_listed_at_the_unlisted_value_stays_listed() -> None:
    listed = replace(HERAKLES, skills=[*HERAKLES.skills, Skill(name="Reiten", value=-1)])
    later = advanced(listed, SkillsSwapped(skills=("Schleichen", "Reiten")))
    assert values(later)[12:] == [("Reiten", 1), ("Schleichen", -1)]


def test_names_that_are_not_clear() -> None:
    assert refused(HERAKLES, SkillsSwapped(skills=("Mystik", "Alchimie")))[1] == "Did you mean “Alchemie”?"
    flute = Skill(name="Muse", value=1, specialisation="Flöte")
    two = replace(HERAKLES, skills=[*HERAKLES.skills, flute])
    said, remedy = refused(two, SkillsSwapped(skills=("Mystik", "Muse")))
    assert said == "“Muse” can mean more than one skill."
    assert remedy == "Write one of these: Muse (Leier), Muse (Flöte)."
    assert values(advanced(two, SkillsSwapped(skills=("Mystik", "Muse (Leier)"))))[11] == ("Muse", 1)
    assert refused(HERAKLES, SkillsSwapped(skills=("Mystik", " ")))[0] == (
        "A skill without a name can't be swapped."
    )


def test_skills_that_stand_on_no_row() -> None:
    odd = replace(
        HERAKLES, skills=[*HERAKLES.skills, Skill(name="Schild", value=None), Skill(name="Speer", value=9)]
    )
    assert refused(odd, SkillsSwapped(skills=("Mystik", "Schild")))[0] == "Schild has no value."
    assert refused(odd, SkillsSwapped(skills=("Speer", "Ringen")))[0] == "Speer stands at 9, which is no row."


def test_tracks_follow_the_skills_that_govern_them() -> None:
    stronger = advanced(HERAKLES, SkillsSwapped(skills=("Athletik", "Ringen")))
    assert stronger.tracks[0].boxes == [True, False, True, False, False, False]
    learnt = advanced(HERAKLES, SkillsSwapped(skills=("Mittel", "Mystik")))
    assert learnt.tracks[2].boxes == [False] * 4
    counted = replace(HERAKLES, tracks=[Track(name="Gesundheit", current=2, maximum=5)])
    swap = SkillsSwapped(skills=("Athletik", "Ringen"))
    assert advanced(counted, swap).tracks == [Track(name="Gesundheit", current=3, maximum=6)]
    weaker = replace(HERAKLES, tracks=advanced(HERAKLES, swap).tracks, skills=advanced(HERAKLES, swap).skills)
    assert advanced(weaker, swap).tracks == HERAKLES.tracks


def test_a_track_that_was_wrong_before_is_left_to_its_page() -> None:
    wrong = replace(HERAKLES, tracks=[Track(name="Gesundheit", boxes=[False] * 9)])
    assert advanced(wrong, SkillsSwapped(skills=("Athletik", "Ringen"))).tracks == wrong.tracks


def test_stunts_keep_what_they_were_made_with() -> None:
    later = advanced(HERAKLES, SkillsSwapped(skills=("Rhetorik", "Reiten")))
    assert "stunt-replaced-value" not in [each.code for each in SYSTEM.check(later, RULES)]


# Aspects


def test_an_aspect_is_exchanged_in_its_place() -> None:
    change = AspectExchanged(text=" beherrscht ", replaced="Jähzornig")
    later = advanced(HERAKLES, change)
    assert [aspect.text for aspect in later.aspects][1:4] == [
        "von Hera verfolgt",
        "beherrscht",
        "übernatürliche Kraft",
    ]
    assert later.details["history"][0]["what"] == "Aspect exchanged: jähzornig by beherrscht"


def test_aspects_that_cant_be_taken() -> None:
    assert refused(HERAKLES, AspectAdded(text=" "))[0] == "The new aspect says nothing."
    for change in (AspectAdded(text="moerder"), AspectExchanged(text="Mörder", replaced="jähzornig")):
        assert refused(HERAKLES, change)[0].startswith("Herakles has the aspect “")
    said, remedy = refused(HERAKLES, AspectExchanged(text="x", replaced="sanft"))
    assert said == "Herakles has no aspect “sanft”."
    assert remedy.startswith("The aspects are: Sohn der Götter, von Hera verfolgt")


@pytest.mark.parametrize(("rules", "most"), [(RULES, 10), (SECOND, 5)])
def test_below_the_maximum_only(rules: MesopotamienRules, most: int) -> None:
    full = replace(HERAKLES, kind="npc", aspects=[Aspect(str(number)) for number in range(most)])
    said, remedy = refused(full, ARROWS, rules=rules)
    assert said == f"Aspects: {most}; {most} at most ({rules.title})."
    assert remedy == "Exchange an aspect for the new one."
    exchanged = advanced(full, AspectExchanged(text="neu", replaced="0"), rules=rules)
    assert len(exchanged.aspects) == most
    spare = replace(full, aspects=full.aspects[1:])
    assert len(advanced(spare, ARROWS, rules=rules).aspects) == most


def test_a_consequence_among_the_aspects_counts_nothing() -> None:
    aspects = [Aspect(str(number)) for number in range(9)] + [Aspect("Hinkebein")]
    hurt = replace(HERAKLES, aspects=aspects, consequences=[harm("mild", "Hinkebein")])
    later = advanced(hurt, ARROWS, ConsequenceStruck(text="Hinkebein"))
    assert [aspect.text for aspect in later.aspects] == [*map(str, range(9)), "vergiftete Pfeile"]
    assert refused(hurt, AspectExchanged(text="x", replaced="Hinkebein"))[0] == (
        "Herakles has no aspect “Hinkebein”."
    )


def test_changes_that_would_break_another_rule_are_refused() -> None:
    named = replace(
        HERAKLES,
        aspects=[*HERAKLES.aspects, Aspect("der Bogen des Apollo")],
        stunts=[
            Stunt(kind="artifact", text="Bogen des Apollo", name="Bogen des Apollo"),
            *HERAKLES.stunts[1:],
        ],
    )
    change = AspectExchanged(text="ohne Waffen", replaced="der Bogen des Apollo")
    said, remedy = refused(named, change)
    assert said.startswith("Artefakt “Bogen des Apollo”: its name has to be an aspect as well")
    assert remedy == "Add the aspect “Bogen des Apollo”, or choose another kind of stunt."
    assert advanced(replace(named, kind="npc"), change).aspects[-1] == Aspect("ohne Waffen")


def test_a_fault_that_was_there_before_hinders_nobody() -> None:
    crowded = replace(HERAKLES, stunts=[*HERAKLES.stunts, Stunt(kind="talent", text="x")])
    assert advanced(crowded, ARROWS).stunts == crowded.stunts


# Consequences


def harm(severity: Any, text: str, since: str | None = None, track: str | None = "Gesundheit") -> Consequence:
    return Consequence(severity=severity, text=text, track=track, since=since)


def bearing(*consequences: Consequence, ended: tuple[str, ...] = (), marked: bool = False) -> Character:
    boxes = [marked, False, False, False, False]
    return replace(
        HERAKLES,
        consequences=list(consequences),
        tracks=[Track(name="Gesundheit", boxes=boxes), *HERAKLES.tracks[1:]],
        details={"history": [{"date": when, "session": f"Abend {when}"} for when in ended]} if ended else {},
    )


def test_a_mild_one_is_struck_at_once() -> None:
    later = advanced(
        bearing(harm("mild", "Beule", "2010-03-28"), marked=True), ConsequenceStruck(text="beule")
    )
    assert later.consequences == []
    assert later.details["history"][0]["what"] == "Consequence struck: Beule"


@pytest.mark.parametrize("since", ["2010-02-14", "14.2.2010", "Abend 2010-02-14"])
def test_a_medium_one_at_the_end_of_the_next_evening(since: str) -> None:
    """Taken on the first evening, whose own end is entered before; the sentence counts entries."""
    strike = ConsequenceStruck(text="Würgegriff")
    fresh = bearing(harm("medium", "Würgegriff", since), marked=True)
    said, remedy = refused(fresh, strike, when="2010-02-14", session="Abend 2010-02-14")
    assert said == (
        f"“Würgegriff” (mittlere) can be struck at the end of the next evening; none has ended since {since}."
    )
    assert remedy == "End this evening without it; the entry in the table “Verlauf” counts."
    kept = advanced(fresh, BoxesCleared(), when="2010-02-14", session="Abend 2010-02-14")
    assert kept.consequences == fresh.consequences
    assert advanced(kept, strike).consequences == []


def test_an_evening_that_broke_off_has_not_ended() -> None:
    """Played over two dates without an end between them, it is still the evening of the consequence."""
    later = bearing(harm("medium", "Würgegriff", "2016-09-18"), ended=("2015-11-29",))
    assert "none has ended since 2016-09-18" in refused(later, ConsequenceStruck(text="Würgegriff"))[0]


def test_since_when_has_to_be_said() -> None:
    said, remedy = refused(bearing(harm("medium", "Würgegriff")), ConsequenceStruck(text="Würgegriff"))
    assert said == "Nothing says since when “Würgegriff” has been borne."
    assert remedy == "Write behind it “seit” and the date of that evening."


def test_a_severe_one_waits_for_an_evening_without_a_loss() -> None:
    strike = ConsequenceStruck(text="schwere")
    broken = harm("severe", "die Hörner brechen", "2010-02-14")
    assert "none has ended" in refused(bearing(broken), strike)[0]
    said, remedy = refused(bearing(broken, ended=("2010-02-14",), marked=True), strike, BoxesCleared())
    assert said == "“die Hörner brechen” can't be struck: Gesundheit lost a box this evening."
    assert remedy == "It can at the end of an evening in which Gesundheit loses none."
    marked = bearing(broken, ended=("2010-02-14",), marked=True)
    assert refused(marked, BoxesCleared(), strike)[0] == said, "wiping the boxes first changes nothing"
    healed = bearing(broken, ended=("2010-02-14",))
    assert refused(healed, strike, lost=("Gesundheit",))[0] == said, "what the page shows no more"
    assert advanced(healed, strike, lost=("Vermögen",)).consequences == []
    cleared = advanced(bearing(broken, ended=("2010-02-14",), marked=True), BoxesCleared())
    assert advanced(cleared, strike, when="2010-05-16").consequences == []


def test_a_severe_one_needs_its_track() -> None:
    for track in (None, "Ruhm"):
        lost = bearing(harm("severe", "Bruch", "2010-02-14", track), ended=("2010-02-14",))
        said, remedy = refused(lost, ConsequenceStruck(text="Bruch"))
        assert said == "Nothing says for which track “Bruch” was taken."
        assert remedy == "Write beside it which track was hit: Gesundheit, Fassung, Vermögen."
    counted = replace(
        bearing(harm("severe", "Bruch", "2010-02-14"), ended=("2010-02-14",)),
        tracks=[Track(name="Gesundheit", current=4, maximum=5)],
    )
    assert "lost a box" in refused(counted, ConsequenceStruck(text="Bruch"))[0]
    full = replace(counted, tracks=[Track(name="Gesundheit", current=5, maximum=5)])
    assert advanced(full, ConsequenceStruck(text="Bruch"), BoxesCleared()).tracks == full.tracks


def test_several_may_be_struck_but_only_borne_ones() -> None:
    hurt = bearing(harm("mild", "Beule"), harm("medium", "Riss", "2010-02-14"), ended=("2010-02-14",))
    both = advanced(hurt, ConsequenceStruck(text="Riss"), ConsequenceStruck(text="Beule"))
    assert both.consequences == []
    said, remedy = refused(hurt, ConsequenceStruck(text="Beule"), ConsequenceStruck(text="Beule"))
    assert said == "Herakles bears no consequence “Beule”."
    assert remedy == "The consequences are: Riss."
    house = replace(hurt, consequences=[Consequence(severity="tiny", text="Kratzer")])  # type: ignore[arg-type]
    assert advanced(house, ConsequenceStruck(text="Kratzer")).consequences == []


# Any evening

CHANGES = st.one_of(
    st.builds(AspectAdded, text=st.sampled_from(["müde", "jähzornig", "", "der Mond"])),
    st.builds(
        AspectExchanged, text=st.sampled_from(["wach", "Mörder"]), replaced=st.sampled_from(["Mörder", "x"])
    ),
    st.builds(
        SkillsSwapped,
        skills=st.tuples(
            *[st.sampled_from(["Ringen", "Athletik", "Keule", "Muse", "Mystik", "Reiten", "Mittel"])] * 2
        ),
    ),
    st.just(BoxesCleared()),
    st.builds(ConsequenceStruck, text=st.sampled_from(["Beule", "milde", "Riss", "Bruch"])),
)


@settings(deadline=None, max_examples=200)
@given(st.lists(CHANGES, max_size=4), st.booleans())
def test_any_evening_gives_a_sound_character_or_a_reason(changes: list[AnyEvent], marked: bool) -> None:
    borne = bearing(
        harm("mild", "Beule"), harm("medium", "Riss", "2010-02-14"), harm("severe", "Bruch", "2010-02-14"),
        ended=("2010-02-14",), marked=marked,
    )  # fmt: skip
    found = advance(borne, RULES, evening(*changes))
    if isinstance(found, Refusal):
        assert found.hint
        return
    later = found.character
    assert not [each for each in SYSTEM.check(later, RULES) if each.severity == "error"]
    assert len(later.details["history"]) == 2
    assert sorted(str(skill.value) for skill in later.skills) == sorted(
        str(skill.value) for skill in borne.skills
    )
    assert list(found.events) == (events(later.details) or [])
    assert json.decode(json.encode(later), type=Character) == later
