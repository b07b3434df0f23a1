"""Tarua Katoc (seed 001): five attributes, two stages, eight skills from 0 to 10, two ten-sided dice.

What only this system has stands in `Character.details`:

=====================  =================================================================================
`people`               the people's name, as the page has it
`stages`               the stages that the page itself gives, `{"D/Evolution": 7, "Zivilisation": 4}`
`current`              values of wounded attributes, `{"Kraft": 7}`; `Character.attributes` has the old ones
`points`               the points that the character was made with: 50, or 25 for an average person
`average`              true where the page calls the character an average person in words
`development_points`   development points not yet spent
`history`              the table Verlauf: see `history.AnyEvent`
=====================  =================================================================================

The campaign's peoples come from a table of the kind `peoples` (`tables.PeopleTable`).
"""

from tontafel.rules.later import parts
from tontafel.rules.system import System
from tontafel.rules.tables import KINDS
from tontafel.rules.tarua import attributes, people, points, skills  # noqa: F401 - register their checks
from tontafel.rules.tarua.case import CHECKS, Case
from tontafel.rules.tarua.derive import derived
from tontafel.rules.tarua.edition import FOLDER, TITLE, editions, ruleset
from tontafel.rules.tarua.tables import PeopleTable
from tontafel.rules.tarua.view import view

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
    tables=(*KINDS, PeopleTable),
    view=view,
    **parts(__name__, answer="trial.answer"),
)
