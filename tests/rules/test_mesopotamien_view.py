"""What is shown of a character loses nothing, and tells what is open."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tontafel.rules.mesopotamien.edition import ruleset
from tontafel.rules.mesopotamien.view import View, view
from tontafel.rules.model import Aspect, Character, Consequence, Skill, Stunt, Track

RULES = ruleset("1", ())


def arranged(character: Character) -> View:
    return view(character, RULES)


def character(**parts: object) -> Character:
    return Character(**{"name": "A", "system": "mesopotamien", "edition": "1", **parts})  # type: ignore[arg-type]


SKILLS = st.lists(
    st.builds(
        Skill,
        name=st.text("abc", min_size=1, max_size=3),
        value=st.none() | st.integers(-2, 8),
        specialisation=st.none() | st.just("x"),
    ),
    max_size=40,
)


@settings(deadline=None, max_examples=100)
@given(SKILLS, st.sampled_from(["pc", "npc"]))
def test_every_skill_is_one_brick(skills: list[Skill], kind: str) -> None:
    shown = arranged(character(skills=skills, kind=kind))
    on_steps = [
        (brick.name, step.value, brick.specialisation)
        for step in shown.steps
        for brick in step.bricks
        if brick.name
    ]
    beside = [(brick.name, brick.value, brick.specialisation) for brick in shown.others]
    wanted = [(skill.name, skill.value, skill.specialisation or "") for skill in skills]
    assert sorted(map(repr, on_steps + beside)) == sorted(map(repr, wanted))
    assert [step.value for step in shown.steps] == sorted(filter(None, (step.value for step in shown.steps)))[
        ::-1
    ]
    for step in shown.steps:
        assert [brick.number for brick in step.bricks] == list(range(1, len(step.bricks) + 1))


def test_open_places_are_as_many_as_the_ladder_has() -> None:
    shown = arranged(character(skills=[Skill(name="Ringen", value=5), Skill(name="Bogen", value=4)]))
    free = {step.value: sum(not brick.name for brick in step.bricks) for step in shown.steps}
    assert free == {5: 0, 4: 1, 3: 3, 2: 4, 1: 5}
    assert shown.open_aspects == list(range(1, 11))
    assert shown.open_stunts == [1, 2, 3]


def test_more_open_places_on_the_page_than_the_ladder_has_are_shown() -> None:
    (step,) = [step for step in arranged(character(open_slots={"5": 3})).steps if step.value == 5]
    assert len(step.bricks) == 3


def test_an_npc_is_complete_as_it_is() -> None:
    shown = arranged(
        character(kind="npc", aspects=[Aspect("nass")], tracks=[Track(name="Mut", boxes=[True])])
    )
    assert shown.steps == []
    assert not shown.open_aspects
    assert not shown.open_stunts
    assert [(track.name, [box.marked for box in track.boxes]) for track in shown.tracks] == [("Mut", [True])]


def test_tracks_come_from_the_page_or_else_from_the_rules() -> None:
    shown = arranged(
        character(
            skills=[Skill(name="Athletik", value=4), Skill(name="Mittel", value=5)],
            tracks=[Track(name="FASSUNG", boxes=[True, False]), Track(name="Gunst", current=1, maximum=3)],
        )
    )
    assert [
        (track.name, [box.marked for box in track.boxes], track.skill_value) for track in shown.tracks
    ] == [
        ("Gesundheit", [False] * 5, 4),
        ("Fassung", [True, False], None),
        ("Vermögen", [False] * 6, 5),
        ("Gunst", [False, True, True], None),
    ]


def test_a_stunt_changes_the_skill_under_a_track() -> None:
    stunt = Stunt(kind="track_skill", text="", track="Vermögen", skill="Handeln")
    shown = arranged(character(skills=[Skill(name="Handeln", value=3)], stunts=[stunt]))
    (track,) = [track for track in shown.tracks if track.name == "Vermögen"]
    assert (track.skill, track.skill_value, len(track.boxes)) == ("Handeln", 3, 5)


def test_a_blank_sheet_draws_boxes_to_come() -> None:
    shown = arranged(character(name=""))
    assert [[box.later for box in track.boxes] for track in shown.tracks] == [[False] * 3 + [True] * 3] * 3


def test_each_size_of_consequence_has_a_line_and_each_consequence_one_of_its_own() -> None:
    borne = [Consequence(severity="mild", text="a"), Consequence(severity="mild", text="b")]
    shown = arranged(character(consequences=borne))
    lines = [(line.severity, line.boxes, line.text) for line in shown.consequences]
    assert lines == [("mild", 1, "a"), ("mild", 1, "b"), ("medium", 2, ""), ("severe", 4, "")]


def test_fate_points_are_ticked_as_they_stand() -> None:
    assert arranged(character(details={"fate_points": 3})).fate == [True] * 3 + [False] * 7
    assert arranged(character(details={"fate_points": "viele"})).fate == [False] * 10
    assert len(arranged(character(details={"fate_points": 12})).fate) == 12
