"""The garbage collector of a process that plays battles: it runs seldom, since almost nothing here forms cycles."""

from __future__ import annotations

import gc

#: How many new values there may be before the young are looked at, and how many such looks before the older ones are.
#: With Python's own numbers a ninth of the time of a large battle went into looking.
_THRESHOLDS = (50_000, 20, 20)


def collect_seldom() -> None:
    """Let the garbage collector of this process run seldom."""
    gc.set_threshold(*_THRESHOLDS)
