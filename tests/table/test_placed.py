"""Bases put elsewhere."""

from __future__ import annotations

from debellis.table.bases import Base
from debellis.table.pose import Pose
from debellis.table.position import Position


def test_bases_named_stand_elsewhere_and_the_others_stay() -> None:
    bases = tuple(Base(name, "red", "4Bd", "blades", 40.0, 20.0, (x, 100.0)) for name, x in (("a", 50.0), ("b", 90.0)))
    position = Position("dba22", (600.0, 600.0), bases)
    east = Pose((70.0, 200.0), (1.0, 0.0))
    moved = position.placed({"a": east, "c": east})
    assert (moved.base("a").front, moved.base("a").facing) == (east.front, east.facing)
    assert moved.base("b") is position.base("b") and len(moved.bases) == 2
    assert position.placed({"a": moved.base("a").rectangle}) == moved
