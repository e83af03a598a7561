"""The zone in front of an enemy: its square, how a base lies to it, and which bases screen a base from that enemy.

By lines, an edge of the base is open when nothing lies between it and the enemy's front edge, along straight lines from
end to end. One open edge is enough to bind the base. By the carpet, the zone grows ahead over its full width until it
meets a base, and it binds that base.
"""

from __future__ import annotations

from typing import Final

from debellis.geometry.contact import CORNER, touches
from debellis.geometry.plane import COINCIDE, Point, Segment, distance, opposite_direction
from debellis.geometry.polygon import Polygon, partly_in
from debellis.geometry.rectangle import FRONT, FRONT_LEFT, FRONT_RIGHT, Rectangle, overlaps
from debellis.geometry.sight import (
    BLOCKED,
    HIDDEN,
    OPEN,
    UNREACHABLE,
    clear,
    clear_from_outline,
    corridor,
    faces,
    reach,
    reach_from_outline,
)
from debellis.table.value import Value

INSIDE: Final = "inside"
FAR_SIDE: Final = "far side"
MARGIN: Final = "margin"
OUTSIDE: Final = "outside"

_FRONT_PARTS: Final = (FRONT, CORNER + FRONT_LEFT, CORNER + FRONT_RIGHT)


class Screening(Value, frozen=True):
    """The verdict on each of the four edges of a base, and the index of the base that blocks each (or -1)."""

    verdicts: tuple[str, ...]
    blockers: tuple[int, ...]

    @property
    def screened(self) -> bool:
        """Whether some base stands between and no edge is open."""
        return OPEN not in self.verdicts and BLOCKED in self.verdicts

    @property
    def half_screened(self) -> bool:
        """Whether some base stands before one edge and another edge is open."""
        return OPEN in self.verdicts and BLOCKED in self.verdicts

    @property
    def unseen(self) -> tuple[int, ...]:
        """The edges that face away or could be reached only through the base itself."""
        return tuple(which for which, verdict in enumerate(self.verdicts) if verdict in (HIDDEN, UNREACHABLE))


def square(enemy: Rectangle, width: float, depth: float) -> Rectangle:
    """The area of the given size in front of a front edge. It faces as the enemy does, so its front is the far side."""
    return Rectangle(enemy.advanced(depth).front, enemy.facing, width, depth)


def begins_ahead(base: Rectangle, enemy: Rectangle, width: float) -> float | None:
    """How far ahead of an enemy's front edge a base begins, within a width about its middle; None if it does not."""
    half = width * 0.5 - COINCIDE
    seen = [enemy.local(corner) for corner in base.corners]
    for hand in (1.0, -1.0):
        seen = _kept(seen, hand, half)
    if not seen or max(ahead for _, ahead in seen) <= COINCIDE:
        return None
    return max(0.0, min(ahead for _, ahead in seen))


def _kept(outline: list[Point], hand: float, half: float) -> list[Point]:
    """The part of an outline no further to one side than half a width."""
    kept: list[Point] = []
    for i, (right, ahead) in enumerate(outline):
        before, ahead_before = outline[i - 1]
        over, over_before = right * hand - half, before * hand - half
        if (over > 0.0) != (over_before > 0.0):
            share = over_before / (over_before - over)
            kept.append((before + (right - before) * share, ahead_before + (ahead - ahead_before) * share))
        if over <= 0.0:
            kept.append((right, ahead))
    return kept


def carpet(enemy: Rectangle, width: float, depth: float, others: list[Rectangle]) -> float:
    """How far a zone grows ahead over its full width: to its depth, or until it meets one of the others."""
    reach = depth + enemy.width + COINCIDE
    for other in others:
        if distance(other.centre, enemy.front) <= reach + other.radius:
            begins = begins_ahead(other, enemy, width)
            if begins is not None and begins < depth:
                depth = begins
    return depth


def lies_to(base: Rectangle, zone: Rectangle) -> str:
    """How a base lies to a zone: INSIDE, FAR_SIDE, MARGIN or OUTSIDE.

    INSIDE: some part is in the zone. FAR_SIDE: the base touches the side away from the enemy, from beyond it. MARGIN:
    it touches only the other sides or a corner.
    """
    if overlaps(base, zone):
        return INSIDE
    found = touches(base, zone)
    if any(touch.theirs == FRONT for touch in found):
        return FAR_SIDE
    return MARGIN if found else OUTSIDE


def wholly_ahead(base: Rectangle, enemy: Rectangle) -> bool:
    """Whether no part of a base lies to the left or right of an enemy's frontage."""
    half = enemy.width * 0.5 + COINCIDE
    return all(abs(enemy.local(corner)[0]) <= half for corner in base.corners)


def lined_up(base: Rectangle, enemy: Rectangle) -> bool:
    """Whether a base stands parallel to an enemy, front towards its front, within the extension of that front edge."""
    if not opposite_direction(base.facing, enemy.facing):
        return False
    half = enemy.width * 0.5 + COINCIDE
    ends = [enemy.local(end) for end in base.edge(FRONT)]
    return all(abs(right) <= half and ahead >= -COINCIDE for right, ahead in ends)


def touches_front(base: Rectangle, enemy: Rectangle) -> bool:
    """Whether a base touches the front edge or a front corner of an enemy, so that nothing can be between."""
    return any(touch.theirs in _FRONT_PARTS for touch in touches(base, enemy))


def screening(viewer: Segment, base: Rectangle, others: list[Rectangle]) -> Screening:
    """Which edges of a base are open from an enemy's front edge.

    When no edge can be reached as a whole, as with a corner pointing at the enemy, those that face it are judged.
    """
    found = [reach(viewer, base, which, others) for which in range(4)]
    if all(verdict in (HIDDEN, UNREACHABLE) for verdict, _ in found):
        found = [_facing_edge(viewer, base.edge(which), others) for which in range(4)]
    return Screening(tuple(verdict for verdict, _ in found), tuple(blocker for _, blocker in found))


def _facing_edge(viewer: Segment, edge: Segment, others: list[Rectangle]) -> tuple[str, int]:
    if not faces(edge, viewer):
        return (HIDDEN, -1)
    seen = corridor(viewer, edge)
    for i, other in enumerate(others):
        if partly_in(other, seen):
            return (BLOCKED, i)
    return (OPEN, -1)


def screening_from_outline(outline: Polygon, stretch: float, base: Rectangle, others: list[Rectangle]) -> Screening:
    """Which edges of a base are open from some stretch of the outline of a camp or town."""
    found = [reach_from_outline(outline, stretch, base, which, others) for which in range(4)]
    return Screening(tuple(verdict for verdict, _, _ in found), tuple(blocker for _, blocker, _ in found))


def open_through_itself(viewer: Segment, base: Rectangle, seen: Screening, others: list[Rectangle]) -> bool:
    """Whether an edge hidden only by the base itself would otherwise be open from an enemy's front edge."""
    return any(clear(viewer, base.edge(which), others) for which in seen.unseen)


def open_through_itself_from_outline(
    outline: Polygon, stretch: float, base: Rectangle, seen: Screening, others: list[Rectangle]
) -> bool:
    """The same from some stretch of the outline of a camp or town."""
    return any(clear_from_outline(outline, stretch, base.edge(which), others) for which in seen.unseen)
