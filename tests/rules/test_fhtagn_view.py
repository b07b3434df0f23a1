"""What is shown of a character of FHTAGN loses nothing, and tells what is left and what is open."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tontafel.rules.fhtagn.edition import ruleset
from tontafel.rules.fhtagn.view import View, view
from tontafel.rules.model import Character, Skill, Track

RULES = ruleset("1", [])
BODY = {"ST": 14, "KO": 15, "GE": 13, "IN": 10, "EN": 11, "CH": 9}


def shown(**parts: object) -> View:
    return view(Character(**{"name": "A", "system": "fhtagn", "edition": "1", **parts}), RULES)  # type: ignore[arg-type]


NAMES = st.sampled_from(["Suchen", "Kunst", "Atletik", "Steuern", "Tauchen"])
SKILLS = st.lists(
    st.builds(
        Skill,
        name=NAMES,
        value=st.none() | st.integers(0, 99),
        specialisation=st.none() | st.sampled_from(["Malerei", "Gesang"]),
        marked=st.booleans(),
    ),
    max_size=12,
)


@settings(deadline=None, max_examples=60)
@given(SKILLS, st.sampled_from(["pc", "npc"]))
def test_every_skill_is_shown_once_with_its_mark(skills: list[Skill], kind: str) -> None:
    found = shown(skills=skills, kind=kind).skills
    own = [(one.value, one.specialisation, one.marked) for one in found if one.own]
    assert sorted(map(repr, own)) == sorted(
        repr((one.value, one.specialisation or "", one.marked)) for one in skills
    )
    assert [one.number for one in found] == list(range(1, len(found) + 1))
    names = {one.name for one in found}
    assert kind == "npc" or set(RULES.skills.names()) <= names


def test_the_rest_of_the_list_stands_at_its_base() -> None:
    skills = {
        one.name: one
        for one in shown(attributes=BODY, skills=[Skill(name="Unnatürliches Wissen", value=8)]).skills
    }
    assert (skills["Athletik"].value, skills["Athletik"].own) == (30, False)
    assert (skills["Träumen"].value, skills["Träumen"].base) == (11, "EN")
    assert skills["Traumlandwissen"].value == 8
    assert (skills["Kunst"].value, skills["Kunst"].field) == (None, True)


def test_a_blank_sheet_has_no_values_but_every_base() -> None:
    skills = shown(name="").skills
    assert {one.value for one in skills} == {None}
    assert len([one for one in skills if one.name == "Kunst"]) == 2
    assert {one.name: one.base for one in skills}["Wachsamkeit"] == "20"


def test_what_is_left_stands_against_its_maximum() -> None:
    tracks = [
        Track(name="TP", current=8, maximum=15),
        Track(name="BG", current=40),
        Track(name="Gunst", boxes=[True, False]),
    ]
    gauges = {one.name: one for one in shown(attributes=BODY, tracks=tracks).gauges}
    assert (gauges["TP"].current, gauges["TP"].maximum, gauges["TP"].lowered) == (8, 15, True)
    assert (gauges["WP"].current, gauges["WP"].maximum, gauges["WP"].lowered) == (None, 11, False)
    assert (gauges["BG"].current, gauges["BG"].bounded) == (40, False)
    assert (gauges["Gunst"].current, gauges["Gunst"].maximum) == (1, 2)
    assert [one.name for one in shown(kind="npc").gauges] == []


def test_attributes_are_tested_by_what_they_are_now() -> None:
    strength = shown(attributes=BODY, details={"current": {"ST": 9}}).attributes[0]
    assert (strength.value, strength.current, strength.test) == (14, 9, 45)


def test_low_willpower_is_told() -> None:
    for points, standing, modifier in ((5, "well", 0), (2, "breakdown", -20), (0, "incapacitated", 0)):
        found = shown(tracks=[Track(name="WP", current=points, maximum=9)])
        assert (found.standing, found.modifier) == (standing, modifier)
    assert shown().standing is None


def test_lines_stay_open_up_to_what_the_rules_and_the_profession_give() -> None:
    found = shown(details={"motivations": ["a"], "bonds": ["Beke"], "profession": "Kämpfer"})
    assert found.open_motivations == [2, 3, 4, 5]
    assert found.open_bonds == [2]
    assert shown().open_bonds == [1, 2, 3, 4]
    assert shown(kind="npc").open_motivations == []


def test_losses_shrugged_off_and_bonds_keep_their_numbers() -> None:
    found = shown(
        details={
            "shrugged_off": {"violence": 2, "helplessness": 5},
            "hardened": {"helplessness": True},
            "bonds": [3, "Jan", {"name": "Beke", "value": 9}],
        }
    )
    violence, helplessness = found.hardships
    assert (violence.losses, violence.hardened) == ([True, True, False], False)
    assert (helplessness.losses, helplessness.hardened) == ([True] * 5, True)
    assert [(bond.name, bond.value) for bond in found.bonds] == [("Jan", None), ("Beke", 9)]
