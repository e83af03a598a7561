"""The outcome of given scores: what two totals do to two elements, wherever they stand."""

from __future__ import annotations

from typing import Any

from debellis.dba.fighting.combat import tie
from debellis.dba.fighting.fighters import fighter
from debellis.dba.fighting.outcome import Clash, cite_comparison, compare, decide
from debellis.table.position import Position
from debellis.umpire.questions import BASE, BASE_OR_PLACE, FLAG, WHOLE, BadQuestion, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling

CLOSE, SHOOTING = "close", "shooting"


def ask_outcome(
    position: Position,
    *,
    attacker: str,
    defender: str,
    scores: tuple[int, int],
    by: str = CLOSE,
    exchange: bool | None = None,
    moved_into_front_contact: tuple[str, ...] = (),
    moved_into_flank_contact: tuple[str, ...] = (),
) -> Ruling:
    """What the totals of attacker and defender do to the loser. The two need not be in contact.

    In a shooting the attacker is the shooter. It suffers only in an `exchange`, when the target shoots back at it.
    """
    if exchange is not None and by != SHOOTING:
        raise BadQuestion(f"exchange goes with by = {SHOOTING!r}", "exchange")
    finding = Finding()
    one, two = fighter(position, attacker), fighter(position, defender)
    if one is None or two is None:
        empty = attacker if one is None else defender
        raise BadQuestion(f"nobody is in {empty} who could win or lose", "attacker" if one is None else "defender")
    clash = Clash(by, frozenset(moved_into_front_contact), frozenset(moved_into_flank_contact))
    answer: dict[str, Any] = {"totals": list(scores), "comparison": compare(*scores)}
    if by == SHOOTING and scores[0] < scores[1] and not exchange:
        finding.cite("DBA22-B20.10", f"{defender} has the higher total and hurts nobody, for it does not shoot")
        return finding.rule("outcome", answer | {"outcome": "no_effect"})
    how = cite_comparison(finding, scores)
    if how == "equal":
        level = tie(position, (one, two), clash, finding)
        return finding.rule("outcome", answer | {key: level[key] for key in ("loser", "outcome") if key in level})
    loser, winner = (one, two) if scores[0] < scores[1] else (two, one)
    outcome = decide(position, loser, winner, how, clash, finding)
    return finding.rule("outcome", answer | {"loser": loser.id, "outcome": outcome})


QUESTIONS: tuple[Question, ...] = (
    Question(
        "outcome",
        "what given totals of two elements do to the loser, in close combat or by shooting",
        {
            "attacker": BASE_OR_PLACE,
            "defender": BASE_OR_PLACE,
            "scores": list_of(WHOLE, 2),
            "by": one_of(CLOSE, SHOOTING).or_none(),
            "exchange": FLAG.or_none(),
            "moved_into_front_contact": list_of(BASE).or_none(),
            "moved_into_flank_contact": list_of(BASE).or_none(),
        },
        ask_outcome,
    ),
)
