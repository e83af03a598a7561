"""Prints thousands of geometric results to the last bit, for comparing plain with compiled code.

Run as a script: `python tests/geometry/computations.py`, with the package to try first on the path.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable

from debellis.geometry import plane
from debellis.geometry.contact import touches
from debellis.geometry.plane import Point, direction
from debellis.geometry.polygon import (
    Polygon,
    area,
    between_polygon,
    clip,
    length_inside,
    length_well_inside,
    lies,
    runs_through,
    strip,
)
from debellis.geometry.rectangle import Rectangle, between, penetration
from debellis.geometry.sight import free_line, free_line_past, reach, reach_from_outline, reach_outline
from debellis.geometry.sweep import first_meeting, first_touch, free_slide, stages
from debellis.geometry.turning import between_places, free_share, turn_stages, wheel


def bits(value: object) -> str:
    """A result written out exactly."""
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, tuple | list):
        return "(" + " ".join(bits(part) for part in value) + ")"
    return repr(value)


def rectangle(dice: random.Random, span: float) -> Rectangle:
    width, depth = dice.choice([(40.0, 15.0), (40.0, 30.0), (60.0, 20.0)])
    degrees = dice.choice([0.0, 90.0, 180.0, dice.uniform(0.0, 360.0)])
    return Rectangle((dice.uniform(-span, span), dice.uniform(-span, span)), direction(degrees), width, depth)


def polygon(dice: random.Random, span: float) -> Polygon:
    count = dice.randint(3, 10)
    x, y = dice.uniform(-span, span), dice.uniform(-span, span)
    outline: list[Point] = []
    for i in range(count):
        radius = dice.uniform(10.0, 70.0)
        outline.append((x + radius * math.sin(6.28 * i / count), y + radius * math.cos(6.28 * i / count)))
    return tuple(outline)


def neighbour(dice: random.Random, a: Rectangle) -> Rectangle:
    """A rectangle constructed in contact with another."""
    seen = a.fronting(dice.randint(0, 3))
    along = dice.choice([0.0, 20.0, -20.0, dice.uniform(-30.0, 30.0)])
    place = (seen.front[0] + seen.facing[1] * along, seen.front[1] - seen.facing[0] * along)
    return Rectangle(place, (-seen.facing[0], -seen.facing[1]), 40.0, 20.0)


def pairs(dice: random.Random) -> Iterable[object]:
    for _ in range(1500):
        a = rectangle(dice, 60.0)
        b = neighbour(dice, a) if dice.random() < 0.4 else rectangle(dice, 60.0)
        towards = direction(dice.uniform(0.0, 360.0))
        yield penetration(a, b)
        yield between(a, b)
        yield [(touch.mine, touch.theirs, touch.length) for touch in touches(a, b)]
        yield area(clip(a.corners, b) or a.corners)
        yield free_slide(a, towards, 200.0, b)
        yield first_touch(a, towards, 200.0, b)


def terrain(dice: random.Random) -> Iterable[object]:
    for _ in range(500):
        a, wood = rectangle(dice, 60.0), polygon(dice, 40.0)
        p, q = (dice.uniform(-90.0, 90.0), -80.0), (dice.uniform(-90.0, 90.0), 80.0)
        towards = direction(dice.uniform(0.0, 360.0))
        yield lies(a, wood)
        yield between_polygon(a, wood)
        yield length_inside(p, q, wood)
        yield length_well_inside(p, q, wood)
        yield runs_through(p, q, wood)
        yield strip((p, (0.0, 0.0), q), 15.0)
        yield [(stage.start, stage.end, stage.lies) for stage in stages(a, towards, 150.0, wood)]
        turned = turn_stages(a, a.corners[0], dice.uniform(-90.0, 90.0), wood)
        yield [(stage.start, stage.end, stage.lies) for stage in turned]


def lines(dice: random.Random) -> Iterable[object]:
    for _ in range(250):
        viewer, target, wood = rectangle(dice, 30.0), rectangle(dice, 30.0).moved(0.0, 140.0), polygon(dice, 60.0)
        others = [rectangle(dice, 70.0).moved(0.0, 70.0) for _ in range(6)]
        yield [reach(viewer.edge(i), target, j, others) for i in range(4) for j in range(4)]
        yield free_line(viewer.edge(0), target.edge(0), wood)
        yield free_line_past(viewer.edge(0), target.edge(0), wood)
        yield reach_from_outline(wood, 40.0, target, dice.randint(0, 3), others[:2])
        yield reach_outline(target.edge(0), wood, 40.0, others[:2])


def moves(dice: random.Random) -> Iterable[object]:
    for _ in range(250):
        a, b = rectangle(dice, 60.0), rectangle(dice, 60.0)
        others = [rectangle(dice, 90.0) for _ in range(6)]
        yield free_share(wheel(a, dice.randint(0, 1), dice.uniform(5.0, 120.0)), b)
        yield free_share(between_places(a, rectangle(dice, 60.0)), others[0])
        meeting = first_meeting(a, a.facing, 120.0, others)
        if meeting is not None:
            touching = [(touch.mine, touch.theirs, touch.length) for touch in meeting.touches]
            yield (meeting.free, meeting.index, touching)


def main() -> None:
    print(plane.__file__)
    for kind in (pairs, terrain, lines, moves):
        for number, result in enumerate(kind(random.Random(20))):
            print(kind.__name__, number, bits(result))


if __name__ == "__main__":
    main()
