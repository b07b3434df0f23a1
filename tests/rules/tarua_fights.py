"""Who fights in conflicts of Tarua Katoc that tests play, and what they ask of the state."""

from typing import Any

from tests.rules.playing import allowed, refusal

from tontafel.rules.events import Event
from tontafel.rules.model import Character, Skill
from tontafel.rules.system import system
from tontafel.rules.tarua.conflict import Conflict, apply, begin, enter
from tontafel.rules.tarua.conflict.events import (
    AttackAnnounced,
    AttackRolled,
    DefenceAnnounced,
    RoundStarted,
)
from tontafel.rules.tarua.edition import TaruaRules
from tontafel.rules.tarua.tables import PeopleTable

RULES: TaruaRules = system("tarua").ruleset(
    "1",
    [
        PeopleTable(
            rows={
                "Flussleute": {"D/Evolution": 7, "Zivilisation": 6},
                "Ascheleute": {"D/Evolution": 4, "Zivilisation": 3},
            }
        )
    ],
)


def someone(name: str, people: str, attributes: tuple[int, ...], **skills: int) -> Character:
    names = ("Kraft", "Geschick", "Zähigkeit", "Klugheit", "Instinkt")
    return Character(
        name=name,
        system="tarua",
        edition="1",
        attributes=dict(zip(names, attributes, strict=True)),
        skills=[Skill(name=skill, value=value) for skill, value in skills.items()],
        details={"people": people},
    )


#: A ferrywoman of the river against two from the ash, on a landing stage at night.
NESSA = someone("Nessa", "Flussleute", (5, 3, 4, 6, 7), Nahkampf=6, Bewegung=5, Ausdruck=4)
GROLL = someone("Groll", "Ascheleute", (7, 2, 5, 2, 4), Nahkampf=4)
SPLITT = someone("Splitt", "Ascheleute", (3, 4, 2, 3, 4), Fernkampf=3, Ausdruck=2)


def conflict(*characters: Character) -> Conflict:
    return begin(RULES, [enter(one, RULES) for one in characters or (NESSA, GROLL, SPLITT)])


def played(state: Conflict, *events: Event) -> Conflict:
    return allowed(apply, state, *events)


def refused(state: Conflict, *events: Event) -> str:
    """Why the last of the events is refused."""
    return refusal(apply, state, *events)[0]


def body(state: Conflict, name: str) -> tuple[int, ...]:
    return tuple(state.fighters[name].attributes[part] for part in ("Kraft", "Geschick", "Zähigkeit"))


START = RoundStarted()


def attack(who: str, target: str, **more: Any) -> AttackAnnounced:
    return AttackAnnounced(who=who, target=target, **more)


def rolled(*dice: int, defence: tuple[int, ...] = ()) -> AttackRolled:
    return AttackRolled(dice=dice, defence=defence)


# A fight on the landing stage


#: Splitt stands still and is hit twice.
HIT = (START, attack("Nessa", "Splitt"), DefenceAnnounced(who="Splitt", defends=False), rolled(1, 1))
