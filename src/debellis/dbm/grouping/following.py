"""Columns on the move: those behind follow in the track of the one ahead, so that a wheeling column is kinked."""

from __future__ import annotations

from debellis.db.moving.group_ends import steps_between
from debellis.db.moving.moves import Step
from debellis.db.moving.wheels import march
from debellis.db.sweeping import leg
from debellis.db.verdict import Verdict
from debellis.dbm.grouping.groups import column_order
from debellis.dbm.grouping.ways import GroupWay, Way, block_ways, direct
from debellis.geometry.plane import COINCIDE, same_direction
from debellis.geometry.rectangle import Rectangle
from debellis.geometry.turning import Motion, free_share, turning
from debellis.table.bases import Base


def follow(members: tuple[Base, ...], order: list[int], steps: tuple[Step, ...]) -> tuple[Way, ...]:
    """The ways of a straight column whose head makes some steps: each goes on in its track until it closes up."""
    head = members[order[0]]
    found: dict[int, Way] = {order[0]: block_ways((head,), steps)[0]}
    track = march((head,), steps).strides
    before = order[0]
    for i in order[1:]:
        base = members[i]
        gone = head.rectangle.local(base.front)[1]
        motions = [_ahead(base.rectangle, -gone)]
        lengths = [-gone]
        for stride in track:
            start = motions[-1].end
            motion = stride.motions[0]
            if stride.turns:
                motions.append(turning(start, motion.anchor, motion.degrees))
            else:
                motions.append(Motion(start, start.moved(*motion.shift), start.front, motion.shift, 0.0))
            lengths.append(stride.lengths[0])
        found[i] = _until(motions, lengths, found[before].end)
        before = i
    return tuple(found[i] for i in range(len(members)))


def _ahead(start: Rectangle, far: float) -> Motion:
    by = (start.facing[0] * far, start.facing[1] * far)
    return Motion(start, start.moved(*by), start.front, by, 0.0)


def _until(motions: list[Motion], lengths: list[float], ahead: Rectangle) -> Way:
    """The part of a way until one closes up to where the one ahead has stopped."""
    gone: list[Motion] = []
    far: list[float] = []
    for motion, length in zip(motions, lengths, strict=True):
        share = free_share(motion, ahead)
        shift = (motion.shift[0] * share, motion.shift[1] * share)
        gone.append(Motion(motion.start, motion.at(share), motion.anchor, shift, motion.degrees * share))
        far.append(length * share)
        if share < 1.0:
            break
    legs = tuple(leg(motion.start, motion.end, length) for motion, length in zip(gone, far, strict=True))
    return Way(tuple(gone), legs, tuple(far))


def follow_to(members: tuple[Base, ...], order: list[int], ends: list[Rectangle], verdict: Verdict) -> GroupWay | None:
    """The way of a column to given ends: the head forward and by wheels, the others behind it in the same order."""
    head = members[order[0]]
    steps = steps_between((head.rectangle,), (ends[order[0]],))
    if steps is None:
        verdict.refuse(f"{head.id} at the head of the column goes forward and by wheels only", "DBM-B16.3")
        return None
    if column_order(ends) != order:
        verdict.refuse("the column would not end one behind the other in the same order", "DBM-B16.2")
        return None
    ways = [direct(base.rectangle, end) for base, end in zip(members, ends, strict=True)]
    ways[order[0]] = block_ways((head,), steps)[0]
    for i in order[1:]:
        right, ahead = members[i].rectangle.local(ends[i].front)
        aside = abs(right) > COINCIDE and same_direction(members[i].facing, ends[i].facing)
        if ahead < -COINCIDE or aside:
            verdict.refuse(f"{members[i].id} would not follow in the track of the one ahead", "DBM-B16.2")
    return GroupWay(members, tuple(ways), steps)
