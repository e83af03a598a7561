"""The legal place nearest to the one a refused move asked for: the move cut short, or a contact or line-up close by."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from debellis.geometry.plane import COINCIDE, distance
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, Rectangle
from debellis.manoeuvre.legs import leg, motion_of
from debellis.table.bases import Base
from debellis.table.placing import place, place_by_corner
from debellis.table.pose import Pose
from debellis.table.position import Position

#: How many shares of a refused move are tried before the longest legal one is made exact.
TRIES = 24
#: How exactly the longest legal share is found (mm).
EXACT = 0.01

Allowed = Callable[[Pose], bool]


def nearest_legal(position: Position, base: Base, asked: Pose, allowed: Allowed) -> Pose | None:
    """The legal place nearest to the one asked for; None when neither stopping short nor snapping finds one."""
    wanted = asked.rectangle(base.width, base.depth)
    best: Pose | None = None
    far = float("inf")
    for pose in _proposals(position, base, asked, allowed):
        away = _apart(pose.rectangle(base.width, base.depth), wanted)
        if away < far and allowed(pose):
            best, far = pose, away
    return best


def _apart(a: Rectangle, b: Rectangle) -> float:
    """How far apart two places are, measured at the corners."""
    return max(distance(p, q) for p, q in zip(a.corners, b.corners, strict=True))


def _proposals(position: Position, base: Base, asked: Pose, allowed: Allowed) -> Iterator[Pose]:
    """Places worth trying: snapped ones near the asked place, then the move cut short."""
    wanted = asked.rectangle(base.width, base.depth)
    reach = position.scale.base_width
    for spot in snapped(position, base):
        if _apart(spot, wanted) <= reach + COINCIDE:
            yield Pose(spot.front, spot.facing)
    if base.on_table:
        short = _longest_part(base, asked, allowed)
        if short is not None:
            yield short


def snapped(position: Position, base: Base) -> Iterator[Rectangle]:
    """Every place in contact with an enemy's front, flanks, rear or corners, and in line before its front."""
    for enemy in position.enemies(base.side):
        there = enemy.rectangle
        for relation in (
            "against",
            "on_left_flank_of",
            "on_right_flank_of",
            "on_rear_of",
            "overlapping_left_of",
            "overlapping_right_of",
        ):
            yield place(relation, there, base.width, base.depth)
        if base.on_table:
            yield _in_line(base.rectangle, there)


def _in_line(a: Rectangle, enemy: Rectangle) -> Rectangle:
    """The place lined up with an enemy as far off as the base's front is now."""
    back = (-enemy.facing[0], -enemy.facing[1])
    away = max(0.0, min(enemy.local(p)[1] for p in (a.corners[FRONT_LEFT], a.corners[FRONT_RIGHT])))
    corner = enemy.corners[FRONT_LEFT]
    at = (corner[0] + enemy.facing[0] * away, corner[1] + enemy.facing[1] * away)
    return place_by_corner(at, back, "right", a.width, a.depth)


def longest(most: float, legal: Callable[[float], bool], tries: int = TRIES, exact: float = EXACT) -> float | None:
    """The greatest legal distance or share, up to a maximum; None if none of those tried is legal."""
    if legal(most):
        return most
    for i in range(tries - 1, 0, -1):
        low = most * i / tries
        if legal(low):
            high = most * (i + 1) / tries
            while high - low > exact:
                half = (low + high) * 0.5
                if legal(half):
                    low = half
                else:
                    high = half
            return low
    return None


def _longest_part(base: Base, asked: Pose, allowed: Allowed) -> Pose | None:
    """The end of the longest legal part of a move, the front going straight while the base turns evenly."""
    part = leg(base.rectangle, asked.rectangle(base.width, base.depth))
    motion = motion_of(part)

    def at(share: float) -> Pose:
        there = motion.at(share)
        return Pose(there.front, there.facing)

    for i in range(TRIES - 1, 0, -1):
        low = i / TRIES
        if allowed(at(low)):
            high = (i + 1) / TRIES
            while (high - low) * part.length > EXACT:
                half = (low + high) * 0.5
                if allowed(at(half)):
                    low = half
                else:
                    high = half
            return at(low)
    return None
