"""Finds the steps of a group move from where its members end, if a group can make such steps."""

from __future__ import annotations

from debellis.geometry.plane import COINCIDE, Point, direction, distance, same_direction, turn_between, turned
from debellis.geometry.rectangle import Rectangle
from debellis.manoeuvre.march import pivot_of
from debellis.manoeuvre.steps import Step

#: How well hand-written places must fit a formation: each is right within the tolerance of points.
_FIT = 2.0 * COINCIDE

Places = tuple[Rectangle, ...]


def keeps_formation(here: Places, there: Places) -> bool:
    """Whether every member keeps its place in the formation, for any movement and rotation of the whole."""
    by = direction(turn_between(here[0].facing, there[0].facing))
    for a, b in zip(here, there, strict=True):
        x, y = turned((a.front[0] - here[0].front[0], a.front[1] - here[0].front[1]), by)
        if distance((there[0].front[0] + x, there[0].front[1] + y), b.front) > _FIT:
            return False
        if not same_direction(turned(a.facing, by), b.facing):
            return False
    return True


def straight_way(here: Places, there: Places) -> tuple[float, float] | None:
    """How far a formation goes to its right and ahead without turning; None if it turns."""
    if not same_direction(here[0].facing, there[0].facing):
        return None
    right, ahead = here[0].local(there[0].front)
    return (0.0 if abs(right) <= COINCIDE else right, 0.0 if abs(ahead) <= COINCIDE else ahead)


def steps_between(here: Places, there: Places) -> tuple[Step, ...] | None:
    """The advance, or the wheel with advances before and after it, that leads from one place to the other.

    None when the formation is not kept, or no forward steps of that kind lead there.
    """
    if not keeps_formation(here, there):
        return None
    straight = straight_way(here, there)
    if straight is not None:
        right, ahead = straight
        return None if right != 0.0 or ahead < 0.0 else _steps(ahead, None, 0.0)
    degrees = turn_between(here[0].facing, there[0].facing)
    hand = "right" if degrees > 0.0 else "left"
    pivot = pivot_of(here, hand)
    x, y = turned((pivot[0] - here[0].front[0], pivot[1] - here[0].front[1]), direction(degrees))
    gone = (there[0].front[0] + x - pivot[0], there[0].front[1] + y - pivot[1])
    split = _split(gone, here[0].facing, there[0].facing)
    if split is None:
        return None
    return _steps(split[0], Step(wheel=abs(degrees), pivot=hand), split[1])


def _split(gone: Point, before: Point, after: Point) -> tuple[float, float] | None:
    """A vector split into a part in the first direction and one in the second; None if either would be backward."""
    if distance(gone, (0.0, 0.0)) <= _FIT:
        return (0.0, 0.0)
    for way, first in ((after, False), (before, True)):
        if abs(gone[0] * way[1] - gone[1] * way[0]) <= _FIT:
            far = gone[0] * way[0] + gone[1] * way[1]
            return None if far < 0.0 else ((far, 0.0) if first else (0.0, far))
    cross = before[0] * after[1] - before[1] * after[0]
    if cross == 0.0:
        return None
    a = (gone[0] * after[1] - gone[1] * after[0]) / cross
    b = (before[0] * gone[1] - before[1] * gone[0]) / cross
    return (a, b) if a >= 0.0 and b >= 0.0 else None


def _steps(before: float, turn: Step | None, after: float) -> tuple[Step, ...]:
    found = [Step(advance=before)] if before > 0.0 else []
    if turn is not None:
        found.append(turn)
    if after > 0.0:
        found.append(Step(advance=after))
    return tuple(found)
