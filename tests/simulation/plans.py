"""Small plans whose battles are over in a moment."""

from __future__ import annotations

from debellis.simulation.plan import Meeting, Plan

ARMIES = ("II/33", "II/32")


def small(battles: int = 6, limit: int = 2, seed: int = 0) -> Plan:
    """Few battles of few bounds."""
    return Plan("dba22", (Meeting(("eager", "random"), ARMIES),), battles, seed, limit)
