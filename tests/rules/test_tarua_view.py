"""What is shown of a character of Tarua Katoc loses nothing, and tells what is wounded or open."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tontafel.rules.model import Character, Skill
from tontafel.rules.tarua.edition import ruleset
from tontafel.rules.tarua.tables import PeopleTable
from tontafel.rules.tarua.view import View, view

CAPS = {
    "Kraft": 9,
    "Geschick": 5,
    "Zähigkeit": 9,
    "Klugheit": 5,
    "Instinkt": 7,
    "D/Evolution": 4,
    "Zivilisation": 6,
}
RULES = ruleset("1", [PeopleTable(rows={"Orrag": CAPS})])


def shown(**parts: object) -> View:
    return view(Character(**{"name": "A", "system": "tarua", "edition": "1", **parts}), RULES)  # type: ignore[arg-type]


NAMES = st.sampled_from([*RULES.skills.names(), "Nahkamf", "Zimmern", "Lügen"])
SKILLS = st.lists(st.builds(Skill, name=NAMES, value=st.none() | st.integers(-3, 14)), max_size=20)


@settings(deadline=None, max_examples=100)
@given(SKILLS, st.sampled_from(["pc", "npc"]))
def test_every_skill_is_shown_once(skills: list[Skill], kind: str) -> None:
    found = shown(skills=skills, kind=kind)
    values = [skill.value for each in found.kinds for skill in each.skills] + [
        skill.value for skill in found.others
    ]
    wanted = [skill.value for skill in skills if skill.value]
    assert sorted(value for value in values if value) == sorted(wanted)


@settings(deadline=None, max_examples=100)
@given(st.integers(-3, 14), st.integers(-3, 14))
def test_boxes_are_the_points_with_the_lost_ones_marked(value: int, current: int) -> None:
    (strength, *_) = shown(
        attributes={"Kraft": value}, details={"people": "Orrag", "current": {"Kraft": current}}
    ).physical
    boxes = strength.boxes
    points = min(10, max(0, value))
    assert [box.later for box in boxes] == [False] * points + [True] * max(0, 9 - points)
    assert sum(box.lost for box in boxes) == max(0, min(value - current, points))
    assert strength.wounded == (value != current)


def test_stages_cap_the_skills_and_deal_the_dice() -> None:
    physical, cultural = shown(details={"people": "Orrag"}).kinds
    assert (physical.id, physical.stage, physical.cap, physical.favourable) == (
        "physical",
        "D/Evolution",
        4,
        False,
    )
    assert (cultural.id, cultural.cap, cultural.favourable) == ("cultural", 6, True)
    assert [skill.name for skill in physical.skills] == ["Nahkampf", "Fernkampf", "Bewegung", "Heimlichkeit"]
    nothing = shown().kinds[0]
    assert (nothing.cap, nothing.favourable) == (None, None)


def test_a_fight_goes_by_current_values() -> None:
    found = shown(
        attributes={"Kraft": 6, "Geschick": 5, "Instinkt": 7},
        skills=[Skill(name="Nahkampf", value=3)],
        details={"current": {"Kraft": 2, "Geschick": 4, "Instinkt": 1}},
    )
    melee = found.attacks[0]
    assert (melee.attack.attribute, melee.attack.value, melee.attack.skill_value) == ("Kraft", 2, 3)
    assert (melee.defence.attribute, melee.defence.value, melee.damage_value) == ("Geschick", 4, 2)
    assert (found.actions, found.initiative) == (4, 1)


def test_a_non_player_character_has_only_its_own() -> None:
    found = shown(
        kind="npc",
        attributes={"Kraft": 3},
        skills=[Skill(name="Magie", value=2), Skill(name="Ausdruck", value=0)],
    )
    assert [[skill.name for skill in kind.skills] for kind in found.kinds] == [["Magie"]]
    assert found.attacks == []
    assert [len(one.boxes) for one in found.physical + found.mental] == [3]


def test_unknown_attributes_and_second_skills_stand_beside() -> None:
    found = shown(
        attributes={"Mut": 4, "Kraft": 3},
        skills=[Skill(name="Magie", value=2), Skill(name="Magie", value=5), Skill(name="Löten", value=1)],
    )
    assert [(one.name, one.value) for one in found.others] == [("Mut", 4), ("Magie", 5), ("Löten", 1)]


def test_a_blank_sheet_has_ten_boxes_for_each_attribute() -> None:
    found = shown(name="")
    assert [len(one.boxes) for one in (*found.physical, *found.mental)] == [10] * 5
    assert not any(box.later for one in found.physical for box in one.boxes)


def test_the_history_stands_in_the_words_of_the_page() -> None:
    rows = [
        {"date": "2018-01-19", "session": "Brunnen", "what": "Wunde: Kraft 6 auf 4", "why": "ein Netz"},
        3,
        {"what": " "},
    ]
    (line,) = shown(details={"history": rows}).history
    assert (line.when, line.session, line.what, line.why) == (
        "2018-01-19",
        "Brunnen",
        "Wunde: Kraft 6 auf 4",
        "ein Netz",
    )
