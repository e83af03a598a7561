"""How long a general may think, in seconds or in positions evaluated."""

from __future__ import annotations

import time


class Budget:
    """The thinking time that is left. With `work` only positions are counted, so that the result can be repeated."""

    def __init__(self, seconds: float, work: int | None = None) -> None:
        self.work = work
        self.done = 0
        self._end = time.monotonic() + seconds

    def count(self, times: int = 1) -> None:
        """Count positions that were evaluated."""
        self.done += times

    @property
    def spent(self) -> bool:
        """Whether the budget is used up."""
        if self.work is not None:
            return self.done >= self.work
        return time.monotonic() >= self._end

    def part(self, share: float) -> Budget:
        """A share of what is left, for one step of the thinking."""
        if self.work is not None:
            return Budget(0.0, int((self.work - self.done) * share))
        return Budget(max(0.0, self._end - time.monotonic()) * share)
