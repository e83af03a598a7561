"""Guidelines of fair play. They apply in a tournament and not in a friendly game; rules apply in both."""

from __future__ import annotations

from typing import Any

from debellis.dbm.conduct.standing import GUIDELINE, standing_of
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.asking import ask
from debellis.umpire.questions import TABLE, TEXT, Question
from debellis.umpire.ruling import Finding, Ruling

#: The option that makes a game a tournament game. This is the default.
TOURNAMENT = "tournament"


def guidelines_hold(position: Position) -> bool:
    """Whether the guidelines of fair play apply in a game."""
    return bool(position.options.get(TOURNAMENT, True))


def set_aside(finding: Finding, what: str) -> None:
    """Cite that a guideline does not apply in a friendly game."""
    finding.cite("IWF-G0", f"in a friendly game the guidelines are off: {what}")


def fair_play(position: Position, *, ruling: str, given: dict[str, Any] | None = None) -> Ruling:
    """Which part of the ruling on a question comes from guidelines, and whether the request is still legal.

    A friendly game allows what only guidelines forbid. It does not allow what a rule forbids.
    """
    finding = Finding()
    found = ask(replace(position, options={**position.options, TOURNAMENT: True}), ruling, **(given or {}))
    owed = [name for name in found.clauses if standing_of(name) == GUIDELINE]
    holds = guidelines_hold(position)
    faults = set(found.answer.get("faults", ())) if isinstance(found.answer, dict) else set()
    offended = [reason.clause for reason in found.because if reason.says in faults]
    by_rule = [name for name in offended if standing_of(name) != GUIDELINE]
    legal = not faults or (not holds and bool(offended) and not by_rule)
    if owed and not holds:
        rest = f", but {' and '.join(by_rule)} forbids it still" if by_rule else ""
        set_aside(finding, f"{' and '.join(owed)} is not held against anybody{rest}")
    answer = {
        "legal": legal,
        "guidelines": owed if holds else [],
        "set_aside": [] if holds else owed,
        "rules": by_rule,
    }
    return finding.rule("fair_play", answer)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "fair_play",
        "which guidelines of fair play a ruling rests on, and whether they are in force in this game",
        {"ruling": TEXT, "given": TABLE.or_none()},
        fair_play,
        tied_to_table=True,
    ),
)
