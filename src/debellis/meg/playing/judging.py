"""The questions of the edition as a battle asks them: the same functions, without reading arguments from text."""

from __future__ import annotations

from functools import cache
from typing import Any

from debellis.table.position import Position
from debellis.umpire.editions import edition
from debellis.umpire.questions import Question
from debellis.umpire.ruling import Ruling
from debellis.umpire.verdict import FirstFault, Verdict, first_fault_is_enough


@cache
def _question(name: str, question: str) -> Question:
    return edition(name).questions[question]


def judged(position: Position, question: str, **arguments: Any) -> Ruling:
    """The ruling on a question, with arguments that are already of the right kinds."""
    return _question(position.edition, question).answer(position, **arguments)


def allowed(position: Position, question: str, **arguments: Any) -> bool:
    """Whether something is allowed, asked on the side: a refusal does not refuse the action that is being judged."""
    try:
        with first_fault_is_enough():
            return bool(judged(position, question, **arguments).answer["legal"])
    except FirstFault:
        return False


def take_over(verdict: Verdict, ruling: Ruling) -> None:
    """Copy the refusals, reasons and measures of a ruling on the same action into a verdict."""
    if not ruling.answer["legal"]:
        faults = ruling.answer["faults"]
        verdict.refuse(faults[0])
        verdict.faults.extend(faults[1:])
    for reason in ruling.because:
        verdict.cite(reason.clause, reason.says)
    verdict.measures.extend(ruling.measures)


def verdict_of(question: str, ruling: Ruling) -> Ruling:
    """The same ruling under the name of another question."""
    verdict = Verdict()
    take_over(verdict, ruling)
    return verdict.decide(question)
