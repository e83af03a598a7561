"""The question of rear support: what the ranks behind an element give it against an opponent."""

from __future__ import annotations

from typing import Any

from debellis.dbm.fighting.bans import chariots
from debellis.dbm.fighting.fighters import CLOSE, SHOT, CombatSetting, fighter
from debellis.dbm.fighting.support import FACTOR, MITIGATION, OUTCOME, Supports, cite_given, supports
from debellis.mechanics.tables import table
from debellis.table.position import Position
from debellis.umpire.questions import BASE, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling


def told_support(found: Supports) -> dict[str, Any]:
    """What the ranks behind an element give it, and who of them."""
    given = found.given
    return {
        "factor": sum(int(one.row.get("bonus", 0)) for one in given if one.kind == FACTOR),
        "opponent": sum(int(one.row.get("theirs", 0)) for one in given if one.kind == FACTOR),
        "mitigates": sum(int(one.row["winner_adjust"]) for one in given if one.kind == MITIGATION),
        "milder_outcome": any(one.kind == OUTCOME for one in given),
        "supporters": list(dict.fromkeys(rank.id for one in given for rank in one.supporters)),
    }


def support(
    position: Position,
    *,
    element: str,
    against: str,
    mode: str = CLOSE,
    moved_into_front_contact: tuple[str, ...] = (),
) -> Ruling:
    """Answers what rear support an element gets against an opponent that is on its front or shoots at it."""
    finding = Finding()
    who, foe = fighter(position, position.base(element)), fighter(position, position.base(against))
    setting = CombatSetting(mode, frozenset(moved_into_front_contact))
    found = supports(position, who, foe, setting)
    for one in found.given:
        cite_given(one, finding)
    for one in found.refused:
        finding.absorb(one.why)
    for one in found.deleted:
        says = f"{one.used[-1].id} behind {element} adds nothing to its factor any more"
        finding.cite_all(one.row["deleted_clauses"], says)
        deleted = table(position, "deleted_support")
        finding.cite_all(deleted["clauses"], deleted["says_in_general"])
    for rank in found.idle:
        if not chariots(found.ranks[: rank.number], finding):
            says = f"nothing is listed for {rank.id} behind {element} against {foe.what.name}: it gives no support"
            finding.cite("DBM32-GLOSS-rear-support", says)
    return finding.rule("support", told_support(found))


QUESTIONS: tuple[Question, ...] = (
    Question(
        "support",
        "the rear support an element gets against an opponent",
        {
            "element": BASE,
            "against": BASE,
            "mode": one_of(CLOSE, SHOT).or_none(),
            "moved_into_front_contact": list_of(BASE).or_none(),
        },
        support,
    ),
)
