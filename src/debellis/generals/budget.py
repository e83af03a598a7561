"""How long a general may think: so many seconds, or so many positions weighed, whichever is asked for."""

from __future__ import annotations

import time


class Budget:
    """What is left to think. With `work` only positions are counted, so that the same work gives the same answer."""

    def __init__(self, seconds: float, work: int | None = None) -> None:
        self.work = work
        self.done = 0
        self._end = time.monotonic() + seconds

    def count(self, times: int = 1) -> None:
        """Note that a position was weighed."""
        self.done += times

    @property
    def spent(self) -> bool:
        """Whether it is time to answer."""
        if self.work is not None:
            return self.done >= self.work
        return time.monotonic() >= self._end

    def part(self, share: float) -> Budget:
        """A part of what is left, for one step of the thinking."""
        if self.work is not None:
            return Budget(0.0, int((self.work - self.done) * share))
        return Budget(max(0.0, self._end - time.monotonic()) * share)
