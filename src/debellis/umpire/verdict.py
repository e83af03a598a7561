"""A verdict on a proposed action: every fault is kept, with the clauses it breaks.

A permission only matters if nothing forbids the action, so permissions are cited last or not at all.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from debellis.table.value import replace
from debellis.umpire.ruling import Barred, Finding, Ruling


class FirstFault(Exception):
    """One fault was found, and the caller needs no more."""


_hasty: ContextVar[bool] = ContextVar("first fault is enough", default=False)


class first_fault_is_enough:
    """A context in which the first fault of any verdict raises FirstFault, for callers that want only yes or no."""

    def __enter__(self) -> None:
        self._before = _hasty.set(True)

    def __exit__(self, *_: object) -> None:
        _hasty.reset(self._before)


class every_fault_counts:
    """A context in which verdicts keep all their faults, inside one in which the first fault is enough.

    For questions that are asked on the way to a verdict and whose refusal does not refuse the action.
    """

    def __enter__(self) -> None:
        self._before = _hasty.set(False)

    def __exit__(self, *_: object) -> None:
        _hasty.reset(self._before)


class Verdict(Finding):
    """A finding that starts out legal and is refused by each fault reported to it."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.barred: dict[str, bool] = {}

    @property
    def legal(self) -> bool:
        return not self.faults

    def refuse(self, says: str, *names: str) -> None:
        """Report a fault and cite the clauses that forbid it; none when plain geometry does."""
        if _hasty.get():
            raise FirstFault
        self.faults.append(says)
        self.cite_all(names, says)

    def bar(self, *bases: str, wherever: bool = False) -> None:
        """Note that the fault reported next is of these bases only, perhaps `wherever` they go."""
        for base in bases:
            self.barred[base] = wherever or self.barred.get(base, False)

    def absorb(self, other: Finding) -> None:
        super().absorb(other)
        if isinstance(other, Verdict):
            for base, wherever in other.barred.items():
                self.bar(base, wherever=wherever)

    def decide(self, question: str, **more: Any) -> Ruling:
        """Close with `legal`, the faults, and whatever else the answer holds; a refusal with the bases at fault."""
        ruling = self.rule(question, {"legal": self.legal, "faults": self.faults, **more})
        if self.legal or not self.barred:
            return ruling
        return replace(ruling, barred=tuple([Barred(base, fixed) for base, fixed in self.barred.items()]))


class QuietVerdict(Verdict):
    """A verdict on something that was not asked. Its faults are kept, but refuse nothing and raise no FirstFault."""

    def bar(self, *bases: str, wherever: bool = False) -> None:
        """Nobody is barred by what was not asked."""

    def refuse(self, says: str, *names: str) -> None:
        self.faults.append(says)
        self.cite_all(names, says)


class DeferredVerdict(Verdict):
    """A verdict that holds back its permissions until it is known that nothing refuses the action."""

    def __init__(self) -> None:
        super().__init__()
        self.allowed: list[tuple[str, str]] = []

    def settle(self, into: Finding) -> None:
        """Copy everything into another finding, including the permissions if the action is legal."""
        if self.legal:
            for name, says in self.allowed:
                self.cite(name, says)
        into.absorb(self)
        if isinstance(into, Verdict):
            into.faults.extend(self.faults)


def permit(verdict: Verdict, says: str, *names: str) -> None:
    """Cite clauses that allow what would otherwise be refused. A DeferredVerdict cites them when it is settled."""
    for name in names:
        if isinstance(verdict, DeferredVerdict):
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
