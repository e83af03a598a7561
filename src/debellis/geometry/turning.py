"""Rectangles that turn: wheels, pivots and any rigid move from one place to another, and what they meet on the way.

A move is swept by conservative advancement: at every moment the speeds of the corners towards each separating line,
and a bound on how much those can change, give a step that cannot jump over a contact. There is no fixed step.
"""

from __future__ import annotations

import math
from typing import Final

from debellis.geometry.contact import touches
from debellis.geometry.plane import COINCIDE, SLIGHT, Point, direction, distance, turn_between, turned
from debellis.geometry.polygon import OUTSIDE, Polygon, lies
from debellis.geometry.rectangle import FRONT_RIGHT, REAR_RIGHT, Rectangle, overlaps, penetration
from debellis.geometry.sweep import Meeting, Stage, merged, moments, stays_away

#: A step that moves no corner further than this has arrived (mm); far below the tolerance of points.
ARRIVED: Final = 1e-5


class Motion:
    """A rigid move: an anchor point goes straight by a shift while the rectangle turns evenly about it, clockwise."""

    start: Rectangle
    end: Rectangle
    anchor: Point
    shift: Point
    degrees: float

    def __init__(self, start: Rectangle, end: Rectangle, anchor: Point, shift: Point, degrees: float) -> None:
        self.start = start
        self.end = end
        self.anchor = anchor
        self.shift = shift
        self.degrees = degrees

    def __repr__(self) -> str:
        return f"Motion({self.start!r}, anchor={self.anchor}, shift={self.shift}, degrees={self.degrees})"

    def at(self, share: float) -> Rectangle:
        """Where the rectangle is when a share of the move is done."""
        if share <= 0.0:
            return self.start
        if share >= 1.0:
            return self.end
        return _placed(self.start, self.anchor, self.shift, self.degrees, share)


def turning(a: Rectangle, about: Point, degrees: float) -> Motion:
    """A turn about a fixed point, clockwise (anticlockwise when negative)."""
    still = (0.0, 0.0)
    return Motion(a, _placed(a, about, still, degrees, 1.0), about, still, degrees)


def wheel(a: Rectangle, corner: int, degrees: float) -> Motion:
    """A wheel forward about a corner, which stays where it is: a right corner clockwise, a left one anticlockwise."""
    return turning(a, a.corners[corner], degrees if corner in (FRONT_RIGHT, REAR_RIGHT) else -degrees)


def pivot(a: Rectangle, degrees: float) -> Motion:
    """A turn about the centre, clockwise (anticlockwise when negative)."""
    return turning(a, a.centre, degrees)


def between_places(a: Rectangle, b: Rectangle) -> Motion:
    """The move that takes the centre straight from one place to another while turning evenly, the shorter way round."""
    shift = (b.centre[0] - a.centre[0], b.centre[1] - a.centre[1])
    return Motion(a, b, a.centre, shift, turn_between(a.facing, b.facing))


def _placed(a: Rectangle, anchor: Point, shift: Point, degrees: float, share: float) -> Rectangle:
    by = direction(degrees * share)
    front = turned((a.front[0] - anchor[0], a.front[1] - anchor[1]), by)
    place = (anchor[0] + shift[0] * share + front[0], anchor[1] + shift[1] * share + front[1])
    return Rectangle(place, turned(a.facing, by), a.width, a.depth)


def arc(radius: float, degrees: float) -> float:
    """The length of the arc a point goes when it turns through an angle."""
    return radius * math.radians(abs(degrees))


def arc_degrees(radius: float, length: float) -> float:
    """The angle a point turns through when it goes an arc of a given length."""
    return math.degrees(length / radius)


def wheel_arc(a: Rectangle, degrees: float) -> float:
    """How far the outer front corner goes along its arc in a wheel."""
    return arc(a.width, degrees)


def wheel_degrees(a: Rectangle, length: float) -> float:
    """How many degrees a wheel turns that moves the outer front corner this far along its arc."""
    return arc_degrees(a.width, length)


def wheel_chord(a: Rectangle, degrees: float) -> float:
    """How far the outer front corner gets in a straight line in a wheel."""
    return 2.0 * a.width * math.sin(math.radians(min(abs(degrees), 180.0)) * 0.5)


def corner_moves(a: Rectangle, b: Rectangle) -> tuple[float, float, float, float]:
    """How far each corner gets from one place to another, straight, each to the corner of the same name."""
    return (
        distance(a.corners[0], b.corners[0]),
        distance(a.corners[1], b.corners[1]),
        distance(a.corners[2], b.corners[2]),
        distance(a.corners[3], b.corners[3]),
    )


def furthest_corner(a: Rectangle, b: Rectangle) -> tuple[int, float]:
    """The corner that gets furthest from one place to another, and how far (the first of equals, clockwise)."""
    furthest, second, third, fourth = corner_moves(a, b)
    which = 0
    if second > furthest + SLIGHT:
        which, furthest = 1, second
    if third > furthest + SLIGHT:
        which, furthest = 2, third
    if fourth > furthest + SLIGHT:
        which, furthest = 3, fourth
    return (which, furthest)


def free_share(motion: Motion, b: Rectangle) -> float:
    """What share of a move is done before the rectangle would overlap another; 1 when it never does.

    Turning away from a rectangle it touches, or along it, is free. Where something stops the move, the two touch.
    """
    swift = _swiftness(motion)
    if distance(motion.start.centre, b.centre) - swift > motion.start.radius + b.radius:
        return 1.0
    if swift <= ARRIVED:
        return 0.0 if overlaps(motion.start, b) else 1.0
    share = 0.0
    clear = -1.0
    while True:
        a = motion.at(share)
        if penetration(a, b) <= SLIGHT:
            clear = share
        step = _safe_step(motion, a, share, b)
        if share + step >= 1.0:
            return 1.0
        share += step
        if step * swift <= ARRIVED:
            return _exact_contact(motion, b, clear, share, swift)


def first_stop(motion: Motion, others: list[Rectangle]) -> Meeting | None:
    """What first stops a move, and at what share of it; of several met together, the earliest in the list."""
    free = 1.0
    index = -1
    for i in range(len(others)):
        reached = free_share(motion, others[i])
        if reached < free:
            free = reached
            index = i
    if index < 0:
        return None
    return Meeting(free, index, touches(motion.at(free), others[index]))


def _exact_contact(motion: Motion, b: Rectangle, clear: float, share: float, swift: float) -> float:
    """The moment of touching, between one when the two were apart and one when they overlapped by the tolerance."""
    if clear < 0.0:
        return share
    low = clear
    high = share
    while (high - low) * swift > SLIGHT:
        half = (low + high) * 0.5
        if half <= low or half >= high:
            break
        if penetration(motion.at(half), b) <= SLIGHT:
            low = half
        else:
            high = half
    return low


def _swiftness(motion: Motion) -> float:
    """A bound on how far any point of the rectangle goes in the whole move."""
    furthest = 0.0
    for corner in motion.start.corners:
        furthest = max(furthest, distance(corner, motion.anchor))
    return distance((0.0, 0.0), motion.shift) + furthest * math.radians(abs(motion.degrees))


def _safe_step(motion: Motion, a: Rectangle, share: float, b: Rectangle) -> float:
    """A share of the move during which the two surely do not come to overlap: the best any edge can promise."""
    turn = math.radians(motion.degrees)
    anchor = (motion.anchor[0] + motion.shift[0] * share, motion.anchor[1] + motion.shift[1] * share)
    best = 0.0
    for which in range(4):
        best = max(best, _step_from_edge(b, which, a, anchor, motion.shift, turn, 1.0, 0.0))
        # Seen from the moving rectangle, the other one moves. The curvature of its apparent path grows with the shift.
        best = max(best, _step_from_edge(a, which, b, anchor, motion.shift, turn, -1.0, 1.0 - share))
        if best >= 1.0:
            break
    return best


def _step_from_edge(
    face: Rectangle,
    which: int,
    mover: Rectangle,
    anchor: Point,
    shift: Point,
    turn: float,
    sense: float,
    remaining: float,
) -> float:
    """How long every corner of the mover surely stays beyond an edge of the other (less the tolerance)."""
    nx, ny = face.outward(which)
    corner = face.corners[which]
    drift = math.sqrt(shift[0] * shift[0] + shift[1] * shift[1]) if remaining > 0.0 else 0.0
    least = math.inf
    for p in mover.corners:
        room = (p[0] - corner[0]) * nx + (p[1] - corner[1]) * ny + COINCIDE
        if room <= 0.0:
            return 0.0
        rx = p[0] - anchor[0]
        ry = p[1] - anchor[1]
        away = sense * ((shift[0] + turn * ry) * nx + (shift[1] - turn * rx) * ny)
        curve = turn * turn * (math.sqrt(rx * rx + ry * ry) + drift * remaining) + 2.0 * abs(turn) * drift
        least = min(least, _time_to_close(room, away, curve))
    return least


def _time_to_close(room: float, away: float, curve: float) -> float:
    """The least time to close a gap that opens at the rate `away`, if that rate falls by at most `curve` a unit."""
    if curve == 0.0:
        return math.inf if away >= 0.0 else room / -away
    root = math.sqrt(away * away + 2.0 * curve * room)
    if away >= 0.0:
        return (away + root) / curve
    return 2.0 * room / (root - away)


def turn_stages(a: Rectangle, about: Point, degrees: float, polygon: Polygon) -> list[Stage]:
    """How a rectangle lies to a polygon while it turns about a fixed point, stage by stage, in degrees turned."""
    motion = turning(a, about, degrees)
    far = abs(degrees)
    if far <= SLIGHT:
        return [Stage(0.0, 0.0, lies(a, polygon))]
    reach = distance(about, a.centre) + a.radius
    if stays_away(about, reach, reach, polygon):
        return [Stage(0.0, far, OUTSIDE)]
    events = _turn_crossings(a, about, degrees, polygon)
    found: list[int] = []
    for at in moments(events, far):
        found.append(lies(motion.at(at / far), polygon))
    return merged(events, found, far)


def _turn_crossings(a: Rectangle, about: Point, degrees: float, polygon: Polygon) -> list[tuple[float, float]]:
    """Every angle at which a corner of the rectangle crosses a side of the polygon or the other way round, in order."""
    core = a.inset(COINCIDE)
    sense = 1.0 if degrees > 0.0 else -1.0
    events: list[tuple[float, float]] = []
    previous = polygon[-1]
    for q in polygon:
        for i in range(4):
            j = (i + 1) % 4
            for root in (-1.0, 1.0):
                at = _turns_onto(core.corners[i], about, sense, previous, q, root, SLIGHT)
                if 0.0 < at < abs(degrees) - SLIGHT:
                    told = _turns_onto(a.corners[i], about, sense, previous, q, root, 1.0)
                    events.append((at, told if abs(told - at) <= 1.0 and told >= 0.0 else at))
                at = _turns_onto(q, about, -sense, core.corners[i], core.corners[j], root, SLIGHT)
                if 0.0 < at < abs(degrees) - SLIGHT:
                    told = _turns_onto(q, about, -sense, a.corners[i], a.corners[j], root, 1.0)
                    events.append((at, told if abs(told - at) <= 1.0 and told >= 0.0 else at))
        previous = q
    events.sort()
    return events


def _turns_onto(p: Point, about: Point, sense: float, a: Point, b: Point, root: float, slack: float) -> float:
    """Degrees a point turns until it meets segment a-b (lengthened by a share of itself); -1 when it never does."""
    sx = b[0] - a[0]
    sy = b[1] - a[1]
    square = sx * sx + sy * sy
    if square <= SLIGHT * SLIGHT:
        return -1.0
    ax = a[0] - about[0]
    ay = a[1] - about[1]
    px = p[0] - about[0]
    py = p[1] - about[1]
    foot = -(ax * sx + ay * sy) / square
    under = (px * px + py * py - (ax + sx * foot) ** 2 - (ay + sy * foot) ** 2) / square
    if under <= 0.0:
        return -1.0
    share = foot + root * math.sqrt(under)
    if share < -slack or share > 1.0 + slack:
        return -1.0
    degrees = sense * turn_between((px, py), (ax + sx * share, ay + sy * share))
    return degrees + 360.0 if degrees < 0.0 else degrees
