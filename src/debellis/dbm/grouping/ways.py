"""The way of a group: where every member goes step by step, how far, and what share of its move that takes."""

from __future__ import annotations

from collections.abc import Iterable

from debellis.db.moving.moves import Step
from debellis.db.moving.wheels import march, outer_radius
from debellis.db.sweeping import Leg, leg
from debellis.dbm.going import going_of
from debellis.dbm.moving.speeds import allowance, along_road, is_naval, road_limit, road_share, spend
from debellis.dbm.troops import troop
from debellis.geometry.plane import COINCIDE, distance
from debellis.geometry.polygon import OUTSIDE, lies
from debellis.geometry.rectangle import REAR, Rectangle
from debellis.geometry.sweep import stages
from debellis.geometry.turning import Motion, arc, between_places, furthest_corner, turn_stages
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace


class Way(Value, frozen=True):
    """How one member goes: its motions in order, each with its leg, and how far it goes by each."""

    motions: tuple[Motion, ...]
    legs: tuple[Leg, ...]
    lengths: tuple[float, ...]

    @property
    def length(self) -> float:
        return sum(self.lengths)

    @property
    def end(self) -> Rectangle:
        return self.motions[-1].end


class GroupWay(Value, frozen=True):
    """How a group goes: its members as they start (turned about first if so), the way of each, and the steps if it
    keeps its formation. `forms` is "column" or "expand" where it changes it, `turned` whether it first turned about,
    `breaks_off` whether it goes straight back out of contact."""

    members: tuple[Base, ...]
    ways: tuple[Way, ...]
    steps: tuple[Step, ...] = ()
    forms: str = ""
    turned: bool = False
    breaks_off: bool = False

    @property
    def ends(self) -> list[Rectangle]:
        return [way.end for way in self.ways]

    @property
    def wheels(self) -> tuple[Step, ...]:
        return tuple(step for step in self.steps if step.wheel != 0.0)

    @property
    def shift(self) -> float:
        """How far it shifts sideways to its right."""
        return sum(step.shift for step in self.steps)

    @property
    def straight(self) -> bool:
        """Whether it goes straight ahead and does nothing else, a shift to line up apart."""
        return not self.wheels and not self.forms and not self.turned and bool(self.steps)


def turned_about(members: tuple[Base, ...]) -> tuple[Base, ...]:
    """The members after each has turned about where it stands."""
    found = [(base, base.rectangle.fronting(REAR)) for base in members]
    return tuple(replace(base, front=place.front, facing=place.facing) for base, place in found)


def block_ways(members: tuple[Base, ...], steps: tuple[Step, ...]) -> tuple[Way, ...]:
    """The ways of members who keep their formation: each wheels by the arc of its own outer front corner."""
    found = march(members, steps)
    if not found.strides:
        return tuple(standing(base) for base in members)
    ways: list[Way] = []
    for i in range(len(members)):
        motions = tuple(stride.motions[i] for stride in found.strides)
        lengths = tuple(_length(stride.step, motion) for stride, motion in zip(found.strides, motions, strict=True))
        ways.append(Way(motions, found.legs[i], lengths))
    return tuple(ways)


def standing(base: Base) -> Way:
    """The way of one that stays where it is."""
    return direct(base.rectangle, base.rectangle)


def direct(start: Rectangle, end: Rectangle) -> Way:
    """The way of one that goes straight to a place, measured by the corner that goes furthest."""
    far = furthest_corner(start, end)[1]
    return Way((between_places(start, end),), (leg(start, end, far),), (far,))


def _length(step: Step, motion: Motion) -> float:
    """How far one goes by a step; the sideways shift that lines a group up costs no distance."""
    if step.wheel != 0.0:
        return arc(outer_radius(motion.start, motion.anchor), motion.degrees)
    return step.advance


def shares(position: Position, found: GroupWay) -> list[float]:
    """What share of its move each member uses."""
    if by_road(position, found):
        return [road_share(position, b, w.length) for b, w in zip(found.members, found.ways, strict=True)]
    return [spend(position, b, w.legs, w.length).share for b, w in zip(found.members, found.ways, strict=True)]


def by_road(position: Position, found: GroupWay) -> bool:
    """Whether all of a group, one element wide, keep to a road as they go straight ahead."""
    if not position.features("road") or any(is_naval(position, troop(base)) for base in found.members):
        return False
    first = found.members[0].rectangle
    abreast = any(abs(first.local(base.front)[0]) > COINCIDE for base in found.members)
    return not abreast and all(along_road(position, way.legs) for way in found.ways)


def reach(position: Position, found: GroupWay, base: Base) -> float:
    """How far a member moves by the way its group goes: in good going, or by road."""
    return road_limit(position, base) if by_road(position, found) else limit(position, base)


def limit(position: Position, base: Base) -> float:
    """How far an element moves in good going."""
    found = allowance(position, base)
    return 0.0 if found is None else found


def meets_ground(way: Way, piece: Terrain) -> bool:
    """Whether some part of one is in a terrain feature at any moment of its way."""
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
