"""How one base meets another, as the De Bellis rules define it: front, rear, flank, or overlap by corner or side."""

from __future__ import annotations

from functools import lru_cache

from debellis.geometry.contact import CORNER, Touch, touches
from debellis.geometry.plane import COINCIDE, SLIGHT, Segment, offset_from_line
from debellis.geometry.polygon import Polygon
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
    penetration,
)
from debellis.table.value import Value

#: Kinds of meeting, strongest first.
KINDS = ("front", "rear", "flank", "side_overlap", "corner_overlap", "partial", "none")


class Meeting(Value, frozen=True):
    """How a base meets a target.

    `kind` is one of KINDS; `hand` the target's hand ("left", "right") where that matters; `length` the shared length of
    the edges that make the meeting (0 for a corner); `touches` every way they touch, the base's part first.
    """

    kind: str
    hand: str | None
    length: float
    touches: tuple[Touch, ...]

    def edge_on(self, mine: int, theirs: int) -> float:
        """The length over which two edges lie together."""
        for touch in self.touches:
            if touch.mine == mine and touch.theirs == theirs:
                return touch.length
        return 0.0

    def corner_on(self, mine: int, theirs: int) -> bool:
        """Whether two corners coincide."""
        return any(t.mine == CORNER + mine and t.theirs == CORNER + theirs for t in self.touches)

    @property
    def touching(self) -> bool:
        return self.kind != "none"

    @property
    def front_touches_flank_or_rear(self) -> bool:
        """Whether any of the base's front edge lies on a side or rear edge of the target."""
        return any(t.mine == FRONT and t.theirs in (LEFT, RIGHT, REAR) and t.length > 0.0 for t in self.touches)


#: Points further apart than this cannot coincide (mm).
_NEAR = 1.0
APART = Meeting("none", None, 0.0, ())


#: The cache size for meetings of pairs. It is enough for a few positions, between which most bases do not move.
_KEPT = 16384


def meet(base: Rectangle, target: Rectangle) -> Meeting:
    """Classify how a base meets a target."""
    if penetration(base, target) < -COINCIDE - SLIGHT:
        return APART
    return _meet(base, target)


@lru_cache(_KEPT)
def _meet(base: Rectangle, target: Rectangle) -> Meeting:
    found = tuple(touches(base, target))
    if not found:
        return APART
    raw = Meeting("partial", None, 0.0, found)
    if _together(raw, FRONT, (FRONT_LEFT, FRONT_RIGHT), (FRONT_RIGHT, FRONT_LEFT)):
        return Meeting("front", None, raw.edge_on(FRONT, FRONT), found)
    if raw.edge_on(FRONT, REAR) and raw.corner_on(FRONT_LEFT, REAR_LEFT) and raw.corner_on(FRONT_RIGHT, REAR_RIGHT):
        return Meeting("rear", None, raw.edge_on(FRONT, REAR), found)
    for hand, edge, corner in (("left", LEFT, FRONT_LEFT), ("right", RIGHT, FRONT_RIGHT)):
        if raw.edge_on(FRONT, edge) and raw.corner_on(corner, corner):
            return Meeting("flank", hand, raw.edge_on(FRONT, edge), found)
    for hand, edge in (("left", LEFT), ("right", RIGHT)):
        shared = max(raw.edge_on(LEFT, edge), raw.edge_on(RIGHT, edge))
        if shared:
            return Meeting("side_overlap", hand, shared, found)
    for hand, corner in (("left", FRONT_LEFT), ("right", FRONT_RIGHT)):
        if raw.corner_on(corner, corner):
            return Meeting("corner_overlap", hand, 0.0, found)
    return Meeting("partial", None, max(t.length for t in found), found)


def _together(raw: Meeting, theirs: int, mine: tuple[int, int], corners: tuple[int, int]) -> bool:
    """Whether the whole front edge lies on the whole of one edge of the target, with the corners together."""
    return bool(raw.edge_on(FRONT, theirs)) and all(raw.corner_on(a, b) for a, b in zip(mine, corners, strict=True))


def directly_behind(rear: Rectangle, front: Rectangle) -> bool:
    """Whether one base stands directly behind another: whole front edge on its rear edge, facing the same way."""
    (x, y), (ahead, aside) = front.front, front.facing
    # The midpoints of both edges then coincide, which excludes most pairs quickly.
    if abs(rear.front[0] - x + ahead * front.depth) > _NEAR or abs(rear.front[1] - y + aside * front.depth) > _NEAR:
        return False
    return meet(rear, front).kind == "rear"


def beside(a: Rectangle, b: Rectangle) -> str | None:
    """On which side of b the base a stands level, side on side and front corners together; None if on neither."""
    meeting = meet(a, b)
    if meeting.edge_on(RIGHT, LEFT) and meeting.corner_on(FRONT_RIGHT, FRONT_LEFT):
        return "left"
    if meeting.edge_on(LEFT, RIGHT) and meeting.corner_on(FRONT_LEFT, FRONT_RIGHT):
        return "right"
    return None


def comes_to_flank(start: Polygon, target: Rectangle, hand: str) -> bool:
    """Whether a base that starts here starts beyond a side of a target.

    It is wholly beyond the prolonged side edge, or partly beyond it and partly behind the prolonged rear edge.
    """
    aside = _beyond(start, target.edge(LEFT if hand == "left" else RIGHT))
    if min(aside) >= -COINCIDE:
        return True
    return max(aside) > COINCIDE and max(_beyond(start, target.edge(REAR))) > COINCIDE


def comes_to_rear(start: Polygon, target: Rectangle) -> bool:
    """Whether a base that starts here starts wholly behind the prolonged rear edge of a target."""
    return min(_beyond(start, target.edge(REAR))) >= -COINCIDE


def _beyond(outline: Polygon, edge: Segment) -> list[float]:
    """How far each corner of an outline is beyond a prolonged edge."""
    return [offset_from_line(corner, *edge) for corner in outline]
