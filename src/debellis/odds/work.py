"""How much may be worked out: decisions applied through the battle engine, counted, and stopped when it is enough."""

from __future__ import annotations

import sys
from collections.abc import Callable

#: How many decisions one answer applies through the engine at most, unless told otherwise.
WORK = 4000


class Spent(Exception):
    """The work allowed for an answer is done, or somebody said it is enough."""


class Work:
    """What may still be worked out. `enough` is asked before every decision and ends the work when it says so."""

    def __init__(self, allowed: int = WORK, enough: Callable[[], bool] | None = None) -> None:
        self.allowed = allowed
        self.done = 0
        self.enough = enough

    @property
    def left(self) -> int:
        """How many decisions may still be applied."""
        return max(self.allowed - self.done, 0)

    def spend(self) -> None:
        """Count one decision; Spent if it may no longer be applied."""
        if self.done >= self.allowed or (self.enough is not None and self.enough()):
            raise Spent
        self.done += 1

    def unlimited(self) -> None:
        """Count on without a limit: how much sampling takes is settled by the number of samples."""
        self.allowed = sys.maxsize
