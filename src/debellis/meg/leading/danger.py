"""Generals in danger, and who takes the place of a dead one."""

from __future__ import annotations

from debellis.meg.arguments import GENERAL, question
from debellis.meg.general_facts import DEAD, PROFESSIONAL, general_of
from debellis.meg.units import has_unit, unit_of
from debellis.table.position import Position
from debellis.umpire.ruling import Finding, Ruling


def _at_risk(position: Position, general: str) -> Ruling:
    found = Finding()
    he = general_of(position, general)
    with_broken = bool(he.unit) and has_unit(position, he.unit) and unit_of(position, he.unit).broken
    if he.fighting:
        found.cite("MEG-10b", f"{he.id} fights in the front rank and is at risk.")
    if with_broken:
        found.cite("MEG-10c", f"{he.id} is with {he.unit}, which is broken.")
    if not he.fighting and not with_broken:
        found.cite("MEG-10c", f"{he.id} neither fights nor is with a broken unit group, so he cannot be hurt.")
    return found.rule("at_risk", he.fighting or with_broken)


def _replaced_in(position: Position, general: str) -> Ruling:
    found = Finding()
    he = general_of(position, general)
    if he.state != DEAD:
        return found.rule("replaced_in", "none")
    phase = "4.1" if he.style == PROFESSIONAL else "6.2"
    found.cite("MEG-B22.6", f"A dead general who was {he.style} is replaced in SP {phase}.")
    return found.rule("replaced_in", phase)


QUESTIONS = (
    question("at_risk", "whether a general can be killed, wounded or stunned now", {"general": GENERAL}, _at_risk),
    question("replaced_in", "the sub-phase in which a dead general is replaced", {"general": GENERAL}, _replaced_in),
)
