"""The outcome of given scores: what they do to two elements, with grading and mitigation, wherever they stand."""

from __future__ import annotations

from typing import Any

from debellis.dbm.fighting.combat import Side
from debellis.dbm.fighting.combat import settled as settled_close
from debellis.dbm.fighting.fighters import SHOT, CombatSetting, fighter
from debellis.dbm.fighting.grading import grade_of
from debellis.dbm.fighting.pairing import Pair, pair
from debellis.dbm.fighting.pressing import pressing
from debellis.dbm.fighting.support import Supports, supports
from debellis.dbm.shooting.shooting import settled as settled_shot
from debellis.table.position import Position
from debellis.umpire.questions import BASE, FLAG, WHOLE, BadQuestion, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling
from debellis.umpire.sheet import Sheet

CLOSE_COMBAT, SHOOTING = "close", "shooting"


def ask_outcome(
    position: Position,
    *,
    attacker: str,
    defender: str,
    scores: tuple[int, int],
    by: str = CLOSE_COMBAT,
    exchange: bool | None = None,
    moved_into_front_contact: tuple[str, ...] | None = None,
) -> Ruling:
    """Answers what raw scores (factors plus die) do. The two elements need not be in contact.

    In shooting the attacker is the shooter. It suffers only in an `exchange`, when the target shoots back.
    """
    if exchange is not None and by != SHOOTING:
        raise BadQuestion(f"exchange goes with by = {SHOOTING!r}", "exchange")
    if moved_into_front_contact is not None and by == SHOOTING:
        raise BadQuestion("nobody moves into contact in a shooting", "moved_into_front_contact")
    finding = Finding()
    if by == SHOOTING:
        answer = _shot(position, attacker, defender, scores, bool(exchange), finding)
    else:
        answer = _close(position, attacker, defender, scores, moved_into_front_contact or (), finding)
    return finding.rule("outcome", answer)


def _close(
    position: Position,
    attacker: str,
    defender: str,
    scores: tuple[int, int],
    moved: tuple[str, ...],
    finding: Finding,
) -> dict[str, Any]:
    alone = Pair(fighter(position, position.base(attacker)), fighter(position, position.base(defender)))
    found = pair(position, attacker, defender, Finding()) or alone
    setting = found.setting(moved)
    both = (found.one, found.two)
    backing = (supports(position, *both, setting), supports(position, found.two, found.one, setting))
    sides = tuple(
        Side(
            who,
            Sheet(who.id, ()),
            grade_of(position, who, both[1 - i], setting, finding),
            backing[i],
            tuple(pressing(position, who, both[1 - i], setting, backing[i], Finding())),
        )
        for i, who in enumerate(both)
    )
    return settled_close(position, (sides[0], sides[1]), scores, setting, finding)


def _shot(
    position: Position, shooter: str, target: str, scores: tuple[int, int], exchange: bool, finding: Finding
) -> dict[str, Any]:
    one, two = fighter(position, position.base(shooter)), fighter(position, position.base(target))
    setting = CombatSetting(SHOT)
    mine = supports(position, one, two, setting) if exchange else Supports(())
    backing = (mine, supports(position, two, one, setting))
    return settled_shot(position, (one, two), exchange, backing, scores, finding)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "outcome",
        "what given scores of two elements, before grading, do to them, in close combat or by shooting",
        {
            "attacker": BASE,
            "defender": BASE,
            "scores": list_of(WHOLE, 2),
            "by": one_of(CLOSE_COMBAT, SHOOTING).or_none(),
            "exchange": FLAG.or_none(),
            "moved_into_front_contact": list_of(BASE).or_none(),
        },
        ask_outcome,
    ),
)
