"""FHTAGN (seed 003 and facts): attributes, skills in percent, derived values, professions.

`Character.attributes` has the six short names (ST, KO, GE, IN, EN, CH), `Character.tracks` TP, WP, STA with
current and maximum ("TP 8/11") and BG with its current value alone, `Skill.marked` the mark of a failed
test. What only this system has stands in `Character.details`:

=====================  =================================================================================
`profession`           as the page has it: "Hafenwache, früher Soldat"
`bonds`                a list of `{"name": "Schwester Grete", "value": 12}`; the value may be missing
`motivations`          a list of texts
`disorders`            a list of texts
`facets`               a list of texts
`training`             special training beyond the list of skills, a list of texts
`hardened`             `{"violence": true, "helplessness": false}`
`shrugged_off`         losses shrugged off so far, `{"violence": 2, "helplessness": 0}`
`current`              attributes that are lower for a while, `{"ST": 9}`
`average`              true where the page calls the character an average person
`points`               the points that the attributes were made with, by the page
`exhausted`            true where the page says so
`history`              the table Verlauf: see `history.AnyEvent`
=====================  =================================================================================

A campaign's pages may give tables of the kinds `bases` and `professions` (`tables`).
"""

from tontafel.rules.fhtagn import attributes, career, life, skills, tracks  # noqa: F401 - register checks
from tontafel.rules.fhtagn.case import CHECKS, Case
from tontafel.rules.fhtagn.derive import derived
from tontafel.rules.fhtagn.edition import FOLDER, TITLE, editions, ruleset
from tontafel.rules.fhtagn.tables import BaseTable, ProfessionTable
from tontafel.rules.fhtagn.view import view
from tontafel.rules.later import parts
from tontafel.rules.system import System
from tontafel.rules.tables import KINDS

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
    tables=(*KINDS, BaseTable, ProfessionTable),
    view=view,
    **parts(__name__),
)
