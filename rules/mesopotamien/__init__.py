"""Der Geist Mesopotamiens (seed 000): aspects, a ladder of skills, tracks, stunts, consequences."""

from tontafel.rules.later import parts
from tontafel.rules.mesopotamien import aspects, skills, stunts, tracks  # noqa: F401 - register their checks
from tontafel.rules.mesopotamien.case import CHECKS, Case
from tontafel.rules.mesopotamien.derive import derived
from tontafel.rules.mesopotamien.edition import FOLDER, TITLE, editions, ruleset
from tontafel.rules.mesopotamien.view import view
from tontafel.rules.system import System

SYSTEM = System(
    id=FOLDER.name,
    title=TITLE,
    editions=editions,
    default_edition="1",
    folder=FOLDER,
    ruleset=ruleset,
    case=Case,
    checks=CHECKS,
    derived=derived,
    view=view,
    **parts(__name__),
)
