"""The steps of a proposed advance: straight ahead, wheels, turns about, shifts, inclines, backing, pivots back."""

from __future__ import annotations

from typing import Any

from debellis.dbm.spontaneous.ways import about, free_straight, free_turn
from debellis.geometry.plane import COINCIDE, Point, direction, distance
from debellis.geometry.rectangle import FRONT_LEFT, FRONT_RIGHT, Rectangle
from debellis.geometry.turning import Motion, arc, between_places, furthest_corner, turning, wheel
from debellis.table.bases import Base
from debellis.table.position import Position
from debellis.table.value import Value
from debellis.umpire.questions import NUMBER, POINT, TABLE, TEXT, BadQuestion, Kind, list_of

ADVANCE, WHEEL, TURN, SHIFT, INCLINE, TO, BACK, PIVOT_BACK = (
    "advance",
    "wheel",
    "turn",
    "shift",
    "incline",
    "to",
    "back",
    "pivot_back",
)
#: The steps that are more than straight movement, wheels and turns about.
UNEVEN = (SHIFT, INCLINE, TO)
_KINDS = (ADVANCE, WHEEL, TURN, SHIFT, INCLINE, TO, BACK, PIVOT_BACK)
_TURNING = (WHEEL, PIVOT_BACK)


class Step(Value, frozen=True):
    """One step as proposed: `amount` in mm or degrees, `hand` of the front corner a wheel or pivot goes about."""

    kind: str
    amount: float = 0.0
    hand: str = ""
    aside: Point = (0.0, 0.0)
    place: tuple[Point, float] | None = None


class Stride(Value, frozen=True):
    """One step as made: from where to where, how far the element goes in it, and its turning move if it turns."""

    step: Step
    start: Rectangle
    end: Rectangle
    length: float
    motion: Motion | None = None


def read_step(value: Any, position: Position) -> Step:
    """A step as written: { advance = mm }, { wheel = degrees, pivot = "left" } and so on."""
    given = TABLE.check(value, position)
    kinds = [key for key in given if key in _KINDS]
    if len(kinds) != 1 or any(key not in kinds and key != "pivot" for key in given):
        raise BadQuestion(f"a step has one of {', '.join(_KINDS)}, and pivot with a wheel or pivot_back", "steps")
    kind = kinds[0]
    hand = TEXT.check(given["pivot"], position) if "pivot" in given else ""
    if (kind in _TURNING) != (hand in ("left", "right")):
        raise BadQuestion('a wheel or pivot_back needs its pivot, "left" or "right", and only they have one', "steps")
    if kind == INCLINE:
        return Step(kind, aside=POINT.check(given[kind], position))
    if kind == TO:
        pose = TABLE.check(given[kind], position)
        facing = NUMBER.check(pose.get("facing"), position)
        return Step(kind, place=(POINT.check(pose.get("front"), position), facing))
    amount = NUMBER.check(given[kind], position)
    if kind == TURN and amount != 180.0:
        raise BadQuestion("one turns about by 180 degrees", "steps")
    if kind != SHIFT and amount < 0.0:
        raise BadQuestion(f"{kind} cannot be negative", "steps")
    return Step(kind, amount, hand)


STEPS = list_of(Kind("step", read_step))


def make(step: Step, start: Rectangle) -> Stride:
    """A step made from a place."""
    if step.kind == ADVANCE:
        return Stride(step, start, start.advanced(step.amount), step.amount)
    if step.kind == BACK:
        return Stride(step, start, start.advanced(-step.amount), step.amount)
    if step.kind == TURN:
        return Stride(step, start, about(start), 0.0)
    if step.kind in (SHIFT, INCLINE):
        right, ahead = (step.amount, 0.0) if step.kind == SHIFT else step.aside
        dx, dy = start.facing
        end = start.moved(dy * right + dx * ahead, -dx * right + dy * ahead)
        return Stride(step, start, end, distance(start.front, end.front))
    if step.kind == TO:
        assert step.place is not None
        end = Rectangle(step.place[0], direction(step.place[1]), start.width, start.depth)
        return Stride(step, start, end, furthest_corner(start, end)[1], between_places(start, end))
    corner = FRONT_RIGHT if step.hand == "right" else FRONT_LEFT
    if step.kind == WHEEL:
        motion = wheel(start, corner, step.amount)
        return Stride(step, start, motion.end, arc(start.width, step.amount), motion)
    # Backward: the other way round about the same corner, free of distance.
    degrees = -step.amount if corner == FRONT_RIGHT else step.amount
    motion = turning(start, start.corners[corner], degrees)
    return Stride(step, start, motion.end, 0.0, motion)


def is_free(position: Position, base: Base, stride: Stride) -> bool:
    """Whether nothing solid and no ground barred to it stops an element in a step."""
    if stride.step.kind == TURN:
        return True
    if stride.motion is not None:
        return free_turn(position, base, stride.motion)
    far = distance(stride.start.front, stride.end.front)
    if far <= COINCIDE:
        return True
    (x, y), (u, v) = stride.start.front, stride.end.front
    return free_straight(position, base, stride.start, ((u - x) / far, (v - y) / far), far) >= far - COINCIDE
