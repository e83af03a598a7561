"""The odds of a shot: every fate of target and shooter with its exact probability, before the dice are rolled."""

from __future__ import annotations

from typing import Any

from debellis.dba.fighting.combat import FATES
from debellis.dba.fighting.fighters import fighter
from debellis.dba.fighting.outcome import Clash, decide
from debellis.dba.shooting.volley import Volley, cannot_aim_at, factor_sheets, fate_of_target, gather
from debellis.geometry.rectangle import EDGES
from debellis.mechanics.odds_answer import odds_answer
from debellis.mechanics.remarks import cite
from debellis.mechanics.two_dice import comparisons
from debellis.table.position import Position
from debellis.umpire.questions import BASE, BASE_OR_PLACE, Question, list_of, one_of
from debellis.umpire.ruling import Finding, Ruling

_CLASH = Clash("shooting")
#: In how many of the 36 throws each fate occurs.
Counts = dict[str, int]


def odds_of_shot(
    position: Position,
    *,
    shooters: tuple[str, ...],
    target: str,
    edge: str | None = None,
    spent: tuple[str, ...] = (),
) -> Ruling:
    """The exact probability of every fate of both sides of a shooting. `spent` have already shot this bound."""
    finding = Finding()
    enemy = fighter(position, target)
    if enemy is None or not shooters:
        return finding.rule("odds_of_shot", {"legal": False})
    which = None if edge is None else EDGES.index(edge)
    turn = position.active or position.base(shooters[0]).side
    volley = gather(position, shooters, enemy, turn, spent)
    faults = volley.faults
    if which is not None and volley.legal:
        faults += tuple(cannot_aim_at(position, volley, which))
    if faults:
        cite(finding, faults)
        return finding.rule("odds_of_shot", {"legal": False, "faults": [fault.says for fault in faults]})
    cite(finding, volley.grounds)
    return finding.rule("odds_of_shot", _answer(position, volley, which, finding))


def _answer(position: Position, volley: Volley, edge: int | None, finding: Finding) -> dict[str, Any]:
    sheets = factor_sheets(position, volley, finding)
    for sheet in sheets:
        finding.add_sheet(sheet)
    sums = (sheets[0].sum, sheets[1].sum)
    fates = (
        ("shooter", volley.answered or volley.principal, _of_shooter(position, volley, sums, finding)),
        ("target", volley.target.id, _of_target(position, volley, sums, edge, finding)),
    )
    answer: dict[str, Any] = {
        "legal": True,
        "principal": volley.principal,
        "exchange": volley.answered is not None,
        "answered": volley.answered,
    }
    return answer | odds_answer(fates, comparisons(*sums).equal, sums)


def _of_target(position: Position, volley: Volley, sums: tuple[int, int], edge: int | None, finding: Finding) -> Counts:
    """The fate of the target: beaten by the principal, in the rear or not, or unharmed."""
    count = comparisons(sums[1], sums[0])
    chances = dict.fromkeys(FATES, 0)
    for how, times in (("equal", count.equal), ("beaten", count.beaten), ("doubled", count.doubled)):
        if times:
            chances[fate_of_target(position, volley, how, edge, finding)[0]] += times
    return chances


def _of_shooter(position: Position, volley: Volley, sums: tuple[int, int], finding: Finding) -> Counts:
    """The fate of the shooter at which the target shoots back. No effect if it shoots back at none."""
    chances = dict.fromkeys(FATES, 0)
    count = comparisons(*sums)
    if volley.answered is None:
        finding.cite("BOB-OUT-3a", f"{volley.target.id} rolls in defence and cannot hurt {volley.principal}")
        return chances
    finding.cite(
        "BOB-SHO-12", f"{volley.target.id} and {volley.answered} shoot at each other: one roll decides for both"
    )
    answered = fighter(position, volley.answered)
    assert answered is not None
    for how, times in (("beaten", count.beaten), ("doubled", count.doubled)):
        if times:
            chances[decide(position, answered, volley.target, how, _CLASH, finding)] += times
    return chances


QUESTIONS = (
    Question(
        "odds_of_shot",
        "the exact probability of every fate of both sides of a shooting",
        {
            "shooters": list_of(BASE),
            "target": BASE_OR_PLACE,
            "edge": one_of(*EDGES).or_none(),
            "spent": list_of(BASE).or_none(),
        },
        odds_of_shot,
    ),
)
