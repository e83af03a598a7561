"""The ways of bases that move together: where each goes step by step, and how far."""

from __future__ import annotations

from debellis.geometry.rectangle import Rectangle
from debellis.geometry.turning import Motion, arc, between_places, free_share, furthest_corner, turning
from debellis.manoeuvre.legs import Leg, leg
from debellis.manoeuvre.march import march, outer_radius
from debellis.manoeuvre.steps import Step
from debellis.table.bases import Base
from debellis.table.value import Value


class Way(Value, frozen=True):
    """How one member goes: its motions in order, the leg of each, and the distance of each."""

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
    """How a group goes: its members at the start (after turning about, if they do), the way of each, and the steps.

    The steps are set if it keeps its formation. `forms` is "column" or "expand" where it changes formation. `turned`
    says whether it first turned about, and `breaks_off` whether it goes straight back out of contact.
    """

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
        """Whether it only goes straight ahead, apart from a shift to line up."""
        return not self.wheels and not self.forms and not self.turned and bool(self.steps)


def block_ways(members: tuple[Base, ...], steps: tuple[Step, ...]) -> tuple[Way, ...]:
    """The ways of members that keep their formation: each wheels by the arc of its own outer front corner."""
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
    """The way of a base that stays where it is."""
    return direct(base.rectangle, base.rectangle)


def direct(start: Rectangle, end: Rectangle) -> Way:
    """The way of a base that goes straight to a place, measured by the corner that goes furthest."""
    far = furthest_corner(start, end)[1]
    return Way((between_places(start, end),), (leg(start, end, far),), (far,))


def _length(step: Step, motion: Motion) -> float:
    """How far a base goes in a step. The sideways shift that lines a group up costs no distance."""
    if step.wheel != 0.0:
        return arc(outer_radius(motion.start, motion.anchor), motion.degrees)
    return step.advance


def follow(members: tuple[Base, ...], order: list[int], steps: tuple[Step, ...]) -> tuple[Way, ...]:
    """The ways of a straight column whose head makes some steps: each base follows in its track until it closes up."""
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
    """The part of a way up to where a base closes up to the one ahead."""
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
