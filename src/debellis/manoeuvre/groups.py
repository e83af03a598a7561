"""Groups and columns: bases facing the same way and joined edge to edge, corner to corner."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from debellis.geometry.contact import CORNER, touches
from debellis.geometry.plane import COINCIDE, distance, same_direction, turn_between
from debellis.geometry.rectangle import (
    FRONT,
    FRONT_LEFT,
    FRONT_RIGHT,
    LEFT,
    REAR,
    REAR_LEFT,
    REAR_RIGHT,
    RIGHT,
    Rectangle,
)
from debellis.manoeuvre.contact import Meeting, meet

#: The cache size for whether pairs are joined.
_KEPT = 4096
#: More than rounding can amount to (mm or degrees).
_ROUNDING = 1e-6

_FRONT_PARTS = (FRONT, CORNER + FRONT_LEFT, CORNER + FRONT_RIGHT)
_REAR_PARTS = (REAR, CORNER + REAR_RIGHT, CORNER + REAR_LEFT)


def face_alike(bases: list[Rectangle]) -> bool:
    """Whether all face exactly the same way."""
    return all(same_direction(a.facing, b.facing) for i, a in enumerate(bases) for b in bases[i + 1 :])


def joined_beside(a: Rectangle, b: Rectangle) -> bool:
    """Whether a stands side edge on side edge with b, level at the front corners or at the rear corners."""
    return _level_beside(meet(a, b))


def _level_beside(meeting: Meeting) -> bool:
    for mine, theirs, front, their_front, rear, their_rear in (
        (RIGHT, LEFT, FRONT_RIGHT, FRONT_LEFT, REAR_RIGHT, REAR_LEFT),
        (LEFT, RIGHT, FRONT_LEFT, FRONT_RIGHT, REAR_LEFT, REAR_RIGHT),
    ):
        if meeting.edge_on(mine, theirs):
            return meeting.corner_on(front, their_front) or meeting.corner_on(rear, their_rear)
    return False


def joined_in_file(a: Rectangle, b: Rectangle) -> bool:
    """Whether one stands directly behind the other, front edge on rear edge with both corners together."""
    return meet(a, b).kind == "rear" or meet(b, a).kind == "rear"


def joined(a: Rectangle, b: Rectangle) -> bool:
    """Whether two bases that face alike hold together as members of one group."""
    if distance(a.centre, b.centre) > a.radius + b.radius + COINCIDE or not same_direction(a.facing, b.facing):
        return False
    return _joined(a, b)


@lru_cache(_KEPT)
def _joined(a: Rectangle, b: Rectangle) -> bool:
    meeting = meet(a, b)
    return meeting.kind == "rear" or _level_beside(meeting) or (meeting.touching and meet(b, a).kind == "rear")


def follows(rear: Rectangle, front: Rectangle) -> bool:
    """Whether the front of one base touches the rear of another at least partly, at any angle."""
    return any(touch.mine in _FRONT_PARTS and touch.theirs in _REAR_PARTS for touch in touches(rear, front))


def hold_together(bases: list[Rectangle], linked: Callable[[Rectangle, Rectangle], bool]) -> bool:
    """Whether links connect every base to every other."""
    reached = [0]
    for i in reached:
        reached += [j for j in range(len(bases)) if j not in reached and linked(bases[i], bases[j])]
    return len(reached) == len(bases)


def moved_as_one(starts: list[Rectangle], ends: list[Rectangle]) -> bool:
    """Whether places have been moved and turned all together, so that they are a group if they were one before."""
    if len(starts) != len(ends):
        return False
    first, last = starts[0], ends[0]
    for start, end in zip(starts, ends, strict=True):
        right, ahead = first.local(start.front)
        now_right, now_ahead = last.local(end.front)
        if abs(right - now_right) > _ROUNDING or abs(ahead - now_ahead) > _ROUNDING:
            return False
        if abs(turn_between(first.facing, start.facing) - turn_between(last.facing, end.facing)) > _ROUNDING:
            return False
    return True


def frontage(places: list[Rectangle]) -> int:
    """How many files wide a formation of bases that face alike is."""
    found: list[float] = []
    for a in places:
        right = places[0].local(a.front)[0]
        if all(abs(right - other) > COINCIDE for other in found):
            found.append(right)
    return len(found)


def is_column(bases: list[Rectangle]) -> bool:
    """Whether bases stand one behind the other, one wide, facing alike."""
    return face_alike(bases) and hold_together(bases, joined_in_file)


def is_bent_column(bases: list[Rectangle]) -> bool:
    """Whether bases stand in a file of single bases that touch front to rear at least partly, as on a bending road."""
    for a in bases:
        behind = sum(follows(b, a) for b in bases if b is not a)
        ahead = sum(follows(a, b) for b in bases if b is not a)
        if behind > 1 or ahead > 1:
            return False
    return hold_together(bases, lambda a, b: follows(a, b) or follows(b, a))
