"""The ground where a side deploys, in its own frame: across from its left, out from its base edge.

All bases of a side face the enemy's edge, so in this frame every base stands upright with its front outwards.
"""

from __future__ import annotations

import math

from debellis.dba.book import book, in_mm, table
from debellis.dba.going import is_bad_for
from debellis.dba.setting_up.auto_order import order_of
from debellis.dba.setting_up.deployment import side_margin
from debellis.dba.troops import type_of
from debellis.geometry.plane import COINCIDE, Point
from debellis.geometry.polygon import OUTSIDE, Polygon, boundary_distance, box, inside, lies
from debellis.geometry.rectangle import Rectangle, overlaps
from debellis.table.bases import Base
from debellis.table.board import Size, length_of
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value
from debellis.table.waterways import reaches, shore_along

_FACING: dict[str, Point] = {"north": (0.0, -1.0), "east": (-1.0, 0.0), "south": (0.0, 1.0), "west": (1.0, 0.0)}
_UPRIGHT: Point = (0.0, 1.0)

#: How many places are tried for each base width across the ground.
FINE = 4
#: Costs of a place, roughly in combat factors: bad going that hampers the troops, a river, a hostile town nearby.
_HAMPERED = 3.0
_IN_RIVER = 5.0
_WATCHED = 1.5
#: Gains of a place: bad going for light foot, and a gentle hill for any base.
_COVERED = -0.7
_RAISED = -0.3


class Obstacle(Value, frozen=True):
    """A feature in the frame of the side, with the box around it. `reach` is the radius of a hostile town's zone."""

    piece: Terrain
    ground: Polygon
    around: tuple[float, float, float, float]
    reach: float = 0.0


class Ground:
    """Where a side may stand, and at what cost. Results for a place are cached."""

    def __init__(self, position: Position, side: str, base_edge: str, part: tuple[int, int] = (0, 1)) -> None:
        """The zone of a side, or one of several equal parts of it, counted from its left."""
        self.position = position
        self.edge = base_edge
        self.size = position.size
        self.scale = position.scale
        self.side = side
        margin = side_margin(position)
        self.left = margin
        self.right = length_of(base_edge, position.size) - margin
        if part[1] > 1:
            width = (self.right - self.left) / part[1]
            self.left += width * part[0]
            self.right = self.left + width
        self.depth = in_mm(position, table(position, "deployment")["depth"])
        water = shore_along(position, base_edge)
        self.shore: Polygon | None = None if water is None else self._turned(water.ground)
        self.foremost = self.depth if water is None else self.depth + self._nearest_shore(water)
        self.obstacles = [o for o in map(self._obstacle, position.terrain) if o is not None and self._in_the_way(o)]
        self.others = [r for r in map(self._rectangle, position.standing) if r.centre[1] - r.radius < self.foremost]
        self.lefts = self._places_across()
        self._known: dict[tuple[float, float, float, float], list[tuple[Obstacle, bool]] | None] = {}
        self._harms: dict[tuple[str, str], float] = {}
        self._rows: dict[tuple[str, float, float], list[float]] = {}

    def _places_across(self) -> list[float]:
        """Possible positions of a base's left side: several for each base width, symmetrical to both ends."""
        width = self.scale.base_width
        step = width / FINE
        count = int((self.right - self.left - width + COINCIDE) / step) + 1
        first = self.left + 0.5 * (self.right - self.left - width - (count - 1) * step)
        return [first + k * step for k in range(count)]

    def _turned(self, points: Polygon) -> Polygon:
        return tuple(to_side(p, self.edge, self.size) for p in points)

    def _nearest_shore(self, water: Terrain) -> float:
        """The smallest depth of the water behind the zone."""
        found = reaches(water.ground, self.edge, self.size)
        behind = [r for r in found if r.end > self.left and r.start < self.right]
        return max(0.0, min((min(r.first, r.last) for r in behind), default=0.0))

    def _obstacle(self, piece: Terrain) -> Obstacle | None:
        if piece.kind == "road":
            return None
        ground = self._turned(piece.ground)
        hostile = piece.kind == "bua" and piece.owner is not None and piece.owner != self.side
        reach = self.scale.base_widths(table(self.position, "zone")["camp_and_bua_radius_bw"]) if hostile else 0.0
        west, south, east, north = box(ground)
        return Obstacle(piece, ground, (west - reach, south - reach, east + reach, north + reach), reach)

    def _in_the_way(self, obstacle: Obstacle) -> bool:
        west, south, east, _ = obstacle.around
        return east > self.left and west < self.right and south < self.foremost

    def _rectangle(self, base: Base) -> Rectangle:
        ahead = (base.front[0] + base.facing[0], base.front[1] + base.facing[1])
        front, nose = self._turned((base.front, ahead))
        return Rectangle(front, (nose[0] - front[0], nose[1] - front[1]), base.width, base.depth)

    @property
    def is_open(self) -> bool:
        """Whether the zone is empty."""
        return not self.obstacles and self.shore is None

    def rough_patches(self) -> list[tuple[float, float]]:
        """The bad going in the front half of the zone: the middle of each patch, and its width."""
        found: list[tuple[float, float]] = []
        for obstacle in self.obstacles:
            west, _, east, north = obstacle.around
            if obstacle.piece.kind in book(self.position).tables.going.bad and north > self.foremost - 0.5 * self.depth:
                found.append((0.5 * (max(west, self.left) + min(east, self.right)), east - west))
        return found

    def pose(self, base: Base, left: float, front: float) -> Pose:
        """The pose on the table of a base, given its left side across and its front out from the edge."""
        return Pose(to_table((left + base.width * 0.5, front), self.edge, self.size), _FACING[self.edge])

    def ill(self, base: Base, left: float, front: float) -> float:
        """The cost of a place for a base; infinite if it may not be deployed there. Friends are ignored."""
        met = self._met(base.width, base.depth, left, front)
        if met is None:
            return math.inf
        total = 0.0
        for obstacle, in_it in met:
            if in_it:
                total += self._harm(base, obstacle)
            elif obstacle.reach > 0.0:
                total += _WATCHED
        return total

    def row(self, base: Base, front: float) -> list[float]:
        """The cost for a base at each place across, with its front at the same distance out."""
        key = (base.code, base.depth, front)
        if key not in self._rows:
            if not self.others and base.depth <= front <= self.depth and self._is_clear(front - base.depth, front):
                self._rows[key] = [0.0] * len(self.lefts)
            else:
                self._rows[key] = [self.ill(base, left, front) for left in self.lefts]
        return self._rows[key]

    def _is_clear(self, rear: float, front: float) -> bool:
        """Whether nothing lies across the whole width of the zone at this distance out."""
        return self.shore is None and not any(o.around[1] < front and o.around[3] > rear for o in self.obstacles)

    def _met(self, width: float, depth: float, left: float, front: float) -> list[tuple[Obstacle, bool]] | None:
        """The features near a place of this size, each with whether the place is in it; None if nobody may deploy
        there."""
        key = (width, depth, left, front)
        if key not in self._known:
            self._known[key] = self._look_round(width, depth, left, front)
        return self._known[key]

    def _look_round(self, width: float, depth: float, left: float, front: float) -> list[tuple[Obstacle, bool]] | None:
        right, rear = left + width, front - depth
        if left < self.left - COINCIDE or right > self.right + COINCIDE:
            return None
        if rear < -COINCIDE:
            return None
        stands = Rectangle((left + width * 0.5, front), _UPRIGHT, width, depth)
        if front > self.foremost and any(self._is_beyond(p) for p in stands.corners):
            return None
        if any(overlaps(stands, other) for other in self.others):
            return None
        met: list[tuple[Obstacle, bool]] = []
        for obstacle in self.obstacles:
            west, south, east, north = obstacle.around
            if left < east and right > west and rear < north and front > south:
                met.append((obstacle, lies(stands, obstacle.ground) != OUTSIDE))
        return met

    def _is_beyond(self, p: Point) -> bool:
        """Whether a point is further from the base edge or its shore than troops may deploy."""
        if self.shore is None:
            return p[1] > self.depth + COINCIDE
        return not inside(p, self.shore) and boundary_distance(p, self.shore) > self.depth + COINCIDE

    def _harm(self, base: Base, obstacle: Obstacle) -> float:
        """The cost of one feature for a base that is in it."""
        key = (base.code, obstacle.piece.id)
        if key not in self._harms:
            self._harms[key] = self._judge(base, obstacle)
        return self._harms[key]

    def _judge(self, base: Base, obstacle: Obstacle) -> float:
        kind = obstacle.piece.kind
        if kind in ("waterway", "bua", "camp"):
            return math.inf
        if kind == "river":
            return _IN_RIVER
        if not is_bad_for(self.position, obstacle.piece, base):
            return _RAISED if kind == "gentle_hill" else 0.0
        if type_of(self.position, base).move_bad == 0:
            return math.inf
        if base.kind in order_of(self.position).covered:
            return _COVERED
        return _HAMPERED if type_of(self.position, base).minus_two_in_bad_going else 0.5


def to_side(p: Point, edge: str, size: Size) -> Point:
    """A point of the table as (across, out) in the frame of the side with this base edge."""
    if edge == "south":
        return p
    if edge == "north":
        return (size[0] - p[0], size[1] - p[1])
    return (p[1], size[0] - p[0]) if edge == "east" else (size[1] - p[1], p[0])


def to_table(p: Point, edge: str, size: Size) -> Point:
    """A point (across, out) in the frame of a side, as a point of the table."""
    if edge == "south":
        return p
    if edge == "north":
        return (size[0] - p[0], size[1] - p[1])
    return (size[0] - p[1], p[0]) if edge == "east" else (p[1], size[1] - p[0])
