"""Weighing a move: what allows it decides only if nothing forbids it, so permissions are cited last or not at all."""

from __future__ import annotations

from debellis.db.verdict import Verdict
from debellis.umpire.ruling import Finding, Ruling


class Trial(Verdict):
    """A verdict on what is not asked for: its faults are kept and refuse nothing, not even to those in haste."""

    def refuse(self, says: str, *names: str) -> None:
        self.faults.append(says)
        self.cite_all(names, says)


class Weighing(Verdict):
    """A verdict that holds back what merely allows, until it is known that nothing refuses."""

    def __init__(self) -> None:
        super().__init__()
        self.allowed: list[tuple[str, str]] = []

    def settle(self, into: Finding) -> None:
        """Hand everything over: permissions too, if the move is legal."""
        if self.legal:
            for name, says in self.allowed:
                self.cite(name, says)
        into.absorb(self)
        if isinstance(into, Verdict):
            into.faults.extend(self.faults)


def permit(verdict: Verdict, says: str, *names: str) -> None:
    """Cite clauses that allow what would otherwise be refused: at once, or when a weighing is settled."""
    for name in names:
        if isinstance(verdict, Weighing):
            verdict.allowed.append((name, says))
        else:
            verdict.cite(name, says)


def permit_by(verdict: Verdict, ruling: Ruling) -> None:
    """Take over the reasons of a ruling that allows."""
    for reason in ruling.because:
        permit(verdict, reason.says, reason.clause)


def refuse_by(verdict: Verdict, ruling: Ruling) -> None:
    """Take over the reasons of a ruling that forbids."""
    for reason in ruling.because:
        verdict.cite(reason.clause, reason.says)
