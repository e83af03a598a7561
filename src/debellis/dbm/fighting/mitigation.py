"""Mitigating rear support: what the ranks behind the loser subtract from the winner's score, after grading."""

from __future__ import annotations

from debellis.dbm.fighting.fighters import Fighter
from debellis.dbm.fighting.support import MITIGATION, Supports, cite_given
from debellis.table.position import Position
from debellis.umpire.ruling import Finding


def mitigated(
    position: Position,
    sides: tuple[Fighter, Fighter],
    backing: tuple[Supports, Supports],
    scores: tuple[int, int],
    finding: Finding,
) -> tuple[int, int]:
    """The graded scores, with the winner's reduced by the loser's support. A win may become a tie, never a loss."""
    if scores[0] == scores[1]:
        return scores
    loser = 0 if scores[0] < scores[1] else 1
    taken = 0
    for one in backing[loser].of(MITIGATION):
        cite_given(one, finding)
        taken += int(one.row["winner_adjust"])
    for one in backing[loser].refused:
        if one.kind == MITIGATION:
            finding.absorb(one.why)
    if taken == 0:
        return scores
    low, high = scores[loser], scores[1 - loser]
    left = max(high + taken, low)
    winner = sides[1 - loser].id
    says = f"after grading {winner} leads {high} to {low}: rear support leaves it {left}, and that decides"
    finding.cite("DBM32-P23-mit-procedure", says)
    return (low, left) if loser == 0 else (left, low)
