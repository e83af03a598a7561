"""Ways by plain movement: ahead, one wheel, ahead again, perhaps after turning about; and what bars them."""

from __future__ import annotations

from debellis.dbm.moving.passing import AHEAD, may_pass
from debellis.dbm.moving.speeds import bars
from debellis.dbm.spontaneous.impetuous import known_enemies
from debellis.dbm.troops import among, arm, noted, troop
from debellis.geometry.plane import COINCIDE, SLIGHT, Point, distance, same_direction, turn_between
from debellis.geometry.polygon import OUTSIDE, lies
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, REAR, Rectangle
from debellis.geometry.sweep import free_slide, stages, until_in
from debellis.geometry.turning import Motion, free_share, turn_stages, wheel, wheel_arc
from debellis.mechanics.tables import table
from debellis.table.bases import Base
from debellis.table.grid import Grid
from debellis.table.memory import Memory
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value

_SOLID = Memory[Grid]("friends nobody of a kind goes through")
_KNOWN = Memory[Grid]("where the enemies are that a side knows")
_BARRED = Memory[list[Terrain]]("features an element cannot enter")


class Way(Value, frozen=True):
    """A way by plain movement: the places it goes through, wheels between some of them, and its length.

    The length is that of the outer front corner.
    """

    start: Rectangle
    ahead: float
    degrees: float
    corner: int
    on: float
    length: float


def apart(mover: Rectangle, enemy: Rectangle) -> float:
    """How far off an enemy counts as target: between those front corners of both that are furthest apart."""
    return max(distance(mine, theirs) for mine in mover.corners[:2] for theirs in enemy.corners[:2])


def about(place: Rectangle) -> Rectangle:
    """The same footprint facing the opposite way."""
    return place.fronting(REAR)


def plain_way(start: Rectangle, end: Rectangle) -> Way | None:
    """The shortest way by plain movement from one place to another; None if it takes more than that."""
    found = [way for s in (start, about(start)) for way in (_one_wheel(s, end),) if way is not None]
    return min(found, key=lambda way: way.length, default=None)


def _one_wheel(start: Rectangle, end: Rectangle) -> Way | None:
    if same_direction(start.facing, end.facing):
        right, ahead = start.local(end.front)
        straight = abs(right) <= COINCIDE and ahead >= -COINCIDE
        return Way(start, max(0.0, ahead), 0.0, FRONT_RIGHT, 0.0, max(0.0, ahead)) if straight else None
    turn = turn_between(start.facing, end.facing)
    corner = FRONT_RIGHT if turn > 0.0 else FRONT_LEFT
    (ux, uy), (vx, vy) = start.facing, end.facing
    dx = end.corners[corner][0] - start.corners[corner][0]
    dy = end.corners[corner][1] - start.corners[corner][1]
    cross = ux * vy - uy * vx
    if abs(cross) <= SLIGHT:
        return None
    ahead, on = (dx * vy - dy * vx) / cross, (ux * dy - uy * dx) / cross
    if ahead < -COINCIDE or on < -COINCIDE:
        return None
    ahead, on = max(0.0, ahead), max(0.0, on)
    return Way(start, ahead, abs(turn), corner, on, ahead + wheel_arc(start, turn) + on)


def may_go_through(position: Position, base: Base, friend: Base) -> bool:
    """Whether an advancing element passes or bursts through a friend."""
    burst = table(position, "burst_through")
    bursts = among(position.edition, troop(base), burst["foot_by"]) and arm(position.edition, friend.kind) == "foot"
    return bursts or may_pass(position, base, friend, AHEAD)


def solid_friends(position: Position, base: Base) -> list[Base]:
    """The friends that an advancing element cannot go through."""
    return [friend for friend in _solid_grid(position, base).bases if friend.id != base.id]


def solid_friends_near(position: Position, base: Base, at: Point, far: float) -> list[Base]:
    """Those of the friends it cannot go through that may come within a distance of a point, in their order."""
    return [friend for friend in _solid_grid(position, base).near(at, far) if friend.id != base.id]


def _solid_grid(position: Position, base: Base) -> Grid:
    return _SOLID.of(position, (base.side, base.code), lambda p: Grid(_solid_to(p, base)))


def _solid_to(position: Position, base: Base) -> tuple[Base, ...]:
    """The elements of a side that troops of a kind cannot go through."""
    friends = [friend for friend in position.friends(base.side) if not noted(friend, "ambush")]
    return tuple(friend for friend in friends if not may_go_through(position, base, friend))


def _known_grid(position: Position, side: str) -> Grid:
    return _KNOWN.of(position.by_side, side, lambda _: Grid(tuple(known_enemies(position, side))))


def solids_near(position: Position, base: Base, at: Point, far: float) -> list[Rectangle]:
    """What an advancing element cannot go through within a distance of a point.

    These are enemies, and friends it can neither pass nor burst through.
    """
    found = [enemy.rectangle for enemy in _known_grid(position, base.side).near(at, far)]
    return found + [friend.rectangle for friend in solid_friends_near(position, base, at, far)]


def solids_level(position: Position, base: Base, place: Rectangle) -> list[Rectangle]:
    """The same of what an element at a place might meet when it shifts to a side, however far."""
    found: list[Rectangle] = []
    at, (x, y) = place.centre, place.facing
    for grid in (_known_grid(position, base.side), _solid_grid(position, base)):
        for one in grid.bases:
            there = one.rectangle
            ahead = (there.centre[0] - at[0]) * x + (there.centre[1] - at[1]) * y
            if abs(ahead) <= place.radius + there.radius + COINCIDE and one.id != base.id:
                found.append(there)
    return found


def barred_ground(position: Position, base: Base) -> list[Terrain]:
    """The features an element cannot enter."""
    return _BARRED.of(position, (base.id, base.code), lambda p: [piece for piece in p.terrain if bars(p, base, piece)])


def on_the_way(position: Position, base: Base, place: Rectangle, towards: Point, far: float) -> list[Rectangle]:
    """What an advancing element cannot go through and might meet when it goes straight one way from a place."""
    half = far * 0.5
    middle = (place.centre[0] + towards[0] * half, place.centre[1] + towards[1] * half)
    return solids_near(position, base, middle, place.radius + half)


def _round_the_turn(position: Position, base: Base, motion: Motion) -> list[Rectangle]:
    """What an advancing element cannot go through and might meet in a turning move."""
    start, anchor = motion.start, motion.anchor
    half = distance((0.0, 0.0), motion.shift) * 0.5
    middle = (anchor[0] + motion.shift[0] * 0.5, anchor[1] + motion.shift[1] * 0.5)
    return solids_near(position, base, middle, distance(anchor, start.centre) + start.radius + half)


def free_straight(position: Position, base: Base, place: Rectangle, towards: Point, far: float) -> float:
    """How far a base at a place can go straight one way before something solid or ground barred to it."""
    bodies = on_the_way(position, base, place, towards, far)
    free = min((free_slide(place, towards, far, body) for body in bodies), default=far)
    for piece in barred_ground(position, base):
        if lies(place, piece.ground) == OUTSIDE:
            free = min(free, until_in(stages(place, towards, far, piece.ground)))
    return free


def free_turn(position: Position, base: Base, motion: Motion) -> bool:
    """Whether a turning move meets nothing solid and no ground barred to it."""
    if any(free_share(motion, body) < 1.0 for body in _round_the_turn(position, base, motion)):
        return False
    return all(_stays_out(motion, piece) for piece in barred_ground(position, base))


def free_wheel(position: Position, base: Base, place: Rectangle, corner: int, degrees: float) -> float:
    """How many degrees an element can wheel before something solid, or ground barred to it, stops it."""
    motion = wheel(place, corner, degrees)
    bodies = _round_the_turn(position, base, motion)
    free = min((free_share(motion, body) for body in bodies), default=1.0) * degrees
    for piece in barred_ground(position, base):
        if lies(place, piece.ground) == OUTSIDE:
            free = min(free, until_in(turn_stages(place, motion.anchor, motion.degrees, piece.ground)))
    return free


def _stays_out(motion: Motion, piece: Terrain) -> bool:
    if motion.shift != (0.0, 0.0):
        return lies(motion.end, piece.ground) == OUTSIDE
    way = turn_stages(motion.start, motion.anchor, motion.degrees, piece.ground)
    return all(stage.lies == OUTSIDE for stage in way)


def is_clear(position: Position, base: Base, way: Way) -> bool:
    """Whether nothing stops an element on a way by plain movement."""
    place = way.start
    if free_straight(position, base, place, place.facing, way.ahead) < way.ahead - COINCIDE:
        return False
    place = place.advanced(way.ahead)
    if way.degrees:
        motion = wheel(place, way.corner, way.degrees)
        if not free_turn(position, base, motion):
            return False
        place = motion.end
    return free_straight(position, base, place, place.facing, way.on) >= way.on - COINCIDE
