"""Moving columns: each element follows in the track of the one ahead, so that a wheeling column is kinked."""

from __future__ import annotations

from debellis.dbm.grouping.groups import column_order
from debellis.geometry.plane import COINCIDE, same_direction
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.steps_between import steps_between
from debellis.manoeuvre.ways import GroupWay, block_ways, direct
from debellis.table.bases import Base
from debellis.umpire.verdict import Verdict
from debellis.umpire.wording import together


def follow_to(members: tuple[Base, ...], order: list[int], ends: list[Rectangle], verdict: Verdict) -> GroupWay | None:
    """The way of a column to given ends: the head goes forward and wheels, the others follow in the same order."""
    head = members[order[0]]
    steps = steps_between((head.rectangle,), (ends[order[0]],))
    if steps is None:
        verdict.refuse(f"{head.id} at the head of the column goes forward and by wheels only", "DBM-B16.3")
        return None
    if column_order(ends) != order:
        who = together([base.id for base in members])
        verdict.refuse(f"{who} would not end one behind the other in the same order", "DBM-B16.2")
        return None
    ways = [direct(base.rectangle, end) for base, end in zip(members, ends, strict=True)]
    ways[order[0]] = block_ways((head,), steps)[0]
    for i in order[1:]:
        right, ahead = members[i].rectangle.local(ends[i].front)
        aside = abs(right) > COINCIDE and same_direction(members[i].facing, ends[i].facing)
        if ahead < -COINCIDE or aside:
            verdict.refuse(f"{members[i].id} would not follow in the track of the one ahead", "DBM-B16.2")
    return GroupWay(members, tuple(ways), steps)
