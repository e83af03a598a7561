"""Limits the work of a computation: counts decisions applied through the battle engine, and stops when told."""

from __future__ import annotations

import sys
from collections.abc import Callable

#: The default limit of decisions applied through the engine for one answer.
WORK = 4000


class Spent(Exception):
    """The work allowed for an answer is used up, or the caller stopped it."""


class Work:
    """The work that is left. `enough` is called before every decision, and stops the work by returning true."""

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
        """Remove the limit. Sampling is limited by its number of samples instead."""
        self.allowed = sys.maxsize
