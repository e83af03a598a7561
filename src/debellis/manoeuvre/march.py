"""A group's steps as its members make them: advances, wheels about a front corner of the group, sideways shifts.

`march(members, steps)` computes where every member is after each step, its legs and how far it has gone. A straight
part is measured from start to end. A wheel is measured by the arc of each member's outer front corner; ranks behind
follow in the track of the first of their file.
"""

from __future__ import annotations

import math

from debellis.geometry.plane import COINCIDE, Point, direction, distance, turned
from debellis.geometry.polygon import OUTSIDE
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, Rectangle
from debellis.geometry.turning import Motion, arc, turn_stages, turning
from debellis.manoeuvre.contact import directly_behind
from debellis.manoeuvre.legs import Leg, crosses_piece, leg
from debellis.manoeuvre.steps import Step
from debellis.table.bases import Base
from debellis.table.placing import place
from debellis.table.position import Position
from debellis.table.terrain import Terrain
from debellis.table.value import Value, replace

#: The arc of a wheel is bounded by tangents of pieces no larger than this (degrees); contacts are then found exactly.
_PIECE = 5.0


class Stride(Value, frozen=True):
    """One step as the members make it: the motion of each, in the group's order, and the distance each goes."""

    step: Step
    motions: tuple[Motion, ...]
    lengths: tuple[float, ...]

    @property
    def turns(self) -> bool:
        return self.step.wheel != 0.0


class March(Value, frozen=True):
    """A computed group move, with everything in the order of `members`.

    `arrived` are the members as they end; `legs` and `measured` the way and distance of each. `strides` are those of a
    group that keeps its formation. They are empty where each member has its own way (a column forming or on a road).
    `head` is the first of a column. `forms` says how the formation changes: "", "column", "front" or "road".
    """

    members: tuple[Base, ...]
    arrived: tuple[Base, ...]
    legs: tuple[tuple[Leg, ...], ...]
    measured: tuple[float, ...]
    strides: tuple[Stride, ...] = ()
    head: int | None = None
    forms: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(base.id for base in self.members)

    @property
    def wheels(self) -> bool:
        return any(stride.turns for stride in self.strides)

    @property
    def in_line(self) -> bool:
        """Whether it moves with elements side by side."""
        return self.head is None and self.forms != "column"

    def end(self, i: int) -> Rectangle:
        return self.arrived[i].rectangle

    def total(self, what: str) -> float:
        """How far it goes straight ahead ("advance") or sideways ("shift") in all its steps together."""
        return math.fsum(abs(getattr(stride.step, what)) for stride in self.strides)

    def at(self, position: Position, which: int, share: float) -> Position:
        """The position when a share of one stride is done."""
        there = {b.id: motion.at(share) for b, motion in zip(self.members, self.strides[which].motions, strict=True)}
        return position.placed(there)


def march(members: tuple[Base, ...], steps: tuple[Step, ...], head: int | None = None) -> March:
    """The march of a group that keeps its formation through some steps."""
    here = tuple(base.rectangle for base in members)
    leaders = file_leaders(here)
    strides: list[Stride] = []
    for step in steps:
        if step.wheel == 0.0 and step.advance == 0.0 and step.shift == 0.0:
            continue
        stride = _stride(here, step, leaders)
        here = tuple(motion.end for motion in stride.motions)
        strides.append(stride)
    arrived = tuple(replace(b, front=a.front, facing=a.facing) for b, a in zip(members, here, strict=True))
    legs = tuple(_legs(base, tuple(strides), i) for i, base in enumerate(members))
    measured = tuple(_measured(tuple(strides), i) for i in range(len(members)))
    return March(members, arrived, legs, measured, tuple(strides), head)


def file_leaders(here: tuple[Rectangle, ...]) -> tuple[int, ...]:
    """For each member the index of the first of its file, which it follows; its own index if none is directly ahead."""
    seen = [here[0].local(a.front) for a in here]
    ahead = {
        i: j
        for i, (right, front) in enumerate(seen)
        for j, (other, lead) in enumerate(seen)
        if i != j and abs(right - other) <= COINCIDE and abs(lead - here[j].depth - front) <= COINCIDE
    }
    leaders = []
    for i in range(len(here)):
        first = i
        while first in ahead:
            first = ahead[first]
        leaders.append(first)
    return tuple(leaders)


def _stride(here: tuple[Rectangle, ...], step: Step, leaders: tuple[int, ...]) -> Stride:
    if step.wheel != 0.0:
        pivot = pivot_of(here, step.pivot or "left")
        clockwise = -step.wheel if step.pivot == "left" else step.wheel
        motions = tuple(turning(a, pivot, clockwise) for a in here)
        return Stride(step, motions, tuple(arc(outer_radius(here[i], pivot), clockwise) for i in leaders))
    dx, dy = here[0].facing
    by = (dy * step.shift + dx * step.advance, dy * step.advance - dx * step.shift)
    far = math.hypot(*by)
    motions = tuple(Motion(a, a.moved(*by), a.front, by, 0.0) for a in here)
    return Stride(step, motions, (far,) * len(here))


def pivot_of(here: tuple[Rectangle, ...], hand: str) -> Point:
    """The left or right front corner of a group: that of its end element, the foremost one in the outermost file."""
    corner = FRONT_LEFT if hand == "left" else FRONT_RIGHT
    sense = -1.0 if hand == "left" else 1.0
    seen = [here[0].local(a.corners[corner]) for a in here]
    outmost = max(sense * right for right, _ in seen)
    ends = [i for i, (right, _) in enumerate(seen) if sense * right >= outmost - COINCIDE]
    return here[max(ends, key=lambda i: seen[i][1])].corners[corner]


def outer_radius(a: Rectangle, pivot: Point) -> float:
    """How far the outer front corner of a member is from the corner about which the group wheels."""
    return max(distance(a.corners[FRONT_LEFT], pivot), distance(a.corners[FRONT_RIGHT], pivot))


def _legs(base: Base, strides: tuple[Stride, ...], i: int) -> tuple[Leg, ...]:
    if not strides:
        return (leg(base.rectangle, base.rectangle),)
    return tuple(
        leg(s.motions[i].start, s.motions[i].end, s.lengths[i], _beyond_arcs(s.motions[i]) if s.turns else ())
        for s in strides
    )


def _beyond_arcs(motion: Motion) -> tuple[Point, ...]:
    """Points just outside the arcs of the four corners, so that their hull contains the whole wheel."""
    pieces = max(1, math.ceil(abs(motion.degrees) / _PIECE))
    half = motion.degrees / pieces * 0.5
    out = 1.0 / math.cos(math.radians(half))
    turns = [direction(half * (2 * k + 1)) for k in range(pieces)]
    found: list[Point] = []
    for x, y in motion.start.corners:
        r = ((x - motion.anchor[0]) * out, (y - motion.anchor[1]) * out)
        for by in turns:
            px, py = turned(r, by)
            found.append((motion.anchor[0] + px, motion.anchor[1] + py))
    return tuple(found)


def _measured(strides: tuple[Stride, ...], i: int) -> float:
    """How far a member goes: arcs, and each straight part between them from its start to its end."""
    total = east = north = 0.0
    for stride in strides:
        if stride.turns:
            total += math.hypot(east, north) + stride.lengths[i]
            east = north = 0.0
        else:
            east += stride.motions[i].shift[0]
            north += stride.motions[i].shift[1]
    return total + math.hypot(east, north)


def cut(steps: tuple[Step, ...], lengths: list[float], far: float) -> tuple[Step, ...]:
    """The steps of a move that stops after a distance, given how long each step is."""
    kept: list[Step] = []
    for step, length in zip(steps, lengths, strict=True):
        if length <= far:
            kept.append(step)
            far -= length
            continue
        share = max(0.0, far) / length
        if share > 0.0:
            kept.append(Step(step.advance * share, step.wheel * share, step.pivot, step.shift * share))
        break
    return tuple(kept)


def close_up(starts: tuple[Base, ...], arrived: tuple[Base, ...]) -> tuple[Base, ...]:
    """The bases closed up: those behind a base whose depth has changed stand directly behind it again, in order."""
    ahead = {
        i: j
        for i, rear in enumerate(starts)
        for j, front in enumerate(starts)
        if i != j and directly_behind(rear.rectangle, front.rectangle)
    }
    places = {i: arrived[i].rectangle for i in range(len(arrived)) if i not in ahead}
    while len(places) < len(arrived):
        for i, j in ahead.items():
            if i not in places and j in places:
                places[i] = place("behind", places[j], arrived[i].width, arrived[i].depth)
    return tuple(replace(b, front=places[i].front, facing=places[i].facing) for i, b in enumerate(arrived))


def enters_ground(found: March, i: int, piece: Terrain) -> bool:
    """Whether some part of a member is in a terrain feature at any moment of the move."""
    for k, part in enumerate(found.legs[i]):
        if not crosses_piece(part, piece):
            continue
        if k >= len(found.strides) or not found.strides[k].turns:
            return True
        motion = found.strides[k].motions[i]
        if any(s.lies != OUTSIDE for s in turn_stages(motion.start, motion.anchor, motion.degrees, piece.ground)):
            return True
    return False
