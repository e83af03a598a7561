"""A verdict on something proposed: every fault is kept, with the clauses it offends."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from debellis.umpire.ruling import Finding, Ruling


class Enough(Exception):
    """One fault was found, and one is enough."""


_hasty: ContextVar[bool] = ContextVar("first fault is enough", default=False)


class first_fault_is_enough:
    """Within this, the first fault reported to any verdict raises Enough: for those who only want yes or no."""

    def __enter__(self) -> None:
        self._before = _hasty.set(True)

    def __exit__(self, *_: object) -> None:
        _hasty.reset(self._before)


class Verdict(Finding):
    """A finding that starts out legal and is refused by each fault reported to it."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []

    @property
    def legal(self) -> bool:
        return not self.faults

    def refuse(self, says: str, *names: str) -> None:
        """Report a fault and cite the clauses that forbid it; none when plain geometry does."""
        if _hasty.get():
            raise Enough
        self.faults.append(says)
        self.cite_all(names, says)

    def decide(self, question: str, **more: Any) -> Ruling:
        """Close with `legal`, the faults, and whatever else the answer holds."""
        return self.rule(question, {"legal": self.legal, "faults": self.faults, **more})
