"""What happens in a conflict, each with the dice that fell, so that it replays without any."""

from tontafel.rules.events import Event


class RoundStarted(Event, frozen=True, kw_only=True, tag="round_started"):
    """A round begins; whom the situation puts `first` acts before the others, group by group."""

    first: tuple[tuple[str, ...], ...] = ()


class Announced(Event, frozen=True, kw_only=True):
    """What someone is going to roll; an attribute or skill other than usual if the table agrees."""

    who: str
    attribute: str = ""
    skill: str = ""


class AttackAnnounced(Announced, frozen=True, kw_only=True, tag="attack_announced"):
    """An attack, which takes an action; `way` is one of the edition's: melee, ranged, words."""

    target: str
    way: str = "melee"


class DefenceAnnounced(Announced, frozen=True, kw_only=True, tag="defence_announced"):
    """The target defends, which takes an action as well, or does not; said before the attack is rolled."""

    defends: bool = True


class AttackRolled(Event, frozen=True, kw_only=True, tag="attack_rolled"):
    """The dice of the attack and those of the defence, if there is one."""

    dice: tuple[int, ...]
    defence: tuple[int, ...] = ()


class DamageTaken(Event, frozen=True, kw_only=True, tag="damage_taken"):
    """The target shares the damage: physical attribute → points."""

    who: str
    points: dict[str, int]


class WentDown(Event, frozen=True, kw_only=True, tag="went_down"):
    """Someone with a physical attribute at 0 goes down and takes no further part."""

    who: str


class Acted(Announced, frozen=True, kw_only=True, tag="acted"):
    """Any other action, with a test or, without an attribute, without one."""

    text: str = ""
    dice: tuple[int, ...] = ()


class Passed(Event, frozen=True, kw_only=True, tag="passed"):
    """Someone ends their turn; actions that are left serve to defend."""

    who: str


AnyEvent = (
    RoundStarted | AttackAnnounced | DefenceAnnounced | AttackRolled | DamageTaken | WentDown | Acted | Passed
)
