"""The way of a group: where every member goes step by step, how far, and which share of its move that uses."""

from __future__ import annotations

from collections.abc import Iterable

from debellis.dbm.going import going_of
from debellis.dbm.moving.speeds import allowance, along_road, is_naval, road_limit, road_share, spend
from debellis.dbm.troops import troop
from debellis.geometry.plane import COINCIDE, distance
from debellis.geometry.polygon import OUTSIDE, lies
from debellis.geometry.rectangle import REAR
from debellis.geometry.sweep import stages
from debellis.geometry.turning import Motion, turn_stages
from debellis.manoeuvre.ways import GroupWay, Way
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import replace


def turned_about(members: tuple[Base, ...]) -> tuple[Base, ...]:
    """The members after each has turned about on the spot."""
    found = [(base, base.rectangle.fronting(REAR)) for base in members]
    return tuple(replace(base, front=place.front, facing=place.facing) for base, place in found)


def shares(position: Position, found: GroupWay) -> list[float]:
    """The share of its move that each member uses."""
    if by_road(position, found):
        return [road_share(position, b, w.length) for b, w in zip(found.members, found.ways, strict=True)]
    return [spend(position, b, w.legs, w.length).share for b, w in zip(found.members, found.ways, strict=True)]


def by_road(position: Position, found: GroupWay) -> bool:
    """Whether a group, one element wide, stays on a road while it goes straight ahead."""
    if not position.features("road") or any(is_naval(position, troop(base)) for base in found.members):
        return False
    first = found.members[0].rectangle
    abreast = any(abs(first.local(base.front)[0]) > COINCIDE for base in found.members)
    return not abreast and all(along_road(position, way.legs) for way in found.ways)


def reach(position: Position, found: GroupWay, base: Base) -> float:
    """How far a member can move by the group's way: in good going, or by road."""
    return road_limit(position, base) if by_road(position, found) else limit(position, base)


def limit(position: Position, base: Base) -> float:
    """How far an element can move in good going."""
    found = allowance(position, base)
    return 0.0 if found is None else found


def meets_ground(way: Way, piece: Terrain) -> bool:
    """Whether part of an element is in a terrain feature at any point of its way."""
    return any(_motion_meets(motion, piece) for motion in way.motions)


def _motion_meets(motion: Motion, piece: Terrain) -> bool:
    far = distance((0.0, 0.0), motion.shift)
    if motion.degrees == 0.0:
        towards = (motion.shift[0] / far, motion.shift[1] / far) if far > 0.0 else (0.0, 1.0)
        return any(stage.lies != OUTSIDE for stage in stages(motion.start, towards, far, piece.ground))
    if far <= COINCIDE:
        found = turn_stages(motion.start, motion.anchor, motion.degrees, piece.ground)
        return any(stage.lies != OUTSIDE for stage in found)
    return lies(motion.start, piece.ground) != OUTSIDE or lies(motion.end, piece.ground) != OUTSIDE


def difficult(position: Position, base: Base) -> Iterable[Terrain]:
    """The features that are difficult going for an element."""
    return (piece for piece in position.terrain if going_of(position, piece, troop(base)) == "difficult")
