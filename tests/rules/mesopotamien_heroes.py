"""The hero of the seed, as its page has him."""

from tontafel.rules.model import Aspect, Character, Skill, Stunt, Track

HERAKLES = Character(
    name="Herakles",
    system="mesopotamien",
    edition="1",
    aspects=[
        Aspect("Sohn der Götter"),
        Aspect("von Hera verfolgt"),
        Aspect("jähzornig"),
        Aspect("übernatürliche Kraft"),
        Aspect("Mörder"),
        Aspect("für den Pfad der Ehre entschieden"),
    ],
    skills=[
        Skill(name="Ringen", value=5),
        Skill(name="Athletik", value=4),
        Skill(name="Bogen", value=4),
        Skill(name="Akrobatik", value=3),
        Skill(name="Kurzschwert", value=3),
        Skill(name="Keule", value=3, new=True),
        Skill(name="Entschlossenheit", value=2),
        Skill(name="Muse", value=2, specialisation="Leier"),
        Skill(name="Streitwagen", value=2),
        Skill(name="Überleben", value=2),
        Skill(name="Rhetorik", value=1),
        Skill(name="Mystik", value=1),
        Skill(name="Schleichen", value=1),
    ],
    open_slots={"1": 2},
    tracks=[
        Track(name="Gesundheit", boxes=[False] * 5),
        Track(name="Fassung", boxes=[False] * 4),
        Track(name="Vermögen", boxes=[False] * 3),
    ],
    stunts=[
        Stunt(kind="item", text="Bogen des Apollo", name="Bogen des Apollo"),
        Stunt(kind="item", text="Schwert des Apollo", name="Schwert des Apollo"),
        Stunt(kind="substitute", text="Ringen anstelle von Rhetorik", skill="Ringen", replaces="Rhetorik"),
    ],
)
