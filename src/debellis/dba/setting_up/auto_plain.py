"""The plainest deployment: every element in the first place where it may stand, for ground on which no line fits."""

from __future__ import annotations

from collections.abc import Iterator

from debellis.dba.setting_up.deployment import judge_ground, judge_room, judge_zone
from debellis.geometry.plane import Point
from debellis.table.bases import Base
from debellis.table.board import OPPOSITE, OUTWARD, length_of
from debellis.table.pose import Pose
from debellis.table.position import Position
from debellis.table.value import replace
from debellis.umpire.verdict import FirstFault, Verdict, first_fault_is_enough

#: So far apart are the places that are tried, in base widths: first coarsely, then finely.
_APART = (0.25, 0.1)


def plain_deployment(
    position: Position, side: str, base_edge: str, bases: tuple[Base, ...]
) -> tuple[dict[str, Pose], tuple[Base, ...]]:
    """A place for each element, as far out as there is room, and those for which there is none.

    The deepest are placed first, because they need most room.
    """
    places: dict[str, Pose] = {}
    left: list[Base] = []
    for base in sorted(bases, key=lambda one: (-one.depth, one.id)):
        there = _place(position, base_edge, base)
        if there is None:
            left.append(base)
        else:
            places[base.id] = there
            position = replace(position, bases=(*position.bases, replace(base, front=there.front, facing=there.facing)))
    return places, tuple(left)


def _place(position: Position, base_edge: str, base: Base) -> Pose | None:
    """The first place in which an element may be deployed, facing the enemy or else along the edge."""
    fx, fy = OUTWARD[OPPOSITE[base_edge]]
    for facing in ((fx, fy), (-fy, fx)):
        for apart in _APART:
            for front in _fronts(position, base_edge, apart * position.scale.base_width):
                if _may_stand(position, base_edge, replace(base, front=front, facing=facing)):
                    return Pose(front, facing)
    return None


def _fronts(position: Position, base_edge: str, apart: float) -> Iterator[Point]:
    """Places for the middle of a front edge, the furthest out first, from left to right."""
    width, depth = position.size
    across = length_of(base_edge, position.size)
    out = (depth if base_edge in ("north", "south") else width) * 0.5
    for row in range(int(out / apart), -1, -1):
        for column in range(int(across / apart) + 1):
            x, y = column * apart, row * apart
            if base_edge == "south":
                yield (x, y)
            elif base_edge == "north":
                yield (x, depth - y)
            elif base_edge == "west":
                yield (y, x)
            else:
                yield (width - y, x)


def _may_stand(position: Position, base_edge: str, base: Base) -> bool:
    """Whether an element may be deployed where it stands."""
    verdict = Verdict()
    try:
        with first_fault_is_enough():
            judge_zone(verdict, position, base_edge, base)
            judge_ground(verdict, position, base)
            judge_room(verdict, position, base)
    except FirstFault:
        return False
    return verdict.legal
